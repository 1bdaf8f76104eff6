// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_DIRS 4

struct dir {
    const char *start;
    size_t len;
};

static struct dir dirs[MAX_DIRS];

/* Splits a list such as "/bin:/usr/bin"; empty parts are skipped. */
static int split(const char *s)
{
    int n = 0;

    while (*s != '\0') {
        size_t len = strcspn(s, ":");

        if (len > 0) {
            if (n == MAX_DIRS)
                break;
            assert(n >= 0 && n < MAX_DIRS);
            dirs[n].start = s;
            dirs[n].len = len;
            n++;
        }
        s += len;
        if (*s == ':')
            s++;
    }
    return n;
}

int main(void)
{
    const char *list = getenv("PATH_LIST");
    int i, n;

    if (list == NULL)
        list = "/bin:/usr/bin";
    n = split(list);
    for (i = 0; i < n; i++) {
        fwrite(dirs[i].start, 1, dirs[i].len, stdout);
        putchar('\n');
    }
    return 0;
}

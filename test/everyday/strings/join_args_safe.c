// expect: safe
#include <assert.h>
#include <stdio.h>

#define SIZE 24

/* Joins the arguments with commas; the result may be cut off. */
static size_t join(char *buf, size_t size, int n, char **words)
{
    size_t pos = 0;
    int i;

    buf[0] = '\0';
    for (i = 0; i < n; i++) {
        int r = snprintf(buf + pos, size - pos, "%s%s", i ? "," : "", words[i]);

        if (r < 0)
            break;
        if ((size_t)r >= size - pos) {
            pos = size - 1;
            break;
        }
        pos += (size_t)r;
        assert(pos < size);
    }
    return pos;
}

int main(int argc, char **argv)
{
    char buf[SIZE];
    size_t n;

    if (argc < 2)
        return 0;
    n = join(buf, sizeof buf, argc - 1, argv + 1);
    printf("%zu: %s\n", n, buf);
    return 0;
}

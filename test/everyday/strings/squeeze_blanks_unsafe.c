// expect: unsafe line 30
// fails with: stdin "a  b\n"
#include <assert.h>
#include <stdio.h>
#include <string.h>

/* Copies src to dst with every run of blanks reduced to one. */
static void squeeze(char *dst, const char *src)
{
    char last = '\0';

    for (; *src != '\0'; src++) {
        if (*src == ' ' && last == ' ')
            continue;
        if (*src != ' ')
            last = *src;
        *dst++ = *src;
    }
    *dst = '\0';
}

int main(void)
{
    char line[32];
    char out[32];

    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        squeeze(out, line);
        assert(strstr(out, "  ") == NULL);
        puts(out);
    }
    return 0;
}

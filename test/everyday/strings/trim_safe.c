// expect: safe
#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* Removes leading and trailing white space in place. */
static void trim(char *s)
{
    size_t start = 0;
    size_t end = strlen(s);

    while (isspace((unsigned char)s[start]))
        start++;
    while (end > start && isspace((unsigned char)s[end - 1]))
        end--;
    memmove(s, s + start, end - start);
    s[end - start] = '\0';
}

int main(int argc, char **argv)
{
    char buf[24];
    size_t len;

    if (argc < 2)
        return 1;
    snprintf(buf, sizeof buf, "%s", argv[1]);
    trim(buf);
    len = strlen(buf);
    if (len > 0) {
        assert(!isspace((unsigned char)buf[0]));
        assert(!isspace((unsigned char)buf[len - 1]));
    }
    printf("[%s]\n", buf);
    return 0;
}

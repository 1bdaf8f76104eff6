// expect: unsafe line 28
// fails with: args "a,,b"
// Split a comma separated list of names.
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define MAXLEN 15

int main(int argc, char **argv)
{
    char buf[MAXLEN + 1];
    char *rest;
    char *tok;
    int n = 0;

    if (argc < 2)
        return 0;
    if (strlen(argv[1]) > MAXLEN) {
        fprintf(stderr, "list too long\n");
        return 1;
    }
    strcpy(buf, argv[1]);

    rest = buf;
    while ((tok = strsep(&rest, ",")) != NULL) {
        assert(*tok != '\0');
        n++;
    }
    printf("%d names\n", n);
    return 0;
}

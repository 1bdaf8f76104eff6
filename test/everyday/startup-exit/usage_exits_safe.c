// expect: safe
// usage() does not return, so the count is known to be valid after parsing.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void usage(int status)
{
    printf("usage: repeat COUNT (1..9)\n");
    exit(status);
}

static int parse_args(int argc, char **argv)
{
    int count = 0;

    if (argc != 2)
        usage(EXIT_FAILURE);
    if (strcmp(argv[1], "-h") == 0)
        usage(EXIT_SUCCESS);
    else if (strlen(argv[1]) != 1 || strchr("123456789", argv[1][0]) == NULL)
        usage(EXIT_FAILURE);
    else
        count = argv[1][0] - '0';
    return count;
}

int main(int argc, char **argv)
{
    int count = parse_args(argc, argv);

    assert(count >= 1 && count <= 9);
    while (count-- > 0)
        puts("hello");
    return 0;
}

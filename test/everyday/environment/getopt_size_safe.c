// expect: safe
// Options: -s SIZE sets the buffer size, -d doubles it.
#define _POSIX_C_SOURCE 200809L
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MAXSIZE 64

int main(int argc, char **argv)
{
    long size = 8;
    int c;

    while ((c = getopt(argc, argv, "s:d")) != -1) {
        switch (c) {
        case 's':
            size = strtol(optarg, NULL, 10);
            if (size < 1 || size > MAXSIZE)
                return 1;
            break;
        case 'd':
            if (size <= MAXSIZE / 2)
                size *= 2;
            break;
        default:
            return 2;
        }
    }
    assert(size >= 1);
    assert(size <= MAXSIZE);
    printf("size %ld\n", size);
    return 0;
}

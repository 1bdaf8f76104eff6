// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define MAX_COPIES 8

int main(int argc, char **argv)
{
    long copies = 1;
    int verbose = 0;
    const char *output = NULL;
    int opt;

    while ((opt = getopt(argc, argv, "n:o:v")) != -1) {
        switch (opt) {
        case 'n':
            copies = strtol(optarg, NULL, 10);
            if (copies < 1 || copies > MAX_COPIES) {
                fprintf(stderr, "copies: 1 to %d\n", MAX_COPIES);
                return 1;
            }
            break;
        case 'o':
            output = optarg;
            break;
        case 'v':
            verbose = 1;
            break;
        default:
            return 1;
        }
    }
    assert(copies >= 1 && copies <= MAX_COPIES);
    if (verbose)
        printf("%ld copies to %s\n", copies, output ? output : "(stdout)");
    printf("%ld pages each\n", 64 / copies);
    return 0;
}

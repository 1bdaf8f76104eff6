// expect: safe
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define MAX_VERBOSE 3

static const char *const level[MAX_VERBOSE + 1] = {
    "quiet", "normal", "verbose", "debug"
};

/* usage: prog [-v]... [-q] [file]... */
int main(int argc, char **argv)
{
    int verbose = 1;
    int files = 0;
    int i;

    for (i = 1; i < argc; i++) {
        const char *a = argv[i];

        if (strcmp(a, "--") == 0) {
            files += argc - i - 1;
            break;
        }
        if (a[0] != '-' || a[1] == '\0') {
            files++;
            continue;
        }
        for (a++; *a != '\0'; a++) {
            if (*a == 'v') {
                if (verbose < MAX_VERBOSE)
                    verbose++;
            } else if (*a == 'q') {
                verbose = 0;
            } else {
                fprintf(stderr, "unknown option -%c\n", *a);
                return 1;
            }
        }
    }
    assert(verbose >= 0 && verbose <= MAX_VERBOSE);
    assert(files >= 0 && files <= argc);
    printf("%s, %d files\n", level[verbose], files);
    return 0;
}

// expect: safe
// -q (quiet) and -v (verbose) exclude each other; the last one wins.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
    bool quiet = false, verbose = false;
    int i;

    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-q") == 0) {
            quiet = true;
            verbose = false;
        } else if (strcmp(argv[i], "-v") == 0) {
            verbose = true;
            quiet = false;
        } else if (strcmp(argv[i], "--") == 0) {
            break;
        }
    }
    assert(!(quiet && verbose));
    if (!quiet)
        puts(verbose ? "a lot to say" : "hello");
    return 0;
}

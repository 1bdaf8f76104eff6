// expect: unsafe line 34
// fails with: args "4"; stdin "a\nb\nc\nd\n"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_TAIL 4
#define WIDTH 20

static char line[MAX_TAIL][WIDTH];

/* tail: prints the last lines of standard input (1 .. MAX_TAIL) */
int main(int argc, char **argv)
{
    int want = 2;
    int next = 0;
    int have = 0;
    int i;

    if (argc > 1) {
        long v = strtol(argv[1], NULL, 10);

        if (v < 1 || v > MAX_TAIL)
            return 1;
        want = (int)v;
    }
    while (fgets(line[next], WIDTH, stdin) != NULL) {
        next++;
        if (next > want)
            next = 0;
        if (have < want)
            have++;
        assert(next < MAX_TAIL);
    }
    i = have < want ? 0 : next;
    while (have-- > 0) {
        assert(i >= 0 && i < MAX_TAIL);
        fputs(line[i], stdout);
        i = (i + 1) % want;
    }
    return 0;
}

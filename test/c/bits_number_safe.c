// expect: safe; options: --engine bits
// The loop over the digits has no bound, and the proof does without what it computes.
#include <assert.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    if (argc != 2) return 2;
    long month = strtol(argv[1], NULL, 10);
    if (month < 1 || month > 12) return 1;
    unsigned packed = (unsigned)month << 5 | 3;
    assert(packed >> 5 == (unsigned)month);
}

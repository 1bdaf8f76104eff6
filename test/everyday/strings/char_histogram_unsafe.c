// expect: unsafe line 29
// fails with: stdin "\304\n"
#include <assert.h>
#include <stdio.h>
#include <string.h>

#define BINS 8

static int hist[BINS];

/* one bin for every 32 character codes */
static int bin_of(char c)
{
    return c / 32;
}

int main(void)
{
    char line[32];
    int total = 0;
    int sum = 0;
    int i;

    if (fgets(line, sizeof line, stdin) == NULL)
        return 0;
    for (i = 0; line[i] != '\0'; i++) {
        int b = bin_of(line[i]);

        assert(b >= 0 && b < BINS);
        hist[b]++;
        total++;
    }
    for (i = 0; i < BINS; i++) {
        sum += hist[i];
        printf("%3d-%3d: %d\n", i * 32, i * 32 + 31, hist[i]);
    }
    assert(sum == total);
    return 0;
}

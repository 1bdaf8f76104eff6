// expect: unsafe line 28
// fails with: stdin "x"
#include <assert.h>
#include <stdio.h>

#define MAX 8

/* The mean of up to MAX readings between 0 and 100. */
int main(void)
{
    int n = 0;
    int v;
    double sum = 0.0;
    double mean;

    while (n < MAX && scanf("%4d", &v) == 1) {
        if (v < 0 || v > 100) {
            fprintf(stderr, "%d ignored\n", v);
            continue;
        }
        sum += v;
        n++;
    }
    if (n == 0 && feof(stdin)) {
        puts("no readings");
        return 1;
    }
    assert(n > 0);
    mean = sum / n;
    assert(mean >= 0.0 && mean <= 100.0);
    printf("%d readings, mean %.2f\n", n, mean);
    return 0;
}

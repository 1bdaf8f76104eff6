// expect: unsafe line 35
// fails with: args "2"; rand 7, 1
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MAX_DICE 5

static int roll(void)
{
    return rand() % (6 + 1);
}

/* usage: dice [n] */
int main(int argc, char **argv)
{
    int n = 2;
    int sum = 0;
    int i;

    if (argc > 1)
        n = atoi(argv[1]);
    if (n < 1 || n > MAX_DICE) {
        fprintf(stderr, "1 to %d dice\n", MAX_DICE);
        return 1;
    }
    srand((unsigned)time(NULL));
    for (i = 0; i < n; i++) {
        int d = roll();

        printf("%d ", d);
        sum += d;
    }
    assert(sum >= n && sum <= 6 * n);
    printf("= %d\n", sum);
    return 0;
}

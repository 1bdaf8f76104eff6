// expect: safe
// Shuffle a small deck of cards.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define N 5

int main(int argc, char **argv)
{
    int card[N], i, sum = 0;

    if (argc < 2)
        return 2;
    srand((unsigned)strtoul(argv[1], NULL, 10));
    for (i = 0; i < N; i++)
        card[i] = i + 1;
    for (i = N - 1; i > 0; i--) {
        int j = rand() % (i + 1);

        int t = card[i];

        card[i] = card[j];
        card[j] = t;
    }
    for (i = 0; i < N; i++)
        sum += card[i];
    assert(sum == N * (N + 1) / 2);
    for (i = 0; i < N; i++)
        printf("%d\n", card[i]);
    return 0;
}

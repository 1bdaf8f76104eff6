// expect: safe
// Prime numbers below 50 with the sieve of Eratosthenes.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define LIMIT 49

static unsigned char composite[LIMIT + 1];

static void sieve(void)
{
    int i, j;

    for (i = 2; i * i <= LIMIT; i++) {
        if (composite[i])
            continue;
        for (j = i * i; j <= LIMIT; j += i)
            composite[j] = 1;
    }
}

int main(int argc, char **argv)
{
    long n;

    if (argc < 2)
        return 2;
    n = strtol(argv[1], NULL, 10);
    if (n < 2 || n > LIMIT)
        return 1;
    sieve();
    if (!composite[n]) {
        long d;

        for (d = 2; d < n; d++)
            assert(n % d != 0);
        printf("%ld is prime\n", n);
    }
    return 0;
}

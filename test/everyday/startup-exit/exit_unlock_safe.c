// expect: safe
// A lock must be free when the program ends, however it ends.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

static int locked;
static int balance = 10;

static void check_lock(void)
{
    assert(locked == 0);
}

static void withdraw(int amount)
{
    locked++;
    if (amount < 0) {
        locked--;
        fprintf(stderr, "negative amount\n");
        exit(EXIT_FAILURE);
    }
    if (amount <= balance)
        balance -= amount;
    locked--;
}

int main(void)
{
    int i;

    if (atexit(check_lock) != 0)
        return EXIT_FAILURE;
    for (i = 0; i < 3; i++)
        withdraw(__VERIFIER_nondet_int());
    printf("%d left\n", balance);
    return EXIT_SUCCESS;
}

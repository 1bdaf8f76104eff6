// expect: unsafe line 31
// fails with: nondet 2
// The counter is set up at the first use only.
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

#define FIRST_TICKET 100

static int next_ticket(void)
{
    static bool ready;
    static int ticket;

    if (!ready) {
        ticket = FIRST_TICKET;
    }
    return ticket++;
}

int main(void)
{
    int i, n = __VERIFIER_nondet_uchar() % 6;
    int last = FIRST_TICKET - 1;

    for (i = 0; i < n; i++) {
        int t = next_ticket();

        assert(t == last + 1);
        last = t;
    }
    printf("%d tickets\n", n);
    return 0;
}

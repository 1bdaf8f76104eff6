// expect: unsafe line 40
// fails with: nondet 1, 3, 1, 3, 2
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

#define MAX 5

static int value[MAX], n;       /* all values */
static int low[MAX], m;         /* the minima so far */

static void push(int v)
{
    value[n++] = v;
    if (m == 0 || v < low[m - 1])
        low[m++] = v;
}

static void pop(void)
{
    n--;
    if (value[n] == low[m - 1])
        m--;
}

int main(void)
{
    int steps;

    for (steps = 0; steps < 8; steps++) {
        int op = __VERIFIER_nondet_int();

        if (op == 1 && n < MAX)
            push(__VERIFIER_nondet_int());
        else if (op == 2 && n > 0)
            pop();
        else
            return 0;
        /* as long as there are values there is a minimum */
        assert(n == 0 || (m > 0 && low[m - 1] <= value[n - 1]));
    }
    return 0;
}

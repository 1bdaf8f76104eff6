// expect: safe
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern int __VERIFIER_nondet_int(void);

#define SIZE 8u                 /* power of two */
#define MASK (SIZE - 1u)

static int data[SIZE];
static unsigned wr, rd;         /* free running counters */

static unsigned used(void)
{
    return wr - rd;
}

static int put(int v)
{
    if (used() >= SIZE)
        return -1;
    data[wr++ & MASK] = v;
    return 0;
}

static int get(int *v)
{
    if (used() == 0)
        return -1;
    *v = data[rd++ & MASK];
    return 0;
}

int main(void)
{
    unsigned op;

    while ((op = __VERIFIER_nondet_uint()) != 0) {
        int v;

        if (op & 1u)
            put(__VERIFIER_nondet_int());
        else if (get(&v) == 0 && v == 0)
            continue;
        assert(used() <= SIZE);
    }
    return 0;
}

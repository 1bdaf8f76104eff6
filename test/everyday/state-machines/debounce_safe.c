// expect: safe
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

#define STABLE 3

static int output;              /* the debounced value */
static int run;                 /* how long the input has been different */

static void sample(int input)
{
    if (input == output) {
        run = 0;
        return;
    }
    if (++run == STABLE) {
        output = input;
        run = 0;
    }
}

int main(void)
{
    int a = 0, b = 0;           /* the two inputs before this one */

    while (__VERIFIER_nondet_bool()) {
        int c = __VERIFIER_nondet_bool();
        int before = output;

        sample(c);
        if (output != before)
            assert(a == c && b == c);
        assert(run >= 0 && run < STABLE);
        a = b;
        b = c;
    }
    return 0;
}

// expect: safe
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

#define N 6

/* Two stacks share one array and grow towards each other. */
static int cell[N];
static int left;                /* first free cell of the left stack */
static int right = N - 1;       /* first free cell of the right stack */

static int push_left(int v)
{
    if (left > right)
        return 0;
    cell[left++] = v;
    return 1;
}

static int push_right(int v)
{
    if (left > right)
        return 0;
    cell[right--] = v;
    return 1;
}

int main(void)
{
    for (;;) {
        int nl, nr;

        switch (__VERIFIER_nondet_int()) {
        case 1:
            push_left(1);
            break;
        case 2:
            push_right(2);
            break;
        case 3:
            if (left > 0)
                left--;
            break;
        case 4:
            if (right < N - 1)
                right++;
            break;
        default:
            return 0;
        }
        nl = left;
        nr = N - 1 - right;
        assert(nl + nr <= N);
    }
}

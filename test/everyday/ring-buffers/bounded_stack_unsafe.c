// expect: unsafe line 39
// fails with: nondet 1, 5, 1, 6, 1, 7, 1, 8, 3, -1
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

#define CAP 4

static unsigned char stack[CAP];
static int size;

/* Removes n elements at once. */
static int drop(int n)
{
    if (n > size)
        return 0;
    size -= n;
    return 1;
}

int main(void)
{
    int steps;

    for (steps = 0; steps < 6; steps++) {
        int op = __VERIFIER_nondet_int();

        if (op == 1 && size < CAP) {
            stack[size++] = __VERIFIER_nondet_uchar();
        } else if (op == 2 && size > 0) {
            size--;
        } else if (op == 3) {
            int n = __VERIFIER_nondet_int();

            if (n >= -CAP && n <= CAP)
                drop(n);
        }
        assert(size >= 0 && size <= CAP);
        if (size > 0 && stack[size - 1] == 0)
            break;
    }
    return 0;
}

// expect: unsafe line 32
// fails with: nondet 3, 1, 5
// Operations selected through a table of function pointers.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

enum op { OP_FIRST, OP_SECOND, OP_MIN, OP_MAX, NOPS };

static int op_first(int a, int b)  { (void)b; return a; }
static int op_second(int a, int b) { (void)a; return b; }
static int op_min(int a, int b)    { return a < b ? a : b; }
static int op_max(int a, int b)    { return a > b ? a : b; }

static int (*const table[NOPS])(int, int) = {
    op_first, op_second, op_max, op_min
};

int main(void)
{
    int op = __VERIFIER_nondet_int();
    int a = __VERIFIER_nondet_int();
    int b = __VERIFIER_nondet_int();
    int r;

    if (op < 0 || op >= NOPS)
        return 1;
    r = table[op](a, b);
    assert(r == a || r == b);
    if (op == OP_MAX)
        assert(r >= a && r >= b);
    printf("%d\n", r);
    return 0;
}

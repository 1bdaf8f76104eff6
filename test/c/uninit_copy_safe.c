// expect: safe; options: --check uninit
#include <string.h>
int __VERIFIER_nondet_int(void);

struct pair {
    int a, b;
};

int main(void)
{
    struct pair p, q;
    p.a = 1;
    p.b = __VERIFIER_nondet_int();
    q = p;
    return q.b ? 1 : 0;
}

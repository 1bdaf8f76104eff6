// expect: safe unreachable lines 8 17 19 21; options: -v --check assert,div
#include <assert.h>
extern int nondet(void);
extern void reach_error(void);

static void never(int x)
{
    assert(x > 3);
}

int main(void)
{
    int n = nondet(), i = 0;
    if (n < 0 || n > 10) return 0;
    while (i < n) i++;
    if (i > 10) {
        assert(n == 4);
        never(i);
        return 10 / n;
    }
    if (n > 12 && i == 5) reach_error();
    if (i > 20) reach_error(); /* the question is asked */
    assert(i == n);
    return 10 / (n + 1);
}

// expect: unsafe line 17; options: --entry f
#include <assert.h>

struct small {
    int a;
    char b;
};
struct large {
    long a[4];
    int b;
};

int f(struct small s, struct large l, int *p)
{
    if (s.a != 12 || s.b != 'x') return 0;
    if (p) return 1;
    assert(l.a[2] != 5 || l.b != -6);
    return 2;
}

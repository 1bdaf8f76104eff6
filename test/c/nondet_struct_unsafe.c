// expect: unsafe line 17
#include <assert.h>
struct small {
    int a;
    short b;
};
struct large {
    long a[5];
};
struct small outside(void);
struct large far_outside(void);

int main(void)
{
    struct small s = outside(), t = outside();
    struct large l = far_outside(), m = far_outside();
    assert(s.a != 4 || s.b != -2 || t.b != 9 || l.a[3] != 7 || m.a[3] != 8);
    return 0;
}

// expect: unsafe line 17
#include <assert.h>
struct large {
    long a[5];
};
struct large far_outside(void);
struct large g;

int main(void)
{
    long first = 0;
    for (int i = 0; i < 2; i++) {
        g = far_outside();
        if (i == 0)
            first = g.a[3];
        else
            assert(g.a[3] == first);
    }
    return 0;
}

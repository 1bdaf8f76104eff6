// expect: safe
#include <assert.h>
extern int *outside(void);

int main(void)
{
    int *p = outside();
    *p = 1; /* no access through an invalid pointer: assumed */
    assert(p != 0);
    return 0;
}

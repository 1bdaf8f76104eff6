// expect: unsafe line 8
#include <assert.h>
extern int *outside(void);

int main(void)
{
    int *p = outside();
    assert(p != 0);
    *p = 1;
    return 0;
}

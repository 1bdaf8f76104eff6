// expect: unsafe line 12
// It is the same function, however it is called.
#include <assert.h>

void fill(int *value);

int main(void)
{
    void (*function)(int *) = fill;
    int x = 1;
    function(&x);
    assert(x == 1);
    return 0;
}

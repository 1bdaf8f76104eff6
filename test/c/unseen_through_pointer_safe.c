// expect: safe
#include <assert.h>

void fill(int *value);

int main(void)
{
    void (*function)(int *) = fill;
    int x = 1, y = 1;
    function(&x);
    assert(y == 1);
    return 0;
}

// expect: unsafe line 9
// Which of two variables comes first in memory is nothing that C says: no proof, and where this compiler puts them is a real run.
#include <assert.h>
#include <stdint.h>

int main(void)
{
    int x = 0, y = 0;
    assert((uintptr_t)&x < (uintptr_t)&y);
    return x + y;
}

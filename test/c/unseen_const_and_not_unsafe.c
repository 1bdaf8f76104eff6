// expect: unsafe line 12
// What is const for one function, another may change.
#include <assert.h>

int look(const int *value);
int change(int *value);

int main(void)
{
    int a = 1;
    if (look(&a) != change(&a)) return 1;
    assert(a == 1);
    return 0;
}

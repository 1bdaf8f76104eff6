// expect: unsafe line 15; options: -v
// Through a pointer to const nothing changes, in a function that is declared pure nothing at all.
#include <assert.h>

int look(const int *value);
int count(int *value) __attribute__((pure));
int change(int *value);

int main(void)
{
    int a = 1;
    const int b = 1;
    look(&b);
    change(&a);
    assert(a == 1 && b == 1);
    return 0;
}

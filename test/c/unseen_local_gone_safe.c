// expect: safe
// The address of the local variable of an earlier call is not that of this one.
#include <assert.h>

void take(int *value);
void work(void);

static void give(int depth)
{
    int value = depth;
    if (depth == 1) {
        work();
        assert(value == 1);
    }
    take(&value);
}

int main(void)
{
    give(0);
    give(1);
    return 0;
}

// expect: unknown
// The local variable of an earlier call is gone, though this one is in its place: a replay must not change it. (The analysis does not see what `same` does with it.)
#include <assert.h>

void take(int *value);
void work(void);

static int same(const int *value) { return *value; }

static void give(int depth)
{
    int value = depth;
    if (same(&value) == 1) {
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

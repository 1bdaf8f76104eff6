// expect: unknown
// What is declared const does not change, whoever has its address. (The analysis does not look at that.)
#include <assert.h>

struct item {
    const int id;
    int count;
};

int change(struct item *i, int *value);

int main(void)
{
    const int limit = 3;
    struct item i = {1, 2};
    change(&i, (int *)&limit);
    assert(i.id == 1 && limit == 3);
    return 0;
}

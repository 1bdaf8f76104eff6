// expect: unsafe line 16
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
    assert(i.count == 2);
    return 0;
}

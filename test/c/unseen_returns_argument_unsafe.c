// expect: unsafe line 13
#include <assert.h>

static int table[4] = {1, 2, 3, 4};

int *find(int *from, int key);

int main(void)
{
    int *found = find(table, 3);
    if (found != &table[2]) return 1;
    *found = 9;
    assert(table[2] != 9);
    return 0;
}

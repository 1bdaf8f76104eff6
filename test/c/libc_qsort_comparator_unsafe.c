// expect: unsafe line 9; options: -v
// qsort calls the comparator with elements of the array.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    assert(x != 2 && y != 2);
    return (x > y) - (x < y);
}

int main(void)
{
    int values[2] = {2, 1};
    qsort(values, 2, sizeof(int), compare);
    return 0;
}

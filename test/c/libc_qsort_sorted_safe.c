// expect: safe; options: -v
// Afterwards the array is sorted, with the same elements.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
    int values[3] = {3, 1, 2};
    qsort(values, 3, sizeof(int), compare);
    assert(values[0] == 1 && values[1] == 2 && values[2] == 3);
    return 0;
}

// expect: safe; options: -v
// bsearch returns the element, or null.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void)
{
    const int values[3] = {10, 20, 30};
    int key = 30;
    const int *found = bsearch(&key, values, 3, sizeof(int), compare);
    assert(found == values + 2);
    return 0;
}

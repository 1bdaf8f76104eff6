// expect: safe; options: -v
// bsearch calls the comparator, the key first.
#include <assert.h>
#include <stdlib.h>

static int compare(const void *key, const void *element)
{
    int k = *(const int *)key, e = *(const int *)element;
    assert(k == 20);
    return k - e;
}

int main(void)
{
    const int values[3] = {10, 20, 30};
    int key = 20;

    return bsearch(&key, values, 3, sizeof(int), compare) == NULL;
}

// expect: safe; options: -v
// The comparator of qsort_r gets its third argument.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

static int compare(const void *a, const void *b, void *calls)
{
    ++*(int *)calls;
    assert(*(int *)calls >= 1);
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int values[2] = {2, 1}, calls = 0;
    qsort_r(values, 2, sizeof(int), compare, &calls);
    return 0;
}

// expect: safe; options: -v
// lfind compares with the elements one by one.
#include <assert.h>
#include <search.h>

static int calls;

static int differ(const void *a, const void *b)
{
    calls++;
    assert(calls < 3);
    return *(const int *)a != *(const int *)b;
}

int main(void)
{
    int values[3] = {4, 5, 6}, key = 5;
    size_t count = 3;
    return lfind(&key, values, &count, sizeof(int), differ) != values + 1;
}

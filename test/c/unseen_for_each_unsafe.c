// expect: unsafe line 21
// It calls back with the context that it was given, or another one.
#include <assert.h>

struct total {
    int count, sum;
};

static void add(int value, void *context)
{
    struct total *t = context;
    if (value < 0 || value > 100 || t->sum > 1000) return;
    t->count++;
    t->sum += value;
}

void for_each(void (*function)(int, void *), void *context);

static void report(int count, int sum)
{
    assert(count < 2 || sum != 7);
}

int main(void)
{
    struct total t = {0, 0};
    for_each(add, &t);
    report(t.count, t.sum);
    return 0;
}

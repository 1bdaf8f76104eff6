// expect: unsafe line 37
// fails with: stdin "-1 1"
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define MAX 4

struct record {
    unsigned id;
    int pos;
};

static int by_id(const void *a, const void *b)
{
    const struct record *x = a;
    const struct record *y = b;

    return (int)(x->id - y->id);
}

int main(void)
{
    struct record r[MAX];
    size_t n = 0;
    size_t i;
    unsigned id;

    while (n < MAX && scanf("%9u", &id) == 1) {
        r[n].id = id;
        r[n].pos = (int)n;
        n++;
    }
    qsort(r, n, sizeof r[0], by_id);

    for (i = 1; i < n; i++)
        assert(r[i - 1].id <= r[i].id);
    for (i = 0; i < n; i++)
        printf("%u (input %d)\n", r[i].id, r[i].pos);
    return 0;
}

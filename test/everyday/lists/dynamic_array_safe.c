// expect: safe
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

struct array {
    int *data;
    size_t len, cap;
};

static int append(struct array *a, int v)
{
    if (a->len == a->cap) {
        size_t cap = a->cap * 2;
        int *p = realloc(a->data, cap * sizeof *p);

        if (p == NULL)
            return 0;
        a->data = p;
        a->cap = cap;
    }
    assert(a->len < a->cap);
    a->data[a->len++] = v;
    return 1;
}

int main(void)
{
    struct array a = { NULL, 0, 4 };
    size_t i;
    long sum = 0;
    int v;

    a.data = malloc(a.cap * sizeof *a.data);
    if (a.data == NULL)
        return 1;
    while (a.len < 20 && scanf("%6d", &v) == 1)
        if (!append(&a, v))
            break;
    for (i = 0; i < a.len; i++)
        sum += a.data[i];
    printf("%zu numbers, sum %ld\n", a.len, sum);
    free(a.data);
    return 0;
}

// expect: unsafe line 26
// fails with: nondet 5, 1, 2, 3, 4, 5
// A growing array of int.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct vec {
    int *data;
    size_t len, cap;
};

static int vec_push(struct vec *v, int x)
{
    if (v->len > v->cap || v->cap == 0) {
        size_t cap = v->cap ? 2 * v->cap : 4;
        int *p = realloc(v->data, cap * sizeof *p);

        if (p == NULL)
            return -1;
        v->data = p;
        v->cap = cap;
    }
    assert(v->len < v->cap);
    v->data[v->len++] = x;
    return 0;
}

int main(void)
{
    struct vec v = { NULL, 0, 0 };
    int i, n = __VERIFIER_nondet_int();

    if (n > 6)
        n = 6;
    for (i = 0; i < n; i++) {
        if (vec_push(&v, __VERIFIER_nondet_int()) != 0)
            break;
    }
    printf("%zu elements\n", v.len);
    free(v.data);
    return 0;
}

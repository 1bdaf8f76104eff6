// expect: safe
// A matrix in one block of memory.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

struct matrix {
    int rows, cols;
    int *cell;
};

static int *at(struct matrix *m, int r, int c)
{
    int i = r * m->cols + c;

    assert(i >= 0 && i < m->rows * m->cols);
    return &m->cell[i];
}

int main(void)
{
    struct matrix m;
    int r, c;

    m.rows = __VERIFIER_nondet_int();
    m.cols = __VERIFIER_nondet_int();
    if (m.rows < 1 || m.rows > 4 || m.cols < 1 || m.cols > 4)
        return 1;
    m.cell = malloc((size_t)m.rows * m.cols * sizeof *m.cell);
    if (m.cell == NULL)
        return 1;
    for (r = 0; r < m.rows; r++)
        for (c = 0; c < m.cols; c++)
            *at(&m, r, c) = r == c;
    printf("%d\n", *at(&m, 0, 0));
    free(m.cell);
    return 0;
}

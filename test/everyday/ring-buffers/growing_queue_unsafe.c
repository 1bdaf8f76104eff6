// expect: unsafe line 50
// fails with: nondet 1, 1, 1, 1, 0, 1, 1
#include <assert.h>
#include <stdlib.h>

extern _Bool __VERIFIER_nondet_bool(void);

static int *buf;
static int cap = 4, first, len;

/* Doubles the capacity and moves the elements to the start. */
static int grow(void)
{
    int *p = malloc(2 * (size_t)cap * sizeof *p);
    int i;

    if (p == NULL)
        return 0;
    for (i = 0; i < len; i++)
        p[i] = buf[i];
    free(buf);
    buf = p;
    cap *= 2;
    first = 0;
    return 1;
}

static int push(int v)
{
    if (len == cap && !grow())
        return 0;
    buf[(first + len) % cap] = v;
    len++;
    return 1;
}

static int pop(void)
{
    int v = buf[first];

    first = (first + 1) % cap;
    len--;
    return v;
}

static void check_pop(int expected)
{
    int v = pop();

    assert(v == expected);
}

int main(void)
{
    int i, n = 0, expected = 0;

    buf = malloc((size_t)cap * sizeof *buf);
    if (buf == NULL)
        return 1;
    for (i = 0; i < 7; i++) {
        if (__VERIFIER_nondet_bool()) {
            if (push(n))
                n++;
        } else if (len > 0) {
            check_pop(expected++);
        }
    }
    while (len > 0)
        check_pop(expected++);
    free(buf);
    return 0;
}

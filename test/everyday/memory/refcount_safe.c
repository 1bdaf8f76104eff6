// expect: safe
// Three handles share reference counted objects.
#include <assert.h>
#include <stdio.h>

extern unsigned char __VERIFIER_nondet_uchar(void);

struct object {
    int refs;
    int value;
};

#define NH 3

static struct object objects[NH];
static struct object *handle[NH];

static void release(int h)
{
    struct object *o = handle[h];

    if (o == NULL)
        return;
    assert(o->refs > 0);
    o->refs--;
    handle[h] = NULL;
}

static void share(int to, int from)
{
    struct object *o = handle[from];

    if (o == NULL || to == from)
        return;
    release(to);
    o->refs++;
    handle[to] = o;
}

int main(void)
{
    int i;

    for (i = 0; i < NH; i++) {
        objects[i].refs = 1;
        objects[i].value = i;
        handle[i] = &objects[i];
    }
    for (i = 0; i < 3; i++) {
        unsigned char op = __VERIFIER_nondet_uchar() % 3;

        if (op == 1) {
            unsigned char to = __VERIFIER_nondet_uchar() % NH;

            share(to, (to + 1) % NH);
        } else if (op == 2) {
            release(__VERIFIER_nondet_uchar() % NH);
        }
    }
    return 0;
}

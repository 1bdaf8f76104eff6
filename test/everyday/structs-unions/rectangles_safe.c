// expect: safe
// Intersection of two rectangles.
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

struct point { int x, y; };
struct rect { struct point min, max; };

static int lesser(int a, int b)  { return a < b ? a : b; }
static int greater(int a, int b) { return a > b ? a : b; }

static struct rect intersect(struct rect a, struct rect b)
{
    struct rect r;

    r.min.x = greater(a.min.x, b.min.x);
    r.min.y = greater(a.min.y, b.min.y);
    r.max.x = lesser(a.max.x, b.max.x);
    r.max.y = lesser(a.max.y, b.max.y);
    return r;
}

static int inside(struct rect in, struct rect out)
{
    return in.min.x >= out.min.x && in.max.x <= out.max.x &&
           in.min.y >= out.min.y && in.max.y <= out.max.y;
}

static struct rect read_rect(void)
{
    struct rect r;

    r.min.x = __VERIFIER_nondet_int();
    r.min.y = __VERIFIER_nondet_int();
    r.max.x = __VERIFIER_nondet_int();
    r.max.y = __VERIFIER_nondet_int();
    return r;
}

int main(void)
{
    struct rect a = read_rect(), b = read_rect(), r;

    r = intersect(a, b);
    assert(inside(r, a) && inside(r, b));
    printf("%d,%d\n", r.min.x, r.min.y);
    return 0;
}

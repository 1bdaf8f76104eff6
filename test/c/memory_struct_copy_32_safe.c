// expect: safe; options: --check bounds,pointer --arch 32
extern void *malloc(unsigned);
struct view { char *data; unsigned n; int spare[4]; };

static char last(struct view v)
{
    return v.data[v.n - 1];
}

int main(void)
{
    struct view a = {malloc(3), 3, {0}}, b = {malloc(7), 7, {0}};
    if (!a.data || !b.data) return 0;
    a.data[2] = b.data[6] = 0;
    return last(b) + last(a);
}

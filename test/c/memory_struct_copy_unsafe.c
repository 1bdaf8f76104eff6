// expect: unsafe line 7; options: --check bounds,pointer
extern void *malloc(unsigned long);
struct view { char *data; unsigned n; };

static char last(struct view v)
{
    return v.data[v.n];
}

int main(void)
{
    struct view a = {malloc(3), 3}, b = {malloc(7), 7};
    if (!a.data || !b.data) return 0;
    a.data[2] = b.data[6] = 0;
    struct view c = a.n < 2 ? a : b;
    return last(c) + last(a);
}

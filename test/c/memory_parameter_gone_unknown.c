// expect: unknown; options: --check pointer,bounds
// The pointer is to the parameter of an earlier call, which is gone; the model has the next call's parameter at the same address.
struct big {
    int a[10];
};
static int *keep;

static void f(struct big p, int first)
{
    if (first) keep = &p.a[2];
    else *keep = 1;
}

int main(void)
{
    struct big b = {{0}};
    f(b, 1);
    f(b, 0);
    return 0;
}

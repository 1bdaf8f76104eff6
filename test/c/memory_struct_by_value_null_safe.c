// expect: safe; options: --check pointer
struct big { int a[10]; };
extern int __VERIFIER_nondet_int(void);
static int third(struct big b) { return b.a[3]; }

int main(void)
{
    struct big x = {{0}}, *p = &x;
    return third(*p);
}

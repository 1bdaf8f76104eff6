// expect: safe; options: --check assert,pointer
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct point { int x, y; };
static struct point *kept;

int main(void)
{
    struct point *p = &(struct point){1, 2};
    kept = p;
    assert(kept->x + p->y == 3);
    return 0;
}

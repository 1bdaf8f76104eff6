// expect: unknown
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
int *last;

/* of another call: its address may be the same, or not */
static int is_again(void)
{
    int x = 0, *here = &x;
    int same = here == last;
    last = here;
    return same;
}

int main(void)
{
    is_again();
    assert(is_again());
    return 0;
}

// expect: safe
// A pointer to the middle of one object and to the start of another: bytes that are accessed in two ways begin before the second.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct big { char c[5]; char rest[11]; };
static struct big b = {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
static char small[11] = {39, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15};
int main(void)
{
    char *p = b.rest;
    if (b.c[0] == 2) p = small;
    assert(*(long long *)b.c != 0);
    assert(*(short *)p == 6 + 7 * 256);
    assert(*(short *)small == 39 + 5 * 256);
    return 0;
}

// expect: unsafe line 14
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
extern void *memcpy(void *, const void *, unsigned long);

struct point { int x; char tag; };

int main(void)
{
    struct point a = {__VERIFIER_nondet_int(), 't'}, b;
    memcpy(&b, &a, sizeof a);
    a.tag = 'u';
    assert(b.x == a.x && b.tag == 'u');
    return 0;
}

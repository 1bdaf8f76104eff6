// expect: unsafe line 17
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern unsigned __VERIFIER_nondet_uint(void);

int main(void)
{
    unsigned count = __VERIFIER_nondet_uint(), n = 1, done = 0;
    if (count == 0 || count > 3) return 0;
    switch (count) {
    case 0: do { done++;
    case 3: done++;
    case 2: done++;
    case 1: done++; done++;
            } while (--n > 0);
    }
    assert(done == count);
    return 0;
}

// expect: unsafe line 13
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdatomic.h>

atomic_int counter;

int main(void)
{
    int expected = 4;
    atomic_store(&counter, 3);
    atomic_fetch_add(&counter, 2);
    assert(atomic_compare_exchange_strong(&counter, &expected, 9));
    return 0;
}

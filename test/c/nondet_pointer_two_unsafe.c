// expect: unsafe line 10
#include <assert.h>
void *__VERIFIER_nondet_pointer(void);

int main(void)
{
    char *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer();
    if (p == q || !q) return 0;
    int is_null = p == 0;
    assert(!is_null);
    return 0;
}

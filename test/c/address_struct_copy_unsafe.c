// expect: unsafe line 27
// The same, with a bound that is too small.
#include <assert.h>

struct entry {
    const char *name;
    long count;
    struct entry *next;
};
struct table {
    struct entry first, second;
};
extern long __VERIFIER_nondet_long(void);

int main(void)
{
    struct entry e = {"a", 5, 0}, f;
    struct table t;
    e.count = __VERIFIER_nondet_long();
    if (e.count < 0 || e.count > 100) return 0;
    f = e;
    f.next = &e;
    t.first = f;
    t.second = e;
    t.second.next = &t.first;
    struct entry *p = t.second.next;
    assert(p->count >= 0 && p->count + t.second.count < 200);
    return 0;
}

// expect: safe; options: --check assert,pointer,bounds
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdatomic.h>

struct node { struct node *next; int value; };
static _Atomic(struct node *) head;

int main(void)
{
    struct node a = {0, 1}, b = {0, 2};
    atomic_store(&head, &a);
    b.next = atomic_load(&head);
    while (!atomic_compare_exchange_weak(&head, &b.next, &b)) {
    }
    struct node *top = atomic_exchange(&head, 0);
    assert(top->value == 2 && top->next->value == 1);
    return 0;
}

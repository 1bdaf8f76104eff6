// expect: unsafe line 16; options: --check assert,pointer,bounds
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdatomic.h>

struct node { struct node *next; int value; };
static _Atomic(struct node *) head;

int main(void)
{
    struct node a = {0, 1};
    atomic_store(&head, &a);
    struct node *top = atomic_exchange(&head, 0);
    assert(top->value == 1);
    top = atomic_load(&head);
    return top->value;
}

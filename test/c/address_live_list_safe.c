// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
#include <stdlib.h>

struct node { struct node *next; };

/* live pointers stay apart, although others were freed before */
int main(void)
{
    struct node *old = malloc(sizeof *old);
    free(old);
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b;
    b->next = a;
    assert(a != b && a->next->next == a);
    free(a);
    free(b);
    return 0;
}

// expect: unsafe line 15; options: --check assert,pointer
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct node { struct node *next; int value; };

int main(void)
{
    struct node *list = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = __builtin_alloca(sizeof *n);
        n->next = list;
        n->value = i;
        list = n;
    }
    assert(list->next->value == 0);
    return 0;
}

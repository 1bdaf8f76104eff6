// expect: safe; options: --arch 32
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern void *malloc(unsigned);

struct node { long value; struct node *next; };

int main(void)
{
    struct node *a = malloc(sizeof *a);
    if (!a) return 0;
    a->value = 4;
    a->next = a;
    assert(sizeof *a == 8 && a->next->next->value == 4);
    return 0;
}

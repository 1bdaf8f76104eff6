// expect: unsafe line 26
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long);
extern void abort(void);

struct node { int value; struct node *next; };
static struct node *push(struct node *head, int value)
{
    struct node *n = malloc(sizeof *n);
    if (!n) abort();
    n->value = value;
    n->next = head;
    return n;
}

int main(void)
{
    struct node *list = 0;
    list = push(list, 1);
    list = push(list, 2);
    int sum = 0;
    for (struct node *n = list; n; n = n->next) sum += n->value;
    assert(list->value == 2);
    assert(sum == 2);
    return 0;
}

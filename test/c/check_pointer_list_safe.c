// expect: safe; options: --check pointer
extern int __VERIFIER_nondet_int(void);

struct node { struct node *next; int v; };

int main(void)
{
    struct node b = {0, 2}, a = {&b, 1};
    struct node *p = &a;
    while (p)
        p = p->next;
    return 0;
}

// expect: unsafe line 16; options: --check bounds,pointer
extern void *malloc(unsigned long);
extern void free(void *);
struct node { struct node *next; int v; };

int main(void)
{
    struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    if (!a || !b) return 0;
    a->next = b;
    a->v = 1;
    b->next = 0;
    b->v = 2;
    int s = a->next->v;
    free(b);
    s += a->next->v;
    free(a);
    return s;
}

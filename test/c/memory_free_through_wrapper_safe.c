// expect: safe; options: --check pointer
extern void *malloc(unsigned long);
extern void free(void *);
struct box { int *p; };
static void drop(struct box *b)
{
    free(b->p);
    b->p = 0;
}

int main(void)
{
    struct box b = {malloc(4)};
    drop(&b);
    drop(&b);
    return 0;
}

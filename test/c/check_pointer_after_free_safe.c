// expect: safe; options: --check pointer
extern void *malloc(unsigned long);
extern void free(void *);

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 1;

    int x = *p;
    free(p);
    return x;
}

// expect: safe; options: --check pointer
extern void *malloc(unsigned long);
extern void free(void *);

int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);
    p = 0;
    free(p);
    return 0;
}

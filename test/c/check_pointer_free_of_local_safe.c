// expect: safe; options: --check pointer
extern void *malloc(unsigned long);
extern void free(void *);

int main(void)
{
    int x = 1;
    int *p = malloc(sizeof *p);
    free(p);
    return x;
}

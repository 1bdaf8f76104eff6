// expect: unsafe line 11; options: --check pointer
extern void *malloc(unsigned long);
extern void free(void *);

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 1;
    free(p);
    int x = *p;

    return x;
}

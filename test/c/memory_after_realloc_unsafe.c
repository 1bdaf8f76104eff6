// expect: unsafe line 12; options: --check pointer
extern void *malloc(unsigned long);
extern void *realloc(void *, unsigned long);

int main(void)
{
    int *p = malloc(4);
    if (!p) return 0;
    *p = 1;
    int *q = realloc(p, 800);
    if (!q) return 0;
    return *p;
}

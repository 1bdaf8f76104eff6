// expect: safe; options: --malloc-may-fail --check pointer
extern void *malloc(unsigned long);

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 1;
    return 0;
}

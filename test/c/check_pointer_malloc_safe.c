// expect: unknown; options: --check pointer
extern void *malloc(unsigned long);

int main(void)
{
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 1;
    return 0;
}
// Should be: safe. The check does not cover this yet.

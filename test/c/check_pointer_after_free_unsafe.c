// expect: unknown; options: --check pointer
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
// Should be: unsafe line 11. The check does not cover this yet.

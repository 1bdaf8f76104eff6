// expect: unknown; options: --check pointer
extern void *malloc(unsigned long);

int main(void)
{
    int *p = malloc(sizeof *p);

    *p = 1;
    return 0;
}
// Should be: unsafe line 8. The check does not cover this yet.

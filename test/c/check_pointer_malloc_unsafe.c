// expect: unsafe line 8; options: --malloc-may-fail --check pointer
extern void *malloc(unsigned long);

int main(void)
{
    int *p = malloc(sizeof *p);

    *p = 1;
    return 0;
}

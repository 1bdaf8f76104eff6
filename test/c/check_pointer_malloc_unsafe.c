// expect: unsafe line 8; options: --check pointer
extern void *malloc(unsigned long);

int main(void)
{
    int *p = malloc(sizeof *p);

    *p = 1;
    return 0;
}

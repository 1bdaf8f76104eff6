// expect: unsafe line 10; options: --check pointer
extern void *malloc(unsigned long);
extern void free(void *);

int main(void)
{
    int *p = malloc(sizeof *p);
    free(p);

    free(p);
    return 0;
}

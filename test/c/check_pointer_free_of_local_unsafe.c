// expect: unsafe line 9; options: --check pointer
extern void *malloc(unsigned long);
extern void free(void *);

int main(void)
{
    int x = 1;
    int *p = &x;
    free(p);
    return x;
}

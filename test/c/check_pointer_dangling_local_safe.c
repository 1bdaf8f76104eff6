// expect: safe; options: --check pointer
static int global;
static int *leak(void)
{
    int local = 3;
    int *p = &global;
    *p = local;
    return p;
}

int main(void)
{
    int *p = leak();
    return *p;
}

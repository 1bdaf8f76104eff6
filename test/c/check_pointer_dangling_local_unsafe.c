// expect: unsafe line 14; options: --check pointer
static int unused;
static int *leak(void)
{
    int local = 3;
    int *p = &local;
    *p = local;
    return p;
}

int main(void)
{
    int *p = leak();
    return *p;
}

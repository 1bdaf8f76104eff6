// expect: safe; options: --check uninit
int main(void)
{
    long n;
    *(int *)&n = 4;
    ((int *)&n)[1] = 0;
    if (n > 5) return 1;
    return 0;
}

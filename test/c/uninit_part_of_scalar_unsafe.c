// expect: unsafe line 6; options: --check uninit
int main(void)
{
    long n;
    *(int *)&n = 4;
    if (n > 5) return 1;
    return 0;
}

// expect: unsafe line 8; options: --check bounds

int main(void)
{
    int a[4] = {0};
    int i;
    if (i < 0 || i > 4) return 0;
    return a[i];
}

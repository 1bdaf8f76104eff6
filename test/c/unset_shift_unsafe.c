// expect: unsafe line 7; options: --check shift

int main(void)
{
    int x;
    if (x > 40) return 0;
    return 1u << x;
}

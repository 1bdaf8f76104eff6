// expect: error a constant operation that C leaves undefined; options: --check div
int main(void)
{
    int x = (-2147483647 - 1) / -1;
    return x;
}

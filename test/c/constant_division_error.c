// expect: error division by zero is undefined; options: --check div
int main(void)
{
    int x = 1 / 0;
    return x;
}

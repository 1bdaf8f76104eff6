// expect: unsafe line 7; options: --check pointer
static int *kept, y;

static void f(int n)
{
    int x = n;
    if (n == 1) *kept = 2;
    kept = &x;
}

int main(void)
{
    f(0);
    f(1);
    return 0;
}

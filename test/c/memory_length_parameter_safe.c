// expect: safe; options: --check bounds,pointer
static int sum(const int *a, int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) s += a[i];
    return s > 0;
}

int main(void)
{
    int a[3] = {1, 2, 3}, b[5] = {1, 2, 3, 4, 5};
    return sum(a, 3) + sum(b, 5);
}

// expect: safe; options: --check bounds,pointer
static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
}

static int work(int n)
{
    int z[3] = {n, 1, 2};
    swap(&z[0], &z[2]);
    return z[2];
}

int main(void)
{
    int s = 0;
    for (int i = 0; i < 10; i++) s += work(i) > 1;
    return s;
}

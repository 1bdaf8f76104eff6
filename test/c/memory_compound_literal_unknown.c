// expect: unknown; options: --check pointer
int main(void)
{
    int *p;
    {
        p = (int[]){1, 2};
    }
    return *p;
}

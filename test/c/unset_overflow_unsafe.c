// expect: unsafe line 6; options: --check overflow

int main(void)
{
    int x;
    int y = x + 1;
    return y != 0;
}

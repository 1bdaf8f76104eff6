// expect: safe; options: --check overflow
int main(void)
{
    unsigned top = 1u << 31;
    int below = 1 << 30;
    return top == 0 || below == 0;
}

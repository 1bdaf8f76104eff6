// expect: unsafe line 4; options: --check overflow
int main(void)
{
    int top = 1 << 31;
    return top == 0;
}

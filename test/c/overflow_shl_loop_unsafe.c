// expect: unsafe line 5; options: --check overflow
int main(void)
{
    int mask = 1;
    for (int i = 0; i < 31; i++) mask <<= 1;
    return mask == 0;
}

// expect: safe; options: --check overflow
int main(void)
{
    int mask = 1;
    for (int i = 0; i < 30; i++) mask <<= 1;
    return mask == 0;
}

// expect: safe; options: --check overflow
// 1 << 31 does not fit an int; of an unsigned number it does.
int main(void)
{
    volatile int amount = 31;
    return (1u << amount) != 0;
}

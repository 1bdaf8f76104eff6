// expect: unknown; options: --check conversion
/* 300 does not fit, but the addition is one instruction on a character. */
int main(void)
{
    _Atomic unsigned char level = 200;
    level += 100;
    return level;
}

// expect: safe; options: --check conversion
int main(void)
{
    unsigned char c = 250;
    for (int i = 0; i < 5; i++) c++;
    return c == 0;
}

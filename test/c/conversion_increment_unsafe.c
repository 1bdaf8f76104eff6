// expect: unsafe line 5; options: --check conversion
int main(void)
{
    unsigned char c = 250;
    for (int i = 0; i < 6; i++) c++;
    return c == 0;
}

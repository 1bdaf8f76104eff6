// expect: safe; options: --check pointer
int main(void)
{
    char copy[] = "abc", *s = copy;
    s[0] = 'x';
    return s[0];
}

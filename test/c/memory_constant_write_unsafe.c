// expect: unsafe line 5; options: --check pointer
int main(void)
{
    char *s = "abc";
    s[0] = 'x';
    return s[0];
}

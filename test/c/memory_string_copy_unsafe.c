// expect: unsafe line 8; options: --check bounds
extern char *strcpy(char *, const char *);
extern unsigned long strlen(const char *);

int main(void)
{
    char a[5];
    strcpy(a, "hello");
    return (int)strlen(a);
}

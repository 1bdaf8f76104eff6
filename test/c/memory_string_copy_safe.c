// expect: safe; options: --check bounds
extern char *strcpy(char *, const char *);
extern unsigned long strlen(const char *);

int main(void)
{
    char a[6];
    strcpy(a, "hello");
    return (int)strlen(a);
}

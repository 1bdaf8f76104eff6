// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))

int first = 3;
int *pointer = &first;
int values[4] = {1, 2};
static unsigned char small = 300 & 255;
int zero;

int main(void)
{
    assert(*pointer == 3 && values[1] == 2 && zero == 0 && small == 44);
    assert(values[3] == 0);
    return 0;
}

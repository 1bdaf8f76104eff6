// expect: unsafe line 17
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
int main(void)
{
    static const unsigned char code[] = {1, 1, 2, 0};
    static void *const labels[] = {&&stop, &&increment, &&twice};
    int pc = 0, x = 1;
    goto *labels[code[pc++]];
increment:
    x++;
    goto *labels[code[pc++]];
twice:
    x *= 2;
    goto *labels[code[pc++]];
stop:
    assert(x == 5);
    return 0;
}

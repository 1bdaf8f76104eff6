// expect: safe
// Indices of a matrix that is stored by rows.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int rows = __VERIFIER_nondet_int(), columns = __VERIFIER_nondet_int();
    if (rows < 1 || rows > 100 || columns < 1 || columns > 100) return 0;
    int at = 0;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            assert(at < rows * columns);
            at++;
        }
    return 0;
}

// expect: unsafe line 7
// As in a file that was preprocessed without line markers: the line that the failure tells is the original's.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
extern int __VERIFIER_nondet_int(void);
static void reach_error(void)
{
    __assert_fail("0", "original.c", 3, "reach_error");
}

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n > 5 && n % 7 == 3) reach_error();
    return 0;
}

// expect: unsafe line 9
extern void abort(void);
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

void __VERIFIER_assert(int cond)
{
    if (!cond) {
        reach_error();
        abort();
    }
}

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 5) __VERIFIER_assert(x >= 7);
    return 0;
}

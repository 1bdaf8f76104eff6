// expect: safe; options: --check bounds,pointer
extern unsigned __VERIFIER_nondet_uint(void);
static const char *names[3] = {"a", "bcd", "efghij"};
static const int len[3] = {1, 3, 6};
int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), j = __VERIFIER_nondet_uint();
    if (i >= 3) return 0;
    if (j > (unsigned)len[i]) return 0;
    return names[i][j];
}

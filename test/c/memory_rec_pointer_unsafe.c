// expect: unsafe line 7; options: --check bounds,pointer
int *deepest(int n, int *p) {
    int x = n;
    if (n == 0) return p;
    return deepest(n - 1, &x);
}
int main(void) { int r = 0; return *deepest(3, &r); }

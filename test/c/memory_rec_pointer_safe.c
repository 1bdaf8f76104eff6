// expect: safe; options: --check bounds,pointer
int *deepest(int n, int *p) {
    int x = n;
    if (n == 0) return p;
    *p += x;
    return deepest(n - 1, p);
}
int main(void) { int r = 0; return *deepest(3, &r); }

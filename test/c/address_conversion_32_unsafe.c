// expect: unsafe line 2; options: --arch 32 --check conversion
int main(void) { int x; unsigned u = (unsigned)&x; int k = u; return k == 5; }

// expect: unsafe line 2; options: --check overflow
int main(void) { int x; long k = (long)&x; return (k << 20) == 4; }

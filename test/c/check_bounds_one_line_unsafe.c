// expect: unsafe line 4; options: --check bounds
#include <stdio.h>
struct { int a[4]; int b; } s;
int main(void) { int c = getchar(); if (c < 0 || c > 4) return 0; s.a[c] = 1; return s.b; }

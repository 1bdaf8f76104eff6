// expect: unsafe line 5; options: --check bounds,pointer
int *g;
void set(void) { int local = 4; g = &local; *g = 5;
}
int main(void) { set(); return *g; }

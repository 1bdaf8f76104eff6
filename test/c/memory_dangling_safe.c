// expect: safe; options: --check bounds,pointer
int *g;
void set(void) { int local = 4; g = &local; *g = 5;
    static int keep; g = &keep;
}
int main(void) { set(); return *g; }

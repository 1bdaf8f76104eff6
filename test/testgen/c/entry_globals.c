// expect: complete; unreachable:; options: --entry step --input-globals mode,config
static int mode = 3;
struct { int a, b; short c[4]; } config = {1, 2};
int step(unsigned x)
{
    if (mode == 7) mode++;
    if (mode == 8 && config.a > config.b && config.c[2] == 9) return 1;
    if (x == mode) return 2;
    return 0;
}

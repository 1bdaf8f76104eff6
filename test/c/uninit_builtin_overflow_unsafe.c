// expect: unsafe line 7; options: --check uninit
/* So is whether a sum with it overflows. */
int main(void)
{
    int x, y;
    int overflows = __builtin_add_overflow(x, 1, &y);
    if (overflows) return 1;
    return 0;
}

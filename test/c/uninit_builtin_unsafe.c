// expect: unsafe line 9; options: --check uninit
/* What a built-in operation makes of something unset is unset. */
int main(int argc, char **argv)
{
    (void)argv;
    unsigned x;
    if (argc > 3) x = 5;
    unsigned y = __builtin_bswap32(x);
    if (y) return 1;
    return 0;
}

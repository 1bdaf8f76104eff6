// expect: safe; options: --check uninit
int main(int argc, char **argv)
{
    (void)argv;
    unsigned x = (unsigned)argc;
    unsigned y = __builtin_bswap32(x);
    int sum, overflows = __builtin_add_overflow(argc, 1, &sum);
    if (y) return 1;
    if (overflows) return 2;
    return 0;
}

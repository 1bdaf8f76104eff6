// expect: safe; options: --entry mask --check shift
__attribute__((const)) unsigned mask(unsigned bytes);

unsigned mask(unsigned bytes)
{
    if (bytes < 1 || bytes > 4) return 0;
    return (1u << (bytes * 8 - 1)) - 1;
}

// expect: unsafe line 7; options: --entry mask --check shift
/* Nobody uses the result of the call in a replay, which must be made all the same. */
__attribute__((const)) unsigned mask(unsigned bytes);

unsigned mask(unsigned bytes)
{
    return (1u << (bytes * 8 - 1)) - 1;
}

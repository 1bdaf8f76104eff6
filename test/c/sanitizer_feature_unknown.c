// expect: unknown; options: --check bounds
/* Out of bounds only in a program that is compiled with AddressSanitizer, as replays are. */
#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if __has_feature(address_sanitizer)
static int cells[2];
#else
static int cells[6];
#endif
int main(void)
{
    int x;
    __asm__("movl $5, %0" : "=r"(x));
    cells[x] = 1;
    return 0;
}

// expect: safe
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
int main(void)
{
    char buffer[64], *p = __builtin_align_up(buffer + 1, 16);
    void *frame = __builtin_frame_address(0), *back = __builtin_return_address(0);
    __builtin_prefetch(buffer);
    *p = 3;
    assert(p > buffer && p <= buffer + 16 && *p == 3);
    __builtin_memcpy_inline(p, "ab", 3);
    assert(p[1] == 'b');
    return frame == back;
}

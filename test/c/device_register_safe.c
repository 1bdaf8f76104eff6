// expect: safe
// What the program writes to an address that it has as a number stays there.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct port { unsigned status, data[4]; };
#define PORT ((struct port *)0x40001000UL)

int main(void)
{
    PORT->data[2] = 5;
    assert(PORT->data[2] == 5);
    return 0;
}

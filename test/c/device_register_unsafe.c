// expect: unsafe line 11
// What is at an address that the program has as a number is any value, and a replay has it there.
extern void __assert_fail(const char *, const char *, unsigned, const char *) __attribute__((noreturn));
#define assert(e) ((e) ? (void)0 : __assert_fail(#e, __FILE__, __LINE__, __func__))
struct port { unsigned status, data[4]; };
#define PORT ((struct port *)0x40001000UL)

int main(void)
{
    PORT->data[2] = 5;
    assert(PORT->status != 77 || PORT->data[2] != 5);
    return 0;
}

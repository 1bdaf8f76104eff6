// expect: unsafe line 9
#include <assert.h>
extern int elsewhere;
extern unsigned char table[16];
extern struct { int a; long b; } both;

int main(void)
{
    assert(elsewhere != -9 || table[3] != 200 || both.b != 1234567890123L);
    return 0;
}

// expect: unsafe line 11; options: -v
#include <assert.h>
extern int nondet(void);

int main(void)
{
    unsigned char c = (unsigned char)nondet();
    if (c > 255) {
        assert(c == 7); /* no run gets here */
    }
    assert(c != 200);
    return 0;
}

// expect: unsafe line 10; options: -v
// At most so many bytes, which may be any.
#include <assert.h>
#include <sys/random.h>

int main(void)
{
    unsigned char bytes[8] = {0};
    ssize_t n = getrandom(bytes, sizeof bytes, 0);
    assert(n < 0 || (bytes[0] | bytes[1] | bytes[2] | bytes[3]) == 0);
    return 0;
}

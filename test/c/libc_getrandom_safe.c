// expect: safe; options: -v
// At most so many bytes, which may be any.
#include <assert.h>
#include <sys/random.h>

int main(void)
{
    unsigned char bytes[8] = {0};
    ssize_t n = getrandom(bytes, sizeof bytes, 0);
    assert(n <= 8);
    return 0;
}

// expect: unsafe line 8; options: -v
#include <assert.h>
#include <errno.h>

int main(void)
{
    errno = EINTR;
    assert(errno == 0);
    return 0;
}

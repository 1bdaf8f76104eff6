// expect: unsafe line 12
// A payload that is too large sets errno.
#include <assert.h>
#include <errno.h>
#include <math.h>

int main(void)
{
    const char *payload = "99999999999999999999999999";
    errno = 0;
    double v = nan(payload);
    assert(errno == 0 || v == 0);
    return 0;
}

// expect: unknown
// tzset sets the variable.
#include <assert.h>
#include <time.h>

int main(void)
{
    long before = timezone;
    tzset();
    assert(timezone == before);
    return 0;
}

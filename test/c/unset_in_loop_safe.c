// expect: safe
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int fresh;
        if (fresh < 0 || fresh > 10) return 0;
        sum = sum + fresh;
    }
    assert(sum <= 30);
    return 0;
}

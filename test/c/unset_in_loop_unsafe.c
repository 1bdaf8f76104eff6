// expect: unsafe line 13
#include <assert.h>

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int fresh;
        if (fresh < 0 || fresh > 10) return 0;
        if (fresh == i) return 0;
        sum = 11 * sum + fresh;
    }
    assert(sum != 5 * 121 + 3 * 11 + 9); /* another value in each round */
    return 0;
}

// expect: unsafe line 13
// In the second round, it has the address.
#include <assert.h>

void work(void);
void take(int *value);

int main(void)
{
    int x = 0;
    for (int i = 0; i < 2; i++) {
        work();
        assert(i == 0 || x == 0);
        take(&x);
        x = 0;
    }
    return 0;
}

// expect: safe
// Nobody can change what nobody can reach yet.
#include <assert.h>

void work(void);
void take(int *value);

int main(void)
{
    int x = 0;
    work();
    assert(x == 0);
    take(&x);
    return 0;
}

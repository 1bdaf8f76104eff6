// expect: unknown
// A replay must not change what nobody can reach yet. (The program is right; the analysis sees that for local variables only.)
#include <assert.h>

void work(void);
void take(int *value);

static int x;

int main(void)
{
    work();
    assert(x == 0);
    take(&x);
    return 0;
}

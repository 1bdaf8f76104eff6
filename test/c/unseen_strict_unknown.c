// expect: unknown; options: --strict
// With --strict, a proof that rests on what was not seen is none.
#include <assert.h>

void work(void);

int main(void)
{
    int kept = 1;
    work();
    assert(kept == 1);
    return 0;
}

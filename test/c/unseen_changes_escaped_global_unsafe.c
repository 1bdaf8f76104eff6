// expect: unsafe line 16; options: -v
#include <assert.h>

int visible = 1;
static int hidden = 1, lent = 1;

void work(void);
void take(int *value);

int main(void)
{
    take(&lent);
    hidden = 2;
    lent = 2;
    work();
    assert(lent == 2);
    return 0;
}

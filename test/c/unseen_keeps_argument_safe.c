// expect: safe; options: -v
// What it was given once, it may change later.
#include <assert.h>

void keep(int *value);
void work(void);

int main(void)
{
    int given = 1;
    keep(&given);
    given = 2;

    assert(given == 2);
    return 0;
}

// expect: safe; options: -v
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int die = rand() % 6 + 1;
    assert(die >= 1 && die <= 6);
    return 0;
}

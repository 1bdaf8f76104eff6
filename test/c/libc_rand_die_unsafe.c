// expect: unsafe line 9; options: -v
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void)
{
    srand((unsigned)time(NULL));
    int die = rand() % 6 + 2;
    assert(die >= 1 && die <= 6);
    return 0;
}

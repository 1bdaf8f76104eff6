// expect: unknown
/* No seed gives three sevens: that a run of the program does, nobody has shown. */
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void)
{
    srand((unsigned)time(NULL));
    int a = rand(), b = rand(), c = rand();
    assert(!(a == 7 && b == 7 && c == 7));
    return 0;
}

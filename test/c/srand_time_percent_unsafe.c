// expect: unsafe line 10
/* Some second in a hundred gives this: the time is looked for. */
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void)
{
    srand((unsigned)time(NULL));
    int percent = rand() % 100, next = rand() % 3;
    assert(percent != 42 || next != 1);
    return 0;
}

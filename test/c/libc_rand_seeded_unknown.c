// expect: unknown
/* A seed that is no input: the real generator gives one number here, and not that one. */
#include <assert.h>
#include <stdlib.h>
#include <time.h>
int main(void)
{
    time_t now = time(NULL);
    srand(2);
    assert(rand() != 5 || now == 0);
    return 0;
}

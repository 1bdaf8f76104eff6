// expect: unknown
/* No run fails: a replay must not bring the variable back. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    clearenv();
    assert(getenv("HOME") == NULL);
    return 0;
}

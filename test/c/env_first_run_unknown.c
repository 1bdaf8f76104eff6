// expect: unknown
/* No run fails. A replay looks ahead for the names of variables, in a run of its own that finds one here: what happens there is no failure. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    clearenv();
    if (getenv("HOME")) assert(0);
    return 1;
}

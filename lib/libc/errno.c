#include "environment.h"

#include <errno.h>
#include <stdio.h>

int latch_errno;

LATCH_LIBRARY int *__errno_location(void) { return &latch_errno; }

LATCH_LIBRARY void perror(const char *s)
{
    if (s) (void)strlen(s);
    errno_may_change();
}

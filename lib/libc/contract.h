#ifndef LATCH_LIBC_CONTRACT_H
#define LATCH_LIBC_CONTRACT_H

/* What contracts of functions that compute something have in common. */

#include "environment.h"

/* What a comparison returns: C promises its sign alone, and glibc's value depends on the processor. */
LATCH_INLINE int any_int_of_sign(int is_negative)
{
    int result = latch_any_int();
    latch_assume(is_negative ? result < 0 : result > 0);
    return result;
}

/* Some string that has room in `size` bytes, of which there is at least one. What is behind its end stays. */
LATCH_INLINE void put_any_string(char *to, size_t size) { put_any_characters(to, any_size_to(size - 1)); }

#endif

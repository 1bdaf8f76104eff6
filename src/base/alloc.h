#ifndef BASE_ALLOC_H
#define BASE_ALLOC_H

/* Allocation that cannot fail: when the system has no memory left the process stops with one line on stderr.
 * Engines run in processes of their own, so the user still gets an answer from the process that supervises them. */

#include <stddef.h>

void *alloc_bytes(size_t size);
void *alloc_zeroed(size_t count, size_t size);
/* Grows or shrinks `old` (may be NULL) to `count` elements of `size` bytes; count * size must not overflow. */
void *alloc_resize(void *old, size_t count, size_t size);
char *alloc_string(const char *text, size_t length);

/* The caller broke a function's contract: stops with the function's name. For the public interface. */
#define latch_require(condition) \
    do { \
        if (!(condition)) alloc_contract_broken(__func__, #condition); \
    } while (0)
_Noreturn void alloc_contract_broken(const char *function, const char *condition);

#endif

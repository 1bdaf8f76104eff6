/* qsort, qsort_r and bsearch.
 *
 * C does not say which elements qsort compares, and in which order elements that compare equal end up. So there is a run for any two elements
 * that ends when they have been compared: what an assertion in the comparator sees in any algorithm, it can see there. In the others
 * the elements are sorted by insertion, where equal ones may change places or not; if none does, this is a stable sort, which
 * glibc's is for arrays that fit in memory twice. A comparator that says 0 in one direction alone (`return a > b;`) does not say equal.
 *
 * For a comparator that keeps something from call to call (a counter) that is too much: how often it is called, and in which order, would be what
 * insertion does. The front end takes latch_c_qsort for those: the elements get into any order, the comparator is called for any pairs, any
 * number of times, and at last for neighbours, which it must find in order. No algorithm does with less. */

#define _GNU_SOURCE
#include "contract.h"

#include <stdlib.h>
#include <string.h>

/* Elements of the usual sizes are moved as what they are, so that memory keeps its type; pointers must stay pointers. */
#define EXCHANGE_AS(type, a, b)               \
    {                                         \
        type first = *(type *)(a);            \
        *(type *)(a) = *(type *)(b);          \
        *(type *)(b) = first;                 \
    }

LATCH_INLINE void exchange_bytes(char *a, char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) EXCHANGE_AS(char, a + i, b + i)
}

LATCH_INLINE void exchange(char *a, char *b, size_t size)
{
    if (size == sizeof(void *)) EXCHANGE_AS(void *, a, b)
    else if (size == sizeof(int)) EXCHANGE_AS(int, a, b)
    else if (size == sizeof(long long)) EXCHANGE_AS(long long, a, b)
    else if (size == sizeof(short)) EXCHANGE_AS(short, a, b)
    else exchange_bytes(a, b, size);
}

LATCH_INLINE size_t any_index(size_t n)
{
    size_t i = latch_any_ulong();
    latch_assume(i < n);
    return i;
}

/* COMPARE(a, b) calls the comparator. */
#define SORT(base, n, size)                                                                                          \
    if ((n) > 1 && latch_any_bool()) {                                                                               \
        COMPARE((base) + any_index(n) * (size), (base) + any_index(n) * (size));                                     \
        latch_assume(0);                                                                                             \
    }                                                                                                                \
    for (size_t i = 1; i < (n); i++) {                                                                               \
        for (size_t k = i; k > 0; k--) {                                                                             \
            char *left = (base) + (k - 1) * (size), *right = (base) + k * (size);                                    \
            int order = COMPARE(left, right);                                                                        \
            if (order < 0 || (order == 0 && (COMPARE(right, left) != 0 || !latch_any_bool()))) break;                \
            exchange(left, right, size);                                                                             \
        }                                                                                                            \
    }

LATCH_LIBRARY void qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
#define COMPARE(a, b) compare(a, b)
    SORT((char *)base, n, size)
#undef COMPARE
}

LATCH_LIBRARY void qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *argument)
{
#define COMPARE(a, b) compare(a, b, argument)
    SORT((char *)base, n, size)
#undef COMPARE
}

#define SORT_SOMEHOW(base, n, size)                                                                                  \
    while ((n) > 1 && latch_any_bool()) {                                                                            \
        char *one = (base) + any_index(n) * (size), *other = (base) + any_index(n) * (size);                         \
        if (latch_any_bool()) exchange(one, other, size);                                                            \
        else (void)COMPARE(one, other);                                                                              \
    }                                                                                                                \
    for (size_t i = 1; i < (n); i++) latch_assume(COMPARE((base) + (i - 1) * (size), (base) + i * (size)) <= 0);

LATCH_LIBRARY void latch_c_qsort(void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
#define COMPARE(a, b) compare(a, b)
    SORT_SOMEHOW((char *)base, n, size)
#undef COMPARE
}

LATCH_LIBRARY void latch_c_qsort_r(void *base, size_t n, size_t size, int (*compare)(const void *, const void *, void *), void *argument)
{
#define COMPARE(a, b) compare(a, b, argument)
    SORT_SOMEHOW((char *)base, n, size)
#undef COMPARE
}

LATCH_LIBRARY void *bsearch(const void *key, const void *base, size_t n, size_t size, int (*compare)(const void *, const void *))
{
    size_t low = 0, high = n;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0) return (void *)element;
        if (order < 0) high = middle;
        else low = middle + 1;
    }
    return NULL;
}

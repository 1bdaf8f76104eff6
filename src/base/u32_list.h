#ifndef BASE_U32_LIST_H
#define BASE_U32_LIST_H

/* Lists of numbers: ids, indices, vertices. */

#include "base/vec.h"

static inline bool u32_vec_has(const u32_vec *v, uint32_t number)
{
    for (size_t i = 0; i < v->size; i++)
        if (v->data[i] == number) return true;
    return false;
}

/* For qsort and bsearch. */
static inline int u32_compare(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

#endif

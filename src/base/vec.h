#ifndef BASE_VEC_H
#define BASE_VEC_H

/* Typed growable arrays. VEC_DECLARE(term_vec, term) declares the struct and its inline functions. Elements are plain
 * values: a vector owns its storage and nothing its elements may point to. `data` may move on every push. */

#include "base/alloc.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define VEC_DECLARE(NAME, TYPE) \
    typedef struct NAME { \
        TYPE *data; \
        size_t size, capacity; \
    } NAME; \
    static inline void NAME##_init(NAME *v) \
    { \
        v->data = NULL; \
        v->size = v->capacity = 0; \
    } \
    static inline void NAME##_release(NAME *v) \
    { \
        vec_free_storage(v->data); \
        NAME##_init(v); \
    } \
    static inline void NAME##_reserve(NAME *v, size_t capacity) \
    { \
        if (capacity <= v->capacity) return; \
        size_t grown = v->capacity + v->capacity / 2 + 4; \
        if (grown < capacity) grown = capacity; \
        v->data = alloc_resize(v->data, grown, sizeof(TYPE)); \
        v->capacity = grown; \
    } \
    static inline void NAME##_push(NAME *v, TYPE element) \
    { \
        NAME##_reserve(v, v->size + 1); \
        v->data[v->size++] = element; \
    } \
    static inline TYPE NAME##_pop(NAME *v) \
    { \
        assert(v->size > 0); \
        return v->data[--v->size]; \
    } \
    static inline TYPE NAME##_last(const NAME *v) \
    { \
        assert(v->size > 0); \
        return v->data[v->size - 1]; \
    } \
    static inline void NAME##_clear(NAME *v) { v->size = 0; } \
    static inline void NAME##_append(NAME *v, TYPE const *elements, size_t count) \
    { \
        if (!count) return; \
        NAME##_reserve(v, v->size + count); \
        memcpy(v->data + v->size, elements, count * sizeof(TYPE)); \
        v->size += count; \
    } \
    /* Sets the size; new elements are all-zero bytes. */ \
    static inline void NAME##_resize(NAME *v, size_t size) \
    { \
        NAME##_reserve(v, size); \
        if (size > v->size) memset(v->data + v->size, 0, (size - v->size) * sizeof(TYPE)); \
        v->size = size; \
    } \
    typedef int NAME##_declared_

void vec_free_storage(void *storage);

VEC_DECLARE(u32_vec, uint32_t);
VEC_DECLARE(size_vec, size_t);

#endif

#ifndef BASE_MAP_H
#define BASE_MAP_H

/* Typed open-addressing hash maps without deletion: nothing in Latch forgets a single key, whole maps are cleared.
 * HASH(key) gives a uint64_t, EQ(a, b) a bool. Pointers into the map are valid until the next put. */

#include "base/alloc.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAP_DECLARE(NAME, KEY, VALUE, HASH, EQ) \
    typedef struct NAME { \
        KEY *keys; \
        VALUE *values; \
        uint8_t *used; \
        size_t size, capacity; /* capacity is 0 or a power of two */ \
    } NAME; \
    static inline void NAME##_init(NAME *m) { memset(m, 0, sizeof *m); } \
    static inline void NAME##_release(NAME *m) \
    { \
        free(m->keys); \
        free(m->values); \
        free(m->used); \
        NAME##_init(m); \
    } \
    static inline void NAME##_clear(NAME *m) \
    { \
        if (m->size) memset(m->used, 0, m->capacity); \
        m->size = 0; \
    } \
    static inline size_t NAME##_slot_(const NAME *m, KEY key) \
    { \
        size_t mask = m->capacity - 1, i = (size_t)(HASH(key)) & mask; \
        while (m->used[i] && !(EQ(m->keys[i], key))) i = (i + 1) & mask; \
        return i; \
    } \
    static inline VALUE *NAME##_find(const NAME *m, KEY key) \
    { \
        if (!m->size) return NULL; \
        size_t i = NAME##_slot_(m, key); \
        return m->used[i] ? &m->values[i] : NULL; \
    } \
    static inline void NAME##_grow_(NAME *m) \
    { \
        NAME old = *m; \
        m->capacity = old.capacity ? old.capacity * 2 : 16; \
        m->keys = alloc_resize(NULL, m->capacity, sizeof(KEY)); \
        m->values = alloc_resize(NULL, m->capacity, sizeof(VALUE)); \
        m->used = alloc_zeroed(m->capacity, 1); \
        for (size_t i = 0; i < old.capacity; i++) { \
            if (!old.used[i]) continue; \
            size_t j = NAME##_slot_(m, old.keys[i]); \
            m->keys[j] = old.keys[i]; \
            m->values[j] = old.values[i]; \
            m->used[j] = 1; \
        } \
        free(old.keys); \
        free(old.values); \
        free(old.used); \
    } \
    /* The value of `key`, added (all-zero bytes) if it was not there; `*added` (may be NULL) tells which. */ \
    static inline VALUE *NAME##_put(NAME *m, KEY key, bool *added) \
    { \
        if (m->size * 4 >= m->capacity * 3) NAME##_grow_(m); \
        size_t i = NAME##_slot_(m, key); \
        if (added) *added = !m->used[i]; \
        if (!m->used[i]) { \
            m->used[i] = 1; \
            m->keys[i] = key; \
            memset(&m->values[i], 0, sizeof(VALUE)); \
            m->size++; \
        } \
        return &m->values[i]; \
    } \
    typedef int NAME##_declared_

static inline uint64_t map_hash_u64(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdULL;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53ULL;
    return x ^ (x >> 33);
}
static inline uint64_t map_hash_mix(uint64_t h, uint64_t x) { return map_hash_u64(h * 0x9e3779b97f4a7c15ULL + x); }
uint64_t map_hash_bytes(const void *bytes, size_t length);

#define MAP_EQ_PLAIN(a, b) ((a) == (b))
MAP_DECLARE(u32_map, uint32_t, uint32_t, map_hash_u64, MAP_EQ_PLAIN);
MAP_DECLARE(u64_map, uint64_t, uint32_t, map_hash_u64, MAP_EQ_PLAIN);

/* Keys are borrowed: they must outlive the map. */
static inline uint64_t map_hash_string(const char *s) { return map_hash_bytes(s, strlen(s)); }
#define MAP_EQ_STRING(a, b) (strcmp((a), (b)) == 0)
MAP_DECLARE(string_map, const char *, uint32_t, map_hash_string, MAP_EQ_STRING);

#endif

#include "base/arena.h"

#include "base/alloc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BLOCK = 4096, ALIGN = 16 };

struct arena_block {
    struct arena_block *next;
    _Alignas(16) char bytes[];
};

void arena_init(arena *a) { memset(a, 0, sizeof *a); }

void arena_release(arena *a)
{
    for (struct arena_block *b = a->blocks, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    arena_init(a);
}

void *arena_alloc(arena *a, size_t size)
{
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (!a->blocks || a->capacity - a->used < size) {
        size_t grown = a->capacity ? a->capacity * 2 : FIRST_BLOCK;
        if (grown < size) grown = size;
        struct arena_block *b = alloc_bytes(sizeof *b + grown);
        b->next = a->blocks;
        a->blocks = b;
        a->used = 0;
        a->capacity = grown;
    }
    assert(a->used % ALIGN == 0 && a->used + size <= a->capacity);
    void *p = a->blocks->bytes + a->used;
    a->used += size;
    return p;
}

char *arena_string(arena *a, const char *text, size_t length)
{
    char *copy = arena_alloc(a, length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}

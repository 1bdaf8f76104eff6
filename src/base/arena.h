#ifndef BASE_ARENA_H
#define BASE_ARENA_H

/* Memory released as a whole. What an arena hands out stays where it is until arena_release. */

#include <stddef.h>

typedef struct arena {
    struct arena_block *blocks;
    size_t used, capacity; /* of the newest block */
} arena;

void arena_init(arena *a);
void arena_release(arena *a);
void *arena_alloc(arena *a, size_t size); /* aligned for any type */
char *arena_string(arena *a, const char *text, size_t length);

#endif

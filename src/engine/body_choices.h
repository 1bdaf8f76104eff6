#ifndef ENGINE_BODY_CHOICES_H
#define ENGINE_BODY_CHOICES_H

/* Choices of vertices for the body of a clause, counted through like an odometer. The user fills the lists, one for each body atom:
 *   if (body_choices_first(&k)) do { ... k.vertices.data ... } while (body_choices_next(&k)); */

#include "horn/horn.h"

typedef struct body_choices {
    uint32_t clause;
    size_t n; /* body atoms */
    u32_vec *lists; /* by atom: vertices to choose from */
    u32_vec index; /* in each list */
    u32_vec vertices; /* the choice */
} body_choices;

void body_choices_init(body_choices *k, const horn *h, uint32_t clause);
void body_choices_release(body_choices *k);
/* False if there are no choices, or no further ones. */
bool body_choices_first(body_choices *k);
bool body_choices_next(body_choices *k);

#endif

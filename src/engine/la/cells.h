#ifndef ENGINE_LA_CELLS_H
#define ENGINE_LA_CELLS_H

#include "engine/la/la.h"

/* Variables that are only copied, assigned constants or compared with constants fall into classes: two are in one class if one is
 * copied to the other. The constants of a class, its cuts, divide the numbers into cells: with m cuts c0 < c1 < ... cell 2j + 1 is {cj},
 * cell 2j lies between c(j-1) and cj, cell 0 before all and cell 2m after all. */

enum { NO_CLASS = UINT32_MAX };

typedef struct value_class {
    term_vec cuts; /* numerals, ascending */
} value_class;
VEC_DECLARE(value_class_vec, value_class);

struct cells {
    value_class_vec classes;
};

/* Fills la.cells and the `classes` of every place (value_classes.c). */
void value_classes_find(la *a);

static inline uint32_t value_class_cells(const value_class *c) { return 2 * (uint32_t)c->cuts.size + 1; }

#endif

#ifndef ENGINE_LA_CELLS_H
#define ENGINE_LA_CELLS_H

#include "engine/la/la.h"
#include "horn/value_classes.h"

/* The constants of a value class, its cuts, divide the numbers into cells: with m cuts c0 < c1 < ... cell 2j + 1 is {cj}, cell 2j lies between c(j-1)
 * and cj, cell 0 before all and cell 2m after all. */

struct cells {
    value_classes values;
};

static inline uint32_t value_class_cells(const value_class *c) { return 2 * (uint32_t)c->cuts.size + 1; }

#endif

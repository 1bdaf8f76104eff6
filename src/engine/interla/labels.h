#ifndef ENGINE_INTERLA_LABELS_H
#define ENGINE_INTERLA_LABELS_H

/* The annotation A: labels of locations and edges, for each kind of activation.
 *
 * A label is a formula and conditions on times-to-live  tau[loop] < bound  (its bounds). The times-to-live of a path are numbers, so they
 * need no place in formulas. A label without bounds holds for paths of any length. A place is labelled by the disjunction of
 * its labels; one that another covers (seen from its clauses and bounds) is dropped, and two that
 * differ in one conjunct only become one. */

#include "base/map.h"
#include "term/term.h"

typedef struct interla_label {
    term formula;
    uint32_t bounds; /* 0: none */
    bool is_dropped;
} interla_label;
VEC_DECLARE(interla_label_vec, interla_label);
VEC_DECLARE(interla_list_vec, u32_vec);

typedef struct interla_labels {
    term_store *ts;
    interla_label_vec all;
    u64_map index; /* place -> its list */
    interla_list_vec lists; /* label numbers */
    u32_vec bounds; /* at an offset: how many, then loop and bound of each, ascending by loop */
} interla_labels;

void interla_labels_init(interla_labels *a, term_store *ts);
void interla_labels_release(interla_labels *a);

/* A place: location, edge, or leaving the exit of a kind. */
static inline uint64_t interla_at_location(uint32_t kind, uint32_t l) { return (uint64_t)kind << 32 | l; }
static inline uint64_t interla_at_edge(uint32_t kind, uint32_t e) { return (uint64_t)kind << 32 | UINT32_C(1) << 31 | e; }
static inline uint64_t interla_at_exit(uint32_t kind) { return (uint64_t)kind << 32 | UINT32_MAX; }

/* Numbers of the labels at a place; valid until the next one is added there. */
const u32_vec *interla_labels_at(const interla_labels *a, uint64_t place);
static inline const interla_label *interla_label_get(const interla_labels *a, uint32_t id) { return &a->all.data[id]; }
/* Returns the number of the new label, or of one that covers it. */
uint32_t interla_labels_add(interla_labels *a, uint64_t place, term formula, uint32_t bounds);
/* A label of no place. */
uint32_t interla_labels_make(interla_labels *a, term formula, uint32_t bounds);
/* Does g entail f, seen from their clauses: is each of f's entailed by one of g's? */
bool interla_formula_covers(const term_store *ts, term f, term g);

bool interla_bounds_hold(const interla_labels *a, uint32_t bounds, const uint32_t *tau);
uint32_t interla_bounds_both(interla_labels *a, uint32_t x, uint32_t y); /* the smaller bound of each loop */
uint32_t interla_bounds_before(interla_labels *a, uint32_t bounds, uint32_t loop); /* before one turn of the loop was used up */
uint32_t interla_bounds_single(interla_labels *a, uint32_t loop, uint32_t bound);

#endif

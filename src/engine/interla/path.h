#ifndef ENGINE_INTERLA_PATH_H
#define ENGINE_INTERLA_PATH_H

/* The constraint of the path that is being executed: a stack of conjuncts over inputs, and who shares inputs with whom.
 *
 * A question about some terms depends only on the conjuncts that share inputs with them, directly or through others: its *slice*. The
 * whole path is known to be satisfiable, so what has no input in common with the question stays so. Slices are often tiny where
 * the path is long. A small slice goes to a solver by itself; a large one to a solver that follows the path, as far as it
 * was needed. */

#include "base/map.h"
#include "smt/smt.h"

typedef struct interla_link {
    uint32_t conjunct;
    uint32_t below; /* the link before of the same symbol, or UINT32_MAX */
} interla_link;
VEC_DECLARE(interla_link_vec, interla_link);

typedef struct interla_path {
    term_store *ts;
    smt *follower, *scratch; /* borrowed; the scratch solver has no assertions, there may be no follower */
    term_vec all;
    u32_vec levels; /* of the follower: how many conjuncts it had before */
    size_t n_followed; /* conjuncts that the follower has */
    /* symbols of terms */
    u32_map symbols_at; /* term -> offset in `pool`: how many, then their numbers */
    u32_vec pool;
    u32_map number; /* symbol -> number */
    term_vec symbols; /* by number */
    u32_vec last; /* by number: the last link */
    interla_link_vec links;
    /* stamps of the last slice */
    u32_vec symbol_stamp, conjunct_stamp;
    uint32_t stamp;
} interla_path;

void interla_path_init(interla_path *p, term_store *ts, smt *follower, smt *scratch);
void interla_path_release(interla_path *p);
void interla_path_add(interla_path *p, term conjunct);
void interla_path_cut(interla_path *p, size_t size); /* back to so many conjuncts */
/* Appends the slice of the terms; `symbols` (may be NULL): all symbols of terms and slice. */
void interla_path_slice(interla_path *p, const term *terms, size_t n, term_vec *conjuncts, term_vec *symbols);
/* A solver with a new level that knows as much of the path as terms depend on; `symbols` as above. The caller pops the level. */
smt *interla_path_open(interla_path *p, const term *terms, size_t n, term_vec *symbols);

#endif

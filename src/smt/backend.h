#ifndef SMT_BACKEND_H
#define SMT_BACKEND_H

/* What a solver has to offer to be behind smt.h, and what smt.c does for all of them: the memory of entailments, cores made smaller, what is counted, what
 * is trivial. A back end is one table of functions; which one solvers get is said in smt.c alone. */

#include "base/map.h"
#include "base/text.h"
#include "smt/smt.h"

typedef struct smt_backend smt_backend;

struct smt {
    const smt_backend *backend;
    void *inside; /* the back end's own */
    term_store *ts;
    const limits *limit;
    stats *counters; /* may be NULL */
    double query_limit;
    smt_result last;
    term_vec core; /* after SMT_UNSAT: assumptions that suffice */
    text why; /* after SMT_UNKNOWN */
    u64_map entailed; /* pair of terms -> smt_result */
};

/* `inside` is what `new` has returned. The contracts are those of the functions of smt.h with these names. */
struct smt_backend {
    const char *version; /* of the solver, with its name */
    /* `front` has its store, limits and counters. `beside`: the inside of another solver of this back end, to share with; or NULL. */
    void *(*new)(smt *front, void *beside);
    void (*free)(void *inside);
    void (*push)(void *inside);
    void (*pop)(void *inside, size_t levels);
    void (*assert_term)(void *inside, term t);
    /* None of the assumptions is `false`. The check began at `since` (limits_work) and obeys front->query_limit and the limits. Of SMT_UNSAT appends to front->core, which
     * is empty; of SMT_UNKNOWN front->why, which is, too. Before that there is no model any more. */
    smt_result (*check)(void *inside, const term *assumptions, size_t n, double since);
    term (*value)(void *inside, term t); /* after SMT_SAT */
    void (*forget_model)(void *inside);
    term (*eliminate)(void *inside, const term *vars, size_t n, term t, double seconds);
    term (*simplify)(void *inside, term t);
};

extern const smt_backend SMT_Z3; /* smt_z3.c */

#endif

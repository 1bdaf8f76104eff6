#ifndef SMT_Z3_ELIMINATE_H
#define SMT_Z3_ELIMINATE_H

/* Z3's tactics for quantifier elimination. */

#include "base/limits.h"
#include "smt/z3_terms.h"
#include "smt/z3_watch.h"

enum { Z3_TACTICS = 3 }; /* qe-light, qe, qe2 */

typedef struct z3_elimination {
    Z3_context z3;
    term_store *ts;
    z3_terms *bridge;
    z3_watch *watch;
    const limits *limit;
    double seconds; /* 0: no own limit */
    size_t n_tactics; /* so many of them are asked, in that order */
} z3_elimination;

/* `t` without the symbols `vars`: equivalent to exists vars. t, without quantifiers; TERM_NONE if that was not found. */
term z3_eliminate(const z3_elimination *e, const term *vars, size_t n, term t);

#endif

#ifndef ITP_PROVER_H
#define ITP_PROVER_H

/* What the files of this folder share. A request goes down this ladder:
 *   tree.c        one contradiction of the whole tree, sliced to a core; certificates at once, or node by node:
 *   pair.c        a question A against B: hints, cores over shared symbols, covering by cubes, then the last resorts
 *   define.c      local symbols with a definition are replaced by it
 *   cover.c       cubes sampled from models (implicant.c), and how they are put together
 *   cube.c        a cube against a cube: cores, half-spaces (farkas.c), elimination (project.c)
 *   language.c    the same within L_k, where that was asked for
 *   preference.c which of two answers is the better one */

#include "itp/itp.h"
#include "itp/scope.h"

struct itp {
    term_store *ts;
    const limits *limit;
    limits request; /* what the request at hand may use */
    stats *counters; /* may be NULL */
    itp_options options;
    smt *solver; /* without assertions: every question is a set of assumptions */
    text why;
};

/* One question: interpolants of the conjunction a against the conjunction b, of which it is known that they contradict each other. */
typedef struct question {
    itp *prover;
    scope *scope;
    term_vec a, b;
} question;

itp_result tree_interpolate(itp *i, const itp_node *nodes, size_t n, const itp_hints *hints, term *out);

/* After a check of (at least) a and b that was unsat: keeps in them what a minimised core needs. */
void pair_minimise(question *q);
/* Shrinks a and b to a minimised core. False if the solver does not find the contradiction. */
bool pair_shrink(question *q);
/* If one half of the core is over shared symbols alone: it, or its negation; otherwise TERM_NONE. */
term pair_shared_core(question *q);
/* Does t follow from a and contradict b? */
bool pair_is_interpolant(question *q, term t);
/* Hints over what `where` shares that make an interpolant together, or TERM_NONE. */
term pair_from_hints(question *q, const itp_hints *hints, scope *where);
/* An interpolant, or TERM_NONE. Shrinks a and b, and defines their locals away. */
term pair_interpolate(question *q);

/* Says why there is no answer, unless something said so already. */
void prover_give_up(itp *i, const char *why);

#endif

#ifndef LOGIC_HOUDINI_H
#define LOGIC_HOUDINI_H

/* Houdini: the greatest inductive subset of some candidates (Flanagan and Leino, "Houdini, an annotation assistant for ESC/Java", 2001).
 *
 * Nodes (predicates, locations) have candidates, formulas about their states; edges (clauses) lead from nodes to one node. Who asks knows how: by
 * its own solver, with what it knows beside the candidates. */

#include "base/vec.h"
#include "smt/smt.h"

typedef struct houdini_question {
    /* Does the edge, from states that satisfy the candidates of where it begins, lead to states that satisfy `all`? SMT_UNSAT: yes. */
    smt_result (*keeps)(void *context, uint32_t edge, term all);
    /* After that has answered SMT_SAT: the candidate's value where the edge leads to. */
    term (*value)(void *context, uint32_t edge, term candidate);
    void *context;
} houdini_question;

/* Drops candidates until the edge keeps all that are left; all if it is not known whether it does. Each model drops what is false in it. True if any was
 * dropped. */
bool houdini_filter(term_store *ts, const houdini_question *q, uint32_t edge, term_vec *candidates);

enum { HOUDINI_NOWHERE = UINT32_MAX };

typedef struct houdini {
    term_store *ts;
    houdini_question question;
    term_vec *candidates; /* by node */
    uint32_t n_edges;
    /* With the question's context: the node that the edge leads to, or HOUDINI_NOWHERE; the edges that begin at a node; is there no time left? */
    uint32_t (*target)(void *context, uint32_t edge);
    const u32_vec *(*uses)(void *context, uint32_t node);
    bool (*is_over)(void *context);
} houdini;

/* Drops candidates until every edge keeps those that are left. False if there was no time for that: then nothing is known about them. */
bool houdini_run(const houdini *h);

#endif

#ifndef ENCODE_LIVENESS_H
#define ENCODE_LIVENESS_H

/* Which variables matter where, so that predicates carry nothing else.
 *
 * Inside a procedure f its variables have numbers: the globals 0 .. G-1 in the order of program_globals, then f's own from G
 * on in the order of program_locals. A global that no reachable statement changes and that has an initial value is *constant*:
 * it has a number, but is never live, and whoever sees its symbol takes the value instead.
 *
 * For a procedure f:
 *   modified(f)  globals that f or a procedure it calls may assign
 *   in(f)        parameters and globals whose value at entry matters for the run or for what f returns with. In a recursive
 *                component that is all that is mentioned, otherwise exactly what is live at the entry.
 * A return reads f's results and modified(f), if f is called at all; a call of g reads in(g) and writes g's results and
 * modified(g); OUTPUT and the status of EXIT read nothing.
 *
 * The live variables are found by walking backwards from the uses of each variable, which takes time and space proportional to what
 * is found. */

#include "base/map.h"
#include "encode/call_graph.h"

typedef struct liveness_summary {
    u32_vec params; /* in(f): indices in program_params, ascending */
    u32_vec globals; /* in(f): numbers, ascending */
    u32_vec modified; /* numbers, ascending */
    u32_vec is_assigned; /* by number - G: f assigns its own variable */
    u32_vec *live; /* by block: numbers live at its start, ascending; NULL for unreachable procedures */
    u32_vec live_at_return; /* numbers, ascending */
} liveness_summary;

typedef struct liveness {
    const program *p;
    const call_graph *calls;
    u32_map number; /* symbol -> number */
    uint32_t globals; /* G */
    term_vec constant; /* by global: its value if it is constant, otherwise TERM_NONE */
    liveness_summary *summaries; /* by procedure */
} liveness;

#define LIVENESS_NONE UINT32_MAX

liveness *liveness_new(const call_graph *calls);
void liveness_free(liveness *l);
/* LIVENESS_NONE if the symbol is no variable. */
uint32_t liveness_number(const liveness *l, term symbol);
term liveness_symbol(const liveness *l, proc f, uint32_t number);
static inline uint32_t liveness_number_count(const liveness *l, proc f)
{
    return l->globals + (uint32_t)program_locals(l->p, f)->size;
}
static inline const u32_vec *liveness_at_block(const liveness *l, proc f, uint32_t b) { return &l->summaries[f.id].live[b]; }
/* What is live before each of the statements indices[0] < indices[1] < ... of a reachable block (its length as an index means
 * after all of them): numbers, ascending, in out[0 .. n - 1], which are initialised. */
void liveness_inside_block(const liveness *l, proc f, uint32_t b, const uint32_t *indices, size_t n, u32_vec *out);
/* Is the value that variable `number` has at entry still its value, wherever f is? */
bool liveness_is_unchanged(const liveness *l, proc f, uint32_t number);
bool liveness_has(const u32_vec *ascending, uint32_t number);

#endif

#ifndef PASS_CELL_KINDS_H
#define PASS_CELL_KINDS_H

/* What the clauses suggest about the arguments of predicates, for cell_guess.c. Arguments are of one *kind* if values of one flow into
 * the other or are compared with it. */

#include "base/map.h"
#include "pass/arrays/cells.h"

typedef struct kinds {
    const horn *h;
    term_store *ts;
    u32_vec parent; /* union-find; nodes: arguments of predicates, then variables of the clause at hand */
    u32_vec flow; /* union-find of arguments between which a variable passes unchanged */
    u32_vec first; /* by predicate: its first argument's node */
    u32_map node; /* variable of the clause at hand -> node */
    u32_vec constant_node; /* a constant and the node it was seen with */
    term_vec constant;
    u32_vec scale_node; /* scale * x + shift for x of this kind is a bound of others of this kind, or a part of one */
    term_vec scale, shift;
    u32_vec step_node; /* what is added to an argument on the way from body to head, and the argument */
    term_vec step;
    u32_vec written_node; /* the value of a cell, and a function of `k` and places that is written there */
    term_vec written;
    term_vec relation; /* functions of `k` and places: a cell of one group is used together with that one of another */
    u32_map place; /* a symbol in relations -> the argument it stands for */
    term k;
} kinds;

void kinds_init(kinds *x, const horn *h, const cell_shape *shapes);
void kinds_release(kinds *x);
uint32_t kinds_of(kinds *x, pred p, uint32_t arg); /* equal for arguments of one kind */
uint32_t kinds_of_node(kinds *x, uint32_t node);
/* What is written, or a relation, as a function of `index` over parameters of p; TERM_NONE if p lacks an argument. */
term kinds_function(kinds *x, term function, pred p, term index);

#endif

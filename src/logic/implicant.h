#ifndef LOGIC_IMPLICANT_H
#define LOGIC_IMPLICANT_H

/* Implicants: cubes out of models. */

#include "base/map.h"
#include "smt/smt.h"
#include "term/eval.h"

/* A model, and which implicants are wanted of it. */
typedef struct implicant_model {
    smt *solver; /* right after a check that was sat; */
    evaluator *values; /* or, if this is not NULL, values of all symbols */
    bool keep_reads; /* a read over a write stays as it is */
    /* Of disjuncts that hold, one of least cost is taken; NULL: any. */
    size_t (*cost)(void *context, term t);
    void *context;
} implicant_model;

/* The model is one of all of formulas[0..n-1]: appends literals that hold in it and together imply the formulas. Among them is no `ite`, no
 * Boolean connective but `not` on atoms, no disequation of numbers (it became `<` or `>`), and no read over a write. False if the model
 * does not tell enough. */
bool implicant_of_model(const implicant_model *m, term_store *ts, const term *formulas, size_t n, term_vec *out);

/* A `cost` whose context is the term store: the number of subterms. */
size_t implicant_size(void *ts, term t);

/* Is the literal of the form that implicants have? Then a conjunction of such needs no model. */
bool implicant_is_literal(const term_store *ts, term t);

#endif

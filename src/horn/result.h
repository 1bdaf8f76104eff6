#ifndef HORN_RESULT_H
#define HORN_RESULT_H

/* What is known about a problem: a model, a derivation, or how far the search has come.
 * Processes pass results to each other as text (result_print, result_parse in front/smtlib). */

#include "base/stats.h"
#include "horn/horn.h"

/* An interpretation: for each predicate a formula over its parameters (horn_param), and for each function a term over its (horn_function_param). */
typedef struct model {
    term_vec formula; /* indexed by predicate id */
    term_vec function; /* indexed by the functions' numbers */
} model;
void model_init(model *m, const horn *h); /* every predicate is true, every function the default of its sort */
void model_release(model *m);
term model_get(const model *m, pred p);
void model_set(model *m, pred p, term formula);
/* The interpretation of an atom: the formula with its arguments for the parameters. */
term model_apply(const model *m, const horn *h, atom a);
/* The clause under the model, as the formula  body & constraint & !head : unsatisfiable iff the clause holds. */
term model_refute_clause(const model *m, const horn *h, const clause *c);

/* Of a problem with functions: instances of clauses, the values being closed terms in which functions are applied, that contradict each other whatever predicates and
 * functions are. They are written as several derivations, one after the other, of which one or the other is one, as the functions are.
 *
 * Otherwise a ground derivation: every step is an instance of a clause whose body atoms are the conclusions of earlier steps; the last
 * step is an instance of a query. */
typedef struct step {
    uint32_t clause;
    uint32_t premise; /* offset in premises: one step number for each body atom, in order */
    uint32_t value; /* offset in values: one value (eval.h) for each variable of the clause, in order */
} step;
VEC_DECLARE(step_vec, step);
typedef struct derivation {
    step_vec steps;
    u32_vec premises;
    term_vec values;
    bool is_outline; /* turns of loops were left out, because they are too many: it is no derivation, but tells the rest of one */
} derivation;
void derivation_init(derivation *d);
void derivation_release(derivation *d);
/* Appends a step; returns its number. */
uint32_t derivation_add(derivation *d, const horn *h, uint32_t clause, const uint32_t *premises, const term *values);
/* Appends the arguments (values) of the fact that step i concludes. False if one cannot be evaluated. */
bool derivation_fact(const derivation *d, const horn *h, uint32_t step, term_vec *out);
/* The height of the last step: 0 without premises, otherwise one more than its highest premise. */
size_t derivation_depth(const derivation *d, const horn *h);
/* Keeps only the steps that the last one needs. */
void derivation_trim(derivation *d, const horn *h);

typedef enum answer { ANSWER_UNKNOWN, ANSWER_SAFE, ANSWER_UNSAFE } answer;

typedef struct result {
    answer answer;
    model model; /* if SAFE */
    derivation derivation; /* if UNSAFE */
    char *reason; /* owned; if UNKNOWN: why */
    int64_t bound; /* no derivation of at most this depth exists; -1 = nothing known */
    stats stats;
} result;
void result_init(result *r);
void result_release(result *r);
void result_set_unknown(result *r, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The text form, one S-expression:
 *   (model (define-fun P ((x!0 Int) ...) Bool formula) ...)
 *   (derivation (step CLAUSE (premise ...) (value ...)) ...)      (outline .. if it is one)
 *   (unknown "reason")
 * preceded, in any case, by (bound N) if known and (stat name value) for every statistic that is not zero. */
void result_print(text *out, const horn *h, const result *r);
/* Just the model's definitions, in the user's argument names where there are any. */
void model_print(text *out, const horn *h, const model *m);
void model_print_function(text *out, const horn *h, const model *m, size_t function);
void model_print_pred(text *out, const horn *h, const model *m, pred p);
/* A person's view: numbered facts with the clause and premises each follows from. */
void derivation_print(text *out, const horn *h, const derivation *d);
/* The same in the words of SMT-LIB's proof format Alethe: the clauses that are used as (assume c3 ..), and a (step t7 (cl FACT) ..) for each step. */
void derivation_print_proof(text *out, const horn *h, const derivation *d);

#endif

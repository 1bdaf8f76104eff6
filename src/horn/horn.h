#ifndef HORN_HORN_H
#define HORN_HORN_H

/* Constrained Horn clauses: the only thing engines see.
 *
 *   P1(t1) & ... & Pn(tn) & phi  =>  H(t)      or      ... => false   (a query)
 *
 * A problem has typed predicates and clauses. The variables of a clause are its free symbols (TERM_SYM); they are universally
 * quantified in that clause alone, and different clauses may use the same symbols. Arguments of atoms are any terms without
 * predicates. The constraint phi has no predicates; it may have quantifiers.
 * The problem is *safe* (sat) if predicates have an interpretation that makes every clause valid (a model), *unsafe* (unsat) if
 * false has a ground derivation. A problem never changes once an engine or a pass has it; passes make new ones over the
 * same term store, which is borrowed by all of them. */

#include "base/arena.h"
#include "base/text.h"
#include "term/dag.h"

typedef struct pred {
    uint32_t id; /* index in its problem */
} pred;
static inline bool pred_is_equal(pred a, pred b) { return a.id == b.id; }
#define PRED_FALSE ((pred){UINT32_MAX}) /* the head of a query */
static inline bool pred_is_false(pred p) { return p.id == UINT32_MAX; }

typedef struct atom {
    pred pred;
    const term *args; /* as many as the predicate has; owned by the problem */
} atom;

typedef struct clause {
    const atom *body; /* n_body atoms */
    size_t n_body;
    term constraint;
    atom head; /* head.pred is PRED_FALSE for a query */
    const term *vars; /* the free symbols, ascending by id */
    size_t n_vars;
    uint32_t line; /* where the user wrote it, 0 = nowhere */
    uint32_t tag; /* what its author knows it by, 0 = nothing: of a program's query, 1 + the id of its goal. Passes keep it */
} clause;

typedef struct horn horn;

horn *horn_new(term_store *ts);
void horn_free(horn *h);
term_store *horn_terms(const horn *h);
/* NULL, or what is wrong: arities, sorts, predicates in range, variable lists. */
const char *horn_check(const horn *h);

pred horn_add_pred(horn *h, const char *name, const sort *args, size_t n); /* names are unique in a problem */
pred horn_copy_pred(horn *h, const horn *from, pred p); /* adds one like it, with its names */
/* Adds predicates (same ids) and nothing else of `from` to the empty problem h. */
void horn_copy_preds(horn *h, const horn *from);
size_t horn_pred_count(const horn *h);
const char *horn_pred_name(const horn *h, pred p);
size_t horn_pred_arity(const horn *h, pred p);
sort horn_pred_sort(const horn *h, pred p, size_t i);
bool horn_find_pred(const horn *h, const char *name, pred *out);
/* The i-th formal parameter of p: the symbol that stands for that argument in interpretations. It depends on i and the sort
 * only, so that predicates of one type have the same parameters; no clause uses it as a variable. */
term horn_param(const horn *h, pred p, size_t i);
/* The substitution that takes a formula over the parameters of the atom's predicate to one about its arguments. The caller frees it. */
substitution *horn_arguments(const horn *h, atom a);
/* A name of the user's for an argument, for printing; NULL if none is known. */
void horn_set_arg_name(horn *h, pred p, size_t i, const char *name);
const char *horn_arg_name(const horn *h, pred p, size_t i);

/* Uninterpreted functions and constants. As everywhere in SMT-LIB they are existential: the problem is safe if predicates *and functions* have an interpretation that makes
 * every clause valid, and unsafe if false can be derived whatever the functions are. In terms they are TERM_APP, constants without arguments. No pass and no engine gets a
 * problem that has some: solve/functions.h gives them instances, in which functions have become terms. */
typedef struct horn_function {
    const char *name;
    const sort *sorts; /* of the arguments */
    size_t arity;
    sort result;
} horn_function;
void horn_add_function(horn *h, const char *name, const sort *args, size_t n, sort result); /* a name that no predicate has */
void horn_copy_functions(horn *h, const horn *from);
size_t horn_function_count(const horn *h);
horn_function horn_function_at(const horn *h, size_t i);
bool horn_find_function(const horn *h, const char *name, size_t *out);
/* The symbol that stands for an argument in interpretations, as horn_param. */
term horn_function_param(const horn *h, size_t function, size_t i);
/* The problem where the functions are these terms over their parameters, one for each; it has the same predicates and clauses. */
horn *horn_interpret(const horn *h, const term_vec *functions);

/* Everything is copied. The constraint may be false: the clause is kept. */
size_t horn_add_clause(horn *h, const atom *body, size_t n_body, term constraint, atom head, uint32_t line);
void horn_tag_clause(horn *h, size_t i, uint32_t tag);
/* With the line and the tag of another one, perhaps of another problem: how passes make clauses. */
size_t horn_add_clause_like(horn *h, const atom *body, size_t n_body, term constraint, atom head, const clause *origin);
size_t horn_clause_count(const horn *h);
const clause *horn_clause(const horn *h, size_t i); /* valid until the next clause is added */

/* Where the problem comes from, for messages. */
void horn_set_file(horn *h, const char *file);
const char *horn_file(const horn *h);

bool horn_is_linear(const horn *h); /* at most one body atom everywhere */
/* Clauses whose head is p (PRED_FALSE: the queries), and clauses with p in their body (once each). Built on first use. */
const u32_vec *horn_clauses_of(const horn *h, pred p);
const u32_vec *horn_uses_of(const horn *h, pred p);

/* The predicates in an order such that strongly connected components are contiguous, and a predicate that another depends on
 * (occurs in a body of its clauses) comes first; component[i] is the component number of predicate i, ascending in that order.
 * recursive[c] tells whether component c has a cycle. */
void horn_components(const horn *h, u32_vec *order, u32_vec *component, u32_vec *recursive);
/* Raises out[p] (by predicate, all false) for the targets of the back edges of a depth-first walk along the clauses, from bodies to heads,
 * that begins at facts. Every cycle has one. */
void horn_loop_heads(const horn *h, bool *out);
/* The predicates in an order in which such a walk comes by: of a clause, but for back edges, bodies before the head. */
void horn_run_order(const horn *h, u32_vec *out);

/* SMT-LIB: a complete script with check-sat. */
void horn_print(text *out, const horn *h);
/* Its parts, for other scripts about the problem: declarations of uninterpreted sorts and of datatypes; an atom. */
void horn_print_sorts(text *out, const horn *h);
void horn_print_functions(text *out, const horn *h); /* declarations */
void horn_print_predicates(text *out, const horn *h); /* the same */
void horn_print_atom(text *out, const horn *h, atom a);
/* The clause with its variables renamed so that all names in it are different, also from its predicates' and the datatypes'; what is new lives in
 * `scratch`. */
clause horn_distinct_names(const horn *h, const clause *c, arena *scratch);
/* One clause, `P(x) & x > 0 => Q(x + 1)`, for people. */
void horn_print_clause(text *out, const horn *h, size_t i);

#endif

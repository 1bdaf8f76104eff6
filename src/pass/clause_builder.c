#include "pass/clause_builder.h"

#include "term/dag.h"

#include <string.h>

static size_t atom_arity(const horn *h, atom a) { return pred_is_false(a.pred) ? 0 : horn_pred_arity(h, a.pred); }

atom clause_builder_atom(arena *mem, const horn *h, atom a)
{
    size_t n = atom_arity(h, a);
    term *args = arena_alloc(mem, n * sizeof(term));
    if (n) memcpy(args, a.args, n * sizeof(term));
    return (atom){a.pred, args};
}

clause clause_builder_copy(arena *mem, const horn *h, const clause *c)
{
    clause copy = *c;
    atom *body = arena_alloc(mem, c->n_body * sizeof(atom));
    for (size_t i = 0; i < c->n_body; i++) body[i] = clause_builder_atom(mem, h, c->body[i]);
    copy.body = body;
    copy.head = clause_builder_atom(mem, h, c->head);
    term *vars = arena_alloc(mem, c->n_vars * sizeof(term));
    if (c->n_vars) memcpy(vars, c->vars, c->n_vars * sizeof(term));
    copy.vars = vars;
    return copy;
}

void clause_builder_body_args(const horn *h, const clause *c, term_vec *out)
{
    for (size_t i = 0; i < c->n_body; i++) term_vec_append(out, c->body[i].args, atom_arity(h, c->body[i]));
}

void clause_builder_head_args(const horn *h, const clause *c, term_vec *out) { term_vec_append(out, c->head.args, atom_arity(h, c->head)); }

void clause_builder_set_vars(arena *mem, const horn *h, clause *c)
{
    term_vec roots, vars;
    term_vec_init(&roots);
    term_vec_init(&vars);
    clause_builder_body_args(h, c, &roots);
    clause_builder_head_args(h, c, &roots);
    term_vec_push(&roots, c->constraint);
    dag_symbols(horn_terms(h), roots.data, roots.size, &vars);
    term *copy = arena_alloc(mem, vars.size * sizeof(term));
    if (vars.size) memcpy(copy, vars.data, vars.size * sizeof(term));
    c->vars = copy;
    c->n_vars = vars.size;
    term_vec_release(&vars);
    term_vec_release(&roots);
}

enum { RANK_LOCAL, RANK_HEAD, RANK_IN_BODY, RANK_BODY };

static void rank_symbols(const horn *h, solve_eq *e, const term_vec *roots, uint32_t rank)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(horn_terms(h), roots->data, roots->size, &symbols);
    for (size_t i = 0; i < symbols.size; i++) solve_eq_allow(e, symbols.data[i], rank);
    term_vec_release(&symbols);
}

static void rank_variables(const horn *h, const clause *c, solve_eq *e)
{
    term_store *ts = horn_terms(h);
    term_vec args;
    term_vec_init(&args);
    for (size_t i = 0; i < c->n_vars; i++) solve_eq_allow(e, c->vars[i], RANK_LOCAL);
    clause_builder_head_args(h, c, &args);
    rank_symbols(h, e, &args, RANK_HEAD);
    term_vec_clear(&args);
    clause_builder_body_args(h, c, &args);
    rank_symbols(h, e, &args, RANK_IN_BODY);
    for (size_t i = 0; i < args.size; i++) {
        if (term_kind_of(ts, args.data[i]) == TERM_SYM) solve_eq_allow(e, args.data[i], RANK_BODY);
    }
    term_vec_release(&args);
}

static atom apply_to_atom(arena *mem, const horn *h, solve_eq *e, atom a)
{
    size_t n = atom_arity(h, a);
    term *args = arena_alloc(mem, n * sizeof(term));
    for (size_t i = 0; i < n; i++) args[i] = solve_eq_apply(e, a.args[i]);
    return (atom){a.pred, args};
}

void clause_builder_solve(arena *mem, const horn *h, clause *c, solve_eq *e)
{
    assert(term_is_bool(horn_terms(h), c->constraint));
    size_t before = solve_eq_count(e);
    rank_variables(h, c, e);
    c->constraint = solve_eq_run(e, c->constraint);
    if (solve_eq_count(e) == before) return;
    atom *body = arena_alloc(mem, c->n_body * sizeof(atom));
    for (size_t i = 0; i < c->n_body; i++) body[i] = apply_to_atom(mem, h, e, c->body[i]);
    c->body = body;
    c->head = apply_to_atom(mem, h, e, c->head);
    clause_builder_set_vars(mem, h, c);
}

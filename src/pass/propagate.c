/* Equality and constant propagation. Inside a clause, equations of the constraint are solved (solve_eq.h). Between clauses,
 * an argument that has the same constant value in every fact that can be derived gets that value wherever its predicate
 * is in a body; the argument there becomes a variable of its own, which leaves it to dead-argument removal.
 *
 * The constants are an optimistic fixpoint: an argument starts without a value, takes the constants that clauses give it whose
 * body predicates have facts, and becomes VARYING when two differ. So `P has facts, and its constant arguments have their values`
 * is implied by every clause from the same claim about the predicates in its body. */

#include "base/alloc.h"
#include "base/map.h"
#include "pass/clause_builder.h"
#include "pass/passes.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>

#define VARYING ((term){UINT32_MAX - 1})
enum { FOLD_LIMIT = 32 }; /* larger arguments of heads count as varying */

typedef struct propagation {
    const horn *h;
    arena mem;
    clause *builders; /* by clause */
    solve_eq **eqs; /* by clause */
    uint32_t *first; /* arguments of all predicates are numbered through: those of p begin at first[p] */
    term *constant; /* by argument: TERM_NONE (no fact yet), a value, or VARYING */
    bool *has_fact; /* by predicate */
    u32_vec work; /* clauses to look at again */
    bool *queued;
    bool changed;
} propagation;

typedef struct propagate_back {
    back base;
    arena mem;
    term **witness; /* by clause: for each old variable a term over the new ones */
    uint32_t *first;
    term *constant;
    bool *has_fact;
} propagate_back;

static bool is_constant(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    return k == TERM_TRUE || k == TERM_FALSE || k == TERM_NUM || k == TERM_BVNUM;
}

static bool has_constant(const propagation *p, uint32_t arg)
{
    return !term_is_none(p->constant[arg]) && !term_is_equal(p->constant[arg], VARYING);
}

static void propagation_init(propagation *p, const horn *h)
{
    size_t preds = horn_pred_count(h), clauses = horn_clause_count(h);
    *p = (propagation){.h = h};
    arena_init(&p->mem);
    p->builders = alloc_zeroed(clauses + 1, sizeof *p->builders);
    p->eqs = alloc_zeroed(clauses + 1, sizeof(solve_eq *));
    p->first = alloc_zeroed(preds + 1, sizeof *p->first);
    for (uint32_t i = 0; i < preds; i++) p->first[i + 1] = p->first[i] + (uint32_t)horn_pred_arity(h, (pred){i});
    p->constant = alloc_zeroed(p->first[preds] + 1, sizeof(term));
    for (uint32_t i = 0; i < p->first[preds]; i++) p->constant[i] = TERM_NONE;
    p->has_fact = alloc_zeroed(preds + 1, sizeof(bool));
    p->queued = alloc_zeroed(clauses + 1, sizeof(bool));
}

/* Leaves what the back-translator owns from then on: mem, first, constant, has_fact. */
static void propagation_release(propagation *p)
{
    for (size_t i = 0; i < horn_clause_count(p->h); i++) solve_eq_free(p->eqs[i]);
    free(p->eqs);
    free(p->builders);
    free(p->queued);
    u32_vec_release(&p->work);
}

static void solve_clauses(propagation *p)
{
    for (size_t i = 0; i < horn_clause_count(p->h); i++) {
        p->builders[i] = clause_builder_copy(&p->mem, p->h, horn_clause(p->h, i));
        p->eqs[i] = solve_eq_new(horn_terms(p->h));
        clause_builder_solve(&p->mem, p->h, &p->builders[i], p->eqs[i]);
        solve_eq_trim(p->eqs[i]);
        p->changed |= solve_eq_count(p->eqs[i]) > 0;
    }
}

/* What the clause knows of its variables from the constants of its body. False if its body has no instance. */
static bool bind_body(const propagation *p, const clause *c, u32_map *env)
{
    const term_store *ts = horn_terms(p->h);
    for (size_t i = 0; i < c->n_body; i++) {
        uint32_t id = c->body[i].pred.id;
        if (!p->has_fact[id]) return false;
        for (uint32_t j = 0, arg = p->first[id]; arg < p->first[id + 1]; j++, arg++) {
            if (!has_constant(p, arg)) continue;
            term t = c->body[i].args[j], value = p->constant[arg];
            if (is_constant(ts, t) && !term_is_equal(t, value)) return false;
            if (term_kind_of(ts, t) != TERM_SYM) continue;
            bool is_new;
            uint32_t *bound = u32_map_put(env, t.id, &is_new);
            if (!is_new && *bound != value.id) return false;
            *bound = value.id;
        }
    }
    return true;
}

static bool is_small(const term_store *ts, term t)
{
    term stack[FOLD_LIMIT];
    size_t size = 1, seen = 0;
    stack[0] = t;
    while (size) {
        term s = stack[--size];
        size_t n = term_arity(ts, s);
        if (++seen > FOLD_LIMIT || size + n > FOLD_LIMIT) return false;
        for (size_t i = 0; i < n; i++) stack[size++] = term_arg(ts, s, i);
    }
    return true;
}

static term fold(const propagation *p, const u32_map *env, term t)
{
    term_store *ts = horn_terms(p->h);
    if (is_constant(ts, t)) return t;
    if (term_kind_of(ts, t) == TERM_SYM) {
        const uint32_t *value = u32_map_find(env, t.id);
        return value ? (term){*value} : VARYING;
    }
    if (!env->size || !is_small(ts, t)) return VARYING;
    term_vec from, to;
    term_vec_init(&from);
    term_vec_init(&to);
    dag_symbols(ts, &t, 1, &from);
    bool known = true;
    for (size_t i = 0; i < from.size && known; i++) {
        const uint32_t *value = u32_map_find(env, from.data[i].id);
        known = value != NULL;
        if (value) term_vec_push(&to, (term){*value});
    }
    term folded = known ? dag_substitute(ts, t, from.data, to.data, to.size) : VARYING;
    term_vec_release(&from);
    term_vec_release(&to);
    return known && is_constant(ts, folded) ? folded : VARYING;
}

static bool join(term *known, term value)
{
    if (term_is_equal(*known, value) || term_is_equal(*known, VARYING)) return false;
    assert(!term_is_none(value)); /* nothing, then a value, then any: it only goes up, so this ends */
    *known = term_is_none(*known) ? value : VARYING;
    return true;
}

static void enqueue(propagation *p, uint32_t index)
{
    if (p->queued[index]) return;
    p->queued[index] = true;
    u32_vec_push(&p->work, index);
}

static void flow(propagation *p, uint32_t index)
{
    assert(index < horn_clause_count(p->h) && !p->queued[index]);
    const clause *c = &p->builders[index];
    if (pred_is_false(c->head.pred) || term_is_equal(c->constraint, term_false(horn_terms(p->h)))) return;
    u32_map env;
    u32_map_init(&env);
    if (bind_body(p, c, &env)) {
        assert(p->first[c->head.pred.id + 1] - p->first[c->head.pred.id] == horn_pred_arity(p->h, c->head.pred));
        uint32_t id = c->head.pred.id;
        bool grown = !p->has_fact[id];
        p->has_fact[id] = true;
        for (uint32_t j = 0, arg = p->first[id]; arg < p->first[id + 1]; j++, arg++) {
            if (term_is_equal(p->constant[arg], VARYING)) continue;
            grown |= join(&p->constant[arg], fold(p, &env, c->head.args[j]));
        }
        const u32_vec *uses = horn_uses_of(p->h, c->head.pred);
        for (size_t i = 0; grown && i < uses->size; i++) enqueue(p, uses->data[i]);
    }
    u32_map_release(&env);
}

static void find_constants(propagation *p, const limits *limit)
{
    for (size_t i = 0; i < horn_clause_count(p->h); i++) enqueue(p, (uint32_t)i);
    while (p->work.size && !limits_is_over(limit)) {
        uint32_t index = u32_vec_pop(&p->work);
        p->queued[index] = false;
        flow(p, index);
    }
    if (!p->work.size) return;
    /* Before the fixpoint is reached nothing is known. */
    for (uint32_t i = 0; i < p->first[horn_pred_count(p->h)]; i++) p->constant[i] = VARYING;
    for (size_t i = 0; i < horn_pred_count(p->h); i++) p->has_fact[i] = true;
}

/* How often each variable occurs in the clause, as far as 2. */
static void count_symbols(const propagation *p, const clause *c, u32_map *count)
{
    term_store *ts = horn_terms(p->h);
    term_vec args, symbols;
    term_vec_init(&args);
    term_vec_init(&symbols);
    clause_builder_body_args(p->h, c, &args);
    size_t n_body = args.size;
    clause_builder_head_args(p->h, c, &args);
    term_vec_push(&args, c->constraint);
    dag_symbols(ts, args.data + n_body, args.size - n_body, &symbols);
    for (size_t i = 0; i < n_body; i++) dag_symbols(ts, &args.data[i], 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) ++*u32_map_put(count, symbols.data[i].id, NULL);
    term_vec_release(&symbols);
    term_vec_release(&args);
}

/* Conjoins `t = constant` for a body argument t and cuts the argument loose, unless it already is. */
static bool cut_argument(propagation *p, const u32_map *count, uint32_t arg, term *t, term_vec *equations)
{
    term_store *ts = horn_terms(p->h);
    if (!has_constant(p, arg)) return false;
    const uint32_t *n = u32_map_find(count, t->id);
    if (term_kind_of(ts, *t) == TERM_SYM && n && *n == 1) return false;
    term_vec_push(equations, term_mk_eq(ts, *t, p->constant[arg]));
    assert(sort_is_equal(term_sort(ts, *t), term_sort(ts, p->constant[arg])));
    *t = term_mk_fresh(ts, "const", term_sort(ts, *t));
    return true;
}

static bool body_has_constants(const propagation *p, const clause *c)
{
    for (size_t i = 0; i < c->n_body; i++) {
        uint32_t id = c->body[i].pred.id;
        for (uint32_t arg = p->first[id]; arg < p->first[id + 1]; arg++) {
            if (has_constant(p, arg)) return true;
        }
    }
    return false;
}

static void use_constants(propagation *p, size_t index)
{
    term_store *ts = horn_terms(p->h);
    clause *c = &p->builders[index];
    if (!body_has_constants(p, c)) return;
    clause cut = clause_builder_copy(&p->mem, p->h, c);
    u32_map count;
    term_vec equations;
    u32_map_init(&count);
    term_vec_init(&equations);
    count_symbols(p, c, &count);
    bool changed = false;
    for (size_t i = 0; i < cut.n_body; i++) {
        uint32_t id = cut.body[i].pred.id;
        term *args = (term *)cut.body[i].args; /* the clause_builder's own copy */
        for (uint32_t j = 0, arg = p->first[id]; arg < p->first[id + 1]; j++, arg++) {
            changed |= cut_argument(p, &count, arg, &args[j], &equations);
        }
    }
    if (changed) {
        term_vec_push(&equations, cut.constraint);
        cut.constraint = term_mk_and(ts, equations.data, equations.size);
        clause_builder_set_vars(&p->mem, p->h, &cut);
        *c = cut;
        clause_builder_solve(&p->mem, p->h, c, p->eqs[index]);
        p->changed = true;
    }
    term_vec_release(&equations);
    u32_map_release(&count);
}

static horn *build(const propagation *p)
{
    horn *out = horn_new(horn_terms(p->h));
    if (horn_file(p->h)) horn_set_file(out, horn_file(p->h));
    horn_copy_preds(out, p->h);
    for (size_t i = 0; i < horn_clause_count(p->h); i++) {
        const clause *c = &p->builders[i];
        horn_add_clause_like(out, c->body, c->n_body, c->constraint, c->head, c);
    }
    return out;
}

static term **find_witnesses(propagation *p)
{
    size_t n = horn_clause_count(p->h);
    term **witness = arena_alloc(&p->mem, (n + 1) * sizeof *witness);
    for (size_t i = 0; i < n; i++) {
        const clause *c = horn_clause(p->h, i);
        witness[i] = arena_alloc(&p->mem, c->n_vars * sizeof(term));
        for (size_t j = 0; j < c->n_vars; j++) witness[i][j] = solve_eq_apply(p->eqs[i], c->vars[j]);
        solve_eq_trim(p->eqs[i]);
    }
    return witness;
}

/* The claim above holds on its own, so it may be conjoined to any model. */
static bool model_back(const back *base, const model *in, model *out, const limits *limit)
{
    (void)limit;
    const propagate_back *b = (const propagate_back *)base;
    const horn *h = base->before;
    term_store *ts = horn_terms(h);
    term_vec parts;
    term_vec_init(&parts);
    for (uint32_t id = 0; id < horn_pred_count(h); id++) {
        term_vec_clear(&parts);
        term_vec_push(&parts, b->has_fact[id] ? model_get(in, (pred){id}) : term_false(ts));
        for (uint32_t j = 0, arg = b->first[id]; arg < b->first[id + 1]; j++, arg++) {
            if (term_is_none(b->constant[arg]) || term_is_equal(b->constant[arg], VARYING)) continue;
            term_vec_push(&parts, term_mk_eq(ts, horn_param(h, (pred){id}, j), b->constant[arg]));
        }
        model_set(out, (pred){id}, term_mk_and(ts, parts.data, parts.size));
    }
    term_vec_release(&parts);
    return true;
}

static bool translate_step(const propagate_back *b, const derivation *in, const step *s, evaluator *e, derivation *out)
{
    const clause *old = horn_clause(b->base.before, s->clause), *new = horn_clause(b->base.after, s->clause);
    assert(s->clause < horn_clause_count(b->base.after) && old->n_body == new->n_body); /* clauses keep their numbers */
    term_vec values;
    term_vec_init(&values);
    evaluator_clear(e);
    for (size_t i = 0; i < new->n_vars; i++) evaluator_set(e, new->vars[i], in->values.data[s->value + i]);
    bool ok = true;
    for (size_t i = 0; i < old->n_vars && ok; i++) {
        term value = evaluator_eval(e, b->witness[s->clause][i], NULL);
        ok = !term_is_none(value);
        term_vec_push(&values, value);
    }
    if (ok) derivation_add(out, b->base.before, s->clause, in->premises.data + s->premise, values.data);
    term_vec_release(&values);
    return ok;
}

static bool derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit)
{
    evaluator *e = evaluator_new(horn_terms(base->before));
    bool ok = true;
    for (size_t i = 0; i < in->steps.size && ok; i++) {
        ok = !limits_is_over(limit) && translate_step((const propagate_back *)base, in, &in->steps.data[i], e, out);
    }
    evaluator_free(e);
    return ok;
}

static void propagate_back_free(back *base)
{
    propagate_back *b = (propagate_back *)base;
    arena_release(&b->mem);
    free(b->first);
    free(b->constant);
    free(b->has_fact);
    free(b);
}

horn *pass_propagate(const horn *h, const limits *limit, back **out)
{
    propagation p;
    propagation_init(&p, h);
    solve_clauses(&p);
    find_constants(&p, limit);
    for (size_t i = 0; i < horn_clause_count(h); i++) use_constants(&p, i);
    horn *after = NULL;
    if (p.changed) {
        after = build(&p);
        propagate_back *b = alloc_zeroed(1, sizeof *b);
        b->base = (back){model_back, derivation_back, propagate_back_free, h, after};
        b->witness = find_witnesses(&p);
        b->mem = p.mem;
        b->first = p.first;
        b->constant = p.constant;
        b->has_fact = p.has_fact;
        *out = &b->base;
    } else {
        arena_release(&p.mem);
        free(p.first);
        free(p.constant);
        free(p.has_fact);
    }
    propagation_release(&p);
    return after;
}

#include "solve/local_proofs.h"

#include "base/alloc.h"
#include "pass/pass.h"
#include "smt/smt.h"
#include "solve/strategy.h"
#include "term/dag.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A round: how many clauses away what matters may be, whether loops there stay loops or are cut, and how long a question may take. When so
 * many seconds of work have proved nothing, that is enough. */
typedef struct local_round {
    uint32_t depth;
    bool keeps_loops;
    double seconds;
} local_round;
static const local_round ROUNDS[] = {{1, false, 0.05}, {1, true, 0.3}, {8, false, 0.05}, {32, false, 0.05}, {128, false, 0.1}};
enum { ROUND_COUNT = sizeof ROUNDS / sizeof *ROUNDS };
static const double PATIENCE = 3;
/* For the model, if there is one, and predicates are left: how long the engine may take. */
static const double MODEL_SECONDS = 1;
/* These take a while and are of no use here. */
static const char *const NO_PASSES[] = {"ranges", "divisions"};

enum { FAR = UINT32_MAX };

typedef struct local_prover {
    const horn *h;
    const engine *engine;
    const limits *limit;
    smt *solver;
    model *found;
    bool *is_empty; /* by predicate: no run gets there */
    bool *is_proved; /* by query, a clause number */
    uint32_t *place; /* by predicate: in an order in which runs come by, as far as there is one */
    uint32_t *distance, *number; /* by predicate: to the query in question; in the local problem */
    uint32_t *seen; /* by clause: how many predicates a query had near it in the last round */
    u32_vec near; /* the predicates with a distance, nearest first */
    bool keeps_loops; /* in this round */
    double last_proof; /* in processor time */
} local_prover;

/* ---- the local problem of a query ---- */

static bool is_idle(const local_prover *n, const clause *c)
{
    for (size_t i = 0; i < c->n_body; i++)
        if (n->is_empty[c->body[i].pred.id]) return true;
    return false;
}

static bool leads_on(const local_prover *n, const clause *c, pred from)
{
    return pred_is_false(c->head.pred) || n->place[from.id] < n->place[c->head.pred.id];
}

/* Loops are cut, too, where they turn back, unless they are kept: so what is near has none. */
static bool is_kept(const local_prover *n, const clause *c, pred from) { return n->keeps_loops || leads_on(n, c, from); }

static void find_body(local_prover *n, const clause *c, uint32_t distance)
{
    for (size_t i = 0; i < c->n_body && !is_idle(n, c); i++) {
        pred p = c->body[i].pred;
        if (n->distance[p.id] != FAR || !is_kept(n, c, p)) continue;
        n->distance[p.id] = distance;
        u32_vec_push(&n->near, p.id);
    }
}

static void find_near(local_prover *n, const clause *query, uint32_t depth)
{
    for (size_t i = 0; i < n->near.size; i++) n->distance[n->near.data[i]] = FAR;
    u32_vec_clear(&n->near);
    find_body(n, query, 1);
    for (size_t i = 0; i < n->near.size; i++) {
        pred p = {n->near.data[i]};
        const u32_vec *clauses = horn_clauses_of(n->h, p);
        for (size_t k = 0; k < clauses->size && n->distance[p.id] < depth; k++) find_body(n, horn_clause(n->h, clauses->data[k]), n->distance[p.id] + 1);
    }
}

/* Without what it has from far away. */
static void add_clause(const local_prover *n, horn *out, const clause *c)
{
    if (is_idle(n, c)) return;
    atom *body = alloc_zeroed(c->n_body + 1, sizeof *body);
    size_t size = 0;
    for (size_t i = 0; i < c->n_body; i++) {
        pred p = c->body[i].pred;
        if (n->distance[p.id] != FAR && is_kept(n, c, p)) body[size++] = (atom){{n->number[p.id]}, c->body[i].args};
    }
    atom head = c->head;
    if (!pred_is_false(head.pred)) head.pred.id = n->number[head.pred.id];
    horn_add_clause_like(out, body, size, c->constraint, head, c);
    free(body);
}

static horn *local_problem(const local_prover *n, const clause *query)
{
    horn *out = horn_new(horn_terms(n->h));
    for (size_t i = 0; i < n->near.size; i++) n->number[n->near.data[i]] = horn_copy_pred(out, n->h, (pred){n->near.data[i]}).id;
    add_clause(n, out, query);
    for (size_t i = 0; i < n->near.size; i++) {
        const u32_vec *clauses = horn_clauses_of(n->h, (pred){n->near.data[i]});
        for (size_t k = 0; k < clauses->size; k++) add_clause(n, out, horn_clause(n->h, clauses->data[k]));
    }
    return out;
}

/* ---- is it safe? ---- */

static term fact_symbol(term_store *ts, pred p)
{
    char name[32];
    snprintf(name, sizeof name, "local!%u", p.id);
    return term_mk_sym(ts, name, sort_bool(ts));
}

static term arg_symbol(const horn *g, pred p, size_t i)
{
    char name[48];
    snprintf(name, sizeof name, "local!%u.%zu", p.id, i);
    return term_mk_sym(horn_terms(g), name, horn_pred_sort(g, p, i));
}

/* Of its variables each clause has copies of its own. */
static void rename_apart(const horn *g, const clause *c, size_t number, substitution *to)
{
    term_store *ts = horn_terms(g);
    substitution_clear(to);
    for (size_t i = 0; i < c->n_vars; i++) {
        char name[48];
        snprintf(name, sizeof name, "local!!%zu.%zu", number, i);
        substitution_set(to, c->vars[i], term_mk_sym(ts, name, term_sort(ts, c->vars[i])));
    }
}

static void add_atom(const horn *g, atom a, substitution *renamed, term_vec *parts)
{
    term_store *ts = horn_terms(g);
    for (size_t i = 0; i < horn_pred_arity(g, a.pred); i++)
        term_vec_push(parts, term_mk_eq(ts, arg_symbol(g, a.pred, i), substitution_apply(renamed, a.args[i])));
}

/* The clause fires. */
static term instance_of(const horn *g, size_t number, substitution *renamed)
{
    term_store *ts = horn_terms(g);
    const clause *c = horn_clause(g, number);
    term_vec parts;
    term_vec_init(&parts);
    rename_apart(g, c, number, renamed);
    term_vec_push(&parts, substitution_apply(renamed, c->constraint));
    for (size_t i = 0; i < c->n_body; i++) {
        term_vec_push(&parts, fact_symbol(ts, c->body[i].pred));
        add_atom(g, c->body[i], renamed, &parts);
    }
    if (!pred_is_false(c->head.pred)) add_atom(g, c->head, renamed, &parts);
    term all = term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return all;
}

/* One of the clauses of p fires. */
static term definition_of(const horn *g, pred p, substitution *renamed)
{
    const u32_vec *clauses = horn_clauses_of(g, p);
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < clauses->size; i++) term_vec_push(&parts, instance_of(g, clauses->data[i], renamed));
    term any = term_mk_or(horn_terms(g), parts.data, parts.size);
    term_vec_release(&parts);
    return any;
}

/* Of a problem without loops. Each predicate has one fact at most: where more are needed at once, which takes clauses with several atoms, this may say
 * yes and be wrong. */
static bool seems_safe(const local_prover *n, const horn *g)
{
    term_store *ts = horn_terms(g);
    substitution *renamed = substitution_new(ts);
    smt_push(n->solver);
    smt_assert(n->solver, definition_of(g, PRED_FALSE, renamed));
    for (uint32_t p = 0; p < horn_pred_count(g); p++)
        smt_assert(n->solver, term_mk_implies(ts, fact_symbol(ts, (pred){p}), definition_of(g, (pred){p}, renamed)));
    bool safe = smt_check(n->solver, NULL, 0) == SMT_UNSAT;
    smt_pop(n->solver, 1);
    substitution_free(renamed);
    return safe;
}

/* ---- what a proof says ---- */

static void set_empty(local_prover *n, pred p)
{
    n->is_empty[p.id] = true;
    model_set(n->found, p, term_false(horn_terms(n->h)));
}

/* Of a query that asks for the predicate as such. */
static bool asks_for_all(const local_prover *n, const clause *c)
{
    term_store *ts = horn_terms(n->h);
    if (c->n_body != 1 || !term_is_equal(c->constraint, term_true(ts))) return false;
    size_t arity = horn_pred_arity(n->h, c->body[0].pred), symbols = 0;
    for (size_t i = 0; i < arity; i++) symbols += term_kind_of(ts, c->body[0].args[i]) == TERM_SYM;
    return symbols == arity && c->n_vars == arity; /* each argument is a variable of its own */
}

/* The clause has all that it needs: its head is reached. */
static void fire(const local_prover *n, const clause *c, bool *is_reached, u32_vec *work)
{
    pred p = c->head.pred;
    if (pred_is_false(p) || is_reached[p.id] || n->is_empty[p.id]) return;
    is_reached[p.id] = true;
    u32_vec_push(work, p.id);
}

static bool is_ready(const clause *c, const bool *is_reached)
{
    for (size_t i = 0; i < c->n_body; i++)
        if (!is_reached[c->body[i].pred.id]) return false;
    return true;
}

/* What facts do not reach but through empty predicates is empty. */
static void spread_emptiness(local_prover *n)
{
    bool *is_reached = alloc_zeroed(horn_pred_count(n->h) + 1, sizeof *is_reached);
    u32_vec work;
    u32_vec_init(&work);
    for (size_t i = 0; i < horn_clause_count(n->h); i++)
        if (!horn_clause(n->h, i)->n_body) fire(n, horn_clause(n->h, i), is_reached, &work);
    while (work.size) {
        const u32_vec *uses = horn_uses_of(n->h, (pred){u32_vec_pop(&work)});
        for (size_t i = 0; i < uses->size; i++)
            if (is_ready(horn_clause(n->h, uses->data[i]), is_reached)) fire(n, horn_clause(n->h, uses->data[i]), is_reached, &work);
    }
    for (uint32_t p = 0; p < horn_pred_count(n->h); p++)
        if (!is_reached[p]) set_empty(n, (pred){p});
    const u32_vec *queries = horn_clauses_of(n->h, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++) n->is_proved[queries->data[i]] |= is_idle(n, horn_clause(n->h, queries->data[i]));
    u32_vec_release(&work);
    free(is_reached);
}

/* Models of clauses that are no queries hold together. */
static void take_model(local_prover *n, uint32_t query, const model *m)
{
    term_store *ts = horn_terms(n->h);
    const clause *c = horn_clause(n->h, query);
    bool is_news = asks_for_all(n, c);
    if (is_news) set_empty(n, c->body[0].pred);
    for (size_t i = 0; i < n->near.size; i++) {
        pred p = {n->near.data[i]};
        term all = term_mk_and2(ts, model_get(n->found, p), model_get(m, (pred){n->number[p.id]}));
        model_set(n->found, p, all);
        if (n->is_empty[p.id] || !term_is_equal(all, term_false(ts))) continue;
        set_empty(n, p);
        is_news = true;
    }
    n->is_proved[query] = true;
    n->last_proof = limits_work();
    if (is_news) spread_emptiness(n);
}

/* ---- the search ---- */

/* Does a loop turn back near the query? */
static bool has_loop(const local_prover *n)
{
    for (size_t i = 0; i < n->near.size; i++) {
        const u32_vec *clauses = horn_clauses_of(n->h, (pred){n->near.data[i]});
        for (size_t k = 0; k < clauses->size; k++) {
            const clause *c = horn_clause(n->h, clauses->data[k]);
            for (size_t b = 0; b < c->n_body; b++)
                if (n->distance[c->body[b].pred.id] != FAR && !leads_on(n, c, c->body[b].pred)) return true;
        }
    }
    return false;
}

/* Not the same question again. */
static bool is_new(local_prover *n, uint32_t query)
{
    if (n->keeps_loops) return has_loop(n);
    bool is_larger = n->near.size != n->seen[query];
    n->seen[query] = (uint32_t)n->near.size;
    return is_larger;
}

static void try_query(local_prover *n, uint32_t query, const local_round *round)
{
    const clause *c = horn_clause(n->h, query);
    n->keeps_loops = round->keeps_loops;
    find_near(n, c, round->depth);
    if (!is_new(n, query)) return;
    limits l = limits_within(n->limit, round->keeps_loops ? round->seconds : MODEL_SECONDS);
    horn *problem = local_problem(n, c);
    pipeline *passes = pipeline_run(problem, NO_PASSES, sizeof NO_PASSES / sizeof *NO_PASSES, &l, NULL, NULL);
    const horn *left = pipeline_result(passes);
    result r;
    result_init(&r);
    bool may_loop = n->keeps_loops && horn_pred_count(left);
    if (may_loop || seems_safe(n, left)) {
        if (horn_pred_count(left)) n->engine->run(left, &(engine_context){.limits = l}, &r);
        else r.answer = ANSWER_SAFE;
    }
    if (r.answer == ANSWER_SAFE) pipeline_back(passes, &r, n->limit);
    if (r.answer == ANSWER_SAFE) take_model(n, query, &r.model);
    result_release(&r);
    pipeline_free(passes);
    horn_free(problem);
}

static bool is_over(const local_prover *n) { return limits_is_over(n->limit) || limits_work() - n->last_proof > PATIENCE; }

/* Queries about what comes first in runs come first: much is behind it. */
static void sort_queries(local_prover *n, u32_vec *out)
{
    u32_vec order;
    u32_vec_init(&order);
    horn_run_order(n->h, &order);
    for (uint32_t i = 0; i < order.size; i++) {
        n->place[order.data[i]] = i;
        const u32_vec *uses = horn_uses_of(n->h, (pred){order.data[i]});
        for (size_t k = 0; k < uses->size; k++) {
            const clause *c = horn_clause(n->h, uses->data[k]);
            if (pred_is_false(c->head.pred) && c->n_body == 1) u32_vec_push(out, uses->data[k]);
        }
    }
    u32_vec_release(&order);
}

size_t local_proofs_find(const horn *h, const limits *limit, bool *is_proved, model *out)
{
    size_t n_preds = horn_pred_count(h);
    local_prover n = {.h = h, .engine = engine_find(strategy_question(STRATEGY_LOCAL, 0)), .limit = limit, .found = out, .is_proved = is_proved, .last_proof = limits_work()};
    n.solver = smt_new(horn_terms(h), limit, NULL);
    n.is_empty = alloc_zeroed(n_preds + 1, sizeof *n.is_empty);
    n.place = alloc_zeroed(n_preds + 1, sizeof *n.place);
    n.number = alloc_zeroed(n_preds + 1, sizeof *n.number);
    n.distance = alloc_zeroed(n_preds + 1, sizeof *n.distance);
    memset(n.distance, 0xff, n_preds * sizeof *n.distance);
    n.seen = alloc_zeroed(horn_clause_count(h) + 1, sizeof *n.seen);
    u32_vec queries;
    u32_vec_init(&queries);
    sort_queries(&n, &queries);
    for (const local_round *round = ROUNDS; round < ROUNDS + ROUND_COUNT; round++) {
        smt_set_query_limit(n.solver, round->seconds);
        for (size_t i = 0; i < queries.size && !is_over(&n); i++)
            if (!is_proved[queries.data[i]]) try_query(&n, queries.data[i], round);
    }
    size_t proved = 0;
    for (size_t i = 0; i < horn_clause_count(h); i++) proved += is_proved[i];
    u32_vec_release(&queries);
    u32_vec_release(&n.near);
    free(n.is_empty);
    free(n.place);
    free(n.number);
    free(n.distance);
    free(n.seen);
    smt_free(n.solver);
    return proved;
}

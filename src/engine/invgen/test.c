/* GenerateAndRunTest: clauses applied to facts that were derived before. */

#include "engine/invgen/dynamic.h"

#include "base/alloc.h"
#include "domain/polar.h"
#include "smt/smt.h"

#include <stdlib.h>

enum { MAX_STATES = 150, ROUNDS = 10, MAX_NEW = 6, SMALL_INPUT = 10 };
#define PATIENCE 0.3

typedef struct tester {
    const invgen_program *p;
    const limits *limits;
    stats *counters;
    smt *solver;
    derivation d; /* all facts derived so far: a state is a step */
    u32_vec *states; /* by predicate */
    uint64_t random;
    bool failed; /* the last step of d is a query's */
} tester;

static uint32_t below(tester *t, size_t n)
{
    t->random = t->random * 6364136223846793005U + 1442695040888963407U;
    return (uint32_t)((t->random >> 33) % n);
}

/* The last fact about the predicate, or any. */
static uint32_t choose(tester *t, pred q)
{
    const u32_vec *all = &t->states[q.id];
    return below(t, 2) ? u32_vec_last(all) : all->data[below(t, all->size)];
}

/* The atom has these values; TERM_NONE if they cannot be said. */
static term equal_to(tester *t, atom a, uint32_t state)
{
    term_vec values, parts;
    term_vec_init(&values);
    term_vec_init(&parts);
    term all = TERM_NONE;
    if (derivation_fact(&t->d, t->p->h, state, &values)) {
        for (size_t i = 0; i < values.size; i++) term_vec_push(&parts, term_mk_eq(t->p->ts, a.args[i], values.data[i]));
        all = term_mk_and(t->p->ts, parts.data, parts.size);
    }
    term_vec_release(&values);
    term_vec_release(&parts);
    return all;
}

/* What is derived is not one of the last facts again. */
static void assert_new(tester *t, const clause *c)
{
    if (pred_is_false(c->head.pred)) return;
    const u32_vec *known = &t->states[c->head.pred.id];
    for (size_t i = known->size > MAX_NEW ? known->size - MAX_NEW : 0; i < known->size; i++) {
        term same = equal_to(t, c->head, known->data[i]);
        if (!term_is_none(same)) smt_assert(t->solver, term_mk_not(t->p->ts, same));
    }
}

/* Inputs are small if they may: loops end soon then. */
static smt_result check_small_first(tester *t, const clause *c)
{
    term_vec small;
    term_vec_init(&small);
    for (size_t i = 0; i < c->n_vars; i++) {
        if (sort_kind_of(t->p->ts, term_sort(t->p->ts, c->vars[i])) != SORT_INT) continue;
        term_vec_push(&small, term_mk_ge(t->p->ts, c->vars[i], term_mk_int(t->p->ts, -SMALL_INPUT)));
        term_vec_push(&small, term_mk_le(t->p->ts, c->vars[i], term_mk_int(t->p->ts, SMALL_INPUT)));
    }
    smt_result r = smt_check(t->solver, small.data, small.size);
    term_vec_release(&small);
    return r == SMT_SAT ? r : smt_check(t->solver, NULL, 0);
}

static void add_state(tester *t, uint32_t index, const uint32_t *premises)
{
    const clause *c = horn_clause(t->p->h, index);
    term_vec values;
    term_vec_init(&values);
    bool known = true;
    for (size_t i = 0; i < c->n_vars && known; i++) {
        term v = smt_value(t->solver, c->vars[i]);
        known = !term_is_none(v);
        if (known) term_vec_push(&values, v);
    }
    if (known) {
        uint32_t state = derivation_add(&t->d, t->p->h, index, premises, values.data);
        if (pred_is_false(c->head.pred)) t->failed = true;
        else u32_vec_push(&t->states[c->head.pred.id], state);
    }
    term_vec_release(&values);
}

static void execute(tester *t, uint32_t index)
{
    const clause *c = horn_clause(t->p->h, index);
    u32_vec premises;
    u32_vec_init(&premises);
    bool possible = true;
    for (size_t j = 0; j < c->n_body && possible; j++) {
        possible = t->states[c->body[j].pred.id].size;
        if (possible) u32_vec_push(&premises, choose(t, c->body[j].pred));
    }
    if (possible) {
        smt_push(t->solver);
        for (size_t j = 0; j < c->n_body; j++) {
            term same = equal_to(t, c->body[j], premises.data[j]);
            smt_assert(t->solver, term_is_none(same) ? term_false(t->p->ts) : same);
        }
        smt_assert(t->solver, c->constraint);
        assert_new(t, c);
        if (check_small_first(t, c) == SMT_SAT) add_state(t, index, premises.data);
        smt_pop(t->solver, 1);
    }
    u32_vec_release(&premises);
}

/* ---- rows ---- */

static bool is_at(const invgen_program *p, uint32_t location, const term_vec *values)
{
    pred q = p->locations.data[location].pred;
    term guard = invgen_location_guard(p, location);
    substitution *s = substitution_new(p->ts);
    for (size_t i = 0; i < values->size; i++) substitution_set(s, horn_param(p->h, q, i), values->data[i]);
    bool holds = term_is_equal(substitution_apply(s, guard), term_true(p->ts));
    substitution_free(s);
    return holds;
}

static void push_row(const tester *t, uint32_t location, const term_vec *values, row_vec *out)
{
    const invgen_program *p = t->p;
    size_t n = p->locations.data[location].n;
    rat *point = alloc_zeroed(n + 1, sizeof *point);
    for (size_t d = 0; d < n; d++) {
        rat_init(&point[d]);
        rat_set(&point[d], term_number(p->ts, values->data[invgen_argument(p, location, d)]));
    }
    polar_of_point(point, n, out);
    for (size_t d = 0; d < n; d++) rat_release(&point[d]);
    free(point);
}

static void push_rows(const tester *t, row_vec *rows)
{
    const invgen_program *p = t->p;
    term_vec values;
    term_vec_init(&values);
    for (uint32_t l = 0; l < p->locations.size; l++) {
        const u32_vec *states = &t->states[p->locations.data[l].pred.id];
        for (size_t i = 0; i < states->size; i++) {
            term_vec_clear(&values);
            if (!derivation_fact(&t->d, p->h, states->data[i], &values) || !is_at(p, l, &values)) continue;
            push_row(t, l, &values, &rows[l]);
            stats_count(t->counters, invgen_states);
        }
    }
    term_vec_release(&values);
}

bool invgen_test(const invgen_program *p, const limits *l, stats *counters, row_vec *rows, derivation *out)
{
    tester t = {.p = p, .limits = l, .counters = counters, .solver = smt_new(p->ts, l, counters), .random = 1};
    smt_set_query_limit(t.solver, PATIENCE);
    derivation_init(&t.d);
    t.states = alloc_zeroed(horn_pred_count(p->h) + 1, sizeof *t.states);
    for (int round = 0; round < ROUNDS && !t.failed && t.d.steps.size < MAX_STATES; round++)
        for (uint32_t i = 0; i < horn_clause_count(p->h) && !t.failed && !limits_is_over(l); i++) execute(&t, i);
    push_rows(&t, rows);
    if (t.failed) {
        derivation_trim(&t.d, p->h);
        derivation_release(out);
        *out = t.d;
    } else {
        derivation_release(&t.d);
    }
    for (size_t q = 0; q < horn_pred_count(p->h); q++) u32_vec_release(&t.states[q]);
    free(t.states);
    smt_free(t.solver);
    return t.failed;
}

/* Houdini on random transition systems: what is left is inductive, and nothing that was dropped could have stayed. */

#include "../term/random_term.h"
#include "logic/houdini.h"
#include "term/dag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

enum { NODES = 3, EDGES = 5, CANDIDATES = 6, ROUNDS = 40 };
static const limits NO_LIMIT = {0};

typedef struct transition {
    uint32_t from, to; /* from NODES: an initial state */
    term guard;
    term_vec after; /* of each symbol */
} transition;

typedef struct fixture {
    term_store *ts;
    random_source r;
    smt *solver;
    transition edges[EDGES];
    term_vec candidates[NODES];
    u32_vec out[NODES];
    size_t patience; /* visits until the time is over */
} fixture;

static void fixture_init(fixture *f, uint64_t seed)
{
    *f = (fixture){.ts = term_store_new(), .patience = SIZE_MAX};
    random_source_init(&f->r, f->ts, seed, seed % 2 ? RANDOM_INT : 0);
    f->solver = smt_new(f->ts, &NO_LIMIT, NULL);
    for (uint32_t i = 0; i < EDGES; i++) {
        transition *e = &f->edges[i];
        *e = (transition){.from = rng_below(&f->r.rng, NODES + 1), .to = rng_below(&f->r.rng, NODES)};
        e->guard = random_term(&f->r, sort_bool(f->ts), 2).t;
        for (size_t k = 0; k < f->r.symbols.size; k++) {
            term s = f->r.symbols.data[k];
            term_vec_push(&e->after, rng_one_in(&f->r.rng, 2) ? s : random_term(&f->r, term_sort(f->ts, s), 1).t);
        }
        if (e->from < NODES) u32_vec_push(&f->out[e->from], i);
    }
    for (size_t n = 0; n < NODES; n++)
        for (size_t k = 0; k < CANDIDATES; k++) term_vec_push(&f->candidates[n], random_term(&f->r, sort_bool(f->ts), 2).t);
}

static void fixture_release(fixture *f)
{
    for (size_t i = 0; i < EDGES; i++) term_vec_release(&f->edges[i].after);
    for (size_t n = 0; n < NODES; n++) {
        term_vec_release(&f->candidates[n]);
        u32_vec_release(&f->out[n]);
    }
    smt_free(f->solver);
    random_source_release(&f->r);
    term_store_free(f->ts);
}

static term at_target(fixture *f, uint32_t edge, term t)
{
    return dag_substitute(f->ts, t, f->r.symbols.data, f->edges[edge].after.data, f->r.symbols.size);
}

static smt_result check(fixture *f, const term_vec *known, uint32_t edge, term all)
{
    const transition *e = &f->edges[edge];
    term before = e->from < NODES ? term_mk_and(f->ts, known[e->from].data, known[e->from].size) : term_true(f->ts);
    return smt_check(f->solver, (term[]){before, e->guard, term_mk_not(f->ts, at_target(f, edge, all))}, 3);
}

static smt_result keeps(void *context, uint32_t edge, term all)
{
    fixture *f = context;
    return check(f, f->candidates, edge, all);
}

static term value(void *context, uint32_t edge, term candidate)
{
    fixture *f = context;
    return smt_value(f->solver, at_target(f, edge, candidate));
}

static uint32_t target(void *context, uint32_t edge) { return ((fixture *)context)->edges[edge].to; }
static const u32_vec *uses(void *context, uint32_t node) { return &((fixture *)context)->out[node]; }

static bool is_over(void *context)
{
    fixture *f = context;
    return f->patience-- == 0;
}

/* The same, one candidate at a time. */
static void drop_naively(fixture *f, term_vec *known)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t e = 0; e < EDGES; e++) {
            term_vec *head = &known[f->edges[e].to];
            for (size_t k = head->size; k-- > 0;) {
                if (check(f, known, e, head->data[k]) == SMT_UNSAT) continue;
                head->data[k] = head->data[--head->size];
                changed = true;
            }
        }
    }
}

static houdini houdini_of(fixture *f)
{
    return (houdini){.ts = f->ts, .question = {keeps, value, f}, .candidates = f->candidates, .n_edges = EDGES, .target = target, .uses = uses, .is_over = is_over};
}

static void test_greatest_inductive_subset(void **state)
{
    (void)state;
    size_t kept = 0, dropped = 0;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        fixture f;
        fixture_init(&f, seed);
        term_vec known[NODES] = {{0}};
        for (size_t n = 0; n < NODES; n++) term_vec_append(&known[n], f.candidates[n].data, f.candidates[n].size);
        drop_naively(&f, known);
        houdini h = houdini_of(&f);
        assert_true(houdini_run(&h));
        for (size_t n = 0; n < NODES; n++) {
            assert_int_equal(known[n].size, f.candidates[n].size);
            for (size_t k = 0; k < known[n].size; k++) assert_true(term_vec_has(&f.candidates[n], known[n].data[k]));
            kept += known[n].size;
            dropped += CANDIDATES - known[n].size;
            term_vec_release(&known[n]);
        }
        fixture_release(&f);
    }
    assert_true(kept > ROUNDS && dropped > ROUNDS);
}

static void test_without_time(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, 1);
    f.patience = 2;
    houdini h = houdini_of(&f);
    assert_false(houdini_run(&h));
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_greatest_inductive_subset), cmocka_unit_test(test_without_time)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

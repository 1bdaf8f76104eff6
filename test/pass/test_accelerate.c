/* Acceleration on random loops, which are run: what one step of the new clause reaches is what the turns of the old one reach. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "base/alloc.h"
#include "front/smtlib/smtlib.h"
#include "pass/passes.h"
#include "recurrence/equations.h"
#include "smt/smt.h"
#include "term/eval.h"

#include <stdlib.h>
#include <string.h>

enum { ARITY = 3, LOOPS = 160, MAX_REACHED = 40, SUM_LOOPS = 40 };
static const limits NO_LIMIT = {0};

typedef struct fixture {
    term_store *ts;
    smt *solver;
    uint64_t state;
    term x[ARITY];
    size_t exact, inexact, none;
} fixture;

static void fixture_init(fixture *f, uint64_t seed)
{
    *f = (fixture){.ts = term_store_new(), .state = seed};
    f->solver = smt_new(f->ts, &NO_LIMIT, NULL);
    const char *const names[ARITY] = {"x", "y", "z"};
    for (size_t i = 0; i < ARITY; i++) f->x[i] = term_mk_sym(f->ts, names[i], sort_int(f->ts));
}

static void fixture_release(fixture *f)
{
    smt_free(f->solver);
    term_store_free(f->ts);
}

/* ---- random loops ---- */

static term small(fixture *f, int64_t from, uint32_t n) { return term_mk_int(f->ts, from + (int64_t)random_below(&f->state, n)); }

/* a * x + c; a is negative, too. */
static term grow(fixture *f, term x)
{
    static const int64_t factors[] = {-1, 2, 3, -2};
    return term_mk_add2(f->ts, term_mk_mul2(f->ts, term_mk_int(f->ts, factors[random_below(&f->state, 4)]), x), small(f, -2, 5));
}

/* Of argument i, which may depend on those before it: + c, + another one, a product, a factor, another one's value, a constant, nothing. */
static term random_update(fixture *f, size_t i)
{
    term x = f->x[i];
    switch (random_below(&f->state, 8)) {
    case 0: return x;
    case 1: return small(f, -2, 5);
    case 2: return term_mk_add2(f->ts, x, f->x[random_below(&f->state, (uint32_t)i)]);
    case 3: return term_mk_add2(f->ts, x, term_mk_mul2(f->ts, f->x[0], f->x[0]));
    case 4: return grow(f, x);
    case 5: return term_mk_add2(f->ts, term_mk_mul2(f->ts, small(f, 1, 3), f->x[0]), small(f, -2, 5));
    default: return term_mk_add2(f->ts, x, small(f, -3, 7));
    }
}

static term random_guard(fixture *f)
{
    term side = f->x[1 + random_below(&f->state, ARITY - 1)];
    return random_chance(&f->state, 50) ? term_mk_le(f->ts, side, small(f, 3, 40)) : term_mk_ge(f->ts, side, small(f, -40, 40));
}

/* P(start).   P(x, y, z) & x < bound & .. => P(x + 1 or 2 or 2x + .., .., ..), perhaps with a case distinction. */
static horn *random_loop(fixture *f, term *start)
{
    horn *h = horn_new(f->ts);
    sort sorts[ARITY] = {sort_int(f->ts), sort_int(f->ts), sort_int(f->ts)};
    pred p = horn_add_pred(h, "P", sorts, ARITY);
    for (size_t i = 0; i < ARITY; i++) start[i] = small(f, -3, 7);
    term next[ARITY] = {term_mk_add2(f->ts, f->x[0], small(f, 1, 2))};
    if (random_chance(&f->state, 20)) {
        start[0] = small(f, 1, 4);
        next[0] = term_mk_add2(f->ts, term_mk_scale(f->ts, &(rat){.num = 2, .den = 1}, f->x[0]), small(f, 0, 3));
    }
    for (size_t i = 1; i < ARITY; i++) next[i] = random_update(f, i);
    if (random_chance(&f->state, 40)) next[1] = term_mk_ite(f->ts, term_mk_lt(f->ts, f->x[0], small(f, 0, 8)), next[1], random_update(f, 1));
    term guard = term_mk_lt(f->ts, f->x[0], small(f, 0, 14));
    if (random_chance(&f->state, 40)) guard = term_mk_and2(f->ts, guard, random_guard(f));
    horn_add_clause(h, NULL, 0, term_true(f->ts), (atom){p, start}, 0);
    horn_add_clause(h, &(atom){p, f->x}, 1, guard, (atom){p, next}, 0);
    return h;
}

/* ---- what is reached ---- */

typedef struct states {
    term data[MAX_REACHED][ARITY];
    size_t n;
} states;

static bool states_has(const states *s, const term *state)
{
    for (size_t i = 0; i < s->n; i++)
        if (!memcmp(s->data[i], state, sizeof s->data[i])) return true;
    return false;
}

static void states_add(states *s, const term *state)
{
    assert_true(s->n < MAX_REACHED);
    memcpy(s->data[s->n++], state, sizeof s->data[0]);
}

/* By running the loop. */
static void run_loop(fixture *f, const horn *h, const term *start, states *out)
{
    const clause *c = horn_clause(h, 1);
    evaluator *e = evaluator_new(f->ts);
    term now[ARITY], next[ARITY];
    memcpy(now, start, sizeof now);
    out->n = 0;
    for (bool goes_on = true; goes_on;) {
        states_add(out, now);
        evaluator_clear(e);
        for (size_t i = 0; i < ARITY; i++) evaluator_set(e, c->body[0].args[i], now[i]);
        goes_on = term_is_equal(evaluator_eval(e, c->constraint, NULL), term_true(f->ts));
        for (size_t i = 0; i < ARITY; i++) next[i] = evaluator_eval(e, c->head.args[i], NULL);
        memcpy(now, next, sizeof now);
    }
    evaluator_free(e);
}

/* By one step of the clause, from `start`: all solutions. */
static void solve_clause(fixture *f, const clause *c, const term *start, states *out)
{
    out->n = 0;
    smt_push(f->solver);
    smt_assert(f->solver, c->constraint);
    for (size_t i = 0; i < ARITY; i++) smt_assert(f->solver, term_mk_eq(f->ts, c->body[0].args[i], start[i]));
    term y[ARITY];
    for (size_t i = 0; i < ARITY; i++) {
        y[i] = term_mk_fresh(f->ts, "y", sort_int(f->ts));
        smt_assert(f->solver, term_mk_eq(f->ts, y[i], c->head.args[i]));
    }
    smt_result found;
    while ((found = smt_check(f->solver, NULL, 0)) == SMT_SAT) {
        term state[ARITY], same[ARITY];
        for (size_t i = 0; i < ARITY; i++) {
            state[i] = smt_value(f->solver, y[i]);
            same[i] = term_mk_eq(f->ts, y[i], state[i]);
        }
        states_add(out, state);
        smt_assert(f->solver, term_mk_not(f->ts, term_mk_and(f->ts, same, ARITY)));
    }
    assert_int_equal(found, SMT_UNSAT);
    smt_pop(f->solver, 1);
}

/* Nothing new is reached; and everything, if the loop itself has gone. */
static void check_loop(fixture *f, uint64_t seed)
{
    term start[ARITY];
    horn *h = random_loop(f, start);
    assert_null(horn_check(h));
    back *b = NULL;
    horn *after = pass_accelerate(h, &NO_LIMIT, &b);
    f->none += !after;
    if (after) {
        assert_null(horn_check(after));
        const u32_vec *of_p = horn_clauses_of(after, (pred){0}), *of_entry = horn_clauses_of(after, (pred){1});
        assert_int_equal(of_p->size, 1);
        states reached, stepped;
        run_loop(f, h, start, &reached);
        solve_clause(f, horn_clause(after, of_p->data[0]), start, &stepped);
        for (size_t i = 0; i < stepped.n; i++)
            if (!states_has(&reached, stepped.data[i])) fail_msg("seed %llu: a state is new", (unsigned long long)seed);
        bool is_exact = of_entry->size == 1;
        for (size_t i = 0; i < reached.n && is_exact; i++)
            if (!states_has(&stepped, reached.data[i])) fail_msg("seed %llu: a state is lost", (unsigned long long)seed);
        f->exact += is_exact;
        f->inexact += !is_exact;
        b->free(b);
        horn_free(after);
    }
    horn_free(h);
}

static void accelerated_loops_reach_the_same(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f, 0);
    for (uint64_t seed = 1; seed <= LOOPS; seed++) {
        f.state = seed;
        check_loop(&f, seed);
    }
    assert_true(f.exact > LOOPS / 3);
    assert_true(f.none < LOOPS / 3);
    fixture_release(&f);
}

/* ---- equations ---- */

/* x, perhaps others, and sums of polynomials in them: equations in closed form. */
static horn *random_sum_loop(fixture *f, term *start)
{
    horn *h = horn_new(f->ts);
    sort sorts[ARITY] = {sort_int(f->ts), sort_int(f->ts), sort_int(f->ts)};
    pred p = horn_add_pred(h, "P", sorts, ARITY);
    for (size_t i = 0; i < ARITY; i++) start[i] = small(f, -3, 7);
    term counter = f->x[0], by = term_mk_int(f->ts, 1 + (int64_t)random_below(&f->state, 3));
    term summand = random_chance(&f->state, 50) ? counter : term_mk_mul2(f->ts, counter, term_mk_add2(f->ts, counter, small(f, -2, 5)));
    term next[ARITY] = {term_mk_add2(f->ts, counter, by), term_mk_add2(f->ts, f->x[1], summand), random_chance(&f->state, 50) ? f->x[2] : random_update(f, 2)};
    if (random_chance(&f->state, 30)) next[1] = term_mk_ite(f->ts, term_mk_lt(f->ts, counter, small(f, 0, 8)), next[1], random_update(f, 1));
    horn_add_clause(h, NULL, 0, term_true(f->ts), (atom){p, start}, 0);
    horn_add_clause(h, &(atom){p, f->x}, 1, term_mk_lt(f->ts, counter, small(f, 4, 14)), (atom){p, next}, 0);
    return h;
}

/* They hold in every state, and are inductive by themselves. */
static bool check_equations(fixture *f)
{
    term start[ARITY];
    states reached;
    horn *h = random_sum_loop(f, start);
    model facts;
    model_init(&facts, h);
    bool found = loop_equations_add(h, &NO_LIMIT, &facts);
    run_loop(f, h, start, &reached);
    evaluator *e = evaluator_new(f->ts);
    for (size_t i = 0; i < reached.n; i++) {
        evaluator_clear(e);
        for (size_t k = 0; k < ARITY; k++) evaluator_set(e, horn_param(h, (pred){0}, k), reached.data[i][k]);
        assert_true(term_is_equal(evaluator_eval(e, model_get(&facts, (pred){0}), NULL), term_true(f->ts)));
    }
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        smt_push(f->solver);
        smt_assert(f->solver, model_refute_clause(&facts, h, horn_clause(h, i)));
        assert_int_equal(smt_check(f->solver, NULL, 0), SMT_UNSAT);
        smt_pop(f->solver, 1);
    }
    evaluator_free(e);
    model_release(&facts);
    horn_free(h);
    return found;
}

static void equations_hold_in_all_states(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f, 77);
    size_t found = 0;
    for (int i = 0; i < SUM_LOOPS; i++) found += check_equations(&f);
    assert_true(found > SUM_LOOPS / 2);
    fixture_release(&f);
}

/* ---- derivations of many turns ---- */

/* P(0, 0, 0).   P(x, y, z) & x < turns => P(x + 1, y + x, z + 2).   P(x, ..) & x >= turns => false. */
static horn *counting_loop(fixture *f, int64_t turns)
{
    horn *h = horn_new(f->ts);
    sort sorts[ARITY] = {sort_int(f->ts), sort_int(f->ts), sort_int(f->ts)};
    pred p = horn_add_pred(h, "P", sorts, ARITY);
    term zero = term_mk_int(f->ts, 0), bound = term_mk_int(f->ts, turns);
    term next[ARITY] = {term_mk_add2(f->ts, f->x[0], term_mk_int(f->ts, 1)), term_mk_add2(f->ts, f->x[1], f->x[0]), term_mk_add2(f->ts, f->x[2], term_mk_int(f->ts, 2))};
    horn_add_clause(h, NULL, 0, term_true(f->ts), (atom){p, (term[]){zero, zero, zero}}, 0);
    horn_add_clause(h, &(atom){p, f->x}, 1, term_mk_lt(f->ts, f->x[0], bound), (atom){p, next}, 0);
    horn_add_clause(h, &(atom){p, f->x}, 1, term_mk_ge(f->ts, f->x[0], bound), (atom){PRED_FALSE, NULL}, 0);
    return h;
}

/* Adds an instance of the clause on the last step. */
static void add_step(fixture *f, const horn *h, uint32_t number, derivation *d)
{
    const clause *c = horn_clause(h, number);
    uint32_t premise = (uint32_t)d->steps.size - 1;
    smt_push(f->solver);
    smt_assert(f->solver, c->constraint);
    term_vec fact, values;
    term_vec_init(&fact);
    term_vec_init(&values);
    if (c->n_body) assert_true(derivation_fact(d, h, premise, &fact));
    for (size_t i = 0; i < fact.size; i++) smt_assert(f->solver, term_mk_eq(f->ts, c->body[0].args[i], fact.data[i]));
    assert_int_equal(smt_check(f->solver, NULL, 0), SMT_SAT);
    for (size_t i = 0; i < c->n_vars; i++) term_vec_push(&values, smt_value(f->solver, c->vars[i]));
    derivation_add(d, h, number, &premise, values.data);
    term_vec_release(&fact);
    term_vec_release(&values);
    smt_pop(f->solver, 1);
}

/* Does it come back as an outline? What the text form says of it is the same. */
static bool comes_back_as_outline(fixture *f, int64_t turns)
{
    horn *h = counting_loop(f, turns);
    back *b = NULL;
    horn *after = pass_accelerate(h, &NO_LIMIT, &b);
    assert_non_null(after);
    result r, read;
    result_init(&r);
    result_init(&read);
    uint32_t loop = horn_clauses_of(after, (pred){0})->data[0], entry = horn_clauses_of(after, (pred){1})->data[0], query = 0;
    while (!pred_is_false(horn_clause(after, query)->head.pred)) query++;
    derivation in;
    derivation_init(&in);
    add_step(f, after, entry, &in);
    /* The loop's step must take all turns: the query is solved for with it. */
    smt_push(f->solver);
    smt_assert(f->solver, term_mk_ge(f->ts, horn_clause(after, loop)->head.args[0], term_mk_int(f->ts, turns)));
    add_step(f, after, loop, &in);
    smt_pop(f->solver, 1);
    add_step(f, after, query, &in);
    assert_true(b->derivation(b, &in, &r.derivation, &NO_LIMIT));
    r.answer = ANSWER_UNSAFE;
    if (!r.derivation.is_outline) assert_null(least_model_check_derivation(h, &r.derivation));
    text printed;
    text_init(&printed);
    result_print(&printed, h, &r);
    diag error;
    diag_init(&error);
    assert_true(smtlib_parse_result(h, printed.data, printed.size, &read, &error));
    assert_int_equal(read.derivation.is_outline, r.derivation.is_outline);
    assert_int_equal(read.derivation.steps.size, r.derivation.steps.size);
    bool is_outline = r.derivation.is_outline;
    diag_release(&error);
    text_release(&printed);
    derivation_release(&in);
    result_release(&r);
    result_release(&read);
    b->free(b);
    horn_free(after);
    horn_free(h);
    return is_outline;
}

static void few_turns_are_run_and_many_outlined(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f, 0);
    assert_false(comes_back_as_outline(&f, 1));
    assert_false(comes_back_as_outline(&f, 1000));
    assert_true(comes_back_as_outline(&f, 1000000000));
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accelerated_loops_reach_the_same),
        cmocka_unit_test(equations_hold_in_all_states),
        cmocka_unit_test(few_turns_are_run_and_many_outlined),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

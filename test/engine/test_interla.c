/* Lazy annotation against the least model, and on the programs of the 2010 paper. */

#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "engine/interla/interla.h"
#include "smt/smt.h"
#include "term/dag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- what a right answer is ---- */

/* Does the clause hold in the model? Summaries may be quantified; a solver that gives up refutes nothing. */
static bool holds(const horn *h, const model *m, size_t index)
{
    limits none = {0};
    term refuted = model_refute_clause(m, h, horn_clause(h, index));
    if (term_is_equal(refuted, term_false(horn_terms(h)))) return true;
    smt *solver = smt_new(horn_terms(h), &none, NULL);
    smt_set_query_limit(solver, 5);
    smt_assert(solver, refuted);
    smt_result r = smt_check(solver, NULL, 0);
    smt_free(solver);
    return r != SMT_SAT;
}

static void assert_right(const horn *h, const result *r)
{
    if (r->answer == ANSWER_SAFE)
        for (size_t i = 0; i < horn_clause_count(h); i++) assert_true(holds(h, &r->model, i));
    if (r->answer == ANSWER_UNSAFE) {
        const char *wrong = least_model_check_derivation(h, &r->derivation);
        if (wrong) fail_msg("derivation: %s", wrong);
    }
    if (r->answer == ANSWER_UNKNOWN) assert_non_null(r->reason);
}

static void run(const horn *h, double seconds, result *out)
{
    engine_context context = {.limits = {.deadline = limits_now() + seconds}};
    result_init(out);
    interla_run(h, &context, out);
}

/* ---- random problems ---- */

typedef struct tally {
    size_t safe, unsafe, unknown;
} tally;

static tally compare(uint64_t seed, random_horn_shape shape, int problems)
{
    tally t = {0};
    for (int i = 0; i < problems; i++) {
        term_store *ts = term_store_new();
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        if (least_model(h, 200000, &oracle)) {
            run(h, 5, &r);
            assert_right(h, &r);
            if (r.answer != ANSWER_UNKNOWN) assert_int_equal(r.answer, oracle.answer);
            t.safe += r.answer == ANSWER_SAFE;
            t.unsafe += r.answer == ANSWER_UNSAFE;
            t.unknown += r.answer == ANSWER_UNKNOWN;
            result_release(&r);
        }
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    return t;
}

static void agrees_with_the_least_model_on_linear_problems(void **state)
{
    (void)state;
    random_horn_shape shape = random_horn_small(true);
    shape.max_body = 1;
    tally t = compare(5, shape, 50);
    assert_true(t.safe > 10 && t.unsafe > 10 && t.unknown < 5);
}

static void agrees_with_the_least_model_on_joins(void **state)
{
    (void)state;
    random_horn_shape shape = random_horn_small(true);
    shape.max_body = 3;
    tally t = compare(77, shape, 40);
    assert_true(t.safe > 10 && t.unsafe > 10 && t.unknown < 10);
}

/* Without bounds on values nobody knows the answer; what is claimed must be right all the same. */
static void is_right_on_unbounded_problems(void **state)
{
    (void)state;
    uint64_t seed = 11;
    random_horn_shape shape = random_horn_small(false);
    size_t answers = 0;
    for (int i = 0; i < 12; i++) {
        term_store *ts = term_store_new();
        horn *h = random_horn(ts, &seed, &shape);
        engine_context context = {.limits = {.deadline = limits_now() + 5}, .max_bound = 4};
        result r;
        result_init(&r);
        interla_run(h, &context, &r);
        assert_right(h, &r);
        answers += r.answer != ANSWER_UNKNOWN;
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(answers > 5);
}

/* Without learning: the same derivations, and a model only where there is nothing to prove. */
static void finds_the_same_without_learning(void **state)
{
    (void)state;
    uint64_t seed = 3;
    random_horn_shape shape = random_horn_small(true);
    size_t unsafe = 0;
    for (int i = 0; i < 20; i++) {
        term_store *ts = term_store_new();
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        if (least_model(h, 200000, &oracle)) {
            engine_context context = {.limits = {.deadline = limits_now() + 0.3}, .no_learn = true};
            result_init(&r);
            interla_run(h, &context, &r);
            if (r.answer != ANSWER_UNKNOWN) assert_int_equal(r.answer, oracle.answer);
            assert_right(h, &r);
            unsafe += r.answer == ANSWER_UNSAFE;
            result_release(&r);
        }
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(unsafe > 4);
}

/* ---- many goals ---- */

typedef struct goals {
    const horn *h;
    bool *reached, *proved; /* by clause */
} goals;

static void take_reached(void *user, size_t query, const derivation *d)
{
    goals *g = user;
    assert_null(least_model_check_derivation(g->h, d));
    assert_int_equal(d->steps.data[d->steps.size - 1].clause, query);
    assert_false(g->reached[query] || g->proved[query]);
    g->reached[query] = true;
}

static bool is_query(const horn *h, size_t i) { return pred_is_false(horn_clause(h, i)->head.pred); }

static void take_proved(void *user, const uint32_t *queries, size_t n, const model *m)
{
    goals *g = user;
    for (size_t i = 0; i < horn_clause_count(g->h); i++)
        if (!is_query(g->h, i)) assert_true(holds(g->h, m, i));
    for (size_t i = 0; i < n; i++) {
        assert_false(g->reached[queries[i]] || g->proved[queries[i]]);
        assert_true(holds(g->h, m, queries[i]));
        g->proved[queries[i]] = true;
    }
}

/* Adds a query for each predicate and each value of each of its arguments that is an Int. */
static void ask_everything(horn *h)
{
    term_store *ts = horn_terms(h);
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        term_vec args;
        term_vec_init(&args);
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++) term_vec_push(&args, term_mk_fresh(ts, "q", horn_pred_sort(h, (pred){p}, i)));
        for (size_t i = 0; i < args.size; i++)
            for (int64_t v = 0; v < 3 && sort_kind_of(ts, term_sort(ts, args.data[i])) == SORT_INT; v++)
                horn_add_clause(h, &(atom){(pred){p}, args.data}, 1, term_mk_eq(ts, args.data[i], term_mk_int(ts, v)), (atom){PRED_FALSE, NULL}, 0);
        term_vec_release(&args);
    }
}

/* The least model of the clauses that are no queries. */
static bool least_model_of_facts(const horn *h, result *out)
{
    horn *facts = horn_new(horn_terms(h));
    horn_copy_preds(facts, h);
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        if (!is_query(h, i)) horn_add_clause(facts, c->body, c->n_body, c->constraint, c->head, c->line);
    }
    bool ok = least_model(facts, 200000, out);
    horn_free(facts);
    return ok;
}

/* Every query that is reachable is reported, with its derivation; the others hold in the models that come with the answer. */
static void settles_many_goals(void **state)
{
    (void)state;
    uint64_t seed = 21;
    size_t n_reached = 0, n_dead = 0, n_proved_early = 0;
    for (int i = 0; i < 16; i++) {
        random_horn_shape shape = random_horn_small(true);
        shape.max_body = i % 2 ? 1 : 2;
        term_store *ts = term_store_new();
        horn *h = random_horn(ts, &seed, &shape);
        ask_everything(h);
        result least, r;
        result_init(&least);
        result_init(&r);
        size_t n = horn_clause_count(h);
        goals g = {.h = h, .reached = calloc(n, 1), .proved = calloc(n, 1)};
        if (least_model_of_facts(h, &least)) {
            engine_goals ask = {.reached = take_reached, .proved = take_proved, .user = &g};
            engine_context context = {.limits = {.deadline = limits_now() + 5}, .goals = &ask};
            interla_run(h, &context, &r);
            assert_int_not_equal(r.answer, ANSWER_UNSAFE);
            for (size_t c = 0; c < n; c++) {
                bool reachable = is_query(h, c) && !holds(h, &least.model, c);
                if (g.reached[c]) assert_true(reachable);
                if (g.proved[c]) assert_false(reachable);
                n_reached += g.reached[c];
                n_proved_early += g.proved[c];
                if (r.answer != ANSWER_SAFE || g.reached[c] || g.proved[c]) continue;
                assert_false(reachable);
                assert_true(holds(h, &r.model, c));
                n_dead += is_query(h, c);
            }
        }
        free(g.reached);
        free(g.proved);
        result_release(&least);
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(n_reached > 40 && n_dead + n_proved_early > 20);
}

/* Asks for all queries of the clauses; what is claimed is checked. */
static horn *ask(term_store *ts, const char *clauses, size_t max_bound, goals *g, result *r)
{
    horn *h = clauses_parse(ts, clauses);
    size_t n = horn_clause_count(h);
    *g = (goals){.h = h, .reached = calloc(n, 1), .proved = calloc(n, 1)};
    engine_goals ask_all = {.reached = take_reached, .proved = take_proved, .user = g};
    engine_context context = {.limits = {.deadline = limits_now() + 30}, .max_bound = max_bound, .goals = &ask_all};
    result_init(r);
    interla_run(h, &context, r);
    if (r->answer == ANSWER_SAFE)
        for (size_t i = 0; i < n; i++) assert_true(g->reached[i] || g->proved[i] || holds(h, &r->model, i));
    return h;
}

static size_t count_reached(const goals *g)
{
    size_t n = 0;
    for (size_t i = 0; i < horn_clause_count(g->h); i++) n += g->reached[i];
    return n;
}

static void finish_goals(term_store *ts, horn *h, goals *g, result *r)
{
    free(g->reached);
    free(g->proved);
    result_release(r);
    horn_free(h);
    term_store_free(ts);
}

/* A loop of 300 turns that values alone decide needs no longer times-to-live: one round gets behind it. */
static void goes_through_loops_without_choice(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    goals g;
    result r;
    horn *h = ask(ts,
                  "(declare-fun P (Int Int) Bool)(declare-fun Q (Int Int) Bool)"
                  "(assert (forall ((a Int)) (P 0 a)))"
                  "(assert (forall ((i Int) (a Int) (b Int)) (=> (and (P i a) (< i 300)) (P (+ i 1) b))))"
                  "(assert (forall ((i Int) (a Int)) (=> (and (P i a) (>= i 300)) (Q i a))))"
                  "(assert (forall ((i Int) (a Int)) (=> (and (Q i a) (> a 7)) false)))"
                  "(assert (forall ((i Int) (a Int)) (=> (and (Q i a) (= i 299)) false)))",
                  0, &g, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    assert_true(g.reached[3] && !g.reached[4]);
    assert_int_equal((int)stats_get(&r.stats, interla_rounds), 1);
    finish_goals(ts, h, &g, &r);
}

/* A goal that no loop ever reaches does not keep the search from the others, however many turns they need. */
static void settles_goals_behind_loops(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    goals g;
    result r;
    horn *h = ask(ts,
                  "(declare-fun P (Int) Bool)(declare-fun Q (Int Int) Bool)"
                  "(assert (P 0))"
                  "(assert (forall ((x Int) (y Int)) (=> (and (P x) (>= y 0)) (P (+ x y)))))"
                  "(assert (forall ((x Int)) (=> (and (P x) (< x 0)) false)))"
                  "(assert (forall ((x Int)) (=> (P x) (Q x 0))))"
                  "(assert (forall ((x Int) (n Int) (y Int)) (=> (and (Q x n) (<= 0 y 1)) (Q (- x y) (+ n 1)))))"
                  "(assert (forall ((x Int) (n Int)) (=> (and (Q x n) (= x (- 9))) false)))"
                  "(assert (forall ((x Int) (n Int)) (=> (and (Q x n) (< n 0)) false)))",
                  0, &g, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    assert_int_equal(count_reached(&g), 1);
    assert_true(g.reached[5]);
    finish_goals(ts, h, &g, &r);
}

/* What the solver cannot decide is a doubt: the rest is settled, and nothing is claimed about it. */
static void leaves_doubts_open(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    goals g;
    result r;
    horn *h = ask(ts,
                  "(declare-fun P (Int Int Int) Bool)(declare-fun Q (Int) Bool)"
                  "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (> x 0) (> y 0) (> z 0)) (P x y z))))"
                  "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (= (+ (* x x x) (* y y y)) (* z z z))) (Q x))))"
                  "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (> x (+ y z))) (Q (- x)))))"
                  "(assert (forall ((x Int)) (=> (and (Q x) (> x 0)) false)))"
                  "(assert (forall ((x Int)) (=> (and (Q x) (< x (- 5))) false)))",
                  1, &g, &r);
    assert_true(g.reached[4] && !g.reached[3]);
    finish_goals(ts, h, &g, &r);
}

/* ---- the papers' programs ---- */

/* Is the model's formula for the predicate equivalent to `wanted`, over parameters x0, x1, ... of sort Int? */
typedef enum relation { EQUALS, ENTAILS } relation;
static void assert_annotation(const horn *h, const result *r, const char *name, relation how, const char *wanted)
{
    term_store *ts = horn_terms(h);
    pred p;
    assert_true(horn_find_pred(h, name, &p));
    text script;
    text_init(&script);
    text_printf(&script, "(declare-fun W (");
    for (size_t i = 0; i < horn_pred_arity(h, p); i++) text_printf(&script, " Int");
    text_printf(&script, ") Bool)(assert (forall (");
    for (size_t i = 0; i < horn_pred_arity(h, p); i++) text_printf(&script, "(x%zu Int)", i);
    text_printf(&script, ") (=> (and (W");
    for (size_t i = 0; i < horn_pred_arity(h, p); i++) text_printf(&script, " x%zu", i);
    text_printf(&script, ") (not %s)) false)))", wanted);
    horn *w = clauses_parse(ts, script.data);
    model m;
    model_init(&m, w);
    model_set(&m, (pred){0}, model_get(&r->model, p));
    if (!holds(w, &m, 0)) fail_msg("the label of %s does not entail %s", name, wanted);
    const clause *c = horn_clause(w, 0);
    limits none = {0};
    smt *solver = smt_new(ts, &none, NULL);
    smt_assert(solver, term_mk_not(ts, model_apply(&m, w, c->body[0])));
    smt_assert(solver, term_mk_not(ts, c->constraint));
    if (how == EQUALS) assert_int_equal(smt_check(solver, NULL, 0), SMT_UNSAT);
    smt_free(solver);
    model_release(&m);
    horn_free(w);
    text_release(&script);
}

static horn *prove(term_store *ts, const char *clauses, result *r)
{
    horn *h = clauses_parse(ts, clauses);
    run(h, 20, r);
    if (r->answer != ANSWER_SAFE) fail_msg("not proved: %s", r->reason ? r->reason : "");
    assert_right(h, r);
    return h;
}

static void finish(term_store *ts, horn *h, result *r)
{
    result_release(r);
    horn_free(h);
    term_store_free(ts);
}

static void annotates_simple(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    result r;
    horn *h = prove(ts,
                    "(declare-fun L2 (Int) Bool)(declare-fun L4 (Int Int) Bool)(declare-fun L5 (Int Int) Bool)(declare-fun L6 (Int) Bool)"
                    "(assert (forall ((x Int)) (=> (= x 0) (L2 x))))"
                    "(assert (forall ((x Int) (y Int)) (=> (L2 x) (L4 x y))))"
                    "(assert (forall ((x Int) (y Int)) (=> (and (L4 x y) (>= y 0)) (L5 x y))))"
                    "(assert (forall ((x Int) (y Int)) (=> (L5 x y) (L6 (+ x y)))))"
                    "(assert (forall ((x Int)) (=> (L2 x) (L6 x))))"
                    "(assert (forall ((x Int)) (=> (and (L6 x) (< x 0)) false)))",
                    &r);
    assert_annotation(h, &r, "L6", EQUALS, "(>= x0 0)");
    assert_annotation(h, &r, "L5", EQUALS, "(>= (+ x0 x1) 0)");
    assert_annotation(h, &r, "L2", EQUALS, "(>= x0 0)");
    finish(ts, h, &r);
}

/* The irrelevant `a` is recovered from: the label of L6 is p alone. */
static void annotates_diamond(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    result r;
    horn *h = prove(ts,
                    "(declare-fun L2 (Int Int) Bool)(declare-fun L6 (Int Int Int) Bool)(declare-fun L10 (Int Int) Bool)"
                    "(assert (forall ((p Int) (x Int)) (=> (= p 1) (L2 p x))))"
                    "(assert (forall ((p Int) (x Int)) (=> (L2 p x) (L6 p x 1))))"
                    "(assert (forall ((p Int) (x Int)) (=> (L2 p x) (L6 p x 0))))"
                    "(assert (forall ((p Int) (x Int) (a Int)) (=> (and (L6 p x a) (= a 1)) (L10 p (+ x 1)))))"
                    "(assert (forall ((p Int) (x Int) (a Int)) (=> (and (L6 p x a) (not (= a 1))) (L10 p (- x 1)))))"
                    "(assert (forall ((p Int) (x Int)) (=> (and (L10 p x) (not (= p 1))) false)))",
                    &r);
    assert_annotation(h, &r, "L6", EQUALS, "(= x0 1)");
    assert_annotation(h, &r, "L10", EQUALS, "(= x0 1)");
    finish(ts, h, &r);
}

static void annotates_loop1(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    result r;
    horn *h = prove(ts,
                    "(declare-fun L3 (Int Int Int Int) Bool)(declare-fun L10 (Int Int) Bool)"
                    "(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (and (= x y) (= i 0)) (L3 x y i n))))"
                    "(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (and (L3 x y i n) (< i n)) (L3 (+ x 1) y (+ i 1) n))))"
                    "(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (and (L3 x y i n) (>= i n)) (L10 x y))))"
                    "(assert (forall ((x Int) (y Int)) (=> (and (L10 x y) (< x y)) false)))",
                    &r);
    assert_annotation(h, &r, "L3", EQUALS, "(>= x0 x1)");
    finish(ts, h, &r);
}

static void annotates_call1(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    result r;
    horn *h = prove(ts,
                    "(declare-fun E (Int) Bool)(declare-fun L2 (Int Int) Bool)(declare-fun S (Int Int) Bool)"
                    "(declare-fun L4 (Int Int) Bool)(declare-fun L5 (Int Int) Bool)"
                    "(assert (forall ((x Int) (y Int)) (=> (= x y) (L4 x y))))"
                    "(assert (forall ((x Int) (y Int)) (=> (L4 x y) (E x))))"
                    "(assert (forall ((x Int)) (=> (E x) (L2 x (+ x 1)))))"
                    "(assert (forall ((in Int) (x Int)) (=> (L2 in x) (S in x))))"
                    "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (L4 x y) (S x z)) (L5 z y))))"
                    "(assert (forall ((x Int) (y Int)) (=> (and (L5 x y) (< x y)) false)))",
                    &r);
    assert_annotation(h, &r, "S", ENTAILS, "(>= x1 x0)");
    assert_annotation(h, &r, "L5", EQUALS, "(>= x0 x1)");
    finish(ts, h, &r);
}

static void annotates_rec1(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    result r;
    horn *h = prove(ts,
                    "(declare-fun E (Int) Bool)(declare-fun L3 (Int Int) Bool)(declare-fun L4 (Int Int) Bool)(declare-fun L5 (Int Int) Bool)"
                    "(declare-fun S (Int Int) Bool)(declare-fun M (Int) Bool)(declare-fun M2 (Int) Bool)"
                    "(assert (forall ((x Int)) (=> (= x 0) (M x))))"
                    "(assert (forall ((x Int)) (=> (M x) (E x))))"
                    "(assert (forall ((x Int) (y Int)) (=> (and (M x) (S x y)) (M2 y))))"
                    "(assert (forall ((x Int)) (=> (E x) (L3 x x))))"
                    "(assert (forall ((x Int)) (=> (E x) (L5 x x))))"
                    "(assert (forall ((in Int) (x Int)) (=> (L3 in x) (E x))))"
                    "(assert (forall ((in Int) (x Int) (y Int)) (=> (and (L3 in x) (S x y)) (L4 in y))))"
                    "(assert (forall ((in Int) (x Int)) (=> (L4 in x) (E x))))"
                    "(assert (forall ((in Int) (x Int) (y Int)) (=> (and (L4 in x) (S x y)) (L5 in y))))"
                    "(assert (forall ((in Int) (x Int)) (=> (L5 in x) (S in (+ x 1)))))"
                    "(assert (forall ((x Int)) (=> (and (M2 x) (< x 0)) false)))",
                    &r);
    assert_annotation(h, &r, "S", ENTAILS, "(>= x1 x0)");
    finish(ts, h, &r);
}

/* id(n) = n by recursion. Where n is 0 the clauses do not hand it on as an argument; the entry of the procedure is found all the same, so
 * that calls start from what they are called with: nothing but the calls of id(6) is executed, once in each round. */
static void recovers_procedures_with_constants(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    result r;
    horn *h = prove(ts,
                    "(declare-fun M () Bool)(declare-fun M2 (Int) Bool)(declare-fun E (Int) Bool)(declare-fun L (Int Int) Bool)"
                    "(declare-fun Z () Bool)(declare-fun R (Int Int) Bool)(declare-fun S (Int Int) Bool)"
                    "(assert M)(assert (=> M (E 6)))(assert (forall ((y Int)) (=> (and M (S 6 y)) (M2 y))))"
                    "(assert (forall ((x Int)) (=> (and (E x) (not (= x 0))) (L x x))))"
                    "(assert (=> (E 0) Z))(assert (=> Z (R 0 0)))"
                    "(assert (forall ((in Int) (x Int)) (=> (L in x) (E (- x 1)))))"
                    "(assert (forall ((in Int) (x Int) (y Int)) (=> (and (L in x) (S (- x 1) y)) (R in (+ y 1)))))"
                    "(assert (forall ((in Int) (y Int)) (=> (R in y) (S in y))))"
                    "(assert (forall ((y Int)) (=> (and (M2 y) (not (= y 6))) false)))",
                    &r);
    assert_true(stats_get(&r.stats, interla_decisions) < 150);
    finish(ts, h, &r);
}

/* The side of E that would return 5 is not feasible. To look for a label of it the engine tries what follows all the same, up to a query
 * behind the return: that must not count as reached. */
static void never_reaches_goals_by_probes(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    result r;
    horn *h = prove(ts,
                    "(declare-fun M (Int) Bool)(declare-fun E (Int) Bool)(declare-fun X (Int Int) Bool)(declare-fun S (Int Int) Bool)"
                    "(assert (M 0))(assert (forall ((x Int)) (=> (M x) (E x))))"
                    "(assert (forall ((x Int)) (=> (and (E x) (= x 0)) (X x 3))))"
                    "(assert (forall ((x Int)) (=> (and (E x) (= x 1)) (X x 5))))"
                    "(assert (forall ((x Int) (y Int)) (=> (X x y) (S x y))))"
                    "(assert (forall ((x Int) (y Int)) (=> (and (M x) (S x y) (= y 5)) false)))",
                    &r);
    finish(ts, h, &r);
}

/* Nested loops with counters are run through: one round, no bound in the end, although no invariant of a few atoms would do. */
static void runs_through_bounded_loops(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    result r;
    horn *h = prove(ts,
                    "(declare-fun A (Int Int) Bool)(declare-fun B (Int Int Int) Bool)"
                    "(assert (A 0 0))"
                    "(assert (forall ((i Int) (t Int)) (=> (and (A i t) (<= i 4)) (B i 3 t))))"
                    "(assert (forall ((i Int) (j Int) (t Int)) (=> (and (B i j t) (>= j 1)) (B i (- j 1) (+ t i)))))"
                    "(assert (forall ((i Int) (j Int) (t Int)) (=> (and (B i j t) (<= j 0)) (A (+ i 1) t))))"
                    "(assert (forall ((i Int) (t Int)) (=> (and (A i t) (>= i 5) (not (= t 30))) false)))",
                    &r);
    assert_int_equal((int)stats_get(&r.stats, interla_rounds), 1);
    assert_int_equal((int)stats_get(&r.stats, interla_kept), 0);
    finish(ts, h, &r);
}

/* ---- stopping ---- */

static const char *const ENDLESS = "(declare-fun P (Int Int Int) Bool)"
                                   "(assert (P 3 5 1))"
                                   "(assert (forall ((x Int) (y Int) (z Int)) (=> (P x y z) (P (* x y) (+ y x 1) (+ z 1)))))"
                                   "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (P x y z) (= (* x x) (+ (* 3 y y) 2 z))) false)))";

static void stops_in_time(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, ENDLESS);
    result r;
    double start = limits_now();
    run(h, 0.5, &r);
    assert_true(limits_now() - start < 10);
    assert_right(h, &r);
    finish(ts, h, &r);
}

static volatile sig_atomic_t stop;
static void raise_stop(void *user, const char *what, int64_t bound)
{
    (void)user;
    (void)what;
    (void)bound;
    stop = 1;
}

static void stops_when_told(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, ENDLESS);
    engine_context context = {.limits = {.stop = &stop}, .progress = raise_stop};
    result r;
    result_init(&r);
    interla_run(h, &context, &r);
    assert_int_equal(r.answer, ANSWER_UNKNOWN);
    finish(ts, h, &r);
}

/* What an early call returned is compared with what a later one returns: the comparison waits, and is about the early call then. */
static void compares_results_of_several_calls(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, "(declare-fun f (Int Int) Bool)(declare-fun s (Int) Bool)"
                                "(assert (forall ((x Int) (r Int)) (=> (= r (+ x 1)) (f x r))))(assert (forall ((x Int) (r Int)) (=> (= r (+ x 2)) (f x r))))"
                                "(assert (forall ((x Int)) (=> (> x 3) (s x))))"
                                "(assert (forall ((x Int) (a Int) (b Int) (c Int)) (=> (and (s x) (f x a) (f a b) (f b c) (not (< (+ a 1) c))) false)))");
    engine_context context = {.limits = {.deadline = limits_now() + 20}};
    result r;
    result_init(&r);
    interla_run(h, &context, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    finish(ts, h, &r);
}

static void stops_at_the_bound(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, "(declare-fun P (Int) Bool)(assert (P 0))"
                        "(assert (forall ((x Int)) (=> (P x) (P (+ x 1)))))(assert (forall ((x Int)) (=> (and (P x) (= x 1000)) false)))");
    engine_context context = {.limits = {.deadline = limits_now() + 20}, .max_bound = 8};
    result r;
    result_init(&r);
    interla_run(h, &context, &r);
    assert_int_equal(r.answer, ANSWER_UNKNOWN);
    assert_int_equal(r.bound, 8);
    finish(ts, h, &r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_least_model_on_linear_problems),
        cmocka_unit_test(agrees_with_the_least_model_on_joins),
        cmocka_unit_test(is_right_on_unbounded_problems),
        cmocka_unit_test(finds_the_same_without_learning),
        cmocka_unit_test(settles_many_goals),
        cmocka_unit_test(goes_through_loops_without_choice),
        cmocka_unit_test(settles_goals_behind_loops),
        cmocka_unit_test(leaves_doubts_open),
        cmocka_unit_test(annotates_simple),
        cmocka_unit_test(annotates_diamond),
        cmocka_unit_test(annotates_loop1),
        cmocka_unit_test(annotates_call1),
        cmocka_unit_test(annotates_rec1),
        cmocka_unit_test(recovers_procedures_with_constants),
        cmocka_unit_test(never_reaches_goals_by_probes),
        cmocka_unit_test(runs_through_bounded_loops),
        cmocka_unit_test(stops_in_time),
        cmocka_unit_test(stops_when_told),
        cmocka_unit_test(compares_results_of_several_calls),
        cmocka_unit_test(stops_at_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

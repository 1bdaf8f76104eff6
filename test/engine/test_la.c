/* Lazy annotation: against the least model on random problems, on small programs, and what it learns there. */

#include "../horn/assert_model.h"
#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "engine/la.h"
#include "engine/la/execute.h"
#include "engine/la/la.h"
#include "smt/smt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void assert_right(const horn *h, const result *r)
{
    if (r->answer == ANSWER_SAFE) assert_model(h, &r->model);
    if (r->answer == ANSWER_UNSAFE) assert_null(least_model_check_derivation(h, &r->derivation));
    if (r->answer == ANSWER_UNKNOWN) assert_non_null(r->reason);
}

static void run_with(const horn *h, const char *options, double seconds, size_t max_bound, result *out)
{
    engine_context c = {.limits = {.deadline = limits_now() + seconds}, .max_bound = max_bound, .engine_options = options};
    result_init(out);
    la_run(h, &c, out);
}

/* The same answer as the least model, with a model or derivation that checks. */
static void agrees(uint64_t seed, int problems, uint32_t max_body, const char *options)
{
    size_t unsafe = 0, safe = 0, open = 0;
    for (int i = 0; i < problems; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(true);
        shape.max_body = max_body;
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        if (least_model(h, 200000, &oracle)) {
            run_with(h, options, 10, 30, &r);
            assert_right(h, &r);
            if (r.answer == ANSWER_UNKNOWN) open++;
            else assert_int_equal(r.answer, oracle.answer);
            if (oracle.answer == ANSWER_UNSAFE) unsafe++;
            else safe++;
            result_release(&r);
        }
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(unsafe * 10 > (size_t)problems && safe * 10 > (size_t)problems);
    assert_true(open * 50 <= (size_t)problems);
}

static void agrees_on_linear_problems(void **state)
{
    (void)state;
    agrees(1, 50, 1, NULL);
}

static void agrees_on_problems_with_joins(void **state)
{
    (void)state;
    agrees(2, 50, 2, NULL);
}

/* Every switch changes how the answer is found, never what it is. */
static void agrees_whatever_the_switches(void **state)
{
    (void)state;
    const char *const lists[] = {"coarse", "no-values,no-generalise", "no-backjump,no-relevance,no-eager,no-preserve",
                                 "no-inductive,no-combine,no-houdini", "interpolate", "early-objections"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) agrees(10 + i, 12, 2, lists[i]);
}

/* ---- what is kept while it works ---- */

static void assert_unsat(smt *s, term_vec *parts)
{
    smt_push(s);
    for (size_t i = 0; i < parts->size; i++) smt_assert(s, parts->data[i]);
    assert_int_equal(smt_check(s, NULL, 0), SMT_UNSAT);
    smt_pop(s, 1);
}

/* From the annotation one level down, or the one that always holds, every clause derives only what the annotation says of its head. */
static void assert_annotation_at(const la *a, smt *s, uint32_t level)
{
    for (size_t i = 0; i < horn_clause_count(a->h); i++) {
        const clause *c = horn_clause(a->h, i);
        if (pred_is_false(c->head.pred) || (!level && c->n_body)) continue;
        model below, here;
        model_init(&below, a->h);
        model_init(&here, a->h);
        for (uint32_t p = 0; p < horn_pred_count(a->h); p++) {
            model_set(&below, (pred){p}, annotation(a, (pred){p}, level == LEVEL_ALWAYS || !level ? level : level - 1));
            model_set(&here, (pred){p}, annotation(a, (pred){p}, level));
        }
        term_vec parts;
        term_vec_init(&parts);
        term_vec_push(&parts, c->constraint);
        for (size_t k = 0; k < c->n_body; k++) term_vec_push(&parts, model_apply(&below, a->h, c->body[k]));
        term_vec_push(&parts, term_mk_not(a->ts, model_apply(&here, a->h, c->head)));
        assert_unsat(s, &parts);
        term_vec_release(&parts);
        model_release(&below);
        model_release(&here);
    }
}

/* A point of the fact: its clause derives it from points of its premises. */
static void assert_fact(const la *a, smt *s, const fact *f)
{
    const clause *c = horn_clause(a->h, f->clause);
    model m;
    model_init(&m, a->h);
    smt_push(s);
    smt_assert(s, f->formula);
    assert_int_equal(smt_check(s, NULL, 0), SMT_SAT);
    term_vec point;
    term_vec_init(&point);
    for (size_t i = 0; i < horn_pred_arity(a->h, f->pred); i++) term_vec_push(&point, smt_value(s, horn_param(a->h, f->pred, i)));
    smt_pop(s, 1);
    smt_push(s);
    smt_assert(s, c->constraint);
    for (size_t i = 0; i < point.size; i++) smt_assert(s, term_mk_eq(a->ts, c->head.args[i], point.data[i]));
    for (size_t k = 0; k < c->n_body; k++) {
        model_set(&m, c->body[k].pred, a->facts.data[a->premises.data[f->premise + k]].formula);
        smt_assert(s, model_apply(&m, a->h, c->body[k]));
    }
    assert_int_equal(smt_check(s, NULL, 0), SMT_SAT);
    smt_pop(s, 1);
    term_vec_release(&point);
    model_release(&m);
}

static void assert_state(const la *a)
{
    limits none = {0};
    smt *s = smt_new(a->ts, &none, NULL);
    for (uint32_t level = 0; level <= a->bound + 1; level++) assert_annotation_at(a, s, level);
    assert_annotation_at(a, s, LEVEL_ALWAYS);
    for (size_t i = 0; i < a->facts.size; i++)
        if (!pred_is_false(a->facts.data[i].pred)) assert_fact(a, s, &a->facts.data[i]);
    smt_free(s);
}

/* Bound after bound: what is learned, pushed, covered and kept by Houdini follows, and facts have derivations. */
static void keeps_only_what_follows(void **state)
{
    (void)state;
    uint64_t seed = 7;
    size_t lemmas = 0, facts = 0, always = 0;
    for (int i = 0; i < 40; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(i % 4 == 0);
        shape.max_extra_clauses = 6;
        horn *h = random_horn(ts, &seed, &shape);
        engine_context c = {.limits = {.deadline = limits_now() + 20}};
        result r;
        result_init(&r);
        la a;
        la_init(&a, h, &c, &r);
        a.options.values = i % 2;
        uint32_t query;
        bool converged = false;
        for (cells_find(&a); a.bound < 6 && !converged && search_queries(&a, &query) == REFUTED; a.bound++) {
            assert_state(&a);
            converged = propagate(&a);
            assert_state(&a);
            converged = converge(&a) || converged;
            assert_state(&a);
        }
        assert_state(&a);
        lemmas += a.lemmas.size;
        facts += a.facts.size;
        for (size_t k = 0; k < a.lemmas.size; k++) always += a.lemmas.data[k].level == LEVEL_ALWAYS;
        la_release(&a);
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(lemmas > 40 && facts > 20 && always > 20);
}

static void refuses_unknown_switches(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = horn_new(ts);
    result r;
    run_with(h, "no-backjump,fast", 5, 0, &r);
    assert_int_equal(r.answer, ANSWER_UNKNOWN);
    assert_non_null(strstr(r.reason, "'fast'"));
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* ---- small programs ---- */

static void assert_entails(const horn *h, term stronger, term weaker)
{
    limits none = {0};
    smt *s = smt_new(horn_terms(h), &none, NULL);
    assert_int_equal(smt_entails(s, stronger, weaker), SMT_UNSAT);
    smt_free(s);
}

static term param(const horn *h, const char *predicate, size_t i)
{
    pred p;
    assert_true(horn_find_pred(h, predicate, &p));
    return horn_param(h, p, i);
}

/* A program of figure 1 of the 2010 paper, and the annotation the paper derives: at `predicate`, parameter `greater` is at least parameter
 * `than`, at least zero, or true. */
enum { THAN_ZERO = -1, IS_TRUE = -2 };
typedef struct program {
    const char *clauses, *predicate;
    size_t greater;
    int than;
} program;

static const program PROGRAMS[] = {
    /* simple */
    {"(declare-fun l2 (Int) Bool)(declare-fun l6 (Int) Bool)"
     "(assert (forall ((x Int)) (=> (= x 0) (l2 x))))"
     "(assert (forall ((x Int)) (=> (l2 x) (l6 x))))"
     "(assert (forall ((x Int) (y Int)) (=> (and (l2 x) (>= y 0)) (l6 (+ x y)))))"
     "(assert (forall ((x Int)) (=> (and (l6 x) (< x 0)) false)))",
     "l6", 0, THAN_ZERO},
    /* diamond: a is irrelevant, and forgotten */
    {"(declare-fun l6 (Bool Int Int) Bool)(declare-fun l10 (Bool Int) Bool)"
     "(assert (forall ((p Bool) (x Int)) (=> p (l6 p 1 x))))"
     "(assert (forall ((p Bool) (x Int)) (=> p (l6 p 0 x))))"
     "(assert (forall ((p Bool) (a Int) (x Int)) (=> (and (l6 p a x) (not (= a 0))) (l10 p (+ x 1)))))"
     "(assert (forall ((p Bool) (a Int) (x Int)) (=> (and (l6 p a x) (= a 0)) (l10 p (- x 1)))))"
     "(assert (forall ((p Bool) (x Int)) (=> (and (l10 p x) (not p)) false)))",
     "l6", 0, IS_TRUE},
    /* loop1 */
    {"(declare-fun l3 (Int Int Int Int) Bool)"
     "(assert (forall ((x Int) (y Int) (n Int)) (=> (= x y) (l3 x y 0 n))))"
     "(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (and (l3 x y i n) (< i n)) (l3 (+ x 1) y (+ i 1) n))))"
     "(assert (forall ((x Int) (y Int) (i Int) (n Int)) (=> (and (l3 x y i n) (>= i n) (< x y)) false)))",
     "l3", 0, 1},
    /* call1: the summary says nothing of y */
    {"(declare-fun foo (Int Int) Bool)"
     "(assert (forall ((x Int)) (foo x (+ x 1))))"
     "(assert (forall ((x Int) (y Int)) (=> (and (foo y x) (< x y)) false)))",
     "foo", 1, 0},
    /* rec1 */
    {"(declare-fun rec1 (Int Int) Bool)"
     "(assert (forall ((x Int)) (rec1 x (+ x 1))))"
     "(assert (forall ((x Int) (u Int) (v Int)) (=> (and (rec1 x u) (rec1 u v)) (rec1 x (+ v 1)))))"
     "(assert (forall ((x Int)) (=> (and (rec1 0 x) (< x 0)) false)))",
     "rec1", 1, 0},
};

static term annotation_of(const horn *h, const program *p)
{
    term_store *ts = horn_terms(h);
    term greater = param(h, p->predicate, p->greater);
    if (p->than == IS_TRUE) return greater;
    return term_mk_ge(ts, greater, p->than == THAN_ZERO ? term_mk_int(ts, 0) : param(h, p->predicate, (size_t)p->than));
}

/* With value sets it may say more than the paper: what values there are. */
static void derives_the_annotations_of_the_paper(void **state)
{
    (void)state;
    const char *const options[] = {NULL, "no-values"};
    for (size_t i = 0; i < 2 * sizeof PROGRAMS / sizeof *PROGRAMS; i++) {
        const program *of = &PROGRAMS[i / 2];
        term_store *ts = term_store_new();
        horn *h = clauses_parse(ts, of->clauses);
        result r;
        run_with(h, options[i % 2], 20, 0, &r);
        assert_int_equal(r.answer, ANSWER_SAFE);
        assert_model(h, &r.model);
        pred p;
        assert_true(horn_find_pred(h, of->predicate, &p));
        assert_entails(h, model_get(&r.model, p), annotation_of(h, of));
        if (i % 2) assert_entails(h, annotation_of(h, of), model_get(&r.model, p));
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
}

/* A value that wanders through constants: found by cells, whatever they are. */
static void tells_values_apart(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, "(declare-fun s (Int) Bool)(assert (s 4352))"
                        "(assert (=> (s 4352) (s 4560)))(assert (=> (s 4560) (s 8192)))(assert (=> (s 8192) (s 4352)))"
                        "(assert (forall ((x Int)) (=> (and (s x) (> x 4560) (< x 8192)) false)))");
    result r;
    run_with(h, NULL, 20, 0, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    assert_model(h, &r.model);
    assert_true(stats_get(&r.stats, la_conflicts) == 0);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

static void assert_proved(const char *clauses)
{
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, clauses);
    result r;
    run_with(h, NULL, 20, 0, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    assert_model(h, &r.model);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* Goals about arrays that are written to speak of elements, not of whole arrays. */
static void keeps_elements_of_arrays(void **state)
{
    (void)state;
    assert_proved("(declare-fun p ((Array Int Int) Int) Bool)"
                  "(assert (forall ((a (Array Int Int))) (=> (= (select a 0) 7) (p a 1))))"
                  "(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int) (v Int))"
                  "  (=> (and (p a i) (> i 0) (= b (store a i v))) (p (store b i (+ v 1)) (+ i 1)))))"
                  "(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (p a i) (not (= (select a 0) 7))) false)))");
}

/* What holds for odd numbers only is not learned for one of them after the other. */
static void learns_remainders(void **state)
{
    (void)state;
    assert_proved("(declare-fun p (Int Int Int) Bool)(assert (p 0 0 0))"
                  "(assert (forall ((f Int) (g Int) (n Int)) (=> (and (p f g n) (= (mod n 2) 0)) (p (+ f 1) g (+ n 1)))))"
                  "(assert (forall ((f Int) (g Int) (n Int)) (=> (and (p f g n) (= (mod n 2) 1)) (p (+ f 1) (+ g 1) (+ n 1)))))"
                  "(assert (forall ((f Int) (g Int) (n Int)) (=> (and (p f g n) (= (mod n 2) 0) (not (= f (* 2 g)))) false)))");
}

static horn *counter_to(term_store *ts, int n)
{
    text clauses;
    text_init(&clauses);
    text_printf(&clauses, "(declare-fun p (Int) Bool)(assert (p 0))(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))"
                          "(assert (forall ((x Int)) (=> (and (p x) (= x %d)) false)))", n);
    horn *h = clauses_parse(ts, clauses.data);
    text_release(&clauses);
    return h;
}

static void finds_deep_derivations_and_proves_bounds(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = counter_to(ts, 40);
    result r;
    run_with(h, NULL, 20, 0, &r);
    assert_int_equal(r.answer, ANSWER_UNSAFE);
    assert_right(h, &r);
    assert_true(r.bound <= 40);
    result_release(&r);
    run_with(h, "no-preserve", 20, 10, &r);
    assert_int_equal(r.answer, ANSWER_UNKNOWN);
    assert_int_equal(r.bound, 10);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* A loop that runs a thousand times, and a derivation that needs the solver at each step. */
static void executes_long_loops(void **state)
{
    (void)state;
    const char *const problems[] = {
        "(declare-fun p (Int Int) Bool)(assert (p 0 1))"
        "(assert (forall ((i Int) (h Int)) (=> (and (p i h) (< i 1000)) (p (+ i 1) (- (* 3 i) h)))))"
        "(assert (forall ((i Int) (h Int)) (=> (and (p i h) (>= i 1000) (> h 1000)) false)))",
        "(declare-fun p (Int Int) Bool)(declare-fun q (Int) Bool)(assert (p 0 0))"
        "(assert (forall ((n Int) (r Int) (s Int)) (=> (and (p n r) (> s r) (< s (+ r 2))) (p (+ n 1) s))))"
        "(assert (forall ((x Int)) (=> (and (> x 2) (< x 4)) (q x))))"
        "(assert (forall ((n Int) (r Int) (x Int)) (=> (and (p n r) (q x) (= n 100) (= (+ r x) 103)) false)))",
    };
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        term_store *ts = term_store_new();
        horn *h = clauses_parse(ts, problems[i]);
        engine_context c = {.limits = {.deadline = limits_now() + 60}};
        result r;
        result_init(&r);
        la a;
        la_init(&a, h, &c, &r);
        assert_true(execute(&a, 60, &r.derivation));
        assert_null(least_model_check_derivation(h, &r.derivation));
        la_release(&a);
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
}

/* Out of time or asked to stop: an honest unknown, soon. */
static void stops_when_asked(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = counter_to(ts, 1000000);
    double start = limits_now();
    result r;
    run_with(h, NULL, 0.3, 0, &r);
    assert_int_equal(r.answer, ANSWER_UNKNOWN);
    assert_true(limits_now() - start < 5);
    result_release(&r);
    volatile sig_atomic_t stop = 1;
    engine_context c = {.limits = {.stop = &stop}};
    result_init(&r);
    la_run(h, &c, &r);
    assert_int_equal(r.answer, ANSWER_UNKNOWN);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_on_linear_problems),
        cmocka_unit_test(agrees_on_problems_with_joins),
        cmocka_unit_test(agrees_whatever_the_switches),
        cmocka_unit_test(keeps_only_what_follows),
        cmocka_unit_test(refuses_unknown_switches),
        cmocka_unit_test(derives_the_annotations_of_the_paper),
        cmocka_unit_test(tells_values_apart),
        cmocka_unit_test(keeps_elements_of_arrays),
        cmocka_unit_test(learns_remainders),
        cmocka_unit_test(finds_deep_derivations_and_proves_bounds),
        cmocka_unit_test(executes_long_loops),
        cmocka_unit_test(stops_when_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

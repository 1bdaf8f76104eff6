/* Lazy predicate abstraction: answers are right whatever the problem and the switches; what it is supposed to be able to do is done. */

#include "../horn/assert_model.h"
#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "engine/cegar/cegar.h"
#include "engine/lawi/lawi.h"
#include "validate/validate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define RANDOM_PROBLEMS 60

/* Every way to find predicates, with every kind of post. */
static const cegar_options WAYS[] = {
    {.weaken = true, .fallback = true}, {.weaken = true}, {.weaken = true, .boolean = true}, {.weaken = true, .atoms = true, .fallback = true},
    {.weaken = true, .wp = true, .fallback = true}, {.weaken = true, .wp = true, .boolean = true}, {.atoms = true, .fallback = true}, {.boolean = true},
    {.weaken = true, .fallback = true, .values = true}, {.atoms = true, .boolean = true, .values = true},
};
enum { N_WAYS = sizeof WAYS / sizeof *WAYS };

static void assert_right(const horn *h, const result *r)
{
    if (r->answer == ANSWER_UNKNOWN) assert_non_null(r->reason);
    if (r->answer == ANSWER_SAFE) assert_model(h, &r->model);
    if (r->answer != ANSWER_UNSAFE) return;
    limits none = {0};
    stats counters;
    stats_init(&counters);
    text why;
    text_init(&why);
    if (validate_result(h, r, &none, &counters, &why) != VALID) fail_msg("%s", why.data);
    text_release(&why);
}

static void run_with(const horn *h, double seconds, const cegar_options *options, result *out)
{
    engine_context context = {.limits = {.deadline = limits_now() + seconds}};
    result_init(out);
    cegar_run_with(h, &context, options, out);
}

static void expect_with(const char *clauses, const cegar_options *options, answer wanted)
{
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, clauses);
    result r;
    run_with(h, 60, options, &r);
    if (r.answer != wanted) fail_msg("answer %d instead of %d (%s): %s", r.answer, wanted, r.reason ? r.reason : "", clauses);
    assert_right(h, &r);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

static void expect(const char *clauses, answer wanted)
{
    for (size_t i = 0; i < N_WAYS; i++) expect_with(clauses, &WAYS[i], wanted);
}

/* ---- random problems ---- */

/* Bounded problems have finitely many facts: the answer is the least model's, or none. Nearly all are decided. */
static void agrees_with_the_least_model(void **state)
{
    (void)state;
    uint64_t seed = 17;
    size_t asked = 0, decided = 0, safe = 0;
    for (int i = 0; i < RANDOM_PROBLEMS; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(true);
        shape.max_body = i % 3 ? 2 : 1;
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        if (least_model(h, 200000, &oracle)) {
            run_with(h, 3, &WAYS[i % N_WAYS], &r);
            assert_right(h, &r);
            asked++;
            decided += r.answer != ANSWER_UNKNOWN;
            if (r.answer != ANSWER_UNKNOWN) assert_int_equal(r.answer, oracle.answer);
            safe += r.answer == ANSWER_SAFE;
            result_release(&r);
        }
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(asked > RANDOM_PROBLEMS / 2 && decided * 10 >= asked * 9);
    assert_true(safe > asked / 8 && safe < asked);
}

/* Problems without bounds, of which nothing is known beforehand: all ways, and another engine, never disagree, and are right. */
static void agrees_with_lawi(void **state)
{
    (void)state;
    uint64_t seed = 23;
    size_t both = 0;
    for (int i = 0; i < RANDOM_PROBLEMS / 2; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(false);
        horn *h = random_horn(ts, &seed, &shape);
        result r, other;
        engine_context context = {.limits = {.deadline = limits_now() + 0.3}};
        result_init(&other);
        lawi_run(h, &context, &other);
        for (size_t k = 0; k < N_WAYS; k++) {
            run_with(h, 0.2, &WAYS[k], &r);
            assert_right(h, &r);
            bool known = r.answer != ANSWER_UNKNOWN && other.answer != ANSWER_UNKNOWN;
            if (known) assert_int_equal(r.answer, other.answer);
            both += known;
            result_release(&r);
        }
        result_release(&other);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(both > RANDOM_PROBLEMS);
}

/* ---- what it is for ---- */

/* The lock of the SLAM and BLAST papers. */
static void proves_the_lock(void **state)
{
    (void)state;
    expect("(declare-fun top (Int Int Int) Bool)(declare-fun taken (Int Int Int) Bool)(declare-fun end (Int Int Int) Bool)"
           "(assert (forall ((n Int) (o Int)) (top 0 n o)))"
           "(assert (forall ((l Int) (n Int) (o Int)) (=> (and (top l n o) (not (= l 0))) false)))"
           "(assert (forall ((l Int) (n Int) (o Int)) (=> (top l n o) (taken 1 n n))))"
           "(assert (forall ((l Int) (n Int) (o Int)) (=> (taken l n o) (end 0 (+ n 1) o))))"
           "(assert (forall ((l Int) (n Int) (o Int)) (=> (taken l n o) (end l n o))))"
           "(assert (forall ((l Int) (n Int) (o Int)) (=> (and (end l n o) (not (= n o))) (top l n o))))",
           ANSWER_SAFE);
}

/* Atoms alone do not separate the points (0, 0) and (1, 1) from (0, 1) in a Cartesian way. */
#define CORRELATED \
    "(declare-fun p (Int Int) Bool)(declare-fun q (Int Int) Bool)" \
    "(assert (forall ((x Int) (y Int)) (=> (or (and (= x 0) (= y 0)) (and (= x 1) (= y 1))) (p x y))))" \
    "(assert (forall ((x Int) (y Int)) (=> (p x y) (q x y))))" \
    "(assert (forall ((x Int) (y Int)) (=> (and (q x y) (= x 0) (= y 1)) false)))"
static void falls_back_to_boolean_posts(void **state)
{
    (void)state;
    expect(CORRELATED, ANSWER_SAFE);
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, CORRELATED);
    result r;
    run_with(h, 60, &(cegar_options){.weaken = true, .wp = true, .fallback = true, .atoms = true}, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    assert_true(stats_get(&r.stats, cegar_cubes) > 0);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* A protocol with a state of four values, of which two go on in the same way. x + y is even in states 1 and 4 only. */
#define PROTOCOL(GOAL) \
    "(declare-fun p (Int Int Int) Bool)" \
    "(assert (p 1 0 0))" \
    "(assert (forall ((x Int) (y Int)) (=> (p 1 x y) (p 2 (+ x 1) y))))" \
    "(assert (forall ((x Int) (y Int)) (=> (p 1 x y) (p 3 x (+ y 1)))))" \
    "(assert (forall ((x Int) (y Int)) (=> (p 2 x y) (p 4 (- x 1) y))))" \
    "(assert (forall ((x Int) (y Int)) (=> (p 3 x y) (p 4 x (- y 1)))))" \
    "(assert (forall ((x Int) (y Int)) (=> (p 4 x y) (p 1 x y))))" \
    "(assert (forall ((s Int) (x Int) (y Int)) (=> (and (p s x y) " GOAL ") false)))"
static void makes_vertices_for_single_values(void **state)
{
    (void)state;
    expect_with(PROTOCOL("(= s 4) (> (+ x y) 0)"), &WAYS[0], ANSWER_SAFE);
    expect(PROTOCOL("(= s 3) (> (+ x y) 0)"), ANSWER_UNSAFE);
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, PROTOCOL("(or (= s 1) (= s 4)) (or (> x 0) (> y 0))"));
    for (int values = 0; values < 2; values++) {
        result r;
        run_with(h, 60, &(cegar_options){.weaken = true, .fallback = true, .values = values}, &r);
        if (values) assert_int_equal(r.answer, ANSWER_SAFE);
        assert_right(h, &r);
        assert_int_equal(stats_get(&r.stats, cegar_places) > 0, values);
        result_release(&r);
    }
    horn_free(h);
    term_store_free(ts);
}

static void finds_a_deep_derivation(void **state)
{
    (void)state;
    expect("(declare-fun p (Int) Bool)"
           "(assert (p 0))"
           "(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))"
           "(assert (forall ((x Int)) (=> (and (p x) (= x 9)) false)))",
           ANSWER_UNSAFE);
}

/* ---- several body atoms ---- */

#define MC91(GOAL) \
    "(declare-fun mc (Int Int) Bool)" \
    "(assert (forall ((n Int)) (=> (> n 100) (mc n (- n 10)))))" \
    "(assert (forall ((n Int) (m Int) (r Int)) (=> (and (<= n 100) (mc (+ n 11) m) (mc m r)) (mc n r))))" \
    "(assert (forall ((n Int) (r Int)) (=> (and (mc n r) " GOAL ") false)))"

static void handles_recursion(void **state)
{
    (void)state;
    expect_with(MC91("(<= n 101) (not (= r 91))"), &WAYS[0], ANSWER_SAFE);
    expect_with(MC91("(<= n 102) (not (= r 91))"), &WAYS[0], ANSWER_UNSAFE);
}

/* Two body atoms, of which both come from one vertex. */
static void uses_a_vertex_twice(void **state)
{
    (void)state;
#define JOIN(GOAL) \
    "(declare-fun p (Int) Bool)(declare-fun q (Int Int) Bool)" \
    "(assert (forall ((x Int)) (=> (and (<= 0 x) (<= x 5)) (p x))))" \
    "(assert (forall ((x Int) (y Int)) (=> (and (p x) (p y)) (q x y))))" \
    "(assert (forall ((x Int) (y Int)) (=> (and (q x y) " GOAL ") false)))"
    expect(JOIN("(> (+ x y) 10)"), ANSWER_SAFE);
    expect(JOIN("(> (+ x y) 9)"), ANSWER_UNSAFE);
}

static void handles_degenerate_problems(void **state)
{
    (void)state;
    expect("(declare-fun p () Bool)", ANSWER_SAFE);
    expect("(declare-fun p () Bool)(assert (=> p false))", ANSWER_SAFE);
    expect("(declare-fun p () Bool)(assert p)(assert (=> p false))", ANSWER_UNSAFE);
    expect("(assert (forall ((x Int)) (=> (> x 3) false)))", ANSWER_UNSAFE);
    expect("(declare-fun p (Int) Bool)(assert (forall ((x Int)) (=> (and (p x) (p x)) (p x))))", ANSWER_SAFE);
}

/* ---- switches and limits ---- */

static void reads_switches(void **state)
{
    (void)state;
    cegar_options o;
    assert_true(!cegar_options_read(&o, NULL) && !o.boolean && o.fallback && !o.atoms && o.weaken && !o.wp && o.values);
    assert_true(!cegar_options_read(&o, "boolean,no-fallback,no-weaken,wp,no-values") && !o.values && o.boolean && !o.fallback && !o.weaken && o.wp);
    assert_string_equal(cegar_options_read(&o, "wp,bool"), "bool");
}

/* No label in linear arithmetic exists; it can only go on until told to stop. */
static void stops_in_time(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, "(declare-fun p (Int Int) Bool)"
                                "(assert (p 0 0))"
                                "(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y x x 1)))))"
                                "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> x 1000) (< y 999000)) false)))");
    for (size_t i = 0; i < N_WAYS; i++) {
        double since = limits_now();
        result r;
        run_with(h, 0.5, &WAYS[i], &r);
        assert_true(limits_now() - since < 5);
        assert_int_equal(r.answer, ANSWER_UNKNOWN);
        assert_right(h, &r);
        result_release(&r);
    }
    horn_free(h);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_least_model),
        cmocka_unit_test(agrees_with_lawi),
        cmocka_unit_test(proves_the_lock),
        cmocka_unit_test(falls_back_to_boolean_posts),
        cmocka_unit_test(makes_vertices_for_single_values),
        cmocka_unit_test(finds_a_deep_derivation),
        cmocka_unit_test(handles_recursion),
        cmocka_unit_test(uses_a_vertex_twice),
        cmocka_unit_test(handles_degenerate_problems),
        cmocka_unit_test(reads_switches),
        cmocka_unit_test(stops_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

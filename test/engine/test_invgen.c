/* InvGen: every map that it says is one is inductive, by a fresh solver, and no state is lost; with each way of solving and of strengthening. Congruences are
 * inductive by themselves, whatever locations are split by. The programs of the paper's figure 1. */

#include "../horn/assert_model.h"
#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "engine/invgen/invgen.h"
#include "engine/invgen/path_invariants.h"
#include "engine/invgen/split.h"
#include "smt/smt.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static void run(const horn *h, const char *switches, double seconds, result *out)
{
    engine_context c = {.limits = {.deadline = limits_now() + seconds}, .engine_options = switches};
    result_init(out);
    invgen_run(h, &c, out);
}

/* safe => a model; unsafe => a derivation; and as the least model says. */
static void agrees_with_the_least_model(void **state)
{
    (void)state;
    static const char *const ways[] = {NULL, "no-absint,no-lp", "no-absint,no-smt,no-integers,no-reals", "no-absint,no-test,no-symb,no-integers,no-reals",
                                       "no-absint,no-smt,no-lp,no-reals", "no-absint,no-smt,no-lp,no-integers,no-split"};
    enum { WAYS = sizeof ways / sizeof *ways };
    uint64_t seed = 5;
    size_t models[WAYS] = {0}, derivations = 0;
    for (int i = 0; i < 90; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(i % 2 == 0);
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        bool known = shape.bounded && least_model(h, 200000, &oracle);
        run(h, ways[i % WAYS], 1, &r);
        if (r.answer == ANSWER_SAFE) assert_model(h, &r.model);
        if (r.answer == ANSWER_UNSAFE) assert_null(least_model_check_derivation(h, &r.derivation));
        if (known && r.answer != ANSWER_UNKNOWN) assert_int_equal(r.answer, oracle.answer);
        models[i % WAYS] += r.answer == ANSWER_SAFE;
        derivations += r.answer == ANSWER_UNSAFE;
        result_release(&r);
        result_release(&oracle);
        horn_free(h);
        term_store_free(ts);
    }
    for (size_t w = 0; w < WAYS; w++) assert_true(models[w] >= 2);
    assert_true(derivations > 5);
}

/* The invariant of the predicate is a formula that entails another one, over its parameters as x0, x1, ... */
static void assert_entails(const horn *h, const model *m, const char *predicate, term (*claim)(term_store *ts, const term *x))
{
    term_store *ts = horn_terms(h);
    pred p;
    assert_true(horn_find_pred(h, predicate, &p));
    term x[8];
    for (size_t i = 0; i < horn_pred_arity(h, p); i++) x[i] = horn_param(h, p, i);
    limits none = {0};
    smt *solver = smt_new(ts, &none, NULL);
    assert_int_equal(smt_entails(solver, model_get(m, p), claim(ts, x)), SMT_UNSAT);
    smt_free(solver);
}

#define FIGURE_1A                                                                                                                                     \
    "(declare-fun l (Int Int Int Int) Bool)(assert (l 0 0 0 0))"                                                                                        \
    "(assert (forall ((x Int) (y Int) (z Int) (w Int)) (=> (l x y z w) (l (+ x 1) (+ y 100) (+ z 10) (+ w 1)))))"                                        \
    "(assert (forall ((x Int) (y Int) (z Int) (w Int)) (=> (and (l x y z w) (>= x 4)) (l (+ x 1) (+ y 1) (+ z 10) (+ w 1)))))"                           \
    "(assert (forall ((x Int) (y Int) (z Int) (w Int)) (=> (and (l x y z w) (> y (* 10 w)) (>= z (* 100 x))) (l x (- y) (+ z 10) (+ w 1)))))"            \
    "(assert (forall ((x Int) (y Int) (z Int) (w Int)) (=> (l x y z w) (l x y (+ z 10) (+ w 1)))))"                                                      \
    "(assert (forall ((x Int) (y Int) (z Int) (w Int)) (=> (and (l x y z w) (>= x 4) (<= y 2)) false)))"

static term y_at_least_x(term_store *ts, const term *x) { return term_mk_ge(ts, x[1], x[0]); }

/* "our approach finds the missing fact y >= x" */
static void finds_what_figure_1a_needs(void **state)
{
    (void)state;
    static const char *const ways[] = {NULL, "no-lp", "no-smt,no-integers,no-reals"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        term_store *ts = term_store_new();
        horn *h = clauses_parse(ts, FIGURE_1A);
        result r;
        run(h, ways[i], 60, &r);
        assert_int_equal(r.answer, ANSWER_SAFE);
        assert_model(h, &r.model);
        assert_entails(h, &r.model, "l", y_at_least_x);
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
}

#define FIGURE_1B                                                                                                                                     \
    "(declare-fun l4 (Int Int Int) Bool)(declare-fun l5 (Int Int Int Int) Bool)(declare-fun l6 (Int Int Int Int Int) Bool)"                              \
    "(assert (forall ((n Int) (m Int)) (=> (<= n m) (l4 n m 0))))"                                                                                       \
    "(assert (forall ((n Int) (m Int) (i Int)) (=> (and (l4 n m i) (< i n)) (l5 n m i 0))))"                                                             \
    "(assert (forall ((n Int) (m Int) (i Int) (j Int)) (=> (and (l5 n m i j) (< j n)) (l6 n m i j j))))"                                                 \
    "(assert (forall ((n Int) (m Int) (i Int) (j Int) (k Int)) (=> (and (l6 n m i j k) (< k (+ n m))) (l6 n m i j (+ k 1)))))"                           \
    "(assert (forall ((n Int) (m Int) (i Int) (j Int) (k Int)) (=> (and (l6 n m i j k) (>= k (+ n m))) (l5 n m i (+ j 1)))))"                            \
    "(assert (forall ((n Int) (m Int) (i Int) (j Int)) (=> (and (l5 n m i j) (>= j n)) (l4 n m (+ i 1)))))"                                              \
    "(assert (forall ((n Int) (m Int) (i Int) (j Int) (k Int)) (=> (and (l6 n m i j k) (< k (+ n m)) (> (+ i j) (+ n k m))) false)))"

static term conjuncts_at_4(term_store *ts, const term *x) { return term_mk_and2(ts, term_mk_le(ts, x[0], x[1]), term_mk_ge(ts, x[2], term_mk_int(ts, 0))); }

static term conjuncts_at_5(term_store *ts, const term *x)
{
    return term_mk_and2(ts, conjuncts_at_4(ts, x), term_mk_ge(ts, term_mk_add2(ts, x[0], x[1]), x[2]));
}

static term conjuncts_at_6(term_store *ts, const term *x) { return term_mk_and2(ts, conjuncts_at_5(ts, x), term_mk_ge(ts, x[4], x[3])); }

/* The map of section 2. */
static void finds_the_map_of_figure_1b(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, FIGURE_1B);
    result r;
    run(h, NULL, 60, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    assert_model(h, &r.model);
    assert_entails(h, &r.model, "l4", conjuncts_at_4);
    assert_entails(h, &r.model, "l5", conjuncts_at_5);
    assert_entails(h, &r.model, "l6", conjuncts_at_6);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

static void expect(const char *clauses, const char *switches, answer expected)
{
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, clauses);
    result r;
    run(h, switches, expected == ANSWER_UNKNOWN ? 5 : 200, &r);
    assert_int_equal(r.answer, expected);
    if (expected == ANSWER_SAFE) assert_model(h, &r.model);
    if (expected == ANSWER_UNSAFE) assert_null(least_model_check_derivation(h, &r.derivation));
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

#define BRANCH(query)                                                                                                                             \
    "(declare-fun p (Bool Int Int) Bool)(assert (forall ((b Bool)) (p b 0 0)))"                                                                    \
    "(assert (forall ((b Bool) (x Int) (y Int)) (=> (p b x y) (p b (ite b (+ x 1) (- x 1)) (+ y 1)))))"                                            \
    "(assert (forall ((b Bool) (x Int) (y Int)) (=> (and (p b x y) " query ") false)))"

/* Of true an equation, of false another one. */
static void splits_by_booleans(void **state)
{
    (void)state;
    expect(BRANCH("(not (= y (ite b x (- x))))"), NULL, ANSWER_SAFE);
    expect(BRANCH("(not (= y (ite b x (- x))))"), "no-absint,no-smt,no-integers,no-reals", ANSWER_SAFE);
}

#define HALVES(query)                                                                                                                             \
    "(declare-fun p (Int Int) Bool)(assert (p 0 0))"                                                                                               \
    "(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 2) (+ y 4)))))"                                                                         \
    "(assert (forall ((x Int) (y Int)) (=> (and (p x y) " query ") false)))"

static void has_three_outcomes(void **state)
{
    (void)state;
    expect(HALVES("(> (- y x) x)"), "no-absint", ANSWER_SAFE);
    expect(HALVES("(= y 12)"), "no-symb", ANSWER_UNSAFE);
    expect(HALVES("(= y 8)"), "no-test", ANSWER_UNSAFE);
    expect(HALVES("(= (mod x 2) 1)"), "no-absint,no-congruences,no-reals,no-integers", ANSWER_UNKNOWN);
}

/* Templates alone, with and without congruences. */
static void expect_congruences(const char *clauses, answer without)
{
    expect(clauses, "no-absint", ANSWER_SAFE);
    expect(clauses, "no-absint,no-congruences,no-reals,no-integers", without);
}

#define COUNTS_TO(while, from, by, query)                                                                                                               \
    "(declare-fun p (Int Int) Bool)(assert (forall ((n Int)) (=> (and (>= n 0) (= (mod n 6) 0)) (p n " from "))))"                                    \
    "(assert (forall ((n Int) (x Int)) (=> (and (p n x) " while ") (p n " by "))))"                                                                       \
    "(assert (forall ((n Int) (x Int)) (=> (and (p n x) " query ") false)))"

#define TWO_LOOPS(query)                                                                                                                           \
    "(declare-fun p (Int Int) Bool)(declare-fun q (Int Int) Bool)(assert (p 1 0))"                                                                  \
    "(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 4) (+ y 10)))))(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 8) (- y 5)))))"       \
    "(assert (forall ((x Int) (y Int)) (=> (p x y) (q (+ x x y) y))))"                                                                               \
    "(assert (forall ((x Int) (y Int) (z Int) (u Int)) (=> (and (q x y) (p z u)) (q (+ x (* 2 z) u 6) (+ y u)))))"                                   \
    "(assert (forall ((x Int) (y Int)) (=> (and (q x y) " query ") false)))"

static void congruences_are_found(void **state)
{
    (void)state;
    expect_congruences(HALVES("(= (mod x 2) 1)"), ANSWER_UNKNOWN);
    expect_congruences(HALVES("(= (mod (+ x y) 6) 1)"), ANSWER_UNKNOWN);
    expect_congruences(COUNTS_TO("(not (= x n))", "0", "(+ x 3)", "(> x n)"), ANSWER_UNKNOWN); /* x < n and x - n = 0 modulo 3: x <= n - 3 */
    expect_congruences(COUNTS_TO("(< x n)", "(- n 12)", "(+ x 2)", "(and (>= x n) (not (= x n)))"), ANSWER_UNKNOWN);
    expect_congruences(COUNTS_TO("(< x n)", "0", "(ite (= (mod x 2) 1) (+ x 1) (+ x 6))", "(= (mod x 3) 1)"), ANSWER_UNKNOWN);
    expect_congruences(TWO_LOOPS("(= (mod (- x y) 8) 6)"), ANSWER_UNKNOWN); /* of z = 1 modulo 4, 2 z + 6 is 0 modulo 8 */
    expect(HALVES("(= (mod x 4) 2)"), "no-absint", ANSWER_UNSAFE);
}

#define DOUBLES                                                                                                                                     \
    "(declare-fun p (Int Int Int Int) Bool)(assert (forall ((x Int) (u Int)) (p x x u u)))"                                                          \
    "(assert (forall ((x Int) (y Int) (u Int) (v Int)) (=> (p x y u v) (p (* 2 x) (* 2 y) u v))))"                                                   \
    "(assert (forall ((x Int) (y Int) (u Int) (v Int)) (=> (p x y u v) (p x y (* 3 u) (+ v v v)))))"                                                 \
    "(assert (forall ((x Int) (y Int) (u Int) (v Int)) (=> (and (p x y u v) (> (+ x u) (+ y v 1))) false)))"

/* What is doubled needs the multiplier 2, what is tripled 3. */
static void factors_of_steps(void **state)
{
    (void)state;
    expect(DOUBLES, "no-absint,no-reals,no-integers,no-congruences,no-disjuncts", ANSWER_SAFE);
    expect(DOUBLES, "no-absint,no-reals,no-integers,no-congruences,no-disjuncts,no-factors", ANSWER_UNKNOWN);
}

#define PHASES                                                                                                                                      \
    "(declare-fun p (Int Int) Bool)(assert (p 0 50))(assert (forall ((x Int) (y Int)) (=> (and (p x y) (< x 50)) (p (+ x 1) y))))"                    \
    "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (>= x 50)) (p (+ x 1) (+ y 1)))))"                                                           \
    "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (= x 100) (not (= y 100))) false)))"

#define AT_LEAST_MIN                                                                                                                                \
    "(declare-fun p (Int Int Int) Bool)(assert (forall ((a Int) (b Int)) (p a b (ite (<= a b) a b))))"                                                \
    "(assert (forall ((a Int) (b Int) (y Int)) (=> (p a b y) (p a b (+ y 1)))))"                                                                     \
    "(assert (forall ((a Int) (b Int) (y Int)) (=> (and (p a b y) (< y a)) (p a b (+ y 2)))))"                                                        \
    "(assert (forall ((a Int) (b Int) (y Int)) (=> (and (p a b y) (< y a) (< y b)) false)))"

#define AT_MOST_MAX                                                                                                                                 \
    "(declare-fun p (Int Int Int) Bool)(assert (forall ((a Int) (b Int)) (p a b a)))"                                                                \
    "(assert (forall ((a Int) (b Int) (y Int)) (=> (and (p a b y) (< y b)) (p a b b))))"                                                             \
    "(assert (forall ((a Int) (b Int) (y Int)) (=> (p a b y) (p a b (- y 1)))))"                                                                     \
    "(assert (forall ((a Int) (b Int) (y Int)) (=> (and (p a b y) (> y a) (> y b)) false)))"

/* As half_2 of the benchmark set: k >= (n - 1) / 2 - j, unless n is negative. */
#define HALF_2                                                                                                                                      \
    "(declare-fun p (Int Int Int) Bool)(declare-fun q (Int Int Int) Bool)(assert (forall ((n Int)) (=> (<= n 1000) (p n n 0))))"                      \
    "(assert (forall ((n Int) (k Int) (i Int)) (=> (and (p n k i) (< i n)) (p n (- k 1) (+ i 2)))))"                                                 \
    "(assert (forall ((n Int) (k Int) (i Int)) (=> (and (p n k i) (>= i n)) (q n k 0))))"                                                            \
    "(assert (forall ((n Int) (k Int) (j Int)) (=> (and (q n k j) (>= n 0) (<= (+ (* 2 j) 2) n)) (q n (- k 1) (+ j 1)))))"                            \
    "(assert (forall ((n Int) (k Int) (j Int)) (=> (and (q n k j) (>= n 0) (<= (+ (* 2 j) 2) n) (<= k 0)) false)))"

static void disjuncts_are_found(void **state)
{
    (void)state;
    static const char *const PROGRAMS[] = {PHASES, AT_LEAST_MIN, AT_MOST_MAX, HALF_2};
    for (size_t i = 0; i < sizeof PROGRAMS / sizeof *PROGRAMS; i++) {
        expect(PROGRAMS[i], "no-integers,no-reals", ANSWER_SAFE);
        expect(PROGRAMS[i], "no-disjuncts,no-integers,no-reals", ANSWER_UNKNOWN);
    }
}

/* A comparison goes along the clauses to other predicates, under the names that their arguments have there. */
static void splits_follow_variables(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, "(declare-fun p (Int Int) Bool)(declare-fun q (Bool Int) Bool)(declare-fun r (Int) Bool)"
                                "(assert (forall ((a Int) (b Int)) (=> (> (+ a a) 7) (p a b))))"
                                "(assert (forall ((a Int) (b Int)) (=> (p a b) (q true a))))"
                                "(assert (forall ((a Int) (c Bool)) (=> (q c a) (r (+ a 1)))))"
                                "(assert (forall ((a Int)) (=> (and (r a) (< a a)) false)))");
    model_vec splits;
    model_vec_init(&splits);
    invgen_splits(h, 5, &splits);
    assert_int_equal(splits.size, 1);
    term p = model_get(&splits.data[0], (pred){0}), q = model_get(&splits.data[0], (pred){1});
    term x = horn_param(h, (pred){0}, 0), y = horn_param(h, (pred){1}, 1), four = term_mk_int(ts, 4);
    assert_true(term_is_equal(p, term_mk_ge(ts, x, four)) || term_is_equal(p, term_mk_lt(ts, x, four)));
    assert_true(term_is_equal(q, dag_substitute(ts, p, &x, &y, 1)));
    assert_true(term_is_equal(model_get(&splits.data[0], (pred){2}), term_true(ts)));
    model_release(&splits.data[0]);
    model_vec_release(&splits);
    horn_free(h);
    term_store_free(ts);
}

/* -4 .. 4 */
static void random_small(uint64_t *seed, text *out) { text_printf(out, "(- %u 4)", random_below(seed, 9)); }

/* Appends a sum of x, y and perhaps z. */
static void random_sum(uint64_t *seed, text *out)
{
    text_adds(out, "(+ ");
    for (const char *x = random_chance(seed, 60) ? "xy" : "xyz"; *x; x++) {
        text_adds(out, "(* ");
        random_small(seed, out);
        text_printf(out, " %c) ", *x);
    }
    random_small(seed, out);
    text_addc(out, ')');
}

static void random_step(uint64_t *seed, const char *from, const char *to, text *out)
{
    text_printf(out, "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (%s x y)", from);
    if (random_chance(seed, 30)) text_adds(out, " (p y z)");
    if (random_chance(seed, 50)) {
        text_printf(out, " (< %c %u)", "xy"[random_below(seed, 2)], random_below(seed, 9));
    } else if (random_chance(seed, 60)) {
        text_adds(out, " (= (mod ");
        random_sum(seed, out);
        text_printf(out, " %u) %u)", 2 + random_below(seed, 5), random_below(seed, 3));
    }
    text_printf(out, ") (%s ", to);
    if (random_chance(seed, 50)) {
        text_printf(out, "(- x %u) (+ y %u)", 3 * random_below(seed, 5), 2 * random_below(seed, 5));
    } else {
        random_sum(seed, out);
        text_addc(out, ' ');
        random_sum(seed, out);
    }
    text_adds(out, "))))");
}

/* No clause is refuted. Counts those that were decided: some questions about remainders are too hard for the solver. */
static void assert_inductive(const horn *h, const model *m, size_t *asked, size_t *decided)
{
    limits none = {0};
    smt *solver = smt_new(horn_terms(h), &none, NULL);
    smt_set_query_limit(solver, 3);
    for (uint32_t i = 0; i < horn_clause_count(h); i++) {
        smt_push(solver);
        smt_assert(solver, model_refute_clause(m, h, horn_clause(h, i)));
        smt_result r = smt_check(solver, NULL, 0);
        assert_int_not_equal(r, SMT_SAT);
        *asked += 1;
        *decided += r == SMT_UNSAT;
        smt_pop(solver, 1);
    }
    smt_free(solver);
}

/* The congruences by themselves are a model of clauses that are no queries, whatever the locations are split by. Counts them. */
static size_t assert_congruences(const horn *h, const model *split, size_t *asked, size_t *decided)
{
    limits l = {.deadline = limits_now() + 600};
    stats counters;
    stats_init(&counters);
    model any, m;
    model_init(&any, h);
    model_init(&m, h);
    invgen_program p;
    assert_true(invgen_program_init(&p, h, &any, &(invgen_view){.is_split = true, .split = split, .has_congruences = true}, &l, &counters));
    invgen_system s;
    invgen_system_init(&s, &p, (invgen_shape){0}, NULL);
    invgen_solution x;
    invgen_solution_init(&x, &s);
    invgen_map(&s, &x, &m);
    assert_inductive(h, &m, asked, decided);
    size_t found = 0;
    for (size_t k = 0; k < p.locations.size; k++) found += p.congruences[k].size;
    invgen_solution_release(&x, &s);
    invgen_system_release(&s);
    invgen_program_release(&p);
    model_release(&any);
    model_release(&m);
    return found;
}

static void congruences_are_inductive(void **state)
{
    (void)state;
    uint64_t seed = 7;
    size_t found = 0, split = 0, asked = 0, decided = 0;
    for (int i = 0; i < 25; i++) {
        text t;
        text_init(&t);
        text_printf(&t, "(declare-fun p (Int Int) Bool)(declare-fun q (Int Int) Bool)(assert (p %u %u))", random_below(&seed, 9), random_below(&seed, 9));
        random_step(&seed, "p", "p", &t);
        random_step(&seed, "p", "q", &t);
        random_step(&seed, "q", random_chance(&seed, 50) ? "p" : "q", &t);
        term_store *ts = term_store_new();
        horn *h = clauses_parse(ts, t.data);
        model_vec splits;
        model_vec_init(&splits);
        invgen_splits(h, 2, &splits);
        found += assert_congruences(h, NULL, &asked, &decided);
        for (size_t k = 0; k < splits.size; k++) {
            split += assert_congruences(h, &splits.data[k], &asked, &decided);
            model_release(&splits.data[k]);
        }
        model_vec_release(&splits);
        horn_free(h);
        term_store_free(ts);
        text_release(&t);
    }
    assert_true(found > 40 && split > 40 && decided > asked / 2);
}

/* Of the loop's clause and its ends, not of the one that is not on the path. */
static void path_programs_keep_loops(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, "(declare-fun p (Int Int) Bool)(assert (p 0 0))"
                                "(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y 1)))))"
                                "(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) y))))"
                                "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (not (= x y))) false)))");
    term_vec predicates[1];
    term_vec_init(predicates);
    limits l = {.deadline = limits_now() + 20};
    stats counters;
    stats_init(&counters);
    assert_false(path_invariants(h, (uint32_t[]){0, 2, 3}, 3, 5, &l, &counters, predicates));
    assert_true(path_invariants(h, (uint32_t[]){0, 1, 1, 3}, 4, 10, &l, &counters, predicates));
    assert_true(predicates[0].size >= 1);
    term_vec_release(predicates);
    horn_free(h);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_least_model), cmocka_unit_test(finds_what_figure_1a_needs), cmocka_unit_test(finds_the_map_of_figure_1b),
        cmocka_unit_test(splits_by_booleans),          cmocka_unit_test(has_three_outcomes), cmocka_unit_test(congruences_are_found),        cmocka_unit_test(path_programs_keep_loops),
        cmocka_unit_test(congruences_are_inductive), cmocka_unit_test(disjuncts_are_found), cmocka_unit_test(splits_follow_variables),
        cmocka_unit_test(factors_of_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Lazy abstraction with interpolants: answers are right whatever the problem; what the papers show is found. */

#include "../horn/clauses.h"
#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "engine/lawi/lawi.h"
#include "term/print.h"
#include "validate/validate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define RANDOM_PROBLEMS 48

static void assert_right(const horn *h, const result *r)
{
    if (r->answer == ANSWER_UNKNOWN) {
        assert_non_null(r->reason);
        return;
    }
    limits none = {0};
    stats counters;
    stats_init(&counters);
    text why;
    text_init(&why);
    if (validate_result(h, r, &none, &counters, &why) != VALID) fail_msg("%s", why.data);
    text_release(&why);
}

static void run_watched(const horn *h, double seconds, const char *switches, const lawi_observer *observer, result *out)
{
    engine_context context = {.limits = {.deadline = limits_now() + seconds}};
    lawi_options options;
    assert_null(lawi_options_read(&options, switches));
    result_init(out);
    lawi_run_with(h, &context, &options, observer, out);
}

static void run_with(const horn *h, double seconds, const char *switches, result *out) { run_watched(h, seconds, switches, NULL, out); }

static void run_within(const horn *h, double seconds, const volatile sig_atomic_t *stop, result *out)
{
    engine_context context = {.limits = {.deadline = limits_now() + seconds, .stop = stop}};
    result_init(out);
    lawi_run(h, &context, out);
}

static void expect_with(const char *clauses, const char *switches, answer wanted)
{
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, clauses);
    result r;
    run_with(h, 60, switches, &r);
    if (r.answer != wanted) fail_msg("answer %d instead of %d (%s): %s", r.answer, wanted, r.reason ? r.reason : "", clauses);
    assert_right(h, &r);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* Templates, interpolants alone, cases, and the paper's search, also with some of our additions: with each of them. */
static const char *const WAYS[] = {"no-values", "no-templates", "no-values,split", "no-templates,split", "paper", "paper,cases,visit", "paper,no-languages,weaken,keep"};
enum { N_WAYS = sizeof WAYS / sizeof *WAYS };

static void expect(const char *clauses, answer wanted)
{
    for (size_t i = 0; i < N_WAYS; i++) expect_with(clauses, WAYS[i], wanted);
}

/* ---- random problems ---- */

/* Bounded problems have finitely many facts: the answer is the least model's, or none. Nearly all are decided. */
static void agrees_with_the_least_model(void **state)
{
    (void)state;
    uint64_t seed = 7;
    size_t asked = 0, decided = 0, safe = 0;
    for (int i = 0; i < RANDOM_PROBLEMS; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(true);
        shape.max_body = i % 3 ? 2 : 1;
        horn *h = random_horn(ts, &seed, &shape);
        result oracle, r;
        result_init(&oracle);
        if (least_model(h, 200000, &oracle)) {
            run_with(h, 3, WAYS[i % N_WAYS], &r);
            assert_right(h, &r);
            asked++;
            if (r.answer != ANSWER_UNKNOWN) {
                assert_int_equal(r.answer, oracle.answer);
                decided++;
            }
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

/* Problems without bounds: whatever is answered is right, in little time. */
static void is_right_on_unbounded_problems(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < RANDOM_PROBLEMS; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(false);
        horn *h = random_horn(ts, &seed, &shape);
        result r;
        run_with(h, 0.2, WAYS[i % N_WAYS], &r);
        assert_right(h, &r);
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
}

/* ---- the paper's examples ---- */

/* Figure 1: the lock is free whenever it is taken. One clause for each edge of the graph. */
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

/* ---- figures 1 and 2, step by step ---- */

/* Vertices are numbered as the figure does it: in the order in which the search comes to them. */
typedef struct story {
    const term_store *ts;
    uint32_t number[64]; /* of a vertex; 0: none yet. One more than the figure's */
    uint32_t visited;
    text told;
} story;

static unsigned number_of(const story *s, uint32_t vertex)
{
    assert_true(vertex < 64 && s->number[vertex]);
    return s->number[vertex] - 1;
}

static void tell(void *user, lawi_event event, uint32_t vertex, uint32_t other, term label)
{
    story *s = user;
    assert_true(vertex < 64);
    if (event == LAWI_VISITED) s->number[vertex] = ++s->visited;
    text_printf(&s->told, "%s%u", s->told.size ? " | " : "", number_of(s, vertex));
    switch (event) {
    case LAWI_VISITED:
        if (other != UINT32_MAX) text_printf(&s->told, " after %u", number_of(s, other));
        break;
    case LAWI_STRENGTHENED:
        text_adds(&s->told, ": ");
        print_term_infix(&s->told, s->ts, label, 100);
        break;
    case LAWI_REFINED: text_adds(&s->told, " refined"); break;
    case LAWI_COVERED: text_printf(&s->told, " covered by %u", number_of(s, other)); break;
    case LAWI_UNCOVERED: text_adds(&s->told, " uncovered"); break;
    case LAWI_RAISED: text_adds(&s->told, " needs a larger language"); break;
    }
}

/* The control-flow graph of figure 1. */
#define LOCK \
    "(declare-fun start (Int Int Int) Bool)(declare-fun top (Int Int Int) Bool)(declare-fun taken (Int Int Int) Bool)" \
    "(declare-fun end (Int Int Int) Bool)(declare-fun exit (Int Int Int) Bool)" \
    "(assert (forall ((L Int) (new Int) (old Int)) (start L new old)))" \
    "(assert (forall ((L Int) (new Int) (old Int)) (=> (start L new old) (top 0 new old))))" \
    "(assert (forall ((L Int) (new Int) (old Int)) (=> (and (top L new old) (not (= L 0))) false)))" \
    "(assert (forall ((L Int) (new Int) (old Int)) (=> (top L new old) (taken 1 new new))))" \
    "(assert (forall ((L Int) (new Int) (old Int)) (=> (taken L new old) (end 0 (+ new 1) old))))" \
    "(assert (forall ((L Int) (new Int) (old Int)) (=> (taken L new old) (end L new old))))" \
    "(assert (forall ((L Int) (new Int) (old Int)) (=> (and (end L new old) (not (= new old))) (top L new old))))" \
    "(assert (forall ((L Int) (new Int) (old Int)) (=> (and (end L new old) (= new old)) (exit L new old))))"

static void expect_story(const char *clauses, const char *switches, const char *wanted)
{
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, clauses);
    story s = {.ts = ts};
    text_init(&s.told);
    result r;
    run_watched(h, 60, switches, &(lawi_observer){tell, &s}, &r);
    assert_int_equal(r.answer, ANSWER_SAFE);
    assert_right(h, &r);
    assert_string_equal(s.told.data, wanted);
    text_release(&s.told);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

/* (a) the error on entering the loop; (b) once round with unlock, 1 covers 5; (c) out of the loop, and without unlock: 9 is false (L, new and old are x|0,
 * x|1 and x|2). The figure has 9 covered by 1; here a vertex whose label is false is closed as it is. */
static void goes_through_figure_2(void **state)
{
    (void)state;
    expect_story(LOCK, "paper,no-force-by-path",
                 "0 | 1 after 0 | 2 after 1 | 1: x|0 == 0 | 2: false | 2 refined"
                 " | 3 after 1 | 4 after 3 | 5 after 4 | 6 after 5 | 4: x|0 == 0 | 5: x|0 == 0 | 6: false | 6 refined | 5 covered by 1"
                 " | 7 after 4 | 8 after 3 | 9 after 8 | 10 after 9 | 3: x|1 == x|2 | 8: x|1 == x|2 | 9: false | 10: false | 10 refined"
                 " | 11 after 8 | 11 covered by 7");
}

/* Figure 6: 5 is covered before the error after it is looked at. */
static void forces_a_cover(void **state)
{
    (void)state;
    expect_story(LOCK, "paper",
                 "0 | 1 after 0 | 2 after 1 | 1: x|0 == 0 | 2: false | 2 refined"
                 " | 3 after 1 | 4 after 3 | 5 after 4 | 4: x|0 == 0 | 5: x|0 == 0 | 5 covered by 1"
                 " | 6 after 4 | 7 after 3 | 8 after 7 | 3: x|1 == x|2 | 7: x|1 == x|2 | 8: false | 9 after 7 | 9 covered by 6");
}

/* Counting up and down again: x >= y is the invariant, whatever the number of steps. It is in the language that is tried first. */
static void proves_a_loop_with_a_relation(void **state)
{
    (void)state;
    expect_with("(declare-fun up (Int Int) Bool)(declare-fun down (Int Int) Bool)"
                "(assert (up 0 0))"
                "(assert (forall ((x Int) (y Int)) (=> (up x y) (up (+ x 1) (+ y 1)))))"
                "(assert (forall ((x Int) (y Int)) (=> (up x y) (down x y))))"
                "(assert (forall ((x Int) (y Int)) (=> (and (down x y) (not (= x 0))) (down (- x 1) (- y 1)))))"
                "(assert (forall ((x Int) (y Int)) (=> (and (down x y) (= x 0) (not (= y 0))) false)))",
                NULL, ANSWER_SAFE);
}

/* A protocol: its state is copied, set and asked for, and for the rest of its life may be anything. Excluding one value at a time would take long. */
#define PROTOCOL(LAST) \
    "(declare-fun p (Int Int Int) Bool)" \
    "(assert (forall ((n Int)) (p 100 n 0)))" \
    "(assert (forall ((s Int) (n Int) (f Int)) (=> (and (p s n f) (= s 100)) (p 110 n f))))" \
    "(assert (forall ((s Int) (n Int) (f Int)) (=> (and (p s n f) (= s 110)) (p n 120 (ite (= f 0) 1 f)))))" \
    "(assert (forall ((s Int) (n Int) (f Int)) (=> (and (p s n f) (= s 120)) (p 130 110 (ite (= f 1) 2 f)))))" \
    "(assert (forall ((s Int) (n Int) (f Int)) (=> (and (p s n f) (= s 130) (= f 2)) (p n n " LAST "))))" \
    "(assert (forall ((s Int) (n Int) (f Int)) (=> (and (p s n f) (= s 120) (= f 3)) false)))"
static void proves_a_protocol(void **state)
{
    (void)state;
    expect(PROTOCOL("2"), ANSWER_SAFE);
    expect(PROTOCOL("3"), ANSWER_UNSAFE);
}

static void reads_switches(void **state)
{
    (void)state;
    lawi_options o;
    assert_true(!lawi_options_read(&o, NULL) && o.templates && o.values && !o.split);
    assert_true(!lawi_options_read(&o, "no-templates,split") && !o.templates && o.values && o.split);
    assert_string_equal(lawi_options_read(&o, "split,templatess"), "templatess");
    assert_true(!lawi_options_read(&o, "split,paper,values") && !o.templates && o.values && !o.split && o.force_by_path && o.languages);
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
    expect(MC91("(<= n 101) (not (= r 91))"), ANSWER_SAFE);
    expect(MC91("(<= n 102) (not (= r 91))"), ANSWER_UNSAFE);
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
    expect("(declare-fun p (Int Int) Bool)(assert (forall ((x Int)) (p x x)))"
           "(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ y 1) (+ x 1)))))"
           "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (not (= x y))) false)))",
           ANSWER_SAFE);
}

/* ---- limits ---- */

/* No label in linear arithmetic exists; it can only go on until told to stop. */
#define SQUARES \
    "(declare-fun p (Int Int) Bool)" \
    "(assert (p 0 0))" \
    "(assert (forall ((x Int) (y Int)) (=> (p x y) (p (+ x 1) (+ y x x 1)))))" \
    "(assert (forall ((x Int) (y Int)) (=> (and (p x y) (> x 1000) (< y 999000)) false)))"

/* The depth that is said to be free of derivations is. Just when a vertex is covered by a deeper one nothing is said: then once more, for longer. */
static void reports_a_depth(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, "(declare-fun p (Int) Bool)"
                        "(assert (p 0))"
                        "(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))"
                        "(assert (forall ((x Int)) (=> (and (p x) (= x 2000)) false)))");
    bool is_said = false;
    for (double seconds = 1; seconds < 2 && !is_said; seconds += 0.11) {
        result r;
        run_within(h, seconds, NULL, &r);
        assert_int_equal(r.answer, ANSWER_UNKNOWN);
        assert_true(r.bound <= 2000);
        is_said = r.bound >= 1;
        result_release(&r);
    }
    assert_true(is_said);
    horn_free(h);
    term_store_free(ts);
}

static void stops_in_time(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, SQUARES);
    double since = limits_now();
    result r;
    run_within(h, 0.5, NULL, &r);
    assert_true(limits_now() - since < 5);
    assert_right(h, &r);
    result_release(&r);
    volatile sig_atomic_t stop = 1;
    since = limits_now();
    run_within(h, 60, &stop, &r);
    assert_true(limits_now() - since < 5);
    assert_int_equal(r.answer, ANSWER_UNKNOWN);
    assert_right(h, &r);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_least_model),
        cmocka_unit_test(is_right_on_unbounded_problems),
        cmocka_unit_test(proves_the_lock),
        cmocka_unit_test(goes_through_figure_2),
        cmocka_unit_test(forces_a_cover),
        cmocka_unit_test(proves_a_loop_with_a_relation),
        cmocka_unit_test(proves_a_protocol),
        cmocka_unit_test(reads_switches),
        cmocka_unit_test(finds_a_deep_derivation),
        cmocka_unit_test(handles_recursion),
        cmocka_unit_test(uses_a_vertex_twice),
        cmocka_unit_test(handles_degenerate_problems),
        cmocka_unit_test(reports_a_depth),
        cmocka_unit_test(stops_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

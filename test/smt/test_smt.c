#include "base/limits.h"
#include "smt/smt.h"
#include "term/dag.h"
#include "term/eval.h"

#include "../term/random_term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct fixture {
    term_store *ts;
    limits limit;
    stats counters;
    smt *s;
} fixture;

static int setup(void **state)
{
    fixture *f = test_calloc(1, sizeof *f);
    f->ts = term_store_new();
    stats_init(&f->counters);
    f->s = smt_new(f->ts, &f->limit, &f->counters);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    fixture *f = *state;
    smt_free(f->s);
    term_store_free(f->ts);
    test_free(f);
    return 0;
}

static term int_sym(fixture *f, const char *name) { return term_mk_sym(f->ts, name, sort_int(f->ts)); }
static term number(fixture *f, int64_t n) { return term_mk_int(f->ts, n); }

static smt_result check_fresh(fixture *f, const term *assertions, size_t n)
{
    smt *s = smt_new(f->ts, &f->limit, NULL);
    for (size_t i = 0; i < n; i++) smt_assert(s, assertions[i]);
    smt_result r = smt_check(s, NULL, 0);
    smt_free(s);
    return r;
}

static uint64_t next(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return *seed >> 33;
}

/* A random comparison of a small sum with a small number. */
static term random_atom(fixture *f, uint64_t *seed)
{
    static const char *const names[] = {"x", "y", "z"};
    term a = int_sym(f, names[next(seed) % 3]), b = int_sym(f, names[next(seed) % 3]);
    term sum = next(seed) % 2 ? term_mk_add2(f->ts, a, b) : term_mk_sub(f->ts, a, b);
    term c = number(f, (int64_t)(next(seed) % 9) - 4);
    switch (next(seed) % 3) {
    case 0: return term_mk_le(f->ts, sum, c);
    case 1: return term_mk_ge(f->ts, sum, c);
    default: return term_mk_eq(f->ts, a, next(seed) % 2 ? b : c);
    }
}

static term random_clause(fixture *f, uint64_t *seed)
{
    term a = random_atom(f, seed), b = random_atom(f, seed);
    return next(seed) % 3 ? a : term_mk_or2(f->ts, a, b);
}

static void pop_takes_back_what_push_began(void **state)
{
    fixture *f = *state;
    term x = int_sym(f, "x");
    smt_assert(f->s, term_mk_ge(f->ts, x, number(f, 0)));
    smt_push(f->s);
    smt_assert(f->s, term_mk_lt(f->ts, x, number(f, 0)));
    assert_int_equal(smt_check(f->s, NULL, 0), SMT_UNSAT);
    smt_push(f->s);
    smt_push(f->s);
    smt_pop(f->s, 3);
    assert_int_equal(smt_check(f->s, NULL, 0), SMT_SAT);
    assert_true(rat_sign(term_number(f->ts, smt_value(f->s, x))) >= 0);
}

/* Every answer on a stack of assertions is that of a fresh solver with the same assertions; so proxies that were made inside
 * a level and asked for again outside it are right too. */
static void incremental_is_fresh(void **state)
{
    fixture *f = *state;
    uint64_t seed = 7;
    term all[64], pool[12];
    size_t size = 0, marks[16], depth = 0;
    for (size_t i = 0; i < 12; i++) pool[i] = random_clause(f, &seed);
    for (int step = 0; step < 80; step++) {
        size_t what = next(&seed) % 4, n = next(&seed) % 3;
        if (what == 0 && depth < 16) {
            smt_push(f->s);
            marks[depth++] = size;
        } else if (what == 1 && depth > 0) {
            size_t levels = 1 + next(&seed) % depth;
            smt_pop(f->s, levels);
            depth -= levels;
            size = marks[depth];
        } else if (what == 2 && depth > 0 && size < 40) {
            all[size] = random_clause(f, &seed);
            smt_assert(f->s, all[size++]);
        }
        for (size_t i = 0; i < n; i++) all[size + i] = pool[next(&seed) % 12];
        assert_int_equal(smt_check(f->s, all + size, n), check_fresh(f, all, size + n));
    }
}

static void models_satisfy_what_was_asked(void **state)
{
    fixture *f = *state;
    uint64_t seed = 11;
    evaluator *e = evaluator_new(f->ts);
    term_vec symbols;
    term_vec_init(&symbols);
    size_t sat = 0;
    for (int round = 0; round < 40; round++) {
        term parts[5];
        for (size_t i = 0; i < 5; i++) parts[i] = random_clause(f, &seed);
        if (smt_check(f->s, parts, 5) != SMT_SAT) continue;
        sat++;
        term_vec_clear(&symbols);
        dag_symbols(f->ts, parts, 5, &symbols);
        evaluator_clear(e);
        for (size_t i = 0; i < symbols.size; i++) evaluator_set(e, symbols.data[i], smt_value(f->s, symbols.data[i]));
        for (size_t i = 0; i < 5; i++) assert_true(term_is_equal(evaluator_eval(e, parts[i], NULL), term_true(f->ts)));
    }
    assert_true(sat > 5);
    term_vec_release(&symbols);
    evaluator_free(e);
}

/* Z3's models of arrays that are indexed by arrays over a finite sort are wrong now and then. */
static bool has_array_index(fixture *f, term t)
{
    term_vec parts;
    term_vec_init(&parts);
    dag_subterms(f->ts, &t, 1, &parts);
    bool found = false;
    for (size_t i = 0; i < parts.size; i++) {
        sort s = term_sort(f->ts, parts.data[i]);
        while (sort_kind_of(f->ts, s) == SORT_ARRAY) {
            found |= sort_kind_of(f->ts, sort_array_index(f->ts, s)) == SORT_ARRAY;
            s = sort_array_element(f->ts, s);
        }
    }
    term_vec_release(&parts);
    return found;
}

/* The same over every theory, with a random formula. A division by zero means what the model says, not what the evaluator says. */
static void check_models_of(fixture *f, unsigned theories, uint64_t seed, int rounds)
{
    random_source r;
    random_source_init(&r, f->ts, seed, theories);
    evaluator *e = evaluator_new(f->ts);
    term_vec symbols;
    term_vec_init(&symbols);
    int sat = 0;
    for (int i = 0; i < rounds; i++) {
        term t = random_term(&r, sort_bool(f->ts), 4).t;
        if (has_array_index(f, t) || smt_check(f->s, &t, 1) != SMT_SAT) continue;
        term_vec_clear(&symbols);
        dag_symbols(f->ts, &t, 1, &symbols);
        evaluator_clear(e);
        bool div0 = false, is_exact = true;
        for (size_t j = 0; j < symbols.size; j++) {
            term value = smt_value(f->s, symbols.data[j]);
            is_exact = is_exact && !term_is_none(value);
            if (!term_is_none(value)) assert_true(eval_is_value(f->ts, value));
            if (is_exact) evaluator_set(e, symbols.data[j], value);
        }
        if (!is_exact) continue;
        term value = evaluator_eval(e, t, &div0);
        assert_true(div0 || term_is_equal(value, term_true(f->ts)));
        term said = smt_value(f->s, t);
        assert_true(term_is_none(said) || term_is_equal(said, term_true(f->ts))); /* the solver may have no value for it in time */
        sat++;
    }
    assert_true(sat > 0);
    term_vec_release(&symbols);
    evaluator_free(e);
    random_source_release(&r);
}

static void models_of_every_theory(void **state)
{
    fixture *f = *state;
    smt_set_query_limit(f->s, 0.1);
    check_models_of(f, RANDOM_INT | RANDOM_REAL | RANDOM_MIXED, 31, 40);
    check_models_of(f, RANDOM_BV, 32, 40);
    check_models_of(f, RANDOM_INT | RANDOM_ARRAY, 33, 40);
    check_models_of(f, RANDOM_BV | RANDOM_ARRAY, 34, 30);
    check_models_of(f, RANDOM_INT | RANDOM_NONLINEAR, 35, 20);
    check_models_of(f, RANDOM_INT | RANDOM_DATATYPE, 36, 60);
    check_models_of(f, RANDOM_INT | RANDOM_DATATYPE | RANDOM_ARRAY, 37, 60);
}

/* A core is unsatisfiable for a fresh solver, made of the assumptions, and a minimised one is satisfiable without any of them. */
static void cores_are_cores(void **state)
{
    fixture *f = *state;
    uint64_t seed = 5;
    size_t unsat = 0;
    for (int round = 0; round < 16; round++) {
        term parts[9];
        for (size_t i = 0; i < 9; i++) parts[i] = random_clause(f, &seed);
        parts[8] = parts[0];
        if (smt_check(f->s, parts, 9) != SMT_UNSAT) continue;
        unsat++;
        term_vec core, least;
        term_vec_init(&core);
        term_vec_init(&least);
        smt_core(f->s, &core);
        assert_int_equal(check_fresh(f, core.data, core.size), SMT_UNSAT);
        smt_minimise_core(f->s, &least, 5);
        assert_true(least.size <= core.size);
        assert_int_equal(check_fresh(f, least.data, least.size), SMT_UNSAT);
        for (size_t i = 0; i < least.size; i++) {
            bool given = false;
            for (size_t j = 0; j < 9; j++) given |= term_is_equal(parts[j], least.data[i]);
            assert_true(given);
            term last = term_vec_last(&least), dropped = least.data[i];
            least.data[i] = last;
            assert_int_equal(check_fresh(f, least.data, least.size - 1), SMT_SAT);
            least.data[i] = dropped;
        }
        term_vec_release(&core);
        term_vec_release(&least);
    }
    assert_true(unsat > 5);
    assert_true(stats_get(&f->counters, core_checks) > 0);
}

static void constant_assumptions(void **state)
{
    fixture *f = *state;
    term both[] = {term_true(f->ts), term_false(f->ts)};
    assert_int_equal(smt_check(f->s, both, 1), SMT_SAT);
    assert_int_equal(smt_check(f->s, both, 2), SMT_UNSAT);
    term_vec core;
    term_vec_init(&core);
    smt_core(f->s, &core);
    assert_int_equal(core.size, 1);
    assert_true(term_is_equal(core.data[0], both[1]));
    term_vec_release(&core);
    assert_int_equal(smt_check(f->s, NULL, 0), SMT_SAT);
}

/* n + 1 pigeons in n holes: no, but hard for resolution. */
static void assert_pigeons(fixture *f, size_t n)
{
    term p[16][16], row[16];
    assert_true(n < 16);
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j < n; j++) {
            char name[32];
            snprintf(name, sizeof name, "p_%zu_%zu", i, j);
            row[j] = p[i][j] = term_mk_sym(f->ts, name, sort_bool(f->ts));
        }
        smt_assert(f->s, term_mk_or(f->ts, row, n));
    }
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i <= n; i++)
            for (size_t k = 0; k < i; k++)
                smt_assert(f->s, term_mk_or2(f->ts, term_mk_not(f->ts, p[i][j]), term_mk_not(f->ts, p[k][j])));
}

static void assert_factoring(fixture *f)
{
    term x = int_sym(f, "x"), y = int_sym(f, "y"), two = number(f, 2);
    smt_assert(f->s, term_mk_ge(f->ts, x, two));
    smt_assert(f->s, term_mk_ge(f->ts, y, two));
    smt_assert(f->s, term_mk_eq(f->ts, term_mk_mul2(f->ts, x, y), number(f, 1000000007LL * 998244353LL)));
}

static void stops_within(fixture *f, double seconds, double clock(void))
{
    double since = clock();
    assert_int_equal(smt_check(f->s, NULL, 0), SMT_UNKNOWN);
    assert_true(clock() - since < seconds + 0.3);
    assert_true(smt_why_unknown(f->s)[0] != 0);
}

static void query_limit_holds(void **state)
{
    fixture *f = *state;
    smt_set_query_limit(f->s, 0.3);
    smt_push(f->s);
    assert_pigeons(f, 12);
    stops_within(f, 0.3, limits_work);
    assert_string_equal(smt_why_unknown(f->s), "the query's time limit is over");
    smt_pop(f->s, 1);
    assert_int_equal(smt_check(f->s, NULL, 0), SMT_SAT);
    smt_push(f->s);
    assert_factoring(f);
    stops_within(f, 0.3, limits_work);
    smt_pop(f->s, 1);
    assert_int_equal(smt_check(f->s, NULL, 0), SMT_SAT);
    assert_true(stats_get(&f->counters, solver_unknown) == 2);
}

static void deadline_holds(void **state)
{
    fixture *f = *state;
    assert_pigeons(f, 12);
    f->limit.deadline = limits_now() + 0.3;
    stops_within(f, 0.3, limits_now);
    assert_string_equal(smt_why_unknown(f->s), "out of time");
    stops_within(f, 0, limits_now);
}

static volatile sig_atomic_t stop;
static void raise_stop(int signal_number)
{
    (void)signal_number;
    stop = 1;
}

/* The signal is SIGINT: Z3 would like to catch it itself. */
static void stop_flag_holds(void **state)
{
    fixture *f = *state;
    stop = 0;
    f->limit.stop = &stop;
    assert_pigeons(f, 12);
    struct sigaction action = {.sa_handler = raise_stop}, old_int, old_alarm;
    sigaction(SIGINT, &action, &old_int);
    sigaction(SIGALRM, &action, &old_alarm);
    pid_t child = fork();
    if (child == 0) {
        usleep(300000);
        kill(getppid(), SIGINT);
        _exit(0);
    }
    stops_within(f, 0.3, limits_now);
    assert_string_equal(smt_why_unknown(f->s), "interrupted");
    int status;
    waitpid(child, &status, 0);
    stop = 0;
    struct itimerval timer = {.it_value = {.tv_usec = 300000}};
    setitimer(ITIMER_REAL, &timer, NULL);
    stops_within(f, 0.3, limits_now);
    stop = 0;
    sigaction(SIGINT, &old_int, NULL);
    sigaction(SIGALRM, &old_alarm, NULL);
}

/* A solver that was used before a fork is watched in the child as well. */
static void limits_hold_after_fork(void **state)
{
    fixture *f = *state;
    smt_set_query_limit(f->s, 0.2);
    assert_int_equal(smt_check(f->s, NULL, 0), SMT_SAT);
    assert_pigeons(f, 12);
    pid_t child = fork();
    if (child == 0) {
        alarm(5);
        _exit(smt_check(f->s, NULL, 0) == SMT_UNKNOWN ? 0 : 1);
    }
    int status = -1;
    waitpid(child, &status, 0);
    assert_int_equal(status, 0);
}

static void entailment_is_remembered(void **state)
{
    fixture *f = *state;
    uint64_t seed = 3;
    for (int round = 0; round < 40; round++) {
        term a = term_mk_and2(f->ts, random_clause(f, &seed), random_clause(f, &seed)), b = random_clause(f, &seed);
        term both[] = {a, term_mk_not(f->ts, b)};
        smt_result r = smt_entails(f->s, a, b);
        assert_int_equal(r, check_fresh(f, both, 2));
        double checks = stats_get(&f->counters, solver_checks), hits = stats_get(&f->counters, entailment_hits);
        assert_int_equal(smt_entails(f->s, a, b), r);
        assert_true(stats_get(&f->counters, solver_checks) == checks);
        assert_true(stats_get(&f->counters, entailment_hits) == hits + 1);
    }
    assert_true(stats_get(&f->counters, entailments) == 80);
}

static void entailment_sees_new_assertions(void **state)
{
    fixture *f = *state;
    term x = int_sym(f, "x"), y = int_sym(f, "y");
    term a = term_mk_ge(f->ts, x, number(f, 1)), b = term_mk_ge(f->ts, y, number(f, 1));
    assert_int_equal(smt_entails(f->s, a, b), SMT_SAT);
    smt_push(f->s);
    smt_assert(f->s, term_mk_eq(f->ts, x, y));
    assert_int_equal(smt_entails(f->s, a, b), SMT_UNSAT);
    smt_pop(f->s, 1);
    assert_int_equal(smt_entails(f->s, a, b), SMT_SAT);
}

/* exists x. t and its elimination are equivalent for a solver that can do quantifiers. */
static void elimination_is_exact(void **state)
{
    fixture *f = *state;
    uint64_t seed = 19;
    term x = int_sym(f, "x");
    for (int round = 0; round < 15; round++) {
        term parts[4];
        for (size_t i = 0; i < 4; i++) parts[i] = random_clause(f, &seed);
        parts[3] = term_mk_le(f->ts, term_mk_mul2(f->ts, number(f, 3), x), term_mk_add2(f->ts, int_sym(f, "y"), number(f, 1)));
        term t = term_mk_and(f->ts, parts, 4), without = smt_eliminate(f->s, &x, 1, t, 5);
        assert_false(term_is_none(without));
        assert_false(dag_has_symbol(f->ts, without, x));
        assert_false(term_has_quantifier(f->ts, without));
        term differ = term_mk_xor(f->ts, without, term_mk_exists(f->ts, &x, 1, t));
        assert_int_equal(check_fresh(f, &differ, 1), SMT_UNSAT);
    }
}

/* No elimination over uninterpreted functions: nothing is made up. */
static void elimination_can_fail(void **state)
{
    fixture *f = *state;
    term x = int_sym(f, "x"), y = int_sym(f, "y");
    term fx = term_mk_app(f->ts, "f", sort_int(f->ts), &x, 1), fy = term_mk_app(f->ts, "f", sort_int(f->ts), &y, 1);
    term t = term_mk_and2(f->ts, term_mk_gt(f->ts, fx, fy), term_mk_gt(f->ts, x, y));
    assert_true(term_is_none(smt_eliminate(f->s, &x, 1, t, 2)));
    assert_true(term_is_equal(smt_eliminate(f->s, &x, 1, fy, 2), fy));
}

static void simplification_is_equivalent(void **state)
{
    fixture *f = *state;
    uint64_t seed = 23;
    for (int round = 0; round < 25; round++) {
        term a = random_clause(f, &seed), b = random_clause(f, &seed), c = random_clause(f, &seed);
        term t = term_mk_ite(f->ts, a, term_mk_xor(f->ts, b, c), term_mk_and2(f->ts, b, c));
        term differ = term_mk_xor(f->ts, t, smt_simplify(f->s, t));
        assert_int_equal(check_fresh(f, &differ, 1), SMT_UNSAT);
    }
}

static void quantifiers_get_an_answer(void **state)
{
    fixture *f = *state;
    term x = int_sym(f, "x"), y = int_sym(f, "y");
    /* every x has a y with x < 2y < x + 3 */
    term twice = term_mk_mul2(f->ts, number(f, 2), y);
    term between = term_mk_and2(f->ts, term_mk_lt(f->ts, x, twice), term_mk_lt(f->ts, twice, term_mk_add2(f->ts, x, number(f, 3))));
    term t = term_mk_forall(f->ts, &x, 1, term_mk_exists(f->ts, &y, 1, between));
    smt_set_query_limit(f->s, 5);
    assert_int_equal(smt_check(f->s, &t, 1), SMT_SAT);
    term not = term_mk_not(f->ts, t);
    assert_int_equal(smt_check(f->s, &not, 1), SMT_UNSAT);
}

/* A value read from a model is a value, and asserting it back is consistent. */
static void array_values(void **state)
{
    fixture *f = *state;
    sort ints = sort_array(f->ts, sort_int(f->ts), sort_int(f->ts)), nested = sort_array(f->ts, sort_bool(f->ts), ints);
    term a = term_mk_sym(f->ts, "a", ints), b = term_mk_sym(f->ts, "b", ints), n = term_mk_sym(f->ts, "n", nested);
    term x = int_sym(f, "x");
    smt_assert(f->s, term_mk_eq(f->ts, term_mk_select(f->ts, a, x), number(f, 5)));
    smt_assert(f->s, term_mk_eq(f->ts, term_mk_select(f->ts, a, number(f, 3)), number(f, -2)));
    smt_assert(f->s, term_mk_eq(f->ts, b, term_mk_store(f->ts, a, term_mk_add2(f->ts, x, number(f, 1)), number(f, 9))));
    smt_assert(f->s, term_mk_eq(f->ts, term_mk_select(f->ts, n, term_true(f->ts)), b));
    smt_assert(f->s, term_mk_not(f->ts, term_mk_eq(f->ts, term_mk_select(f->ts, n, term_false(f->ts)), b)));
    assert_int_equal(smt_check(f->s, NULL, 0), SMT_SAT);
    term symbols[] = {a, b, n, x}, equations[4];
    for (size_t i = 0; i < 4; i++) {
        term value = smt_value(f->s, symbols[i]);
        assert_false(term_is_none(value));
        assert_true(eval_is_value(f->ts, value));
        equations[i] = term_mk_eq(f->ts, symbols[i], value);
    }
    assert_int_equal(smt_check(f->s, equations, 4), SMT_SAT);
}

/* Of arrays of Bools, Z3's models are lambdas whose bodies are tests of the index. */
static void values_of_sets(void **state)
{
    fixture *f = *state;
    sort set = sort_array(f->ts, sort_int(f->ts), sort_bool(f->ts));
    term a = term_mk_sym(f->ts, "a", set), b = term_mk_sym(f->ts, "b", set), yes = term_true(f->ts), no = term_false(f->ts);
    term parts[] = {
        term_mk_eq(f->ts, a, term_mk_store(f->ts, a, number(f, 7), yes)),
        term_mk_eq(f->ts, b, term_mk_store(f->ts, term_mk_store(f->ts, b, number(f, 1), yes), number(f, 2), no)),
        term_mk_not(f->ts, term_mk_eq(f->ts, a, b)),
    };
    term all = term_mk_and(f->ts, parts, 3);
    assert_int_equal(smt_check(f->s, &all, 1), SMT_SAT);
    evaluator *e = evaluator_new(f->ts);
    term symbols[] = {a, b};
    for (size_t i = 0; i < 2; i++) {
        term value = smt_value(f->s, symbols[i]);
        assert_false(term_is_none(value));
        evaluator_set(e, symbols[i], value);
    }
    assert_true(term_is_equal(evaluator_eval(e, all, NULL), yes));
    evaluator_free(e);
}

static void values_of_open_symbols_and_irrationals(void **state)
{
    fixture *f = *state;
    term r = term_mk_sym(f->ts, "r", sort_real(f->ts)), p = term_mk_sym(f->ts, "p", sort_bool(f->ts));
    term a = term_mk_sym(f->ts, "a", sort_array(f->ts, sort_bv(f->ts, 4), sort_bool(f->ts)));
    smt_assert(f->s, term_mk_eq(f->ts, term_mk_mul2(f->ts, r, r), term_mk_real(f->ts, 2, 1)));
    assert_int_equal(smt_check(f->s, NULL, 0), SMT_SAT);
    assert_true(term_is_none(smt_value(f->s, r)));
    assert_true(eval_is_value(f->ts, smt_value(f->s, p)));
    assert_true(eval_is_value(f->ts, smt_value(f->s, a)));
    assert_true(eval_is_value(f->ts, smt_value(f->s, term_mk_mul2(f->ts, r, r))));
}

/* Deep terms get an answer, and very deep ones an honest one: Z3's own recursion does not bring the process down. */
static void deep_terms_do_not_crash(void **state)
{
    fixture *f = *state;
    term t = int_sym(f, "x");
    smt_set_query_limit(f->s, 5);
    for (int i = 0; i < 100000; i++) {
        t = term_mk_app(f->ts, "f", sort_int(f->ts), &t, 1);
        if (i != 4000 && i != 99999) continue;
        smt_push(f->s);
        smt_assert(f->s, term_mk_eq(f->ts, t, number(f, 1)));
        smt_result r = smt_check(f->s, NULL, 0);
        assert_true(r == SMT_SAT || (i == 99999 && r == SMT_UNKNOWN));
        smt_pop(f->s, 1);
    }
    assert_int_equal(smt_check(f->s, NULL, 0), SMT_SAT);
    assert_true(sort_is_equal(term_sort(f->ts, smt_simplify(f->s, t)), sort_int(f->ts)));
}

static void version_is_named(void **state)
{
    (void)state;
    assert_int_equal(strncmp(smt_version(), "Z3 4.", 5), 0);
}

#define LAW(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

/* Solvers beside each other share no assertions, and a model is that of its own solver's last check. */
static void solvers_beside_each_other(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    limits none = {0};
    smt *one = smt_new(ts, &none, NULL), *two = smt_new_beside(one);
    term x = term_mk_sym(ts, "x", sort_int(ts));
    smt_assert(one, term_mk_eq(ts, x, term_mk_int(ts, 1)));
    smt_assert(two, term_mk_eq(ts, x, term_mk_int(ts, 2)));
    assert_int_equal(smt_check(one, NULL, 0), SMT_SAT);
    assert_int_equal(smt_check(two, NULL, 0), SMT_SAT);
    assert_true(term_is_equal(smt_value(one, x), term_mk_int(ts, 1)));
    assert_true(term_is_equal(smt_value(two, x), term_mk_int(ts, 2)));
    smt_free(one);
    term three = term_mk_ge(ts, x, term_mk_int(ts, 3));
    assert_int_equal(smt_check(two, &three, 1), SMT_UNSAT);
    smt_free(two);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        LAW(pop_takes_back_what_push_began),
        LAW(incremental_is_fresh),
        LAW(models_satisfy_what_was_asked),
        LAW(models_of_every_theory),
        LAW(cores_are_cores),
        LAW(constant_assumptions),
        LAW(query_limit_holds),
        LAW(deadline_holds),
        LAW(stop_flag_holds),
        LAW(limits_hold_after_fork),
        LAW(entailment_is_remembered),
        LAW(entailment_sees_new_assertions),
        LAW(elimination_is_exact),
        LAW(elimination_can_fail),
        LAW(simplification_is_equivalent),
        LAW(quantifiers_get_an_answer),
        LAW(array_values),
        LAW(values_of_sets),
        LAW(values_of_open_symbols_and_irrationals),
        LAW(deep_terms_do_not_crash),
        cmocka_unit_test(version_is_named),
        cmocka_unit_test(solvers_beside_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Floating-point terms: lemmas hold, Z3 agrees with the machine, and folding with evaluation. */

#include "smt/smt.h"
#include "term/eval.h"
#include "term/float.h"
#include "term/lemmas.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static uint64_t seed = 20261119;

static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

/* A pattern that matters, or any; now and then an integer that is none. */
static int64_t random_pattern(uint32_t width)
{
    ieee_format f = ieee_format_of(width);
    uint64_t infinity = (uint64_t)ieee_infinity(width), step = UINT64_C(1) << f.fraction, one = ((UINT64_C(1) << (f.exponent - 1)) - 1) << f.fraction;
    uint64_t list[] = {0, 1, step, one, one + step, one - step, infinity, (uint64_t)ieee_nan(width), infinity - 1, one + 5 * step, next_random() & (infinity - 1)};
    uint64_t n = list[next_random() % (sizeof list / sizeof *list)] + next_random() % 3;
    if (next_random() % 40 == 0) return (int64_t)next_random();
    int64_t half = width == 32 ? INT64_C(1) << 31 : INT64_MIN;
    return next_random() % 2 ? (int64_t)n : width == 32 ? (int64_t)n - half : (int64_t)(n | (uint64_t)half);
}

static term random_argument(term_store *ts, uint32_t width)
{
    int64_t n = width ? random_pattern(width) : (int64_t)next_random() >> next_random() % 64;
    return term_mk_int(ts, n);
}

typedef struct subject {
    term_store *ts;
    term symbols[3], t;
    ieee_operation op;
    uint32_t width, from;
} subject;

static subject random_subject(void)
{
    static const char *const NAMES[] = {"x", "y", "z"};
    subject s = {.ts = term_store_new(), .op = (ieee_operation)(next_random() % IEEE_OPERATION_COUNT), .width = next_random() % 2 ? 32 : 64};
    s.from = ieee_argument_width(s.op, s.width);
    for (int i = 0; i < 3; i++) s.symbols[i] = term_mk_sym(s.ts, NAMES[i], sort_int(s.ts));
    s.t = term_mk_float(s.ts, s.op, s.width, s.symbols);
    return s;
}

static void set_values(const subject *s, evaluator *e, term *values)
{
    evaluator_clear(e);
    for (int i = 0; i < 3; i++) {
        values[i] = random_argument(s->ts, s->from);
        evaluator_set(e, s->symbols[i], values[i]);
    }
}

static void lemmas_hold(void **state)
{
    (void)state;
    size_t usual = 0;
    for (int trial = 0; trial < 1500; trial++) {
        subject s = random_subject();
        evaluator *e = evaluator_new(s.ts);
        term_vec lemmas;
        term_vec_init(&lemmas);
        term values[3];
        lemmas_add(s.ts, s.t, &lemmas);
        for (int k = 0; k < 3; k++) {
            set_values(&s, e, values);
            lemmas_add_at(s.ts, s.t, e, term_mk_int(s.ts, 1), &lemmas);
        }
        for (int k = 0; k < 20; k++) {
            set_values(&s, e, values);
            for (size_t i = 0; i < lemmas.size; i++) assert_true(term_is_equal(evaluator_eval(e, lemmas.data[i], NULL), term_true(s.ts)));
        }
        usual += lemmas.size > 5;
        assert_null(term_store_check(s.ts));
        term_vec_release(&lemmas);
        evaluator_free(e);
        term_store_free(s.ts);
    }
    assert_true(usual > 1000);
}

/* The arguments have values, and the result is, or is not, what the machine computes: does Z3 think so, too? */
static void z3_agrees_with_the_machine(void **state)
{
    (void)state;
    for (int trial = 0; trial < 400; trial++) {
        subject s = random_subject();
        bool is_costly = s.width == 64 && (s.op == IEEE_SQRT || s.op == IEEE_FMA || s.op == IEEE_DIV || s.op == IEEE_MUL);
        if (!is_costly || trial % 20 == 0) {
            term parts[4], values[3];
            evaluator *e = evaluator_new(s.ts);
            set_values(&s, e, values);
            term result = evaluator_eval(e, s.t, NULL);
            for (int i = 0; i < 3; i++) parts[i] = term_mk_eq(s.ts, s.symbols[i], values[i]);
            parts[3] = term_mk_eq(s.ts, s.t, result);
            smt *solver = smt_new(s.ts, &(limits){0}, NULL);
            smt_assert(solver, term_mk_and(s.ts, parts, 3));
            smt_push(solver);
            smt_assert(solver, parts[3]);
            assert_int_equal(smt_check(solver, NULL, 0), SMT_SAT);
            smt_pop(solver, 1);
            smt_assert(solver, term_mk_not(s.ts, parts[3]));
            assert_int_equal(smt_check(solver, NULL, 0), SMT_UNSAT);
            smt_free(solver);
            evaluator_free(e);
        }
        term_store_free(s.ts);
    }
}

/* Folded, rebuilt, evaluated: one result. */
static void constructors_fold_what_the_evaluator_computes(void **state)
{
    (void)state;
    for (int trial = 0; trial < 3000; trial++) {
        subject s = random_subject();
        evaluator *e = evaluator_new(s.ts);
        term values[3], args[3];
        set_values(&s, e, values);
        for (size_t i = 0; i < term_arity(s.ts, s.t); i++) args[i] = evaluator_eval(e, term_arg(s.ts, s.t, i), NULL);
        assert_true(term_is_equal(term_rebuild(s.ts, s.t, args), evaluator_eval(e, s.t, NULL)));
        evaluator_free(e);
        term_store_free(s.ts);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lemmas_hold),
        cmocka_unit_test(z3_agrees_with_the_machine),
        cmocka_unit_test(constructors_fold_what_the_evaluator_computes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

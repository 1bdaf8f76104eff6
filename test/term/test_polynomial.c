#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../horn/random_horn.h"
#include "term/polynomial.h"
#include "term/eval.h"

enum { SYMBOLS = 3, POINTS = 5, ROUNDS = 300 };

typedef struct fixture {
    term_store *ts;
    term symbols[SYMBOLS];
    evaluator *eval;
    uint64_t state;
} fixture;

static void fixture_init(fixture *f, uint64_t seed)
{
    *f = (fixture){.ts = term_store_new(), .state = seed};
    const char *const names[SYMBOLS] = {"x", "y", "z"};
    for (size_t i = 0; i < SYMBOLS; i++) f->symbols[i] = term_mk_sym(f->ts, names[i], sort_int(f->ts));
    f->eval = evaluator_new(f->ts);
}

static void fixture_release(fixture *f)
{
    evaluator_free(f->eval);
    term_store_free(f->ts);
}

static term random_number(fixture *f) { return term_mk_int(f->ts, (int64_t)random_below(&f->state, 9) - 4); }

static term random_polynomial(fixture *f, int depth)
{
    uint32_t kind = random_below(&f->state, depth ? 5 : 2);
    if (kind == 0) return random_number(f);
    if (kind == 1) return f->symbols[random_below(&f->state, SYMBOLS)];
    term a = random_polynomial(f, depth - 1), b = random_polynomial(f, depth - 1);
    return kind == 2 ? term_mk_mul2(f->ts, a, b) : kind == 3 ? term_mk_add2(f->ts, a, b) : term_mk_sub(f->ts, a, b);
}

static void choose_point(fixture *f)
{
    evaluator_clear(f->eval);
    for (size_t i = 0; i < SYMBOLS; i++) evaluator_set(f->eval, f->symbols[i], random_number(f));
}

/* Sums only at the top, then numbers times products of symbols. */
static bool is_expanded(const fixture *f, term t)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(f->ts, &t, 1, &all);
    bool ok = true;
    for (size_t i = 0; i < all.size && ok; i++) {
        term_kind kind = term_kind_of(f->ts, all.data[i]);
        if (kind != TERM_SCALE && kind != TERM_MUL) continue;
        for (size_t k = 0; k < term_arity(f->ts, all.data[i]); k++) ok = ok && term_kind_of(f->ts, term_arg(f->ts, all.data[i], k)) != TERM_ADD;
    }
    term_vec_release(&all);
    return ok;
}

static void expansion_keeps_the_values(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f, 1);
    size_t expanded = 0;
    for (int round = 0; round < ROUNDS; round++) {
        term p = random_polynomial(&f, 4), q = polynomial_expand(f.ts, p);
        if (term_is_none(q)) continue;
        expanded++;
        assert_true(is_expanded(&f, q));
        for (int i = 0; i < POINTS; i++) {
            choose_point(&f);
            assert_true(term_is_equal(evaluator_eval(f.eval, p, NULL), evaluator_eval(f.eval, q, NULL)));
        }
    }
    assert_true(expanded > ROUNDS / 2);
    fixture_release(&f);
}

/* Distributivity, in both orders of the factors, gives the same term; and what is subtracted from itself is 0. */
static void equal_polynomials_are_equal_terms(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f, 2);
    size_t compared = 0;
    for (int round = 0; round < ROUNDS; round++) {
        term a = random_polynomial(&f, 2), b = random_polynomial(&f, 2), c = random_polynomial(&f, 2);
        term left = polynomial_expand(f.ts, term_mk_mul2(f.ts, term_mk_add2(f.ts, a, b), c));
        term right = polynomial_expand(f.ts, term_mk_add2(f.ts, term_mk_mul2(f.ts, c, b), term_mk_mul2(f.ts, a, c)));
        if (term_is_none(left) || term_is_none(right)) continue;
        compared++;
        assert_true(term_is_equal(left, right));
        assert_true(polynomial_is_number(f.ts, polynomial_expand(f.ts, term_mk_sub(f.ts, left, right)), 0));
    }
    assert_true(compared > ROUNDS / 2);
    fixture_release(&f);
}

static void differences_are_those_of_the_values(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f, 3);
    size_t compared = 0;
    for (int round = 0; round < ROUNDS; round++) {
        term p = random_polynomial(&f, 3), next[SYMBOLS], old[SYMBOLS];
        substitution *step = substitution_new(f.ts);
        for (size_t i = 0; i < SYMBOLS; i++) substitution_set(step, f.symbols[i], next[i] = random_polynomial(&f, 1));
        term d = polynomial_difference(f.ts, p, step);
        substitution_free(step);
        if (term_is_none(d)) continue;
        compared++;
        choose_point(&f);
        term before = evaluator_eval(f.eval, p, NULL), change = evaluator_eval(f.eval, d, NULL);
        for (size_t i = 0; i < SYMBOLS; i++) old[i] = evaluator_eval(f.eval, next[i], NULL);
        evaluator_clear(f.eval);
        for (size_t i = 0; i < SYMBOLS; i++) evaluator_set(f.eval, f.symbols[i], old[i]);
        assert_true(term_is_equal(evaluator_eval(f.eval, p, NULL), term_mk_add2(f.ts, before, change)));
    }
    assert_true(compared > ROUNDS / 2);
    fixture_release(&f);
}

/* A multiple has its number, and what is made of another polynomial has none unless it is the same multiple everywhere. */
static void ratios_are_those_of_multiples(void **unused)
{
    (void)unused;
    fixture f;
    fixture_init(&f, 23);
    size_t found = 0;
    for (int i = 0; i < ROUNDS; i++) {
        term a = polynomial_expand(f.ts, random_polynomial(&f, 3)), other = polynomial_expand(f.ts, random_polynomial(&f, 3));
        if (term_is_none(a) || term_is_none(other) || polynomial_is_number(f.ts, a, 0)) continue;
        rat c;
        rat_init(&c);
        int64_t number = 1 + random_below(&f.state, 7), ratio;
        rat_set_int(&c, random_chance(&f.state, 50) ? number : -number);
        term multiple = polynomial_expand(f.ts, term_mk_scale(f.ts, &c, a));
        assert_true(polynomial_ratio(f.ts, a, multiple, &ratio));
        assert_int_equal(ratio, rat_sign(&c) * number);
        rat_release(&c);
        if (!polynomial_ratio(f.ts, a, other, &ratio)) continue;
        found++;
        assert_true(term_is_equal(polynomial_expand(f.ts, term_mk_mul2(f.ts, term_mk_int(f.ts, ratio), a)), other));
    }
    assert_true(found > 0);
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expansion_keeps_the_values),
        cmocka_unit_test(equal_polynomials_are_equal_terms),
        cmocka_unit_test(differences_are_those_of_the_values),
        cmocka_unit_test(ratios_are_those_of_multiples),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

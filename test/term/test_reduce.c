/* What is reduced keeps its models: where a formula is true, so is what it becomes. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../horn/random_horn.h"
#include "term/eval.h"
#include "term/reduce.h"

enum { SYMBOLS = 3, ROUNDS = 400, SIDE = 9 };

typedef struct fixture {
    term_store *ts;
    term symbols[SYMBOLS];
    uint64_t state;
} fixture;

static term number(fixture *f) { return term_mk_int(f->ts, (int64_t)random_below(&f->state, SIDE) - SIDE / 2); }
static term symbol(fixture *f) { return f->symbols[random_below(&f->state, SYMBOLS)]; }

static term random_sum(fixture *f, int depth)
{
    uint32_t kind = random_below(&f->state, depth ? 7 : 2);
    if (kind < 2) return kind ? symbol(f) : number(f);
    term a = random_sum(f, depth - 1), b = random_sum(f, depth - 1);
    switch (kind) {
    case 2: return term_mk_mul2(f->ts, a, b);
    case 3: return term_mk_sub(f->ts, a, b);
    case 4: return term_mk_mod(f->ts, a, term_mk_int(f->ts, 2 + (int64_t)random_below(&f->state, 9)));
    case 5: return term_mk_ite(f->ts, term_mk_le(f->ts, symbol(f), number(f)), a, b);
    default: return term_mk_add2(f->ts, a, b);
    }
}

static term random_atom(fixture *f)
{
    term a = random_sum(f, 2), b = random_sum(f, 1);
    switch (random_below(&f->state, 4)) {
    case 0: return term_mk_eq(f->ts, a, b);
    case 1: return term_mk_not(f->ts, term_mk_eq(f->ts, a, b));
    default: return term_mk_le(f->ts, a, b);
    }
}

/* Bounds of all symbols, often x <= y + c and y + c <= x, and some atoms. */
static term random_formula(fixture *f)
{
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < SYMBOLS; i++) {
        term_vec_push(&parts, term_mk_ge(f->ts, f->symbols[i], number(f)));
        if (random_chance(&f->state, 60)) term_vec_push(&parts, term_mk_le(f->ts, f->symbols[i], number(f)));
    }
    if (random_chance(&f->state, 60)) {
        term x = symbol(f), y = term_mk_add2(f->ts, symbol(f), number(f));
        term_vec_push(&parts, term_mk_le(f->ts, x, y));
        term_vec_push(&parts, term_mk_ge(f->ts, x, y));
    }
    for (uint32_t n = random_below(&f->state, 3); n > 0; n--) term_vec_push(&parts, random_atom(f));
    term t = term_mk_and(f->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

static size_t check(fixture *f, evaluator *e, term t, term reduced)
{
    size_t models = 0;
    for (int i = 0; i < SIDE * SIDE * SIDE; i++) {
        int rest = i;
        evaluator_clear(e);
        for (size_t k = 0; k < SYMBOLS; k++, rest /= SIDE) evaluator_set(e, f->symbols[k], term_mk_int(f->ts, rest % SIDE - SIDE / 2));
        if (!term_is_equal(evaluator_eval(e, t, NULL), term_true(f->ts))) continue;
        models++;
        assert_true(term_is_equal(evaluator_eval(e, reduced, NULL), term_true(f->ts)));
    }
    return models;
}

static void models_are_kept(void **unused)
{
    (void)unused;
    fixture f = {.ts = term_store_new(), .state = 8};
    const char *const names[SYMBOLS] = {"x", "y", "z"};
    for (size_t i = 0; i < SYMBOLS; i++) f.symbols[i] = term_mk_sym(f.ts, names[i], sort_int(f.ts));
    evaluator *e = evaluator_new(f.ts);
    size_t models = 0, changed = 0;
    for (int i = 0; i < ROUNDS; i++) {
        term t = random_formula(&f), reduced = reduce(f.ts, t);
        models += check(&f, e, t, reduced);
        changed += !term_is_equal(t, reduced);
    }
    assert_true(models > 1000 && changed > ROUNDS / 4);
    evaluator_free(e);
    term_store_free(f.ts);
}

/* i <= n + 1, n < i, 2 s = i (i - 1), 2 s != n (n + 1): what is left is false. */
static void products_cancel(void **unused)
{
    (void)unused;
    term_store *ts = term_store_new();
    term i = term_mk_sym(ts, "i", sort_int(ts)), n = term_mk_sym(ts, "n", sort_int(ts)), s = term_mk_sym(ts, "s", sort_int(ts));
    term one = term_mk_int(ts, 1), after = term_mk_add2(ts, n, one);
    term product = term_mk_mul2(ts, n, after);
    term parts[] = {term_mk_le(ts, i, after), term_mk_lt(ts, n, i), term_mk_eq(ts, s, term_mk_mul2(ts, i, term_mk_sub(ts, i, one))),
                    term_mk_not(ts, term_mk_eq(ts, s, product))};
    assert_true(term_is_equal(reduce(ts, term_mk_and(ts, parts, 4)), term_false(ts)));
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(models_are_kept), cmocka_unit_test(products_cancel)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Formulas about bounded integers as formulas about words: for all values of the words' bits, both are true or both are false, and the values
 * of terms are within their bounds. */

#include "random_term.h"
#include "term/bounds.h"
#include "term/dag.h"
#include "term/eval.h"
#include "term/int_to_bv.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include <stdlib.h>

static uint64_t scale(void) { return getenv("SCALE") ? strtoull(getenv("SCALE"), NULL, 10) : 1; }

typedef struct fixture {
    random_source source;
    term_store *ts;
    evaluator *e;
    term formula;
    term_vec symbols;
    size_t agreed, held; /* samples */
} fixture;

/* Bounds of many shapes: bytes, words, one value, across 0, far from it. */
static void random_range(rng *r, int64_t *low, int64_t *high)
{
    static const int64_t widths[] = {1, 7, 8, 16, 31, 32, 40};
    int64_t size = (int64_t)1 << widths[rng_below(r, 7)];
    switch (rng_below(r, 6)) {
    case 0: *low = 0, *high = size - 1; break;
    case 1: *low = -size / 2, *high = size / 2 - 1; break;
    case 2: *low = *high = (int64_t)rng_below(r, 100) - 50; break;
    case 3: *low = (int64_t)rng_below(r, 1000), *high = *low + (int64_t)rng_below(r, 1000); break;
    case 4: *low = -size - (int64_t)rng_below(r, 10), *high = -(int64_t)rng_below(r, 10); break;
    default: *low = -(int64_t)rng_below(r, 20), *high = (int64_t)rng_below(r, 20);
    }
}

static term in_range(fixture *f, term symbol)
{
    int64_t low, high;
    random_range(&f->source.rng, &low, &high);
    term above = term_mk_ge(f->ts, symbol, term_mk_int(f->ts, low)), below = term_mk_le(f->ts, symbol, term_mk_int(f->ts, high));
    term both = term_mk_and2(f->ts, above, below);
    if (!rng_one_in(&f->source.rng, 4)) return both;
    /* The same, or something more, after a case distinction. */
    term other = term_mk_eq(f->ts, symbol, term_mk_int(f->ts, (int64_t)rng_below(&f->source.rng, 300)));
    return term_mk_or2(f->ts, both, other);
}

static void fixture_init(fixture *f, uint64_t seed)
{
    *f = (fixture){.ts = term_store_new()};
    random_source_init(&f->source, f->ts, seed, RANDOM_INT | RANDOM_NONLINEAR | RANDOM_MIXED | RANDOM_BV);
    f->e = evaluator_new(f->ts);
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, random_term(&f->source, sort_bool(f->ts), 1 + rng_below(&f->source.rng, 4)).t);
    if (rng_one_in(&f->source.rng, 2)) {
        random_pair a = random_term(&f->source, sort_int(f->ts), 3), b = random_term(&f->source, sort_int(f->ts), 1);
        term_vec_push(&parts, term_mk_eq(f->ts, a.t, b.t));
    }
    dag_symbols(f->ts, parts.data, parts.size, &f->symbols);
    for (size_t i = 0; i < f->symbols.size; i++)
        if (sort_is_equal(term_sort(f->ts, f->symbols.data[i]), sort_int(f->ts))) term_vec_push(&parts, in_range(f, f->symbols.data[i]));
    f->formula = term_mk_and(f->ts, parts.data, parts.size);
    term_vec_release(&parts);
}

static void fixture_release(fixture *f)
{
    evaluator_free(f->e);
    term_vec_release(&f->symbols);
    random_source_release(&f->source);
    term_store_free(f->ts);
}

static term signed_value(fixture *f, term word)
{
    term bits = evaluator_eval(f->e, word, NULL);
    rat n, size;
    rat_init(&n);
    rat_init(&size);
    uint32_t width = sort_bv_width(f->ts, term_sort(f->ts, word));
    rat_set(&n, term_number(f->ts, bits));
    rat_set_pow2(&size, width);
    if (rat_bit_test(&n, width - 1)) rat_sub(&n, &n, &size);
    term t = term_mk_num(f->ts, &n, sort_int(f->ts));
    rat_release(&n);
    rat_release(&size);
    return t;
}

/* Random bits, or few, or almost all of them. */
static term random_bits(fixture *f, sort s)
{
    rat n, bit;
    rat_init(&n);
    rat_init(&bit);
    uint32_t how = rng_below(&f->source.rng, 4), width = sort_bv_width(f->ts, s);
    for (uint32_t i = 0; i < width; i++) {
        rat_add(&n, &n, &n);
        bool rare = rng_one_in(&f->source.rng, 8);
        rat_set_int(&bit, how == 0 ? rare : how == 1 ? !rare : how == 2 ? i + 3 >= width && rng_one_in(&f->source.rng, 2) : rng_one_in(&f->source.rng, 2));
        rat_add(&n, &n, &bit);
    }
    term t = term_mk_bv(f->ts, &n, width);
    rat_release(&n);
    rat_release(&bit);
    return t;
}

static void values_are_within_bounds(fixture *f)
{
    bounds *b = bounds_new(f->ts, f->formula, NULL, 0);
    assert_false(bounds_is_contradictory(b));
    term_vec all;
    term_vec_init(&all);
    dag_subterms(f->ts, &f->formula, 1, &all);
    for (size_t i = 0; i < all.size; i++) {
        sort_kind k = sort_kind_of(f->ts, term_sort(f->ts, all.data[i]));
        bool div0 = false;
        term value = evaluator_eval(f->e, all.data[i], &div0);
        if (div0 || (k != SORT_INT && k != SORT_BV)) continue;
        assert_true(interval_contains(bounds_of(b, all.data[i]), term_number(f->ts, value)));
        if (k == SORT_INT && bounds_is_nonzero(b, all.data[i])) assert_int_not_equal(rat_sign(term_number(f->ts, value)), 0);
    }
    term_vec_release(&all);
    bounds_free(b);
}

static void sample(fixture *f, const int_to_bv *w, const term_vec *bits)
{
    evaluator_clear(f->e);
    for (size_t i = 0; i < bits->size; i++) {
        sort s = term_sort(f->ts, bits->data[i]);
        bool is_word = sort_kind_of(f->ts, s) == SORT_BV;
        evaluator_set(f->e, bits->data[i], is_word ? random_bits(f, s) : term_mk_bool(f->ts, rng_one_in(&f->source.rng, 2)));
    }
    bool div0 = false;
    term by_words = evaluator_eval(f->e, int_to_bv_formula(w), NULL);
    term_vec values;
    term_vec_init(&values);
    for (size_t i = 0; i < f->symbols.size; i++) {
        bool is_int = sort_is_equal(term_sort(f->ts, f->symbols.data[i]), sort_int(f->ts));
        term_vec_push(&values, is_int ? signed_value(f, int_to_bv_of(w, f->symbols.data[i])) : TERM_NONE);
    }
    for (size_t i = 0; i < f->symbols.size; i++)
        if (!term_is_none(values.data[i])) evaluator_set(f->e, f->symbols.data[i], values.data[i]);
    term expected = evaluator_eval(f->e, f->formula, &div0);
    if (!div0) {
        assert_true(term_is_equal(by_words, expected));
        f->agreed++;
        if (term_is_equal(expected, term_true(f->ts))) {
            f->held++;
            values_are_within_bounds(f);
        }
    }
    term_vec_release(&values);
}

static void words_mean_the_same(void **unused)
{
    (void)unused;
    size_t agreed = 0, held = 0, none = 0, contradictory = 0;
    for (uint64_t seed = 0; seed < 1500 * scale(); seed++) {
        fixture f;
        fixture_init(&f, seed);
        int_to_bv *w = int_to_bv_new(f.ts, f.formula);
        term made = int_to_bv_formula(w);
        none += term_is_none(made);
        contradictory += term_is_equal(made, term_false(f.ts));
        if (!term_is_none(made) && !term_is_equal(made, term_false(f.ts))) {
            term_vec bits;
            term_vec_init(&bits);
            dag_symbols(f.ts, &made, 1, &bits);
            for (size_t i = 0; i < f.symbols.size; i++) {
                bool is_int = sort_is_equal(term_sort(f.ts, f.symbols.data[i]), sort_int(f.ts));
                term word = is_int ? int_to_bv_of(w, f.symbols.data[i]) : f.symbols.data[i];
                dag_symbols(f.ts, &word, 1, &bits);
            }
            for (int i = 0; i < 30; i++) sample(&f, w, &bits);
            term_vec_release(&bits);
        }
        int_to_bv_free(w);
        assert_null(term_store_check(f.ts));
        agreed += f.agreed;
        held += f.held;
        fixture_release(&f);
    }
    assert_true(agreed > 15000 * scale() && held > 2000 * scale());
    assert_true(none < 300 * scale() && contradictory < 600 * scale());
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(words_mean_the_same)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../term/random_term.h"
#include "pass/possible.h"
#include "term/eval.h"

enum { MAX = 40, SYMBOLS = 32, TRIES = 10 };

typedef struct knowledge {
    possible_map known;
    term_vec sets[SYMBOLS]; /* by number of the symbol: its values, also where only bounds say so; empty: anything */
    term bounds;
} knowledge;

/* A symbol keeps to a set, or to bounds, or to nothing. */
static void know_something(random_source *r, knowledge *k)
{
    *k = (knowledge){.bounds = term_true(r->ts)};
    for (size_t i = 0; i < r->symbols.size && i < SYMBOLS; i++) {
        term symbol = r->symbols.data[i];
        bool is_int = sort_kind_of(r->ts, term_sort(r->ts, symbol)) == SORT_INT;
        uint32_t how = rng_below(&r->rng, 3);
        if (how == 0) {
            for (uint32_t n = 1 + rng_below(&r->rng, 4); n; n--) possible_add(&k->sets[i], random_value(r, term_sort(r->ts, symbol)));
            *possible_map_put(&k->known, symbol.id, NULL) = &k->sets[i];
        } else if (how == 1 && is_int) {
            int64_t low = (int64_t)rng_below(&r->rng, 9) - 4, high = low + rng_below(&r->rng, 5);
            for (int64_t v = low; v <= high; v++) term_vec_push(&k->sets[i], term_mk_int(r->ts, v));
            term range[] = {k->bounds, term_mk_le(r->ts, term_mk_int(r->ts, low), symbol), term_mk_le(r->ts, symbol, term_mk_int(r->ts, high))};
            k->bounds = term_mk_and(r->ts, range, 3);
        }
    }
}

static void forget(knowledge *k)
{
    for (size_t i = 0; i < SYMBOLS; i++) term_vec_release(&k->sets[i]);
    possible_map_release(&k->known);
}

static bool contains(const term_vec *values, term v)
{
    for (size_t i = 0; i < values->size; i++)
        if (term_is_equal(values->data[i], v)) return true;
    return false;
}

static void check_assignment(random_source *r, const knowledge *k, term t, const term_vec *values)
{
    evaluator *e = evaluator_new(r->ts);
    for (size_t i = 0; i < r->symbols.size; i++) {
        const term_vec *set = i < SYMBOLS ? &k->sets[i] : NULL;
        bool is_free = !set || !set->size;
        term value = is_free ? random_value(r, term_sort(r->ts, r->symbols.data[i])) : set->data[rng_below(&r->rng, (uint32_t)set->size)];
        evaluator_set(e, r->symbols.data[i], value);
    }
    bool div0 = false;
    term value = evaluator_eval(e, t, &div0);
    assert_false(term_is_none(value));
    if (!div0) assert_true(contains(values, value));
    evaluator_free(e);
}

/* Whatever the symbols' values, as far as something is known about them: the term's value is possible. */
static void all_values_are_possible(void **unused)
{
    (void)unused;
    size_t found = 0, several = 0;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        term_store *ts = term_store_new();
        random_source r;
        random_source_init(&r, ts, seed, RANDOM_INT | (seed % 2 ? RANDOM_NONLINEAR : 0));
        term t = random_term(&r, seed % 5 ? sort_int(ts) : sort_bool(ts), 1 + (unsigned)(seed % 4)).t;
        knowledge k;
        know_something(&r, &k);
        term_vec values;
        term_vec_init(&values);
        if (possible_values(ts, t, k.bounds, &k.known, MAX, &values)) {
            assert_in_range(values.size, 1, MAX);
            found++;
            several += values.size > 2;
            for (int i = 0; i < TRIES; i++) check_assignment(&r, &k, t, &values);
        }
        term_vec_release(&values);
        forget(&k);
        random_source_release(&r);
        term_store_free(ts);
    }
    assert_true(found > 300);
    assert_true(several > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_values_are_possible)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

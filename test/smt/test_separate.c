/* A separating formula separates: checked by a fresh solver, on random contradictions. */

#include "smt/smt.h"

#include "../horn/random_horn.h"
#include "term/dag.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const limits NO_LIMIT = {0};

static bool is_unsat(term_store *ts, term t)
{
    smt *s = smt_new(ts, &NO_LIMIT, NULL);
    smt_assert(s, t);
    smt_result r = smt_check(s, NULL, 0);
    smt_free(s);
    assert_int_not_equal(r, SMT_UNKNOWN);
    return r == SMT_UNSAT;
}

/* A conjunction of a few linear atoms and Boolean literals. */
static term random_cube(term_store *ts, uint64_t *seed, const term *ints, size_t n, const term *bools, size_t m)
{
    term_vec parts;
    term_vec_init(&parts);
    for (uint32_t k = 1 + random_below(seed, 4); k > 0; k--) {
        term sum = term_mk_int(ts, (int64_t)random_below(seed, 9) - 4);
        for (uint32_t i = 0; i < 2; i++) {
            rat c;
            rat_init(&c);
            rat_set_int(&c, (int64_t)random_below(seed, 5) - 2);
            sum = term_mk_add2(ts, sum, term_mk_scale(ts, &c, ints[random_below(seed, (uint32_t)n)]));
            rat_release(&c);
        }
        term zero = term_mk_int(ts, 0);
        term_vec_push(&parts, random_chance(seed, 40) ? term_mk_eq(ts, sum, zero) : term_mk_le(ts, sum, zero));
    }
    if (m && random_chance(seed, 50)) {
        term b = bools[random_below(seed, (uint32_t)m)];
        term_vec_push(&parts, random_chance(seed, 50) ? b : term_mk_not(ts, b));
    }
    term t = term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

static void separates_random_contradictions(void **state)
{
    (void)state;
    uint64_t seed = 11;
    size_t separated = 0, asked = 0;
    for (int round = 0; round < 150; round++) {
        term_store *ts = term_store_new();
        sort i = sort_int(ts), b = sort_bool(ts);
        term shared[] = {term_mk_sym(ts, "x", i), term_mk_sym(ts, "y", i), term_mk_sym(ts, "p", b)};
        term low_ints[] = {shared[0], shared[1], term_mk_sym(ts, "u", i)}, high_ints[] = {shared[0], shared[1], term_mk_sym(ts, "v", i)};
        term low[2], high[2];
        for (int k = 0; k < 2; k++) {
            low[k] = random_cube(ts, &seed, low_ints, 3, &shared[2], 1);
            high[k] = random_cube(ts, &seed, high_ints, 3, &shared[2], 1);
        }
        term below = term_mk_or2(ts, low[0], low[1]), above = term_mk_or2(ts, high[0], high[1]);
        if (is_unsat(ts, term_mk_and2(ts, below, above))) {
            smt_separation between = {low, high, shared, 2, 2, 3};
            term middle = smt_separate(ts, &between, &NO_LIMIT, 5);
            asked++;
            if (!term_is_none(middle)) {
                separated++;
                assert_false(term_has_quantifier(ts, middle));
                assert_false(dag_has_symbol(ts, middle, low_ints[2]) || dag_has_symbol(ts, middle, high_ints[2]));
                assert_true(is_unsat(ts, term_mk_and2(ts, below, term_mk_not(ts, middle))));
                assert_true(is_unsat(ts, term_mk_and2(ts, above, middle)));
            }
        }
        term_store_free(ts);
    }
    assert_true(asked > 25);
    assert_true(separated * 100 > asked * 95);
}

static void finds_nothing_where_there_is_nothing(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    term x = term_mk_sym(ts, "x", sort_int(ts));
    term below = term_mk_ge(ts, x, term_mk_int(ts, 0)), above = term_mk_le(ts, x, term_mk_int(ts, 0));
    smt_separation between = {&below, &above, &x, 1, 1, 1};
    assert_true(term_is_none(smt_separate(ts, &between, &NO_LIMIT, 5)));
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(separates_random_contradictions),
        cmocka_unit_test(finds_nothing_where_there_is_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

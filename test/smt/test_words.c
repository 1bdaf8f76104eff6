/* Bit-vectors in one incremental solver: what it says of each conjunction is what a fresh solver says, and models are models. */

#include "smt/smt.h"

#include "../itp/random_tree.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const limits NO_LIMIT = {0};

static smt_result ask_fresh(term_store *ts, const term *parts, size_t n)
{
    smt *s = smt_new(ts, &NO_LIMIT, NULL);
    for (size_t k = 0; k < n; k++) smt_assert(s, parts[k]);
    smt_result r = smt_check(s, NULL, 0);
    smt_free(s);
    return r;
}

static void agrees_with_a_fresh_solver(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    smt *s = smt_new(ts, &NO_LIMIT, NULL), *other = smt_new(ts, &NO_LIMIT, NULL);
    rng r = {.state = 99};
    size_t contradictions = 0;
    for (int round = 0; round < 150; round++) {
        itp_node_vec nodes;
        itp_node_vec_init(&nodes);
        random_tree(ts, other, &r, MIX_BV, SHAPE_PATH, rng_one_in(&r, 2), &nodes);
        term parts[16];
        for (size_t k = 0; k < nodes.size; k++) parts[k] = nodes.data[k].formula;
        smt_result result = smt_check(s, parts, nodes.size);
        for (size_t k = 0; k < nodes.size && result == SMT_SAT; k++) assert_true(term_is_equal(smt_value(s, parts[k]), term_true(ts)));
        assert_int_equal(result, ask_fresh(ts, parts, nodes.size));
        if (result == SMT_UNSAT) {
            term_vec core;
            term_vec_init(&core);
            smt_minimise_core(s, &core, 1);
            assert_int_equal(ask_fresh(ts, core.data, core.size), SMT_UNSAT);
            term_vec_release(&core);
            contradictions++;
        }
        itp_node_vec_release(&nodes);
    }
    assert_true(contradictions > 20);
    smt_free(s);
    smt_free(other);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_a_fresh_solver)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The laws of src/solve/local_proofs.h. */

#include "../horn/clauses.h"
#include "../horn/random_horn.h"
#include "solve/local_proofs.h"
#include "validate/validate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* Whatever is not a query holds in the model, and so do the queries that are said to. Returns how many those are. */
static size_t check(const horn *h)
{
    size_t n = horn_clause_count(h), proved = 0;
    bool *is_proved = alloc_zeroed(n + 1, sizeof *is_proved);
    verdict *holds = alloc_zeroed(n + 1, sizeof *holds);
    limits none = {0};
    model m;
    model_init(&m, h);
    size_t said = local_proofs_find(h, &none, is_proved, &m);
    validate_clauses(h, &m, &none, holds);
    for (size_t i = 0; i < n; i++) {
        bool is_query = pred_is_false(horn_clause(h, i)->head.pred);
        assert_true(is_query || !is_proved[i]);
        if (!is_query || is_proved[i]) assert_int_equal(holds[i], VALID);
        proved += is_proved[i];
    }
    assert_int_equal(said, proved);
    model_release(&m);
    free(is_proved);
    free(holds);
    return proved;
}

static void test_what_is_proved_holds(void **state)
{
    (void)state;
    uint64_t seed = 7;
    size_t proved = 0;
    for (int i = 0; i < 150; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(i % 2 == 0);
        shape.max_preds = 8;
        shape.max_extra_clauses = 12;
        horn *h = random_horn(ts, &seed, &shape);
        proved += check(h);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(proved > 20);
}

/* A chain of `length` predicates behind something that no engine decides; x is set to 5 at the end of it, `gap` clauses before it is asked
 * whether it is 6, and `behind` more queries come behind that, in loops. One more asks for what may well be reached. */
static void print_chain(text *out, int length, int gap, int behind)
{
    int n = length + gap + behind;
    for (int i = 0; i <= n; i++) text_printf(out, "(declare-fun P%d (Int Int) Bool)\n", i);
    text_adds(out, "(assert (forall ((x Int) (y Int)) (=> (= (* x x x) (+ 7 (* y y y y y))) (P0 x y))))\n");
    for (int i = 0; i < n; i++) {
        const char *how = i + 1 == length ? "(= z 5)" : i + 1 == length + gap ? "(and (= x 6) (= z x))" : "(= z x)";
        text_printf(out, "(assert (forall ((x Int) (y Int) (z Int)) (=> (and (P%d x y) %s) (P%d z y))))\n", i, how, i + 1);
    }
    for (int i = length + gap; i <= n; i++) {
        text_printf(out, "(assert (forall ((x Int) (y Int)) (=> (P%d x y) false)))\n", i);
        if (i > length + gap) text_printf(out, "(assert (forall ((x Int) (y Int)) (=> (P%d x y) (P%d (+ x 1) y))))\n", i, i);
    }
    text_printf(out, "(assert (forall ((x Int) (y Int)) (=> (P%d x y) false)))\n", length);
}

/* Everything behind is proved with it, however far away. */
static void test_dead_for_a_reason_nearby(void **state)
{
    (void)state;
    static const struct {
        int gap, behind;
        size_t proved;
    } CASES[] = {{1, 0, 1}, {10, 0, 1}, {40, 0, 1}, {1, 200, 201}, {20, 30, 31}, {200, 10, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        term_store *ts = term_store_new();
        text source;
        text_init(&source);
        print_chain(&source, 150, CASES[i].gap, CASES[i].behind);
        horn *h = clauses_parse(ts, source.data);
        assert_int_equal(check(h), CASES[i].proved);
        horn_free(h);
        text_release(&source);
        term_store_free(ts);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_is_proved_holds), cmocka_unit_test(test_dead_for_a_reason_nearby)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

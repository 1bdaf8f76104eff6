/* The validator accepts the truth and nothing else: right results pass, each kind of damage to them is found. */

#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "validate/validate.h"

#include "term/eval.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static verdict validate(const horn *h, const result *r)
{
    limits l = {.deadline = limits_now() + 20};
    stats s;
    stats_init(&s);
    text why;
    text_init(&why);
    verdict v = validate_result(h, r, &l, &s, &why);
    assert_true(v == VALID || why.size > 0);
    text_release(&why);
    return v;
}

/* Is there an instance of a step of the derivation (same clause, same premises) in which this value is another? Then changing
 * the value may leave a derivation; only a change the evaluator itself rejects must be found. */
static bool still_a_derivation(const horn *h, const derivation *d) { return least_model_check_derivation(h, d) == NULL; }

static void damage_derivation(const horn *h, result *r, uint64_t *seed)
{
    derivation *d = &r->derivation;
    if (d->values.size) {
        uint32_t at = random_below(seed, (uint32_t)d->values.size);
        term old = d->values.data[at];
        term_store *ts = horn_terms(h);
        term other = term_is_bool(ts, old) ? term_mk_not(ts, old) : term_mk_add2(ts, old, term_mk_num(ts, term_number(ts, term_mk_int(ts, 1)), term_sort(ts, old)));
        d->values.data[at] = other;
        assert_int_equal(validate(h, r), still_a_derivation(h, d) ? VALID : INVALID);
        d->values.data[at] = old;
    }
    if (d->premises.size) {
        uint32_t at = random_below(seed, (uint32_t)d->premises.size), old = d->premises.data[at];
        d->premises.data[at] = (uint32_t)d->steps.size - 1; /* the step that concludes false proves nothing else */
        assert_int_equal(validate(h, r), INVALID);
        d->premises.data[at] = old;
    }
    step last = d->steps.data[--d->steps.size];
    assert_int_equal(validate(h, r), INVALID); /* false is not derived any more */
    d->steps.size++;
    d->steps.data[d->steps.size - 1].clause = (uint32_t)horn_clause_count(h);
    assert_int_equal(validate(h, r), INVALID);
    d->steps.data[d->steps.size - 1] = last;
    assert_int_equal(validate(h, r), VALID);
}

/* Without one of the points of the least model, the clause that derives it fails. */
static void damage_model(const horn *h, result *r)
{
    term_store *ts = horn_terms(h);
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        term old = model_get(&r->model, (pred){p});
        if (term_is_equal(old, term_false(ts))) continue;
        model_set(&r->model, (pred){p}, term_false(ts));
        assert_int_equal(validate(h, r), INVALID);
        model_set(&r->model, (pred){p}, old);
    }
    r->model.formula.size--;
    if (horn_pred_count(h)) assert_int_equal(validate(h, r), INVALID);
    r->model.formula.size++;
}

static void accepts_the_least_model_and_refuses_damage(void **state)
{
    (void)state;
    uint64_t seed = 7;
    size_t unsafe = 0, safe = 0;
    for (int i = 0; i < 150; i++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(true);
        horn *h = random_horn(ts, &seed, &shape);
        result r;
        result_init(&r);
        if (least_model(h, 100000, &r)) {
            assert_int_equal(validate(h, &r), VALID);
            if (r.answer == ANSWER_UNSAFE) {
                damage_derivation(h, &r, &seed);
                unsafe++;
            } else if (horn_pred_count(h)) {
                damage_model(h, &r);
                safe++;
            }
        }
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(unsafe > 20 && safe > 20);
}

/* x / 0 has no fixed value: a derivation that needs one is not accepted. */
static void does_not_trust_division_by_zero(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = horn_new(ts);
    term x = term_mk_sym(ts, "x", sort_int(ts)), zero = term_mk_int(ts, 0);
    horn_add_clause(h, NULL, 0, term_mk_eq(ts, term_mk_idiv(ts, x, zero), zero), (atom){PRED_FALSE, NULL}, 0);
    result r;
    result_init(&r);
    r.answer = ANSWER_UNSAFE;
    derivation_add(&r.derivation, h, 0, NULL, &zero);
    assert_int_equal(validate(h, &r), UNDECIDED);
    result_release(&r);
    horn_free(h);
    term_store_free(ts);
}

static void decides_quantified_constraints(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = horn_new(ts);
    term x = term_mk_sym(ts, "x", sort_int(ts)), y = term_mk_sym(ts, "y", sort_int(ts));
    term all = term_mk_forall(ts, &y, 1, term_mk_or2(ts, term_mk_ge(ts, y, x), term_mk_lt(ts, y, term_mk_int(ts, 3))));
    horn_add_clause(h, NULL, 0, all, (atom){PRED_FALSE, NULL}, 0);
    for (int64_t v = 2; v <= 5; v++) {
        term value = term_mk_int(ts, v);
        result r;
        result_init(&r);
        r.answer = ANSWER_UNSAFE;
        derivation_add(&r.derivation, h, 0, NULL, &value);
        assert_int_equal(validate(h, &r), v <= 3 ? VALID : INVALID);
        result_release(&r);
    }
    horn_free(h);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accepts_the_least_model_and_refuses_damage),
        cmocka_unit_test(does_not_trust_division_by_zero),
        cmocka_unit_test(decides_quantified_constraints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

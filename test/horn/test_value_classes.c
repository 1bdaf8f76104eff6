/* Value classes of a protocol: its state is copied, set and compared; its counter is calculated with. */

#include "horn/value_classes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct fixture {
    term_store *ts;
    horn *h;
    pred p, q; /* of a state and a counter */
    term s, n, s2, n2;
} fixture;

static void fixture_init(fixture *f)
{
    f->ts = term_store_new();
    f->h = horn_new(f->ts);
    sort ints[] = {sort_int(f->ts), sort_int(f->ts)};
    f->p = horn_add_pred(f->h, "p", ints, 2);
    f->q = horn_add_pred(f->h, "q", ints, 2);
    f->s = term_mk_sym(f->ts, "s", ints[0]);
    f->n = term_mk_sym(f->ts, "n", ints[0]);
    f->s2 = term_mk_sym(f->ts, "s2", ints[0]);
    f->n2 = term_mk_sym(f->ts, "n2", ints[0]);
}

static void fixture_release(fixture *f)
{
    horn_free(f->h);
    term_store_free(f->ts);
}

static term number(fixture *f, int64_t n) { return term_mk_int(f->ts, n); }

/* p(s, n) & constraint => q(s2, n2), or the other way round. */
static void add_step(fixture *f, bool from_p, term constraint)
{
    term before[] = {f->s, f->n}, after[] = {f->s2, f->n2};
    atom body = {from_p ? f->p : f->q, before};
    horn_add_clause(f->h, &body, 1, constraint, (atom){from_p ? f->q : f->p, after}, 0);
}

static void add_protocol(fixture *f, term step)
{
    term_store *ts = f->ts;
    term start[] = {number(f, 1), number(f, 0)};
    horn_add_clause(f->h, NULL, 0, term_true(ts), (atom){f->p, start}, 0);
    term counts = term_mk_eq(ts, f->n2, term_mk_add2(ts, f->n, number(f, 1)));
    term moves = term_mk_eq(ts, f->s2, term_mk_ite(ts, term_mk_le(ts, f->s, number(f, 7)), f->s, number(f, 4)));
    add_step(f, true, term_mk_and2(ts, counts, moves));
    add_step(f, false, term_mk_and2(ts, counts, step));
    term args[] = {f->s, f->n};
    atom body = {f->p, args};
    horn_add_clause(f->h, &body, 1, term_mk_eq(ts, f->s, number(f, 9)), (atom){PRED_FALSE, NULL}, 0);
}

static void assert_numbers(fixture *f, const term_vec *list, const int64_t *expected, size_t n)
{
    assert_int_equal(list->size, n);
    for (size_t i = 0; i < n; i++) assert_true(term_vec_has(list, number(f, expected[i])));
}

static void test_state_and_counter(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f);
    add_protocol(&f, term_mk_eq(f.ts, f.s2, f.s));
    value_classes v;
    value_classes_init(&v, f.h);
    uint32_t class = value_classes_of(&v, f.p, 0);
    assert_true(class != NO_CLASS && class == value_classes_of(&v, f.q, 0));
    assert_true(value_classes_of(&v, f.p, 1) == NO_CLASS && value_classes_of(&v, f.q, 1) == NO_CLASS);
    /* 7 is only a bound. */
    assert_numbers(&f, &v.all.data[class].cuts, (int64_t[]){1, 4, 7, 9}, 4);
    assert_numbers(&f, &v.all.data[class].values, (int64_t[]){1, 4, 9}, 3);
    for (size_t i = 1; i < v.all.data[class].cuts.size; i++)
        assert_true(rat_cmp(term_number(f.ts, v.all.data[class].cuts.data[i - 1]), term_number(f.ts, v.all.data[class].cuts.data[i])) < 0);
    value_classes_release(&v);
    fixture_release(&f);
}

/* One sum of the state anywhere, and it is none in the whole class. */
static void test_calculation_spreads(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f);
    add_protocol(&f, term_mk_eq(f.ts, f.s2, term_mk_add2(f.ts, f.s, f.n)));
    value_classes v;
    value_classes_init(&v, f.h);
    for (size_t i = 0; i < 2; i++) assert_true(value_classes_of(&v, f.p, i) == NO_CLASS && value_classes_of(&v, f.q, i) == NO_CLASS);
    value_classes_release(&v);
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_state_and_counter), cmocka_unit_test(test_calculation_spreads)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The examples of the papers give the papers' interpolants; hints, languages, certificates and failures do what itp.h says. */

#include "itp/itp.h"

#include "itp/farkas.h"
#include "itp/language.h"
#include "itp/preference.h"
#include "random_tree.h"
#include "term/dag.h"
#include "term/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const limits NO_LIMIT = {0};

typedef struct fixture {
    term_store *ts;
    stats counters;
    itp *itp;
} fixture;

static void fixture_init(fixture *f, itp_options options)
{
    f->ts = term_store_new();
    stats_init(&f->counters);
    options.check = true;
    f->itp = itp_new(f->ts, &NO_LIMIT, &f->counters, &options);
}

static void fixture_release(fixture *f)
{
    itp_free(f->itp);
    term_store_free(f->ts);
}

static term sym(fixture *f, const char *name) { return term_mk_sym(f->ts, name, sort_int(f->ts)); }
static term num(fixture *f, int64_t n) { return term_mk_int(f->ts, n); }
static term eq(fixture *f, term a, term b) { return term_mk_eq(f->ts, a, b); }
static term ne(fixture *f, term a, term b) { return term_mk_not(f->ts, eq(f, a, b)); }
static term plus(fixture *f, term a, int64_t n) { return term_mk_add2(f->ts, a, num(f, n)); }
static term and2(fixture *f, term a, term b) { return term_mk_and2(f->ts, a, b); }

static void assert_term(fixture *f, term found, const char *expected)
{
    text t;
    text_init(&t);
    print_term_infix(&t, f->ts, found, 0);
    assert_string_equal(t.data, expected);
    text_release(&t);
}

static void assert_path(fixture *f, const term *parts, size_t n, const char *const *expected)
{
    term out[16];
    assert_int_equal(itp_path(f->itp, parts, n, NULL, out), ITP_FOUND);
    for (size_t k = 0; k + 1 < n; k++) assert_term(f, out[k], expected[k]);
}

/* IMPACT, figure 2a: do { lock(); ... } with the error branch first. */
static void lock_at_once(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term l = sym(&f, "L");
    assert_path(&f, (term[]){eq(&f, l, num(&f, 0)), ne(&f, l, num(&f, 0))}, 2, (const char *[]){"L == 0"});
    fixture_release(&f);
}

/* Figure 2b: once through the loop with unlock, and the error branch again. */
static void lock_after_one_round(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term l0 = sym(&f, "L0"), l1 = sym(&f, "L1"), l2 = sym(&f, "L2"), old = sym(&f, "old"), new0 = sym(&f, "new0"), new1 = sym(&f, "new1");
    term parts[] = {
        eq(&f, l0, num(&f, 0)),
        and2(&f, eq(&f, l0, num(&f, 0)), and2(&f, eq(&f, l1, num(&f, 1)), eq(&f, old, new0))),
        and2(&f, eq(&f, l2, num(&f, 0)), eq(&f, new1, plus(&f, new0, 1))),
        ne(&f, new1, old),
        ne(&f, l2, num(&f, 0)),
    };
    assert_path(&f, parts, 5, (const char *[]){"true", "true", "L2 == 0", "L2 == 0"});
    fixture_release(&f);
}

/* Figure 2c: the branch that skips unlock cannot go round the loop. */
static void lock_without_unlock(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term l0 = sym(&f, "L0"), l1 = sym(&f, "L1"), old = sym(&f, "old"), new0 = sym(&f, "new0");
    term parts[] = {
        eq(&f, l0, num(&f, 0)),
        and2(&f, eq(&f, l1, num(&f, 1)), eq(&f, old, new0)),
        ne(&f, new0, old),
        ne(&f, l1, num(&f, 0)),
    };
    assert_path(&f, parts, 4, (const char *[]){"true", "old == new0", "false"});
    fixture_release(&f);
}

/* Lazy annotation, loop1: x == y; while (i < n) { x++; i++; } if (x < y) error. The label is x >= y, after no round and after one. */
static void loop1(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term y = sym(&f, "y"), x0 = sym(&f, "x0"), x1 = sym(&f, "x1"), i0 = sym(&f, "i0"), i1 = sym(&f, "i1"), n = sym(&f, "n");
    term start = and2(&f, eq(&f, x0, y), eq(&f, i0, num(&f, 0)));
    term round = and2(&f, term_mk_lt(f.ts, i0, n), and2(&f, eq(&f, x1, plus(&f, x0, 1)), eq(&f, i1, plus(&f, i0, 1))));
    assert_path(&f, (term[]){start, and2(&f, term_mk_ge(f.ts, i0, n), term_mk_lt(f.ts, x0, y))}, 2, (const char *[]){"y <= x0"});
    assert_path(&f, (term[]){start, round, and2(&f, term_mk_ge(f.ts, i1, n), term_mk_lt(f.ts, x1, y))}, 3,
                (const char *[]){"y <= x0", "y <= x1"});
    fixture_release(&f);
}

/* Lazy annotation, simple: the label x >= 0 without the irrelevant y that the weakest precondition has. */
static void simple(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term x0 = sym(&f, "x0"), x1 = sym(&f, "x1"), y = sym(&f, "y"), zero = num(&f, 0);
    term parts[] = {eq(&f, x0, zero), term_mk_ge(f.ts, y, zero), eq(&f, x1, term_mk_add2(f.ts, x0, y)), term_mk_lt(f.ts, x1, zero)};
    assert_path(&f, parts, 4, (const char *[]){"x0 >= 0", "x0 + y >= 0", "x1 >= 0"});
    fixture_release(&f);
}

/* The negative summary of x = x + 1 in call1: what the caller needs is x <= x', without its y. */
static void summary(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term x = sym(&f, "x"), after = sym(&f, "x'"), y = sym(&f, "y");
    term out;
    term caller = and2(&f, eq(&f, x, y), term_mk_lt(f.ts, after, y));
    assert_int_equal(itp_pair(f.itp, eq(&f, after, plus(&f, x, 1)), caller, NULL, &out), ITP_FOUND);
    assert_term(&f, out, "x <= x'");
    fixture_release(&f);
}

/* Two counters: relations that survive the next round rather than i <= 1, n <= 1. */
static void counters_stay_related(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term i0 = sym(&f, "i0"), i1 = sym(&f, "i1"), k0 = sym(&f, "k0"), k1 = sym(&f, "k1"), n = sym(&f, "n"), zero = num(&f, 0);
    term parts[] = {
        and2(&f, eq(&f, i0, zero), eq(&f, k0, zero)),
        and2(&f, term_mk_lt(f.ts, i0, n), and2(&f, eq(&f, i1, plus(&f, i0, 1)), eq(&f, k1, plus(&f, k0, 1)))),
        and2(&f, term_mk_le(f.ts, n, i1), and2(&f, term_mk_lt(f.ts, zero, n), term_mk_le(f.ts, k1, zero))),
    };
    assert_path(&f, parts, 3, (const char *[]){"i0 <= k0", "i1 <= k1"});
    fixture_release(&f);
}

/* What a branch leaves open is covered by one fact, not by a disjunction of its cases. */
static void branches_are_merged(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term x = sym(&f, "x"), y = sym(&f, "y"), out;
    term first = and2(&f, eq(&f, x, num(&f, 1)), eq(&f, y, num(&f, 3))), second = and2(&f, eq(&f, x, num(&f, 2)), eq(&f, y, num(&f, 5)));
    assert_int_equal(itp_pair(f.itp, term_mk_or2(f.ts, first, second), term_mk_gt(f.ts, x, y), NULL, &out), ITP_FOUND);
    assert_int_equal(preference_count_atoms(f.ts, out), 1);
    fixture_release(&f);
}

static void parity(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term x = sym(&f, "x"), u = sym(&f, "u"), v = sym(&f, "v"), out;
    term even = eq(&f, x, term_mk_add2(f.ts, u, u)), odd = eq(&f, x, plus(&f, term_mk_add2(f.ts, v, v), 1));
    assert_int_equal(itp_pair(f.itp, even, odd, NULL, &out), ITP_FOUND);
    fixture_release(&f);
}

/* Written through a local array, read by the other side. */
static void arrays(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    sort s = sort_array(f.ts, sort_int(f.ts), sort_int(f.ts));
    term a0 = term_mk_sym(f.ts, "a0", s), a1 = term_mk_sym(f.ts, "a1", s), i = sym(&f, "i"), j = sym(&f, "j"), zero = num(&f, 0), out;
    term write = eq(&f, a1, term_mk_store(f.ts, a0, i, zero));
    assert_int_equal(itp_pair(f.itp, write, and2(&f, eq(&f, i, j), ne(&f, term_mk_select(f.ts, a1, j), zero)), NULL, &out), ITP_FOUND);
    assert_term(&f, out, "a1[i] == 0");
    fixture_release(&f);
}

static void hints_come_first(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term x = sym(&f, "x"), y = sym(&f, "y"), out;
    term a = and2(&f, eq(&f, x, num(&f, 3)), eq(&f, y, num(&f, 7))), b = term_mk_gt(f.ts, x, num(&f, 9));
    term atoms[] = {term_mk_le(f.ts, x, num(&f, 1)), term_mk_le(f.ts, x, y), term_mk_le(f.ts, x, num(&f, 8))};
    itp_hints hints = {atoms, 3};
    assert_int_equal(itp_pair(f.itp, a, b, &hints, &out), ITP_FOUND);
    assert_true(term_is_equal(out, atoms[2]));
    fixture_release(&f);
}

static void satisfiable_gives_a_model(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term x = sym(&f, "x"), out;
    assert_int_equal(itp_pair(f.itp, term_mk_ge(f.ts, x, num(&f, 4)), term_mk_le(f.ts, x, num(&f, 4)), NULL, &out), ITP_SAT);
    assert_true(term_is_equal(itp_value(f.itp, x), num(&f, 4)));
    fixture_release(&f);
}

static void languages_are_respected(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, (itp_options){.language = 2, .seconds = 10});
    term x = sym(&f, "x"), y = sym(&f, "y"), out;
    term a = and2(&f, eq(&f, x, num(&f, 1)), eq(&f, y, num(&f, 2)));
    assert_int_equal(itp_pair(f.itp, a, term_mk_ge(f.ts, x, y), NULL, &out), ITP_FOUND);
    assert_true(language_has(&(itp_options){.language = 2}, f.ts, out));
    term far = term_mk_ge(f.ts, x, num(&f, 5)), near = term_mk_le(f.ts, x, num(&f, 4));
    assert_int_equal(itp_pair(f.itp, far, near, NULL, &out), ITP_UNKNOWN);
    assert_true(itp_why_unknown(f.itp)[0] != 0);
    assert_true(stats_get(&f.counters, itp_failures) == 1);
    fixture_release(&f);
}

/* On random contradictions: what is found is in the language. */
static void random_languages(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, (itp_options){.language = 4, .seconds = 5});
    smt *solver = smt_new(f.ts, &NO_LIMIT, NULL);
    rng r = {.state = 5};
    size_t found = 0;
    for (int round = 0; round < 60; round++) {
        itp_node_vec nodes;
        itp_node_vec_init(&nodes);
        random_tree(f.ts, solver, &r, MIX_LIA, SHAPE_PAIR, rng_one_in(&r, 2), &nodes);
        term out;
        if (itp_tree(f.itp, nodes.data, nodes.size, NULL, &out) == ITP_FOUND) {
            assert_true(language_has(&(itp_options){.language = 4}, f.ts, out));
            found++;
        }
        itp_node_vec_release(&nodes);
    }
    assert_true(found > 5);
    smt_free(solver);
    fixture_release(&f);
}

/* A refutation adds up to 0 <= -1 exactly, and a contradiction of rows without integer reasoning has one. */
static void certificates_are_exact(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    smt *solver = smt_new(ts, &NO_LIMIT, NULL);
    rng r = {.state = 17};
    size_t refuted = 0;
    for (int round = 0; round < 300; round++) {
        itp_node_vec nodes;
        itp_node_vec_init(&nodes);
        random_tree(ts, solver, &r, MIX_LRA, SHAPE_PATH, true, &nodes);
        term_vec literals, rows;
        term_vec_init(&literals);
        term_vec_init(&rows);
        for (size_t k = 0; k < nodes.size; k++) dag_conjuncts(ts, nodes.data[k].formula, &literals);
        for (size_t k = 0; k < literals.size; k++)
            if (farkas_is_row(ts, literals.data[k])) term_vec_push(&rows, literals.data[k]);
        rat *multipliers = alloc_zeroed(rows.size + 1, sizeof *multipliers), bound;
        bool *all = alloc_zeroed(rows.size + 1, 1);
        rat_init(&bound);
        for (size_t k = 0; k < rows.size; k++) {
            rat_init(&multipliers[k]);
            all[k] = true;
        }
        bool found = farkas_refute(ts, rows.data, rows.size, &(farkas_parts){0}, multipliers, NULL);
        assert_int_equal(smt_check(solver, rows.data, rows.size), found ? SMT_UNSAT : SMT_SAT);
        for (size_t k = 0; k < rows.size && found; k++) {
            rat_addmul(&bound, &multipliers[k], term_number(ts, term_arg(ts, rows.data[k], 1)));
            assert_true(term_kind_of(ts, rows.data[k]) == TERM_EQ || rat_sign(&multipliers[k]) >= 0);
        }
        if (found) assert_true(term_is_equal(farkas_sum(ts, rows.data, rows.size, multipliers, all, &bound), term_false(ts)));
        refuted += found;
        for (size_t k = 0; k < rows.size; k++) rat_release(&multipliers[k]);
        rat_release(&bound);
        free(multipliers);
        free(all);
        term_vec_release(&literals);
        term_vec_release(&rows);
        itp_node_vec_release(&nodes);
    }
    assert_true(refuted > 30);
    smt_free(solver);
    term_store_free(ts);
}

/* A wrong interpolation is found out. */
static void the_check_checks(void **state)
{
    (void)state;
    fixture f;
    fixture_init(&f, ITP_OPTIONS_DEFAULT);
    term x = sym(&f, "x"), u = sym(&f, "u"), zero = num(&f, 0);
    itp_node nodes[] = {{and2(&f, eq(&f, x, u), eq(&f, u, zero)), 1}, {ne(&f, x, zero), 2}};
    term good = eq(&f, x, zero), strong = term_mk_lt(f.ts, x, zero), weak = term_mk_le(f.ts, x, zero), local = eq(&f, x, u);
    assert_null(itp_check(f.ts, nodes, 2, &good, &NO_LIMIT));
    assert_non_null(itp_check(f.ts, nodes, 2, &strong, &NO_LIMIT));
    assert_non_null(itp_check(f.ts, nodes, 2, &weak, &NO_LIMIT));
    local = and2(&f, local, good);
    assert_non_null(itp_check(f.ts, nodes, 2, &local, &NO_LIMIT));
    fixture_release(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lock_at_once),
        cmocka_unit_test(lock_after_one_round),
        cmocka_unit_test(lock_without_unlock),
        cmocka_unit_test(loop1),
        cmocka_unit_test(simple),
        cmocka_unit_test(summary),
        cmocka_unit_test(counters_stay_related),
        cmocka_unit_test(branches_are_merged),
        cmocka_unit_test(parity),
        cmocka_unit_test(arrays),
        cmocka_unit_test(hints_come_first),
        cmocka_unit_test(satisfiable_gives_a_model),
        cmocka_unit_test(languages_are_respected),
        cmocka_unit_test(random_languages),
        cmocka_unit_test(certificates_are_exact),
        cmocka_unit_test(the_check_checks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

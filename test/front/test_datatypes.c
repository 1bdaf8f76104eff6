/* Datatypes in scripts: what they mean, and that they come back from print. */

#include "../horn/clauses.h"
#include "front/smtlib/smtlib.h"
#include "term/datatype.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LISTS "(declare-datatypes ((tree 0) (forest 0)) (((node (value Int) (below forest))) ((none) (more (first tree) (rest forest)))))" \
              "(declare-datatype color ((red) (|light blue|)))" \
              "(declare-fun p (forest Int) Bool)(declare-fun q (color) Bool)(declare-fun s (Bool) Bool)"

/* Both formulas, over f and n, make the same clause. */
static void assert_same(const char *a, const char *b)
{
    term_store *ts = term_store_new();
    text script;
    text_init(&script);
    text_adds(&script, LISTS);
    const char *forms[] = {a, b};
    for (size_t i = 0; i < 2; i++) text_printf(&script, "(assert (forall ((f forest) (n Int) (b Bool)) (=> (and (p f n) (s b) (= b %s)) false)))", forms[i]);
    horn *h = clauses_parse(ts, script.data);
    assert_int_equal(horn_clause_count(h), 2);
    if (!term_is_equal(horn_clause(h, 0)->constraint, horn_clause(h, 1)->constraint)) fail_msg("%s is not %s", a, b);
    assert_null(horn_check(h));
    horn_free(h);
    text_release(&script);
    term_store_free(ts);
}

static void test_meaning(void **state)
{
    (void)state;
    assert_same("(match f ((none (= n 0)) ((more t r) (= n (value t)))))", "(ite (= f none) (= n 0) (= n (value (first f))))");
    assert_same("(match f (((more _ r) (= r none)) (_ false)))", "(and (is-more f) (= (rest f) none))");
    assert_same("(match f ((g (= g none))))", "(= f none)");
    assert_same("(match f ((none (match f ((none (= n 1)) (x (= n 2))))) ((more a b) (= a (node 1 b)))))",
                "(ite (= f none) (ite (= f none) (= n 1) (= n 2)) (= (first f) (node 1 (rest f))))");
    assert_same("((_ is none) f)", "(= f none)");
    assert_same("(is-more f)", "((_ is more) f)");
    assert_same("(= (more (node 1 f) none) (more (node n none) f))", "(and (= n 1) (= f none))");
    assert_same("(= f (more (node 1 f) none))", "false"); /* no value is a part of itself */
    assert_same("(= none (more (node n f) f))", "false");
    assert_same("(= n (value (node 3 f)))", "(= n 3)");
    assert_same("((_ is node) (first f))", "true");
    assert_same("(= (node (value (first f)) (below (first f))) (node n none))", "(= (first f) (node n none))");
    assert_same("(= (as none forest) f)", "(= f none)");
    assert_same("(= (let ((none n)) none) 1)", "(= n 1)");
}

/* A variable, a predicate or a name of our own may be called as something in a datatype. */
static void test_print_and_parse(void **state)
{
    (void)state;
    text shown;
    text_init(&shown);
    text_adds(&shown, LISTS "(declare-datatype w ((|a!1| (|x!0| Int) (v Int)) (|b c|)))(declare-fun r (w w) Bool)(declare-fun w (w) Bool)"
                            "(assert (forall ((none Int) (v w) (f forest)) (=> (and (p f none) (= (value (first f)) (+ none 1)) (not (= v |b c|))) (r v v))))"
                            "(assert (forall ((x w) (y w)) (=> (and (r x y) (w y) (= (|a!1| 1 (v x)) x) (= (v x) (|x!0| y)) (> (v x) 7)) false)))"
                            "(assert (forall ((x w)) (=> (exists ((y w)) (and (not (= x y)) (= (v y) (v x)))) (w x))))(check-sat)");
    for (int round = 0; round < 4; round++) {
        term_store *ts = term_store_new();
        limits none = {0};
        diag error;
        diag_init(&error);
        horn *h = smtlib_parse(ts, NULL, shown.data, shown.size, &none, NULL, &error);
        if (!h) fail_msg("%u:%u: %s in\n%s", error.line, error.column, error.message, shown.data);
        assert_int_equal(horn_clause_count(h), 3);
        text before = shown;
        text_init(&shown);
        horn_print(&shown, h);
        if (round > 1) assert_string_equal(before.data, shown.data); /* variables have their names and places by now */
        text_release(&before);
        horn_free(h);
        term_store_free(ts);
    }
    text_release(&shown);
}

static sort find(const term_store *ts, const char *name)
{
    sort s = SORT_NONE;
    assert_true(datatype_find(ts, name, &s));
    return s;
}

/* What is declared together need not depend on each other. */
static void test_blocks(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = clauses_parse(ts, "(declare-datatypes ((memory 0) (cell 0) (color 0) (list 0) (pair 0)) (((memory (cells (Array color cell)) (rest list)))"
                                " ((empty) (full (of color) (twice Bool))) ((red) (green)) ((nil) (cons (head pair) (tail list))) ((pair (left color) (right cell)))))"
                                "(declare-fun p (memory) Bool)(assert (forall ((m memory)) (=> (= (rest m) nil) (p m))))");
    assert_true(datatype_is_recursive(ts, find(ts, "list")));
    const char *const plain[] = {"memory", "cell", "color", "pair"};
    for (size_t i = 0; i < 4; i++) assert_false(datatype_is_recursive(ts, find(ts, plain[i])));
    assert_int_equal(datatype_value_count(ts, find(ts, "color")), 2);
    assert_int_equal(datatype_value_count(ts, find(ts, "cell")), 5);
    assert_int_equal(datatype_value_count(ts, find(ts, "pair")), 10);
    assert_true(datatype_value_count(ts, find(ts, "memory")) == VALUE_COUNT_MANY);
    text shown;
    text_init(&shown);
    horn_print(&shown, h);
    term_store *other = term_store_new();
    limits none = {0};
    diag error;
    diag_init(&error);
    horn *back = smtlib_parse(other, NULL, shown.data, shown.size, &none, NULL, &error);
    if (!back) fail_msg("%s in\n%s", error.message, shown.data);
    text_release(&shown);
    horn_free(back);
    horn_free(h);
    term_store_free(other);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_meaning), cmocka_unit_test(test_print_and_parse), cmocka_unit_test(test_blocks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Reading what SMT-LIB means: printed terms, problems and results come back; equal meanings give equal terms. */

#include "../horn/least_model.h"
#include "../horn/random_horn.h"
#include "../term/random_term.h"
#include "front/smtlib/clausify.h"
#include "front/smtlib/smtlib.h"
#include "term/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

static horn *parse(term_store *ts, const char *script, smtlib_info *info)
{
    diag error;
    diag_init(&error);
    horn *h = smtlib_parse(ts, "script", script, strlen(script), NULL, info, &error);
    if (!h) fail_msg("%u:%u: %s\n%.2000s", error.line, error.column, error.message, script);
    assert_null(horn_check(h));
    diag_release(&error);
    return h;
}

/* ---- what is printed is read back ---- */

static void test_terms_come_back(void **state)
{
    (void)state;
    static const unsigned THEORIES[] = {RANDOM_INT, RANDOM_INT | RANDOM_NONLINEAR, RANDOM_REAL, RANDOM_REAL | RANDOM_NONLINEAR | RANDOM_INT | RANDOM_MIXED,
                                        RANDOM_BV | RANDOM_INT | RANDOM_MIXED, RANDOM_ARRAY | RANDOM_INT, RANDOM_QUANTIFIER | RANDOM_INT | RANDOM_BV, ~0u};
    for (unsigned round = 0; round < 40; round++) {
        term_store *ts = term_store_new();
        random_source r;
        random_source_init(&r, ts, round, THEORIES[round % (sizeof THEORIES / sizeof *THEORIES)]);
        for (unsigned i = 0; i < 40; i++) {
            term t = random_term(&r, random_sort(&r), 1 + i % 6).t;
            text printed;
            text_init(&printed);
            print_term(&printed, ts, t);
            diag error;
            diag_init(&error);
            term again = smtlib_parse_term(ts, printed.data, printed.size, r.symbols.data, r.symbols.size, &error);
            if (term_is_none(again)) fail_msg("%u:%u: %s\n%s", error.line, error.column, error.message, printed.data);
            if (!term_is_equal(t, again)) fail_msg("another term comes back of\n%s", printed.data);
            diag_release(&error);
            text_release(&printed);
        }
        random_source_release(&r);
        term_store_free(ts);
    }
}

/* The clause as one formula. */
static term clause_formula(const horn *h, const clause *c)
{
    term_store *ts = horn_terms(h);
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, c->constraint);
    for (size_t i = 0; i < c->n_body; i++)
        term_vec_push(&parts, clausify_atom(ts, c->body[i].pred, c->body[i].args, horn_pred_arity(h, c->body[i].pred)));
    term body = term_mk_and(ts, parts.data, parts.size), head = term_false(ts);
    if (!pred_is_false(c->head.pred)) head = clausify_atom(ts, c->head.pred, c->head.args, horn_pred_arity(h, c->head.pred));
    term_vec_release(&parts);
    return term_mk_implies(ts, body, head);
}

static bool is_left_out(const horn *h, const clause *c)
{
    term_store *ts = horn_terms(h);
    if (term_is_equal(c->constraint, term_false(ts))) return true;
    for (size_t i = 0; i < c->n_body; i++)
        if (pred_is_equal(c->body[i].pred, c->head.pred)
            && !memcmp(c->body[i].args, c->head.args, horn_pred_arity(h, c->head.pred) * sizeof(term)))
            return true;
    return false;
}

static void assert_same_problem(const horn *a, const horn *b)
{
    assert_int_equal(horn_pred_count(a), horn_pred_count(b));
    for (uint32_t p = 0; p < horn_pred_count(a); p++) assert_string_equal(horn_pred_name(a, (pred){p}), horn_pred_name(b, (pred){p}));
    size_t k = 0;
    for (size_t i = 0; i < horn_clause_count(a); i++) {
        if (is_left_out(a, horn_clause(a, i))) continue;
        assert_true(k < horn_clause_count(b));
        assert_int_equal(clause_formula(a, horn_clause(a, i)).id, clause_formula(b, horn_clause(b, k)).id);
        k++;
    }
    assert_int_equal(k, horn_clause_count(b));
}

static void test_problems_come_back(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (unsigned round = 0; round < 150; round++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(false);
        horn *h = random_horn(ts, &seed, &shape);
        text printed;
        text_init(&printed);
        horn_print(&printed, h);
        horn *again = parse(ts, printed.data, NULL);
        assert_same_problem(h, again);
        horn_free(again);
        horn_free(h);
        text_release(&printed);
        term_store_free(ts);
    }
}

static void assert_same_result(const horn *h, const result *a, const result *b)
{
    assert_int_equal(a->answer, b->answer);
    assert_int_equal(a->bound, b->bound);
    assert_memory_equal(&a->stats, &b->stats, sizeof a->stats);
    if (a->answer == ANSWER_SAFE) {
        for (uint32_t p = 0; p < horn_pred_count(h); p++)
            assert_int_equal(model_get(&a->model, (pred){p}).id, model_get(&b->model, (pred){p}).id);
    } else if (a->answer == ANSWER_UNSAFE) {
        assert_int_equal(a->derivation.steps.size, b->derivation.steps.size);
        assert_int_equal(a->derivation.premises.size, b->derivation.premises.size);
        assert_int_equal(a->derivation.values.size, b->derivation.values.size);
        assert_memory_equal(a->derivation.steps.data, b->derivation.steps.data, a->derivation.steps.size * sizeof(step));
        if (a->derivation.values.size)
            assert_memory_equal(a->derivation.values.data, b->derivation.values.data, a->derivation.values.size * sizeof(term));
    } else {
        assert_string_equal(a->reason, b->reason);
    }
}

static bool read_result(const horn *h, const char *bytes, size_t length, result *out)
{
    diag error;
    diag_init(&error);
    result_init(out);
    bool ok = smtlib_parse_result(h, bytes, length, out, &error);
    assert_true(ok == (error.message == NULL));
    diag_release(&error);
    return ok;
}

/* A process that dies leaves half a result; a broken one leaves anything. Neither is taken for an answer or harms the reader. */
static void check_broken_results(const horn *h, const text *printed, uint64_t *seed)
{
    result r;
    char *bytes = malloc(printed->size + 1);
    for (unsigned i = 0; i < 30; i++) {
        size_t cut = random_below(seed, (uint32_t)printed->size - 1);
        assert_false(read_result(h, printed->data, cut, &r));
        assert_int_equal(r.answer, ANSWER_UNKNOWN);
        result_release(&r);
        memcpy(bytes, printed->data, printed->size);
        for (unsigned k = 0; k < 3; k++) bytes[random_below(seed, (uint32_t)printed->size)] = "() 019ax-\"|;"[random_below(seed, 12)];
        read_result(h, bytes, printed->size, &r);
        result_release(&r);
    }
    free(bytes);
}

static void test_results_come_back(void **state)
{
    (void)state;
    uint64_t seed = 77;
    unsigned answers[3] = {0};
    for (unsigned round = 0; round < 60; round++) {
        term_store *ts = term_store_new();
        random_horn_shape shape = random_horn_small(true);
        horn *h = random_horn(ts, &seed, &shape);
        result r, again;
        result_init(&r);
        if (round % 10 == 9 || !least_model(h, 200000, &r)) result_set_unknown(&r, "the \"reason\" (%u)", round);
        if (round % 2) r.bound = round;
        r.stats.value[round % STAT_IDS] = 12.5;
        text printed;
        text_init(&printed);
        result_print(&printed, h, &r);
        if (!read_result(h, printed.data, printed.size, &again)) fail_msg("refused:\n%s", printed.data);
        assert_same_result(h, &r, &again);
        answers[r.answer]++;
        check_broken_results(h, &printed, &seed);
        text_release(&printed);
        result_release(&again);
        result_release(&r);
        horn_free(h);
        term_store_free(ts);
    }
    assert_true(answers[ANSWER_SAFE] > 5 && answers[ANSWER_UNSAFE] > 5 && answers[ANSWER_UNKNOWN] > 5);
}

/* ---- equal meanings, equal terms ---- */

static void test_equal_terms(void **state)
{
    (void)state;
    static const char *const PAIRS[][2] = {
        {"(let ((x y) (y x)) (- x y))", "(- y x)"}, /* parallel */
        {"(let ((x (+ x 1))) (let ((x (+ x 1))) x))", "(+ x 2)"},
        {"(let ((x 1)) (+ (let ((x 2)) x) x))", "3"},
        {"(let () x)", "x"},
        {"(let ((z (+ x 1))) (exists ((x Int)) (= (* 2 x) z)))", "(exists ((k Int)) (= (* 2 k) (+ x 1)))"}, /* no capture */
        {"(exists ((x Int)) (forall ((x Int)) (= x y)))", "(forall ((k Int)) (= k y))"},
        {"|x|", "x"},
        {"(~ x)", "(- x)"},
        {"(- x y 1)", "(+ x (* (- 1) y) (- 1))"},
        {"(< x y 5)", "(and (< x y) (< y 5))"},
        {"(= x y 5)", "(and (= x y) (= y 5))"},
        {"(distinct x y 5)", "(and (not (= x y)) (not (= y 5)) (not (= x 5)))"},
        {"(=> p q r)", "(=> p (=> q r))"},
        {"(implies p q)", "(or (not p) q)"},
        {"(iff p q)", "(not (xor p q))"},
        {"(xor p q r)", "(= (= p q) r)"},
        {"(and)", "true"},
        {"(or)", "false"},
        {"(and p (and q (and r p)))", "(and r q p)"},
        {"(! (and p q) :named both :pattern ((f x) y) :weight 3)", "(and p q)"},
        {"(<= u 3)", "(<= u 3.0)"}, /* Int where Real is expected */
        {"(= (+ u x) 1)", "(= (+ u (to_real x)) 1.0)"},
        {"(ite p u 2)", "(ite p u 2.0)"},
        {"(/ 1 3)", "(/ 1.0 3.0)"},
        {"(* (/ 1 2) u)", "(/ u 2)"},
        {"(to_real u)", "u"},
        {"(to_int 2.5)", "2"},
        {"(abs (- 3))", "3"},
        {"(div (- 7) 2)", "(- 4)"},
        {"(mod (- 7) 2)", "1"},
        {"((_ divisible 3) x)", "(= (mod x 3) 0)"},
        {"(select (store a x 1) x)", "1"},
        {"(select ((as const (Array Int Int)) 7) x)", "7"},
        {"(as x Int)", "x"},
        {"#xA5", "#b10100101"},
        {"(_ bv165 8)", "#xa5"},
        {"((_ extract 7 4) #xA5)", "#xA"},
        {"((_ rotate_left 4) #xA5)", "#x5A"},
        {"((_ rotate_right 1) #b0001)", "#b1000"},
        {"((_ repeat 2) #xA)", "#xAA"},
        {"((_ zero_extend 4) #xA)", "#x0A"},
        {"((_ sign_extend 4) #xA)", "#xFA"},
        {"(bvsub #x5 #x6)", "#xF"},
        {"(bvnand #x6 #xC)", "#xB"},
        {"(bvcomp #x6 #x6)", "#b1"},
        {"(bvugt w #x01)", "(bvult #x01 w)"},
        {"(bvsge w #x01)", "(bvsle #x01 w)"},
        {"(bvadd w #x01 #x02)", "(bvadd (bvadd w #x01) #x02)"},
        {"(concat #x1 #x2 #x3)", "#x123"},
        {"(bv2nat #xA5)", "165"},
        {"((_ int2bv 8) 261)", "#x05"},
        {"; a comment\r\n(+ x\t; another\n 1)", "(+ x 1)"},
    };
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        term_store *ts = term_store_new();
        sort z = sort_int(ts), b = sort_bool(ts), real = sort_real(ts);
        term symbols[] = {term_mk_sym(ts, "x", z), term_mk_sym(ts, "y", z), term_mk_sym(ts, "u", real), term_mk_sym(ts, "p", b),
                          term_mk_sym(ts, "q", b), term_mk_sym(ts, "r", b), term_mk_sym(ts, "a", sort_array(ts, z, z)), term_mk_sym(ts, "w", sort_bv(ts, 8))};
        term t[2];
        for (int k = 0; k < 2; k++) {
            diag error;
            diag_init(&error);
            t[k] = smtlib_parse_term(ts, PAIRS[i][k], strlen(PAIRS[i][k]), symbols, sizeof symbols / sizeof *symbols, &error);
            if (term_is_none(t[k])) fail_msg("%s: %s", PAIRS[i][k], error.message);
            diag_release(&error);
        }
        if (!term_is_equal(t[0], t[1])) fail_msg("%s is not %s", PAIRS[i][0], PAIRS[i][1]);
        term_store_free(ts);
    }
}

/* Scripts that must give the same problem, all with predicates p and q of an Int. */
static void test_equal_scripts(void **state)
{
    (void)state;
    static const char *const DECLARE = "(declare-fun p (Int) Bool)(declare-fun q (Int) Bool)(declare-fun e () Bool)";
    static const char *const PAIRS[][2] = {
        {"(assert (not (exists ((x Int)) (and (p x) (> x 3)))))", "(assert (forall ((x Int)) (=> (and (p x) (> x 3)) false)))"},
        {"(assert (not e))", "(assert (=> e false))"},
        {"(assert (forall ((x Int)) (forall ((y Int)) (=> (p x) (=> (= y (+ x 1)) (q y))))))",
         "(assert (forall ((x Int) (y Int)) (=> (and (p x) (= y (+ x 1))) (q y))))"},
        {"(assert (forall ((x Int)) (=> (not (or (not (p x)) (= x 0))) (q x))))", "(assert (forall ((x Int)) (=> (and (p x) (not (= x 0))) (q x))))"},
        {"(assert (forall ((x Int)) (=> (or (p x) (p (+ x 1))) (q x))))",
         "(assert (forall ((x Int)) (=> (p x) (q x))))(assert (forall ((x Int)) (=> (p (+ x 1)) (q x))))"},
        {"(assert (forall ((x Int)) (and (=> (= x 0) (p x)) (=> (= x 1) (q x)))))",
         "(assert (forall ((x Int)) (=> (= x 0) (p x))))(assert (forall ((x Int)) (=> (= x 1) (q x))))"},
        {"(define-fun inc ((x Int)) Int (+ x 1))(define-fun two () Int 2)(assert (forall ((y Int)) (=> (p y) (q (inc (inc (* two y)))))))",
         "(assert (forall ((y Int)) (=> (p y) (q (+ 2 (* 2 y))))))"},
        {"(define-fun pq ((x Int)) Bool (and (p x) (q x)))(assert (forall ((x Int)) (=> (pq x) e)))",
         "(assert (forall ((x Int)) (=> (and (p x) (q x)) e)))"},
        {"(define-const five Int 5)(assert (p five))", "(assert (=> true (p 5)))"},
        {"(define-sort Z () Int)(assert (forall ((x Z)) (p x)))", "(assert (forall ((x Int)) (p x)))"},
        {"(declare-var x Int)(rule (=> (= x 0) (p x)) first)(rule (=> (p x) (q x)))(query (q x) :print-certificate true)",
         "(assert (forall ((x Int)) (=> (= x 0) (p x))))(assert (forall ((x Int)) (=> (p x) (q x))))(assert (forall ((x Int)) (not (q x))))"},
        {"(assert (! (p 1) :named one))(assert (=> one e))", "(assert (p 1))(assert (=> (p 1) e))"},
        {"(assert (=> (and e (p 3)) e))(assert (=> false (q 0)))(assert true)", ""},
        {"(assert (forall ((x Int)) (= (p x) (> x 0))))", "(assert (forall ((x Int)) (=> (p x) (> x 0))))(assert (forall ((x Int)) (=> (> x 0) (p x))))"},
        {"(set-option :x y)(echo \"a \"\"word\"\" (\")(assert e)(get-model)(exit) no more (", "(assert e)(set-info :source |some (text|)"},
    };
    for (size_t i = 0; i < sizeof PAIRS / sizeof *PAIRS; i++) {
        term_store *ts = term_store_new();
        horn *h[2];
        for (int k = 0; k < 2; k++) {
            text script;
            text_init(&script);
            const char *leave = strstr(PAIRS[i][k], "(exit)");
            size_t length = leave ? (size_t)(leave - PAIRS[i][k]) : strlen(PAIRS[i][k]);
            text_printf(&script, "(set-logic HORN)\r\n%s\r\n%.*s\n(check-sat)\n%s", DECLARE, (int)length, PAIRS[i][k], leave ? leave : "");
            h[k] = parse(ts, script.data, NULL);
            text_release(&script);
        }
        assert_same_problem(h[0], h[1]);
        horn_free(h[0]);
        horn_free(h[1]);
        term_store_free(ts);
    }
}

static void test_parametric_sorts(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    horn *h = parse(ts, "(declare-sort U 0)(define-sort A (X Y) (Array X (Array Y X)))(define-sort B (X) (A X (A Int X)))"
                        "(declare-fun p ((B U) (_ BitVec 8)) Bool)(check-sat)", NULL);
    text printed;
    text_init(&printed);
    print_sort(&printed, ts, horn_pred_sort(h, (pred){0}, 0));
    assert_string_equal(printed.data, "(Array U (Array (Array Int (Array U Int)) U))");
    text_release(&printed);
    horn_free(h);
    term_store_free(ts);
}

static void test_info_lines_and_names(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    smtlib_info info;
    horn *h = parse(ts, "(set-info :status unsat)\n(declare-fun p (Int Int Int) Bool)\n\n(assert\n  (p 0 1 2))\n"
                        "(assert (forall ((?n Int) (m Int)) (=> (p ?n m 0)\n (p ?n (+ m 1) m))))\n(check-sat)\n(get-model)", &info);
    assert_int_equal(info.status, ANSWER_UNSAFE);
    assert_true(info.wants_model);
    assert_int_equal(horn_clause(h, 0)->line, 4);
    assert_int_equal(horn_clause(h, 1)->line, 6);
    assert_string_equal(horn_arg_name(h, (pred){0}, 0), "?n");
    assert_null(horn_arg_name(h, (pred){0}, 1));
    assert_string_equal(horn_arg_name(h, (pred){0}, 2), "m");
    assert_string_equal(horn_file(h), "script");
    horn_free(h);
    term_store_free(ts);
}

/* A predicate and a variable of one name; the printed problem must keep them apart. */
static void test_variables_named_like_predicates(void **state)
{
    (void)state;
    term_store *ts = term_store_new(), *other = term_store_new();
    horn *h = parse(ts, "(declare-fun p (Bool Int) Bool)(declare-fun e () Bool)\n"
                        "(assert (forall ((p Bool) (late Int)) (=> p (p p late))))\n"
                        "(assert (=> e (forall ((e Bool)) (p e 3))))\n(declare-fun late () Bool)(assert late)(check-sat)", NULL);
    text printed;
    text_init(&printed);
    horn_print(&printed, h);
    horn *again = parse(other, printed.data, NULL);
    assert_int_equal(horn_clause_count(again), 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(horn_clause(h, i)->n_body, horn_clause(again, i)->n_body);
        assert_int_equal(horn_clause(h, i)->n_vars, horn_clause(again, i)->n_vars);
    }
    text_release(&printed);
    horn_free(h);
    horn_free(again);
    term_store_free(ts);
    term_store_free(other);
}

/* ---- size ---- */

static void test_long_let_chain(void **state)
{
    (void)state;
    unsigned n = 100000;
    text script;
    text_init(&script);
    text_adds(&script, "(declare-fun p (Int) Bool)\n(assert (forall ((x Int) (y Int)) (let ((v0 (= x y)))\n");
    for (unsigned i = 0; i < n; i++) text_printf(&script, "(let ((v%u (%s v%u (not (= x (+ y %u))))))\n", i + 1, i % 2 ? "and" : "or", i, i);
    text_printf(&script, "(=> (and v%u (p x)) (p y))", n);
    for (unsigned i = 0; i < n; i++) text_addc(&script, ')');
    text_adds(&script, ")))\n(check-sat)\n");
    term_store *ts = term_store_new();
    double start = limits_now();
    horn *h = parse(ts, script.data, NULL);
    assert_true(limits_now() - start < 10);
    assert_int_equal(horn_clause_count(h), 1);
    assert_true(term_store_size(ts) < 10 * n);
    horn_free(h);
    term_store_free(ts);
    text_release(&script);
}

static void add_nested(text *script, const char *open, const char *core, unsigned n)
{
    for (unsigned i = 0; i < n; i++) text_printf(script, open, i);
    text_adds(script, core);
    for (unsigned i = 0; i < n; i++) text_addc(script, ')');
}

static void test_deep_nesting(void **state)
{
    (void)state;
    static const char *const SHAPES[][2] = {
        {"(and (> x %u) ", "(p x)"}, {"(or (> x %u) ", "(p x)"}, {"(=> (> x %u) ", "(p x)"}, {"(not (or (> x %u) (not ", "(p x)"},
        {"(ite (> x %u) (p x) ", "(p x)"}, {"(! ", "(p x)"}, {"(forall ((x Int)) ", "(p x)"}, {"(= (> x %u) ", "(< x 0)"},
    };
    unsigned n = 50000;
    for (size_t i = 0; i < sizeof SHAPES / sizeof *SHAPES; i++) {
        text script;
        text_init(&script);
        text_adds(&script, "(declare-fun p (Int) Bool)\n(assert (forall ((x Int)) ");
        add_nested(&script, SHAPES[i][0], SHAPES[i][1], n);
        if (i == 3) add_nested(&script, "", "", 2 * n);
        text_adds(&script, "))\n(check-sat)\n");
        term_store *ts = term_store_new();
        horn_free(parse(ts, script.data, NULL));
        term_store_free(ts);
        text_release(&script);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_terms_come_back),
        cmocka_unit_test(test_problems_come_back),
        cmocka_unit_test(test_results_come_back),
        cmocka_unit_test(test_equal_terms),
        cmocka_unit_test(test_equal_scripts),
        cmocka_unit_test(test_parametric_sorts),
        cmocka_unit_test(test_info_lines_and_names),
        cmocka_unit_test(test_variables_named_like_predicates),
        cmocka_unit_test(test_long_let_chain),
        cmocka_unit_test(test_deep_nesting),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Input that is not a Horn problem is refused with its place and a message that says what is wrong, quickly and in little memory. */

#include "front/smtlib/smtlib.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void assert_refused(const char *bytes, size_t length, uint32_t line, uint32_t column, const char *message)
{
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    limits limit = {0};
    smtlib_info info;
    horn *h = smtlib_parse(ts, "bad.smt2", bytes, length, &limit, &info, &error);
    if (h) fail_msg("accepted: %.200s", bytes);
    text shown;
    text_init(&shown);
    diag_print(&shown, &error);
    if (error.line != line || error.column != column || !strstr(error.message, message))
        fail_msg("expected %u:%u: ... %s ..., found\n%s\nfor %.200s", line, column, message, shown.data, bytes);
    assert_string_equal(error.file, "bad.smt2");
    text_release(&shown);
    diag_release(&error);
    term_store_free(ts);
}

#define LIST "(declare-datatype list ((nil) (cons (head Int) (tail list))))(declare-fun p (list) Bool)\n"
#define DECLARE "(declare-fun p (Int Bool) Bool)\n"
#define FORALL(body) DECLARE "(assert (forall ((x Int) (b Bool)) " body "))(check-sat)"

static void test_messages(void **state)
{
    (void)state;
    static const struct {
        const char *script;
        uint32_t line, column;
        const char *message;
    } BAD[] = {
        /* the script */
        {"", 1, 1, "expected (check-sat)"},
        {"; nothing\n", 2, 1, "expected (check-sat)"},
        {DECLARE, 2, 1, "is the file complete?"},
        {"p", 1, 1, "expected a command in parentheses, found 'p'"},
        {"((", 1, 2, "expected the name of a command, found '('"},
        {"(frob)", 1, 2, "'frob' is not supported"},
        {"(push 1)", 1, 2, "'push' is not supported"},
        /* datatypes */
        {"(declare-datatypes () ())", 1, 21, "expected a datatype '(name 0)'"},
        {"(declare-datatypes ((T 1)) ((par (X) ((c)))))", 1, 21, "with parameters are not supported"},
        {"(declare-datatype T (par (X) ((c))))", 1, 22, "with parameters are not supported"},
        {"(declare-datatype T ())", 1, 22, "expected a constructor"},
        {"(declare-datatype T ((c (f T))))", 1, 19, "has no values"},
        {"(declare-datatypes ((S 0) (T 0)) (((s (f T))) ((t (g S)))))", 1, 20, "has no values"},
        {"(declare-datatype T ((c (f (Array Int T))) (d)))", 1, 19, "recursive through an array"},
        {"(declare-datatype T ((c) (c)))", 1, 26, "declared twice"},
        {"(declare-datatype T ((c (f Int)) (d (f Int))))", 1, 34, "declared twice"},
        {"(declare-datatype Int ((c)))", 1, 19, "built in"},
        {"(declare-datatypes ((T 0) (T 0)) (((c)) ((d))))", 1, 27, "declared twice"},
        {"(declare-datatypes ((S 0) (T 0)) (((c))))", 1, 40, "expected '(', found ')'"},
        {"(declare-datatype T ((c (f U))))", 1, 28, "unknown sort 'U'"},
        {LIST "(assert (p (cons 1)))", 2, 12, "'cons' takes 2 arguments, found 1"},
        {LIST "(assert (p (cons true nil)))", 2, 12, "argument 1 of 'cons'"},
        {LIST "(assert (p cons))", 2, 12, "'cons' takes 2 arguments, found none"},
        {LIST "(assert ((_ is p) nil))", 2, 16, "'p' is no constructor"},
        {LIST "(assert ((_ is cons) 1))", 2, 9, "a test's argument"},
        {LIST "(assert ((_ is cons) nil nil))", 2, 9, "takes 1 argument, found 2"},
        {LIST "(assert (is-p nil))", 2, 9, "unknown function 'is-p'"},
        {LIST "(assert (match nil ((nil true))))", 2, 9, "a case for every constructor"},
        {LIST "(assert (match 1 ((x true))))", 2, 9, "what is matched"},
        {LIST "(assert (match nil ((cons true) (nil true))))", 2, 22, "a pattern names them"},
        {LIST "(assert (match nil (((cons x) true) (nil true))))", 2, 29, "a variable for each field"},
        {LIST "(assert (match nil (((cons x x) true) (nil true))))", 2, 30, "bound twice"},
        {LIST "(assert (match nil (((head x) true) (nil true))))", 2, 23, "no constructor of what is matched"},
        {LIST "(assert (match nil (((cons x y) 1) (nil true))))", 2, 9, "of different sorts"},
        {LIST "(assert (match nil (((cons x y) true) (nil x))))", 2, 44, "unknown symbol 'x'"},
        {"(check-sat)\n (check-sat)", 2, 2, "a second (check-sat)"},
        {DECLARE "(check-sat)(assert (p 1 true))", 2, 12, "an assertion after (check-sat)"},
        {"(check-sat", 1, 11, "expected ')', found the end of the input"},
        {"(check-sat))", 1, 12, "expected a command in parentheses, found ')'"},
        {"(set-logic QF_LIA)", 1, 12, "only HORN is"},
        {"(set-info :status maybe)", 1, 19, "expected sat, unsat or unknown, found 'maybe'"},
        /* tokens */
        {"(assert \x01)", 1, 9, "SMT-LIB does not know"},
        {"(assert |p", 1, 9, "without closing '|'"},
        {"(echo \"p", 1, 7, "without closing '\"'"},
        {"(assert 12ab)", 1, 9, "malformed number"},
        {"(assert #xg)", 1, 9, "malformed bit-vector"},
        {"\x7f" "ELF\x02\x01\x01", 1, 1, "SMT-LIB does not know"},
        /* declarations */
        {"(define-fun f ((x Int)) Int (* x x x x x x x x x x))(define-fun g ((x Int)) Int (f (f (f x))))(assert (= (g (g 9)) 1))", 1, 106, "more than half a million digits"},
        {"(define-fun-rec p ((x Int)) Bool true)", 1, 17, "is for functions of other sorts than Bool"},
        {"(declare-fun f (Int) Int)(assert (= (f true) 1))", 1, 37, "expected Int, found Bool"},
        {"(declare-const c Int)(assert (= (c) 1))", 1, 33, "takes no arguments"},
        {"(declare-fun p (Foo) Bool)", 1, 17, "unknown sort 'Foo'"},
        {"(declare-fun p ((Array Int)) Bool)", 1, 17, "'Array' takes 2 arguments, found 1"},
        {"(declare-fun p ((_ BitVec 0)) Bool)", 1, 20, "a bit-vector has 1 to"},
        {"(declare-fun and (Int) Bool)", 1, 14, "built-in name"},
        {DECLARE "(declare-fun p () Bool)", 2, 14, "declared twice"},
        {"(declare-sort U 0)(declare-sort U 0)", 1, 33, "declared twice"},
        {"(declare-sort Int 0)", 1, 15, "built in"},
        {"(define-fun f ((x Int)) Bool x)", 1, 30, "the body of the definition"},
        {"(define-fun f ((x Int)) Int (f x))", 1, 29, "unknown function 'f'"},
        /* terms */
        {FORALL("(p x)"), 2, 36, "'p' takes 2 arguments, found 1"},
        {FORALL("p"), 2, 36, "'p' takes 2 arguments, found none"},
        {FORALL("(p b b)"), 2, 36, "argument 1 of 'p': expected Int, found Bool"},
        {FORALL("(p 1.5 b)"), 2, 36, "argument 1 of 'p': expected Int, found Real"},
        {FORALL("(p y b)"), 2, 39, "unknown symbol 'y'"},
        {FORALL("(r x)"), 2, 36, "unknown function 'r'"},
        {FORALL("(x b)"), 2, 36, "expected a function, found the variable 'x'"},
        {FORALL("(and b x)"), 2, 36, "argument of 'and': expected Bool, found Int"},
        {FORALL("(not x)"), 2, 36, "argument 1 of 'not': expected Bool, found Int"},
        {FORALL("(= x b)"), 2, 36, "argument 2 of '=': expected Int, found Bool"},
        {FORALL("(> (+ x b) 1)"), 2, 39, "argument of '+': expected Int or Real, found Bool"},
        {FORALL("(= (mod x 1.5) 1)"), 2, 39, "argument 2 of 'mod': expected Int, found Real"},
        {FORALL("(ite x b b)"), 2, 36, "argument 1 of 'ite': expected Bool, found Int"},
        {FORALL("(not b b)"), 2, 36, "'not' takes at most 1 arguments, found 2"},
        {FORALL("(= x)"), 2, 36, "'=' takes 2 or more arguments, found 1"},
        {FORALL("(= (select x 1) 1)"), 2, 39, "argument 1 of 'select': expected an array, found Int"},
        {FORALL("(= ((_ extract 9 0) #xff) #xff)"), 2, 39, "'extract' of bits 9 to 0 from 8 bits"},
        {FORALL("(= ((_ frob 9) x) x)"), 2, 43, "expected an indexed function"},
        {FORALL("((x))"), 2, 38, "expected '_' or 'as', found 'x'"},
        {FORALL("()"), 2, 37, "expected a function symbol, found ')'"},
        {FORALL("x"), 2, 9, "the body of 'forall': expected Bool, found Int"},
        {"(assert 1)", 1, 9, "the formula: expected Bool, found Int"},
        {FORALL("\"s\""), 2, 36, "expected a term, found the string"},
        {FORALL("and"), 2, 36, "'and' stands without arguments"},
        {FORALL("(let ((y 1) (y 2)) b)"), 2, 36, "'y' is bound twice"},
        {FORALL("(let (y 1) b)"), 2, 42, "expected a binding"},
        {FORALL("(exists ((y Int) (y Int)) b)"), 2, 36, "'y' is bound twice"},
        {FORALL("(exists ((true Bool)) b)"), 2, 36, "'true' cannot be bound"},
        {FORALL("(forall ((y Int)) y)"), 2, 36, "the body of 'forall': expected Bool, found Int"},
        {FORALL("(let ((y 1)) (let ((z y)) (p z b))) y"), 2, 72, "expected ')', found 'y'"},
        {DECLARE "(assert (forall ((x Int)) (! (p x true) :named n)))\n(assert n)(check-sat)", 3, 9, "has free variables"},
        /* not Horn */
        {FORALL("(or (p x b) (p 1 b))"), 2, 1, "more than one positive predicate"},
        {FORALL("(=> (not (p x b)) (p 1 b))"), 2, 1, "more than one positive predicate"},
        {FORALL("(=> (or (= x 1) (= (p 1 b) (p 2 b))) false)"), 2, 1, "a negated predicate"},
        {FORALL("(p x (p 1 b))"), 2, 1, "a predicate inside an argument"},
        {FORALL("(> (ite (p x b) 1 2) x)"), 2, 1, "below a function"},
        {FORALL("(exists ((y Int)) (p y b))"), 2, 1, "existential quantifier in a head"},
        {FORALL("(=> (forall ((y Int)) (p y b)) false)"), 2, 1, "universal quantifier in a body"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        assert_refused(BAD[i].script, strlen(BAD[i].script), BAD[i].line, BAD[i].column, BAD[i].message);
}

/* Wherever a script ends too early, it is refused at its end. */
static void test_truncation(void **state)
{
    (void)state;
    static const char SCRIPT[] = "(set-logic HORN)(declare-fun |p q| (Int (Array Int (_ BitVec 4))) Bool)(define-fun f ((x Int)) Int (- x))"
                                 "(assert (forall ((x Int) (a (Array Int (_ BitVec 4)))) (let ((y (f x)) (b ((_ extract 4 1) #b01010)))"
                                 " (=> (and (! (> y 1.5) :named n) (= (select a x) b)) (|p q| x ((as const (Array Int (_ BitVec 4))) b))))))"
                                 "(set-info :source \"a \"\"b\"\"\")(check-sat)";
    term_store *ts = term_store_new();
    for (size_t length = 0; length < sizeof SCRIPT - 1; length++) {
        diag error;
        diag_init(&error);
        char *exact = malloc(length ? length : 1); /* so that reading beyond the end is noticed */
        memcpy(exact, SCRIPT, length);
        assert_null(smtlib_parse(ts, "cut", exact, length, NULL, NULL, &error));
        assert_int_equal(error.line, 1);
        assert_in_range(error.column, 1, length + 1);
        free(exact);
        diag_release(&error);
    }
    diag error;
    diag_init(&error);
    horn *h = smtlib_parse(ts, "whole", SCRIPT, sizeof SCRIPT - 1, NULL, NULL, &error);
    assert_non_null(h);
    horn_free(h);
    term_store_free(ts);
}

/* ---- size ---- */

typedef struct measured {
    double seconds;
    long megabytes;
} measured;

/* Runs in a process of its own, to know its memory. */
static measured refuse_apart(const char *unit, size_t bytes, const char *before)
{
    struct rusage usage;
    double start = limits_now();
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        text script;
        text_init(&script);
        text_adds(&script, before);
        while (script.size < bytes) text_adds(&script, unit);
        diag error;
        diag_init(&error);
        term_store *ts = term_store_new();
        bool refused = !smtlib_parse(ts, "large", script.data, script.size, NULL, NULL, &error) && error.line && error.column;
        _exit(refused ? 0 : 1);
    }
    int status;
    assert_int_equal(wait4(child, &status, 0, &usage), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    return (measured){limits_now() - start, usage.ru_maxrss / 1024};
}

static void test_many_parentheses(void **state)
{
    (void)state;
    size_t size = 6 << 20;
    static const char *const CASES[][2] = {
        {"(", ""}, {"(", "(assert "}, {"(and ", "(assert "}, {"(- ", "(assert "}, {"(let ((x ", "(assert "}, {"(let ((x true)) ", "(assert "},
        {"(not ", "(assert "}, {"(! ", "(assert "}, {"(Array ", "(declare-fun p ("}, {"(", "(set-info :x "}, {"(forall ((x Int)) ", "(assert "}, {"|", "(assert "},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        measured m = refuse_apart(CASES[i][0], size, CASES[i][1]);
        if (m.seconds > 20 || m.megabytes > 1200) fail_msg("%s: %.1f s, %ld MB", CASES[i][0], m.seconds, m.megabytes);
    }
}

static void test_time_limit(void **state)
{
    (void)state;
    text script;
    text_init(&script);
    text_adds(&script, "(declare-fun p () Bool)");
    while (script.size < 4 << 20) text_adds(&script, "(assert p)\n");
    term_store *ts = term_store_new();
    volatile sig_atomic_t stop = 1;
    limits limit = {.stop = &stop};
    diag error;
    diag_init(&error);
    assert_null(smtlib_parse(ts, "long", script.data, script.size, &limit, NULL, &error));
    assert_non_null(strstr(error.message, "the time is over"));
    diag_release(&error);
    term_store_free(ts);
    text_release(&script);
}

/* ---- files ---- */

static void assert_not_loaded(const char *path, const char *message)
{
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    assert_null(smtlib_load(ts, path, NULL, NULL, &error));
    assert_string_equal(error.file, path);
    if (!strstr(error.message, message)) fail_msg("%s: %s", path, error.message);
    diag_release(&error);
    term_store_free(ts);
}

static void test_files(void **state)
{
    (void)state;
    char directory[] = "/tmp/smtlib-test-XXXXXX", path[64];
    assert_non_null(mkdtemp(directory));
    assert_int_equal(chmod(directory, 0755), 0);
    snprintf(path, sizeof path, "%s/p.smt2", directory);
    assert_not_loaded(path, "No such file");
    assert_not_loaded(directory, "is a directory");
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fputs("(declare-fun p () Bool)\n(assert p)\n(check-sat)\n", f);
    fclose(f);
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    horn *h = smtlib_load(ts, path, NULL, NULL, &error);
    assert_non_null(h);
    assert_string_equal(horn_file(h), path);
    horn_free(h);
    term_store_free(ts);
    /* Permissions do not bind root, so ask as somebody else. */
    assert_int_equal(chmod(path, 0), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (geteuid() == 0 && setuid(65534)) _exit(2);
        ts = term_store_new();
        bool refused = !smtlib_load(ts, path, NULL, NULL, &error) && strstr(error.message, "Permission denied");
        _exit(refused ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    unlink(path);
    rmdir(directory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_truncation),
        cmocka_unit_test(test_many_parentheses),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

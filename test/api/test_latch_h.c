/* The library as a stranger uses it: nothing but include/latch.h. Strings that are handed over are freed, so that the leak checker sees the others. */

#include "latch.h"

#include <errno.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static const char SAFE[] = "(set-logic HORN)\n(set-info :status sat)\n(declare-fun inv (Int Int) Bool)\n"
                           "(assert (forall ((x Int) (y Int)) (=> (and (= x 0) (= y 0)) (inv x y))))\n"
                           "(assert (forall ((x Int) (y Int)) (=> (inv x y) (inv (+ x 1) (+ y 1)))))\n"
                           "(assert (forall ((x Int) (y Int)) (=> (and (inv x y) (not (= x y))) false)))\n(check-sat)\n";
static const char UNSAFE[] = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (p 0))\n(assert (forall ((x Int)) (=> (p x) (p (+ x 1)))))\n"
                             "(assert (forall ((x Int)) (=> (and (p x) (> x 3)) false)))\n(check-sat)\n";
/* No engine settles it soon. */
static const char HARD[] = "(set-logic HORN)\n(declare-fun p (Int Int Int) Bool)\n(assert (p 1 1 1))\n"
                           "(assert (forall ((a Int) (b Int) (c Int)) (=> (p a b c) (p (+ a 1) b c))))\n"
                           "(assert (forall ((a Int) (b Int) (c Int)) (=> (p a b c) (p a (+ b 1) c))))\n"
                           "(assert (forall ((a Int) (b Int) (c Int)) (=> (p a b c) (p a b (+ c 1)))))\n"
                           "(assert (forall ((a Int) (b Int) (c Int)) (=> (and (p a b c) (= (+ (* a a a) (* b b b)) (* c c c))) false)))\n(check-sat)\n";
static const char PROGRAM[] = "int __VERIFIER_nondet_int(void);\nvoid reach_error(void);\nint printf(const char *, ...);\n"
                              "int main(void)\n{\n    int x = __VERIFIER_nondet_int();\n    if (x == 41)\n        reach_error();\n"
                              "    printf(\"%d\\n\", x + 1 > x);\n    return 3;\n}\n";

typedef struct file {
    char path[64];
} file;

static file write_file(const char *content, const char *suffix)
{
    file f;
    snprintf(f.path, sizeof f.path, "/tmp/latch-test-XXXXXX%s", suffix);
    int fd = mkstemps(f.path, (int)strlen(suffix));
    assert_true(fd >= 0);
    assert_int_equal(write(fd, content, strlen(content)), strlen(content));
    close(fd);
    return f;
}

static latch_problem *load(const char *content, const char *suffix, const latch_options *options)
{
    file f = write_file(content, suffix);
    char *error = NULL;
    latch_problem *p = latch_load((const char *[]){f.path}, 1, options, &error);
    if (!p) fail_msg("%s", error);
    assert_null(error);
    unlink(f.path);
    return p;
}

static latch_options options_within(double seconds)
{
    latch_options o;
    latch_options_init(&o);
    o.timeout = seconds;
    return o;
}

static void assert_text(char *text, const char *part)
{
    assert_non_null(text);
    if (!strstr(text, part)) fail_msg("no '%s' in: %s", part, text);
    latch_free_text(text);
}

static void assert_no_text(char *text)
{
    if (text) fail_msg("%s", text);
}

static void a_model(void **state)
{
    (void)state;
    latch_options o = options_within(60);
    o.certify = 1;
    latch_problem *p = load(SAFE, ".smt2", &o);
    assert_false(latch_problem_is_program(p));
    assert_int_equal(latch_problem_status(p), LATCH_SAFE);
    latch_result *r = latch_check(p, &o);
    assert_int_equal(latch_result_answer(r), LATCH_SAFE);
    assert_string_equal(latch_answer_word(p, LATCH_SAFE), "sat");
    assert_non_null(latch_result_engine(r));
    assert_text(latch_result_model(r), "(define-fun inv");
    assert_text(latch_result_certificate(r), "(check-sat)");
    assert_text(latch_result_json(r), "\"answer\": \"sat\"");
    assert_no_text(latch_result_derivation(r));
    assert_no_text(latch_result_goals(r));
    assert_no_text(latch_problem_program(p));
    assert_true(latch_result_seconds(r) >= 0);
    latch_result_free(r);
    latch_problem_free(p);
}

/* The same problem may be checked many times, with each engine. */
static void a_derivation(void **state)
{
    (void)state;
    latch_problem *p = load(UNSAFE, ".smt2", NULL);
    size_t found = 0;
    for (size_t i = 0; i < latch_engine_count(); i++) {
        latch_options o = options_within(60);
        o.engine = latch_engine_name(i);
        assert_true(strlen(latch_engine_help(i)) > 0);
        assert_no_text(latch_options_check(&o));
        latch_result *r = latch_check(p, &o);
        assert_int_not_equal(latch_result_answer(r), LATCH_SAFE);
        if (latch_result_answer(r) == LATCH_UNSAFE) {
            found++;
            assert_text(latch_result_derivation(r), "false");
            assert_no_text(latch_result_model(r));
            assert_text(latch_result_certificate(r), "(check-sat)");
        } else {
            assert_true(strlen(latch_result_reason(r)) > 0);
        }
        latch_result_free(r);
    }
    assert_true(found >= 4);
    latch_problem_free(p);
}

typedef struct counter {
    int calls;
} counter;

static void count_call(void *user, const char *engine, const char *what, int64_t bound, double seconds)
{
    assert_non_null(engine);
    assert_non_null(what);
    assert_true(bound >= -1 && seconds >= 0);
    ((counter *)user)->calls++;
}

static volatile sig_atomic_t stop;

static void raise_stop(int signal)
{
    (void)signal;
    stop = 1;
}

/* A time-out and a stop end with what is known; nothing of the children is left. */
static void limits_are_kept(void **state)
{
    (void)state;
    latch_problem *p = load(HARD, ".smt2", NULL);
    latch_options o = options_within(1);
    counter c = {0};
    o.progress = count_call;
    o.user = &c;
    latch_result *r = latch_check(p, &o);
    assert_int_equal(latch_result_answer(r), LATCH_UNKNOWN);
    assert_true(strlen(latch_result_reason(r)) > 0);
    assert_true(c.calls > 0);
    latch_result_free(r);
    o = options_within(100);
    o.stop = &stop;
    signal(SIGALRM, raise_stop);
    alarm(1);
    r = latch_check(p, &o);
    assert_int_equal(latch_result_answer(r), LATCH_UNKNOWN);
    assert_true(latch_result_seconds(r) < 50);
    latch_result_free(r);
    latch_problem_free(p);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void a_program(void **state)
{
    (void)state;
    latch_options o = options_within(60);
    latch_problem *p = load(PROGRAM, ".c", &o);
    assert_true(latch_problem_is_program(p));
    assert_text(latch_problem_program(p), "main");
    latch_result *r = latch_check(p, &o);
    assert_int_equal(latch_result_answer(r), LATCH_UNSAFE);
    assert_string_equal(latch_answer_word(p, LATCH_UNSAFE), "UNSAFE");
    assert_text(latch_result_goals(r), ":8: ");
    assert_text(latch_result_trace(r), "= 41");
    assert_text(latch_result_json(r), "\"answer\": \"UNSAFE\"");
    assert_no_text(latch_result_mismatch(r));
    latch_result_free(r);
    latch_run run = latch_run_program(p, &o);
    assert_int_equal(run.end, LATCH_RUN_EXITED);
    assert_int_equal(run.status, 3);
    assert_string_equal(run.output, "1\n");
    assert_string_equal(run.message, "");
    latch_run_release(&run);
    latch_problem_free(p);
}

static void tests_of_a_program(void **state)
{
    (void)state;
    latch_options o = options_within(60);
    o.goals = "branch";
    latch_problem *p = load(PROGRAM, ".c", &o);
    latch_tests *t = latch_test(p, &o);
    assert_int_equal(latch_tests_goals(t, LATCH_GOAL_REACHED), 2);
    assert_int_equal(latch_tests_goals(t, LATCH_GOAL_OPEN) + latch_tests_goals(t, LATCH_GOAL_UNREACHABLE), 0);
    assert_int_equal(latch_tests_count(t), 2);
    assert_no_text(latch_tests_contradictions(t));
    assert_text(latch_tests_json(t), "{");
    latch_tests_free(t);
    latch_problem_free(p);
}

/* What is wrong is said with its place; nothing is loaded, nothing printed. */
static void mistakes_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *content, *suffix, *says;
    } BAD[] = {{"(set-logic HORN)\n(assert (p 1))\n", ".smt2", ":2:"}, {"int main(void) { return x; }\n", ".c", ":1:"}, {"", ".txt", ""}};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        file f = write_file(BAD[i].content, BAD[i].suffix);
        char *error = NULL;
        assert_null(latch_load((const char *[]){f.path}, 1, NULL, &error));
        assert_text(error, BAD[i].says);
        unlink(f.path);
    }
    char *error = NULL;
    assert_null(latch_load((const char *[]){"/nonexistent/problem.smt2"}, 1, NULL, &error));
    assert_text(error, "problem.smt2");
    latch_options o = options_within(1);
    o.engine = "no-such-engine";
    assert_text(latch_options_check(&o), "no-such-engine");
    o = options_within(-1);
    assert_text(latch_options_check(&o), "");
}

static void tables(void **state)
{
    (void)state;
    assert_string_equal(latch_version(), LATCH_VERSION);
    assert_true(strlen(latch_solver_version()) > 0);
    assert_true(latch_pass_count() > 3 && latch_libc_count() > 100);
    for (size_t i = 0; i < latch_pass_count(); i++) assert_true(*latch_pass_name(i) && *latch_pass_help(i));
    for (size_t i = 0; i < latch_libc_count(); i++) {
        const char *name, *header, *kind, *remark;
        latch_libc_row(i, &name, &header, &kind, &remark);
        assert_true(!strcmp(kind, "exact") || !strcmp(kind, "contract") || !strcmp(kind, "pure") || !strcmp(kind, "unknown"));
        assert_true(*name && *header);
    }
    assert_true(latch_names_program("a.c") && !latch_names_program("a.smt2"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_model),
        cmocka_unit_test(a_derivation),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(a_program),
        cmocka_unit_test(tests_of_a_program),
        cmocka_unit_test(mistakes_are_named),
        cmocka_unit_test(tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

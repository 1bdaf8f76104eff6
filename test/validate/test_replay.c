/* A run is confirmed by the compiled program exactly if the program does fail on its values. */

#include "base/process.h"
#include "front/llvm/c_front.h"
#include "program/interpret.h"
#include "validate/replay.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

typedef struct fixture {
    scratch folder;
    char *file;
    term_store *ts;
    program *p;
    text bitcode;
    diag error;
} fixture;

static void load(fixture *x, const char *source, const char *entry, uint32_t bits, uint32_t checks)
{
    memset(x, 0, sizeof *x);
    diag_init(&x->error);
    text_init(&x->bitcode);
    assert_true(scratch_init(&x->folder, &x->error));
    x->file = scratch_file(&x->folder, "p.c");
    assert_true(file_write(x->file, source));
    x->ts = term_store_new();
    const char *files[] = {x->file};
    c_front_options o = {.bits = bits, .unseen_is_pure = true, .entry = entry, .checks = checks, .replay = &x->bitcode, .limits = {.deadline = limits_now() + 60}};
    x->p = c_front_load(x->ts, files, 1, &o, &x->error);
    if (!x->p) fail_msg("%s", x->error.message);
    assert_true(x->bitcode.size > 0);
}

static void release(fixture *x)
{
    program_free(x->p);
    term_store_free(x->ts);
    text_release(&x->bitcode);
    free(x->file);
    scratch_release(&x->folder);
    diag_release(&x->error);
}

static bool has_lookalike(const program *p)
{
    for (size_t i = 0; i < program_goal_count(p); i++)
        if (replay_looks_like(program_goal(p, (goal){0}), program_goal(p, (goal){(uint32_t)i}))) return true;
    return false;
}

/* Follows the run with these inputs and replays what it finds, as if its first goal had been violated. */
static replay_verdict replay_terms(const fixture *x, const char *entry, uint32_t bits, const term *inputs, size_t n, const char *keep)
{
    run_result r;
    run_result_init(&r);
    interpret(x->p, &(interpret_options){.inputs = inputs, .n_inputs = n, .record_unset = true, .default_inputs = true, .max_steps = 100000}, &r);
    const char *files[] = {x->file};
    text why;
    text_init(&why);
    sandbox_support support = sandbox_probe();
    event_vec none;
    event_vec_init(&none);
    replay_request q = {.files = files, .n_files = 1, .bits = bits, .entry = entry, .unset = &r.unset, .events = &none, .bitcode = &x->bitcode,
                        .goal = *program_goal(x->p, (goal){0}), .has_lookalike = has_lookalike(x->p), .keep = keep, .confine = &support, .limits = {.deadline = limits_now() + 100}};
    replay_verdict v = replay_run(x->ts, &q, &why);
    assert_true(v == REPLAY_CONFIRMED || why.size > 0);
    assert_int_equal(v == REPLAY_CONFIRMED, r.end == RUN_VIOLATED && r.goal.id == 0);
    text_release(&why);
    run_result_release(&r);
    return v;
}

static replay_verdict replay(const fixture *x, const char *entry, uint32_t bits, const int64_t *numbers, size_t n, const char *keep)
{
    term inputs[16];
    for (size_t i = 0; i < n; i++) inputs[i] = term_mk_int(x->ts, numbers[i]);
    return replay_terms(x, entry, bits, inputs, n, keep);
}

static const char UNSET[] = "extern void __assert_fail(const char *, const char *, unsigned, const char *);\n"
                            "extern int first(void);\n"
                            "extern int elsewhere;\n"
                            "int main(void) {\n"
                            "    for (int i = 0; i < 2; i++) {\n"
                            "        short s;\n"
                            "        if (s != 40 + i) return 0;\n"
                            "    }\n"
                            "    if (first() == -3 && elsewhere == 9) __assert_fail(\"e\", \"p.c\", 9, \"main\");\n"
                            "    return 0;\n"
                            "}\n";

static void test_unset_values(void **state)
{
    (void)state;
    fixture x;
    for (uint32_t bits = 32; bits <= 64; bits += 32) {
        load(&x, UNSET, "main", bits, UINT32_C(1) << GOAL_ASSERT);
        /* elsewhere; s at the function's start and in each round; first() */
        assert_int_equal(replay(&x, "main", bits, (int64_t[]){9, 0, 40, 41, -3}, 5, NULL), REPLAY_CONFIRMED);
        if (bits == 64) {
            assert_int_equal(replay(&x, "main", bits, (int64_t[]){9, 0, 40, 40, -3}, 5, NULL), REPLAY_OTHER);
            assert_int_equal(replay(&x, "main", bits, (int64_t[]){8, 0, 40, 41, -3}, 5, NULL), REPLAY_OTHER);
        }
        release(&x);
    }
}

/* Each fails with the inputs 1 and 2, at goals that differ only in their expression, their line or their column. A run into one does not confirm the other. */
static const struct {
    const char *entry, *source;
    goal_kind kind;
} ALIKE[] = {
    {"main", "#include <assert.h>\nextern int input(void);\nint main(void) { int x = input(); assert(x != 1); assert(x != 2); return 0; }\n", GOAL_ASSERT},
    {"main", "#include <assert.h>\nextern int input(void);\nint main(void) { int x = input(), y = x - 1; assert(y); y = x - 2; assert(y); return 0; }\n", GOAL_ASSERT},
    {"main", "extern int input(void);\nextern void reach_error(void);\nint main(void) {\n int x = input();\n if (x == 1) reach_error();\n if (x == 2) reach_error();\n return 0; }\n", GOAL_ASSERT},
    {"main", "extern int input(void);\nextern void __VERIFIER_assert(int);\nint main(void) {\n int x = input();\n __VERIFIER_assert(x != 1);\n __VERIFIER_assert(x != 2);\n return 0; }\n", GOAL_ASSERT},
    {"main", "extern int input(void);\nint main(void) { int x = input(), y = 5; return y / (x - 1) + y / (x - 2); }\n", GOAL_DIV},
    {"f", "int f(int x) { int y = 5; return y / (x - 1) + y / (x - 2); }\n", GOAL_DIV},
    {"f", "int f(int x) { unsigned one = 1; return (one << (x == 1 ? 32 : 0)) + (one << (x == 2 ? 32 : 0)) > 0; }\n", GOAL_SHIFT},
};

static void test_goals_that_look_alike(void **state)
{
    (void)state;
    fixture x;
    for (size_t i = 0; i < sizeof ALIKE / sizeof *ALIKE; i++) {
        load(&x, ALIKE[i].source, ALIKE[i].entry, 64, UINT32_C(1) << ALIKE[i].kind);
        replay_verdict one = replay(&x, ALIKE[i].entry, 64, (int64_t[]){1}, 1, NULL), two = replay(&x, ALIKE[i].entry, 64, (int64_t[]){2}, 1, NULL);
        assert_true(one != two && (one == REPLAY_CONFIRMED || two == REPLAY_CONFIRMED));
        release(&x);
    }
}

/* What is kept builds and fails again by itself. */
static void test_kept_files(void **state)
{
    (void)state;
    fixture x;
    load(&x, "int f(unsigned char c, long long d) { int y = 5; return c == 200 ? y + (int)d : 0; }\n", "f", 64, UINT32_C(1) << GOAL_OVERFLOW);
    scratch keep = {NULL};
    assert_true(scratch_init(&keep, &x.error));
    assert_int_equal(replay(&x, "f", 64, (int64_t[]){200, INT32_MAX}, 2, keep.path), REPLAY_CONFIRMED);
    char *script = scratch_file(&keep, "run.sh");
    text said;
    text_init(&said);
    limits l = {.deadline = limits_now() + 60};
    process_result r = process_run((const char *const[]){script, NULL}, &l, &said);
    assert_int_equal(r.end, PROCESS_EXITED);
    assert_int_equal(r.code, 77);
    assert_non_null(strstr(said.data, "overflow at"));
    text_release(&said);
    free(script);
    scratch_release(&keep);
    assert_int_equal(replay(&x, "f", 64, (int64_t[]){200, 7}, 2, NULL), REPLAY_OTHER);
    release(&x);
}

/* Memory behind a parameter, and behind a pointer that is found there. Found first: the regions' contents, which the interpreter asks for
 * before the parameter. */
static void test_foreign_memory(void **state)
{
    (void)state;
    fixture x;
    static const char source[] = "struct s { struct s *next; short v[3]; };\n"
                                 "int f(struct s *p) { int one = 1; if (!p || !p->next) return 0; return one / (p->next->v[1] - p->v[2]); }\n";
    load(&x, source, "f", 64, UINT32_C(1) << GOAL_DIV);
    const term_vec *globals = program_globals(x.p);
    for (int64_t other = 0; other < 2; other++) {
        term inputs[8];
        size_t n = 0;
        for (size_t i = 0; i < globals->size; i++) {
            if (!term_is_none(program_initial(x.p, globals->data[i]))) continue;
            sort s = term_sort(x.ts, globals->data[i]);
            assert_int_equal(sort_kind_of(x.ts, s), SORT_ARRAY);
            term array = term_mk_const_array(x.ts, s, term_mk_int(x.ts, 0));
            array = term_mk_store(x.ts, array, term_mk_int(x.ts, 40), term_mk_int(x.ts, 2000000)); /* p->next */
            array = term_mk_store(x.ts, array, term_mk_int(x.ts, 52), term_mk_int(x.ts, -7)); /* p->v[2] */
            inputs[n++] = term_mk_store(x.ts, array, term_mk_int(x.ts, 2000010), term_mk_int(x.ts, -7 + other)); /* p->next->v[1] */
        }
        inputs[n++] = term_mk_int(x.ts, 40);
        assert_int_equal(replay_terms(&x, "f", 64, inputs, n, NULL), other ? REPLAY_OTHER : REPLAY_CONFIRMED);
    }
    release(&x);
}

static void test_sources_that_do_not_compile(void **state)
{
    (void)state;
    fixture x;
    load(&x, "int main(void) { int x = 1; return 1 / x; }\n", "main", 64, UINT32_C(1) << GOAL_DIV);
    assert_true(file_write(x.file, "int main(void) { return y; }\n"));
    text_clear(&x.bitcode);
    assert_int_equal(replay(&x, "main", 64, NULL, 0, NULL), REPLAY_FAILED);
    release(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unset_values),
        cmocka_unit_test(test_goals_that_look_alike),
        cmocka_unit_test(test_kept_files),
        cmocka_unit_test(test_foreign_memory),
        cmocka_unit_test(test_sources_that_do_not_compile),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

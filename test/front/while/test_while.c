/* The `while` language: bad files, the layout, and three meanings of random programs against each other: direct execution of the tree, the
 * interpreter on its translation, and engines on the clauses of that. */

#include "encode/encode.h"
#include "engine/bmc.h"
#include "engine/la.h"
#include "front/while/run.h"
#include "front/while/translate.h"
#include "program/interpret.h"
#include "engine/engine.h"

#include "../../horn/random_horn.h"
#include "random_while.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

/* Z3 leaks when its Horn engine is interrupted. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libz3"; }

static while_program *parse(const char *source)
{
    diag d;
    diag_init(&d);
    while_program *p = while_parse("t.while", source, strlen(source), &d);
    if (!p) print_message("%u:%u: %s in\n%s\n", d.line, d.column, d.message, source);
    assert_non_null(p);
    diag_release(&d);
    return p;
}

/* ---- bad files ---- */

typedef struct bad_file {
    const char *source;
    uint32_t line, column;
    const char *says;
} bad_file;

static const bad_file BAD[] = {
    {"", 1, 1, "expected a statement, but the file ends"},
    {"x := ", 1, 6, "an expression"},
    {"int x;\nx = 1", 2, 3, "expected `:=` or `(`"},
    {"int x;\nx := 1 y", 2, 8, "found `y`"},
    {"skip;\n$", 2, 1, "`$` is no part of the language"},
    {"int x; x := 12a", 1, 13, "`12a` is neither"},
    {"int x; x := 1\n+\n", 3, 1, "the file ends"},
    {"main { skip", 1, 12, "`;` or `}`"},
    {"int x; if x > 1 do skip", 1, 17, "expected `then`"},
    {"int x; while x > 1 then skip", 1, 20, "expected `do`"},
    {"int x; if x then skip", 1, 11, "a condition is needed"},
    {"int x; x := x > 1", 1, 15, "an integer is needed"},
    {"int x; x := 1 < 2 < 3", 1, 19, "found `<`"},
    {"int x; y := 1", 1, 8, "`y` is not declared"},
    {"int x; x := y + 1", 1, 13, "`y` is not declared"},
    {"int x; x := 1 bad z = 0", 1, 19, "`z` is not declared"},
    {"p(1)", 1, 1, "no procedure `p`"},
    {"int x, x; skip", 1, 8, "`x` is declared twice"},
    {"proc p(int a) { int a; skip } skip", 1, 21, "`a` is declared twice"},
    {"proc p() { skip }\nproc p() { skip }\nskip", 2, 6, "defined twice"},
    {"proc p() { skip } main { p(1) }", 1, 26, "0 parameters, but 1 is given"},
    {"proc p(int a) { skip } main { p() }", 1, 31, "1 parameter, but 0 are given"},
    {"proc p(out int a) { skip } main { p(1) }", 1, 37, "an expression is passed to `out int a`"},
    {"proc p(ref int a) { skip } main { int x; p(x + 1) }", 1, 46, "an expression is passed to `ref int a`"},
    {"proc p(ref int a) { skip } main { int x; p(x) }", 1, 44, "`x` is no reference formal"},
    {"int g; proc p(out int a) { skip } main { p(g) }", 1, 44, "`g` is no local variable"},
    {"proc p(out int a) { skip } proc q(out int b) { p(b) } skip", 1, 50, "`b` is a reference already"},
    {"proc p(out int a) { skip } proc q(int b) { p(b) } skip", 1, 46, "`b` is no local variable"},
    {"proc p(int a) { skip } proc q(out int b) { p(b) } skip", 1, 46, "`b` is a reference"},
    {"proc p(out int a) { a := 1 } skip", 1, 21, "never changes"},
    {"proc p(int a) { *a := 1 } skip", 1, 17, "no reference"},
    {"int x; x := *x", 1, 13, "no reference"},
    {"proc p(out int a) { if a = 1 then skip } skip", 1, 26, "a reference is compared"},
    {"proc p(out int a) { havoc a } skip", 1, 21, "never changes"},
    {"proc p() { skip } main { int x; x := p() }", 1, 33, "`p` has no result"},
    {"proc p() { return 1 } skip", 1, 12, "`p` has no result"},
    {"proc p() returns int { return } skip", 1, 24, "`p` returns an integer"},
    {"proc p() { skip } main { int x; x := p + 1 }", 1, 38, "`p` is a procedure"},
    {"main { main() }", 1, 8, "expected a statement, found `main`"},
    {"proc p() { proc q() { skip } skip } skip", 1, 12, "not nested"},
    {"proc p(proc q()) { skip } skip", 1, 8, "`int`, `out int` or `ref int`"},
    {"main { skip; int x; x := 1 }", 1, 14, "declared before the first statement"},
    {"int g; int p() { skip } skip", 1, 13, "`,` or `;`"},
    {"skip bad true bad false", 1, 15, "the end of the file"},
    {"int x; x := 1; assert x", 1, 23, "a condition is needed"},
    {"havoc 1", 1, 7, "a variable"},
    {"int x; x := 0x1f", 1, 13, "`0x1f` is neither a number nor a name"},
    {"int x; x := 1 # 2", 1, 15, "`#` is no part"},
    {"int \xc3\xa4; skip", 1, 5, "`\xc3\xa4` is no part"},
    {"int \xe4; skip", 1, 5, "the byte 0xe4 is no part"},
    {"int x; x :=\r\n\t\x01", 2, 2, "the byte 0x01 is no part"},
    {"", 1, 1, "expected a statement, but the file ends"},
    {"skip /* a comment */", 1, 6, "found `/`"},
    {"main { int x; x := 1", 1, 21, "`;` or `}`, but the file ends"},
    {"proc p(ref int f) { int x; x := f } skip", 1, 33, "`*f`"},
};

static void bad_files_are_named(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        diag d;
        diag_init(&d);
        while_program *p = while_parse("t.while", BAD[i].source, strlen(BAD[i].source), &d);
        if (p || d.line != BAD[i].line || d.column != BAD[i].column || !strstr(d.message, BAD[i].says))
            fail_msg("%s: %u:%u: %s", BAD[i].source, d.line, d.column, d.message ? d.message : "no error");
        diag_release(&d);
    }
}

static void deep_nesting_is_refused(void **unused)
{
    (void)unused;
    static const char *const OPEN[] = {"x := (", "x := -", "if not ", "if x = 0 then ", "while x = 0 do ", "{ "};
    for (size_t i = 0; i < sizeof OPEN / sizeof *OPEN; i++) {
        text t;
        text_init(&t);
        text_adds(&t, "int x; ");
        const char *again = i < 3 ? OPEN[i] + strcspn(OPEN[i], " ") + (i < 2 ? 4 : 1) : OPEN[i];
        text_adds(&t, OPEN[i]);
        for (int k = 0; k < 100000; k++) text_adds(&t, again);
        diag d;
        diag_init(&d);
        assert_null(while_parse("t.while", t.data, t.size, &d));
        if (!strstr(d.message, "nested more than")) fail_msg("%s: %s", OPEN[i], d.message);
        diag_release(&d);
        text_release(&t);
    }
}

static void long_chains_are_refused(void **unused)
{
    (void)unused;
    for (size_t n = 10000; n <= 10001; n++) {
        text t;
        text_init(&t);
        text_adds(&t, "int x; x := 1");
        for (size_t k = 0; k < n; k++) text_adds(&t, " + 1");
        diag d;
        diag_init(&d);
        while_program *p = while_parse("t.while", t.data, t.size, &d);
        if (n == 10000) assert_non_null(p);
        else assert_true(!p && strstr(d.message, "more than 10000 operators"));
        while_free(p);
        diag_release(&d);
        text_release(&t);
    }
}

/* Whatever stands in a file, there is a tree or a diagnostic with a place. */
static void damaged_programs_are_answered(void **unused)
{
    (void)unused;
    uint64_t seed = 3;
    random_while_shape shape = random_while_small();
    size_t refused = 0;
    for (int i = 0; i < 400; i++) {
        text t;
        text_init(&t);
        random_while(&t, &seed, &shape);
        for (uint32_t k = random_below(&seed, 4) + 1; k > 0; k--) {
            uint32_t at = random_below(&seed, (uint32_t)t.size), n = random_below(&seed, 12);
            if (random_chance(&seed, 50)) t.data[at] = "{}();:=*,x0 \n"[random_below(&seed, 13)];
            else if (at + n < t.size) memset(t.data + at, ' ', n);
        }
        diag d;
        diag_init(&d);
        while_program *p = while_parse("t.while", t.data, t.size, &d);
        assert_true(p ? !d.message : d.message && d.line && d.column);
        refused += !p;
        while_free(p);
        diag_release(&d);
        text_release(&t);
    }
    assert_true(refused > 200);
}

/* ---- runs ---- */

enum { MOST_INPUTS = 12, MOST_STEPS = 3000 };

static void draw_inputs(uint64_t *seed, rat *inputs)
{
    for (size_t i = 0; i < MOST_INPUTS; i++) {
        rat_init(&inputs[i]);
        rat_set_int(&inputs[i], (int64_t)random_below(seed, 7) - 3);
    }
}

static void run_tree(const while_program *p, const rat *inputs, while_run_result *out)
{
    while_run_result_init(out);
    while_run(p, &(while_run_options){.inputs = inputs, .n_inputs = MOST_INPUTS, .max_steps = MOST_STEPS}, out);
}

static void assert_same_run(const while_run_result *a, const while_run_result *b, const char *source)
{
    if (a->end != b->end || a->n_used != b->n_used || strcmp(a->state.data, b->state.data)) fail_msg("the layout changed the meaning of\n%s", source);
}

/* ---- the layout ---- */

static void check_layout(const char *source, uint64_t *seed)
{
    while_program *p = parse(source);
    text once, twice;
    text_init(&once);
    text_init(&twice);
    while_format(&once, p);
    while_program *q = parse(once.data);
    while_format(&twice, q);
    assert_string_equal(once.data, twice.data);
    for (int i = 0; i < 5; i++) {
        rat inputs[MOST_INPUTS];
        draw_inputs(seed, inputs);
        while_run_result a, b;
        run_tree(p, inputs, &a);
        run_tree(q, inputs, &b);
        assert_same_run(&a, &b, source);
        while_run_result_release(&a);
        while_run_result_release(&b);
    }
    while_free(p);
    while_free(q);
    text_release(&once);
    text_release(&twice);
}

static void layout_keeps_the_meaning(void **unused)
{
    (void)unused;
    uint64_t seed = 11;
    random_while_shape shape = random_while_small();
    for (int i = 0; i < 400; i++) {
        text t;
        text_init(&t);
        random_while(&t, &seed, &shape);
        check_layout(t.data, &seed);
        text_release(&t);
    }
}

static size_t count(const char *in, const char *what)
{
    size_t n = 0;
    for (const char *at = in; (at = strstr(at, what)); at++) n++;
    return n;
}

/* Comments between any two tokens stay, each once, and in their order. */
static void layout_keeps_comments(void **unused)
{
    (void)unused;
    uint64_t seed = 5;
    random_while_shape shape = random_while_small();
    for (int i = 0; i < 200; i++) {
        text t, commented, out;
        text_init(&t);
        text_init(&commented);
        text_init(&out);
        random_while(&t, &seed, &shape);
        size_t n = 0;
        for (size_t k = 0; k < t.size; k++) {
            bool between = t.data[k] == ' ' || t.data[k] == '\n';
            if (between && random_chance(&seed, 20)) text_printf(&commented, " //%zu.\n", n++);
            else text_addc(&commented, t.data[k]);
        }
        check_layout(commented.data, &seed);
        while_program *p = parse(commented.data);
        while_format(&out, p);
        assert_int_equal(count(out.data, "//"), n);
        const char *last = out.data;
        for (size_t k = 0; k < n; k++) {
            char name[32];
            snprintf(name, sizeof name, "//%zu.", k);
            const char *at = strstr(out.data, name);
            if (!at || at < last) fail_msg("comment %zu is lost or moved in\n%s", k, out.data);
            last = at;
        }
        while_free(p);
        text_release(&t);
        text_release(&commented);
        text_release(&out);
    }
}

/* ---- the translation ---- */

static run_end end_of(while_end e)
{
    return e == WHILE_ENDED ? RUN_RETURNED : e == WHILE_FAILED ? RUN_VIOLATED : e == WHILE_BLOCKED ? RUN_BLOCKED : RUN_OUT_OF_STEPS;
}

/* True: both runs came to an end, the same one. */
static bool compare_runs(const while_program *tree, const program *p, uint64_t *seed, const char *source)
{
    rat inputs[MOST_INPUTS];
    term terms[MOST_INPUTS];
    draw_inputs(seed, inputs);
    for (size_t i = 0; i < MOST_INPUTS; i++) terms[i] = term_mk_num(program_terms(p), &inputs[i], sort_int(program_terms(p)));
    while_run_result a;
    run_tree(tree, inputs, &a);
    run_result b;
    run_result_init(&b);
    interpret(p, &(interpret_options){.inputs = terms, .n_inputs = MOST_INPUTS, .default_inputs = true, .max_steps = 20 * MOST_STEPS}, &b);
    bool both = a.end != WHILE_STOPPED && b.end != RUN_OUT_OF_STEPS;
    bool same = b.end == end_of(a.end) && b.used.size == a.n_used;
    if (b.end == RUN_VIOLATED) same = same && program_goal(p, b.goal)->place.line == a.place.line && program_goal(p, b.goal)->place.column == a.place.column;
    if (both && !same) fail_msg("executed it ends with %d after %zu inputs, translated with %d after %zu:\n%s", (int)a.end, a.n_used, (int)b.end, b.used.size, source);
    while_run_result_release(&a);
    run_result_release(&b);
    return both;
}

static void translation_keeps_the_meaning(void **unused)
{
    (void)unused;
    uint64_t seed = 23;
    random_while_shape shape = random_while_small();
    size_t compared = 0, most = 0;
    for (int i = 0; i < 500; i++) {
        term_store *ts = term_store_new();
        text t;
        text_init(&t);
        random_while(&t, &seed, &shape);
        while_program *tree = parse(t.data);
        program *p = while_translate(ts, tree);
        assert_null(program_check(p));
        for (int k = 0; k < 8; k++, most++) compared += compare_runs(tree, p, &seed, t.data);
        program_free(p);
        while_free(tree);
        term_store_free(ts);
        text_release(&t);
    }
    assert_true(compared > most * 9 / 10);
}

/* ---- engines ---- */

/* Some inputs out of a few make it bad. */
static bool some_run_is_bad(const while_program *p, uint64_t *seed)
{
    bool bad = false;
    for (int i = 0; i < 60 && !bad; i++) {
        rat inputs[MOST_INPUTS];
        draw_inputs(seed, inputs);
        while_run_result r;
        run_tree(p, inputs, &r);
        bad = r.end == WHILE_FAILED;
        while_run_result_release(&r);
    }
    return bad;
}

/* A derivation's inputs make the tree's run bad, at the goal. */
static void check_derivation(const while_program *tree, const program *p, const encoding *e, const derivation *d, const char *source)
{
    goal g;
    term_vec values;
    term_vec_init(&values);
    assert_true(encoding_run(e, d, &g, &values));
    rat *inputs = calloc(values.size + 1, sizeof *inputs);
    for (size_t i = 0; i < values.size; i++) {
        rat_init(&inputs[i]);
        rat_set(&inputs[i], term_number(program_terms(p), values.data[i]));
    }
    while_run_result r;
    while_run_result_init(&r);
    while_run(tree, &(while_run_options){.inputs = inputs, .n_inputs = values.size, .max_steps = 100000}, &r);
    if (r.end != WHILE_FAILED || r.place.line != program_goal(p, g)->place.line) fail_msg("the run of a derivation is not bad:\n%s", source);
    while_run_result_release(&r);
    for (size_t i = 0; i < values.size; i++) rat_release(&inputs[i]);
    free(inputs);
    term_vec_release(&values);
}

typedef struct tally {
    size_t safe, unsafe;
} tally;

static void ask_engine(void (*run)(const horn *, const engine_context *, result *), const while_program *tree, const program *p, const encoding *e, bool is_bad,
                       const char *source, tally *n)
{
    result r;
    result_init(&r);
    run(encoding_horn(e), &(engine_context){.limits = limits_within(&(limits){0}, 2), .max_bound = 60}, &r);
    if (r.answer == ANSWER_SAFE && is_bad) fail_msg("called safe, but some run is bad:\n%s", source);
    if (r.answer == ANSWER_UNSAFE) check_derivation(tree, p, e, &r.derivation, source);
    n->safe += r.answer == ANSWER_SAFE;
    n->unsafe += r.answer == ANSWER_UNSAFE;
    result_release(&r);
}

static void engines_agree_with_the_runs(void **unused)
{
    (void)unused;
    uint64_t seed = 91;
    random_while_shape shape = random_while_small();
    tally n = {0};
    for (int i = 0; i < 60; i++) {
        term_store *ts = term_store_new();
        text t;
        text_init(&t);
        random_while(&t, &seed, &shape);
        while_program *tree = parse(t.data);
        program *p = while_translate(ts, tree);
        encoding *e = encode_program(p, &(encode_options){.large_blocks = i % 3 > 0, .inline_limit = i % 2 ? 0 : 1000});
        bool is_bad = some_run_is_bad(tree, &seed);
        ask_engine(la_run, tree, p, e, is_bad, t.data, &n);
        ask_engine(bmc_run, tree, p, e, is_bad, t.data, &n);
        encoding_free(e);
        program_free(p);
        while_free(tree);
        term_store_free(ts);
        text_release(&t);
    }
    assert_true(n.safe > 10 && n.unsafe > 40);
}

/* ---- what is written in ast.h ---- */

static void assert_ends(const char *source, const char *inputs, while_end end, const char *state)
{
    while_program *p = parse(source);
    rat values[MOST_INPUTS];
    for (size_t i = 0; i < MOST_INPUTS; i++) rat_init(&values[i]);
    for (size_t i = 0; inputs[i]; i++) rat_set_int(&values[i], inputs[i] - '0');
    while_run_result r;
    run_tree(p, values, &r);
    assert_int_equal(r.end, end);
    if (state) assert_string_equal(r.state.data, state);
    while_run_result_release(&r);
    while_free(p);
}

static void meaning_by_hand(void **unused)
{
    (void)unused;
    assert_ends("int a, b, c, d; a := 7 / 2; b := (-7) / 2; c := 7 / (-2); d := 5 / 0", "", WHILE_ENDED, "a = 3\nb = -4\nc = -4\nd = 0\n");
    assert_ends("int a; a := 10 - 2 - 3", "", WHILE_ENDED, "a = 5\n");
    assert_ends("int a; assume a > 1; assert a > 2", "2", WHILE_FAILED, NULL);
    assert_ends("int a; assume a > 1; assert a > 2", "1", WHILE_BLOCKED, NULL);
    assert_ends("int a; while true do skip", "", WHILE_STOPPED, NULL);
    /* aliases */
    assert_ends("proc p(out int f, out int h) { *f := 1; *h := *f + 1 } main { int x, y; p(x, x) }", "", WHILE_ENDED, "x = 2\ny = 0\n");
    assert_ends("proc p(out int f, out int h) { if f = h then *f := 3 else *f := 4 } main { int x, y; p(x, y); p(y, y) }", "", WHILE_ENDED, "x = 4\ny = 3\n");
    /* each activation has its own x */
    assert_ends("int same; proc p(int n, out int f) { int x; x := n; if n > 0 then p(n - 1, x); *f := *f + x } main { int y; y := 0; p(2, y); same := y }", "0", WHILE_ENDED,
                "same = 3\ny = 3\n");
    assert_ends("proc f(int n) returns int { int r; if n <= 0 then return 1; r := f(n - 1); return n * r } main { int x; x := f(5) }", "", WHILE_ENDED, "x = 120\n");
    assert_ends("proc f() returns int { skip } main { int x; x := f() } ensure x = 0", "", WHILE_ENDED, "x = 0\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_files_are_named),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(long_chains_are_refused),
        cmocka_unit_test(damaged_programs_are_answered),
        cmocka_unit_test(meaning_by_hand),
        cmocka_unit_test(layout_keeps_the_meaning),
        cmocka_unit_test(layout_keeps_comments),
        cmocka_unit_test(translation_keeps_the_meaning),
        cmocka_unit_test(engines_agree_with_the_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

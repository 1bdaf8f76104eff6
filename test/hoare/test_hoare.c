/* The checker of proof outlines: it accepts right ones, refuses them when something is missing, and never accepts one of a program that can fail. */

#include "front/while/run.h"
#include "hoare/hoare.h"

#include "../front/while/random_while.h"
#include "../horn/random_horn.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

static const limits NONE = {0};

typedef struct bench {
    term_store *ts;
    while_program *program;
    hoare_outline outline;
} bench;

static void bench_init(bench *b, const char *source)
{
    diag d;
    diag_init(&d);
    b->ts = term_store_new();
    b->program = while_parse("t.while", source, strlen(source), &d);
    if (!b->program) fail_msg("%s in\n%s", d.message, source);
    diag_release(&d);
    hoare_outline_init(&b->outline, b->ts, b->program);
}

static void bench_release(bench *b)
{
    hoare_outline_release(&b->outline);
    while_free(b->program);
    term_store_free(b->ts);
}

static const while_stmt *find_loop(const while_stmt *s)
{
    for (const while_stmt *c = s; c; c = c->next) {
        const while_stmt *inside = c->kind == WHILE_LOOP ? c : c->first ? find_loop(c->first) : NULL;
        if (inside) return inside;
    }
    return NULL;
}

static bool accepts(bench *b) { return !hoare_check(&b->outline, &NONE); }

static void a_loop_needs_its_invariant(void **unused)
{
    (void)unused;
    bench b;
    bench_init(&b, "int x, y, n; x := n; y := 0; while x > 0 do { x := x - 1; y := y + 1 } bad n >= 0 and y != n");
    term *may = &b.outline.may[HOARE_FAILS][find_loop(while_main(b.program)->body)->id];
    term x = b.outline.globals[0], y = b.outline.globals[1], n = b.outline.globals[2], zero = term_mk_int(b.ts, 0);
    term sum = term_mk_eq(b.ts, term_mk_add2(b.ts, x, y), n), not_sum = term_mk_not(b.ts, sum), negative = term_mk_lt(b.ts, x, zero);
    assert_false(accepts(&b)); /* "true" is kept by the loop and says nothing */
    *may = not_sum;
    assert_false(accepts(&b)); /* x may be negative at the end */
    *may = term_mk_or2(b.ts, not_sum, term_mk_and2(b.ts, negative, term_mk_ge(b.ts, n, zero)));
    assert_true(accepts(&b));
    *may = term_mk_or2(b.ts, *may, term_mk_le(b.ts, n, term_mk_int(b.ts, 5)));
    assert_false(accepts(&b)); /* does not hold at first */
    *may = term_mk_or2(b.ts, negative, term_mk_not(b.ts, term_mk_eq(b.ts, y, zero)));
    assert_false(accepts(&b)); /* is not kept */
    bench_release(&b);
}

static void a_call_needs_its_summary(void **unused)
{
    (void)unused;
    bench b;
    bench_init(&b, "int g; proc p(out int f, int v) { assert v > 0; *f := v; g := g + 1 } main { int x; g := 0; p(x, 3) } ensure x = 3 and g = 1");
    const hoare_scope *p = &b.outline.scopes[0];
    term v = p->values[1], g = b.outline.globals[0], one = term_mk_int(b.ts, 1);
    term g_left = term_mk_eq(b.ts, p->ghosts.data[0], term_mk_add2(b.ts, g, one)), f_left = term_mk_eq(b.ts, p->ghosts.data[1], v);
    term *ends = &b.outline.may_begin[HOARE_ENDS][0], *fails = &b.outline.may_begin[HOARE_FAILS][0];
    *fails = term_mk_le(b.ts, v, term_mk_int(b.ts, 0));
    assert_false(accepts(&b)); /* it would never end */
    *ends = f_left;
    assert_false(accepts(&b)); /* nothing about g */
    *ends = term_mk_and2(b.ts, f_left, g_left);
    assert_true(accepts(&b));
    term stranger = term_mk_sym(b.ts, "stranger", sort_int(b.ts));
    *ends = term_mk_and2(b.ts, *ends, term_mk_eq(b.ts, stranger, v));
    assert_false(accepts(&b));
    *ends = term_mk_and2(b.ts, f_left, g_left);
    *fails = term_false(b.ts);
    assert_false(accepts(&b)); /* its assertion */
    *fails = term_true(b.ts);
    assert_false(accepts(&b)); /* then main's call may fail */
    *fails = term_mk_le(b.ts, v, term_mk_int(b.ts, 0));
    *ends = term_mk_and2(b.ts, *ends, term_mk_lt(b.ts, v, one));
    assert_false(accepts(&b)); /* it ends for other v, too */
    bench_release(&b);
}

static void references_may_be_the_same(void **unused)
{
    (void)unused;
    static const char SOURCE[] = "proc p(out int f, out int g) { *f := 1; *g := 2%s } main { int x, y; p(x, y); p(x, x) }";
    for (int variant = 0; variant < 2; variant++) {
        text t;
        text_init(&t);
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
        text_printf(&t, SOURCE, variant ? "; assert f = g or *f = 1" : "; assert *f = 1");
#pragma GCC diagnostic pop
        bench b;
        bench_init(&b, t.data);
        b.outline.may_begin[HOARE_ENDS][0] = term_true(b.ts);
        assert_int_equal(accepts(&b), variant);
        bench_release(&b);
        text_release(&t);
    }
}

/* ---- random outlines of programs that fail ---- */

static bool some_run_is_bad(const while_program *p, uint64_t *seed)
{
    enum { INPUTS = 12 };
    bool bad = false;
    for (int i = 0; i < 40 && !bad; i++) {
        rat inputs[INPUTS];
        for (size_t k = 0; k < INPUTS; k++) {
            rat_init(&inputs[k]);
            rat_set_int(&inputs[k], (int64_t)random_below(seed, 7) - 3);
        }
        while_run_result r;
        while_run_result_init(&r);
        while_run(p, &(while_run_options){.inputs = inputs, .n_inputs = INPUTS, .max_steps = 3000}, &r);
        bad = r.end == WHILE_FAILED;
        while_run_result_release(&r);
        for (size_t k = 0; k < INPUTS; k++) rat_release(&inputs[k]);
    }
    return bad;
}

static term random_claim(bench *b, const hoare_scope *s, uint64_t *seed)
{
    if (random_chance(seed, 60)) return term_mk_bool(b->ts, random_chance(seed, 50));
    size_t globals = b->program->n_globals, n = globals + s->proc->n_formals;
    if (!n) return term_true(b->ts);
    uint32_t i = random_below(seed, (uint32_t)n);
    term t = i < globals ? b->outline.globals[i] : s->values[i - globals], c = term_mk_int(b->ts, (int64_t)random_below(seed, 5) - 2);
    return random_chance(seed, 50) ? term_mk_le(b->ts, t, c) : term_mk_not(b->ts, term_mk_eq(b->ts, t, c));
}

static void no_outline_of_a_failing_program(void **unused)
{
    (void)unused;
    uint64_t seed = 5;
    random_while_shape shape = random_while_small();
    size_t failing = 0;
    while (failing < 100) {
        text t;
        text_init(&t);
        random_while(&t, &seed, &shape);
        bench b;
        bench_init(&b, t.data);
        bool bad = some_run_is_bad(b.program, &seed);
        failing += bad;
        for (int i = 0; i < 6 && bad; i++) {
            const hoare_scope *main = &b.outline.scopes[b.program->n_procs - 1];
            for (int v = 0; v < HOARE_VIEWS; v++) {
                for (size_t k = 0; k < b.program->n_stmts; k++) b.outline.may[v][k] = random_claim(&b, main, &seed);
                for (size_t k = 0; k + 1 < b.program->n_procs; k++) b.outline.may_begin[v][k] = random_claim(&b, &b.outline.scopes[k], &seed);
            }
            if (accepts(&b)) fail_msg("an outline of this was accepted:\n%s", t.data);
        }
        bench_release(&b);
        text_release(&t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_loop_needs_its_invariant),
        cmocka_unit_test(a_call_needs_its_summary),
        cmocka_unit_test(references_may_be_the_same),
        cmocka_unit_test(no_outline_of_a_failing_program),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

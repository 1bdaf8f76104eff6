/* Encodings of random programs against their interpreter: the clauses are unsafe iff some inputs violate a goal, a derivation gives
 * such inputs, and annotations hold wherever runs come by. */

#include "encode/encode.h"

#include "../horn/random_horn.h"
#include "../program/random_program.h"
#include "base/map.h"
#include "engine/bmc.h"
#include "engine/spacer.h"
#include "program/interpret.h"
#include "term/dag.h"
#include "term/eval.h"
#include "term/print.h"
#include "validate/validate.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

/* ---- all runs ---- */

enum { MAX_RUNS = 3000, MAX_RUN_INPUTS = 64 };

/* Input lists one after the other; list i begins at first[i]. */
typedef struct runs {
    term_vec inputs;
    size_vec first;
    size_t count;
    bool is_complete, is_violated;
} runs;

static run_end interpret_inputs(const program *p, const term *inputs, size_t n, goal *violated)
{
    interpret_options o = {.inputs = inputs, .n_inputs = n, .max_steps = 100000};
    run_result r;
    run_result_init(&r);
    interpret(p, &o, &r);
    run_end end = r.end;
    if (violated) *violated = r.goal;
    run_result_release(&r);
    return end;
}

/* Runs the program on all inputs it may ask for, as long as they are not too many. Keeps the complete runs. */
static void run_all(const program *p, runs *out)
{
    term_store *ts = program_terms(p);
    term choices[] = {term_false(ts), term_true(ts), term_mk_int(ts, -1), term_mk_int(ts, 0), term_mk_int(ts, 1), term_mk_int(ts, 2)};
    uint32_t odometer[MAX_RUN_INPUTS];
    term inputs[MAX_RUN_INPUTS];
    size_t n = 0;
    memset(out, 0, sizeof *out);
    for (size_t count = 0;; count++) {
        goal violated;
        run_end end = interpret_inputs(p, inputs, n, &violated);
        assert_int_not_equal(end, RUN_STUCK);
        assert_int_not_equal(end, RUN_OUT_OF_STEPS);
        if (count == MAX_RUNS || (end == RUN_OUT_OF_INPUTS && n == MAX_RUN_INPUTS)) return;
        out->is_violated |= end == RUN_VIOLATED;
        if (end == RUN_OUT_OF_INPUTS) {
            odometer[n] = 0;
            inputs[n++] = choices[0];
            continue;
        }
        size_vec_push(&out->first, out->inputs.size);
        term_vec_append(&out->inputs, inputs, n);
        out->count++;
        while (n && odometer[n - 1] + 1 == sizeof choices / sizeof *choices) n--;
        if (!n) break;
        inputs[n - 1] = choices[++odometer[n - 1]];
    }
    out->is_complete = true;
}

static void runs_release(runs *r)
{
    term_vec_release(&r->inputs);
    size_vec_release(&r->first);
}

/* ---- annotations on runs ---- */

typedef struct frame {
    proc f;
    u32_map entry; /* variable -> value */
} frame;

enum { MAX_DEPTH = 64 };

typedef struct watch {
    const program *p;
    const encoding *e;
    const annotation_vec *annotations;
    u32_map last; /* variable -> its value when it was last visible */
    frame frames[MAX_DEPTH];
    size_t checked;
} watch;

static void look_at(watch *w, const interpreter *i, const term_vec *vars, u32_map *out)
{
    for (size_t k = 0; k < vars->size; k++) {
        term value = interpreter_value(i, vars->data[k]);
        if (!term_is_none(value)) *u32_map_put(out, vars->data[k].id, NULL) = value.id;
    }
    (void)w;
}

static const u32_map *entry_of(const watch *w, proc f, size_t depth)
{
    while (depth > 0 && w->frames[depth - 1].f.id != f.id) depth--;
    assert_true(depth > 0);
    return &w->frames[depth - 1].entry;
}

static void must_hold(watch *w, term formula, size_t depth)
{
    term_store *ts = program_terms(w->p);
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(ts, &formula, 1, &symbols);
    evaluator *v = evaluator_new(ts);
    for (size_t k = 0; k < symbols.size; k++) {
        proc of;
        term variable = encoding_old_value_of(w->e, symbols.data[k], &of);
        const u32_map *values = term_is_none(variable) ? &w->last : entry_of(w, of, depth);
        uint32_t *value = u32_map_find(values, term_is_none(variable) ? symbols.data[k].id : variable.id);
        assert_non_null(value);
        evaluator_set(v, symbols.data[k], (term){*value});
    }
    term truth = evaluator_eval(v, formula, NULL);
    evaluator_free(v);
    term_vec_release(&symbols);
    if (term_is_none(truth)) return; /* quantifiers */
    assert_true(term_is_equal(truth, term_true(ts)));
    w->checked++;
}

static void check_at(watch *w, int kind, proc f, uint32_t line, size_t depth)
{
    for (size_t k = 0; k < w->annotations->size; k++) {
        const annotation *a = &w->annotations->data[k];
        if ((int)a->kind == kind && a->proc.id == f.id && (kind != AT_LOOP || a->place.line == line)) must_hold(w, a->formula, depth);
    }
}

static void on_step(void *user, const interpreter *i, proc f, block b, const stmt *s)
{
    watch *w = user;
    size_t depth = interpreter_depth(i);
    if (!s || depth > MAX_DEPTH) return;
    frame *top = &w->frames[depth - 1];
    if (s->kind == STMT_CALL) { /* is called, or has returned: then the next activation is a new one */
        if (depth < MAX_DEPTH) w->frames[depth].f = PROC_NONE;
        if (program_locals(w->p, f)->size && top->f.id == f.id) look_at(w, i, program_locals(w->p, f), &w->last);
        look_at(w, i, program_globals(w->p), &w->last);
        return;
    }
    bool is_entry = top->f.id == PROC_NONE.id;
    look_at(w, i, program_locals(w->p, f), &w->last);
    look_at(w, i, program_globals(w->p), &w->last);
    if (is_entry) {
        assert_int_equal(b.id, 0);
        top->f = f;
        u32_map_clear(&top->entry);
        look_at(w, i, program_params(w->p, f), &top->entry);
        look_at(w, i, program_globals(w->p), &top->entry);
        check_at(w, AT_ENTRY, f, 0, depth);
    }
    if (s->kind != STMT_OUTPUT) return;
    if (s->name[0]) check_at(w, AT_EXIT, f, 0, depth);
    else check_at(w, AT_LOOP, f, program_block_place(w->p, f, b).line, depth);
}

static size_t annotations_hold(const program *p, const encoding *e, const model *m, const runs *all)
{
    annotation_vec annotations;
    annotation_vec_init(&annotations);
    encoding_annotate(e, m, &annotations);
    watch w = {.p = p, .e = e, .annotations = &annotations};
    for (size_t k = 0; k < all->count && k < 100; k++) {
        size_t end = k + 1 < all->count ? all->first.data[k + 1] : all->inputs.size;
        for (size_t d = 0; d < MAX_DEPTH; d++) w.frames[d].f = PROC_NONE;
        interpret_options o = {.inputs = all->inputs.data + all->first.data[k], .n_inputs = end - all->first.data[k],
            .max_steps = 100000, .trace = on_step, .user = &w};
        run_result r;
        run_result_init(&r);
        interpret(p, &o, &r);
        run_result_release(&r);
    }
    u32_map_release(&w.last);
    for (size_t d = 0; d < MAX_DEPTH; d++) u32_map_release(&w.frames[d].entry);
    annotation_vec_release(&annotations);
    return w.checked;
}

/* ---- the laws ---- */

typedef struct counts {
    size_t violated, safe, proved, annotated;
} counts;

static void must_be_valid(const horn *h, const result *r)
{
    limits l = {.deadline = limits_now() + 20};
    stats s;
    text why;
    stats_init(&s);
    text_init(&why);
    verdict v = validate_result(h, r, &l, &s, &why);
    assert_int_not_equal(v, INVALID);
    text_release(&why);
}

static void run_must_violate(const program *p, const encoding *e, const derivation *d)
{
    term_vec inputs;
    term_vec_init(&inputs);
    goal expected, found;
    assert_true(encoding_run(e, d, &expected, &inputs));
    assert_int_equal(interpret_inputs(p, inputs.data, inputs.size, &found), RUN_VIOLATED);
    assert_int_equal(expected.id, found.id);
    term_vec_release(&inputs);
}

static void agrees(const program *p, const runs *all, const encode_options *options, bool prove, counts *c)
{
    encoding *e = encode_program(p, options);
    const horn *h = encoding_horn(e);
    assert_null(horn_check(h));
    engine_context context = {.limits = {.deadline = limits_now() + (all->is_violated ? 60 : 0.02)}};
    result r;
    result_init(&r);
    bmc_run(h, &context, &r);
    if (all->is_violated) assert_int_equal(r.answer, ANSWER_UNSAFE);
    if (r.answer == ANSWER_UNSAFE) {
        assert_true(all->is_violated || !all->is_complete);
        must_be_valid(h, &r);
        run_must_violate(p, e, &r.derivation);
    }
    c->violated += all->is_violated;
    c->safe += !all->is_violated;
    result_release(&r);
    if (prove && all->is_complete && !all->is_violated) {
        context.limits.deadline = limits_now() + 1;
        result_init(&r);
        spacer_run(h, &context, &r);
        assert_int_not_equal(r.answer, ANSWER_UNSAFE);
        if (r.answer == ANSWER_SAFE) {
            must_be_valid(h, &r);
            c->proved++;
            c->annotated += annotations_hold(p, e, &r.model, all);
        }
        result_release(&r);
    }
    encoding_free(e);
}

static void agrees_with_the_interpreter(void **state)
{
    (void)state;
    uint64_t seed = 7;
    counts c = {0};
    const char *more = getenv("ENCODE_PROGRAMS");
    for (int i = 0, n = more ? atoi(more) : 60; i < n; i++) {
        term_store *ts = term_store_new();
        random_program_shape shape = random_program_small();
        shape.arrays = i % 3 == 0;
        program *p = random_program(ts, &seed, &shape);
        assert_null(program_check(p));
        runs all;
        run_all(p, &all);
        for (size_t k = 0; k < 4; k++) {
            encode_options o = {.large_blocks = k & 1, .inline_limit = k & 2 ? 20 + random_below(&seed, 300) : 0};
            agrees(p, &all, &o, i % 4 == 0, &c);
        }
        runs_release(&all);
        program_free(p);
        term_store_free(ts);
    }
    if (more) print_message("violated %zu, not %zu, proved %zu, annotations checked %zu\n", c.violated, c.safe, c.proved, c.annotated);
    assert_true(c.violated > 20 && c.safe > 20 && c.proved > 5 && c.annotated > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_interpreter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

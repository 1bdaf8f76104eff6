/* Encodings of random programs against their interpreter: the clauses are unsafe iff some inputs violate a goal, a derivation gives
 * such inputs, and annotations hold wherever runs come by. */

#include "encode/encode.h"
#include "encode/inline_calls.h"

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

/* Z3 leaks when its Horn engine is interrupted: the one that helps interpolation here, when bmc has little time. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void) { return "leak:libz3"; }

/* ---- all runs ---- */

enum { MAX_RUNS = 3000, MAX_RUN_INPUTS = 64 };

/* Input lists one after the other; list i begins at first[i]. */
typedef struct runs {
    term_vec inputs;
    size_vec first;
    size_t count;
    bool is_complete;
    u32_vec is_violated; /* by goal: by some run */
} runs;

/* RUN_STUCK if not all inputs are asked for. */
static run_end interpret_inputs(const program *p, const term *inputs, size_t n, goal *violated)
{
    interpret_options o = {.inputs = inputs, .n_inputs = n, .max_steps = 100000};
    run_result r;
    run_result_init(&r);
    interpret(p, &o, &r);
    run_end end = r.used.size < n && r.end != RUN_BLOCKED ? RUN_STUCK : r.end;
    *violated = r.goal;
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
    u32_vec_resize(&out->is_violated, program_goal_count(p));
    for (size_t count = 0;; count++) {
        goal violated;
        run_end end = interpret_inputs(p, inputs, n, &violated);
        assert_int_not_equal(end, RUN_STUCK);
        assert_int_not_equal(end, RUN_OUT_OF_STEPS);
        if (count == MAX_RUNS || (end == RUN_OUT_OF_INPUTS && n == MAX_RUN_INPUTS)) return;
        if (end == RUN_VIOLATED) out->is_violated.data[violated.id] = true;
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
    u32_vec_release(&r->is_violated);
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
    bool is_reached; /* the goal that is asked for */
    goal asked;
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
    if (s && s->kind == STMT_CHECK && s->goal.id == w->asked.id) w->is_reached = true;
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

static bool is_unreachable(const encoding *e, const model *m, goal x)
{
    const horn *places = encoding_places(e);
    limits l = {.deadline = limits_now() + 20};
    verdict *holds = alloc_zeroed(horn_clause_count(places) + 1, sizeof *holds);
    validate_clauses(places, m, &l, holds);
    bool all = encoding_has_place(e, x);
    for (size_t i = 0; i < horn_clause_count(places); i++) {
        assert_int_equal(encoding_place_goal(e, i).id, x.id);
        all &= holds[i] == VALID;
    }
    free(holds);
    return all;
}

static size_t annotations_hold(const program *p, const encoding *e, const model *m, const runs *all, goal x, size_t *unreachable)
{
    annotation_vec annotations;
    annotation_vec_init(&annotations);
    encoding_annotate(e, m, &annotations);
    watch w = {.p = p, .e = e, .annotations = &annotations, .asked = x};
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
    if (is_unreachable(e, m, x)) {
        assert_false(w.is_reached);
        ++*unreachable;
    }
    return w.checked;
}

/* ---- the laws ---- */

typedef struct counts {
    size_t violated, unviolated, proved, annotated, unreachable;
} counts;

static verdict validate_answer(const horn *h, const result *r)
{
    limits l = {.deadline = limits_now() + 20};
    stats s;
    text why;
    stats_init(&s);
    text_init(&why);
    verdict v = validate_result(h, r, &l, &s, &why);
    text_release(&why);
    return v;
}

static void run_must_violate(const program *p, const encoding *e, uint32_t x, const derivation *d)
{
    term_vec inputs;
    term_vec_init(&inputs);
    goal expected, found;
    assert_true(encoding_run(e, d, &expected, &inputs));
    assert_int_equal(interpret_inputs(p, inputs.data, inputs.size, &found), RUN_VIOLATED);
    assert_int_equal(expected.id, x);
    assert_int_equal(found.id, x);
    term_vec_release(&inputs);
}

static void prove(const program *p, const encoding *e, uint32_t x, const runs *all, counts *c)
{
    engine_context context = {.limits = {.deadline = limits_now() + 0.5}};
    result r;
    result_init(&r);
    spacer_run(encoding_horn(e), &context, &r);
    assert_int_not_equal(r.answer, ANSWER_UNSAFE);
    /* Spacer's models are not trusted */
    if (r.answer == ANSWER_SAFE && validate_answer(encoding_horn(e), &r) == VALID) {
        c->proved++;
        c->annotated += annotations_hold(p, e, &r.model, all, (goal){x}, &c->unreachable);
    }
    result_release(&r);
}

/* A CHECK that fails ends the run, and so does an assumption: a goal is violated in the program iff it is with all others skipped. */
static void agrees_on_goal(const program *p, const runs *all, uint32_t x, encode_options o, counts *c)
{
    bool *skip = alloc_zeroed(program_goal_count(p), sizeof *skip);
    for (uint32_t g = 0; g < program_goal_count(p); g++) skip[g] = g != x;
    if (x % 2) o.skip_goals = skip;
    encoding *e = encode_program(p, &o);
    if (x % 2 == 0) encoding_drop_goals(e, skip);
    assert_null(horn_check(encoding_horn(e)));
    bool is_violated = all->is_violated.data[x];
    engine_context context = {.limits = {.deadline = limits_now() + (is_violated ? 60 : 0.2)}, .max_bound = is_violated ? 0 : 10};
    result r;
    result_init(&r);
    bmc_run(encoding_horn(e), &context, &r);
    if (is_violated) assert_int_equal(r.answer, ANSWER_UNSAFE);
    if (r.answer == ANSWER_UNSAFE) {
        assert_int_not_equal(validate_answer(encoding_horn(e), &r), INVALID);
        run_must_violate(p, e, x, &r.derivation);
    }
    result_release(&r);
    c->violated += is_violated;
    c->unviolated += !is_violated;
    if (!is_violated && all->is_complete && x % 8 == 0) prove(p, e, x, all, c);
    encoding_free(e);
    free(skip);
}

/* Any goal, or one that is violated if there is one. */
static uint32_t pick_goal(const runs *all, uint64_t *seed, bool violated)
{
    uint32_t n = (uint32_t)all->is_violated.size, start = random_below(seed, n);
    for (uint32_t i = 0; violated && i < n; i++)
        if (all->is_violated.data[(start + i) % n]) return (start + i) % n;
    return start;
}

static void agrees_with_the_interpreter(void **state)
{
    (void)state;
    uint64_t seed = 7;
    counts c = {0};
    const char *more = getenv("LATCH_TEST_PROGRAMS");
    for (int i = 0, n = more ? atoi(more) : 40; i < n; i++) {
        term_store *ts = term_store_new();
        random_program_shape shape = random_program_small();
        shape.arrays = i % 3 == 0;
        program *p = random_program(ts, &seed, &shape);
        assert_null(program_check(p));
        runs all;
        run_all(p, &all);
        for (size_t k = 0; k < 8 && program_goal_count(p); k++) {
            encode_options o = {.large_blocks = k & 1, .inline_limit = k & 2 ? 20 + random_below(&seed, 300) : 0};
            agrees_on_goal(p, &all, pick_goal(&all, &seed, k < 4), o, &c);
        }
        runs_release(&all);
        program_free(p);
        term_store_free(ts);
    }
    if (more) print_message("violated %zu, not %zu, proved %zu, annotations %zu, unreachable %zu\n", c.violated, c.unviolated, c.proved, c.annotated, c.unreachable);
    assert_true(c.violated >= 50 && c.unviolated >= 50 && c.proved > 5 && c.annotated > 20 && c.unreachable > 0);
}

/* The program with calls inlined ends in the same way on the same inputs. */
static void inlining_keeps_runs(void **state)
{
    (void)state;
    uint64_t seed = 11;
    size_t changed = 0, compared = 0;
    for (int i = 0; i < 150; i++) {
        term_store *ts = term_store_new();
        random_program_shape shape = random_program_small();
        program *p = random_program(ts, &seed, &shape);
        runs all;
        inlined in;
        run_all(p, &all);
        inlined_init(&in, p, random_below(&seed, 400));
        assert_null(program_check(inlined_program(&in)));
        changed += in.copy != NULL;
        for (size_t k = 0; in.copy && k < all.count && k < 50; k++) {
            size_t from = all.first.data[k], to = k + 1 < all.count ? all.first.data[k + 1] : all.inputs.size;
            goal expected, found;
            run_end end = interpret_inputs(p, all.inputs.data + from, to - from, &expected);
            assert_int_equal(interpret_inputs(in.copy, all.inputs.data + from, to - from, &found), end);
            assert_int_equal(found.id, expected.id);
            compared++;
        }
        inlined_release(&in);
        runs_release(&all);
        program_free(p);
        term_store_free(ts);
    }
    assert_true(changed > 30 && compared > 300);
}

/* A goal that is skipped has no query, the others still have theirs. */
static void skipped_goals_are_not_asked(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 40; i++) {
        term_store *ts = term_store_new();
        random_program_shape shape = random_program_small();
        program *p = random_program(ts, &seed, &shape);
        bool *skip = alloc_zeroed(program_goal_count(p) + 1, sizeof *skip);
        encode_options o = {.large_blocks = i & 1, .inline_limit = i & 2 ? 200 : 0, .skip_goals = skip};
        size_t queries[2];
        for (size_t k = 0; k < 2; k++) {
            encoding *e = encode_program(p, &o);
            queries[k] = horn_clauses_of(encoding_horn(e), PRED_FALSE)->size;
            encoding_free(e);
            for (size_t g = 0; g < program_goal_count(p); g++) skip[g] = true;
        }
        assert_int_equal(queries[1], 0);
        assert_true(!program_goal_count(p) || queries[0] <= program_goal_count(p) * 200);
        free(skip);
        program_free(p);
        term_store_free(ts);
    }
}

/* Clauses for goals, in their order. */
static void agree_on_clauses(const horn *a, const horn *b)
{
    assert_int_equal(horn_clause_count(a), horn_clause_count(b));
    for (size_t i = 0; i < horn_clause_count(a); i++) {
        assert_int_equal(horn_clause(a, i)->tag, horn_clause(b, i)->tag);
        assert_int_equal(horn_clause(a, i)->line, horn_clause(b, i)->line);
        assert_int_equal(horn_clause(a, i)->head.pred.id, horn_clause(b, i)->head.pred.id);
    }
}

/* It makes no difference whether goals are left out before or after. */
static void dropped_goals_are_as_skipped(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < 40; i++) {
        term_store *ts = term_store_new();
        random_program_shape shape = random_program_small();
        program *p = random_program(ts, &seed, &shape);
        bool *skip = alloc_zeroed(program_goal_count(p) + 1, sizeof *skip);
        for (size_t g = 0; g < program_goal_count(p); g++) skip[g] = random_below(&seed, 2);
        encode_options o = {.large_blocks = i & 1, .inline_limit = i & 2 ? 200 : 0, .skip_goals = skip};
        encoding *before = encode_program(p, &o);
        o.skip_goals = NULL;
        encoding *after = encode_program(p, &o);
        encoding_drop_goals(after, skip);
        agree_on_clauses(encoding_horn(before), encoding_horn(after));
        agree_on_clauses(encoding_places(before), encoding_places(after));
        for (size_t k = 0; k < horn_clause_count(encoding_places(before)); k++)
            assert_int_equal(encoding_place_goal(before, k).id, encoding_place_goal(after, k).id);
        encoding_free(before);
        encoding_free(after);
        free(skip);
        program_free(p);
        term_store_free(ts);
    }
}

/* ---- goals to be reached ---- */

/* A mark at the end of some block. */
static goal add_mark(program *p, uint64_t *seed)
{
    proc f = {random_below(seed, (uint32_t)program_proc_count(p))};
    block b = {random_below(seed, (uint32_t)program_block_count(p, f))};
    stmt s = {.kind = STMT_REACH, .target = TERM_NONE, .value = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE};
    s.goal = program_add_goal(p, &(goal_info){.kind = GOAL_COVER, .message = "mark", .proc = f, .function = "made", .covers = COVER_BLOCK});
    program_add_stmt(p, f, b, &s);
    return s.goal;
}

static bool reaches(const program *p, const term *inputs, size_t n, goal g)
{
    bool *reached = alloc_zeroed(program_goal_count(p), sizeof *reached);
    interpret_options o = {.inputs = inputs, .n_inputs = n, .default_inputs = true, .max_steps = 100000, .reached = reached};
    run_result r;
    run_result_init(&r);
    interpret(p, &o, &r);
    bool found = reached[g.id];
    run_result_release(&r);
    free(reached);
    return found;
}

static bool any_run_reaches(const program *p, const runs *all, goal g)
{
    for (size_t k = 0; k < all->count; k++) {
        size_t end = k + 1 < all->count ? all->first.data[k + 1] : all->inputs.size;
        if (reaches(p, all->inputs.data + all->first.data[k], end - all->first.data[k], g)) return true;
    }
    return false;
}

/* A derivation of its query gives a run that reaches the mark, and there is one if some run does. */
static void agrees_on_mark(const program *p, goal g, bool is_reached, encode_options o)
{
    bool *skip = alloc_zeroed(program_goal_count(p), sizeof *skip);
    for (uint32_t k = 0; k < program_goal_count(p); k++) skip[k] = k != g.id;
    o.skip_goals = skip;
    encoding *e = encode_program(p, &o);
    const u32_vec *queries = horn_clauses_of(encoding_horn(e), PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++) assert_int_equal(horn_clause(encoding_horn(e), queries->data[i])->tag, g.id + 1);
    engine_context context = {.limits = {.deadline = limits_now() + (is_reached ? 60 : 0.2)}, .max_bound = is_reached ? 0 : 10};
    result r;
    result_init(&r);
    bmc_run(encoding_horn(e), &context, &r);
    if (is_reached) assert_int_equal(r.answer, ANSWER_UNSAFE);
    if (r.answer == ANSWER_UNSAFE) {
        term_vec inputs;
        goal found;
        term_vec_init(&inputs);
        assert_true(encoding_run(e, &r.derivation, &found, &inputs));
        assert_int_equal(found.id, g.id);
        assert_true(reaches(p, inputs.data, inputs.size, g));
        term_vec_release(&inputs);
    }
    result_release(&r);
    encoding_free(e);
    free(skip);
}

static void marks_are_reached_as_in_runs(void **state)
{
    (void)state;
    uint64_t seed = 23;
    size_t count[2] = {0, 0};
    for (int i = 0; i < 40; i++) {
        term_store *ts = term_store_new();
        random_program_shape shape = random_program_small();
        program *p = random_program(ts, &seed, &shape);
        goal marks[4];
        for (size_t k = 0; k < 4; k++) marks[k] = add_mark(p, &seed);
        runs all;
        run_all(p, &all);
        for (size_t k = 0; k < 4; k++) {
            bool is_reached = any_run_reaches(p, &all, marks[k]);
            agrees_on_mark(p, marks[k], is_reached, (encode_options){.large_blocks = k & 1, .inline_limit = k & 2 ? 200 : 0});
            count[is_reached]++;
        }
        runs_release(&all);
        program_free(p);
        term_store_free(ts);
    }
    assert_true(count[0] > 20 && count[1] > 20);
}

/* ---- programs made by hand ---- */

typedef struct maker {
    term_store *ts;
    program *p;
    proc f;
} maker;

static void maker_init(maker *m)
{
    m->ts = term_store_new();
    m->p = program_new(m->ts);
}

static void maker_release(maker *m)
{
    program_free(m->p);
    term_store_free(m->ts);
}

static void begin_proc(maker *m, const char *name) { m->f = program_add_proc(m->p, name, (place){.file = "made", .line = 1}); }

static term int_var(maker *m, const char *name, proc owner)
{
    var_info v = {.name = name, .owner = owner, .low = TERM_NONE, .high = TERM_NONE};
    return program_add_var(m->p, name, sort_int(m->ts), &v);
}

static block new_block(maker *m)
{
    return program_add_block(m->p, m->f, (place){.file = "made", .line = 10 + (uint32_t)program_block_count(m->p, m->f)});
}

static stmt made(block b, stmt_kind kind)
{
    stmt s = {.kind = kind, .place = {"made", 10 + b.id, 0}};
    s.target = s.value = s.low = s.high = TERM_NONE;
    return s;
}

static void add_assign(maker *m, block b, term target, term value)
{
    stmt s = made(b, STMT_ASSIGN);
    s.target = target;
    s.value = value;
    program_add_stmt(m->p, m->f, b, &s);
}

static void add_input(maker *m, block b, term target)
{
    stmt s = made(b, STMT_INPUT);
    s.target = target;
    s.low = term_mk_int(m->ts, 0);
    s.high = term_mk_int(m->ts, 1000000);
    s.name = "input";
    program_add_stmt(m->p, m->f, b, &s);
}

static void add_check(maker *m, block b, term value)
{
    goal_info g = {.kind = GOAL_ASSERT, .message = "check", .place = {"made", 10 + b.id, 0}, .proc = m->f};
    stmt s = made(b, STMT_CHECK);
    s.value = value;
    s.goal = program_add_goal(m->p, &g);
    program_add_stmt(m->p, m->f, b, &s);
}

static void add_call(maker *m, block b, proc callee)
{
    stmt s = made(b, STMT_CALL);
    s.callee = callee;
    program_add_stmt(m->p, m->f, b, &s);
}

static void add_fork(maker *m, block b, term condition, block yes, block no)
{
    program_add_branch(m->p, m->f, b, condition, yes);
    program_add_branch(m->p, m->f, b, term_mk_not(m->ts, condition), no);
}

/* f reads its local x before it writes it. A second activation does not see what the first one wrote, inlined or not. */
static void activations_do_not_share_locals(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    begin_proc(&m, "f");
    proc f = m.f;
    term x = int_var(&m, "x", f), g = int_var(&m, "g", PROC_NONE);
    program_set_initial(m.p, g, term_mk_int(m.ts, 0));
    block b = new_block(&m);
    add_assign(&m, b, g, x);
    add_assign(&m, b, x, term_mk_int(m.ts, 7));
    program_set_return(m.p, f, b);
    begin_proc(&m, "main");
    b = new_block(&m);
    add_call(&m, b, f);
    add_call(&m, b, f);
    add_check(&m, b, term_mk_eq(m.ts, g, term_mk_int(m.ts, 7)));
    program_set_return(m.p, m.f, b);
    program_set_entry(m.p, m.f);
    assert_null(program_check(m.p));
    for (size_t k = 0; k < 4; k++) {
        encode_options o = {.large_blocks = k & 1, .inline_limit = k & 2 ? 100 : 0};
        encoding *e = encode_program(m.p, &o);
        engine_context context = {.limits = {.deadline = limits_now() + 20}};
        result r;
        result_init(&r);
        bmc_run(encoding_horn(e), &context, &r);
        assert_int_equal(r.answer, ANSWER_UNSAFE);
        run_must_violate(m.p, e, 0, &r.derivation); /* asks for nothing, though two values were free */
        result_release(&r);
        encoding_free(e);
    }
    maker_release(&m);
}

/* Calls f(1) and f(2); f counts from 0 to its parameter. Returns that parameter. */
static term make_two_counts(maker *m)
{
    begin_proc(m, "f");
    proc f = m->f;
    term n = int_var(m, "n", f), i = int_var(m, "i", f);
    program_set_signature(m->p, f, &n, 1, NULL, 0);
    block b = new_block(m), head = new_block(m), body = new_block(m), last = new_block(m);
    add_assign(m, b, i, term_mk_int(m->ts, 0));
    program_add_branch(m->p, f, b, term_true(m->ts), head);
    add_fork(m, head, term_mk_lt(m->ts, i, n), body, last);
    add_assign(m, body, i, term_mk_add2(m->ts, i, term_mk_int(m->ts, 1)));
    program_add_branch(m->p, f, body, term_true(m->ts), head);
    add_check(m, last, term_mk_eq(m->ts, i, n));
    program_set_return(m->p, f, last);
    begin_proc(m, "main");
    b = new_block(m);
    for (int64_t k = 1; k <= 2; k++) {
        term arg = term_mk_int(m->ts, k);
        stmt s = made(b, STMT_CALL);
        s.callee = f;
        s.args = &arg;
        s.n_args = 1;
        program_add_stmt(m->p, m->f, b, &s);
    }
    program_set_return(m->p, m->f, b);
    program_set_entry(m->p, m->f);
    assert_null(program_check(m->p));
    return n;
}

/* The argument of the predicate that is called so. */
static term param_named(const horn *h, pred p, const char *name)
{
    for (size_t i = 0; i < horn_pred_arity(h, p); i++)
        if (strcmp(horn_arg_name(h, p, i), name) == 0) return horn_param(h, p, i);
    fail();
    return TERM_NONE;
}

/* A loop that is inlined twice is annotated once: what is known of either copy, about the user's variables, at the user's line. */
static void copies_share_an_annotation(void **state)
{
    (void)state;
    maker m;
    maker_init(&m);
    term n = make_two_counts(&m), one = term_mk_int(m.ts, 1), two = term_mk_int(m.ts, 2);
    encode_options o = {.large_blocks = true, .inline_limit = 100};
    encoding *e = encode_program(m.p, &o);
    const horn *h = encoding_horn(e);
    pred first, second, other;
    assert_true(horn_find_pred(h, "f@11", &first) && horn_find_pred(h, "f@11#2", &second) && horn_find_pred(h, "main@entry", &other));
    assert_int_equal(horn_pred_count(h), 3);
    model known;
    model_init(&known, h);
    model_set(&known, first, term_mk_eq(m.ts, param_named(h, first, "n"), one));
    model_set(&known, second, term_mk_eq(m.ts, param_named(h, second, "n"), two));
    annotation_vec found;
    annotation_vec_init(&found);
    encoding_annotate(e, &known, &found);
    size_t loops = 0;
    for (size_t i = 0; i < found.size; i++) {
        if (found.data[i].kind != AT_LOOP) continue;
        loops++;
        assert_string_equal(program_proc_name(m.p, found.data[i].proc), "f");
        assert_int_equal(found.data[i].place.line, 11);
        term either = term_mk_or2(m.ts, term_mk_eq(m.ts, n, one), term_mk_eq(m.ts, n, two));
        assert_true(term_is_equal(found.data[i].formula, either));
    }
    assert_int_equal(loops, 1);
    annotation_vec_release(&found);
    model_release(&known);
    encoding_free(e);
    maker_release(&m);
}

enum { CHAIN_OF_DIAMONDS, CHAIN_OF_CHECKED_DIAMONDS, ERROR_EXITS, SWITCH, LOOPS_WITH_A_COMMON_TAIL, SHAPES };

/* After b; returns where to go on. */
static block add_diamond(maker *m, block b, term x, term y, uint32_t i)
{
    block yes = new_block(m), no = new_block(m), after = new_block(m);
    add_fork(m, b, term_mk_gt(m->ts, x, term_mk_int(m->ts, i)), yes, no);
    add_assign(m, yes, y, term_mk_add2(m->ts, y, x));
    add_assign(m, no, x, term_mk_add2(m->ts, x, term_mk_int(m->ts, 1)));
    program_add_branch(m->p, m->f, yes, term_true(m->ts), after);
    program_add_branch(m->p, m->f, no, term_true(m->ts), after);
    return after;
}

static block add_error_exit(maker *m, block b, block last, term x, uint32_t i)
{
    block after = new_block(m);
    term t = int_var(m, "t", m->f), g = int_var(m, "g", PROC_NONE);
    program_set_initial(m->p, g, term_mk_int(m->ts, 0));
    add_assign(m, b, t, term_mk_add2(m->ts, x, term_mk_int(m->ts, 1)));
    add_assign(m, b, g, t);
    add_fork(m, b, term_mk_gt(m->ts, t, term_mk_int(m->ts, i)), last, after);
    add_input(m, after, x);
    return after;
}

static block add_loop(maker *m, block b, block last, term x, term y, uint32_t i)
{
    block head = new_block(m), body = new_block(m), next = new_block(m), after = new_block(m);
    program_add_branch(m->p, m->f, b, term_true(m->ts), head);
    add_fork(m, head, term_mk_gt(m->ts, x, y), body, next);
    add_assign(m, body, y, term_mk_add2(m->ts, y, term_mk_int(m->ts, 1)));
    program_add_branch(m->p, m->f, body, term_true(m->ts), head);
    add_fork(m, next, term_mk_gt(m->ts, y, term_mk_int(m->ts, i)), last, after);
    add_input(m, after, x);
    return after;
}

static void add_switch(maker *m, block b, block last, term x, term y, uint32_t n)
{
    term_vec others;
    term_vec_init(&others);
    for (uint32_t i = 0; i < n; i++) {
        block at = new_block(m);
        term c = term_mk_eq(m->ts, x, term_mk_int(m->ts, i));
        program_add_branch(m->p, m->f, b, c, at);
        add_assign(m, at, y, term_mk_int(m->ts, i % 7));
        program_add_branch(m->p, m->f, at, term_true(m->ts), last);
        term_vec_push(&others, term_mk_not(m->ts, c));
    }
    program_add_branch(m->p, m->f, b, term_mk_and(m->ts, others.data, others.size), last);
    term_vec_release(&others);
}

/* About n blocks. */
static void make_shape(maker *m, int shape, uint32_t n)
{
    begin_proc(m, "main");
    program_set_entry(m->p, m->f);
    term x = int_var(m, "x", m->f), y = int_var(m, "y", m->f);
    block b = new_block(m), last = new_block(m);
    add_input(m, b, x);
    add_assign(m, b, y, term_mk_int(m->ts, 0));
    if (shape == SWITCH) add_switch(m, b, last, x, y, n);
    for (uint32_t i = 0; i < n / 4 && shape != SWITCH; i++) {
        if (shape == ERROR_EXITS) b = add_error_exit(m, b, last, x, i);
        else if (shape == LOOPS_WITH_A_COMMON_TAIL) b = add_loop(m, b, last, x, y, i);
        else b = add_diamond(m, b, x, y, i);
        if (shape == CHAIN_OF_CHECKED_DIAMONDS) add_check(m, b, term_mk_le(m->ts, y, term_mk_int(m->ts, i)));
    }
    if (shape != SWITCH) program_add_branch(m->p, m->f, b, term_true(m->ts), last);
    for (uint32_t i = 0; i < n / 4 && shape == LOOPS_WITH_A_COMMON_TAIL; i++) last = add_diamond(m, last, y, x, i);
    add_check(m, last, term_mk_le(m->ts, y, x));
    program_set_return(m->p, m->f, last);
}

/* What a clause holds altogether: the size of its constraint and of its arguments. */
static size_t total_size(const horn *h)
{
    size_t size = 0;
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        size += dag_size(horn_terms(h), c->constraint) + c->n_vars;
        if (!pred_is_false(c->head.pred)) size += horn_pred_arity(h, c->head.pred);
    }
    return size;
}

static size_t encoded_size(int shape, uint32_t n, bool large_blocks)
{
    maker m;
    maker_init(&m);
    make_shape(&m, shape, n);
    assert_null(program_check(m.p));
    size_t before = term_store_size(m.ts);
    encode_options o = {.large_blocks = large_blocks, .limits = {.deadline = limits_now() + 30}};
    encoding *e = encode_program(m.p, &o);
    assert_non_null(e);
    size_t size = term_store_size(m.ts) - before + total_size(encoding_horn(e));
    encoding_free(e);
    maker_release(&m);
    return size;
}

/* Twice the blocks make twice the clauses, also with joins of thousands of branches and tails that all loops share. */
static void large_procedures_have_linear_encodings(void **state)
{
    (void)state;
    for (int shape = 0; shape < SHAPES; shape++) {
        for (size_t k = 0; k < 2; k++) {
            size_t once = encoded_size(shape, 3000, k), twice = encoded_size(shape, 6000, k);
            assert_true(twice < once * 5 / 2 || (shape == CHAIN_OF_CHECKED_DIAMONDS && twice < 6000 * 1000));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agrees_with_the_interpreter),
        cmocka_unit_test(inlining_keeps_runs),
        cmocka_unit_test(skipped_goals_are_not_asked),
        cmocka_unit_test(dropped_goals_are_as_skipped), cmocka_unit_test(marks_are_reached_as_in_runs),
        cmocka_unit_test(activations_do_not_share_locals),
        cmocka_unit_test(copies_share_an_annotation),
        cmocka_unit_test(large_procedures_have_linear_encodings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

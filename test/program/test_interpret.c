/* The laws of src/program/interpret.h. */

#include "naive_run.h"
#include "program/output.h"
#include "term/eval.h"
#include "wild_program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const place nowhere;

/* ---- random programs against the oracle ---- */

typedef struct recorder {
    const program *p;
    event_vec events;
} recorder;

static void record(void *user, const interpreter *i, proc f, block b, const stmt *s)
{
    recorder *r = user;
    bool has_target = s && (s->kind == STMT_ASSIGN || s->kind == STMT_INPUT || s->kind == STMT_HAVOC);
    term target = has_target ? interpreter_value(i, s->target) : TERM_NONE;
    event_vec_push(&r->events, (event){s, f, b, interpreter_depth(i), target});
}

static bool is_same_event(const event *a, const event *b, bool is_last)
{
    return a->s == b->s && a->f.id == b->f.id && a->b.id == b->b.id && a->depth == b->depth
        && (is_last || term_is_equal(a->target, b->target));
}

/* The last statement of a stuck run has no effect that counts. */
static void compare_events(const event_vec *a, const event_vec *b, uint64_t seed)
{
    if (a->size != b->size) fail_msg("seed %lu: %zu and %zu events", (unsigned long)seed, a->size, b->size);
    for (size_t i = 0; i < a->size; i++)
        if (!is_same_event(&a->data[i], &b->data[i], i + 1 == a->size))
            fail_msg("seed %lu: event %zu differs", (unsigned long)seed, i);
}

static void compare_results(const run_result *a, const run_result *b, uint64_t seed)
{
    if (a->end != b->end) fail_msg("seed %lu: ends %d and %d", (unsigned long)seed, a->end, b->end);
    assert_int_equal(a->goal.id, b->goal.id);
    if (a->end == RUN_EXITED) assert_int_equal(a->status, b->status);
    assert_int_equal(a->steps, b->steps);
    assert_int_equal(a->place.line, b->place.line);
    assert_string_equal(a->output.data, b->output.data);
    assert_int_equal(a->used.size, b->used.size);
    for (size_t i = 0; i < a->used.size; i++) {
        assert_ptr_equal(a->used.data[i].asked_by, b->used.data[i].asked_by);
        assert_int_equal(a->used.data[i].value.id, b->used.data[i].value.id);
    }
}

static run_end run_both(random_source *r, const program *p, uint64_t seed, size_t max_steps)
{
    term_vec inputs;
    term_vec_init(&inputs);
    const term_vec *globals = program_globals(p);
    for (size_t i = 0; i < globals->size; i++) {
        term low = program_var(p, globals->data[i])->low;
        if (!term_is_none(program_initial(p, globals->data[i]))) continue;
        term_vec_push(&inputs, term_is_none(low) ? random_value(r, term_sort(program_terms(p), globals->data[i])) : low);
    }
    for (uint32_t i = rng_below(&r->rng, 4); i > 0; i--) term_vec_push(&inputs, random_value(r, random_sort(r)));
    recorder fast = {.p = p};
    event_vec slow;
    event_vec_init(&slow);
    interpret_options o = {.inputs = inputs.data, .n_inputs = inputs.size, .default_inputs = !rng_one_in(&r->rng, 4),
                           .max_steps = max_steps, .trace = record, .user = &fast};
    run_result a, b;
    run_result_init(&a);
    run_result_init(&b);
    interpret(p, &o, &a);
    naive_run(p, &o, &b, &slow);
    compare_results(&a, &b, seed);
    compare_events(&fast.events, &slow, seed);
    run_end end = a.end;
    run_result_release(&a);
    run_result_release(&b);
    event_vec_release(&slow);
    event_vec_release(&fast.events);
    term_vec_release(&inputs);
    return end;
}

static void test_random_programs(void **state)
{
    (void)state;
    static const struct {
        unsigned theories;
        size_t max_steps; /* products double the digits of a number at every step */
    } mixes[] = {
        {RANDOM_INT | RANDOM_ARRAY, 120},
        {RANDOM_INT | RANDOM_NONLINEAR | RANDOM_ARRAY, 20},
        {RANDOM_INT | RANDOM_BV | RANDOM_MIXED, 120},
        {RANDOM_INT | RANDOM_BV | RANDOM_MIXED | RANDOM_ARRAY, 60},
        {RANDOM_INT | RANDOM_REAL | RANDOM_MIXED | RANDOM_NONLINEAR, 15},
        {RANDOM_INT | RANDOM_REAL | RANDOM_MIXED | RANDOM_BV | RANDOM_ARRAY, 60},
        {RANDOM_INT | RANDOM_ARRAY | RANDOM_QUANTIFIER, 30},
    };
    enum { MIXES = sizeof mixes / sizeof *mixes, RUNS = 700 };
    size_t ends[RUN_OUT_OF_STEPS + 1] = {0};
    for (uint64_t seed = 1; seed <= RUNS; seed++) {
        term_store *ts = term_store_new();
        random_source r;
        random_source_init(&r, ts, seed, mixes[seed % MIXES].theories);
        program *p = wild_program(&r);
        for (int i = 0; i < 3; i++) ends[run_both(&r, p, seed, mixes[seed % MIXES].max_steps)]++;
        program_free(p);
        random_source_release(&r);
        term_store_free(ts);
    }
    for (size_t i = 0; i <= RUN_OUT_OF_STEPS; i++)
        if (ends[i] < 10) fail_msg("only %zu runs end by %zu: the programs test too little", ends[i], i);
}

/* ---- programs written by hand ---- */

typedef struct writer {
    term_store *ts;
    program *p;
    proc f;
    block b;
} writer;

static void writer_init(writer *w)
{
    w->ts = term_store_new();
    w->p = program_new(w->ts);
}

static void writer_release(writer *w)
{
    program_free(w->p);
    term_store_free(w->ts);
}

static term number(writer *w, int64_t n) { return term_mk_int(w->ts, n); }

static term variable(writer *w, const char *name, sort s, bool is_global)
{
    var_info info = {.name = name, .owner = is_global ? PROC_NONE : w->f, .low = TERM_NONE, .high = TERM_NONE};
    term v = program_add_var(w->p, name, s, &info);
    if (is_global) program_set_initial(w->p, v, eval_default(w->ts, s));
    return v;
}

static term local(writer *w, const char *name) { return variable(w, name, sort_int(w->ts), false); }

static sort memory(writer *w) { return sort_array(w->ts, sort_int(w->ts), sort_int(w->ts)); }

static void begin(writer *w, const char *name)
{
    w->f = program_add_proc(w->p, name, nowhere);
    w->b = program_add_block(w->p, w->f, nowhere);
}

static block new_block(writer *w) { return program_add_block(w->p, w->f, nowhere); }

static void add(writer *w, stmt s) { program_add_stmt(w->p, w->f, w->b, &s); }
static void assign(writer *w, term target, term t) { add(w, (stmt){.kind = STMT_ASSIGN, .target = target, .value = t}); }
static void input(writer *w, term target, term low, term high)
{
    add(w, (stmt){.kind = STMT_INPUT, .target = target, .low = low, .high = high, .name = "get"});
}
static void call(writer *w, proc callee, const term *args, size_t n_args, term result)
{
    add(w, (stmt){.kind = STMT_CALL, .callee = callee, .args = args, .n_args = n_args, .results = &result, .n_results = 1});
}
static void go(writer *w, block target) { program_add_branch(w->p, w->f, w->b, term_true(w->ts), target); }
static void fork_on(writer *w, term condition, block yes, block no)
{
    program_add_branch(w->p, w->f, w->b, condition, yes);
    program_add_branch(w->p, w->f, w->b, term_mk_not(w->ts, condition), no);
}
static void leave(writer *w) { program_set_return(w->p, w->f, w->b); }

/* Runs with integers as inputs; the result is the caller's. */
static run_result run_on(const writer *w, const int64_t *numbers, size_t n, size_t max_steps)
{
    const char *wrong = program_check(w->p);
    if (wrong) fail_msg("%s", wrong);
    term inputs[8];
    for (size_t i = 0; i < n; i++) inputs[i] = term_mk_int(w->ts, numbers[i]);
    run_result r;
    run_result_init(&r);
    interpret(w->p, &(interpret_options){.inputs = inputs, .n_inputs = n, .max_steps = max_steps}, &r);
    return r;
}

static int64_t status_on(const writer *w, const int64_t *numbers, size_t n)
{
    run_result r = run_on(w, numbers, n, 0);
    assert_int_equal(r.end, RUN_RETURNED);
    assert_int_equal(r.used.size, n);
    int64_t status = r.status;
    run_result_release(&r);
    return status;
}

/* f(n) = n > 100 ? n - 10 : f(f(n + 11)) */
static void test_mccarthy(void **state)
{
    (void)state;
    writer w;
    writer_init(&w);
    begin(&w, "f");
    term n = local(&w, "n"), r = local(&w, "r"), next = term_mk_add2(w.ts, n, number(&w, 11));
    program_set_signature(w.p, w.f, &n, 1, &r, 1);
    block high = new_block(&w), low = new_block(&w);
    fork_on(&w, term_mk_gt(w.ts, n, number(&w, 100)), high, low);
    w.b = high;
    assign(&w, r, term_mk_sub(w.ts, n, number(&w, 10)));
    leave(&w);
    w.b = low;
    call(&w, w.f, &next, 1, r);
    call(&w, w.f, &r, 1, r);
    leave(&w);
    program_set_entry(w.p, w.f);
    for (int64_t i = -20; i < 130; i++) assert_int_equal(status_on(&w, &i, 1), i > 100 ? i - 10 : 91);
    writer_release(&w);
}

static int64_t ackermann(int64_t m, int64_t n)
{
    if (m == 0) return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static void test_ackermann(void **state)
{
    (void)state;
    writer w;
    writer_init(&w);
    begin(&w, "a");
    term m = local(&w, "m"), n = local(&w, "n"), r = local(&w, "r"), formals[2] = {m, n};
    term less_m = term_mk_sub(w.ts, m, number(&w, 1)), less_n = term_mk_sub(w.ts, n, number(&w, 1));
    program_set_signature(w.p, w.f, formals, 2, &r, 1);
    block zero = new_block(&w), more = new_block(&w), one = new_block(&w), deep = new_block(&w), last = new_block(&w);
    fork_on(&w, term_mk_eq(w.ts, m, number(&w, 0)), zero, more);
    w.b = zero;
    assign(&w, r, term_mk_add2(w.ts, n, number(&w, 1)));
    leave(&w);
    w.b = more;
    fork_on(&w, term_mk_eq(w.ts, n, number(&w, 0)), one, deep);
    w.b = one;
    assign(&w, r, number(&w, 1));
    go(&w, last);
    w.b = deep;
    call(&w, w.f, (term[]){m, less_n}, 2, r);
    go(&w, last);
    w.b = last;
    call(&w, w.f, (term[]){less_m, r}, 2, r);
    leave(&w);
    program_set_entry(w.p, w.f);
    for (int64_t i = 0; i < 3; i++)
        for (int64_t k = 0; k < 7; k++) assert_int_equal(status_on(&w, (int64_t[]){i, k}, 2), ackermann(i, k));
    assert_int_equal(status_on(&w, (int64_t[]){3, 3}, 2), 61);
    writer_release(&w);
}

/* depth(n) = n == 0 ? 0 : 1 + depth(n - 1): as deep as one likes, up to the limit, which is no crash. */
static void test_deep_recursion(void **state)
{
    (void)state;
    writer w;
    writer_init(&w);
    begin(&w, "depth");
    term n = local(&w, "n"), r = local(&w, "r"), less = term_mk_sub(w.ts, n, number(&w, 1));
    program_set_signature(w.p, w.f, &n, 1, &r, 1);
    block more = new_block(&w), end = new_block(&w);
    fork_on(&w, term_mk_eq(w.ts, n, number(&w, 0)), end, more);
    w.b = more;
    call(&w, w.f, &less, 1, r);
    assign(&w, r, term_mk_add2(w.ts, r, number(&w, 1)));
    leave(&w);
    w.b = end;
    assign(&w, r, number(&w, 0));
    leave(&w);
    program_set_entry(w.p, w.f);
    assert_int_equal(status_on(&w, (int64_t[]){200000}, 1), 200000);
    run_result x = run_on(&w, (int64_t[]){-1}, 1, 0);
    assert_int_equal(x.end, RUN_OUT_OF_STEPS);
    run_result_release(&x);
    writer_release(&w);
}

static void test_inputs_in_order(void **state)
{
    (void)state;
    writer w;
    writer_init(&w);
    begin(&w, "main");
    term x = local(&w, "x"), y = local(&w, "y"), z = local(&w, "z");
    program_set_signature(w.p, w.f, NULL, 0, &x, 1);
    input(&w, x, TERM_NONE, TERM_NONE);
    add(&w, (stmt){.kind = STMT_HAVOC, .target = y, .low = number(&w, 5), .high = number(&w, 9)});
    input(&w, z, number(&w, -9), number(&w, -5));
    rat hundred;
    rat_init(&hundred);
    rat_set_int(&hundred, 100);
    term scaled = term_mk_scale(w.ts, &hundred, y);
    rat_release(&hundred);
    assign(&w, x, term_mk_add(w.ts, (term[]){x, scaled, z}, 3));
    leave(&w);
    program_set_entry(w.p, w.f);
    run_result r = run_on(&w, (int64_t[]){4000, 7, -6}, 3, 0);
    assert_int_equal(r.status, 4694);
    assert_int_equal(r.used.size, 3);
    for (size_t i = 0; i < 3; i++) assert_ptr_equal(r.used.data[i].asked_by, program_stmt(w.p, w.f, w.b, i));
    assert_int_equal(r.used.data[1].value.id, number(&w, 7).id);
    run_result_release(&r);
    r = run_on(&w, (int64_t[]){1, 7}, 2, 0);
    assert_int_equal(r.end, RUN_OUT_OF_INPUTS);
    assert_int_equal(r.used.size, 2);
    run_result_release(&r);
    r = run_on(&w, (int64_t[]){1, 4, -6}, 3, 0);
    assert_int_equal(r.end, RUN_BLOCKED);
    run_result_release(&r);
    run_result_init(&r);
    interpret(w.p, &(interpret_options){.default_inputs = true}, &r);
    assert_int_equal(r.status, 0 + 500 - 5);
    run_result_release(&r);
    writer_release(&w);
}

/* x := input; assume x != 1; check x != 2; if x = 3 exit 42; 10 / (x - 4); if x = 5 stop; return x. */
static void test_ends(void **state)
{
    (void)state;
    writer w;
    writer_init(&w);
    begin(&w, "main");
    term x = local(&w, "x"), y = local(&w, "y");
    program_set_signature(w.p, w.f, NULL, 0, &x, 1);
    term is[6];
    for (int64_t i = 0; i < 6; i++) is[i] = term_mk_eq(w.ts, x, number(&w, i));
    goal g = program_add_goal(w.p, &(goal_info){.kind = GOAL_ASSERT, .proc = w.f});
    block leaving = new_block(&w), dividing = new_block(&w), returning = new_block(&w), looping = new_block(&w);
    input(&w, x, TERM_NONE, TERM_NONE);
    add(&w, (stmt){.kind = STMT_ASSUME, .value = term_mk_not(w.ts, is[1])});
    add(&w, (stmt){.kind = STMT_CHECK, .value = term_mk_not(w.ts, is[2]), .goal = g, .place = {"a.c", 77, 1}});
    fork_on(&w, is[3], leaving, dividing);
    w.b = leaving;
    add(&w, (stmt){.kind = STMT_EXIT, .value = number(&w, 42)});
    leave(&w);
    w.b = dividing;
    assign(&w, y, term_mk_idiv(w.ts, number(&w, 10), term_mk_sub(w.ts, x, number(&w, 4))));
    program_add_branch(w.p, w.f, w.b, term_mk_gt(w.ts, x, number(&w, 5)), returning);
    program_add_branch(w.p, w.f, w.b, is[0], looping);
    w.b = returning;
    leave(&w);
    w.b = looping;
    go(&w, looping);
    program_set_entry(w.p, w.f);
    static const run_end ends[] = {RUN_OUT_OF_STEPS, RUN_BLOCKED, RUN_VIOLATED, RUN_EXITED, RUN_STUCK, RUN_BLOCKED, RUN_RETURNED};
    for (int64_t i = 0; i < 7; i++) {
        run_result r = run_on(&w, &i, 1, 1000);
        assert_int_equal(r.end, ends[i]);
        if (r.end == RUN_VIOLATED) assert_true(r.goal.id == g.id && r.place.line == 77);
        if (r.end == RUN_EXITED) assert_int_equal(r.status, 42);
        if (r.end == RUN_RETURNED) assert_int_equal(r.status, 6);
        run_result_release(&r);
    }
    run_result r;
    run_result_init(&r);
    term zero = number(&w, 0);
    interpret_options o = {.inputs = &zero, .n_inputs = 1, .limits = limits_within(&(limits){0}, 0.05)};
    interpret(w.p, &o, &r);
    assert_int_equal(r.end, RUN_OUT_OF_STEPS);
    run_result_release(&r);
    writer_release(&w);
}

/* max_steps = n lets exactly n statements run. */
static void test_steps_are_counted(void **state)
{
    (void)state;
    writer w;
    writer_init(&w);
    begin(&w, "main");
    term x = local(&w, "x");
    for (int i = 0; i < 5; i++) assign(&w, x, number(&w, i));
    leave(&w);
    program_set_entry(w.p, w.f);
    for (size_t max = 1; max < 8; max++) {
        run_result r = run_on(&w, NULL, 0, max);
        assert_int_equal(r.end, max < 5 ? RUN_OUT_OF_STEPS : RUN_RETURNED);
        assert_int_equal(r.steps, max < 5 ? max : 5);
        run_result_release(&r);
    }
    writer_release(&w);
}

/* ---- arrays ---- */

/* A loop that writes to a global array twice at once, and to a local one through a procedure that gives it back. Whether that
 * happens in place decides between a moment and hours. */
static void test_writes_are_in_place(void **state)
{
    (void)state;
    enum { TIMES = 100000 };
    writer w;
    writer_init(&w);
    begin(&w, "give_back"); /* M := store(M, i, i), through a parameter and a result */
    term m = variable(&w, "m", memory(&w), false), at = local(&w, "at"), formals[2] = {m, at};
    proc callee = w.f;
    program_set_signature(w.p, w.f, formals, 2, &m, 1);
    assign(&w, m, term_mk_store(w.ts, m, at, at));
    leave(&w);
    begin(&w, "main");
    term global = variable(&w, "G", memory(&w), true), own = variable(&w, "L", memory(&w), false), i = local(&w, "i");
    term twice = term_mk_store(w.ts, global, i, term_mk_select(w.ts, global, term_mk_sub(w.ts, i, number(&w, 1))));
    term other = term_mk_select(w.ts, global, term_mk_sub(w.ts, number(&w, -1), i));
    twice = term_mk_store(w.ts, twice, term_mk_neg(w.ts, i), other);
    program_set_signature(w.p, w.f, NULL, 0, &i, 1);
    block head = new_block(&w), body = new_block(&w), end = new_block(&w);
    assign(&w, i, number(&w, 0));
    assign(&w, own, term_mk_const_array(w.ts, memory(&w), number(&w, 3)));
    go(&w, head);
    w.b = head;
    fork_on(&w, term_mk_lt(w.ts, i, number(&w, TIMES)), body, end);
    w.b = body;
    assign(&w, global, twice);
    call(&w, callee, (term[]){own, i}, 2, own);
    assign(&w, i, term_mk_add2(w.ts, i, number(&w, 1)));
    go(&w, head);
    w.b = end;
    assign(&w, i, term_mk_add2(w.ts, term_mk_select(w.ts, own, number(&w, TIMES - 1)), term_mk_select(w.ts, own, number(&w, -1))));
    leave(&w);
    program_set_entry(w.p, w.f);
    assert_int_equal(status_on(&w, NULL, 0), TIMES - 1 + 3);
    writer_release(&w);
}

/* B := A; A := store(A, 1, 5): B still has the old element, and so has what B was stored into before. */
static void test_copies_are_copies(void **state)
{
    (void)state;
    writer w;
    writer_init(&w);
    begin(&w, "main");
    term a = variable(&w, "A", memory(&w), false), b = variable(&w, "B", memory(&w), true), r = local(&w, "r");
    program_set_signature(w.p, w.f, NULL, 0, &r, 1);
    term one = number(&w, 1), two = number(&w, 2);
    assign(&w, a, term_mk_store(w.ts, a, one, number(&w, 4)));
    assign(&w, b, a);
    assign(&w, a, term_mk_store(w.ts, a, one, number(&w, 5)));
    assign(&w, b, term_mk_store(w.ts, b, two, term_mk_select(w.ts, a, one)));
    rat ten;
    rat_init(&ten);
    rat_set_int(&ten, 10);
    term sum = term_mk_select(w.ts, a, one);
    const term more[] = {term_mk_select(w.ts, a, two), term_mk_select(w.ts, b, one), term_mk_select(w.ts, b, two)};
    for (size_t i = 0; i < 3; i++) sum = term_mk_add2(w.ts, term_mk_scale(w.ts, &ten, sum), more[i]);
    rat_release(&ten);
    assign(&w, r, sum);
    leave(&w);
    program_set_entry(w.p, w.f);
    assert_int_equal(status_on(&w, NULL, 0), 5045);
    writer_release(&w);
}

/* A variable that is an argument and gets the result keeps its value for whoever else may look: later arguments, and the callee if
 * it is a global. */
static void test_arguments_that_are_results(void **state)
{
    (void)state;
    writer w;
    writer_init(&w);
    term one = number(&w, 1);
    term global = variable(&w, "G", memory(&w), true), seen = variable(&w, "seen", sort_int(w.ts), true);
    begin(&w, "f"); /* seen := 10 * seen + G[1] + x; m[1] := 9 */
    term m = variable(&w, "m", memory(&w), false), x = local(&w, "x"), formals[2] = {m, x};
    proc f = w.f;
    rat ten;
    rat_init(&ten);
    rat_set_int(&ten, 10);
    program_set_signature(w.p, w.f, formals, 2, &m, 1);
    assign(&w, seen, term_mk_add(w.ts, (term[]){term_mk_scale(w.ts, &ten, seen), term_mk_select(w.ts, global, one), x}, 3));
    rat_release(&ten);
    assign(&w, m, term_mk_store(w.ts, m, one, number(&w, 9)));
    leave(&w);
    begin(&w, "main");
    term own = variable(&w, "L", memory(&w), false), r = local(&w, "r");
    program_set_signature(w.p, w.f, NULL, 0, &r, 1);
    assign(&w, global, term_mk_store(w.ts, global, one, number(&w, 2)));
    assign(&w, own, term_mk_store(w.ts, own, one, number(&w, 3)));
    call(&w, f, (term[]){own, term_mk_select(w.ts, own, one)}, 2, own); /* seen = 2 + 3 */
    call(&w, f, (term[]){global, number(&w, 0)}, 2, global); /* seen = 50 + 2 */
    call(&w, f, (term[]){own, term_mk_select(w.ts, own, one)}, 2, own); /* seen = 520 + 9 + 9 */
    assign(&w, r, seen);
    leave(&w);
    program_set_initial(w.p, seen, number(&w, 0));
    program_set_entry(w.p, w.f);
    assert_int_equal(status_on(&w, NULL, 0), 538);
    writer_release(&w);
}

/* ---- bit operations ---- */

static term bits(writer *w, term_kind kind, term a, term b)
{
    term x = term_mk_int_to_bv(w->ts, 32, a), y = term_mk_int_to_bv(w->ts, 32, b);
    return term_mk_bv_to_nat(w->ts, term_mk_bv_binary(w->ts, kind, x, y));
}

static void test_bit_operations(void **state)
{
    (void)state;
    enum { ROUNDS = 50000 };
    writer w;
    writer_init(&w);
    begin(&w, "main");
    term x = local(&w, "x"), i = local(&w, "i"), modulus = number(&w, INT64_C(1) << 32);
    program_set_signature(w.p, w.f, NULL, 0, &x, 1);
    block head = new_block(&w), body = new_block(&w), end = new_block(&w);
    assign(&w, x, number(&w, 12345));
    assign(&w, i, number(&w, 0));
    go(&w, head);
    w.b = head;
    fork_on(&w, term_mk_lt(w.ts, i, number(&w, ROUNDS)), body, end);
    w.b = body;
    assign(&w, x, bits(&w, TERM_BV_XOR, x, bits(&w, TERM_BV_SHL, x, number(&w, 13))));
    assign(&w, x, bits(&w, TERM_BV_XOR, x, bits(&w, TERM_BV_LSHR, x, number(&w, 17))));
    assign(&w, x, bits(&w, TERM_BV_OR, bits(&w, TERM_BV_AND, x, number(&w, 0xfff0fff0)), bits(&w, TERM_BV_ASHR, x, number(&w, 28))));
    assign(&w, x, term_mk_mod(w.ts, term_mk_add2(w.ts, term_mk_mul2(w.ts, x, x), i), modulus));
    assign(&w, i, term_mk_add2(w.ts, i, number(&w, 1)));
    go(&w, head);
    w.b = end;
    leave(&w);
    program_set_entry(w.p, w.f);
    uint32_t expected = 12345;
    for (uint32_t k = 0; k < ROUNDS; k++) {
        expected ^= expected << 13;
        expected ^= expected >> 17;
        expected = (expected & 0xfff0fff0) | (uint32_t)((int32_t)expected >> 28);
        expected = expected * expected + k;
    }
    assert_int_equal(status_on(&w, NULL, 0), expected);
    writer_release(&w);
}

/* ---- numbers beyond machine words ---- */

/* The rationals of any size that a value stands for, and back. */
static void test_values_are_exact(void **state)
{
    (void)state;
    rat r, one, back;
    rat_init(&r);
    rat_init(&one);
    rat_init(&back);
    for (uint32_t exponent = 0; exponent < 140; exponent++) {
        for (int64_t delta = -2; delta <= 2; delta++) {
            for (int sign = 0; sign < 2; sign++) {
                rat_set_pow2(&r, exponent);
                rat_set_int(&one, delta);
                rat_add(&r, &r, &one);
                if (sign) rat_neg(&r, &r);
                value v = value_of_rat(&r), again = value_of_rat(&r);
                value_get_rat(&back, &v);
                assert_true(rat_is_equal(&r, &back) && value_is_equal(&v, &again));
                if (exponent < 127) assert_int_equal(v.owns, OWNS_NOTHING);
                if (exponent > 128) assert_int_equal(v.owns, OWNS_BIG);
                rat_set_pow2(&one, 64);
                rat_mod_euclid(&back, &r, &one);
                value low = value_of_rat(&back);
                assert_int_equal((uint64_t)low.small, (uint64_t)value_low_bits(&v));
                value_release(&v);
                value_release(&again);
            }
        }
    }
    rat_release(&r);
    rat_release(&one);
    rat_release(&back);
}

/* ---- output ---- */

static void expect_output(const char *format, const char *expected, int64_t a)
{
    text out;
    text_init(&out);
    value args[2] = {value_of_wide(a), value_of_wide(7)};
    output_format(&out, format, args, 2);
    if (strcmp(out.data, expected)) fail_msg("%s of %lld: '%s', not '%s'", format, (long long)a, out.data, expected);
    text_release(&out);
}

static void test_formats(void **state)
{
    (void)state;
    rng r = {17};
    for (int i = 0; i < 3000; i++) {
        int64_t n = (int64_t)(rng_next(&r) >> rng_below(&r, 64));
        if (rng_one_in(&r, 2)) n = -n;
        char expected[256];
        static const char *const ints[] = {"%d|%d", "%i,%d", "%u%%%d", "%x %d", "%X%d", "%o %d", "%c%d",
                                           "%5d%d", "%-12d|%d", "%08x %d", "%+d %d", "%.3d %d", "%#x %d", "% d%d"};
        static const char *const longs[] = {"%ld %d", "%lld %d", "%lu %d", "%llu %d", "%lx %d", "%llX %d",
                                            "%zu %d", "%jd %d", "%020lld %d"};
        const char *f = ints[rng_below(&r, sizeof ints / sizeof *ints)];
        int word = (int)(uint32_t)(uint64_t)n;
        if (f[1] == 'c' && !(char)word) continue;
        snprintf(expected, sizeof expected, f, word, 7);
        expect_output(f, expected, n);
        f = longs[rng_below(&r, sizeof longs / sizeof *longs)];
        snprintf(expected, sizeof expected, f, (long)n, 7);
        expect_output(f, expected, n);
        snprintf(expected, sizeof expected, "%hhd %hu", (signed char)n, (unsigned short)7);
        expect_output("%hhd %hu", expected, n);
    }
    expect_output("plain", "plain", 1);
    expect_output("<%s> %d", "<> 7", 1);
    expect_output("%*d", "    7", 5);
    expect_output("%-*d|", "7    |", 5);
    expect_output("%*d|", "7    |", -5);
    expect_output("%d %d %d", "1 7 0", 1);
    expect_output("100%", "100%", 1);
    expect_output("%d%% of %d", "1% of 7", 1);
    expect_output("%p", "(nil)", 0);
    expect_output("%f,%d", ",7", 1);
}

static void test_output_statement(void **state)
{
    (void)state;
    writer w;
    writer_init(&w);
    begin(&w, "main");
    term big = term_mk_mul2(w.ts, number(&w, INT64_MAX), number(&w, 4)), args[2] = {number(&w, -1), big};
    add(&w, (stmt){.kind = STMT_OUTPUT, .name = "%u %lld\n", .args = args, .n_args = 2});
    add(&w, (stmt){.kind = STMT_OUTPUT, .name = "%s!\n"});
    leave(&w);
    program_set_entry(w.p, w.f);
    run_result r = run_on(&w, NULL, 0, 0);
    assert_string_equal(r.output.data, "4294967295 -4\n!\n");
    run_result_release(&r);
    writer_release(&w);
}

/* ---- unset memory ---- */

enum { OBJECT = 40, BASE = 1000 };

static void write_piece(uint8_t *object, const unset_piece *p)
{
    for (uint64_t k = 0; k < p->count; k++)
        for (uint32_t i = 0; i < p->size; i++) {
            uint64_t at = p->offset + k * p->stride + i;
            assert_true(at < OBJECT);
            object[at] = (uint8_t)(i < 8 ? p->low >> (8 * i) : p->high >> (8 * (i - 8)));
        }
}

/* An object with a plain cell in front and elements of a region, `stride` apart, behind it: the pieces say what the region holds. */
static void check_unset(random_source *r, uint32_t size, uint64_t stride, bool is_bytes)
{
    writer w;
    writer_init(&w);
    begin(&w, "main");
    term region = variable(&w, "m", memory(&w), false), x = local(&w, "x");
    int64_t number_of_x = (int64_t)rng_below(&r->rng, 1000) - 500;
    uint8_t expected[OBJECT] = {0}, found[OBJECT] = {0};
    assign(&w, x, number(&w, number_of_x));
    assign(&w, region, eval_default(w.ts, memory(&w)));
    for (uint32_t i = 0; i < 4; i++) expected[i] = (uint8_t)(number_of_x >> (8 * i));
    for (uint64_t at = 8; at + size <= OBJECT; at += stride) {
        for (uint64_t part = at; part < at + size; part += is_bytes ? 1 : size) {
            int64_t v = rng_one_in(&r->rng, 3) ? 7 : is_bytes ? (int64_t)rng_below(&r->rng, 256) : (int64_t)rng_below(&r->rng, 60000) - 30000;
            assign(&w, region, term_mk_store(w.ts, region, number(&w, BASE + (int64_t)part), number(&w, v)));
            for (uint64_t i = 0; i < (is_bytes ? 1 : size); i++) expected[part + i] = (uint8_t)(v >> (i < 8 ? 8 * i : 63));
        }
    }
    unset_cell cells[2] = {{.size = 4}, {.offset = 8, .stride = stride, .size = size, .is_region = true, .is_bytes = is_bytes}};
    unset_info info = {.site = 3, .cells = cells, .n_cells = 2};
    for (int exists = 0; exists < 2; exists++) {
        term args[] = {number(&w, BASE), number(&w, OBJECT), term_mk_bool(w.ts, exists), x, region};
        add(&w, (stmt){.kind = STMT_UNSET, .args = args, .n_args = 5, .unset = &info});
    }
    leave(&w);
    program_set_entry(w.p, w.f);
    assert_null(program_check(w.p));
    run_result a;
    run_result_init(&a);
    interpret(w.p, &(interpret_options){.record_unset = true}, &a);
    assert_int_equal(a.end, RUN_RETURNED);
    assert_int_equal(a.unset.objects.size, 2);
    assert_false(a.unset.objects.data[0].exists || a.unset.objects.data[0].count || a.unset.is_cut);
    assert_int_equal(a.unset.objects.data[1].site, 3);
    for (size_t i = 0; i < a.unset.objects.data[1].count; i++) write_piece(found, &a.unset.pieces.data[a.unset.objects.data[1].first + i]);
    assert_memory_equal(found, expected, OBJECT);
    run_result_release(&a);
    writer_release(&w);
}

static void test_unset_memory(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    random_source r;
    random_source_init(&r, ts, 11, RANDOM_INT);
    for (int round = 0; round < 20; round++) {
        static const uint32_t SIZES[] = {2, 4, 8, 16};
        uint32_t size = SIZES[rng_below(&r.rng, 4)];
        check_unset(&r, size, size + 2 * rng_below(&r.rng, 4), rng_one_in(&r.rng, 2));
    }
    random_source_release(&r);
    term_store_free(ts);
}

static void add_change(writer *w, unset_role role, unset_layout layout)
{
    term args[] = {number(w, 0), number(w, 0), term_true(w->ts), layout.regions[0], layout.regions[1]};
    unset_info info = {.site = 9, .cells = layout.cells, .n_cells = 2, .role = role, .layout = layout};
    add(w, (stmt){.kind = STMT_UNSET, .args = args, .n_args = 5, .unset = &info});
}

/* What an unseen function changes is what differs, of objects that are there; the last of two in one place is. */
static void test_unset_changes(void **state)
{
    (void)state;
    writer w;
    writer_init(&w);
    begin(&w, "main");
    term region = variable(&w, "m", memory(&w), false), x = local(&w, "x");
    assign(&w, x, number(&w, 5));
    assign(&w, region, eval_default(w.ts, memory(&w)));
    unset_cell plain = {.size = 4}, elements = {.stride = 4, .size = 4, .is_region = true}, both[] = {plain, elements};
    for (int i = 0; i < 3; i++) { /* two in one place, then x */
        bool is_x = i == 2;
        term args[] = {number(&w, is_x ? BASE + 1000 : BASE), number(&w, is_x ? 4 : 16), term_true(w.ts)};
        unset_info info = {.site = (uint32_t)i, .layout = {is_x ? &plain : &elements, is_x ? &x : &region, 1}};
        add(&w, (stmt){.kind = STMT_UNSET, .args = args, .n_args = 3, .unset = &info});
    }
    unset_layout all = {both, (term[]){x, region}, 2};
    add_change(&w, UNSET_BEFORE, all);
    assign(&w, region, term_mk_store(w.ts, region, number(&w, BASE + 8), number(&w, 77)));
    assign(&w, region, term_mk_store(w.ts, region, number(&w, BASE + 16), number(&w, 78)));
    add_change(&w, UNSET_CHANGE, all);
    leave(&w);
    program_set_entry(w.p, w.f);
    assert_null(program_check(w.p));
    run_result a;
    run_result_init(&a);
    interpret(w.p, &(interpret_options){.record_unset = true}, &a);
    assert_int_equal(a.end, RUN_RETURNED);
    assert_int_equal(a.unset.objects.size, 5);
    assert_int_equal(a.unset.objects.data[3].changes, 0);
    const unset_object *changed = &a.unset.objects.data[4];
    assert_int_equal(changed->changes, 2);
    assert_int_equal(changed->count, 1);
    const unset_piece *p = &a.unset.pieces.data[changed->first];
    assert_true(p->offset == 8 && p->size == 4 && p->count == 1 && p->low == 77);
    run_result_release(&a);
    writer_release(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_random_programs),     cmocka_unit_test(test_mccarthy),
        cmocka_unit_test(test_ackermann),           cmocka_unit_test(test_deep_recursion),
        cmocka_unit_test(test_inputs_in_order),     cmocka_unit_test(test_ends),
        cmocka_unit_test(test_steps_are_counted),   cmocka_unit_test(test_writes_are_in_place),
        cmocka_unit_test(test_copies_are_copies),   cmocka_unit_test(test_arguments_that_are_results),
        cmocka_unit_test(test_bit_operations),      cmocka_unit_test(test_values_are_exact),
        cmocka_unit_test(test_formats),             cmocka_unit_test(test_output_statement),
        cmocka_unit_test(test_unset_memory),        cmocka_unit_test(test_unset_changes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

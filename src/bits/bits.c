#include "bits/bits.h"

#include "bits/simulate.h"
#include "program/sample.h"

#include <stdlib.h>

static const size_t MAX_CIRCUIT = 30 * 1000 * 1000; /* gates: some gigabytes with the solver */
/* The circuit is compared with so many runs, of so many steps, for so many seconds. */
static const uint32_t COMPARED_RUNS = 200;
static const size_t COMPARED_STEPS = 200 * 1000;
static const double COMPARED_SECONDS = 1;
/* For goals that no run gets to: seconds, and conflicts for each. */
static const double COURTESY = 0.3;
static const int COURTESY_CONFLICTS = 1000;

void bits_result_init(bits_result *r)
{
    memset(r, 0, sizeof *r);
    text_init(&r->about);
}

void bits_result_release(bits_result *r)
{
    term_vec_release(&r->inputs);
    u32_vec_release(&r->unreachable);
    text_release(&r->about);
}

/* One of the duties of these kinds is missed. */
static lit any_missed(unwound *u, bool only_goals)
{
    lit any = LIT_FALSE;
    for (size_t i = 0; i < u->duties.size; i++)
        if (!only_goals || u->duties.data[i].kind == DUTY_GOAL) any = circuit_or(&u->m.c, any, u->duties.data[i].is_missed);
    return any;
}

/* ---- a violation ---- */

/* From the solver's model. */
static void take_model(unwound *u, sat *solver, const cnf *known, bits_result *out)
{
    u32_vec values;
    u32_vec_init(&values);
    simulate_model(u, solver, known, &values);
    for (size_t i = 0; i < u->duties.size && out->answer == BITS_UNKNOWN; i++) {
        const duty *d = &u->duties.data[i];
        if (d->kind != DUTY_GOAL || !circuit_value(&values, d->is_missed)) continue;
        out->answer = BITS_VIOLATED;
        out->violated = d->goal;
        simulate_inputs(u, &values, &out->inputs);
    }
    if (out->answer == BITS_UNKNOWN) text_adds(&out->about, "a run may divide by zero, or a variable get a value that it has no bits for");
    u32_vec_release(&values);
}

/* There may be one in what is unwound. */
static void search_violation(unwound *u, const limits *limit, bits_result *out)
{
    if (unwound_ask(u, any_missed(u, true), 0, limit) == SAT_SATISFIABLE) take_model(u, u->solver, &u->asked, out);
}

/* ---- a proof ---- */

static bool is_like_program(const unwound *u, const limits *limit, text *why)
{
    limits l = limits_within(limit, COMPARED_SECONDS);
    sampler *s = sampler_new(u->p);
    const char *wrong = NULL;
    for (uint32_t i = 0; i < COMPARED_RUNS && !wrong && !limits_is_over(&l); i++) {
        run_result r;
        run_result_init(&r);
        sampler_interpret(s, i, (interpret_options){.max_steps = COMPARED_STEPS, .limits = l}, &r);
        wrong = simulate_run(u, &r);
        run_result_release(&r);
    }
    sampler_free(s);
    if (wrong) text_clear(why);
    if (wrong) text_printf(why, "the circuit is not what the program does, which is a bug in Latch: %s", wrong);
    return !wrong;
}

/* One line for each loop, and one about the rest. */
static void describe(const unwound *u, const cnf *f, size_t proof_size, text *out)
{
    for (size_t i = 0; i < u->loops.size; i++) {
        const unwound_loop *l = &u->loops.data[i];
        text_printf(out, "%s:%u: ", l->place.file ? l->place.file : "?", l->place.line);
        if (l->is_havoc) text_adds(out, "whatever the loop computes\n");
        else text_printf(out, "the loop makes at most %u turn%s\n", l->turns, l->turns == 1 ? "" : "s");
    }
    text_printf(out, "all runs, as a circuit of %zu gates, keep to it: a refutation of the opposite was checked (%zu literals, %zu bytes)\n",
                circuit_size(&u->m.c), f->clauses.size, proof_size);
}

/* Whether a literal can be true: a question to a solver that writes its proof. */
typedef struct question {
    cnf f;
    sat *solver;
    char *proof;
    size_t size;
    FILE *to;
} question;

/* The empty clause if it never is. */
static void pose(cnf *f, lit a)
{
    if (lit_is_equal(a, LIT_TRUE)) return;
    if (!lit_is_constant(a)) int_vec_push(&f->clauses, cnf_literal(f, a));
    int_vec_push(&f->clauses, 0);
}

static sat_result question_ask(question *q, const unwound *u, lit a, const limits *limit)
{
    memset(q, 0, sizeof *q);
    cnf_init(&q->f, &u->m.c);
    pose(&q->f, a);
    q->to = open_memstream(&q->proof, &q->size);
    q->solver = sat_new(q->to);
    for (size_t i = 0, n; i < q->f.clauses.size; i += n + 1) {
        for (n = 0; q->f.clauses.data[i + n];) n++;
        sat_add_clause(q->solver, q->f.clauses.data + i, n);
    }
    sat_result found = sat_solve(q->solver, 0, 0, limit);
    sat_end_proof(q->solver);
    fflush(q->to);
    return found;
}

static drat_verdict question_check(const question *q, const limits *limit)
{
    return drat_check(&q->f.clauses, (const unsigned char *)q->proof, q->size, limit);
}

static void question_release(question *q)
{
    sat_free(q->solver);
    fclose(q->to);
    free(q->proof);
    cnf_release(&q->f);
}

static void take_refutation(const unwound *u, const question *q, const limits *limit, bits_result *out)
{
    drat_verdict v = question_check(q, limit);
    if (v == DRAT_VALID) {
        out->answer = BITS_PROVED;
        describe(u, &q->f, q->size, &out->about);
    } else {
        text_adds(&out->about, v == DRAT_INVALID ? "the solver's refutation is not valid" : "out of time while checking the refutation");
    }
}

/* Of the goals, those that no run gets to. A courtesy: it takes little time compared to the proof, or there are none. */
static void find_unreachable(unwound *u, const limits *limit, bits_result *out)
{
    lit any = LIT_FALSE;
    for (uint32_t g = 0; g < u->reached.size; g++) {
        lit reached = u->reached.data[g];
        if (unwound_ask(u, reached, COURTESY_CONFLICTS, limit) != SAT_UNSATISFIABLE) continue;
        u32_vec_push(&out->unreachable, g);
        any = circuit_or(&u->m.c, any, reached);
    }
    question q;
    if (question_ask(&q, u, any, limit) != SAT_UNSATISFIABLE || question_check(&q, limit) != DRAT_VALID) u32_vec_clear(&out->unreachable);
    question_release(&q);
}

/* One question about all duties. A model is no run of the program if loops were left out. */
static void decide(unwound *u, bool is_exact, const limits *limit, bits_result *out)
{
    double start = limits_now();
    question q;
    sat_result found = question_ask(&q, u, any_missed(u, false), limit);
    if (found == SAT_SATISFIABLE && is_exact) take_model(u, q.solver, &q.f, out);
    else if (found == SAT_UNSATISFIABLE) take_refutation(u, &q, limit, out);
    else if (found == SAT_UNKNOWN) text_adds(&out->about, "out of time");
    question_release(&q);
    if (out->answer != BITS_PROVED) return;
    limits courtesy = limits_within(limit, COURTESY + 0.1 * (limits_now() - start));
    find_unreachable(u, &courtesy, out);
}

/* ---- how far to unwind ---- */

static bool is_cut(const unwound *u)
{
    for (size_t i = 0; i < u->duties.size; i++)
        if (u->duties.data[i].kind == DUTY_CUT) return true;
    return false;
}

static bool add_cut_loops(const unwound *u, u32_map *havoc)
{
    size_t before = havoc->size;
    for (size_t i = 0; i < u->loops.size; i++)
        if (u->loops.data[i].is_cut) u32_map_put(havoc, u->loops.data[i].key, NULL);
    return havoc->size > before;
}

/* Loops with too many turns are not unwound: a proof does without what they compute. */
static void prove_without(const unwound *u, unwind_options o, bits_result *out)
{
    u32_map havoc;
    u32_map_init(&havoc);
    o.havoc = &havoc;
    for (bool more = add_cut_loops(u, &havoc); more;) {
        unwound other;
        unwound_init(&other, u->p, &o);
        bool is_whole = unwound_is_complete(&other) && !is_cut(&other);
        if (is_whole) decide(&other, false, &o.limits, out);
        more = !is_whole && unwound_is_complete(&other) && add_cut_loops(&other, &havoc);
        unwound_release(&other);
    }
    u32_map_release(&havoc);
}

static void note_cut(const unwound *u, uint32_t turns, text *out)
{
    text_clear(out);
    for (size_t i = 0; i < u->duties.size; i++) {
        if (u->duties.data[i].kind != DUTY_CUT) continue;
        place at = u->duties.data[i].place;
        text_printf(out, "no violation within %u turns of the loop at %s:%u", turns, at.file ? at.file : "?", at.line);
        return;
    }
}

/* True if more turns may say more. */
static bool unwind_to(const program *p, uint32_t turns, const limits *limit, bits_result *out)
{
    unwind_options o = {.max_turns = turns, .max_size = MAX_CIRCUIT, .limits = *limit};
    unwound u;
    unwound_init(&u, p, &o);
    bool is_complete = unwound_is_complete(&u), has_cut = is_cut(&u);
    text_clear(&out->about);
    if (is_complete && !has_cut) decide(&u, true, limit, out);
    else search_violation(&u, limit, out);
    if (is_complete && has_cut && out->answer == BITS_UNKNOWN) prove_without(&u, o, out);
    if (out->answer == BITS_PROVED && !is_like_program(&u, limit, &out->about)) out->answer = BITS_UNKNOWN;
    if (out->answer == BITS_UNKNOWN && !out->about.size) {
        if (!is_complete) text_add(&out->about, u.failure.data, u.failure.size);
        else note_cut(&u, turns, &out->about);
    }
    unwound_release(&u);
    return out->answer == BITS_UNKNOWN && is_complete && has_cut;
}

void bits_run(const program *p, const bits_options *options, bits_result *out)
{
    static const uint32_t TURNS[] = {8, 24, 100, 500, 4000};
    for (size_t i = 0; i < sizeof TURNS / sizeof *TURNS; i++) {
        bool is_last = options->max_turns && TURNS[i] >= options->max_turns;
        if (!unwind_to(p, is_last ? options->max_turns : TURNS[i], &options->limits, out) || is_last || limits_is_over(&options->limits)) return;
    }
}

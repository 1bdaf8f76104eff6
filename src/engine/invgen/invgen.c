#include "engine/invgen/invgen.h"

#include "base/alloc.h"
#include "engine/invgen/dynamic.h"
#include "engine/invgen/solve.h"
#include "engine/switches.h"

#include <stdlib.h>

/* Of the time: for facts, and for states. */
#define ABSINT_SHARE 0.25
#define ABSINT_SECONDS 4.0
#define DYNAMIC_SHARE 0.1
#define DYNAMIC_SECONDS 1.0
/* Of the first try of a template by one solver; each round gives them twice the time. */
#define FIRST_SLICE 0.4
#define LONGEST_SLICE 100.0

/* Templates, the weakest first. */
static const invgen_shape SHAPES[] = {{0, 1}, {1, 0}, {0, 2}, {1, 1}, {0, 3}, {1, 2}, {0, 4}, {2, 2}};
enum { N_SHAPES = sizeof SHAPES / sizeof *SHAPES };

typedef enum solver_kind { BY_SMT, BY_LP, BY_INTEGERS, BY_REALS, N_SOLVERS } solver_kind;

typedef struct invgen {
    const horn *h;
    const engine_context *context;
    invgen_options options;
    result *out;
    invgen_program program;
    row_vec *dynamic; /* by location */
    bool is_done[N_SHAPES][N_SOLVERS]; /* no solution, or not to be tried */
    invgen_seen_fn *seen;
    void *user;
} invgen;

/* A part of the time that is left, but no more than `most` seconds. */
static limits part(const invgen *g, double share, double most)
{
    double left = limits_left(&g->context->limits) * share;
    return limits_within(&g->context->limits, left < most ? left : most);
}

static void show(const invgen *g, const char *what, int64_t n)
{
    if (g->context->progress) g->context->progress(g->context->user, what, n);
}

/* ---- static strengthening ---- */

static void absint(invgen *g, model *facts)
{
    limits l = part(g, ABSINT_SHARE, ABSINT_SECONDS);
    absint_options o = ABSINT_OPTIONS_DEFAULT;
    double start = limits_now();
    show(g, "abstract interpretation", -1);
    if (!absint_facts(g->h, &o, &l, &g->out->stats, facts))
        for (uint32_t p = 0; p < horn_pred_count(g->h); p++) model_set(facts, (pred){p}, term_true(horn_terms(g->h)));
    stats_add(&g->out->stats, invgen_absint_seconds, limits_now() - start);
}

static bool make_program(invgen *g, const model *facts)
{
    if (g->options.split && invgen_program_init(&g->program, g->h, facts, true, &g->context->limits, &g->out->stats)) return true;
    if (g->options.split) invgen_program_release(&g->program);
    return invgen_program_init(&g->program, g->h, facts, false, &g->context->limits, &g->out->stats);
}

/* ---- dynamic strengthening ---- */

/* True if a counterexample was found. */
static bool strengthen(invgen *g)
{
    double start = limits_now();
    limits l = part(g, DYNAMIC_SHARE, DYNAMIC_SECONDS);
    bool failed = false;
    show(g, "running", -1);
    if (g->options.test) failed = invgen_test(&g->program, &l, &g->out->stats, g->dynamic, &g->out->derivation);
    l = part(g, DYNAMIC_SHARE, DYNAMIC_SECONDS);
    if (!failed && g->options.symb) failed = invgen_symb(&g->program, &l, &g->out->stats, g->dynamic, &g->out->derivation);
    stats_add(&g->out->stats, invgen_dynamic_seconds, limits_now() - start);
    return failed;
}

/* ---- solving ---- */

static invgen_answer solve_by(invgen *g, solver_kind k, const invgen_system *s, const limits *l, invgen_solution *x)
{
    switch (k) {
    case BY_SMT: return invgen_solve_smt(s, INVGEN_SMALL, l, &g->out->stats, x);
    case BY_LP: return invgen_solve_lp(s, l, &g->out->stats, x);
    case BY_INTEGERS: return invgen_solve_smt(s, INVGEN_INTEGERS, l, &g->out->stats, x);
    case BY_REALS: return invgen_solve_smt(s, INVGEN_REALS, l, &g->out->stats, x);
    case N_SOLVERS: break;
    }
    return INVGEN_OPEN;
}

static void report(invgen *g, const invgen_system *s, const invgen_solution *x)
{
    stats_set(&g->out->stats, invgen_conjuncts, s->n_conjuncts);
    for (size_t i = 0; i < g->program.steps.size; i++)
        for (size_t k = 0; k < g->program.steps.data[i].facts.size; k++) stats_add(&g->out->stats, invgen_relevant, x->used[i][k]);
    model_init(&g->out->model, g->h);
    invgen_map(s, x, &g->out->model);
    g->out->answer = ANSWER_SAFE;
    if (g->seen) g->seen(g->user, s, x);
}

static void rule_out(invgen *g, size_t shape, solver_kind k)
{
    g->is_done[shape][k] = true;
    /* The two try the same multipliers. Where none of any size will do, these do not either. */
    if (k != BY_INTEGERS) g->is_done[shape][BY_SMT] = g->is_done[shape][BY_LP] = true;
}

static void try_template(invgen *g, size_t shape, solver_kind k, double seconds)
{
    invgen_system s;
    invgen_solution x;
    limits l = limits_within(&g->context->limits, seconds);
    invgen_system_init(&s, &g->program, SHAPES[shape], g->dynamic);
    invgen_solution_init(&x, &s);
    show(g, "conjuncts", (int64_t)s.n_conjuncts);
    stats_count(&g->out->stats, invgen_systems);
    invgen_answer a = solve_by(g, k, &s, &l, &x);
    if (a == INVGEN_SOLVED) report(g, &s, &x);
    if (a == INVGEN_NONE) rule_out(g, shape, k);
    invgen_solution_release(&x, &s);
    invgen_system_release(&s);
}

static void choose_solvers(invgen *g)
{
    bool chosen[N_SOLVERS] = {g->options.smt, g->options.lp, g->options.integers, g->options.reals};
    for (size_t i = 0; i < N_SHAPES; i++)
        for (size_t k = 0; k < N_SOLVERS; k++) g->is_done[i][k] = !chosen[k] || (SHAPES[i].n_equal && !g->options.equations);
}

static bool is_over(const invgen *g) { return g->out->answer != ANSWER_UNKNOWN || limits_is_over(&g->context->limits); }

/* Are there templates that were neither refuted nor given all time? */
static bool are_open(const invgen *g)
{
    for (size_t i = 0; i < N_SHAPES; i++)
        for (size_t k = 0; k < N_SOLVERS; k++)
            if (!g->is_done[i][k]) return true;
    return false;
}

/* Templates grow where they have no solution, and where that takes too long; in the next round all get more time. */
static void solve(invgen *g)
{
    choose_solvers(g);
    double start = limits_now();
    for (double slice = FIRST_SLICE; slice < LONGEST_SLICE && are_open(g) && !is_over(g); slice *= 2)
        for (size_t i = 0; i < N_SHAPES; i++)
            for (solver_kind k = 0; k < N_SOLVERS && !is_over(g); k++)
                if (!g->is_done[i][k]) try_template(g, i, k, slice);
    stats_add(&g->out->stats, invgen_solve_seconds, limits_now() - start);
    if (g->out->answer != ANSWER_UNKNOWN) return;
    if (limits_is_over(&g->context->limits)) result_set_unknown(g->out, "out of time");
    else result_set_unknown(g->out, "no invariant with a template of up to %zu conjuncts was found", SHAPES[N_SHAPES - 1].n_equal + SHAPES[N_SHAPES - 1].n_at_most);
}

static void run(invgen *g)
{
    g->dynamic = alloc_zeroed(g->program.locations.size + 1, sizeof *g->dynamic);
    if (strengthen(g)) g->out->answer = ANSWER_UNSAFE;
    else solve(g);
    for (size_t l = 0; l < g->program.locations.size; l++) row_vec_free(&g->dynamic[l]);
    free(g->dynamic);
}

void invgen_run_with(const horn *h, const engine_context *context, const invgen_options *options, result *out, invgen_seen_fn *seen, void *user)
{
    invgen g = {.h = h, .context = context, .options = *options, .out = out, .seen = seen, .user = user};
    model facts;
    model_init(&facts, h);
    if (options->absint) absint(&g, &facts);
    if (make_program(&g, &facts)) run(&g);
    else result_set_unknown(out, limits_is_over(&context->limits) ? "out of time" : "the clauses have too many cases");
    invgen_program_release(&g.program);
    model_release(&facts);
}

static const engine_switch SWITCHES[] = {
    {"absint", offsetof(invgen_options, absint), true},
    {"test", offsetof(invgen_options, test), true},
    {"symb", offsetof(invgen_options, symb), true},
    {"smt", offsetof(invgen_options, smt), true},
    {"lp", offsetof(invgen_options, lp), true},
    {"integers", offsetof(invgen_options, integers), true},
    {"reals", offsetof(invgen_options, reals), true},
    {"equations", offsetof(invgen_options, equations), true},
    {"split", offsetof(invgen_options, split), true},
};

const char *invgen_options_read(invgen_options *o, const char *list)
{
    return switches_read(o, SWITCHES, sizeof SWITCHES / sizeof *SWITCHES, list);
}

void invgen_run(const horn *h, const engine_context *context, result *out)
{
    invgen_options options;
    const char *wrong = invgen_options_read(&options, context->engine_options);
    if (wrong) result_set_unknown(out, "invgen has no such switch: %s", wrong);
    else invgen_run_with(h, context, &options, out, NULL, NULL);
}

#include "engine/invgen/invgen.h"

#include "base/alloc.h"
#include "engine/invgen/dynamic.h"
#include "engine/invgen/solve.h"
#include "engine/invgen/split.h"
#include "engine/switches.h"
#include "smt/smt.h"

#include <stdlib.h>

/* Of the time: for facts, and for states. */
#define ABSINT_SHARE 0.25
#define ABSINT_SECONDS 4.0
#define DYNAMIC_SHARE 0.1
#define DYNAMIC_SECONDS 1.0
/* Of the first try of a template by one solver; each round gives them twice the time. */
#define FIRST_SLICE 0.4
#define LONGEST_SLICE 100.0
/* For each clause, when a solution is checked. */
#define CHECK_SECONDS 1.0

/* Templates, the weakest first. */
static const invgen_shape SHAPES[] = {{0, 1}, {1, 0}, {0, 2}, {1, 1}, {0, 3}, {1, 2}, {0, 4}, {2, 2}};
enum { N_SHAPES = sizeof SHAPES / sizeof *SHAPES };
/* Of those with two disjuncts. */
enum { MAX_SPLITS = 12 };

/* The order in which templates are tried. Disjuncts are cheaper than many conjuncts. */
static const struct stage {
    bool is_split;
    size_t begin, end; /* of SHAPES */
} STAGES[] = {{false, 0, 4}, {true, 0, 2}, {false, 4, N_SHAPES}, {true, 2, 5}};
enum { N_STAGES = sizeof STAGES / sizeof *STAGES };

typedef enum solver_kind { BY_SMT, BY_LP, BY_FACTORS, BY_INTEGERS, BY_REALS, N_SOLVERS } solver_kind;

/* The problem: with all its rows or without those that have large numbers, and split or not. */
typedef struct attempt {
    invgen_program program;
    row_vec *dynamic; /* by location */
    bool is_done[N_SHAPES][N_SOLVERS]; /* no solution, or not to be tried */
} attempt;
VEC_DECLARE(attempt_vec, attempt);

typedef struct invgen {
    const horn *h;
    const engine_context *context;
    invgen_options options;
    result *out;
    model facts;
    model_vec splits; /* once they were made: */
    bool has_splits;
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

static void absint(invgen *g)
{
    limits l = part(g, ABSINT_SHARE, ABSINT_SECONDS);
    absint_options o = {.strongest = ABSINT_PLAIN_POLYHEDRA};
    double start = limits_now();
    show(g, "abstract interpretation", -1);
    if (!absint_facts(g->h, &o, &l, &g->out->stats, &g->facts))
        for (uint32_t p = 0; p < horn_pred_count(g->h); p++) model_set(&g->facts, (pred){p}, term_true(horn_terms(g->h)));
    stats_add(&g->out->stats, invgen_absint_seconds, limits_now() - start);
}

static bool make_view(const invgen *g, attempt *a, const invgen_view *v)
{
    if (invgen_program_init(&a->program, g->h, &g->facts, v, &g->context->limits, &g->out->stats)) return true;
    invgen_program_release(&a->program);
    return false;
}

static bool make_program(const invgen *g, attempt *a, bool plain)
{
    invgen_view v = {.is_split = g->options.split, .is_plain = plain, .has_congruences = g->options.congruences};
    if (make_view(g, a, &v)) return true;
    if (!v.is_split) return false;
    v.is_split = false;
    return make_view(g, a, &v);
}

/* ---- dynamic strengthening ---- */

/* True if a counterexample was found. */
static bool strengthen(invgen *g, attempt *a)
{
    double start = limits_now();
    limits l = part(g, DYNAMIC_SHARE, DYNAMIC_SECONDS);
    bool failed = false;
    show(g, "running", -1);
    a->dynamic = alloc_zeroed(a->program.locations.size + 1, sizeof *a->dynamic);
    if (g->options.test) failed = invgen_test(&a->program, &l, &g->out->stats, a->dynamic, &g->out->derivation);
    l = part(g, DYNAMIC_SHARE, DYNAMIC_SECONDS);
    if (!failed && g->options.symb) failed = invgen_symb(&a->program, &l, &g->out->stats, a->dynamic, &g->out->derivation);
    stats_add(&g->out->stats, invgen_dynamic_seconds, limits_now() - start);
    return failed;
}

/* ---- solving ---- */

static invgen_answer solve_by(invgen *g, solver_kind k, const invgen_system *s, const limits *l, invgen_solution *x)
{
    switch (k) {
    case BY_SMT: return invgen_solve_smt(s, INVGEN_SMALL, l, &g->out->stats, x);
    case BY_LP: return invgen_solve_lp(s, l, &g->out->stats, x);
    case BY_FACTORS: return invgen_solve_smt(s, INVGEN_FACTORS, l, &g->out->stats, x);
    case BY_INTEGERS: return invgen_solve_smt(s, INVGEN_INTEGERS, l, &g->out->stats, x);
    case BY_REALS: return invgen_solve_smt(s, INVGEN_REALS, l, &g->out->stats, x);
    case N_SOLVERS: break;
    }
    return INVGEN_OPEN;
}

/* By a solver that knows nothing of systems and multipliers. Where it does not say so soon, the validator is left to. */
static bool is_inductive(const invgen *g, const model *m)
{
    smt *solver = smt_new(horn_terms(g->h), &g->context->limits, &g->out->stats);
    smt_set_query_limit(solver, CHECK_SECONDS);
    bool holds = true;
    for (uint32_t i = 0; i < horn_clause_count(g->h) && holds; i++) {
        smt_push(solver);
        smt_assert(solver, model_refute_clause(m, g->h, horn_clause(g->h, i)));
        holds = smt_check(solver, NULL, 0) != SMT_SAT;
        smt_pop(solver, 1);
    }
    smt_free(solver);
    return holds;
}

static void report(invgen *g, const invgen_system *s, const invgen_solution *x)
{
    const invgen_step_vec *steps = &s->p->steps;
    model m;
    model_init(&m, g->h);
    invgen_map(s, x, &m);
    if (!is_inductive(g, &m)) {
        model_release(&m);
        return;
    }
    stats_set(&g->out->stats, invgen_conjuncts, s->n_conjuncts);
    for (size_t i = 0; i < steps->size; i++)
        for (size_t k = 0; k < steps->data[i].facts.size; k++) stats_add(&g->out->stats, invgen_relevant, x->used[i][k]);
    g->out->model = m;
    g->out->answer = ANSWER_SAFE;
    if (g->seen) g->seen(g->user, s, x);
}

static void rule_out(attempt *a, size_t shape, solver_kind k)
{
    a->is_done[shape][k] = true;
    /* The linear programs try the same multipliers, and take strict rows as if they were not. Where none of any size will do, these do not either. */
    if (k == BY_SMT || k == BY_FACTORS || k == BY_REALS) a->is_done[shape][BY_SMT] = a->is_done[shape][BY_LP] = true;
    if (k == BY_REALS) a->is_done[shape][BY_FACTORS] = true;
}

static void try_template(invgen *g, attempt *a, size_t shape, solver_kind k, double seconds)
{
    invgen_system s;
    invgen_solution x;
    limits l = limits_within(&g->context->limits, seconds);
    invgen_system_init(&s, &a->program, SHAPES[shape], a->dynamic);
    invgen_solution_init(&x, &s);
    show(g, "conjuncts", (int64_t)s.n_conjuncts);
    stats_count(&g->out->stats, invgen_systems);
    invgen_answer found = solve_by(g, k, &s, &l, &x);
    if (found == INVGEN_SOLVED) report(g, &s, &x);
    if (found == INVGEN_NONE) rule_out(a, shape, k);
    invgen_solution_release(&x, &s);
    invgen_system_release(&s);
}

static void choose_solvers(const invgen *g, attempt *a)
{
    bool chosen[N_SOLVERS] = {g->options.smt, g->options.lp, g->options.factors && invgen_has_factors(&a->program), g->options.integers, g->options.reals};
    for (size_t i = 0; i < N_SHAPES; i++) {
        for (size_t k = 0; k < N_SOLVERS; k++) {
            bool is_slow = a->program.view.split && k != BY_SMT && k != BY_LP;
            a->is_done[i][k] = !chosen[k] || is_slow || (SHAPES[i].n_equal && !g->options.equations);
        }
    }
}

static bool is_over(const invgen *g) { return g->out->answer != ANSWER_UNKNOWN || limits_is_over(&g->context->limits); }

/* Gives each template to each solver; those that are expensive and seldom needed are asked where there is more time. True if some are neither solved nor refuted. */
static bool solve_stage(invgen *g, attempt *a, const struct stage *s, double slice)
{
    bool is_open = false;
    for (size_t i = s->begin; i < s->end; i++) {
        for (solver_kind k = 0; k < N_SOLVERS && !is_over(g); k++) {
            if (!a->is_done[i][k]) try_template(g, a, i, k, !s->is_split && (k == BY_SMT || k == BY_LP) ? slice : slice / 4);
            is_open = is_open || !a->is_done[i][k];
        }
    }
    return is_open;
}

static void attempt_release(attempt *a)
{
    for (size_t l = 0; a->dynamic && l < a->program.locations.size; l++) row_vec_free(&a->dynamic[l]);
    free(a->dynamic);
    invgen_program_release(&a->program);
}

/* Templates with two disjuncts: one more attempt for each split. The clauses without large numbers will do. */
static void add_splits(invgen *g, attempt_vec *all)
{
    g->has_splits = true;
    invgen_splits(g->h, MAX_SPLITS, &g->splits);
    for (size_t i = 0; i < g->splits.size && !is_over(g); i++) {
        invgen_view v = {.is_split = true, .split = &g->splits.data[i], .is_plain = true, .has_congruences = g->options.congruences};
        attempt a = {0};
        if (!make_view(g, &a, &v)) continue;
        choose_solvers(g, &a);
        attempt_vec_push(all, a);
    }
}

/* Templates grow where they have no solution, and where that takes too long; in the next round all get more time. */
static bool solve_round(invgen *g, attempt_vec *all, double slice)
{
    bool is_open = false;
    for (size_t i = 0; i < N_STAGES && !is_over(g); i++) {
        if (STAGES[i].is_split && g->options.split && g->options.disjuncts && !g->has_splits) add_splits(g, all);
        for (size_t k = 0; k < all->size; k++)
            if (STAGES[i].is_split == (all->data[k].program.view.split != NULL)) is_open |= solve_stage(g, &all->data[k], &STAGES[i], slice);
    }
    return is_open;
}

static void solve(invgen *g, attempt_vec *all)
{
    double start = limits_now();
    for (double slice = FIRST_SLICE; slice < LONGEST_SLICE && !is_over(g); slice *= 2)
        if (!solve_round(g, all, slice)) break;
    stats_add(&g->out->stats, invgen_solve_seconds, limits_now() - start);
    if (g->out->answer != ANSWER_UNKNOWN) return;
    const invgen_shape *largest = &SHAPES[N_SHAPES - 1];
    if (limits_is_over(&g->context->limits)) result_set_unknown(g->out, "out of time");
    else result_set_unknown(g->out, "no invariant with a template of up to %zu conjuncts was found", largest->n_equal + largest->n_at_most);
}

/* The attempts without splits. False if the answer is known, or the reason why there is none. */
static bool prepare(invgen *g, attempt_vec *all)
{
    for (bool plain = true;; plain = false) {
        attempt a = {0};
        if (!make_program(g, &a, plain)) {
            result_set_unknown(g->out, limits_is_over(&g->context->limits) ? "out of time" : "the clauses have too many cases");
            return false;
        }
        choose_solvers(g, &a);
        bool failed = a.program.steps.size && strengthen(g, &a); /* no steps: the facts exclude the queries */
        attempt_vec_push(all, a);
        if (failed) g->out->answer = ANSWER_UNSAFE;
        if (failed) return false;
        if (!plain || !a.program.analysis.n_dropped) return true;
    }
}

static void run(invgen *g)
{
    attempt_vec all;
    attempt_vec_init(&all);
    if (prepare(g, &all)) solve(g, &all);
    for (size_t i = 0; i < all.size; i++) attempt_release(&all.data[i]);
    attempt_vec_release(&all);
    for (size_t i = 0; i < g->splits.size; i++) model_release(&g->splits.data[i]);
    model_vec_release(&g->splits);
}

void invgen_run_with(const horn *h, const engine_context *context, const invgen_options *options, result *out, invgen_seen_fn *seen, void *user)
{
    invgen g = {.h = h, .context = context, .options = *options, .out = out, .seen = seen, .user = user};
    model_init(&g.facts, h);
    if (options->absint) absint(&g);
    run(&g);
    model_release(&g.facts);
}

static const engine_switch SWITCHES[] = {
    {"absint", offsetof(invgen_options, absint), true},
    {"test", offsetof(invgen_options, test), true},
    {"symb", offsetof(invgen_options, symb), true},
    {"smt", offsetof(invgen_options, smt), true},
    {"lp", offsetof(invgen_options, lp), true},
    {"factors", offsetof(invgen_options, factors), true},
    {"integers", offsetof(invgen_options, integers), true},
    {"reals", offsetof(invgen_options, reals), true},
    {"equations", offsetof(invgen_options, equations), true},
    {"disjuncts", offsetof(invgen_options, disjuncts), true},
    {"congruences", offsetof(invgen_options, congruences), true},
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

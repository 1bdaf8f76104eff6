#include "engine/la.h"
#include "engine/la/execute.h"
#include "engine/la/facts.h"
#include "engine/la/la.h"
#include "engine/la/paper.h"
#include "term/dag.h"

#include <stdlib.h>

static void add_modulus(la *a, term factor)
{
    enum { LARGEST = 16, MOST = 3 };
    int64_t value;
    if (term_kind_of(a->ts, factor) != TERM_NUM || !rat_to_int64(term_number(a->ts, factor), &value)) return;
    if (value < -LARGEST || value > LARGEST || (value > -2 && value < 2) || a->moduli.size >= MOST) return;
    if (value < 0) value = -value;
    term m = term_mk_int(a->ts, value);
    for (size_t k = 0; k < a->moduli.size; k++)
        if (term_is_equal(a->moduli.data[k], m)) return;
    term_vec_push(&a->moduli, m);
}

/* A division may be left as a multiplication. */
static void find_moduli(la *a)
{
    term_vec constraints, all;
    term_vec_init(&constraints);
    term_vec_init(&all);
    for (size_t i = 0; i < horn_clause_count(a->h); i++) term_vec_push(&constraints, horn_clause(a->h, i)->constraint);
    dag_subterms(a->ts, constraints.data, constraints.size, &all);
    for (size_t i = 0; i < all.size; i++) {
        term_kind kind = term_kind_of(a->ts, all.data[i]);
        bool is_product = kind == TERM_MOD || kind == TERM_IDIV || kind == TERM_SCALE;
        for (size_t k = 0; is_product && k < term_arity(a->ts, all.data[i]); k++) add_modulus(a, term_arg(a->ts, all.data[i], k));
    }
    term_vec_release(&constraints);
    term_vec_release(&all);
}

void la_init(la *a, const horn *h, const engine_context *context, result *out)
{
    *a = (la){.h = h, .ts = horn_terms(h), .context = context, .stats = &out->stats, .jump = SIZE_MAX, .started = limits_now()};
    double left = limits_left(&context->limits);
    a->limits = limits_within(&context->limits, left < 30 ? left * 0.98 : left - 0.6);
    la_options_read(&a->options, NULL);
    size_t preds = horn_pred_count(h), clauses = horn_clause_count(h);
    a->places = alloc_zeroed(preds + 1, sizeof *a->places);
    for (uint32_t p = 0; p < preds; p++) {
        size_t n = horn_pred_arity(h, (pred){p});
        a->places[p].facts_formula = term_false(a->ts);
        a->places[p].classes = alloc_zeroed(n + 1, sizeof *a->places[p].classes);
        a->places[p].reach = alloc_zeroed(n + 1, sizeof *a->places[p].reach);
    }
    a->solver = smt_new(a->ts, &a->limits, a->stats);
    a->scores = alloc_zeroed(clauses + 1, sizeof *a->scores);
    a->edges = alloc_zeroed(clauses + 1, sizeof(edge *));
    for (uint32_t i = 0; i < clauses; i++) a->edges[i] = edge_new(a, i);
    find_moduli(a);
}

void la_release(la *a)
{
    for (size_t i = 0; i < horn_clause_count(a->h); i++) edge_free(a->edges[i]);
    for (size_t p = 0; p < horn_pred_count(a->h); p++) {
        place *at = &a->places[p];
        u32_vec_release(&at->lemmas);
        u32_vec_release(&at->news);
        u32_vec_release(&at->facts);
        free(at->classes);
        free(at->reach);
    }
    for (size_t i = 0; i < a->lemmas.size; i++) cube_release(&a->lemmas.data[i].cube);
    smt_free(a->solver);
    free(a->edges);
    free(a->places);
    free(a->scores);
    itp_free(a->prover);
    runner_free(a->runner);
    cells_free(a->cells);
    lemma_vec_release(&a->lemmas);
    fact_vec_release(&a->facts);
    u32_vec_release(&a->premises);
    term_vec_release(&a->moduli);
    goal_stack_release(&a->open);
    for (size_t i = 0; i < a->kept.size; i++) cube_release(&a->kept.data[i].cube);
    goal_vec_release(&a->kept);
}

static void conclude_safe(la *a, result *out)
{
    model_init(&out->model, a->h);
    for (uint32_t p = 0; p < horn_pred_count(a->h); p++) model_set(&out->model, (pred){p}, annotation(a, (pred){p}, LEVEL_ALWAYS));
    out->answer = ANSWER_SAFE;
}

static void conclude_unsafe(la *a, uint32_t query, result *out)
{
    if (derive(a, query, &out->derivation)) out->answer = ANSWER_UNSAFE;
    else result_set_unknown(out, "%s", la_is_over(a) ? a->why : "the solver's model has no exact values");
}

/* Houdini is tried at bounds that are powers of two. */
static bool is_time_to_converge(const la *a) { return a->options.houdini && a->bound > 1 && (a->bound & (a->bound - 1)) == 0; }

/* The share of the time for concrete execution, and what it gets in advance. */
#define EXECUTE_SHARE 0.1
#define EXECUTE_FIRST 0.02

/* A search that is told how deep to go must not go deeper. */
static bool conclude_by_execution(la *a, result *out)
{
    double start = limits_now(), due = EXECUTE_FIRST + EXECUTE_SHARE * (start - a->started) - a->executing;
    if (!a->options.execute || a->context->max_bound || due <= 0) return false;
    bool reached = execute(a, due, &out->derivation);
    a->executing += limits_now() - start;
    if (reached) out->answer = ANSWER_UNSAFE;
    return reached;
}

/* Bound after bound: no derivation of that height, then perhaps an annotation that is a model. */
static void search_bounds(la *a, result *out)
{
    const engine_context *context = a->context;
    cells_find(a);
    for (;; a->bound = a->options.doubling ? 2 * a->bound + 1 : a->bound + 1) {
        uint32_t query;
        if (context->progress) context->progress(context->user, "depth", a->bound);
        verdict v = search_queries(a, &query);
        assert(v == STOPPED || !la_check(a));
        if (v == STOPPED) result_set_unknown(out, "%s", a->why ? a->why : "stopped");
        if (v == DERIVED) conclude_unsafe(a, query, out);
        if (v != REFUTED) break;
        out->bound = (int64_t)a->bound + 1;
        stats_set(&out->stats, bound, out->bound);
        if (propagate(a) || (is_time_to_converge(a) && converge(a))) {
            conclude_safe(a, out);
            break;
        }
        if (conclude_by_execution(a, out)) break;
        if (context->max_bound && a->bound + 1 >= context->max_bound) {
            result_set_unknown(out, "no derivation of depth %u or less", a->bound + 1);
            break;
        }
    }
}

static void search_as_the_paper(const horn *h, const engine_context *context, const la_options *options, result *out)
{
    paper s;
    paper_init(&s, h, context, options, out);
    paper_run(&s, out);
    paper_release(&s);
}

void la_run(const horn *h, const engine_context *context, result *out)
{
    la a;
    la_init(&a, h, context, out);
    const char *wrong = la_options_read(&a.options, context->engine_options);
    la_options options = a.options;
    if (wrong) result_set_unknown(out, "the engine la has no switch '%s'", wrong);
    else if (!options.paper) search_bounds(&a, out);
    la_release(&a);
    if (!wrong && options.paper) search_as_the_paper(h, context, &options, out);
}

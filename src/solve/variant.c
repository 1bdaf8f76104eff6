#include "solve/variant.h"

#include "base/alloc.h"
#include "solve/functions.h"
#include "solve/queries.h"
#include "solve/refine.h"

#include <stdlib.h>
#include <string.h>

const char *const VARIANT_NAMES[] = {"", "", " on unrolled loops", " on accelerated loops", " with facts", " on named fields", " on abstractions"};

/* Loops that are accelerated one after the other. */
enum { MAX_NESTED = 6 };
/* Without a limit, an engine gets this many seconds for an abstraction. */
static const double ABSTRACT_SECONDS = 60;

/* The passes to leave out; there is room for two more. */
static size_t skipped_passes(const variant *v, const char ***out)
{
    *out = alloc_zeroed(v->n_skip + 3, sizeof **out);
    size_t n = 0;
    for (size_t i = 0; i < v->n_skip; i++) (*out)[n++] = v->skip[i];
    if (v->small_blocks) (*out)[n++] = "inline";
    return n;
}

static pipeline *run_passes(const variant *v, bool divisions)
{
    const char **skip;
    size_t n = skipped_passes(v, &skip);
    if (!divisions) skip[n++] = "divisions";
    pipeline *p = pipeline_run(v->h, skip, n, &v->limits, NULL, NULL);
    free(skip);
    return p;
}

/* Where predicates are gone, divisions are no burden for an engine, and may be shifts. */
static pipeline *prepare_problem(const variant *v)
{
    pipeline *p = run_passes(v, true);
    if (!queries_are_closed(pipeline_result(p)) || limits_is_over(&v->limits)) return p;
    pipeline_free(p);
    return run_passes(v, false);
}

/* NULL if no loop has few turns. The passes that look at numbers wait until it is known which are constants. */
static pipeline *unroll_with(const variant *v, bool divisions)
{
    const char **skip;
    size_t n = skipped_passes(v, &skip);
    skip[n] = "divisions";
    skip[n + 1] = "ranges";
    pipeline *p = pipeline_run(v->h, skip, n + 2, &v->limits, NULL, NULL);
    bool any = pipeline_vary(p, pass_find_variant("unroll"), skip, divisions ? n : n + 1, &v->limits, NULL, NULL);
    free(skip);
    if (any) return p;
    pipeline_free(p);
    return NULL;
}

static pipeline *unroll(const variant *v)
{
    pipeline *p = unroll_with(v, false);
    if (!p || queries_are_closed(pipeline_result(p))) return p;
    pipeline_free(p);
    return unroll_with(v, true);
}

/* Inner loops first: what is around them is a loop of one clause when they are gone. False if no loop has a closed form. */
static bool accelerate_loops(pipeline *p, const char *const *skip, size_t n_skip, const limits *limit)
{
    bool any = false;
    for (int i = 0; i < MAX_NESTED; i++) {
        if (!pipeline_vary(p, pass_find_variant("accelerate"), skip, n_skip, limit, NULL, NULL)) break;
        any = true;
    }
    return any;
}

/* NULL if no loop has a closed form. */
static pipeline *accelerate(const variant *v)
{
    const char **skip;
    size_t n = skipped_passes(v, &skip);
    skip[n] = "divisions";
    pipeline *p = pipeline_run(v->h, skip, n + 1, &v->limits, NULL, NULL);
    bool any = accelerate_loops(p, skip, n + 1, &v->limits);
    free(skip);
    if (any) return p;
    pipeline_free(p);
    return NULL;
}

/* NULL if abstract interpretation has nothing to say. */
static pipeline *strengthen(const variant *v)
{
    pipeline *p = prepare_problem(v);
    if (pipeline_vary(p, pass_find_variant("absint"), v->skip, v->n_skip, &v->limits, NULL, NULL)) return p;
    pipeline_free(p);
    return NULL;
}

/* NULL if there are none. */
static pipeline *name_fields(const variant *v)
{
    const char **skip;
    size_t n = skipped_passes(v, &skip);
    skip[n] = "divisions";
    pipeline *p = pipeline_run(v->h, skip, n + 1, &v->limits, NULL, NULL);
    bool any = pipeline_vary(p, pass_find_variant("fields"), skip, n, &v->limits, NULL, NULL);
    free(skip);
    if (any) return p;
    pipeline_free(p);
    return NULL;
}

static pipeline *make(const variant *v)
{
    switch (v->kind) {
    case VARIANT_UNROLLED: return unroll(v);
    case VARIANT_ACCELERATED: return accelerate(v);
    case VARIANT_STRENGTHENED: return strengthen(v);
    case VARIANT_NAMED: return name_fields(v);
    default: return prepare_problem(v);
    }
}

void variant_prepare(variant *v)
{
    if (horn_function_count(v->h)) return; /* its instances are made by those who search */
    assert(!v->made);
    double start = limits_now();
    v->made = make(v);
    v->seconds = limits_now() - start;
}

void variant_release(variant *v)
{
    pipeline_free(v->made);
    v->made = NULL;
}

/* ---- abstractions ---- */

/* No pass, so far. */
static pipeline *empty_pipeline(const horn *h, const limits *limit)
{
    const char **skip = alloc_zeroed(PASS_COUNT + 1, sizeof *skip);
    for (size_t i = 0; i < PASS_COUNT; i++) skip[i] = PASSES[i].name;
    pipeline *p = pipeline_run(h, skip, PASS_COUNT, limit, NULL, NULL);
    free(skip);
    return p;
}

static pipeline *abstract_by(const variant *v, const pass *how, const limits *limit)
{
    assert(v->made && how);
    pipeline *p = empty_pipeline(pipeline_result(v->made), limit);
    if (!limits_is_over(limit) && pipeline_vary(p, how, v->skip, v->n_skip, limit, NULL, NULL)) return p;
    pipeline_free(p);
    return NULL;
}

static void try_abstraction(const pipeline *p, const engine *e, const engine_context *c, const limits *all, result *out)
{
    assert(p && e->run);
    refine_run(e, pipeline_result(p), c, out);
    out->bound = -1;
    if (out->answer == ANSWER_UNSAFE) result_set_unknown(out, "the abstraction has a derivation, which does not mean that the problem has one");
    pipeline_back(p, out, all);
}

/* A share of the time that is left, for the i-th of the tries that are still to be made. */
static limits share(const limits *all, size_t i)
{
    assert(i <= ABSTRACTION_COUNT);
    double seconds = limits_left(all) / (double)(ABSTRACTION_COUNT + 1 - i);
    return limits_within(all, seconds < ABSTRACT_SECONDS ? seconds : ABSTRACT_SECONDS);
}

/* A loop that writes at an affine index has a closed form for each cell: turns before the cell is written, that turn, and turns after it. Facts about cells are in
 * the way of that, and there are none. */
static void try_accelerated(const variant *v, pipeline *p, const engine *e, const engine_context *c, const limits *all, result *out)
{
    engine_context shorter = *c;
    shorter.limits = limits_within(&c->limits, limits_left(&c->limits) / 2);
    if (accelerate_loops(p, v->skip, v->n_skip, &shorter.limits)) try_abstraction(p, e, &shorter, all, out);
}

static bool is_bare(const pass *how) { return !strcmp(how->name, "barecells"); }

/* First those abstractions that have no query left when they are made, then the others: accelerated loops before all. */
static void search_abstractions(const variant *v, const engine *e, const engine_context *context, result *out)
{
    pipeline **made = alloc_zeroed(ABSTRACTION_COUNT, sizeof *made);
    engine_context c = *context;
    limits all = c.limits;
    result_set_unknown(out, "no abstraction applies");
    for (size_t i = 0; i < ABSTRACTION_COUNT && out->answer == ANSWER_UNKNOWN; i++) {
        limits own = share(&all, i);
        c.progress(c.user, ABSTRACTIONS[i].name, -1);
        made[i] = abstract_by(v, &ABSTRACTIONS[i], &own);
        if (made[i] && !horn_clauses_of(pipeline_result(made[i]), PRED_FALSE)->size) try_abstraction(made[i], e, &c, &all, out);
    }
    for (size_t i = 0; i < ABSTRACTION_COUNT && out->answer == ANSWER_UNKNOWN; i++) {
        c.limits = share(&all, 1);
        if (made[i] && is_bare(&ABSTRACTIONS[i])) try_accelerated(v, made[i], e, &c, &all, out);
    }
    for (size_t i = 0; i < ABSTRACTION_COUNT && out->answer == ANSWER_UNKNOWN; i++) {
        if (!made[i] || is_bare(&ABSTRACTIONS[i])) continue;
        c.limits = share(&all, i + 1);
        try_abstraction(made[i], e, &c, &all, out);
    }
    for (size_t i = 0; i < ABSTRACTION_COUNT; i++) pipeline_free(made[i]);
    free(made);
}

/* ---- the search ---- */

/* Passes change how deep derivations are, and not every engine counts. */
static void obey_bound(const variant *v, const engine_context *c, result *out)
{
    assert(out->answer != ANSWER_UNSAFE || out->derivation.steps.size);
    if (!c->max_bound || out->answer != ANSWER_UNSAFE) return;
    size_t depth = derivation_depth(&out->derivation, v->h);
    if (depth > c->max_bound) result_set_unknown(out, "the derivation found is deeper than the bound: %zu", depth);
}

static const char *why_not(variant_kind kind)
{
    switch (kind) {
    case VARIANT_UNROLLED: return "no loop has few turns";
    case VARIANT_ACCELERATED: return "no loop has a closed form";
    case VARIANT_STRENGTHENED: return "no facts were found";
    default: return "no field needs a name";
    }
}

void variant_search(const variant *v, variant_kind kind, const engine *e, const engine_context *c, result *out)
{
    if (horn_function_count(v->h)) {
        if (kind == VARIANT_AS_IT_IS || kind == VARIANT_SMALL_BLOCKS) functions_run(v, e, c, out);
        else result_set_unknown(out, "this is not tried where there are functions");
        return;
    }
    assert(v->made || v->kind != VARIANT_AS_IT_IS);
    stats_add(&out->stats, pass_seconds, v->seconds);
    if (!v->made) result_set_unknown(out, "%s", why_not(v->kind));
    else if (kind == VARIANT_ABSTRACTED) search_abstractions(v, e, c, out);
    else refine_run(e, pipeline_result(v->made), c, out);
    if (v->kind != VARIANT_AS_IT_IS && v->kind != VARIANT_SMALL_BLOCKS) out->bound = -1; /* it is about another problem */
    double start = limits_now();
    if (v->made) pipeline_back(v->made, out, &c->limits);
    obey_bound(v, c, out);
    stats_add(&out->stats, back_seconds, limits_now() - start);
}

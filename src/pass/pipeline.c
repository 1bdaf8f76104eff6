#include "base/alloc.h"
#include "pass/passes.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

const pass PASSES[] = {
#define PASS(name, function, repeated, help) {#name, help, function, repeated},
#include "pass/passes.def"
};
const size_t PASS_COUNT = sizeof PASSES / sizeof PASSES[0];

const pass VARIANTS[] = {
#define VARIANT(name, function, help) {#name, help, function, false},
#include "pass/passes.def"
};
const size_t VARIANT_COUNT = sizeof VARIANTS / sizeof VARIANTS[0];

const pass ABSTRACTIONS[] = {
#define ABSTRACTION(name, function, help) {#name, help, function, false},
#include "pass/passes.def"
};
const size_t ABSTRACTION_COUNT = sizeof ABSTRACTIONS / sizeof ABSTRACTIONS[0];

const pass *pass_find_variant(const char *name)
{
    for (size_t i = 0; i < VARIANT_COUNT; i++)
        if (!strcmp(VARIANTS[i].name, name)) return &VARIANTS[i];
    return NULL;
}

enum { MAX_PIPELINE_ROUNDS = 5 };

typedef struct stage {
    const char *name;
    horn *after;
    back *back;
} stage;
VEC_DECLARE(stage_vec, stage);

struct pipeline {
    const horn *before;
    stage_vec stages;
};

const horn *pipeline_result(const pipeline *p) { return p->stages.size ? stage_vec_last(&p->stages).after : p->before; }

static bool is_skipped(const char *name, const char *const *skip, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (strcmp(skip[i], name) == 0) return true;
    }
    return false;
}

static bool run_pass(pipeline *p, const pass *what, const limits *limit)
{
    stage s = {.name = what->name};
    s.after = what->run(pipeline_result(p), limit, &s.back);
    if (!s.after) return false;
#ifndef NDEBUG
    const char *wrong = horn_check(s.after);
    assert(!wrong);
#endif
    assert(s.back && s.back->before == pipeline_result(p) && s.back->after == s.after);
    assert(horn_terms(s.after) == horn_terms(p->before)); /* terms mean the same everywhere */
    stage_vec_push(&p->stages, s);
    return true;
}

typedef struct plan {
    const char *const *skip;
    size_t n_skip;
    const limits *limit;
    pipeline_seen_fn *seen;
    void *context;
} plan;

/* Each repeated pass, or each of the others, in order. Has one of them done something? */
static bool run_round(pipeline *p, bool repeated, const plan *how)
{
    bool changed = false;
    for (size_t i = 0; i < PASS_COUNT && !limits_is_over(how->limit); i++) {
        if (PASSES[i].repeated != repeated || is_skipped(PASSES[i].name, how->skip, how->n_skip)) continue;
        if (!run_pass(p, &PASSES[i], how->limit)) continue;
        changed = true;
        if (how->seen) how->seen(how->context, PASSES[i].name, pipeline_result(p));
    }
    return changed;
}

static void repeat(pipeline *p, const plan *how)
{
    for (int round = 0; round < MAX_PIPELINE_ROUNDS && run_round(p, true, how); round++) continue;
}

static void run_passes(pipeline *p, const char *const *skip, size_t n, const limits *limit, pipeline_seen_fn *seen, void *context)
{
    plan how = {skip, n, limit, seen, context};
    repeat(p, &how);
    if (run_round(p, false, &how)) repeat(p, &how);
}

pipeline *pipeline_run(const horn *h, const char *const *skip, size_t n, const limits *limit, pipeline_seen_fn *seen, void *context)
{
    pipeline *p = alloc_zeroed(1, sizeof *p);
    p->before = h;
    run_passes(p, skip, n, limit, seen, context);
    return p;
}

bool pipeline_vary(pipeline *p, const pass *how, const char *const *skip, size_t n, const limits *limit, pipeline_seen_fn *seen, void *context)
{
    if (is_skipped(how->name, skip, n) || !run_pass(p, how, limit)) return false;
    if (seen) seen(context, how->name, pipeline_result(p));
    run_passes(p, skip, n, limit, seen, context);
    return true;
}

void pipeline_free(pipeline *p)
{
    if (!p) return;
    for (size_t i = p->stages.size; i-- > 0;) {
        p->stages.data[i].back->free(p->stages.data[i].back);
        horn_free(p->stages.data[i].after);
    }
    stage_vec_release(&p->stages);
    free(p);
}

static bool model_through(const stage *s, model *m, const limits *limit)
{
    assert(m->formula.size == horn_pred_count(s->after));
    model out;
    model_init(&out, s->back->before);
    bool ok = s->back->model(s->back, m, &out, limit);
    assert(!ok || out.formula.size == horn_pred_count(s->back->before));
    model_release(m);
    *m = out;
    return ok;
}

static bool derivation_through(const stage *s, derivation *d, const limits *limit)
{
    derivation out;
    derivation_init(&out);
    bool ok = s->back->derivation(s->back, d, &out, limit);
    out.is_outline |= d->is_outline;
    assert(!ok || (out.steps.size && pred_is_false(horn_clause(s->back->before, out.steps.data[out.steps.size - 1].clause)->head.pred)));
    derivation_release(d);
    *d = out;
    return ok;
}

void pipeline_back(const pipeline *p, result *r, const limits *limit)
{
    for (size_t i = p->stages.size; i-- > 0;) {
        const stage *s = &p->stages.data[i];
        if (r->answer == ANSWER_SAFE && !model_through(s, &r->model, limit)) {
            result_set_unknown(r, "the model could not be translated back through the pass '%s'", s->name);
        }
        if (r->answer == ANSWER_UNSAFE && !derivation_through(s, &r->derivation, limit)) {
            result_set_unknown(r, "the derivation could not be translated back through the pass '%s'", s->name);
        }
    }
}

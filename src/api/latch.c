#include "latch.h"

#include "engine/engine.h"
#include "front/smtlib/smtlib.h"
#include "pass/pass.h"
#include "report/json.h"
#include "smt/smt.h"
#include "solve/solve.h"
#include "validate/validate.h"

#include <stdlib.h>
#include <string.h>

struct latch_problem {
    term_store *terms;
    horn *horn;
    smtlib_info info;
    double load_seconds;
};

struct latch_result {
    const latch_problem *problem; /* borrowed */
    result result;
    const char *engine;
    double seconds;
};

static limits limits_of(const latch_options *o)
{
    limits l = {.deadline = o->timeout > 0 ? limits_now() + o->timeout : 0, .stop = o->stop};
    return l;
}

/* ---- options ---- */

void latch_options_init(latch_options *options)
{
    latch_require(options);
    *options = (latch_options){.engine = "auto"};
}

static bool pass_exists(const char *name)
{
    for (size_t i = 0; i < PASS_COUNT; i++)
        if (!strcmp(PASSES[i].name, name)) return true;
    return false;
}

char *latch_options_check(const latch_options *o)
{
    latch_require(o && o->engine);
    text why;
    text_init(&why);
    if (strcmp(o->engine, "auto") && !engine_find(o->engine))
        text_printf(&why, "there is no engine '%s'; 'latch engines' lists them", o->engine);
    else if (!(o->timeout >= 0))
        text_adds(&why, "the timeout is negative");
    for (size_t i = 0; i < o->n_skip_passes && !why.size; i++)
        if (!pass_exists(o->skip_passes[i])) text_printf(&why, "there is no pass '%s'; 'latch passes' lists them", o->skip_passes[i]);
    if (why.size) return text_take(&why);
    text_release(&why);
    return NULL;
}

/* ---- problems ---- */

latch_problem *latch_load(const char *path, const latch_options *options, char **error)
{
    latch_require(path && error);
    *error = NULL;
    latch_options defaults;
    latch_options_init(&defaults);
    limits l = limits_of(options ? options : &defaults);
    double start = limits_now();
    latch_problem *p = alloc_zeroed(1, sizeof *p);
    p->terms = term_store_new();
    diag d;
    diag_init(&d);
    p->horn = smtlib_load(p->terms, path, &l, &p->info, &d);
    p->load_seconds = limits_now() - start;
    if (!p->horn) {
        text message;
        text_init(&message);
        diag_print(&message, &d);
        *error = text_take(&message);
        latch_problem_free(p);
        p = NULL;
    }
    diag_release(&d);
    return p;
}

void latch_problem_free(latch_problem *p)
{
    if (!p) return;
    horn_free(p->horn);
    term_store_free(p->terms);
    free(p);
}

static latch_answer public_answer(answer a) { return a == ANSWER_SAFE ? LATCH_SAFE : a == ANSWER_UNSAFE ? LATCH_UNSAFE : LATCH_UNKNOWN; }

latch_answer latch_problem_status(const latch_problem *p)
{
    latch_require(p);
    return public_answer(p->info.status);
}

int latch_problem_wants_model(const latch_problem *p)
{
    latch_require(p);
    return p->info.wants_model;
}

typedef struct snapshot {
    const char *pass;
    text text;
} snapshot;

static void keep_snapshot(void *context, const char *name, const horn *after)
{
    snapshot *s = context;
    if (strcmp(s->pass, name)) return;
    text_clear(&s->text);
    horn_print(&s->text, after);
}

char *latch_problem_print(const latch_problem *p, const latch_options *options, const char *after)
{
    latch_require(p && options);
    snapshot s = {.pass = after ? after : ""};
    text_init(&s.text);
    if (!after) {
        horn_print(&s.text, p->horn);
    } else {
        limits l = limits_of(options);
        horn_print(&s.text, p->horn); /* what stays if the pass never changes anything */
        pipeline *q = pipeline_run(p->horn, options->skip_passes, options->n_skip_passes, &l, keep_snapshot, &s);
        if (!strcmp(after, "all")) {
            text_clear(&s.text);
            horn_print(&s.text, pipeline_result(q));
        }
        pipeline_free(q);
    }
    return text_take(&s.text);
}

/* ---- results ---- */

latch_result *latch_check(const latch_problem *p, const latch_options *o)
{
    latch_require(p && o);
    double start = limits_now();
    solve_options s = {.engine = o->engine,
                       .limits = limits_of(o),
                       .memory = o->memory_mb << 20,
                       .jobs = o->jobs,
                       .max_bound = o->max_bound,
                       .skip = o->skip_passes,
                       .n_skip = o->n_skip_passes,
                       .progress = o->progress,
                       .user = o->user};
    latch_result *r = alloc_zeroed(1, sizeof *r);
    r->problem = p;
    result_init(&r->result);
    solve_run(p->horn, &s, &r->result, &r->engine);
    stats_add(&r->result.stats, parse_seconds, p->load_seconds);
    r->seconds = limits_now() - start;
    return r;
}

void latch_result_free(latch_result *r)
{
    if (!r) return;
    result_release(&r->result);
    free(r);
}

latch_answer latch_result_answer(const latch_result *r)
{
    latch_require(r);
    return public_answer(r->result.answer);
}

const char *latch_result_reason(const latch_result *r)
{
    latch_require(r);
    return r->result.answer == ANSWER_UNKNOWN ? r->result.reason : NULL;
}

const char *latch_result_engine(const latch_result *r)
{
    latch_require(r);
    return r->engine;
}

int64_t latch_result_bound(const latch_result *r)
{
    latch_require(r);
    return r->result.bound;
}

double latch_result_seconds(const latch_result *r)
{
    latch_require(r);
    return r->seconds;
}

char *latch_result_model(const latch_result *r)
{
    latch_require(r);
    if (r->result.answer != ANSWER_SAFE) return NULL;
    text t;
    text_init(&t);
    model_print(&t, r->problem->horn, &r->result.model);
    return text_take(&t);
}

char *latch_result_derivation(const latch_result *r)
{
    latch_require(r);
    if (r->result.answer != ANSWER_UNSAFE) return NULL;
    text t;
    text_init(&t);
    derivation_print(&t, r->problem->horn, &r->result.derivation);
    return text_take(&t);
}

char *latch_result_certificate(const latch_result *r)
{
    latch_require(r);
    if (r->result.answer == ANSWER_UNKNOWN) return NULL;
    text t;
    text_init(&t);
    validate_certificate(&t, r->problem->horn, &r->result);
    return text_take(&t);
}

char *latch_result_stats(const latch_result *r)
{
    latch_require(r);
    text t;
    text_init(&t);
    stats_print(&t, &r->result.stats);
    return text_take(&t);
}

char *latch_result_json(const latch_result *r)
{
    latch_require(r);
    text t;
    text_init(&t);
    json_facts f = {latch_version(), latch_answer_word(r->problem, latch_result_answer(r)), r->engine, r->seconds};
    json_report(&t, r->problem->horn, &r->result, &f);
    return text_take(&t);
}

const char *latch_answer_word(const latch_problem *p, latch_answer a)
{
    latch_require(p);
    return a == LATCH_SAFE ? "sat" : a == LATCH_UNSAFE ? "unsat" : "unknown";
}

/* ---- what there is ---- */

size_t latch_engine_count(void) { return ENGINE_COUNT; }
const char *latch_engine_name(size_t i)
{
    latch_require(i < ENGINE_COUNT);
    return ENGINES[i].name;
}
const char *latch_engine_help(size_t i)
{
    latch_require(i < ENGINE_COUNT);
    return ENGINES[i].help;
}
int latch_engine_in_auto(size_t i)
{
    latch_require(i < ENGINE_COUNT);
    return ENGINES[i].in_auto;
}
size_t latch_pass_count(void) { return PASS_COUNT; }
const char *latch_pass_name(size_t i)
{
    latch_require(i < PASS_COUNT);
    return PASSES[i].name;
}
const char *latch_pass_help(size_t i)
{
    latch_require(i < PASS_COUNT);
    return PASSES[i].help;
}
const char *latch_version(void) { return LATCH_VERSION; }
const char *latch_solver_version(void) { return smt_version(); }
void latch_free_text(char *t) { free(t); }

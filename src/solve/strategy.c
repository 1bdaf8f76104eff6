#include "solve/strategy.h"

#include "base/alloc.h"
#include "recurrence/equations.h"
#include "term/dag.h"
#include "term/datatype.h"

#include <string.h>

typedef enum condition { ALWAYS, HAS_ARRAYS, HAS_FIELDS, NEEDS_FACTS } condition;

typedef struct line {
    strategy_task task;
    const char *engine; /* NULL: whichever was asked for */
    variant_kind variant;
    condition when;
    double slice, share;
} line;

#define STRATEGY(task, engine, variant, when, slice, share) {STRATEGY_##task, #engine, VARIANT_##variant, when, slice, share},
#define ALONE(variant, when, slice, share)
#define ALONE_OF(engine, variant, when, slice, share)
#define BESIDE(task, engine)
#define QUESTION(list, engine)
static const line AUTO[] = {
#include "solve/strategies.def"
};
#undef STRATEGY
#undef ALONE
#undef ALONE_OF
#define STRATEGY(task, engine, variant, when, slice, share)
#define ALONE(variant, when, slice, share) {STRATEGY_HORN, NULL, VARIANT_##variant, when, slice, share},
#define ALONE_OF(engine, variant, when, slice, share) {STRATEGY_HORN, #engine, VARIANT_##variant, when, slice, share},
static const line SINGLE[] = {
#include "solve/strategies.def"
};
#undef ALONE
#undef ALONE_OF
#undef BESIDE
#define ALONE(variant, when, slice, share)
#define ALONE_OF(engine, variant, when, slice, share)
#define BESIDE(task, engine) {STRATEGY_##task, #engine, VARIANT_AS_IT_IS, ALWAYS, 0, 0},
static const line OTHERS[] = {
#include "solve/strategies.def"
};
#undef BESIDE
#undef QUESTION
static const struct {
    strategy_list list;
    const char *engine;
} QUESTIONS[] = {
#define BESIDE(task, engine)
#define QUESTION(list, engine) {STRATEGY_##list, #engine},
#include "solve/strategies.def"
};
enum { N_AUTO = sizeof AUTO / sizeof *AUTO, N_SINGLE = sizeof SINGLE / sizeof *SINGLE, N_OTHERS = sizeof OTHERS / sizeof *OTHERS,
       N_QUESTIONS = sizeof QUESTIONS / sizeof *QUESTIONS };

bool strategy_is_auto(const char *engine_name) { return !strcmp(engine_name, "auto"); }

static bool clause_has_arrays(const horn *h, const clause *c)
{
    for (size_t i = 0; i < c->n_vars; i++)
        if (sort_kind_of(horn_terms(h), term_sort(horn_terms(h), c->vars[i])) == SORT_ARRAY) return true;
    return false;
}

/* The terms of a store with datatypes are few enough to look at each. */
static bool has_fields(const term_store *ts)
{
    bool found = false;
    for (uint32_t id = 0; datatype_count(ts) && id < term_store_size(ts) && !found; id++)
        found = term_kind_of(ts, (term){id}) == TERM_FIELD && datatype_size(ts, term_sort(ts, term_arg(ts, (term){id}, 0))) > 1;
    return found;
}

/* Of integers in clauses, by numbers that are no sizes of machine words. */
static bool has_remainders(const horn *h)
{
    enum { SMALL = 200 };
    const term_store *ts = horn_terms(h);
    term_vec constraints, all;
    term_vec_init(&constraints);
    term_vec_init(&all);
    for (size_t i = 0; i < horn_clause_count(h); i++) term_vec_push(&constraints, horn_clause(h, i)->constraint);
    dag_subterms(ts, constraints.data, constraints.size, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) {
        int64_t modulus;
        bool by_number = term_kind_of(ts, all.data[i]) == TERM_MOD && term_kind_of(ts, term_arg(ts, all.data[i], 1)) == TERM_NUM;
        found = by_number && rat_to_int64(term_number(ts, term_arg(ts, all.data[i], 1)), &modulus) && modulus > 1 && modulus < SMALL;
    }
    term_vec_release(&all);
    term_vec_release(&constraints);
    return found;
}

void strategy_find_features(const horn *h, strategy_features *out)
{
    *out = (strategy_features){.has_arrays = false};
    for (size_t i = 0; i < horn_clause_count(h) && !out->has_arrays; i++) out->has_arrays = clause_has_arrays(h, horn_clause(h, i));
    out->has_fields = has_fields(horn_terms(h));
    out->needs_facts = has_remainders(h) || loop_equations_exist(h);
}

bool strategy_facts_find(const char *name, strategy_facts *out)
{
    static const char *const NAMES[] = {[STRATEGY_FACTS_AUTO] = "auto", [STRATEGY_FACTS_ON] = "on", [STRATEGY_FACTS_OFF] = "off"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (strcmp(name, NAMES[i])) continue;
        *out = (strategy_facts)i;
        return true;
    }
    return false;
}

typedef struct choice {
    const char *engine_name;
    strategy_facts facts;
    const strategy_features *about;
    strategy_vec *out;
} choice;

static bool has_facts(const line *l) { return l->variant == VARIANT_STRENGTHENED; }

static bool holds(const choice *c, const line *l)
{
    if (has_facts(l) && c->facts != STRATEGY_FACTS_AUTO) return c->facts == STRATEGY_FACTS_ON;
    switch (l->when) {
    case ALWAYS: return true;
    case HAS_ARRAYS: return c->about->has_arrays;
    case HAS_FIELDS: return c->about->has_fields;
    case NEEDS_FACTS: return c->about->needs_facts;
    }
    assert(!"there is no such condition");
    return false;
}

static void add(const choice *c, const line *l, const engine *e)
{
    assert(e && e->run && l->share > 0 && l->slice >= 0);
    if (!holds(c, l)) return;
    variant_kind v = l->variant == VARIANT_AS_IT_IS && e->small_blocks ? VARIANT_SMALL_BLOCKS : l->variant;
    for (size_t i = 0; i < c->out->size; i++)
        if (c->out->data[i].engine == e && c->out->data[i].variant == v) return; /* by a line for another engine, too */
    strategy_vec_push(c->out, (strategy){.engine = e, .variant = v, .slice = l->slice, .share = l->share});
}

static bool is_for_engine(const choice *c, const line *l)
{
    return !l->engine || !strcmp(l->engine, c->engine_name) || (has_facts(l) && c->facts == STRATEGY_FACTS_ON);
}

void strategy_choose(strategy_task task, const char *engine_name, strategy_facts facts, const strategy_features *about, strategy_vec *out)
{
    assert(strategy_is_auto(engine_name) || engine_find(engine_name));
    choice c = {engine_name, facts, about, out};
    if (strategy_is_auto(engine_name)) {
        for (const line *l = AUTO; l < AUTO + N_AUTO; l++)
            if (l->task == task) add(&c, l, engine_find(l->engine));
    } else {
        for (const line *l = SINGLE; l < SINGLE + N_SINGLE; l++)
            if (is_for_engine(&c, l)) add(&c, l, engine_find(engine_name));
    }
}

bool strategy_has_engine(const engine *e)
{
    for (const line *l = AUTO; l < AUTO + N_AUTO; l++)
        if (!strcmp(l->engine, e->name)) return true;
    return strategy_runs_beside(STRATEGY_HORN, e->name) || strategy_runs_beside(STRATEGY_GOALS, e->name);
}

bool strategy_runs_beside(strategy_task task, const char *engine_name)
{
    for (const line *l = OTHERS; l < OTHERS + N_OTHERS; l++)
        if (l->task == task && !strcmp(l->engine, engine_name)) return true;
    return false;
}

const char *strategy_question(strategy_list list, size_t i)
{
    assert(list < STRATEGY_LISTS);
    for (size_t k = 0; k < N_QUESTIONS; k++)
        if (QUESTIONS[k].list == list && i-- == 0) return QUESTIONS[k].engine;
    return NULL;
}

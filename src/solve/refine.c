#include "solve/refine.h"

#include "engine/derivation_tree.h"
#include "pass/arrays/abstract.h"
#include "solve/queries.h"
#include "term/eval.h"

#include <stdlib.h>

enum { MAX_ROUNDS = 100 };
/* The shares of the time of a first try with the problem as it is and of the abstraction, and the most they get. */
static const double FIRST_SHARE = 0.05, FIRST_SECONDS = 1;
static const double SHARE = 0.6, MAX_SECONDS = 600;
/* For one solver call about a derivation, and how many there are at most. */
static const double FOLLOW_SECONDS = 3;
enum { MAX_FOLLOWED = 40 };

typedef struct refinement {
    const engine *engine;
    const horn *h;
    engine_context context;
    abstraction *a;
    result *out;
} refinement;

static bool has_bits(const term_store *ts, sort s)
{
    while (sort_kind_of(ts, s) == SORT_ARRAY) {
        if (sort_kind_of(ts, sort_array_index(ts, s)) == SORT_BV) return true;
        s = sort_array_element(ts, s);
    }
    return sort_kind_of(ts, s) == SORT_BV;
}

/* A problem about bit-vectors themselves is the engine's own business. */
static bool is_about_bits(const horn *h)
{
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        for (size_t j = 0; j < c->n_vars; j++)
            if (has_bits(horn_terms(h), term_sort(horn_terms(h), c->vars[j]))) return true;
    }
    return false;
}

/* The steps of the derivation as a tree with open values. */
static void grow_tree(derivation_tree *tree, const horn *h, const derivation *d)
{
    u32_vec nodes, steps;
    u32_vec_init(&nodes);
    u32_vec_init(&steps);
    u32_vec_push(&nodes, 0);
    u32_vec_push(&steps, (uint32_t)d->steps.size - 1);
    while (steps.size) {
        const step *s = &d->steps.data[u32_vec_pop(&steps)];
        uint32_t first = derivation_tree_add(tree, u32_vec_pop(&nodes), s->clause);
        for (uint32_t i = 0; i < horn_clause(h, s->clause)->n_body; i++) {
            u32_vec_push(&nodes, first + i);
            u32_vec_push(&steps, d->premises.data[s->premise + i]);
        }
    }
    u32_vec_release(&nodes);
    u32_vec_release(&steps);
}

/* Learns from the wrong values in the derivation; returns how many lemmas. */
static size_t learn(refinement *r, const horn *abstract, const derivation *d)
{
    evaluator *e = evaluator_new(horn_terms(r->h));
    term_vec roots;
    term_vec_init(&roots);
    size_t learnt = 0;
    for (size_t i = 0; i < d->steps.size && !limits_is_over(&r->context.limits); i++) {
        const step *s = &d->steps.data[i];
        const clause *c = horn_clause(abstract, s->clause);
        evaluator_clear(e);
        for (size_t j = 0; j < c->n_vars; j++) evaluator_set(e, c->vars[j], d->values.data[s->value + j]);
        term_vec_clear(&roots);
        abstract_roots(r->h, horn_clause(r->h, s->clause), &roots);
        learnt += abstraction_learn(r->a, roots.data, roots.size, e);
    }
    term_vec_release(&roots);
    evaluator_free(e);
    return learnt;
}

/* A derivation of h by the clauses of d, which may be about another form of h. */
static smt_result solve_along(refinement *r, const horn *h, const derivation *d, derivation *found)
{
    derivation_tree *tree = derivation_tree_new(h, &r->context.limits, &r->out->stats);
    grow_tree(tree, h, d);
    derivation_init(found);
    smt_result status = derivation_tree_solve(tree, &(derivation_tree_limits){.seconds = FOLLOW_SECONDS}, found);
    derivation_tree_free(tree);
    if (status != SMT_SAT) derivation_release(found);
    return status;
}

/* Learns from a derivation of the abstraction, and from others by the same clauses, until there are no more, or one is right and
 * becomes the answer. False if it does. */
static bool follow(refinement *r, horn **abstract, derivation *d)
{
    for (int i = 0; i < MAX_FOLLOWED && !limits_is_over(&r->context.limits); i++) {
        size_t learnt = learn(r, *abstract, d);
        stats_add(&r->out->stats, refinement_lemmas, (double)learnt);
        if (!learnt) abstract_derivation_back(r->h, *abstract, d, &r->out->derivation);
        if (!learnt || (i == 0 && solve_along(r, r->h, d, &r->out->derivation) == SMT_SAT)) {
            r->out->answer = ANSWER_UNSAFE;
            return false;
        }
        horn_free(*abstract);
        *abstract = abstract_horn(r->h, r->a);
        derivation found;
        if (solve_along(r, *abstract, d, &found) != SMT_SAT) break;
        derivation_release(d);
        *d = found;
    }
    return true;
}

/* Turns the answer about the abstraction into one about the problem, or learns. False if there is no use in going on. */
static bool conclude(refinement *r, horn **abstract, result *found)
{
    if (found->answer == ANSWER_UNSAFE) return follow(r, abstract, &found->derivation);
    if (found->answer == ANSWER_UNKNOWN) return false;
    r->out->answer = ANSWER_SAFE;
    r->out->model = found->model;
    term_vec_init(&found->model.formula);
    term_vec_init(&found->model.function);
    return false;
}

bool refine_abstractly(const engine *e, const horn *h, const engine_context *context, result *out)
{
    refinement r = {.engine = e, .h = h, .context = *context, .out = out, .a = abstraction_new(horn_terms(h), ABSTRACT_ALL)};
    horn *abstract = abstract_horn(h, r.a);
    bool again = abstract != NULL;
    for (int round = 0; again && round < MAX_ROUNDS && !limits_is_over(&context->limits); round++) {
        stats_count(&out->stats, refinement_rounds);
        result found;
        result_init(&found);
        e->run(abstract, context, &found);
        stats_merge(&out->stats, &found.stats);
        if (found.bound > out->bound) out->bound = found.bound;
        again = conclude(&r, &abstract, &found);
        result_release(&found);
    }
    horn_free(abstract);
    abstraction_free(r.a);
    return out->answer != ANSWER_UNKNOWN;
}

static engine_context within(const engine_context *context, double share, double most)
{
    engine_context c = *context;
    double seconds = limits_left(&context->limits) * share;
    c.limits = limits_within(&context->limits, seconds < most ? seconds : most);
    return c;
}

/* Is there something to abstract, and are bit-vectors not what the problem is about anyway? */
static bool has_operations(const horn *h)
{
    if (is_about_bits(h)) return false;
    abstraction *a = abstraction_new(horn_terms(h), ABSTRACT_ALL);
    horn *abstract = abstract_horn(h, a);
    bool found = abstract != NULL;
    horn_free(abstract);
    abstraction_free(a);
    return found;
}

void refine_run(const engine *e, const horn *h, const engine_context *context, result *out)
{
    if (queries_run(h, context, out)) return;
    if (has_operations(h)) {
        engine_context first = within(context, FIRST_SHARE, FIRST_SECONDS), most = within(context, SHARE, MAX_SECONDS);
        e->run(h, &first, out);
        if (out->answer == ANSWER_UNKNOWN) refine_abstractly(e, h, &most, out);
    }
    if (out->answer == ANSWER_UNKNOWN) e->run(h, context, out);
    if (out->answer == ANSWER_UNKNOWN) return;
    free(out->reason);
    out->reason = NULL;
}

#include "engine/backward.h"

#include "engine/bmc.h"
#include "logic/project.h"

/* Seconds for one projection. */
#define PATIENCE 5.0

typedef struct backward {
    const horn *h;
    term_store *ts;
    smt *solver;
    term_vec bad, fresh, next; /* by predicate, over its parameters: from where a query is reached; those found in the last step, and in this one */
    const char *why; /* not NULL: no answer */
} backward;

/* new(head) & constraint: from where the clause leads to states that were found in the last step; of a query, from where it holds. */
static term reached_by(const backward *b, const clause *c)
{
    if (pred_is_false(c->head.pred)) return c->constraint;
    model fresh = {.formula = b->fresh};
    return term_mk_and2(b->ts, c->constraint, model_apply(&fresh, b->h, c->head));
}

/* As states of the first body atom's predicate. The other atoms are taken to hold, so that there may be too many, but never too few. */
static term pre_image(backward *b, const clause *c, term reached)
{
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, reached);
    pred p = c->body[0].pred;
    for (size_t i = 0; i < horn_pred_arity(b->h, p); i++)
        term_vec_push(&parts, term_mk_eq(b->ts, horn_param(b->h, p, i), c->body[0].args[i]));
    term image = project_exists(b->solver, b->ts, c->vars, c->n_vars, term_mk_and(b->ts, parts.data, parts.size), PATIENCE);
    term_vec_release(&parts);
    return image;
}

/* True if a fact may lead to a query. */
static bool add_pre_image(backward *b, const clause *c)
{
    term reached = reached_by(b, c);
    if (reached.id == term_false(b->ts).id) return false;
    smt_result possible = smt_check(b->solver, &reached, 1);
    if (possible == SMT_UNKNOWN) b->why = "a constraint was not decided";
    if (possible != SMT_SAT || !c->n_body) return possible == SMT_SAT;
    term image = pre_image(b, c, reached);
    uint32_t p = c->body[0].pred.id;
    if (term_is_none(image)) b->why = "a projection was not found";
    else if (smt_entails(b->solver, image, b->bad.data[p]) != SMT_UNSAT) {
        b->bad.data[p] = term_mk_or2(b->ts, b->bad.data[p], image);
        b->next.data[p] = term_mk_or2(b->ts, b->next.data[p], image);
    }
    return false;
}

/* One step back, of all clauses; in the first one of the queries only. True if a fact may lead to a query. */
static bool step_back(backward *b, bool is_first)
{
    bool hit = false;
    for (size_t i = 0; i < b->next.size; i++) b->next.data[i] = term_false(b->ts);
    for (size_t i = 0; i < horn_clause_count(b->h) && !hit && !b->why; i++) {
        const clause *c = horn_clause(b->h, i);
        if (pred_is_false(c->head.pred) == is_first) hit = add_pre_image(b, c);
    }
    term_vec fresh = b->fresh;
    b->fresh = b->next;
    b->next = fresh;
    return hit;
}

static bool is_fixed_point(const backward *b)
{
    for (size_t i = 0; i < b->fresh.size; i++)
        if (b->fresh.data[i].id != term_false(b->ts).id) return false;
    return true;
}

static void answer_safe(const backward *b, result *out)
{
    out->answer = ANSWER_SAFE;
    model_init(&out->model, b->h);
    for (uint32_t i = 0; i < b->bad.size; i++) model_set(&out->model, (pred){i}, term_mk_not(b->ts, b->bad.data[i]));
}

/* A fact may lead to a query in so many steps: the derivation is made going forward. */
static void answer_derivation(const backward *b, const engine_context *context, size_t steps, result *out)
{
    engine_context bounded = *context;
    bounded.max_bound = steps;
    if (!bounded.max_bound) bounded.max_bound = 1;
    bmc_run(b->h, &bounded, out);
    if (out->answer == ANSWER_UNKNOWN) result_set_unknown(out, "facts may lead to a query in %zu steps, but no derivation is so short", steps);
}

static void search(backward *b, const engine_context *context, result *out)
{
    size_t steps = 0;
    bool hit = step_back(b, true);
    while (!hit && !b->why && !is_fixed_point(b)) {
        out->bound = (int64_t)steps;
        if (limits_is_over(&context->limits)) b->why = "out of time";
        else if (context->max_bound && steps == context->max_bound) b->why = "the bound is reached";
        else hit = step_back(b, false), steps++;
        if (context->progress) context->progress(context->user, "stepping back", (int64_t)steps);
    }
    if (b->why) result_set_unknown(out, "%s", b->why);
    else if (hit) answer_derivation(b, context, steps, out);
    else answer_safe(b, out);
}

void backward_run(const horn *h, const engine_context *context, result *out)
{
    backward b = {.h = h, .ts = horn_terms(h)};
    b.solver = smt_new(b.ts, &context->limits, &out->stats);
    term_vec *all[] = {&b.bad, &b.fresh, &b.next};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        term_vec_init(all[i]);
        for (size_t p = 0; p < horn_pred_count(h); p++) term_vec_push(all[i], term_false(b.ts));
    }
    search(&b, context, out);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) term_vec_release(all[i]);
    smt_free(b.solver);
}

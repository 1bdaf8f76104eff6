#include "engine/la/execute.h"

#include <stdlib.h>

/* Concrete execution, forwards: from a fact with all its values to one that a clause derives from it. Where the clause has no variables of
 * its own that is evaluation, otherwise the solver chooses. Derivations that are long but leave little choice, such as loops that count up to
 * a large constant, are found so in a time that is linear in their length. */

/* Other body atoms than the one at hand stand for one of so many facts, the last ones. */
enum { RECENT = 6 };
/* So many steps without a new start at first, then four times as many, and so on; and in all. */
enum { FIRST_WALK = 300, MAX_STEPS = 1000000 };

struct runner {
    la *la;
    limits limit;
    derivation trace;
    term_vec args; /* of the facts of all steps */
    u32_vec args_of; /* offset, of each step */
    u32_vec *steps_of; /* of each predicate */
    evaluator *values;
    uint64_t random;
    u32_vec starts; /* clauses that need no fact, */
    u32_vec openings; /* and those, too, that need only facts which such clauses derive */
    uint32_t at; /* the present step, or NO_STEP */
    size_t length, longest; /* of the present walk, and what it may be */
};

enum { NO_STEP = UINT32_MAX };

static uint32_t random_below(runner *r, size_t n)
{
    r->random = r->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((r->random >> 33) % n);
}

static const term *args_of(const runner *r, uint32_t now) { return r->args.data + r->args_of.data[now]; }

/* ---- one step ---- */

/* Adds the step if its conclusion has values. */
static uint32_t add_step(runner *r, uint32_t index, const uint32_t *premises, const term *values)
{
    const clause *c = horn_clause(r->la->h, index);
    uint32_t offset = (uint32_t)r->args.size, now = derivation_add(&r->trace, r->la->h, index, premises, values);
    stats_count(r->la->stats, la_executed);
    u32_vec_push(&r->args_of, offset);
    if (pred_is_false(c->head.pred)) return now;
    if (!derivation_fact(&r->trace, r->la->h, now, &r->args)) return NO_STEP;
    u32_vec_push(&r->steps_of[c->head.pred.id], now);
    return now;
}

static bool is_equal_value(runner *r, term t, term value)
{
    bool div0 = false;
    term v = evaluator_eval(r->values, t, &div0);
    return !term_is_none(v) && !div0 && term_is_equal(v, value);
}

/* Does the fact give every variable of the clause a value? Then they are set. */
static bool gives_all_values(runner *r, const clause *c, const term *args)
{
    la *a = r->la;
    size_t known = 0;
    evaluator_clear(r->values);
    for (size_t v = 0; v < c->n_vars; v++)
        for (size_t i = 0; i < horn_pred_arity(a->h, c->body[0].pred); i++)
            if (term_is_equal(c->body[0].args[i], c->vars[v])) {
                evaluator_set(r->values, c->vars[v], args[i]);
                known++;
                break;
            }
    return known == c->n_vars;
}

/* A clause with one body atom and no variable besides its arguments. */
static uint32_t evaluate(runner *r, uint32_t index, uint32_t from)
{
    const clause *c = horn_clause(r->la->h, index);
    const term *args = args_of(r, from);
    if (!is_equal_value(r, c->constraint, term_true(r->la->ts))) return NO_STEP;
    for (size_t i = 0; i < horn_pred_arity(r->la->h, c->body[0].pred); i++)
        if (!is_equal_value(r, c->body[0].args[i], args[i])) return NO_STEP;
    term_vec values;
    term_vec_init(&values);
    for (size_t v = 0; v < c->n_vars; v++) term_vec_push(&values, evaluator_eval(r->values, c->vars[v], NULL));
    uint32_t now = add_step(r, index, &from, values.data);
    term_vec_release(&values);
    return now;
}

static term is_fact(runner *r, atom at, uint32_t now)
{
    la *a = r->la;
    const term *args = args_of(r, now);
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < horn_pred_arity(a->h, at.pred); i++) term_vec_push(&parts, term_mk_eq(a->ts, at.args[i], args[i]));
    term t = term_mk_and(a->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

static size_t first_recent(const u32_vec *steps) { return steps->size > RECENT ? steps->size - RECENT : 0; }

static term is_recent_fact(runner *r, atom at)
{
    const u32_vec *steps = &r->steps_of[at.pred.id];
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = first_recent(steps); i < steps->size; i++) term_vec_push(&parts, is_fact(r, at, steps->data[i]));
    term t = term_mk_or(r->la->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

/* The recent fact that the body atom is in the edge's model. */
static uint32_t fact_in_model(runner *r, edge *e, atom at)
{
    const u32_vec *steps = &r->steps_of[at.pred.id];
    for (size_t i = first_recent(steps); i < steps->size; i++)
        if (term_is_equal(edge_value(e, is_fact(r, at, steps->data[i])), term_true(r->la->ts))) return steps->data[i];
    return NO_STEP;
}

static bool read_values(edge *e, const term *of, size_t n, term_vec *out)
{
    for (size_t i = 0; i < n; i++) {
        term_vec_push(out, edge_value(e, of[i]));
        if (term_is_none(term_vec_last(out))) return false;
    }
    return true;
}

/* A new fact with these arguments, by a clause that needs no other. */
static uint32_t start_at(runner *r, pred p, const term *args)
{
    la *a = r->la;
    uint32_t now = NO_STEP;
    for (size_t i = 0; i < r->starts.size && now == NO_STEP; i++) {
        edge *e = a->edges[r->starts.data[i]];
        const clause *c = edge_clause(e);
        if (!pred_is_equal(c->head.pred, p)) continue;
        term_vec formulas, values;
        term_vec_init(&formulas);
        term_vec_init(&values);
        for (size_t k = 0; k < horn_pred_arity(a->h, p); k++) term_vec_push(&formulas, term_mk_eq(a->ts, c->head.args[k], args[k]));
        if (edge_check_plain(e, formulas.data, formulas.size) == SMT_SAT && read_values(e, c->vars, c->n_vars, &values))
            now = add_step(r, r->starts.data[i], NULL, values.data);
        term_vec_release(&formulas);
        term_vec_release(&values);
    }
    return now;
}

/* The fact that a body atom is in the edge's model: a recent one, or a new one if `fresh`. */
static uint32_t premise_for(runner *r, edge *e, atom at, bool fresh)
{
    if (!fresh) return fact_in_model(r, e, at);
    term_vec args;
    term_vec_init(&args);
    size_t n = horn_pred_arity(r->la->h, at.pred);
    uint32_t now = read_values(e, at.args, n, &args) ? start_at(r, at.pred, args.data) : NO_STEP;
    term_vec_release(&args);
    return now;
}

/* Any values of the clause's variables, with body atom `at` being the fact, and the others recent or fresh ones. */
static uint32_t solve(runner *r, uint32_t index, size_t at, uint32_t from, bool fresh)
{
    edge *e = r->la->edges[index];
    const clause *c = edge_clause(e);
    term_vec formulas, values;
    u32_vec premises;
    term_vec_init(&formulas);
    term_vec_init(&values);
    u32_vec_init(&premises);
    for (size_t k = 0; k < c->n_body; k++) {
        if (k == at) term_vec_push(&formulas, is_fact(r, c->body[k], from));
        else if (!fresh) term_vec_push(&formulas, is_recent_fact(r, c->body[k]));
    }
    bool ok = edge_check_plain(e, formulas.data, formulas.size) == SMT_SAT && read_values(e, c->vars, c->n_vars, &values);
    for (size_t k = 0; k < c->n_body && ok; k++) {
        u32_vec_push(&premises, k == at ? from : premise_for(r, e, c->body[k], fresh));
        ok = u32_vec_last(&premises) != NO_STEP;
    }
    uint32_t now = ok ? add_step(r, index, premises.data, values.data) : NO_STEP;
    term_vec_release(&formulas);
    term_vec_release(&values);
    u32_vec_release(&premises);
    return now;
}

/* The clause applied to the fact, as any one of its body atoms. */
static uint32_t apply(runner *r, uint32_t index, uint32_t from)
{
    const clause *c = horn_clause(r->la->h, index);
    pred p = horn_clause(r->la->h, r->trace.steps.data[from].clause)->head.pred;
    if (c->n_body == 1 && gives_all_values(r, c, args_of(r, from))) return evaluate(r, index, from);
    uint32_t now = NO_STEP;
    for (size_t k = 0; k < c->n_body && now == NO_STEP && !limits_is_over(&r->limit); k++) {
        if (!pred_is_equal(c->body[k].pred, p)) continue;
        now = solve(r, index, k, from, false);
        if (now == NO_STEP && c->n_body > 1) now = solve(r, index, k, from, true);
    }
    return now;
}

/* ---- walks ---- */

/* The next fact, or that of a query. */
static uint32_t go_on(runner *r, uint32_t from)
{
    la *a = r->la;
    const u32_vec *uses = horn_uses_of(a->h, horn_clause(a->h, r->trace.steps.data[from].clause)->head.pred);
    uint32_t now = NO_STEP;
    for (size_t i = 0; i < uses->size && now == NO_STEP; i++)
        if (pred_is_false(horn_clause(a->h, uses->data[i])->head.pred)) now = apply(r, uses->data[i], from);
    uint32_t start = uses->size ? random_below(r, uses->size) : 0;
    for (size_t i = 0; i < uses->size && now == NO_STEP && !limits_is_over(&r->limit); i++) {
        uint32_t index = uses->data[(start + i) % uses->size];
        if (!pred_is_false(horn_clause(a->h, index)->head.pred)) now = apply(r, index, from);
    }
    return now;
}

static bool is_query(const runner *r, uint32_t now)
{
    return pred_is_false(horn_clause(r->la->h, r->trace.steps.data[now].clause)->head.pred);
}

/* Goes on with the present walk, or starts a new one. True at a query. */
static bool walk(runner *r)
{
    if (r->at == NO_STEP || r->length++ >= r->longest) {
        if (r->at != NO_STEP) r->longest *= 4;
        r->at = solve(r, r->openings.data[random_below(r, r->openings.size)], SIZE_MAX, NO_STEP, true);
        r->length = 0;
        return false;
    }
    r->at = go_on(r, r->at);
    return r->at != NO_STEP && is_query(r, r->at);
}

static bool is_opening(const runner *r, const clause *c)
{
    if (pred_is_false(c->head.pred)) return false;
    for (size_t k = 0; k < c->n_body; k++) {
        bool known = false;
        for (size_t i = 0; i < r->starts.size && !known; i++)
            known = pred_is_equal(horn_clause(r->la->h, r->starts.data[i])->head.pred, c->body[k].pred);
        if (!known) return false;
    }
    return true;
}

static runner *runner_new(la *a)
{
    runner *r = alloc_zeroed(1, sizeof *r);
    r->la = a;
    r->values = evaluator_new(a->ts);
    r->steps_of = alloc_zeroed(horn_pred_count(a->h) + 1, sizeof *r->steps_of);
    r->at = NO_STEP;
    derivation_init(&r->trace);
    r->longest = FIRST_WALK;
    for (uint32_t i = 0; i < horn_clause_count(a->h); i++)
        if (!horn_clause(a->h, i)->n_body && !pred_is_false(horn_clause(a->h, i)->head.pred)) u32_vec_push(&r->starts, i);
    for (uint32_t i = 0; i < horn_clause_count(a->h); i++)
        if (is_opening(r, horn_clause(a->h, i))) u32_vec_push(&r->openings, i);
    return r;
}

void runner_free(runner *r)
{
    if (!r) return;
    for (size_t p = 0; p < horn_pred_count(r->la->h); p++) u32_vec_release(&r->steps_of[p]);
    free(r->steps_of);
    derivation_release(&r->trace);
    u32_vec_release(&r->starts);
    u32_vec_release(&r->openings);
    term_vec_release(&r->args);
    u32_vec_release(&r->args_of);
    evaluator_free(r->values);
    free(r);
}

bool execute(la *a, double seconds, derivation *out)
{
    if (!a->runner) a->runner = runner_new(a);
    runner *r = a->runner;
    r->limit = limits_within(&a->limits, seconds);
    a->purpose = PURPOSE(execute);
    bool reached = false;
    while (r->openings.size && r->trace.steps.size < MAX_STEPS && !reached && !limits_is_over(&r->limit)) reached = walk(r);
    if (!reached) return false;
    derivation_trim(&r->trace, a->h);
    *out = r->trace;
    derivation_init(&r->trace);
    return true;
}

#include "solve/queries.h"

#include "smt/blast.h"
#include "smt/lazy.h"
#include "smt/smt.h"
#include "term/lemmas.h"

/* The first turn of each solver, and how much longer each further one is: what it did before is lost. */
static const double FIRST_TURN = 0.5, LONGER = 4;
/* The engine may know better: it gets the rest of the time. */
static const double SHARE = 0.6, MAX_SECONDS = 600;
enum { LAZY_ROUNDS = 200 };

static smt_result ask_solver(term_store *ts, const clause *c, const limits *limit, stats *counters, evaluator *values)
{
    smt *solver = smt_new(ts, limit, counters);
    smt_assert(solver, c->constraint);
    smt_result found = smt_check(solver, NULL, 0);
    for (size_t i = 0; i < c->n_vars && found == SMT_SAT; i++) {
        term value = smt_value(solver, c->vars[i]);
        if (term_is_none(value)) found = SMT_UNKNOWN;
        else evaluator_set(values, c->vars[i], value);
    }
    smt_free(solver);
    return found;
}

static smt_result ask_bits(term_store *ts, const clause *c, const limits *limit, stats *counters, evaluator *values)
{
    return blast_check(ts, c->constraint, limit, counters, values);
}

static smt_result ask_lazily(term_store *ts, const clause *c, const limits *limit, stats *counters, evaluator *values)
{
    return lazy_check(ts, c->constraint, LAZY_ROUNDS, limit, counters, values);
}

typedef smt_result asked(term_store *ts, const clause *c, const limits *limit, stats *counters, evaluator *values);

/* One turn of each solver; bits come first for operations that arithmetic is bad at. */
static smt_result ask_all(term_store *ts, const clause *c, double seconds, const limits *limit, stats *counters, evaluator *values)
{
    static asked *const usual[] = {ask_solver, ask_bits, ask_lazily}, *const hard[] = {ask_bits, ask_solver, ask_lazily};
    asked *const *order = lemmas_is_about_part(ts, c->constraint) ? hard : usual;
    smt_result found = SMT_UNKNOWN;
    for (size_t i = 0; i < 3 && found == SMT_UNKNOWN && !limits_is_over(limit); i++) {
        limits turn = limits_within(limit, seconds);
        evaluator_clear(values);
        found = order[i](ts, c, &turn, counters, values);
    }
    return found;
}

static smt_result decide(const horn *h, uint32_t index, const limits *limit, result *out)
{
    assert(pred_is_equal(horn_clause(h, index)->head.pred, PRED_FALSE) && !horn_clause(h, index)->n_body);
    term_store *ts = horn_terms(h);
    const clause *c = horn_clause(h, index);
    evaluator *values = evaluator_new(ts);
    smt_result found = SMT_UNKNOWN;
    for (double seconds = FIRST_TURN; found == SMT_UNKNOWN && !limits_is_over(limit); seconds *= LONGER)
        found = ask_all(ts, c, seconds, limit, &out->stats, values);
    if (found == SMT_SAT) {
        term_vec chosen;
        term_vec_init(&chosen);
        for (size_t i = 0; i < c->n_vars; i++) term_vec_push(&chosen, evaluator_eval(values, c->vars[i], NULL));
        assert(chosen.size == c->n_vars);
        derivation_add(&out->derivation, h, index, NULL, chosen.data);
        term_vec_release(&chosen);
    }
    evaluator_free(values);
    return found;
}

bool queries_are_closed(const horn *h)
{
    const u32_vec *queries = horn_clauses_of(h, PRED_FALSE);
    for (size_t i = 0; i < queries->size; i++) {
        const clause *c = horn_clause(h, queries->data[i]);
        if (c->n_body || term_has_quantifier(horn_terms(h), c->constraint)) return false;
    }
    return true;
}

bool queries_run(const horn *h, const engine_context *context, result *out)
{
    const u32_vec *queries = horn_clauses_of(h, PRED_FALSE);
    if (!queries_are_closed(h)) return false;
    double seconds = limits_left(&context->limits) * SHARE;
    limits own = limits_within(&context->limits, seconds < MAX_SECONDS ? seconds : MAX_SECONDS);
    bool all = true;
    for (size_t i = 0; i < queries->size && all; i++) {
        smt_result found = decide(h, queries->data[i], &own, out);
        if (found == SMT_SAT) {
            out->answer = ANSWER_UNSAFE;
            return true;
        }
        all = found == SMT_UNSAT;
    }
    if (!all) return false;
    model_init(&out->model, h);
    out->answer = ANSWER_SAFE;
    return true;
}

#include "engine/absint.h"

#include "absint/absint.h"
#include "smt/lazy.h"
#include "term/reduce.h"

/* Seconds for one query, and the part of the time that is for analyses. */
#define PATIENCE 2.0
#define SHARE 0.8
enum { LAZY_ROUNDS = 40 };

static bool refutes(smt *solver, term_store *ts, term t, const limits *l)
{
    t = reduce(ts, t);
    smt_push(solver);
    smt_assert(solver, t);
    smt_result r = smt_check(solver, NULL, 0);
    smt_pop(solver, 1);
    limits own = limits_within(l, PATIENCE);
    return r == SMT_UNSAT || (r == SMT_UNKNOWN && lazy_check(ts, t, LAZY_ROUNDS, &own, NULL, NULL) == SMT_UNSAT);
}

/* Do the facts contradict all queries? */
static bool excludes_queries(const horn *h, const model *facts, const limits *l, stats *counters)
{
    smt *solver = smt_new(horn_terms(h), l, counters);
    smt_set_query_limit(solver, PATIENCE);
    const u32_vec *queries = horn_clauses_of(h, PRED_FALSE);
    bool excluded = true;
    for (size_t i = 0; i < queries->size && excluded; i++) {
        term reached = model_refute_clause(facts, h, horn_clause(h, queries->data[i]));
        excluded = refutes(solver, horn_terms(h), reached, l);
    }
    smt_free(solver);
    return excluded;
}

void absint_run(const horn *h, const engine_context *context, result *out)
{
    static const absint_strength strengths[] = {ABSINT_INTERVALS, ABSINT_OCTAGONS, ABSINT_PLAIN_POLYHEDRA, ABSINT_POLYHEDRA};
    model facts;
    for (size_t i = 0; i < sizeof strengths / sizeof *strengths && out->answer == ANSWER_UNKNOWN; i++) {
        absint_options o = {.seconds = context->limits.deadline > 0 ? limits_left(&context->limits) * SHARE : 0, .strongest = strengths[i], .splits = true};
        model_init(&facts, h);
        if (context->progress) context->progress(context->user, "iterating", -1);
        if (absint_facts(h, &o, &context->limits, &out->stats, &facts) && excludes_queries(h, &facts, &context->limits, &out->stats)) {
            out->answer = ANSWER_SAFE;
            out->model = facts;
        } else model_release(&facts);
    }
    if (out->answer == ANSWER_UNKNOWN) result_set_unknown(out, limits_is_over(&context->limits) ? "out of time" : "the facts found do not exclude every query");
}

#include "engine/interla/interla.h"

#include "engine/interla/session.h"

/* Turns of loops without a choice that are free, for a time-to-live of 1. A test has to go through them all; of a proof the first few
 * show more. */
enum { MAX_PATIENCE = 8 }; /* seconds for a question */
enum { FREE_TURNS_OF_TESTS = 2000, FREE_TURNS_OF_PROOFS = 8 };

static void answer_safe(interla *s, const term_vec *main)
{
    model_release(&s->out->model);
    interla_read_model(s, main, &s->out->model);
    s->out->answer = ANSWER_SAFE;
    s->is_over = true;
}

/* Says what the abstraction has proved; with everything proved that is the answer. */
static void take_proved(interla *s, const term_vec *invariant, const u32_vec *proved)
{
    if (!proved->size || s->is_over) return;
    if (proved->size == s->n_open) {
        answer_safe(s, invariant);
        return;
    }
    const engine_goals *goals = s->context->goals;
    if (!goals || !goals->proved) return;
    model m;
    interla_read_model(s, invariant, &m);
    u32_vec clauses;
    u32_vec_init(&clauses);
    for (size_t i = 0; i < proved->size; i++) {
        u32_vec_push(&clauses, interla_edge_at(s, proved->data[i])->clause);
        s->is_open[proved->data[i]] = false;
    }
    s->n_open -= proved->size;
    s->n_proved += proved->size;
    goals->proved(goals->user, clauses.data, clauses.size, &m);
    interla_graph_measure(&s->graph, INTERLA_MAIN, s->is_open);
    u32_vec_release(&clauses);
    model_release(&m);
}

static void strengthen_by_predicates(interla *s)
{
    term_vec invariant;
    u32_vec proved;
    term_vec_init(&invariant);
    u32_vec_init(&proved);
    interla_abstract(s, &invariant, &proved);
    take_proved(s, &invariant, &proved);
    term_vec_release(&invariant);
    u32_vec_release(&proved);
}

/* The longer the times-to-live, the more time for a question. */
static void begin_round(interla *s, uint32_t tau)
{
    double patience = tau < MAX_PATIENCE ? tau : MAX_PATIENCE;
    smt_set_query_limit(s->follower, patience);
    smt_set_query_limit(s->scratch, patience);
    s->was_cut = s->had_doubts = false;
    s->splits = tau > 1;
    s->max_free = tau * (s->context->goals ? FREE_TURNS_OF_TESTS : FREE_TURNS_OF_PROOFS);
    stats_count(s->stats, interla_rounds);
}

/* After a search that was complete, but for times-to-live and doubts: can the labels do without them? */
static bool strengthen(interla *s, uint32_t label)
{
    if (!interla_label_get(&s->labels, label)->bounds || interla_strengthen(s))
        answer_safe(s, NULL);
    else
        strengthen_by_predicates(s);
    return !s->is_over;
}

/* One search with the times-to-live `tau`. False when nothing more can come of another. */
static bool round_of(interla *s, uint32_t tau)
{
    begin_round(s, tau);
    uint32_t label = interla_search(s, tau);
    assert(!interla_check(s));
    if (s->is_over) return false;
    if (!s->n_open) {
        answer_safe(s, NULL);
        return false;
    }
    if (!s->had_doubts) s->out->bound = (int64_t)tau;
    if (s->learns && !strengthen(s, label)) return false;
    if (s->was_cut || (s->had_doubts ? tau < MAX_PATIENCE : s->learns)) return true;
    result_set_unknown(s->out, s->had_doubts ? "the solver did not decide a path, or no label was found" : "all paths were tried, but without learning there is no model");
    return false;
}

void interla_run(const horn *h, const engine_context *context, result *out)
{
    interla s;
    interla_session_init(&s, h, context, out);
    out->bound = -1;
    for (uint32_t tau = 1; round_of(&s, tau); tau *= 2) {
        stats_set(&out->stats, bound, tau);
        if (context->max_bound && tau >= context->max_bound) {
            result_set_unknown(out, "no derivation of depth %u or less", tau);
            break;
        }
    }
    if (out->answer == ANSWER_UNKNOWN && !out->reason) result_set_unknown(out, "out of time");
    interla_session_release(&s);
}

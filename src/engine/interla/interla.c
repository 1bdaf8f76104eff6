#include "engine/interla/interla.h"

#include "engine/interla/session.h"

/* Turns of loops without a choice that are free, for a time-to-live of 1. A test has to go through them all; of a proof the first few
 * show more. */
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

/* One search with the times-to-live `tau`. False when nothing more can come of another. */
static bool round_of(interla *s, uint32_t tau)
{
    s->was_cut = false;
    s->splits = tau > 1;
    s->max_free = tau * (s->context->goals ? FREE_TURNS_OF_TESTS : FREE_TURNS_OF_PROOFS);
    stats_count(s->stats, interla_rounds);
    uint32_t fate = interla_search(s, tau);
    if (s->is_over) return false;
    if (!s->n_open) {
        answer_safe(s, NULL);
        return false;
    }
    bool settled = fate != INTERLA_GIVEN_UP;
    if (settled) s->out->bound = (int64_t)tau;
    if (!s->learns) {
        if (!s->was_cut) result_set_unknown(s->out, settled ? "all paths were tried, but without learning there is no model" : "the solver did not decide a path");
        return s->was_cut;
    }
    if (settled && !interla_label_get(&s->labels, fate)->bounds) {
        answer_safe(s, NULL);
        return false;
    }
    if (settled && interla_strengthen(s)) {
        answer_safe(s, NULL);
        return false;
    }
    strengthen_by_predicates(s);
    bool longer = settled || s->was_cut; /* what is settled depends on the times-to-live here */
    if (!s->is_over && !longer) result_set_unknown(s->out, "the solver did not decide a path, or no label was found");
    return !s->is_over && longer;
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

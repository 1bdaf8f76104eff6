#include "engine/interla/session.h"

#include <stdio.h>
#include <stdlib.h>

void interla_session_init(interla *s, const horn *h, const engine_context *context, result *out)
{
    *s = (interla){.h = h, .context = context, .ts = horn_terms(h), .stats = &out->stats, .out = out, .learns = !context->no_learn};
    s->follower = smt_new(s->ts, &context->limits, &out->stats);
    s->scratch = smt_new(s->ts, &context->limits, &out->stats);
    itp_options options = ITP_OPTIONS_DEFAULT;
    options.seconds = 2;
    s->itp = itp_new(s->ts, &context->limits, &out->stats, &options);
    s->inst = substitution_new(s->ts);
    s->at_target = substitution_new(s->ts);
    s->witness = evaluator_new(s->ts);
    interla_path_init(&s->path, s->ts, s->follower, s->scratch);
    interla_path_init(&s->near, s->ts, NULL, s->scratch);
    interla_labels_init(&s->labels, s->ts);
    s->always = interla_labels_make(&s->labels, term_true(s->ts), 0);
    interla_graph_init(&s->graph, h, s->scratch);
    for (size_t l = 0; l < s->graph.n_loops; l++)
        u32_vec_push(&s->cut, interla_labels_make(&s->labels, term_true(s->ts), interla_bounds_single(&s->labels, (uint32_t)l, 1)));
    s->doubts = (uint32_t)s->graph.n_loops++;
    s->is_open = alloc_zeroed(s->graph.edges.size + 1, sizeof *s->is_open);
    for (size_t e = 0; e < s->graph.edges.size; e++) {
        s->is_open[e] = s->graph.edges.data[e].target == INTERLA_GOAL;
        s->n_open += s->is_open[e];
    }
    interla_graph_measure(&s->graph, INTERLA_MAIN, s->is_open);
}

void interla_session_release(interla *s)
{
    interla_graph_release(&s->graph);
    interla_labels_release(&s->labels);
    interla_path_release(&s->path);
    interla_path_release(&s->near);
    smt_free(s->follower);
    smt_free(s->scratch);
    itp_free(s->itp);
    substitution_free(s->inst);
    substitution_free(s->at_target);
    evaluator_free(s->witness);
    interla_node_vec_release(&s->nodes);
    interla_frame_vec_release(&s->frames);
    term_vec_release(&s->terms);
    u32_vec_release(&s->fates);
    u32_vec_release(&s->taus);
    u32_vec_release(&s->cut);
    free(s->is_open);
}

bool interla_is_over(interla *s)
{
    if (!s->is_over && limits_is_over(&s->context->limits)) s->is_over = true;
    return s->is_over;
}

uint32_t interla_doubt(interla *s)
{
    stats_count(s->stats, interla_doubts);
    s->had_doubts = true;
    return s->learns ? s->doubt : INTERLA_EXHAUSTED;
}

void interla_show_progress(interla *s)
{
    if (!s->context->progress || s->beat++ % 256) return;
    char what[64];
    snprintf(what, sizeof what, "%zu reached, %zu unreachable, %zu open, %.0f backtracks", s->n_reached, s->n_proved, s->n_open,
             stats_get(s->stats, interla_backtracks));
    s->context->progress(s->context->user, what, s->out->bound);
}

/* ---- states and their translations ---- */

void interla_enter_state(interla *s, const interla_node *n)
{
    const interla_frame *f = &s->frames.data[n->frame];
    const term_vec *params = &s->graph.locations.data[n->location].params, *results = &s->graph.kinds.data[f->kind].results;
    substitution_clear(s->inst);
    for (size_t i = 0; i < params->size; i++) substitution_set(s->inst, params->data[i], s->terms.data[n->env + i]);
    for (size_t i = 0; i < results->size; i++) substitution_set(s->inst, results->data[i], s->terms.data[f->results + i]);
}

static term new_input(interla *s, sort of)
{
    char name[32];
    snprintf(name, sizeof name, "input!%u", s->n_inputs++);
    return term_mk_sym(s->ts, name, of);
}

void interla_add_inputs(interla *s, const term_vec *symbols)
{
    for (size_t i = 0; i < symbols->size; i++) {
        term_vec_push(&s->terms, new_input(s, term_sort(s->ts, symbols->data[i])));
        substitution_set(s->inst, symbols->data[i], term_vec_last(&s->terms));
    }
}

void interla_enter_target(interla *s, uint32_t location, const term *args, uint32_t kind, const term *results)
{
    const term_vec *params = &s->graph.locations.data[location].params, *symbols = &s->graph.kinds.data[kind].results;
    substitution_clear(s->at_target);
    for (size_t i = 0; i < params->size; i++) substitution_set(s->at_target, params->data[i], args[i]);
    for (size_t i = 0; results && i < symbols->size; i++) substitution_set(s->at_target, symbols->data[i], results[i]);
}

/* ---- turns of loops ---- */

/* Does a value in the state (s->inst) exclude the edge? */
static bool is_excluded(interla *s, const interla_edge *e)
{
    for (size_t i = 0; i < e->guard.size; i++)
        if (term_is_equal(substitution_apply(s->inst, e->guard.data[i]), term_false(s->ts))) return true;
    return false;
}

static bool has_choice(interla *s, uint32_t node)
{
    interla_node *n = &s->nodes.data[node];
    if (n->choice != INTERLA_UNASKED) return n->choice == INTERLA_CHOICE;
    const u32_vec *out = &s->graph.locations.data[n->location].out;
    size_t possible = interla_is_exit(s, n);
    interla_enter_state(s, n);
    for (size_t i = 0; i < out->size; i++) {
        const interla_edge *e = interla_edge_at(s, out->data[i]);
        possible += e->target != INTERLA_GOAL && interla_edge_is_in(&s->graph, interla_kind_at(s, n), e) && !is_excluded(s, e);
    }
    n->choice = possible > 1 ? INTERLA_CHOICE : INTERLA_FORCED;
    return possible > 1;
}

uint32_t interla_turn(interla *s, uint32_t node, uint32_t edge)
{
    const interla_edge *e = interla_edge_at(s, edge);
    uint32_t frame = s->nodes.data[node].frame;
    if (e->loop == INTERLA_NONE || e->call.kind != INTERLA_NONE || s->nodes.data[node].n_free >= s->max_free) return e->loop;
    for (uint32_t i = node;; i--) {
        if (has_choice(s, i)) return e->loop;
        if (s->nodes.data[i].location == e->target && s->nodes.data[i].frame == frame) return INTERLA_NONE;
        if (!i) return e->loop;
    }
}

/* ---- what callers demand ---- */

void interla_obligations(interla *s, uint32_t frame, term_vec *out)
{
    for (uint32_t i = frame; s->frames.data[i].kind != INTERLA_MAIN; i = s->frames.data[i].caller) {
        const interla_frame *f = &s->frames.data[i], *caller = &s->frames.data[f->caller];
        uint32_t back = interla_edge_at(s, f->edge)->target, loop = interla_edge_at(s, f->edge)->loop;
        const u32_vec *labels = interla_labels_at(&s->labels, interla_at_location(caller->kind, back));
        interla_enter_target(s, back, &s->terms.data[f->args], caller->kind, &s->terms.data[caller->results]);
        interla_spend(s, f->caller, loop);
        for (size_t k = 0; k < labels->size; k++) {
            if (!interla_holds_now(s, f->caller, labels->data[k])) continue;
            term blocked = substitution_apply(s->at_target, interla_label_get(&s->labels, labels->data[k])->formula);
            term_vec_push(out, term_mk_not(s->ts, blocked));
        }
        interla_refund(s, f->caller, loop);
    }
}

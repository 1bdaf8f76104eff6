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
    term_vec_release(&s->inputs);
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

/* ---- feasibility ---- */

static bool satisfies(interla *s, const term_vec *parts)
{
    for (size_t i = 0; i < parts->size; i++) {
        bool div0 = false;
        term value = evaluator_eval(s->witness, parts->data[i], &div0);
        if (div0 || !term_is_equal(value, term_true(s->ts))) return false;
    }
    return true;
}

/* The witness with other values of these symbols. */
static void change_witness(interla *s, smt *solver, const term_vec *symbols)
{
    for (size_t i = 0; i < symbols->size; i++) {
        term value = smt_value(solver, symbols->data[i]);
        if (!term_is_none(value)) evaluator_set(s->witness, symbols->data[i], value);
    }
}

/* Appends the symbols in indices of arrays. */
static void symbols_of_indices(interla *s, const term_vec *terms, term_vec *out)
{
    term_vec all, indices;
    term_vec_init(&all);
    term_vec_init(&indices);
    dag_subterms(s->ts, terms->data, terms->size, &all);
    for (size_t i = 0; i < all.size; i++) {
        term_kind k = term_kind_of(s->ts, all.data[i]);
        if (k == TERM_SELECT || k == TERM_STORE) term_vec_push(&indices, term_arg(s->ts, all.data[i], 1));
    }
    dag_symbols(s->ts, indices.data, indices.size, out);
    term_vec_release(&all);
    term_vec_release(&indices);
}

/* Is the path with these parts feasible when addresses keep the values that they have in the witness? What is read and written is
 * then known cell by cell, which is much easier. False if not, or if there are no addresses. */
static bool is_feasible_here(interla *s, const term_vec *parts)
{
    term_vec terms, symbols, fixed;
    term_vec_init(&terms);
    term_vec_init(&symbols);
    term_vec_init(&fixed);
    term_vec_append(&terms, parts->data, parts->size);
    interla_path_slice(&s->path, parts->data, parts->size, &terms, &symbols);
    symbols_of_indices(s, &terms, &fixed);
    bool feasible = false;
    if (fixed.size) {
        substitution_clear(s->at_target);
        for (size_t i = 0; i < fixed.size; i++) substitution_set(s->at_target, fixed.data[i], evaluator_eval(s->witness, fixed.data[i], NULL));
        smt_push(s->scratch);
        for (size_t i = 0; i < terms.size; i++) smt_assert(s->scratch, substitution_apply(s->at_target, terms.data[i]));
        feasible = smt_check(s->scratch, NULL, 0) == SMT_SAT;
        for (size_t i = 0; i < symbols.size && feasible; i++) {
            term value = term_is_none(substitution_get(s->at_target, symbols.data[i])) ? smt_value(s->scratch, symbols.data[i]) : TERM_NONE;
            if (!term_is_none(value)) evaluator_set(s->witness, symbols.data[i], value);
        }
        smt_pop(s->scratch, 1);
    }
    term_vec_release(&terms);
    term_vec_release(&symbols);
    term_vec_release(&fixed);
    return feasible;
}

static smt_result ask_solver(interla *s, const term_vec *parts)
{
    if (is_feasible_here(s, parts)) {
        stats_count(s->stats, interla_concrete_checks);
        return SMT_SAT;
    }
    term_vec symbols;
    term_vec_init(&symbols);
    stats_count(s->stats, interla_path_checks);
    smt *solver = interla_path_open(&s->path, parts->data, parts->size, &symbols);
    smt_result r = smt_check(solver, parts->data, parts->size);
    if (r == SMT_SAT) change_witness(s, solver, &symbols);
    smt_pop(solver, 1);
    term_vec_release(&symbols);
    return r;
}

smt_result interla_feasible(interla *s, const term *parts, size_t n)
{
    term_vec live;
    term_vec_init(&live);
    smt_result r = SMT_SAT;
    for (size_t i = 0; i < n; i++) {
        if (term_is_equal(parts[i], term_false(s->ts))) r = SMT_UNSAT;
        if (!term_is_equal(parts[i], term_true(s->ts))) term_vec_push(&live, parts[i]);
    }
    if (r == SMT_UNSAT || satisfies(s, &live))
        stats_count(s->stats, interla_free_checks);
    else
        r = ask_solver(s, &live);
    term_vec_release(&live);
    return r;
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
    snprintf(name, sizeof name, "input!%zu", s->inputs.size);
    term t = term_mk_sym(s->ts, name, of);
    term_vec_push(&s->inputs, t);
    return t;
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

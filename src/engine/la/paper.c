#include "engine/la/paper.h"

#include <stdlib.h>

#define CHECK_SECONDS 20.0
#define ITP_SECONDS 10.0

static void add_level(paper *s)
{
    size_t n = horn_pred_count(s->h);
    s->annotation = alloc_resize(s->annotation, s->bound + 1, sizeof *s->annotation);
    s->annotation[s->bound] = alloc_zeroed(n + 1, sizeof **s->annotation);
    for (size_t p = 0; p < n; p++) s->annotation[s->bound][p].formula = term_true(s->ts);
}

void paper_init(paper *s, const horn *h, const engine_context *context, const la_options *options, result *out)
{
    *s = (paper){.h = h, .ts = horn_terms(h), .context = context, .options = *options, .stats = &out->stats, .started = limits_now()};
    double left = limits_left(&context->limits);
    s->limits = limits_within(&context->limits, left < 30 ? left * 0.98 : left - 0.6);
    s->solver = smt_new(s->ts, &s->limits, s->stats);
    smt_set_query_limit(s->solver, CHECK_SECONDS);
    s->edges = edges_new(h, s->solver);
    itp_options of_itp = ITP_OPTIONS_DEFAULT;
    of_itp.seconds = ITP_SECONDS;
    s->prover = itp_new(s->ts, &s->limits, s->stats, &of_itp);
    s->scores = alloc_zeroed(horn_clause_count(h) + 1, sizeof *s->scores);
    s->candidates = alloc_zeroed(horn_pred_count(h) + 1, sizeof *s->candidates);
    size_t widest = 0;
    for (size_t i = 0; i < horn_clause_count(h); i++)
        if (horn_clause(h, i)->n_body > widest) widest = horn_clause(h, i)->n_body;
    s->labels = alloc_zeroed(widest + 1, sizeof *s->labels);
    add_level(s);
}

void paper_release(paper *s)
{
    for (uint32_t k = 0; k <= s->bound; k++) {
        for (size_t p = 0; p < horn_pred_count(s->h); p++) term_vec_release(&s->annotation[k][p].formulas);
        free(s->annotation[k]);
    }
    for (size_t p = 0; p < horn_pred_count(s->h); p++) term_vec_release(&s->candidates[p]);
    free(s->annotation);
    free(s->candidates);
    free(s->labels);
    free(s->scores);
    edges_free(s->edges);
    itp_free(s->prover);
    smt_free(s->solver);
    frame_vec_release(&s->frames);
    subgoal_vec_release(&s->subgoals);
    term_vec_release(&s->terms);
    u64_map_release(&s->symbols);
    u64_map_release(&s->asked);
    u64_map_release(&s->seen);
}

/* ---- the annotation ---- */

static void add_candidate(paper *s, pred p, term t)
{
    bool added;
    u64_map_put(&s->seen, (uint64_t)p.id << 32 | t.id, &added);
    if (!added) return;
    term_vec_push(&s->candidates[p.id], t);
    s->n_candidates++;
}

bool paper_strengthen(paper *s, pred p, uint32_t level, term formula)
{
    instance *at = paper_instance(s, p, level);
    term_vec parts;
    term_vec_init(&parts);
    dag_conjuncts(s->ts, formula, &parts);
    size_t before = at->formulas.size;
    for (size_t i = 0; i < parts.size; i++) {
        if (term_vec_has(&at->formulas, parts.data[i])) continue;
        term_vec_push(&at->formulas, parts.data[i]);
        add_candidate(s, p, parts.data[i]);
    }
    at->formula = term_mk_and(s->ts, at->formulas.data, at->formulas.size);
    term_vec_release(&parts);
    return at->formulas.size > before;
}

bool paper_labels(paper *s, uint32_t index, uint32_t level)
{
    const clause *c = horn_clause(s->h, index);
    if (c->n_body && !level) return false;
    for (size_t j = 0; j < c->n_body; j++) s->labels[j] = (edge_labels){.first = &paper_instance(s, c->body[j].pred, level - 1)->formulas};
    return true;
}

/* ---- bound after bound ---- */

static void conclude_unsafe(paper *s, result *out)
{
    if (goal_derivation(s, &out->derivation)) out->answer = ANSWER_UNSAFE;
    else result_set_unknown(out, "the solver's model has no exact values");
}

void paper_run(paper *s, result *out)
{
    model found;
    for (;;) {
        if (s->context->progress) s->context->progress(s->context->user, "depth", s->bound);
        paper_result r = paper_search(s, s->bound + 1);
        if (r == PAPER_SAT) conclude_unsafe(s, out);
        if (r == PAPER_STOPPED) result_set_unknown(out, "%s", s->why ? s->why : "stopped");
        if (r != PAPER_UNSAT) return;
        out->bound = (int64_t)s->bound + 1;
        stats_set(s->stats, bound, out->bound);
        if (paper_converge(s, &found)) {
            out->model = found;
            out->answer = ANSWER_SAFE;
            return;
        }
        if (s->context->max_bound && s->bound + 1 >= s->context->max_bound) {
            result_set_unknown(out, "no derivation of depth %u or less", s->bound + 1);
            return;
        }
        s->bound++;
        add_level(s);
    }
}

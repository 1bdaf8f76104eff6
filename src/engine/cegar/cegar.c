#include "engine/cegar/cegar.h"

#include "engine/cegar/graph.h"
#include "engine/switches.h"

typedef struct cegar {
    cegar_graph g;
    result *out;
    bool over; /* *out is filled */
} cegar;

static void answer_safe(cegar *c)
{
    cegar_graph *g = &c->g;
    model_init(&c->out->model, g->h);
    term_vec states;
    term_vec_init(&states);
    for (uint32_t p = 0; p < horn_pred_count(g->h); p++) {
        term_vec_clear(&states);
        for (size_t i = 0; i < g->of[p].vertices.size; i++) {
            const cegar_vertex *x = cegar_vertex_at(g, g->of[p].vertices.data[i]);
            if (x->expanded) term_vec_push(&states, x->formula);
        }
        model_set(&c->out->model, (pred){p}, term_mk_or(g->ts, states.data, states.size));
    }
    term_vec_release(&states);
    c->out->answer = ANSWER_SAFE;
    c->over = true;
}

static bool is_over(cegar *c)
{
    if (!c->over && limits_is_over(&c->g.context->limits)) {
        result_set_unknown(c->out, "out of time");
        c->over = true;
    }
    return c->over;
}

static void visit_error(cegar *c, uint32_t v)
{
    cegar_graph *g = &c->g;
    if (cegar_vertex_at(g, v)->removed) return;
    cegar_post(g, v);
    if (cegar_vertex_at(g, v)->removed) return;
    const engine_context *context = g->context;
    if (context->progress) context->progress(context->user, "refining", (int64_t)stats_get(g->stats, cegar_refinements));
    if (cegar_refine(g, v, c->out) != CEGAR_FEASIBLE) return;
    c->out->answer = ANSWER_UNSAFE;
    c->over = true;
}

static void visit(cegar *c, uint32_t v)
{
    cegar_graph *g = &c->g;
    const cegar_vertex *x = cegar_vertex_at(g, v);
    if (x->removed || cegar_is_covered(g, v) || x->expanded) return;
    if (!x->visited) cegar_post(g, v);
    if (!cegar_vertex_at(g, v)->removed && !cegar_cover(g, v)) cegar_expand(g, v);
}

static void reach(cegar *c)
{
    cegar_graph *g = &c->g;
    cegar_expand_facts(g);
    while (!is_over(c)) {
        if (g->errors.size) visit_error(c, u32_vec_pop(&g->errors));
        else if (g->n_visited < g->open.size) visit(c, g->open.data[g->n_visited++]);
        else break;
        assert(g->errors.size || !cegar_check(g));
    }
    if (is_over(c)) return;
    if (!g->failure) {
        answer_safe(c);
        return;
    }
    result_set_unknown(c->out, "%s", g->failure);
    c->over = true;
}

void cegar_run_with(const horn *h, const engine_context *context, const cegar_options *options, result *out)
{
    cegar c = {.out = out};
    cegar_graph_init(&c.g, h, context, options, out);
    reach(&c);
    cegar_graph_release(&c.g);
}

static const engine_switch SWITCHES[] = {
    {"boolean", offsetof(cegar_options, boolean), false},
    {"fallback", offsetof(cegar_options, fallback), true},
    {"atoms", offsetof(cegar_options, atoms), false},
    {"weaken", offsetof(cegar_options, weaken), true},
    {"wp", offsetof(cegar_options, wp), false},
    {"values", offsetof(cegar_options, values), true},
    {"path-invariants", offsetof(cegar_options, path_invariants), false},
};

const char *cegar_options_read(cegar_options *o, const char *list)
{
    return switches_read(o, SWITCHES, sizeof SWITCHES / sizeof *SWITCHES, list);
}

void cegar_run(const horn *h, const engine_context *context, result *out)
{
    cegar_options options;
    const char *wrong = cegar_options_read(&options, context->engine_options);
    if (wrong) result_set_unknown(out, "cegar has no such switch: %s", wrong);
    else cegar_run_with(h, context, &options, out);
}

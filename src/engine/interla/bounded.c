/* Loops that a counter bounds statically.
 *
 * A *counter* of a strongly connected part of the graph is an argument of each of its locations such that every edge inside adds a
 * constant to it, all of one sign. If it is a constant where the part is entered, and every cycle on which it moves has an edge whose
 * guard limits it, the edges that move it are taken so and so many times: they need no time-to-live. Without these edges the part falls
 * into smaller ones, in which other counters are looked for: the inner loops. */

#include "base/digraph.h"
#include "engine/interla/graph.h"

/* Loops of more turns than this are cut like others: to unroll them completely is no help. */
enum { MAX_TURNS = 64 };

typedef struct finder {
    interla_graph *g;
    u32_vec *bounded; /* by edge */
    u32_vec component; /* by location */
    u32_vec position; /* by location: the counter, or INTERLA_NONE */
    u32_vec touched; /* locations with a position */
    u32_vec ignored; /* by edge, for components: besides the bounded ones */
} finder;

static const interla_edge *edge_at(const finder *f, uint32_t e) { return &f->g->edges.data[e]; }
static bool is_used(const finder *f, uint32_t e) { return !f->bounded->data[e] && !f->ignored.data[e]; }
static bool is_inside(const finder *f, uint32_t e)
{
    return is_used(f, e) && f->component.data[edge_at(f, e)->source] == f->component.data[edge_at(f, e)->target];
}

/* Of the edges that are used. */
static void find_components(finder *f)
{
    digraph used;
    digraph_init(&used);
    for (size_t l = 0; l < f->g->locations.size; l++) {
        digraph_add_node(&used);
        const u32_vec *out = &f->g->locations.data[l].out;
        for (size_t i = 0; i < out->size; i++)
            if (is_used(f, out->data[i])) digraph_add_edge(&used, edge_at(f, out->data[i])->target);
    }
    digraph_components(&used, DIGRAPH_UNREACHED, NULL, &f->component, NULL);
    digraph_release(&used);
}

/* ---- counters ---- */

static bool to_constant(const term_store *ts, term t, int64_t *out)
{
    return term_kind_of(ts, t) == TERM_NUM && rat_to_int64(term_number(ts, t), out);
}

/* What the edge adds to the counter, if that is a constant. */
static bool step_of(const finder *f, const interla_edge *e, int64_t *out)
{
    term_store *ts = f->g->ts;
    term before = f->g->locations.data[e->source].params.data[f->position.data[e->source]];
    term after = e->args.data[f->position.data[e->target]];
    return to_constant(ts, term_mk_sub(ts, after, before), out);
}

/* The argument of the edge's target that continues the counter of its source. */
static uint32_t continued_as(const finder *f, const interla_edge *e)
{
    term_store *ts = f->g->ts;
    term before = f->g->locations.data[e->source].params.data[f->position.data[e->source]];
    int64_t ignored;
    for (uint32_t j = 0; j < e->args.size; j++)
        if (sort_is_equal(term_sort(ts, e->args.data[j]), term_sort(ts, before)) && to_constant(ts, term_mk_sub(ts, e->args.data[j], before), &ignored))
            return j;
    return INTERLA_NONE;
}

/* Fills position for the component of `head`, whose counter is argument p. False if there is none. */
static bool spread_counter(finder *f, uint32_t head, uint32_t p)
{
    u32_vec work;
    u32_vec_init(&work);
    for (size_t i = 0; i < f->touched.size; i++) f->position.data[f->touched.data[i]] = INTERLA_NONE;
    u32_vec_clear(&f->touched);
    f->position.data[head] = p;
    u32_vec_push(&f->touched, head);
    u32_vec_push(&work, head);
    bool ok = true;
    while (work.size && ok) {
        const u32_vec *out = &f->g->locations.data[u32_vec_pop(&work)].out;
        for (size_t i = 0; i < out->size && ok; i++) {
            if (!is_inside(f, out->data[i])) continue;
            const interla_edge *e = edge_at(f, out->data[i]);
            int64_t step;
            if (f->position.data[e->target] == INTERLA_NONE) {
                f->position.data[e->target] = continued_as(f, e);
                u32_vec_push(&work, e->target);
                u32_vec_push(&f->touched, e->target);
            }
            ok = f->position.data[e->target] != INTERLA_NONE && step_of(f, e, &step);
        }
    }
    u32_vec_release(&work);
    return ok;
}

/* Does the guard keep the counter, times `sign`, at most *limit? */
static bool limit_of(const finder *f, const interla_edge *e, int64_t sign, int64_t *limit)
{
    term_store *ts = f->g->ts;
    term counter = f->g->locations.data[e->source].params.data[f->position.data[e->source]];
    if (sign < 0) counter = term_mk_neg(ts, counter);
    for (size_t i = 0; i < e->guard.size; i++) {
        term g = e->guard.data[i];
        if (term_kind_of(ts, g) == TERM_LE && term_is_equal(term_arg(ts, g, 0), counter) && to_constant(ts, term_arg(ts, g, 1), limit)) return true;
    }
    return false;
}

/* Where the component is entered: the least of the counter times `sign`. False if it is no constant. */
static bool start_of(const finder *f, uint32_t component, int64_t sign, int64_t *start)
{
    bool any = false;
    for (uint32_t i = 0; i < f->g->edges.size; i++) {
        const interla_edge *e = edge_at(f, i);
        if (f->component.data[e->target] != component || f->component.data[e->source] == component) continue;
        int64_t value;
        if (!to_constant(f->g->ts, e->args.data[f->position.data[e->target]], &value) || value > INT32_MAX || value < INT32_MIN) return false;
        if (!any || sign * value < *start) *start = sign * value;
        any = true;
    }
    return any;
}

/* With the edges that limit the counter ignored, does no cycle move it any more? Restores the components. */
static bool is_limited_everywhere(finder *f, uint32_t component, int64_t sign, int64_t start)
{
    u32_vec inside = {0}, saved = {0};
    for (uint32_t i = 0; i < f->g->edges.size; i++)
        if (is_inside(f, i) && f->component.data[edge_at(f, i)->source] == component) u32_vec_push(&inside, i);
    for (size_t i = 0; i < inside.size; i++) {
        int64_t limit;
        f->ignored.data[inside.data[i]] = limit_of(f, edge_at(f, inside.data[i]), sign, &limit) && limit - start <= MAX_TURNS;
    }
    u32_vec_append(&saved, f->component.data, f->component.size);
    find_components(f);
    bool ok = true;
    for (size_t i = 0; i < inside.size && ok; i++) {
        int64_t step = 0;
        step_of(f, edge_at(f, inside.data[i]), &step);
        ok = !step || !is_inside(f, inside.data[i]);
    }
    for (size_t i = 0; i < inside.size; i++) f->ignored.data[inside.data[i]] = 0;
    memcpy(f->component.data, saved.data, saved.size * sizeof *saved.data);
    u32_vec_release(&inside);
    u32_vec_release(&saved);
    return ok;
}

/* Marks the edges of the component that move the counter, all in the direction `sign`. False if there are none, or others. */
static bool mark_moves(finder *f, uint32_t component, int64_t sign, bool really)
{
    bool any = false;
    for (uint32_t i = 0; i < f->g->edges.size; i++) {
        if (!is_inside(f, i) || f->component.data[edge_at(f, i)->source] != component) continue;
        int64_t step;
        bool known = step_of(f, edge_at(f, i), &step);
        if (!known || sign * step < 0) return false;
        if (!step) continue;
        any = true;
        if (really) f->bounded->data[i] = 1;
    }
    return any;
}

static bool bound_component(finder *f, uint32_t head)
{
    const term_vec *params = &f->g->locations.data[head].params;
    uint32_t component = f->component.data[head];
    for (uint32_t p = 0; p < params->size; p++) {
        if (sort_kind_of(f->g->ts, term_sort(f->g->ts, params->data[p])) != SORT_INT || !spread_counter(f, head, p)) continue;
        for (int64_t sign = 1; sign >= -1; sign -= 2) {
            int64_t start = 0;
            if (!mark_moves(f, component, sign, false) || !start_of(f, component, sign, &start)) continue;
            if (!is_limited_everywhere(f, component, sign, start)) continue;
            mark_moves(f, component, sign, true);
            return true;
        }
    }
    return false;
}

void interla_find_bounded(interla_graph *g, u32_vec *bounded)
{
    finder f = {.g = g, .bounded = bounded};
    u32_vec tried; /* by component */
    u32_vec_init(&tried);
    u32_vec_resize(bounded, g->edges.size);
    u32_vec_resize(&f.ignored, g->edges.size);
    u32_vec_resize(&f.component, g->locations.size);
    for (size_t l = 0; l < g->locations.size; l++) u32_vec_push(&f.position, INTERLA_NONE);
    for (bool changed = true; changed;) {
        changed = false;
        find_components(&f);
        u32_vec_clear(&tried);
        u32_vec_resize(&tried, g->locations.size);
        for (uint32_t i = 0; i < g->edges.size; i++) {
            uint32_t component = f.component.data[edge_at(&f, i)->target];
            if (!is_inside(&f, i) || tried.data[component]) continue;
            tried.data[component] = 1;
            changed |= bound_component(&f, edge_at(&f, i)->target);
        }
    }
    u32_vec_release(&tried);
    u32_vec_release(&f.ignored);
    u32_vec_release(&f.component);
    u32_vec_release(&f.position);
    u32_vec_release(&f.touched);
}

/* The invariants of graph.h, labels.h and session.h, for debug builds: linear in the graph, the annotation and the stack. */

#include "engine/interla/session.h"

#include "base/u32_list.h"

/* ---- the graph ---- */

static const char *check_call(const interla_graph *g, const interla_call *c)
{
    if (c->kind == INTERLA_NONE) return NULL;
    if (c->kind == INTERLA_MAIN || c->kind >= g->kinds.size) return "a call of no kind";
    if (c->loop != INTERLA_NONE && c->loop >= g->n_loops) return "a call uses up no loop";
    return c->args.size == g->locations.data[g->kinds.data[c->kind].entry].params.size ? NULL : "a call with the wrong number of arguments";
}

static const char *check_edge(const interla_graph *g, uint32_t number)
{
    const interla_edge *e = &g->edges.data[number];
    if (e->source >= g->locations.size || e->target >= g->locations.size) return "an edge without ends";
    if (!u32_vec_has(&g->locations.data[e->source].out, number) || !u32_vec_has(&g->locations.data[e->target].in, number)) return "an edge that its ends do not know";
    if (e->args.size != g->locations.data[e->target].params.size) return "an edge with the wrong number of arguments";
    if (e->loop != INTERLA_NONE && e->loop >= g->n_loops) return "an edge uses up no loop";
    const clause *c = horn_clause(g->h, e->clause);
    if (e->is_last && (e->target != interla_location_of(c->head.pred) || e->vars.size != c->n_vars)) return "a last edge that does not end its clause";
    return check_call(g, &e->call);
}

static const char *check_kind(const interla_graph *g, uint32_t number)
{
    const interla_kind *k = &g->kinds.data[number];
    if (k->entry >= g->locations.size || k->exit >= g->locations.size) return "a kind without entry or exit";
    if (k->results.size != k->returned.size) return "results of a kind that do not correspond";
    if (number == INTERLA_MAIN && (k->entry != INTERLA_INIT || k->exit != INTERLA_GOAL)) return "MAIN does not run from INIT to GOAL";
    return NULL;
}

static const char *check_graph(const interla_graph *g)
{
    const char *wrong = NULL;
    for (uint32_t i = 0; i < g->edges.size && !wrong; i++) wrong = check_edge(g, i);
    for (uint32_t i = 0; i < g->kinds.size && !wrong; i++) wrong = check_kind(g, i);
    return wrong;
}

/* ---- the annotation ---- */

/* Loops ascend, and there is a time-to-live for each. */
static bool are_bounds(const interla *s, uint32_t at)
{
    const u32_vec *all = &s->labels.bounds;
    if (at >= all->size || at + 2 * (size_t)all->data[at] >= all->size) return false;
    const uint32_t *pairs = &all->data[at + 1];
    for (uint32_t i = 0; i < all->data[at]; i++) {
        bool is_loop = pairs[2 * i] < s->graph.n_loops || pairs[2 * i] == s->doubts;
        if (!is_loop || (i && pairs[2 * i - 2] >= pairs[2 * i])) return false;
    }
    return true;
}

/* Is a label there over the place's parameters and the results of its kind? */
static bool is_in_scope(const interla *s, uint64_t at, term formula)
{
    const interla_graph *g = &s->graph;
    const interla_kind *k = &g->kinds.data[at >> 32];
    uint32_t low = (uint32_t)at, edge_bit = UINT32_C(1) << 31;
    uint32_t location = low == UINT32_MAX ? k->exit : low & edge_bit ? g->edges.data[low & ~edge_bit].source : low;
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(s->ts, &formula, 1, &symbols);
    bool all = true;
    for (size_t i = 0; i < symbols.size && all; i++)
        all = interla_is_among(&g->locations.data[location].params, symbols.data[i]) || interla_is_among(&k->results, symbols.data[i]);
    term_vec_release(&symbols);
    return all;
}

static const char *check_list(const interla *s, uint64_t at)
{
    if (at >> 32 >= s->graph.kinds.size) return "labels of no kind";
    const u32_vec *list = interla_labels_at(&s->labels, at);
    for (size_t i = 0; i < list->size; i++) {
        if (list->data[i] >= s->labels.all.size) return "no label";
        const interla_label *l = interla_label_get(&s->labels, list->data[i]);
        if (!are_bounds(s, l->bounds)) return "a label with broken bounds";
        if (!is_in_scope(s, at, l->formula)) return "a label that is not about its place";
    }
    return NULL;
}

static const char *check_labels(const interla *s)
{
    const u64_map *index = &s->labels.index;
    const char *wrong = NULL;
    for (size_t i = 0; i < index->capacity && !wrong; i++)
        if (index->used[i]) wrong = check_list(s, index->keys[i]);
    return wrong;
}

/* ---- the stack ---- */

static const char *check_node(const interla *s, uint32_t number)
{
    const interla_node *n = &s->nodes.data[number];
    if (n->location >= s->graph.locations.size || n->frame >= s->frames.size) return "a node without location or frame";
    if (number && n->parent >= number) return "a node's parent is younger";
    if (n->env + s->graph.locations.data[n->location].params.size > s->terms.size) return "a node without state";
    if (n->n_terms > s->terms.size || n->n_path > s->path.all.size || n->n_inputs > s->n_inputs || n->n_frames > s->frames.size) return "no way back";
    const interla_node *below = number ? n - 1 : n;
    if (below->n_terms > n->n_terms || below->n_path > n->n_path || below->n_inputs > n->n_inputs || below->n_frames > n->n_frames) return "a way back that goes forth";
    return NULL;
}

static const char *check_stack(const interla *s)
{
    const char *wrong = NULL;
    for (uint32_t i = 0; i < s->nodes.size && !wrong; i++) wrong = check_node(s, i);
    for (uint32_t i = 1; i < s->frames.size && !wrong; i++)
        if (s->frames.data[i].caller >= i || s->frames.data[i].node >= s->nodes.size) wrong = "a frame without caller";
    return wrong;
}

const char *interla_check(const interla *s)
{
    size_t n_open = 0;
    for (size_t e = 0; e < s->graph.edges.size; e++) {
        if (s->is_open[e] && s->graph.edges.data[e].target != INTERLA_GOAL) return "an open goal that is none";
        n_open += s->is_open[e];
    }
    if (n_open != s->n_open) return "the open goals are miscounted";
    const char *wrong = check_graph(&s->graph);
    if (!wrong) wrong = check_labels(s);
    return wrong ? wrong : check_stack(s);
}

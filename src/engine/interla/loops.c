#include "engine/interla/graph.h"

typedef struct walk {
    interla_graph *g;
    u32_vec state; /* by location: NEW, ON_PATH, DONE */
    u32_vec loop_of; /* by location */
    u32_vec bounded; /* by edge: does not count */
    u32_vec path, next; /* locations, and which of their edges comes next */
} walk;
enum { NEW, ON_PATH, DONE };

static uint32_t loop_at(walk *w, uint32_t location)
{
    uint32_t *loop = &w->loop_of.data[location];
    if (*loop == INTERLA_NONE) *loop = (uint32_t)w->g->n_loops++;
    return *loop;
}

/* Depth-first: an edge to a location on the path closes a cycle. */
static void walk_from(walk *w, uint32_t start)
{
    if (w->state.data[start] != NEW) return;
    w->state.data[start] = ON_PATH;
    u32_vec_push(&w->path, start);
    u32_vec_push(&w->next, 0);
    while (w->path.size) {
        uint32_t at = u32_vec_last(&w->path), *next = &w->next.data[w->next.size - 1];
        const u32_vec *out = &w->g->locations.data[at].out;
        if (*next == out->size) {
            w->state.data[at] = DONE;
            w->path.size--;
            w->next.size--;
            continue;
        }
        uint32_t index = out->data[(*next)++];
        interla_edge *e = &w->g->edges.data[index];
        if (w->bounded.data[index]) continue;
        if (w->state.data[e->target] == ON_PATH) e->loop = loop_at(w, e->target);
        if (w->state.data[e->target] != NEW) continue;
        w->state.data[e->target] = ON_PATH;
        u32_vec_push(&w->path, e->target);
        u32_vec_push(&w->next, 0);
    }
}

/* A call recurs if what it derives depends on the head of its clause. */
static void find_recursion(interla_graph *g)
{
    u32_vec order, component, recursive, loop;
    u32_vec_init(&order);
    u32_vec_init(&component);
    u32_vec_init(&recursive);
    u32_vec_init(&loop);
    horn_components(g->h, &order, &component, &recursive);
    u32_vec_resize(&loop, g->kinds.size);
    for (size_t k = 0; k < loop.size; k++) loop.data[k] = INTERLA_NONE;
    for (size_t i = 0; i < g->edges.size; i++) {
        interla_edge *e = &g->edges.data[i];
        if (e->call.kind == INTERLA_NONE) continue;
        const clause *c = horn_clause(g->h, e->clause);
        pred called = c->body[e->call.atom].pred;
        if (pred_is_false(c->head.pred) || component.data[called.id] != component.data[c->head.pred.id]) continue;
        if (loop.data[e->call.kind] == INTERLA_NONE) loop.data[e->call.kind] = (uint32_t)g->n_loops++;
        e->call.loop = loop.data[e->call.kind];
    }
    u32_vec_release(&order);
    u32_vec_release(&component);
    u32_vec_release(&recursive);
    u32_vec_release(&loop);
}

void interla_find_loops(interla_graph *g)
{
    walk w = {.g = g};
    interla_find_bounded(g, &w.bounded);
    u32_vec_resize(&w.state, g->locations.size);
    u32_vec_resize(&w.loop_of, g->locations.size);
    for (size_t l = 0; l < g->locations.size; l++) w.loop_of.data[l] = INTERLA_NONE;
    for (uint32_t l = 0; l < g->locations.size; l++) walk_from(&w, l);
    find_recursion(g);
    u32_vec_release(&w.state);
    u32_vec_release(&w.bounded);
    u32_vec_release(&w.loop_of);
    u32_vec_release(&w.path);
    u32_vec_release(&w.next);
}

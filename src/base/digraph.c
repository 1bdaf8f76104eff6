/* Strongly connected components by Tarjan's algorithm, without recursion. */

#include "base/digraph.h"

typedef struct tarjan {
    const digraph *g;
    u32_vec index, low, next; /* by node; index 0: not visited; `next`: the edge to look at */
    u32_vec stack; /* nodes of components that are not closed */
    u32_vec path; /* nodes that are being visited */
    u32_vec *order, *component, *is_cyclic;
    uint32_t visited, components;
} tarjan;

void digraph_init(digraph *g)
{
    u32_vec_init(&g->first);
    u32_vec_init(&g->targets);
}

void digraph_release(digraph *g)
{
    u32_vec_release(&g->first);
    u32_vec_release(&g->targets);
}

void digraph_add_node(digraph *g) { u32_vec_push(&g->first, (uint32_t)g->targets.size); }

void digraph_add_edge(digraph *g, uint32_t to)
{
    assert(g->first.size);
    u32_vec_push(&g->targets, to);
}

size_t digraph_size(const digraph *g) { return g->first.size; }

static uint32_t edges_end(const digraph *g, uint32_t v)
{
    return v + 1 < g->first.size ? g->first.data[v + 1] : (uint32_t)g->targets.size;
}

static bool has_loop(const digraph *g, uint32_t v)
{
    for (uint32_t i = g->first.data[v]; i < edges_end(g, v); i++)
        if (g->targets.data[i] == v) return true;
    return false;
}

static void lower(tarjan *t, uint32_t v, uint32_t to)
{
    if (to < t->low.data[v]) t->low.data[v] = to;
}

static void enter(tarjan *t, uint32_t v)
{
    t->index.data[v] = t->low.data[v] = ++t->visited;
    t->next.data[v] = t->g->first.data[v];
    u32_vec_push(&t->stack, v);
    u32_vec_push(&t->path, v);
}

/* v was visited first of its component, which is on top of the stack. */
static void close_component(tarjan *t, uint32_t v)
{
    bool is_cyclic = u32_vec_last(&t->stack) != v || has_loop(t->g, v);
    for (uint32_t member = DIGRAPH_UNREACHED; member != v;) {
        member = u32_vec_pop(&t->stack);
        t->component->data[member] = t->components;
        if (t->order) u32_vec_push(t->order, member);
    }
    if (t->is_cyclic) u32_vec_push(t->is_cyclic, is_cyclic);
    t->components++;
}

static void leave(tarjan *t, uint32_t v)
{
    t->path.size--;
    if (t->low.data[v] == t->index.data[v]) close_component(t, v);
    if (t->path.size) lower(t, u32_vec_last(&t->path), t->low.data[v]);
}

static void visit(tarjan *t, uint32_t root)
{
    if (t->index.data[root]) return;
    enter(t, root);
    while (t->path.size) {
        uint32_t v = u32_vec_last(&t->path);
        if (t->next.data[v] == edges_end(t->g, v)) {
            leave(t, v);
            continue;
        }
        uint32_t to = t->g->targets.data[t->next.data[v]++];
        assert(to < t->index.size);
        if (!t->index.data[to]) enter(t, to);
        else if (t->component->data[to] == DIGRAPH_UNREACHED) lower(t, v, t->index.data[to]);
    }
}

void digraph_components(const digraph *g, uint32_t root, u32_vec *order, u32_vec *component, u32_vec *is_cyclic)
{
    size_t n = digraph_size(g);
    tarjan t = {.g = g, .order = order, .component = component, .is_cyclic = is_cyclic};
    u32_vec_resize(&t.index, n);
    u32_vec_resize(&t.low, n);
    u32_vec_resize(&t.next, n);
    u32_vec_clear(component);
    for (size_t v = 0; v < n; v++) u32_vec_push(component, DIGRAPH_UNREACHED);
    if (root != DIGRAPH_UNREACHED) visit(&t, root);
    else
        for (uint32_t v = 0; v < n; v++) visit(&t, v);
    u32_vec_release(&t.index);
    u32_vec_release(&t.low);
    u32_vec_release(&t.next);
    u32_vec_release(&t.stack);
    u32_vec_release(&t.path);
}

#include "encode/call_graph.h"

#include "base/digraph.h"

#include <stdlib.h>

static void collect_calls(call_graph *g, uint32_t f)
{
    flow *w = &g->flows[f];
    flow_init(w, g->p, (proc){f});
    for (size_t k = 0; k < w->order.size; k++) {
        uint32_t b = w->order.data[k];
        for (size_t i = 0; i < w->length.data[b]; i++) {
            const stmt *s = program_stmt(g->p, (proc){f}, (block){b}, i);
            if (s->kind != STMT_CALL) continue;
            u32_vec_push(&g->calls[f], s->callee.id);
            g->is_called.data[s->callee.id] = true;
        }
    }
}

/* Everything that can be called. */
static void find_reachable(call_graph *g)
{
    u32_vec work;
    u32_vec_init(&work);
    u32_vec_push(&work, program_entry(g->p).id);
    while (work.size) {
        uint32_t f = u32_vec_pop(&work);
        if (g->is_reachable.data[f]) continue;
        g->is_reachable.data[f] = true;
        collect_calls(g, f);
        u32_vec_append(&work, g->calls[f].data, g->calls[f].size);
    }
    u32_vec_release(&work);
}

static void find_recursion(call_graph *g)
{
    digraph calls;
    digraph_init(&calls);
    for (size_t f = 0; f < g->is_reachable.size; f++) {
        digraph_add_node(&calls);
        for (size_t i = 0; i < g->calls[f].size; i++) digraph_add_edge(&calls, g->calls[f].data[i]);
    }
    u32_vec is_cyclic;
    u32_vec_init(&is_cyclic);
    digraph_components(&calls, program_entry(g->p).id, &g->order, &g->component, &is_cyclic);
    for (size_t i = 0; i < g->order.size; i++) {
        uint32_t f = g->order.data[i];
        g->is_recursive.data[f] = is_cyclic.data[g->component.data[f]];
    }
    u32_vec_release(&is_cyclic);
    digraph_release(&calls);
}

call_graph *call_graph_new(const program *p)
{
    size_t n = program_proc_count(p);
    call_graph *g = alloc_zeroed(1, sizeof *g);
    g->p = p;
    g->flows = alloc_zeroed(n, sizeof *g->flows);
    g->calls = alloc_zeroed(n, sizeof *g->calls);
    u32_vec_resize(&g->is_reachable, n);
    u32_vec_resize(&g->is_recursive, n);
    u32_vec_resize(&g->is_called, n);
    find_reachable(g);
    find_recursion(g);
    return g;
}

void call_graph_free(call_graph *g)
{
    if (!g) return;
    for (size_t f = 0; f < g->is_reachable.size; f++) {
        flow_release(&g->flows[f]);
        u32_vec_release(&g->calls[f]);
    }
    free(g->flows);
    free(g->calls);
    u32_vec_release(&g->order);
    u32_vec_release(&g->component);
    u32_vec_release(&g->is_reachable);
    u32_vec_release(&g->is_recursive);
    u32_vec_release(&g->is_called);
    free(g);
}

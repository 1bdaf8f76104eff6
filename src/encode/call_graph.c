#include "encode/call_graph.h"

#include <stdlib.h>

typedef struct frame {
    uint32_t f, next; /* next call to follow */
} frame;
VEC_DECLARE(frame_vec, frame);

typedef struct tarjan {
    call_graph *g;
    u32_vec index, low, on_stack, stack;
    frame_vec frames;
    uint32_t count, components;
} tarjan;

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

static void enter(tarjan *t, uint32_t f)
{
    collect_calls(t->g, f);
    t->g->is_reachable.data[f] = true;
    t->index.data[f] = t->low.data[f] = ++t->count;
    u32_vec_push(&t->stack, f);
    t->on_stack.data[f] = true;
    frame_vec_push(&t->frames, (frame){f, 0});
}

static bool calls_itself(const call_graph *g, uint32_t f)
{
    for (size_t i = 0; i < g->calls[f].size; i++)
        if (g->calls[f].data[i] == f) return true;
    return false;
}

/* f is the first visited of its component: the component is on top of the stack. */
static void close_component(tarjan *t, uint32_t f)
{
    call_graph *g = t->g;
    bool is_recursive = u32_vec_last(&t->stack) != f || calls_itself(g, f);
    uint32_t member;
    do {
        member = u32_vec_pop(&t->stack);
        t->on_stack.data[member] = false;
        g->component.data[member] = t->components;
        g->is_recursive.data[member] = is_recursive;
        u32_vec_push(&g->order, member);
    } while (member != f);
    t->components++;
}

static void visit(tarjan *t, uint32_t root)
{
    enter(t, root);
    while (t->frames.size) {
        frame *top = &t->frames.data[t->frames.size - 1];
        uint32_t f = top->f;
        if (top->next < t->g->calls[f].size) {
            uint32_t to = t->g->calls[f].data[top->next++];
            if (!t->index.data[to]) enter(t, to);
            else if (t->on_stack.data[to] && t->index.data[to] < t->low.data[f]) t->low.data[f] = t->index.data[to];
            continue;
        }
        t->frames.size--;
        if (t->low.data[f] == t->index.data[f]) close_component(t, f);
        if (!t->frames.size) continue;
        uint32_t caller = frame_vec_last(&t->frames).f;
        if (t->low.data[f] < t->low.data[caller]) t->low.data[caller] = t->low.data[f];
    }
}

call_graph *call_graph_new(const program *p)
{
    size_t n = program_proc_count(p);
    call_graph *g = alloc_zeroed(1, sizeof *g);
    g->p = p;
    g->flows = alloc_zeroed(n, sizeof *g->flows);
    g->calls = alloc_zeroed(n, sizeof *g->calls);
    u32_vec_resize(&g->component, n);
    u32_vec_resize(&g->is_reachable, n);
    u32_vec_resize(&g->is_recursive, n);
    u32_vec_resize(&g->is_called, n);
    tarjan t = {.g = g};
    u32_vec_resize(&t.index, n);
    u32_vec_resize(&t.low, n);
    u32_vec_resize(&t.on_stack, n);
    visit(&t, program_entry(p).id);
    u32_vec_release(&t.index);
    u32_vec_release(&t.low);
    u32_vec_release(&t.on_stack);
    u32_vec_release(&t.stack);
    frame_vec_release(&t.frames);
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

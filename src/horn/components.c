/* Cycles of predicates: strongly connected components of "depends on" (Tarjan, without recursion), and loop heads. */

#include "base/alloc.h"
#include "horn/horn.h"

#include <stdlib.h>

typedef struct frame {
    uint32_t node, next; /* next dependency, or use, to look at */
} frame;
VEC_DECLARE(frame_vec, frame);

typedef struct tarjan {
    u32_vec first, list; /* dependencies of p: list[first[p] .. first[p + 1]) */
    u32_vec index, low, on_stack, stack;
    frame_vec frames;
    uint32_t count, components;
} tarjan;

static void collect_dependencies(const horn *h, tarjan *t)
{
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        u32_vec_push(&t->first, (uint32_t)t->list.size);
        const u32_vec *defs = horn_clauses_of(h, (pred){p});
        for (size_t i = 0; i < defs->size; i++) {
            const clause *c = horn_clause(h, defs->data[i]);
            for (size_t k = 0; k < c->n_body; k++) u32_vec_push(&t->list, c->body[k].pred.id);
        }
    }
    u32_vec_push(&t->first, (uint32_t)t->list.size);
}

static void enter(tarjan *t, uint32_t node)
{
    assert(!t->index.data[node] && !t->on_stack.data[node]);
    t->index.data[node] = t->low.data[node] = ++t->count;
    u32_vec_push(&t->stack, node);
    t->on_stack.data[node] = 1;
    frame_vec_push(&t->frames, (frame){node, t->first.data[node]});
}

static bool depends_on_itself(const tarjan *t, uint32_t node)
{
    for (uint32_t i = t->first.data[node]; i < t->first.data[node + 1]; i++)
        if (t->list.data[i] == node) return true;
    return false;
}

static void leave(tarjan *t, uint32_t node, u32_vec *order, u32_vec *component, u32_vec *recursive)
{
    if (t->low.data[node] != t->index.data[node]) return;
    uint32_t member, size = 0;
    do {
        member = u32_vec_pop(&t->stack);
        t->on_stack.data[member] = 0;
        component->data[member] = t->components;
        u32_vec_push(order, member);
        size++;
    } while (member != node);
    u32_vec_push(recursive, size > 1 || depends_on_itself(t, node));
    t->components++;
}

static void visit(tarjan *t, uint32_t root, u32_vec *order, u32_vec *component, u32_vec *recursive)
{
    enter(t, root);
    while (t->frames.size) {
        frame *f = &t->frames.data[t->frames.size - 1];
        uint32_t node = f->node;
        if (f->next < t->first.data[node + 1]) {
            uint32_t to = t->list.data[f->next++];
            if (!t->index.data[to])
                enter(t, to);
            else if (t->on_stack.data[to] && t->index.data[to] < t->low.data[node])
                t->low.data[node] = t->index.data[to];
            continue;
        }
        t->frames.size--;
        leave(t, node, order, component, recursive);
        if (t->frames.size) {
            uint32_t parent = frame_vec_last(&t->frames).node;
            if (t->low.data[node] < t->low.data[parent]) t->low.data[parent] = t->low.data[node];
        }
    }
}

void horn_components(const horn *h, u32_vec *order, u32_vec *component, u32_vec *recursive)
{
    size_t n = horn_pred_count(h);
    tarjan t = {.count = 0};
    u32_vec_resize(&t.index, n);
    u32_vec_resize(&t.low, n);
    u32_vec_resize(&t.on_stack, n);
    u32_vec_clear(order);
    u32_vec_clear(recursive);
    u32_vec_clear(component);
    u32_vec_resize(component, n);
    collect_dependencies(h, &t);
    for (uint32_t p = 0; p < n; p++)
        if (!t.index.data[p]) visit(&t, p, order, component, recursive);
    u32_vec_release(&t.first);
    u32_vec_release(&t.list);
    u32_vec_release(&t.index);
    u32_vec_release(&t.low);
    u32_vec_release(&t.on_stack);
    u32_vec_release(&t.stack);
    frame_vec_release(&t.frames);
}

static bool has_fact(const horn *h, pred p)
{
    const u32_vec *defs = horn_clauses_of(h, p);
    for (size_t i = 0; i < defs->size; i++)
        if (!horn_clause(h, defs->data[i])->n_body) return true;
    return false;
}

/* A depth-first walk along the clauses. Both results may be NULL: the targets of back edges, and the predicates, each when all behind it is done. */
static void walk(const horn *h, bool *loop_heads, u32_vec *done)
{
    enum { NEW, OPEN, DONE };
    size_t preds = horn_pred_count(h);
    uint8_t *state = alloc_zeroed(preds + 1, 1);
    frame_vec stack;
    frame_vec_init(&stack);
    for (size_t i = 0; i < 2 * preds; i++) {
        /* What facts reach first, then the rest. */
        uint32_t root = (uint32_t)(i % preds);
        if (state[root] != NEW || (i < preds && !has_fact(h, (pred){root}))) continue;
        state[root] = OPEN;
        frame_vec_push(&stack, (frame){root, 0});
        while (stack.size) {
            frame *v = &stack.data[stack.size - 1];
            const u32_vec *uses = horn_uses_of(h, (pred){v->node});
            if (v->next == uses->size) {
                state[v->node] = DONE;
                if (done) u32_vec_push(done, v->node);
                stack.size--;
                continue;
            }
            pred to = horn_clause(h, uses->data[v->next++])->head.pred;
            if (pred_is_false(to)) continue;
            if (state[to.id] == OPEN && loop_heads) loop_heads[to.id] = true;
            if (state[to.id] != NEW) continue;
            state[to.id] = OPEN;
            frame_vec_push(&stack, (frame){to.id, 0});
        }
    }
    frame_vec_release(&stack);
    free(state);
}

void horn_loop_heads(const horn *h, bool *out) { walk(h, out, NULL); }

void horn_run_order(const horn *h, u32_vec *out)
{
    u32_vec done;
    u32_vec_init(&done);
    walk(h, NULL, &done);
    u32_vec_clear(out);
    while (done.size) u32_vec_push(out, u32_vec_pop(&done));
    u32_vec_release(&done);
}

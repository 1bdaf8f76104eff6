/* Cycles of predicates: strongly connected components of "depends on", and loop heads. */

#include "base/alloc.h"
#include "base/digraph.h"
#include "horn/horn.h"

#include <stdlib.h>

void horn_components(const horn *h, u32_vec *order, u32_vec *component, u32_vec *recursive)
{
    digraph depends_on;
    digraph_init(&depends_on);
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        digraph_add_node(&depends_on);
        const u32_vec *defs = horn_clauses_of(h, (pred){p});
        for (size_t i = 0; i < defs->size; i++) {
            const clause *c = horn_clause(h, defs->data[i]);
            for (size_t k = 0; k < c->n_body; k++) digraph_add_edge(&depends_on, c->body[k].pred.id);
        }
    }
    u32_vec_clear(order);
    u32_vec_clear(recursive);
    digraph_components(&depends_on, DIGRAPH_UNREACHED, order, component, recursive);
    digraph_release(&depends_on);
}

typedef struct frame {
    uint32_t node, next; /* next use to look at */
} frame;
VEC_DECLARE(frame_vec, frame);

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

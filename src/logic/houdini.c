#include "logic/houdini.h"

static void drop_false(term_store *ts, const houdini_question *q, uint32_t edge, term_vec *candidates)
{
    size_t kept = 0, n = candidates->size;
    for (size_t i = 0; i < n; i++) {
        term value = q->value(q->context, edge, candidates->data[i]);
        if (!term_is_equal(value, term_false(ts))) candidates->data[kept++] = candidates->data[i];
    }
    candidates->size = kept < n ? kept : 0;
}

bool houdini_filter(term_store *ts, const houdini_question *q, uint32_t edge, term_vec *candidates)
{
    assert(q->keeps && q->value);
    size_t before = candidates->size;
    while (candidates->size) {
        smt_result r = q->keeps(q->context, edge, term_mk_and(ts, candidates->data, candidates->size));
        if (r == SMT_UNSAT) break;
        if (r == SMT_SAT) drop_false(ts, q, edge, candidates);
        else term_vec_clear(candidates);
    }
    assert(candidates->size <= before);
    return candidates->size < before;
}

/* A queue of edges, each at most once in it. */
typedef struct worklist {
    u32_vec edges, waits; /* waits: by edge */
    size_t next;
} worklist;

static void add(worklist *w, uint32_t edge)
{
    assert(edge < w->waits.size);
    if (w->waits.data[edge]) return;
    w->waits.data[edge] = 1;
    u32_vec_push(&w->edges, edge);
}

bool houdini_run(const houdini *h)
{
    assert(h->target && h->uses && h->is_over && (h->candidates || !h->n_edges));
    void *context = h->question.context;
    worklist w = {.next = 0};
    u32_vec_resize(&w.waits, h->n_edges);
    for (uint32_t e = 0; e < h->n_edges; e++) add(&w, e);
    while (w.next < w.edges.size && !h->is_over(context)) {
        uint32_t edge = w.edges.data[w.next++], node = h->target(context, edge);
        assert(edge < h->n_edges && w.waits.data[edge]);
        w.waits.data[edge] = 0;
        if (node == HOUDINI_NOWHERE || !houdini_filter(h->ts, &h->question, edge, &h->candidates[node])) continue;
        const u32_vec *uses = h->uses(context, node);
        for (size_t i = 0; i < uses->size; i++) add(&w, uses->data[i]);
    }
    bool done = w.next == w.edges.size;
    u32_vec_release(&w.edges);
    u32_vec_release(&w.waits);
    return done;
}

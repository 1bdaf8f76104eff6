#include "engine/lawi/rules.h"

#include <stdlib.h>

/* How many recent vertices are tried as covers: by looking at the last edge only, and by interpolating a path. */
#define FORCED_BY_EDGE 6
#define FORCED_BY_PATH 0

bool cover(unwinding *u, uint32_t v, uint32_t w)
{
    assert(w < v && pred_is_equal(unwinding_vertex(u, v)->pred, unwinding_vertex(u, w)->pred));
    if (unwinding_is_closed(u, v) || unwinding_is_closed(u, w)) return false;
    if (!unwinding_entails(u, v, unwinding_vertex(u, w)->formula)) return false;
    unwinding_cover(u, v, w);
    return true;
}

typedef struct weaker {
    size_t size; /* of the label */
    term label;
    uint32_t vertex;
} weaker;
VEC_DECLARE(weaker_vec, weaker);

static int compare_weaker(const void *a, const void *b)
{
    const weaker *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    if (x->label.id != y->label.id) return x->label.id < y->label.id ? -1 : 1;
    return x->vertex < y->vertex ? -1 : x->vertex > y->vertex;
}

/* Open vertices smaller than v, by the size of their labels; of those with the same label the oldest. */
static void list_candidates(unwinding *u, uint32_t v, weaker_vec *out)
{
    const u32_vec *same = &unwinding_place(u, v)->vertices;
    for (size_t i = 0; i < same->size && same->data[i] < v; i++) {
        uint32_t w = same->data[i];
        const vertex *x = unwinding_vertex(u, w);
        if (!unwinding_is_closed(u, w) && x->expanded) weaker_vec_push(out, (weaker){x->label.size, x->formula, w});
    }
    if (!out->size) return;
    qsort(out->data, out->size, sizeof *out->data, compare_weaker);
    size_t kept = 1;
    for (size_t i = 1; i < out->size; i++)
        if (!term_is_equal(out->data[i].label, out->data[kept - 1].label)) out->data[kept++] = out->data[i];
    out->size = kept;
}

void close_vertex(unwinding *u, uint32_t v)
{
    if (pred_is_false(unwinding_vertex(u, v)->pred) || unwinding_is_closed(u, v)) return;
    weaker_vec candidates;
    weaker_vec_init(&candidates);
    list_candidates(u, v, &candidates);
    for (size_t i = 0; i < candidates.size; i++)
        if (cover(u, v, candidates.data[i].vertex)) break;
    weaker_vec_release(&candidates);
}

/* ---- forced covering ---- */

/* The label of w holds at v already because of v's last edge. */
static bool force_by_edge(unwinding *u, uint32_t v, uint32_t w)
{
    term wanted = unwinding_vertex(u, w)->formula;
    edge_labels *labels = alloc_zeroed(unwinding_parent_count(u, v) + 1, sizeof *labels);
    labels_of_parents(u, v, labels);
    smt_result r = edges_entail(u->edges, unwinding_vertex(u, v)->clause, unwinding_vertex(u, v)->guard, labels, wanted);
    free(labels);
    if (r != SMT_UNSAT) return false;
    unwinding_strengthen(u, v, wanted);
    return cover(u, v, w);
}

/* Are all parents of v above w, so that a path is no more than the last edge? */
static bool is_one_edge(const unwinding *u, uint32_t v, uint32_t w)
{
    mark_vec above;
    mark_vec_init(&above);
    unwinding_mark_ancestors(u, w, &above);
    bool yes = true;
    for (size_t j = 0; j < unwinding_parent_count(u, v) && yes; j++) {
        uint32_t parent = unwinding_parents(u, v)[j];
        yes = parent < above.size && above.data[parent];
    }
    mark_vec_release(&above);
    return yes;
}

static bool force_by_path(path *p, uint32_t v, uint32_t w, u32_vec *strengthened)
{
    unwinding *u = p->u;
    if (is_one_edge(u, v, w)) return false;
    if (!refine_towards(p, v, w, unwinding_vertex(u, w)->formula, strengthened)) return false;
    return !unwinding_is_closed(u, v) && cover(u, v, w);
}

bool force_cover(path *p, uint32_t v, u32_vec *strengthened)
{
    unwinding *u = p->u;
    const u32_vec *same = &unwinding_place(u, v)->expanded;
    size_t by_edge = FORCED_BY_EDGE, by_path = FORCED_BY_PATH;
    for (size_t i = same->size; i-- > 0 && by_edge;) {
        uint32_t w = same->data[i];
        if (w >= v || unwinding_is_closed(u, w)) continue;
        by_edge--;
        if (force_by_edge(u, v, w)) return true;
    }
    for (size_t i = same->size; i-- > 0 && by_path;) {
        uint32_t w = same->data[i];
        if (w >= v || unwinding_is_closed(u, w)) continue;
        by_path--;
        if (force_by_path(p, v, w, strengthened)) return true;
        if (unwinding_is_closed(u, v)) return false;
    }
    return false;
}

#include "engine/lawi/rules.h"

#include <stdlib.h>

/* How many recent vertices are tried as covers by force. */
#define MAX_FORCED 6

bool lawi_cover(unwinding *u, uint32_t v, uint32_t w)
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
    assert(kept <= out->size);
    out->size = kept;
}

void lawi_close_vertex(unwinding *u, uint32_t v)
{
    if (pred_is_false(unwinding_vertex(u, v)->pred) || unwinding_is_closed(u, v)) return;
    weaker_vec candidates;
    weaker_vec_init(&candidates);
    list_candidates(u, v, &candidates);
    phase begin = phase_begin(u);
    for (size_t i = 0; i < candidates.size; i++)
        if (lawi_cover(u, v, candidates.data[i].vertex)) break;
    phase_end(u, begin, cover);
    weaker_vec_release(&candidates);
}

/* ---- forced covering ---- */

/* The label of w holds at v already because of v's last edge. */
static bool force_by_edge(unwinding *u, uint32_t v, uint32_t w)
{
    assert(w < v && pred_is_equal(unwinding_vertex(u, v)->pred, unwinding_vertex(u, w)->pred));
    term wanted = unwinding_vertex(u, w)->formula;
    edge_labels *labels = alloc_zeroed(unwinding_parent_count(u, v) + 1, sizeof *labels);
    lawi_labels_of_parents(u, v, labels);
    smt_result r = edges_entail(u->edges, unwinding_vertex(u, v)->clause, unwinding_vertex(u, v)->guard, labels, wanted);
    free(labels);
    if (r != SMT_UNSAT) return false;
    unwinding_strengthen(u, v, wanted);
    return lawi_cover(u, v, w);
}

/* Figure 6. Where there is no common ancestor the path begins at a root. */
static bool force_by_path(unwinding *u, path *p, uint32_t v, uint32_t w, u32_vec *strengthened)
{
    assert(w < v);
    mark_vec above;
    term_vec labels;
    mark_vec_init(&above);
    term_vec_init(&labels);
    unwinding_mark_ancestors(u, w, &above);
    mark_vec_resize(&above, (size_t)v + 1);
    const char *why;
    term goal = unwinding_vertex(u, w)->formula;
    bool found = path_build_goal(p, v, above.data, goal);
    if (found) {
        path_slice(p);
        found = path_check(p, u->path_solver) == SMT_UNSAT && path_interpolate(p, u->itp, NULL, NULL, &labels, &why) == ITP_FOUND;
    }
    if (found) lawi_label_nodes(u, p, &labels, strengthened);
    mark_vec_release(&above);
    term_vec_release(&labels);
    return found && !unwinding_is_closed(u, w) && lawi_cover(u, v, w);
}

bool lawi_force_cover(unwinding *u, path *p, uint32_t v, u32_vec *strengthened)
{
    assert(!pred_is_false(unwinding_vertex(u, v)->pred));
    const u32_vec *same = &unwinding_place(u, v)->expanded;
    size_t left = MAX_FORCED;
    bool covered = false;
    phase begin = phase_begin(u);
    for (size_t i = same->size; i-- > 0 && left && !covered;) {
        uint32_t w = same->data[i];
        if (w >= v || unwinding_is_closed(u, w) || unwinding_is_refuted(u, v, unwinding_vertex(u, w)->formula)) continue;
        left--;
        covered = u->options.force_by_edge && force_by_edge(u, v, w);
        if (!covered && u->options.force_by_path) covered = force_by_path(u, p, v, w, strengthened);
        if (unwinding_is_closed(u, v)) break;
    }
    phase_end(u, begin, cover);
    return covered;
}

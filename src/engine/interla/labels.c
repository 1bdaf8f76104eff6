#include "engine/interla/labels.h"

#include "term/dag.h"

void interla_labels_init(interla_labels *a, term_store *ts)
{
    *a = (interla_labels){.ts = ts};
    u32_vec_push(&a->bounds, 0);
}

void interla_labels_release(interla_labels *a)
{
    for (size_t i = 0; i < a->lists.size; i++) u32_vec_release(&a->lists.data[i]);
    interla_list_vec_release(&a->lists);
    interla_label_vec_release(&a->all);
    u64_map_release(&a->index);
    u32_vec_release(&a->bounds);
}

static u32_vec *list_at(interla_labels *a, uint64_t place)
{
    bool added;
    uint32_t *number = u64_map_put(&a->index, place, &added);
    if (added) {
        *number = (uint32_t)a->lists.size;
        interla_list_vec_resize(&a->lists, a->lists.size + 1);
    }
    return &a->lists.data[*number];
}

const u32_vec *interla_labels_at(const interla_labels *a, uint64_t place)
{
    static const u32_vec NOTHING = {0};
    const uint32_t *number = u64_map_find(&a->index, place);
    return number ? &a->lists.data[*number] : &NOTHING;
}

/* Is every conjunct of `few` one of `many`? Conjunctions are sorted by id. */
static bool is_subset(const term_store *ts, term few, term many)
{
    if (term_is_equal(few, many) || term_is_equal(few, term_true(ts))) return true;
    bool few_and = term_kind_of(ts, few) == TERM_AND, many_and = term_kind_of(ts, many) == TERM_AND;
    const term *x = few_and ? term_args(ts, few) : &few, *y = many_and ? term_args(ts, many) : &many;
    size_t n = few_and ? term_arity(ts, few) : 1, m = many_and ? term_arity(ts, many) : 1, i = 0;
    for (size_t j = 0; i < n && j < m; j++)
        if (term_is_equal(x[i], y[j])) i++;
    return i == n;
}

/* Do the bounds x hold wherever y's do? */
static bool is_weaker(const interla_labels *a, uint32_t x, uint32_t y)
{
    const uint32_t *p = &a->bounds.data[x], *q = &a->bounds.data[y];
    uint32_t j = 0;
    for (uint32_t i = 0; i < p[0]; i++) {
        while (j < q[0] && q[1 + 2 * j] < p[1 + 2 * i]) j++;
        if (j == q[0] || q[1 + 2 * j] != p[1 + 2 * i] || q[2 + 2 * j] > p[2 + 2 * i]) return false;
    }
    return true;
}

uint32_t interla_labels_make(interla_labels *a, term formula, uint32_t bounds)
{
    interla_label_vec_push(&a->all, (interla_label){.formula = formula, .bounds = bounds});
    return (uint32_t)a->all.size - 1;
}

uint32_t interla_labels_add(interla_labels *a, uint64_t place, term formula, uint32_t bounds)
{
    u32_vec *list = list_at(a, place);
    for (size_t i = 0; i < list->size; i++) {
        const interla_label *old = &a->all.data[list->data[i]];
        if (is_subset(a->ts, old->formula, formula) && is_weaker(a, old->bounds, bounds)) return list->data[i];
    }
    size_t kept = 0;
    for (size_t i = 0; i < list->size; i++) {
        interla_label *old = &a->all.data[list->data[i]];
        old->is_dropped |= is_subset(a->ts, formula, old->formula) && is_weaker(a, bounds, old->bounds);
        if (!old->is_dropped) list->data[kept++] = list->data[i];
    }
    list->size = kept;
    u32_vec_push(list, interla_labels_make(a, formula, bounds));
    return u32_vec_last(list);
}

void interla_labels_sweep(interla_labels *a)
{
    for (size_t l = 0; l < a->lists.size; l++) {
        u32_vec *list = &a->lists.data[l];
        size_t kept = 0;
        for (size_t i = 0; i < list->size; i++)
            if (!a->all.data[list->data[i]].is_dropped) list->data[kept++] = list->data[i];
        list->size = kept;
    }
}

/* ---- bounds ---- */

bool interla_bounds_hold(const interla_labels *a, uint32_t bounds, const u32_vec *tau)
{
    const uint32_t *p = &a->bounds.data[bounds];
    for (uint32_t i = 0; i < p[0]; i++)
        if (tau->data[p[1 + 2 * i]] >= p[2 + 2 * i]) return false;
    return true;
}

static uint32_t begin_bounds(interla_labels *a)
{
    u32_vec_push(&a->bounds, 0);
    return (uint32_t)a->bounds.size - 1;
}

static void push_bound(interla_labels *a, uint32_t at, uint32_t loop, uint32_t bound)
{
    a->bounds.data[at]++;
    u32_vec_push(&a->bounds, loop);
    u32_vec_push(&a->bounds, bound);
}

uint32_t interla_bounds_single(interla_labels *a, uint32_t loop, uint32_t bound)
{
    uint32_t at = begin_bounds(a);
    push_bound(a, at, loop, bound);
    return at;
}

uint32_t interla_bounds_both(interla_labels *a, uint32_t x, uint32_t y)
{
    if (is_weaker(a, x, y)) return y;
    if (is_weaker(a, y, x)) return x;
    uint32_t at = begin_bounds(a), i = 0, j = 0;
    while (i < a->bounds.data[x] || j < a->bounds.data[y]) {
        const uint32_t *p = &a->bounds.data[x], *q = &a->bounds.data[y];
        uint32_t left = i < p[0] ? p[1 + 2 * i] : UINT32_MAX, right = j < q[0] ? q[1 + 2 * j] : UINT32_MAX;
        uint32_t bound = left < right ? p[2 + 2 * i] : q[2 + 2 * j];
        if (left == right && p[2 + 2 * i] < bound) bound = p[2 + 2 * i];
        push_bound(a, at, left < right ? left : right, bound);
        i += left <= right;
        j += right <= left;
    }
    return at;
}

uint32_t interla_bounds_before(interla_labels *a, uint32_t bounds, uint32_t loop)
{
    uint32_t n = a->bounds.data[bounds];
    for (uint32_t i = 0; i < n; i++) {
        if (a->bounds.data[bounds + 1 + 2 * i] != loop) continue;
        uint32_t at = begin_bounds(a);
        for (uint32_t k = 0; k < n; k++)
            push_bound(a, at, a->bounds.data[bounds + 1 + 2 * k], a->bounds.data[bounds + 2 + 2 * k] + (k == i));
        return at;
    }
    return bounds;
}

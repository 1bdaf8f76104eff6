#include "engine/interla/labels.h"

/* A disjunction inside a label does not get longer than this. */
static const size_t MAX_DISJUNCTS = 12;

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

/* The conjuncts of a formula, sorted by id. The pointers are valid until the next term is made. */
static size_t conjuncts_of(const term_store *ts, const term *t, const term **out)
{
    if (term_is_equal(*t, term_true(ts))) return 0;
    bool is_and = term_kind_of(ts, *t) == TERM_AND;
    *out = is_and ? term_args(ts, *t) : t;
    return is_and ? term_arity(ts, *t) : 1;
}

/* What is in one conjunction and not in the other; at most two of each are looked for. */
typedef struct difference {
    size_t n_left, n_right;
    term left, right; /* one of them, if there is one */
} difference;

static difference compare(const term_store *ts, term a, term b)
{
    difference d = {0};
    const term *x = NULL, *y = NULL;
    size_t n = conjuncts_of(ts, &a, &x), m = conjuncts_of(ts, &b, &y), i = 0, j = 0;
    assert((n < 2 || x[0].id < x[1].id) && (m < 2 || y[0].id < y[1].id)); /* both lists ascend */
    while ((i < n || j < m) && (d.n_left < 2 || d.n_right < 2)) {
        if (i < n && j < m && term_is_equal(x[i], y[j])) {
            i++;
            j++;
        } else if (j == m || (i < n && x[i].id < y[j].id)) {
            d.n_left++;
            d.left = x[i++];
        } else {
            d.n_right++;
            d.right = y[j++];
        }
    }
    return d;
}

/* Is every disjunct of a one of the clause b's? */
static bool is_clause_within(const term_store *ts, term a, term b)
{
    bool a_or = term_kind_of(ts, a) == TERM_OR;
    const term *x = a_or ? term_args(ts, a) : &a, *y = term_args(ts, b);
    size_t n = a_or ? term_arity(ts, a) : 1, m = term_arity(ts, b), i = 0;
    for (size_t j = 0; i < n && j < m; j++)
        if (term_is_equal(x[i], y[j])) i++;
    return i == n;
}

/* A literal is entailed only by itself, a clause also by those within it. Both lists ascend by id. */
bool interla_formula_covers(const term_store *ts, term f, term g)
{
    const term *x = NULL, *y = NULL;
    size_t n = conjuncts_of(ts, &f, &x), m = conjuncts_of(ts, &g, &y), at = 0;
    for (size_t i = 0; i < n; i++) {
        while (at < m && y[at].id < x[i].id) at++;
        if (at < m && term_is_equal(y[at], x[i])) continue;
        if (term_kind_of(ts, x[i]) != TERM_OR) return false;
        size_t j = 0;
        while (j < m && !is_clause_within(ts, y[j], x[i])) j++;
        if (j == m) return false;
    }
    return true;
}

static size_t disjunct_count(const term_store *ts, term t) { return term_kind_of(ts, t) == TERM_OR ? term_arity(ts, t) : 1; }

/* (c & a) | (c & b)  as  c & (a | b), or TERM_NONE if they do not differ in just one conjunct, or a | b is long. */
static term merge(term_store *ts, term f, term g)
{
    difference d = compare(ts, f, g);
    if (d.n_left != 1 || d.n_right != 1 || disjunct_count(ts, d.left) + disjunct_count(ts, d.right) > MAX_DISJUNCTS) return TERM_NONE;
    term_vec parts;
    term_vec_init(&parts);
    const term *conjuncts = NULL;
    size_t n = conjuncts_of(ts, &f, &conjuncts);
    term_vec_append(&parts, conjuncts, n);
    for (size_t i = 0; i < parts.size; i++)
        if (term_is_equal(parts.data[i], d.left)) parts.data[i] = term_mk_or2(ts, d.left, d.right);
    term t = term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

/* Do the bounds x hold wherever y's do? */
static bool is_weaker(const interla_labels *a, uint32_t x, uint32_t y)
{
    assert(x < a->bounds.size && y < a->bounds.size);
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
    assert(term_is_bool(a->ts, formula) && bounds < a->bounds.size);
    interla_label_vec_push(&a->all, (interla_label){.formula = formula, .bounds = bounds});
    return (uint32_t)a->all.size - 1;
}

static bool covers(const interla_labels *a, term f, uint32_t f_bounds, term g, uint32_t g_bounds)
{
    return interla_formula_covers(a->ts, f, g) && is_weaker(a, f_bounds, g_bounds);
}

/* As much of the labels at the place as can be put into one with `formula`. */
static term merge_all(interla_labels *a, const u32_vec *list, term formula, uint32_t bounds)
{
    for (size_t i = 0; i < list->size; i++) {
        const interla_label *old = &a->all.data[list->data[i]];
        if (!is_weaker(a, old->bounds, bounds) || !is_weaker(a, bounds, old->bounds)) continue;
        term merged = merge(a->ts, old->formula, formula);
        if (!term_is_none(merged)) formula = merged;
    }
    return formula;
}

uint32_t interla_labels_add(interla_labels *a, uint64_t place, term formula, uint32_t bounds)
{
    u32_vec *list = list_at(a, place);
    for (size_t i = 0; i < list->size; i++) {
        const interla_label *old = &a->all.data[list->data[i]];
        if (covers(a, old->formula, old->bounds, formula, bounds)) return list->data[i];
    }
    formula = merge_all(a, list, formula, bounds);
    size_t kept = 0;
    for (size_t i = 0; i < list->size; i++) {
        interla_label *old = &a->all.data[list->data[i]];
        old->is_dropped |= covers(a, formula, bounds, old->formula, old->bounds);
        if (!old->is_dropped) list->data[kept++] = list->data[i];
    }
    assert(kept <= list->size);
    list->size = kept;
    u32_vec_push(list, interla_labels_make(a, formula, bounds));
    return u32_vec_last(list);
}

/* ---- bounds ---- */

bool interla_bounds_hold(const interla_labels *a, uint32_t bounds, const uint32_t *tau)
{
    const uint32_t *p = &a->bounds.data[bounds];
    for (uint32_t i = 0; i < p[0]; i++)
        if (tau[p[1 + 2 * i]] >= p[2 + 2 * i]) return false;
    return true;
}

static uint32_t begin_bounds(interla_labels *a)
{
    u32_vec_push(&a->bounds, 0);
    return (uint32_t)a->bounds.size - 1;
}

static void push_bound(interla_labels *a, uint32_t at, uint32_t loop, uint32_t bound)
{
    assert(!a->bounds.data[at] || a->bounds.data[a->bounds.size - 2] < loop); /* the last ones made, and loops ascend */
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

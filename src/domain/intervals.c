/* Intervals: a lower and an upper bound of each dimension, each of which may be missing. */

#include "base/alloc.h"
#include "domain/intervals.h"
#include "term/interval.h"

#include <stdlib.h>

/* Bounds of rows with several dimensions depend on each other: so many rounds, since x <= y - 1 and y <= x go on forever. */
enum { MAX_ROUNDS = 6 };

typedef struct box {
    size_t n;
    bool empty;
    bool *is_int;
    interval *of;
} box;

static void *box_top(const domain *d, size_t n, const bool *is_int)
{
    (void)d;
    box *b = alloc_zeroed(1, sizeof *b);
    b->n = n;
    b->is_int = alloc_zeroed(n + 1, sizeof *b->is_int);
    b->of = alloc_zeroed(n + 1, sizeof *b->of);
    for (size_t i = 0; i < n; i++) {
        b->is_int[i] = is_int[i];
        interval_init(&b->of[i]);
    }
    return b;
}

static void *box_copy(const void *v)
{
    const box *b = v;
    box *copy = box_top(NULL, b->n, b->is_int);
    copy->empty = b->empty;
    for (size_t i = 0; i < b->n; i++) interval_set(&copy->of[i], &b->of[i]);
    return copy;
}

static void box_free(void *v)
{
    box *b = v;
    for (size_t i = 0; i < b->n; i++) interval_release(&b->of[i]);
    free(b->of);
    free(b->is_int);
    free(b);
}

static bool box_is_empty(const void *v) { return ((const box *)v)->empty; }

/* ---- meet: propagation of bounds ---- */

/* The values of the row's sum without the entry `skip`, with its constant. */
static void sum_without(const box *b, const row *r, size_t skip, interval *out)
{
    interval part;
    interval_init(&part);
    interval_set_number(out, &r->constant);
    for (size_t i = 0; i < r->entries.size; i++) {
        if (i == skip) continue;
        interval_scale(&part, &r->entries.data[i].c, &b->of[r->entries.data[i].dim]);
        interval_add(out, out, &part);
    }
    interval_release(&part);
}

static bool cut(box *b, uint32_t dim, const rat *bound, bool from_below)
{
    rat x;
    rat_init(&x);
    rat_set(&x, bound);
    if (b->is_int[dim] && from_below) rat_ceil(&x, &x);
    if (b->is_int[dim] && !from_below) rat_floor(&x, &x);
    bool changed = from_below ? interval_cut_low(&b->of[dim], &x) : interval_cut_high(&b->of[dim], &x);
    rat_release(&x);
    if (interval_is_empty(&b->of[dim])) b->empty = true;
    return changed;
}

/* c x + rest >= 0 (at_least), or <= 0:  a bound of x. */
static bool cut_by(box *b, const row_entry *e, const interval *rest, bool at_least)
{
    if (at_least ? !rest->has_high : !rest->has_low) return false;
    rat bound;
    rat_init(&bound);
    rat_div(&bound, at_least ? &rest->high : &rest->low, &e->c);
    rat_neg(&bound, &bound);
    bool changed = cut(b, e->dim, &bound, (rat_sign(&e->c) > 0) == at_least);
    rat_release(&bound);
    return changed;
}

/* x = -constant modulo m, of one integer dimension: the bounds move to the next such numbers. */
static bool round_to_residue(box *b, const row *r)
{
    const row_entry *e = &r->entries.data[0];
    if (r->entries.size != 1 || !b->is_int[e->dim] || !rat_is_one(&e->c) || !rat_is_integer(&r->modulus) || !rat_is_integer(&r->constant)) return false;
    interval *x = &b->of[e->dim];
    bool changed = false;
    rat t;
    rat_init(&t);
    if (x->has_low) { /* low + ((-constant - low) mod m) */
        rat_add(&t, &r->constant, &x->low);
        rat_neg(&t, &t);
        rat_mod_euclid(&t, &t, &r->modulus);
        rat_add(&t, &t, &x->low);
        changed |= cut(b, e->dim, &t, true);
    }
    if (x->has_high) {
        rat_add(&t, &r->constant, &x->high);
        rat_mod_euclid(&t, &t, &r->modulus);
        rat_sub(&t, &x->high, &t);
        changed |= cut(b, e->dim, &t, false);
    }
    rat_release(&t);
    return changed;
}

static void refute_constant(box *b, const row *r)
{
    row copy;
    row_copy(&copy, r);
    if (row_normalise(&copy, b->is_int) == ROW_FALSE) b->empty = true;
    row_release(&copy);
}

static bool propagate(box *b, const row *r)
{
    if (!r->entries.size) refute_constant(b, r);
    if (!r->entries.size) return false;
    if (r->relation == ROW_CONGRUENT) return round_to_residue(b, r);
    bool changed = false;
    interval rest;
    interval_init(&rest);
    for (size_t i = 0; i < r->entries.size && !b->empty; i++) {
        sum_without(b, r, i, &rest);
        changed |= cut_by(b, &r->entries.data[i], &rest, true);
        if (r->relation == ROW_EQ && !b->empty) changed |= cut_by(b, &r->entries.data[i], &rest, false);
    }
    interval_release(&rest);
    return changed;
}

static void box_meet(void *v, const row *rows, size_t n)
{
    box *b = v;
    bool changed = true;
    for (int round = 0; changed && round < MAX_ROUNDS; round++) {
        changed = false;
        for (size_t i = 0; i < n && !b->empty; i++) changed |= propagate(b, &rows[i]);
    }
}

/* ---- the lattice ---- */

static void box_set(box *b, const box *other)
{
    b->empty = other->empty;
    for (size_t i = 0; i < b->n; i++) interval_set(&b->of[i], &other->of[i]);
}

static void box_join(void *v, const void *w)
{
    box *b = v;
    const box *other = w;
    assert(b->n == other->n);
    if (other->empty) return;
    if (b->empty) box_set(b, other);
    else
        for (size_t i = 0; i < b->n; i++) interval_join(&b->of[i], &b->of[i], &other->of[i]);
}

static void box_widen(void *v, const void *w)
{
    box *b = v;
    const box *other = w;
    assert(b->n == other->n);
    if (other->empty) return;
    if (b->empty) {
        box_set(b, other);
        return;
    }
    for (size_t i = 0; i < b->n; i++) {
        interval *x = &b->of[i];
        const interval *y = &other->of[i];
        x->has_low = x->has_low && y->has_low && rat_cmp(&y->low, &x->low) >= 0;
        x->has_high = x->has_high && y->has_high && rat_cmp(&y->high, &x->high) <= 0;
    }
}

static bool box_is_within(const void *v, const void *w)
{
    const box *a = v, *b = w;
    assert(a->n == b->n);
    if (a->empty || b->empty) return a->empty;
    for (size_t i = 0; i < a->n; i++)
        if (!interval_is_within(&a->of[i], &b->of[i])) return false;
    return true;
}

static bool box_entails(const void *v, const row *r)
{
    const box *b = v;
    if (b->empty) return true;
    if (r->relation == ROW_CONGRUENT) return false;
    interval sum;
    interval_init(&sum);
    sum_without(b, r, SIZE_MAX, &sum);
    bool holds = sum.has_low && rat_sign(&sum.low) >= (r->relation == ROW_GT);
    if (r->relation == ROW_EQ) holds = holds && sum.has_high && rat_sign(&sum.high) <= 0;
    interval_release(&sum);
    return holds;
}

static void box_project(void *v, size_t keep)
{
    box *b = v;
    assert(keep <= b->n);
    for (size_t i = keep; i < b->n; i++) interval_release(&b->of[i]);
    b->n = keep;
}

static void push_bound(row_vec *out, uint32_t dim, const rat *bound, int sign)
{
    row r;
    rat c;
    row_init(&r, ROW_GE);
    rat_init(&c);
    rat_set_int(&c, sign);
    row_add_entry(&r, &c, dim);
    rat_neg(&c, &c);
    rat_mul(&r.constant, &c, bound);
    rat_release(&c);
    row_vec_push(out, r);
}

static void box_rows(const void *v, row_vec *out)
{
    const box *b = v;
    for (uint32_t i = 0; i < b->n; i++) {
        const interval *x = &b->of[i];
        size_t before = out->size;
        if (x->has_low) push_bound(out, i, &x->low, 1);
        if (x->has_low && x->has_high && rat_is_equal(&x->low, &x->high)) out->data[before].relation = ROW_EQ;
        else if (x->has_high) push_bound(out, i, &x->high, -1);
    }
}

/* ---- rows of two dimensions ---- */

enum { MAX_PAIR_ENTRIES = 8 };

/* sign * row >= 0, with all entries but i and k replaced by their largest value; nothing if one has none. */
static void push_pair(const box *b, const row *r, size_t i, size_t k, int sign, row_vec *out)
{
    row pair;
    rat c;
    interval bounds;
    rat_init(&c);
    interval_init(&bounds);
    row_init(&pair, r->relation == ROW_GT ? ROW_GT : ROW_GE);
    bool bounded = true;
    rat_set_int(&c, sign);
    rat_mul(&pair.constant, &c, &r->constant);
    for (size_t j = 0; j < r->entries.size && bounded; j++) {
        const row_entry *e = &r->entries.data[j];
        rat_set_int(&c, sign);
        rat_mul(&c, &c, &e->c);
        if (j == i || j == k) row_add_entry(&pair, &c, e->dim);
        else {
            interval_scale(&bounds, &c, &b->of[e->dim]);
            bounded = bounds.has_high;
            if (bounded) row_add_constant(&pair, &bounds.high);
        }
    }
    if (bounded && row_normalise(&pair, b->is_int) == ROW_OPEN) row_vec_push(out, pair);
    else row_release(&pair);
    interval_release(&bounds);
    rat_release(&c);
}

void intervals_push_pairs(const void *v, const row *r, row_vec *out)
{
    const box *b = v;
    if (b->empty || r->relation == ROW_CONGRUENT || r->entries.size > MAX_PAIR_ENTRIES) return;
    rat x, y;
    rat_init(&x);
    rat_init(&y);
    for (size_t i = 0; i < r->entries.size; i++)
        for (size_t k = i; k < r->entries.size; k++) {
            rat_abs(&x, &r->entries.data[i].c);
            rat_abs(&y, &r->entries.data[k].c);
            if (!rat_is_equal(&x, &y)) continue;
            push_pair(b, r, i, k, 1, out);
            if (r->relation == ROW_EQ) push_pair(b, r, i, k, -1, out);
        }
    rat_release(&x);
    rat_release(&y);
}

const domain DOMAIN_INTERVALS = {"intervals", NULL, box_top, box_copy, box_free, box_is_empty, box_meet, box_join, box_widen, box_is_within, box_entails, box_project, box_rows};

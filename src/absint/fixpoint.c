/* Fixpoint iteration in a weak topological order, with widening at the heads of components and narrowing after that. */

#include "absint/analysis.h"
#include "absint/wto.h"
#include "base/alloc.h"

#include <stdlib.h>

enum { WIDENING_DELAY = 3, NARROWING_ROUNDS = 3, MAX_ROUNDS = 100 };

static void set_value(const analysis *a, abstract_state *s, void *value)
{
    if (s->value) a->domain->free(s->value);
    s->value = value;
    row_vec_clear_rows(&s->rows);
    if (value) a->domain->rows(value, &s->rows);
}

/* What all transitions to the predicate lead to; NULL: nothing. */
static void *join_of_transitions(const analysis *a, const abstract_pred *p)
{
    void *joined = NULL;
    for (size_t i = 0; i < p->transitions.size && !limits_is_over(a->limits); i++) {
        void *image = transition_apply(a, &a->transitions.data[p->transitions.data[i]]);
        if (!image) continue;
        if (joined) {
            a->domain->join(joined, image);
            a->domain->free(image);
        } else joined = image;
    }
    return joined;
}

/* The state contains `image`, which is taken over, and what it contained. True if it has grown. */
static bool include(const analysis *a, const abstract_pred *p, abstract_state *s, void *image, bool widen)
{
    const domain *d = a->domain;
    if (!image) return false;
    if (!s->value) {
        set_value(a, s, image);
        return true;
    }
    bool grows = !d->is_within(image, s->value);
    if (grows) {
        void *next = d->copy(s->value);
        d->join(image, s->value);
        if (widen) domain_widen_up_to(d, next, image, p->thresholds.data, p->thresholds.size);
        else d->join(next, image);
        set_value(a, s, next);
    }
    d->free(image);
    return grows;
}

static bool update(analysis *a, uint32_t p, bool widen)
{
    abstract_pred *at = &a->preds[p];
    return include(a, at, &at->state, join_of_transitions(a, at), widen);
}

/* All points, if the state has any. */
static void forget(analysis *a, uint32_t p)
{
    abstract_pred *at = &a->preds[p];
    if (at->state.value) set_value(a, &at->state, a->domain->top(a->domain, at->numeric.size, at->is_int));
}

void fixpoint_update(analysis *a, pred p) { update(a, p.id, false); }

/* Shrinks the state to what the transitions lead to. True if it has become smaller. */
static bool shrink(analysis *a, uint32_t p)
{
    const domain *d = a->domain;
    abstract_state *s = &a->preds[p].state;
    if (!s->value) return false;
    void *image = join_of_transitions(a, &a->preds[p]);
    if (limits_is_over(a->limits)) {
        if (image) d->free(image);
        return false;
    }
    if (image) d->meet(image, s->rows.data, s->rows.size);
    if (image && d->is_empty(image)) {
        d->free(image);
        image = NULL;
    }
    bool smaller = !image || !d->is_within(s->value, image);
    if (smaller) set_value(a, s, image);
    else d->free(image);
    return smaller;
}

/* The elements from `first` to before `end`. */
static void narrow(analysis *a, const wto_element_vec *order, size_t first, size_t end)
{
    bool smaller = true;
    for (int round = 0; round < NARROWING_ROUNDS && smaller && !limits_is_over(a->limits); round++) {
        smaller = false;
        for (size_t i = first; i < end; i++) smaller |= shrink(a, order->data[i].node);
    }
}

/* The component whose head is element i, until it is stable. `narrows`: components inside are narrowed before what comes after them sees them; what
 * is lost there by widening, a later loop would keep. */
static void stabilise(analysis *a, const wto_element_vec *order, uint32_t i, bool narrows);

static void visit(analysis *a, const wto_element_vec *order, uint32_t i, bool narrows)
{
    uint32_t end = order->data[i].end;
    if (!end) {
        update(a, order->data[i].node, false);
        return;
    }
    stabilise(a, order, i, narrows);
    if (narrows) narrow(a, order, i, end);
}

static void stabilise(analysis *a, const wto_element_vec *order, uint32_t i, bool narrows)
{
    const wto_element *head = &order->data[i];
    for (int round = 0; !limits_is_over(a->limits); round++) {
        bool grew = update(a, head->node, round >= WIDENING_DELAY);
        if (!grew && round) return;
        if (round > MAX_ROUNDS) forget(a, head->node); /* the domain gave up questions */
        for (uint32_t k = i + 1; k < head->end;) {
            uint32_t end = order->data[k].end;
            visit(a, order, k, narrows);
            k = end ? end : k + 1;
        }
    }
}

static void ascend(analysis *a, const wto_element_vec *order, bool narrows)
{
    for (uint32_t i = 0; i < order->size;) {
        uint32_t end = order->data[i].end;
        visit(a, order, i, narrows);
        i = end ? end : i + 1;
    }
}

static void build_order(const horn *h, wto_element_vec *out)
{
    digraph g;
    u32_vec run;
    digraph_init(&g);
    u32_vec_init(&run);
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        digraph_add_node(&g);
        const u32_vec *uses = horn_uses_of(h, (pred){p});
        for (size_t i = 0; i < uses->size; i++) {
            pred to = horn_clause(h, uses->data[i])->head.pred;
            if (!pred_is_false(to)) digraph_add_edge(&g, to.id);
        }
    }
    uint32_t *rank = alloc_zeroed(horn_pred_count(h) + 1, sizeof *rank);
    if (horn_pred_count(h)) horn_run_order(h, &run);
    for (uint32_t i = 0; i < run.size; i++) rank[run.data[i]] = i;
    wto_build(&g, rank, out);
    free(rank);
    u32_vec_release(&run);
    digraph_release(&g);
}

bool fixpoint_run(analysis *a)
{
    wto_element_vec order;
    wto_element_vec_init(&order);
    build_order(a->h, &order);
    ascend(a, &order, true);
    narrow(a, &order, 0, order.size);
    ascend(a, &order, false); /* where transformers are not monotone, a narrowed state may be too small */
    wto_element_vec_release(&order);
    return !limits_is_over(a->limits);
}

/* Transitions: literals as rows over numbered dimensions. */

#include "absint/analysis.h"
#include "base/alloc.h"

#include <stdlib.h>

/* Dimensions under construction: the head's parameters, then numeric terms as they come. Terms that are not linear are a dimension as they are. */
typedef struct dimensions {
    const term_store *ts;
    u32_map of; /* term -> dimension */
    term_vec terms;
} dimensions;

static uint32_t dimension_of(dimensions *d, term t)
{
    bool added;
    uint32_t *dim = u32_map_put(&d->of, t.id, &added);
    if (added) {
        *dim = (uint32_t)d->terms.size;
        term_vec_push(&d->terms, t);
    }
    return *dim;
}

typedef struct sum_context {
    dimensions *dims;
    row *out;
    bool negative;
} sum_context;

static void add_summand(void *context, const rat *coefficient, term t)
{
    sum_context *s = context;
    rat c;
    rat_init(&c);
    if (s->negative) rat_neg(&c, coefficient);
    else rat_set(&c, coefficient);
    if (term_is_none(t)) row_add_constant(s->out, &c);
    else row_add_entry(s->out, &c, dimension_of(s->dims, t));
    rat_release(&c);
}

static void add_sum(dimensions *d, row *out, term t, bool negative)
{
    sum_context s = {d, out, negative};
    term_linear_each(d->ts, t, add_summand, &s);
}

/* False if the literal is not about numbers. */
static bool row_of_literal(dimensions *d, term literal, row *out)
{
    term_kind k = term_kind_of(d->ts, literal);
    if (k != TERM_LE && k != TERM_LT && k != TERM_EQ) return false;
    term left = term_arg(d->ts, literal, 0), right = term_arg(d->ts, literal, 1);
    if (!term_is_arith(d->ts, left) || term_has_bound(d->ts, literal)) return false;
    row_init(out, k == TERM_EQ ? ROW_EQ : k == TERM_LE ? ROW_GE : ROW_GT);
    add_sum(d, out, left, true);
    add_sum(d, out, right, false);
    return true;
}

/* ---- equations are solved for dimensions that are not the head's ---- */

static void substitute(row *r, const row *equation, uint32_t dim)
{
    const rat *c = row_coefficient(r, dim);
    if (!c || r == equation) return;
    rat factor;
    rat_init(&factor);
    rat_div(&factor, c, row_coefficient(equation, dim));
    rat_neg(&factor, &factor);
    row_add_scaled(r, &factor, equation);
    rat_release(&factor);
}

/* A dimension that the equation can be solved for: of integers one with coefficient 1 or -1, so that it is an integer where the others are. */
static bool pivot_of(const transition *t, const row *r, uint32_t *out)
{
    if (r->relation != ROW_EQ) return false;
    bool reals = false;
    for (size_t i = 0; i < r->entries.size; i++) reals |= !t->is_int[r->entries.data[i].dim];
    for (size_t i = r->entries.size; i-- > 0;) {
        const row_entry *e = &r->entries.data[i];
        bool unit = rat_is_one(&e->c) || rat_is_minus_one(&e->c);
        if (e->dim < t->n_head || (t->is_int[e->dim] && (!unit || reals))) continue;
        *out = e->dim;
        return true;
    }
    return false;
}

static void remove_row(row_vec *rows, size_t i)
{
    row_release(&rows->data[i]);
    rows->data[i] = rows->data[--rows->size];
}

static void solve_equations(transition *t)
{
    for (size_t i = 0; i < t->rows.size;) {
        uint32_t dim;
        row *equation = &t->rows.data[i];
        if (!pivot_of(t, equation, &dim)) {
            i++;
            continue;
        }
        for (size_t k = 0; k < t->rows.size; k++) substitute(&t->rows.data[k], equation, dim);
        for (size_t k = 0; k < t->args.size; k++) substitute(&t->args.data[k], equation, dim);
        remove_row(&t->rows, i);
        i = 0;
    }
}

/* Drops rows that hold anyway. False if one cannot hold. */
static bool normalise(transition *t)
{
    for (size_t i = 0; i < t->rows.size;) {
        row_truth truth = row_normalise(&t->rows.data[i], t->is_int);
        if (truth == ROW_FALSE) return false;
        if (truth == ROW_TRUE) remove_row(&t->rows, i);
        else i++;
    }
    return true;
}

static void drop_large(transition *t, analysis *a)
{
    for (size_t i = 0; i < t->rows.size;) {
        if (!row_is_large(&t->rows.data[i])) {
            i++;
            continue;
        }
        remove_row(&t->rows, i);
        a->n_dropped++;
    }
}

/* Dimensions that no row and no argument has any more go. */
static void compact(transition *t)
{
    uint32_t *to = alloc_zeroed(t->n_dims + 1, sizeof *to);
    row_vec *all[] = {&t->rows, &t->args};
    for (size_t v = 0; v < 2; v++)
        for (size_t i = 0; i < all[v]->size; i++)
            for (size_t k = 0; k < all[v]->data[i].entries.size; k++) to[all[v]->data[i].entries.data[k].dim] = 1;
    uint32_t next = 0;
    for (uint32_t d = 0; d < t->n_dims; d++) {
        if (d >= t->n_head && !to[d]) continue;
        to[d] = next;
        t->is_int[next++] = t->is_int[d];
    }
    for (size_t v = 0; v < 2; v++)
        for (size_t i = 0; i < all[v]->size; i++)
            for (size_t k = 0; k < all[v]->data[i].entries.size; k++) all[v]->data[i].entries.data[k].dim = to[all[v]->data[i].entries.data[k].dim];
    t->n_dims = next;
    free(to);
}

static void push_rows(transition *t, dimensions *d, const analysis *a, const term *literals, size_t n)
{
    const clause *c = horn_clause(a->h, t->clause);
    const plain_clause *plain = &a->clauses[t->clause];
    if (!pred_is_false(c->head.pred)) {
        const u32_vec *numeric = &a->preds[c->head.pred.id].numeric;
        for (size_t i = 0; i < numeric->size; i++) dimension_of(d, horn_param(a->h, c->head.pred, numeric->data[i]));
    }
    t->n_head = d->terms.size;
    for (size_t i = 0; i < plain->args.size; i++) {
        row r;
        row_init(&r, ROW_EQ);
        add_sum(d, &r, plain->args.data[i], false);
        row_vec_push(&t->args, r);
    }
    for (size_t i = 0; i < n; i++) {
        row r;
        if (row_of_literal(d, literals[i], &r)) row_vec_push(&t->rows, r);
    }
    t->n_dims = d->terms.size;
    t->is_int = alloc_zeroed(t->n_dims + 1, sizeof *t->is_int);
    for (size_t i = 0; i < t->n_dims; i++) t->is_int[i] = sort_kind_of(a->ts, term_sort(a->ts, d->terms.data[i])) == SORT_INT;
}

bool transition_init(transition *t, analysis *a, uint32_t index, const term *literals, size_t n)
{
    *t = (transition){.clause = index};
    dimensions d = {.ts = a->ts};
    u32_map_init(&d.of);
    term_vec_init(&d.terms);
    push_rows(t, &d, a, literals, n);
    bool possible = true;
    for (size_t i = 0; i < n; i++) possible = possible && !term_is_equal(literals[i], term_false(a->ts));
    possible = possible && normalise(t);
    if (possible) {
        solve_equations(t);
        possible = normalise(t);
        if (a->is_plain) drop_large(t, a);
        compact(t);
    }
    term_vec_release(&d.terms);
    u32_map_release(&d.of);
    return possible;
}

void transition_release(transition *t)
{
    row_vec_free(&t->rows);
    row_vec_free(&t->args);
    free(t->is_int);
}

/* ---- the abstract transformer ---- */

void transition_push_about(const row *r, const row *args, row_vec *out)
{
    row about;
    row_init(&about, r->relation);
    rat_set(&about.modulus, &r->modulus);
    rat_set(&about.constant, &r->constant);
    for (size_t i = 0; i < r->entries.size; i++) row_add_scaled(&about, &r->entries.data[i].c, &args[r->entries.data[i].dim]);
    row_vec_push(out, about);
}

/* False if a state is empty. */
static bool push_body(const analysis *a, const transition *t, row_vec *out)
{
    const clause *c = horn_clause(a->h, t->clause);
    const row *args = t->args.data;
    for (size_t i = 0; i < c->n_body; i++) {
        const abstract_pred *p = &a->preds[c->body[i].pred.id];
        const abstract_state *s = &p->state;
        if (!s->value) return false;
        for (size_t k = 0; k < s->rows.size; k++) transition_push_about(&s->rows.data[k], args, out);
        for (size_t k = 0; k < s->given.size; k++) transition_push_about(&s->given.data[k], args, out);
        args += p->numeric.size;
    }
    return true;
}

void *transition_apply(const analysis *a, const transition *t)
{
    row_vec rows;
    row_vec_init(&rows);
    void *value = NULL;
    if (push_body(a, t, &rows)) {
        value = a->domain->top(a->domain, t->n_dims, t->is_int);
        row_vec_append(&rows, t->rows.data, t->rows.size);
        a->domain->meet(value, rows.data, rows.size);
        rows.size -= t->rows.size; /* borrowed */
        if (a->domain->is_empty(value)) {
            a->domain->free(value);
            value = NULL;
        } else a->domain->project(value, t->n_head);
    }
    row_vec_free(&rows);
    return value;
}

/* Strides and bases of arrays: arrays that flow into each other form a class, found by merging; every index at which one of a
 * class is read or written is  g * (...) + c  with the gcd g of its coefficients. The stride divides all g and all differences of
 * the c's. The base is the c that most indices have, so that a[i] and b[i] of different arrays are the same element. */

#include "pass/arrays/cells.h"

#include "base/map.h"
#include "term/dag.h"

#include <assert.h>

term cell_grid_index(term_store *ts, const cell_grid *g, term k)
{
    if (g->is_plain) return k;
    return term_mk_add2(ts, term_mk_scale(ts, &g->stride, k), term_mk_num(ts, &g->base, sort_int(ts)));
}

typedef struct divided {
    term_store *ts;
    const rat *by;
    term sum; /* TERM_NONE once a coefficient is not divisible */
} divided;

static void divide_monomial(void *context, const rat *c, term t)
{
    divided *d = context;
    if (term_is_none(d->sum)) return;
    rat q;
    rat_init(&q);
    rat_div(&q, c, d->by);
    if (!rat_is_integer(&q))
        d->sum = TERM_NONE;
    else
        d->sum = term_mk_add2(d->ts, d->sum, term_is_none(t) ? term_mk_num(d->ts, &q, sort_int(d->ts)) : term_mk_scale(d->ts, &q, t));
    rat_release(&q);
}

term cell_grid_element(term_store *ts, const cell_grid *g, term index)
{
    if (g->is_plain) return index;
    divided d = {.ts = ts, .by = &g->stride, .sum = term_mk_int(ts, 0)};
    term_linear_each(ts, term_mk_sub(ts, index, term_mk_num(ts, &g->base, sort_int(ts))), divide_monomial, &d);
    return d.sum;
}

/* ---- classes of arrays ---- */

typedef struct index_form {
    uint32_t node;
    rat gcd, constant;
} index_form;
VEC_DECLARE(index_form_vec, index_form);

typedef struct classes {
    const horn *h;
    term_store *ts;
    u32_vec parent; /* union-find; nodes are first the arguments of predicates, then array terms of clauses */
    u32_vec first; /* by predicate: its first argument's node */
    u32_map node; /* array term of the clause at hand -> node */
    index_form_vec forms;
} classes;

static uint32_t find(classes *c, uint32_t n)
{
    while (c->parent.data[n] != n) n = c->parent.data[n] = c->parent.data[c->parent.data[n]];
    return n;
}

static void merge(classes *c, uint32_t a, uint32_t b)
{
    a = find(c, a);
    b = find(c, b);
    if (a < b) c->parent.data[b] = a;
    else c->parent.data[a] = b;
}

static uint32_t node_of(classes *c, term t)
{
    bool is_new;
    uint32_t *n = u32_map_put(&c->node, t.id, &is_new);
    if (is_new) {
        *n = (uint32_t)c->parent.size;
        u32_vec_push(&c->parent, *n);
    }
    return *n;
}

static void add_monomial(void *context, const rat *c, term t)
{
    index_form *f = context;
    if (term_is_none(t)) rat_set(&f->constant, c);
    else rat_gcd(&f->gcd, &f->gcd, c);
}

static void add_index(classes *c, term array, term index)
{
    if (sort_kind_of(c->ts, term_sort(c->ts, index)) != SORT_INT) return;
    index_form f = {.node = node_of(c, array)};
    rat_init(&f.gcd);
    rat_init(&f.constant);
    term_linear_each(c->ts, index, add_monomial, &f);
    index_form_vec_push(&c->forms, f);
}

static bool is_array(const classes *c, term t) { return sort_kind_of(c->ts, term_sort(c->ts, t)) == SORT_ARRAY; }

static void visit_term(classes *c, term t)
{
    switch (term_kind_of(c->ts, t)) {
    case TERM_SELECT: add_index(c, term_arg(c->ts, t, 0), term_arg(c->ts, t, 1)); break;
    case TERM_STORE:
        add_index(c, t, term_arg(c->ts, t, 1));
        merge(c, node_of(c, t), node_of(c, term_arg(c->ts, t, 0)));
        break;
    case TERM_ITE:
        if (!is_array(c, t)) break;
        merge(c, node_of(c, t), node_of(c, term_arg(c->ts, t, 1)));
        merge(c, node_of(c, t), node_of(c, term_arg(c->ts, t, 2)));
        break;
    case TERM_EQ:
        if (is_array(c, term_arg(c->ts, t, 0))) merge(c, node_of(c, term_arg(c->ts, t, 0)), node_of(c, term_arg(c->ts, t, 1)));
        break;
    default: break;
    }
}

static void visit_atom(classes *c, atom a, term_vec *roots)
{
    if (pred_is_false(a.pred)) return;
    for (uint32_t i = 0; i < horn_pred_arity(c->h, a.pred); i++) {
        if (is_array(c, a.args[i])) merge(c, node_of(c, a.args[i]), c->first.data[a.pred.id] + i);
        term_vec_push(roots, a.args[i]);
    }
}

static void visit_clause(classes *c, const clause *cl)
{
    term_vec roots, terms;
    term_vec_init(&roots);
    term_vec_init(&terms);
    u32_map_clear(&c->node);
    for (size_t i = 0; i < cl->n_body; i++) visit_atom(c, cl->body[i], &roots);
    visit_atom(c, cl->head, &roots);
    term_vec_push(&roots, cl->constraint);
    dag_subterms(c->ts, roots.data, roots.size, &terms);
    for (size_t i = 0; i < terms.size; i++) visit_term(c, terms.data[i]);
    term_vec_release(&roots);
    term_vec_release(&terms);
}

/* ---- the grid of a class ---- */

/* Only the first ones vote. */
enum { MAX_VOTERS = 64 };

static void collect_voters(classes *c, uint32_t root, bool constant, size_vec *out)
{
    for (size_t i = 0; i < c->forms.size && out->size < MAX_VOTERS; i++) {
        const index_form *f = &c->forms.data[i];
        if (find(c, f->node) == root && (rat_sign(&f->gcd) == 0) == constant) size_vec_push(out, i);
    }
}

/* Indices that vary vote, unless there are none. */
static void choose_base(classes *c, uint32_t root, cell_grid *g)
{
    size_t most = 0;
    size_vec voters;
    size_vec_init(&voters);
    collect_voters(c, root, false, &voters);
    if (!voters.size) collect_voters(c, root, true, &voters);
    for (size_t i = 0; i < voters.size; i++) {
        const rat *base = &c->forms.data[voters.data[i]].constant;
        size_t votes = 0;
        for (size_t j = 0; j < voters.size; j++) votes += rat_is_equal(&c->forms.data[voters.data[j]].constant, base);
        if (votes < most || (votes == most && rat_cmp(base, &g->base) >= 0)) continue;
        most = votes;
        rat_set(&g->base, base);
    }
    size_vec_release(&voters);
}

static void grid_of(classes *c, uint32_t root, bool is_used, cell_grid *g)
{
    rat_init(&g->stride);
    rat_init(&g->base);
    g->is_plain = true;
    if (!is_used) return;
    choose_base(c, root, g);
    rat difference;
    rat_init(&difference);
    for (size_t i = 0; i < c->forms.size; i++) {
        const index_form *f = &c->forms.data[i];
        if (find(c, f->node) != root) continue;
        rat_sub(&difference, &f->constant, &g->base);
        rat_gcd(&g->stride, &g->stride, &difference);
        rat_gcd(&g->stride, &g->stride, &f->gcd);
    }
    rat_release(&difference);
    if (rat_sign(&g->stride) == 0) rat_set_int(&g->stride, 1);
    g->is_plain = rat_is_one(&g->stride) && rat_sign(&g->base) == 0;
}

static void copy_grid(cell_grid *to, const cell_grid *from)
{
    rat_init(&to->stride);
    rat_init(&to->base);
    rat_set(&to->stride, &from->stride);
    rat_set(&to->base, &from->base);
    to->is_plain = from->is_plain;
}

void cell_grids_find(const horn *h, cell_grid_vec *out)
{
    classes c = {.h = h, .ts = horn_terms(h)};
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        u32_vec_push(&c.first, (uint32_t)c.parent.size);
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++) u32_vec_push(&c.parent, (uint32_t)c.parent.size);
    }
    for (size_t i = 0; i < horn_clause_count(h); i++) visit_clause(&c, horn_clause(h, i));
    for (uint32_t p = 0; p < horn_pred_count(h); p++)
        for (uint32_t j = 0; j < horn_pred_arity(h, (pred){p}); j++) {
            cell_grid g;
            uint32_t i = c.first.data[p] + j, root = find(&c, i);
            assert(root <= i);
            if (root == i) grid_of(&c, i, sort_kind_of(c.ts, horn_pred_sort(h, (pred){p}, j)) == SORT_ARRAY, &g);
            else copy_grid(&g, &out->data[root]);
            cell_grid_vec_push(out, g);
        }
    for (size_t i = 0; i < c.forms.size; i++) {
        rat_release(&c.forms.data[i].gcd);
        rat_release(&c.forms.data[i].constant);
    }
    index_form_vec_release(&c.forms);
    u32_vec_release(&c.parent);
    u32_vec_release(&c.first);
    u32_map_release(&c.node);
}

void cell_grids_release(cell_grid_vec *grids)
{
    for (size_t i = 0; i < grids->size; i++) {
        rat_release(&grids->data[i].stride);
        rat_release(&grids->data[i].base);
    }
    cell_grid_vec_release(grids);
}

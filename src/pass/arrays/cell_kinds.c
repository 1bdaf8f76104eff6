#include "pass/arrays/cell_kinds.h"

#include "term/dag.h"

#include <stdio.h>

enum { MAX_RELATIONS = 6 };

static uint32_t find(kinds *x, uint32_t n)
{
    while (x->parent.data[n] != n) n = x->parent.data[n] = x->parent.data[x->parent.data[n]];
    return n;
}

static void merge(kinds *x, uint32_t a, uint32_t b)
{
    a = find(x, a);
    b = find(x, b);
    x->parent.data[a > b ? a : b] = a > b ? b : a;
}

static uint32_t node_of(kinds *x, term variable)
{
    bool is_new;
    uint32_t *n = u32_map_put(&x->node, variable.id, &is_new);
    if (is_new) {
        *n = (uint32_t)x->parent.size;
        u32_vec_push(&x->parent, *n);
    }
    return *n;
}

/* Large numbers are ends of the ranges of machine integers or of what does not overflow, and say nothing. */
static bool is_telling(const rat *c)
{
    int64_t n;
    return rat_to_int64(c, &n) && n > -16777216 && n < 16777216;
}

static void add_constant(kinds *x, uint32_t node, const rat *c, sort s)
{
    if (!is_telling(c)) return;
    u32_vec_push(&x->constant_node, node);
    term_vec_push(&x->constant, term_mk_num(x->ts, c, s));
}

/* ---- kinds of a clause ---- */

typedef struct form {
    kinds *x;
    uint32_t node; /* everything in the sum is of its kind */
    bool has_node;
    size_t n; /* of monomials */
    bool is_unit; /* of the last one: coefficient 1 or -1 */
    bool is_minus;
    rat constant;
    term_vec inner; /* choices in the sum */
    term_vec scales; /* coefficients that are not units, or of the first one */
    rat other; /* the last unit coefficient */
} form;

static void see_monomial(void *context, const rat *c, term t)
{
    form *f = context;
    if (term_is_none(t)) {
        rat_set(&f->constant, c);
        return;
    }
    f->n++;
    f->is_minus = rat_is_minus_one(c);
    f->is_unit = f->is_minus || rat_is_one(c);
    term_kind kind = term_kind_of(f->x->ts, t);
    if (kind == TERM_ITE) term_vec_push(&f->inner, t);
    if (kind != TERM_SYM) return;
    if (is_telling(c) && (!f->is_unit || f->n == 1)) term_vec_push(&f->scales, term_mk_num(f->x->ts, c, term_sort(f->x->ts, t)));
    if (f->is_unit) rat_set(&f->other, c);
    uint32_t n = node_of(f->x, t);
    if (f->has_node) merge(f->x, f->node, n);
    f->node = n;
    f->has_node = true;
}

/* Bounds that differ from an argument by one at most are guessed anyway. */
static void add_scale(kinds *x, uint32_t node, const rat *scale, const rat *shift, sort s)
{
    bool is_near = rat_sign(shift) == 0 || rat_is_one(shift) || rat_is_minus_one(shift);
    if (!is_telling(shift) || (rat_is_one(scale) && is_near)) return;
    u32_vec_push(&x->scale_node, node);
    term_vec_push(&x->scale, term_mk_num(x->ts, scale, s));
    term_vec_push(&x->shift, term_mk_num(x->ts, shift, s));
}

/* u * y + c * x <= d, where u is 1 or -1: y is bounded by  u * (d - c * x). A sum that is an argument: by its parts. */
static void add_scales(kinds *x, form *f, const rat *compared, sort s)
{
    rat scale, shift;
    rat_init(&scale);
    rat_init(&shift);
    for (size_t i = 0; i < f->scales.size && f->has_node; i++) {
        rat_set(&scale, term_number(x->ts, f->scales.data[i]));
        if (compared && f->n == 2 && rat_sign(&f->other) != 0) {
            rat_mul(&shift, &f->other, compared);
            rat_mul(&scale, &scale, &f->other);
            rat_neg(&scale, &scale);
            add_scale(x, f->node, &scale, &shift, s);
        } else if (!compared) {
            add_scale(x, f->node, &scale, &shift, s);
        }
    }
    rat_release(&scale);
    rat_release(&shift);
}

/* The sum t has the kind of `node`, if there is one; its choices' constants count as that kind's. */
static void see_sum(kinds *x, term t, uint32_t node, bool has_node, const rat *compared)
{
    term_vec work;
    term_vec_init(&work);
    term_vec_push(&work, t);
    while (work.size) {
        term s = term_vec_pop(&work);
        if (term_kind_of(x->ts, s) == TERM_ITE) {
            term_vec_push(&work, term_arg(x->ts, s, 1));
            term_vec_push(&work, term_arg(x->ts, s, 2));
            continue;
        }
        form f = {.x = x, .node = node, .has_node = has_node};
        rat_init(&f.constant);
        rat_init(&f.other);
        term_linear_each(x->ts, s, see_monomial, &f);
        node = f.node;
        has_node = f.has_node;
        if (has_node && f.n == 0) add_constant(x, node, &f.constant, term_sort(x->ts, s));
        if (has_node && f.n == 1 && f.is_unit && compared) {
            if (f.is_minus) rat_neg(&f.constant, compared);
            add_constant(x, node, f.is_minus ? &f.constant : compared, term_sort(x->ts, s));
        }
        add_scales(x, &f, compared, term_sort(x->ts, s));
        if (has_node && f.n == 1 && f.is_unit && !compared && rat_sign(&f.constant) != 0) {
            u32_vec_push(&x->step_node, node);
            term_vec_push(&x->step, term_mk_num(x->ts, &f.constant, term_sort(x->ts, s)));
        }
        term_vec_append(&work, f.inner.data, f.inner.size);
        term_vec_release(&f.inner);
        term_vec_release(&f.scales);
        rat_release(&f.constant);
        rat_release(&f.other);
    }
    term_vec_release(&work);
}

static void see_atom(kinds *x, atom a, term_vec *roots)
{
    if (pred_is_false(a.pred)) return;
    for (uint32_t i = 0; i < horn_pred_arity(x->h, a.pred); i++) {
        if (term_is_arith(x->ts, a.args[i])) see_sum(x, a.args[i], x->first.data[a.pred.id] + i, true, NULL);
        term_vec_push(roots, a.args[i]);
    }
}

static void see_comparison(kinds *x, term t)
{
    term_kind kind = term_kind_of(x->ts, t);
    if (kind != TERM_LE && kind != TERM_LT && kind != TERM_EQ) return;
    term left = term_arg(x->ts, t, 0), right = term_arg(x->ts, t, 1);
    if (!term_is_arith(x->ts, left) || term_has_bound(x->ts, t)) return;
    if (term_kind_of(x->ts, right) == TERM_NUM) see_sum(x, left, 0, false, term_number(x->ts, right));
}

/* ---- what is written ---- */

typedef struct solved {
    term_store *ts;
    term index, variable, value; /* variable = value, which has the index */
    bool has_index;
} solved;

static void pick_variable(void *context, const rat *c, term t)
{
    solved *s = context;
    if (term_is_none(t)) return;
    if (term_is_equal(t, s->index)) s->has_index = rat_is_one(c) || rat_is_minus_one(c);
    else if (term_kind_of(s->ts, t) == TERM_SYM && (rat_is_one(c) || rat_is_minus_one(c))) s->variable = t;
}

/* left = right as an equation for one of its variables, if it has the index. */
static bool solve(term_store *ts, term equation, term index, solved *s)
{
    *s = (solved){.ts = ts, .index = index, .variable = TERM_NONE};
    term difference = term_mk_sub(ts, term_arg(ts, equation, 0), term_arg(ts, equation, 1));
    term_linear_each(ts, difference, pick_variable, s);
    if (!s->has_index || term_is_none(s->variable)) return false;
    term zero = dag_substitute(ts, difference, &s->variable, (term[]){term_mk_int(ts, 0)}, 1);
    term one = dag_substitute(ts, difference, &s->variable, (term[]){term_mk_int(ts, 1)}, 1);
    /* difference = zero + c * variable with c = one - zero, which is 1 or -1 */
    term c = term_mk_sub(ts, one, zero);
    s->value = term_mk_mul2(ts, term_mk_neg(ts, c), zero);
    return true;
}

/* The symbol that stands for the argument of the atom that is this variable, or TERM_NONE. */
static term place_of(kinds *x, atom a, const cell_shape *shape, term variable)
{
    for (uint32_t i = 0; i < shape->kept.size; i++) {
        if (!term_is_equal(a.args[i], variable)) continue;
        char name[32];
        snprintf(name, sizeof name, "place!%u", x->first.data[a.pred.id] + i);
        term place = term_mk_sym(x->ts, name, term_sort(x->ts, variable));
        *u32_map_put(&x->place, place.id, NULL) = x->first.data[a.pred.id] + i;
        return place;
    }
    return TERM_NONE;
}

/* A function of `index` and arguments of the atom as one of k and places; TERM_NONE if there are other variables in it. */
static term with_places(kinds *x, atom a, const cell_shape *shape, term function, term index)
{
    term_vec symbols, places;
    term_vec_init(&symbols);
    term_vec_init(&places);
    dag_symbols(x->ts, &function, 1, &symbols);
    bool ok = true;
    for (size_t i = 0; i < symbols.size; i++) {
        term place = term_is_equal(symbols.data[i], index) ? x->k : place_of(x, a, shape, symbols.data[i]);
        ok &= !term_is_none(place);
        term_vec_push(&places, place);
    }
    if (ok) function = dag_substitute(x->ts, function, symbols.data, places.data, symbols.size);
    term_vec_release(&symbols);
    term_vec_release(&places);
    return ok ? function : TERM_NONE;
}

/* The value of a cell of the atom is  ite(k = e, t, ...): is t a function of k and other arguments? */
static void see_write(kinds *x, atom a, const cell_shape *shape, uint32_t arg, term index)
{
    if (sort_kind_of(x->ts, term_sort(x->ts, index)) != SORT_INT) return;
    for (term value = a.args[arg]; term_kind_of(x->ts, value) == TERM_ITE; value = term_arg(x->ts, value, 2)) {
        term condition = term_arg(x->ts, value, 0);
        solved s;
        if (term_kind_of(x->ts, condition) != TERM_EQ || !term_is_arith(x->ts, term_arg(x->ts, condition, 0))) continue;
        if (!solve(x->ts, condition, index, &s)) continue;
        term written = dag_substitute(x->ts, term_arg(x->ts, value, 1), &s.variable, &s.value, 1);
        term function = with_places(x, a, shape, written, index);
        if (term_is_none(function) || term_vec_has(&x->written, function)) continue;
        u32_vec_push(&x->written_node, x->first.data[a.pred.id] + arg);
        term_vec_push(&x->written, function);
    }
}

/* ---- cells that are used together ---- */

static uint32_t find_flow(kinds *x, uint32_t n)
{
    while (x->flow.data[n] != n) n = x->flow.data[n] = x->flow.data[x->flow.data[n]];
    return n;
}

static void see_flow(kinds *x, const clause *c)
{
    if (pred_is_false(c->head.pred)) return;
    /* Cells of one atom follow each other, and have all but the cell in common. */
    for (size_t b = 0; b < c->n_body; b++)
        for (uint32_t i = 0; (!b || !pred_is_equal(c->body[b].pred, c->body[b - 1].pred)) && i < horn_pred_arity(x->h, c->body[b].pred); i++)
            for (uint32_t j = 0; j < horn_pred_arity(x->h, c->head.pred); j++) {
                if (term_kind_of(x->ts, c->head.args[j]) != TERM_SYM || !term_is_equal(c->body[b].args[i], c->head.args[j])) continue;
                uint32_t from = find_flow(x, x->first.data[c->body[b].pred.id] + i), to = find_flow(x, x->first.data[c->head.pred.id] + j);
                x->flow.data[from > to ? from : to] = from > to ? to : from;
            }
}

/* The atom is used at cell e of one group and at cell f of another: with k = e, f is a function of k and other arguments. */
static void see_relations(kinds *x, atom a, const cell_shape *shape)
{
    for (size_t g = 0; g < shape->views.size; g++)
        for (size_t h = 0; h < shape->views.size && x->relation.size < MAX_RELATIONS; h++) {
            term e = a.args[shape->views.data[g].index], f = a.args[shape->views.data[h].index];
            if (g == h || sort_kind_of(x->ts, term_sort(x->ts, e)) != SORT_INT || !term_is_arith(x->ts, f)) continue;
            term equation = term_mk_eq(x->ts, x->k, e);
            solved s;
            if (term_kind_of(x->ts, equation) != TERM_EQ || !solve(x->ts, equation, x->k, &s) || !dag_has_symbol(x->ts, f, s.variable)) continue;
            term function = with_places(x, a, shape, dag_substitute(x->ts, f, &s.variable, &s.value, 1), x->k);
            if (!term_is_none(function) && !term_is_equal(function, x->k) && !term_vec_has(&x->relation, function))
                term_vec_push(&x->relation, function);
        }
}

term kinds_function(kinds *x, term function, pred p, term index)
{
    term_vec symbols, by;
    term_vec_init(&symbols);
    term_vec_init(&by);
    dag_symbols(x->ts, &function, 1, &symbols);
    bool ok = true;
    for (size_t s = 0; s < symbols.size; s++) {
        const uint32_t *place = u32_map_find(&x->place, symbols.data[s].id);
        term found = place ? TERM_NONE : index;
        for (uint32_t a = 0; place && a < horn_pred_arity(x->h, p); a++)
            if (find_flow(x, x->first.data[p.id] + a) == find_flow(x, *place)) found = horn_param(x->h, p, a);
        ok &= !term_is_none(found);
        term_vec_push(&by, found);
    }
    if (ok) function = dag_substitute(x->ts, function, symbols.data, by.data, symbols.size);
    term_vec_release(&symbols);
    term_vec_release(&by);
    return ok ? function : TERM_NONE;
}

static void see_clause(kinds *x, const clause *c, const cell_shape *shapes)
{
    term_vec roots, terms;
    term_vec_init(&roots);
    term_vec_init(&terms);
    u32_map_clear(&x->node);
    for (size_t i = 0; i < c->n_body; i++) see_atom(x, c->body[i], &roots);
    see_atom(x, c->head, &roots);
    term_vec_push(&roots, c->constraint);
    dag_subterms(x->ts, roots.data, roots.size, &terms);
    for (size_t i = 0; i < terms.size; i++) see_comparison(x, terms.data[i]);
    see_flow(x, c);
    for (size_t i = 0; i < c->n_body; i++) see_relations(x, c->body[i], &shapes[c->body[i].pred.id]);
    if (!pred_is_false(c->head.pred)) {
        const cell_shape *shape = &shapes[c->head.pred.id];
        for (size_t g = 0; g < shape->views.size; g++) {
            const cell_view *view = &shape->views.data[g];
            for (size_t i = 0; i < view->values.size; i++) {
                uint32_t arg = view->values.data[i];
                see_write(x, c->head, shape, arg, c->head.args[view->index]);
            }
        }
    }
    term_vec_release(&roots);
    term_vec_release(&terms);
}

/* ---- the whole ---- */

void kinds_init(kinds *x, const horn *h, const cell_shape *shapes)
{
    *x = (kinds){.h = h, .ts = horn_terms(h)};
    x->k = term_mk_fresh(x->ts, "k", sort_int(x->ts));
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        u32_vec_push(&x->first, (uint32_t)x->parent.size);
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++) {
            u32_vec_push(&x->flow, (uint32_t)x->parent.size);
            u32_vec_push(&x->parent, (uint32_t)x->parent.size);
        }
    }
    for (size_t i = 0; i < horn_clause_count(h); i++) see_clause(x, horn_clause(h, i), shapes);
}

void kinds_release(kinds *x)
{
    u32_vec_release(&x->parent);
    u32_vec_release(&x->flow);
    u32_vec_release(&x->first);
    u32_map_release(&x->node);
    u32_map_release(&x->place);
    u32_vec_release(&x->constant_node);
    term_vec_release(&x->constant);
    u32_vec_release(&x->scale_node);
    term_vec_release(&x->scale);
    term_vec_release(&x->shift);
    u32_vec_release(&x->step_node);
    term_vec_release(&x->step);
    u32_vec_release(&x->written_node);
    term_vec_release(&x->written);
    term_vec_release(&x->relation);
}

uint32_t kinds_of_node(kinds *x, uint32_t node) { return find(x, node); }
uint32_t kinds_of(kinds *x, pred p, uint32_t arg) { return find(x, x->first.data[p.id] + arg); }

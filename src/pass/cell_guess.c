/* Guesses about cells: comparisons between arguments of one kind, and implications
 *
 *     low <= k && k < high  ==>  v ~ e
 *
 * for an index k, its value v, and terms low, high, e that the clauses suggest. Arguments are of one kind if values of one flow
 * into the other or are compared with it, which also tells the constants they are compared with; and what is written to cell k, if it is
 * a function of k, is a guess for v everywhere. */

#include "base/alloc.h"
#include "base/map.h"
#include "pass/cells.h"
#include "term/dag.h"

#include <stdlib.h>

enum { MAX_CONSTANTS = 6, MAX_BOUNDS = 5, MAX_VALUES = 24, MAX_ORDERED = 14, MAX_SCALED = 8, MAX_GUESSES = 8000 };

typedef struct kinds {
    const horn *h;
    term_store *ts;
    u32_vec parent; /* union-find; nodes: arguments of predicates, then variables of the clause at hand */
    u32_vec first; /* by predicate: its first argument's node */
    u32_map node; /* variable of the clause at hand -> node */
    u32_vec constant_node; /* a constant and the node it was seen with */
    term_vec constant;
    u32_vec scale_node; /* scale * x + shift for x of this kind is a bound of others of this kind, or a part of one */
    term_vec scale, shift;
    u32_vec step_node; /* what is added to an argument on the way from body to head, and the argument */
    term_vec step;
    u32_vec written_node; /* the value of a cell, and a function of `k` that is written there */
    term_vec written;
    term k;
} kinds;

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

static bool is_number(const term_store *ts, term t) { return sort_kind_is_arith(sort_kind_of(ts, term_sort(ts, t))); }

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

static void add_scale(kinds *x, uint32_t node, const rat *scale, const rat *shift, sort s)
{
    if (!is_telling(shift) || (rat_is_one(scale) && rat_sign(shift) == 0)) return;
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
        if (is_number(x->ts, a.args[i])) see_sum(x, a.args[i], x->first.data[a.pred.id] + i, true, NULL);
        term_vec_push(roots, a.args[i]);
    }
}

static void see_comparison(kinds *x, term t)
{
    term_kind kind = term_kind_of(x->ts, t);
    if (kind != TERM_LE && kind != TERM_LT && kind != TERM_EQ) return;
    term left = term_arg(x->ts, t, 0), right = term_arg(x->ts, t, 1);
    if (!is_number(x->ts, left) || term_has_bound(x->ts, t)) return;
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

/* value = ite(k = e, t, ...): is t a function of k? */
static void see_write(kinds *x, uint32_t node, term value, term index)
{
    while (term_kind_of(x->ts, value) == TERM_ITE) {
        term condition = term_arg(x->ts, value, 0), written = term_arg(x->ts, value, 1);
        solved s;
        if (term_kind_of(x->ts, condition) == TERM_EQ && is_number(x->ts, term_arg(x->ts, condition, 0)) &&
            sort_is_equal(term_sort(x->ts, index), sort_int(x->ts)) && solve(x->ts, condition, index, &s)) {
            term function = dag_substitute(x->ts, written, &s.variable, &s.value, 1);
            term_vec symbols;
            term_vec_init(&symbols);
            dag_symbols(x->ts, &function, 1, &symbols);
            if (symbols.size == 1 && term_is_equal(symbols.data[0], index)) {
                u32_vec_push(&x->written_node, node);
                term_vec_push(&x->written, dag_substitute(x->ts, function, &index, &x->k, 1));
            }
            term_vec_release(&symbols);
        }
        value = term_arg(x->ts, value, 2);
    }
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
    if (!pred_is_false(c->head.pred)) {
        const cell_shape *shape = &shapes[c->head.pred.id];
        for (size_t g = 0; g < shape->groups.size; g++)
            for (uint32_t i = 1; i <= shape->groups.data[g].arrays.size; i++) {
                uint32_t arg = shape->groups.data[g].first + i;
                see_write(x, x->first.data[c->head.pred.id] + arg, c->head.args[arg], c->head.args[shape->groups.data[g].first]);
            }
    }
    term_vec_release(&roots);
    term_vec_release(&terms);
}

/* ---- guesses ---- */

typedef struct guesser {
    kinds *x;
    pred p;
    const cell_shape *shape;
    term_vec *out;
} guesser;

static void guess(guesser *g, term t)
{
    if (g->out->size < MAX_GUESSES && term_kind_of(g->x->ts, t) != TERM_TRUE) term_vec_push(g->out, t);
}

static uint32_t kind_of(guesser *g, uint32_t arg) { return find(g->x, g->x->first.data[g->p.id] + arg); }
static term param(guesser *g, uint32_t arg) { return horn_param(g->x->h, g->p, arg); }
static bool is_numeric(guesser *g, uint32_t arg) { return is_number(g->x->ts, param(g, arg)); }

static bool has_term(const term_vec *v, term t)
{
    for (size_t i = 0; i < v->size; i++)
        if (term_is_equal(v->data[i], t)) return true;
    return false;
}

static bool is_smaller(const term_store *ts, term a, term b)
{
    rat x, y;
    rat_init(&x);
    rat_init(&y);
    rat_abs(&x, term_number(ts, a));
    rat_abs(&y, term_number(ts, b));
    bool smaller = rat_cmp(&x, &y) < 0;
    rat_release(&x);
    rat_release(&y);
    return smaller;
}

/* The constants of an argument's kind, the smallest ones. */
static void constants_of(guesser *g, uint32_t arg, term_vec *out)
{
    term_store *ts = g->x->ts;
    uint32_t kind = kind_of(g, arg);
    sort s = term_sort(ts, param(g, arg));
    for (size_t i = 0; i < g->x->constant.size; i++) {
        term c = g->x->constant.data[i];
        if (find(g->x, g->x->constant_node.data[i]) != kind || !sort_is_equal(term_sort(ts, c), s) || has_term(out, c)) continue;
        term_vec_push(out, c);
        for (size_t j = out->size - 1; j > 0 && is_smaller(ts, out->data[j], out->data[j - 1]); j--) {
            term larger = out->data[j - 1];
            out->data[j - 1] = out->data[j];
            out->data[j] = larger;
        }
        if (out->size > MAX_CONSTANTS) out->size = MAX_CONSTANTS;
    }
}

static void guess_order(guesser *g, term a, term b)
{
    term_store *ts = g->x->ts;
    guess(g, term_mk_le(ts, a, b));
    guess(g, term_mk_le(ts, b, a));
    guess(g, term_mk_lt(ts, a, b));
    guess(g, term_mk_lt(ts, b, a));
}

/* c * x and c * x + y for the coefficients c of the kind and arguments x, y of it: where a row of a matrix ends, say. */
static void scaled_ends(guesser *g, const cell_group *group, const term_vec *plain, term_vec *out)
{
    term_store *ts = g->x->ts;
    uint32_t kind = kind_of(g, group->first);
    for (size_t i = 0; i < g->x->scale.size; i++) {
        const rat *c = term_number(ts, g->x->scale.data[i]);
        if (find(g->x, g->x->scale_node.data[i]) != kind || rat_sign(c) < 0 || !sort_is_equal(term_sort(ts, g->x->scale.data[i]), group->index)) continue;
        for (size_t a = 0; a < plain->size && out->size < MAX_SCALED; a++) {
            term row = term_mk_add2(ts, term_mk_scale(ts, c, plain->data[a]), g->x->shift.data[i]);
            if (!has_term(out, row)) term_vec_push(out, row);
            for (size_t b = 0; b < plain->size && rat_sign(term_number(ts, g->x->shift.data[i])) == 0; b++) {
                term end = term_mk_add2(ts, row, plain->data[b]);
                if (b != a && !has_term(out, end)) term_vec_push(out, end);
            }
        }
    }
}

/* Numbers that all arguments of the kind may be a multiple of, up to a constant; 0 or 1 if there is none. */
static void step_of(guesser *g, uint32_t arg, rat *out)
{
    for (size_t i = 0; i < g->x->step.size; i++)
        if (find(g->x, g->x->step_node.data[i]) == kind_of(g, arg)) rat_gcd(out, out, term_number(g->x->ts, g->x->step.data[i]));
}

/* arg % step == constant % step, where the step is 2 at least; for constants of the kind. */
static void guess_residues(guesser *g, uint32_t arg, term_vec *out)
{
    term_store *ts = g->x->ts;
    rat step, residue;
    rat_init(&step);
    rat_init(&residue);
    if (sort_kind_of(ts, term_sort(ts, param(g, arg))) == SORT_INT) step_of(g, arg, &step);
    if (rat_sign(&step) != 0 && !rat_is_one(&step)) {
        term_vec constants;
        term_vec_init(&constants);
        constants_of(g, arg, &constants);
        for (size_t i = 0; i < constants.size && out->size < 2; i++) {
            rat_mod_euclid(&residue, term_number(ts, constants.data[i]), &step);
            term modulus = term_mk_mod(ts, param(g, arg), term_mk_num(ts, &step, sort_int(ts)));
            term t = term_mk_eq(ts, modulus, term_mk_num(ts, &residue, sort_int(ts)));
            if (!has_term(out, t)) term_vec_push(out, t);
        }
        term_vec_release(&constants);
    }
    rat_release(&step);
    rat_release(&residue);
}

static void guess_scalars(guesser *g)
{
    term_store *ts = g->x->ts;
    term_vec constants;
    term_vec_init(&constants);
    uint32_t n = (uint32_t)g->shape->kept.size;
    for (uint32_t i = 0; i < n; i++) {
        if (sort_kind_of(ts, term_sort(ts, param(g, i))) == SORT_BOOL) {
            guess(g, param(g, i));
            guess(g, term_mk_not(ts, param(g, i)));
        }
        if (!is_numeric(g, i)) continue;
        term_vec_clear(&constants);
        constants_of(g, i, &constants);
        for (size_t j = 0; j < constants.size; j++) {
            guess(g, term_mk_le(ts, param(g, i), constants.data[j]));
            guess(g, term_mk_le(ts, constants.data[j], param(g, i)));
        }
        term_vec_clear(&constants);
        guess_residues(g, i, &constants);
        for (size_t j = 0; j < constants.size; j++) guess(g, constants.data[j]);
        for (uint32_t j = 0; j < i && i < MAX_ORDERED; j++)
            if (is_numeric(g, j) && kind_of(g, i) == kind_of(g, j)) guess_order(g, param(g, i), param(g, j));
    }
    term_vec_release(&constants);
}

/* Lower and upper bounds of the group's index; the first one is none. */
static void bounds_of(guesser *g, const cell_group *group, term_vec *low, term_vec *high)
{
    term_store *ts = g->x->ts;
    term k = param(g, group->first);
    term_vec_push(low, term_true(ts));
    term_vec_push(high, term_true(ts));
    if (!is_number(ts, k)) return;
    term_vec ends;
    term_vec_init(&ends);
    constants_of(g, group->first, &ends);
    for (size_t i = 0; i < ends.size; i++) {
        term_vec_push(low, term_mk_le(ts, ends.data[i], k));
        term_vec_push(high, term_mk_le(ts, k, ends.data[i]));
    }
    term_vec_clear(&ends);
    size_t n = 0;
    for (uint32_t i = 0; i < g->shape->kept.size && n < MAX_BOUNDS; i++) {
        if (!sort_is_equal(term_sort(ts, param(g, i)), group->index) || kind_of(g, i) != kind_of(g, group->first)) continue;
        term_vec_push(low, term_mk_le(ts, param(g, i), k));
        term_vec_push(low, term_mk_lt(ts, param(g, i), k));
        term_vec_push(high, term_mk_lt(ts, k, param(g, i)));
        term_vec_push(high, term_mk_le(ts, k, param(g, i)));
        term_vec_push(&ends, param(g, i));
        n++;
    }
    term_vec scaled;
    term_vec_init(&scaled);
    scaled_ends(g, group, &ends, &scaled);
    for (size_t i = 0; i < scaled.size; i++) {
        term_vec_push(low, term_mk_le(ts, scaled.data[i], k));
        term_vec_push(high, term_mk_lt(ts, k, scaled.data[i]));
    }
    term_vec_release(&scaled);
    term_vec_release(&ends);
}

static void compare(term_store *ts, term a, term b, term_vec *out)
{
    term_vec_push(out, term_mk_eq(ts, a, b));
    term_vec_push(out, term_mk_le(ts, a, b));
    term_vec_push(out, term_mk_le(ts, b, a));
    term_vec_push(out, term_mk_not(ts, term_mk_eq(ts, a, b)));
}

/* What may be said about the value that is argument `arg`, of a cell whose index is argument `index`. */
static void values_of(guesser *g, uint32_t index, uint32_t arg, term_vec *out)
{
    term_store *ts = g->x->ts;
    term v = param(g, arg);
    if (sort_kind_of(ts, term_sort(ts, v)) == SORT_BOOL) {
        term_vec_push(out, v);
        term_vec_push(out, term_mk_not(ts, v));
    }
    for (uint32_t i = 0; i < horn_pred_arity(g->x->h, g->p) && out->size < 4 * MAX_VALUES; i++) {
        if (i == arg || i == index || !sort_is_equal(term_sort(ts, param(g, i)), term_sort(ts, v))) continue;
        if (!is_numeric(g, i)) term_vec_push(out, term_mk_eq(ts, v, param(g, i)));
        else if (kind_of(g, i) == kind_of(g, arg)) compare(ts, v, param(g, i), out);
    }
    if (!is_numeric(g, arg)) return;
    for (size_t i = 0; i < g->x->written.size; i++)
        if (find(g->x, g->x->written_node.data[i]) == kind_of(g, arg))
            term_vec_push(out, term_mk_eq(ts, v, dag_substitute(ts, g->x->written.data[i], &g->x->k, (term[]){param(g, index)}, 1)));
    term_vec constants;
    term_vec_init(&constants);
    constants_of(g, arg, &constants);
    for (size_t i = 0; i < constants.size; i++) compare(ts, v, constants.data[i], out);
    term_vec_release(&constants);
}

static void guess_cells(guesser *g, const cell_group *group)
{
    term_store *ts = g->x->ts;
    term_vec low, high, where, values;
    term_vec_init(&low);
    term_vec_init(&high);
    term_vec_init(&where);
    term_vec_init(&values);
    bounds_of(g, group, &low, &high);
    guess_residues(g, group->first, &where);
    if (!where.size) term_vec_push(&where, term_true(ts));
    for (uint32_t i = 1; i <= group->arrays.size; i++) values_of(g, group->first, group->first + i, &values);
    for (size_t w = 0; w < where.size; w++)
        for (size_t l = 0; l < low.size; l++)
            for (size_t u = 0; u < high.size; u++) {
                term inside = term_mk_and(ts, (term[]){low.data[l], high.data[u], where.data[w]}, 3);
                if (term_kind_of(ts, inside) == TERM_FALSE) continue;
                for (size_t i = 0; i < values.size; i++) guess(g, term_mk_implies(ts, inside, values.data[i]));
            }
    term_vec_release(&low);
    term_vec_release(&high);
    term_vec_release(&where);
    term_vec_release(&values);
}

void cell_guess(const horn *h, const cell_shape *shapes, term_lists *out)
{
    kinds x = {.h = h, .ts = horn_terms(h)};
    x.k = term_mk_fresh(x.ts, "k", sort_int(x.ts));
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        u32_vec_push(&x.first, (uint32_t)x.parent.size);
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++) u32_vec_push(&x.parent, (uint32_t)x.parent.size);
    }
    for (size_t i = 0; i < horn_clause_count(h); i++) see_clause(&x, horn_clause(h, i), shapes);
    term_lists_resize(out, horn_pred_count(h));
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        guesser g = {.x = &x, .p = {p}, .shape = &shapes[p], .out = &out->data[p]};
        guess_scalars(&g);
        for (size_t i = 0; i < g.shape->groups.size; i++) guess_cells(&g, &g.shape->groups.data[i]);
    }
    u32_vec_release(&x.parent);
    u32_vec_release(&x.first);
    u32_map_release(&x.node);
    u32_vec_release(&x.constant_node);
    term_vec_release(&x.constant);
    u32_vec_release(&x.scale_node);
    term_vec_release(&x.scale);
    term_vec_release(&x.shift);
    u32_vec_release(&x.step_node);
    term_vec_release(&x.step);
    u32_vec_release(&x.written_node);
    term_vec_release(&x.written);
}

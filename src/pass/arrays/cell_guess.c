/* Guesses about cells: comparisons between arguments of one kind, and implications
 *
 *     low <= k && k < high  ==>  v ~ e         low <= k && k < high && l == f(k)  ==>  v ~ w
 *
 * for an index k and its value v (and another index l and its value w), and terms low, high, e, f that the clauses suggest
 * (cell_kinds.h). */

#include "pass/arrays/cell_kinds.h"
#include "term/dag.h"

enum { MAX_CONSTANTS = 6, MAX_BOUNDS = 5, MAX_VALUES = 24, MAX_ORDERED = 14, MAX_SCALED = 8, MAX_SCALED_FEW = 6, MAX_FEW = 4, MAX_MIXED = 8, MAX_GUESSES = 8000 };

typedef struct guesser {
    kinds *x;
    pred p;
    const cell_shape *shape;
    bool many;
    term_vec *out;
} guesser;

static void guess(guesser *g, term t)
{
    if (g->out->size < MAX_GUESSES && term_kind_of(g->x->ts, t) != TERM_TRUE) term_vec_push(g->out, t);
}

static uint32_t kind_of(guesser *g, uint32_t arg) { return kinds_of(g->x, g->p, arg); }
static term param(guesser *g, uint32_t arg) { return horn_param(g->x->h, g->p, arg); }
static bool is_numeric(guesser *g, uint32_t arg) { return term_is_arith(g->x->ts, param(g, arg)); }

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
        if (kinds_of_node(g->x, g->x->constant_node.data[i]) != kind || !sort_is_equal(term_sort(ts, c), s) || term_vec_has(out, c)) continue;
        term_vec_push(out, c);
        for (size_t j = out->size - 1; j > 0 && is_smaller(ts, out->data[j], out->data[j - 1]); j--) {
            term larger = out->data[j - 1];
            out->data[j - 1] = out->data[j];
            out->data[j] = larger;
        }
        if (out->size > MAX_CONSTANTS) out->size = MAX_CONSTANTS;
    }
}

/* If there are to be few, the smallest and the largest of these. */
static void few_constants_of(guesser *g, uint32_t arg, term_vec *out)
{
    constants_of(g, arg, out);
    if (g->many || out->size < 3) return;
    out->data[1] = out->data[out->size - 1];
    out->size = 2;
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
static void scaled_ends(guesser *g, const cell_view *view, const term_vec *plain, term_vec *out)
{
    term_store *ts = g->x->ts;
    uint32_t kind = kind_of(g, view->index);
    for (size_t i = 0; i < g->x->scale.size; i++) {
        const rat *c = term_number(ts, g->x->scale.data[i]);
        if (kinds_of_node(g->x, g->x->scale_node.data[i]) != kind || rat_sign(c) < 0 || !sort_is_equal(term_sort(ts, g->x->scale.data[i]), term_sort(ts, param(g, view->index)))) continue;
        for (size_t a = 0; a < plain->size && out->size < (g->many ? MAX_SCALED : MAX_SCALED_FEW); a++) {
            term row = term_mk_add2(ts, term_mk_scale(ts, c, plain->data[a]), g->x->shift.data[i]);
            if (!term_vec_has(out, row)) term_vec_push(out, row);
            for (size_t b = 0; b < plain->size && rat_sign(term_number(ts, g->x->shift.data[i])) == 0; b++) {
                term end = term_mk_add2(ts, row, plain->data[b]);
                if (b != a && !term_vec_has(out, end)) term_vec_push(out, end);
            }
        }
    }
}

/* Numbers that all arguments of the kind may be a multiple of, up to a constant; 0 or 1 if there is none. */
static void step_of(guesser *g, uint32_t arg, rat *out)
{
    for (size_t i = 0; i < g->x->step.size; i++)
        if (kinds_of_node(g->x, g->x->step_node.data[i]) == kind_of(g, arg)) rat_gcd(out, out, term_number(g->x->ts, g->x->step.data[i]));
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
            if (!term_vec_has(out, t)) term_vec_push(out, t);
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
            if (sort_is_equal(term_sort(ts, param(g, i)), term_sort(ts, param(g, j))) && (n <= MAX_MIXED || kind_of(g, i) == kind_of(g, j)))
                guess_order(g, param(g, i), param(g, j));
    }
    term_vec_release(&constants);
}

/* Lower and upper bounds of the group's index; the first one is none. */
static void bounds_of(guesser *g, const cell_view *view, term_vec *low, term_vec *high)
{
    term_store *ts = g->x->ts;
    term k = param(g, view->index);
    term_vec_push(low, term_true(ts));
    term_vec_push(high, term_true(ts));
    if (!term_is_arith(ts, k)) return;
    term_vec ends;
    term_vec_init(&ends);
    few_constants_of(g, view->index, &ends);
    for (size_t i = 0; i < ends.size; i++) {
        term_vec_push(low, term_mk_le(ts, ends.data[i], k));
        term_vec_push(high, term_mk_lt(ts, k, ends.data[i]));
        if (g->many) term_vec_push(high, term_mk_le(ts, k, ends.data[i]));
    }
    term_vec_clear(&ends);
    size_t n = 0;
    for (uint32_t i = 0; i < g->shape->kept.size && n < MAX_BOUNDS; i++) {
        if (!sort_is_equal(term_sort(ts, param(g, i)), term_sort(ts, param(g, view->index))) || kind_of(g, i) != kind_of(g, view->index)) continue;
        term_vec_push(low, term_mk_le(ts, param(g, i), k));
        term_vec_push(low, term_mk_lt(ts, param(g, i), k));
        term_vec_push(high, term_mk_lt(ts, k, param(g, i)));
        term_vec_push(high, term_mk_le(ts, k, param(g, i)));
        term_vec_push(&ends, param(g, i));
        n++;
    }
    term_vec scaled;
    term_vec_init(&scaled);
    scaled_ends(g, view, &ends, &scaled);
    for (size_t i = 0; i < scaled.size; i++) {
        if (g->many) term_vec_push(low, term_mk_le(ts, scaled.data[i], k));
        term_vec_push(high, term_mk_lt(ts, k, scaled.data[i]));
    }
    term_vec_release(&scaled);
    term_vec_release(&ends);
}

/* The weakest comparison last. */
static void compare(term_store *ts, term a, term b, term_vec *out)
{
    term_vec_push(out, term_mk_eq(ts, a, b));
    term_vec_push(out, term_mk_le(ts, a, b));
    term_vec_push(out, term_mk_le(ts, b, a));
    term_vec_push(out, term_mk_not(ts, term_mk_eq(ts, a, b)));
}

/* What may be said about the value that is argument `arg`, of a cell whose index is argument `index`. Values of cells are compared once. */
static void values_of(guesser *g, uint32_t index, uint32_t arg, term_vec *out)
{
    term_store *ts = g->x->ts;
    term v = param(g, arg);
    if (sort_kind_of(ts, term_sort(ts, v)) == SORT_BOOL) {
        term_vec_push(out, v);
        term_vec_push(out, term_mk_not(ts, v));
    }
    for (uint32_t i = 0; i < horn_pred_arity(g->x->h, g->p) && out->size < 4 * MAX_VALUES; i++) {
        bool is_cell = i >= g->shape->kept.size;
        if (i == arg || i == index || (is_cell && i < arg) || !sort_is_equal(term_sort(ts, param(g, i)), term_sort(ts, v))) continue;
        if (!is_numeric(g, i) || (is_cell && !g->many)) term_vec_push(out, term_mk_eq(ts, v, param(g, i)));
        else if (kind_of(g, i) == kind_of(g, arg)) compare(ts, v, param(g, i), out);
    }
    if (!is_numeric(g, arg)) return;
    for (size_t i = 0; i < g->x->written.size; i++) {
        if (kinds_of_node(g->x, g->x->written_node.data[i]) != kind_of(g, arg)) continue;
        term function = kinds_function(g->x, g->x->written.data[i], g->p, param(g, index));
        if (!term_is_none(function)) term_vec_push(out, term_mk_eq(ts, v, function));
    }
    term_vec constants;
    term_vec_init(&constants);
    few_constants_of(g, arg, &constants);
    for (size_t i = 0; i < constants.size; i++) {
        compare(ts, v, constants.data[i], out);
        if (!g->many) term_vec_pop(out);
    }
    term_vec_release(&constants);
}

static void guess_cells(guesser *g, const cell_view *view)
{
    term_store *ts = g->x->ts;
    term_vec low, high, where, values;
    term_vec_init(&low);
    term_vec_init(&high);
    term_vec_init(&where);
    term_vec_init(&values);
    bounds_of(g, view, &low, &high);
    guess_residues(g, view->index, &where);
    if (!where.size) term_vec_push(&where, term_true(ts));
    for (size_t i = 0; i < view->values.size; i++) values_of(g, view->index, view->values.data[i], &values);
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

/* ---- two cells ---- */

/* How the index l goes with k: a function of it, the same, or larger. */
static void ties_of(guesser *g, uint32_t k, uint32_t l, term_vec *out)
{
    term_store *ts = g->x->ts;
    term a = param(g, k), b = param(g, l);
    if (!sort_is_equal(term_sort(ts, a), term_sort(ts, b))) return;
    term_vec_push(out, term_mk_eq(ts, a, b));
    if (sort_kind_of(ts, term_sort(ts, a)) != SORT_INT) return;
    term_vec_push(out, term_mk_lt(ts, a, b));
    for (size_t i = 0; i < g->x->relation.size; i++) {
        term f = kinds_function(g->x, g->x->relation.data[i], g->p, a);
        if (!term_is_none(f)) term_vec_push(out, term_mk_eq(ts, b, f));
    }
}

/* Like bounds_of, but fewer: they come in combination with other indices. */
static void few_bounds(guesser *g, uint32_t index, term_vec *low, term_vec *high)
{
    term_store *ts = g->x->ts;
    term k = param(g, index);
    term_vec_push(low, term_true(ts));
    term_vec_push(high, term_true(ts));
    if (!term_is_arith(ts, k)) return;
    term_vec constants;
    term_vec_init(&constants);
    constants_of(g, index, &constants);
    for (size_t i = 0; i < constants.size && i < MAX_FEW; i++) {
        term_vec_push(low, term_mk_le(ts, constants.data[i], k));
        term_vec_push(high, term_mk_lt(ts, k, constants.data[i]));
    }
    size_t n = 0;
    for (uint32_t i = 0; i < g->shape->kept.size && n < MAX_FEW; i++) {
        if (!sort_is_equal(term_sort(ts, param(g, i)), term_sort(ts, k)) || kind_of(g, i) != kind_of(g, index)) continue;
        term_vec_push(low, term_mk_le(ts, param(g, i), k));
        term_vec_push(high, term_mk_lt(ts, k, param(g, i)));
        n++;
    }
    term_vec_release(&constants);
}

static void pair_values(guesser *g, const cell_view *k, const cell_view *l, term_vec *out)
{
    term_store *ts = g->x->ts;
    for (size_t i = 0; i < k->values.size; i++)
        for (size_t j = 0; j < l->values.size; j++) {
            term v = param(g, k->values.data[i]), w = param(g, l->values.data[j]);
            if (!sort_is_equal(term_sort(ts, v), term_sort(ts, w))) continue;
            term_vec_push(out, term_mk_eq(ts, v, w));
            if (term_is_arith(ts, v)) term_vec_push(out, term_mk_le(ts, v, w));
        }
}

static void guess_pair(guesser *g, const cell_view *k, const cell_view *l)
{
    term_store *ts = g->x->ts;
    term_vec low, high, low_l, high_l, ties, values;
    term_vec_init(&low);
    term_vec_init(&high);
    term_vec_init(&low_l);
    term_vec_init(&high_l);
    term_vec_init(&ties);
    term_vec_init(&values);
    few_bounds(g, k->index, &low, &high);
    few_bounds(g, l->index, &low_l, &high_l);
    ties_of(g, k->index, l->index, &ties);
    pair_values(g, k, l, &values);
    term_vec_append(&high, high_l.data + 1, high_l.size - 1);
    for (size_t t = 0; t < ties.size; t++)
        for (size_t a = 0; a < low.size; a++)
            for (size_t b = 0; b < high.size; b++)
                for (size_t i = 0; i < values.size; i++)
                    guess(g, term_mk_implies(ts, term_mk_and(ts, (term[]){ties.data[t], low.data[a], high.data[b]}, 3), values.data[i]));
    term_vec_release(&low);
    term_vec_release(&high);
    term_vec_release(&low_l);
    term_vec_release(&high_l);
    term_vec_release(&ties);
    term_vec_release(&values);
}

/* Arguments that go together like indices do. */
static void guess_ties(guesser *g)
{
    uint32_t n = (uint32_t)g->shape->kept.size;
    for (size_t r = 0; r < g->x->relation.size; r++)
        for (uint32_t i = 0; i < n && i < MAX_ORDERED; i++)
            for (uint32_t j = 0; j < n && j < MAX_ORDERED; j++) {
                if (i == j || sort_kind_of(g->x->ts, term_sort(g->x->ts, param(g, i))) != SORT_INT) continue;
                if (!sort_is_equal(term_sort(g->x->ts, param(g, i)), term_sort(g->x->ts, param(g, j)))) continue;
                term f = kinds_function(g->x, g->x->relation.data[r], g->p, param(g, i));
                if (!term_is_none(f)) guess(g, term_mk_eq(g->x->ts, param(g, j), f));
            }
}

void cell_guess(const horn *h, const cell_shape *shapes, bool many, term_lists *out)
{
    kinds x;
    kinds_init(&x, h, shapes);
    term_lists_resize(out, horn_pred_count(h));
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        guesser g = {.x = &x, .p = {p}, .shape = &shapes[p], .many = many, .out = &out->data[p]};
        const cell_view_vec *views = &shapes[p].views;
        guess_scalars(&g);
        guess_ties(&g);
        for (size_t i = 0; i < views->size; i++) guess_cells(&g, &views->data[i]);
        for (size_t i = 0; i < views->size; i++)
            for (size_t j = 0; j < views->size; j++)
                if (i != j) guess_pair(&g, &views->data[i], &views->data[j]);
    }
    kinds_release(&x);
}

/* Numbers and Booleans: equations, and bounds by Fourier-Motzkin. */

#include "logic/project_parts.h"

#include "base/map.h"
#include "logic/equation.h"
#include "term/dag.h"

/* Bounds may be combined in pairs as long as there are at most so many more of them after. */
enum { MAX_GROWTH = 4 };

typedef struct elimination {
    term_store *ts;
    evaluator *values;
    term_vec *literals;
    bool failed;
} elimination;

/* coefficient * v + rest, v not in rest. */
typedef struct view {
    term_store *ts;
    term v;
    rat coefficient;
    term_vec rest;
    bool is_nested; /* v occurs inside another term */
} view;

static void view_add(void *context, const rat *coefficient, term t)
{
    view *w = context;
    if (!term_is_none(t) && term_is_equal(t, w->v)) {
        rat_add(&w->coefficient, &w->coefficient, coefficient);
        return;
    }
    if (!term_is_none(t) && dag_has_symbol(w->ts, t, w->v)) w->is_nested = true;
    /* The constant's sort is the variable's. */
    sort s = term_sort(w->ts, w->v);
    term_vec_push(&w->rest, term_is_none(t) ? term_mk_num(w->ts, coefficient, s) : term_mk_scale(w->ts, coefficient, t));
}

/* Reads an equation or order atom as  coefficient * v + rest (op) 0. */
static void view_init(view *w, term_store *ts, term relation, term v)
{
    *w = (view){.ts = ts, .v = v};
    rat_init(&w->coefficient);
    term difference = term_mk_sub(ts, term_arg(ts, relation, 0), term_arg(ts, relation, 1));
    term_linear_each(ts, difference, view_add, w);
}

static void view_release(view *w)
{
    rat_release(&w->coefficient);
    term_vec_release(&w->rest);
}

static term view_rest(view *w)
{
    term zero = sort_kind_of(w->ts, term_sort(w->ts, w->v)) == SORT_INT ? term_mk_int(w->ts, 0) : term_mk_real(w->ts, 0, 1);
    return w->rest.size ? term_mk_add(w->ts, w->rest.data, w->rest.size) : zero;
}

static bool is_order(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    return (k == TERM_EQ || k == TERM_LE || k == TERM_LT) && term_is_arith(ts, term_arg(ts, t, 0));
}

static void substitute(elimination *e, term v, term by)
{
    size_t kept = 0;
    for (size_t i = 0; i < e->literals->size; i++) {
        term t = dag_substitute(e->ts, e->literals->data[i], &v, &by, 1);
        if (term_is_equal(t, term_false(e->ts))) e->failed = true;
        if (!term_is_value(e->ts, t)) e->literals->data[kept++] = t;
    }
    e->literals->size = kept;
}

static void substitute_value(elimination *e, term v)
{
    term value = evaluator_eval(e->values, v, NULL);
    term_vec symbols;
    term_vec_init(&symbols);
    if (!term_is_none(value)) dag_symbols(e->ts, &value, 1, &symbols);
    if (term_is_none(value) || symbols.size) e->failed = true;
    else substitute(e, v, value);
    term_vec_release(&symbols);
}

/* lhs <= c beside lhs >= c becomes lhs = c. */
static void join_bounds(elimination *e)
{
    u32_map seen_at;
    u32_map_init(&seen_at);
    size_t kept = 0;
    for (size_t i = 0; i < e->literals->size; i++) {
        term t = e->literals->data[i];
        if (term_kind_of(e->ts, t) == TERM_LE) {
            term lhs = term_arg(e->ts, t, 0), c = term_arg(e->ts, t, 1);
            uint32_t *other = u32_map_find(&seen_at, term_mk_ge(e->ts, lhs, c).id);
            if (other) {
                e->literals->data[*other] = term_mk_eq(e->ts, lhs, c);
                continue;
            }
            *u32_map_put(&seen_at, t.id, NULL) = (uint32_t)kept;
        }
        e->literals->data[kept++] = t;
    }
    e->literals->size = kept;
    u32_map_release(&seen_at);
}

static bool solve_equation(elimination *e, term v)
{
    for (size_t i = 0; i < e->literals->size; i++) {
        term t = e->literals->data[i];
        if (term_kind_of(e->ts, t) != TERM_EQ || !dag_has_symbol(e->ts, t, v)) continue;
        term by = equation_solve_for(e->ts, t, v);
        if (term_is_none(by)) continue;
        substitute(e, v, by);
        return true;
    }
    return false;
}

/* For an equation c v + s = 0 of integers, c > 1 or c < -1: a v + r (op) 0  as  |c| r - a sign(c) s (op) 0. TERM_NONE if v is nested. */
static term without_multiple(term_store *ts, term t, term v, const rat *c, term s)
{
    term changed = TERM_NONE;
    view w;
    view_init(&w, ts, t, v);
    if (!w.is_nested) {
        rat factor;
        rat_init(&factor);
        rat_abs(&factor, c);
        term r = term_mk_scale(ts, &factor, view_rest(&w)), zero = term_mk_int(ts, 0);
        rat_set(&factor, &w.coefficient);
        if (rat_sign(c) > 0) rat_neg(&factor, &factor);
        term sum = rat_sign(&factor) ? term_mk_add2(ts, r, term_mk_scale(ts, &factor, s)) : r;
        bool is_equation = term_kind_of(ts, t) == TERM_EQ;
        changed = is_equation ? term_mk_eq(ts, sum, zero) : term_mk_le(ts, sum, zero);
        rat_release(&factor);
    }
    view_release(&w);
    return changed;
}

/* An equation in which the integer v has a factor other than 1 and -1: the rest is divisible by it, and v goes from the other literals. */
static bool solve_multiple(elimination *e, term v)
{
    size_t at = 0;
    while (at < e->literals->size && !(term_kind_of(e->ts, e->literals->data[at]) == TERM_EQ && is_order(e->ts, e->literals->data[at]) &&
                                       dag_has_symbol(e->ts, e->literals->data[at], v)))
        at++;
    if (at == e->literals->size) return false;
    view w;
    view_init(&w, e->ts, e->literals->data[at], v);
    bool ok = !w.is_nested && rat_sign(&w.coefficient) != 0;
    term rest = ok ? view_rest(&w) : v;
    term_vec changed;
    term_vec_init(&changed);
    for (size_t i = 0; i < e->literals->size && ok; i++) {
        term t = e->literals->data[i];
        bool has = i != at && dag_has_symbol(e->ts, t, v);
        if (has) t = is_order(e->ts, t) ? without_multiple(e->ts, t, v, &w.coefficient, rest) : TERM_NONE;
        ok = !term_is_none(t);
        if (ok && i != at && !term_is_value(e->ts, t)) term_vec_push(&changed, t);
    }
    if (ok) {
        rat_abs(&w.coefficient, &w.coefficient);
        term divisor = term_mk_num(e->ts, &w.coefficient, sort_int(e->ts));
        term_vec_push(&changed, term_mk_eq(e->ts, term_mk_mod(e->ts, rest, divisor), term_mk_int(e->ts, 0)));
        term_vec_clear(e->literals);
        term_vec_append(e->literals, changed.data, changed.size);
    }
    term_vec_release(&changed);
    view_release(&w);
    return ok;
}

/* factor * v >= side (a lower bound) or factor * v <= side (an upper one); factor > 0. */
typedef struct limit_on {
    rat factor;
    term side;
    bool strict;
} limit_on;
VEC_DECLARE(limit_vec, limit_on);

static void limits_release_all(limit_vec *l)
{
    for (size_t i = 0; i < l->size; i++) rat_release(&l->data[i].factor);
    limit_vec_release(l);
}

/* Sorts what speaks of v into bounds, others stay in `rest`. False if something else speaks of it. */
static bool collect_limits(elimination *e, term v, limit_vec *lower, limit_vec *upper, term_vec *rest)
{
    bool ok = true;
    for (size_t i = 0; i < e->literals->size && ok; i++) {
        term t = e->literals->data[i];
        if (!dag_has_symbol(e->ts, t, v)) {
            term_vec_push(rest, t);
            continue;
        }
        if (!is_order(e->ts, t)) return false;
        view w;
        view_init(&w, e->ts, t, v);
        bool is_equation = term_kind_of(e->ts, t) == TERM_EQ, strict = term_kind_of(e->ts, t) == TERM_LT;
        ok = !w.is_nested && rat_sign(&w.coefficient);
        term side = ok ? view_rest(&w) : v;
        /* c v + r <= 0: for c > 0  c v <= -r, for c < 0  -c v >= r. */
        for (int up = 0; up < 2 && ok; up++) {
            bool positive = rat_sign(&w.coefficient) > 0;
            if (!is_equation && positive != (up == 1)) continue;
            limit_on l = {.strict = strict, .side = positive ? term_mk_neg(e->ts, side) : side};
            rat_init(&l.factor);
            rat_abs(&l.factor, &w.coefficient);
            limit_vec_push(up ? upper : lower, l);
        }
        view_release(&w);
    }
    return ok;
}

/* What follows for the sides from  low <= v <= high. */
static term resolve_bounds(term_store *ts, const limit_on *low, const limit_on *high)
{
    term l = term_mk_scale(ts, &high->factor, low->side), h = term_mk_scale(ts, &low->factor, high->side);
    return low->strict || high->strict ? term_mk_lt(ts, l, h) : term_mk_le(ts, l, h);
}

/* The same for integers, with room enough that one lies between: factors a, b of v leave a gap of at most (a - 1)(b - 1), the "dark shadow"
 * of the Omega test. */
static term resolve_with_room(term_store *ts, const limit_on *low, const limit_on *high)
{
    rat a, b;
    rat_init(&a);
    rat_init(&b);
    rat_set_int(&a, 1);
    rat_sub(&b, &high->factor, &a);
    rat_sub(&a, &low->factor, &a);
    rat_mul(&a, &a, &b);
    term room = term_mk_num(ts, &a, sort_int(ts));
    rat_release(&a);
    rat_release(&b);
    term l = term_mk_scale(ts, &high->factor, low->side), h = term_mk_scale(ts, &low->factor, high->side);
    return term_mk_le(ts, term_mk_add2(ts, l, room), h);
}

/* All pairs of bounds on an integer with room between them, if the model has that: then some integer is between all. */
static bool combine_with_room(elimination *e, const limit_vec *lower, const limit_vec *upper, term_vec *rest)
{
    size_t before = rest->size;
    for (size_t i = 0; i < lower->size; i++)
        for (size_t j = 0; j < upper->size; j++) {
            term t = resolve_with_room(e->ts, &lower->data[i], &upper->data[j]);
            if (!term_is_equal(evaluator_eval(e->values, t, NULL), term_true(e->ts))) {
                rest->size = before;
                return false;
            }
            if (!term_is_value(e->ts, t)) term_vec_push(rest, t);
        }
    return true;
}

static bool is_unit(const limit_vec *l)
{
    for (size_t i = 0; i < l->size; i++)
        if (!rat_is_one(&l->data[i].factor)) return false;
    return true;
}

/* The bound nearest to v in the model: lower bounds from below (sign 1), upper ones from above (sign -1). */
static size_t nearest(elimination *e, const limit_vec *l, int sign)
{
    size_t best = SIZE_MAX;
    rat best_value, value;
    rat_init(&best_value);
    rat_init(&value);
    for (size_t i = 0; i < l->size; i++) {
        term side = evaluator_eval(e->values, l->data[i].side, NULL);
        if (term_is_none(side)) {
            e->failed = true;
            break;
        }
        rat_div(&value, term_number(e->ts, side), &l->data[i].factor);
        int order = best == SIZE_MAX ? 1 : rat_cmp(&value, &best_value) * sign;
        if (order < 0 || (order == 0 && !l->data[i].strict)) continue;
        best = i;
        rat_set(&best_value, &value);
    }
    rat_release(&best_value);
    rat_release(&value);
    return best;
}

static void keep(elimination *e, term_vec *rest, term t)
{
    if (term_is_equal(t, term_false(e->ts))) e->failed = true;
    if (!term_is_value(e->ts, t)) term_vec_push(rest, t);
}

/* All bounds of one kind against the nearest one, `l`: the others are farther, and the other kind lies beyond it. */
static void combine_with_nearest(elimination *e, const limit_vec *same, const limit_vec *other, size_t near, bool is_lower, term_vec *rest)
{
    const limit_on *l = &same->data[near];
    for (size_t i = 0; i < same->size; i++) {
        if (i == near) continue;
        limit_on farther = same->data[i];
        term a = term_mk_scale(e->ts, &l->factor, farther.side), b = term_mk_scale(e->ts, &farther.factor, l->side);
        if (!is_lower) {
            term t = a;
            a = b;
            b = t;
        }
        keep(e, rest, farther.strict && !l->strict ? term_mk_lt(e->ts, a, b) : term_mk_le(e->ts, a, b));
    }
    for (size_t i = 0; i < other->size; i++)
        keep(e, rest, is_lower ? resolve_bounds(e->ts, l, &other->data[i]) : resolve_bounds(e->ts, &other->data[i], l));
}

/* Combines the bounds on v. False if that is not exact or not possible: then v has to become its value. */
static bool combine_bounds(elimination *e, term v)
{
    limit_vec lower, upper;
    term_vec rest;
    limit_vec_init(&lower);
    limit_vec_init(&upper);
    term_vec_init(&rest);
    bool is_int = sort_kind_of(e->ts, term_sort(e->ts, v)) == SORT_INT;
    bool ok = collect_limits(e, v, &lower, &upper, &rest);
    if (ok && lower.size && upper.size) {
        bool exact = !is_int || is_unit(&lower) || is_unit(&upper);
        bool small = lower.size * upper.size <= lower.size + upper.size + MAX_GROWTH;
        if (exact && small) {
            for (size_t i = 0; i < lower.size; i++)
                for (size_t j = 0; j < upper.size; j++) keep(e, &rest, resolve_bounds(e->ts, &lower.data[i], &upper.data[j]));
        } else if (!is_int || !small || !combine_with_room(e, &lower, &upper, &rest)) {
            bool is_lower = lower.size <= upper.size;
            size_t near = is_lower ? nearest(e, &lower, 1) : nearest(e, &upper, -1);
            const limit_vec *same = is_lower ? &lower : &upper;
            ok = near != SIZE_MAX && !e->failed && (!is_int || rat_is_one(&same->data[near].factor));
            if (ok) combine_with_nearest(e, same, is_lower ? &upper : &lower, near, is_lower, &rest);
        }
    }
    if (ok) {
        term_vec_clear(e->literals);
        term_vec_append(e->literals, rest.data, rest.size);
    }
    limits_release_all(&lower);
    limits_release_all(&upper);
    term_vec_release(&rest);
    return ok;
}

/* A literal that is just the symbol holds by choosing it so. */
static void drop_truth(elimination *e, term v)
{
    size_t kept = 0;
    for (size_t i = 0; i < e->literals->size; i++) {
        term t = e->literals->data[i], inner = term_kind_of(e->ts, t) == TERM_NOT ? term_arg(e->ts, t, 0) : t;
        if (!term_is_equal(inner, v)) e->literals->data[kept++] = t;
    }
    e->literals->size = kept;
}

static bool is_used(const elimination *e, term v)
{
    for (size_t i = 0; i < e->literals->size; i++)
        if (dag_has_symbol(e->ts, e->literals->data[i], v)) return true;
    return false;
}

static void eliminate_one(elimination *e, term v)
{
    if (term_is_bool(e->ts, v)) {
        drop_truth(e, v);
    } else if (term_is_arith(e->ts, v)) {
        if (sort_kind_of(e->ts, term_sort(e->ts, v)) == SORT_INT && solve_multiple(e, v)) return;
        if (combine_bounds(e, v)) return;
    }
    if (!e->failed && is_used(e, v)) substitute_value(e, v);
}

bool project_scalars(term_store *ts, evaluator *values, const term *vars, size_t n, term_vec *literals)
{
    elimination e = {.ts = ts, .values = values, .literals = literals};
    join_bounds(&e);
    term_vec left, used;
    term_vec_init(&left);
    term_vec_init(&used);
    dag_symbols(ts, literals->data, literals->size, &used);
    u32_map wanted;
    u32_map_init(&wanted);
    for (size_t i = 0; i < n; i++) u32_map_put(&wanted, vars[i].id, NULL);
    for (size_t i = 0; i < used.size; i++)
        if (u32_map_find(&wanted, used.data[i].id) && !solve_equation(&e, used.data[i])) term_vec_push(&left, used.data[i]);
    for (size_t i = 0; i < left.size && !e.failed; i++) {
        join_bounds(&e);
        if (!solve_equation(&e, left.data[i])) eliminate_one(&e, left.data[i]);
    }
    u32_map_release(&wanted);
    term_vec_release(&left);
    term_vec_release(&used);
    return !e.failed;
}

#include "pass/accelerate/loop.h"

#include "logic/polynomial.h"

enum { MAX_DEGREE = 3, TOO_MANY = MAX_DEGREE + 2 };

typedef struct iteration {
    arena *mem;
    term_store *ts;
    const loop_case *c;
    substitution *step; /* one turn; arguments that are reset become unknown */
    term_vec constant; /* symbols with the same value in all turns */
    term_vec reset; /* arguments whose new value is over constant symbols; what they were before does not matter */
    bool *is_reset; /* by argument */
    term turns, c2, c3;
    bool uses_c2, uses_c3;
    term_vec conditions, exact_if;
} iteration;

/* ---- which arguments change, and how ---- */

static bool has_any(const term_store *ts, term t, const term_vec *symbols)
{
    for (size_t i = 0; i < symbols->size; i++)
        if (dag_has_symbol(ts, t, symbols->data[i])) return true;
    return false;
}

static bool is_constant(const iteration *it, term t)
{
    term_vec own;
    term_vec_init(&own);
    dag_symbols(it->ts, &t, 1, &own);
    bool constant = true;
    for (size_t i = 0; i < own.size && constant; i++) constant = term_vec_has(&it->constant, own.data[i]);
    term_vec_release(&own);
    return constant;
}

/* Inputs that are added up, or compared with what changes, may be others in each turn, which the iterate leaves out. */
static void require_same_inputs(iteration *it, term t)
{
    if (has_any(it->ts, t, &it->c->inputs)) term_vec_push(&it->exact_if, term_false(it->ts));
}

static void classify(iteration *it)
{
    const loop_case *c = it->c;
    term_vec_append(&it->constant, c->inputs.data, c->inputs.size);
    for (size_t i = 0; i < c->arity; i++)
        if (term_is_equal(c->next[i], c->vars[i])) term_vec_push(&it->constant, c->vars[i]);
    for (size_t i = 0; i < c->arity; i++) {
        if (term_is_equal(c->next[i], c->vars[i])) continue;
        it->is_reset[i] = is_constant(it, c->next[i]);
        if (it->is_reset[i]) {
            term_vec_push(&it->reset, c->vars[i]);
            continue;
        }
        substitution_set(it->step, c->vars[i], c->next[i]);
        require_same_inputs(it, c->next[i]);
    }
}

/* The sums and products in t are of symbols, or of terms that do not change. */
static bool is_polynomial(const iteration *it, term t)
{
    term_vec all;
    term_vec_init(&all);
    bool ok = true;
    term_vec_push(&all, t);
    while (all.size && ok) {
        term s = term_vec_pop(&all);
        term_kind kind = term_kind_of(it->ts, s);
        if (kind == TERM_ADD || kind == TERM_SCALE || kind == TERM_MUL) term_vec_append(&all, term_args(it->ts, s), term_arity(it->ts, s));
        else ok = kind == TERM_SYM || kind == TERM_NUM || is_constant(it, s);
    }
    term_vec_release(&all);
    return ok;
}

/* ---- Newton's formula ---- */

/* The differences of p: d[0] = p, d[1] = D p, ..; returns how many are not 0, or TOO_MANY. */
static size_t differences(iteration *it, term p, term *d)
{
    if (sort_kind_of(it->ts, term_sort(it->ts, p)) != SORT_INT) return TOO_MANY;
    term next = polynomial_expand(it->ts, p);
    for (size_t n = 0; n <= MAX_DEGREE + 1; n++) {
        if (term_is_none(next)) return TOO_MANY;
        if (polynomial_is_number(it->ts, next, 0)) return n;
        if (!is_polynomial(it, next) || has_any(it->ts, next, &it->reset)) return TOO_MANY;
        if (n <= MAX_DEGREE) d[n] = next;
        next = polynomial_difference(it->ts, next, it->step);
    }
    return TOO_MANY;
}

/* C(turns, d), or C(turns - 1, d). */
static term binomial(iteration *it, size_t d, bool before_last)
{
    term_store *ts = it->ts;
    if (d == 0) return term_mk_int(ts, 1);
    if (before_last) return term_mk_sub(ts, binomial(it, d, false), binomial(it, d - 1, true)); /* Pascal's triangle */
    it->uses_c2 |= d > 1;
    it->uses_c3 |= d > 2;
    return d == 1 ? it->turns : d == 2 ? it->c2 : it->c3;
}

/* The value after all turns, or at the start of the last one. */
static term value_at(iteration *it, const term *d, size_t n, bool before_last)
{
    term sum = term_mk_int(it->ts, 0);
    for (size_t i = 0; i < n; i++) sum = term_mk_add2(it->ts, sum, term_mk_mul2(it->ts, d[i], binomial(it, i, before_last)));
    return sum;
}

static bool set_after(iteration *it, term *after)
{
    const loop_case *c = it->c;
    term no_turn = term_mk_le(it->ts, it->turns, term_mk_int(it->ts, 0));
    for (size_t i = 0; i < c->arity; i++) {
        term d[MAX_DEGREE + 1];
        if (term_is_equal(c->next[i], c->vars[i])) {
            after[i] = c->vars[i];
        } else if (it->is_reset[i]) {
            after[i] = term_mk_ite(it->ts, no_turn, c->vars[i], c->next[i]);
        } else {
            size_t n = differences(it, c->vars[i], d);
            if (n == TOO_MANY) return false;
            after[i] = value_at(it, d, n, false);
        }
    }
    return true;
}

/* ---- guards ---- */

static int sign_of(const term_store *ts, term t) { return term_kind_of(ts, t) == TERM_NUM ? rat_sign(term_number(ts, t)) : 0; }

/* Where it is at least one turn. */
static void require(iteration *it, term holds)
{
    term no_turn = term_mk_le(it->ts, it->turns, term_mk_int(it->ts, 0));
    term_vec_push(&it->conditions, term_mk_or2(it->ts, no_turn, holds));
}

/* p <= bound in all turns. Its largest value is at an end if p is linear in the number of turns, or convex; or if it only falls. */
static bool require_at_most(iteration *it, term p, term bound)
{
    term d[MAX_DEGREE + 1];
    size_t n = differences(it, p, d);
    if (n == TOO_MANY) return false;
    term first = term_mk_le(it->ts, p, bound), last = term_mk_le(it->ts, value_at(it, d, n, true), bound), zero = term_mk_int(it->ts, 0);
    bool is_linear = n <= 2, is_convex = n == 3 && sign_of(it->ts, d[2]) > 0;
    if (is_linear || is_convex) {
        if (!(n == 2 && sign_of(it->ts, d[1]) > 0)) require(it, first);
        if (n > 1 && !(is_linear && sign_of(it->ts, d[1]) < 0)) require(it, last);
        return true;
    }
    /* All differences have one sign at first: so they have in all turns. */
    term_vec falls, rises;
    term_vec_init(&falls);
    term_vec_init(&rises);
    for (size_t i = 1; i < n; i++) {
        term_vec_push(&falls, term_mk_le(it->ts, d[i], zero));
        term_vec_push(&rises, term_mk_ge(it->ts, d[i], zero));
    }
    term all_fall = term_mk_and(it->ts, falls.data, falls.size), all_rise = term_mk_and(it->ts, rises.data, rises.size);
    term side = term_mk_or2(it->ts, all_fall, all_rise);
    term_vec_release(&falls);
    term_vec_release(&rises);
    require(it, first);
    require(it, last);
    require(it, side);
    term_vec_push(&it->exact_if, side);
    return true;
}

/* p = value in all turns: there is one turn only, or p stays. */
static bool require_equal(iteration *it, term p, term value)
{
    term d[MAX_DEGREE + 1], zero = term_mk_int(it->ts, 0), one = term_mk_int(it->ts, 1);
    size_t n = differences(it, p, d);
    if (n > 2) return false;
    require(it, term_mk_eq(it->ts, p, value));
    if (n == 2) term_vec_push(&it->conditions, term_mk_or2(it->ts, term_mk_le(it->ts, it->turns, one), term_mk_eq(it->ts, d[1], zero)));
    return true;
}

static bool add_guard(iteration *it, term g)
{
    if (is_constant(it, g)) {
        require(it, g);
        return true;
    }
    require_same_inputs(it, g);
    term_kind kind = term_kind_of(it->ts, g);
    if (kind != TERM_LE && kind != TERM_EQ) return false;
    term left = term_arg(it->ts, g, 0), right = term_arg(it->ts, g, 1);
    if (!term_is_arith(it->ts, left)) return false;
    term p = term_mk_sub(it->ts, left, right), zero = term_mk_int(it->ts, 0);
    if (sort_kind_of(it->ts, term_sort(it->ts, left)) != SORT_INT) return false;
    return kind == TERM_LE ? require_at_most(it, p, zero) : require_equal(it, p, zero);
}

/* What the variables for binomial coefficients are. */
static void define_binomials(iteration *it)
{
    term_store *ts = it->ts;
    term one = term_mk_int(ts, 1), two = term_mk_int(ts, 2), three = term_mk_int(ts, 3);
    term_vec_push(&it->conditions, term_mk_ge(ts, it->turns, term_mk_int(ts, 0)));
    if (it->uses_c2 || it->uses_c3) {
        term product = polynomial_expand(ts, term_mk_mul2(ts, it->turns, term_mk_sub(ts, it->turns, one)));
        term_vec_push(&it->conditions, term_mk_eq(ts, term_mk_mul2(ts, two, it->c2), product));
    }
    if (it->uses_c3) {
        term product = polynomial_expand(ts, term_mk_mul2(ts, it->c2, term_mk_sub(ts, it->turns, two)));
        term_vec_push(&it->conditions, term_mk_eq(ts, term_mk_mul2(ts, three, it->c3), product));
    }
}

static void iteration_init(iteration *it, arena *mem, term_store *ts, const loop_case *c)
{
    *it = (iteration){.mem = mem, .ts = ts, .c = c, .step = substitution_new(ts)};
    it->is_reset = arena_alloc(mem, (c->arity + 1) * sizeof *it->is_reset);
    for (size_t i = 0; i < c->arity; i++) it->is_reset[i] = false;
    it->turns = term_mk_fresh(ts, "turns", sort_int(ts));
    it->c2 = term_mk_fresh(ts, "turns2", sort_int(ts));
    it->c3 = term_mk_fresh(ts, "turns3", sort_int(ts));
}

static void iteration_release(iteration *it)
{
    substitution_free(it->step);
    term_vec_release(&it->constant);
    term_vec_release(&it->reset);
    term_vec_release(&it->conditions);
    term_vec_release(&it->exact_if);
}

bool loop_iterate_find(arena *mem, term_store *ts, const loop_case *c, loop_iterate *out)
{
    iteration it;
    iteration_init(&it, mem, ts, c);
    classify(&it);
    term *after = arena_alloc(mem, (c->arity + 1) * sizeof *after);
    bool ok = set_after(&it, after);
    for (size_t i = 0; i < c->guards.size && ok; i++) ok = add_guard(&it, c->guards.data[i]);
    if (ok) define_binomials(&it);
    *out = (loop_iterate){.turns = it.turns,
                          .condition = term_mk_and(ts, it.conditions.data, it.conditions.size),
                          .exact_if = term_mk_and(ts, it.exact_if.data, it.exact_if.size),
                          .after = after};
    iteration_release(&it);
    return ok;
}

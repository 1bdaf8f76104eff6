#include "recurrence/loop.h"

#include "term/polynomial.h"

#include "base/alloc.h"

#include <stdlib.h>
#include <string.h>

/* Turns of loops with geometric growth that are told apart, at most: numbers of 64 bits are doubled no more often. */
enum { MAX_DEGREE = LOOP_DEGREE, MAX_TABLE = 66 };

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
    size_t table; /* turns that are told apart where something grows geometrically */
    bool uses_table;
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

/* The differences of a polynomial p, d[0] = p, d[1] = D p, .., as many as are not 0. If `ratio` is not 0 they do not end, but repeat: D d[n-1] = (ratio - 1) d[n-1]. */
typedef struct growth {
    term d[MAX_DEGREE + 1];
    size_t n;
    int64_t ratio;
} growth;

/* False if it does not come to an end. */
static bool find_growth(iteration *it, term p, growth *out)
{
    *out = (growth){.n = 0};
    if (sort_kind_of(it->ts, term_sort(it->ts, p)) != SORT_INT) return false;
    term next = polynomial_expand(it->ts, p);
    for (; out->n <= MAX_DEGREE + 1; out->n++) {
        int64_t factor;
        if (term_is_none(next)) return false;
        if (polynomial_is_number(it->ts, next, 0)) return true;
        if (!is_polynomial(it, next) || has_any(it->ts, next, &it->reset)) return false;
        if (out->n > 1 && polynomial_ratio(it->ts, out->d[out->n - 1], next, &factor)) {
            out->ratio = factor + 1;
            return out->ratio > 1 || (out->ratio < 0 && out->n == 2);
        }
        if (out->n <= MAX_DEGREE) out->d[out->n] = next;
        next = polynomial_difference(it->ts, next, it->step);
    }
    return false;
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

/* d * S(turns), or S(turns - 1), where S sums the powers of -1: 0, 1, 0, 1, .. */
static term alternating(iteration *it, term d, bool before_last)
{
    term_store *ts = it->ts;
    term zero = term_mk_int(ts, 0), odd = term_mk_eq(ts, term_mk_mod(ts, it->turns, term_mk_int(ts, 2)), term_mk_int(ts, 1));
    return before_last ? term_mk_ite(ts, odd, zero, d) : term_mk_ite(ts, odd, d, zero);
}

/* sums[k][i]: i times summed up, the powers of the ratio before the k-th. */
typedef struct power_sums {
    rat of[MAX_TABLE + 1][MAX_DEGREE + 1];
} power_sums;

static power_sums *power_sums_new(int64_t ratio)
{
    power_sums *s = alloc_zeroed(1, sizeof *s);
    rat a;
    rat_init(&a);
    rat_set_int(&a, ratio);
    for (size_t k = 0; k <= MAX_TABLE; k++) {
        for (size_t i = 0; i <= MAX_DEGREE; i++) rat_init(&s->of[k][i]);
        if (k == 0) rat_set_int(&s->of[0][0], 1);
        else rat_mul(&s->of[k][0], &s->of[k - 1][0], &a);
        for (size_t i = 1; i <= MAX_DEGREE && k > 0; i++) rat_add(&s->of[k][i], &s->of[k - 1][i], &s->of[k - 1][i - 1]);
    }
    rat_release(&a);
    return s;
}

static void power_sums_free(power_sums *s)
{
    for (size_t k = 0; k <= MAX_TABLE; k++)
        for (size_t i = 0; i <= MAX_DEGREE; i++) rat_release(&s->of[k][i]);
    free(s);
}

/* The same where the ratio is greater than 1, or less than -1: by cases of how many turns there are, which are few since numbers grow fast. */
static term geometric(iteration *it, const growth *g, size_t before)
{
    term_store *ts = it->ts;
    power_sums *sums = power_sums_new(g->ratio);
    term d = g->d[g->n - 1], value = TERM_NONE;
    it->uses_table = true;
    for (size_t k = it->table + 1; k-- > 0;) {
        term now = polynomial_expand(ts, term_mk_scale(ts, &sums->of[k > before ? k - before : 0][g->n - 1], d));
        value = term_is_none(value) ? now : term_mk_ite(ts, term_mk_le(ts, it->turns, term_mk_int(ts, (int64_t)k)), now, value);
    }
    power_sums_free(sums);
    return value;
}

/* The value after all turns but the last ones, 0 or 1 of them; 2 where it only grows geometrically. */
static term value_at(iteration *it, const growth *g, size_t before)
{
    assert(before < 2 || (g->ratio && g->n == 2));
    term sum = term_mk_int(it->ts, 0);
    size_t n = g->ratio ? g->n - 1 : g->n;
    for (size_t i = 0; i < n; i++) sum = term_mk_add2(it->ts, sum, term_mk_mul2(it->ts, g->d[i], binomial(it, i, before > 0)));
    if (!g->ratio) return sum;
    return term_mk_add2(it->ts, sum, g->ratio == -1 ? alternating(it, g->d[n], before > 0) : geometric(it, g, before));
}

/* What the last turn makes of the values at its start: of an argument that does not depend on what it was before. TERM_NONE: these are not known. */
static term set_by_last_turn(iteration *it, size_t argument)
{
    const loop_case *c = it->c;
    term next = c->next[argument];
    substitution *s = substitution_new(it->ts);
    bool known = !has_any(it->ts, next, &it->reset) && !dag_has_symbol(it->ts, next, c->vars[argument]);
    for (size_t i = 0; i < c->arity && known; i++) {
        growth g;
        if (term_is_equal(c->next[i], c->vars[i]) || !dag_has_symbol(it->ts, next, c->vars[i])) continue;
        known = find_growth(it, c->vars[i], &g);
        if (known) substitution_set(s, c->vars[i], value_at(it, &g, 1));
    }
    term value = known ? substitution_apply(s, next) : TERM_NONE;
    substitution_free(s);
    return value;
}

static bool set_after(iteration *it, term *after)
{
    const loop_case *c = it->c;
    term no_turn = term_mk_le(it->ts, it->turns, term_mk_int(it->ts, 0));
    for (size_t i = 0; i < c->arity; i++) {
        growth g;
        if (term_is_equal(c->next[i], c->vars[i])) {
            after[i] = c->vars[i];
        } else if (it->is_reset[i]) {
            after[i] = term_mk_ite(it->ts, no_turn, c->vars[i], c->next[i]);
        } else if (find_growth(it, c->vars[i], &g)) {
            after[i] = value_at(it, &g, 0);
        } else {
            term set = set_by_last_turn(it, i);
            if (term_is_none(set)) return false;
            after[i] = term_mk_ite(it->ts, no_turn, c->vars[i], set);
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

/* Have all differences one sign at first? So they have in all turns. */
static term is_monotone(iteration *it, const growth *g)
{
    term zero = term_mk_int(it->ts, 0), fall = term_true(it->ts), rise = fall;
    for (size_t i = 1; i < g->n; i++) {
        fall = term_mk_and2(it->ts, fall, term_mk_le(it->ts, g->d[i], zero));
        rise = term_mk_and2(it->ts, rise, term_mk_ge(it->ts, g->d[i], zero));
    }
    return term_mk_or2(it->ts, fall, rise);
}

/* What alternates, p + d[1] (1 + r + .. + r^(k-1)) with a ratio r < 0 of -1 or less, only rises or only falls in every second turn, so that its largest value is in the first
 * two turns or in the last two. With -1 these are the same. */
static void require_alternating_at_most(iteration *it, const growth *g, term p, term bound)
{
    term_store *ts = it->ts;
    term one_turn = term_mk_le(ts, it->turns, term_mk_int(ts, 1));
    require(it, term_mk_le(ts, p, bound));
    term_vec_push(&it->conditions, term_mk_or2(ts, one_turn, term_mk_le(ts, term_mk_add2(ts, p, g->d[1]), bound)));
    if (g->ratio == -1) return;
    require(it, term_mk_le(ts, value_at(it, g, 1), bound));
    term_vec_push(&it->conditions, term_mk_or2(ts, one_turn, term_mk_le(ts, value_at(it, g, 2), bound)));
}

/* p <= bound in all turns. Its largest value is at an end if p is linear in the number of turns, or convex; if it only falls or rises. */
static bool require_at_most(iteration *it, term p, term bound)
{
    growth g;
    if (!find_growth(it, p, &g)) return false;
    term_store *ts = it->ts;
    term first = term_mk_le(ts, p, bound);
    if (g.ratio < 0) {
        require_alternating_at_most(it, &g, p, bound);
        return true;
    }
    term last = term_mk_le(ts, value_at(it, &g, 1), bound);
    bool is_simple = g.n <= 2, is_convex = g.n == 3 && sign_of(ts, g.d[2]) > 0;
    int slope = g.n == 2 ? sign_of(ts, g.d[1]) : 0;
    if (slope <= 0) require(it, first);
    if (g.n > 1 && slope >= 0) require(it, last);
    if (is_simple || is_convex) return true;
    term side = is_monotone(it, &g);
    if (g.n == 3) side = term_mk_or2(ts, side, term_mk_ge(ts, g.d[2], term_mk_int(ts, 0)));
    require(it, side);
    term_vec_push(&it->exact_if, side);
    return true;
}

/* p = value in all turns: there is one turn only, or p stays. */
static bool require_equal(iteration *it, term p, term value)
{
    growth g;
    if (!find_growth(it, p, &g) || g.n > 2) return false;
    term zero = term_mk_int(it->ts, 0), one = term_mk_int(it->ts, 1);
    require(it, term_mk_eq(it->ts, p, value));
    if (g.n == 2) term_vec_push(&it->conditions, term_mk_or2(it->ts, term_mk_le(it->ts, it->turns, one), term_mk_eq(it->ts, g.d[1], zero)));
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

/* ---- how long geometric growth can go on ---- */

static void raise_to_size(const term_store *ts, term t, uint32_t *bits)
{
    if (term_kind_of(ts, t) != TERM_NUM) return;
    rat size, power;
    rat_init(&size);
    rat_init(&power);
    rat_abs(&size, term_number(ts, t));
    for (rat_set_pow2(&power, *bits); *bits < MAX_TABLE - 2 && rat_cmp(&size, &power) > 0; rat_set_pow2(&power, *bits)) ++*bits;
    rat_release(&size);
    rat_release(&power);
}

/* As many turns as it takes to double something beyond all numbers in the guards; with small ones only, beyond those of machines. */
static size_t size_of_table(const iteration *it)
{
    enum { SMALL = 12 };
    term_vec all;
    term_vec_init(&all);
    dag_subterms(it->ts, it->c->guards.data, it->c->guards.size, &all);
    uint32_t bits = 0;
    for (size_t i = 0; i < all.size; i++) raise_to_size(it->ts, all.data[i], &bits);
    term_vec_release(&all);
    return bits < SMALL ? MAX_TABLE : bits + 2;
}

/* The guards, after n turns. */
static term guards_after(iteration *it, int64_t n)
{
    const loop_case *c = it->c;
    term_store *ts = it->ts;
    substitution *at_end = substitution_new(ts), *turns = substitution_new(ts);
    substitution_set(turns, it->turns, term_mk_int(ts, n));
    substitution_set(turns, it->c2, term_mk_int(ts, n * (n - 1) / 2));
    substitution_set(turns, it->c3, term_mk_int(ts, n * (n - 1) * (n - 2) / 6));
    for (size_t i = 0; i < c->arity; i++) {
        growth g;
        if (it->is_reset[i]) substitution_set(at_end, c->vars[i], c->next[i]);
        else if (term_is_equal(c->next[i], c->vars[i])) continue;
        else if (find_growth(it, c->vars[i], &g)) substitution_set(at_end, c->vars[i], substitution_apply(turns, value_at(it, &g, 0)));
        else substitution_set(at_end, c->vars[i], substitution_apply(turns, set_by_last_turn(it, i)));
    }
    term guards = substitution_apply(at_end, term_mk_and(ts, c->guards.data, c->guards.size));
    substitution_free(at_end);
    substitution_free(turns);
    return guards;
}

/* One more turn than the table has is not possible: the guards do not hold both before and after the table's last. (What alternates may be on the right side of a
 * bound after every second turn.) */
static void require_end_of_table(iteration *it)
{
    term_store *ts = it->ts;
    int64_t n = (int64_t)it->table;
    term_vec_push(&it->conditions, term_mk_le(ts, it->turns, term_mk_int(ts, n)));
    term again = term_mk_and2(ts, guards_after(it, n - 1), guards_after(it, n));
    term_vec_push(&it->exact_if, term_mk_not(ts, again));
}

static void iteration_init(iteration *it, arena *mem, term_store *ts, const loop_case *c)
{
    *it = (iteration){.mem = mem, .ts = ts, .c = c, .step = substitution_new(ts)};
    it->is_reset = arena_alloc(mem, (c->arity + 1) * sizeof *it->is_reset);
    for (size_t i = 0; i < c->arity; i++) it->is_reset[i] = false;
    it->table = size_of_table(it);
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
    if (ok && it.uses_table) require_end_of_table(&it);
    if (ok) define_binomials(&it);
    *out = (loop_iterate){.turns = it.turns,
                          .condition = term_mk_and(ts, it.conditions.data, it.conditions.size),
                          .exact_if = term_mk_and(ts, it.exact_if.data, it.exact_if.size),
                          .after = after};
    iteration_release(&it);
    return ok;
}

void loop_growths_find(term_store *ts, const loop_case *c, loop_growth *out)
{
    arena mem;
    arena_init(&mem);
    iteration it;
    iteration_init(&it, &mem, ts, c);
    classify(&it);
    for (size_t i = 0; i < c->arity; i++) {
        growth g;
        out[i].n = 0;
        if (it.is_reset[i] || !find_growth(&it, c->vars[i], &g) || g.ratio) continue;
        bool has_input = false;
        for (size_t k = 0; k < g.n; k++) has_input |= has_any(ts, g.d[k], &c->inputs);
        memcpy(out[i].d, g.d, sizeof g.d);
        out[i].n = has_input ? 0 : g.n;
    }
    iteration_release(&it);
    arena_release(&mem);
}

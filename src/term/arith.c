/* Linear forms, sums, products, divisions and order atoms. */

#include "term/store.h"

#include "term/numeral.h"

#include <stdlib.h>

/* ---- linear forms ---- */

void linear_init(linear *l)
{
    monomial_vec_init(&l->monomials);
    rat_init(&l->constant);
}

void linear_release(linear *l)
{
    for (size_t i = 0; i < l->monomials.size; i++) rat_release(&l->monomials.data[i].c);
    monomial_vec_release(&l->monomials);
    rat_release(&l->constant);
}

static void add_monomial(linear *l, const rat *c, const rat *scale, term t)
{
    monomial m = {.t = t};
    rat_init(&m.c);
    if (scale)
        rat_mul(&m.c, c, scale);
    else
        rat_set(&m.c, c);
    monomial_vec_push(&l->monomials, m);
}

static void add_simple(linear *l, const term_store *ts, const rat *c, term t)
{
    if (store_kind(ts, t) == TERM_NUM)
        rat_addmul(&l->constant, c, term_number(ts, t));
    else if (store_kind(ts, t) == TERM_SCALE)
        add_monomial(l, c, term_number(ts, store_arg(ts, t, 0)), store_arg(ts, t, 1));
    else
        add_monomial(l, c, NULL, t);
}

void linear_add(linear *l, const term_store *ts, const rat *c, term t, bool deep)
{
    const node *n = store_node(ts, t);
    if (n->kind != TERM_ADD || (!deep && n->n_args > STORE_FLATTEN_SUM)) {
        add_simple(l, ts, c, t);
        return;
    }
    for (size_t i = 0; i < n->n_args; i++) add_simple(l, ts, c, store_arg(ts, t, i));
}

static int compare_monomials(const void *a, const void *b)
{
    uint32_t x = ((const monomial *)a)->t.id, y = ((const monomial *)b)->t.id;
    return (x > y) - (x < y);
}

void linear_normalise(linear *l)
{
    monomial *m = l->monomials.data;
    size_t n = l->monomials.size, kept = 0;
    if (n > 1) qsort(m, n, sizeof *m, compare_monomials);
    for (size_t i = 0; i < n; i++) {
        if (kept && m[kept - 1].t.id == m[i].t.id) {
            rat_add(&m[kept - 1].c, &m[kept - 1].c, &m[i].c);
            rat_release(&m[i].c);
        } else {
            if (kept && rat_sign(&m[kept - 1].c) == 0) rat_release(&m[--kept].c);
            m[kept++] = m[i];
        }
    }
    if (kept && rat_sign(&m[kept - 1].c) == 0) rat_release(&m[--kept].c);
    l->monomials.size = kept;
}

static term monomial_term(term_store *ts, const monomial *m, sort s)
{
    if (rat_is_one(&m->c)) return m->t;
    term c = term_mk_num(ts, &m->c, s);
    return store_intern(ts, TERM_SCALE, s, 0, 0, (term[]){c, m->t}, 2);
}

static term sum_term(linear *l, term_store *ts, sort s, bool with_constant)
{
    term_vec args;
    term_vec_init(&args);
    if (with_constant && rat_sign(&l->constant) != 0) term_vec_push(&args, term_mk_num(ts, &l->constant, s));
    for (size_t i = 0; i < l->monomials.size; i++) term_vec_push(&args, monomial_term(ts, &l->monomials.data[i], s));
    assert(args.size > 0);
    term t = args.size == 1 ? args.data[0] : store_intern(ts, TERM_ADD, s, 0, 0, args.data, args.size);
    term_vec_release(&args);
    return t;
}

term linear_to_term(linear *l, term_store *ts, sort s)
{
    if (l->monomials.size == 0) return term_mk_num(ts, &l->constant, s);
    return sum_term(l, ts, s, true);
}

static void scale_all(linear *l, const rat *c)
{
    for (size_t i = 0; i < l->monomials.size; i++) rat_mul(&l->monomials.data[i].c, &l->monomials.data[i].c, c);
    rat_mul(&l->constant, &l->constant, c);
}

/* l := a - b, opened and normalised. */
static void difference(linear *l, const term_store *ts, term a, term b)
{
    rat one, minus_one;
    rat_init(&one);
    rat_init(&minus_one);
    rat_set_int(&one, 1);
    rat_set_int(&minus_one, -1);
    linear_init(l);
    linear_add(l, ts, &one, a, true);
    linear_add(l, ts, &minus_one, b, true);
    linear_normalise(l);
    rat_release(&one);
    rat_release(&minus_one);
}

/* Divides the form by the gcd of its coefficients (Int) or the first one's absolute value (Real). The constant may become a
 * fraction on Int. */
static void reduce(linear *l, bool is_int)
{
    rat g;
    rat_init(&g);
    if (is_int)
        for (size_t i = 0; i < l->monomials.size && !rat_is_one(&g); i++) rat_gcd(&g, &g, &l->monomials.data[i].c);
    else
        rat_abs(&g, &l->monomials.data[0].c);
    if (!rat_is_one(&g)) {
        rat_inv(&g, &g);
        scale_all(l, &g);
    }
    rat_release(&g);
}

static bool is_int_term(const term_store *ts, term t) { return sort_kind_of(ts, term_sort(ts, t)) == SORT_INT; }

/* ---- atoms ---- */

/* The atom  monomials + constant <= 0  (or < 0), monomials not empty. */
static term order_atom(term_store *ts, linear *l, sort s, bool strict)
{
    bool is_int = sort_kind_of(ts, s) == SORT_INT;
    if (is_int && strict) {
        rat one;
        rat_init(&one);
        rat_set_int(&one, 1);
        rat_add(&l->constant, &l->constant, &one);
        rat_release(&one);
    }
    reduce(l, is_int);
    if (is_int) rat_ceil(&l->constant, &l->constant);
    rat_neg(&l->constant, &l->constant);
    term rhs = term_mk_num(ts, &l->constant, s), lhs = sum_term(l, ts, s, false);
    return store_intern(ts, strict && !is_int ? TERM_LT : TERM_LE, sort_bool(ts), 0, 0, (term[]){lhs, rhs}, 2);
}

static term mk_order(term_store *ts, term a, term b, bool strict)
{
    assert(sort_is_equal(term_sort(ts, a), term_sort(ts, b)) && term_is_arith(ts, a));
    linear l;
    difference(&l, ts, a, b);
    term r;
    if (l.monomials.size == 0)
        r = term_mk_bool(ts, strict ? rat_sign(&l.constant) < 0 : rat_sign(&l.constant) <= 0);
    else
        r = order_atom(ts, &l, term_sort(ts, a), strict);
    linear_release(&l);
    return r;
}

term term_mk_le(term_store *ts, term a, term b) { return mk_order(ts, a, b, false); }
term term_mk_lt(term_store *ts, term a, term b) { return mk_order(ts, a, b, true); }
term term_mk_ge(term_store *ts, term a, term b) { return mk_order(ts, b, a, false); }
term term_mk_gt(term_store *ts, term a, term b) { return mk_order(ts, b, a, true); }

term linear_mk_eq(term_store *ts, term a, term b)
{
    sort s = term_sort(ts, a);
    linear l;
    difference(&l, ts, a, b);
    term r;
    if (l.monomials.size == 0) {
        r = term_mk_bool(ts, rat_sign(&l.constant) == 0);
    } else {
        reduce(&l, is_int_term(ts, a));
        if (is_int_term(ts, a) && !rat_is_integer(&l.constant)) {
            r = term_false(ts);
        } else {
            bool flip = rat_sign(&l.monomials.data[0].c) < 0;
            for (size_t i = 0; flip && i < l.monomials.size; i++) rat_neg(&l.monomials.data[i].c, &l.monomials.data[i].c);
            if (!flip) rat_neg(&l.constant, &l.constant);
            term rhs = term_mk_num(ts, &l.constant, s), lhs = sum_term(&l, ts, s, false);
            r = store_intern(ts, TERM_EQ, sort_bool(ts), 0, 0, (term[]){lhs, rhs}, 2);
        }
    }
    linear_release(&l);
    return r;
}

/* ---- sums and products ---- */

term term_mk_add(term_store *ts, const term *args, size_t n)
{
    assert(n > 0);
    sort s = term_sort(ts, args[0]);
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    linear l;
    linear_init(&l);
    for (size_t i = 0; i < n; i++) {
        assert(sort_is_equal(term_sort(ts, args[i]), s));
        linear_add(&l, ts, &one, args[i], false);
    }
    linear_normalise(&l);
    term t = linear_to_term(&l, ts, s);
    linear_release(&l);
    rat_release(&one);
    return t;
}

term term_mk_add2(term_store *ts, term a, term b) { return term_mk_add(ts, (term[]){a, b}, 2); }

term term_mk_scale(term_store *ts, const rat *c, term a)
{
    if (rat_is_one(c)) return a;
    linear l;
    linear_init(&l);
    linear_add(&l, ts, c, a, false);
    linear_normalise(&l);
    term t = linear_to_term(&l, ts, term_sort(ts, a));
    linear_release(&l);
    return t;
}

term term_mk_neg(term_store *ts, term a)
{
    rat minus_one;
    rat_init(&minus_one);
    rat_set_int(&minus_one, -1);
    term t = term_mk_scale(ts, &minus_one, a);
    rat_release(&minus_one);
    return t;
}

term term_mk_sub(term_store *ts, term a, term b) { return term_mk_add2(ts, a, term_mk_neg(ts, b)); }

/* Splits t into a constant (multiplied to *c) and factors. */
static void collect_factors(const term_store *ts, term t, rat *c, term_vec *factors)
{
    if (rat_bits(c) > STORE_NUMBER_BITS) return; /* it is no number of the store */
    if (store_kind(ts, t) == TERM_NUM) {
        rat_mul(c, c, term_number(ts, t));
        return;
    }
    if (store_kind(ts, t) == TERM_SCALE) {
        rat_mul(c, c, term_number(ts, store_arg(ts, t, 0)));
        t = store_arg(ts, t, 1);
    }
    const node *n = store_node(ts, t);
    if (n->kind == TERM_MUL && n->n_args <= STORE_FLATTEN_BOOL)
        term_vec_append(factors, ts->pool.data + n->args, n->n_args);
    else
        term_vec_push(factors, t);
}

term term_mk_mul(term_store *ts, const term *args, size_t n)
{
    assert(n > 0);
    sort s = term_sort(ts, args[0]);
    rat c;
    rat_init(&c);
    rat_set_int(&c, 1);
    term_vec factors;
    term_vec_init(&factors);
    for (size_t i = 0; i < n; i++) {
        assert(sort_is_equal(term_sort(ts, args[i]), s));
        collect_factors(ts, args[i], &c, &factors);
    }
    term t;
    if (factors.size == 0 || rat_sign(&c) == 0) {
        t = term_mk_num(ts, &c, s);
    } else {
        qsort(factors.data, factors.size, sizeof(term), term_compare);
        t = factors.size == 1 ? factors.data[0] : store_intern(ts, TERM_MUL, s, 0, 0, factors.data, factors.size);
        t = term_mk_scale(ts, &c, t);
    }
    term_vec_release(&factors);
    rat_release(&c);
    return t;
}

term term_mk_mul2(term_store *ts, term a, term b) { return term_mk_mul(ts, (term[]){a, b}, 2); }

/* ---- division ---- */

static bool is_nonzero_number(const term_store *ts, term t)
{
    return store_kind(ts, t) == TERM_NUM && rat_sign(term_number(ts, t)) != 0;
}

term term_mk_rdiv(term_store *ts, term a, term b)
{
    if (!is_nonzero_number(ts, b)) return store_intern(ts, TERM_RDIV, sort_real(ts), 0, 0, (term[]){a, b}, 2);
    rat c;
    rat_init(&c);
    rat_inv(&c, term_number(ts, b));
    term t = term_mk_scale(ts, &c, a);
    rat_release(&c);
    return t;
}

term term_mk_pow2(term_store *ts, uint32_t exponent)
{
    rat r;
    rat_init(&r);
    rat_set_pow2(&r, exponent);
    term t = term_mk_num(ts, &r, sort_int(ts));
    rat_release(&r);
    return t;
}

/* div and mod of two numerals, the divisor not zero. */
static term fold_division(term_store *ts, term a, term b, bool modulo)
{
    rat r;
    rat_init(&r);
    if (modulo)
        rat_mod_euclid(&r, term_number(ts, a), term_number(ts, b));
    else
        rat_div_euclid(&r, term_number(ts, a), term_number(ts, b));
    term t = term_mk_num(ts, &r, sort_int(ts));
    rat_release(&r);
    return t;
}

term term_mk_idiv(term_store *ts, term a, term b)
{
    if (is_nonzero_number(ts, b)) {
        const rat *d = term_number(ts, b);
        if (store_kind(ts, a) == TERM_NUM) return fold_division(ts, a, b, false);
        if (rat_is_one(d)) return a;
        if (rat_sign(d) < 0) return term_mk_neg(ts, term_mk_idiv(ts, a, term_mk_neg(ts, b)));
    }
    return store_intern(ts, TERM_IDIV, sort_int(ts), 0, 0, (term[]){a, b}, 2);
}

term term_mk_mod(term_store *ts, term a, term b)
{
    if (is_nonzero_number(ts, b)) {
        const rat *d = term_number(ts, b);
        if (store_kind(ts, a) == TERM_NUM) return fold_division(ts, a, b, true);
        if (rat_is_one(d)) return term_mk_int(ts, 0);
        if (rat_sign(d) < 0) return term_mk_mod(ts, a, term_mk_neg(ts, b));
    }
    return store_intern(ts, TERM_MOD, sort_int(ts), 0, 0, (term[]){a, b}, 2);
}

term term_mk_abs(term_store *ts, term a)
{
    rat zero;
    rat_init(&zero);
    term z = term_mk_num(ts, &zero, term_sort(ts, a));
    rat_release(&zero);
    return term_mk_ite(ts, term_mk_ge(ts, a, z), a, term_mk_neg(ts, a));
}

/* ---- Int and Real ---- */

/* Goes through sums and multiples, so that equal Real terms over Int variables are equal terms. */
term term_mk_to_real(term_store *ts, term a)
{
    assert(is_int_term(ts, a));
    term_kind k = store_kind(ts, a);
    if (k == TERM_NUM) return term_mk_num(ts, term_number(ts, a), sort_real(ts));
    if (k != TERM_ADD && k != TERM_SCALE) return store_intern(ts, TERM_TO_REAL, sort_real(ts), 0, 0, &a, 1);
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    linear l;
    linear_init(&l);
    linear_add(&l, ts, &one, a, false);
    for (size_t i = 0; i < l.monomials.size; i++)
        l.monomials.data[i].t = store_intern(ts, TERM_TO_REAL, sort_real(ts), 0, 0, &l.monomials.data[i].t, 1);
    linear_normalise(&l);
    term t = linear_to_term(&l, ts, sort_real(ts));
    linear_release(&l);
    rat_release(&one);
    return t;
}

term term_mk_to_int(term_store *ts, term a)
{
    if (store_kind(ts, a) == TERM_TO_REAL) return store_arg(ts, a, 0);
    if (store_kind(ts, a) != TERM_NUM) return store_intern(ts, TERM_TO_INT, sort_int(ts), 0, 0, &a, 1);
    rat r;
    rat_init(&r);
    rat_floor(&r, term_number(ts, a));
    term t = term_mk_num(ts, &r, sort_int(ts));
    rat_release(&r);
    return t;
}

term term_mk_is_int(term_store *ts, term a) { return term_mk_eq(ts, term_mk_to_real(ts, term_mk_to_int(ts, a)), a); }

void term_linear_each(const term_store *ts, term t, term_linear_fn *each, void *context)
{
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    linear l;
    linear_init(&l);
    linear_add(&l, ts, &one, t, true);
    linear_normalise(&l);
    for (size_t i = 0; i < l.monomials.size; i++) each(context, &l.monomials.data[i].c, l.monomials.data[i].t);
    if (rat_sign(&l.constant) != 0) each(context, &l.constant, TERM_NONE);
    linear_release(&l);
    rat_release(&one);
}

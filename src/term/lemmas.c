#include "term/lemmas.h"

#include "term/dag.h"
#include "term/float.h"
#include "term/numeral.h"

#include <assert.h>

enum {
    MAX_RUNS = 6, /* of ones in a constant mask that is worth its divisions */
    FEW_RUNS = 1, /* of ones in a value */
    MAX_BITS = 4 /* of wrong ones that are looked at */
};

/* ---- short names ---- */

static term num(term_store *ts, int64_t n) { return term_mk_int(ts, n); }
static bool is_num(const term_store *ts, term t) { return term_kind_of(ts, t) == TERM_NUM; }

static term zero_like(term_store *ts, term t)
{
    return sort_kind_of(ts, term_sort(ts, t)) == SORT_INT ? num(ts, 0) : term_mk_real(ts, 0, 1);
}

static bool is_bv(const term_store *ts, term t) { return sort_kind_of(ts, term_sort(ts, t)) == SORT_BV; }
static uint32_t width_of(const term_store *ts, term b) { return sort_bv_width(ts, term_sort(ts, b)); }
static term all_ones(term_store *ts, uint32_t width) { return term_mk_sub(ts, term_mk_pow2(ts, width), num(ts, 1)); }

/* The number that a bit-vector stands for. */
static term nat(term_store *ts, term b)
{
    term_kind k = term_kind_of(ts, b);
    if (k == TERM_INT_TO_BV) return term_mk_mod(ts, term_arg(ts, b, 0), term_mk_pow2(ts, width_of(ts, b)));
    return term_mk_bv_to_nat(ts, b);
}

/* The same in two's complement. */
static term as_signed(term_store *ts, term b)
{
    uint32_t w = width_of(ts, b);
    term n = nat(ts, b);
    return term_mk_ite(ts, term_mk_ge(ts, n, term_mk_pow2(ts, w - 1)), term_mk_sub(ts, n, term_mk_pow2(ts, w)), n);
}

static void add_if(term_store *ts, term condition, term then, term_vec *out)
{
    term_vec_push(out, term_mk_implies(ts, condition, then));
}

/* ---- which ---- */

static bool is_comparison(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    return (k >= TERM_BV_ULT && k <= TERM_BV_SLE) || (k == TERM_EQ && is_bv(ts, term_arg(ts, t, 0)));
}

static bool is_division(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    return k == TERM_IDIV || k == TERM_MOD;
}

bool lemmas_is_division_by_number(const term_store *ts, term t)
{
    return is_division(ts, t) && is_num(ts, term_arg(ts, t, 1)) && rat_sign(term_number(ts, term_arg(ts, t, 1))) > 0 &&
           !term_has_bound(ts, t);
}

bool lemmas_is_about(const term_store *ts, term t)
{
    if (term_has_bound(ts, t) || term_has_quantifier(ts, t)) return false;
    if (is_division(ts, t)) return !is_num(ts, term_arg(ts, t, 1)) || lemmas_is_division_by_number(ts, t);
    term_kind k = term_kind_of(ts, t);
    return k == TERM_MUL || k == TERM_FLOAT || k == TERM_BV_TO_NAT || is_comparison(ts, t);
}

static bool bits_are_defined(const term_store *ts, term b)
{
    switch (term_kind_of(ts, b)) {
    case TERM_INT_TO_BV:
    case TERM_ITE:
    case TERM_BV_NOT:
    case TERM_BV_NEG:
    case TERM_BV_OR:
    case TERM_BV_XOR:
    case TERM_BV_ADD:
    case TERM_BV_MUL:
    case TERM_BV_UDIV:
    case TERM_BV_UREM:
    case TERM_BV_SDIV:
    case TERM_BV_SREM:
    case TERM_BV_SMOD:
    case TERM_BV_CONCAT:
    case TERM_BV_EXTRACT:
    case TERM_BV_ZERO_EXT:
    case TERM_BV_SIGN_EXT: return true;
    default: return false;
    }
}

bool lemmas_is_about_part(const term_store *ts, term t)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) found = lemmas_is_about(ts, all.data[i]);
    term_vec_release(&all);
    return found;
}

bool lemmas_is_definition(const term_store *ts, term t)
{
    if (term_kind_of(ts, t) == TERM_BV_TO_NAT) return bits_are_defined(ts, term_arg(ts, t, 0));
    return is_comparison(ts, t) || lemmas_is_division_by_number(ts, t);
}

/* ---- division ---- */

static void add_division_by_number(term_store *ts, term x, term k, term_vec *out)
{
    term q = term_mk_idiv(ts, x, k), r = term_mk_mod(ts, x, k);
    term_vec_push(out, term_mk_eq(ts, x, term_mk_add2(ts, term_mk_mul2(ts, k, q), r)));
    term_vec_push(out, term_mk_ge(ts, r, num(ts, 0)));
    term_vec_push(out, term_mk_lt(ts, r, k));
}

static void add_division(term_store *ts, term x, term y, term_vec *out)
{
    term q = term_mk_idiv(ts, x, y), r = term_mk_mod(ts, x, y), zero = num(ts, 0);
    term positive = term_mk_gt(ts, y, zero), natural = term_mk_and2(ts, positive, term_mk_ge(ts, x, zero));
    term nonzero = term_mk_not(ts, term_mk_eq(ts, y, zero));
    add_if(ts, nonzero, term_mk_ge(ts, r, zero), out);
    add_if(ts, positive, term_mk_lt(ts, r, y), out);
    add_if(ts, term_mk_lt(ts, y, zero), term_mk_lt(ts, r, term_mk_neg(ts, y)), out);
    add_if(ts, natural, term_mk_le(ts, r, x), out);
    add_if(ts, natural, term_mk_and2(ts, term_mk_ge(ts, q, zero), term_mk_le(ts, q, x)), out);
    term smaller = term_mk_and2(ts, term_mk_eq(ts, r, x), term_mk_eq(ts, q, zero));
    term larger = term_mk_and2(ts, term_mk_ge(ts, q, num(ts, 1)), term_mk_le(ts, r, term_mk_sub(ts, x, y)));
    add_if(ts, natural, term_mk_ite(ts, term_mk_lt(ts, x, y), smaller, larger), out);
    add_if(ts, nonzero, term_mk_eq(ts, x, term_mk_add2(ts, term_mk_mul2(ts, y, q), r)), out);
}

static void add_division_at(term_store *ts, term t, term value, term_vec *out)
{
    if (rat_sign(term_number(ts, value)) == 0) return;
    term x = term_arg(ts, t, 0), y = term_arg(ts, t, 1);
    term exact = term_kind_of(ts, t) == TERM_IDIV ? term_mk_idiv(ts, x, value) : term_mk_mod(ts, x, value);
    add_if(ts, term_mk_eq(ts, y, value), term_mk_eq(ts, t, exact), out);
}

/* ---- products ---- */

/* x >= a if up, otherwise x <= a. */
static term side(term_store *ts, bool up, term x, term a) { return up ? term_mk_ge(ts, x, a) : term_mk_le(ts, x, a); }

/* (x - a) (y - b) has the sign that the sides of a and b say:  x y >= b x + a y - a b,  or <=. a, b are numerals. */
static void add_tangent(term_store *ts, term t, term x, term y, term a, term b, bool x_up, bool y_up, term_vec *out)
{
    term plane = term_mk_sub(ts, term_mk_add2(ts, term_mk_mul2(ts, b, x), term_mk_mul2(ts, a, y)), term_mk_mul2(ts, a, b));
    add_if(ts, term_mk_and2(ts, side(ts, x_up, x, a), side(ts, y_up, y, b)), side(ts, x_up == y_up, t, plane), out);
}

static void add_tangents(term_store *ts, term t, term a, term b, term_vec *out)
{
    term x = term_arg(ts, t, 0), y = term_arg(ts, t, 1);
    for (int i = 0; i < 4; i++) add_tangent(ts, t, x, y, a, b, i & 1, i & 2, out);
}

static void add_product(term_store *ts, term t, term_vec *out)
{
    term zero = zero_like(ts, t), no_zero = term_true(ts), negative = term_false(ts);
    for (size_t i = 0; i < term_arity(ts, t); i++) {
        term x = term_arg(ts, t, i);
        no_zero = term_mk_and2(ts, no_zero, term_mk_not(ts, term_mk_eq(ts, x, zero)));
        negative = term_mk_xor(ts, negative, term_mk_lt(ts, x, zero));
    }
    add_if(ts, term_mk_not(ts, no_zero), term_mk_eq(ts, t, zero), out);
    add_if(ts, no_zero, term_mk_ite(ts, negative, term_mk_lt(ts, t, zero), term_mk_gt(ts, t, zero)), out);
    if (term_arity(ts, t) != 2 || sort_kind_of(ts, term_sort(ts, t)) != SORT_INT) return;
    for (int i = 0; i < 4; i++) {
        bool x_up = i & 1, y_up = i & 2;
        add_tangent(ts, t, term_arg(ts, t, 0), term_arg(ts, t, 1), num(ts, x_up ? 1 : -1), num(ts, y_up ? 1 : -1), x_up, y_up, out);
    }
}

static void add_product_at(term_store *ts, term t, evaluator *e, term_vec *out)
{
    size_t n = term_arity(ts, t), smallest = 0;
    rat best, size;
    rat_init(&best);
    rat_init(&size);
    term_vec factors;
    term_vec_init(&factors);
    for (size_t i = 0; i < n; i++) {
        term value = evaluator_eval(e, term_arg(ts, t, i), NULL);
        rat_abs(&size, term_number(ts, value));
        if (i == 0 || rat_cmp(&size, &best) < 0) {
            rat_set(&best, &size);
            smallest = i;
        }
        term_vec_push(&factors, value);
    }
    if (n == 2) add_tangents(ts, t, factors.data[0], factors.data[1], out);
    term x = term_arg(ts, t, smallest), value = factors.data[smallest];
    for (size_t i = 0; i < n; i++) factors.data[i] = i == smallest ? value : term_arg(ts, t, i);
    add_if(ts, term_mk_eq(ts, x, value), term_mk_eq(ts, t, term_mk_mul(ts, factors.data, n)), out);
    term_vec_release(&factors);
    rat_release(&best);
    rat_release(&size);
}

/* ---- bit-vectors ---- */

static size_t count_runs(const rat *mask, uint32_t width)
{
    size_t runs = 0;
    for (uint32_t i = 0; i < width; i++) runs += rat_bit_test(mask, i) && (i == 0 || !rat_bit_test(mask, i - 1));
    return runs;
}

/* The bits of n that are set in the mask: each run of ones by a division. n < 2^width. */
static term select_bits(term_store *ts, term n, const rat *mask, uint32_t width)
{
    term sum = num(ts, 0);
    for (uint32_t i = 0; i < width; i++) {
        if (!rat_bit_test(mask, i)) continue;
        uint32_t end = i;
        while (end < width && rat_bit_test(mask, end)) end++;
        term part = term_mk_idiv(ts, n, term_mk_pow2(ts, i));
        if (end < width) part = term_mk_mod(ts, part, term_mk_pow2(ts, end - i));
        sum = term_mk_add2(ts, sum, term_mk_mul2(ts, term_mk_pow2(ts, i), part));
        i = end;
    }
    return sum;
}

static term shift_by(term_store *ts, term b, uint32_t k)
{
    uint32_t w = width_of(ts, b);
    term a = term_arg(ts, b, 0), p = term_mk_pow2(ts, k);
    switch (term_kind_of(ts, b)) {
    case TERM_BV_SHL: return k >= w ? num(ts, 0) : term_mk_mul2(ts, p, term_mk_mod(ts, nat(ts, a), term_mk_pow2(ts, w - k)));
    case TERM_BV_LSHR: return k >= w ? num(ts, 0) : term_mk_idiv(ts, nat(ts, a), p);
    default:
        break;
    }
    term negative = term_mk_ge(ts, nat(ts, a), term_mk_pow2(ts, w - 1));
    if (k >= w) return term_mk_ite(ts, negative, all_ones(ts, w), num(ts, 0));
    term signs = term_mk_ite(ts, negative, term_mk_sub(ts, term_mk_pow2(ts, w), term_mk_pow2(ts, w - k)), num(ts, 0));
    return term_mk_add2(ts, term_mk_idiv(ts, nat(ts, a), p), signs);
}

/* n modulo m, for 0 <= n < 2 m. */
static term reduce_once(term_store *ts, term n, term m) { return term_mk_ite(ts, term_mk_ge(ts, n, m), term_mk_sub(ts, n, m), n); }

static term extend_sign(term_store *ts, term b)
{
    term a = term_arg(ts, b, 0), n = nat(ts, a);
    uint32_t w = width_of(ts, a);
    term more = term_mk_sub(ts, term_mk_pow2(ts, width_of(ts, b)), term_mk_pow2(ts, w));
    return term_mk_ite(ts, term_mk_ge(ts, n, term_mk_pow2(ts, w - 1)), term_mk_add2(ts, n, more), n);
}

static term extract(term_store *ts, term b)
{
    uint32_t high = term_index(ts, b, 0), low = term_index(ts, b, 1);
    term part = term_mk_idiv(ts, nat(ts, term_arg(ts, b, 0)), term_mk_pow2(ts, low));
    return term_mk_mod(ts, part, term_mk_pow2(ts, high - low + 1));
}

static term is_negative(term_store *ts, term b)
{
    rat zero;
    rat_init(&zero);
    term z = term_mk_bv(ts, &zero, width_of(ts, b));
    rat_release(&zero);
    return term_mk_bv_binary(ts, TERM_BV_SLT, b, z);
}

static term negate_if(term_store *ts, term condition, term b)
{
    return term_mk_ite(ts, condition, term_mk_bv_unary(ts, TERM_BV_NEG, b), b);
}

/* Signed division as SMT-LIB defines it: by unsigned division of the absolute values. */
static term divide_signed(term_store *ts, term b)
{
    term_kind k = term_kind_of(ts, b);
    term x = term_arg(ts, b, 0), y = term_arg(ts, b, 1), p = is_negative(ts, x), q = is_negative(ts, y);
    term_kind by = k == TERM_BV_SDIV ? TERM_BV_UDIV : TERM_BV_UREM;
    term size = term_mk_bv_binary(ts, by, negate_if(ts, p, x), negate_if(ts, q, y));
    if (k == TERM_BV_SDIV) return negate_if(ts, term_mk_xor(ts, p, q), size);
    term with_sign = negate_if(ts, p, size);
    if (k == TERM_BV_SREM) return with_sign;
    term fits = term_mk_or2(ts, term_mk_eq(ts, p, q), term_mk_eq(ts, nat(ts, size), num(ts, 0)));
    return term_mk_ite(ts, fits, with_sign, term_mk_bv_binary(ts, TERM_BV_ADD, with_sign, y));
}

/* The number of b if it is defined by arithmetic on others. */
static term define_bits(term_store *ts, term b)
{
    uint32_t w = width_of(ts, b);
    term_kind k = term_kind_of(ts, b);
    if (k == TERM_BV_SDIV || k == TERM_BV_SREM || k == TERM_BV_SMOD) return nat(ts, divide_signed(ts, b));
    if (k == TERM_INT_TO_BV) return nat(ts, b);
    if (k == TERM_ITE) return term_mk_ite(ts, term_arg(ts, b, 0), nat(ts, term_arg(ts, b, 1)), nat(ts, term_arg(ts, b, 2)));
    term x = nat(ts, term_arg(ts, b, 0)), y = term_arity(ts, b) == 2 ? nat(ts, term_arg(ts, b, 1)) : TERM_NONE;
    switch (k) {
    case TERM_BV_NOT: return term_mk_sub(ts, all_ones(ts, w), x);
    case TERM_BV_NEG: return term_mk_ite(ts, term_mk_eq(ts, x, num(ts, 0)), x, term_mk_sub(ts, term_mk_pow2(ts, w), x));
    case TERM_BV_ADD: return reduce_once(ts, term_mk_add2(ts, x, y), term_mk_pow2(ts, w));
    case TERM_BV_MUL: return term_mk_mod(ts, term_mk_mul2(ts, x, y), term_mk_pow2(ts, w));
    case TERM_BV_UDIV: return term_mk_ite(ts, term_mk_eq(ts, y, num(ts, 0)), all_ones(ts, w), term_mk_idiv(ts, x, y));
    case TERM_BV_UREM: return term_mk_ite(ts, term_mk_eq(ts, y, num(ts, 0)), x, term_mk_mod(ts, x, y));
    case TERM_BV_CONCAT: return term_mk_add2(ts, term_mk_mul2(ts, term_mk_pow2(ts, width_of(ts, term_arg(ts, b, 1))), x), y);
    case TERM_BV_ZERO_EXT: return x;
    case TERM_BV_SIGN_EXT: return extend_sign(ts, b);
    case TERM_BV_EXTRACT: return extract(ts, b);
    default: break;
    }
    assert(k == TERM_BV_OR || k == TERM_BV_XOR);
    term both = nat(ts, term_mk_bv_binary(ts, TERM_BV_AND, term_arg(ts, b, 0), term_arg(ts, b, 1)));
    if (k == TERM_BV_XOR) both = term_mk_mul2(ts, num(ts, 2), both);
    return term_mk_sub(ts, term_mk_add2(ts, x, y), both);
}

static void add_and(term_store *ts, term t, term b, term_vec *out)
{
    uint32_t w = width_of(ts, b);
    for (size_t i = 0; i < 2; i++) {
        term mask = term_arg(ts, b, i), other = nat(ts, term_arg(ts, b, 1 - i));
        if (term_kind_of(ts, mask) != TERM_BVNUM || count_runs(term_number(ts, mask), w) > MAX_RUNS) continue;
        term_vec_push(out, term_mk_eq(ts, t, select_bits(ts, other, term_number(ts, mask), w)));
        return;
    }
    term x = nat(ts, term_arg(ts, b, 0)), y = nat(ts, term_arg(ts, b, 1));
    term_vec_push(out, term_mk_le(ts, t, x));
    term_vec_push(out, term_mk_le(ts, t, y));
    term_vec_push(out, term_mk_le(ts, term_mk_sub(ts, term_mk_add2(ts, x, y), t), all_ones(ts, w)));
    add_if(ts, term_mk_eq(ts, x, y), term_mk_eq(ts, t, x), out);
}

static void add_shift(term_store *ts, term t, term b, term_vec *out)
{
    term n = nat(ts, term_arg(ts, b, 0)), amount = nat(ts, term_arg(ts, b, 1)), zero = num(ts, 0), one = num(ts, 1);
    uint32_t w = width_of(ts, b);
    term half = term_mk_pow2(ts, w - 1), moved = term_mk_ge(ts, amount, one);
    add_if(ts, term_mk_eq(ts, amount, zero), term_mk_eq(ts, t, n), out);
    add_if(ts, term_mk_ge(ts, amount, num(ts, w)), term_mk_eq(ts, t, shift_by(ts, b, w)), out);
    term_kind k = term_kind_of(ts, b);
    if (k == TERM_BV_SHL) {
        add_if(ts, term_mk_eq(ts, n, zero), term_mk_eq(ts, t, zero), out);
        return;
    }
    term twice = term_mk_mul2(ts, num(ts, 2), t);
    term shrinks = term_mk_ite(ts, moved, term_mk_le(ts, twice, n), term_mk_le(ts, t, n));
    add_if(ts, k == TERM_BV_LSHR ? term_true(ts) : term_mk_lt(ts, n, half), shrinks, out);
    if (k == TERM_BV_ASHR) add_if(ts, term_mk_ge(ts, n, half), term_mk_ge(ts, t, n), out);
}

static bool is_shift(term_kind k) { return k == TERM_BV_SHL || k == TERM_BV_LSHR || k == TERM_BV_ASHR; }

static void add_bits(term_store *ts, term t, term_vec *out)
{
    term b = term_arg(ts, t, 0);
    term_kind k = term_kind_of(ts, b);
    term_vec_push(out, term_mk_ge(ts, t, num(ts, 0)));
    term_vec_push(out, term_mk_le(ts, t, all_ones(ts, width_of(ts, b))));
    if (bits_are_defined(ts, b)) term_vec_push(out, term_mk_eq(ts, t, define_bits(ts, b)));
    else if (k == TERM_BV_AND) add_and(ts, t, b, out);
    else if (is_shift(k)) add_shift(ts, t, b, out);
}

/* Where an argument has its value, and that is a simple mask. */
static bool add_and_by_mask(term_store *ts, term t, const term_vec *inputs, evaluator *e, term_vec *out)
{
    bool any = false;
    uint32_t w = width_of(ts, term_arg(ts, t, 0));
    for (size_t i = 0; i < 2; i++) {
        term value = evaluator_eval(e, inputs->data[i], NULL);
        if (is_num(ts, inputs->data[i]) || count_runs(term_number(ts, value), w) > FEW_RUNS) continue;
        term selected = select_bits(ts, inputs->data[1 - i], term_number(ts, value), w);
        add_if(ts, term_mk_eq(ts, inputs->data[i], value), term_mk_eq(ts, t, selected), out);
        any = true;
    }
    return any;
}

static term bit(term_store *ts, term n, uint32_t i) { return term_mk_mod(ts, term_mk_idiv(ts, n, term_mk_pow2(ts, i)), num(ts, 2)); }

/* The highest bits that are wrong, for all values. */
static void add_and_by_bits(term_store *ts, term t, const term_vec *inputs, term right, term wrong, term_vec *out)
{
    int bits = 0;
    for (uint32_t i = width_of(ts, term_arg(ts, t, 0)); i-- > 0 && bits < MAX_BITS;) {
        if (rat_bit_test(term_number(ts, right), i) == rat_bit_test(term_number(ts, wrong), i)) continue;
        term x = bit(ts, inputs->data[0], i), y = bit(ts, inputs->data[1], i), both = bit(ts, t, i);
        term_vec_push(out, term_mk_le(ts, both, x));
        term_vec_push(out, term_mk_le(ts, both, y));
        term_vec_push(out, term_mk_le(ts, term_mk_add2(ts, x, y), term_mk_add2(ts, both, num(ts, 1))));
        bits++;
    }
}

static void add_shift_at(term_store *ts, term t, const term_vec *inputs, evaluator *e, term_vec *out)
{
    term b = term_arg(ts, t, 0), value = evaluator_eval(e, inputs->data[1], NULL);
    int64_t by = 0;
    /* About larger amounts everything is known. */
    if (!rat_to_int64(term_number(ts, value), &by) || by >= width_of(ts, b)) return;
    add_if(ts, term_mk_eq(ts, inputs->data[1], value), term_mk_eq(ts, t, shift_by(ts, b, (uint32_t)by)), out);
}

static void add_point(term_store *ts, term t, const term_vec *inputs, evaluator *e, term_vec *out)
{
    term here = term_true(ts);
    for (size_t i = 0; i < inputs->size; i++) {
        here = term_mk_and2(ts, here, term_mk_eq(ts, inputs->data[i], evaluator_eval(e, inputs->data[i], NULL)));
    }
    add_if(ts, here, term_mk_eq(ts, t, evaluator_eval(e, t, NULL)), out);
}

static void add_bits_at(term_store *ts, term t, evaluator *e, term wrong, term_vec *out)
{
    term_kind k = term_kind_of(ts, term_arg(ts, t, 0));
    term_vec inputs;
    term_vec_init(&inputs);
    lemmas_inputs(ts, t, &inputs);
    if (is_shift(k)) add_shift_at(ts, t, &inputs, e, out);
    else if (k != TERM_BV_AND || rat_sign(term_number(ts, wrong)) < 0) add_point(ts, t, &inputs, e, out);
    else if (!add_and_by_mask(ts, t, &inputs, e, out)) add_and_by_bits(ts, t, &inputs, evaluator_eval(e, t, NULL), wrong, out);
    term_vec_release(&inputs);
}

static void add_comparison(term_store *ts, term t, term_vec *out)
{
    term a = term_arg(ts, t, 0), b = term_arg(ts, t, 1), meaning;
    switch (term_kind_of(ts, t)) {
    case TERM_BV_ULT: meaning = term_mk_lt(ts, nat(ts, a), nat(ts, b)); break;
    case TERM_BV_ULE: meaning = term_mk_le(ts, nat(ts, a), nat(ts, b)); break;
    case TERM_BV_SLT: meaning = term_mk_lt(ts, as_signed(ts, a), as_signed(ts, b)); break;
    case TERM_BV_SLE: meaning = term_mk_le(ts, as_signed(ts, a), as_signed(ts, b)); break;
    default: meaning = term_mk_eq(ts, nat(ts, a), nat(ts, b)); break;
    }
    term_vec_push(out, term_mk_eq(ts, t, meaning));
}

term lemmas_define_bits(term_store *ts, term t) { return term_mk_eq(ts, term_mk_bv_to_nat(ts, t), nat(ts, t)); }

static void add_float_at(term_store *ts, term t, evaluator *e, term_vec *out)
{
    term at[3];
    assert(term_arity(ts, t) <= 3);
    for (size_t i = 0; i < term_arity(ts, t); i++) {
        at[i] = evaluator_eval(e, term_arg(ts, t, i), NULL);
        if (term_is_none(at[i]) || !is_num(ts, at[i])) return;
    }
    float_lemmas_at(ts, t, at, out);
}

/* ---- all ---- */

void lemmas_add(term_store *ts, term t, term_vec *out)
{
    assert(lemmas_is_about(ts, t));
    term_kind k = term_kind_of(ts, t);
    if (k == TERM_BV_TO_NAT) add_bits(ts, t, out);
    else if (k == TERM_MUL) add_product(ts, t, out);
    else if (k == TERM_FLOAT) float_lemmas(ts, t, out);
    else if (is_comparison(ts, t)) add_comparison(ts, t, out);
    else if (lemmas_is_division_by_number(ts, t)) add_division_by_number(ts, term_arg(ts, t, 0), term_arg(ts, t, 1), out);
    else add_division(ts, term_arg(ts, t, 0), term_arg(ts, t, 1), out);
}

static bool has_value(const term_store *ts, evaluator *e, term t)
{
    bool div0 = false;
    term value = evaluator_eval(e, t, &div0);
    return !term_is_none(value) && !div0 && term_is_value(ts, value);
}

void lemmas_add_at(term_store *ts, term t, evaluator *e, term wrong, term_vec *out)
{
    assert(lemmas_is_about(ts, t));
    if (!has_value(ts, e, t)) return;
    term_kind k = term_kind_of(ts, t);
    if (k == TERM_BV_TO_NAT) add_bits_at(ts, t, e, wrong, out);
    else if (k == TERM_MUL) add_product_at(ts, t, e, out);
    else if (k == TERM_FLOAT) add_float_at(ts, t, e, out);
    else if (is_division(ts, t)) add_division_at(ts, t, evaluator_eval(e, term_arg(ts, t, 1), NULL), out);
}

void lemmas_inputs(term_store *ts, term t, term_vec *out)
{
    if (term_kind_of(ts, t) == TERM_BV_TO_NAT) t = term_arg(ts, t, 0);
    for (size_t i = 0; i < term_arity(ts, t); i++) {
        term a = term_arg(ts, t, i);
        term_vec_push(out, is_bv(ts, a) ? nat(ts, a) : a);
    }
}

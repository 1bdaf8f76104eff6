/* Bit operations and shifts: by arithmetic where one operand is a constant or the operands are known to be small or to have no
 * bit in common, otherwise by bit-vectors. */

#include "front/llvm/translate/span.h"

#include "term/numeral.h"

enum {
    MAX_RUNS = 8, /* of ones in a mask, beyond which bit-vectors are shorter */
    MAX_SHIFTS = 8 /* amounts that are told apart if the shifted value is not known */
};

static bool is_nonnegative(const term_store *ts, span v) { return rat_sign(term_number(ts, v.low)) >= 0; }
static bool has_bit(const term_store *ts, term num, uint32_t index) { return rat_bit_test(term_number(ts, num), index); }

/* How many bits the value needs, all others being 0. */
static uint32_t bit_length(const term_store *ts, span v, uint32_t width)
{
    if (!is_nonnegative(ts, v)) return width;
    while (width > 0 && !has_bit(ts, v.high, width - 1)) width--;
    return width;
}

static term all_ones(term_store *ts, uint32_t width) { return term_mk_sub(ts, term_mk_pow2(ts, width), term_mk_int(ts, 1)); }
static term complement(term_store *ts, term mask, uint32_t width) { return term_mk_sub(ts, all_ones(ts, width), mask); }
static bool is_zero(const term_store *ts, term num) { return rat_sign(term_number(ts, num)) == 0; }

/* ---- masks ---- */

static size_t count_runs(const term_store *ts, term mask, uint32_t width)
{
    size_t runs = 0;
    for (uint32_t i = 0; i < width; i++) runs += has_bit(ts, mask, i) && (i == 0 || !has_bit(ts, mask, i - 1));
    return runs;
}

/* The bits of v, in any representation, that are set in the mask, as a number >= 0: each run of ones by `div` and `mod`. */
static span select_bits(term_store *ts, span v, term mask, uint32_t width)
{
    term zero = term_mk_int(ts, 0);
    span sum = span_of_num(zero);
    for (uint32_t i = 0; i < width;) {
        uint32_t end = i;
        while (end < width && has_bit(ts, mask, end)) end++;
        if (end > i) {
            span part = span_reduce(ts, span_div(ts, v, term_mk_pow2(ts, i)), zero, term_mk_pow2(ts, end - i));
            sum = span_add(ts, sum, span_mul(ts, part, span_of_num(term_mk_pow2(ts, i))));
        }
        i = end + 1;
    }
    return sum;
}

static cint and_mask(term_store *ts, cint a, term mask, bool is_signed)
{
    uint32_t k = bit_length(ts, cint_span(ts, a), a.width);
    if (k == 0) return cint_of_int(ts, 0, a.width, is_signed);
    mask = term_mk_mod(ts, mask, term_mk_pow2(ts, k));
    term rest = complement(ts, mask, k);
    if (is_zero(ts, rest)) return cint_as(ts, a, is_signed);
    /* `v - rest` is right if v is not negative, or if the sign stays in the result. */
    bool keeps_sign = k == a.width && has_bit(ts, mask, k - 1);
    span v = keeps_sign ? cint_span_as(ts, a, is_signed) : cint_span(ts, a);
    bool fewer = count_runs(ts, rest, k) < count_runs(ts, mask, k);
    if ((keeps_sign && is_signed) || (fewer && is_nonnegative(ts, v))) {
        span r = span_sub(ts, v, select_bits(ts, v, rest, k));
        r.high = is_nonnegative(ts, v) ? span_min(ts, v.high, mask) : v.high;
        if (is_nonnegative(ts, v)) r.low = term_mk_int(ts, 0);
        return cint_clip(ts, r, a.width, is_signed);
    }
    span r = select_bits(ts, cint_span(ts, a), mask, k);
    return cint_wrap(ts, r, a.width, is_signed);
}

static cint or_mask(term_store *ts, cint a, term mask, bool is_signed)
{
    span rest = cint_span(ts, and_mask(ts, a, complement(ts, mask, a.width), is_signed));
    cint ones = cint_wrap(ts, span_of_num(mask), a.width, is_signed);
    return cint_clip(ts, span_add(ts, rest, cint_span(ts, ones)), a.width, is_signed);
}

static cint invert(term_store *ts, cint a)
{
    term ones = a.is_signed ? term_mk_int(ts, -1) : all_ones(ts, a.width);
    return cint_clip(ts, span_sub(ts, span_of_num(ones), cint_span(ts, a)), a.width, a.is_signed);
}

/* a ^ m is a + m - 2 (a & m) if m leaves the sign alone. */
static cint xor_mask(term_store *ts, cint a, term mask, bool is_signed)
{
    bool inverted = has_bit(ts, mask, a.width - 1);
    if (inverted) mask = complement(ts, mask, a.width);
    span v = cint_span_as(ts, a, is_signed), r = v;
    if (!is_zero(ts, mask)) {
        span both = cint_span(ts, and_mask(ts, a, mask, is_signed)), m = span_of_num(mask);
        r = span_sub(ts, span_add(ts, v, m), span_mul(ts, both, span_of_num(term_mk_int(ts, 2))));
        if (is_nonnegative(ts, v)) r.low = term_mk_int(ts, 0);
        r.high = term_mk_add2(ts, v.high, mask);
    }
    cint result = cint_clip(ts, r, a.width, is_signed);
    return inverted ? invert(ts, result) : result;
}

/* ---- two operands of which neither is a constant ---- */

static uint32_t zeros_of_number(const rat *n, uint32_t limit)
{
    rat magnitude;
    rat_init(&magnitude);
    rat_abs(&magnitude, n);
    uint32_t zeros = 0;
    while (zeros < limit && !rat_bit_test(&magnitude, zeros)) zeros++;
    rat_release(&magnitude);
    return zeros;
}

/* So many of the lowest bits are 0, seen from the form of the term down to a small depth; at most `limit`. */
static uint32_t zeros_of_term(const term_store *ts, term t, uint32_t limit, unsigned depth)
{
    term_kind k = term_kind_of(ts, t);
    if (k == TERM_NUM) return zeros_of_number(term_number(ts, t), limit);
    if (depth == 0 || (k != TERM_SCALE && k != TERM_ADD && k != TERM_ITE && k != TERM_MOD)) return 0;
    if (k == TERM_SCALE) {
        uint32_t zeros = zeros_of_number(term_number(ts, term_arg(ts, t, 0)), limit);
        return zeros + zeros_of_term(ts, term_arg(ts, t, 1), limit - zeros, depth - 1);
    }
    for (size_t i = k == TERM_ITE; i < term_arity(ts, t); i++) limit = zeros_of_term(ts, term_arg(ts, t, i), limit, depth - 1);
    return limit;
}

/* No bit is set in both: b lies below the lowest bit of a. */
static bool is_disjoint(const term_store *ts, cint a, span x, span y)
{
    enum { DEPTH = 4 };
    return is_nonnegative(ts, y) && bit_length(ts, y, a.width) <= zeros_of_term(ts, x.t, a.width, DEPTH);
}

static term lowest_bit(term_store *ts, span v)
{
    span bit = span_reduce(ts, v, term_mk_int(ts, 0), term_mk_int(ts, 2));
    return span_relate(ts, SPAN_EQ, bit, span_of_num(term_mk_int(ts, 1)));
}

/* Of operands of which one bit matters. */
static span single_bit(term_store *ts, term_kind op, span x, span y)
{
    term p = lowest_bit(ts, x), q = lowest_bit(ts, y), zero = term_mk_int(ts, 0), one = term_mk_int(ts, 1);
    term r = op == TERM_BV_AND ? term_mk_and2(ts, p, q) : op == TERM_BV_OR ? term_mk_or2(ts, p, q) : term_mk_xor(ts, p, q);
    return (span){term_mk_ite(ts, r, one, zero), zero, one};
}

static uint32_t bits_needed(const term_store *ts, term_kind op, span x, span y, uint32_t width)
{
    uint32_t n = bit_length(ts, x, width), m = bit_length(ts, y, width);
    return (op == TERM_BV_AND) == (n < m) ? n : m;
}

static cint general(term_store *ts, term_kind op, cint a, cint b, bool is_signed)
{
    span x = cint_span(ts, a), y = cint_span(ts, b);
    uint32_t n = bits_needed(ts, op, x, y, a.width);
    if (n == 0) return cint_of_int(ts, 0, a.width, is_signed);
    if (n == 1) return cint_wrap(ts, single_bit(ts, op, x, y), a.width, is_signed);
    term bits = term_mk_bv_binary(ts, op, term_mk_int_to_bv(ts, n, x.t), term_mk_int_to_bv(ts, n, y.t));
    span r = {term_mk_bv_to_nat(ts, bits), term_mk_int(ts, 0), all_ones(ts, n)};
    return cint_wrap(ts, r, a.width, is_signed);
}

typedef cint mask_op(term_store *ts, cint a, term mask, bool is_signed);

/* Through the mask's arithmetic if `b` is a constant with few runs of ones (or of zeros). */
static bool is_simple_mask(term_store *ts, cint a, cint b, term *mask)
{
    *mask = cint_span_as(ts, b, false).t;
    if (!span_is_num(ts, *mask)) return false;
    uint32_t k = bit_length(ts, cint_span(ts, a), a.width);
    return count_runs(ts, *mask, k) <= MAX_RUNS;
}

static cint bit_op(term_store *ts, term_kind op, mask_op *by_mask, cint a, cint b, bool is_signed)
{
    assert(a.width == b.width);
    term mask;
    span x = cint_span(ts, a), y = cint_span(ts, b);
    if (bits_needed(ts, TERM_BV_OR, x, y, a.width) <= 1) return general(ts, op, a, b, is_signed);
    if (is_simple_mask(ts, a, b, &mask)) return by_mask(ts, a, mask, is_signed);
    if (is_simple_mask(ts, b, a, &mask)) return by_mask(ts, b, mask, is_signed);
    if (!is_disjoint(ts, a, x, y) && !is_disjoint(ts, a, y, x)) return general(ts, op, a, b, is_signed);
    if (op == TERM_BV_AND) return cint_of_int(ts, 0, a.width, is_signed);
    return cint_clip(ts, span_add(ts, cint_span_as(ts, a, is_signed), cint_span_as(ts, b, is_signed)), a.width, is_signed);
}

cint cint_and(term_store *ts, cint a, cint b, bool is_signed)
{
    if (term_is_equal(a.value, b.value) && a.is_signed == b.is_signed) return cint_as(ts, a, is_signed);
    return bit_op(ts, TERM_BV_AND, and_mask, a, b, is_signed);
}

cint cint_or(term_store *ts, cint a, cint b, bool is_signed)
{
    if (term_is_equal(a.value, b.value) && a.is_signed == b.is_signed) return cint_as(ts, a, is_signed);
    return bit_op(ts, TERM_BV_OR, or_mask, a, b, is_signed);
}

cint cint_xor(term_store *ts, cint a, cint b, bool is_signed)
{
    if (term_is_equal(a.value, b.value) && a.is_signed == b.is_signed) return cint_of_int(ts, 0, a.width, is_signed);
    return bit_op(ts, TERM_BV_XOR, xor_mask, a, b, is_signed);
}

/* ---- shifts ---- */

static cint shift_by(term_store *ts, term_kind op, cint a, uint32_t k, bool is_signed)
{
    assert(k < a.width);
    if (op == TERM_BV_SHL) {
        cint kept = cint_wrap(ts, cint_span(ts, a), a.width - k, is_signed);
        return cint_clip(ts, span_mul(ts, cint_span(ts, kept), span_of_num(term_mk_pow2(ts, k))), a.width, is_signed);
    }
    span q = span_div(ts, cint_span(ts, a), term_mk_pow2(ts, k));
    cint kept = cint_wrap(ts, q, a.width - k, op == TERM_BV_ASHR);
    return cint_wrap(ts, cint_span(ts, kept), a.width, is_signed);
}

static cint shift_by_bits(term_store *ts, term_kind op, cint a, cint b, bool is_signed)
{
    uint32_t w = a.width;
    term bits = term_mk_bv_binary(ts, op, term_mk_int_to_bv(ts, w, a.value), term_mk_int_to_bv(ts, w, b.value));
    span r = {term_mk_bv_to_nat(ts, bits), term_mk_int(ts, 0), all_ones(ts, w)};
    return cint_wrap(ts, r, w, is_signed);
}

/* Tells apart the amounts if they are few, or all of them if the shifted value is a constant. */
static cint shift(term_store *ts, term_kind op, cint a, cint b, bool is_signed)
{
    assert(a.width == b.width);
    span amount = cint_span(ts, b);
    term first = span_max(ts, amount.low, term_mk_int(ts, 0));
    term last = span_min(ts, amount.high, term_mk_int(ts, (int64_t)a.width - 1));
    if (!span_le(ts, first, last)) return cint_of_int(ts, 0, a.width, is_signed);
    int64_t low, high;
    bool small = rat_to_int64(term_number(ts, first), &low) && rat_to_int64(term_number(ts, last), &high);
    assert(small);
    (void)small;
    if (high - low >= MAX_SHIFTS && !span_is_num(ts, a.value)) return shift_by_bits(ts, op, a, b, is_signed);
    cint r = shift_by(ts, op, a, (uint32_t)high, is_signed);
    for (int64_t k = high - 1; k >= low; k--) {
        term here = term_mk_le(ts, amount.t, term_mk_int(ts, k));
        r = cint_ite(ts, here, shift_by(ts, op, a, (uint32_t)k, is_signed), r);
    }
    return r;
}

cint cint_shl(term_store *ts, cint a, cint b, bool is_signed, bool no_wrap)
{
    span amount = cint_span(ts, b);
    int64_t k;
    if (no_wrap && span_is_num(ts, amount.t) && rat_to_int64(term_number(ts, amount.t), &k) && k >= 0 && k < a.width) {
        span r = span_mul(ts, cint_span_as(ts, a, is_signed), span_of_num(term_mk_pow2(ts, (uint32_t)k)));
        return cint_clip(ts, r, a.width, is_signed);
    }
    return shift(ts, TERM_BV_SHL, a, b, is_signed);
}

cint cint_lshr(term_store *ts, cint a, cint b, bool is_signed) { return shift(ts, TERM_BV_LSHR, a, b, is_signed); }
cint cint_ashr(term_store *ts, cint a, cint b, bool is_signed) { return shift(ts, TERM_BV_ASHR, a, b, is_signed); }

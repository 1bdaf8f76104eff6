#include "front/llvm/translate/cint.h"

#include "front/llvm/translate/span.h"
#include "term/numeral.h"

void cint_range(term_store *ts, uint32_t width, bool is_signed, term *low, term *high)
{
    assert(width > 0);
    term one = term_mk_int(ts, 1), half = term_mk_pow2(ts, width - 1);
    *low = is_signed ? term_mk_neg(ts, half) : term_mk_int(ts, 0);
    *high = term_mk_sub(ts, is_signed ? half : term_mk_pow2(ts, width), one);
}

/* What the form of a term says. A choice may have a number out of range, for a case that has been assumed away. */
static void tighten_by_form(const term_store *ts, span *s)
{
    if (span_is_num(ts, s->t)) {
        s->low = s->high = s->t;
    } else if (span_is_choice(ts, s->t)) {
        term a = term_arg(ts, s->t, 1), b = term_arg(ts, s->t, 2);
        term low = span_max(ts, s->low, span_min(ts, a, b)), high = span_min(ts, s->high, span_max(ts, a, b));
        if (span_le(ts, low, high)) *s = (span){s->t, low, high};
    }
}

span cint_span(term_store *ts, cint a)
{
    span s = {a.value, a.low, a.high};
    if (term_is_none(a.low) || !span_is_num(ts, a.low)) cint_range(ts, a.width, a.is_signed, &s.low, &s.high);
    tighten_by_form(ts, &s);
    assert(span_le(ts, s.low, s.high));
    if (term_is_equal(s.low, s.high)) s.t = s.low;
    return s;
}

cint cint_wrap(term_store *ts, span v, uint32_t width, bool is_signed)
{
    term low, high;
    cint_range(ts, width, is_signed, &low, &high);
    span r = span_reduce(ts, v, low, term_mk_pow2(ts, width));
    assert(span_le(ts, low, r.low) && span_le(ts, r.high, high));
    return (cint){r.t, width, is_signed, r.low, r.high};
}

cint cint_clip(term_store *ts, span v, uint32_t width, bool is_signed)
{
    if (span_is_num(ts, v.t)) return cint_wrap(ts, v, width, is_signed);
    term low, high;
    cint_range(ts, width, is_signed, &low, &high);
    cint r = {v.t, width, is_signed, span_max(ts, v.low, low), span_min(ts, v.high, high)};
    if (!span_le(ts, r.low, r.high)) { /* it never is within the range: whatever is said of it is right */
        r.low = low;
        r.high = high;
    }
    return r;
}

span cint_span_as(term_store *ts, cint a, bool is_signed) { return cint_span(ts, cint_as(ts, a, is_signed)); }

/* ---- making and converting ---- */

cint cint_of_int(term_store *ts, int64_t value, uint32_t width, bool is_signed)
{
    return cint_wrap(ts, span_of_num(term_mk_int(ts, value)), width, is_signed);
}

cint cint_of_number(term_store *ts, const rat *bits, uint32_t width, bool is_signed)
{
    return cint_wrap(ts, span_of_num(term_mk_num(ts, bits, sort_int(ts))), width, is_signed);
}

cint cint_of_term(term value, uint32_t width, bool is_signed) { return (cint){value, width, is_signed, TERM_NONE, TERM_NONE}; }

cint cint_as(term_store *ts, cint a, bool is_signed)
{
    return a.is_signed == is_signed ? a : cint_wrap(ts, cint_span(ts, a), a.width, is_signed);
}

cint cint_trunc(term_store *ts, cint a, uint32_t width, bool is_signed)
{
    assert(width <= a.width);
    return cint_wrap(ts, cint_span(ts, a), width, is_signed);
}

cint cint_zext(term_store *ts, cint a, uint32_t width, bool is_signed)
{
    assert(width >= a.width);
    return cint_wrap(ts, cint_span_as(ts, a, false), width, is_signed);
}

cint cint_sext(term_store *ts, cint a, uint32_t width, bool is_signed)
{
    assert(width >= a.width);
    return cint_wrap(ts, cint_span_as(ts, a, true), width, is_signed);
}

cint cint_ite(term_store *ts, term condition, cint a, cint b)
{
    assert(a.width == b.width);
    span x = cint_span(ts, a), y = cint_span_as(ts, b, a.is_signed);
    term value = term_mk_ite(ts, condition, x.t, y.t);
    return (cint){value, a.width, a.is_signed, span_min(ts, x.low, y.low), span_max(ts, x.high, y.high)};
}

/* ---- sums and products ---- */

/* Any number with the bits of `a` will do; of a constant, the one next to 0. */
static span any_span(term_store *ts, cint a) { return span_is_num(ts, a.value) ? cint_span_as(ts, a, true) : cint_span(ts, a); }

typedef span span_op(term_store *ts, span a, span b);

static cint ring_op(term_store *ts, span_op *op, cint a, cint b, bool is_signed, bool no_wrap)
{
    assert(a.width == b.width);
    if (no_wrap) return cint_clip(ts, op(ts, cint_span_as(ts, a, is_signed), cint_span_as(ts, b, is_signed)), a.width, is_signed);
    return cint_wrap(ts, op(ts, any_span(ts, a), any_span(ts, b)), a.width, is_signed);
}

cint cint_add(term_store *ts, cint a, cint b, bool is_signed, bool no_wrap)
{
    return ring_op(ts, span_add, a, b, is_signed, no_wrap);
}

cint cint_sub(term_store *ts, cint a, cint b, bool is_signed, bool no_wrap)
{
    return ring_op(ts, span_sub, a, b, is_signed, no_wrap);
}

cint cint_mul(term_store *ts, cint a, cint b, bool is_signed, bool no_wrap)
{
    return ring_op(ts, span_mul, a, b, is_signed, no_wrap);
}

/* ---- division ---- */

static bool is_zero(const term_store *ts, term t) { return span_is_num(ts, t) && rat_sign(term_number(ts, t)) == 0; }
static bool is_negative(const term_store *ts, term num) { return rat_sign(term_number(ts, num)) < 0; }

cint cint_udiv(term_store *ts, cint a, cint b, bool is_signed)
{
    assert(a.width == b.width);
    span u = cint_span_as(ts, a, false), d = cint_span_as(ts, b, false);
    if (is_zero(ts, d.t)) return cint_of_int(ts, 0, a.width, is_signed);
    if (span_is_num(ts, d.t)) return cint_wrap(ts, span_div(ts, u, d.t), a.width, is_signed);
    span q = {term_mk_idiv(ts, u.t, d.t), term_mk_int(ts, 0), u.high};
    return cint_wrap(ts, q, a.width, is_signed);
}

cint cint_urem(term_store *ts, cint a, cint b, bool is_signed)
{
    assert(a.width == b.width);
    span u = cint_span_as(ts, a, false), d = cint_span_as(ts, b, false);
    term zero = term_mk_int(ts, 0);
    if (is_zero(ts, d.t)) return cint_of_int(ts, 0, a.width, is_signed);
    if (!span_le(ts, d.low, u.high)) return cint_wrap(ts, u, a.width, is_signed);
    if (span_is_num(ts, d.t) && span_is_pow2(ts, d.t)) u = cint_span(ts, a); /* no matter in which representation */
    if (span_is_num(ts, d.t)) return cint_wrap(ts, span_reduce(ts, u, zero, d.t), a.width, is_signed);
    span r = {term_mk_mod(ts, u.t, d.t), zero, span_min(ts, u.high, d.high)};
    return cint_wrap(ts, r, a.width, is_signed);
}

/* The truth of `s >= 0 or m = 0`: rounding down and towards zero are then the same. */
static term rounds_down(term_store *ts, span s, term m)
{
    term zero = term_mk_int(ts, 0);
    return term_mk_or2(ts, term_mk_ge(ts, s.t, zero), term_mk_eq(ts, m, zero));
}

/* s / c towards zero, c > 0 a numeral. One quotient serves both signs. */
static span truncated_div(term_store *ts, span s, term c)
{
    span q = span_div(ts, s, c);
    if (!is_negative(ts, s.low)) return q;
    term one = term_mk_int(ts, 1), m = term_mk_mod(ts, s.t, c);
    q.t = term_mk_ite(ts, rounds_down(ts, s, m), q.t, term_mk_add2(ts, q.t, one));
    if (is_negative(ts, q.high)) q.high = term_mk_add2(ts, q.high, one);
    return q;
}

static term magnitude(term_store *ts, span s) { return span_max(ts, term_mk_neg(ts, s.low), s.high); }

cint cint_sdiv(term_store *ts, cint a, cint b, bool is_signed)
{
    assert(a.width == b.width);
    span s = cint_span_as(ts, a, true), d = cint_span_as(ts, b, true), q;
    if (is_zero(ts, d.t)) return cint_of_int(ts, 0, a.width, is_signed);
    if (span_is_num(ts, d.t)) {
        bool negate = is_negative(ts, d.t);
        q = truncated_div(ts, s, negate ? term_mk_neg(ts, d.t) : d.t);
        if (negate) q = span_neg(ts, q);
    } else {
        term up = term_mk_idiv(ts, s.t, d.t), down = term_mk_neg(ts, term_mk_idiv(ts, term_mk_neg(ts, s.t), d.t));
        term zero = term_mk_int(ts, 0), most = magnitude(ts, s);
        q.t = is_negative(ts, s.low) ? term_mk_ite(ts, term_mk_ge(ts, s.t, zero), up, down) : up;
        q.low = is_negative(ts, s.low) || is_negative(ts, d.low) ? term_mk_neg(ts, most) : zero;
        q.high = most;
    }
    return cint_as(ts, cint_clip(ts, q, a.width, true), is_signed);
}

static span truncated_rem(term_store *ts, span s, term c)
{
    if (!is_negative(ts, s.low)) return span_reduce(ts, s, term_mk_int(ts, 0), c);
    term m = term_mk_mod(ts, s.t, c);
    s.t = term_mk_ite(ts, rounds_down(ts, s, m), m, term_mk_sub(ts, m, c));
    return s;
}

cint cint_srem(term_store *ts, cint a, cint b, bool is_signed)
{
    assert(a.width == b.width);
    span s = cint_span_as(ts, a, true), d = cint_span_as(ts, b, true), r;
    if (is_zero(ts, d.t)) return cint_of_int(ts, 0, a.width, is_signed);
    term zero = term_mk_int(ts, 0), most = term_mk_sub(ts, magnitude(ts, d), term_mk_int(ts, 1));
    term low = is_negative(ts, s.low) ? span_max(ts, s.low, term_mk_neg(ts, most)) : zero;
    term high = is_negative(ts, s.high) ? zero : span_min(ts, s.high, most);
    if (!span_is_num(ts, d.t)) {
        term up = term_mk_mod(ts, s.t, d.t), down = term_mk_neg(ts, term_mk_mod(ts, term_mk_neg(ts, s.t), d.t));
        r.t = is_negative(ts, s.low) ? term_mk_ite(ts, term_mk_ge(ts, s.t, zero), up, down) : up;
    } else if (span_le(ts, magnitude(ts, s), most)) {
        r = s;
    } else {
        r = truncated_rem(ts, s, is_negative(ts, d.t) ? term_mk_neg(ts, d.t) : d.t);
    }
    r.low = low;
    r.high = high;
    return cint_as(ts, cint_clip(ts, r, a.width, true), is_signed);
}

/* ---- comparing ---- */

/* Compares in one representation, without an if-then-else inside an atom: the cases of each operand are told apart outside. */
static term compare(term_store *ts, span_relation r, cint a, cint b, bool is_signed)
{
    assert(a.width == b.width);
    term low, high, modulus = term_mk_pow2(ts, a.width);
    cint_range(ts, a.width, is_signed, &low, &high);
    span x = cint_span(ts, a), y = cint_span(ts, b);
    span_piece xs[SPAN_PIECES], ys[SPAN_PIECES];
    size_t n = span_pieces(ts, x, low, modulus, xs), m = span_pieces(ts, y, low, modulus, ys);
    assert(n > 0 && m > 0);
    term result = TERM_NONE;
    for (size_t i = 0; i < n; i++) {
        term inner = TERM_NONE;
        for (size_t j = 0; j < m; j++) {
            term here = span_relate(ts, r, xs[i].value, ys[j].value);
            inner = j ? term_mk_ite(ts, span_at_least(ts, y.t, ys[j].from), here, inner) : here;
        }
        result = i ? term_mk_ite(ts, span_at_least(ts, x.t, xs[i].from), inner, result) : inner;
    }
    return result;
}

term cint_eq(term_store *ts, cint a, cint b)
{
    return compare(ts, SPAN_EQ, a, b, span_is_num(ts, a.value) ? b.is_signed : a.is_signed);
}
term cint_ult(term_store *ts, cint a, cint b) { return compare(ts, SPAN_LT, a, b, false); }
term cint_ule(term_store *ts, cint a, cint b) { return compare(ts, SPAN_LE, a, b, false); }
term cint_slt(term_store *ts, cint a, cint b) { return compare(ts, SPAN_LT, a, b, true); }
term cint_sle(term_store *ts, cint a, cint b) { return compare(ts, SPAN_LE, a, b, true); }

/* ---- where C defines the result ---- */

static term within(term_store *ts, span v, term low, term high)
{
    return term_mk_and2(ts, span_relate(ts, SPAN_LE, span_of_num(low), v), span_relate(ts, SPAN_LE, v, span_of_num(high)));
}

static term fits(term_store *ts, span_op *op, cint a, cint b)
{
    assert(a.width == b.width);
    term low, high;
    cint_range(ts, a.width, true, &low, &high);
    return within(ts, op(ts, cint_span_as(ts, a, true), cint_span_as(ts, b, true)), low, high);
}

term cint_add_defined(term_store *ts, cint a, cint b) { return fits(ts, span_add, a, b); }
term cint_sub_defined(term_store *ts, cint a, cint b) { return fits(ts, span_sub, a, b); }
term cint_mul_defined(term_store *ts, cint a, cint b) { return fits(ts, span_mul, a, b); }

term cint_udiv_defined(term_store *ts, cint a, cint b)
{
    (void)a;
    return term_mk_not(ts, cint_eq(ts, b, cint_of_int(ts, 0, b.width, b.is_signed)));
}

term cint_sdiv_fits(term_store *ts, cint a, cint b)
{
    assert(a.width == b.width);
    term low, high;
    cint_range(ts, a.width, true, &low, &high);
    term least = cint_eq(ts, a, cint_of_term(low, a.width, true)), minus = cint_eq(ts, b, cint_of_int(ts, -1, b.width, true));
    return term_mk_not(ts, term_mk_and2(ts, least, minus));
}

term cint_sdiv_defined(term_store *ts, cint a, cint b) { return term_mk_and2(ts, cint_udiv_defined(ts, a, b), cint_sdiv_fits(ts, a, b)); }

term cint_shift_defined(term_store *ts, cint a, cint b)
{
    return within(ts, cint_span(ts, b), term_mk_int(ts, 0), term_mk_int(ts, (int64_t)a.width - 1));
}

/* For every amount k: it is less than that, or a <= max / 2^k. */
term cint_shl_defined(term_store *ts, cint a, cint b)
{
    assert(a.width == b.width);
    span s = cint_span_as(ts, a, true), amount = cint_span(ts, b);
    term low, high;
    cint_range(ts, a.width, true, &low, &high);
    term_vec all;
    term_vec_init(&all);
    term_vec_push(&all, cint_shift_defined(ts, a, b));
    term_vec_push(&all, span_relate(ts, SPAN_LE, span_of_num(term_mk_int(ts, 0)), s));
    for (uint32_t k = 0; k < a.width; k++) {
        term below = span_relate(ts, SPAN_LT, amount, span_of_num(term_mk_int(ts, k)));
        term small = span_relate(ts, SPAN_LE, s, span_of_num(term_mk_idiv(ts, high, term_mk_pow2(ts, k))));
        term_vec_push(&all, term_mk_or2(ts, below, small));
    }
    term r = term_mk_and(ts, all.data, all.size);
    term_vec_release(&all);
    return r;
}

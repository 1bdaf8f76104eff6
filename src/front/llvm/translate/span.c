#include "front/llvm/translate/span.h"

bool span_is_num(const term_store *ts, term t) { return term_kind_of(ts, t) == TERM_NUM; }

bool span_is_pow2(const term_store *ts, term num)
{
    rat p;
    rat_init(&p);
    rat_set_int(&p, 1);
    while (rat_cmp(&p, term_number(ts, num)) < 0) rat_add(&p, &p, &p);
    bool is = rat_is_equal(&p, term_number(ts, num));
    rat_release(&p);
    return is;
}

bool span_is_choice(const term_store *ts, term t)
{
    return term_kind_of(ts, t) == TERM_ITE && span_is_num(ts, term_arg(ts, t, 1)) && span_is_num(ts, term_arg(ts, t, 2));
}

bool span_le(const term_store *ts, term a, term b) { return rat_cmp(term_number(ts, a), term_number(ts, b)) <= 0; }
term span_min(const term_store *ts, term a, term b) { return span_le(ts, a, b) ? a : b; }
term span_max(const term_store *ts, term a, term b) { return span_le(ts, a, b) ? b : a; }

/* ---- arithmetic ---- */

span span_add(term_store *ts, span a, span b)
{
    return (span){term_mk_add2(ts, a.t, b.t), term_mk_add2(ts, a.low, b.low), term_mk_add2(ts, a.high, b.high)};
}

span span_sub(term_store *ts, span a, span b) { return span_add(ts, a, span_neg(ts, b)); }

span span_neg(term_store *ts, span a)
{
    return (span){term_mk_neg(ts, a.t), term_mk_neg(ts, a.high), term_mk_neg(ts, a.low)};
}

static term mul_choice(term_store *ts, term choice, term num)
{
    term c = term_arg(ts, choice, 0), a = term_arg(ts, choice, 1), b = term_arg(ts, choice, 2);
    return term_mk_ite(ts, c, term_mk_mul2(ts, a, num), term_mk_mul2(ts, b, num));
}

static term mul_terms(term_store *ts, term a, term b)
{
    if (span_is_choice(ts, a) && span_is_num(ts, b)) return mul_choice(ts, a, b);
    if (span_is_choice(ts, b) && span_is_num(ts, a)) return mul_choice(ts, b, a);
    return term_mk_mul2(ts, a, b);
}

span span_mul(term_store *ts, span a, span b)
{
    term corner[] = {term_mk_mul2(ts, a.low, b.low), term_mk_mul2(ts, a.low, b.high), term_mk_mul2(ts, a.high, b.low),
                     term_mk_mul2(ts, a.high, b.high)};
    assert(span_le(ts, a.low, a.high) && span_le(ts, b.low, b.high));
    span r = {mul_terms(ts, a.t, b.t), corner[0], corner[0]};
    for (size_t i = 1; i < 4; i++) {
        r.low = span_min(ts, r.low, corner[i]);
        r.high = span_max(ts, r.high, corner[i]);
    }
    return r;
}

/* The difference of two numerals if it is less than `limit`, otherwise `limit`. */
static size_t distance(term_store *ts, term low, term high, size_t limit)
{
    assert(span_le(ts, low, high));
    int64_t d;
    bool fits = rat_to_int64(term_number(ts, term_mk_sub(ts, high, low)), &d);
    return fits && (uint64_t)d < limit ? (size_t)d : limit;
}

span span_div(term_store *ts, span a, term c)
{
    assert(rat_sign(term_number(ts, c)) > 0);
    span q = {TERM_NONE, term_mk_idiv(ts, a.low, c), term_mk_idiv(ts, a.high, c)};
    size_t n = distance(ts, q.low, q.high, SPAN_PIECES);
    if (rat_is_one(term_number(ts, c)) || n == SPAN_PIECES) {
        q.t = term_mk_idiv(ts, a.t, c);
        return q;
    }
    q.t = q.low;
    for (size_t i = 1; i <= n; i++) {
        term k = term_mk_add2(ts, q.low, term_mk_int(ts, (int64_t)i));
        q.t = term_mk_ite(ts, span_at_least(ts, a.t, term_mk_mul2(ts, k, c)), k, q.t);
    }
    return q;
}

/* ---- modulo ---- */

size_t span_pieces(term_store *ts, span v, term min, term modulus, span_piece *out)
{
    assert(span_is_num(ts, min) && rat_sign(term_number(ts, modulus)) > 0);
    term first = term_mk_idiv(ts, term_mk_sub(ts, v.low, min), modulus);
    term last = term_mk_idiv(ts, term_mk_sub(ts, v.high, min), modulus);
    size_t n = distance(ts, first, last, SPAN_PIECES);
    if (n == SPAN_PIECES) return 0;
    term most = term_mk_sub(ts, modulus, term_mk_int(ts, 1));
    for (size_t i = 0; i <= n; i++) {
        term shift = term_mk_mul2(ts, term_mk_add2(ts, first, term_mk_int(ts, (int64_t)i)), modulus);
        term from = term_mk_add2(ts, min, shift), to = term_mk_add2(ts, from, most);
        span here = {v.t, span_max(ts, v.low, from), span_min(ts, v.high, to)};
        assert(span_le(ts, here.low, here.high));
        out[i] = (span_piece){from, span_sub(ts, here, span_of_num(shift))};
    }
    return n + 1;
}

static bool is_multiple(term_store *ts, term t, term modulus)
{
    return span_is_num(ts, t) && rat_sign(term_number(ts, term_mk_mod(ts, t, modulus))) == 0;
}

/* A term congruent to t, without the corrections that wrapping put on top of it earlier. */
static term peel(term_store *ts, term t, term modulus)
{
    for (;;) {
        term_kind k = term_kind_of(ts, t);
        if (k == TERM_MOD && is_multiple(ts, term_arg(ts, t, 1), modulus)) {
            t = term_arg(ts, t, 0);
        } else if (k == TERM_ITE) {
            term a = term_arg(ts, t, 1), b = term_arg(ts, t, 2);
            if (!is_multiple(ts, term_mk_sub(ts, a, b), modulus)) return t;
            t = b;
        } else {
            return t;
        }
    }
}

static term peel_summand(term_store *ts, term t, term modulus)
{
    if (term_kind_of(ts, t) != TERM_SCALE) return peel(ts, t, modulus);
    term c = term_arg(ts, t, 0);
    return term_mk_mul2(ts, c, peel(ts, term_arg(ts, t, 1), modulus));
}

static term peel_sum(term_store *ts, term t, term modulus)
{
    if (term_kind_of(ts, t) != TERM_ADD) return peel_summand(ts, t, modulus);
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < term_arity(ts, t); i++) term_vec_push(&parts, peel_summand(ts, term_arg(ts, t, i), modulus));
    term r = term_mk_add(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return r;
}

static span mod(term_store *ts, span v, term min, term modulus)
{
    enum { ROUNDS = 4 };
    term t = term_mk_sub(ts, v.t, min);
    for (int i = 0; i < ROUNDS; i++) t = peel_sum(ts, t, modulus);
    term high = term_mk_sub(ts, term_mk_add2(ts, min, modulus), term_mk_int(ts, 1));
    return (span){term_mk_add2(ts, term_mk_mod(ts, t, modulus), min), min, high};
}

span span_reduce(term_store *ts, span v, term min, term modulus)
{
    span_piece pieces[SPAN_PIECES];
    size_t n = span_pieces(ts, v, min, modulus, pieces);
    assert(n <= SPAN_PIECES);
    if (n == 1) return pieces[0].value;
    if (span_is_choice(ts, v.t)) {
        term c = term_arg(ts, v.t, 0), x = term_arg(ts, v.t, 1), y = term_arg(ts, v.t, 2);
        span a = span_reduce(ts, span_of_num(x), min, modulus), b = span_reduce(ts, span_of_num(y), min, modulus);
        return (span){term_mk_ite(ts, c, a.t, b.t), span_min(ts, a.low, b.low), span_max(ts, a.high, b.high)};
    }
    if (n == 0) return mod(ts, v, min, modulus);
    span r = pieces[0].value;
    for (size_t i = 1; i < n; i++) {
        r.t = term_mk_ite(ts, span_at_least(ts, v.t, pieces[i].from), pieces[i].value.t, r.t);
        r.low = span_min(ts, r.low, pieces[i].value.low);
        r.high = span_max(ts, r.high, pieces[i].value.high);
    }
    return r;
}

/* ---- relations ---- */

static term relate_terms(term_store *ts, span_relation r, term a, term b)
{
    return r == SPAN_EQ ? term_mk_eq(ts, a, b) : r == SPAN_LT ? term_mk_lt(ts, a, b) : term_mk_le(ts, a, b);
}

term span_relate(term_store *ts, span_relation r, span a, span b)
{
    assert(span_le(ts, a.low, a.high) && span_le(ts, b.low, b.high));
    bool below = !span_le(ts, b.low, a.high), above = !span_le(ts, a.low, b.high); /* a < b, a > b */
    if (r == SPAN_EQ && (below || above)) return term_false(ts);
    if (r == SPAN_LT && (below || span_le(ts, b.high, a.low))) return term_mk_bool(ts, below);
    if (r == SPAN_LE && (above || span_le(ts, a.high, b.low))) return term_mk_bool(ts, !above);
    if (span_is_num(ts, a.t) && span_is_choice(ts, b.t)) {
        term c = term_arg(ts, b.t, 0), x = term_arg(ts, b.t, 1), y = term_arg(ts, b.t, 2);
        return term_mk_ite(ts, c, relate_terms(ts, r, a.t, x), relate_terms(ts, r, a.t, y));
    }
    if (span_is_num(ts, b.t) && span_is_choice(ts, a.t)) {
        term c = term_arg(ts, a.t, 0), x = term_arg(ts, a.t, 1), y = term_arg(ts, a.t, 2);
        return term_mk_ite(ts, c, relate_terms(ts, r, x, b.t), relate_terms(ts, r, y, b.t));
    }
    return relate_terms(ts, r, a.t, b.t);
}

term span_at_least(term_store *ts, term t, term num)
{
    if (!span_is_choice(ts, t)) return term_mk_ge(ts, t, num);
    term c = term_arg(ts, t, 0), a = term_arg(ts, t, 1), b = term_arg(ts, t, 2);
    return term_mk_ite(ts, c, term_mk_ge(ts, a, num), term_mk_ge(ts, b, num));
}

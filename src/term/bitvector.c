/* Bit-vectors: constants are folded, neutral elements dropped; the rest is left to the solver. */

#include "term/store.h"

static uint32_t width_of(const term_store *ts, term t) { return sort_bv_width(ts, term_sort(ts, t)); }

static bool is_number(const term_store *ts, term t) { return store_kind(ts, t) == TERM_BVNUM; }

static bool is_zero(const term_store *ts, term t) { return is_number(ts, t) && rat_sign(term_number(ts, t)) == 0; }

static term mk_int(term_store *ts, int64_t value, uint32_t width)
{
    rat r;
    rat_init(&r);
    rat_set_int(&r, value);
    term t = term_mk_bv(ts, &r, width);
    rat_release(&r);
    return t;
}

/* r := the number of t read as two's complement. */
static void set_signed(rat *r, const term_store *ts, term t)
{
    uint32_t w = width_of(ts, t);
    rat_set(r, term_number(ts, t));
    if (!rat_bit_test(r, w - 1)) return;
    rat size;
    rat_init(&size);
    rat_set_pow2(&size, w);
    rat_sub(r, r, &size);
    rat_release(&size);
}

/* r := a / b rounded towards zero, b not zero. */
static void divide_truncated(rat *r, const rat *a, const rat *b)
{
    rat_div(r, a, b);
    if (rat_sign(r) < 0)
        rat_ceil(r, r);
    else
        rat_floor(r, r);
}

/* r := a - b * trunc(a / b). */
static void remainder_truncated(rat *r, const rat *a, const rat *b)
{
    rat q;
    rat_init(&q);
    divide_truncated(&q, a, b);
    rat_mul(&q, &q, b);
    rat_sub(r, a, &q);
    rat_release(&q);
}

static void fold_shift(rat *r, term_kind kind, const rat *a, const rat *signed_a, const rat *amount, uint32_t w)
{
    int64_t by = 0;
    if (!rat_to_int64(amount, &by) || by > (int64_t)w) by = (int64_t)w;
    rat p;
    rat_init(&p);
    rat_set_pow2(&p, (uint32_t)by);
    if (kind == TERM_BV_SHL) {
        rat_mul(r, a, &p);
    } else {
        rat_div(r, kind == TERM_BV_LSHR ? a : signed_a, &p);
        rat_floor(r, r);
    }
    rat_release(&p);
}

/* SMT-LIB: x udiv 0 = all ones, x urem 0 = x; the signed ones follow from these. */
static void fold_by_zero(rat *r, term_kind kind, const rat *a, const rat *sa)
{
    if (kind == TERM_BV_UDIV)
        rat_set_int(r, -1);
    else if (kind == TERM_BV_SDIV)
        rat_set_int(r, rat_sign(sa) < 0 ? 1 : -1);
    else
        rat_set(r, a);
}

static void fold_binary(rat *r, term_kind kind, const rat *a, const rat *b, const rat *sa, const rat *sb, uint32_t w)
{
    bool divides = kind == TERM_BV_UDIV || kind == TERM_BV_UREM || kind == TERM_BV_SDIV || kind == TERM_BV_SREM || kind == TERM_BV_SMOD;
    if (divides && rat_sign(b) == 0) {
        fold_by_zero(r, kind, a, sa);
        return;
    }
    switch (kind) {
    case TERM_BV_AND: rat_bit_and(r, a, b); break;
    case TERM_BV_OR: rat_bit_or(r, a, b); break;
    case TERM_BV_XOR: rat_bit_xor(r, a, b); break;
    case TERM_BV_ADD: rat_add(r, a, b); break;
    case TERM_BV_MUL: rat_mul(r, a, b); break;
    case TERM_BV_UDIV: divide_truncated(r, a, b); break;
    case TERM_BV_UREM: remainder_truncated(r, a, b); break;
    case TERM_BV_SDIV: divide_truncated(r, sa, sb); break;
    case TERM_BV_SREM: remainder_truncated(r, sa, sb); break;
    case TERM_BV_SMOD:
        remainder_truncated(r, sa, sb);
        if (rat_sign(r) != 0 && rat_sign(r) != rat_sign(sb)) rat_add(r, r, sb);
        break;
    default: fold_shift(r, kind, a, sa, b, w); break;
    }
}

static bool is_comparison(term_kind kind) { return kind >= TERM_BV_ULT && kind <= TERM_BV_SLE; }

static term fold(term_store *ts, term_kind kind, term a, term b)
{
    rat r, sa, sb;
    rat_init(&r);
    rat_init(&sa);
    rat_init(&sb);
    set_signed(&sa, ts, a);
    set_signed(&sb, ts, b);
    term t;
    if (is_comparison(kind)) {
        bool is_signed = kind == TERM_BV_SLT || kind == TERM_BV_SLE, strict = kind == TERM_BV_ULT || kind == TERM_BV_SLT;
        int order = is_signed ? rat_cmp(&sa, &sb) : rat_cmp(term_number(ts, a), term_number(ts, b));
        t = term_mk_bool(ts, strict ? order < 0 : order <= 0);
    } else if (kind == TERM_BV_CONCAT) {
        rat_set_pow2(&r, width_of(ts, b));
        rat_mul(&r, &r, term_number(ts, a));
        rat_add(&r, &r, term_number(ts, b));
        t = term_mk_bv(ts, &r, width_of(ts, a) + width_of(ts, b));
    } else {
        fold_binary(&r, kind, term_number(ts, a), term_number(ts, b), &sa, &sb, width_of(ts, a));
        t = term_mk_bv(ts, &r, width_of(ts, a));
    }
    rat_release(&r);
    rat_release(&sa);
    rat_release(&sb);
    return t;
}

term term_mk_bv_unary(term_store *ts, term_kind kind, term a)
{
    assert(kind == TERM_BV_NOT || kind == TERM_BV_NEG);
    if (store_kind(ts, a) == kind) return store_arg(ts, a, 0);
    if (!is_number(ts, a)) return store_intern(ts, kind, term_sort(ts, a), 0, 0, &a, 1);
    rat r;
    rat_init(&r);
    rat_neg(&r, term_number(ts, a));
    if (kind == TERM_BV_NOT) {
        rat one;
        rat_init(&one);
        rat_set_int(&one, 1);
        rat_sub(&r, &r, &one);
        rat_release(&one);
    }
    term t = term_mk_bv(ts, &r, width_of(ts, a));
    rat_release(&r);
    return t;
}

static bool is_commutative(term_kind kind)
{
    return kind == TERM_BV_AND || kind == TERM_BV_OR || kind == TERM_BV_XOR || kind == TERM_BV_ADD || kind == TERM_BV_MUL;
}

/* x op x, and x op neutral element; TERM_NONE if nothing applies. */
static term simplify_binary(term_store *ts, term_kind kind, term a, term b)
{
    bool same = term_is_equal(a, b);
    switch (kind) {
    case TERM_BV_AND: return same ? a : is_zero(ts, a) ? a : is_zero(ts, b) ? b : TERM_NONE;
    case TERM_BV_OR: return same ? a : is_zero(ts, a) ? b : is_zero(ts, b) ? a : TERM_NONE;
    case TERM_BV_XOR: return same ? mk_int(ts, 0, width_of(ts, a)) : is_zero(ts, a) ? b : is_zero(ts, b) ? a : TERM_NONE;
    case TERM_BV_ADD: return is_zero(ts, a) ? b : is_zero(ts, b) ? a : TERM_NONE;
    case TERM_BV_SHL:
    case TERM_BV_LSHR:
    case TERM_BV_ASHR: return is_zero(ts, b) ? a : TERM_NONE;
    case TERM_BV_ULT:
    case TERM_BV_SLT: return same ? term_false(ts) : TERM_NONE;
    case TERM_BV_ULE:
    case TERM_BV_SLE: return same ? term_true(ts) : TERM_NONE;
    default: return TERM_NONE;
    }
}

term term_mk_bv_binary(term_store *ts, term_kind kind, term a, term b)
{
    assert(kind == TERM_BV_CONCAT || sort_is_equal(term_sort(ts, a), term_sort(ts, b)));
    if (is_number(ts, a) && is_number(ts, b)) return fold(ts, kind, a, b);
    term simple = simplify_binary(ts, kind, a, b);
    if (!term_is_none(simple)) return simple;
    if (is_commutative(kind) && a.id > b.id) return term_mk_bv_binary(ts, kind, b, a);
    sort s = is_comparison(kind) ? sort_bool(ts) : kind == TERM_BV_CONCAT ? sort_bv(ts, width_of(ts, a) + width_of(ts, b)) : term_sort(ts, a);
    return store_intern(ts, kind, s, 0, 0, (term[]){a, b}, 2);
}

term term_mk_bv_extract(term_store *ts, uint32_t high, uint32_t low, term a)
{
    assert(low <= high && high < width_of(ts, a));
    if (low == 0 && high + 1 == width_of(ts, a)) return a;
    sort s = sort_bv(ts, high - low + 1);
    if (!is_number(ts, a)) return store_intern(ts, TERM_BV_EXTRACT, s, high, low, &a, 1);
    rat r, p;
    rat_init(&r);
    rat_init(&p);
    rat_set_pow2(&p, low);
    rat_div(&r, term_number(ts, a), &p);
    rat_floor(&r, &r);
    term t = term_mk_bv(ts, &r, high - low + 1);
    rat_release(&r);
    rat_release(&p);
    return t;
}

term term_mk_bv_extend(term_store *ts, term_kind kind, uint32_t extra, term a)
{
    assert(kind == TERM_BV_ZERO_EXT || kind == TERM_BV_SIGN_EXT);
    if (extra == 0) return a;
    uint32_t width = width_of(ts, a) + extra;
    if (!is_number(ts, a)) return store_intern(ts, kind, sort_bv(ts, width), extra, 0, &a, 1);
    rat r;
    rat_init(&r);
    if (kind == TERM_BV_SIGN_EXT)
        set_signed(&r, ts, a);
    else
        rat_set(&r, term_number(ts, a));
    term t = term_mk_bv(ts, &r, width);
    rat_release(&r);
    return t;
}

term term_mk_bv_to_nat(term_store *ts, term a)
{
    if (is_number(ts, a)) return term_mk_num(ts, term_number(ts, a), sort_int(ts));
    if (store_kind(ts, a) == TERM_INT_TO_BV) {
        rat modulus;
        rat_init(&modulus);
        rat_set_pow2(&modulus, width_of(ts, a));
        term m = term_mk_num(ts, &modulus, sort_int(ts));
        rat_release(&modulus);
        return term_mk_mod(ts, store_arg(ts, a, 0), m);
    }
    return store_intern(ts, TERM_BV_TO_NAT, sort_int(ts), 0, 0, &a, 1);
}

term term_mk_int_to_bv(term_store *ts, uint32_t width, term a)
{
    if (store_kind(ts, a) == TERM_NUM) return term_mk_bv(ts, term_number(ts, a), width);
    if (store_kind(ts, a) == TERM_BV_TO_NAT && width_of(ts, store_arg(ts, a, 0)) == width) return store_arg(ts, a, 0);
    return store_intern(ts, TERM_INT_TO_BV, sort_bv(ts, width), 0, 0, &a, 1);
}

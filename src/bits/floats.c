#include "bits/floats.h"

#include <assert.h>
#include <string.h>

enum { MAX_BITS = 160 }; /* of a significand on its way */

/* A natural number of n bits. */
typedef struct bits {
    lit at[MAX_BITS];
    uint32_t n;
} bits;

/* (-1)^sign * m * 2^x, where the lowest bit of m may stand for something smaller that is not 0: then there are bits enough above it. */
typedef struct scaled {
    lit sign;
    bits m;
    word x;
} scaled;

/* A floating-point number taken apart. */
typedef struct parts {
    lit is_nan, is_infinite, is_zero;
    scaled value; /* of a finite one */
    word magnitude; /* the pattern without its sign */
} parts;

static lit any_of(circuit *c, const lit *list, uint32_t n)
{
    lit any = LIT_FALSE;
    for (uint32_t i = 0; i < n; i++) any = circuit_or(c, any, list[i]);
    return any;
}

static lit all_of(circuit *c, const lit *list, uint32_t n)
{
    lit all = LIT_TRUE;
    for (uint32_t i = 0; i < n; i++) all = circuit_and(c, all, list[i]);
    return all;
}

/* ---- numbers of bits ---- */

static word natural(word_store *s, const bits *b)
{
    lit copy[MAX_BITS + 1];
    assert(b->n <= MAX_BITS);
    memcpy(copy, b->at, b->n * sizeof *copy);
    copy[b->n] = LIT_FALSE;
    return word_of_bits(s, copy, b->n + 1);
}

static bits bits_of(const word_store *s, word a, uint32_t n)
{
    bits b = {.n = n};
    assert(n <= MAX_BITS);
    for (uint32_t i = 0; i < n; i++) b.at[i] = word_bit(s, a, i);
    return b;
}

static lit is_some(circuit *c, const bits *b) { return any_of(c, b->at, b->n); }

/* With so many zeros below, or above. */
static bits widened(const bits *b, uint32_t below, uint32_t above)
{
    bits r = {.n = b->n + below + above};
    assert(r.n <= MAX_BITS);
    for (uint32_t i = 0; i < r.n; i++) r.at[i] = i >= below && i < below + b->n ? b->at[i - below] : LIT_FALSE;
    return r;
}

static bits chosen(circuit *c, lit condition, const bits *a, const bits *b)
{
    bits r = {.n = a->n};
    assert(a->n == b->n);
    for (uint32_t i = 0; i < r.n; i++) r.at[i] = circuit_ite(c, condition, a->at[i], b->at[i]);
    return r;
}

/* Moved down by a natural number; what falls out is in the lowest bit. */
static void shift_down(word_store *s, bits *b, word by, bool is_sticky)
{
    circuit *c = s->c;
    uint32_t width = word_width(s, by), step = 0;
    lit lost = LIT_FALSE, far = LIT_FALSE;
    for (; step + 1 < width && (UINT32_C(1) << step) < b->n; step++) {
        lit here = word_bit(s, by, step);
        uint32_t distance = UINT32_C(1) << step;
        lost = circuit_or(c, lost, circuit_and(c, here, any_of(c, b->at, distance)));
        for (uint32_t i = 0; i < b->n; i++) b->at[i] = circuit_ite(c, here, i + distance < b->n ? b->at[i + distance] : LIT_FALSE, b->at[i]);
    }
    for (; step + 1 < width; step++) far = circuit_or(c, far, word_bit(s, by, step));
    lost = circuit_or(c, lost, circuit_and(c, far, is_some(c, b)));
    for (uint32_t i = 0; i < b->n; i++) b->at[i] = circuit_and(c, b->at[i], lit_not(far));
    if (is_sticky) b->at[0] = circuit_or(c, b->at[0], lost);
}

/* Moved up until the highest bit is set, unless none is. */
static void normalise(word_store *s, scaled *v)
{
    circuit *c = s->c;
    uint32_t step = 0;
    while ((UINT32_C(2) << step) <= v->m.n) step++;
    bits moved = {.n = step + 1};
    for (uint32_t k = step + 1; k-- > 0;) {
        uint32_t distance = UINT32_C(1) << k;
        if (distance >= v->m.n) {
            moved.at[k] = LIT_FALSE;
            continue;
        }
        lit is_clear = lit_not(any_of(c, v->m.at + v->m.n - distance, distance));
        moved.at[k] = is_clear;
        for (uint32_t i = v->m.n; i-- > 0;) v->m.at[i] = circuit_ite(c, is_clear, i >= distance ? v->m.at[i - distance] : LIT_FALSE, v->m.at[i]);
    }
    v->x = word_add(s, v->x, word_negate(s, natural(s, &moved)));
}

/* ---- patterns ---- */

static parts take_apart(word_store *s, word pattern, ieee_format f)
{
    circuit *c = s->c;
    bits b = bits_of(s, pattern, f.width - 1), exponent = {.n = f.exponent};
    parts p;
    memcpy(exponent.at, b.at + f.fraction, f.exponent * sizeof(lit));
    lit has_fraction = any_of(c, b.at, f.fraction), has_exponent = is_some(c, &exponent), is_special = all_of(c, exponent.at, f.exponent);
    p.is_nan = circuit_and(c, is_special, has_fraction);
    p.is_infinite = circuit_and(c, is_special, lit_not(has_fraction));
    p.is_zero = circuit_and(c, lit_not(has_exponent), lit_not(has_fraction));
    p.magnitude = natural(s, &b);
    p.value.sign = word_bit(s, pattern, f.width - 1);
    p.value.m = (bits){.n = f.fraction + 1};
    memcpy(p.value.m.at, b.at, f.fraction * sizeof(lit));
    p.value.m.at[f.fraction] = has_exponent;
    exponent.at[0] = circuit_or(c, exponent.at[0], lit_not(has_exponent)); /* subnormal numbers have that of the least normal ones */
    int64_t bias = (INT64_C(1) << (f.exponent - 1)) - 1 + f.fraction;
    p.value.x = word_add(s, natural(s, &exponent), word_int(s, -bias));
    return p;
}

static word with_sign(word_store *s, lit sign, word magnitude, ieee_format f)
{
    lit at[64];
    for (uint32_t i = 0; i + 1 < f.width; i++) at[i] = word_bit(s, magnitude, i);
    at[f.width - 1] = sign;
    return word_of_bits(s, at, f.width);
}

static word infinity(word_store *s, lit sign, ieee_format f) { return with_sign(s, sign, word_int(s, ieee_infinity(f.width)), f); }

/* Rounded to the nearest, to even if there are two. */
static word put_together(word_store *s, scaled v, ieee_format f)
{
    circuit *c = s->c;
    uint32_t kept = f.fraction + 1;
    if (v.m.n < kept + 2) {
        uint32_t below = kept + 2 - v.m.n;
        v.m = widened(&v.m, below, 0);
        v.x = word_add(s, v.x, word_int(s, -(int64_t)below));
    }
    lit is_some_value = is_some(c, &v.m);
    normalise(s, &v);
    int64_t bias = (INT64_C(1) << (f.exponent - 1)) - 1;
    word exponent = word_add(s, v.x, word_int(s, bias + v.m.n - 1)), one = word_int(s, 1); /* as stored */
    lit is_small = word_is_less(s, exponent, one);
    word missing = word_ite(s, is_small, word_add(s, one, word_negate(s, exponent)), word_int(s, 0));
    shift_down(s, &v.m, missing, true);
    uint32_t low = v.m.n - kept;
    bits significand = {.n = kept};
    memcpy(significand.at, v.m.at + low, kept * sizeof(lit));
    lit half = v.m.at[low - 1], more = circuit_or(c, any_of(c, v.m.at, low - 1), significand.at[0]), up = circuit_and(c, half, more);
    rat power;
    rat_init(&power);
    rat_set_pow2(&power, f.fraction);
    word base = word_ite(s, is_small, word_int(s, 0), word_add(s, exponent, word_int(s, -1)));
    word packed = word_add(s, word_multiply(s, base, word_number(s, &power)), natural(s, &significand));
    rat_release(&power);
    packed = word_add(s, packed, word_ite(s, up, one, word_int(s, 0)));
    word limit = word_int(s, ieee_infinity(f.width));
    packed = word_ite(s, word_is_less(s, packed, limit), packed, limit);
    return with_sign(s, v.sign, word_ite(s, is_some_value, packed, word_int(s, 0)), f);
}

static word unless_nan(word_store *s, lit is_nan, word r, ieee_format f) { return word_ite(s, is_nan, word_int(s, ieee_nan(f.width)), r); }

/* ---- operations ---- */

/* a + b, where the highest bit of each is set, or both have the same x, or one is 0. */
static scaled sum_of(word_store *s, const scaled *a, const scaled *b)
{
    circuit *c = s->c;
    word am = natural(s, &a->m), bm = natural(s, &b->m);
    lit same = word_equals(s, a->x, b->x), b_is_less = circuit_ite(c, same, lit_not(word_is_less(s, am, bm)), word_is_less(s, b->x, a->x));
    lit a_is_large = circuit_or(c, lit_not(is_some(c, &b->m)), circuit_and(c, is_some(c, &a->m), b_is_less));
    bits large = chosen(c, a_is_large, &a->m, &b->m), small = chosen(c, a_is_large, &b->m, &a->m);
    word x = word_ite(s, a_is_large, a->x, b->x), below = word_ite(s, a_is_large, b->x, a->x);
    word distance = word_add(s, x, word_negate(s, below));
    distance = word_ite(s, word_sign(s, distance), word_int(s, 0), distance); /* of a 0 */
    large = widened(&large, 3, 1);
    small = widened(&small, 3, 1);
    shift_down(s, &small, distance, true);
    lit differ = circuit_xor(c, a->sign, b->sign);
    word l = natural(s, &large), m = natural(s, &small);
    word sum = word_add(s, l, word_ite(s, differ, word_negate(s, m), m));
    scaled r = {.m = bits_of(s, sum, large.n), .x = word_add(s, x, word_int(s, -3))};
    r.sign = circuit_ite(c, is_some(c, &r.m), circuit_ite(c, a_is_large, a->sign, b->sign), circuit_and(c, a->sign, b->sign));
    return r;
}

static word add(word_store *s, ieee_format f, const parts *a, const parts *b)
{
    circuit *c = s->c;
    scaled x = a->value, y = b->value;
    lit opposite = circuit_and(c, circuit_and(c, a->is_infinite, b->is_infinite), circuit_xor(c, x.sign, y.sign));
    lit is_nan = circuit_or(c, circuit_or(c, a->is_nan, b->is_nan), opposite);
    word r = put_together(s, sum_of(s, &x, &y), f);
    r = word_ite(s, b->is_infinite, infinity(s, y.sign, f), r);
    r = word_ite(s, a->is_infinite, infinity(s, x.sign, f), r);
    return unless_nan(s, is_nan, r, f);
}

static scaled product_of(word_store *s, const scaled *a, const scaled *b)
{
    word m = word_multiply(s, natural(s, &a->m), natural(s, &b->m));
    return (scaled){.sign = circuit_xor(s->c, a->sign, b->sign), .m = bits_of(s, m, a->m.n + b->m.n), .x = word_add(s, a->x, b->x)};
}

static lit product_is_nan(circuit *c, const parts *a, const parts *b)
{
    lit lost = circuit_or(c, circuit_and(c, a->is_infinite, b->is_zero), circuit_and(c, a->is_zero, b->is_infinite));
    return circuit_or(c, circuit_or(c, a->is_nan, b->is_nan), lost);
}

static word multiply(word_store *s, ieee_format f, const parts *a, const parts *b)
{
    scaled product = product_of(s, &a->value, &b->value);
    word r = word_ite(s, circuit_or(s->c, a->is_infinite, b->is_infinite), infinity(s, product.sign, f), put_together(s, product, f));
    return unless_nan(s, product_is_nan(s->c, a, b), r, f);
}

static word divide(word_store *s, ieee_format f, const parts *a, const parts *b)
{
    circuit *c = s->c;
    scaled x = a->value, y = b->value;
    normalise(s, &x);
    normalise(s, &y);
    uint32_t more = f.fraction + 3;
    bits dividend = widened(&x.m, more, 0);
    word divisor = word_ite(s, b->is_zero, word_int(s, 1), natural(s, &y.m)), quotient, rest;
    word_divide(s, natural(s, &dividend), divisor, &quotient, &rest);
    bits q = bits_of(s, quotient, more + 2);
    scaled r = {.sign = circuit_xor(c, x.sign, y.sign), .m = widened(&q, 1, 0)};
    r.m.at[0] = lit_not(word_equals(s, rest, word_int(s, 0)));
    r.x = word_add(s, word_add(s, x.x, word_negate(s, y.x)), word_int(s, -(int64_t)more - 1));
    lit no_ratio = circuit_or(c, circuit_and(c, a->is_infinite, b->is_infinite), circuit_and(c, a->is_zero, b->is_zero));
    lit is_zero = circuit_or(c, a->is_zero, b->is_infinite), is_infinite = circuit_or(c, a->is_infinite, b->is_zero);
    word found = word_ite(s, is_zero, with_sign(s, r.sign, word_int(s, 0), f), put_together(s, r, f));
    found = word_ite(s, is_infinite, infinity(s, r.sign, f), found);
    return unless_nan(s, circuit_or(c, circuit_or(c, a->is_nan, b->is_nan), no_ratio), found, f);
}

/* The root of `radicand`, an even number of bits, digit by digit; the lowest bit tells whether there is a rest. */
static bits root_of(word_store *s, const bits *radicand)
{
    uint32_t n = radicand->n / 2;
    assert(radicand->n % 2 == 0);
    bits root = {.n = n + 1}, rest_bits = {.n = n + 3};
    word rest = word_int(s, 0);
    for (uint32_t i = n; i-- > 0;) {
        rest_bits = bits_of(s, rest, n + 1);
        rest_bits = widened(&rest_bits, 2, 0);
        rest_bits.at[0] = radicand->at[2 * i];
        rest_bits.at[1] = radicand->at[2 * i + 1];
        rest = natural(s, &rest_bits);
        bits found = {.n = n - 1 - i}; /* the digits so far; with one more, x, the square grows by (4 found + x) x */
        memcpy(found.at, root.at + i + 2, found.n * sizeof(lit));
        found = widened(&found, 2, 0);
        found.at[0] = LIT_TRUE;
        word trial = natural(s, &found);
        root.at[i + 1] = lit_not(word_is_less(s, rest, trial));
        rest = word_ite(s, root.at[i + 1], word_add(s, rest, word_negate(s, trial)), rest);
    }
    root.at[0] = lit_not(word_equals(s, rest, word_int(s, 0)));
    return root;
}

static word square_root(word_store *s, ieee_format f, const parts *a)
{
    circuit *c = s->c;
    scaled v = a->value;
    normalise(s, &v);
    uint32_t below = v.m.n + 4;
    below += (v.m.n + below) % 2;
    bits even = widened(&v.m, below - 1, 1), odd = widened(&v.m, below, 0);
    word x = word_add(s, v.x, word_int(s, -(int64_t)below + 1)); /* of `even` */
    lit is_odd = word_bit(s, x, 0);
    bits radicand = chosen(c, is_odd, &odd, &even);
    x = word_add(s, x, word_ite(s, is_odd, word_int(s, -1), word_int(s, 0)));
    word half, rest;
    word_divide(s, x, word_int(s, 2), &half, &rest);
    scaled r = {.sign = LIT_FALSE, .m = root_of(s, &radicand), .x = word_add(s, half, word_int(s, -1))};
    word found = word_ite(s, a->is_zero, with_sign(s, v.sign, word_int(s, 0), f), put_together(s, r, f));
    found = word_ite(s, a->is_infinite, infinity(s, LIT_FALSE, f), found);
    lit is_negative = circuit_and(c, v.sign, lit_not(a->is_zero));
    return unless_nan(s, circuit_or(c, a->is_nan, is_negative), found, f);
}

static word multiply_and_add(word_store *s, ieee_format f, const parts *a, const parts *b, const parts *d)
{
    circuit *c = s->c;
    scaled product = product_of(s, &a->value, &b->value), term = d->value;
    uint32_t more = product.m.n - term.m.n;
    term.m = widened(&term.m, more, 0);
    term.x = word_add(s, term.x, word_int(s, -(int64_t)more));
    normalise(s, &product);
    normalise(s, &term);
    lit is_infinite = circuit_or(c, a->is_infinite, b->is_infinite);
    lit opposite = circuit_and(c, circuit_and(c, is_infinite, d->is_infinite), circuit_xor(c, product.sign, term.sign));
    lit is_nan = circuit_or(c, circuit_or(c, product_is_nan(c, a, b), d->is_nan), opposite);
    word r = put_together(s, sum_of(s, &product, &term), f);
    r = word_ite(s, d->is_infinite, infinity(s, term.sign, f), r);
    r = word_ite(s, is_infinite, infinity(s, product.sign, f), r);
    return unless_nan(s, is_nan, r, f);
}

static word resize(word_store *s, ieee_format f, const parts *a)
{
    word r = word_ite(s, a->is_infinite, infinity(s, a->value.sign, f), put_together(s, a->value, f));
    return unless_nan(s, a->is_nan, r, f);
}

static word from_int(word_store *s, ieee_format f, word n)
{
    n = word_cut(s, n, IEEE_INT_BITS);
    lit sign = word_sign(s, n);
    word size = word_ite(s, sign, word_negate(s, n), n);
    scaled v = {.sign = sign, .m = bits_of(s, size, word_width(s, size)), .x = word_int(s, 0)};
    return put_together(s, v, f);
}

static word to_int(word_store *s, ieee_format f, const parts *a)
{
    circuit *c = s->c;
    word power = word_add(s, a->value.x, word_int(s, f.fraction)); /* of the highest bit */
    lit is_large = lit_not(word_is_less(s, power, word_int(s, 64))), is_small = word_sign(s, power);
    bits m = widened(&a->value.m, 63 - f.fraction, 0);
    word by = word_add(s, word_int(s, 63), word_negate(s, power));
    by = word_ite(s, word_sign(s, by), word_int(s, 0), by);
    shift_down(s, &m, by, false);
    word size = word_ite(s, is_small, word_int(s, 0), natural(s, &m)), n = word_ite(s, a->value.sign, word_negate(s, size), size);
    rat none;
    rat_init(&none);
    rat_set_pow2(&none, 64);
    lit has_none = circuit_or(c, is_large, circuit_or(c, a->is_nan, a->is_infinite));
    n = word_ite(s, has_none, word_number(s, &none), n);
    rat_release(&none);
    return n;
}

word floats_apply(word_store *s, ieee_operation op, uint32_t width, const word *args)
{
    ieee_format f = ieee_format_of(width);
    parts p[3];
    uint32_t from = ieee_argument_width(op, width);
    for (uint32_t i = 0; i < ieee_arity(op); i++) {
        if (word_is_none(args[i])) return WORD_NONE;
        if (from) p[i] = take_apart(s, args[i], ieee_format_of(from));
    }
    switch (op) {
    case IEEE_ADD: return add(s, f, &p[0], &p[1]);
    case IEEE_MUL: return multiply(s, f, &p[0], &p[1]);
    case IEEE_DIV: return divide(s, f, &p[0], &p[1]);
    case IEEE_SQRT: return square_root(s, f, &p[0]);
    case IEEE_FMA: return multiply_and_add(s, f, &p[0], &p[1], &p[2]);
    case IEEE_RESIZE: return resize(s, f, &p[0]);
    case IEEE_FROM_INT: return from_int(s, f, args[0]);
    default: assert(op == IEEE_TO_INT); return to_int(s, f, &p[0]);
    }
}

#include "term/bv_value.h"

void bv_value_wrap(rat *r, uint32_t width)
{
    rat size;
    rat_init(&size);
    rat_set_pow2(&size, width);
    rat_mod_euclid(r, r, &size);
    rat_release(&size);
}

void bv_value_to_signed(rat *r, const rat *a, uint32_t width)
{
    bool is_negative = rat_bit_test(a, width - 1);
    rat_set(r, a);
    if (!is_negative) return;
    rat size;
    rat_init(&size);
    rat_set_pow2(&size, width);
    rat_sub(r, r, &size);
    rat_release(&size);
}

/* floor(a / 2^bits) */
static void shift_down(rat *r, const rat *a, uint32_t bits)
{
    rat size;
    rat_init(&size);
    rat_set_pow2(&size, bits);
    rat_div_euclid(r, a, &size);
    rat_release(&size);
}

static void shift_up(rat *r, const rat *a, uint32_t bits)
{
    rat size;
    rat_init(&size);
    rat_set_pow2(&size, bits);
    rat_mul(r, a, &size);
    rat_release(&size);
}

void bv_value_extract(rat *r, const rat *a, uint32_t high, uint32_t low)
{
    assert(high >= low);
    shift_down(r, a, low);
    bv_value_wrap(r, high - low + 1);
}

void bv_value_unary(rat *r, term_kind k, const rat *a, uint32_t width)
{
    assert(k == TERM_BV_NOT || k == TERM_BV_NEG);
    rat_neg(r, a);
    if (k == TERM_BV_NOT) {
        rat one;
        rat_init(&one);
        rat_set_int(&one, 1);
        rat_sub(r, r, &one);
        rat_release(&one);
    }
    bv_value_wrap(r, width);
}

/* min(b, width): shifting further changes nothing. */
static uint32_t shift_amount(const rat *b, uint32_t width)
{
    int64_t n;
    return rat_to_int64(b, &n) && n < (int64_t)width ? (uint32_t)n : width;
}

/* On signed numbers: quotient towards zero; remainder with the sign of a; modulus with the sign of b. */
static void divide_signed(rat *r, term_kind k, const rat *a, const rat *b)
{
    int sign_a = rat_sign(a), sign_b = rat_sign(b);
    rat x, y;
    rat_init(&x);
    rat_init(&y);
    rat_abs(&y, b);
    if (k == TERM_BV_SMOD) {
        rat_mod_euclid(&x, a, &y);
        if (sign_b < 0 && rat_sign(&x) != 0) rat_sub(&x, &x, &y);
    } else {
        rat_abs(&x, a);
        if (k == TERM_BV_SDIV) rat_div_euclid(&x, &x, &y);
        else rat_mod_euclid(&x, &x, &y);
        if (k == TERM_BV_SDIV ? sign_a * sign_b < 0 : sign_a < 0) rat_neg(&x, &x);
    }
    rat_swap(r, &x);
    rat_release(&x);
    rat_release(&y);
}

static void divide(rat *r, term_kind k, const rat *a, const rat *b, uint32_t width)
{
    if (rat_sign(b) == 0) {
        if (k == TERM_BV_UDIV) rat_set_int(r, -1);
        else if (k == TERM_BV_SDIV) rat_set_int(r, rat_bit_test(a, width - 1) ? 1 : -1);
        else rat_set(r, a);
    } else if (k == TERM_BV_UDIV) {
        rat_div_euclid(r, a, b);
    } else if (k == TERM_BV_UREM) {
        rat_mod_euclid(r, a, b);
    } else {
        rat x, y;
        rat_init(&x);
        rat_init(&y);
        bv_value_to_signed(&x, a, width);
        bv_value_to_signed(&y, b, width);
        divide_signed(r, k, &x, &y);
        rat_release(&x);
        rat_release(&y);
    }
    bv_value_wrap(r, width);
}

void bv_value_binary(rat *r, term_kind k, const rat *a, const rat *b, uint32_t width)
{
    switch (k) {
    case TERM_BV_AND: rat_bit_and(r, a, b); break;
    case TERM_BV_OR: rat_bit_or(r, a, b); break;
    case TERM_BV_XOR: rat_bit_xor(r, a, b); break;
    case TERM_BV_ADD:
        rat_add(r, a, b);
        bv_value_wrap(r, width);
        break;
    case TERM_BV_MUL:
        rat_mul(r, a, b);
        bv_value_wrap(r, width);
        break;
    case TERM_BV_SHL:
        shift_up(r, a, shift_amount(b, width));
        bv_value_wrap(r, width);
        break;
    case TERM_BV_LSHR: shift_down(r, a, shift_amount(b, width)); break;
    case TERM_BV_ASHR: {
        uint32_t bits = shift_amount(b, width);
        bv_value_to_signed(r, a, width);
        shift_down(r, r, bits);
        bv_value_wrap(r, width);
        break;
    }
    case TERM_BV_CONCAT: {
        rat high;
        rat_init(&high);
        shift_up(&high, a, width);
        rat_add(r, &high, b);
        rat_release(&high);
        break;
    }
    default:
        assert(k >= TERM_BV_UDIV && k <= TERM_BV_SMOD);
        divide(r, k, a, b, width);
    }
}

bool bv_value_compare(term_kind k, const rat *a, const rat *b, uint32_t width)
{
    int order = rat_cmp(a, b);
    if (k == TERM_BV_SLT || k == TERM_BV_SLE) {
        bool a_negative = rat_bit_test(a, width - 1), b_negative = rat_bit_test(b, width - 1);
        if (a_negative != b_negative) order = a_negative ? -1 : 1;
    }
    return k == TERM_BV_ULT || k == TERM_BV_SLT ? order < 0 : order <= 0;
}

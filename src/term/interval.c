#include "term/interval.h"

#include <assert.h>

void interval_init(interval *r)
{
    rat_init(&r->low);
    rat_init(&r->high);
    r->has_low = r->has_high = false;
}

void interval_release(interval *r)
{
    rat_release(&r->low);
    rat_release(&r->high);
}

void interval_set(interval *r, const interval *a)
{
    rat_set(&r->low, &a->low);
    rat_set(&r->high, &a->high);
    r->has_low = a->has_low;
    r->has_high = a->has_high;
}

void interval_set_all(interval *r) { r->has_low = r->has_high = false; }

void interval_set_number(interval *r, const rat *n)
{
    rat_set(&r->low, n);
    rat_set(&r->high, n);
    r->has_low = r->has_high = true;
}

static void subtract_one(rat *r)
{
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    rat_sub(r, r, &one);
    rat_release(&one);
}

void interval_set_bits(interval *r, uint32_t width)
{
    rat_set_int(&r->low, 0);
    rat_set_pow2(&r->high, width);
    subtract_one(&r->high);
    r->has_low = r->has_high = true;
}

bool interval_is_empty(const interval *a) { return interval_is_bounded(a) && rat_cmp(&a->low, &a->high) > 0; }

bool interval_is_number(const interval *a) { return interval_is_bounded(a) && rat_is_equal(&a->low, &a->high); }

bool interval_contains(const interval *a, const rat *n)
{
    return (!a->has_low || rat_cmp(&a->low, n) <= 0) && (!a->has_high || rat_cmp(n, &a->high) <= 0);
}

bool interval_is_within(const interval *a, const interval *b)
{
    bool low = !b->has_low || (a->has_low && rat_cmp(&b->low, &a->low) <= 0);
    return low && (!b->has_high || (a->has_high && rat_cmp(&a->high, &b->high) <= 0));
}

bool interval_is_natural(const interval *a) { return a->has_low && rat_sign(&a->low) >= 0; }

bool interval_cut_low(interval *r, const rat *low)
{
    if (r->has_low && rat_cmp(low, &r->low) <= 0) return false;
    rat_set(&r->low, low);
    return r->has_low = true;
}

bool interval_cut_high(interval *r, const rat *high)
{
    if (r->has_high && rat_cmp(high, &r->high) >= 0) return false;
    rat_set(&r->high, high);
    return r->has_high = true;
}

bool interval_meet(interval *r, const interval *a)
{
    bool low = a->has_low && interval_cut_low(r, &a->low), high = a->has_high && interval_cut_high(r, &a->high);
    return low || high;
}

void interval_join(interval *r, const interval *a, const interval *b)
{
    assert(!interval_is_empty(a) && !interval_is_empty(b)); /* of an empty one the join would be the other */
    bool has_low = a->has_low && b->has_low, has_high = a->has_high && b->has_high;
    if (has_low) rat_set(&r->low, rat_cmp(&a->low, &b->low) <= 0 ? &a->low : &b->low);
    if (has_high) rat_set(&r->high, rat_cmp(&a->high, &b->high) >= 0 ? &a->high : &b->high);
    r->has_low = has_low;
    r->has_high = has_high;
}

static void swap_bounds(interval *r)
{
    rat_swap(&r->low, &r->high);
    bool has_low = r->has_high;
    r->has_high = r->has_low;
    r->has_low = has_low;
}

void interval_neg(interval *r, const interval *a)
{
    interval_set(r, a);
    rat_neg(&r->low, &r->low);
    rat_neg(&r->high, &r->high);
    swap_bounds(r);
}

void interval_add(interval *r, const interval *a, const interval *b)
{
    bool has_low = a->has_low && b->has_low, has_high = a->has_high && b->has_high;
    if (has_low) rat_add(&r->low, &a->low, &b->low);
    if (has_high) rat_add(&r->high, &a->high, &b->high);
    r->has_low = has_low;
    r->has_high = has_high;
}

void interval_scale(interval *r, const rat *c, const interval *a)
{
    if (rat_sign(c) == 0) {
        interval_set_number(r, c);
        return;
    }
    interval_set(r, a);
    if (r->has_low) rat_mul(&r->low, &r->low, c);
    if (r->has_high) rat_mul(&r->high, &r->high, c);
    if (rat_sign(c) < 0) swap_bounds(r);
}

/* Widens r to have n. */
static void include(interval *r, const rat *n)
{
    if (rat_cmp(n, &r->low) < 0) rat_set(&r->low, n);
    if (rat_cmp(n, &r->high) > 0) rat_set(&r->high, n);
}

static void multiply_bounded(interval *r, const interval *a, const interval *b)
{
    const rat *as[] = {&a->low, &a->high}, *bs[] = {&b->low, &b->high};
    interval all;
    interval_init(&all);
    rat n;
    rat_init(&n);
    for (size_t i = 0; i < 4; i++) {
        rat_mul(&n, as[i / 2], bs[i % 2]);
        if (i == 0) interval_set_number(&all, &n);
        else include(&all, &n);
    }
    interval_set(r, &all);
    interval_release(&all);
    rat_release(&n);
}

void interval_mul(interval *r, const interval *a, const interval *b)
{
    if (interval_is_bounded(a) && interval_is_bounded(b)) {
        multiply_bounded(r, a, b);
        return;
    }
    bool natural = interval_is_natural(a) && interval_is_natural(b);
    if (natural) rat_mul(&r->low, &a->low, &b->low);
    r->has_low = natural;
    r->has_high = false;
}

/* r := the least (sign < 0) or greatest quotient of n by a value of b, which are positive. */
static void divide_bound(rat *r, const rat *n, const interval *b, int sign)
{
    rat first, second;
    rat_init(&first);
    rat_init(&second);
    rat_div_euclid(&first, n, &b->low);
    if (b->has_high) rat_div_euclid(&second, n, &b->high);
    else rat_set_int(&second, rat_sign(n) < 0 ? -1 : 0);
    rat_set(r, (rat_cmp(&first, &second) < 0) == (sign < 0) ? &first : &second);
    rat_release(&first);
    rat_release(&second);
}

static void divide_by_positive(interval *r, const interval *a, const interval *b)
{
    bool has_low = a->has_low, has_high = a->has_high;
    rat low, high;
    rat_init(&low);
    rat_init(&high);
    if (has_low) divide_bound(&low, &a->low, b, -1);
    if (has_high) divide_bound(&high, &a->high, b, 1);
    rat_swap(&r->low, &low);
    rat_swap(&r->high, &high);
    r->has_low = has_low;
    r->has_high = has_high;
    rat_release(&low);
    rat_release(&high);
}

/* r := 0 .. the greatest absolute value of a, which is bounded. */
static void set_magnitude(interval *r, const interval *a)
{
    rat low, high;
    rat_init(&low);
    rat_init(&high);
    rat_abs(&low, &a->low);
    rat_abs(&high, &a->high);
    rat_set(&r->high, rat_cmp(&low, &high) > 0 ? &low : &high);
    rat_set_int(&r->low, 0);
    r->has_low = r->has_high = true;
    rat_release(&low);
    rat_release(&high);
}

/* Without its last value, if that is 0; the same for the first one. */
static void drop_zero_ends(interval *r)
{
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    if (r->has_low && rat_sign(&r->low) == 0) rat_set(&r->low, &one);
    rat_neg(&one, &one);
    if (r->has_high && rat_sign(&r->high) == 0) rat_set(&r->high, &one);
    rat_release(&one);
}

void interval_div(interval *r, const interval *a, const interval *b)
{
    interval by;
    interval_init(&by);
    interval_set(&by, b);
    drop_zero_ends(&by);
    if (interval_is_empty(&by)) {
        interval_set_all(r);
    } else if (by.has_low && rat_sign(&by.low) > 0) {
        divide_by_positive(r, a, &by);
    } else if (by.has_high && rat_sign(&by.high) < 0) {
        interval_neg(&by, &by);
        divide_by_positive(r, a, &by);
        interval_neg(r, r);
    } else if (interval_is_bounded(a)) {
        set_magnitude(r, a);
        rat_neg(&r->low, &r->high);
    } else {
        interval_set_all(r);
    }
    interval_release(&by);
}

/* Has the quotient by n one value in all of a? */
static bool is_in_period(const interval *a, const rat *n)
{
    rat first, last;
    rat_init(&first);
    rat_init(&last);
    rat_div_euclid(&first, &a->low, n);
    rat_div_euclid(&last, &a->high, n);
    bool same = rat_is_equal(&first, &last);
    rat_release(&first);
    rat_release(&last);
    return same;
}

void interval_mod(interval *r, const interval *a, const interval *b)
{
    if (interval_is_number(b) && rat_sign(&b->low) == 0) {
        interval_set_all(r);
        return;
    }
    if (interval_is_number(b) && interval_is_bounded(a) && is_in_period(a, &b->low)) {
        rat n;
        rat_init(&n);
        rat_set(&n, &b->low);
        rat_mod_euclid(&r->low, &a->low, &n);
        rat_mod_euclid(&r->high, &a->high, &n);
        r->has_low = r->has_high = true;
        rat_release(&n);
        return;
    }
    interval upper;
    interval_init(&upper);
    if (interval_is_natural(a) && a->has_high) interval_cut_high(&upper, &a->high);
    if (interval_is_bounded(b)) {
        interval magnitude;
        interval_init(&magnitude);
        set_magnitude(&magnitude, b);
        subtract_one(&magnitude.high);
        interval_cut_high(&upper, &magnitude.high);
        interval_release(&magnitude);
    }
    rat_set_int(&upper.low, 0);
    upper.has_low = true;
    interval_set(r, &upper);
    interval_release(&upper);
}

/* How many bits the number, not negative, has. */
static uint32_t count_bits(const rat *n)
{
    int64_t small;
    uint32_t bits = 0;
    if (rat_to_int64(n, &small)) {
        for (; small > 0; small >>= 1) bits++;
        return bits;
    }
    rat power;
    rat_init(&power);
    for (bits = 63, rat_set_pow2(&power, bits); rat_cmp(&power, n) <= 0; bits++) rat_add(&power, &power, &power);
    rat_release(&power);
    return bits;
}

uint32_t interval_signed_width(const interval *a)
{
    assert(interval_is_bounded(a));
    uint32_t high = rat_sign(&a->high) > 0 ? count_bits(&a->high) : 0, low = 0;
    if (rat_sign(&a->low) < 0) {
        rat n; /* -2^k has k + 1 bits, as 2^k - 1 has with its sign */
        rat_init(&n);
        rat_neg(&n, &a->low);
        subtract_one(&n);
        low = count_bits(&n);
        rat_release(&n);
    }
    return (low > high ? low : high) + 1;
}

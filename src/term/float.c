#include "term/float.h"

#include "term/bv_value.h"
#include "term/store.h"

ieee_operation term_float_operation(const term_store *ts, term t)
{
    assert(store_kind(ts, t) == TERM_FLOAT);
    return (ieee_operation)store_node(ts, t)->data;
}

uint32_t term_float_width(const term_store *ts, term t)
{
    assert(store_kind(ts, t) == TERM_FLOAT);
    return store_node(ts, t)->data2;
}

/* An integer modulo 2^bits, in two's complement. */
static ieee_wide wrapped(const rat *n, uint32_t bits)
{
    rat r, half, part;
    rat_init(&r);
    rat_init(&half);
    rat_init(&part);
    rat_set(&r, n);
    bv_value_wrap(&r, bits);
    bv_value_to_signed(&r, &r, bits);
    rat_set_pow2(&half, 32);
    int64_t high = 0, low = 0;
    rat_div_euclid(&part, &r, &half);
    rat_to_int64(&part, &high);
    rat_mod_euclid(&part, &r, &half);
    rat_to_int64(&part, &low);
    rat_release(&r);
    rat_release(&half);
    rat_release(&part);
    return (ieee_wide)high * ((ieee_wide)1 << 32) + low;
}

static void set_wide(rat *out, ieee_wide n)
{
    rat half, low;
    rat_init(&half);
    rat_init(&low);
    ieee_wide rest = n & UINT32_MAX;
    rat_set_pow2(&half, 32);
    rat_set_int(out, (int64_t)((n - rest) / ((ieee_wide)1 << 32)));
    rat_mul(out, out, &half);
    rat_set_int(&low, (int64_t)rest);
    rat_add(out, out, &low);
    rat_release(&half);
    rat_release(&low);
}

void float_value(rat *out, ieee_operation op, uint32_t width, const rat *const *args)
{
    ieee_wide words[3];
    uint32_t bits = ieee_argument_width(op, width);
    assert(ieee_arity(op) <= 3);
    for (uint32_t i = 0; i < ieee_arity(op); i++) words[i] = wrapped(args[i], bits ? bits : IEEE_INT_BITS);
    set_wide(out, ieee_compute(op, width, words));
}

static term folded(term_store *ts, ieee_operation op, uint32_t width, const term *args)
{
    const rat *numbers[3];
    for (uint32_t i = 0; i < ieee_arity(op); i++) numbers[i] = term_number(ts, args[i]);
    rat r;
    rat_init(&r);
    float_value(&r, op, width, numbers);
    term t = term_mk_num(ts, &r, sort_int(ts));
    rat_release(&r);
    return t;
}

term term_mk_float(term_store *ts, ieee_operation op, uint32_t width, const term *args)
{
    assert(width == 32 || width == 64);
    uint32_t n = ieee_arity(op);
    bool are_numbers = true;
    for (uint32_t i = 0; i < n; i++) {
        assert(sort_kind_of(ts, term_sort(ts, args[i])) == SORT_INT);
        are_numbers = are_numbers && store_kind(ts, args[i]) == TERM_NUM;
    }
    if (are_numbers) return folded(ts, op, width, args);
    term sorted[3];
    memcpy(sorted, args, n * sizeof *args);
    if ((op == IEEE_ADD || op == IEEE_MUL || op == IEEE_FMA) && sorted[1].id < sorted[0].id) {
        sorted[0] = args[1];
        sorted[1] = args[0];
    }
    return store_intern(ts, TERM_FLOAT, sort_int(ts), op, width, sorted, n);
}

/* Floating-point circuits against the machine, on special and random operands, 64 at once. With an argument: so many operands of each operation. */

#include "bits/floats.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

VEC_DECLARE(u64_vec, uint64_t);
enum { LANES = 64 };

static size_t n_trials = 20000;
static uint64_t seed = 20261119;

static uint64_t next_random(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static uint64_t mask_of(uint32_t width) { return width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1; }

/* The patterns that hurt: zeros, the least and the greatest, ones, halves, infinities, NaNs, and their neighbours. */
static uint64_t special_pattern(ieee_format f)
{
    uint64_t one = ((UINT64_C(1) << (f.exponent - 1)) - 1) << f.fraction, infinity = (uint64_t)ieee_infinity(f.width), step = UINT64_C(1) << f.fraction;
    uint64_t list[] = {0, step, one, one - step, one + step, infinity, infinity | step >> 1, one + ((uint64_t)f.fraction << f.fraction), one + (((uint64_t)f.fraction + 1) << f.fraction),
                       one + (UINT64_C(31) << f.fraction), one + (UINT64_C(63) << f.fraction), one + (UINT64_C(64) << f.fraction), step >> 1};
    uint64_t found = list[next_random() % (sizeof list / sizeof *list)] + next_random() % 5 - 2;
    return (found ^ next_random() << (f.width - 1)) & mask_of(f.width);
}

static uint64_t random_pattern(ieee_format f, uint64_t other)
{
    uint64_t few = next_random() & next_random() & next_random();
    switch (next_random() % 8) {
    case 0: return special_pattern(f);
    case 1: return (few & mask_of(f.fraction)) | (next_random() & ~mask_of(f.fraction) & mask_of(f.width)); /* few digits */
    case 2: return (other ^ few ^ next_random() << (f.width - 1)) & mask_of(f.width); /* near the other one */
    case 3: return (next_random() & (mask_of(f.fraction) | UINT64_C(1) << (f.width - 1))); /* subnormal */
    case 4: { /* not far from 1 */
        uint64_t exponent = (UINT64_C(1) << (f.exponent - 1)) - 1 + next_random() % 130 - 65;
        return (exponent << f.fraction | (next_random() & mask_of(f.fraction)) | next_random() << (f.width - 1)) & mask_of(f.width);
    }
    default: return next_random() & mask_of(f.width);
    }
}

static ieee_wide random_int(void)
{
    ieee_wide n = (int64_t)next_random();
    if (next_random() % 4 == 0) n *= 2;
    n >>= next_random() % 64;
    if (next_random() % 4 == 0) n = ((ieee_wide)1 << next_random() % 65) + (int64_t)(next_random() % 9) - 4;
    return next_random() % 2 ? n : -n;
}

static void evaluate(const circuit *c, const u64_vec *inputs, u64_vec *values)
{
    values->size = 0;
    size_t next = 0;
    for (uint32_t i = 0; i < circuit_size(c); i++) {
        const gate *g = &c->gates.data[i];
        uint64_t v = 0;
        if (i && circuit_is_input(c, i)) {
            v = inputs->data[next++];
        } else if (i) {
            uint64_t a = values->data[lit_node(g->a)] ^ (g->a.id & 1 ? UINT64_MAX : 0), b = values->data[lit_node(g->b)] ^ (g->b.id & 1 ? UINT64_MAX : 0);
            v = a & b;
        }
        u64_vec_push(values, v);
    }
    assert_int_equal(next, inputs->size);
}

static ieee_wide number_at(const word_store *s, word w, const u64_vec *values, uint32_t lane)
{
    ieee_wide n = 0;
    for (uint32_t i = 0; i < 100; i++) {
        lit l = word_bit(s, w, i);
        uint64_t bit = (values->data[lit_node(l)] >> lane ^ l.id) & 1;
        if (i < 99) n |= (ieee_wide)bit << i;
        else n -= (ieee_wide)bit << i;
    }
    return n;
}

static ieee_wide in_range(ieee_wide n, uint32_t width)
{
    ieee_wide size = (ieee_wide)1 << width;
    n &= size - 1;
    return n >= size / 2 ? n - size : n;
}

static void check(ieee_operation op, uint32_t width)
{
    circuit c;
    word_store s;
    circuit_init(&c);
    word_store_init(&s, &c);
    uint32_t from = ieee_argument_width(op, width), bits = from ? from : IEEE_INT_BITS;
    word args[3];
    for (uint32_t i = 0; i < ieee_arity(op); i++) args[i] = word_input(&s, bits, false);
    word result = floats_apply(&s, op, width, args);
    assert_false(word_is_none(result));
    u64_vec inputs, values;
    u64_vec_init(&inputs);
    u64_vec_init(&values);
    for (size_t trial = 0; trial < n_trials; trial += LANES) {
        ieee_wide given[LANES][3];
        inputs.size = 0;
        for (uint32_t i = 0; i < ieee_arity(op); i++) {
            for (uint32_t lane = 0; lane < LANES; lane++) {
                ieee_wide n = from ? (ieee_wide)random_pattern(ieee_format_of(from), i ? (uint64_t)given[lane][0] & mask_of(from) : 0) : random_int();
                given[lane][i] = in_range(n, bits);
            }
            for (uint32_t b = 0; b < bits; b++) {
                uint64_t all = 0;
                for (uint32_t lane = 0; lane < LANES; lane++) all |= (uint64_t)(given[lane][i] >> b & 1) << lane;
                u64_vec_push(&inputs, all);
            }
        }
        evaluate(&c, &inputs, &values);
        for (uint32_t lane = 0; lane < LANES; lane++) {
            ieee_wide expected = ieee_compute(op, width, given[lane]), found = number_at(&s, result, &values, lane);
            if (expected == found) continue;
            fail_msg("%s%u(%lx, %lx, %lx) is %lx, not %lx", ieee_name(op), width, (long)given[lane][0], (long)given[lane][1], (long)given[lane][2], (long)expected, (long)found);
        }
    }
    if (n_trials > 100000) printf("%s%u: %zu gates, %zu operands\n", ieee_name(op), width, circuit_size(&c), n_trials);
    u64_vec_release(&inputs);
    u64_vec_release(&values);
    word_store_release(&s);
    circuit_release(&c);
}

static void circuits_compute_what_the_machine_does(void **state)
{
    (void)state;
    for (int op = 0; op < IEEE_OPERATION_COUNT; op++) {
        check((ieee_operation)op, 32);
        check((ieee_operation)op, 64);
    }
}

int main(int argc, char **argv)
{
    if (argc > 1) n_trials = strtoull(argv[1], NULL, 10);
    const struct CMUnitTest tests[] = {cmocka_unit_test(circuits_compute_what_the_machine_does)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Words against rational arithmetic: whatever the inputs' bits are, an operation on words has the value of the operation on numbers. */

#include "bits/memory.h"
#include "bits/sum.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { TRIALS = 300, OPERATIONS = 12, ASSIGNMENTS = 8 };

static uint64_t next_random(uint64_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    return *seed;
}

/* Words made at random, and for each how: an operation on earlier ones. */
typedef struct made {
    int operation;
    size_t a, b;
    uint32_t width;
    lit condition;
    word word;
} made;
enum { INPUT, NUMBER, ADD, NEGATE, MULTIPLY, QUOTIENT, REST, ITE, CUT, LOW_BITS, KINDS };

static word make(word_store *s, made *x, const made *before, uint64_t *seed)
{
    word a = before ? before[x->a].word : WORD_NONE, b = before ? before[x->b].word : WORD_NONE, rest;
    switch (x->operation) {
    case INPUT: return word_input(s, x->width, false);
    case NUMBER: return word_int(s, (int64_t)(next_random(seed) % 41) - 20);
    case ADD: return word_add(s, a, b);
    case NEGATE: return word_negate(s, a);
    case MULTIPLY: return word_multiply(s, a, b);
    case QUOTIENT: word_divide(s, a, b, &rest, &(word){0}); return rest;
    case REST: word_divide(s, a, b, &(word){0}, &rest); return rest;
    case ITE: return word_ite(s, x->condition, a, b);
    case CUT: return word_cut(s, a, x->width);
    default: return word_low_bits(s, a, x->width);
    }
}

/* The number that the operation has, if it is defined. */
static bool expected(const made *x, const rat *numbers, const u32_vec *values, rat *out)
{
    const rat *a = &numbers[x->a], *b = &numbers[x->b];
    rat size;
    rat_init(&size);
    bool ok = true;
    switch (x->operation) {
    case ADD: rat_add(out, a, b); break;
    case NEGATE: rat_neg(out, a); break;
    case MULTIPLY: rat_mul(out, a, b); break;
    case QUOTIENT:
    case REST:
        ok = rat_sign(b) != 0;
        if (ok && x->operation == QUOTIENT) rat_div_euclid(out, a, b);
        else if (ok) rat_mod_euclid(out, a, b);
        break;
    case ITE: rat_set(out, circuit_value(values, x->condition) ? a : b); break;
    case CUT:
    case LOW_BITS:
        rat_set_pow2(&size, x->width);
        rat_mod_euclid(out, a, &size);
        if (x->operation == CUT && rat_bit_test(out, x->width - 1)) rat_sub(out, out, &size);
        break;
    default: ok = false;
    }
    rat_release(&size);
    return ok;
}

static void check_assignment(const word_store *s, const circuit *c, const made *all, uint64_t *seed)
{
    u32_vec values;
    u32_vec_init(&values);
    for (uint32_t i = 0; i < circuit_size(c); i++) {
        if (circuit_is_input(c, i)) u32_vec_push(&values, next_random(seed) & 1);
        else circuit_evaluate(c, i + 1, &values);
    }
    rat numbers[OPERATIONS], result;
    rat_init(&result);
    for (size_t i = 0; i < OPERATIONS; i++) {
        rat_init(&numbers[i]);
        word_value(s, all[i].word, &values, &numbers[i]);
        int64_t few[WORD_MAX_SET], number = 0;
        size_t n = word_numbers(s, all[i].word, few), at = 0;
        if (n) assert_true(rat_to_int64(&numbers[i], &number));
        while (at < n && few[at] != number) at++;
        assert_true(!n || at < n);
        if (i && expected(&all[i], numbers, &values, &result)) assert_true(rat_is_equal(&numbers[i], &result));
    }
    for (size_t i = 0; i < OPERATIONS; i++)
        for (size_t k = 0; k < OPERATIONS; k++) {
            word_store *store = (word_store *)(uintptr_t)s;
            lit equal = word_equals(store, all[i].word, all[k].word), less = word_is_less(store, all[i].word, all[k].word);
            circuit_evaluate(c, (uint32_t)circuit_size(c), &values);
            assert_int_equal(circuit_value(&values, equal), rat_is_equal(&numbers[i], &numbers[k]));
            assert_int_equal(circuit_value(&values, less), rat_cmp(&numbers[i], &numbers[k]) < 0);
        }
    for (size_t i = 0; i < OPERATIONS; i++) rat_release(&numbers[i]);
    rat_release(&result);
    u32_vec_release(&values);
}

static void operations_are_those_on_numbers(void **state)
{
    (void)state;
    uint64_t seed = 20261116;
    for (int trial = 0; trial < TRIALS; trial++) {
        circuit c;
        word_store s;
        circuit_init(&c);
        word_store_init(&s, &c);
        made all[OPERATIONS] = {0};
        for (size_t i = 0; i < OPERATIONS; i++) {
            made *x = &all[i];
            do {
                x->operation = i < 2 ? INPUT : (int)(next_random(&seed) % KINDS);
                x->a = i ? next_random(&seed) % i : 0;
                x->b = i ? next_random(&seed) % i : 0;
                x->width = 1 + (uint32_t)(next_random(&seed) % 7);
                x->condition = x->operation == ITE ? circuit_input(&c) : LIT_TRUE;
                x->word = make(&s, x, all, &seed);
            } while (word_is_none(x->word) || word_width(&s, x->word) > 40);
        }
        for (int k = 0; k < ASSIGNMENTS; k++) check_assignment(&s, &c, all, &seed);
        word_store_release(&s);
        circuit_release(&c);
    }
}

/* An array of circuits against a plain one: stores and reads at indices that inputs choose. */
static void reads_give_what_was_stored(void **state)
{
    (void)state;
    enum { STEPS = 10, SIZE = 8 };
    uint64_t seed = 4711;
    for (int trial = 0; trial < TRIALS; trial++) {
        memory m;
        memory_init(&m);
        value array = memory_constant_array(&m, value_of_word(word_int(&m.words, 7))), other = array;
        word index[STEPS], element[STEPS];
        lit chosen = circuit_input(&m.c);
        for (int i = 0; i < STEPS; i++) {
            bool fixed = next_random(&seed) % 2;
            index[i] = fixed ? word_int(&m.words, (int64_t)(next_random(&seed) % SIZE)) : word_low_bits(&m.words, word_input(&m.words, 4, false), 3);
            element[i] = word_input(&m.words, 5, false);
            value *to = i % 3 == 2 ? &other : &array;
            *to = memory_store(&m, *to, index[i], value_of_word(element[i]));
        }
        word at = word_low_bits(&m.words, word_input(&m.words, 4, false), 3);
        value read = memory_read(&m, memory_ite(&m, chosen, array, other), at);
        u32_vec values;
        u32_vec_init(&values);
        for (uint32_t i = 0; i < circuit_size(&m.c); i++) {
            if (circuit_is_input(&m.c, i)) u32_vec_push(&values, next_random(&seed) & 1);
            else circuit_evaluate(&m.c, i + 1, &values);
        }
        rat where, what, expect;
        rat_init(&where);
        rat_init(&what);
        rat_init(&expect);
        rat_set_int(&expect, 7);
        word_value(&m.words, at, &values, &what);
        for (int i = 0; i < STEPS; i++) {
            word_value(&m.words, index[i], &values, &where);
            bool is_here = circuit_value(&values, chosen) == (i % 3 != 2);
            if (is_here && rat_is_equal(&where, &what)) word_value(&m.words, element[i], &values, &expect);
        }
        word_value(&m.words, value_word(read), &values, &what);
        assert_true(rat_is_equal(&what, &expect));
        rat_release(&where);
        rat_release(&what);
        rat_release(&expect);
        u32_vec_release(&values);
        memory_release(&m);
    }
}

/* The number of the sum, from those of its summands. */
static void add_up(const word_store *s, const summand_word *summands, size_t n, const u32_vec *values, rat *out)
{
    rat number, factor;
    rat_init(&number);
    rat_init(&factor);
    rat_set_int(out, 0);
    for (size_t i = 0; i < n; i++) {
        word_value(s, summands[i].word, values, &number);
        rat_set_int(&factor, summands[i].factor);
        rat_mul(&number, &number, &factor);
        rat_add(out, out, &number);
    }
    rat_release(&number);
    rat_release(&factor);
}

static void sums_of_shared_bits_need_no_carry(void **state)
{
    (void)state;
    enum { SUMMANDS = 4, SUMS = 3000 };
    uint64_t seed = 815;
    size_t found = 0;
    for (int trial = 0; trial < SUMS; trial++) {
        circuit c;
        word_store s;
        circuit_init(&c);
        word_store_init(&s, &c);
        word x = word_input(&s, 6, trial % 2);
        summand_word summands[SUMMANDS] = {{x, 1}};
        for (size_t i = 1; i < SUMMANDS; i++) {
            static const int64_t factors[] = {1, -1, 2, -2, 4, -4, 3};
            uint32_t width = 1 + (uint32_t)(next_random(&seed) % 6);
            bool is_constant = next_random(&seed) % 3 == 0;
            summands[i].word = is_constant ? word_int(&s, (int64_t)(next_random(&seed) % 65) - 32) : word_low_bits(&s, x, width);
            summands[i].factor = factors[next_random(&seed) % 7];
        }
        if (trial % 3 == 0) { /* x ^ m */
            uint32_t width = 1 + (uint32_t)(next_random(&seed) % 5);
            summands[1] = (summand_word){word_low_bits(&s, x, width), -2};
            summands[2] = (summand_word){word_int(&s, (1 << width) - 1), 1};
            summands[3] = (summand_word){word_int(&s, 0), 1};
        }
        size_t nodes = circuit_size(&c);
        word sum = sum_of_shared_bits(&s, summands, SUMMANDS);
        assert_int_equal(circuit_size(&c), nodes);
        found += !word_is_none(sum);
        rat expect, got;
        rat_init(&expect);
        rat_init(&got);
        for (int k = 0; k < ASSIGNMENTS && !word_is_none(sum); k++) {
            u32_vec values;
            u32_vec_init(&values);
            for (uint32_t i = 0; i < circuit_size(&c); i++) {
                if (circuit_is_input(&c, i)) u32_vec_push(&values, next_random(&seed) & 1);
                else circuit_evaluate(&c, i + 1, &values);
            }
            add_up(&s, summands, SUMMANDS, &values, &expect);
            word_value(&s, sum, &values, &got);
            assert_true(rat_is_equal(&expect, &got));
            u32_vec_release(&values);
        }
        rat_release(&expect);
        rat_release(&got);
        word_store_release(&s);
        circuit_release(&c);
    }
    assert_true(found >= SUMS / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(operations_are_those_on_numbers), cmocka_unit_test(reads_give_what_was_stored),
                                       cmocka_unit_test(sums_of_shared_bits_need_no_carry)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

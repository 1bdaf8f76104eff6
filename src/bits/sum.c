#include "bits/sum.h"

#include <stdlib.h>

typedef __int128 wide;
enum { MAX_BITS = 100 }; /* of a summand with its factor, and so of the sum */

/* A bit, and what it is worth. */
typedef struct weight {
    uint32_t node;
    wide worth;
} weight;
VEC_DECLARE(weight_vec, weight);

static int compare_nodes(const void *a, const void *b)
{
    uint32_t x = ((const weight *)a)->node, y = ((const weight *)b)->node;
    return (x > y) - (x < y);
}

static void add_bit(weight_vec *all, wide *constant, lit a, wide worth)
{
    if (a.id & 1) { /* worth * (1 - node) */
        *constant += worth;
        worth = -worth;
    }
    if (!lit_is_constant(a)) weight_vec_push(all, (weight){lit_node(a), worth});
}

static bool add_word(const word_store *s, summand_word x, weight_vec *all, wide *constant)
{
    uint32_t width = word_width(s, x.word);
    wide size = x.factor < 0 ? -(wide)x.factor : x.factor;
    if (width >= MAX_BITS || size > (wide)1 << (MAX_BITS - width)) return false;
    for (uint32_t i = 0; i < width; i++) {
        wide worth = ((wide)1 << i) * x.factor;
        add_bit(all, constant, word_bit(s, x.word, i), i + 1 == width ? -worth : worth);
    }
    return true;
}

/* One weight for each bit. False if no bit was there twice. */
static bool merge(weight_vec *all)
{
    size_t kept = 0, n = all->size;
    if (n) qsort(all->data, n, sizeof *all->data, compare_nodes);
    for (size_t i = 0; i < n;) {
        weight sum = all->data[i];
        for (i++; i < n && all->data[i].node == sum.node; i++) sum.worth += all->data[i].worth;
        if (sum.worth) all->data[kept++] = sum;
    }
    all->size = kept;
    for (size_t i = 1; i < kept; i++) assert(all->data[i - 1].node < all->data[i].node);
    return kept < n;
}

static int power_of(wide n)
{
    assert(n > 0); /* a weight of 0 has no power */
    int k = 0;
    while (!(n & 1)) n >>= 1, k++;
    return n == 1 ? k : -1;
}

/* Each bit to its place, in `at`; a bit that counts against the sum is negated: -w * a is w * (1 - a) - w. */
static bool place_bits(const weight_vec *all, wide *constant, lit at[MAX_BITS + 1])
{
    for (size_t i = 0; i < all->size; i++) {
        weight w = all->data[i];
        lit a = {2 * w.node};
        if (w.worth < 0) {
            *constant += w.worth;
            a = lit_not(a);
            w.worth = -w.worth;
        }
        int k = power_of(w.worth);
        if (k < 0 || k >= MAX_BITS || !lit_is_equal(at[k], LIT_FALSE)) return false;
        at[k] = a;
    }
    return true;
}

static uint32_t highest(const lit at[MAX_BITS + 1])
{
    uint32_t k = MAX_BITS;
    while (k && lit_is_equal(at[k - 1], LIT_FALSE)) k--;
    return k; /* its place + 1 */
}

/* Adds the constant where that needs no carry. The number is what the bits and the sign after them are. */
static bool place_constant(wide constant, lit at[MAX_BITS + 1], uint32_t *width)
{
    uint32_t k = highest(at);
    lit sign = LIT_FALSE;
    if (constant < 0 && k && constant + ((wide)1 << (k - 1)) >= 0) { /* the highest bit is worth its power, less that power: it is the sign */
        constant += (wide)1 << (k - 1);
        sign = lit_not(at[k - 1]);
        at[k - 1] = LIT_FALSE;
        k--;
    } else if (constant < 0) {
        while (k < MAX_BITS && constant + ((wide)1 << k) < 0) k++;
        if (k == MAX_BITS) return false;
        constant += (wide)1 << k;
        sign = LIT_TRUE;
    }
    bool is_signed = !lit_is_equal(sign, LIT_FALSE);
    for (uint32_t i = 0; constant; i++, constant >>= 1) {
        if (!(constant & 1)) continue;
        if (i >= MAX_BITS || !lit_is_equal(at[i], LIT_FALSE) || (is_signed && i >= k)) return false;
        at[i] = LIT_TRUE;
    }
    if (!is_signed) k = highest(at);
    assert(k <= MAX_BITS && constant == 0);
    at[k] = sign;
    *width = k + 1;
    return true;
}

word sum_of_shared_bits(word_store *s, const summand_word *summands, size_t n)
{
    weight_vec all;
    weight_vec_init(&all);
    wide constant = 0;
    bool ok = true;
    for (size_t i = 0; i < n && ok; i++) ok = !word_is_none(summands[i].word) && !word_is_wild(s, summands[i].word) && add_word(s, summands[i], &all, &constant);
    lit at[MAX_BITS + 1];
    for (size_t i = 0; i <= MAX_BITS; i++) at[i] = LIT_FALSE;
    uint32_t width = 0;
    ok = ok && merge(&all) && place_bits(&all, &constant, at) && place_constant(constant, at, &width);
    weight_vec_release(&all);
    return ok ? word_of_bits(s, at, width) : WORD_NONE;
}

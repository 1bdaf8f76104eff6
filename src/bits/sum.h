#ifndef BITS_SUM_H
#define BITS_SUM_H

/* Sums whose words share bits, such as x - 2 * (x & m) + m, which is x ^ m: the bits are added up one by one, and where each place gets
 * one bit at most there is nothing to carry, so no gate at all. */

#include "bits/word.h"

typedef struct summand_word {
    word word;
    int64_t factor;
} summand_word;
VEC_DECLARE(summand_word_vec, summand_word);

/* WORD_NONE if no two words share a bit, or bits would have to be carried. */
word sum_of_shared_bits(word_store *s, const summand_word *summands, size_t n);

#endif

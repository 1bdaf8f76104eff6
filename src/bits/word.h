#ifndef BITS_WORD_H
#define BITS_WORD_H

/* Integers as circuits: a word is a list of literals that is a number in two's complement, just as long as it must be. Operations
 * are those on mathematical integers: results grow as they have to, and nothing wraps. Equal words are made once. */

#include "base/rat.h"
#include "bits/circuit.h"

typedef struct word {
    uint32_t id;
} word;
#define WORD_NONE ((word){UINT32_MAX})
static inline bool word_is_none(word a) { return a.id == UINT32_MAX; }
static inline bool word_is_equal(word a, word b) { return a.id == b.id; }
VEC_DECLARE(word_vec, word);

typedef struct word_info {
    uint32_t first, width; /* its literals, the sign last */
    word base, delta; /* the word is base + delta, and delta is one of few numbers; if nothing is known, base is the word itself */
    uint32_t set, n_set; /* the few numbers that it may be, ascending, in `numbers`; n_set 0: there are many */
    uint8_t tag; /* words with different tags are different */
} word_info;
VEC_DECLARE(word_info_vec, word_info);

VEC_DECLARE(int64_vec, int64_t);

enum {
    WORD_PLAIN,
    WORD_WILD, /* part of a number that nothing has bounded yet, and which these bits may be too few for */
    WORD_PROMISED /* bits were cut off a sum that is promised to have no more */
};

enum { WORD_MAX_SET = 64 }; /* numbers */
enum { WORD_MAX_WIDTH = 300 }; /* what is longer is given up: WORD_NONE; an operation on WORD_NONE is WORD_NONE */

typedef struct words_known words_known;
typedef struct word_store {
    circuit *c;
    lit_vec bits;
    word_info_vec words;
    words_known *known;
    int64_vec numbers;
} word_store;

void word_store_init(word_store *s, circuit *c);
void word_store_release(word_store *s);

static inline uint32_t word_width(const word_store *s, word a) { return s->words.data[a.id].width; }
static inline bool word_is_wild(const word_store *s, word a) { return s->words.data[a.id].tag == WORD_WILD; }
/* Literal i of the word, or its sign beyond its width. */
lit word_bit(const word_store *s, word a, uint32_t i);
static inline lit word_sign(const word_store *s, word a) { return word_bit(s, a, UINT32_MAX); }
bool word_is_constant(const word_store *s, word a);

/* The numbers that it may be, into `out`, which has room for WORD_MAX_SET; 0 if there are more, or they are too large. */
size_t word_numbers(const word_store *s, word a, int64_t *out);

word word_number(word_store *s, const rat *n);
word word_int(word_store *s, int64_t n);
word word_of_bits(word_store *s, const lit *bits, uint32_t width); /* two's complement */
/* A new number of so many bits; a natural one has a sign besides that is never set, otherwise the last one is the sign. */
word word_input(word_store *s, uint32_t width, bool is_natural);
word word_wild(word_store *s, uint32_t width); /* one that nothing bounds */
word word_tamed(word_store *s, word a); /* the same bits, and all there are */

word word_add(word_store *s, word a, word b);
word word_negate(word_store *s, word a);
word word_multiply(word_store *s, word a, word b);
/* Euclidean, for b that is not 0. */
void word_divide(word_store *s, word a, word b, word *quotient, word *rest);
word word_ite(word_store *s, lit condition, word a, word b);
lit word_equals(word_store *s, word a, word b);
lit word_is_less(word_store *s, word a, word b);
/* Cut to so many bits in two's complement; as a natural number. */
word word_cut(word_store *s, word a, uint32_t width);
word word_low_bits(word_store *s, word a, uint32_t width);
/* Cut to what is promised to be all of it: in two's complement, or, if it is a natural number, without the sign. */
word word_promised(word_store *s, word a, uint32_t width, bool is_natural);

/* The number that the word has under the values of the circuit's nodes. */
void word_value(const word_store *s, word a, const u32_vec *values, rat *out);

#endif

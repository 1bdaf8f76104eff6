#ifndef FRONT_SMTLIB_FRAME_H
#define FRONT_SMTLIB_FRAME_H

/* The constructs that the term reader is inside of, innermost last. Kept small: a hostile file can open millions. */

#include "base/vec.h"

typedef enum frame_kind {
    FRAME_BUILTIN, /* data: the built-in */
    FRAME_FUNCTION, /* data: index in functions */
    FRAME_INDEXED, /* data: offset in pending of the name and its numerals */
    FRAME_TEST, /* of a constructor; data: the constructor */
    FRAME_CONST_ARRAY, /* data: the sort's id; the last one that takes arguments */
    FRAME_MATCH, /* see datatype_parse.c */
    FRAME_LET_VALUE, /* data: where its names begin in pending; reading the value of the last of them */
    FRAME_LET_BODY, /* data: how many bindings there were before it */
    FRAME_QUANTIFIER, /* the same, of one whose variables are bound in the term */
    FRAME_OPENED, /* the same, of one whose variables are free in the assertion */
    FRAME_NOTE /* (! t ...) */
} frame_kind;

/* How often the place is under a negation, if only connectives are above it. */
typedef enum polarity { POLARITY_NONE, POLARITY_POSITIVE, POLARITY_NEGATIVE } polarity;

typedef struct frame {
    uint8_t kind;
    uint8_t polarity;
    bool is_exists; /* quantifiers */
    uint32_t base; /* its arguments are the values from here on */
    uint32_t line, column;
    uint32_t data;
} frame;

VEC_DECLARE(frame_vec, frame);

#endif

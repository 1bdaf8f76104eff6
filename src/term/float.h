#ifndef TERM_FLOAT_H
#define TERM_FLOAT_H

/* Floating-point operations as terms: TERM_FLOAT, of sort Int, as all of its arguments. A floating-point number is its bit pattern; base/ieee.h
 * says what the operations mean. They are total, whatever integers the arguments are. */

#include "base/ieee.h"
#include "term/term.h"

/* `width`, 32 or 64, is that of the format; of the result if the operation resizes. Folds numerals; sorts the factors and summands of two. */
term term_mk_float(term_store *ts, ieee_operation op, uint32_t width, const term *args);
ieee_operation term_float_operation(const term_store *ts, term t);
uint32_t term_float_width(const term_store *ts, term t);

/* The order of floating-point numbers as integers: the pattern without its sign, negated if the sign is set. Both zeros are 0; what is above
 * infinity, or below its negation, is no number. For patterns. */
term float_order(term_store *ts, uint32_t width, term pattern);
term float_is_nan(term_store *ts, uint32_t width, term pattern);
term float_infinity(term_store *ts, uint32_t width); /* the number that float_order gives for it */

/* What always holds of t, a TERM_FLOAT, and what excludes the value `wrong` where its arguments have the numerals `at` as values; as in lemmas.h. */
void float_lemmas(term_store *ts, term t, term_vec *out);
void float_lemmas_at(term_store *ts, term t, const term *at, term_vec *out);

/* The value of the operation on integers. */
void float_value(rat *out, ieee_operation op, uint32_t width, const rat *const *args);

#endif

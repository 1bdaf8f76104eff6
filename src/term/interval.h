#ifndef TERM_INTERVAL_H
#define TERM_INTERVAL_H

/* Sets of integers between two bounds, each of which may be missing. An operation's result contains every value that the operation has
 * on values of its arguments; it is not always the smallest such interval. Arguments of operations are not empty. Results may
 * alias arguments. */

#include "base/rat.h"

typedef struct interval {
    rat low, high;
    bool has_low, has_high;
} interval;

void interval_init(interval *r); /* all integers */
void interval_release(interval *r);
void interval_set(interval *r, const interval *a);
void interval_set_all(interval *r);
void interval_set_number(interval *r, const rat *n);
void interval_set_bits(interval *r, uint32_t width); /* 0 .. 2^width - 1 */

static inline bool interval_is_bounded(const interval *a) { return a->has_low && a->has_high; }
bool interval_is_empty(const interval *a);
bool interval_is_number(const interval *a); /* one value */
bool interval_contains(const interval *a, const rat *n);
bool interval_is_within(const interval *a, const interval *b); /* every value of a is one of b */
bool interval_is_natural(const interval *a); /* no value below 0 */

bool interval_cut_low(interval *r, const rat *low); /* drops what is below; false if nothing was */
bool interval_cut_high(interval *r, const rat *high);
bool interval_meet(interval *r, const interval *a); /* r := both; false if that is r already */
void interval_join(interval *r, const interval *a, const interval *b); /* what is in one of them, or between */

void interval_neg(interval *r, const interval *a);
void interval_add(interval *r, const interval *a, const interval *b);
void interval_scale(interval *r, const rat *c, const interval *a);
void interval_mul(interval *r, const interval *a, const interval *b);
/* Euclidean, as SMT-LIB has them, by those values of b that are not 0. */
void interval_div(interval *r, const interval *a, const interval *b);
void interval_mod(interval *r, const interval *a, const interval *b);

/* Of bounded ones: the width in which two's complement has every value. */
uint32_t interval_signed_width(const interval *a);

#endif

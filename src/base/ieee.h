#ifndef BASE_IEEE_H
#define BASE_IEEE_H

/* Floating-point operations (IEEE 754 binary32 and binary64, round to nearest even) as the machine does them.
 *
 * A floating-point number is its bit pattern, read as an integer in two's complement: in [-2^(w-1), 2^(w-1)) for a format of w bits. Arguments
 * are taken modulo 2^w. A result that is no number is always the same pattern: quiet, positive, without payload (ieee_nan). What a program can
 * see of the others, front ends say. Comparisons, signs and classes are no operations here: they are linear in the patterns. */

#include "base/text.h"

#include <stdint.h>

typedef __int128 ieee_wide;

#define IEEE_OPERATIONS(X) \
    X(ADD, "add", 2)       \
    X(MUL, "mul", 2)       \
    X(DIV, "div", 2)       \
    X(SQRT, "sqrt", 1)     \
    X(FMA, "fma", 3)       \
    X(RESIZE, "resize", 1) /* to the format of w bits from the other one */ \
    X(FROM_INT, "from_int", 1) /* an integer, taken modulo 2^IEEE_INT_BITS in two's complement */ \
    X(TO_INT, "to_int", 1) /* truncated; IEEE_NO_INT if it is infinite, no number, or not within +-IEEE_NO_INT */

typedef enum ieee_operation {
#define X(name, text, arity) IEEE_##name,
    IEEE_OPERATIONS(X)
#undef X
    IEEE_OPERATION_COUNT
} ieee_operation;

enum { IEEE_INT_BITS = 66 };
#define IEEE_NO_INT ((ieee_wide)1 << 64) /* what every C type is too short for */

typedef struct ieee_format {
    uint32_t width, fraction, exponent; /* bits: all, stored ones of the significand, of the exponent */
} ieee_format;
ieee_format ieee_format_of(uint32_t width); /* 32 or 64 */

const char *ieee_name(ieee_operation op);
uint32_t ieee_arity(ieee_operation op);
uint32_t ieee_argument_width(ieee_operation op, uint32_t width); /* 0: the argument is an integer */
int64_t ieee_nan(uint32_t width);
int64_t ieee_infinity(uint32_t width);
/* The shortest decimal number that reads back as this one; "inf", "nan", with a sign. */
void ieee_print(text *out, uint32_t width, int64_t pattern);
/* Arguments are within the range that is said above for the operation. */
ieee_wide ieee_compute(ieee_operation op, uint32_t width, const ieee_wide *args);

#endif

/* math.h. What rounds, compares and classifies float and double is computed; other results are any, as all of long double, and what the functions do
 * besides is here. Functions that do nothing besides are `pure` in functions.def. */

#include "contract.h"

#include <errno.h>
#include <math.h>

LATCH_INLINE void math_errno(void)
{
    if (latch_any_bool()) latch_errno = latch_any_bool() ? EDOM : ERANGE;
}

/* The body of a function of the type whose values `any` gives. */
#define ANY_RESULT(any) \
    {                   \
        math_errno();   \
        return any();   \
    }
#define UNUSED __attribute__((unused))

#define REAL_1(name)                                                          \
    LATCH_LIBRARY double name(UNUSED double x) ANY_RESULT(latch_any_double)   \
    LATCH_LIBRARY float name##f(UNUSED float x) ANY_RESULT(latch_any_float)   \
    LATCH_LIBRARY long double name##l(UNUSED long double x) ANY_RESULT(latch_any_ldouble)
#define REAL_2(name)                                                                           \
    LATCH_LIBRARY double name(UNUSED double x, UNUSED double y) ANY_RESULT(latch_any_double)   \
    LATCH_LIBRARY float name##f(UNUSED float x, UNUSED float y) ANY_RESULT(latch_any_float)    \
    LATCH_LIBRARY long double name##l(UNUSED long double x, UNUSED long double y) ANY_RESULT(latch_any_ldouble)
#define REAL_3(name)                                                                                            \
    LATCH_LIBRARY double name(UNUSED double x, UNUSED double y, UNUSED double z) ANY_RESULT(latch_any_double)   \
    LATCH_LIBRARY float name##f(UNUSED float x, UNUSED float y, UNUSED float z) ANY_RESULT(latch_any_float)     \
    LATCH_LIBRARY long double name##l(UNUSED long double x, UNUSED long double y, UNUSED long double z) ANY_RESULT(latch_any_ldouble)
#define WITH(name, type)                                                                     \
    LATCH_LIBRARY double name(UNUSED double x, UNUSED type n) ANY_RESULT(latch_any_double)   \
    LATCH_LIBRARY float name##f(UNUSED float x, UNUSED type n) ANY_RESULT(latch_any_float)   \
    LATCH_LIBRARY long double name##l(UNUSED long double x, UNUSED type n) ANY_RESULT(latch_any_ldouble)
#define WITH_INT(name) WITH(name, int)
#define WITH_LONG(name) WITH(name, long)
#define TO(name, type, any)                                \
    LATCH_LIBRARY type name(UNUSED double x) ANY_RESULT(any)   \
    LATCH_LIBRARY type name##f(UNUSED float x) ANY_RESULT(any) \
    LATCH_LIBRARY type name##l(UNUSED long double x) ANY_RESULT(any)
#include "math.def"

/* What is in the brackets of a NaN is read as a number, which may be too large. */
#define NOT_A_NUMBER(type, suffix, any)                  \
    LATCH_LIBRARY type nan##suffix(const char *payload)  \
    {                                                    \
        (void)strlen(payload);                           \
        ANY_RESULT(any)                                  \
    }
NOT_A_NUMBER(double, , latch_any_double)
NOT_A_NUMBER(float, f, latch_any_float)
NOT_A_NUMBER(long double, l, latch_any_ldouble)

/* Functions with a second result, of one type. Exponents are those of long double, the widest. */
#define WITH_SECOND_RESULT(type, suffix, any)                                          \
    LATCH_LIBRARY type frexp##suffix(UNUSED type x, int *exponent)                     \
    {                                                                                  \
        *exponent = any_in(-16500, 16500);                                             \
        return any();                                                                  \
    }                                                                                  \
    LATCH_LIBRARY type modf##suffix(UNUSED type x, type *whole)                        \
    {                                                                                  \
        *whole = any();                                                                \
        return any();                                                                  \
    }                                                                                  \
    LATCH_LIBRARY type remquo##suffix(UNUSED type x, UNUSED type y, int *quotient)     \
    {                                                                                  \
        *quotient = latch_any_int();                                                   \
        ANY_RESULT(any)                                                                \
    }                                                                                  \
    LATCH_LIBRARY void sincos##suffix(UNUSED type x, type *sine, type *cosine)         \
    {                                                                                  \
        math_errno();                                                                  \
        *sine = any();                                                                 \
        *cosine = any();                                                               \
    }                                                                                  \
    LATCH_LIBRARY type lgamma##suffix##_r(UNUSED type x, int *sign)                    \
    {                                                                                  \
        *sign = latch_any_int();                                                       \
        ANY_RESULT(any)                                                                \
    }                                                                                  \
    LATCH_LIBRARY type lgamma##suffix(UNUSED type x)                                   \
    {                                                                                  \
        signgam = latch_any_int();                                                     \
        ANY_RESULT(any)                                                                \
    }

WITH_SECOND_RESULT(double, , latch_any_double)
WITH_SECOND_RESULT(float, f, latch_any_float)
WITH_SECOND_RESULT(long double, l, latch_any_ldouble)

/* ---- results that are computed ---- */

/* Integers: a number that is at least `large` is one. */
#define ROUNDING(type, suffix, large)                                                                                        \
    LATCH_INLINE type with_sign_of##suffix(type x, type size) { return size != 0 ? size : x < 0 ? -size : x > 0 ? size : x; } \
    LATCH_LIBRARY type trunc##suffix(type x)                                                                                 \
    {                                                                                                                        \
        if (!(__builtin_fabs##suffix(x) < large)) return x;                                                                  \
        return with_sign_of##suffix(x, (type)(long long)x);                                                                  \
    }                                                                                                                        \
    LATCH_LIBRARY type floor##suffix(type x)                                                                                 \
    {                                                                                                                        \
        if (!(__builtin_fabs##suffix(x) < large)) return x;                                                                  \
        type whole = (type)(long long)x;                                                                                     \
        return with_sign_of##suffix(x, whole > x ? whole - 1 : whole);                                                       \
    }                                                                                                                        \
    LATCH_LIBRARY type ceil##suffix(type x)                                                                                  \
    {                                                                                                                        \
        if (!(__builtin_fabs##suffix(x) < large)) return x;                                                                  \
        type whole = (type)(long long)x;                                                                                     \
        return with_sign_of##suffix(x, whole < x ? whole + 1 : whole);                                                       \
    }                                                                                                                        \
    LATCH_LIBRARY type round##suffix(type x)                                                                                 \
    {                                                                                                                        \
        if (!(__builtin_fabs##suffix(x) < large)) return x;                                                                  \
        type whole = (type)(long long)x, rest = x - whole;                                                                   \
        return with_sign_of##suffix(x, rest >= (type)0.5 ? whole + 1 : rest <= (type)-0.5 ? whole - 1 : whole);              \
    }                                                                                                                        \
    LATCH_INLINE type to_even##suffix(type x)                                                                                \
    {                                                                                                                        \
        if (!(__builtin_fabs##suffix(x) < large)) return x;                                                                  \
        return with_sign_of##suffix(x, x < 0 ? x - large + large : x + large - large);                                       \
    }                                                                                                                        \
    LATCH_LIBRARY type rint##suffix(type x) { return to_even##suffix(x); }                                                   \
    LATCH_LIBRARY type nearbyint##suffix(type x) { return to_even##suffix(x); }                                              \
    LATCH_LIBRARY type roundeven##suffix(type x) { return to_even##suffix(x); }                                              \
    LATCH_LIBRARY type fabs##suffix(type x) { return __builtin_fabs##suffix(x); }                                            \
    LATCH_LIBRARY type copysign##suffix(type x, type y) { return __builtin_copysign##suffix(x, y); }
ROUNDING(double, , 0x1p52)
ROUNDING(float, f, 0x1p23f)

/* What does not fit gives any value. */
#define TO_INTEGER(name, rounding, type, any)                                                       \
    LATCH_LIBRARY type name(double x)                                                               \
    {                                                                                               \
        double whole = rounding(x), limit = (double)((type)1 << (sizeof(type) * 8 - 2));            \
        if (whole >= -2 * limit && whole < 2 * limit) return (type)whole;                           \
        math_errno();                                                                               \
        return any();                                                                               \
    }                                                                                               \
    LATCH_LIBRARY type name##f(float x) { return name(x); }                                         \
    LATCH_LIBRARY type name##l(UNUSED long double x) ANY_RESULT(any)
TO_INTEGER(lrint, to_even, long, latch_any_long)
TO_INTEGER(llrint, to_even, long long, latch_any_llong)
TO_INTEGER(lround, round, long, latch_any_long)
TO_INTEGER(llround, round, long long, latch_any_llong)

/* Which of two zeros it is, is left open. */
#define EXTREME(name, type, less)                                 \
    LATCH_LIBRARY type name(type x, type y)                       \
    {                                                             \
        if (x != x) return y;                                     \
        if (y != y) return x;                                     \
        if (x == y) return latch_any_bool() ? x : y;              \
        return x less y ? x : y;                                  \
    }
EXTREME(fmin, double, <)
EXTREME(fminf, float, <)
EXTREME(fmax, double, >)
EXTREME(fmaxf, float, >)

#undef isnan
#undef isinf
#define CLASSES(type, suffix)                                                                                                          \
    LATCH_LIBRARY int isnan##suffix(type x) { return x != x; }                                                                         \
    LATCH_LIBRARY int __isnan##suffix(type x) { return x != x; }                                                                       \
    LATCH_INLINE int infinite##suffix(type x) { return x == __builtin_inf##suffix() ? 1 : x == -__builtin_inf##suffix() ? -1 : 0; }    \
    LATCH_LIBRARY int isinf##suffix(type x) { return infinite##suffix(x); }                                                            \
    LATCH_LIBRARY int __isinf##suffix(type x) { return infinite##suffix(x); }                                                          \
    LATCH_LIBRARY int finite##suffix(type x) { return __builtin_fabs##suffix(x) < __builtin_inf##suffix(); }                           \
    LATCH_LIBRARY int __finite##suffix(type x) { return __builtin_fabs##suffix(x) < __builtin_inf##suffix(); }                         \
    LATCH_LIBRARY int __signbit##suffix(type x) { return __builtin_signbit##suffix(x) ? any_int_of_sign(latch_any_bool()) : 0; }
CLASSES(double, )
CLASSES(float, f)

LATCH_LIBRARY int __fpclassify(double x)
{
    if (x != x) return FP_NAN;
    if (x == 0) return FP_ZERO;
    double size = __builtin_fabs(x);
    return size == __builtin_inf() ? FP_INFINITE : size < 0x1p-1022 ? FP_SUBNORMAL : FP_NORMAL;
}

LATCH_LIBRARY int __fpclassifyf(float x)
{
    if (x != x) return FP_NAN;
    if (x == 0) return FP_ZERO;
    float size = __builtin_fabsf(x);
    return size == __builtin_inff() ? FP_INFINITE : size < 0x1p-126f ? FP_SUBNORMAL : FP_NORMAL;
}

#define SQUARE_ROOT(type, suffix)                      \
    LATCH_LIBRARY type sqrt##suffix(type x)            \
    {                                                  \
        if (x < 0) latch_errno = EDOM;                 \
        return __builtin_elementwise_sqrt(x);          \
    }
SQUARE_ROOT(double, )
SQUARE_ROOT(float, f)
LATCH_LIBRARY long double sqrtl(UNUSED long double x) ANY_RESULT(latch_any_ldouble)

/* Of a number between -1 and 1; of infinity, and of what is no number, no number. */
#define BETWEEN_ONES(name)                                                             \
    LATCH_LIBRARY double name(double x)                                                \
    {                                                                                  \
        math_errno();                                                                  \
        double result = latch_any_double();                                            \
        latch_assume(x - x == 0 ? result >= -1 && result <= 1 : result != result);     \
        return result;                                                                 \
    }                                                                                  \
    LATCH_LIBRARY float name##f(float x)                                               \
    {                                                                                  \
        math_errno();                                                                  \
        float result = latch_any_float();                                              \
        latch_assume(x - x == 0 ? result >= -1 && result <= 1 : result != result);     \
        return result;                                                                 \
    }                                                                                  \
    LATCH_LIBRARY long double name##l(UNUSED long double x) ANY_RESULT(latch_any_ldouble)
BETWEEN_ONES(sin)
BETWEEN_ONES(cos)

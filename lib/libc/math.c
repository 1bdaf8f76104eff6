/* math.h: floating-point results are any; what the functions do besides is here. Functions that do nothing besides are `pure` in functions.def. */

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

#include "driver.h"

#include <errno.h>
#include <math.h>

/* What ANY_RESULT of lib/libc/math.c asks for. */
static void choose_errno(void)
{
    int error = *world_errno();
    choose(error != 0);
    if (error) choose(error == EDOM);
}

static void see_real(long double result)
{
    choose_errno();
    see_double(choose_double(result));
}

static void see_integer(long long result)
{
    choose_errno();
    see(choose(result));
}

/* The result is rounded to its type: on 32 bits it may come with more digits. */
#define ROUND(name, see_result, ...)                                \
    CONTRACT(name)                                                  \
    {                                                               \
        *world_errno() = 0;                                         \
        volatile __typeof__(f(__VA_ARGS__)) result = f(__VA_ARGS__); \
        see_result(result);                                         \
    }
/* The three functions of a name, called with arguments that fit. */
#define THREE(name, see_result, ...)            \
    ROUND(name, see_result, __VA_ARGS__)        \
    ROUND(name##f, see_result, __VA_ARGS__)     \
    ROUND(name##l, see_result, __VA_ARGS__)

static float any_float(void) { return (float)any_double(); }

#define REAL_1(name) THREE(name, see_real, any_float())
#define REAL_2(name) THREE(name, see_real, any_float(), any_float())
#define REAL_3(name) THREE(name, see_real, any_float(), any_float(), any_float())
#define WITH_INT(name) THREE(name, see_real, any_float(), any_int())
#define WITH_LONG(name) THREE(name, see_real, any_float(), any_long())
#define TO(name, type, any) THREE(name, see_integer, any_float())
#include "../../lib/libc/math.def"

/* Numbers of some digits, and of too many. */
THREE(nan, see_real, string_of("0x9", 40))

#define SECOND_RESULT_DRIVERS(type, suffix)                      \
    CONTRACT(frexp##suffix)                                      \
    {                                                            \
        int exponent = 0;                                        \
        volatile type result = f((type)any_double(), &exponent);          \
        see(choose(exponent));                                   \
        see_double(choose_double(result));                       \
    }                                                            \
    CONTRACT(modf##suffix)                                       \
    {                                                            \
        type whole = 0;                                          \
        volatile type result = f((type)any_double(), &whole);    \
        see_double(choose_double(whole));                        \
        see_double(choose_double(result));                       \
    }                                                            \
    CONTRACT(remquo##suffix)                                     \
    {                                                            \
        int quotient = 0;                                        \
        *world_errno() = 0;                                      \
        volatile type result = f((type)any_double(), (type)any_double(), &quotient); \
        see(choose(quotient));                                   \
        see_real(result);                                        \
    }                                                            \
    CONTRACT(sincos##suffix)                                     \
    {                                                            \
        type sine = 0, cosine = 0;                               \
        *world_errno() = 0;                                      \
        f((type)any_double(), &sine, &cosine);                   \
        see_real(sine);                                          \
        see_double(choose_double(cosine));                       \
    }                                                            \
    CONTRACT(lgamma##suffix##_r)                                 \
    {                                                            \
        int sign = 0;                                            \
        *world_errno() = 0;                                      \
        volatile type result = f((type)any_double(), &sign);              \
        see(choose(sign));                                       \
        see_real(result);                                        \
    }                                                            \
    CONTRACT(lgamma##suffix)                                     \
    {                                                            \
        *world_errno() = 0;                                      \
        signgam = 0;                                             \
        volatile type result = f((type)any_double());                     \
        see(choose(signgam));                                    \
        see_real(result);                                        \
    }

SECOND_RESULT_DRIVERS(double, )
SECOND_RESULT_DRIVERS(float, f)
SECOND_RESULT_DRIVERS(long double, l)

#define ROUNDED(name)                                                                \
    EXACT(name) { volatile double result = f(any_double()); see_double(result); see(__builtin_signbit(result) && result == result); } \
    EXACT(name##f) { volatile float result = f(any_float()); see_double(result); see(__builtin_signbitf(result) && result == result); }
ROUNDED(trunc)
ROUNDED(floor)
ROUNDED(ceil)
ROUNDED(round)
ROUNDED(rint)
ROUNDED(nearbyint)
ROUNDED(roundeven)
ROUNDED(fabs)
ROUNDED(sqrt)

EXACT(copysign) { see_double(f(any_double(), any_double())); }
EXACT(copysignf) { see_double(f(any_float(), any_float())); }

#define CLASS(name)                                      \
    EXACT(name) { see(f(any_double())); }                \
    EXACT(name##f) { see(f(any_float())); }
CLASS(__isnan)
CLASS(__isinf)
CLASS(finite)
CLASS(__finite)
CLASS(__fpclassify)

#undef isnan
#undef isinf
int isnan(double x);
int isinf(double x);
CLASS(isnan)
CLASS(isinf)

static void see_sign(int result)
{
    if (result) choose(result < 0);
    if (result) choose(result);
    see(result);
}
CONTRACT(__signbit) { see_sign(f(any_double())); }
CONTRACT(__signbitf) { see_sign(f(any_float())); }


#define INTEGER(name, type)                                                             \
    CONTRACT(name) { see(f(any_between(-100000, 100000) / 8.0)); }                      \
    CONTRACT(name##f) { see(f((float)any_between(-100000, 100000) / 8)); }              \
    ROUND(name##l, see_integer, any_float())
INTEGER(lrint, long)
INTEGER(llrint, long long)
INTEGER(lround, long)
INTEGER(llround, long long)

#define EXTREME(name, type, any)                                             \
    CONTRACT(name)                                                           \
    {                                                                        \
        type x = any(), y = any();                                           \
        volatile type result = f(x, y);                                      \
        if (x == y) choose(__builtin_signbit(result) == __builtin_signbit(x)); \
        see_double(result);                                                  \
    }
EXTREME(fmin, double, any_double)
EXTREME(fmax, double, any_double)
EXTREME(fminf, float, any_float)
EXTREME(fmaxf, float, any_float)

THREE(sin, see_real, any_float())
THREE(cos, see_real, any_float())
ROUND(sqrtl, see_real, any_float())

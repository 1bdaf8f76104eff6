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

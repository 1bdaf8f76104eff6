#include "base/ieee.h"

#include <assert.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if FLT_EVAL_METHOD != 0
#error "float and double must be computed in their own precision"
#endif

ieee_format ieee_format_of(uint32_t width)
{
    assert(width == 32 || width == 64);
    return width == 32 ? (ieee_format){32, 23, 8} : (ieee_format){64, 52, 11};
}

const char *ieee_name(ieee_operation op)
{
    static const char *const names[] = {
#define X(name, text, arity) text,
        IEEE_OPERATIONS(X)
#undef X
    };
    assert(op < IEEE_OPERATION_COUNT);
    return names[op];
}

uint32_t ieee_arity(ieee_operation op)
{
    static const uint32_t arities[] = {
#define X(name, text, arity) arity,
        IEEE_OPERATIONS(X)
#undef X
    };
    assert(op < IEEE_OPERATION_COUNT);
    return arities[op];
}

uint32_t ieee_argument_width(ieee_operation op, uint32_t width)
{
    if (op == IEEE_FROM_INT) return 0;
    return op == IEEE_RESIZE ? 96 - width : width;
}

int64_t ieee_infinity(uint32_t width) { return width == 32 ? INT64_C(0x7f800000) : INT64_C(0x7ff0000000000000); }
int64_t ieee_nan(uint32_t width) { return width == 32 ? INT64_C(0x7fc00000) : INT64_C(0x7ff8000000000000); }

static double as_double(ieee_wide pattern)
{
    uint64_t bits = (uint64_t)pattern;
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static float as_float(ieee_wide pattern)
{
    uint32_t bits = (uint32_t)pattern;
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

void ieee_print(text *out, uint32_t width, int64_t pattern)
{
    double x = width == 32 ? as_float(pattern) : as_double(pattern);
    int digits = 1, most = width == 32 ? 9 : 17;
    char said[40];
    for (bool is_exact = false; !is_exact && digits <= most; digits++) {
        snprintf(said, sizeof said, "%.*g", digits, x);
        is_exact = isnan(x) || (width == 32 ? strtof(said, NULL) == (float)x : strtod(said, NULL) == x);
    }
    text_adds(out, said);
    if (!strpbrk(said, ".en")) text_adds(out, ".0");
}

static ieee_wide of_double(double x)
{
    int64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return isnan(x) ? ieee_nan(64) : bits;
}

static ieee_wide of_float(float x)
{
    int32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return isnan(x) ? ieee_nan(32) : bits;
}

static ieee_wide truncated(double x)
{
    if (!(fabs(x) < 0x1p64)) return IEEE_NO_INT;
    ieee_wide magnitude = (uint64_t)fabs(x);
    return x < 0 ? -magnitude : magnitude;
}

/* The compiler's own conversion from this type rounds once. */
__attribute__((noinline)) static ieee_wide compute_double(ieee_operation op, const ieee_wide *a)
{
    switch (op) {
    case IEEE_ADD: return of_double(as_double(a[0]) + as_double(a[1]));
    case IEEE_MUL: return of_double(as_double(a[0]) * as_double(a[1]));
    case IEEE_DIV: return of_double(as_double(a[0]) / as_double(a[1]));
    case IEEE_SQRT: return of_double(sqrt(as_double(a[0])));
    case IEEE_FMA: return of_double(fma(as_double(a[0]), as_double(a[1]), as_double(a[2])));
    case IEEE_RESIZE: return of_double((double)as_float(a[0]));
    case IEEE_FROM_INT: return of_double((double)a[0]);
    default: assert(op == IEEE_TO_INT); return truncated(as_double(a[0]));
    }
}

__attribute__((noinline)) static ieee_wide compute_float(ieee_operation op, const ieee_wide *a)
{
    switch (op) {
    case IEEE_ADD: return of_float(as_float(a[0]) + as_float(a[1]));
    case IEEE_MUL: return of_float(as_float(a[0]) * as_float(a[1]));
    case IEEE_DIV: return of_float(as_float(a[0]) / as_float(a[1]));
    case IEEE_SQRT: return of_float(sqrtf(as_float(a[0])));
    case IEEE_FMA: return of_float(fmaf(as_float(a[0]), as_float(a[1]), as_float(a[2])));
    case IEEE_RESIZE: return of_float((float)as_double(a[0]));
    case IEEE_FROM_INT: return of_float((float)a[0]);
    default: assert(op == IEEE_TO_INT); return truncated(as_float(a[0]));
    }
}

ieee_wide ieee_compute(ieee_operation op, uint32_t width, const ieee_wide *args)
{
    int mode = fegetround(); /* libraries for polyhedra change it */
    if (mode != FE_TONEAREST) fesetround(FE_TONEAREST);
    ieee_wide result = width == 32 ? compute_float(op, args) : compute_double(op, args);
    if (mode != FE_TONEAREST) fesetround(mode);
    return result;
}

/* Floating-point operations on bit patterns as Z3 sees them: exactly, in its own theory. */

#include "smt/z3_bridge.h"
#include "term/float.h"

typedef struct maker {
    Z3_context z3;
    Z3_ast held[32]; /* intermediate results */
    unsigned n_held;
    ieee_format format;
} maker;

static Z3_ast hold(maker *m, Z3_ast a)
{
    if (!a) return NULL;
    assert(m->n_held < sizeof m->held / sizeof *m->held);
    Z3_inc_ref(m->z3, a);
    m->held[m->n_held++] = a;
    return a;
}

static Z3_sort sort_for(maker *m, uint32_t width)
{
    ieee_format f = ieee_format_of(width);
    Z3_sort s = Z3_mk_fpa_sort(m->z3, f.exponent, f.fraction + 1);
    return s && hold(m, Z3_sort_to_ast(m->z3, s)) ? s : NULL;
}

static Z3_ast from_pattern(maker *m, Z3_ast pattern, uint32_t width)
{
    Z3_sort s = sort_for(m, width);
    Z3_ast bits = hold(m, Z3_mk_int2bv(m->z3, width, pattern));
    return s && bits ? hold(m, Z3_mk_fpa_to_fp_bv(m->z3, bits, s)) : NULL;
}

static Z3_ast int_numeral(maker *m, const char *digits)
{
    Z3_sort ints = Z3_mk_int_sort(m->z3);
    return ints && hold(m, Z3_sort_to_ast(m->z3, ints)) ? hold(m, Z3_mk_numeral(m->z3, digits, ints)) : NULL;
}

static Z3_ast to_pattern(maker *m, Z3_ast x)
{
    text digits;
    text_init(&digits);
    text_printf(&digits, "%ld", (long)ieee_nan(m->format.width));
    Z3_ast nan = int_numeral(m, digits.data);
    text_release(&digits);
    Z3_ast is_nan = x ? hold(m, Z3_mk_fpa_is_nan(m->z3, x)) : NULL;
    Z3_ast bits = x ? hold(m, Z3_mk_fpa_to_ieee_bv(m->z3, x)) : NULL;
    Z3_ast pattern = bits ? hold(m, Z3_mk_bv2int(m->z3, bits, true)) : NULL;
    return nan && is_nan && pattern ? Z3_mk_ite(m->z3, is_nan, nan, pattern) : NULL;
}

static Z3_ast to_int(maker *m, Z3_ast x)
{
    Z3_ast mode = hold(m, Z3_mk_fpa_rtz(m->z3)), none = int_numeral(m, "18446744073709551616");
    Z3_sort s = sort_for(m, m->format.width);
    Z3_ast limit = s ? hold(m, Z3_mk_fpa_numeral_double(m->z3, 0x1p64, s)) : NULL, size = x ? hold(m, Z3_mk_fpa_abs(m->z3, x)) : NULL;
    Z3_ast fits = limit && size ? hold(m, Z3_mk_fpa_lt(m->z3, size, limit)) : NULL;
    Z3_ast bits = mode && x ? hold(m, Z3_mk_fpa_to_sbv(m->z3, mode, x, IEEE_INT_BITS)) : NULL;
    Z3_ast number = bits ? hold(m, Z3_mk_bv2int(m->z3, bits, true)) : NULL;
    return fits && number && none ? Z3_mk_ite(m->z3, fits, number, none) : NULL;
}

static Z3_ast from_int(maker *m, Z3_ast mode, Z3_ast number)
{
    Z3_sort s = sort_for(m, m->format.width);
    Z3_ast bits = hold(m, Z3_mk_int2bv(m->z3, IEEE_INT_BITS, number));
    return s && bits ? hold(m, Z3_mk_fpa_to_fp_signed(m->z3, mode, bits, s)) : NULL;
}

static Z3_ast compute(maker *m, ieee_operation op, Z3_ast mode, const Z3_ast *x)
{
    switch (op) {
    case IEEE_ADD: return hold(m, Z3_mk_fpa_add(m->z3, mode, x[0], x[1]));
    case IEEE_MUL: return hold(m, Z3_mk_fpa_mul(m->z3, mode, x[0], x[1]));
    case IEEE_DIV: return hold(m, Z3_mk_fpa_div(m->z3, mode, x[0], x[1]));
    case IEEE_SQRT: return hold(m, Z3_mk_fpa_sqrt(m->z3, mode, x[0]));
    case IEEE_FMA: return hold(m, Z3_mk_fpa_fma(m->z3, mode, x[0], x[1], x[2]));
    default: {
        assert(op == IEEE_RESIZE);
        Z3_sort s = sort_for(m, m->format.width);
        return s ? hold(m, Z3_mk_fpa_to_fp_float(m->z3, mode, x[0], s)) : NULL;
    }
    }
}

static Z3_ast make(maker *m, ieee_operation op, const Z3_ast *args)
{
    Z3_ast mode = hold(m, Z3_mk_fpa_rne(m->z3)), x[3] = {NULL, NULL, NULL};
    if (!mode) return NULL;
    if (op == IEEE_FROM_INT) return to_pattern(m, from_int(m, mode, args[0]));
    for (uint32_t i = 0; i < ieee_arity(op); i++) {
        x[i] = from_pattern(m, args[i], ieee_argument_width(op, m->format.width));
        if (!x[i]) return NULL;
    }
    return op == IEEE_TO_INT ? to_int(m, x[0]) : to_pattern(m, compute(m, op, mode, x));
}

Z3_ast z3_floats_to_z3(z3_terms *b, term t)
{
    maker m = {.z3 = b->z3, .format = ieee_format_of(term_float_width(b->ts, t))};
    Z3_ast made = make(&m, term_float_operation(b->ts, t), b->asts.data);
    while (m.n_held) Z3_dec_ref(b->z3, m.held[--m.n_held]); /* Z3 keeps its last result */
    return made;
}

/* Floating point: float and double exactly, as bit patterns (term/float.h); other formats are carried as unknown. */

#include "front/llvm/translate/translate.h"
#include "term/float.h"
#include "term/numeral.h"

/* ---- what is exact ---- */

static bool has_attribute(LLVMValueRef function, const char *name, const char *part)
{
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, name, (unsigned)strlen(name));
    unsigned length = 0;
    const char *found = a ? LLVMGetStringAttributeValue(a, &length) : NULL;
    text all;
    text_init(&all);
    if (found) text_add(&all, found, length);
    bool has = found && (part ? strstr(all.data ? all.data : "", part) != NULL : length > 0);
    text_release(&all);
    return has;
}

static bool is_called(const translator *t, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(t->cm->module, name);
    return f && LLVMGetFirstUse(f);
}

/* The machine rounds to nearest, in the precision of the format, and nothing is optimised at the cost of the result. */
static bool is_strict(const translator *t, LLVMValueRef function)
{
    static const char *const LOOSE[] = {"unsafe-fp-math", "no-nans-fp-math", "no-infs-fp-math", "no-signed-zeros-fp-math", "approx-func-fp-math"};
    for (size_t i = 0; i < sizeof LOOSE / sizeof *LOOSE; i++)
        if (has_attribute(function, LOOSE[i], "true")) return false;
    return !has_attribute(function, "denormal-fp-math", NULL) && (t->pointer_bits == 64 || has_attribute(function, "target-features", "+sse2"));
}

static bool changes_rounding(const translator *t)
{
    static const char *const NAMES[] = {"fesetround", "fesetenv", "feupdateenv", "feholdexcept", "llvm.set.rounding", "llvm.x86.sse.ldmxcsr"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (is_called(t, NAMES[i])) return true;
    return false;
}

static bool is_exact(translator *t)
{
    return !t->floats.rounds_otherwise && is_strict(t, t->plan.functions.data[t->current].function);
}

void float_note_any(translator *t)
{
    size_t length;
    translate_assumption(t, "floating point in `%s` is taken to give any value", LLVMGetValueName2(t->plan.functions.data[t->current].function, &length));
}

static LLVMTypeRef element_type(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type; }

/* The signs and payloads of results that are no numbers can be seen: as integers, or by what copies signs. */
void float_plan_instruction(translator *t, LLVMValueRef inst)
{
    if (LLVMIsABitCastInst(inst)) {
        LLVMTypeRef from = element_type(LLVMTypeOf(LLVMGetOperand(inst, 0))), to = element_type(LLVMTypeOf(inst));
        if (type_is_float(from) && from != to) t->floats.nans_are_seen = true;
    } else if (LLVMIsACallInst(inst)) {
        const char *name = plan_callee_name(inst);
        if (text_begins_with(name, "llvm.copysign")) t->floats.nans_are_seen = true;
        if (!text_begins_with(name, "llvm.is.fpclass") || !LLVMIsAConstantInt(LLVMGetOperand(inst, 1))) return;
        uint64_t classes = LLVMConstIntGetZExtValue(LLVMGetOperand(inst, 1)) & 3;
        if (classes == 1 || classes == 2) t->floats.nans_are_seen = true;
    }
}

void float_plan(translator *t)
{
    t->floats.rounds_otherwise = changes_rounding(t);
    for (size_t i = 0; i < t->plan.n_regions; i++) t->floats.nans_are_seen |= t->plan.regions[i].holds_floats && t->plan.regions[i].reads_bits;
}

/* ---- patterns ---- */

typedef struct number {
    term_store *ts;
    term pattern; /* signed */
    term order, is_negative, is_nan; /* is_negative: the sign is set */
    uint32_t width;
    bool is_ours; /* float or double */
} number;

static uint32_t width_of(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMFloatTypeKind ? 32 : 64; }

static number number_of(translator *t, scalar s, LLVMTypeRef type)
{
    number n = {.ts = t->ts, .width = width_of(type), .pattern = cint_as(t->ts, scalar_as_int(t, s), true).value};
    n.order = float_order(t->ts, n.width, n.pattern);
    n.is_negative = term_mk_lt(t->ts, n.pattern, term_mk_int(t->ts, 0));
    n.is_nan = float_is_nan(t->ts, n.width, n.pattern);
    return n;
}

static scalar scalar_of_pattern(term pattern, uint32_t width) { return scalar_of_int(cint_of_term(pattern, width, true)); }

static term magnitude(translator *t, const number *x)
{
    return term_mk_ite(t->ts, x->is_negative, term_mk_add2(t->ts, x->pattern, term_mk_pow2(t->ts, x->width - 1)), x->pattern);
}

static term with_sign(translator *t, term is_negative, term size, uint32_t width)
{
    return term_mk_ite(t->ts, is_negative, term_mk_sub(t->ts, size, term_mk_pow2(t->ts, width - 1)), size);
}

static term negated(translator *t, const number *x) { return with_sign(t, term_mk_not(t->ts, x->is_negative), magnitude(t, x), x->width); }

/* A result that is no number has any sign, and any payload; but it is quiet. */
static term any_if_nan(translator *t, term pattern, uint32_t width)
{
    if (!t->floats.nans_are_seen || term_kind_of(t->ts, pattern) == TERM_NUM) return pattern;
    int64_t quiet = INT64_C(1) << (ieee_format_of(width).fraction - 1);
    term any = translate_temp_int(t, "nan", width, true);
    translate_havoc_within(t, any, "a result that is not a number", -quiet, quiet - 1);
    term is_negative = term_mk_lt(t->ts, any, term_mk_int(t->ts, 0));
    term nan = term_mk_ite(t->ts, is_negative, any, term_mk_add2(t->ts, any, term_mk_int(t->ts, ieee_nan(width))));
    return term_mk_ite(t->ts, float_is_nan(t->ts, width, pattern), nan, pattern);
}

/* 32 bits: a result is returned in an x87 register, which makes it quiet. */
scalar float_returned(translator *t, scalar s, LLVMTypeRef type)
{
    if (t->pointer_bits == 64 || !type_is_float(type) || s.kind != SCALAR_INT) return s;
    cint c = cint_as(t->ts, s.number, true);
    return scalar_of_pattern(any_if_nan(t, c.value, c.width), c.width);
}

static term operate(translator *t, ieee_operation op, uint32_t width, term a, term b, term c)
{
    return term_mk_float(t->ts, op, width, (term[]){a, b, c});
}

static term constant(translator *t, uint32_t width, int64_t n) { return operate(t, IEEE_FROM_INT, width, term_mk_int(t->ts, n), TERM_NONE, TERM_NONE); }

/* ---- instructions ---- */

static term comparison(translator *t, LLVMRealPredicate predicate, const number *a, const number *b)
{
    term_store *ts = t->ts;
    term unordered = term_mk_or2(ts, a->is_nan, b->is_nan), holds;
    switch (predicate) {
    case LLVMRealPredicateFalse: return term_false(ts);
    case LLVMRealPredicateTrue: return term_true(ts);
    case LLVMRealORD: return term_mk_not(ts, unordered);
    case LLVMRealUNO: return unordered;
    case LLVMRealOEQ:
    case LLVMRealUEQ: holds = term_mk_eq(ts, a->order, b->order); break;
    case LLVMRealOGT:
    case LLVMRealUGT: holds = term_mk_gt(ts, a->order, b->order); break;
    case LLVMRealOGE:
    case LLVMRealUGE: holds = term_mk_ge(ts, a->order, b->order); break;
    case LLVMRealOLT:
    case LLVMRealULT: holds = term_mk_lt(ts, a->order, b->order); break;
    case LLVMRealOLE:
    case LLVMRealULE: holds = term_mk_le(ts, a->order, b->order); break;
    default: holds = term_mk_not(ts, term_mk_eq(ts, a->order, b->order));
    }
    bool is_ordered = predicate <= LLVMRealONE;
    return is_ordered ? term_mk_and2(ts, term_mk_not(ts, unordered), holds) : term_mk_or2(ts, unordered, holds);
}

/* C leaves open what becomes of a number that the type has not. */
static scalar to_int(translator *t, const number *x, LLVMTypeRef type, bool is_signed)
{
    uint32_t width = type_width(t, type);
    if (width < 2 || width > 64) return translate_any(t, "floating point", type, is_signed);
    term low, high, n = operate(t, IEEE_TO_INT, x->width, x->pattern, TERM_NONE, TERM_NONE);
    cint_range(t->ts, width, is_signed, &low, &high);
    term fits = term_mk_and2(t->ts, term_mk_ge(t->ts, n, low), term_mk_le(t->ts, n, high));
    cint other = translate_any_int(t, "a number that is too large for an integer", width, is_signed);
    return scalar_of_int(cint_of_term(term_mk_ite(t->ts, fits, n, other.value), width, is_signed));
}

static scalar from_int(translator *t, scalar s, LLVMTypeRef type, bool is_signed)
{
    cint c = scalar_as_int(t, s);
    if (c.width > 64 || (c.width == 1 && is_signed)) return translate_any(t, "floating point", type, true);
    if (c.width > 1) c = cint_as(t->ts, c, is_signed);
    return scalar_of_pattern(operate(t, IEEE_FROM_INT, width_of(type), c.value, TERM_NONE, TERM_NONE), width_of(type));
}

static scalar arithmetic(translator *t, LLVMOpcode op, const number *a, const number *b)
{
    term r;
    switch (op) {
    case LLVMFAdd: r = operate(t, IEEE_ADD, a->width, a->pattern, b->pattern, TERM_NONE); break;
    case LLVMFSub: r = operate(t, IEEE_ADD, a->width, a->pattern, negated(t, b), TERM_NONE); break;
    case LLVMFMul: r = operate(t, IEEE_MUL, a->width, a->pattern, b->pattern, TERM_NONE); break;
    default: assert(op == LLVMFDiv); r = operate(t, IEEE_DIV, a->width, a->pattern, b->pattern, TERM_NONE);
    }
    return scalar_of_pattern(any_if_nan(t, r, a->width), a->width);
}

static void note_sse(translator *t)
{
    if (t->pointer_bits == 32) translate_assumption(t, "floating point is computed as SSE2 does (gcc and clang: -msse2 -mfpmath=sse)");
}

bool float_is_operation(LLVMOpcode op)
{
    switch (op) {
    case LLVMFAdd:
    case LLVMFSub:
    case LLVMFMul:
    case LLVMFDiv:
    case LLVMFRem:
    case LLVMFNeg:
    case LLVMFCmp:
    case LLVMFPToSI:
    case LLVMFPToUI:
    case LLVMSIToFP:
    case LLVMUIToFP:
    case LLVMFPTrunc:
    case LLVMFPExt: return true;
    default: return false;
    }
}

scalar float_operation(translator *t, LLVMValueRef inst, const scalar *x)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMTypeRef to = element_type(LLVMTypeOf(inst)), from = element_type(LLVMTypeOf(LLVMGetOperand(inst, 0)));
    if (type_is_unknown(to)) return (scalar){.kind = SCALAR_UNKNOWN};
    if (type_is_unknown(from) || op == LLVMFRem || !is_exact(t)) {
        float_note_any(t);
        return translate_any(t, "floating point", to, true);
    }
    note_sse(t);
    if (op == LLVMSIToFP || op == LLVMUIToFP) return from_int(t, x[0], to, op == LLVMSIToFP);
    number a = number_of(t, x[0], from);
    switch (op) {
    case LLVMFNeg: return scalar_of_pattern(negated(t, &a), a.width);
    case LLVMFPToSI:
    case LLVMFPToUI: return to_int(t, &a, to, op == LLVMFPToSI);
    case LLVMFPTrunc:
    case LLVMFPExt: {
        term r = operate(t, IEEE_RESIZE, width_of(to), a.pattern, TERM_NONE, TERM_NONE);
        return scalar_of_pattern(any_if_nan(t, r, width_of(to)), width_of(to));
    }
    default: break;
    }
    number b = number_of(t, x[1], from);
    if (op == LLVMFCmp) return scalar_of_bool(comparison(t, LLVMGetFCmpPredicate(inst), &a, &b));
    return arithmetic(t, op, &a, &b);
}

void translate_float(translator *t, LLVMValueRef inst)
{
    scalar x[2];
    for (int i = 0; i < LLVMGetNumOperands(inst) && i < 2; i++) {
        LLVMValueRef operand = LLVMGetOperand(inst, (unsigned)i);
        x[i] = translate_scalar(t, operand);
        if (x[i].kind == SCALAR_INT) x[i].number = observed_number(t, operand, x[i].number);
    }
    scalar s = float_operation(t, inst, x);
    translate_define(t, inst, &s, 1, TERM_NONE);
}

/* ---- functions ---- */

/* Towards zero, with the sign: of numbers that are integers already, as all large ones, nothing changes. */
static term truncated(translator *t, const number *x)
{
    term whole = operate(t, IEEE_FROM_INT, x->width, operate(t, IEEE_TO_INT, x->width, magnitude(t, x), TERM_NONE, TERM_NONE), TERM_NONE, TERM_NONE);
    term limit = constant(t, x->width, INT64_C(1) << ieee_format_of(x->width).fraction);
    term is_large = term_mk_ge(t->ts, magnitude(t, x), limit); /* or no number */
    return term_mk_ite(t->ts, is_large, x->pattern, with_sign(t, x->is_negative, whole, x->width));
}

static term to_even(translator *t, const number *x)
{
    term limit = constant(t, x->width, INT64_C(1) << ieee_format_of(x->width).fraction), size = magnitude(t, x);
    number l = number_of(t, scalar_of_pattern(limit, x->width), x->width == 32 ? LLVMFloatTypeInContext(t->cm->context) : LLVMDoubleTypeInContext(t->cm->context));
    term moved = operate(t, IEEE_ADD, x->width, operate(t, IEEE_ADD, x->width, size, limit, TERM_NONE), negated(t, &l), TERM_NONE);
    return term_mk_ite(t->ts, term_mk_ge(t->ts, size, limit), x->pattern, with_sign(t, x->is_negative, moved, x->width));
}

static number of_pattern(translator *t, term pattern, uint32_t width)
{
    LLVMContextRef context = t->cm->context;
    return number_of(t, scalar_of_pattern(pattern, width), width == 32 ? LLVMFloatTypeInContext(context) : LLVMDoubleTypeInContext(context));
}

/* Down (up), by one from what truncation gives. */
static term rounded(translator *t, const number *x, bool up)
{
    number whole = of_pattern(t, truncated(t, x), x->width);
    term is_past = up ? term_mk_lt(t->ts, whole.order, x->order) : term_mk_gt(t->ts, whole.order, x->order);
    return term_mk_ite(t->ts, is_past, operate(t, IEEE_ADD, x->width, whole.pattern, constant(t, x->width, up ? 1 : -1), TERM_NONE), whole.pattern);
}

static term half_away(translator *t, const number *x)
{
    number whole = of_pattern(t, truncated(t, x), x->width);
    number rest = of_pattern(t, operate(t, IEEE_ADD, x->width, x->pattern, negated(t, &whole), TERM_NONE), x->width);
    term half = operate(t, IEEE_DIV, x->width, constant(t, x->width, 1), constant(t, x->width, 2), TERM_NONE);
    term one = with_sign(t, x->is_negative, constant(t, x->width, 1), x->width);
    term is_far = term_mk_and2(t->ts, term_mk_not(t->ts, rest.is_nan), term_mk_ge(t->ts, magnitude(t, &rest), half));
    return term_mk_ite(t->ts, is_far, operate(t, IEEE_ADD, x->width, whole.pattern, one, TERM_NONE), whole.pattern);
}

static term any_choice(translator *t, term a, term b)
{
    if (term_is_equal(a, b)) return a;
    term c = translate_temp_bool(t, "either");
    translate_havoc(t, c, "floating point");
    return term_mk_ite(t->ts, c, a, b);
}

static term is_signalling(translator *t, const number *x)
{
    return term_mk_and2(t->ts, x->is_nan, term_mk_lt(t->ts, magnitude(t, x), term_mk_int(t->ts, ieee_nan(x->width))));
}

/* Which of two zeros it is, and whether a signalling NaN counts, is left open. */
static term extreme(translator *t, const number *a, const number *b, bool max)
{
    term_store *ts = t->ts;
    term less = max ? term_mk_gt(ts, a->order, b->order) : term_mk_lt(ts, a->order, b->order);
    term same = term_mk_eq(ts, a->order, b->order);
    term r = term_mk_ite(ts, same, any_choice(t, a->pattern, b->pattern), term_mk_ite(ts, less, a->pattern, b->pattern));
    r = term_mk_ite(ts, a->is_nan, b->pattern, term_mk_ite(ts, b->is_nan, a->pattern, r));
    term signals = term_mk_or2(ts, is_signalling(t, a), is_signalling(t, b));
    return term_mk_ite(ts, signals, any_choice(t, r, term_mk_int(ts, ieee_nan(a->width))), r);
}

static void classify(translator *t, LLVMValueRef call, const number *x)
{
    term_store *ts = t->ts;
    ieee_format f = ieee_format_of(x->width);
    term size = magnitude(t, x), infinity = float_infinity(ts, x->width), zero = term_mk_int(ts, 0), least = term_mk_int(ts, INT64_C(1) << f.fraction);
    term quiet = term_mk_ge(ts, size, term_mk_int(ts, ieee_nan(x->width)));
    term normal = term_mk_and2(ts, term_mk_ge(ts, size, least), term_mk_lt(ts, size, infinity));
    term kinds[] = {term_mk_eq(ts, size, zero), term_mk_and2(ts, term_mk_gt(ts, size, zero), term_mk_lt(ts, size, least)), normal, term_mk_eq(ts, size, infinity)};
    uint64_t mask = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 1));
    term found = term_false(ts);
    if (mask & 1) found = term_mk_or2(ts, found, term_mk_and2(ts, x->is_nan, term_mk_not(ts, quiet)));
    if (mask & 2) found = term_mk_or2(ts, found, quiet);
    for (int k = 0; k < 4; k++) {
        if (mask >> (6 + k) & 1) found = term_mk_or2(ts, found, term_mk_and2(ts, kinds[k], term_mk_not(ts, x->is_negative)));
        if (mask >> (5 - k) & 1) found = term_mk_or2(ts, found, term_mk_and2(ts, kinds[k], x->is_negative));
    }
    translate_define_bool(t, call, found, TERM_NONE);
}

/* TERM_NONE: it is not known. */
static term function_value(translator *t, const char *name, const number *x, size_t n, bool *is_result_new)
{
    *is_result_new = true;
    if (text_begins_with(name, "sqrt.")) return operate(t, IEEE_SQRT, x->width, x[0].pattern, TERM_NONE, TERM_NONE);
    if (text_begins_with(name, "fma.") && n == 3) return operate(t, IEEE_FMA, x->width, x[0].pattern, x[1].pattern, x[2].pattern);
    if (text_begins_with(name, "fmuladd.") && n == 3 && !has_attribute(t->plan.functions.data[t->current].function, "target-features", "+fma"))
        return operate(t, IEEE_ADD, x->width, any_if_nan(t, operate(t, IEEE_MUL, x->width, x[0].pattern, x[1].pattern, TERM_NONE), x->width), x[2].pattern, TERM_NONE);
    if (text_begins_with(name, "floor.")) return rounded(t, x, false);
    if (text_begins_with(name, "ceil.")) return rounded(t, x, true);
    if (text_begins_with(name, "trunc.")) return truncated(t, x);
    if (text_begins_with(name, "rint.") || text_begins_with(name, "nearbyint.") || text_begins_with(name, "roundeven.")) return to_even(t, x);
    if (text_begins_with(name, "round.")) return half_away(t, x);
    if (text_begins_with(name, "minnum.") && n == 2) return extreme(t, &x[0], &x[1], false);
    if (text_begins_with(name, "maxnum.") && n == 2) return extreme(t, &x[0], &x[1], true);
    *is_result_new = false;
    if (text_begins_with(name, "fabs.")) return magnitude(t, x);
    if (text_begins_with(name, "copysign.") && n == 2) return with_sign(t, x[1].is_negative, magnitude(t, &x[0]), x->width);
    return TERM_NONE;
}

bool float_intrinsic(translator *t, LLVMValueRef call, const char *name)
{
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMTypeRef type = n ? LLVMTypeOf(LLVMGetOperand(call, 0)) : NULL;
    bool is_class = text_begins_with(name, "is.fpclass.");
    if (!type || n > 3 || !type_is_float(type) || type_is_unknown(type)) return false;
    if (is_class) {
        number x = number_of(t, translate_scalar(t, LLVMGetOperand(call, 0)), type);
        classify(t, call, &x);
        return true;
    }
    number x[3];
    for (unsigned i = 0; i < n; i++) {
        if (LLVMTypeOf(LLVMGetOperand(call, i)) != type) return false;
        x[i] = number_of(t, translate_scalar(t, LLVMGetOperand(call, i)), type);
    }
    if (LLVMTypeOf(call) != type || !is_exact(t)) return false;
    bool is_new;
    term r = function_value(t, name, x, n, &is_new);
    if (term_is_none(r)) return false;
    note_sse(t);
    scalar s = scalar_of_pattern(is_new ? any_if_nan(t, r, x->width) : r, x->width);
    translate_define(t, call, &s, 1, TERM_NONE);
    return true;
}

/* ---- constants ---- */

scalar float_constant(translator *t, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (type_is_unknown(type)) return (scalar){.kind = SCALAR_UNKNOWN};
    if (!LLVMIsAConstantFP(v)) return translate_any(t, "undefined", type, true);
    LLVMValueRef bits = LLVMConstBitCast(v, LLVMIntTypeInContext(t->cm->context, width_of(type)));
    if (!LLVMIsAConstantInt(bits)) return translate_any(t, "constant", type, true);
    return scalar_of_int(cint_of_int(t->ts, LLVMConstIntGetSExtValue(bits), width_of(type), true));
}

/* Vectors: every element is a leaf, and operations go element by element. */

#include "front/llvm/translate/address_flow.h"
#include "front/llvm/translate/translate.h"

static bool is_vector(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind; }

bool vector_is_involved(LLVMValueRef inst)
{
    if (is_vector(LLVMTypeOf(inst))) return true;
    for (int i = 0; i < LLVMGetNumOperands(inst); i++) {
        if (is_vector(LLVMTypeOf(LLVMGetOperand(inst, (unsigned)i)))) return true;
    }
    return false;
}

static LLVMTypeRef element_type(LLVMTypeRef type) { return is_vector(type) ? LLVMGetElementType(type) : type; }
static size_t length_of(LLVMTypeRef type) { return is_vector(type) ? LLVMGetVectorSize(type) : 1; }
static scalar *new_leaves(translator *t, size_t n) { return arena_alloc(&t->emit.scratch, (n + 1) * sizeof(scalar)); }

static scalar unknown(translator *t, LLVMTypeRef type) { return translate_any(t, "an element of a vector", type, true); }

/* Numbers of one bit are conditions. */
static scalar of_int(translator *t, cint c) { return c.width == 1 ? scalar_of_bool(cint_is_set(t, c)) : scalar_of_int(c); }

/* ---- element by element ---- */

static void check_element(translator *t, LLVMOpcode op, cint a, cint b)
{
    switch (op) {
    case LLVMUDiv:
    case LLVMURem: check_defined(t, GOAL_DIV, cint_udiv_defined(t->ts, a, b), "division by zero in a vector"); break;
    case LLVMSDiv:
    case LLVMSRem: check_defined(t, GOAL_DIV, cint_sdiv_defined(t->ts, a, b), "division by zero, or overflow in a division, in a vector"); break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: check_defined(t, GOAL_SHIFT, cint_shift_defined(t->ts, a, b), "shift by a negative or too large amount in a vector"); break;
    default: break;
    }
}

/* Overflow wraps around: the compiler gives the elements no other meaning. */
static scalar binary(translator *t, LLVMOpcode op, scalar a, scalar b)
{
    cint x = scalar_as_int(t, a), y = scalar_as_int(t, b);
    check_element(t, op, x, y);
    bool is_signed = op == LLVMSDiv || op == LLVMSRem || op == LLVMAShr || (op != LLVMUDiv && op != LLVMURem && op != LLVMLShr && x.is_signed);
    return of_int(t, translate_binary(t, op, x, y, false, x.width > 1 && is_signed));
}

static scalar cast(translator *t, LLVMOpcode op, scalar a, LLVMTypeRef to)
{
    uint32_t width = type_width(t, to);
    return of_int(t, translate_cast(t, op, scalar_as_int(t, a), width, width > 1));
}

static scalar choose(translator *t, term condition, scalar a, scalar b, LLVMTypeRef type)
{
    if (a.kind == SCALAR_UNKNOWN || b.kind == SCALAR_UNKNOWN) return a.kind == b.kind ? a : unknown(t, type);
    if (a.kind == SCALAR_BOOL) return scalar_of_bool(term_mk_ite(t->ts, condition, a.number.value, b.number.value));
    return scalar_of_int(cint_ite(t->ts, condition, a.number, b.number));
}

static term condition_of(translator *t, scalar s) { return s.kind == SCALAR_BOOL ? s.number.value : cint_is_set(t, scalar_as_int(t, s)); }

typedef enum form { FORM_NONE, FORM_BINARY, FORM_COMPARE, FORM_CAST, FORM_SELECT, FORM_FLOAT, FORM_UNKNOWN } form;

static form form_of(LLVMOpcode op)
{
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: return FORM_BINARY;
    case LLVMICmp: return FORM_COMPARE;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr: return FORM_CAST;
    case LLVMSelect: return FORM_SELECT;
    default: return float_is_operation(op) ? FORM_FLOAT : FORM_NONE;
    }
}

/* What an operation on addresses gives depends on where the machine has put the objects (translate_observed.c). */
static bool observes_addresses(const translator *t, LLVMValueRef inst, form f)
{
    bool found = false;
    for (int i = 0; i < LLVMGetNumOperands(inst) && f != FORM_SELECT; i++) found |= address_flow_is_address(t->model.flow, LLVMGetOperand(inst, (unsigned)i));
    return found;
}

static scalar element(translator *t, LLVMValueRef inst, form f, const value *operands, size_t i)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    LLVMTypeRef type = element_type(LLVMTypeOf(inst));
    switch (f) {
    case FORM_BINARY: return binary(t, op, operands[0].leaves[i], operands[1].leaves[i]);
    case FORM_COMPARE: {
        cint a = scalar_as_int(t, operands[0].leaves[i]), b = scalar_as_int(t, operands[1].leaves[i]);
        return scalar_of_bool(translate_compare(t, LLVMGetICmpPredicate(inst), a, b));
    }
    case FORM_CAST: return cast(t, op, operands[0].leaves[i], type);
    case FORM_SELECT: {
        term c = condition_of(t, operands[0].leaves[operands[0].n > 1 ? i : 0]);
        return choose(t, c, operands[1].leaves[i], operands[2].leaves[i], type);
    }
    case FORM_FLOAT: {
        scalar x[2] = {operands[0].leaves[i]};
        if (operands[1].n) x[1] = operands[1].leaves[i];
        return float_operation(t, inst, x);
    }
    default: return unknown(t, type);
    }
}

static void by_element(translator *t, LLVMValueRef inst, form f)
{
    value operands[3] = {{NULL, 0}};
    for (int i = 0; i < LLVMGetNumOperands(inst) && i < 3; i++) operands[i] = translate_value(t, LLVMGetOperand(inst, (unsigned)i));
    if (translate_failed(t)) return;
    size_t n = length_of(LLVMTypeOf(inst));
    scalar *out = new_leaves(t, n);
    if (observes_addresses(t, inst, f)) f = FORM_UNKNOWN;
    for (size_t i = 0; i < n; i++) out[i] = element(t, inst, f, operands, i);
    translate_define(t, inst, out, n, TERM_NONE);
}

/* ---- parts ---- */

static void extract(translator *t, LLVMValueRef inst)
{
    value v = translate_value(t, LLVMGetOperand(inst, 0));
    LLVMValueRef index = LLVMGetOperand(inst, 1);
    scalar s;
    if (LLVMIsAConstantInt(index)) {
        uint64_t i = LLVMConstIntGetZExtValue(index);
        s = i < v.n ? v.leaves[i] : unknown(t, LLVMTypeOf(inst));
    } else {
        cint at = translate_int(t, index);
        s = unknown(t, LLVMTypeOf(inst)); /* out of range */
        for (size_t i = v.n; i-- > 0;)
            s = choose(t, cint_eq(t->ts, at, cint_of_int(t->ts, (int64_t)i, at.width, at.is_signed)), v.leaves[i], s, LLVMTypeOf(inst));
    }
    translate_define(t, inst, &s, 1, TERM_NONE);
}

static void insert(translator *t, LLVMValueRef inst)
{
    value v = translate_value(t, LLVMGetOperand(inst, 0));
    scalar s = translate_scalar(t, LLVMGetOperand(inst, 1));
    LLVMValueRef index = LLVMGetOperand(inst, 2);
    LLVMTypeRef type = element_type(LLVMTypeOf(inst));
    cint at = translate_int(t, index);
    scalar *out = new_leaves(t, v.n);
    for (size_t i = 0; i < v.n; i++)
        out[i] = choose(t, cint_eq(t->ts, at, cint_of_int(t->ts, (int64_t)i, at.width, at.is_signed)), s, v.leaves[i], type);
    translate_define(t, inst, out, v.n, TERM_NONE);
}

static void shuffle(translator *t, LLVMValueRef inst)
{
    value a = translate_value(t, LLVMGetOperand(inst, 0)), b = translate_value(t, LLVMGetOperand(inst, 1));
    unsigned n = LLVMGetNumMaskElements(inst);
    scalar *out = new_leaves(t, n);
    for (unsigned i = 0; i < n; i++) {
        int from = LLVMGetMaskValue(inst, i);
        size_t k = (size_t)from;
        if (from == LLVMGetUndefMaskElem() || k >= a.n + b.n) out[i] = unknown(t, element_type(LLVMTypeOf(inst)));
        else out[i] = k < a.n ? a.leaves[k] : b.leaves[k - a.n];
    }
    translate_define(t, inst, out, n, TERM_NONE);
}

/* ---- the same bits in elements of another size ---- */

static cint piece(translator *t, cint whole, uint32_t from, uint32_t width)
{
    cint bits = cint_as(t->ts, whole, false);
    if (from) bits = cint_lshr(t->ts, bits, cint_of_int(t->ts, from, bits.width, false), false);
    return cint_trunc(t->ts, bits, width, true);
}

static cint joined(translator *t, const scalar *parts, size_t n, uint32_t width)
{
    rat power;
    rat_init(&power);
    term sum = term_mk_int(t->ts, 0);
    for (size_t i = 0; i < n; i++) {
        cint part = cint_as(t->ts, scalar_as_int(t, parts[i]), false);
        rat_set_pow2(&power, (uint32_t)(width / n * i));
        sum = term_mk_add2(t->ts, sum, term_mk_scale(t->ts, &power, part.value));
    }
    rat_release(&power);
    return cint_of_term(sum, width, false);
}

static void recast(translator *t, LLVMValueRef inst)
{
    LLVMTypeRef to = LLVMTypeOf(inst), from = LLVMTypeOf(LLVMGetOperand(inst, 0));
    value v = translate_value(t, LLVMGetOperand(inst, 0));
    if (translate_failed(t)) return;
    LLVMTypeRef target = element_type(to), source = element_type(from);
    size_t n = length_of(to);
    scalar *out = new_leaves(t, n);
    bool is_number = !type_is_unknown(target) && !type_is_unknown(source);
    uint32_t wide = is_number ? type_width(t, source) : 0, narrow = is_number ? type_width(t, target) : 0;
    if (!is_number && !type_is_unknown(target)) float_note_any(t);
    for (size_t i = 0; i < n; i++) {
        if (!is_number || (wide % narrow && narrow % wide)) out[i] = unknown(t, target);
        else if (wide == narrow) out[i] = v.leaves[i];
        else if (wide > narrow) out[i] = of_int(t, piece(t, scalar_as_int(t, v.leaves[i / (wide / narrow)]), (uint32_t)(i % (wide / narrow)) * narrow, narrow));
        else out[i] = scalar_of_int(joined(t, v.leaves + i * (narrow / wide), narrow / wide, narrow));
    }
    translate_define(t, inst, out, n, TERM_NONE);
}

bool translate_vector(translator *t, LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    form f = form_of(op);
    if (f != FORM_NONE) by_element(t, inst, f);
    else if (op == LLVMExtractElement) extract(t, inst);
    else if (op == LLVMInsertElement) insert(t, inst);
    else if (op == LLVMShuffleVector) shuffle(t, inst);
    else if (op == LLVMBitCast) recast(t, inst);
    else return false;
    return true;
}

/* Arithmetic, comparisons, casts: instructions that only compute. */

#include "front/llvm/translate/sanitizer_goals.h"
#include "front/llvm/translate/translate.h"

cint translate_binary(translator *t, LLVMOpcode op, cint a, cint b, bool nsw, bool is_signed)
{
    switch (op) {
    case LLVMAdd: return cint_add(t->ts, a, b, is_signed, nsw);
    case LLVMSub: return cint_sub(t->ts, a, b, is_signed, nsw);
    case LLVMMul: return cint_mul(t->ts, a, b, is_signed, nsw);
    case LLVMUDiv: return cint_udiv(t->ts, a, b, is_signed);
    case LLVMURem: return cint_urem(t->ts, a, b, is_signed);
    case LLVMSDiv: return cint_sdiv(t->ts, a, b, is_signed);
    case LLVMSRem: return cint_srem(t->ts, a, b, is_signed);
    case LLVMAnd: return cint_and(t->ts, a, b, is_signed);
    case LLVMOr: return cint_or(t->ts, a, b, is_signed);
    case LLVMXor: return cint_xor(t->ts, a, b, is_signed);
    case LLVMShl: return cint_shl(t->ts, a, b, is_signed, nsw);
    case LLVMLShr: return cint_lshr(t->ts, a, b, is_signed);
    case LLVMAShr: return cint_ashr(t->ts, a, b, is_signed);
    default: assert(false); return a;
    }
}

/* INT_MIN / -1 is a bad division, and a signed overflow if only that is asked about. */
static void check_quotient(translator *t, cint a, cint b, const char *what, const char *overflow)
{
    if (!translate_checks(t, GOAL_DIV) && translate_checks(t, GOAL_OVERFLOW))
        check_goal(t, GOAL_OVERFLOW, cint_sdiv_fits(t->ts, a, b), "%s", overflow);
    check_defined(t, GOAL_DIV, cint_sdiv_defined(t->ts, a, b), what);
}

LLVMValueRef translate_written_amount(LLVMValueRef shift)
{
    static const char PROMOTED[] = "sh_prom";
    size_t length;
    LLVMValueRef amount = LLVMGetOperand(shift, 1);
    bool is_cut = LLVMIsATruncInst(amount) && strncmp(LLVMGetValueName2(amount, &length), PROMOTED, sizeof PROMOTED - 1) == 0;
    return is_cut ? LLVMGetOperand(amount, 0) : amount;
}

static void check_shift(translator *t, LLVMValueRef inst, cint a)
{
    cint amount = translate_int(t, translate_written_amount(inst));
    check_defined(t, GOAL_SHIFT, cint_shift_defined(t->ts, a, amount), "shift by a negative or too large amount");
}

/* C11 leaves these open: a goal, or the run ends. */
static void check_operation(translator *t, LLVMValueRef inst, LLVMOpcode op, bool nsw, cint a, cint b)
{
    switch (op) {
    case LLVMAdd:
        if (nsw) check_defined(t, GOAL_OVERFLOW, cint_add_defined(t->ts, a, b), "signed overflow in `+`");
        break;
    case LLVMSub:
        if (nsw) check_defined(t, GOAL_OVERFLOW, cint_sub_defined(t->ts, a, b), "signed overflow in `-`");
        break;
    case LLVMMul:
        if (nsw) check_defined(t, GOAL_OVERFLOW, cint_mul_defined(t->ts, a, b), "signed overflow in `*`");
        break;
    case LLVMUDiv: check_defined(t, GOAL_DIV, cint_udiv_defined(t->ts, a, b), "division by zero"); break;
    case LLVMURem: check_defined(t, GOAL_DIV, cint_udiv_defined(t->ts, a, b), "remainder of a division by zero"); break;
    case LLVMSDiv: check_quotient(t, a, b, "division by zero, or overflow in a division", "signed overflow in `/`"); break;
    case LLVMSRem: check_quotient(t, a, b, "remainder of a division by zero, or overflow in a division", "signed overflow in `%`"); break;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr: check_shift(t, inst, a); break;
    default: break;
    }
}

/* The cheapest representation of the result. Constants fit any. */
static bool result_is_signed(LLVMValueRef inst, LLVMOpcode op, bool nsw, cint a, cint b)
{
    switch (op) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul: return nsw || value_usage(inst) > 0;
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMAShr: return true;
    case LLVMUDiv:
    case LLVMURem:
    case LLVMLShr: return false;
    case LLVMShl: return a.is_signed;
    default: break;
    }
    bool a_fixed = !LLVMIsAConstantInt(LLVMGetOperand(inst, 0)), b_fixed = !LLVMIsAConstantInt(LLVMGetOperand(inst, 1));
    if (a_fixed && b_fixed) return a.is_signed && b.is_signed;
    return a_fixed ? a.is_signed : b.is_signed;
}

static void bool_operation(translator *t, LLVMValueRef inst, LLVMOpcode op)
{
    term a = translate_condition(t, LLVMGetOperand(inst, 0)), b = translate_condition(t, LLVMGetOperand(inst, 1));
    term r;
    switch (op) {
    case LLVMAnd:
    case LLVMMul: r = term_mk_and2(t->ts, a, b); break;
    case LLVMOr: r = term_mk_or2(t->ts, a, b); break;
    case LLVMXor:
    case LLVMAdd:
    case LLVMSub: r = term_mk_xor(t->ts, a, b); break;
    default: r = translate_any(t, "bit", LLVMTypeOf(inst), false).number.value; break;
    }
    translate_define_bool(t, inst, r, TERM_NONE);
}

/* A number that is computed from one pointer has its origin. */
static scalar keep_origin(translator *t, scalar s, LLVMValueRef inst)
{
    if (!translate_tracks(t)) return s;
    scalar a = translate_scalar(t, LLVMGetOperand(inst, 0)), b = translate_scalar(t, LLVMGetOperand(inst, 1));
    return a.has_origin != b.has_origin ? origin_put(s, a.has_origin ? a.origin : b.origin) : s;
}

static void binary(translator *t, LLVMValueRef inst, LLVMOpcode op)
{
    if (LLVMGetIntTypeWidth(LLVMTypeOf(inst)) == 1) {
        bool_operation(t, inst, op);
        return;
    }
    cint a = translate_int(t, LLVMGetOperand(inst, 0)), b = translate_int(t, LLVMGetOperand(inst, 1));
    bool nsw = (op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl) && LLVMGetNSW(inst);
    cint masked;
    bool is_masked = observed_operation(t, inst, op, &a, &b, &masked);
    if (!sanitizer_goals_is_own(inst)) check_operation(t, inst, op, nsw, a, b);
    bool is_signed = result_is_signed(inst, op, nsw, a, b);
    scalar s = scalar_of_int(is_masked ? masked : translate_binary(t, op, a, b, nsw && op != LLVMShl, is_signed));
    if (op == LLVMAdd || op == LLVMSub || op == LLVMAnd || op == LLVMOr) s = keep_origin(t, s, inst);
    translate_define(t, inst, &s, 1, TERM_NONE);
}

term translate_compare(translator *t, LLVMIntPredicate predicate, cint a, cint b)
{
    term_store *ts = t->ts;
    switch (predicate) {
    case LLVMIntEQ: return cint_eq(ts, a, b);
    case LLVMIntNE: return term_mk_not(ts, cint_eq(ts, a, b));
    case LLVMIntUGT: return cint_ult(ts, b, a);
    case LLVMIntUGE: return cint_ule(ts, b, a);
    case LLVMIntULT: return cint_ult(ts, a, b);
    case LLVMIntULE: return cint_ule(ts, a, b);
    case LLVMIntSGT: return cint_slt(ts, b, a);
    case LLVMIntSGE: return cint_sle(ts, b, a);
    case LLVMIntSLT: return cint_slt(ts, a, b);
    case LLVMIntSLE: return cint_sle(ts, a, b);
    }
    assert(false);
    return term_true(ts);
}

static void comparison(translator *t, LLVMValueRef inst)
{
    LLVMValueRef left = LLVMGetOperand(inst, 0), right = LLVMGetOperand(inst, 1);
    scalar a = translate_scalar(t, left), b = translate_scalar(t, right);
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(inst);
    if (a.kind == SCALAR_BOOL && b.kind == SCALAR_BOOL && (predicate == LLVMIntEQ || predicate == LLVMIntNE)) {
        term same = term_mk_eq(t->ts, a.number.value, b.number.value);
        translate_define_bool(t, inst, predicate == LLVMIntEQ ? same : term_mk_not(t->ts, same), TERM_NONE);
        return;
    }
    cint x = scalar_as_int(t, a), y = scalar_as_int(t, b);
    term equal;
    if (observed_comparison(t, predicate, left, right, &x, &y, &equal))
        translate_define_bool(t, inst, predicate == LLVMIntEQ ? equal : term_mk_not(t->ts, equal), TERM_NONE);
    else translate_define_bool(t, inst, translate_compare(t, predicate, x, y), TERM_NONE);
}

cint translate_cast(translator *t, LLVMOpcode op, cint a, uint32_t width, bool is_signed)
{
    switch (op) {
    case LLVMTrunc: return cint_trunc(t->ts, a, width, is_signed);
    case LLVMZExt: return cint_zext(t->ts, a, width, is_signed);
    case LLVMSExt: return cint_sext(t->ts, a, width, is_signed);
    default: break;
    }
    if (width < a.width) return cint_trunc(t->ts, a, width, is_signed);
    if (width > a.width) return cint_zext(t->ts, a, width, is_signed);
    return cint_as(t->ts, a, is_signed);
}

static cint extend_condition(translator *t, LLVMOpcode op, term c, uint32_t width, bool is_signed)
{
    cint yes = cint_of_int(t->ts, op == LLVMSExt ? -1 : 1, width, is_signed), no = cint_of_int(t->ts, 0, width, is_signed);
    return cint_ite(t->ts, c, yes, no);
}

/* A number as a pointer: which object it points to is known only if the node has but one. */
static void note_number(translator *t, LLVMValueRef inst)
{
    if (LLVMIsAConstant(LLVMGetOperand(inst, 0)) || !origin_is_carried(t, inst) || memory_is_only_compared(inst)) return;
    check_gap(t, "which object a pointer made of a number points to is not known");
}

static void cast(translator *t, LLVMValueRef inst, LLVMOpcode op)
{
    LLVMTypeRef to = LLVMTypeOf(inst), from = LLVMTypeOf(LLVMGetOperand(inst, 0));
    if (type_is_unknown(to)) {
        translate_define_unknown(t, inst);
        return;
    }
    if (type_is_unknown(from)) {
        float_note_any(t);
        scalar s = translate_any(t, "floating point", to, value_usage(inst) >= 0);
        translate_define(t, inst, &s, 1, TERM_NONE);
        return;
    }
    scalar a = translate_scalar(t, LLVMGetOperand(inst, 0));
    if (a.kind == SCALAR_INT && (op == LLVMTrunc || op == LLVMZExt || op == LLVMSExt))
        a.number = observed_number(t, LLVMGetOperand(inst, 0), a.number);
    uint32_t width = type_width(t, to);
    bool is_address = LLVMGetTypeKind(to) == LLVMPointerTypeKind || op == LLVMPtrToInt;
    bool is_signed = !is_address && (op == LLVMSExt || value_usage(inst) >= 0);
    if (width == 1 && a.kind != SCALAR_BOOL)
        translate_define_bool(t, inst, term_mk_eq(t->ts, cint_trunc(t->ts, a.number, 1, false).value, term_mk_int(t->ts, 1)), TERM_NONE);
    else if (width == 1) translate_define(t, inst, &a, 1, TERM_NONE);
    else if (a.kind == SCALAR_BOOL) translate_define_int(t, inst, extend_condition(t, op, a.number.value, width, is_signed), TERM_NONE);
    else {
        scalar s = scalar_of_int(translate_cast(t, op, a.number, width, is_signed));
        if (a.has_origin && width == t->pointer_bits) s = origin_put(s, a.origin);
        else if (op == LLVMIntToPtr) note_number(t, inst);
        translate_define(t, inst, &s, 1, TERM_NONE);
    }
}

static scalar choose(translator *t, term c, scalar a, scalar b, LLVMTypeRef type)
{
    if (a.kind == SCALAR_UNKNOWN || b.kind == SCALAR_UNKNOWN) return a.kind == b.kind ? a : translate_any(t, "choice", type, true);
    if (a.kind == SCALAR_BOOL) return scalar_of_bool(term_mk_ite(t->ts, c, a.number.value, b.number.value));
    scalar s = scalar_of_int(cint_ite(t->ts, c, a.number, b.number));
    if (!a.has_origin && !b.has_origin) return s;
    return origin_put(s, origin_choose(t, c, origin_of_scalar(t, a), origin_of_scalar(t, b)));
}

static void selection(translator *t, LLVMValueRef inst)
{
    term c = translate_condition(t, LLVMGetOperand(inst, 0));
    value a = translate_value(t, LLVMGetOperand(inst, 1)), b = translate_value(t, LLVMGetOperand(inst, 2));
    assert(a.n == b.n);
    scalar *leaves = arena_alloc(&t->emit.scratch, (a.n + 1) * sizeof *leaves);
    for (size_t i = 0; i < a.n; i++) leaves[i] = choose(t, c, a.leaves[i], b.leaves[i], LLVMTypeOf(inst));
    translate_define(t, inst, leaves, a.n, TERM_NONE);
}

/* Where the part that the indices of an extractvalue or insertvalue name begins, counted in leaves. */
static size_t part_start(translator *t, LLVMValueRef inst, LLVMTypeRef type)
{
    const unsigned *indices = LLVMGetIndices(inst);
    size_t start = 0;
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    for (unsigned i = 0; i < LLVMGetNumIndices(inst); i++) {
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        for (unsigned j = 0; j < indices[i]; j++) {
            leaf_vec_clear(&leaves);
            type_leaves(t, is_struct ? LLVMStructGetTypeAtIndex(type, j) : LLVMGetElementType(type), &leaves);
            start += leaves.size;
        }
        type = is_struct ? LLVMStructGetTypeAtIndex(type, indices[i]) : LLVMGetElementType(type);
    }
    leaf_vec_release(&leaves);
    return start;
}

static void extract(translator *t, LLVMValueRef inst)
{
    value whole = translate_value(t, LLVMGetOperand(inst, 0));
    size_t start = part_start(t, inst, LLVMTypeOf(LLVMGetOperand(inst, 0)));
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, LLVMTypeOf(inst), &leaves);
    if (!translate_failed(t)) translate_define(t, inst, whole.leaves + start, leaves.size, TERM_NONE);
    leaf_vec_release(&leaves);
}

static void insert(translator *t, LLVMValueRef inst)
{
    value whole = translate_value(t, LLVMGetOperand(inst, 0)), part = translate_value(t, LLVMGetOperand(inst, 1));
    size_t start = part_start(t, inst, LLVMTypeOf(inst));
    if (translate_failed(t)) return;
    scalar *leaves = arena_alloc(&t->emit.scratch, (whole.n + 1) * sizeof *leaves);
    memcpy(leaves, whole.leaves, whole.n * sizeof *leaves);
    memcpy(leaves + start, part.leaves, part.n * sizeof *leaves);
    translate_define(t, inst, leaves, whole.n, TERM_NONE);
}

static void element(translator *t, LLVMValueRef gep)
{
    scalar s = scalar_of_int(cint_of_term(address_of_gep(t, gep), t->pointer_bits, false));
    scalar from = translate_scalar(t, LLVMGetOperand(gep, 0));
    if (from.has_origin) s = origin_put(s, from.origin);
    translate_define(t, gep, &s, 1, TERM_NONE);
}

bool translate_arithmetic(translator *t, LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (vector_is_involved(inst) && translate_vector(t, inst)) return true;
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
    case LLVMAShr: binary(t, inst, op); return true;
    case LLVMICmp: comparison(t, inst); return true;
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast: cast(t, inst, op); return true;
    case LLVMSelect: selection(t, inst); return true;
    case LLVMFreeze: {
        value v = translate_value(t, LLVMGetOperand(inst, 0));
        translate_define(t, inst, v.leaves, v.n, TERM_NONE);
        return true;
    }
    case LLVMGetElementPtr:
        element(t, inst);
        return true;
    case LLVMExtractValue: extract(t, inst); return true;
    case LLVMInsertValue: insert(t, inst); return true;
    default:
        if (!float_is_operation(op)) return false;
        translate_float(t, inst);
        return true;
    }
}

/* Operands: instructions already translated, arguments, constants. */

#include "front/llvm/translate/address_flow.h"
#include "front/llvm/translate/translate.h"

#include <stdio.h>
#include <stdlib.h>

#define MAX_LEAVES 4096
#define MAX_CONSTANT_DEPTH 64

bool type_is_float(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind:
    case LLVMBFloatTypeKind:
    case LLVMFloatTypeKind:
    case LLVMDoubleTypeKind:
    case LLVMX86_FP80TypeKind:
    case LLVMFP128TypeKind:
    case LLVMPPC_FP128TypeKind: return true;
    default: return false;
    }
}

bool type_is_unknown(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return type_is_float(type) && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind;
}

bool type_is_aggregate(LLVMTypeRef type)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
}

uint64_t type_length(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: return LLVMCountStructElementTypes(type);
    case LLVMVectorTypeKind: return LLVMGetVectorSize(type);
    default: return LLVMGetArrayLength2(type);
    }
}

uint64_t type_stride(const translator *t, LLVMTypeRef type)
{
    LLVMTypeRef element = LLVMGetElementType(type);
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    return is_vector ? LLVMStoreSizeOfType(t->cm->layout, element) : LLVMABISizeOfType(t->cm->layout, element);
}

uint32_t type_width(const translator *t, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return t->pointer_bits;
    if (LLVMGetTypeKind(type) == LLVMFloatTypeKind) return 32;
    if (LLVMGetTypeKind(type) == LLVMDoubleTypeKind) return 64;
    assert(LLVMGetTypeKind(type) == LLVMIntegerTypeKind);
    return LLVMGetIntTypeWidth(type);
}

/* Appends the parts of a type in reverse, so that a stack gives them in order. */
static void push_parts(translator *t, leaf_vec *stack, leaf whole)
{
    assert(type_is_aggregate(whole.type));
    LLVMTargetDataRef layout = t->cm->layout;
    if (LLVMGetTypeKind(whole.type) == LLVMStructTypeKind) {
        for (unsigned i = LLVMCountStructElementTypes(whole.type); i-- > 0;) {
            leaf part = {LLVMStructGetTypeAtIndex(whole.type, i), whole.offset + LLVMOffsetOfElement(layout, whole.type, i)};
            leaf_vec_push(stack, part);
        }
        return;
    }
    LLVMTypeRef element = LLVMGetElementType(whole.type);
    uint64_t size = type_stride(t, whole.type), n = type_length(whole.type);
    if (n > MAX_LEAVES) {
        translate_refuse(t, "arrays of %lu elements as values are not supported", (unsigned long)n);
        return;
    }
    for (uint64_t i = n; i-- > 0;) leaf_vec_push(stack, (leaf){element, whole.offset + i * size});
}

void type_leaves(translator *t, LLVMTypeRef type, leaf_vec *out)
{
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
    leaf_vec stack;
    leaf_vec_init(&stack);
    leaf_vec_push(&stack, (leaf){type, 0});
    while (stack.size && !translate_failed(t)) {
        leaf l = leaf_vec_pop(&stack);
        LLVMTypeKind kind = LLVMGetTypeKind(l.type);
        if (type_is_aggregate(l.type)) {
            push_parts(t, &stack, l);
        } else if (kind == LLVMIntegerTypeKind || kind == LLVMPointerTypeKind || type_is_float(l.type)) {
            leaf_vec_push(out, l);
        } else {
            translate_refuse(t, "values of special types are not supported");
        }
        if (out->size > MAX_LEAVES) translate_refuse(t, "a value of more than %d parts is not supported", MAX_LEAVES);
    }
    leaf_vec_release(&stack);
}

scalar scalar_of_int(cint c) { return (scalar){.kind = SCALAR_INT, .number = c}; }
scalar scalar_of_bool(term condition) { return (scalar){.kind = SCALAR_BOOL, .number = cint_of_term(condition, 1, false)}; }

scalar scalar_of_var(const translator *t, term symbol)
{
    if (term_is_bool(t->ts, symbol)) return scalar_of_bool(symbol);
    const var_info *info = program_var(t->p, symbol);
    assert(info && (info->is_pointer || info->width > 1));
    cint c = cint_of_term(symbol, info->is_pointer ? t->pointer_bits : info->width, info->is_signed);
    c.low = info->low;
    c.high = info->high;
    return scalar_of_int(c);
}

cint scalar_as_int(translator *t, scalar s)
{
    if (s.kind == SCALAR_INT) return s.number;
    if (s.kind == SCALAR_BOOL) {
        term bit = term_mk_ite(t->ts, s.number.value, term_mk_int(t->ts, 1), term_mk_int(t->ts, 0));
        return cint_of_term(bit, 1, false);
    }
    /* only broken LLVM code has a floating-point value here */
    return translate_any_int(t, "unknown", 32, true);
}

static int usage_of_user(LLVMValueRef user)
{
    switch (LLVMGetInstructionOpcode(user)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul: return LLVMGetNSW(user) ? 1 : LLVMGetNUW(user) ? -1 : -1;
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMAShr:
    case LLVMSExt:
    case LLVMGetElementPtr:
    case LLVMSIToFP: return 1;
    case LLVMUDiv:
    case LLVMURem:
    case LLVMLShr:
    case LLVMZExt:
    case LLVMUIToFP: return -1;
    case LLVMICmp:
        switch (LLVMGetICmpPredicate(user)) {
        case LLVMIntSGE:
        case LLVMIntSGT:
        case LLVMIntSLE:
        case LLVMIntSLT: return 1;
        case LLVMIntUGE:
        case LLVMIntUGT:
        case LLVMIntULE:
        case LLVMIntULT: return -1;
        default: return 0;
        }
    default: return 0;
    }
}

int value_usage(LLVMValueRef v)
{
    int votes = 0, seen = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(v); use && seen < 8; use = LLVMGetNextUse(use), seen++) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user)) votes += usage_of_user(user);
    }
    return votes > 0 ? 1 : votes < 0 ? -1 : 0;
}

static cint constant_int(translator *t, LLVMValueRef v)
{
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(v));
    if (width <= 64) return cint_of_int(t->ts, LLVMConstIntGetSExtValue(v), width, true);
    char *printed = LLVMPrintValueToString(v);
    const char *digits = strchr(printed, ' ');
    rat number;
    rat_init(&number);
    bool ok = digits && rat_set_string(&number, digits + 1, strlen(digits + 1), 10);
    assert(ok);
    (void)ok;
    cint c = cint_of_number(t->ts, &number, width, true);
    rat_release(&number);
    LLVMDisposeMessage(printed);
    return c;
}

static cint pointer_constant(translator *t, uint64_t address)
{
    rat number;
    rat_init(&number);
    char digits[24];
    int n = snprintf(digits, sizeof digits, "%lu", (unsigned long)address);
    assert(n > 0 && (size_t)n < sizeof digits);
    rat_set_string(&number, digits, (size_t)n, 10);
    cint c = cint_of_number(t->ts, &number, t->pointer_bits, false);
    rat_release(&number);
    return c;
}

static scalar constant_scalar(translator *t, LLVMValueRef v, uint32_t depth);

static scalar constant_expression(translator *t, LLVMValueRef v, uint32_t depth)
{
    LLVMOpcode op = LLVMGetConstOpcode(v);
    if (op == LLVMGetElementPtr) {
        scalar s = scalar_of_int(cint_of_term(address_of_gep(t, v), t->pointer_bits, false));
        return translate_tracks(t) ? origin_put(s, origin_of_scalar(t, constant_scalar(t, LLVMGetOperand(v, 0), depth + 1))) : s;
    }
    if (type_is_float(LLVMTypeOf(LLVMGetOperand(v, 0)))) return translate_any(t, "constant", LLVMTypeOf(v), true);
    scalar operand = constant_scalar(t, LLVMGetOperand(v, 0), depth + 1);
    cint a = scalar_as_int(t, operand);
    uint32_t width = type_width(t, LLVMTypeOf(v));
    bool is_whole = width == t->pointer_bits && (LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind || op == LLVMPtrToInt || op == LLVMBitCast);
    bool stays = is_whole || address_flow_is_address(t->model.flow, v);
    if (!stays) a = observed_pointer(t, LLVMGetOperand(v, 0), a);
    cint c;
    switch (op) {
    case LLVMTrunc:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
    case LLVMBitCast:
    case LLVMAddrSpaceCast: c = translate_cast(t, op, a, width, false); break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMXor:
    case LLVMAnd:
    case LLVMOr:
    case LLVMShl:
        c = scalar_as_int(t, constant_scalar(t, LLVMGetOperand(v, 1), depth + 1));
        c = translate_binary(t, op, a, stays ? c : observed_pointer(t, LLVMGetOperand(v, 1), c), false, false);
        break;
    default: translate_refuse(t, "a constant expression of this kind is not supported"); return scalar_of_int(a);
    }
    if (width == 1) return scalar_of_bool(cint_eq(t->ts, c, cint_of_int(t->ts, 1, 1, false)));
    scalar result = scalar_of_int(c);
    return operand.has_origin && width == t->pointer_bits ? origin_put(result, operand.origin) : result;
}

static scalar object_address(translator *t, LLVMValueRef object, uint64_t size)
{
    scalar s = scalar_of_int(pointer_constant(t, address_of_object(t, object, size)));
    return translate_tracks(t) ? origin_put(s, origin_of_object(t, object, size)) : s;
}

/* Nothing can be accessed there. */
static scalar label_address(translator *t, LLVMBasicBlockRef label)
{
    return scalar_of_int(pointer_constant(t, address_of_object(t, LLVMBasicBlockAsValue(label), 1)));
}

static scalar constant_scalar(translator *t, LLVMValueRef v, uint32_t depth)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (depth > MAX_CONSTANT_DEPTH) {
        translate_refuse(t, "a constant expression is nested too deeply");
        return scalar_of_int(cint_of_int(t->ts, 0, 32, true));
    }
    if (type_is_float(type)) return float_constant(t, v);
    /* What the compiler leaves of a constant operation that is undefined. */
    if (LLVMIsPoison(v) && (translate_checks(t, GOAL_OVERFLOW) || translate_checks(t, GOAL_DIV) || translate_checks(t, GOAL_SHIFT)))
        translate_refuse(t, "a constant operation that C leaves undefined");
    if (LLVMIsUndef(v) || LLVMIsPoison(v)) return translate_any(t, "undefined", type, true);
    if (LLVMIsAConstantInt(v)) {
        if (LLVMGetIntTypeWidth(type) == 1) return scalar_of_bool(term_mk_bool(t->ts, LLVMConstIntGetZExtValue(v) != 0));
        return scalar_of_int(constant_int(t, v));
    }
    bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    if (LLVMIsNull(v)) return scalar_of_int(cint_of_int(t->ts, 0, type_width(t, type), !is_pointer));
    if (LLVMIsAGlobalAlias(v)) return constant_scalar(t, LLVMAliasGetAliasee(v), depth + 1);
    if (LLVMIsAFunction(v) || LLVMIsAGlobalIFunc(v)) return object_address(t, v, 1);
    if (LLVMIsABlockAddress(v)) return label_address(t, LLVMGetBlockAddressBasicBlock(v));
    if (LLVMIsAGlobalVariable(v)) return object_address(t, v, address_object_size(t, v));
    if (LLVMIsAConstantExpr(v)) return constant_expression(t, v, depth);
    translate_refuse(t, "a constant of this kind is not supported");
    return scalar_of_int(cint_of_int(t->ts, 0, type_width(t, type), true));
}

/* A struct, array or vector constant: its leaves, in order. */
static value constant_aggregate(translator *t, LLVMValueRef v)
{
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, LLVMTypeOf(v), &leaves);
    scalar *out = arena_alloc(&t->emit.scratch, (leaves.size + 1) * sizeof *out);
    llvm_value_vec stack;
    llvm_value_vec_init(&stack);
    llvm_value_vec_push(&stack, v);
    bool is_vector = LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMVectorTypeKind;
    size_t n = 0;
    while (stack.size && n < leaves.size && !translate_failed(t)) {
        LLVMValueRef c = llvm_value_vec_pop(&stack);
        LLVMTypeRef type = LLVMTypeOf(c);
        if (!type_is_aggregate(type)) {
            /* what a vector is built from has unset elements, which is no operation of the source */
            out[n] = is_vector && LLVMIsPoison(c) ? translate_any(t, "unset element", type, true) : constant_scalar(t, c, 0);
            n++;
            continue;
        }
        for (unsigned i = (unsigned)type_length(type); i-- > 0;) llvm_value_vec_push(&stack, LLVMGetAggregateElement(c, i));
    }
    llvm_value_vec_release(&stack);
    value result = {out, leaves.size};
    leaf_vec_release(&leaves);
    return result;
}

static value one_leaf(translator *t, scalar s)
{
    scalar *leaves = arena_alloc(&t->emit.scratch, sizeof *leaves);
    *leaves = s;
    return (value){leaves, 1};
}

static value alloca_address(translator *t, LLVMValueRef v)
{
    return one_leaf(t, object_address(t, v, address_object_size(t, v)));
}

value translate_value(translator *t, LLVMValueRef v)
{
    const value_entry *e = value_map_find(&t->emit.values, v);
    if (e && e->value.leaves) return e->value;
    if (LLVMIsAAllocaInst(v)) return alloca_address(t, v);
    if (LLVMIsConstant(v)) {
        if (type_is_aggregate(LLVMTypeOf(v))) return constant_aggregate(t, v);
        return one_leaf(t, constant_scalar(t, v, 0));
    }
    translate_refuse(t, "a value of this kind is not supported");
    return one_leaf(t, scalar_of_int(cint_of_int(t->ts, 0, 32, true)));
}

scalar translate_scalar(translator *t, LLVMValueRef v)
{
    value all = translate_value(t, v);
    assert(all.n == 1 || translate_failed(t));
    return all.n ? all.leaves[0] : scalar_of_int(cint_of_int(t->ts, 0, 32, true));
}

cint translate_int(translator *t, LLVMValueRef v) { return scalar_as_int(t, translate_scalar(t, v)); }

term translate_address(translator *t, LLVMValueRef v) { return cint_as(t->ts, translate_int(t, v), false).value; }

term cint_is_set(translator *t, cint c)
{
    return term_mk_not(t->ts, cint_eq(t->ts, c, cint_of_int(t->ts, 0, c.width, c.is_signed)));
}

term translate_condition(translator *t, LLVMValueRef v)
{
    scalar s = translate_scalar(t, v);
    if (s.kind == SCALAR_BOOL) return s.number.value;
    if (s.kind == SCALAR_UNKNOWN) return translate_any(t, "unknown", LLVMInt1TypeInContext(t->cm->context), false).number.value;
    return cint_is_set(t, s.number);
}

static void add_dependency(value_entry *e, uint32_t symbol, bool *overflow)
{
    for (uint32_t i = 0; i < e->n_dependencies; i++) {
        if (e->dependencies[i] == symbol) return;
    }
    if (e->n_dependencies == MAX_DEPENDENCIES) *overflow = true;
    else e->dependencies[e->n_dependencies++] = symbol;
}

/* The last use in its own block; UINT32_MAX if it is used in another one. */
static uint32_t last_use(translator *t, LLVMValueRef inst)
{
    LLVMBasicBlockRef home = LLVMGetInstructionParent(inst);
    uint32_t last = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(inst); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) || LLVMIsAPHINode(user) || LLVMGetInstructionParent(user) != home) return UINT32_MAX;
        const value_entry *e = value_map_find(&t->emit.values, user);
        if (e->position > last) last = e->position;
    }
    return last;
}

static bool is_worth_sharing(LLVMValueRef inst)
{
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad:
    case LLVMGetElementPtr:
    case LLVMICmp:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMBitCast:
    case LLVMFreeze:
    case LLVMPtrToInt:
    case LLVMIntToPtr: return false;
    default: {
        LLVMUseRef use = LLVMGetFirstUse(inst);
        return use && LLVMGetNextUse(use);
    }
    }
}

static void register_pending(translator *t, const value_entry *e, LLVMValueRef inst)
{
    bool has_global = false;
    for (uint32_t i = 0; i < e->n_dependencies; i++) {
        uint32_t *head = u32_map_put(&t->emit.pending_heads, e->dependencies[i], NULL);
        pending_link_vec_push(&t->emit.links, (pending_link){inst, *head});
        *head = (uint32_t)t->emit.links.size;
        has_global = has_global || u32_map_find(&t->model.mutable_globals, e->dependencies[i]);
    }
    llvm_value_vec_push(&t->emit.pending, inst);
    if (has_global) llvm_value_vec_push(&t->emit.pending_globals, inst);
}

static bool is_constant_value(const translator *t, value v)
{
    for (size_t i = 0; i < v.n; i++) {
        if (v.leaves[i].kind == SCALAR_UNKNOWN) continue;
        term_kind k = term_kind_of(t->ts, v.leaves[i].number.value);
        if (k != TERM_NUM && k != TERM_TRUE && k != TERM_FALSE && k != TERM_SYM) return false;
    }
    return true;
}

void translate_define(translator *t, LLVMValueRef inst, const scalar *leaves, size_t n, term reads)
{
    scalar *kept = arena_alloc(&t->emit.scratch, (n + 1) * sizeof *kept);
    if (n) memcpy(kept, leaves, n * sizeof *kept);
    value_entry e = *value_map_find(&t->emit.values, inst);
    e.value = (value){kept, n};
    e.n_dependencies = 0;
    bool overflow = false;
    if (!term_is_none(reads)) add_dependency(&e, reads.id, &overflow);
    unsigned n_operands = LLVMIsALoadInst(inst) && !term_is_none(reads) && term_kind_of(t->ts, leaves[0].number.value) == TERM_SYM
                              ? 0
                              : (unsigned)LLVMGetNumOperands(inst);
    for (unsigned i = 0; i < n_operands; i++) {
        const value_entry *operand = value_map_find(&t->emit.values, LLVMGetOperand(inst, i));
        for (uint32_t j = 0; operand && j < operand->n_dependencies; j++) add_dependency(&e, operand->dependencies[j], &overflow);
    }
    e.last_use = last_use(t, inst);
    bool leaves_block = e.last_use == UINT32_MAX && e.n_dependencies > 0;
    bool shared = is_worth_sharing(inst) && !is_constant_value(t, e.value);
    if (overflow || leaves_block || shared) translate_save(t, &e, inst);
    if (e.n_dependencies > 0) register_pending(t, &e, inst);
    *value_map_find(&t->emit.values, inst) = e;
}

void translate_define_int(translator *t, LLVMValueRef inst, cint c, term reads)
{
    scalar s = scalar_of_int(c);
    translate_define(t, inst, &s, 1, reads);
}

void translate_define_bool(translator *t, LLVMValueRef inst, term condition, term reads)
{
    scalar s = scalar_of_bool(condition);
    translate_define(t, inst, &s, 1, reads);
}

void translate_define_unknown(translator *t, LLVMValueRef inst)
{
    scalar s = {.kind = SCALAR_UNKNOWN};
    translate_define(t, inst, &s, 1, TERM_NONE);
}

void translate_forget_pending(translator *t)
{
    u32_map_clear(&t->emit.pending_heads);
    pending_link_vec_clear(&t->emit.links);
    llvm_value_vec_clear(&t->emit.pending);
    llvm_value_vec_clear(&t->emit.pending_globals);
}

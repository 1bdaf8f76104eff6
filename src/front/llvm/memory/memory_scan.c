#include "front/llvm/memory/memory_internal.h"

/* Instructions and constants to constraints. */

enum { MAX_CHAIN = 1000 }; /* of constant offsets from one global: clang folds them into one or two */
enum { MAX_VALUES = 64 }; /* that one constant is computed from */
enum { MAX_DISTANCE = 200 }; /* instructions between a store and a load that are looked at */
enum { MAX_USES = 64 }; /* of a local variable that are looked at for that */
enum { MAX_COMPARED = 64 }; /* values looked at to see that a pointer is only compared */

static uint64_t size_of(const memory *m, LLVMTypeRef t) { return LLVMABISizeOfType(m->layout, t); }

static bool is_aggregate(LLVMTypeRef t)
{
    LLVMTypeKind k = LLVMGetTypeKind(t);
    return k == LLVMStructTypeKind || k == LLVMArrayTypeKind || k == LLVMVectorTypeKind;
}

static bool holds_no_address(LLVMValueRef v)
{
    return LLVMIsAConstantInt(v) || LLVMIsAConstantFP(v) || LLVMIsAConstantPointerNull(v) || LLVMIsAUndefValue(v) ||
           LLVMIsAConstantDataSequential(v) || LLVMIsAConstantAggregateZero(v) || LLVMIsAInlineAsm(v) || LLVMIsABlockAddress(v) ||
           LLVMIsAMDNode(v) || LLVMIsAMDString(v) || LLVMIsABasicBlock(v);
}

pt_target memory_new_object(memory *m, pt_kind kind, LLVMValueRef value, uint64_t size)
{
    pt_target t = {.node = pt_new_node(&m->pt)};
    pt_add_object(&m->pt, t.node, kind, value, size);
    return t;
}

/* ---- offsets ---- */

static pt_target moved(pt_target t, uint64_t by)
{
    t.offset = (int64_t)((uint64_t)t.offset + by);
    return t;
}

static bool has_pointer_width(const memory *m, LLVMTypeRef t)
{
    if (LLVMGetTypeKind(t) == LLVMPointerTypeKind) return true;
    return LLVMGetTypeKind(t) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(t) == 8 * m->pointer_size;
}

static bool is_constant_gep(LLVMValueRef v) { return LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr; }

static bool gep_offset(const memory *m, LLVMValueRef gep, int64_t *offset, points_to *pt, pt_node indexed);

/* offsetof, as it is written by hand: the address of a member of the structure at 0. */
static bool null_offset(const memory *m, LLVMValueRef v, int64_t *out)
{
    uint64_t sum = 0;
    for (int i = 0; i < MAX_CHAIN && is_constant_gep(v); i++) {
        int64_t step;
        if (!gep_offset(m, v, &step, NULL, (pt_node){0})) return false;
        sum += (uint64_t)step;
        v = LLVMGetOperand(v, 0);
    }
    *out = (int64_t)sum;
    return LLVMIsAConstantPointerNull(v);
}

static int64_t sign_extend(uint64_t bits, LLVMTypeRef type)
{
    unsigned width = LLVMGetTypeKind(type) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(type) : 64;
    return width >= 64 ? (int64_t)bits : (int64_t)(bits << (64 - width)) >> (64 - width);
}

/* Surely executed before, in the same activation. */
static bool comes_before(LLVMValueRef a, LLVMValueRef b)
{
    LLVMBasicBlockRef block_a = LLVMGetInstructionParent(a), block_b = LLVMGetInstructionParent(b);
    if (block_a != block_b) return block_a == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(block_a));
    for (int i = 0; i < MAX_DISTANCE && a && a != b; i++) a = LLVMGetNextInstruction(a);
    return a == b;
}

/* What was stored in a local variable that is stored to just once, and whose address goes nowhere; otherwise the load itself. */
static LLVMValueRef look_through_load(LLVMValueRef v)
{
    LLVMValueRef variable = LLVMIsALoadInst(v) && !LLVMGetVolatile(v) ? LLVMGetOperand(v, 0) : NULL, store = NULL;
    if (!variable || !LLVMIsAAllocaInst(variable)) return v;
    int seen = 0;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (++seen > MAX_USES) return v;
        if (LLVMIsALoadInst(user)) continue;
        if (store || !LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) == variable) return v;
        store = user;
    }
    if (!store || LLVMTypeOf(LLVMGetOperand(store, 0)) != LLVMTypeOf(v) || !comes_before(store, v)) return v;
    return LLVMGetOperand(store, 0);
}

static LLVMOpcode opcode_of(LLVMValueRef v)
{
    if (LLVMIsAInstruction(v)) return LLVMGetInstructionOpcode(v);
    return LLVMIsAConstantExpr(v) ? LLVMGetConstOpcode(v) : LLVMUnreachable;
}

static bool known_integer(const memory *m, LLVMValueRef v, int *budget, int64_t *out);

static bool known_sum(const memory *m, LLVMValueRef v, LLVMOpcode op, int *budget, int64_t *out)
{
    int64_t a, b;
    if (!known_integer(m, LLVMGetOperand(v, 0), budget, &a) || !known_integer(m, LLVMGetOperand(v, 1), budget, &b)) return false;
    uint64_t x = (uint64_t)a, y = (uint64_t)b;
    *out = sign_extend(op == LLVMAdd ? x + y : op == LLVMSub ? x - y : x * y, LLVMTypeOf(v));
    return true;
}

/* Offsets that were computed in temporaries, as tools that write C like to do. Recursive within the budget: a number of values. */
static bool known_integer(const memory *m, LLVMValueRef v, int *budget, int64_t *out)
{
    if (--*budget < 0) return false;
    v = look_through_load(v);
    if (LLVMIsAConstantInt(v)) {
        if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
        *out = LLVMConstIntGetSExtValue(v);
        return true;
    }
    if (null_offset(m, v, out)) return true;
    LLVMOpcode op = opcode_of(v);
    if (op == LLVMAdd || op == LLVMSub || op == LLVMMul) return known_sum(m, v, op, budget, out);
    bool keeps = (op == LLVMPtrToInt && has_pointer_width(m, LLVMTypeOf(v))) ||
                 (op == LLVMIntToPtr && has_pointer_width(m, LLVMTypeOf(LLVMGetOperand(v, 0))));
    return keeps && known_integer(m, LLVMGetOperand(v, 0), budget, out);
}

bool memory_constant_integer(const memory *m, LLVMValueRef v, int64_t *out)
{
    int budget = MAX_VALUES;
    return known_integer(m, v, &budget, out);
}

/* What the constant indices of an address computation add up to. Variable ones are steps within the node `indexed`; without
 * `pt` they make the function return false. */
static bool gep_offset(const memory *m, LLVMValueRef gep, int64_t *offset, points_to *pt, pt_node indexed)
{
    uint64_t sum = 0;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = (unsigned)LLVMGetNumOperands(gep);
    for (unsigned i = 1; i < n; i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned member = (unsigned)LLVMConstIntGetZExtValue(index);
            sum += LLVMOffsetOfElement(m->layout, type, member);
            type = LLVMStructGetTypeAtIndex(type, member);
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        uint64_t size = size_of(m, type);
        int64_t constant;
        if (memory_constant_integer(m, index, &constant)) sum += (uint64_t)constant * size;
        else if (!pt) return false;
        else if (LLVMGetTypeKind(LLVMTypeOf(index)) == LLVMVectorTypeKind) pt_index(pt, indexed, 1);
        else pt_index(pt, indexed, size);
    }
    *offset = (int64_t)sum;
    return true;
}

LLVMValueRef memory_strip_alias(LLVMValueRef v)
{
    for (int i = 0; i < MAX_CHAIN && LLVMIsAGlobalAlias(v); i++) v = LLVMAliasGetAliasee(v);
    return v;
}

bool memory_constant_address(const memory *m, LLVMValueRef v, LLVMValueRef *base, int64_t *offset)
{
    uint64_t sum = 0;
    for (int i = 0; i < MAX_CHAIN; i++) {
        v = memory_strip_alias(v);
        if (LLVMIsAGlobalVariable(v) || LLVMIsAFunction(v)) {
            *base = v;
            *offset = (int64_t)sum;
            return true;
        }
        int64_t step;
        if (!is_constant_gep(v) || !gep_offset(m, v, &step, NULL, (pt_node){0})) return false;
        sum += (uint64_t)step;
        v = LLVMGetOperand(v, 0);
    }
    return false;
}

/* ---- values ---- */

static pt_target global_address(memory *m, LLVMValueRef global)
{
    if (LLVMIsAFunction(global)) {
        uint32_t id = memory_function_id(m, global);
        return m->functions.data[id].address;
    }
    bool added;
    uint32_t *known = u64_map_put(&m->slots, value_key(global), &added);
    if (added) {
        LLVMTypeRef type = LLVMGlobalGetValueType(global);
        pt_target t = memory_new_object(m, PT_GLOBAL, global, LLVMTypeIsSized(type) ? size_of(m, type) : UINT64_MAX);
        if (LLVMIsDeclaration(global)) m->pt.nodes.data[t.node.id].is_unknown = true;
        *known = pt_new_fixed(&m->pt, t).id;
        value_vec_push(&m->constants, global);
    }
    return m->pt.slots.data[*known].target;
}

static pt_slot constant_slot(memory *m, LLVMValueRef v)
{
    LLVMValueRef base;
    int64_t offset;
    if (memory_constant_address(m, v, &base, &offset)) {
        return pt_new_fixed(&m->pt, moved(global_address(m, base), (uint64_t)offset));
    }
    value_vec_push(&m->constants, v);
    return pt_new_slot(&m->pt);
}

pt_slot memory_slot(memory *m, LLVMValueRef v)
{
    uint32_t *known = u64_map_find(&m->slots, value_key(v));
    if (known) return (pt_slot){*known};
    if (holds_no_address(v)) return PT_NO_SLOT;
    pt_slot s = LLVMIsAConstant(v) ? constant_slot(m, v) : pt_new_slot(&m->pt);
    *u64_map_put(&m->slots, value_key(v), NULL) = s.id;
    return s;
}

void memory_bind(memory *m, LLVMValueRef v, pt_slot s)
{
    bool added;
    uint32_t *known = u64_map_put(&m->slots, value_key(v), &added);
    if (added) *known = s.id;
    else pt_unify(&m->pt, (pt_slot){*known}, s);
}

static void unify_operands(memory *m, LLVMValueRef user, unsigned first, unsigned last)
{
    pt_slot result = memory_slot(m, user);
    for (unsigned i = first; i < last; i++) pt_unify(&m->pt, result, memory_slot(m, LLVMGetOperand(user, i)));
}

void memory_derive_all(memory *m, LLVMValueRef user, unsigned n_operands)
{
    LLVMTypeRef type = LLVMTypeOf(user);
    if (LLVMGetTypeKind(type) == LLVMVoidTypeKind) return;
    pt_slot result = memory_slot(m, user);
    if (is_aggregate(type)) result = pt_contents(&m->pt, pt_dereference(&m->pt, result), m->pointer_size, 0);
    for (unsigned i = 0; i < n_operands; i++) pt_derive(&m->pt, memory_slot(m, LLVMGetOperand(user, i)), result, 0, 1);
}

/* ---- values of struct and array type ---- */

typedef struct leaf {
    LLVMTypeRef type;
    uint64_t offset;
} leaf;
VEC_DECLARE(leaf_vec, leaf);

static void push_members(const memory *m, leaf_vec *todo, leaf l)
{
    if (LLVMGetTypeKind(l.type) == LLVMStructTypeKind) {
        unsigned n = LLVMCountStructElementTypes(l.type);
        for (unsigned i = 0; i < n; i++)
            leaf_vec_push(todo, (leaf){LLVMStructGetTypeAtIndex(l.type, i), l.offset + LLVMOffsetOfElement(m->layout, l.type, i)});
        return;
    }
    LLVMTypeRef element = LLVMGetElementType(l.type);
    bool is_vector = LLVMGetTypeKind(l.type) == LLVMVectorTypeKind;
    uint64_t n = is_vector ? LLVMGetVectorSize(l.type) : LLVMGetArrayLength2(l.type);
    uint64_t size = is_vector ? LLVMStoreSizeOfType(m->layout, element) : size_of(m, element);
    for (uint64_t i = 0; i < n; i++) leaf_vec_push(todo, (leaf){element, l.offset + i * size});
}

/* The scalars in a type, in no particular order. */
static void leaves(const memory *m, LLVMTypeRef type, leaf_vec *out)
{
    leaf_vec todo;
    leaf_vec_init(&todo);
    leaf_vec_push(&todo, (leaf){type, 0});
    while (todo.size) {
        leaf l = leaf_vec_pop(&todo);
        if (is_aggregate(l.type)) push_members(m, &todo, l);
        else leaf_vec_push(out, l);
    }
    leaf_vec_release(&todo);
}

static uint32_t access_flags(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMPointerTypeKind ? PT_ACCESSED : PT_ACCESSED | PT_NOT_POINTER;
}

/* A load or store of an aggregate: member by member. */
static void move_aggregate(memory *m, LLVMTypeRef type, LLVMValueRef pointer, LLVMValueRef value)
{
    pt_slot address = memory_slot(m, pointer), s = memory_slot(m, value);
    if (address.id == PT_NO_SLOT.id) return;
    leaf_vec parts;
    leaf_vec_init(&parts);
    leaves(m, type, &parts);
    for (size_t i = 0; i < parts.size; i++) {
        leaf l = parts.data[i];
        uint64_t size = LLVMStoreSizeOfType(m->layout, l.type);
        if (!size) continue;
        pt_slot there = pt_contents(&m->pt, moved(pt_dereference(&m->pt, address), l.offset), size, access_flags(l.type));
        if (s.id == PT_NO_SLOT.id) continue;
        pt_unify(&m->pt, there, pt_contents(&m->pt, moved(pt_dereference(&m->pt, s), l.offset), size, 0));
    }
    leaf_vec_release(&parts);
}

/* The place that the indices of an extractvalue or insertvalue name. */
static leaf member(const memory *m, LLVMValueRef instruction, LLVMTypeRef type)
{
    leaf l = {type, 0};
    unsigned n = LLVMGetNumIndices(instruction);
    const unsigned *indices = LLVMGetIndices(instruction);
    for (unsigned i = 0; i < n; i++) {
        if (LLVMGetTypeKind(l.type) == LLVMStructTypeKind) {
            l.offset += LLVMOffsetOfElement(m->layout, l.type, indices[i]);
            l.type = LLVMStructGetTypeAtIndex(l.type, indices[i]);
        } else {
            l.type = LLVMGetElementType(l.type);
            l.offset += indices[i] * size_of(m, l.type);
        }
    }
    return l;
}

/* `value` is, or (extract) becomes, the member of `aggregate` at `l`. */
static void tie_member(memory *m, LLVMValueRef aggregate, leaf l, LLVMValueRef value)
{
    pt_slot whole = memory_slot(m, aggregate), s = memory_slot(m, value);
    if (whole.id == PT_NO_SLOT.id || s.id == PT_NO_SLOT.id) return;
    pt_target t = moved(pt_dereference(&m->pt, whole), l.offset);
    uint64_t size = LLVMStoreSizeOfType(m->layout, l.type);
    if (is_aggregate(l.type)) pt_join(&m->pt, t, pt_dereference(&m->pt, s));
    else if (size) pt_unify(&m->pt, s, pt_contents(&m->pt, t, size, 0));
}

/* All elements of a vector, as far as addresses fit into them. */
static void tie_elements(memory *m, LLVMValueRef vector, pt_slot element)
{
    LLVMTypeRef type = LLVMTypeOf(vector);
    uint64_t size = LLVMStoreSizeOfType(m->layout, LLVMGetElementType(type));
    pt_slot whole = memory_slot(m, vector);
    if (whole.id == PT_NO_SLOT.id || element.id == PT_NO_SLOT.id || size < m->pointer_size) return;
    for (unsigned i = 0; i < LLVMGetVectorSize(type); i++) {
        pt_target t = moved(pt_dereference(&m->pt, whole), i * size);
        pt_unify(&m->pt, element, pt_contents(&m->pt, t, size, 0));
    }
}

/* ---- constants ---- */

/* The addresses in a constant, as contents of `t`. */
static void store_constant(memory *m, pt_target t, LLVMValueRef constant)
{
    value_vec values;
    leaf_vec places;
    value_vec_init(&values);
    leaf_vec_init(&places);
    value_vec_push(&values, constant);
    leaf_vec_push(&places, (leaf){LLVMTypeOf(constant), 0});
    while (values.size) {
        LLVMValueRef v = value_vec_pop(&values);
        leaf l = leaf_vec_pop(&places);
        if (holds_no_address(v)) continue;
        if (is_aggregate(l.type)) {
            size_t before = places.size;
            push_members(m, &places, l);
            for (unsigned i = 0; i < places.size - before; i++) value_vec_push(&values, LLVMGetOperand(v, i));
            continue;
        }
        pt_slot s = memory_slot(m, v);
        uint64_t size = LLVMStoreSizeOfType(m->layout, l.type);
        uint32_t flags = access_flags(l.type) & ~(uint32_t)PT_ACCESSED;
        if (s.id != PT_NO_SLOT.id && size) pt_unify(&m->pt, s, pt_contents(&m->pt, moved(t, l.offset), size, flags));
    }
    value_vec_release(&values);
    leaf_vec_release(&places);
}

/* The loads of a local variable whose address is used for nothing but loads and stores. */
static bool push_loads(LLVMValueRef variable, value_vec *out)
{
    if (!LLVMIsAAllocaInst(variable)) return false;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (out->size > MAX_COMPARED) return false;
        if (LLVMIsALoadInst(user)) value_vec_push(out, user);
        else if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) == variable) return false;
    }
    return true;
}

static bool push_users(LLVMValueRef v, value_vec *out)
{
    for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (LLVMIsAICmpInst(user)) continue;
        if (out->size > MAX_COMPARED) return false;
        if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == v) value_vec_push(out, user);
        else if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != v || !push_loads(LLVMGetOperand(user, 1), out)) return false;
    }
    return true;
}

bool memory_is_only_compared(LLVMValueRef v)
{
    if (LLVMIsAConstant(v)) return false;
    value_vec todo;
    value_vec_init(&todo);
    value_vec_push(&todo, v);
    bool ok = true;
    int seen = 0;
    while (ok && todo.size) ok = push_users(value_vec_pop(&todo), &todo) && ++seen <= MAX_COMPARED;
    value_vec_release(&todo);
    return ok;
}

static void scan_gep(memory *m, LLVMValueRef gep)
{
    if (memory_is_only_compared(gep)) return;
    pt_slot base = memory_slot(m, LLVMGetOperand(gep, 0));
    if (base.id == PT_NO_SLOT.id) {
        memory_derive_all(m, gep, (unsigned)LLVMGetNumOperands(gep));
        return;
    }
    pt_target t = pt_dereference(&m->pt, base);
    int64_t offset = 0;
    gep_offset(m, gep, &offset, &m->pt, t.node);
    memory_bind(m, gep, pt_new_fixed(&m->pt, moved(t, (uint64_t)offset)));
}

static void scan_cast(memory *m, LLVMValueRef cast, LLVMOpcode op)
{
    bool whole = op == LLVMBitCast || op == LLVMAddrSpaceCast ||
                 (has_pointer_width(m, LLVMTypeOf(cast)) && has_pointer_width(m, LLVMTypeOf(LLVMGetOperand(cast, 0))));
    if (whole) unify_operands(m, cast, 0, 1);
    else memory_derive_all(m, cast, 1);
    pt_slot operand = memory_slot(m, LLVMGetOperand(cast, 0));
    if (op == LLVMPtrToInt && operand.id != PT_NO_SLOT.id) pt_point(&m->pt, operand);
    if (op == LLVMIntToPtr && !LLVMIsAConstant(cast)) slot_vec_push(&m->from_integers, memory_slot(m, cast));
}

static bool is_pointer_to_int(LLVMValueRef v)
{
    if (LLVMIsAPtrToIntInst(v)) return true;
    return LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMPtrToInt;
}

/* The distance of two pointers is no address if they are of one object, which is looked at in the end. */
static bool scan_distance(memory *m, LLVMValueRef sub)
{
    LLVMValueRef left = LLVMGetOperand(sub, 0), right = LLVMGetOperand(sub, 1);
    if (!is_pointer_to_int(left) || !is_pointer_to_int(right)) return false;
    distance_slot d = {memory_slot(m, left), memory_slot(m, right), memory_slot(m, sub), false};
    distance_slot_vec_push(&m->distances, d);
    return true;
}

/* A number that divides every value of `v`. Where the product may wrap around, only a power of two is sure to. */
static uint64_t divisor_of(LLVMValueRef v)
{
    v = look_through_load(v);
    bool is_product = LLVMIsAInstruction(v) && LLVMGetInstructionOpcode(v) == LLVMMul;
    LLVMValueRef factor = is_product ? LLVMGetOperand(v, LLVMIsAConstantInt(LLVMGetOperand(v, 0)) ? 0 : 1) : NULL;
    if (!factor || !LLVMIsAConstantInt(factor) || LLVMGetIntTypeWidth(LLVMTypeOf(factor)) > 64) return 1;
    int64_t k = LLVMConstIntGetSExtValue(factor);
    uint64_t size = k < 0 ? 0 - (uint64_t)k : (uint64_t)k;
    if (!size) return 1;
    return LLVMGetNSW(v) ? size : size & (0 - size);
}

static void scan_sum(memory *m, LLVMValueRef v, bool is_difference)
{
    pt_slot result = memory_slot(m, v);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef part = LLVMGetOperand(v, i), other = LLVMGetOperand(v, 1 - i);
        int64_t constant;
        bool from_right = is_difference && i == 1; /* x - p is no offset from p */
        pt_slot s = memory_slot(m, part);
        if (from_right) pt_derive(&m->pt, s, result, 0, 1);
        else if (!memory_constant_integer(m, other, &constant)) pt_derive(&m->pt, s, result, 0, divisor_of(other));
        else pt_derive(&m->pt, s, result, is_difference ? (int64_t)(0 - (uint64_t)constant) : constant, 0);
    }
}

static void scan_operation(memory *m, LLVMValueRef v, LLVMOpcode op)
{
    unsigned n = (unsigned)LLVMGetNumOperands(v);
    switch (op) {
    case LLVMGetElementPtr: scan_gep(m, v); break;
    case LLVMBitCast:
    case LLVMAddrSpaceCast:
    case LLVMIntToPtr:
    case LLVMPtrToInt: scan_cast(m, v, op); break;
    case LLVMPHI:
    case LLVMFreeze: unify_operands(m, v, 0, n); break;
    case LLVMSelect: unify_operands(m, v, 1, 3); break;
    case LLVMInsertElement:
        unify_operands(m, v, 0, 1);
        tie_elements(m, v, memory_slot(m, LLVMGetOperand(v, 1)));
        break;
    case LLVMExtractElement: tie_elements(m, LLVMGetOperand(v, 0), memory_slot(m, v)); break;
    case LLVMShuffleVector: {
        pt_slot any = pt_new_slot(&m->pt);
        for (unsigned i = 0; i < 2; i++) tie_elements(m, LLVMGetOperand(v, i), any);
        tie_elements(m, v, any);
        break;
    }
    case LLVMExtractValue:
        tie_member(m, LLVMGetOperand(v, 0), member(m, v, LLVMTypeOf(LLVMGetOperand(v, 0))), v);
        break;
    case LLVMInsertValue:
        unify_operands(m, v, 0, 1);
        tie_member(m, v, member(m, v, LLVMTypeOf(v)), LLVMGetOperand(v, 1));
        break;
    case LLVMICmp:
    case LLVMFCmp: break;
    case LLVMAdd: scan_sum(m, v, false); break;
    case LLVMSub:
        if (!scan_distance(m, v)) scan_sum(m, v, true);
        break;
    default: memory_derive_all(m, v, n);
    }
}

void memory_settle_constants(memory *m)
{
    while (m->constants.size) {
        LLVMValueRef v = value_vec_pop(&m->constants);
        if (LLVMIsAGlobalVariable(v)) {
            LLVMValueRef initial = LLVMGetInitializer(v);
            if (initial) store_constant(m, global_address(m, v), initial);
        } else if (LLVMIsAConstantExpr(v)) {
            scan_operation(m, v, LLVMGetConstOpcode(v));
        } else if (is_aggregate(LLVMTypeOf(v))) {
            store_constant(m, pt_dereference(&m->pt, memory_slot(m, v)), v);
        } else {
            for (int i = 0; i < LLVMGetNumOperands(v); i++)
                pt_unify(&m->pt, memory_slot(m, v), memory_slot(m, LLVMGetOperand(v, (unsigned)i)));
        }
    }
}

/* ---- instructions ---- */

static void scan_alloca(memory *m, LLVMValueRef v)
{
    LLVMValueRef count = LLVMGetOperand(v, 0);
    uint64_t size = UINT64_MAX;
    if (LLVMIsAConstantInt(count)) size = size_of(m, LLVMGetAllocatedType(v)) * LLVMConstIntGetZExtValue(count);
    memory_bind(m, v, pt_new_fixed(&m->pt, memory_new_object(m, PT_LOCAL, v, size)));
}

static void scan_load(memory *m, LLVMValueRef v)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (is_aggregate(type)) {
        move_aggregate(m, type, LLVMGetOperand(v, 0), v);
        return;
    }
    pt_slot address = memory_slot(m, LLVMGetOperand(v, 0));
    if (address.id == PT_NO_SLOT.id) return;
    uint64_t size = LLVMStoreSizeOfType(m->layout, type);
    memory_bind(m, v, pt_contents(&m->pt, pt_dereference(&m->pt, address), size, access_flags(type)));
}

/* `value` is stored where `pointer` points to; the slot is what was and will be there. */
static pt_slot scan_write(memory *m, LLVMValueRef value, LLVMValueRef pointer)
{
    LLVMTypeRef type = LLVMTypeOf(value);
    pt_slot address = memory_slot(m, pointer), s = memory_slot(m, value);
    if (address.id == PT_NO_SLOT.id) return PT_NO_SLOT;
    pt_slot there = pt_contents(&m->pt, pt_dereference(&m->pt, address), LLVMStoreSizeOfType(m->layout, type), access_flags(type));
    pt_unify(&m->pt, there, s);
    return there;
}

static void scan_store(memory *m, LLVMValueRef v)
{
    LLVMValueRef value = LLVMGetOperand(v, 0), pointer = LLVMGetOperand(v, 1);
    if (is_aggregate(LLVMTypeOf(value))) move_aggregate(m, LLVMTypeOf(value), pointer, value);
    else scan_write(m, value, pointer);
}

static void scan_atomic(memory *m, LLVMValueRef v, LLVMOpcode op)
{
    if (op == LLVMAtomicRMW) {
        pt_slot there = scan_write(m, LLVMGetOperand(v, 1), LLVMGetOperand(v, 0));
        if (there.id != PT_NO_SLOT.id) memory_bind(m, v, there);
        bool computes = LLVMGetAtomicRMWBinOp(v) != LLVMAtomicRMWBinOpXchg;
        if (computes) pt_derive(&m->pt, memory_slot(m, LLVMGetOperand(v, 1)), there, 0, 1);
        return;
    }
    pt_slot there = scan_write(m, LLVMGetOperand(v, 2), LLVMGetOperand(v, 0));
    uint64_t size = LLVMStoreSizeOfType(m->layout, LLVMTypeOf(LLVMGetOperand(v, 2)));
    pt_unify(&m->pt, there, pt_contents(&m->pt, pt_dereference(&m->pt, memory_slot(m, v)), size, 0));
}

static void scan_instruction(memory *m, uint32_t function, LLVMValueRef v)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    switch (op) {
    case LLVMAlloca: scan_alloca(m, v); break;
    case LLVMLoad: scan_load(m, v); break;
    case LLVMStore: scan_store(m, v); break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: scan_atomic(m, v, op); break;
    case LLVMCall:
    case LLVMInvoke:
    case LLVMCallBr: memory_scan_call(m, function, v); break;
    case LLVMRet:
        if (LLVMGetNumOperands(v)) pt_unify(&m->pt, m->functions.data[function].result, memory_slot(m, LLVMGetOperand(v, 0)));
        break;
    case LLVMBr:
    case LLVMSwitch:
    case LLVMIndirectBr:
    case LLVMUnreachable:
    case LLVMFence: break;
    default: scan_operation(m, v, op);
    }
}

void memory_scan_function(memory *m, uint32_t function)
{
    LLVMValueRef f = m->functions.data[function].value;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef v = LLVMGetFirstInstruction(b); v; v = LLVMGetNextInstruction(v)) scan_instruction(m, function, v);
    }
    memory_settle_constants(m);
}

#include "front/llvm/translate/address_flow.h"

#include "front/llvm/translate/translate.h"

#include <stdlib.h>

/* In this order: what may be both is the later one. */
typedef enum kind {
    NUMBER, /* no address */
    NEAR, /* an address as a pointer has it, or with a small constant added or bits of one changed; or a number that nothing of an address is in */
    FAR, /* with any number added; it is near its object again if it becomes a pointer */
    MIXED /* two addresses in one, by exclusive-or, or one that something else was done to */
} kind;

enum { SMALL = 1 << 16 }; /* so far an address may be from its object and still be near it */

struct address_flow {
    translator *t;
    object_map addresses; /* integers, structs; functions: what they return. The value is a kind */
    kind *regions; /* of the integers in them */
    bool *punned; /* pointers in them may be read as integers: by way of a union */
    bool *overlaid; /* pointers may have been copied to where integers are */
    bool *numbers; /* something else than a pointer is stored in them, or copied there */
    object_map mixtures; /* operations whose result is no address because the operands are two: 1, or 0 if they were taken for two only at first */
    u32_map mixed; /* nodes: integers of that kind may become pointers into them */
    u32_map freed, compared; /* nodes */
    bool compares_locals;
    bool has_numbers; /* that are made pointers, and may be anywhere */
    bool changed;
};

enum { MAX_DEPTH = 16 }; /* of constant expressions that are looked at */

static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

static bool is_integer_vector(LLVMTypeRef type)
{
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind && LLVMGetTypeKind(LLVMGetElementType(type)) == LLVMIntegerTypeKind;
}

/* ---- what is known ---- */

/* A pointer constant to a part of a global, or to a function; not an offset from null. */
static bool is_of_global(LLVMValueRef v)
{
    while (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr) v = LLVMGetOperand(v, 0);
    return !LLVMIsNull(v);
}

static bool is_constant_address(const address_flow *f, LLVMValueRef v, int depth);

/* As of instructions, only a number added leaves an address; of anything else the operands are looked at as the machine has them. */
static bool is_address_expression(const address_flow *f, LLVMValueRef v, int depth)
{
    LLVMOpcode op = LLVMGetConstOpcode(v);
    if (op == LLVMPtrToInt) return LLVMGetIntTypeWidth(LLVMTypeOf(v)) == f->t->pointer_bits && is_of_global(LLVMGetOperand(v, 0));
    if (op != LLVMAdd && op != LLVMSub) return false;
    bool left = is_constant_address(f, LLVMGetOperand(v, 0), depth), right = is_constant_address(f, LLVMGetOperand(v, 1), depth);
    return op == LLVMSub ? left && !right : left != right;
}

/* Constants that are computed from the address of a global. */
static bool is_constant_address(const address_flow *f, LLVMValueRef v, int depth)
{
    if (depth > MAX_DEPTH) return true;
    if (LLVMIsAConstantExpr(v)) return is_address_expression(f, v, depth + 1);
    if (!type_is_aggregate(LLVMTypeOf(v)) || LLVMIsAConstantDataSequential(v)) return false;
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        LLVMValueRef part = LLVMGetOperand(v, (unsigned)i);
        if (LLVMIsAConstant(part) && !is_pointer(LLVMTypeOf(part)) && is_constant_address(f, part, depth + 1)) return true;
    }
    return false;
}

static kind kind_of(const address_flow *f, LLVMValueRef v)
{
    if (LLVMIsAConstant(v) && !LLVMIsAFunction(v)) return is_constant_address(f, v, 0) ? MIXED : NUMBER;
    const uint64_t *found = object_map_find(&f->addresses, v);
    return found ? (kind)*found : NUMBER;
}

bool address_flow_is_address(const address_flow *f, LLVMValueRef v) { return kind_of(f, v) != NUMBER; }
bool address_flow_is_near(const address_flow *f, LLVMValueRef v) { return kind_of(f, v) == NEAR; }

bool address_flow_is_mixture(const address_flow *f, LLVMValueRef v)
{
    const uint64_t *found = object_map_find(&f->mixtures, v);
    return found && *found;
}

bool address_flow_is_freed(const address_flow *f, uint32_t node) { return u32_map_find(&f->freed, node) != NULL; }
bool address_flow_is_compared(const address_flow *f, uint32_t node) { return u32_map_find(&f->compared, node) != NULL; }
bool address_flow_has_freed(const address_flow *f) { return f->freed.size > 0; }
bool address_flow_has_numbers(const address_flow *f) { return f->has_numbers; }
bool address_flow_compares_locals(const address_flow *f) { return f->compares_locals; }

static void mark(address_flow *f, LLVMValueRef v, kind k)
{
    if (k <= (LLVMIsAConstant(v) && !LLVMIsAFunction(v) ? MIXED : kind_of(f, v))) return;
    *object_map_put(&f->addresses, v, NULL) = k;
    f->changed = true;
}

static void mark_region(address_flow *f, uint32_t r, kind k)
{
    if (k <= f->regions[r]) return;
    f->regions[r] = k;
    f->changed = true;
}

static void set_flag(address_flow *f, bool *flags, uint32_t r)
{
    f->changed |= !flags[r];
    flags[r] = true;
}

/* What a pointer into the node is as an integer. */
static kind kind_of_pointers(const address_flow *f, uint32_t node)
{
    return node == MEMORY_NO_NODE || u32_map_find(&f->mixed, node) ? MIXED : NEAR;
}

/* An integer becomes a pointer into the node. */
static void mark_pointers(address_flow *f, uint32_t node, kind k)
{
    if (k != MIXED || node == MEMORY_NO_NODE) return;
    bool added;
    *u32_map_put(&f->mixed, node, &added) = 1;
    f->changed |= added;
}

static kind later(kind a, kind b) { return a > b ? a : b; }

/* ---- memory ---- */

/* Pointers in it can be read as integers. */
static bool mixes(const address_flow *f, uint32_t r)
{
    return !memory_region(f->t->mem, (region){r})->is_pointer && memory_node_in(f->t->mem, (region){r}) != MEMORY_NO_NODE;
}

static kind kind_held(const address_flow *f, LLVMValueRef pointer)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(f->t->mem, pointer, false, &touched);
    kind found = NUMBER;
    for (size_t i = 0; i < touched.size; i++) found = later(found, f->regions[touched.data[i]]);
    u32_vec_release(&touched);
    return found;
}

/* `as_integers`: and integers, which pointers may be read as. */
static bool holds_pointers(const address_flow *f, LLVMValueRef pointer, bool as_integers)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(f->t->mem, pointer, false, &touched);
    bool found = false;
    for (size_t i = 0; i < touched.size && !found; i++) {
        uint32_t r = touched.data[i];
        found = f->punned[r] || f->overlaid[r] || (!as_integers && memory_region(f->t->mem, (region){r})->is_pointer);
    }
    u32_vec_release(&touched);
    return found;
}

/* What is copied there has pointers, and integers of that kind; `alike`: each where there are such. */
static void mark_mixed(address_flow *f, LLVMValueRef pointer, kind of_integers, bool alike)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(f->t->mem, pointer, false, &touched);
    for (size_t i = 0; i < touched.size; i++) {
        mark_pointers(f, memory_node_in(f->t->mem, (region){touched.data[i]}), of_integers);
        if (!mixes(f, touched.data[i])) continue;
        set_flag(f, f->punned, touched.data[i]);
        if (!alike) set_flag(f, f->overlaid, touched.data[i]);
        mark_region(f, touched.data[i], of_integers);
    }
    u32_vec_release(&touched);
}

static bool is_gep(LLVMValueRef v)
{
    return LLVMIsAGetElementPtrInst(v) || (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr);
}

/* The type of the member or element that an address computation leads to. */
static LLVMTypeRef type_at(LLVMValueRef gep)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        type = is_struct ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, i))) : LLVMGetElementType(type);
    }
    return type;
}

/* A member of a struct, or an element of an array that is one, of just this type: nothing but such values are stored there. */
static bool is_member(LLVMValueRef pointer, LLVMTypeRef type)
{
    while (is_gep(pointer) && type_at(pointer) == type) {
        if (LLVMGetTypeKind(LLVMGetGEPSourceElementType(pointer)) == LLVMStructTypeKind) return true;
        type = LLVMGetGEPSourceElementType(pointer);
        pointer = LLVMGetOperand(pointer, 0);
    }
    return false;
}

/* An integer is read where a pointer may be. C allows that in a union; other integers are read as what was stored. That single bytes, which are mostly
 * those of strings beside pointers, and members of a struct to which pointers were copied, are no parts of these is an assumption (address_flow_reads_part). */
static bool reads_pointer(const address_flow *f, LLVMValueRef pointer, LLVMTypeRef type)
{
    uint32_t width = type_is_unknown(type) ? 0 : type_width(f->t, type);
    if (is_member(pointer, type)) return false;
    bool is_element = is_gep(pointer) && type_at(pointer) == type;
    return width == f->t->pointer_bits && !is_element;
}

static void flow_load(address_flow *f, LLVMValueRef v, LLVMValueRef pointer)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (is_pointer(type) || type_is_unknown(type)) return;
    if (type_is_aggregate(type)) {
        mark(f, v, kind_held(f, pointer));
        if (is_integer_vector(type) && holds_pointers(f, pointer, true)) mark(f, v, MIXED);
        return;
    }
    region r = memory_access(f->t->mem, pointer, LLVMStoreSizeOfType(f->t->cm->layout, type));
    if (r.id == REGION_NONE.id) return;
    uint32_t width = type_width(f->t, type);
    bool is_whole = width == f->t->pointer_bits;
    if (is_whole) mark(f, v, f->regions[r.id]);
    bool is_overlaid = is_whole && f->overlaid[r.id] && !is_member(pointer, type);
    if (is_overlaid || (f->punned[r.id] && reads_pointer(f, pointer, type))) mark(f, v, kind_of_pointers(f, memory_node_in(f->t->mem, r)));
}

bool address_flow_is_held(const address_flow *f, LLVMValueRef pointer) { return kind_held(f, pointer) != NUMBER || holds_pointers(f, pointer, false); }

bool address_flow_reads_part(const address_flow *f, LLVMValueRef load)
{
    LLVMTypeRef type = LLVMTypeOf(load);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || address_flow_is_address(f, load)) return false;
    region r = memory_access(f->t->mem, LLVMGetOperand(load, 0), LLVMStoreSizeOfType(f->t->cm->layout, type));
    return r.id != REGION_NONE.id && (f->regions[r.id] || f->punned[r.id] || f->overlaid[r.id]);
}

bool address_flow_reads_only_part(const address_flow *f, LLVMValueRef load)
{
    region r = memory_access(f->t->mem, LLVMGetOperand(load, 0), LLVMStoreSizeOfType(f->t->cm->layout, LLVMTypeOf(load)));
    return address_flow_reads_part(f, load) && f->punned[r.id] && !f->numbers[r.id] && f->t->plan.regions[r.id].objects == OBJECT_LOCAL;
}

/* Variable arguments (variadic.h) are read as what they were passed as. */
static bool is_argument_area(const address_flow *f, LLVMValueRef pointer)
{
    bool is_constant;
    int64_t offset;
    size_t length;
    LLVMValueRef base = address_base(f->t, pointer, &is_constant, &offset);
    return base && text_begins_with(LLVMGetValueName2(base, &length), "latch.arguments");
}

/* Whatever of the object: as a whole, or a part of it. */
static void note_numbers(address_flow *f, LLVMValueRef pointer)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(f->t->mem, pointer, false, &touched);
    for (size_t i = 0; i < touched.size; i++) f->numbers[touched.data[i]] = true;
    u32_vec_release(&touched);
}

static void flow_store(address_flow *f, LLVMValueRef stored, LLVMValueRef pointer)
{
    LLVMTypeRef type = LLVMTypeOf(stored);
    if (type_is_aggregate(type)) {
        note_numbers(f, pointer);
        if (!is_integer_vector(type) || kind_of(f, stored) != NUMBER) mark_mixed(f, pointer, kind_of(f, stored), true);
        return;
    }
    kind k = is_pointer(type) ? (is_argument_area(f, pointer) ? NUMBER : NEAR) : kind_of(f, stored);
    region r = memory_access(f->t->mem, pointer, LLVMStoreSizeOfType(f->t->cm->layout, type));
    if (r.id != REGION_NONE.id && !is_pointer(type)) f->numbers[r.id] = true;
    if (k == NUMBER) return;
    if (r.id != REGION_NONE.id && !is_pointer(type)) mark_pointers(f, memory_node_in(f->t->mem, r), k);
    if (r.id == REGION_NONE.id || memory_region(f->t->mem, r)->is_pointer) return;
    if (is_pointer(type)) set_flag(f, f->punned, r.id);
    else mark_region(f, r.id, k);
}

/* The type of the object, or of its part, that a pointer points to; NULL if that is not plain. */
static LLVMTypeRef pointee_type(LLVMValueRef pointer)
{
    if (LLVMIsAAllocaInst(pointer)) return LLVMGetAllocatedType(pointer);
    if (LLVMIsAGlobalVariable(pointer)) return LLVMGlobalGetValueType(pointer);
    return is_gep(pointer) ? type_at(pointer) : NULL;
}

/* Adds where, up to `limit`, an object of the type has pointers, in order. False: too many parts. */
static bool pointer_offsets(const address_flow *f, LLVMTypeRef type, uint64_t offset, uint64_t limit, u32_vec *out, size_t *parts)
{
    enum { MOST_PARTS = 4096 };
    if (offset >= limit) return true;
    if (++*parts > MOST_PARTS) return false;
    if (is_pointer(type)) u32_vec_push(out, (uint32_t)offset);
    LLVMTypeKind k = LLVMGetTypeKind(type);
    if (k != LLVMStructTypeKind && k != LLVMArrayTypeKind) return k != LLVMVectorTypeKind;
    uint64_t n = k == LLVMStructTypeKind ? LLVMCountStructElementTypes(type) : LLVMGetArrayLength2(type);
    for (uint64_t i = 0; i < n; i++) {
        LLVMTypeRef part = k == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, (unsigned)i) : LLVMGetElementType(type);
        uint64_t at = k == LLVMStructTypeKind ? LLVMOffsetOfElement(f->t->cm->layout, type, (unsigned)i) : i * LLVMABISizeOfType(f->t->cm->layout, part);
        if (!pointer_offsets(f, part, offset + at, limit, out, parts)) return false;
        if (offset + at >= limit) break;
    }
    return true;
}

/* Pointers become pointers in the copy, and integers become integers. */
static bool copies_alike(const address_flow *f, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size)
{
    LLVMTypeRef a = pointee_type(to), b = pointee_type(from);
    if (!a || !b || !size || !LLVMIsAConstantInt(size)) return false;
    uint64_t n = LLVMConstIntGetZExtValue(size);
    if (n > UINT32_MAX || n > LLVMABISizeOfType(f->t->cm->layout, a) || n > LLVMABISizeOfType(f->t->cm->layout, b)) return false;
    if (a == b) return true;
    u32_vec x, y;
    u32_vec_init(&x);
    u32_vec_init(&y);
    size_t parts = 0;
    bool alike = pointer_offsets(f, a, 0, n, &x, &parts) && pointer_offsets(f, b, 0, n, &y, &parts) && x.size == y.size;
    for (size_t i = 0; alike && i < x.size; i++) alike = x.data[i] == y.data[i];
    u32_vec_release(&x);
    u32_vec_release(&y);
    return alike;
}

/* `size` may be NULL: not known. */
static void flow_copy(address_flow *f, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size)
{
    note_numbers(f, to);
    bool has_pointers = holds_pointers(f, from, false);
    kind of_integers = kind_held(f, from);
    if (has_pointers || of_integers != NUMBER) mark_mixed(f, to, of_integers, !has_pointers || copies_alike(f, to, from, size));
}

static bool is_number_pointer(LLVMValueRef v) { return LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMIntToPtr; }

static bool contains_address(address_flow *f, LLVMValueRef constant)
{
    llvm_value_vec todo;
    llvm_value_vec_init(&todo);
    llvm_value_vec_push(&todo, constant);
    bool found = false;
    while (todo.size && !found) {
        LLVMValueRef v = llvm_value_vec_pop(&todo);
        found = LLVMIsAGlobalValue(v) || LLVMIsAConstantExpr(v);
        f->has_numbers |= is_number_pointer(v);
        if (!type_is_aggregate(LLVMTypeOf(v)) || LLVMIsNull(v) || LLVMIsAConstantDataSequential(v)) continue;
        for (int i = 0; i < LLVMGetNumOperands(v); i++) llvm_value_vec_push(&todo, LLVMGetOperand(v, (unsigned)i));
    }
    llvm_value_vec_release(&todo);
    return found;
}

/* What globals hold at the start. */
static void flow_globals(address_flow *f)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(f->t->cm->module); g; g = LLVMGetNextGlobal(g)) {
        LLVMValueRef initial = LLVMGetInitializer(g);
        if (initial && contains_address(f, initial)) mark_mixed(f, g, is_constant_address(f, initial, 0) ? NEAR : NUMBER, true);
    }
}

/* ---- instructions ---- */

static bool is_high_mask(LLVMValueRef v)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    int64_t mask = LLVMConstIntGetSExtValue(v);
    return mask < 0 && ((~mask + 1) & ~mask) == 0;
}

static bool is_constant_within(LLVMValueRef v, int64_t low, int64_t high)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    int64_t n = LLVMConstIntGetSExtValue(v);
    return n >= low && n <= high;
}

/* Bits below any alignment (translate_observed.c). */
static bool is_tag(LLVMValueRef v) { return is_constant_within(v, 0, MODEL_ALIGNMENT - 1); }
static bool is_small(LLVMValueRef v) { return is_constant_within(v, -SMALL, SMALL); }

/* Where the operands are looked at as the machine has them, the result is a number. */
static bool stays_address(const address_flow *f, LLVMValueRef v, LLVMOpcode op)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    bool left = address_flow_is_address(f, a), right = address_flow_is_address(f, b);
    bool has_tag = (left && is_tag(b)) || (right && is_tag(a));
    switch (op) {
    case LLVMAnd: return (left && is_high_mask(b)) || (right && is_high_mask(a));
    case LLVMOr: return has_tag;
    case LLVMXor: return has_tag || (left && right);
    case LLVMSub: return left && !address_flow_is_mixture(f, v);
    default: return (left || right) && !address_flow_is_mixture(f, v);
    }
}

static void flow_operation(address_flow *f, LLVMValueRef v, LLVMOpcode op)
{
    if (!stays_address(f, v, op)) return;
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    bool is_near = is_small(a) || is_small(b), is_sum = op == LLVMAdd || op == LLVMSub;
    mark(f, v, later(later(kind_of(f, a), kind_of(f, b)), is_near ? NUMBER : is_sum ? FAR : MIXED));
}

static void flow_any(address_flow *f, LLVMValueRef v)
{
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        LLVMValueRef part = LLVMGetOperand(v, (unsigned)i);
        if (!is_pointer(LLVMTypeOf(part))) mark(f, v, kind_of(f, part));
    }
}

static bool copies_memory(const char *name)
{
    static const char *const NAMES[] = {"memcpy", "memmove", "mempcpy", "__memcpy_chk", "__memmove_chk"};
    if (text_begins_with(name, "llvm.memcpy") || text_begins_with(name, "llvm.memmove")) return true;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (strcmp(name, NAMES[i]) == 0) return true;
    }
    return false;
}

static void note_free(address_flow *f, const char *name, LLVMValueRef call)
{
    bool frees = strcmp(name, "free") == 0 || strcmp(name, "cfree") == 0 || text_begins_with(name, "realloc");
    uint32_t node = frees && LLVMGetNumArgOperands(call) ? memory_node_of(f->t->mem, LLVMGetOperand(call, 0)) : MEMORY_NO_NODE;
    if (node != MEMORY_NO_NODE) *u32_map_put(&f->freed, node, NULL) = 1;
}

static void flow_to(address_flow *f, LLVMValueRef call, LLVMValueRef callee)
{
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    note_free(f, name, call);
    if (LLVMIsDeclaration(callee)) {
        unsigned n = LLVMGetNumArgOperands(call);
        if (copies_memory(name) && n > 1) flow_copy(f, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1), n > 2 ? LLVMGetOperand(call, 2) : NULL);
        return;
    }
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < LLVMCountParams(callee); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i), param = LLVMGetParam(callee, i);
        uint64_t size;
        if (translate_is_byval(f->t, callee, i, &size)) flow_copy(f, param, argument, NULL);
        else if (!is_pointer(LLVMTypeOf(argument))) mark(f, param, kind_of(f, argument));
    }
    mark(f, call, kind_of(f, callee));
}

static void flow_call(address_flow *f, LLVMValueRef call, llvm_value_vec *callees)
{
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return;
    if (text_begins_with(plan_callee_name(call), "llvm.memset")) note_numbers(f, LLVMGetOperand(call, 0));
    callees->size = 0;
    plan_callees(f->t, call, callees);
    for (size_t i = 0; i < callees->size; i++) flow_to(f, call, callees->data[i]);
    static const char *const KEEP[] = {"llvm.expect", "llvm.ssa", "llvm.uadd.with", "llvm.sadd.with", "llvm.usub.with", "llvm.ssub.with"};
    for (size_t i = 0; i < sizeof KEEP / sizeof *KEEP; i++)
        if (text_begins_with(plan_callee_name(call), KEEP[i])) flow_any(f, call);
}

static void flow_instruction(address_flow *f, LLVMValueRef v, LLVMValueRef function, llvm_value_vec *callees)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(v);
    for (int i = 0; i < LLVMGetNumOperands(v); i++) f->has_numbers |= is_number_pointer(LLVMGetOperand(v, (unsigned)i));
    switch (op) {
    case LLVMPtrToInt: {
        uint32_t node = memory_node_of(f->t->mem, LLVMGetOperand(v, 0));
        if (node != MEMORY_NO_NODE) mark(f, v, kind_of_pointers(f, node));
        break;
    }
    case LLVMIntToPtr:
        mark_pointers(f, memory_node_of(f->t->mem, v), kind_of(f, LLVMGetOperand(v, 0)));
        f->has_numbers |= kind_of(f, LLVMGetOperand(v, 0)) == NUMBER;
        break;
    case LLVMLoad: flow_load(f, v, LLVMGetOperand(v, 0)); break;
    case LLVMStore: flow_store(f, LLVMGetOperand(v, 0), LLVMGetOperand(v, 1)); break;
    case LLVMAdd:
    case LLVMSub:
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor: flow_operation(f, v, op); break;
    case LLVMPHI:
    case LLVMSelect:
    case LLVMFreeze:
    case LLVMExtractValue:
    case LLVMInsertValue:
    case LLVMExtractElement:
    case LLVMInsertElement:
    case LLVMShuffleVector:
    case LLVMBitCast:
        if (!is_pointer(LLVMTypeOf(v))) flow_any(f, v);
        break;
    case LLVMCall: flow_call(f, v, callees); break;
    case LLVMRet:
        if (LLVMGetNumOperands(v) && !is_pointer(LLVMTypeOf(LLVMGetOperand(v, 0))))
            mark(f, function, kind_of(f, LLVMGetOperand(v, 0)));
        break;
    default: break;
    }
}

typedef void visit_fn(address_flow *f, LLVMValueRef inst, LLVMValueRef function, llvm_value_vec *callees);

static void visit_all(address_flow *f, visit_fn *visit)
{
    llvm_value_vec callees;
    llvm_value_vec_init(&callees);
    for (size_t i = 0; i < f->t->plan.functions.size; i++) {
        LLVMValueRef function = f->t->plan.functions.data[i].function;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) visit(f, inst, function, &callees);
        }
    }
    llvm_value_vec_release(&callees);
}

static void propagate(address_flow *f)
{
    flow_globals(f);
    do {
        f->changed = false;
        visit_all(f, flow_instruction);
    } while (f->changed);
}

/* ---- what a pointer points to ---- */

static uint32_t node_of(const translator *t, LLVMValueRef v, int depth);

/* Of all values that are stored in a local variable. */
static uint32_t node_stored(const translator *t, LLVMValueRef variable, int depth)
{
    uint32_t node = MEMORY_NO_NODE;
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u), stored = LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0) : NULL;
        if (!stored || LLVMIsNull(stored)) continue;
        uint32_t one = node_of(t, stored, depth + 1);
        if (one == MEMORY_NO_NODE || (node != MEMORY_NO_NODE && one != node)) return MEMORY_NO_NODE;
        node = one;
    }
    return node;
}

static uint32_t node_of(const translator *t, LLVMValueRef v, int depth)
{
    enum { MAX_STORES = 4 };
    uint32_t node = memory_node_of(t->mem, v);
    if (node != MEMORY_NO_NODE || depth > MAX_STORES) return node;
    if (LLVMIsAGetElementPtrInst(v)) return node_of(t, LLVMGetOperand(v, 0), depth);
    LLVMValueRef variable = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
    return variable && LLVMIsAAllocaInst(variable) ? node_stored(t, variable, depth) : MEMORY_NO_NODE;
}

uint32_t address_flow_node(const translator *t, LLVMValueRef v) { return node_of(t, v, 0); }
uint32_t address_flow_node_stored(const translator *t, LLVMValueRef variable) { return node_stored(t, variable, 0); }

/* ---- differences and comparisons ---- */

/* A distance of addresses, or a sum of two. */
static bool mixes_addresses(const address_flow *f, LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    if (op != LLVMSub && op != LLVMAdd) return false;
    return address_flow_is_address(f, LLVMGetOperand(inst, 1)) && (op == LLVMSub || address_flow_is_address(f, LLVMGetOperand(inst, 0)));
}

static void note_mixture(address_flow *f, LLVMValueRef inst, LLVMValueRef function, llvm_value_vec *callees)
{
    (void)function;
    (void)callees;
    if (mixes_addresses(f, inst)) *object_map_put(&f->mixtures, inst, NULL) = 1;
}

/* What was taken for one although fewer values are addresses now. */
static void revise_mixture(address_flow *f, LLVMValueRef inst, LLVMValueRef function, llvm_value_vec *callees)
{
    (void)function;
    (void)callees;
    if (!address_flow_is_mixture(f, inst) || mixes_addresses(f, inst)) return;
    *object_map_put(&f->mixtures, inst, NULL) = 0;
    f->changed = true;
}

static void note_node(address_flow *f, LLVMValueRef v, bool is_compared)
{
    uint32_t node = address_flow_node(f->t, v);
    if (node == MEMORY_NO_NODE) return;
    if (is_compared) *u32_map_put(&f->compared, node, NULL) = 1;
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    memory_node_objects(f->t->mem, node, &objects);
    for (size_t i = 0; i < objects.size; i++) f->compares_locals |= objects.data[i].kind == MEMORY_LOCAL;
    memory_object_vec_release(&objects);
}

static void note_comparison(address_flow *f, LLVMValueRef inst, LLVMValueRef function, llvm_value_vec *callees)
{
    (void)function;
    (void)callees;
    bool is_compared = LLVMIsAICmpInst(inst) != NULL;
    bool is_distance = LLVMGetInstructionOpcode(inst) == LLVMSub && address_flow_is_mixture(f, inst);
    if (!is_compared && !is_distance) return;
    LLVMValueRef a = LLVMGetOperand(inst, 0), b = LLVMGetOperand(inst, 1);
    bool of_pointers = is_pointer(LLVMTypeOf(a)), of_addresses = address_flow_is_address(f, a) && address_flow_is_address(f, b);
    if (!of_pointers && !of_addresses) return;
    if (LLVMIsAConstantPointerNull(a) || LLVMIsAConstantPointerNull(b)) return;
    note_node(f, a, is_compared);
    note_node(f, b, is_compared);
}

/* Only when all that may be an address is known can one tell which operations have two: then it is found again, with those results as numbers,
 * until the operations still have two. */
address_flow *address_flow_new(translator *t)
{
    address_flow *f = alloc_zeroed(1, sizeof *f);
    f->t = t;
    f->regions = alloc_zeroed(t->plan.n_regions + 1, sizeof *f->regions);
    f->punned = alloc_zeroed(t->plan.n_regions + 1, sizeof *f->punned);
    f->overlaid = alloc_zeroed(t->plan.n_regions + 1, sizeof *f->overlaid);
    f->numbers = alloc_zeroed(t->plan.n_regions + 1, sizeof *f->numbers);
    propagate(f);
    visit_all(f, note_mixture);
    do {
        object_map_clear(&f->addresses);
        memset(f->regions, 0, t->plan.n_regions * sizeof *f->regions);
        u32_map_clear(&f->mixed);
        propagate(f);
        f->changed = false;
        visit_all(f, revise_mixture);
    } while (f->changed);
    visit_all(f, note_comparison);
    return f;
}

void address_flow_free(address_flow *f)
{
    if (!f) return;
    free(f->regions);
    free(f->punned);
    free(f->overlaid);
    free(f->numbers);
    object_map_release(&f->addresses);
    object_map_release(&f->mixtures);
    u32_map_release(&f->mixed);
    u32_map_release(&f->freed);
    u32_map_release(&f->compared);
    free(f);
}

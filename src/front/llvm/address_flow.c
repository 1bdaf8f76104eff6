#include "front/llvm/address_flow.h"

#include "front/llvm/translate.h"

#include <stdlib.h>

struct address_flow {
    translator *t;
    object_map addresses; /* integers, structs; functions: what they return */
    bool *regions; /* integers in them may be addresses */
    bool *punned; /* pointers in them may be read as integers: by way of a union */
    object_map distances;
    u32_map freed, compared; /* nodes */
    bool compares_locals;
    bool changed;
};

enum { MAX_DEPTH = 16 }; /* of constant expressions that are looked at */

static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }
/* ---- what is known ---- */

/* A pointer constant to a part of a global, or to a function; not an offset from null. */
static bool is_of_global(LLVMValueRef v)
{
    while (LLVMIsAConstantExpr(v) && LLVMGetConstOpcode(v) == LLVMGetElementPtr) v = LLVMGetOperand(v, 0);
    return !LLVMIsNull(v);
}

/* Constants that are computed from the address of a global. */
static bool is_constant_address(LLVMValueRef v, int depth)
{
    if (depth > MAX_DEPTH) return true;
    bool is_expression = LLVMIsAConstantExpr(v), is_whole = type_is_aggregate(LLVMTypeOf(v)) && !LLVMIsAConstantDataSequential(v);
    if (is_expression && LLVMGetConstOpcode(v) == LLVMPtrToInt) return is_of_global(LLVMGetOperand(v, 0));
    if (!is_expression && !is_whole) return false;
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        LLVMValueRef part = LLVMGetOperand(v, (unsigned)i);
        if (LLVMIsAConstant(part) && !is_pointer(LLVMTypeOf(part)) && is_constant_address(part, depth + 1)) return true;
    }
    return false;
}

bool address_flow_is_address(const address_flow *f, LLVMValueRef v)
{
    if (LLVMIsAConstant(v) && !LLVMIsAFunction(v)) return is_constant_address(v, 0);
    return object_map_find(&f->addresses, v) != NULL;
}

bool address_flow_is_distance(const address_flow *f, LLVMValueRef sub) { return object_map_find(&f->distances, sub) != NULL; }
bool address_flow_is_freed(const address_flow *f, uint32_t node) { return u32_map_find(&f->freed, node) != NULL; }
bool address_flow_is_compared(const address_flow *f, uint32_t node) { return u32_map_find(&f->compared, node) != NULL; }
bool address_flow_has_freed(const address_flow *f) { return f->freed.size > 0; }
bool address_flow_compares_locals(const address_flow *f) { return f->compares_locals; }

static void mark(address_flow *f, LLVMValueRef v)
{
    bool added;
    object_map_put(&f->addresses, v, &added);
    f->changed |= added;
}

static void mark_if(address_flow *f, LLVMValueRef v, bool is_address)
{
    if (is_address) mark(f, v);
}

static void mark_region(address_flow *f, bool *regions, uint32_t r)
{
    f->changed |= !regions[r];
    regions[r] = true;
}

/* ---- memory ---- */

/* Pointers in it can be read as integers. */
static bool mixes(const address_flow *f, uint32_t r)
{
    return !memory_region(f->t->mem, (region){r})->is_pointer && memory_node_in(f->t->mem, (region){r}) != MEMORY_NO_NODE;
}

static bool holds_addresses(const address_flow *f, LLVMValueRef pointer, bool or_pointers)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(f->t->mem, pointer, false, &touched);
    bool found = false;
    for (size_t i = 0; i < touched.size && !found; i++) {
        bool has_pointers = f->punned[touched.data[i]] || memory_region(f->t->mem, (region){touched.data[i]})->is_pointer;
        found = f->regions[touched.data[i]] || (or_pointers && has_pointers);
    }
    u32_vec_release(&touched);
    return found;
}

/* What is copied there holds pointers; `of_integers`: and addresses as integers. */
static void mark_mixed(address_flow *f, LLVMValueRef pointer, bool of_integers)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(f->t->mem, pointer, false, &touched);
    for (size_t i = 0; i < touched.size; i++) {
        if (mixes(f, touched.data[i])) mark_region(f, f->punned, touched.data[i]);
        if (mixes(f, touched.data[i]) && of_integers) mark_region(f, f->regions, touched.data[i]);
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
 * those of strings beside pointers, are no parts of these is an assumption (address_flow_reads_part). */
static bool reads_pointer(const address_flow *f, LLVMValueRef pointer, LLVMTypeRef type)
{
    uint32_t width = type_is_float(type) ? 0 : type_width(f->t, type);
    if (is_member(pointer, type)) return false;
    bool is_element = is_gep(pointer) && type_at(pointer) == type;
    return width == f->t->pointer_bits && !is_element;
}

static void flow_load(address_flow *f, LLVMValueRef v, LLVMValueRef pointer)
{
    LLVMTypeRef type = LLVMTypeOf(v);
    if (is_pointer(type) || type_is_float(type)) return;
    if (type_is_aggregate(type)) {
        mark_if(f, v, holds_addresses(f, pointer, false));
        return;
    }
    region r = memory_access(f->t->mem, pointer, LLVMStoreSizeOfType(f->t->cm->layout, type));
    if (r.id == REGION_NONE.id) return;
    uint32_t width = type_width(f->t, type);
    bool is_whole = width == f->t->pointer_bits;
    mark_if(f, v, (f->regions[r.id] && is_whole) || (f->punned[r.id] && reads_pointer(f, pointer, type)));
}

bool address_flow_reads_part(const address_flow *f, LLVMValueRef load)
{
    LLVMTypeRef type = LLVMTypeOf(load);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || address_flow_is_address(f, load)) return false;
    region r = memory_access(f->t->mem, LLVMGetOperand(load, 0), LLVMStoreSizeOfType(f->t->cm->layout, type));
    return r.id != REGION_NONE.id && (f->regions[r.id] || f->punned[r.id]);
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

static void flow_store(address_flow *f, LLVMValueRef stored, LLVMValueRef pointer)
{
    LLVMTypeRef type = LLVMTypeOf(stored);
    if (type_is_aggregate(type)) {
        mark_mixed(f, pointer, address_flow_is_address(f, stored));
        return;
    }
    bool is_address = is_pointer(type) ? !is_argument_area(f, pointer) : address_flow_is_address(f, stored);
    if (!is_address) return;
    region r = memory_access(f->t->mem, pointer, LLVMStoreSizeOfType(f->t->cm->layout, type));
    if (r.id == REGION_NONE.id || memory_region(f->t->mem, r)->is_pointer) return;
    mark_region(f, is_pointer(type) ? f->punned : f->regions, r.id);
}

static void flow_copy(address_flow *f, LLVMValueRef to, LLVMValueRef from)
{
    if (holds_addresses(f, from, true)) mark_mixed(f, to, true);
}

static bool contains_address(LLVMValueRef constant)
{
    llvm_value_vec todo;
    llvm_value_vec_init(&todo);
    llvm_value_vec_push(&todo, constant);
    bool found = false;
    while (todo.size && !found) {
        LLVMValueRef v = llvm_value_vec_pop(&todo);
        found = LLVMIsAGlobalValue(v) || LLVMIsAConstantExpr(v);
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
        if (initial && contains_address(initial)) mark_mixed(f, g, true);
    }
}

/* ---- instructions ---- */

static bool is_high_mask(LLVMValueRef v)
{
    if (!LLVMIsAConstantInt(v) || LLVMGetIntTypeWidth(LLVMTypeOf(v)) > 64) return false;
    int64_t mask = LLVMConstIntGetSExtValue(v);
    return mask < 0 && ((~mask + 1) & ~mask) == 0;
}

static void flow_operation(address_flow *f, LLVMValueRef v, LLVMOpcode op)
{
    LLVMValueRef a = LLVMGetOperand(v, 0), b = LLVMGetOperand(v, 1);
    bool left = address_flow_is_address(f, a), right = address_flow_is_address(f, b);
    switch (op) {
    case LLVMAnd: mark_if(f, v, (left && is_high_mask(b)) || (right && is_high_mask(a))); break;
    case LLVMSub: mark_if(f, v, left && !address_flow_is_distance(f, v)); break;
    default: mark_if(f, v, left || right); break;
    }
}

static void flow_any(address_flow *f, LLVMValueRef v)
{
    for (int i = 0; i < LLVMGetNumOperands(v); i++) {
        LLVMValueRef part = LLVMGetOperand(v, (unsigned)i);
        if (!is_pointer(LLVMTypeOf(part)) && address_flow_is_address(f, part)) mark(f, v);
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
        if (copies_memory(name) && LLVMGetNumArgOperands(call) > 1) flow_copy(f, LLVMGetOperand(call, 0), LLVMGetOperand(call, 1));
        return;
    }
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < LLVMCountParams(callee); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i), param = LLVMGetParam(callee, i);
        uint64_t size;
        if (translate_is_byval(f->t, callee, i, &size)) flow_copy(f, param, argument);
        else mark_if(f, param, !is_pointer(LLVMTypeOf(argument)) && address_flow_is_address(f, argument));
    }
    mark_if(f, call, address_flow_is_address(f, callee));
}

static void flow_call(address_flow *f, LLVMValueRef call, llvm_value_vec *callees)
{
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(call))) return;
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
    switch (op) {
    case LLVMPtrToInt: mark_if(f, v, memory_node_of(f->t->mem, LLVMGetOperand(v, 0)) != MEMORY_NO_NODE); break;
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
            mark_if(f, function, address_flow_is_address(f, LLVMGetOperand(v, 0)));
        break;
    default: break;
    }
}

typedef void visit_fn(address_flow *f, LLVMValueRef inst, LLVMValueRef function, llvm_value_vec *callees);

static void visit_all(address_flow *f, visit_fn *visit)
{
    llvm_value_vec callees;
    llvm_value_vec_init(&callees);
    for (size_t i = 0; i < f->t->functions.size; i++) {
        LLVMValueRef function = f->t->functions.data[i].function;
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

static void note_distance(address_flow *f, LLVMValueRef inst, LLVMValueRef function, llvm_value_vec *callees)
{
    (void)function;
    (void)callees;
    bool is_sub = LLVMGetInstructionOpcode(inst) == LLVMSub;
    if (is_sub && address_flow_is_address(f, LLVMGetOperand(inst, 1))) *object_map_put(&f->distances, inst, NULL) = 1;
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
    if (!is_compared && !address_flow_is_distance(f, inst)) return;
    LLVMValueRef a = LLVMGetOperand(inst, 0), b = LLVMGetOperand(inst, 1);
    bool of_pointers = is_pointer(LLVMTypeOf(a)), of_addresses = address_flow_is_address(f, a) && address_flow_is_address(f, b);
    if (!of_pointers && !of_addresses) return;
    if (LLVMIsAConstantPointerNull(a) || LLVMIsAConstantPointerNull(b)) return;
    note_node(f, a, is_compared);
    note_node(f, b, is_compared);
}

/* Twice: only when all that may be an address is known can one tell which differences are none. */
address_flow *address_flow_new(translator *t)
{
    address_flow *f = alloc_zeroed(1, sizeof *f);
    f->t = t;
    f->regions = alloc_zeroed(t->n_regions + 1, sizeof *f->regions);
    f->punned = alloc_zeroed(t->n_regions + 1, sizeof *f->punned);
    propagate(f);
    visit_all(f, note_distance);
    object_map_clear(&f->addresses);
    memset(f->regions, 0, t->n_regions * sizeof *f->regions);
    propagate(f);
    visit_all(f, note_comparison);
    return f;
}

void address_flow_free(address_flow *f)
{
    if (!f) return;
    free(f->regions);
    free(f->punned);
    object_map_release(&f->addresses);
    object_map_release(&f->distances);
    u32_map_release(&f->freed);
    u32_map_release(&f->compared);
    free(f);
}

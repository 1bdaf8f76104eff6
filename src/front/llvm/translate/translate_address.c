/* Addresses. Objects are far enough apart that a pointer just past one is no pointer to another. */

#include "front/llvm/translate/translate.h"

#include "term/numeral.h"

enum { ALIGNMENT = 16 };

uint64_t address_object_size(const translator *t, LLVMValueRef object)
{
    enum { ELSEWHERE = 1 << 20 }; /* what another file defines may be larger than what is declared here */
    if (LLVMIsAGlobalVariable(object) && LLVMIsDeclaration(object)) return ELSEWHERE;
    if (LLVMIsAGlobalVariable(object)) {
        LLVMTypeRef type = LLVMGlobalGetValueType(object);
        return LLVMTypeIsSized(type) ? LLVMABISizeOfType(t->cm->layout, type) : 0;
    }
    if (LLVMIsAArgument(object)) {
        uint64_t size = 0;
        for (unsigned i = 0; i < LLVMCountParams(LLVMGetParamParent(object)); i++) {
            if (LLVMGetParam(LLVMGetParamParent(object), i) == object) translate_is_byval(t, LLVMGetParamParent(object), i, &size);
        }
        return size;
    }
    if (!LLVMIsAAllocaInst(object)) return 0;
    LLVMValueRef count = LLVMGetOperand(object, 0);
    if (!LLVMIsAConstantInt(count)) return 0;
    return LLVMABISizeOfType(t->cm->layout, LLVMGetAllocatedType(object)) * LLVMConstIntGetZExtValue(count);
}

uint64_t address_next(const translator *t) { return t->model.next_address ? t->model.next_address : FIRST_ADDRESS; }

/* Unless somebody defines it, its address is null. */
static void note_weak(translator *t, LLVMValueRef object)
{
    bool is_global = LLVMIsAGlobalVariable(object) || LLVMIsAFunction(object);
    if (is_global && LLVMIsDeclaration(object) && LLVMGetLinkage(object) == LLVMExternalWeakLinkage)
        program_set_doubt(t->p, t->here, "whether a weak symbol is defined is not known");
}

uint64_t address_of_object(translator *t, LLVMValueRef object, uint64_t size)
{
    bool added;
    uint64_t *slot = object_map_put(&t->model.addresses, object, &added);
    if (!added) return *slot;
    note_weak(t, object);
    uint64_t address = address_next(t), limit = t->pointer_bits == 32 ? UINT64_C(1) << 31 : UINT64_C(1) << 62;
    if (size > limit - address - 2 * ALIGNMENT) {
        size_t length;
        translate_refuse(t, "`%s` does not fit into the address space", LLVMGetValueName2(object, &length));
        return address;
    }
    t->model.next_address = (address + size + 2 * ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    *slot = address;
    return address;
}

/* An index that the source declares unsigned is never negative; its value is used as it is. */
static bool is_declared_unsigned(translator *t, LLVMValueRef index)
{
    if (LLVMIsAPHINode(index)) return true; /* a size of the library's, in a register */
    if (!LLVMIsALoadInst(index)) return false;
    region r = memory_access(t->mem, LLVMGetOperand(index, 0), LLVMStoreSizeOfType(t->cm->layout, LLVMTypeOf(index)));
    return r.id != REGION_NONE.id && t->plan.regions[r.id].is_declared && !t->plan.regions[r.id].is_signed;
}

static term step(translator *t, LLVMValueRef index, uint64_t size, bool in_bounds)
{
    if (LLVMIsAConstantInt(index)) {
        int64_t i = LLVMConstIntGetSExtValue(index);
        return term_mk_int(t->ts, (int64_t)((uint64_t)i * size));
    }
    cint i = translate_int(t, index);
    if (i.is_signed || !in_bounds || !is_declared_unsigned(t, index)) i = cint_as(t->ts, i, true);
    if (i.width > t->pointer_bits) i = cint_trunc(t->ts, i, t->pointer_bits, true);
    rat factor;
    rat_init(&factor);
    rat_set_int(&factor, (int64_t)size);
    term scaled = term_mk_scale(t->ts, &factor, i.value);
    rat_release(&factor);
    return scaled;
}

/* The part of a type that an index leads to, and how many bytes one step of the index is. */
static LLVMTypeRef element_of(const translator *t, LLVMTypeRef type, LLVMValueRef index, uint64_t *size, uint64_t *offset)
{
    *offset = *size = 0;
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
        *offset = LLVMOffsetOfElement(t->cm->layout, type, field);
        return LLVMStructGetTypeAtIndex(type, field);
    }
    LLVMTypeRef element = LLVMGetElementType(type);
    *size = LLVMABISizeOfType(t->cm->layout, element);
    return element;
}

term address_of_gep(translator *t, LLVMValueRef gep)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    term sum = translate_address(t, LLVMGetOperand(gep, 0));
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        uint64_t size, offset = 0;
        if (i == 1) size = LLVMABISizeOfType(t->cm->layout, type);
        else type = element_of(t, type, index, &size, &offset);
        term distance = size ? step(t, index, size, LLVMIsInBounds(gep)) : term_mk_int(t->ts, (int64_t)offset);
        sum = term_mk_add2(t->ts, sum, distance);
    }
    if (LLVMIsInBounds(gep)) return sum;
    return term_mk_mod(t->ts, sum, term_mk_pow2(t->ts, t->pointer_bits));
}

/* Adds what a GEP adds to its base, if that is constant. */
static bool constant_offset(const translator *t, LLVMValueRef gep, int64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    uint64_t sum = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(gep); i++) {
        LLVMValueRef index = LLVMGetOperand(gep, i);
        if (!LLVMIsAConstantInt(index)) return false;
        uint64_t size, fixed = 0;
        if (i == 1) size = LLVMABISizeOfType(t->cm->layout, type);
        else type = element_of(t, type, index, &size, &fixed);
        sum += fixed + (uint64_t)LLVMConstIntGetSExtValue(index) * size;
    }
    *offset += (int64_t)sum;
    return true;
}

LLVMValueRef address_base(const translator *t, LLVMValueRef pointer, bool *is_constant, int64_t *offset)
{
    enum { MAX_STEPS = 64 };
    *is_constant = true;
    *offset = 0;
    for (int steps = 0; steps < MAX_STEPS; steps++) {
        if (LLVMIsAGlobalVariable(pointer) || LLVMIsAAllocaInst(pointer)) return pointer;
        bool is_expression = LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr;
        bool is_gep = is_expression || LLVMIsAGetElementPtrInst(pointer);
        if (!is_gep) return NULL;
        if (!constant_offset(t, pointer, offset)) *is_constant = false;
        pointer = LLVMGetOperand(pointer, 0);
    }
    return NULL;
}

static term heap_end(translator *t)
{
    if (!term_is_none(t->model.heap_end)) return t->model.heap_end;
    var_info info = {.name = NULL, .owner = PROC_NONE, .is_pointer = true};
    cint_range(t->ts, t->pointer_bits, false, &info.low, &info.high);
    t->model.heap_end = program_add_var(t->p, "heap_end", sort_int(t->ts), &info);
    *u32_map_put(&t->model.mutable_globals, t->model.heap_end.id, NULL) = 1;
    return t->model.heap_end;
}

term address_heap_sizes(translator *t)
{
    if (!term_is_none(t->model.heap_sizes)) return t->model.heap_sizes;
    sort ints = sort_int(t->ts);
    var_info info = {.name = NULL, .owner = PROC_NONE, .low = TERM_NONE, .high = TERM_NONE};
    t->model.heap_sizes = program_add_var(t->p, "heap_sizes", sort_array(t->ts, ints, ints), &info);
    *u32_map_put(&t->model.mutable_globals, t->model.heap_sizes.id, NULL) = 1;
    return t->model.heap_sizes;
}

/* Only if somebody asks for it. */
static void note_heap_size(translator *t, term address, term size)
{
    LLVMValueRef asked = LLVMGetNamedFunction(t->cm->module, "latch_heap_size");
    if (!asked || !LLVMGetFirstUse(asked)) return;
    term sizes = address_heap_sizes(t);
    translate_assign(t, sizes, term_mk_store(t->ts, sizes, address, size));
}

term address_allocate(translator *t, const char *hint, cint size)
{
    term_store *ts = t->ts;
    term end = heap_end(t), address = translate_temp_int(t, hint, t->pointer_bits, false);
    translate_assign(t, address, end);
    cint bytes = cint_as(ts, size, false);
    term blocks = term_mk_idiv(ts, term_mk_add2(ts, bytes.value, term_mk_int(ts, ALIGNMENT - 1)), term_mk_int(ts, ALIGNMENT));
    rat alignment;
    rat_init(&alignment);
    rat_set_int(&alignment, ALIGNMENT);
    term rounded = term_mk_scale(ts, &alignment, term_mk_add2(ts, blocks, term_mk_int(ts, 1)));
    rat_release(&alignment);
    term next = term_mk_add2(ts, end, rounded);
    term limit = term_mk_int(ts, argument_first_address(t));
    translate_assumption(t, "the address space is never used up");
    translate_assume(t, term_mk_le(ts, next, limit));
    translate_assign(t, end, next);
    note_heap_size(t, address, bytes.value);
    return address;
}

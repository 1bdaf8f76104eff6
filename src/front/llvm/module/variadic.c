#include "front/llvm/module/variadic.h"

#include "base/text.h"
#include "base/vec.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

VEC_DECLARE(type_vec, LLVMTypeRef);
VEC_DECLARE(inst_vec, LLVMValueRef);
typedef struct variadic_area {
    LLVMTypeRef function; /* type */
    LLVMValueRef global;
} variadic_area;
VEC_DECLARE(area_vec, variadic_area);

/* x86-64: a list in which all 6 integer and 8 floating-point registers are taken */
enum { NO_INTEGERS_LEFT = 48, NO_FLOATS_LEFT = 176, LIST_64 = 24, LIST_32 = 4 };

typedef struct lowering {
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    LLVMContextRef context;
    LLVMBuilderRef build;
    LLVMTypeRef pointer;
    unsigned byval;
    uint64_t word; /* bytes of a pointer */
    area_vec areas;
} lowering;

/* Where calls of functions of this type leave the address of the arguments. Functions and calls agree by the type alone, so that calls
 * through pointers need nothing special. */
static LLVMValueRef area_of(lowering *l, LLVMTypeRef type)
{
    for (size_t i = 0; i < l->areas.size; i++) {
        if (l->areas.data[i].function == type) return l->areas.data[i].global;
    }
    LLVMValueRef global = LLVMAddGlobal(l->module, l->pointer, "latch.variadic");
    LLVMSetLinkage(global, LLVMInternalLinkage);
    LLVMSetInitializer(global, LLVMConstNull(l->pointer));
    area_vec_push(&l->areas, (variadic_area){type, global});
    return global;
}

static LLVMValueRef first_instruction(LLVMValueRef function) { return LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); }

static void place_before(const lowering *l, LLVMValueRef instruction)
{
    LLVMPositionBuilderBefore(l->build, instruction);
    LLVMSetCurrentDebugLocation2(l->build, LLVMInstructionGetDebugLoc(instruction));
}

/* ---- calls ---- */

/* An argument's object in memory, if it is passed as a copy of one; otherwise its own type. */
static LLVMTypeRef passed_type(const lowering *l, LLVMValueRef call, unsigned i)
{
    LLVMAttributeRef copied = LLVMGetCallSiteEnumAttribute(call, i + 1, l->byval);
    return copied ? LLVMGetTypeAttributeValue(copied) : LLVMTypeOf(LLVMGetOperand(call, i));
}

static uint64_t slot_alignment(const lowering *l, LLVMTypeRef type)
{
    uint64_t natural = LLVMABIAlignmentOfType(l->layout, type);
    return l->word == 8 && natural > 8 ? natural : l->word;
}

static void pad_to(const lowering *l, type_vec *fields, uint64_t *size, uint64_t to)
{
    if (to > *size) type_vec_push(fields, LLVMArrayType2(LLVMInt8TypeInContext(l->context), to - *size));
    *size = to;
}

/* The struct of all variable arguments; field[i] is the number of the member that has argument i. */
static LLVMTypeRef area_type(const lowering *l, LLVMValueRef call, unsigned first, unsigned n, unsigned *field)
{
    type_vec fields;
    type_vec_init(&fields);
    uint64_t size = 0;
    for (unsigned i = first; i < n; i++) {
        LLVMTypeRef type = passed_type(l, call, i);
        uint64_t alignment = slot_alignment(l, type);
        pad_to(l, &fields, &size, (size + alignment - 1) / alignment * alignment);
        field[i - first] = (unsigned)fields.size;
        type_vec_push(&fields, type);
        size += LLVMABISizeOfType(l->layout, type);
    }
    pad_to(l, &fields, &size, (size + l->word - 1) / l->word * l->word);
    LLVMTypeRef area = LLVMStructTypeInContext(l->context, fields.data, (unsigned)fields.size, true);
    type_vec_release(&fields);
    return area;
}

static void fill_area(const lowering *l, LLVMValueRef call, unsigned first, unsigned n, LLVMTypeRef type, const unsigned *field, LLVMValueRef area)
{
    place_before(l, call);
    for (unsigned i = first; i < n; i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i), slot = LLVMBuildStructGEP2(l->build, type, area, field[i - first], "latch.argument");
        LLVMTypeRef passed = passed_type(l, call, i);
        if (passed == LLVMTypeOf(argument)) {
            LLVMSetAlignment(LLVMBuildStore(l->build, argument, slot), 1);
        } else {
            LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(l->context), LLVMABISizeOfType(l->layout, passed), false);
            LLVMBuildMemCpy(l->build, slot, 1, argument, 1, size);
        }
    }
}

static void lower_call(lowering *l, LLVMValueRef call, LLVMTypeRef type)
{
    unsigned first = LLVMCountParamTypes(type), n = LLVMGetNumArgOperands(call);
    LLVMValueRef area = LLVMConstNull(l->pointer);
    if (n > first) {
        unsigned *field = alloc_zeroed(n - first, sizeof *field);
        LLVMTypeRef area_is = area_type(l, call, first, n, field);
        LLVMValueRef caller = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
        LLVMPositionBuilderBefore(l->build, first_instruction(caller));
        LLVMSetCurrentDebugLocation2(l->build, NULL);
        area = LLVMBuildAlloca(l->build, area_is, "latch.arguments");
        fill_area(l, call, first, n, area_is, field, area);
        free(field);
    }
    place_before(l, call);
    LLVMBuildStore(l->build, area, area_of(l, type));
}

/* The type of the function that is called, if it takes variable arguments and may have a body. */
static LLVMTypeRef variadic_callee(LLVMValueRef call)
{
    LLVMValueRef called = LLVMGetCalledValue(call);
    if (LLVMIsAInlineAsm(called)) return NULL;
    bool is_known = LLVMIsAFunction(called) != NULL;
    if (is_known && LLVMIsDeclaration(called)) return NULL;
    LLVMTypeRef type = is_known ? LLVMGlobalGetValueType(called) : LLVMGetCalledFunctionType(call);
    return LLVMIsFunctionVarArg(type) ? type : NULL;
}

/* ---- lists ---- */

static void store_field(const lowering *l, LLVMValueRef list, uint64_t offset, LLVMValueRef v)
{
    LLVMValueRef index = LLVMConstInt(LLVMInt64TypeInContext(l->context), offset, false);
    LLVMValueRef field = LLVMBuildInBoundsGEP2(l->build, LLVMInt8TypeInContext(l->context), list, &index, 1, "latch.list");
    LLVMBuildStore(l->build, v, field);
}

static void lower_start(const lowering *l, LLVMValueRef start, LLVMValueRef area)
{
    LLVMValueRef list = LLVMGetOperand(start, 0);
    LLVMTypeRef i32 = LLVMInt32TypeInContext(l->context);
    place_before(l, start);
    if (l->word == 4) {
        LLVMBuildStore(l->build, area, list);
    } else {
        store_field(l, list, 0, LLVMConstInt(i32, NO_INTEGERS_LEFT, false));
        store_field(l, list, 4, LLVMConstInt(i32, NO_FLOATS_LEFT, false));
        store_field(l, list, 8, area);
        store_field(l, list, 16, LLVMConstNull(l->pointer));
    }
    LLVMInstructionEraseFromParent(start);
}

static void lower_copy(const lowering *l, LLVMValueRef copy)
{
    place_before(l, copy);
    LLVMValueRef size = LLVMConstInt(LLVMInt64TypeInContext(l->context), l->word == 4 ? LIST_32 : LIST_64, false);
    LLVMBuildMemCpy(l->build, LLVMGetOperand(copy, 0), (unsigned)l->word, LLVMGetOperand(copy, 1), (unsigned)l->word, size);
    LLVMInstructionEraseFromParent(copy);
}

/* ---- functions ---- */

static void lower_function(lowering *l, LLVMValueRef function)
{
    inst_vec calls;
    inst_vec_init(&calls);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsACallInst(i)) inst_vec_push(&calls, i);
        }
    }
    LLVMValueRef area = NULL;
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    if (LLVMIsFunctionVarArg(type)) {
        LLVMPositionBuilderBefore(l->build, first_instruction(function));
        LLVMSetCurrentDebugLocation2(l->build, NULL);
        area = LLVMBuildLoad2(l->build, l->pointer, area_of(l, type), "latch.area");
    }
    for (size_t i = 0; i < calls.size; i++) {
        LLVMValueRef called = LLVMGetCalledValue(calls.data[i]);
        size_t length;
        const char *name = LLVMIsAFunction(called) ? LLVMGetValueName2(called, &length) : "";
        LLVMTypeRef callee = variadic_callee(calls.data[i]);
        if (area && text_begins_with(name, "llvm.va_start")) lower_start(l, calls.data[i], area);
        else if (text_begins_with(name, "llvm.va_copy")) lower_copy(l, calls.data[i]);
        else if (callee) lower_call(l, calls.data[i], callee);
    }
    inst_vec_release(&calls);
}

void variadic_lower(LLVMModuleRef module, LLVMTargetDataRef layout)
{
    lowering l = {.module = module, .layout = layout, .context = LLVMGetModuleContext(module), .word = LLVMPointerSize(layout)};
    area_vec_init(&l.areas);
    l.build = LLVMCreateBuilderInContext(l.context);
    l.pointer = LLVMPointerTypeInContext(l.context, 0);
    l.byval = LLVMGetEnumAttributeKindForName("byval", 5);
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        if (!LLVMIsDeclaration(f)) lower_function(&l, f);
    }
    LLVMDisposeBuilder(l.build);
    area_vec_release(&l.areas);
}

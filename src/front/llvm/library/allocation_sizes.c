#include "front/llvm/library/allocation_sizes.h"

#include "base/vec.h"
#include "front/llvm/translate/translate.h"

#include <errno.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <string.h>

VEC_DECLARE(llvm_values, LLVMValueRef);

static const char QUESTION[] = "latch.size";

static unsigned bounded_kind(LLVMContextRef context) { return LLVMGetMDKindIDInContext(context, "latch.bounded", 13); }
static LLVMModuleRef module_of(LLVMValueRef inst) { return LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst))); }

static bool calls(LLVMValueRef inst, bool (*is_wanted)(const char *))
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMIsAFunction(LLVMGetCalledValue(inst)) : NULL;
    size_t length;
    return callee && LLVMIsDeclaration(callee) && is_wanted(LLVMGetValueName2(callee, &length));
}

static bool is_string_length(const char *name) { return strcmp(name, "strlen") == 0; }

static bool is_size(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64; }

/* A declaration may differ from the real one. */
static bool has_variable_size(LLVMValueRef call)
{
    unsigned n = LLVMGetNumArgOperands(call);
    bool is_product = library_allocates_product(LLVMGetValueName(LLVMGetCalledValue(call)));
    if (n < (is_product ? 2 : 1) || !is_size(LLVMGetOperand(call, n - 1)) || (is_product && !is_size(LLVMGetOperand(call, 0)))) return false;
    return !LLVMIsAConstantInt(LLVMGetOperand(call, n - 1)) || (is_product && !LLVMIsAConstantInt(LLVMGetOperand(call, 0)));
}

/* In the order of the module, and so in the same order of its copy. */
static void list_allocations(LLVMModuleRef module, bool (*is_wanted)(LLVMValueRef call), llvm_values *out)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (calls(i, library_allocates) && is_wanted(i)) llvm_values_push(out, i);
}

/* ---- the copy ---- */

/* Something of this type that nobody knows. */
static LLVMValueRef build_any(LLVMBuilderRef b, LLVMModuleRef module, LLVMTypeRef type)
{
    LLVMTypeRef function_type = LLVMFunctionType(type, NULL, 0, 0);
    return LLVMBuildCall2(b, function_type, LLVMAddFunction(module, "latch.any", function_type), NULL, 0, "");
}

/* For LLVM, what was never set is whatever suits it; here it is any value. */
static void set_local(LLVMBuilderRef b, LLVMValueRef local)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetAllocatedType(local));
    if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) return;
    LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(local));
    LLVMBuildStore(b, build_any(b, module_of(local), LLVMGetAllocatedType(local)), local);
}

static void set_range(LLVMValueRef call, uint64_t low, uint64_t end)
{
    LLVMTypeRef type = LLVMTypeOf(call);
    LLVMContextRef context = LLVMGetTypeContext(type);
    LLVMMetadataRef range[2] = {LLVMValueAsMetadata(LLVMConstInt(type, low, 0)), LLVMValueAsMetadata(LLVMConstInt(type, end, 0))};
    LLVMSetMetadata(call, LLVMGetMDKindIDInContext(context, "range", 5), LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, range, 2)));
}

/* The length of a string, as it fits into memory. */
static void bound_length(LLVMValueRef call)
{
    if (!is_size(call) || LLVMGetIntTypeWidth(LLVMTypeOf(call)) < 32) return;
    set_range(call, 0, (uint64_t)LONGEST_STRING(LLVMGetIntTypeWidth(LLVMTypeOf(call))) + 1);
}

/* There is at least one argument of the program. */
static void bound_argument_count(LLVMBuilderRef b, LLVMValueRef f)
{
    LLVMValueRef count = LLVMCountParams(f) ? LLVMGetParam(f, 0) : NULL;
    if (strcmp(LLVMGetValueName(f), "main") != 0 || LLVMIsDeclaration(f) || !count || !is_size(count) || LLVMGetIntTypeWidth(LLVMTypeOf(count)) != 32) return;
    LLVMPositionBuilderBefore(b, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(f)));
    LLVMValueRef any = build_any(b, LLVMGetGlobalParent(f), LLVMTypeOf(count));
    set_range(any, 1, UINT64_C(1) << 31);
    LLVMReplaceAllUsesWith(count, any);
}

static void prepare_function(LLVMBuilderRef builder, LLVMValueRef f, bool starts_at_main)
{
    LLVMRemoveEnumAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName("optnone", 7));
    if (starts_at_main) bound_argument_count(builder, f);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
            if (LLVMIsAAllocaInst(i)) set_local(builder, i);
            else if (calls(i, is_string_length)) bound_length(i);
        }
}

/* Of calloc, the product; it fits into twice the bits. */
static LLVMValueRef build_size(LLVMBuilderRef b, LLVMValueRef call, LLVMTypeRef wide)
{
    unsigned n = LLVMGetNumArgOperands(call);
    LLVMValueRef size = LLVMBuildZExt(b, LLVMGetOperand(call, n - 1), wide, "");
    if (!library_allocates_product(LLVMGetValueName(LLVMGetCalledValue(call)))) return size;
    return LLVMBuildMul(b, LLVMBuildZExt(b, LLVMGetOperand(call, 0), wide, ""), size, "");
}

/* Before the call: a call that is given its number and whether it asks for too much. */
static void ask(LLVMBuilderRef b, LLVMValueRef question, LLVMValueRef call, size_t number)
{
    LLVMContextRef context = LLVMGetModuleContext(module_of(call));
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1)));
    LLVMTypeRef wide = LLVMIntTypeInContext(context, 128);
    LLVMPositionBuilderBefore(b, call);
    LLVMValueRef most = LLVMConstInt(wide, (uint64_t)MOST_BYTES(bits), 0);
    LLVMValueRef args[2] = {LLVMConstInt(LLVMInt64TypeInContext(context), number, 0),
                            LLVMBuildICmp(b, LLVMIntUGT, build_size(b, call, wide), most, "")};
    LLVMBuildCall2(b, LLVMGlobalGetValueType(question), question, args, 2, "");
}

/* Whether LLVM's passes have worked: if not, nothing is known. */
static bool simplify(LLVMModuleRef copy)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed = LLVMRunPasses(copy, "function(mem2reg,sccp,correlated-propagation)", NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (failed) LLVMConsumeError(failed);
    return !failed;
}

static void prepare(LLVMModuleRef copy, LLVMValueRef question, bool starts_at_main)
{
    llvm_values copied;
    llvm_values_init(&copied);
    list_allocations(copy, has_variable_size, &copied);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(LLVMGetModuleContext(copy));
    for (LLVMValueRef f = LLVMGetFirstFunction(copy); f; f = LLVMGetNextFunction(f)) prepare_function(builder, f, starts_at_main);
    for (size_t i = 0; i < copied.size; i++) ask(builder, question, copied.data[i], i);
    LLVMDisposeBuilder(builder);
    llvm_values_release(&copied);
}

static LLVMValueRef add_question(LLVMModuleRef copy)
{
    LLVMContextRef context = LLVMGetModuleContext(copy);
    LLVMTypeRef params[2] = {LLVMInt64TypeInContext(context), LLVMInt1TypeInContext(context)};
    return LLVMAddFunction(copy, QUESTION, LLVMFunctionType(LLVMVoidTypeInContext(context), params, 2, 0));
}

/* The calls that are left, and are not given false, are those that may ask for too much. */
static void mark(const llvm_values *allocations, LLVMValueRef question)
{
    LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(question));
    bool *may_fail = alloc_zeroed(allocations->size, sizeof *may_fail);
    for (LLVMUseRef u = LLVMGetFirstUse(question); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef asked = LLVMGetUser(u), answer = LLVMIsAConstantInt(LLVMGetOperand(asked, 1));
        if (!answer || LLVMConstIntGetZExtValue(answer)) may_fail[LLVMConstIntGetZExtValue(LLVMGetOperand(asked, 0))] = true;
    }
    for (size_t i = 0; i < allocations->size; i++)
        if (!may_fail[i]) LLVMSetMetadata(allocations->data[i], bounded_kind(context), LLVMMetadataAsValue(context, LLVMMDNodeInContext2(context, NULL, 0)));
    free(may_fail);
}

void allocation_sizes_mark(LLVMModuleRef module, bool starts_at_main)
{
    llvm_values allocations;
    llvm_values_init(&allocations);
    list_allocations(module, has_variable_size, &allocations);
    if (allocations.size) {
        LLVMModuleRef copy = LLVMCloneModule(module);
        LLVMValueRef question = add_question(copy);
        prepare(copy, question, starts_at_main);
        if (simplify(copy)) mark(&allocations, question);
        LLVMDisposeModule(copy);
    }
    llvm_values_release(&allocations);
}

bool allocation_size_is_bounded(LLVMValueRef call)
{
    return LLVMGetMetadata(call, bounded_kind(LLVMGetModuleContext(module_of(call)))) != NULL;
}

/* ---- errno ---- */

static bool is_any(LLVMValueRef call) { return LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind; }

static bool is_small(LLVMValueRef v) { return LLVMIsAConstantInt(v) && LLVMConstIntGetZExtValue(v) < 1 << 15; }

static bool is_unbounded(LLVMValueRef call)
{
    bool fits = true;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) fits &= is_small(LLVMGetOperand(call, i));
    return is_any(call) && !fits && !allocation_size_is_bounded(call);
}

void allocation_failures_set_errno(LLVMModuleRef module, bool may_fail)
{
    LLVMValueRef where = LLVMGetNamedGlobal(module, "latch_errno");
    if (!where) return;
    llvm_values allocations;
    llvm_values_init(&allocations);
    list_allocations(module, may_fail ? is_any : is_unbounded, &allocations);
    LLVMBuilderRef b = LLVMCreateBuilderInContext(LLVMGetModuleContext(module));
    LLVMTypeRef type = LLVMGlobalGetValueType(where);
    for (size_t i = 0; i < allocations.size; i++) {
        LLVMValueRef call = allocations.data[i];
        LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(call));
        LLVMValueRef old = LLVMBuildLoad2(b, type, where, ""), failed = LLVMConstInt(type, ENOMEM, 0);
        LLVMBuildStore(b, LLVMBuildSelect(b, LLVMBuildIsNull(b, call, ""), failed, old, ""), where);
    }
    LLVMDisposeBuilder(b);
    llvm_values_release(&allocations);
}

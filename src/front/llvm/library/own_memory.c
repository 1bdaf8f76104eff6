#include "front/llvm/library/own_memory.h"

#include <stdio.h>
#include <string.h>

enum { MOST_INLINE = 16 }; /* bytes that no compiler calls a function for */

/* llvm.memcpy.p0.p0.i64 and the like, but not those that are inline by definition. */
static bool is_intrinsic(LLVMValueRef inst, const char *name)
{
    LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMIsAFunction(LLVMGetCalledValue(inst)) : NULL;
    const char *called = callee ? LLVMGetValueName(callee) : "";
    size_t length = strlen(name);
    return strncmp(called, "llvm.", 5) == 0 && strncmp(called + 5, name, length) == 0 && strncmp(called + 5 + length, ".p", 2) == 0;
}

static LLVMValueRef converted(LLVMBuilderRef b, LLVMValueRef value, LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return value;
    return LLVMGetIntTypeWidth(type) < LLVMGetIntTypeWidth(LLVMTypeOf(value)) ? LLVMBuildTrunc(b, value, type, "") : LLVMBuildZExt(b, value, type, "");
}

/* False: the program's function has other parameters than the one that is called. */
static bool can_call(LLVMValueRef own, LLVMValueRef inst)
{
    bool ok = LLVMCountParams(own) == 3 && !LLVMIsFunctionVarArg(LLVMGlobalGetValueType(own));
    for (unsigned i = 0; i < 3 && ok; i++) {
        LLVMTypeKind wanted = LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(inst, i))), there = LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(own, i)));
        ok = wanted == there && (wanted == LLVMPointerTypeKind || wanted == LLVMIntegerTypeKind);
    }
    return ok;
}

static void call_own(LLVMBuilderRef b, LLVMValueRef own, LLVMValueRef inst)
{
    LLVMValueRef args[3];
    for (unsigned i = 0; i < 3; i++) args[i] = converted(b, LLVMGetOperand(inst, i), LLVMTypeOf(LLVMGetParam(own, i)));
    LLVMValueRef call = LLVMBuildCall2(b, LLVMGlobalGetValueType(own), own, args, 3, "");
    unsigned number = LLVMGetMDKindIDInContext(LLVMGetTypeContext(LLVMTypeOf(own)), "latch.number", 12);
    LLVMSetMetadata(call, number, LLVMGetMetadata(inst, number));
    LLVMInstructionEraseFromParent(inst);
}

static void add_limit(LLVMBuilderRef b, c_module *m, const char *name)
{
    char what[128];
    snprintf(what, sizeof what, "a copy for which a compiler may call the program's own `%s`", name);
    LLVMTypeRef pointer = LLVMPointerTypeInContext(m->context, 0), type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), &pointer, 1, 0);
    LLVMValueRef limit = LLVMGetNamedFunction(m->module, "latch_limit"), words = LLVMBuildGlobalStringPtr(b, what, "");
    if (!limit) limit = LLVMAddFunction(m->module, "latch_limit", type);
    LLVMBuildCall2(b, type, limit, &words, 1, "");
}

static void lower(LLVMBuilderRef b, c_module *m, LLVMValueRef own, const char *name, LLVMValueRef inst)
{
    LLVMValueRef size = LLVMIsAConstantInt(LLVMGetOperand(inst, 2));
    if (size && LLVMConstIntGetZExtValue(size) <= MOST_INLINE) return;
    LLVMPositionBuilderBefore(b, inst);
    if (!size && can_call(own, inst)) call_own(b, own, inst);
    else add_limit(b, m, name);
}

static void lower_function(LLVMBuilderRef builder, c_module *m, LLVMValueRef f, LLVMValueRef own, const char *name)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b), next; inst; inst = next) {
            next = LLVMGetNextInstruction(inst);
            if (is_intrinsic(inst, name)) lower(builder, m, own, name, inst);
        }
}

void own_memory_lower(c_module *m)
{
    static const char *const NAMES[] = {"memcpy", "memmove", "memset"};
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(m->context);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        LLVMValueRef own = LLVMGetNamedFunction(m->module, NAMES[i]);
        if (!own || LLVMIsDeclaration(own)) continue;
        c_module_keep_original(m);
        for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) lower_function(builder, m, f, own, NAMES[i]);
    }
    LLVMDisposeBuilder(builder);
}

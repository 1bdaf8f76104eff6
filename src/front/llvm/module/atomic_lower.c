#include "front/llvm/module/atomic_lower.h"

#include <llvm-c/Transforms/PassBuilder.h>
#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

static bool is_atomic(LLVMValueRef inst)
{
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    return op == LLVMAtomicRMW || op == LLVMAtomicCmpXchg;
}

static bool has_atomic(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            if (is_atomic(inst)) return true;
        }
    }
    return false;
}

void atomic_lower(LLVMModuleRef module)
{
    bool found = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && !found; f = LLVMGetNextFunction(f)) found = has_atomic(f);
    if (!found) return;
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef error = LLVMRunPasses(module, "lower-atomic", NULL, options);
    assert(!error);
    LLVMConsumeError(error);
    LLVMDisposePassBuilderOptions(options);
}

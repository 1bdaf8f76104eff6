#include "front/llvm/library/constant_text.h"

#include <string.h>

bool global_text(LLVMValueRef global, int64_t offset, text *out)
{
    if (!LLVMIsAGlobalVariable(global) || !LLVMIsGlobalConstant(global)) return false;
    LLVMValueRef initializer = LLVMGetInitializer(global);
    if (initializer && LLVMIsNull(initializer)) return true;
    if (!initializer || !LLVMIsAConstantDataSequential(initializer) || !LLVMIsConstantString(initializer)) return false;
    size_t length;
    const char *bytes = LLVMGetAsString(initializer, &length);
    if (offset < 0 || (size_t)offset >= length) return false;
    size_t n = strnlen(bytes + offset, length - (size_t)offset);
    if (n == length - (size_t)offset) return false;
    text_add(out, bytes + offset, n);
    return true;
}

/* What a step into an array of bytes adds, if that is all the expression does. */
static bool byte_offset(LLVMValueRef gep, int64_t *offset)
{
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    unsigned n = LLVMGetNumIndices(gep);
    if (n == 2 && LLVMGetTypeKind(type) == LLVMArrayTypeKind && LLVMIsNull(LLVMGetOperand(gep, 1))) type = LLVMGetElementType(type);
    else if (n != 1) return false;
    LLVMValueRef index = LLVMGetOperand(gep, n);
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != 8 || !LLVMIsAConstantInt(index)) return false;
    *offset = LLVMConstIntGetSExtValue(index);
    return true;
}

bool constant_text(LLVMValueRef pointer, text *out)
{
    int64_t offset = 0;
    if (LLVMIsAConstantExpr(pointer) && LLVMGetConstOpcode(pointer) == LLVMGetElementPtr) {
        if (!byte_offset(pointer, &offset)) return false;
        pointer = LLVMGetOperand(pointer, 0);
    }
    return global_text(pointer, offset, out);
}

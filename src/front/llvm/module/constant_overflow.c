#include "front/llvm/module/constant_overflow.h"

#include "base/alloc.h"

#include <llvm-c/Core.h>
#include <stdlib.h>
#include <string.h>

enum { ADD, SUB, MUL };

/* Which of clang's checked operations a call is; -1 if it is none. */
static int checked_operation(LLVMValueRef instruction)
{
    static const char *const NAMES[] = {"llvm.sadd.with.overflow.", "llvm.ssub.with.overflow.", "llvm.smul.with.overflow."};
    if (LLVMGetInstructionOpcode(instruction) != LLVMCall) return -1;
    LLVMValueRef callee = LLVMGetCalledValue(instruction);
    if (!callee || !LLVMIsAFunction(callee)) return -1;
    size_t length;
    const char *name = LLVMGetValueName2(callee, &length);
    for (int i = ADD; i <= MUL; i++)
        if (!strncmp(name, NAMES[i], strlen(NAMES[i]))) return i;
    return -1;
}

static bool overflows(int operation, int64_t a, int64_t b, unsigned width)
{
    int64_t r;
    bool wide = operation == ADD ? __builtin_add_overflow(a, b, &r) : operation == SUB ? __builtin_sub_overflow(a, b, &r) : __builtin_mul_overflow(a, b, &r);
    if (wide || width >= 64) return wide;
    int64_t limit = INT64_C(1) << (width - 1);
    return r < -limit || r >= limit;
}

/* The program's own __builtin_add_overflow and its kin are not followed by a trap. */
static bool traps(LLVMValueRef instruction)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetInstructionParent(instruction));
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++) {
        LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetSuccessor(end, i));
        LLVMValueRef callee = first && LLVMGetInstructionOpcode(first) == LLVMCall ? LLVMGetCalledValue(first) : NULL;
        size_t length;
        if (callee && LLVMIsAFunction(callee) && !strcmp(LLVMGetValueName2(callee, &length), "llvm.ubsantrap")) return true;
    }
    return false;
}

static bool is_sure_to_overflow(LLVMValueRef instruction)
{
    int operation = checked_operation(instruction);
    if (operation < 0 || !traps(instruction)) return false;
    LLVMValueRef a = LLVMGetOperand(instruction, 0), b = LLVMGetOperand(instruction, 1);
    if (!LLVMIsAConstantInt(a) || !LLVMIsAConstantInt(b)) return false;
    unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(a));
    if (width > 64) return true; /* not worth computing: it is refused */
    return overflows(operation, LLVMConstIntGetSExtValue(a), LLVMConstIntGetSExtValue(b), width);
}

static bool check_module(const c_module *m, diag *error)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i)) {
                if (!is_sure_to_overflow(i)) continue;
                place at = c_module_place(m, i);
                diag_set(error, at.file, at.line, at.column, "a constant expression overflows; clang computes it before Latch can check it");
                return false;
            }
    return true;
}

bool constant_overflow_check(const char *const *files, size_t n, const c_module_options *options, diag *error)
{
    static const char *const SANITIZE[] = {"-fsanitize=signed-integer-overflow", "-fsanitize-trap=signed-integer-overflow"};
    size_t extra = sizeof SANITIZE / sizeof *SANITIZE;
    const char **flags = alloc_zeroed(options->n_flags + extra, sizeof *flags);
    for (size_t i = 0; i < options->n_flags; i++) flags[i] = options->flags[i];
    for (size_t i = 0; i < extra; i++) flags[options->n_flags + i] = SANITIZE[i];
    c_module_options checked = *options;
    checked.flags = flags;
    checked.n_flags += extra;
    c_module m;
    bool ok = c_module_load(&m, files, n, &checked, error);
    if (ok) {
        ok = check_module(&m, error);
        c_module_release(&m);
    }
    free(flags);
    return ok;
}

#include "front/llvm/library/comparator.h"

#include "base/vec.h"

#include <stdbool.h>
#include <string.h>

VEC_DECLARE(function_list, LLVMValueRef);

/* Functions of the library that comparators call, and that change nothing. */
static bool is_pure_library(const char *name)
{
    static const char *const NAMES[] = {"strcmp", "strncmp", "memcmp", "strlen", "strcasecmp", "strncasecmp", "abs", "labs", "strcoll", "__assert_fail", "toupper", "tolower"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(NAMES[i], name) == 0) return true;
    return strncmp(name, "llvm.dbg", 8) == 0 || strncmp(name, "llvm.lifetime", 13) == 0;
}

static bool is_local(LLVMValueRef pointer)
{
    while (LLVMIsAGetElementPtrInst(pointer)) pointer = LLVMGetOperand(pointer, 0);
    return LLVMIsAAllocaInst(pointer) != NULL;
}

static void add_once(function_list *list, LLVMValueRef f)
{
    for (size_t i = 0; i < list->size; i++)
        if (list->data[i] == f) return;
    function_list_push(list, f);
}

/* Nothing but its own variables; functions that it calls are added to the list. */
static bool changes_nothing(LLVMValueRef inst, function_list *called)
{
    size_t length;
    if (LLVMIsAStoreInst(inst)) return is_local(LLVMGetOperand(inst, 1)) && !LLVMGetVolatile(inst);
    if (LLVMIsAAtomicRMWInst(inst) || LLVMIsAAtomicCmpXchgInst(inst)) return false;
    if (!LLVMIsACallInst(inst)) return true;
    LLVMValueRef f = LLVMGetCalledValue(inst);
    if (!LLVMIsAFunction(f)) return false;
    if (!LLVMIsDeclaration(f)) add_once(called, f);
    return !LLVMIsDeclaration(f) || is_pure_library(LLVMGetValueName2(f, &length));
}

static bool is_stateless(LLVMValueRef comparator)
{
    function_list all;
    function_list_init(&all);
    bool ok = LLVMIsAFunction(comparator) && !LLVMIsDeclaration(comparator);
    if (ok) function_list_push(&all, comparator);
    for (size_t i = 0; i < all.size && ok; i++)
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(all.data[i]); b && ok; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst && ok; inst = LLVMGetNextInstruction(inst)) ok = changes_nothing(inst, &all);
    function_list_release(&all);
    return ok;
}

static void choose_form(LLVMModuleRef module, const char *name, const char *form)
{
    enum { COMPARATOR = 3 };
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    if (!f || !LLVMIsDeclaration(f)) return;
    function_list calls;
    function_list_init(&calls);
    for (LLVMUseRef use = LLVMGetFirstUse(f); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_call = LLVMIsACallInst(user) && LLVMGetCalledValue(user) == f && LLVMGetNumArgOperands(user) > COMPARATOR;
        if (is_call && !is_stateless(LLVMGetOperand(user, COMPARATOR))) function_list_push(&calls, user);
    }
    LLVMValueRef other = calls.size ? LLVMAddFunction(module, form, LLVMGlobalGetValueType(f)) : NULL;
    for (size_t i = 0; i < calls.size; i++) LLVMSetOperand(calls.data[i], (unsigned)LLVMGetNumOperands(calls.data[i]) - 1, other);
    function_list_release(&calls);
}

void comparator_choose_forms(LLVMModuleRef module)
{
    choose_form(module, "qsort", "latch_c_qsort");
    choose_form(module, "qsort_r", "latch_c_qsort_r");
}

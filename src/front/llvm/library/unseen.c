#include "front/llvm/library/unseen.h"

#include "front/llvm/library/libc_table.h"
#include "front/llvm/translate/translate.h"

#include <llvm-c/DebugInfo.h>

/* __attribute__((const)) and ((pure)): bit 1 of each pair says that some kind of memory is written. */
bool unseen_writes_nothing(LLVMValueRef function)
{
    enum { WRITES = 0x2a };
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
    return a && !(LLVMGetEnumAttributeValue(a) & WRITES);
}

bool unseen_has_effects(LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    if (!LLVMIsDeclaration(function) || LLVMGetIntrinsicID(function) || unseen_writes_nothing(function)) return false;
    if (text_begins_with(name, "__VERIFIER_") || text_begins_with(name, "latch.") || primitive_is_one(name)) return false;
    const libc_function *known = libc_find(name);
    return !library_is_modelled(name) && !(known && strcmp(known->kind, "pure") == 0);
}

/* ---- calls ---- */

static LLVMValueRef effects_of(c_module *m)
{
    LLVMValueRef f = LLVMGetNamedFunction(m->module, UNSEEN_EFFECTS);
    return f ? f : LLVMAddFunction(m->module, UNSEEN_EFFECTS, LLVMFunctionType(LLVMVoidTypeInContext(m->context), NULL, 0, 0));
}

static void mark_call(c_module *m, LLVMBuilderRef builder, LLVMValueRef call)
{
    LLVMValueRef effects = effects_of(m);
    LLVMPositionBuilderBefore(builder, call);
    LLVMValueRef mark = LLVMBuildCall2(builder, LLVMGlobalGetValueType(effects), effects, NULL, 0, "");
    LLVMInstructionSetDebugLoc(mark, LLVMInstructionGetDebugLoc(call));
}

/* Defined in the program itself? */
static bool is_own_variable(const c_module *m, LLVMValueRef global)
{
    size_t length;
    LLVMValueRef own = LLVMGetNamedGlobal(c_module_source(m), LLVMGetValueName2(global, &length));
    return own && !LLVMIsDeclaration(own);
}

static void share_variables(c_module *m)
{
    LLVMTypeRef pointer = LLVMPointerTypeInContext(m->context, 0);
    llvm_value_vec shared;
    llvm_value_vec_init(&shared);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m->module); g; g = LLVMGetNextGlobal(g))
        if (!LLVMIsGlobalConstant(g) && !is_own_variable(m, g)) llvm_value_vec_push(&shared, g);
    LLVMValueRef list = LLVMAddGlobal(m->module, LLVMArrayType2(pointer, shared.size), UNSEEN_SHARED);
    LLVMSetInitializer(list, LLVMConstArray2(pointer, shared.data, shared.size));
    LLVMSetGlobalConstant(list, 1);
    LLVMSetLinkage(list, LLVMInternalLinkage);
    llvm_value_vec_release(&shared);
}

void unseen_list_calls(LLVMValueRef function, llvm_value_vec *out)
{
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsACallInst(user) && LLVMGetCalledValue(user) == function) llvm_value_vec_push(out, user);
    }
}

/* They may lead to unseen functions, too. */
static bool calls_pointers(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef i = LLVMGetFirstInstruction(b); i; i = LLVMGetNextInstruction(i))
                if (LLVMIsACallInst(i) && !LLVMIsAFunction(LLVMGetCalledValue(i)) && !LLVMIsAInlineAsm(LLVMGetCalledValue(i))) return true;
    return false;
}

void unseen_mark_calls(c_module *m)
{
    llvm_value_vec calls;
    llvm_value_vec_init(&calls);
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f))
        if (unseen_has_effects(f)) unseen_list_calls(f, &calls);
    if (calls.size || calls_pointers(m->module)) c_module_keep_original(m);
    effects_of(m); /* also where nothing but calls through pointers may lead outside */
    share_variables(m);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(m->context);
    for (size_t i = 0; i < calls.size; i++) mark_call(m, builder, calls.data[i]);
    LLVMDisposeBuilder(builder);
    llvm_value_vec_release(&calls);
}

/* ---- callbacks ---- */

typedef struct body {
    c_module *m;
    LLVMBuilderRef builder;
    LLVMValueRef function;
} body;

static LLVMValueRef declared(c_module *m, const char *name, LLVMTypeRef type)
{
    LLVMValueRef f = LLVMGetNamedFunction(m->module, name);
    return f ? f : LLVMAddFunction(m->module, name, type);
}

static LLVMValueRef any_value(body *b, LLVMTypeRef type)
{
    text name;
    text_init(&name);
    char *word = LLVMPrintTypeToString(type);
    text_printf(&name, UNSEEN_ANY "%s", word);
    LLVMDisposeMessage(word);
    LLVMTypeRef signature = LLVMFunctionType(type, NULL, 0, 0);
    LLVMValueRef v = LLVMBuildCall2(b->builder, signature, declared(b->m, name.data, signature), NULL, 0, "any");
    text_release(&name);
    return v;
}

static LLVMTypeRef byval_type(LLVMValueRef function, unsigned index)
{
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(function, index + 1, LLVMGetEnumAttributeKindForName("byval", 5));
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

/* What a callback returns is known outside. */
static void give(body *b, LLVMValueRef result)
{
    if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind) return;
    LLVMTypeRef signature = LLVMFunctionType(LLVMVoidTypeInContext(b->m->context), NULL, 0, 1);
    LLVMBuildCall2(b->builder, signature, declared(b->m, UNSEEN_GIVEN, signature), &result, 1, "");
}

static void call_back(body *b, LLVMValueRef callback)
{
    unsigned n = LLVMCountParams(callback), kind = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMValueRef *args = alloc_zeroed(n + 1, sizeof *args);
    for (unsigned i = 0; i < n; i++) {
        LLVMTypeRef byval = byval_type(callback, i);
        args[i] = byval ? LLVMBuildAlloca(b->builder, byval, "any") : any_value(b, LLVMTypeOf(LLVMGetParam(callback, i)));
    }
    LLVMValueRef call = LLVMBuildCall2(b->builder, LLVMGlobalGetValueType(callback), callback, args, n, "");
    for (unsigned i = 0; i < n; i++) {
        LLVMTypeRef byval = byval_type(callback, i);
        if (byval) LLVMAddCallSiteAttribute(call, i + 1, LLVMCreateTypeAttribute(b->m->context, kind, byval));
    }
    free(args);
    give(b, call);
}

static void delete_body(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (end) LLVMInstructionEraseFromParent(end);
    }
    while (LLVMGetFirstBasicBlock(function)) LLVMDeleteBasicBlock(LLVMGetFirstBasicBlock(function));
}

/* for (;;) { change; choose: return, or one of the callbacks } */
static void write_body(body *b, const llvm_value_vec *callbacks)
{
    LLVMContextRef context = b->m->context;
    LLVMTypeRef i32 = LLVMInt32TypeInContext(context), nothing = LLVMFunctionType(LLVMVoidTypeInContext(context), NULL, 0, 0);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(context, b->function, "entry");
    LLVMBasicBlockRef head = LLVMAppendBasicBlockInContext(context, b->function, "head");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(context, b->function, "end");
    LLVMPositionBuilderAtEnd(b->builder, entry);
    LLVMBuildBr(b->builder, head);
    LLVMPositionBuilderAtEnd(b->builder, end);
    LLVMBuildRetVoid(b->builder);
    LLVMPositionBuilderAtEnd(b->builder, head);
    LLVMBuildCall2(b->builder, nothing, declared(b->m, UNSEEN_CHANGE, nothing), NULL, 0, "");
    LLVMValueRef choice = LLVMBuildSwitch(b->builder, any_value(b, i32), end, (unsigned)callbacks->size);
    for (size_t i = 0; i < callbacks->size; i++) {
        LLVMBasicBlockRef here = LLVMAppendBasicBlockInContext(context, b->function, "callback");
        LLVMAddCase(choice, LLVMConstInt(i32, i, 0), here);
        LLVMPositionBuilderAtEnd(b->builder, here);
        call_back(b, callbacks->data[i]);
        LLVMBuildBr(b->builder, head);
    }
}

static size_t count_callbacks(LLVMValueRef effects)
{
    LLVMBasicBlockRef entry = effects ? LLVMGetFirstBasicBlock(effects) : NULL;
    return entry ? LLVMGetNumSuccessors(LLVMGetBasicBlockTerminator(LLVMGetNextBasicBlock(entry))) - 1 : 0;
}

bool unseen_add_callbacks(c_module *m, const memory *mem)
{
    LLVMValueRef effects = LLVMGetNamedFunction(m->module, UNSEEN_EFFECTS);
    if (!effects) return false;
    llvm_value_vec callbacks;
    llvm_value_vec_init(&callbacks);
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f) && memory_is_outside(mem, f)) llvm_value_vec_push(&callbacks, f);
    bool has_new = callbacks.size > count_callbacks(effects);
    if (has_new) {
        body b = {m, LLVMCreateBuilderInContext(m->context), effects};
        delete_body(effects);
        write_body(&b, &callbacks);
        LLVMDisposeBuilder(b.builder);
    }
    llvm_value_vec_release(&callbacks);
    return has_new;
}

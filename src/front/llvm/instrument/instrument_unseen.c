#include "front/llvm/instrument/instrument_unseen.h"

#include "base/real_library.h"
#include "front/llvm/module/linker_symbols.h"
#include "front/llvm/module/prototypes.h"
#include "front/llvm/library/unseen.h"

void instrument_gone(instrumenter *n, LLVMValueRef object)
{
    if (n->effects) instrument_call(n, n->gone, &object, 1);
}

void instrument_end_local(instrumenter *n, LLVMValueRef alloca_inst)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca_inst));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && n->effects; b = LLVMGetNextBasicBlock(b)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
        if (!LLVMIsAReturnInst(end)) continue;
        LLVMPositionBuilderBefore(n->builder, end);
        instrument_gone(n, alloca_inst);
    }
}

/* ---- effects ---- */

static bool find_given(const instrumenter *n, LLVMValueRef any, uint32_t *site)
{
    for (*site = 0; *site < n->t->replay.sites.size; ++*site)
        if (n->t->replay.sites.data[*site].kind == SITE_GIVEN && n->t->replay.sites.data[*site].where == any) return true;
    return false;
}

static void give(instrumenter *n, LLVMValueRef v, unsigned mask)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
    if (kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(v)) == n->t->pointer_bits) v = LLVMBuildIntToPtr(n->builder, v, n->pointer, "");
    else if (kind == LLVMStructTypeKind) {
        LLVMValueRef home = LLVMBuildAlloca(n->builder, LLVMTypeOf(v), "");
        LLVMBuildStore(n->builder, v, home);
        instrument_call(n, n->given_struct, (LLVMValueRef[]){home, number(n->i64, instrument_size(n, LLVMTypeOf(v)))}, 2);
        return;
    } else if (kind != LLVMPointerTypeKind) return;
    instrument_call(n, n->given, (LLVMValueRef[]){v, number(n->i32, mask)}, 2);
}

/* `analysed` is the call of the callback in `latch.effects`. */
static void call_back(instrumenter *n, LLVMValueRef analysed, LLVMValueRef called)
{
    size_t length;
    LLVMValueRef callback = LLVMGetNamedFunction(n->module, LLVMGetValueName2(LLVMGetCalledValue(analysed), &length));
    unsigned count = LLVMGetNumArgOperands(analysed), kind = LLVMGetEnumAttributeKindForName("byval", 5);
    if (!callback) return;
    LLVMValueRef *args = alloc_zeroed(count + 1, sizeof *args);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef any = LLVMGetOperand(analysed, i);
        LLVMTypeRef type = LLVMTypeOf(any), byval = instrument_byval(callback, i);
        uint32_t site;
        args[i] = byval ? LLVMBuildAlloca(n->builder, byval, "") : find_given(n, any, &site) ? instrument_any(n, site, type) : LLVMConstNull(type);
        if (byval) LLVMBuildStore(n->builder, LLVMConstNull(byval), args[i]);
    }
    instrument_call(n, called, &callback, 1);
    LLVMValueRef result = instrument_call(n, callback, args, count);
    for (unsigned i = 0; i < count; i++) {
        LLVMTypeRef byval = instrument_byval(callback, i);
        if (byval) LLVMAddCallSiteAttribute(result, i + 1, LLVMCreateTypeAttribute(n->context, kind, byval));
    }
    give(n, result, 0);
    free(args);
}

static LLVMValueRef find_callback(LLVMBasicBlockRef b)
{
    for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst))
        if (LLVMIsACallInst(inst) && strncmp(plan_callee_name(inst), "latch.", 6) != 0) return inst;
    return NULL;
}

/* Where `latch.effects` decides what to call; NULL if there is nothing that it can call. */
static LLVMValueRef decision_of(const instrumenter *n)
{
    LLVMValueRef analysed = LLVMGetNamedFunction(n->t->cm->module, UNSEEN_EFFECTS);
    LLVMBasicBlockRef first = analysed ? LLVMGetFirstBasicBlock(analysed) : NULL, decides = first ? LLVMGetNextBasicBlock(first) : NULL;
    return decides ? LLVMGetBasicBlockTerminator(decides) : NULL;
}

static uint32_t choice_site(const instrumenter *n)
{
    uint32_t site;
    LLVMValueRef decision = decision_of(n);
    return decision && find_given(n, LLVMGetOperand(decision, 0), &site) ? site : UINT32_MAX;
}

/* The same choices as in the analysed module. */
static void choose_callback(instrumenter *n, LLVMValueRef analysed, LLVMBasicBlockRef head, LLVMBasicBlockRef end)
{
    uint32_t site = choice_site(n);
    LLVMValueRef choice = site != UINT32_MAX ? instrument_any(n, site, n->i32) : number(n->i32, UINT32_MAX);
    LLVMValueRef called = instrument_declare(n, "latch_called", n->nothing, &n->pointer, 1);
    unsigned count = LLVMGetNumSuccessors(analysed);
    LLVMValueRef decides = LLVMBuildSwitch(n->builder, choice, end, count);
    for (unsigned i = 1; i < count; i++) {
        LLVMBasicBlockRef here = LLVMAppendBasicBlockInContext(n->context, n->effects, "");
        LLVMValueRef callback = find_callback(LLVMGetSuccessor(analysed, i));
        LLVMAddCase(decides, LLVMGetOperand(analysed, 2 * i), here);
        LLVMPositionBuilderAtEnd(n->builder, here);
        if (callback) call_back(n, callback, called);
        LLVMBuildBr(n->builder, head);
    }
}

static void declare_functions(instrumenter *n)
{
    n->change = instrument_declare(n, "latch_change", n->nothing, &n->i32, 1);
    n->given = instrument_declare(n, "latch_given", n->nothing, (LLVMTypeRef[]){n->pointer, n->i32}, 2);
    n->given_struct = instrument_declare(n, "latch_given_struct", n->nothing, (LLVMTypeRef[]){n->pointer, n->i64}, 2);
    n->gone = instrument_declare(n, "latch_gone", n->nothing, &n->pointer, 1);
    LLVMValueRef release = LLVMGetNamedFunction(n->module, "free");
    if (release && LLVMIsDeclaration(release)) LLVMReplaceAllUsesWith(release, instrument_declare(n, "latch_free", n->nothing, &n->pointer, 1));
}

void instrument_make_effects(instrumenter *n)
{
    if (!n->t->replay.change_site) return;
    n->effects = instrument_declare(n, "latch_unseen", n->nothing, NULL, 0);
    declare_functions(n);
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(n->context, n->effects, ""), head = LLVMAppendBasicBlockInContext(n->context, n->effects, "");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(n->context, n->effects, "");
    LLVMPositionBuilderAtEnd(n->builder, entry);
    LLVMBuildBr(n->builder, head);
    LLVMPositionBuilderAtEnd(n->builder, end);
    LLVMBuildRetVoid(n->builder);
    LLVMPositionBuilderAtEnd(n->builder, head);
    LLVMValueRef site = number(n->i32, n->t->replay.change_site - 1);
    instrument_call(n, n->change, &site, 1);
    LLVMValueRef decision = decision_of(n);
    if (decision) choose_callback(n, decision, head, end);
    else LLVMBuildBr(n->builder, end);
}

/* ---- functions ---- */

static bool is_unseen(const instrumenter *n, LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    bool is_program = LLVMGetNamedFunction(n->t->cm->module, name) != NULL; /* not of the harness */
    return n->effects && is_program && unseen_has_effects(function);
}

static void give_parameters(instrumenter *n, LLVMValueRef function)
{
    unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
    for (unsigned i = 0; i < LLVMCountParams(function); i++) {
        LLVMTypeRef byval = instrument_byval(function, i);
        LLVMValueRef param = LLVMGetParam(function, i);
        if (byval) instrument_call(n, n->given_struct, (LLVMValueRef[]){param, number(n->i64, instrument_size(n, byval))}, 2);
        else if (!LLVMGetEnumAttributeAtIndex(function, i + 1, sret)) give(n, param, prototype_const_levels(function, i));
    }
}

void instrument_begin_unseen(instrumenter *n, LLVMValueRef function)
{
    bool has_effects = is_unseen(n, function);
    LLVMPositionBuilderAtEnd(n->builder, LLVMAppendBasicBlockInContext(n->context, function, ""));
    if (!has_effects) return;
    give_parameters(n, function);
    instrument_call(n, n->effects, NULL, 0);
}

/* Arguments that are no parameters. */
static void give_arguments(instrumenter *n, LLVMValueRef call, unsigned from)
{
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMPositionBuilderBefore(n->builder, call);
    for (unsigned i = from; i < LLVMGetNumArgOperands(call); i++) {
        LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(call, i + 1, byval);
        LLVMValueRef v = LLVMGetOperand(call, i);
        if (!a) give(n, v, 0);
        else instrument_call(n, n->given_struct, (LLVMValueRef[]){v, number(n->i64, instrument_size(n, LLVMGetTypeAttributeValue(a)))}, 2);
    }
}

static void mark_calls(instrumenter *n, LLVMValueRef function, LLVMValueRef skip)
{
    size_t length;
    bool is_real = real_library_has(LLVMGetValueName2(function, &length));
    llvm_value_vec calls;
    llvm_value_vec_init(&calls);
    unseen_list_calls(function, &calls);
    for (size_t i = 0; i < calls.size; i++) {
        if (is_real) {
            LLVMPositionBuilderBefore(n->builder, calls.data[i]);
            instrument_call(n, skip, (LLVMValueRef[]){number(n->i32, n->t->replay.change_site - 1), number(n->i32, choice_site(n))}, 2);
        } else give_arguments(n, calls.data[i], LLVMCountParams(function));
    }
    llvm_value_vec_release(&calls);
}

static void define_unseen(instrumenter *n, LLVMValueRef function)
{
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(function));
    instrument_begin_unseen(n, function);
    if (type == n->nothing) LLVMBuildRetVoid(n->builder);
    else LLVMBuildRet(n->builder, LLVMConstNull(type));
}

void instrument_define_unseen(instrumenter *n)
{
    if (!n->effects) return;
    LLVMValueRef skip = instrument_declare(n, "latch_skip", n->nothing, (LLVMTypeRef[]){n->i32, n->i32}, 2);
    for (LLVMValueRef f = LLVMGetFirstFunction(n->module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        LLVMValueRef analysed = LLVMGetNamedFunction(n->t->cm->module, name);
        if (!analysed || !unseen_has_effects(analysed)) continue;
        mark_calls(n, f, skip);
        if (LLVMIsDeclaration(f) && !real_library_has(name) && !linker_symbol_is(f)) define_unseen(n, f);
    }
}

/* ---- the start ---- */

static bool has_addresses(LLVMValueRef constant, unsigned depth)
{
    enum { DEEPEST = 8 };
    if (LLVMIsAGlobalValue(constant) || (LLVMIsAConstantExpr(constant) && LLVMGetTypeKind(LLVMTypeOf(constant)) == LLVMPointerTypeKind)) return true;
    for (int i = 0; depth < DEEPEST && !LLVMIsAConstantDataArray(constant) && i < LLVMGetNumOperands(constant); i++)
        if (has_addresses(LLVMGetOperand(constant, (unsigned)i), depth + 1)) return true;
    return false;
}

/* Pointers to what is const, in the first words of an object. */
static void tell_slots(instrumenter *n, LLVMValueRef slot, uint32_t site)
{
    enum { MOST = 64 };
    c_type type = n->t->replay.sites.data[site].type;
    uint64_t bytes = n->t->pointer_bits / 8, size = type.bits / 8;
    for (uint64_t at = 0; at < MOST * bytes && type.kind != C_UNKNOWN && size >= bytes; at += bytes) {
        c_type member = c_module_member_type(n->t->cm, type, at % size, NULL);
        uint32_t levels = c_module_const_levels(n->t->cm, member);
        if (levels) instrument_call(n, slot, (LLVMValueRef[]){number(n->i32, site), number(n->i64, at), number(n->i32, levels)}, 3);
    }
}

/* What is const itself, in the first bytes of an object. */
static void tell_fixed(instrumenter *n, LLVMValueRef fixed, uint32_t site)
{
    enum { MOST = 512 };
    const unset_site *s = &n->t->replay.sites.data[site];
    uint64_t size = s->type.bits / 8, from = 0;
    for (uint64_t at = 0; at < MOST && size; at++) {
        bool is_fixed = s->is_const || c_module_member_is_const(n->t->cm, s->type, at % size);
        bool is_last = at + 1 == MOST || !(s->is_const || c_module_member_is_const(n->t->cm, s->type, (at + 1) % size));
        if (!is_fixed) from = at + 1;
        else if (is_last) instrument_call(n, fixed, (LLVMValueRef[]){number(n->i32, site), number(n->i64, from), number(n->i64, at + 1)}, 3);
    }
}

void instrument_start_outside(instrumenter *n)
{
    if (!n->effects) return;
    LLVMValueRef fixed = instrument_declare(n, "latch_fixed", n->nothing, (LLVMTypeRef[]){n->i32, n->i64, n->i64}, 3);
    for (uint32_t i = 0; i < n->t->replay.sites.size; i++) tell_fixed(n, fixed, i);
    LLVMValueRef slot = instrument_declare(n, "latch_slot", n->nothing, (LLVMTypeRef[]){n->i32, n->i64, n->i32}, 3);
    for (uint32_t i = 0; i < n->t->replay.sites.size; i++) tell_slots(n, slot, i);
    instrument_call(n, instrument_declare(n, "latch_open", n->nothing, NULL, 0), NULL, 0);
    LLVMValueRef constant = instrument_declare(n, "latch_constant", n->nothing, (LLVMTypeRef[]){n->pointer, n->i64}, 2);
    for (LLVMValueRef g = LLVMGetFirstGlobal(n->module); g; g = LLVMGetNextGlobal(g)) {
        bool is_sized = LLVMTypeIsSized(LLVMGlobalGetValueType(g));
        if (linker_symbol_is(g)) continue;
        if (LLVMIsDeclaration(g)) give(n, g, LLVMIsGlobalConstant(g) ? 1 : 0);
        else if (LLVMIsGlobalConstant(g) && is_sized && has_addresses(LLVMGetInitializer(g), 0))
            instrument_call(n, constant, (LLVMValueRef[]){g, number(n->i64, instrument_size(n, LLVMGlobalGetValueType(g)))}, 2);
    }
}

#include "front/llvm/instrument/instrument.h"

#include "front/llvm/instrument/instrument_scope.h"
#include "front/llvm/instrument/instrument_unseen.h"
#include "front/llvm/translate/sanitizer_goals.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>

LLVMValueRef instrument_declare(instrumenter *n, const char *name, LLVMTypeRef result, LLVMTypeRef *params, unsigned count)
{
    return LLVMAddFunction(n->module, name, LLVMFunctionType(result, params, count, 0));
}

LLVMValueRef instrument_call(instrumenter *n, LLVMValueRef function, LLVMValueRef *args, unsigned count)
{
    return LLVMBuildCall2(n->builder, LLVMGlobalGetValueType(function), function, args, count, "");
}

static void call_unset(instrumenter *n, uint32_t site, LLVMValueRef object, LLVMValueRef size)
{
    instrument_call(n, n->unset, (LLVMValueRef[]){number(n->i32, site), object, size}, 3);
}

uint64_t instrument_size(const instrumenter *n, LLVMTypeRef type) { return LLVMABISizeOfType(n->t->cm->layout, type); }

static LLVMValueRef as_size(instrumenter *n, LLVMValueRef v) { return LLVMBuildIntCast2(n->builder, v, n->i64, 0, ""); }

/* ---- memory ---- */

static void mark_local(instrumenter *n, uint32_t site, LLVMValueRef alloca_inst, LLVMValueRef before)
{
    LLVMPositionBuilderBefore(n->builder, before);
    LLVMValueRef count = as_size(n, LLVMGetOperand(alloca_inst, 0));
    LLVMValueRef size = LLVMBuildMul(n->builder, count, number(n->i64, instrument_size(n, LLVMGetAllocatedType(alloca_inst))), "");
    call_unset(n, site, alloca_inst, size);
    if (plan_is_dynamic_alloca(alloca_inst)) instrument_gone(n, alloca_inst); /* when it ends, nobody says */
    else instrument_end_local(n, alloca_inst);
}

/* Before the scope of a variable begins, AddressSanitizer lets nobody write to it, and nobody sees what is there. */
static void mark_home(instrumenter *n, uint32_t site, LLVMValueRef alloca_inst)
{
    LLVMValueRef next = LLVMGetNextInstruction(alloca_inst);
    if (!plan_has_lifetime(alloca_inst)) {
        mark_local(n, site, alloca_inst, next);
        return;
    }
    LLVMPositionBuilderBefore(n->builder, next);
    instrument_call(n, n->placed, (LLVMValueRef[]){number(n->i32, site), alloca_inst, number(n->i64, instrument_size(n, LLVMGetAllocatedType(alloca_inst)))}, 3);
}

/* realloc is left to the harness altogether: where it fails, the old object stays as it is. */
static void mark_allocation(instrumenter *n, uint32_t site, LLVMValueRef allocation)
{
    size_t length;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(allocation), &length);
    LLVMPositionBuilderBefore(n->builder, LLVMGetNextInstruction(allocation));
    LLVMValueRef size = as_size(n, LLVMGetOperand(allocation, LLVMGetNumArgOperands(allocation) - 1)), number_of_site = number(n->i32, site);
    if (strcmp(name, "realloc") == 0) {
        LLVMReplaceAllUsesWith(allocation, instrument_call(n, n->reallocate, (LLVMValueRef[]){number_of_site, LLVMGetOperand(allocation, 0), size}, 3));
        LLVMInstructionEraseFromParent(allocation);
        return;
    }
    if (strcmp(name, "calloc") == 0) size = LLVMBuildMul(n->builder, size, as_size(n, LLVMGetOperand(allocation, 0)), "");
    LLVMValueRef given = instrument_call(n, n->allocated, (LLVMValueRef[]){number_of_site, LLVMGetUndef(n->pointer), size}, 3);
    LLVMReplaceAllUsesWith(allocation, given);
    LLVMSetOperand(given, 1, allocation);
}

/* ---- values from outside ---- */

LLVMValueRef instrument_any(instrumenter *n, uint32_t site, LLVMTypeRef type)
{
    LLVMValueRef home = LLVMBuildAlloca(n->builder, type, "");
    instrument_call(n, n->supply, (LLVMValueRef[]){number(n->i32, site), home, number(n->i64, instrument_size(n, type))}, 3);
    return LLVMBuildLoad2(n->builder, type, home, "");
}

static void define_function(instrumenter *n, uint32_t site, LLVMValueRef function)
{
    instrument_begin_unseen(n, function);
    LLVMBuildRet(n->builder, instrument_any(n, site, LLVMGetReturnType(LLVMGlobalGetValueType(function))));
}

static void define_struct_function(instrumenter *n, uint32_t site, LLVMValueRef function)
{
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(function, 1, LLVMGetEnumAttributeKindForName("sret", 4));
    instrument_begin_unseen(n, function);
    if (a) call_unset(n, site, LLVMGetParam(function, 0), number(n->i64, instrument_size(n, LLVMGetTypeAttributeValue(a))));
    LLVMBuildRetVoid(n->builder);
}

static void define_global(instrumenter *n, uint32_t site, LLVMValueRef global)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(global);
    if (n->t->replay.sites.data[site].kind == SITE_OWN) {
        instrument_call(n, n->placed, (LLVMValueRef[]){number(n->i32, site), global, number(n->i64, instrument_size(n, type))}, 3);
        return;
    }
    LLVMSetInitializer(global, LLVMConstNull(type));
    LLVMSetGlobalConstant(global, 0);
    call_unset(n, site, global, number(n->i64, instrument_size(n, type)));
}

static void rename_function(LLVMValueRef function, const char *name)
{
    LLVMSetValueName2(function, name, strlen(name));
    LLVMSetLinkage(function, LLVMExternalLinkage);
}

LLVMTypeRef instrument_byval(LLVMValueRef function, unsigned index)
{
    LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(function, index + 1, LLVMGetEnumAttributeKindForName("byval", 5));
    return a ? LLVMGetTypeAttributeValue(a) : NULL;
}

/* The same function in this module. NULL: it has none, as a function of the library. */
static LLVMValueRef counterpart(const instrumenter *n, LLVMValueRef function)
{
    size_t length;
    LLVMValueRef own = LLVMGetNamedFunction(n->module, LLVMGetValueName2(function, &length));
    return own && !LLVMIsDeclaration(own) ? own : NULL;
}

static bool find_parameter(const instrumenter *n, unsigned index, uint32_t *site)
{
    LLVMValueRef param = LLVMGetParam(n->t->plan.entry, index);
    for (*site = 0; *site < n->t->replay.sites.size; ++*site)
        if (n->t->replay.sites.data[*site].kind == SITE_PARAMETER && n->t->replay.sites.data[*site].where == param) return true;
    return false;
}

/* What the new main has got itself, for what a program's main gets from the system; something unset for everything else. */
static LLVMValueRef argument_for(instrumenter *n, LLVMValueRef caller, bool is_main, unsigned index)
{
    LLVMValueRef param = LLVMGetParam(n->entry, index);
    LLVMTypeRef byval = instrument_byval(n->entry, index);
    uint32_t site;
    bool is_asked = find_parameter(n, index, &site);
    if (is_main && index < 3 && LLVMTypeOf(param) == LLVMTypeOf(LLVMGetParam(caller, index))) {
        if (is_asked) instrument_any(n, site, LLVMTypeOf(param)); /* the program is started with as many arguments, and what it finds there */
        return LLVMGetParam(caller, index);
    }
    if (!is_asked) return LLVMConstNull(LLVMTypeOf(param));
    if (!byval) return instrument_any(n, site, LLVMTypeOf(param));
    LLVMValueRef home = LLVMBuildAlloca(n->builder, byval, "");
    call_unset(n, site, home, number(n->i64, instrument_size(n, byval)));
    return home;
}

/* A compiler leaves out a call of a function with the attribute `pure` or `const` if nobody uses the result. */
static void expect_effects(LLVMValueRef function)
{
    static const char *const NAMES[] = {"memory", "willreturn"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        LLVMRemoveEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, LLVMGetEnumAttributeKindForName(NAMES[i], strlen(NAMES[i])));
}

static void call_entry(instrumenter *n, LLVMValueRef caller, bool is_main)
{
    LLVMValueRef entry = n->entry;
    if (!is_main) expect_effects(entry);
    unsigned count = LLVMCountParams(entry);
    LLVMValueRef *args = alloc_zeroed(count + 1, sizeof(LLVMValueRef));
    for (unsigned i = 0; i < count; i++) args[i] = argument_for(n, caller, is_main, i);
    LLVMValueRef result = instrument_call(n, entry, args, count);
    for (unsigned i = 0; i < count; i++) {
        LLVMTypeRef byval = instrument_byval(entry, i);
        unsigned kind = LLVMGetEnumAttributeKindForName("byval", 5);
        if (byval) LLVMAddCallSiteAttribute(result, i + 1, LLVMCreateTypeAttribute(n->context, kind, byval));
    }
    LLVMBuildRet(n->builder, is_main && LLVMTypeOf(result) == n->i32 ? result : number(n->i32, 0));
    free(args);
}

static LLVMValueRef named(const instrumenter *n, LLVMValueRef (*find)(LLVMModuleRef, const char *), LLVMValueRef v)
{
    size_t length;
    return find(n->module, LLVMGetValueName2(v, &length));
}

/* Sets the variables that are only declared, and calls the entry. What is at addresses, the harness has placed there. */
static void add_main(instrumenter *n)
{
    size_t length;
    LLVMValueRef entry = n->entry, other = LLVMGetNamedFunction(n->module, "main");
    bool is_main = strcmp(LLVMGetValueName2(entry, &length), "main") == 0;
    if (other) rename_function(other, is_main ? "latch_program_main" : "latch_other_main");
    LLVMSetLinkage(entry, LLVMExternalLinkage);
    LLVMValueRef caller = instrument_declare(n, "main", n->i32, (LLVMTypeRef[]){n->i32, n->pointer, n->pointer}, 3);
    LLVMBasicBlockRef body = LLVMAppendBasicBlockInContext(n->context, caller, "");
    LLVMPositionBuilderAtEnd(n->builder, body);
    instrument_start_outside(n);
    for (uint32_t i = 0; i < n->t->replay.sites.size; i++)
        if (n->t->replay.sites.data[i].kind == SITE_GLOBAL || n->t->replay.sites.data[i].kind == SITE_OWN) define_global(n, i, named(n, LLVMGetNamedGlobal, n->t->replay.sites.data[i].where));
    for (uint32_t i = 0; i < n->t->replay.sites.size; i++)
        if (n->t->replay.sites.data[i].kind == SITE_ADDRESS) instrument_any(n, i, n->pointer);
    call_entry(n, caller, is_main);
}

static void mark_sites(instrumenter *n)
{
    const unset_site_vec *sites = &n->t->replay.sites;
    instrument_make_effects(n);
    for (uint32_t i = 0; i < sites->size; i++) {
        LLVMValueRef where = sites->data[i].where;
        switch (sites->data[i].kind) {
        case SITE_LOCAL: mark_home(n, i, where); break;
        case SITE_DECLARED: mark_local(n, i, plan_declared(where), where); break;
        case SITE_ALLOCATED: mark_allocation(n, i, where); break;
        case SITE_RESULT: define_function(n, i, named(n, LLVMGetNamedFunction, where)); break;
        case SITE_STRUCT: define_struct_function(n, i, named(n, LLVMGetNamedFunction, where)); break;
        case SITE_PARAMETER:
        case SITE_GLOBAL:
        case SITE_OWN:
        case SITE_ADDRESS: break; /* in the new main */
        case SITE_CHANGE:
        case SITE_GIVEN: break; /* where unseen functions do something */
        }
    }
    instrument_define_unseen(n);
    add_main(n);
}

/* ---- undefined behaviour ---- */

static LLVMValueRef overflows(instrumenter *n, LLVMValueRef inst, const char *intrinsic)
{
    LLVMTypeRef type = LLVMTypeOf(inst);
    LLVMValueRef f = LLVMGetIntrinsicDeclaration(n->module, LLVMLookupIntrinsicID(intrinsic, strlen(intrinsic)), &type, 1);
    LLVMValueRef both = instrument_call(n, f, (LLVMValueRef[]){LLVMGetOperand(inst, 0), LLVMGetOperand(inst, 1)}, 2);
    return LLVMBuildExtractValue(n->builder, both, 1, "");
}

static LLVMValueRef equals(instrumenter *n, LLVMValueRef a, LLVMValueRef b) { return LLVMBuildICmp(n->builder, LLVMIntEQ, a, b, ""); }

/* INT_MIN / -1 */
static LLVMValueRef quotient_overflows(instrumenter *n, LLVMValueRef inst)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(inst, 0));
    LLVMValueRef least = LLVMBuildShl(n->builder, number(type, 1), number(type, LLVMGetIntTypeWidth(type) - 1), "");
    LLVMValueRef is_least = equals(n, LLVMGetOperand(inst, 0), least), is_minus = equals(n, LLVMGetOperand(inst, 1), LLVMConstAllOnes(type));
    return LLVMBuildAnd(n->builder, is_least, is_minus, "");
}

static LLVMValueRef divides_badly(instrumenter *n, LLVMValueRef inst, bool is_signed, goal_kind kind)
{
    if (kind == GOAL_OVERFLOW) return quotient_overflows(n, inst);
    LLVMValueRef by_zero = equals(n, LLVMGetOperand(inst, 1), LLVMConstNull(LLVMTypeOf(LLVMGetOperand(inst, 1))));
    return is_signed ? LLVMBuildOr(n->builder, by_zero, quotient_overflows(n, inst), "") : by_zero;
}

static LLVMValueRef shifts_badly(instrumenter *n, LLVMValueRef inst)
{
    LLVMValueRef amount = translate_written_amount(inst);
    return LLVMBuildICmp(n->builder, LLVMIntUGE, amount, number(LLVMTypeOf(amount), LLVMGetIntTypeWidth(LLVMTypeOf(inst))), "");
}

/* div and its kin, whose quotient a sanitizer does not see. */
static bool is_division_call(LLVMValueRef inst)
{
    const char *name = plan_callee_name(inst);
    size_t length = strlen(name);
    return translate_is_bare_arithmetic(name) && length >= 3 && strcmp(name + length - 3, "div") == 0 && LLVMGetNumArgOperands(inst) == 2;
}

/* When the behaviour is undefined, if it is an operation that is checked for. */
static LLVMValueRef undefined_condition(instrumenter *n, LLVMValueRef inst, goal_kind *kind)
{
    *kind = strcmp(plan_callee_name(inst), "llvm.debugtrap") ? sanitizer_goals_kind(inst) : GOAL_ABORT; /* the signal comes behind it */
    if (*kind < GOAL_KINDS && translate_checks(n->t, *kind)) {
        LLVMPositionBuilderBefore(n->builder, inst);
        return number(n->i64, 1);
    }
    LLVMOpcode op = LLVMGetInstructionOpcode(inst);
    bool is_call = is_division_call(inst), is_sum = op == LLVMAdd || op == LLVMSub || op == LLVMMul, is_signed = op == LLVMSDiv || op == LLVMSRem || is_call;
    bool is_quotient = is_signed || op == LLVMUDiv || op == LLVMURem, is_shift = op == LLVMShl || op == LLVMLShr || op == LLVMAShr;
    bool only_overflow = is_signed && translate_checks(n->t, GOAL_OVERFLOW) && !translate_checks(n->t, GOAL_DIV);
    *kind = is_sum || only_overflow ? GOAL_OVERFLOW : is_quotient ? GOAL_DIV : GOAL_SHIFT;
    if (sanitizer_goals_is_own(inst)) return NULL;
    if (!(is_sum || is_quotient || is_shift) || !(translate_checks(n->t, *kind) || n->t->options->covers)) return NULL;
    if ((!is_call && LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMIntegerTypeKind) || (is_sum && !LLVMGetNSW(inst))) return NULL;
    LLVMPositionBuilderBefore(n->builder, inst);
    if (is_quotient) return divides_badly(n, inst, is_signed, *kind);
    if (is_shift) return shifts_badly(n, inst);
    return overflows(n, inst, op == LLVMAdd ? "llvm.sadd.with.overflow" : op == LLVMSub ? "llvm.ssub.with.overflow" : "llvm.smul.with.overflow");
}

/* The call is made always; the condition is its first argument. */
static void mark_operation(instrumenter *n, LLVMValueRef inst)
{
    goal_kind kind;
    LLVMValueRef bad = undefined_condition(n, inst, &kind);
    if (!bad) return;
    place where = c_module_place(n->t->cm, inst);
    LLVMValueRef args[] = {as_size(n, bad), LLVMBuildGlobalStringPtr(n->builder, goal_kind_name(kind), ""),
                           LLVMBuildGlobalStringPtr(n->builder, where.file ? where.file : "", ""), number(n->i32, where.line), number(n->i32, where.column)};
    instrument_call(n, n->undefined, args, 5);
}

static void mark_operations(instrumenter *n)
{
    llvm_value_vec all;
    llvm_value_vec_init(&all);
    for (size_t i = 0; i < n->t->plan.functions.size; i++) {
        LLVMValueRef f = counterpart(n, n->t->plan.functions.data[i].function);
        for (LLVMBasicBlockRef b = f ? LLVMGetFirstBasicBlock(f) : NULL; b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst))
                llvm_value_vec_push(&all, inst);
    }
    for (size_t i = 0; i < all.size; i++) mark_operation(n, all.data[i]);
    llvm_value_vec_release(&all);
}

/* ---- coverage ---- */

static void call_cover(instrumenter *n, goal g, LLVMValueRef condition)
{
    instrument_call(n, n->cover, (LLVMValueRef[]){number(n->i32, g.id), condition ? as_size(n, condition) : number(n->i64, 1)}, 2);
}

static void mark_block(instrumenter *n, const cover_site *s)
{
    LLVMValueRef inst = LLVMGetFirstInstruction(s->to);
    while (LLVMIsAPHINode(inst)) inst = LLVMGetNextInstruction(inst); /* before its variables appear: the run may end here */
    LLVMPositionBuilderBefore(n->builder, inst);
    call_cover(n, s->goal, NULL);
}

/* A switch goes to its default unless there is a case for the value. */
static LLVMValueRef switch_goes_to(instrumenter *n, LLVMValueRef end, LLVMBasicBlockRef to)
{
    LLVMValueRef decider = LLVMGetOperand(end, 0), found = NULL;
    bool by_default = LLVMGetSuccessor(end, 0) == to;
    for (unsigned i = 1; i < LLVMGetNumSuccessors(end); i++) {
        if ((LLVMGetSuccessor(end, i) == to) == by_default) continue;
        LLVMValueRef matches = equals(n, decider, LLVMGetOperand(end, 2 * i));
        found = found ? LLVMBuildOr(n->builder, found, matches, "") : matches;
    }
    if (!found) found = LLVMConstInt(LLVMInt1TypeInContext(n->context), !by_default, 0);
    return by_default ? LLVMBuildNot(n->builder, found, "") : found;
}

static void mark_edge(instrumenter *n, const cover_site *s)
{
    LLVMValueRef end = LLVMGetBasicBlockTerminator(s->from);
    LLVMPositionBuilderBefore(n->builder, end);
    if (LLVMIsASwitchInst(end)) call_cover(n, s->goal, switch_goes_to(n, end, s->to));
    else if (LLVMGetSuccessor(end, 0) == s->to) call_cover(n, s->goal, LLVMGetCondition(end));
    else call_cover(n, s->goal, LLVMBuildNot(n->builder, LLVMGetCondition(end), ""));
}

static void mark_call(instrumenter *n, const cover_site *s)
{
    LLVMPositionBuilderBefore(n->builder, s->call);
    LLVMValueRef argument = s->if_false ? LLVMGetOperand(s->call, 0) : NULL;
    call_cover(n, s->goal, argument ? equals(n, argument, LLVMConstNull(LLVMTypeOf(argument))) : NULL);
}

static void mark_covers(instrumenter *n)
{
    const cover_site_vec *sites = &n->t->replay.covers;
    for (size_t i = 0; i < sites->size; i++) {
        if (sites->data[i].call) mark_call(n, &sites->data[i]);
        else if (sites->data[i].from) mark_edge(n, &sites->data[i]);
        else mark_block(n, &sites->data[i]);
    }
}

/* clang looks at memory accesses of bitcode in such functions only. */
static void allow_sanitizer(instrumenter *n)
{
    static const char NAME[] = "sanitize_address";
    LLVMAttributeRef a = LLVMCreateEnumAttribute(n->context, LLVMGetEnumAttributeKindForName(NAME, sizeof NAME - 1), 0);
    for (size_t i = 0; i < n->t->plan.functions.size; i++) {
        LLVMValueRef f = counterpart(n, n->t->plan.functions.data[i].function);
        if (f) LLVMAddAttributeAtIndex(f, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, a);
    }
}

void instrument_module(const translator *t, text *out)
{
    LLVMContextRef context = t->cm->context;
    instrumenter n = {.t = t, .module = c_module_source(t->cm), .context = context, .builder = LLVMCreateBuilderInContext(context)};
    n.entry = LLVMGetNamedFunction(n.module, t->options->entry);
    n.i32 = LLVMInt32TypeInContext(context);
    n.i64 = LLVMInt64TypeInContext(context);
    n.pointer = LLVMPointerTypeInContext(context, 0);
    n.nothing = LLVMVoidTypeInContext(context);
    n.unset = instrument_declare(&n, "latch_unset", n.nothing, (LLVMTypeRef[]){n.i32, n.pointer, n.i64}, 3);
    n.supply = instrument_declare(&n, "latch_supply", n.nothing, (LLVMTypeRef[]){n.i32, n.pointer, n.i64}, 3);
    n.placed = instrument_declare(&n, "latch_placed", n.nothing, (LLVMTypeRef[]){n.i32, n.pointer, n.i64}, 3);
    n.allocated = instrument_declare(&n, "latch_allocated", n.pointer, (LLVMTypeRef[]){n.i32, n.pointer, n.i64}, 3);
    n.reallocate = instrument_declare(&n, "latch_reallocate", n.pointer, (LLVMTypeRef[]){n.i32, n.pointer, n.i64}, 3);
    n.undefined = instrument_declare(&n, "latch_undefined", n.nothing, (LLVMTypeRef[]){n.i64, n.pointer, n.pointer, n.i32, n.i32}, 5);
    n.cover = instrument_declare(&n, "latch_cover", n.nothing, (LLVMTypeRef[]){n.i32, n.i64}, 2);
    mark_operations(&n);
    mark_covers(&n);
    mark_sites(&n);
    instrument_scopes(&n);
    allow_sanitizer(&n);
    LLVMDisposeBuilder(n.builder);
    char *message = NULL;
    if (!LLVMVerifyModule(n.module, LLVMReturnStatusAction, &message)) {
        LLVMMemoryBufferRef bitcode = LLVMWriteBitcodeToMemoryBuffer(n.module);
        text_add(out, LLVMGetBufferStart(bitcode), LLVMGetBufferSize(bitcode));
        LLVMDisposeMemoryBuffer(bitcode);
    }
    LLVMDisposeMessage(message);
}

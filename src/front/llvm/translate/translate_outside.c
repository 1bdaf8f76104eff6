/* What unseen functions change. What they can reach is known for the whole run (memory.h); but a local variable whose address has not gone
 * anywhere yet, on any way to the call, is not within their reach at this call. */

#include "base/real_library.h"
#include "front/llvm/translate/translate.h"
#include "front/llvm/library/unseen.h"
#include "front/llvm/module/linker_symbols.h"

/* ---- where addresses go ---- */

static bool is_copy_of_contents(LLVMValueRef user)
{
    const char *name = plan_callee_name(user);
    return strncmp(name, "llvm.mem", 8) == 0 || strncmp(name, "llvm.dbg", 8) == 0 || plan_is_lifetime(user);
}

/* The instructions by which the address of the variable, or of a part of it, goes anywhere. */
static void list_escapes(LLVMValueRef variable, llvm_value_vec *out)
{
    llvm_value_vec todo;
    llvm_value_vec_init(&todo);
    llvm_value_vec_push(&todo, variable);
    while (todo.size) {
        LLVMValueRef address = llvm_value_vec_pop(&todo);
        for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (LLVMIsAGetElementPtrInst(user)) llvm_value_vec_push(&todo, user);
            else if (LLVMIsAStoreInst(user) ? LLVMGetOperand(user, 0) == address : !LLVMIsALoadInst(user) && !LLVMIsAICmpInst(user) && !is_copy_of_contents(user))
                llvm_value_vec_push(out, user);
        }
    }
    llvm_value_vec_release(&todo);
}

static bool comes_before(LLVMValueRef a, LLVMValueRef b)
{
    for (LLVMValueRef i = LLVMGetNextInstruction(a); i; i = LLVMGetNextInstruction(i))
        if (i == b) return true;
    return false;
}

/* The blocks from which there is a way to the start of the instruction's own. */
static void list_blocks_before(LLVMValueRef inst, object_map *out)
{
    LLVMBasicBlockRef here = LLVMGetInstructionParent(inst);
    bool grows = true;
    while (grows) {
        grows = false;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(LLVMGetBasicBlockParent(here)); b; b = LLVMGetNextBasicBlock(b)) {
            LLVMValueRef end = LLVMGetBasicBlockTerminator(b);
            bool leads = false;
            for (unsigned i = 0; i < LLVMGetNumSuccessors(end) && !leads; i++) {
                LLVMBasicBlockRef next = LLVMGetSuccessor(end, i);
                leads = next == here || object_map_find(out, LLVMBasicBlockAsValue(next));
            }
            bool added = false;
            if (leads) object_map_put(out, LLVMBasicBlockAsValue(b), &added);
            grows |= added;
        }
    }
}

static bool is_private(LLVMValueRef variable, LLVMValueRef inst, const object_map *before)
{
    llvm_value_vec escapes;
    llvm_value_vec_init(&escapes);
    list_escapes(variable, &escapes);
    bool ok = true;
    for (size_t i = 0; i < escapes.size && ok; i++) {
        LLVMValueRef e = escapes.data[i];
        ok = e != inst && LLVMIsAInstruction(e) && !object_map_find(before, LLVMBasicBlockAsValue(LLVMGetInstructionParent(e)));
        if (ok && LLVMGetInstructionParent(e) == LLVMGetInstructionParent(inst)) ok = !comes_before(e, inst);
    }
    llvm_value_vec_release(&escapes);
    return ok;
}

/* The local variable that all of the region is part of; NULL if there is none, or it may be there several times. */
static LLVMValueRef owner_of(const translator *t, region r)
{
    const function_info *f = &t->plan.functions.data[t->current];
    LLVMValueRef only = NULL;
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    bool is_foreign = memory_node_objects(t->mem, memory_node_around(t->mem, r), &objects);
    if (memory_region(t->mem, r)->kind == REGION_VARIABLE) only = memory_region(t->mem, r)->object;
    else if (!is_foreign && objects.size == 1) only = objects.data[0].value;
    memory_object_vec_release(&objects);
    bool is_own = only && LLVMIsAAllocaInst(only) && LLVMGetBasicBlockParent(LLVMGetInstructionParent(only)) == f->function;
    return is_own && !f->is_recursive && !plan_is_dynamic_alloca(only) ? only : NULL;
}

/* The call of the unseen function, which gets its arguments; NULL if it is not found. `call` is that, or the mark before it. */
static LLVMValueRef unseen_call(LLVMValueRef call)
{
    LLVMValueRef called = LLVMGetCalledValue(call);
    if (!LLVMIsAFunction(called) || strcmp(plan_callee_name(call), UNSEEN_EFFECTS) != 0) return call;
    for (LLVMValueRef i = LLVMGetNextInstruction(call); i; i = LLVMGetNextInstruction(i))
        if (LLVMIsACallInst(i) && LLVMIsAFunction(LLVMGetCalledValue(i)) && unseen_has_effects(LLVMGetCalledValue(i))) return i;
    return NULL;
}

/* Regions that a call here may change, and those that are not yet within reach. */
static void divide(const translator *t, LLVMValueRef call, u32_vec *changed, u32_vec *kept)
{
    enum { MOST_BLOCKS = 2000 };
    LLVMValueRef inst = unseen_call(call);
    bool is_large = !inst || LLVMCountBasicBlocks(t->plan.functions.data[t->current].function) > MOST_BLOCKS;
    u32_vec all;
    u32_vec_init(&all);
    memory_outside_regions(t->mem, &all);
    object_map before;
    object_map_init(&before);
    if (!is_large) list_blocks_before(inst, &before);
    for (size_t i = 0; i < all.size; i++) {
        if (!t->plan.regions[all.data[i]].user) continue;
        LLVMValueRef variable = is_large || t->plan.regions[all.data[i]].has_origin ? NULL : owner_of(t, (region){all.data[i]});
        u32_vec_push(variable && is_private(variable, inst, &before) ? kept : changed, all.data[i]);
    }
    object_map_release(&before);
    u32_vec_release(&all);
}

/* ---- calls ---- */

void outside_changes(translator *t, LLVMValueRef call)
{
    u32_vec changed, kept;
    u32_vec_init(&changed);
    u32_vec_init(&kept);
    divide(t, call, &changed, &kept);
    unset_outside(t, &changed, UNSET_BEFORE);
    for (size_t i = 0; i < changed.size; i++) region_havoc(t, (region){changed.data[i]}, PROGRAM_UNSEEN);
    unset_outside(t, &changed, UNSET_CHANGE);
    u32_vec_release(&changed);
    u32_vec_release(&kept);
}

/* The procedure changes all; what is not within reach is as before when it is back. */
void outside_call(translator *t, LLVMValueRef call, proc effects)
{
    u32_vec changed, kept;
    u32_vec_init(&changed);
    u32_vec_init(&kept);
    divide(t, call, &changed, &kept);
    term_vec saved;
    term_vec_init(&saved);
    translate_retire(t, TERM_NONE);
    for (size_t i = 0; i < kept.size && !translate_failed(t); i++) {
        term symbol = memory_use(t, (region){kept.data[i]})->symbol;
        const var_info *v = program_var(t->p, symbol);
        var_info info = {.owner = t->proc, .place = t->here, .width = v->width, .is_signed = v->is_signed, .is_pointer = v->is_pointer, .low = v->low, .high = v->high};
        term_vec_push(&saved, program_add_var(t->p, "kept", term_sort(t->ts, symbol), &info));
        translate_assign(t, saved.data[i], symbol);
    }
    translate_add(t, (stmt){.kind = STMT_CALL, .target = TERM_NONE, .value = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE, .callee = effects});
    for (size_t i = 0; i < saved.size; i++) translate_assign(t, memory_use(t, (region){kept.data[i]})->symbol, saved.data[i]);
    term_vec_release(&saved);
    u32_vec_release(&changed);
    u32_vec_release(&kept);
}

/* ---- pointers that are there at the start ---- */

static bool has_pointer(LLVMTypeRef type)
{
    switch (LLVMGetTypeKind(type)) {
    case LLVMPointerTypeKind: return true;
    case LLVMArrayTypeKind: return has_pointer(LLVMGetElementType(type));
    case LLVMStructTypeKind:
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            if (has_pointer(LLVMStructGetTypeAtIndex(type, i))) return true;
        return false;
    default: return false;
    }
}

static bool gets_pointers(LLVMValueRef entry)
{
    unsigned byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    for (unsigned i = 0; i < LLVMCountParams(entry); i++) {
        LLVMAttributeRef copy = LLVMGetEnumAttributeAtIndex(entry, i + 1, byval);
        if (has_pointer(copy ? LLVMGetTypeAttributeValue(copy) : LLVMTypeOf(LLVMGetParam(entry, i)))) return true;
    }
    return false;
}

/* Defined elsewhere, or an input, and not the C library's. */
static bool finds_pointers(const translator *t)
{
    size_t length;
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->cm->module); g; g = LLVMGetNextGlobal(g))
        if (LLVMIsDeclaration(g) && LLVMGetFirstUse(g) && !real_library_has(LLVMGetValueName2(g, &length)) && has_pointer(LLVMGlobalGetValueType(g))) return true;
    return false;
}

static void doubt_symbol(translator *t, LLVMValueRef symbol, const char *why)
{
    if (!symbol) return;
    size_t length;
    text what;
    text_init(&what);
    text_printf(&what, "`%s` %s", LLVMGetValueName2(symbol, &length), why);
    program_set_doubt(t->p, t->here, what.data);
    text_release(&what);
}

void outside_note_linker(translator *t)
{
    doubt_symbol(t, linker_symbol_used(t->cm->module), "is a symbol of the linker: what is at its address is not known");
    doubt_symbol(t, LLVMGetFirstGlobalIFunc(t->cm->module), "is a function that is chosen when the program is loaded (ifunc)");
}

/* The points-to analysis takes them apart until the program lets them meet. */
void outside_note_pointers(translator *t)
{
    bool is_main = strcmp(t->options->entry, "main") == 0;
    if ((!is_main && gets_pointers(t->plan.entry)) || finds_pointers(t))
        translate_assumption(t, "pointers in parameters and in variables from outside lead to no object of the program, and no two of them to one object unless the program itself mixes them");
}

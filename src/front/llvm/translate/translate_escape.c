/* Looking ahead for origins: what is freed, and which local variables may be gone while there are pointers to them.
 *
 * A pointer to a local variable of f is dangling only if something that outlives f's activation holds it. So it is enough that no
 * function from which f can be called has a value that may point to the variable, and that only plain local variables of
 * other functions hold such pointers: then the variable cannot end too early. For a variable of an inner scope, f itself counts
 * as one of those functions, but for its variables of that scope and of those within, which end no later. Others get a new address whenever they come to life, so that pointers to the one before are told. */

#include "front/llvm/translate/translate.h"

#include <llvm-c/DebugInfo.h>

/* A copy is neither the object's name nor an element of it; one that is kept stays a value from one block to the next. */
enum { HAS_VALUE = 1, HAS_COPY = 2, HAS_KEPT = 4 };

bool escape_is_unreturning(const translator *t, uint32_t function) { return function == 0 && !t->plan.functions.data[0].is_called; }

static bool frees_argument(const char *name)
{
    static const char *const NAMES[] = {"free", "cfree", "realloc", "reallocarray"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        if (strcmp(name, NAMES[i]) == 0) return true;
    }
    return false;
}

static void note_frees(translator *t, LLVMValueRef call, llvm_value_vec *callees)
{
    callees->size = 0;
    plan_callees(t, call, callees);
    for (size_t i = 0; i < callees->size; i++) {
        size_t length;
        if (!frees_argument(LLVMGetValueName2(callees->data[i], &length)) || !LLVMGetNumArgOperands(call)) continue;
        uint32_t node = memory_node_of(t->mem, LLVMGetOperand(call, 0));
        if (node != MEMORY_NO_NODE) t->plan.nodes[node].is_freed = true;
    }
}

/* clang has made it without optimisation: values other than those of `? :` and its kin are used in the expression that computes them. */
static bool is_unoptimised(LLVMValueRef function)
{
    static const char OPTNONE[] = "optnone";
    unsigned kind = LLVMGetEnumAttributeKindForName(OPTNONE, sizeof OPTNONE - 1);
    return LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind) != NULL;
}

static void note_value(translator *t, uint32_t function, LLVMValueRef v)
{
    uint32_t node = address_flow_node(t, v);
    if (node == MEMORY_NO_NODE) return;
    bool is_name = LLVMIsAAllocaInst(v) || LLVMIsAGetElementPtrInst(v);
    uint32_t use = is_name ? HAS_VALUE : HAS_VALUE | HAS_COPY;
    if (LLVMIsAPHINode(v) || !is_unoptimised(t->plan.functions.data[function].function)) use |= HAS_KEPT;
    *u64_map_put(&t->plan.users, (uint64_t)node << 32 | function, NULL) |= use;
}

static void note_function(translator *t, uint32_t index, llvm_value_vec *callees)
{
    LLVMValueRef f = t->plan.functions.data[index].function;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            if (LLVMGetTypeKind(LLVMTypeOf(inst)) != LLVMVoidTypeKind) note_value(t, index, inst);
            if (LLVMIsACallInst(inst) && !LLVMIsAInlineAsm(LLVMGetCalledValue(inst))) note_frees(t, inst, callees);
        }
    }
    for (unsigned i = 0; i < LLVMCountParams(f); i++) note_value(t, index, LLVMGetParam(f, i));
}

static void note_holders(translator *t)
{
    t->plan.next_holder = alloc_zeroed(t->plan.n_regions + 1, sizeof *t->plan.next_holder);
    for (uint32_t r = 0; r < t->plan.n_regions; r++) {
        const region_info *info = memory_region(t->mem, (region){r});
        uint32_t node = memory_node_in(t->mem, (region){r});
        bool is_local = info->kind == REGION_VARIABLE && LLVMIsAAllocaInst(info->object);
        if (node == MEMORY_NO_NODE && is_local) node = address_flow_node_stored(t, info->object);
        if (node == MEMORY_NO_NODE) continue;
        t->plan.next_holder[r] = t->plan.nodes[node].first_holder;
        t->plan.nodes[node].first_holder = r + 1;
    }
}

/* Its address is stored, passed or returned, not only accessed and compared. */
bool escape_is_passed_on(LLVMValueRef object)
{
    llvm_value_vec todo;
    llvm_value_vec_init(&todo);
    llvm_value_vec_push(&todo, object);
    bool ok = true;
    while (ok && todo.size) {
        LLVMValueRef v = llvm_value_vec_pop(&todo);
        for (LLVMUseRef u = LLVMGetFirstUse(v); ok && u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            bool is_target = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != v;
            bool is_gep = LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == v;
            bool is_block = LLVMIsAMemCpyInst(user) || LLVMIsAMemSetInst(user) || LLVMIsAMemMoveInst(user);
            if (is_gep) llvm_value_vec_push(&todo, user);
            else ok = is_target || is_block || LLVMIsALoadInst(user) || LLVMIsAICmpInst(user) || plan_is_lifetime(user);
        }
    }
    llvm_value_vec_release(&todo);
    return !ok;
}

/* Nothing but the return happens after this. */
static bool is_at_return(LLVMValueRef inst)
{
    for (inst = LLVMGetNextInstruction(inst); inst; inst = LLVMGetNextInstruction(inst)) {
        if (LLVMIsAReturnInst(inst)) return true;
        bool is_plain_load = LLVMIsALoadInst(inst) && LLVMIsAAllocaInst(LLVMGetOperand(inst, 0));
        if (!is_plain_load && !plan_is_lifetime(inst)) return false;
    }
    return false;
}

/* Where the stack is saved before an array of variable size that comes first in its scope: the variable that holds it; or NULL. */
static LLVMValueRef saved_stack(LLVMValueRef array)
{
    LLVMValueRef store = LLVMGetPreviousInstruction(array);
    bool is_store = store && LLVMIsAStoreInst(store) && text_begins_with(plan_callee_name(LLVMGetOperand(store, 0)), "llvm.stacksave");
    return is_store ? LLVMGetOperand(store, 1) : NULL;
}

bool escape_is_restored(LLVMValueRef object, LLVMValueRef restore)
{
    LLVMValueRef from = LLVMGetOperand(restore, 0), saved = saved_stack(object);
    return saved && LLVMIsALoadInst(from) && LLVMGetOperand(from, 0) == saved;
}

/* The call of llvm.stackrestore that takes what this loads; or NULL. */
static LLVMValueRef restore_of(LLVMValueRef load)
{
    LLVMUseRef use = LLVMIsALoadInst(load) ? LLVMGetFirstUse(load) : NULL;
    LLVMValueRef user = use ? LLVMGetUser(use) : NULL;
    return user && text_begins_with(plan_callee_name(user), "llvm.stackrestore") ? user : NULL;
}

static bool is_restored_early(LLVMValueRef saved)
{
    for (LLVMUseRef u = LLVMGetFirstUse(saved); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef restore = restore_of(LLVMGetUser(u));
        if (restore && !is_at_return(restore)) return true;
    }
    return false;
}

/* The scope of a local variable ends somewhere else than where its function returns. */
bool escape_has_inner_scope(LLVMValueRef object)
{
    LLVMValueRef saved = saved_stack(object);
    if (saved) return is_restored_early(saved);
    for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!plan_is_lifetime(user) || !text_begins_with(plan_callee_name(user), "llvm.lifetime.end")) continue;
        if (!is_at_return(user)) return true;
    }
    return false;
}

/* Marks the functions from which f can be called (not f itself, unless it is recursive). */
static void mark_callers(const translator *t, uint32_t f, bool *outlives)
{
    u32_vec todo;
    u32_vec_init(&todo);
    u32_vec_push(&todo, f);
    while (todo.size) {
        uint32_t g = u32_vec_pop(&todo);
        const u32_vec *callers = &t->plan.functions.data[g].callers;
        for (size_t i = 0; i < callers->size; i++) {
            uint32_t h = callers->data[i];
            if (outlives[h]) continue;
            outlives[h] = true;
            u32_vec_push(&todo, h);
        }
    }
    u32_vec_release(&todo);
}

/* The scope of a local variable in the source: a block, or its function; NULL if that is not known. */
static LLVMMetadataRef declared_scope(LLVMValueRef object)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(object));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            if (plan_declared(inst) == object) return LLVMDIVariableGetScope(LLVMValueAsMetadata(LLVMGetOperand(inst, 1)));
        }
    }
    return NULL;
}

/* Whether a variable of the same function is there only while the object is: it is declared in the object's block, or in one within. */
static bool ends_with(const translator *t, LLVMValueRef variable, LLVMValueRef object)
{
    if (!LLVMIsAAllocaInst(variable) || plan_is_dynamic_alloca(variable)) return false;
    LLVMMetadataRef outer = declared_scope(object), scope = declared_scope(variable);
    while (outer && scope && scope != outer) scope = c_module_scope_around(t->cm, scope);
    return outer && scope;
}

/* Something that outlives the object may hold a pointer to it. `is_inner`: its own function f does so only as the object is of an inner scope. */
static bool is_held(const translator *t, LLVMValueRef object, const bool *outlives, bool is_inner)
{
    uint32_t node = memory_node_of(t->mem, object), f = plan_owner(t, object) - 1;
    for (uint32_t i = 0; i < t->plan.functions.size; i++) {
        if (!outlives[i]) continue;
        const uint32_t *use = u64_map_find(&t->plan.users, (uint64_t)node << 32 | i);
        uint32_t counts = i != f ? HAS_VALUE : is_inner ? HAS_KEPT : HAS_COPY;
        if (use && (*use & counts)) return true;
    }
    for (uint32_t r = t->plan.nodes[node].first_holder; r; r = t->plan.next_holder[r - 1]) {
        const region_info *info = memory_region(t->mem, (region){r - 1});
        uint32_t owner = info->kind == REGION_VARIABLE ? plan_owner(t, info->object) : 0;
        if (!owner) return true;
        if (outlives[owner - 1] && !(owner - 1 == f && is_inner && ends_with(t, info->object, object))) return true;
    }
    return false;
}

/* `is_inner`: of an inner scope. */
static bool local_ends(const translator *t, LLVMValueRef object, bool is_inner)
{
    uint32_t owner = plan_owner(t, object), node = memory_node_of(t->mem, object);
    if (!owner || node == MEMORY_NO_NODE || !escape_is_passed_on(object)) return false;
    uint32_t f = owner - 1;
    bool *outlives = alloc_zeroed(t->plan.functions.size, sizeof *outlives);
    mark_callers(t, f, outlives);
    bool is_recursive = outlives[f]; /* it is its own caller */
    outlives[f] = is_recursive || is_inner;
    bool ends = (outlives[f] || !escape_is_unreturning(t, f)) && is_held(t, object, outlives, is_inner && !is_recursive);
    free(outlives);
    return ends;
}

bool escape_ends(const translator *t, LLVMValueRef object) { return object_map_find(&t->plan.ending, object) != NULL; }

static void note_local(translator *t, LLVMValueRef object)
{
    if (!translate_checks(t, GOAL_POINTER)) return;
    if (local_ends(t, object, LLVMIsAAllocaInst(object) && escape_has_inner_scope(object)))
        *object_map_put(&t->plan.ending, object, NULL) = 1;
}

static bool has_scope(LLVMValueRef object) { return saved_stack(object) || plan_has_lifetime(object); }

static bool is_declared_in_block(LLVMValueRef declaration)
{
    LLVMMetadataRef scope = LLVMDIVariableGetScope(LLVMValueAsMetadata(LLVMGetOperand(declaration, 1)));
    return scope && LLVMGetMetadataKind(scope) == LLVMDILexicalBlockMetadataKind;
}

static bool restores_stack(LLVMValueRef function)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            if (text_begins_with(plan_callee_name(inst), "llvm.stackrestore")) return true;
        }
    }
    return false;
}

/* An object without a name (a compound literal) that is used in the outermost block of its function. */
static bool is_used_in_function_scope(LLVMValueRef object)
{
    for (LLVMUseRef u = LLVMGetFirstUse(object); u; u = LLVMGetNextUse(u)) {
        LLVMMetadataRef where = LLVMInstructionGetDebugLoc(LLVMGetUser(u));
        LLVMMetadataRef scope = where ? LLVMDILocationGetScope(where) : NULL;
        if (scope && LLVMGetMetadataKind(scope) == LLVMDISubprogramMetadataKind) return true;
    }
    return false;
}

/* Memory from alloca is there until the function returns, unless the scope of an array of variable size ends around it. */
static bool lasts(LLVMValueRef object, LLVMValueRef declaration)
{
    if (plan_is_dynamic_alloca(object)) return !declaration && !restores_stack(LLVMGetBasicBlockParent(LLVMGetInstructionParent(object)));
    return declaration ? !is_declared_in_block(declaration) : is_used_in_function_scope(object);
}

/* Some variables of inner scopes have no marks: those that a jump goes past, a second array of variable size, compound literals and other
 * temporary objects, all in bitcode from elsewhere. */
static void note_unmarked(translator *t, LLVMValueRef object, LLVMValueRef declaration)
{
    if (!translate_checks(t, GOAL_POINTER) || has_scope(object)) return;
    if (declaration && !plan_is_dynamic_alloca(object) && !is_declared_in_block(declaration)) return;
    bool is_kept = lasts(object, declaration);
    if (is_kept && !plan_is_dynamic_alloca(object)) return;
    if (!local_ends(t, object, !is_kept)) return;
    place where = c_module_place(t->cm, declaration ? declaration : object);
    if (!where.file) where = c_module_function_place(t->cm, LLVMGetBasicBlockParent(LLVMGetInstructionParent(object)));
    program_set_gap(t->p, where, "where the scope of a local variable ends is not known");
}

static void find_declarations(LLVMValueRef function, object_map *out)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            LLVMValueRef declared = plan_declared(inst);
            if (declared) *object_map_put(out, declared, NULL) = (uint64_t)(uintptr_t)inst;
        }
    }
}

static void note_alloca(translator *t, const function_info *f, LLVMValueRef object, LLVMValueRef declaration)
{
    bool is_late = declaration && LLVMGetInstructionParent(declaration) != LLVMGetEntryBasicBlock(f->function);
    bool is_large = address_object_size(t, object) > MAX_FILLED;
    note_unmarked(t, object, declaration);
    note_local(t, object);
    if ((is_large && (is_late || f->is_called)) || escape_ends(t, object)) *object_map_put(&t->plan.moving, object, NULL) = 1;
}

static void note_locals(translator *t, const function_info *f)
{
    object_map declarations;
    object_map_init(&declarations);
    find_declarations(f->function, &declarations);
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f->function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            if (!LLVMIsAAllocaInst(inst)) continue;
            const uint64_t *declaration = object_map_find(&declarations, inst);
            note_alloca(t, f, inst, declaration ? (LLVMValueRef)(uintptr_t)*declaration : NULL);
        }
    }
    for (unsigned i = 0; i < LLVMCountParams(f->function); i++) {
        uint64_t size;
        if (translate_is_byval(t, f->function, i, &size)) note_local(t, LLVMGetParam(f->function, i));
    }
    object_map_release(&declarations);
}

void escape_plan(translator *t)
{
    if (!translate_tracks(t) && !address_flow_compares_locals(t->model.flow)) return;
    t->plan.nodes = alloc_zeroed(memory_node_count(t->mem) + 1, sizeof *t->plan.nodes);
    llvm_value_vec callees;
    llvm_value_vec_init(&callees);
    for (uint32_t i = 0; i < t->plan.functions.size; i++) {
        note_function(t, i, &callees);
        const u32_vec *called = &t->plan.functions.data[i].callees;
        for (size_t j = 0; j < called->size; j++) u32_vec_push(&t->plan.functions.data[called->data[j]].callers, i);
    }
    llvm_value_vec_release(&callees);
    note_holders(t);
    for (size_t i = 0; i < t->plan.functions.size && translate_tracks(t); i++) note_locals(t, &t->plan.functions.data[i]);
}

bool escape_may_dangle(const translator *t, LLVMValueRef object)
{
    assert(t->plan.nodes);
    if (translate_checks(t, GOAL_POINTER)) return escape_ends(t, object);
    bool is_inner = false;
    if (LLVMIsAAllocaInst(object)) {
        object_map declarations;
        object_map_init(&declarations);
        find_declarations(LLVMGetBasicBlockParent(LLVMGetInstructionParent(object)), &declarations);
        const uint64_t *declaration = object_map_find(&declarations, object);
        is_inner = !declaration || plan_is_dynamic_alloca(object) || is_declared_in_block((LLVMValueRef)(uintptr_t)*declaration);
        object_map_release(&declarations);
    }
    return local_ends(t, object, is_inner);
}

void escape_release(translator *t)
{
    free(t->plan.nodes);
    free(t->plan.next_holder);
    u64_map_release(&t->plan.users);
    object_map_release(&t->plan.moving);
    object_map_release(&t->plan.ending);
}

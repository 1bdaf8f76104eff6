/* Looking ahead, once: which functions belong to the program, which are recursive, who accesses which region of memory and how. */

#include "base/digraph.h"
#include "front/llvm/translate/assembly.h"
#include "front/llvm/translate/translate.h"
#include "front/llvm/library/unseen.h"

#include <stdlib.h>

uint32_t plan_function(const translator *t, LLVMValueRef function)
{
    const uint64_t *index = object_map_find(&t->plan.function_index, function);
    return index ? (uint32_t)*index : 0;
}

bool plan_is_dynamic_alloca(LLVMValueRef inst)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(inst));
    return !LLVMIsAConstantInt(LLVMGetOperand(inst, 0)) || LLVMGetInstructionParent(inst) != LLVMGetEntryBasicBlock(function);
}

LLVMValueRef plan_declared(LLVMValueRef inst)
{
    if (!LLVMIsADbgDeclareInst(inst)) return NULL;
    LLVMValueRef wrapped = LLVMGetOperand(inst, 0), inner = NULL;
    if (LLVMIsAValueAsMetadata(wrapped)) LLVMGetMDNodeOperands(wrapped, &inner);
    return inner && LLVMIsAAllocaInst(inner) ? inner : NULL;
}

bool plan_is_allocator(const char *name)
{
    static const char *const names[] = {"malloc", "calloc", "realloc", "aligned_alloc", "memalign", "valloc", "strdup", "alloca"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(name, names[i]) == 0) return true;
    }
    return false;
}

const char *plan_callee_name(LLVMValueRef inst)
{
    size_t length;
    LLVMValueRef called = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;
    return called && LLVMIsAFunction(called) ? LLVMGetValueName2(called, &length) : "";
}

bool plan_is_lifetime(LLVMValueRef user) { return strncmp(plan_callee_name(user), "llvm.lifetime.", 14) == 0; }

bool plan_has_lifetime(LLVMValueRef variable)
{
    for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u))
        if (plan_is_lifetime(LLVMGetUser(u))) return true;
    return false;
}

bool plan_callees(const translator *t, LLVMValueRef call, llvm_value_vec *out)
{
    LLVMValueRef called = LLVMGetCalledValue(call);
    while (LLVMIsAGlobalAlias(called)) called = LLVMAliasGetAliasee(called);
    if (LLVMIsAFunction(called)) {
        llvm_value_vec_push(out, called);
        return true;
    }
    size_t n_args = (size_t)LLVMGetNumArgOperands(call), count = 0, max = 16;
    bool complete;
    for (;; max *= 4) {
        llvm_value_vec_resize(out, max);
        complete = memory_callees(t->mem, called, n_args, out->data, max, &count);
        if (count < max) break;
    }
    out->size = count;
    return complete;
}

static void add_function(translator *t, LLVMValueRef function)
{
    bool added;
    uint64_t *index = object_map_put(&t->plan.function_index, function, &added);
    if (!added) return;
    function_info info = {.function = function, .proc = PROC_NONE};
    u32_vec_init(&info.regions);
    u32_vec_init(&info.callees);
    u32_vec_init(&info.callers);
    function_vec_push(&t->plan.functions, info);
    *index = t->plan.functions.size;
}

static void use_region(translator *t, region r)
{
    if (r.id == REGION_NONE.id) return;
    region_use *u = &t->plan.regions[r.id];
    uint32_t user = t->current + 1;
    if (u->user && u->user != user) u->several_users = true;
    u->user = user;
}

static void use_regions(translator *t, const u32_vec *touched, bool reads)
{
    for (size_t i = 0; i < touched->size; i++) {
        use_region(t, (region){touched->data[i]});
        t->plan.regions[touched->data[i]].keeps_bools = false;
        t->plan.regions[touched->data[i]].is_blurred = true;
        if (reads) t->plan.regions[touched->data[i]].reads_integers = t->plan.regions[touched->data[i]].reads_bits = true;
    }
}

static void use_pointee(translator *t, LLVMValueRef pointer, bool reads, bool reachable)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(t->mem, pointer, reachable, &touched);
    use_regions(t, &touched, reads);
    u32_vec_release(&touched);
}

static void use_outside(translator *t)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_outside_regions(t->mem, &touched);
    use_regions(t, &touched, true);
    u32_vec_release(&touched);
}

static void use_all(translator *t, LLVMValueRef pointer, bool reads) { use_pointee(t, pointer, reads, false); }

static void add_object(translator *t, LLVMValueRef pointer, uint8_t kind, bool reachable)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(t->mem, pointer, reachable, &touched);
    for (size_t i = 0; i < touched.size; i++) {
        region_use *u = &t->plan.regions[touched.data[i]];
        u->objects |= kind;
        u->n_objects++;
        if (kind != OBJECT_LOCAL) continue;
        if (u->owner && u->owner != t->current + 1) u->several_owners = true;
        u->owner = t->current + 1;
    }
    u32_vec_release(&touched);
}

static bool stores_bit(LLVMValueRef v)
{
    if (LLVMIsAConstantInt(v)) return LLVMConstIntGetZExtValue(v) <= 1;
    LLVMValueRef from = LLVMIsAZExtInst(v) ? LLVMGetOperand(v, 0) : v;
    return LLVMGetTypeKind(LLVMTypeOf(from)) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(from)) == 1;
}

static int stored_sign(LLVMValueRef v)
{
    if (LLVMIsAConstantInt(v)) return LLVMGetIntTypeWidth(LLVMTypeOf(v)) <= 64 && LLVMConstIntGetSExtValue(v) < 0 ? 1 : 0;
    if (LLVMIsASExtInst(v)) return 1;
    if (LLVMIsABinaryOperator(v)) {
        LLVMOpcode op = LLVMGetInstructionOpcode(v);
        if (op == LLVMAdd || op == LLVMSub || op == LLVMMul) return LLVMGetNSW(v) ? 1 : -1;
        if (op == LLVMSDiv || op == LLVMSRem || op == LLVMAShr) return 1;
        if (op == LLVMUDiv || op == LLVMURem || op == LLVMLShr) return -1;
    }
    return 0;
}

/* A load or store of a scalar or of an aggregate, whose parts may lie in any region of the node. */
static void plan_access(translator *t, LLVMValueRef inst, LLVMValueRef pointer, LLVMTypeRef type, LLVMValueRef stored)
{
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (type_is_aggregate(type)) {
        use_all(t, pointer, !stored);
        return;
    }
    region r = memory_access(t->mem, pointer, LLVMStoreSizeOfType(t->cm->layout, type));
    if (r.id == REGION_NONE.id) return;
    use_region(t, r);
    region_use *u = &t->plan.regions[r.id];
    u->is_stored |= stored != NULL;
    if (!stored) {
        if (!type_is_unknown(type)) u->reads_integers = true;
        if (!type_is_float(type)) u->reads_bits = true;
        if (kind == LLVMIntegerTypeKind) u->votes += value_usage(inst);
    } else if (kind == LLVMIntegerTypeKind) {
        u->votes += stored_sign(stored);
        if (!stores_bit(stored)) u->keeps_bools = false;
    } else {
        u->keeps_bools = false;
        u->holds_floats |= type_is_float(type);
    }
}

/* A call through a pointer may lead to an unseen function, and from there to callbacks. */
static void add_effects(translator *t)
{
    LLVMValueRef effects = LLVMGetNamedFunction(t->cm->module, UNSEEN_EFFECTS);
    if (!effects || LLVMIsDeclaration(effects)) return;
    add_function(t, effects);
    u32_vec_push(&t->plan.functions.data[t->current].callees, plan_function(t, effects) - 1);
}

static void plan_call(translator *t, LLVMValueRef call, llvm_value_vec *callees)
{
    callees->size = 0;
    bool complete = plan_callees(t, call, callees);
    bool defined = callees->size > 0, is_direct = LLVMIsAFunction(LLVMGetCalledValue(call)) != NULL, has_effects = !complete;
    const char *name = "";
    size_t length;
    for (size_t i = 0; i < callees->size; i++) {
        LLVMValueRef f = callees->data[i];
        if (LLVMIsDeclaration(f)) {
            defined = false;
            name = LLVMGetValueName2(f, &length);
            has_effects |= !is_direct && unseen_has_effects(f);
            continue;
        }
        add_function(t, f);
        u32_vec_push(&t->plan.functions.data[t->current].callees, plan_function(t, f) - 1);
        for (unsigned j = 0; j < LLVMCountParams(f); j++) {
            uint64_t size;
            if (!translate_is_byval(t, f, j, &size)) continue;
            use_all(t, LLVMGetParam(f, j), true);
            if (j < LLVMGetNumArgOperands(call)) use_all(t, LLVMGetOperand(call, j), true);
        }
    }
    if (has_effects) add_effects(t);
    if (has_effects || strcmp(name, UNSEEN_EFFECTS) == 0 || strcmp(name, UNSEEN_CHANGE) == 0) use_outside(t);
    if (defined && complete) return;
    if (strncmp(name, "llvm.dbg", 8) == 0 || plan_is_lifetime(call)) return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind) use_all(t, arg, true);
    }
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMPointerTypeKind) return;
    bool heap = plan_is_allocator(name);
    add_object(t, call, heap ? OBJECT_HEAP : OBJECT_UNKNOWN, !heap);
    if (heap && strcmp(name, "malloc") != 0) use_all(t, call, true);
}

static void plan_assembly(translator *t, LLVMValueRef call)
{
    assembly a;
    assembly_read(&a, call);
    for (size_t i = 0; i < a.operands.size; i++) {
        const assembly_operand *o = &a.operands.data[i];
        if (o->is_memory || assembly_is_way_out(&a, o)) use_pointee(t, o->argument, true, assembly_is_way_out(&a, o));
    }
    assembly_release(&a);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind) add_object(t, call, OBJECT_UNKNOWN, true);
}

static void plan_instruction(translator *t, LLVMValueRef inst, llvm_value_vec *callees)
{
    if (assembly_is_call(inst)) {
        plan_assembly(t, inst);
        return;
    }
    float_plan_instruction(t, inst);
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad: plan_access(t, inst, LLVMGetOperand(inst, 0), LLVMTypeOf(inst), NULL); break;
    case LLVMStore: {
        LLVMValueRef stored = LLVMGetOperand(inst, 0);
        plan_access(t, inst, LLVMGetOperand(inst, 1), LLVMTypeOf(stored), stored);
        break;
    }
    case LLVMAlloca: add_object(t, inst, OBJECT_LOCAL, false); break;
    case LLVMCall: plan_call(t, inst, callees); break;
    default: break;
    }
}

static void plan_functions(translator *t)
{
    uint8_t given = strcmp(t->options->entry, "main") == 0 ? OBJECT_ARGUMENT : OBJECT_UNKNOWN;
    llvm_value_vec callees;
    llvm_value_vec_init(&callees);
    add_function(t, t->plan.entry);
    for (size_t i = 0; i < t->plan.functions.size; i++) {
        t->current = (uint32_t)i;
        LLVMValueRef f = t->plan.functions.data[i].function;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b)) {
            for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
                plan_instruction(t, inst, &callees);
            }
        }
        for (unsigned j = 0; j < LLVMCountParams(f); j++) {
            LLVMValueRef p = LLVMGetParam(f, j);
            uint64_t size;
            if (translate_is_byval(t, f, j, &size)) add_object(t, p, OBJECT_LOCAL, false);
            else if (i == 0 && LLVMGetTypeKind(LLVMTypeOf(p)) == LLVMPointerTypeKind) add_object(t, p, given, true);
        }
    }
    llvm_value_vec_release(&callees);
}

static void find_recursion(translator *t)
{
    digraph calls;
    u32_vec component, is_cyclic;
    digraph_init(&calls);
    u32_vec_init(&component);
    u32_vec_init(&is_cyclic);
    for (size_t f = 0; f < t->plan.functions.size; f++) {
        digraph_add_node(&calls);
        const u32_vec *callees = &t->plan.functions.data[f].callees;
        for (size_t i = 0; i < callees->size; i++) digraph_add_edge(&calls, callees->data[i]);
    }
    digraph_components(&calls, 0, NULL, &component, &is_cyclic);
    for (size_t f = 0; f < t->plan.functions.size; f++) {
        if (component.data[f] == DIGRAPH_UNREACHED) continue;
        if (is_cyclic.data[component.data[f]]) t->plan.functions.data[f].is_recursive = true;
        const u32_vec *callees = &t->plan.functions.data[f].callees;
        for (size_t i = 0; i < callees->size; i++) t->plan.functions.data[callees->data[i]].is_called = true;
    }
    digraph_release(&calls);
    u32_vec_release(&component);
    u32_vec_release(&is_cyclic);
}

uint32_t plan_owner(const translator *t, LLVMValueRef object)
{
    if (LLVMIsAArgument(object)) return plan_function(t, LLVMGetParamParent(object));
    if (!LLVMIsAAllocaInst(object)) return 0;
    return plan_function(t, LLVMGetBasicBlockParent(LLVMGetInstructionParent(object)));
}

/* Where a region's variable lives: in one procedure if nobody else can get at it, otherwise it is global. */
static void place_region(translator *t, uint32_t id)
{
    region_use *u = &t->plan.regions[id];
    const region_info *info = memory_region(t->mem, (region){id});
    if (!u->user) return;
    if (info->kind == REGION_VARIABLE) {
        uint32_t owner = plan_owner(t, info->object);
        if (!owner) return;
        function_info *f = &t->plan.functions.data[owner - 1];
        u->is_local = !u->several_users && u->user == owner && (!f->is_recursive || !memory_needs_address(t->mem, info->object));
        if (LLVMIsAAllocaInst(info->object)) u32_vec_push(&f->regions, id);
        return;
    }
    if (u->objects != OBJECT_LOCAL || u->several_owners || u->several_users || u->user != u->owner) return;
    function_info *f = &t->plan.functions.data[u->owner - 1];
    if (f->is_recursive) return;
    u->is_local = true;
    u32_vec_push(&f->regions, id);
}

static bool is_weak(LLVMValueRef global)
{
    LLVMLinkage l = LLVMGetLinkage(global);
    return l == LLVMWeakAnyLinkage || l == LLVMWeakODRLinkage;
}

/* What is defined weakly in the files that are there is replaced by a definition in one that is not. */
static void assume_weak_stays(translator *t, LLVMValueRef global, place where)
{
    size_t length;
    if (is_weak(global)) program_add_assumption(t->p, where, "no other file defines `%s`, which is weak here", LLVMGetValueName2(global, &length));
}

static void assume_no_replacements(translator *t)
{
    for (size_t i = 0; i < t->plan.functions.size; i++) {
        LLVMValueRef function = t->plan.functions.data[i].function;
        assume_weak_stays(t, function, c_module_function_place(t->cm, function));
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->cm->module); g; g = LLVMGetNextGlobal(g))
        if (LLVMGetFirstUse(g)) assume_weak_stays(t, g, c_module_variable_place(t->cm, g));
}

bool plan_make(translator *t)
{
    t->plan.n_regions = memory_region_count(t->mem);
    t->plan.regions = alloc_zeroed(t->plan.n_regions + 1, sizeof *t->plan.regions);
    t->model.region_shadows = alloc_zeroed(t->plan.n_regions + 1, sizeof *t->model.region_shadows);
    t->model.region_stains = alloc_zeroed(t->plan.n_regions + 1, sizeof *t->model.region_stains);
    for (size_t i = 0; i < t->plan.n_regions; i++) {
        t->model.region_shadows[i] = t->model.region_stains[i] = TERM_NONE;
        t->plan.regions[i].symbol = TERM_NONE;
        t->plan.regions[i].keeps_bools = true;
    }
    plan_functions(t);
    float_plan(t);
    find_recursion(t);
    assume_no_replacements(t);
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->cm->module); g; g = LLVMGetNextGlobal(g)) {
        add_object(t, g, LLVMIsDeclaration(g) ? OBJECT_UNKNOWN : OBJECT_GLOBAL, LLVMIsDeclaration(g));
    }
    for (size_t i = 0; i < t->plan.n_regions; i++) place_region(t, (uint32_t)i);
    t->model.flow = address_flow_new(t);
    escape_plan(t);
    return !translate_failed(t);
}

void plan_release(translator *t)
{
    for (size_t i = 0; i < t->plan.functions.size; i++) {
        u32_vec_release(&t->plan.functions.data[i].regions);
        u32_vec_release(&t->plan.functions.data[i].callees);
        u32_vec_release(&t->plan.functions.data[i].callers);
    }
    function_vec_release(&t->plan.functions);
    object_map_release(&t->plan.function_index);
    free(t->plan.regions);
    free(t->model.region_shadows);
    free(t->model.region_stains);
    address_flow_free(t->model.flow);
    escape_release(t);
}

/* ---- reads before writes ---- */

bool plan_sets(const translator *t, LLVMValueRef inst, LLVMValueRef variable)
{
    if (!LLVMIsAStoreInst(inst) || LLVMGetOperand(inst, 1) != variable) return false;
    return LLVMStoreSizeOfType(t->cm->layout, LLVMTypeOf(LLVMGetOperand(inst, 0))) >= LLVMStoreSizeOfType(t->cm->layout, LLVMGetAllocatedType(variable));
}

static bool note_access(translator *t, LLVMValueRef user, LLVMValueRef variable)
{
    if (plan_is_lifetime(user)) return true;
    bool is_load = LLVMIsALoadInst(user), is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != variable;
    if (!is_load && !is_store) return false;
    if (is_store && !plan_sets(t, user, variable)) return true; /* the rest stays as it was */
    const value_entry *e = value_map_find(&t->emit.values, user);
    block_entry *b = block_map_put(&t->emit.blocks, LLVMGetInstructionParent(user), NULL);
    if (b->access_stamp != t->emit.stamp) {
        b->access_stamp = t->emit.stamp;
        b->first_access = UINT32_MAX;
        b->writes = false;
    }
    if (is_store) b->writes = true;
    if (e->position < b->first_access) {
        b->first_access = e->position;
        b->first_is_load = is_load;
    }
    return true;
}

/* Pushes a block from whose start a read can be reached without a write. */
static void push_exposed(translator *t, llvm_block_vec *todo, LLVMBasicBlockRef b)
{
    block_entry *e = block_map_put(&t->emit.blocks, b, NULL);
    if (e->stamp == t->emit.stamp) return;
    e->stamp = t->emit.stamp;
    llvm_block_vec_push(todo, b);
}

static bool writes_first(translator *t, LLVMBasicBlockRef b)
{
    const block_entry *e = block_map_find(&t->emit.blocks, b);
    return e && e->access_stamp == t->emit.stamp && e->writes;
}

static bool reaches_entry(translator *t, llvm_block_vec *todo, LLVMBasicBlockRef entry)
{
    while (todo->size) {
        LLVMBasicBlockRef b = llvm_block_vec_pop(todo);
        if (b == entry || t->emit.budget == 0) return true;
        for (LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (t->emit.budget) t->emit.budget--;
            if (!LLVMIsAInstruction(user)) return true;
            LLVMBasicBlockRef from = LLVMGetInstructionParent(user);
            if (!writes_first(t, from)) push_exposed(t, todo, from);
        }
    }
    return false;
}

bool plan_reads_unset(translator *t, LLVMValueRef variable)
{
    t->emit.stamp++;
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable)));
    llvm_block_vec todo;
    llvm_block_vec_init(&todo);
    bool simple = true;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use && simple; use = LLVMGetNextUse(use)) {
        simple = note_access(t, LLVMGetUser(use), variable);
    }
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use && simple; use = LLVMGetNextUse(use)) {
        LLVMBasicBlockRef b = LLVMGetInstructionParent(LLVMGetUser(use));
        const block_entry *e = block_map_find(&t->emit.blocks, b);
        if (e && e->access_stamp == t->emit.stamp && e->first_is_load) push_exposed(t, &todo, b);
    }
    bool unset = !simple || reaches_entry(t, &todo, entry);
    llvm_block_vec_release(&todo);
    return unset;
}

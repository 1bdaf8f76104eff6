#include "front/llvm/translate/evaluation_order.h"

#include "front/llvm/translate/assembly.h"
#include "front/llvm/library/libc_table.h"
#include "front/llvm/library/unseen.h"

enum { MOST_PARTS = 64, MOST_STEPS = 256 }; /* instructions of one operand, and before an expression, that are looked at: bitcode may have any number */

/* Regions that a function, or all that is evaluated for an operand, may read and write. */
typedef struct effects {
    u32_map reads, writes;
} effects;

typedef struct orderer {
    translator *t;
    effects *functions; /* by index */
} orderer;

static void effects_init(effects *e)
{
    u32_map_init(&e->reads);
    u32_map_init(&e->writes);
}

static void effects_release(effects *e)
{
    u32_map_release(&e->reads);
    u32_map_release(&e->writes);
}

static bool put(u32_map *set, uint32_t id)
{
    bool added;
    u32_map_put(set, id, &added);
    return added;
}

static bool meet(const u32_map *a, const u32_map *b)
{
    for (size_t i = 0; i < a->capacity && b->size; i++)
        if (a->used[i] && u32_map_find(b, a->keys[i])) return true;
    return false;
}

static bool depend(const effects *a, const effects *b)
{
    return meet(&a->writes, &b->writes) || meet(&a->writes, &b->reads) || meet(&b->writes, &a->reads);
}

/* ---- what instructions and functions do ---- */

static void put_access(orderer *o, LLVMValueRef pointer, LLVMTypeRef type, u32_map *set)
{
    u32_vec regions;
    u32_vec_init(&regions);
    if (type_is_aggregate(type)) memory_regions_of(o->t->mem, pointer, false, &regions);
    else u32_vec_push(&regions, memory_access(o->t->mem, pointer, LLVMStoreSizeOfType(o->t->cm->layout, type)).id);
    for (size_t i = 0; i < regions.size; i++)
        if (regions.data[i] != REGION_NONE.id) put(set, regions.data[i]);
    u32_vec_release(&regions);
}

static void put_pointees(orderer *o, LLVMValueRef call, u32_map *set, unsigned most)
{
    u32_vec regions;
    u32_vec_init(&regions);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call) && i < most; i++) {
        LLVMValueRef arg = LLVMGetOperand(call, i);
        if (LLVMGetTypeKind(LLVMTypeOf(arg)) == LLVMPointerTypeKind) memory_regions_of(o->t->mem, arg, false, &regions);
    }
    for (size_t i = 0; i < regions.size; i++) put(set, regions.data[i]);
    u32_vec_release(&regions);
}

static void put_outside(orderer *o, effects *e)
{
    u32_vec regions;
    u32_vec_init(&regions);
    memory_outside_regions(o->t->mem, &regions);
    for (size_t i = 0; i < regions.size; i++) {
        put(&e->reads, regions.data[i]);
        put(&e->writes, regions.data[i]);
    }
    u32_vec_release(&regions);
}

static bool only_reads(const char *name)
{
    static const char *const NAMES[] = {"strlen", "strcmp", "strncmp", "memcmp", "printf", "puts", "putchar", "fprintf", "malloc", "calloc", "free"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(name, NAMES[i]) == 0) return true;
    return strncmp(name, "__VERIFIER_", 11) == 0 || strncmp(name, "latch", 5) == 0 || strncmp(name, "llvm.dbg", 8) == 0;
}

static void put_declared(orderer *o, LLVMValueRef call, LLVMValueRef function, effects *e)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    put_pointees(o, call, &e->reads, UINT_MAX);
    bool is_copy = strncmp(name, "mem", 3) == 0 || strncmp(name, "str", 3) == 0 || strncmp(name, "llvm.mem", 8) == 0;
    if (!only_reads(name)) put_pointees(o, call, &e->writes, is_copy ? 1 : UINT_MAX);
    if (strcmp(name, UNSEEN_EFFECTS) == 0 || strcmp(name, UNSEEN_CHANGE) == 0 || unseen_has_effects(function)) put_outside(o, e);
}

/* A variable of the function's own, which is another one in each call. */
static bool is_own(const orderer *o, size_t function, uint32_t id)
{
    const region_use *u = &o->t->plan.regions[id];
    bool is_fresh = !o->t->plan.functions.data[function].is_recursive || memory_region(o->t->mem, (region){id})->kind == REGION_VARIABLE;
    return u->owner == function + 1 && !u->several_owners && u->objects == OBJECT_LOCAL && is_fresh;
}

/* What one function does as far as another one can see it; true if there is something new. */
static bool join(const orderer *o, size_t callee, u32_map *into, const u32_map *from)
{
    bool grows = false;
    for (size_t i = 0; i < from->capacity; i++)
        if (from->used[i] && !is_own(o, callee, from->keys[i])) grows |= put(into, from->keys[i]);
    return grows;
}

static bool put_call(orderer *o, LLVMValueRef call, effects *e)
{
    llvm_value_vec callees;
    llvm_value_vec_init(&callees);
    bool complete = plan_callees(o->t, call, &callees), grows = false;
    size_t before = e->reads.size + e->writes.size;
    if (!complete) put_outside(o, e);
    for (size_t i = 0; i < callees.size; i++) {
        uint32_t index = plan_function(o->t, callees.data[i]);
        if (LLVMIsDeclaration(callees.data[i])) put_declared(o, call, callees.data[i], e);
        else if (index) {
            const effects *its = &o->functions[index - 1];
            if (its == e) continue;
            grows |= join(o, index - 1, &e->reads, &its->reads);
            grows |= join(o, index - 1, &e->writes, &its->writes);
        }
    }
    llvm_value_vec_release(&callees);
    return grows || e->reads.size + e->writes.size > before;
}

static bool put_instruction(orderer *o, LLVMValueRef inst, effects *e)
{
    size_t before = e->reads.size + e->writes.size;
    if (assembly_is_call(inst)) {
        put_pointees(o, inst, &e->reads, UINT_MAX);
        put_pointees(o, inst, &e->writes, UINT_MAX);
    } else if (LLVMIsACallInst(inst)) {
        put_call(o, inst, e);
    } else if (LLVMIsALoadInst(inst)) {
        put_access(o, LLVMGetOperand(inst, 0), LLVMTypeOf(inst), &e->reads);
    } else if (LLVMIsAStoreInst(inst)) {
        put_access(o, LLVMGetOperand(inst, 1), LLVMTypeOf(LLVMGetOperand(inst, 0)), &e->writes);
    }
    return e->reads.size + e->writes.size > before;
}

static bool put_function(orderer *o, size_t index, bool only_calls)
{
    bool grows = false;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(o->t->plan.functions.data[index].function); b; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst))
            if (!only_calls || LLVMIsACallInst(inst)) grows |= put_instruction(o, inst, &o->functions[index]);
    return grows;
}

/* Until nothing is new. Callers have been found before what they call, so the way back is the short one. */
static void find_effects(orderer *o)
{
    for (bool is_first = true, grows = true; grows; is_first = false) {
        grows = false;
        for (size_t i = o->t->plan.functions.size; i-- > 0;) grows |= put_function(o, i, !is_first);
    }
}

/* ---- expressions ---- */

static bool contains(const llvm_value_vec *all, LLVMValueRef v)
{
    for (size_t i = 0; i < all->size; i++)
        if (all->data[i] == v) return true;
    return false;
}

/* What the compiler keeps a struct in between a call that returns it and its use. Of the program as it was, names are not known. */
static bool is_temporary(const orderer *o, LLVMValueRef v)
{
    if (!LLVMIsAAllocaInst(v) || LLVMGetTypeKind(LLVMGetAllocatedType(v)) != LLVMStructTypeKind || c_module_variable_name(o->t->cm, v)) return false;
    return LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(v))) == o->t->cm->module;
}

static bool writes_to(LLVMValueRef user, LLVMValueRef address)
{
    if (LLVMIsAStoreInst(user)) return LLVMGetOperand(user, 1) == address;
    if (!LLVMIsACallInst(user) || !LLVMGetNumArgOperands(user) || LLVMGetOperand(user, 0) != address) return false;
    bool returns_there = LLVMGetCallSiteEnumAttribute(user, 1, LLVMGetEnumAttributeKindForName("sret", 4)) != NULL;
    return returns_there || strncmp(plan_callee_name(user), "llvm.mem", 8) == 0;
}

static void add_part(const orderer *o, LLVMValueRef v, llvm_value_vec *out);

/* Recursive through the members of a member. */
static void add_writers(const orderer *o, LLVMValueRef address, llvm_value_vec *out)
{
    size_t steps = MOST_STEPS;
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && steps-- && out->size < MOST_PARTS; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAGetElementPtrInst(user)) add_writers(o, user, out);
        else if (writes_to(user, address)) add_part(o, user, out);
    }
}

static void add_part(const orderer *o, LLVMValueRef v, llvm_value_vec *out)
{
    if (is_temporary(o, v)) add_writers(o, v, out);
    else if (LLVMIsAInstruction(v) && !LLVMIsAAllocaInst(v) && !contains(out, v)) llvm_value_vec_push(out, v);
}

/* All instructions that an operand is computed by; those of a call's arguments are done before the call. */
static void collect(const orderer *o, LLVMValueRef v, bool into_calls, llvm_value_vec *out)
{
    size_t next = out->size;
    add_part(o, v, out);
    for (; next < out->size && out->size < MOST_PARTS; next++) {
        LLVMValueRef inst = out->data[next];
        unsigned n = into_calls || !LLVMIsACallInst(inst) ? (unsigned)LLVMGetNumOperands(inst) : 0;
        for (unsigned i = 0; i < n; i++) add_part(o, LLVMGetOperand(inst, i), out);
    }
}

static void parts_of(const orderer *o, LLVMValueRef v, llvm_value_vec *out) { collect(o, v, true, out); }

/* A variable of the source that nothing but one place in memory is. */
static uint32_t stored_variable(const orderer *o, LLVMValueRef store)
{
    LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(store, 0));
    if (type_is_aggregate(type)) return REGION_NONE.id;
    region r = memory_access(o->t->mem, LLVMGetOperand(store, 1), LLVMStoreSizeOfType(o->t->cm->layout, type));
    if (r.id == REGION_NONE.id) return r.id;
    const region_info *info = memory_region(o->t->mem, r);
    bool is_named = info->kind == REGION_VARIABLE && c_module_variable_name(o->t->cm, info->object);
    return is_named ? r.id : REGION_NONE.id;
}

/* The store is a side effect of one operand (`i++`), and the other one reads the variable; or, if there is no other one, the result is stored there, too. */
static bool is_disturbed(orderer *o, LLVMValueRef store, LLVMValueRef root, const llvm_value_vec *mine, const llvm_value_vec *others)
{
    uint32_t id = stored_variable(o, store);
    if (id == REGION_NONE.id) return false;
    llvm_value_vec stored;
    llvm_value_vec_init(&stored);
    parts_of(o, LLVMGetOperand(store, 0), &stored);
    bool is_mine = false, found = false;
    for (size_t i = 0; i < stored.size && !is_mine; i++) is_mine = contains(mine, stored.data[i]);
    if (is_mine && !others->size) found = stored_variable(o, root) == id;
    for (size_t i = 0; i < others->size && is_mine && !found; i++) {
        LLVMValueRef load = others->data[i];
        if (!LLVMIsALoadInst(load) || contains(&stored, load)) continue;
        found = memory_access(o->t->mem, LLVMGetOperand(load, 0), LLVMStoreSizeOfType(o->t->cm->layout, LLVMTypeOf(load))).id == id;
    }
    llvm_value_vec_release(&stored);
    return found;
}

static bool has_side_effect(orderer *o, LLVMValueRef root, const llvm_value_vec *a, const llvm_value_vec *b)
{
    bool found = false;
    size_t left = 0, steps = MOST_STEPS;
    for (size_t i = 0; i < a->size; i++) left += LLVMGetInstructionParent(a->data[i]) == LLVMGetInstructionParent(root);
    for (size_t i = 0; i < b->size; i++) left += LLVMGetInstructionParent(b->data[i]) == LLVMGetInstructionParent(root) && !contains(a, b->data[i]);
    for (LLVMValueRef inst = LLVMGetPreviousInstruction(root); inst && left && steps-- && !found; inst = LLVMGetPreviousInstruction(inst)) {
        if (contains(a, inst) || contains(b, inst)) left--;
        else if (LLVMIsAStoreInst(inst)) found = is_disturbed(o, inst, root, a, b) || is_disturbed(o, inst, root, b, a);
    }
    return found;
}

static bool has_call(const llvm_value_vec *parts)
{
    for (size_t i = 0; i < parts->size; i++)
        if (LLVMIsACallInst(parts->data[i])) return true;
    return false;
}

static bool calls_depend(orderer *o, const llvm_value_vec *a, const llvm_value_vec *b)
{
    if (!has_call(a) && !has_call(b)) return false;
    effects x, y;
    effects_init(&x);
    effects_init(&y);
    for (size_t i = 0; i < a->size; i++) put_instruction(o, a->data[i], &x);
    for (size_t i = 0; i < b->size; i++) put_instruction(o, b->data[i], &y);
    bool found = depend(&x, &y);
    effects_release(&x);
    effects_release(&y);
    return found;
}

static bool operands_depend(orderer *o, LLVMValueRef root, const llvm_value_vec *a, const llvm_value_vec *b)
{
    return calls_depend(o, a, b) || has_side_effect(o, root, a, b);
}

/* i = i++ */
static bool overwrites(orderer *o, LLVMValueRef root)
{
    if (!LLVMIsAStoreInst(root)) return false;
    llvm_value_vec parts, none;
    llvm_value_vec_init(&parts);
    llvm_value_vec_init(&none);
    collect(o, LLVMGetOperand(root, 0), false, &parts);
    bool found = has_side_effect(o, root, &parts, &none);
    llvm_value_vec_release(&parts);
    return found;
}

/* Operands that are evaluated one after the other come together in a phi; a branch has but one. */
static bool depends_on_order(orderer *o, LLVMValueRef root)
{
    unsigned n = LLVMIsACallInst(root) ? LLVMGetNumArgOperands(root) + 1 : (unsigned)LLVMGetNumOperands(root);
    if (n < 2 || LLVMIsAPHINode(root) || LLVMIsAAllocaInst(root) || LLVMIsATerminatorInst(root)) return false;
    llvm_value_vec *parts = alloc_zeroed(n, sizeof *parts);
    bool found = false;
    for (unsigned i = 0; i < n; i++) {
        llvm_value_vec_init(&parts[i]);
        parts_of(o, LLVMGetOperand(root, i), &parts[i]);
        for (unsigned j = 0; j < i && parts[i].size && !found; j++) found = parts[j].size && operands_depend(o, root, &parts[j], &parts[i]);
    }
    for (unsigned i = 0; i < n; i++) llvm_value_vec_release(&parts[i]);
    free(parts);
    return found || overwrites(o, root);
}

/* ---- the library ---- */

/* The models of library functions have taken the places of calls; the program as it was still has these. */
static bool has_state(LLVMValueRef inst)
{
    const libc_function *known = libc_find(plan_callee_name(inst));
    if (!known) return false;
    bool is_random = strstr(known->name, "rand") != NULL, keeps_string = strcmp(known->name, "strtok") == 0;
    return is_random || keeps_string || strcmp(known->header, "stdio.h") == 0 || strcmp(known->header, "unistd.h") == 0;
}

static bool library_depends_on_order(const orderer *o, LLVMValueRef root)
{
    if (LLVMIsAPHINode(root)) return false;
    unsigned n = (unsigned)LLVMGetNumOperands(root), with_state = 0;
    for (unsigned i = 0; i < n && with_state < 2; i++) {
        llvm_value_vec parts;
        llvm_value_vec_init(&parts);
        parts_of(o, LLVMGetOperand(root, i), &parts);
        bool found = false;
        for (size_t j = 0; j < parts.size && !found; j++) found = has_state(parts.data[j]);
        with_state += found;
        llvm_value_vec_release(&parts);
    }
    return with_state == 2;
}

/* One place is enough: the assumption is one of the whole program. */
static void note_in(orderer *o, LLVMValueRef function, bool *found)
{
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b && !*found; b = LLVMGetNextBasicBlock(b))
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst && !*found; inst = LLVMGetNextInstruction(inst)) {
            LLVMValueRef before = original_instruction(o->t->cm->originals, inst);
            if (!before || !(depends_on_order(o, inst) || library_depends_on_order(o, before))) continue;
            program_add_assumption(o->t->p, c_module_place(o->t->cm, inst), "operands and arguments are evaluated in clang's order, where C leaves it open");
            *found = true;
        }
}

void evaluation_order_note(translator *t)
{
    size_t n = t->plan.functions.size;
    orderer o = {.t = t, .functions = alloc_zeroed(n + 1, sizeof *o.functions)};
    for (size_t i = 0; i < n; i++) effects_init(&o.functions[i]);
    find_effects(&o);
    bool found = false;
    for (size_t i = 0; i < n && !found; i++) note_in(&o, t->plan.functions.data[i].function, &found);
    for (size_t i = 0; i < n; i++) effects_release(&o.functions[i]);
    free(o.functions);
}

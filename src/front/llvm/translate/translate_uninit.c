/* Values that were never set (--check uninit). Beside each region of memory there is a ghost, its *shadow*: for a plain variable a Bool, for
 * an array an array over the same addresses, which tells what was never set (as MemorySanitizer's shadow does, but for whole
 * scalars). The shadow of a value is a Bool term: an operation on something unset is unset. Branches, addresses, called pointers,
 * arguments and results must be set; so parameters and results always are.
 *
 * A shadow never says "set" of what is not. Where a copy, a fill or a library function is not followed, memory counts as unset, and a
 * proof becomes harder; a violation is reported only if MemorySanitizer sees it. */

#include "front/llvm/translate/translate.h"

static bool is_checked(const translator *t) { return translate_checks(t, GOAL_UNINIT) && !translate_failed(t) && !t->ended; }
static term number(const translator *t, int64_t n) { return term_mk_int(t->ts, n); }

/* ---- shadows of values ---- */

static term shadow_of(const translator *t, LLVMValueRef v)
{
    if (LLVMIsUndef(v)) return term_true(t->ts);
    const uint64_t *known = LLVMIsAInstruction(v) ? object_map_find(&t->emit.shadows, v) : NULL;
    return known ? (term){(uint32_t)*known} : term_false(t->ts);
}

static void set_shadow(translator *t, LLVMValueRef inst, term unset)
{
    if (!term_is_equal(unset, term_false(t->ts))) *object_map_put(&t->emit.shadows, inst, NULL) = unset.id;
}

static term saved(translator *t, term unset)
{
    if (term_is_equal(unset, term_false(t->ts)) || term_is_equal(unset, term_true(t->ts))) return unset;
    term temp = translate_temp_bool(t, "unset");
    translate_assign(t, temp, unset);
    return temp;
}

static void check_set(translator *t, term unset, const char *what)
{
    check_goal(t, GOAL_UNINIT, term_mk_not(t->ts, unset), "%s was never set", what);
}

/* What is not followed further. */
static void limit_set(translator *t, term unset, const char *what)
{
    check_goal(t, GOAL_LIMIT, term_mk_not(t->ts, unset), "a value that was never set %s: that is not modelled", what);
}

/* ---- shadows of memory ---- */

/* What the program did not make was set by somebody else. */
static bool begins_set(const translator *t, region r) { return !(t->plan.regions[r.id].objects & (OBJECT_LOCAL | OBJECT_HEAP)); }

/* Of an array: 1 where it is unset. What is made anew (on the heap, or by each call) has new addresses, and so the initial value. */
static term region_shadow(translator *t, region r)
{
    term *symbol = &t->model.region_shadows[r.id];
    if (!term_is_none(*symbol)) return *symbol;
    const region_use *u = &t->plan.regions[r.id];
    bool is_variable = memory_region(t->mem, r)->kind == REGION_VARIABLE, is_set = begins_set(t, r);
    if (is_set && u->objects & OBJECT_UNKNOWN) translate_assumption(t, "memory that the program did not make was set");
    var_info info = {.owner = u->is_local ? t->proc : PROC_NONE, .place = t->here, .low = TERM_NONE, .high = TERM_NONE};
    sort integer = sort_int(t->ts), s = is_variable ? sort_bool(t->ts) : sort_array(t->ts, integer, integer);
    *symbol = program_add_var(t->p, "unset", s, &info);
    term initial = is_variable ? term_mk_bool(t->ts, !is_set) : term_mk_const_array(t->ts, s, number(t, !is_set));
    if (!u->is_local) program_set_initial(t->p, *symbol, initial);
    return *symbol;
}

/* Whether anything that was not set has ever been stored in a region that begins set. */
static term region_stain(translator *t, region r)
{
    term *symbol = &t->model.region_stains[r.id];
    if (!term_is_none(*symbol)) return *symbol;
    var_info info = {.owner = PROC_NONE, .place = t->here, .low = TERM_NONE, .high = TERM_NONE};
    *symbol = program_add_var(t->p, "unset_stored", sort_bool(t->ts), &info);
    program_set_initial(t->p, *symbol, term_false(t->ts));
    return *symbol;
}

static void stain(translator *t, region r, term unset)
{
    if (begins_set(t, r) && !term_is_equal(unset, term_false(t->ts))) translate_assign(t, region_stain(t, r), term_mk_or2(t->ts, region_stain(t, r), unset));
}

static term at_offset(translator *t, term address, uint64_t offset) { return term_mk_add2(t->ts, address, number(t, (int64_t)offset)); }

/* Whether any part of the cell is unset. */
static term read_cell(translator *t, const memory_cell *c, LLVMValueRef pointer)
{
    term shadow = region_shadow(t, c->region), any = term_false(t->ts);
    region_kind kind = memory_region(t->mem, c->region)->kind;
    if (kind == REGION_VARIABLE) return shadow;
    term address = at_offset(t, translate_address(t, pointer), c->offset);
    for (uint64_t i = 0; i < (kind == REGION_BYTES ? c->size : 1); i++) {
        term is_set = term_mk_eq(t->ts, term_mk_select(t->ts, shadow, at_offset(t, address, i)), number(t, 0));
        any = term_mk_or2(t->ts, any, term_mk_not(t->ts, is_set));
    }
    return any;
}

static void write_cell(translator *t, const memory_cell *c, LLVMValueRef pointer, term unset)
{
    term shadow = region_shadow(t, c->region);
    region_kind kind = memory_region(t->mem, c->region)->kind;
    stain(t, c->region, unset);
    if (kind == REGION_VARIABLE) {
        translate_assign(t, shadow, unset);
        return;
    }
    term address = at_offset(t, translate_address(t, pointer), c->offset), updated = shadow;
    term v = term_mk_ite(t->ts, unset, number(t, 1), number(t, 0));
    for (uint64_t i = 0; i < (kind == REGION_BYTES ? c->size : 1); i++) updated = term_mk_store(t->ts, updated, at_offset(t, address, i), v);
    translate_assign(t, shadow, updated);
}

/* All memory that the pointer may point to counts as unset. */
static void forget(translator *t, LLVMValueRef pointer)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(t->mem, pointer, false, &touched);
    for (size_t i = 0; i < touched.size; i++) {
        term shadow = region_shadow(t, (region){touched.data[i]});
        sort s = term_sort(t->ts, shadow);
        bool is_variable = term_is_bool(t->ts, shadow);
        stain(t, (region){touched.data[i]}, term_true(t->ts));
        translate_assign(t, shadow, is_variable ? term_true(t->ts) : term_mk_const_array(t->ts, s, number(t, 1)));
    }
    u32_vec_release(&touched);
}

static term read_memory(translator *t, LLVMValueRef pointer, uint64_t size)
{
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    term any = term_false(t->ts);
    if (!memory_cells_within(t, pointer, size, &cells)) any = term_true(t->ts);
    else for (size_t i = 0; i < cells.size; i++) any = term_mk_or2(t->ts, any, read_cell(t, &cells.data[i], pointer));
    memory_cell_vec_release(&cells);
    return any;
}

static void write_memory(translator *t, LLVMValueRef pointer, uint64_t size, term unset)
{
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    if (memory_cells_within(t, pointer, size, &cells))
        for (size_t i = 0; i < cells.size; i++) write_cell(t, &cells.data[i], pointer, unset);
    else if (!term_is_equal(unset, term_false(t->ts))) forget(t, pointer);
    memory_cell_vec_release(&cells);
}

/* Cell by cell, where both sides have the same ones. The shadows are read before any is written. */
static void copy_memory(translator *t, LLVMValueRef to, LLVMValueRef from, uint64_t size)
{
    memory_cell_vec targets, sources;
    term_vec unset;
    memory_cell_vec_init(&targets);
    memory_cell_vec_init(&sources);
    term_vec_init(&unset);
    bool ok = memory_cells_within(t, to, size, &targets) && memory_cells_within(t, from, size, &sources);
    for (size_t i = 0; i < targets.size && ok; i++) {
        term any = term_true(t->ts);
        for (size_t j = 0; j < sources.size; j++)
            if (sources.data[j].offset == targets.data[i].offset && sources.data[j].size == targets.data[i].size)
                any = read_cell(t, &sources.data[j], from);
        term_vec_push(&unset, saved(t, any));
    }
    for (size_t i = 0; i < unset.size && ok; i++) write_cell(t, &targets.data[i], to, unset.data[i]);
    if (!ok) forget(t, to);
    term_vec_release(&unset);
    memory_cell_vec_release(&targets);
    memory_cell_vec_release(&sources);
}

/* ---- locals that are always set ---- */

/* The variable whose scope begins here, behind the first block of its function; NULL if there is none. A parameter of a function that was
 * inlined is declared where it has its value already. */
static LLVMValueRef fresh_variable(LLVMValueRef inst)
{
    LLVMBasicBlockRef home = LLVMGetInstructionParent(inst);
    LLVMValueRef variable = plan_declared(inst), before = LLVMGetPreviousInstruction(inst);
    if (!variable || home == LLVMGetEntryBasicBlock(LLVMGetBasicBlockParent(home))) return NULL;
    return before && LLVMIsAStoreInst(before) && LLVMGetOperand(before, 1) == variable ? NULL : variable;
}

/* The declaration is followed by a store in its block: what was there before does not matter. */
static bool is_declared_with_value(const translator *t, LLVMValueRef variable)
{
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(variable));
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        bool is_open = false;
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            if (fresh_variable(inst) == variable) is_open = true;
            if (plan_sets(t, inst, variable)) is_open = false;
            if (is_open && LLVMIsALoadInst(inst) && LLVMGetOperand(inst, 0) == variable) return false;
        }
        if (is_open) return false;
    }
    return true;
}

static bool is_tracked(const translator *t, LLVMValueRef pointer)
{
    const uint64_t *known = object_map_find(&t->emit.always_set, pointer);
    return !known || !*known;
}

/* Functions check what they return. What the compiler's own operations give depends on their operands, as that of others does. */
static bool is_result(LLVMValueRef v) { return LLVMIsACallInst(v) && !text_begins_with(plan_callee_name(v), "llvm."); }

/* Constants, parameters, results, and what is computed from them and from locals that are always set. */
static bool is_always_set(const translator *t, LLVMValueRef v, unsigned depth)
{
    enum { DEEPEST = 16 };
    if (LLVMIsUndef(v)) return false;
    if (!LLVMIsAInstruction(v) || LLVMIsAAllocaInst(v) || is_result(v)) return true;
    if (LLVMIsALoadInst(v)) return !is_tracked(t, LLVMGetOperand(v, 0));
    if (depth == DEEPEST || LLVMIsAPHINode(v) || LLVMIsAAtomicRMWInst(v) || LLVMIsAAtomicCmpXchgInst(v)) return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(v); i++)
        if (!is_always_set(t, LLVMGetOperand(v, i), depth + 1)) return false;
    return true;
}

static bool gets_only_set_values(const translator *t, LLVMValueRef variable)
{
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && !is_always_set(t, LLVMGetOperand(user, 0), 0)) return false;
    }
    return true;
}

/* The largest set of which that is true. */
static void find_always_set(translator *t, LLVMValueRef function)
{
    llvm_value_vec candidates;
    llvm_value_vec_init(&candidates);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (LLVMValueRef inst = LLVMGetFirstInstruction(entry); inst; inst = LLVMGetNextInstruction(inst)) {
        if (!LLVMIsAAllocaInst(inst) || plan_reads_unset(t, inst) || !is_declared_with_value(t, inst)) continue;
        llvm_value_vec_push(&candidates, inst);
        *object_map_put(&t->emit.always_set, inst, NULL) = 1;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < candidates.size; i++) {
            LLVMValueRef v = candidates.data[i];
            if (is_tracked(t, v) || gets_only_set_values(t, v)) continue;
            *object_map_put(&t->emit.always_set, v, NULL) = 0;
            changed = true;
        }
    }
    llvm_value_vec_release(&candidates);
}

void uninit_enter(translator *t)
{
    if (!is_checked(t)) return;
    LLVMValueRef function = t->plan.functions.data[t->current].function;
    object_map_init(&t->emit.shadows);
    object_map_init(&t->emit.always_set);
    find_always_set(t, function);
    for (unsigned i = 0; i < LLVMCountParams(function); i++) {
        uint64_t size;
        LLVMValueRef param = LLVMGetParam(function, i);
        if (translate_is_byval(t, function, i, &size)) write_memory(t, param, size, term_false(t->ts));
    }
}

void uninit_leave(translator *t)
{
    object_map_release(&t->emit.shadows);
    object_map_release(&t->emit.always_set);
}

/* ---- instructions ---- */

static uint64_t size_of(const translator *t, LLVMTypeRef type) { return LLVMStoreSizeOfType(t->cm->layout, type); }

static void load(translator *t, LLVMValueRef inst)
{
    LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    check_set(t, shadow_of(t, pointer), "the address that is read");
    if (is_tracked(t, pointer)) set_shadow(t, inst, saved(t, read_memory(t, pointer, size_of(t, LLVMTypeOf(inst)))));
}

static void store(translator *t, LLVMValueRef inst)
{
    LLVMValueRef v = LLVMGetOperand(inst, 0), pointer = LLVMGetOperand(inst, 1);
    check_set(t, shadow_of(t, pointer), "the address that is written");
    if (is_tracked(t, pointer)) write_memory(t, pointer, size_of(t, LLVMTypeOf(v)), shadow_of(t, v));
}

static void operation(translator *t, LLVMValueRef inst)
{
    if (LLVMGetTypeKind(LLVMTypeOf(inst)) == LLVMVoidTypeKind) return;
    term any = term_false(t->ts);
    bool is_choice = LLVMGetInstructionOpcode(inst) == LLVMSelect;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(inst); i++) {
        LLVMValueRef operand = LLVMGetOperand(inst, i);
        if (!is_choice || i == 0) any = term_mk_or2(t->ts, any, shadow_of(t, operand));
    }
    if (is_choice) {
        term chosen = translate_condition(t, LLVMGetOperand(inst, 0)), a = shadow_of(t, LLVMGetOperand(inst, 1)), b = shadow_of(t, LLVMGetOperand(inst, 2));
        any = saved(t, term_mk_or2(t->ts, any, term_mk_ite(t->ts, chosen, a, b)));
    }
    set_shadow(t, inst, any);
}

/* Memory may keep what it had. */
static void atomic_operation(translator *t, LLVMValueRef inst)
{
    LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    uint64_t size = size_of(t, LLVMTypeOf(LLVMGetOperand(inst, 1)));
    check_set(t, shadow_of(t, pointer), "the address that is written");
    operation(t, inst);
    term any = saved(t, term_mk_or2(t->ts, shadow_of(t, inst), read_memory(t, pointer, size)));
    set_shadow(t, inst, any);
    write_memory(t, pointer, size, any);
}

/* If a function ends without a return statement, its result is a variable that was not set: that is right if nobody looks. */
static void result(translator *t, LLVMValueRef inst)
{
    if (LLVMGetNumOperands(inst) == 0) return;
    LLVMValueRef v = LLVMGetOperand(inst, 0);
    size_t length;
    LLVMValueRef from = LLVMIsALoadInst(v) ? LLVMGetOperand(v, 0) : NULL;
    bool is_slot = from && LLVMIsAAllocaInst(from) && strncmp(LLVMGetValueName2(from, &length), "retval", 6) == 0;
    bool is_scalar = LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMStructTypeKind && LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMArrayTypeKind;
    if (is_scalar && !is_slot) check_set(t, shadow_of(t, v), "the value that is returned");
    else limit_set(t, shadow_of(t, v), "is returned");
}

/* ---- calls ---- */

static bool is_defined_argument(LLVMValueRef call, unsigned i)
{
    return LLVMGetCallSiteEnumAttribute(call, i + 1, LLVMGetEnumAttributeKindForName("noundef", 7)) != NULL;
}

static void check_arguments(translator *t, LLVMValueRef call, bool has_body)
{
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef a = LLVMGetOperand(call, i);
        LLVMAttributeRef byval = LLVMGetCallSiteEnumAttribute(call, i + 1, LLVMGetEnumAttributeKindForName("byval", 5));
        if (is_defined_argument(call, i)) check_set(t, shadow_of(t, a), "an argument");
        else if (has_body) limit_set(t, shadow_of(t, a), "is passed");
        if (byval && has_body) limit_set(t, read_memory(t, a, size_of(t, LLVMGetTypeAttributeValue(byval))), "is passed");
    }
}

/* Only of memory that begins set, and where nothing else was stored. */
static bool check_all_set(translator *t, LLVMValueRef pointer)
{
    u32_vec regions;
    u32_vec_init(&regions);
    memory_regions_of(t->mem, pointer, false, &regions);
    bool ok = true;
    for (size_t i = 0; i < regions.size && ok; i++) ok = begins_set(t, (region){regions.data[i]});
    for (size_t i = 0; i < regions.size && ok; i++)
        limit_set(t, region_stain(t, (region){regions.data[i]}), "is where a library function looks, or near it");
    u32_vec_release(&regions);
    return ok;
}

void uninit_looks_at(translator *t, LLVMValueRef pointer)
{
    if (!is_checked(t) || LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind) return;
    text ignored;
    text_init(&ignored);
    bool is_own = memory_node_of(t->mem, pointer) != MEMORY_NO_NODE && !LLVMIsAFunction(pointer) && !constant_string(t, pointer, &ignored);
    text_release(&ignored);
    if (is_own && !check_all_set(t, pointer)) program_set_gap(t->p, t->here, "whether what library functions look at was set is not checked");
}

/* What such a function copies or looks at may be unset. */
static void note_library(translator *t, LLVMValueRef call, const char *name)
{
    static const char *const KNOWN[] = {"malloc", "calloc", "realloc", "free", "aligned_alloc", "memalign", "valloc", "exit", "abort"};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (strcmp(name, KNOWN[i]) == 0) return;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) uninit_looks_at(t, LLVMGetOperand(call, i));
}

static bool constant_size(LLVMValueRef v, uint64_t *size)
{
    *size = LLVMIsAConstantInt(v) ? LLVMConstIntGetZExtValue(v) : 0;
    return LLVMIsAConstantInt(v) != NULL;
}

static bool is_block_call(const char *name, const char *function)
{
    return text_begins_with(name, "llvm.") ? text_begins_with(name + 5, function) : strcmp(name, function) == 0;
}

/* False if it is none of these. */
static bool block_call(translator *t, LLVMValueRef call, const char *name)
{
    bool moves = is_block_call(name, "memcpy") || is_block_call(name, "memmove"), fills = is_block_call(name, "memset");
    if (!moves && !fills) return false;
    uint64_t size;
    LLVMValueRef to = LLVMGetOperand(call, 0), from = LLVMGetOperand(call, 1);
    bool is_constant = constant_size(LLVMGetOperand(call, 2), &size);
    for (unsigned i = 0; i < 3; i++)
        if (i != 1 || moves) check_set(t, shadow_of(t, LLVMGetOperand(call, i)), "an argument");
    if (moves && is_constant) copy_memory(t, to, from, size);
    else if (moves || !term_is_equal(shadow_of(t, from), term_false(t->ts))) forget(t, to);
    else if (is_constant) write_memory(t, to, size, term_false(t->ts));
    return true;
}

static void call_before(translator *t, LLVMValueRef call)
{
    LLVMValueRef called = LLVMGetCalledValue(call);
    const char *name = plan_callee_name(call);
    if (block_call(t, call, name)) return;
    if (text_begins_with(name, "llvm.")) {
        operation(t, call);
        return;
    }
    bool has_body = !LLVMIsAFunction(called) || !LLVMIsDeclaration(called);
    if (!LLVMIsAFunction(called)) check_set(t, shadow_of(t, called), "the function that is called");
    check_arguments(t, call, has_body);
    if (!has_body) note_library(t, call, name);
}

/* Memory is unset where it appears. */
static void call_after(translator *t, LLVMValueRef call)
{
    uint64_t n, each;
    const char *name = plan_callee_name(call);
    LLVMValueRef variable = fresh_variable(call);
    if (variable && is_tracked(t, variable)) write_memory(t, variable, address_object_size(t, variable), term_true(t->ts));
    if (strcmp(name, "calloc") == 0 && constant_size(LLVMGetOperand(call, 0), &n) && constant_size(LLVMGetOperand(call, 1), &each))
        write_memory(t, call, n * each, term_false(t->ts));
}

void uninit_before(translator *t, LLVMValueRef inst)
{
    if (!is_checked(t)) return;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad: load(t, inst); break;
    case LLVMStore: store(t, inst); break;
    case LLVMBr:
        if (LLVMIsConditional(inst)) check_set(t, shadow_of(t, LLVMGetCondition(inst)), "what a branch depends on");
        break;
    case LLVMIndirectBr: check_set(t, shadow_of(t, LLVMGetOperand(inst, 0)), "what a `goto` depends on"); break;
    case LLVMSwitch: check_set(t, shadow_of(t, LLVMGetOperand(inst, 0)), "what a switch depends on"); break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg: atomic_operation(t, inst); break;
    case LLVMRet: result(t, inst); break;
    case LLVMCall:
    case LLVMCallBr: call_before(t, inst); break;
    case LLVMPHI:
    case LLVMAlloca: break;
    default: operation(t, inst); break;
    }
}

void uninit_after(translator *t, LLVMValueRef inst)
{
    if (!is_checked(t)) return;
    if (LLVMIsACallInst(inst)) call_after(t, inst);
    bool is_fixed = LLVMIsAAllocaInst(inst) && !plan_is_dynamic_alloca(inst);
    if (is_fixed && is_tracked(t, inst)) write_memory(t, inst, address_object_size(t, inst), term_true(t->ts));
}

void uninit_edge(translator *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    if (!is_checked(t)) return;
    term_vec all; /* a phi and what it gets, which may be another phi */
    term_vec_init(&all);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
        const LLVMValueRef *incoming = edge_map_find(&t->emit.incoming, (phi_edge){phi, from});
        if (!incoming) continue;
        bool added;
        uint64_t *slot = object_map_put(&t->emit.shadows, phi, &added);
        if (added) *slot = translate_temp_bool(t, "unset").id;
        term_vec_push(&all, (term){(uint32_t)*slot});
        term_vec_push(&all, saved(t, shadow_of(t, *incoming)));
    }
    for (size_t i = 0; i < all.size; i += 2) translate_assign(t, all.data[i], all.data[i + 1]);
    term_vec_release(&all);
}

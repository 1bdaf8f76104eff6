/* The walk: functions, blocks, the ends of blocks. */

#include "front/llvm/translate/translate.h"

#include "front/llvm/translate/sanitizer_goals.h"

void translate_end_run(translator *t) { t->ended = true; }

/* ---- blocks ---- */

/* Does the program's own code jump there? */
static bool is_own_target(const translator *t, LLVMBasicBlockRef b)
{
    LLVMUseRef use = LLVMGetFirstUse(LLVMBasicBlockAsValue(b));
    while (use && !(LLVMIsATerminatorInst(LLVMGetUser(use)) && c_module_is_own(t->cm, LLVMGetUser(use)))) use = LLVMGetNextUse(use);
    return use;
}

/* A loop of the program may begin with a call of the library. */
static place place_of_block(const translator *t, LLVMBasicBlockRef b)
{
    place where = c_module_place(t->cm, LLVMGetFirstInstruction(b));
    where.in_library = where.in_library && !is_own_target(t, b);
    return where;
}

static block block_of(translator *t, LLVMBasicBlockRef b)
{
    block_entry *e = block_map_put(&t->emit.blocks, b, NULL);
    if (e->has_block) return e->block;
    place where = place_of_block(t, b);
    e->block = program_add_block(t->p, t->proc, where.file ? where : t->here);
    e->has_block = true;
    llvm_block_vec_push(&t->emit.todo, b);
    return e->block;
}

/* What is counted tells more than how it is used: only signed numbers are added up without wrapping around. */
static bool is_signed_phi(LLVMValueRef phi)
{
    int votes = 0;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef v = LLVMGetIncomingValue(phi, i);
        LLVMOpcode op = LLVMIsABinaryOperator(v) ? LLVMGetInstructionOpcode(v) : LLVMPHI;
        if (op == LLVMAdd || op == LLVMSub || op == LLVMMul) votes += LLVMGetNSW(v) ? 1 : -1;
    }
    return votes ? votes > 0 : value_usage(phi) >= 0;
}

static const scalar *phi_leaves(translator *t, LLVMValueRef phi, size_t *n)
{
    const value_entry *known = value_map_find(&t->emit.values, phi);
    if (known->value.leaves) {
        *n = known->value.n;
        return known->value.leaves;
    }
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, LLVMTypeOf(phi), &leaves);
    scalar *out = arena_alloc(&t->emit.scratch, (leaves.size + 1) * sizeof *out);
    size_t length;
    const char *hint = LLVMGetValueName2(phi, &length);
    bool is_signed = is_signed_phi(phi);
    bool carries = leaves.size != 1 || origin_is_carried(t, phi);
    for (size_t i = 0; i < leaves.size && !translate_failed(t); i++) {
        out[i] = translate_temp(t, hint, leaves.data[i].type, is_signed);
        bool is_pointer = LLVMGetTypeKind(leaves.data[i].type) == LLVMPointerTypeKind;
        if (carries && is_pointer && translate_tracks(t)) out[i] = origin_put(out[i], origin_new(t, sort_int(t->ts), t->proc));
    }
    *n = leaves.size;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        *edge_map_put(&t->emit.incoming, (phi_edge){phi, LLVMGetIncomingBlock(phi, i)}, NULL) = LLVMGetIncomingValue(phi, i);
    }
    value_entry *e = value_map_find(&t->emit.values, phi);
    e->value = (value){out, leaves.size};
    leaf_vec_release(&leaves);
    return out;
}

typedef struct transfer {
    scalar target, v;
} transfer;
VEC_DECLARE(transfer_vec, transfer);

/* The values that the phis of the target take on this edge. They are read together before any is written. */
static void take_edge(translator *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    transfer_vec all;
    transfer_vec_init(&all);
    for (LLVMValueRef phi = LLVMGetFirstInstruction(to); phi && LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi)) {
        size_t n;
        const scalar *targets = phi_leaves(t, phi, &n);
        const LLVMValueRef *incoming = edge_map_find(&t->emit.incoming, (phi_edge){phi, from});
        if (!incoming || translate_failed(t)) continue;
        value v = translate_value(t, *incoming);
        for (size_t i = 0; i < n; i++) transfer_vec_push(&all, (transfer){targets[i], v.leaves[i]});
    }
    for (size_t i = 0; i < all.size && all.size > 1; i++) {
        scalar *v = &all.data[i].v;
        if (v->kind == SCALAR_INT && v->has_origin && all.data[i].target.has_origin) v->origin = origin_saved(t, v->origin);
        if (v->kind == SCALAR_UNKNOWN || term_is_value(t->ts, v->number.value)) continue;
        scalar saved = *v;
        if (v->kind == SCALAR_BOOL) saved.number.value = translate_temp_bool(t, "t");
        else saved.number.value = translate_temp_int(t, "t", v->number.width, v->number.is_signed);
        translate_assign(t, saved.number.value, v->number.value);
        *v = saved;
    }
    uninit_edge(t, from, to);
    for (size_t i = 0; i < all.size; i++) translate_assign_scalar(t, all.data[i].target, all.data[i].v);
    transfer_vec_release(&all);
}

static bool has_phi(LLVMBasicBlockRef b)
{
    LLVMValueRef first = LLVMGetFirstInstruction(b);
    return first && LLVMIsAPHINode(first);
}

static void branch_if(translator *t, term condition, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    if (t->ended || term_is_equal(condition, term_false(t->ts))) return;
    block here = t->at, target;
    if (!has_phi(to) && !cover_has_edge(t, from, to)) {
        target = block_of(t, to);
    } else {
        target = program_add_block(t->p, t->proc, t->here);
        t->at = target;
        cover_edge(t, from, to);
        take_edge(t, from, to);
        block next = block_of(t, to);
        program_add_branch(t->p, t->proc, t->at, term_true(t->ts), next);
        t->at = here;
    }
    program_add_branch(t->p, t->proc, here, condition, target);
}

static void jump(translator *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to)
{
    if (t->ended) return;
    take_edge(t, from, to);
    block target = block_of(t, to);
    program_add_branch(t->p, t->proc, t->at, term_true(t->ts), target);
}

static void branch_instruction(translator *t, LLVMValueRef inst, LLVMBasicBlockRef from)
{
    if (!LLVMIsConditional(inst)) {
        jump(t, from, LLVMGetSuccessor(inst, 0));
        return;
    }
    LLVMBasicBlockRef yes = LLVMGetSuccessor(inst, 0), no = LLVMGetSuccessor(inst, 1);
    if (sanitizer_goals_branch(t, inst)) {
        jump(t, from, yes);
        return;
    }
    term condition = translate_condition(t, LLVMGetCondition(inst));
    if (yes == no) {
        jump(t, from, yes);
        return;
    }
    block_entry *e = block_map_put(&t->emit.blocks, from, NULL);
    e->decides = !t->ended;
    e->decision = t->at;
    branch_if(t, condition, from, yes);
    branch_if(t, term_mk_not(t->ts, condition), from, no);
}

/* The cases that lead to one block share a branch. */
static void switch_instruction(translator *t, LLVMValueRef inst, LLVMBasicBlockRef from)
{
    LLVMValueRef chosen = LLVMGetOperand(inst, 0);
    cint v = observed_number(t, chosen, translate_int(t, chosen));
    unsigned n = LLVMGetNumSuccessors(inst);
    object_map index; /* of a target in `conditions` */
    object_map_init(&index);
    term_vec *conditions = alloc_zeroed(n, sizeof *conditions), all;
    LLVMBasicBlockRef *targets = alloc_zeroed(n, sizeof *targets);
    size_t count = 1;
    targets[0] = LLVMGetSuccessor(inst, 0);
    *object_map_put(&index, LLVMBasicBlockAsValue(targets[0]), NULL) = 0;
    term_vec_init(&all);
    for (unsigned i = 1; i < n; i++) {
        LLVMBasicBlockRef target = LLVMGetSuccessor(inst, i);
        bool added;
        uint64_t *slot = object_map_put(&index, LLVMBasicBlockAsValue(target), &added);
        if (added) {
            *slot = count;
            targets[count++] = target;
        }
        term matches = cint_eq(t->ts, v, translate_int(t, LLVMGetOperand(inst, 2 * i)));
        term_vec_push(&conditions[*slot], matches);
        if (*slot) term_vec_push(&all, matches);
    }
    branch_if(t, all.size ? term_mk_not(t->ts, term_mk_or(t->ts, all.data, all.size)) : term_true(t->ts), from, targets[0]);
    for (size_t i = 1; i < count; i++) branch_if(t, term_mk_or(t->ts, conditions[i].data, conditions[i].size), from, targets[i]);
    for (size_t i = 0; i < n; i++) term_vec_release(&conditions[i]);
    term_vec_release(&all);
    object_map_release(&index);
    free(conditions);
    free(targets);
}

/* The address is that of a label. */
static void indirect_branch(translator *t, LLVMValueRef inst, LLVMBasicBlockRef from)
{
    cint address = translate_int(t, LLVMGetOperand(inst, 0));
    object_map seen;
    object_map_init(&seen);
    for (unsigned i = 0; i < LLVMGetNumSuccessors(inst) && !translate_failed(t); i++) {
        LLVMBasicBlockRef to = LLVMGetSuccessor(inst, i);
        bool added;
        object_map_put(&seen, LLVMBasicBlockAsValue(to), &added);
        int64_t label = (int64_t)address_of_object(t, LLVMBasicBlockAsValue(to), 1);
        if (added) branch_if(t, cint_eq(t->ts, address, cint_of_int(t->ts, label, t->pointer_bits, false)), from, to);
    }
    object_map_release(&seen);
    translate_assumption(t, "a computed `goto` goes to a label of its function");
}

/* To one of the successors, whichever it is. */
static void jump_anywhere(translator *t, LLVMValueRef inst, LLVMBasicBlockRef from)
{
    term choice = translate_temp_int(t, "jump", 32, false);
    translate_havoc(t, choice, "a jump out of inline assembly");
    unsigned n = LLVMGetNumSuccessors(inst);
    for (unsigned i = 0; i < n; i++)
        branch_if(t, term_mk_eq(t->ts, choice, term_mk_int(t->ts, i)), from, LLVMGetSuccessor(inst, i));
}

/* Those of pointers come behind the values. */
static void return_origins(translator *t, LLVMValueRef returned, value v, const term_vec *results, size_t next)
{
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, LLVMTypeOf(returned), &leaves);
    for (size_t i = 0; i < leaves.size && translate_tracks(t) && !translate_failed(t); i++) {
        if (LLVMGetTypeKind(leaves.data[i].type) != LLVMPointerTypeKind) continue;
        origin o = leaves.size == 1 ? origin_of_value(t, returned) : origin_of_scalar(t, v.leaves[i]);
        origin_assign(t, origin_at(t, &results->data[next]), o);
        next += origin_size(t);
    }
    leaf_vec_release(&leaves);
}

static void return_instruction(translator *t, LLVMValueRef inst)
{
    if (t->ended) return;
    const term_vec *results = program_results(t->p, t->proc);
    if (LLVMGetNumOperands(inst) > 0) {
        value v = translate_value(t, LLVMGetOperand(inst, 0));
        size_t next = 0;
        for (size_t i = 0; i < v.n && next < results->size; i++) {
            if (v.leaves[i].kind == SCALAR_UNKNOWN) continue;
            translate_assign_scalar(t, scalar_of_var(t, results->data[next++]), v.leaves[i]);
        }
        return_origins(t, LLVMGetOperand(inst, 0), v, results, next);
    }
    origin_leave(t);
    if (t->current == 0 && !t->plan.functions.data[0].is_called) leak_end(t);
    program_set_return(t->p, t->proc, t->at);
}

static void instruction(translator *t, LLVMValueRef inst, LLVMBasicBlockRef home)
{
    if (translate_arithmetic(t, inst)) return;
    switch (LLVMGetInstructionOpcode(inst)) {
    case LLVMLoad: translate_load(t, inst); break;
    case LLVMStore: translate_store(t, inst); break;
    case LLVMAlloca: translate_alloca(t, inst); break;
    case LLVMCall: translate_call(t, inst); break;
    case LLVMBr: branch_instruction(t, inst, home); break;
    case LLVMSwitch: switch_instruction(t, inst, home); break;
    case LLVMRet: return_instruction(t, inst); break;
    case LLVMUnreachable: translate_end_run(t); break;
    case LLVMFence: break;
    case LLVMPHI: {
        size_t n;
        phi_leaves(t, inst, &n);
        break;
    }
    case LLVMCallBr:
        translate_assembly(t, inst);
        jump_anywhere(t, inst, home);
        break;
    case LLVMIndirectBr: indirect_branch(t, inst, home); break;
    case LLVMVAArg: translate_refuse(t, "this form of variable arguments is not supported"); break;
    default: translate_refuse(t, "an instruction of this kind is not supported"); break;
    }
}

bool translate_is_bare_arithmetic(const char *function)
{
    static const char *const NAMES[] = {"abs", "labs", "llabs", "imaxabs", "div", "ldiv", "lldiv", "imaxdiv"};
    for (size_t i = 0; function && i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(NAMES[i], function) == 0) return true;
    return false;
}

static void translate_block(translator *t, LLVMBasicBlockRef b)
{
    const block_entry *e = block_map_find(&t->emit.blocks, b);
    t->emit.source = b;
    t->at = e->block;
    t->ended = false;
    cover_block(t, b);
    for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst && !t->ended; inst = LLVMGetNextInstruction(inst)) {
        if (translate_failed(t)) break;
        place where = c_module_place(t->cm, inst);
        if (where.file) t->here = where;
        t->here.in_library = where.in_library;
        t->position = value_map_find(&t->emit.values, inst)->position;
        t->in_library = !c_module_is_own(t->cm, inst);
        t->trusts_arithmetic = t->in_library && !translate_is_bare_arithmetic(c_module_library_function(t->cm, inst));
        uninit_before(t, inst);
        instruction(t, inst, b);
        uninit_after(t, inst);
    }
    translate_forget_pending(t);
}

/* ---- functions ---- */

static int sign_of(c_type type, uint32_t width)
{
    if (type.kind != C_INTEGER || type.bits != width) return 0;
    return type.is_signed ? 1 : -1;
}

/* The variable a parameter is stored in at once says what it is. */
static LLVMValueRef home_of_parameter(LLVMValueRef param)
{
    LLVMUseRef use = LLVMGetFirstUse(param);
    if (!use || LLVMGetNextUse(use)) return NULL;
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAStoreInst(user) || LLVMGetOperand(user, 0) != param) return NULL;
    LLVMValueRef home = LLVMGetOperand(user, 1);
    return LLVMIsAAllocaInst(home) ? home : NULL;
}

static void add_parameter(translator *t, const function_info *f, unsigned index, term_vec *params)
{
    LLVMValueRef param = LLVMGetParam(f->function, index);
    uint64_t size;
    if (translate_is_byval(t, f->function, index, &size) && !f->is_recursive) return;
    LLVMTypeRef type = LLVMTypeOf(param);
    LLVMValueRef home = home_of_parameter(param);
    size_t length;
    const char *hint = LLVMGetValueName2(param, &length), *name = home ? c_module_variable_name(t->cm, home) : NULL;
    int sign = value_usage(param);
    bool is_int = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    if (home && is_int) sign = sign_of(c_module_variable_type(t->cm, home), LLVMGetIntTypeWidth(type));
    translate_leaf_vars(t, type, length ? hint : "argument", name, sign, f->proc, params);
    if (origin_is_passed(t, param)) origin_leaf_vars(t, type, f->proc, params);
}

static void add_procedure(translator *t, function_info *f)
{
    size_t length;
    const char *name = LLVMGetValueName2(f->function, &length);
    t->here = c_module_function_place(t->cm, f->function);
    f->proc = program_add_proc(t->p, name, t->here);
    term_vec params, results;
    term_vec_init(&params);
    term_vec_init(&results);
    for (unsigned i = 0; i < LLVMCountParams(f->function); i++) add_parameter(t, f, i, &params);
    LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f->function));
    bool is_int = LLVMGetTypeKind(type) == LLVMIntegerTypeKind;
    int sign = is_int ? sign_of(c_module_signature_type(t->cm, f->function, 0), LLVMGetIntTypeWidth(type)) : 0;
    text result;
    text_init(&result);
    text_printf(&result, "%s_result", name);
    translate_leaf_vars(t, type, result.data, NULL, sign, f->proc, &results);
    origin_leaf_vars(t, type, f->proc, &results);
    program_set_signature(t->p, f->proc, params.data, params.size, results.data, results.size);
    text_release(&result);
    term_vec_release(&params);
    term_vec_release(&results);
}

/* What the entry function gets is not the program's. */
static void define_origins(translator *t, LLVMValueRef param, const leaf_vec *leaves, scalar *out, const term_vec *params, size_t *next)
{
    bool is_passed = origin_is_passed(t, param), is_entry = t->current == 0;
    for (size_t i = 0; i < leaves->size && translate_tracks(t); i++) {
        if (LLVMGetTypeKind(leaves->data[i].type) != LLVMPointerTypeKind) continue;
        if (is_passed) {
            out[i] = origin_put(out[i], origin_at(t, &params->data[*next]));
            *next += origin_size(t);
        } else if (is_entry) {
            out[i] = origin_put(out[i], origin_foreign(t, out[i].number.value));
            if (t->plan.functions.data[0].is_called) check_gap(t, "pointers that are passed to the entry function are not checked");
        }
    }
}

static void define_parameters(translator *t, const function_info *f)
{
    const term_vec *params = program_params(t->p, f->proc);
    size_t next = 0;
    for (unsigned i = 0; i < LLVMCountParams(f->function) && !translate_failed(t); i++) {
        LLVMValueRef param = LLVMGetParam(f->function, i);
        leaf_vec leaves;
        leaf_vec_init(&leaves);
        type_leaves(t, LLVMTypeOf(param), &leaves);
        scalar *out = arena_alloc(&t->emit.scratch, (leaves.size + 1) * sizeof *out);
        uint64_t size;
        if (translate_is_byval(t, f->function, i, &size) && !f->is_recursive) {
            int64_t address = (int64_t)address_of_object(t, param, size);
            out[0] = scalar_of_int(cint_of_int(t->ts, address, t->pointer_bits, false));
            if (translate_tracks(t)) out[0] = origin_put(out[0], origin_of_object(t, param, size));
        } else {
            for (size_t j = 0; j < leaves.size; j++) {
                out[j] = (scalar){.kind = SCALAR_UNKNOWN};
                if (!type_is_unknown(leaves.data[j].type)) out[j] = scalar_of_var(t, params->data[next++]);
            }
            define_origins(t, param, &leaves, out, params, &next);
        }
        value_entry *e = value_map_put(&t->emit.values, param, NULL);
        e->value = (value){out, leaves.size};
        leaf_vec_release(&leaves);
    }
}

static void number_instructions(translator *t, LLVMValueRef function)
{
    uint32_t position = 1;
    for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
        for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst; inst = LLVMGetNextInstruction(inst)) {
            value_map_put(&t->emit.values, inst, NULL)->position = position++;
            LLVMValueRef variable = b == LLVMGetEntryBasicBlock(function) ? NULL : plan_declared(inst);
            if (variable) *object_map_put(&t->emit.redeclared, variable, NULL) = (uint64_t)(uintptr_t)b;
        }
    }
    t->emit.budget = 64 * (uint64_t)position;
}

static bool has_attribute(LLVMValueRef function, unsigned parameter, const char *name)
{
    return LLVMGetEnumAttributeAtIndex(function, parameter + 1, LLVMGetEnumAttributeKindForName(name, strlen(name))) != NULL;
}

/* A compiler may rely on `restrict`; the translation does not. That matters if another parameter may point to the same object. */
static void note_restrict(translator *t, LLVMValueRef function)
{
    unsigned n = LLVMCountParams(function);
    LLVMValueRef first = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function));
    for (unsigned i = 0; i < n && c_module_is_own(t->cm, first); i++) {
        if (!has_attribute(function, i, "noalias") || has_attribute(function, i, "sret")) continue;
        uint32_t node = memory_node_of(t->mem, LLVMGetParam(function, i));
        bool is_shared = false;
        for (unsigned j = 0; j < n && node != MEMORY_NO_NODE; j++) is_shared |= j != i && memory_node_of(t->mem, LLVMGetParam(function, j)) == node;
        if (is_shared) translate_assumption(t, "what a `restrict` pointer is used to change is accessed through that pointer only");
    }
}

static void assume_foreign_parameters(translator *t, const function_info *f)
{
    const term_vec *params = program_params(t->p, f->proc);
    for (size_t i = 0; i < params->size; i++)
        if (program_var(t->p, params->data[i])->is_pointer) check_assume_foreign(t, params->data[i]);
}

static void translate_function(translator *t, uint32_t index)
{
    const function_info *f = &t->plan.functions.data[index];
    t->current = index;
    t->proc = f->proc;
    t->here = program_proc_place(t->p, f->proc);
    t->position = 0;
    t->ended = false;
    value_map_init(&t->emit.values);
    block_map_init(&t->emit.blocks);
    edge_map_init(&t->emit.incoming);
    object_map_init(&t->emit.redeclared);
    arena_init(&t->emit.scratch);
    number_instructions(t, f->function);
    define_parameters(t, f);
    block start = program_add_block(t->p, t->proc, t->here);
    t->at = start;
    if (index == 0 && !f->is_called) {
        t->plan.first = start;
        start = program_add_block(t->p, t->proc, t->here);
        program_add_branch(t->p, t->proc, t->at, term_true(t->ts), start);
        t->at = start;
    }
    translate_prologue(t);
    note_restrict(t, f->function);
    uninit_enter(t);
    if (index == 0) {
        outside_note_pointers(t);
        outside_note_linker(t);
    }
    if (index == 0 && !f->is_called) assume_foreign_parameters(t, f);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(f->function);
    block_entry *e = block_map_put(&t->emit.blocks, entry, NULL);
    e->block = start;
    e->has_block = true;
    llvm_block_vec_push(&t->emit.todo, entry);
    while (t->emit.todo.size && !translate_failed(t)) {
        translate_block(t, llvm_block_vec_pop(&t->emit.todo));
        if (limits_is_over(&t->options->limits)) translate_refuse(t, "no time left to read the program");
    }
    t->emit.todo.size = 0;
    check_mark_decisions(t);
    uninit_leave(t);
    value_map_release(&t->emit.values);
    block_map_release(&t->emit.blocks);
    edge_map_release(&t->emit.incoming);
    object_map_release(&t->emit.redeclared);
    arena_release(&t->emit.scratch);
}

/* The entry function is called by others, too: a procedure of its own sets the globals up and calls it. */
static void add_start(translator *t)
{
    proc body = t->plan.functions.data[0].proc;
    t->here = program_proc_place(t->p, body);
    t->proc = program_add_proc(t->p, "start of the program", t->here);
    const term_vec *formals[2] = {program_params(t->p, body), program_results(t->p, body)};
    term_vec own[2];
    for (int k = 0; k < 2; k++) {
        term_vec_init(&own[k]);
        for (size_t i = 0; i < formals[k]->size; i++) {
            term formal = formals[k]->data[i];
            var_info info = *program_var(t->p, formal);
            info.owner = t->proc;
            term_vec_push(&own[k], program_add_var(t->p, term_name(t->ts, formal), term_sort(t->ts, formal), &info));
        }
    }
    program_set_signature(t->p, t->proc, own[0].data, own[0].size, own[1].data, own[1].size);
    t->plan.first = program_add_block(t->p, t->proc, t->here);
    t->at = program_add_block(t->p, t->proc, t->here);
    program_add_branch(t->p, t->proc, t->plan.first, term_true(t->ts), t->at);
    stmt s = {.kind = STMT_CALL, .target = TERM_NONE, .value = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE, .callee = body};
    s.args = own[0].data;
    s.n_args = own[0].size;
    s.results = own[1].data;
    s.n_results = own[1].size;
    t->ended = false;
    translate_add(t, s);
    leak_end(t);
    program_set_return(t->p, t->proc, t->at);
    program_set_entry(t->p, t->proc);
    for (int k = 0; k < 2; k++) term_vec_release(&own[k]);
}

static void set_up_globals(translator *t)
{
    if (t->plan.functions.data[0].is_called) {
        add_start(t);
    } else {
        t->proc = t->plan.functions.data[0].proc;
        program_set_entry(t->p, t->proc);
    }
    t->at = t->plan.first;
    t->ended = false;
    t->position = UINT32_MAX - 1;
    t->here = program_proc_place(t->p, t->proc);
    value_map_init(&t->emit.values);
    arena_init(&t->emit.scratch);
    translate_initial_values(t);
    value_map_release(&t->emit.values);
    arena_release(&t->emit.scratch);
}

/* Arrays that are whole objects are shown by element, not by address. */
static void name_elements(translator *t)
{
    for (uint32_t i = 0; i < memory_region_count(t->mem); i++) {
        const region_info *info = memory_region(t->mem, (region){i});
        const uint64_t *address = info->array ? object_map_find(&t->model.addresses, info->array) : NULL;
        if (address && !term_is_none(t->plan.regions[i].symbol)) program_set_elements(t->p, t->plan.regions[i].symbol, *address, info->stride);
    }
}

bool translate_module(translator *t)
{
    for (size_t i = 0; i < t->plan.functions.size && !translate_failed(t); i++) add_procedure(t, &t->plan.functions.data[i]);
    if (!translate_failed(t)) cover_plan(t);
    for (size_t i = 0; i < t->plan.functions.size && !translate_failed(t); i++) translate_function(t, (uint32_t)i);
    if (!translate_failed(t)) set_up_globals(t);
    if (!translate_failed(t)) name_elements(t);
    return !translate_failed(t);
}

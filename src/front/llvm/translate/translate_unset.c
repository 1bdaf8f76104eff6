/* UNSET statements: what a replay must know to give the compiled program the same unset memory and the same values from outside. */

#include "front/llvm/translate/translate.h"
#include "front/llvm/library/unseen.h"
#include "front/llvm/module/linker_symbols.h"

VEC_DECLARE(unset_cell_vec, unset_cell);

/* A statement in the making. */
typedef struct unset {
    unset_cell_vec cells;
    term_vec values;
    bool has_regions;
    unset_cell_vec layout; /* if unseen functions may change it: all cells, and what they are in */
    term_vec layout_regions;
    address_range_vec objects; /* of what a pointer points to */
} unset;

static void unset_add(unset *u, unset_cell c, term v)
{
    unset_cell_vec_push(&u->cells, c);
    term_vec_push(&u->values, v);
    u->has_regions |= c.is_region;
}

/* Of memory from malloc: what the pointer is declared to point to that it is stored in. */
static c_type allocated_type(const translator *t, LLVMValueRef call)
{
    for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == call)
            return c_module_pointee_type(t->cm, c_module_variable_type(t->cm, LLVMGetOperand(user, 1)));
    }
    return (c_type){.kind = C_UNKNOWN};
}

/* What the source says about the object. */
static unset_site site_at(const translator *t, site_kind kind, LLVMValueRef where)
{
    unset_site s = {.kind = kind, .where = where, .type = {.kind = C_UNKNOWN}};
    bool is_variable = kind == SITE_LOCAL || kind == SITE_DECLARED || kind == SITE_GLOBAL || kind == SITE_OWN;
    LLVMValueRef variable = kind == SITE_DECLARED ? plan_declared(where) : where;
    if (kind == SITE_ALLOCATED) s.type = allocated_type(t, where);
    if (!is_variable) return s;
    s.type = c_module_variable_type(t->cm, variable);
    s.is_const = c_module_variable_is_const(t->cm, variable);
    return s;
}

/* In the program's own module; what the library's code has not set is no concern of a replay. */
static uint32_t add_site(translator *t, site_kind kind, LLVMValueRef where)
{
    unset_site s = site_at(t, kind, where);
    if (LLVMIsAInstruction(where)) s.where = original_instruction(t->cm->originals, where);
    unset_site_vec_push(&t->replay.sites, s);
    return (uint32_t)t->replay.sites.size - 1;
}

static void drop(unset *u)
{
    term_vec_release(&u->values);
    unset_cell_vec_release(&u->cells);
    unset_cell_vec_release(&u->layout);
    term_vec_release(&u->layout_regions);
    address_range_vec_release(&u->objects);
}

/* Emits the statement and releases what it was made of. */
static void finish_with(translator *t, unset *u, unset_info info, term address, term size, term exists)
{
    term_vec args;
    term_vec_init(&args);
    term_vec_append(&args, (const term[]){address, size, exists}, UNSET_CELLS);
    term_vec_append(&args, u->values.data, u->values.size);
    info.cells = u->cells.data;
    info.n_cells = u->cells.size;
    info.layout = (unset_layout){u->layout.data, u->layout_regions.data, u->layout.size};
    stmt s = {.kind = STMT_UNSET, .target = TERM_NONE, .value = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE, .callee = PROC_NONE,
              .args = args.data, .n_args = args.size, .unset = &info};
    if (!translate_failed(t)) translate_add(t, s);
    term_vec_release(&args);
    drop(u);
}

static void finish(translator *t, unset *u, uint32_t site, term address, term size, term exists)
{
    finish_with(t, u, (unset_info){.site = site}, address, size, exists);
}

/* What pointers to this place point to, as a number for cells. */
static uint32_t pointee_at(translator *t, memory_place where)
{
    bool added;
    uint32_t *id = place_map_put(&t->replay.pointee_ids, where, &added);
    if (added) {
        *id = (uint32_t)t->replay.pointees.size;
        memory_place_vec_push(&t->replay.pointees, where);
    }
    assert(*id < t->replay.pointees.size && t->replay.pointees.data[*id].offset == where.offset && t->replay.pointees.data[*id].node == where.node);
    return *id + 1;
}

static uint32_t pointee_in(translator *t, region r)
{
    memory_place where;
    return memory_region(t->mem, r)->is_pointer && memory_place_in(t->mem, r, &where) ? pointee_at(t, where) : 0;
}

static uint32_t pointee_of(translator *t, LLVMValueRef pointer)
{
    memory_place where;
    bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(pointer)) == LLVMPointerTypeKind;
    return is_pointer && memory_place_of(t->mem, pointer, &where) ? pointee_at(t, where) : 0;
}

/* A cell of the object, if somebody looks at it, and the variable or region that it is in. */
static bool describe_cell(translator *t, LLVMValueRef object, const memory_cell *c, uint64_t stride, unset_cell *out, term *symbol)
{
    const region_info *info = memory_region(t->mem, c->region);
    const region_use *use = &t->plan.regions[c->region.id];
    bool is_plain = info->kind == REGION_VARIABLE;
    if (!use->user || !use->reads_integers || c->offset > INT64_MAX || c->size > UINT32_MAX || (is_plain && info->object != object)) return false;
    *symbol = memory_use(t, c->region)->symbol;
    if (use->is_local && program_var(t->p, *symbol)->owner.id != t->proc.id) return false;
    if (is_plain) *out = (unset_cell){.offset = info->offset, .size = info->size, .pointee = pointee_in(t, c->region)};
    else
        *out = (unset_cell){.offset = c->offset, .size = (uint32_t)c->size, .stride = stride, .is_region = true,
                            .is_bytes = info->kind == REGION_BYTES, .pointee = pointee_in(t, c->region)};
    return true;
}

/* What the object is made of, as far as somebody looks at it: what is unset (if `with_unset`), and what unseen functions may change. */
static unset describe_object(translator *t, LLVMValueRef object, bool with_unset)
{
    unset u = {.has_regions = false};
    bool is_alloca = LLVMIsAAllocaInst(object) != NULL, is_outside = memory_is_outside(t->mem, object);
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    uint64_t stride = memory_cells_of(t->mem, object, &cells);
    for (size_t i = 0; i < cells.size; i++) {
        unset_cell c;
        term symbol;
        region r = cells.data[i].region;
        bool is_set = !with_unset || (is_alloca && memory_region(t->mem, r)->kind == REGION_VARIABLE && !t->plan.regions[r.id].is_unset);
        if ((is_set && !is_outside) || !describe_cell(t, object, &cells.data[i], stride, &c, &symbol)) continue;
        if (!is_set) unset_add(&u, c, symbol);
        if (!is_outside) continue;
        unset_cell_vec_push(&u.layout, c);
        term_vec_push(&u.layout_regions, symbol);
    }
    memory_cell_vec_release(&cells);
    return u;
}

static unset cells_of(translator *t, LLVMValueRef object) { return describe_object(t, object, true); }

static void finish_object(translator *t, unset *u, site_kind kind, LLVMValueRef where, LLVMValueRef pointer, term size)
{
    if (!u->cells.size && !u->layout.size) {
        drop(u);
        return;
    }
    term address = u->has_regions || u->layout.size ? translate_address(t, pointer) : term_mk_int(t->ts, 0);
    finish(t, u, add_site(t, kind, where), address, size, term_true(t->ts));
}

void unset_local(translator *t, LLVMValueRef inst)
{
    if (t->ended || translate_failed(t) || !c_module_is_own(t->cm, inst)) return;
    unset u = cells_of(t, inst);
    term size = term_mk_int(t->ts, (int64_t)address_object_size(t, inst));
    if (plan_is_dynamic_alloca(inst) && u.cells.size) {
        uint64_t element = LLVMABISizeOfType(t->cm->layout, LLVMGetAllocatedType(inst));
        term count = cint_as(t->ts, translate_int(t, LLVMGetOperand(inst, 0)), false).value;
        size = term_mk_mul2(t->ts, count, term_mk_int(t->ts, (int64_t)element));
    }
    finish_object(t, &u, SITE_LOCAL, inst, inst, size);
}

void unset_declared(translator *t, LLVMValueRef declaration, LLVMValueRef variable)
{
    if (t->ended || translate_failed(t) || plan_is_dynamic_alloca(variable) || !c_module_is_own(t->cm, declaration)) return;
    unset u = cells_of(t, variable);
    if (!u.cells.size) u.layout.size = u.layout_regions.size = 0; /* it is there already */
    finish_object(t, &u, SITE_DECLARED, declaration, variable, term_mk_int(t->ts, (int64_t)address_object_size(t, variable)));
}

void unset_allocated(translator *t, LLVMValueRef call, term address, term size, term exists, bool is_set)
{
    if (t->ended || translate_failed(t) || !LLVMIsAFunction(LLVMGetCalledValue(call)) || !c_module_is_own(t->cm, call)) return;
    unset u = describe_object(t, call, !is_set);
    finish(t, &u, add_site(t, SITE_ALLOCATED, call), address, size, exists);
}

/* A function has one site for all of its calls. */
static uint32_t site_of_function(translator *t, site_kind kind, LLVMValueRef function)
{
    bool added;
    uint64_t *site = object_map_put(&t->replay.result_sites, function, &added);
    if (added) *site = add_site(t, kind, function);
    return (uint32_t)*site;
}

/* `whole` is the value that they are the leaves of. */
static void add_leaves(translator *t, unset *u, LLVMValueRef whole, const scalar *leaves, const leaf_vec *types)
{
    for (size_t i = 0; i < types->size; i++) {
        unset_cell c = {.offset = types->data[i].offset, .size = (uint32_t)LLVMStoreSizeOfType(t->cm->layout, types->data[i].type)};
        c.is_unknown = leaves[i].kind == SCALAR_UNKNOWN;
        if (types->size == 1) c.pointee = pointee_of(t, whole);
        unset_add(u, c, c.is_unknown ? term_mk_int(t->ts, 0) : leaves[i].number.value);
    }
}

void unset_result(translator *t, LLVMValueRef call, const char *name, const scalar *leaves, const leaf_vec *types)
{
    LLVMValueRef function = LLVMGetNamedFunction(t->cm->module, name);
    bool fits = function && LLVMIsDeclaration(function) && LLVMGetReturnType(LLVMGlobalGetValueType(function)) == LLVMTypeOf(call);
    if (!fits || t->ended || translate_failed(t) || !c_module_is_own(t->cm, call)) return;
    unset u = {.has_regions = false};
    add_leaves(t, &u, call, leaves, types);
    unset_info info = {.site = site_of_function(t, SITE_RESULT, function), .role = UNSET_APPEARS};
    if (!t->options->unseen_is_pure && unseen_has_effects(function)) info.role = UNSET_RETURNED;
    finish_with(t, &u, info, term_mk_int(t->ts, 0), term_mk_int(t->ts, 0), term_true(t->ts));
}

void unset_given(translator *t, LLVMValueRef call)
{
    if (t->ended || translate_failed(t) || !LLVMGetFirstUse(call)) return;
    value v = translate_value(t, call);
    leaf_vec types;
    leaf_vec_init(&types);
    type_leaves(t, LLVMTypeOf(call), &types);
    unset u = {.has_regions = false};
    add_leaves(t, &u, call, v.leaves, &types);
    leaf_vec_release(&types);
    unset_site_vec_push(&t->replay.sites, (unset_site){.kind = SITE_GIVEN, .where = call});
    unset_info info = {.site = (uint32_t)t->replay.sites.size - 1, .role = UNSET_GIVEN};
    finish_with(t, &u, info, term_mk_int(t->ts, 0), term_mk_int(t->ts, 0), term_true(t->ts));
}

void unset_outside(translator *t, const u32_vec *regions, unset_role role)
{
    if (t->ended || translate_failed(t)) return;
    unset u = {.has_regions = false};
    for (size_t i = 0; i < regions->size; i++) {
        if (!t->plan.regions[regions->data[i]].user) continue;
        term symbol = memory_use(t, (region){regions->data[i]})->symbol;
        unset_add(&u, (unset_cell){.size = 1}, symbol);
        unset_cell_vec_push(&u.layout, (unset_cell){.size = 1});
        term_vec_push(&u.layout_regions, symbol);
    }
    if (!t->replay.change_site) {
        unset_site_vec_push(&t->replay.sites, (unset_site){.kind = SITE_CHANGE});
        t->replay.change_site = (uint32_t)t->replay.sites.size;
    }
    unset_info info = {.site = t->replay.change_site - 1, .role = role};
    finish_with(t, &u, info, term_mk_int(t->ts, 0), term_mk_int(t->ts, 0), term_true(t->ts));
}

void unset_struct(translator *t, LLVMValueRef call, const char *name, LLVMValueRef to, uint64_t size)
{
    LLVMValueRef function = LLVMGetNamedFunction(t->cm->module, name);
    bool fits = function && LLVMIsDeclaration(function) && LLVMGlobalGetValueType(function) == LLVMGetCalledFunctionType(call);
    if (!fits || t->ended || translate_failed(t) || !c_module_is_own(t->cm, call)) return;
    unset u = cells_of(t, to);
    u.layout.size = u.layout_regions.size = 0; /* the object is there already */
    term address = u.has_regions ? translate_address(t, to) : term_mk_int(t->ts, 0);
    finish(t, &u, site_of_function(t, SITE_STRUCT, function), address, term_mk_int(t->ts, (int64_t)size), term_true(t->ts));
}

void unset_pointer(translator *t, LLVMValueRef load, term loaded)
{
    LLVMValueRef from = LLVMGetOperand(load, 0);
    memory_place where;
    uint32_t target = pointee_of(t, load);
    if (!target || t->ended || translate_failed(t) || !memory_place_of(t->mem, from, &where)) return;
    unset u = {.has_regions = false};
    uint32_t size = t->pointer_bits / 8;
    unset_add(&u, (unset_cell){.size = size, .pointee = target}, loaded);
    finish_with(t, &u, (unset_info){.site = where.node, .role = UNSET_READ}, translate_address(t, from), term_mk_int(t->ts, size), term_true(t->ts));
}

/* A parameter that is an object of the entry's own is one of the caller's here. */
static void unset_parameter(translator *t, unsigned index, const term_vec *params, size_t *next, bool is_argv)
{
    LLVMValueRef param = LLVMGetParam(t->plan.entry, index);
    uint64_t size;
    if (translate_is_byval(t, t->plan.entry, index, &size)) {
        if (t->plan.functions.data[0].is_recursive) {
            ++*next; /* its address */
            return;
        }
        unset u = cells_of(t, param);
        for (size_t i = 0; i < u.values.size; i++)
            if (program_var(t->p, u.values.data[i])->owner.id == t->proc.id && !u.cells.data[i].is_region)
                translate_havoc(t, u.values.data[i], "parameter");
        term address = term_mk_int(t->ts, (int64_t)address_of_object(t, param, size));
        finish(t, &u, add_site(t, SITE_PARAMETER, param), address, term_mk_int(t->ts, (int64_t)size), term_true(t->ts));
        return;
    }
    leaf_vec types;
    leaf_vec_init(&types);
    type_leaves(t, LLVMTypeOf(param), &types);
    scalar *leaves = arena_alloc(&t->emit.scratch, (types.size + 1) * sizeof *leaves);
    for (size_t i = 0; i < types.size; i++) {
        leaves[i] = (scalar){.kind = SCALAR_UNKNOWN};
        if (!type_is_unknown(types.data[i].type)) leaves[i] = scalar_of_var(t, params->data[(*next)++]);
    }
    unset u = {.has_regions = false};
    add_leaves(t, &u, param, leaves, &types);
    leaf_vec_release(&types);
    term zero = term_mk_int(t->ts, 0);
    finish_with(t, &u, (unset_info){.site = add_site(t, SITE_PARAMETER, param), .is_argv = is_argv}, zero, zero, term_true(t->ts));
}

void unset_parameters(translator *t)
{
    const term_vec *params = program_params(t->p, t->proc);
    size_t next = 0;
    bool is_main = argument_is_main(t);
    if (is_main) argument_assume_call(t, params);
    for (unsigned i = 0; i < LLVMCountParams(t->plan.entry) && !translate_failed(t); i++)
        if (!is_main || i < 2) unset_parameter(t, i, params, &next, is_main && i == 1);
    if (!is_main || params->size < 2) return;
    argument_assume_strings(t, params->data[0], params->data[1]);
}

/* Variables of the library are not for a replay to set. */
static bool is_of_library(const char *name)
{
    static const char *const NAMES[] = {"stdin", "stdout", "stderr", "environ", "__environ", "optarg", "optind", "opterr", "optopt",
                                        "timezone", "daylight", "tzname", "program_invocation_name", "program_invocation_short_name"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(NAMES[i], name) == 0) return true;
    return false;
}

void unset_globals(translator *t)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->cm->module); g && !translate_failed(t); g = LLVMGetNextGlobal(g)) {
        size_t length;
        LLVMTypeRef type = LLVMGlobalGetValueType(g);
        const char *name = LLVMGetValueName2(g, &length);
        bool is_declared = LLVMIsDeclaration(g);
        if (is_of_library(name) || linker_symbol_is(g) || !LLVMTypeIsSized(type)) continue;
        if (!is_declared && (LLVMIsGlobalConstant(g) || !LLVMGetNamedGlobal(c_module_source(t->cm), name))) continue;
        unset u = describe_object(t, g, is_declared);
        finish_object(t, &u, is_declared ? SITE_GLOBAL : SITE_OWN, g, g, term_mk_int(t->ts, (int64_t)LLVMABISizeOfType(t->cm->layout, type)));
    }
}

/* A number made an address: what is there may be changed by others. */
static void describe_address(translator *t, LLVMValueRef address)
{
    uint32_t target = pointee_of(t, address);
    if (!target) return;
    unset u = {.has_regions = false};
    term zero = term_mk_int(t->ts, 0);
    unset_add(&u, (unset_cell){.size = t->pointer_bits / 8, .is_fixed = true, .pointee = target}, translate_scalar(t, address).number.value);
    finish(t, &u, add_site(t, SITE_ADDRESS, address), zero, zero, term_true(t->ts));
}

/* The constants below v that are a number made an address. Constants can be nested deeply. */
static void collect_addresses(translator *t, LLVMValueRef v, object_map *seen)
{
    llvm_value_vec todo;
    llvm_value_vec_init(&todo);
    llvm_value_vec_push(&todo, v);
    while (todo.size) {
        v = llvm_value_vec_pop(&todo);
        bool added = false;
        if (LLVMIsAConstantExpr(v)) object_map_put(seen, v, &added);
        if (!added) continue;
        if (LLVMGetConstOpcode(v) == LLVMIntToPtr && LLVMIsAConstantInt(LLVMGetOperand(v, 0))) describe_address(t, v);
        for (unsigned i = (unsigned)LLVMGetNumOperands(v); i-- > 0;) llvm_value_vec_push(&todo, LLVMGetOperand(v, i));
    }
    llvm_value_vec_release(&todo);
}

void unset_addresses(translator *t)
{
    object_map seen;
    object_map_init(&seen);
    for (size_t i = 0; i < t->plan.functions.size; i++) {
        LLVMValueRef f = t->plan.functions.data[i].function;
        for (LLVMBasicBlockRef b = LLVMGetFirstBasicBlock(f); b; b = LLVMGetNextBasicBlock(b))
            for (LLVMValueRef inst = LLVMGetFirstInstruction(b); inst && !translate_failed(t); inst = LLVMGetNextInstruction(inst))
                for (int k = 0; k < LLVMGetNumOperands(inst); k++) collect_addresses(t, LLVMGetOperand(inst, (unsigned)k), &seen);
    }
    object_map_release(&seen);
}

static void describe_pointee(translator *t, memory_place where, unset *out)
{
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    uint64_t stride = memory_cells_at(t->mem, where, &cells);
    for (size_t i = 0; i < cells.size; i++) {
        const memory_cell *c = &cells.data[i];
        const region_info *info = memory_region(t->mem, c->region);
        const region_use *use = &t->plan.regions[c->region.id];
        if (info->kind == REGION_VARIABLE || use->is_local || term_is_none(use->symbol) || c->size > UINT32_MAX) continue;
        unset_add(out, (unset_cell){.offset = c->offset, .size = (uint32_t)c->size, .stride = stride, .is_region = true,
                                    .is_bytes = info->kind == REGION_BYTES, .pointee = pointee_in(t, c->region)}, use->symbol);
    }
    memory_cell_vec_release(&cells);
}

VEC_DECLARE(unset_vec, unset);
VEC_DECLARE(pointee_vec, pointee);

void unset_pointees(translator *t)
{
    unset_vec all;
    pointee_vec list;
    unset_vec_init(&all);
    pointee_vec_init(&list);
    for (size_t i = 0; i < t->replay.pointees.size; i++) { /* more may come */
        unset u = {.has_regions = false};
        describe_pointee(t, t->replay.pointees.data[i], &u);
        bool moves = origin_ranges(t, t->replay.pointees.data[i].node, &u.objects);
        unset_vec_push(&all, u);
        pointee to = {.node = t->replay.pointees.data[i].node, .cells = u.cells.data, .regions = u.values.data, .n_cells = u.cells.size};
        to.objects = u.objects.data;
        to.n_objects = u.objects.size;
        to.moves = !term_is_none(t->model.heap_end) && moves;
        pointee_vec_push(&list, to);
    }
    term first = term_mk_int(t->ts, (int64_t)address_next(t));
    program_set_pointees(t->p, list.data, list.size, first, term_is_none(t->model.heap_end) ? first : t->model.heap_end);
    for (size_t i = 0; i < all.size; i++) drop(&all.data[i]);
    unset_vec_release(&all);
    pointee_vec_release(&list);
}

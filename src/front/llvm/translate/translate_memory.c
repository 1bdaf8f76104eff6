/* Loads, stores, local variables: how a region of memory is read and written. */

#include "front/llvm/translate/translate.h"

#include "term/numeral.h"

#include <llvm-c/DebugInfo.h>

static bool is_bool_type(c_type type)
{
    size_t length = 0;
    const char *name = type.kind == C_INTEGER && type.node ? LLVMDITypeGetName(type.node, &length) : NULL;
    return name && ((length == 5 && memcmp(name, "_Bool", 5) == 0) || (length == 4 && memcmp(name, "bool", 4) == 0));
}

/* What the source says about a plain variable: its name (appended), place and type. */
static c_type declared(translator *t, const region_info *info, text *name, place *where)
{
    const char *variable = c_module_variable_name(t->cm, info->object);
    c_type type = c_module_variable_type(t->cm, info->object);
    *where = c_module_variable_place(t->cm, info->object);
    if (variable) text_adds(name, variable);
    if (type.kind == C_STRUCT || type.kind == C_ARRAY)
        return c_module_member_type(t->cm, type, info->offset, variable ? name : NULL);
    size_t length;
    if (!variable && LLVMIsAAllocaInst(info->object) && strcmp(LLVMGetValueName2(info->object, &length), "retval") == 0)
        return c_module_signature_type(t->cm, LLVMGetBasicBlockParent(LLVMGetInstructionParent(info->object)), 0);
    return type;
}

static void make_plain_variable(translator *t, region_use *u, const region_info *info, proc owner)
{
    text name;
    text_init(&name);
    var_info var = {.owner = owner};
    c_type type = declared(t, info, &name, &var.place);
    u->is_declared = type.kind == C_INTEGER && type.bits == u->width;
    if (u->is_declared) u->is_signed = type.is_signed;
    if (info->is_pointer || type.kind == C_POINTER) u->is_signed = false;
    var.is_pointer = info->is_pointer && u->width == t->pointer_bits;
    var.width = var.is_pointer ? 0 : u->width;
    var.is_signed = u->is_signed;
    var.is_float = type.kind == C_FLOAT && type.bits == u->width && u->holds_floats && !u->reads_bits && (u->width == 32 || u->width == 64);
    var.name = name.size ? name.data : NULL;
    cint_range(t->ts, u->width, u->is_signed, &var.low, &var.high);
    if (u->keeps_bools && u->width == 8 && is_bool_type(type)) {
        var.low = term_mk_int(t->ts, 0);
        var.high = term_mk_int(t->ts, 1);
    }
    u->symbol = program_add_var(t->p, var.name ? var.name : info->name, sort_int(t->ts), &var);
    text_release(&name);
}

void memory_set_initial_origin(translator *t, const region_use *u, origin o)
{
    program_set_initial(t->p, u->origin.low, o.low);
    if (!term_is_none(o.high)) program_set_initial(t->p, u->origin.high, o.high);
}

region_use *memory_use(translator *t, region r)
{
    region_use *u = &t->plan.regions[r.id];
    if (!term_is_none(u->symbol)) return u;
    const region_info *info = memory_region(t->mem, r);
    u->width = info->kind == REGION_BYTES ? 8 : 8 * info->size;
    u->is_signed = info->kind != REGION_BYTES && !info->is_pointer && u->votes >= 0;
    proc owner = u->is_local ? t->proc : PROC_NONE;
    if (info->kind == REGION_VARIABLE) {
        make_plain_variable(t, u, info, owner);
    } else {
        sort integer = sort_int(t->ts);
        var_info var = {.owner = owner, .name = info->name, .low = TERM_NONE, .high = TERM_NONE};
        u->symbol = program_add_var(t->p, info->name, sort_array(t->ts, integer, integer), &var);
    }
    if (!u->is_local) *u32_map_put(&t->model.mutable_globals, u->symbol.id, NULL) = 1;
    u->has_origin = origin_is_stored(t, r);
    if (u->has_origin) {
        sort s = term_sort(t->ts, u->symbol);
        u->origin = origin_new(t, s, owner);
        if (!u->is_local) memory_set_initial_origin(t, u, origin_blank(t, r, s));
    }
    return u;
}

/* What an array holds at the start, or after it was written as a whole, can be any number: only those of the type exist. */
static void assume_range(translator *t, const region_use *u, term element)
{
    if (term_kind_of(t->ts, element) != TERM_SELECT) return;
    if (u->objects == OBJECT_GLOBAL && !u->is_blurred) return;
    term low, high;
    cint_range(t->ts, u->width, u->is_signed, &low, &high);
    translate_assume(t, term_mk_and2(t->ts, term_mk_le(t->ts, low, element), term_mk_le(t->ts, element, high)));
}

static term plus(translator *t, term address, uint64_t offset)
{
    return offset ? term_mk_add2(t->ts, address, term_mk_int(t->ts, (int64_t)offset)) : address;
}

static term power_of_256(translator *t, uint32_t exponent) { return term_mk_pow2(t->ts, 8 * exponent); }

static cint read_bytes(translator *t, const region_use *u, term address, uint32_t bytes)
{
    term_vec parts;
    term_vec_init(&parts);
    for (uint32_t i = 0; i < bytes; i++) {
        term byte = term_mk_select(t->ts, u->symbol, plus(t, address, i));
        assume_range(t, u, byte);
        term_vec_push(&parts, term_mk_mul2(t->ts, power_of_256(t, i), byte));
    }
    term sum = term_mk_add(t->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return cint_of_term(sum, 8 * bytes, false);
}

cint region_read(translator *t, region r, term address, uint32_t bytes)
{
    const region_use *u = memory_use(t, r);
    switch (memory_region(t->mem, r)->kind) {
    case REGION_VARIABLE: return scalar_of_var(t, u->symbol).number;
    case REGION_ARRAY: {
        term element = term_mk_select(t->ts, u->symbol, address);
        assume_range(t, u, element);
        return cint_of_term(element, u->width, u->is_signed);
    }
    default: return read_bytes(t, u, address, bytes);
    }
}

term region_byte(translator *t, cint v, uint32_t index)
{
    cint bits = cint_as(t->ts, v, false);
    term shifted = index ? term_mk_idiv(t->ts, bits.value, power_of_256(t, index)) : bits.value;
    if (8 * (index + 1) >= v.width) return shifted;
    return term_mk_mod(t->ts, shifted, term_mk_int(t->ts, 256));
}

/* A scalar as the number that fills `bits` bits of memory. */
static cint as_stored(translator *t, scalar v, uint32_t bits)
{
    if (v.kind == SCALAR_UNKNOWN) return translate_any_int(t, "a floating-point value", bits, false);
    cint c = scalar_as_int(t, v);
    if (c.width > bits) return cint_trunc(t->ts, c, bits, false);
    return c.width < bits ? cint_zext(t->ts, c, bits, false) : c;
}

term region_updated(translator *t, region r, term from, term address, uint32_t bytes, scalar v)
{
    const region_use *u = memory_use(t, r);
    cint c = as_stored(t, v, 8 * bytes);
    if (memory_region(t->mem, r)->kind == REGION_BYTES) {
        for (uint32_t i = 0; i < bytes; i++) from = term_mk_store(t->ts, from, plus(t, address, i), region_byte(t, c, i));
        return from;
    }
    assert(8 * bytes == u->width);
    term stored = cint_as(t->ts, c, u->is_signed).value;
    return memory_region(t->mem, r)->kind == REGION_VARIABLE ? stored : term_mk_store(t->ts, from, address, stored);
}

void region_havoc(translator *t, region r, const char *why)
{
    const region_use *u = memory_use(t, r);
    translate_havoc(t, u->symbol, why);
    if (u->has_origin) origin_assign(t, u->origin, origin_blank(t, r, term_sort(t->ts, u->symbol)));
}

static void note_volatile(translator *t, LLVMValueRef inst)
{
    if (LLVMGetVolatile(inst)) translate_assumption(t, "volatile objects change by the program's own stores only");
}

/* The elements of an array, or the type itself; NULL for structs and unions, whose members may have any type. */
static LLVMTypeRef element_type(LLVMTypeRef type)
{
    while (type && LLVMGetTypeKind(type) == LLVMArrayTypeKind) type = LLVMGetElementType(type);
    return type && LLVMGetTypeKind(type) == LLVMStructTypeKind ? NULL : type;
}

static LLVMTypeRef declared_type(LLVMValueRef object)
{
    if (LLVMIsAAllocaInst(object)) return element_type(LLVMGetAllocatedType(object));
    return LLVMIsAGlobalVariable(object) ? element_type(LLVMGlobalGetValueType(object)) : NULL;
}

/* Characters may be those of any object. */
static bool is_other_type(const translator *t, LLVMTypeRef declared, LLVMTypeRef type)
{
    if (!declared || LLVMGetTypeKind(type) == LLVMVectorTypeKind || LLVMGetTypeKind(declared) == LLVMVectorTypeKind) return false;
    if (LLVMStoreSizeOfType(t->cm->layout, type) == 1 || (type_is_float(type) && type_is_float(declared))) return false;
    return LLVMGetTypeKind(type) != LLVMGetTypeKind(declared) || LLVMStoreSizeOfType(t->cm->layout, type) != LLVMStoreSizeOfType(t->cm->layout, declared);
}

/* The only object that the pointer may point to; otherwise NULL. Looked for where accesses of several types meet. */
static LLVMValueRef accessed_object(const translator *t, LLVMValueRef pointer, LLVMTypeRef type)
{
    if (LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer)) return pointer;
    region r = memory_access(t->mem, pointer, LLVMStoreSizeOfType(t->cm->layout, type));
    bool is_mixed = type_is_float(type) || (r.id != REGION_NONE.id && memory_region(t->mem, r)->kind == REGION_BYTES);
    uint32_t node = is_mixed ? memory_node_of(t->mem, pointer) : MEMORY_NO_NODE;
    if (node == MEMORY_NO_NODE) return NULL;
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    bool is_external = memory_node_objects(t->mem, node, &objects);
    LLVMValueRef only = objects.size == 1 && !is_external ? objects.data[0].value : NULL;
    memory_object_vec_release(&objects);
    return only;
}

/* C leaves that undefined, and gcc makes use of it: a store as `short` does not change an `int`. */
static void note_other_type(translator *t, LLVMValueRef inst, LLVMValueRef pointer, LLVMTypeRef type)
{
    if (type_is_aggregate(type) || !c_module_is_own(t->cm, inst)) return;
    LLVMValueRef object = accessed_object(t, pointer, type);
    if (object && is_other_type(t, declared_type(object), type))
        translate_assumption(t, "a variable that is accessed as another type has the bytes that were stored (gcc needs -fno-strict-aliasing)");
}

static void note_foreign(translator *t)
{
    translate_assumption(t, "memory that is no object of the program holds any value and is apart from its objects");
}

static term address_for(translator *t, region r, LLVMValueRef pointer)
{
    if (memory_region(t->mem, r)->kind == REGION_VARIABLE) return TERM_NONE;
    check_assume_not_null(t, pointer, term_false(t->ts));
    return translate_address(t, pointer);
}

void translate_load(translator *t, LLVMValueRef inst)
{
    LLVMValueRef pointer = LLVMGetOperand(inst, 0);
    LLVMTypeRef type = LLVMTypeOf(inst);
    uint64_t size = LLVMStoreSizeOfType(t->cm->layout, type);
    note_volatile(t, inst);
    note_other_type(t, inst, pointer, type);
    check_access(t, pointer, size);
    if (type_is_aggregate(type)) {
        translate_load_aggregate(t, inst, pointer);
        return;
    }
    if (type_is_unknown(type)) {
        translate_define_unknown(t, inst);
        return;
    }
    region r = memory_access(t->mem, pointer, size);
    if (r.id == REGION_NONE.id) {
        note_foreign(t);
        scalar s = translate_any(t, "foreign memory", type, true);
        translate_define(t, inst, &s, 1, TERM_NONE);
        return;
    }
    if (address_flow_reads_only_part(t->model.flow, inst)) {
        scalar s = translate_any(t, "a part of an address", type, true);
        translate_define(t, inst, &s, 1, TERM_NONE);
        return;
    }
    if (address_flow_reads_part(t->model.flow, inst)) translate_assumption(t, "an integer that is read where a pointer or an address may be is no part of it");
    cint c = region_read(t, r, address_for(t, r, pointer), (uint32_t)size);
    uint32_t width = type_width(t, type);
    if (memory_region(t->mem, r)->kind == REGION_BYTES && width == t->pointer_bits && !type_is_float(type))
        unset_pointer(t, inst, c.value);
    argument_assume_loaded(t, r, c.value);
    term symbol = memory_use(t, r)->symbol;
    if (width == 1) {
        translate_define_bool(t, inst, cint_is_set(t, c), symbol);
        return;
    }
    scalar s = scalar_of_int(width < c.width ? cint_trunc(t->ts, c, width, c.is_signed) : c);
    if (memory_use(t, r)->has_origin && width == t->pointer_bits && origin_is_carried(t, inst))
        s = origin_put(s, origin_saved(t, origin_read(t, r, address_for(t, r, pointer), s.number.value)));
    translate_define(t, inst, &s, 1, symbol);
}

void translate_store(translator *t, LLVMValueRef inst)
{
    LLVMValueRef pointer = LLVMGetOperand(inst, 1), stored = LLVMGetOperand(inst, 0);
    LLVMTypeRef type = LLVMTypeOf(stored);
    uint64_t size = LLVMStoreSizeOfType(t->cm->layout, type);
    note_volatile(t, inst);
    note_other_type(t, inst, pointer, type);
    check_access(t, pointer, size);
    check_writable(t, pointer);
    if (type_is_aggregate(type)) {
        translate_store_aggregate(t, pointer, type, translate_value(t, stored));
        return;
    }
    region r = memory_access(t->mem, pointer, size);
    if (r.id == REGION_NONE.id) {
        note_foreign(t);
        return;
    }
    scalar v = translate_scalar(t, stored);
    if (v.kind == SCALAR_UNKNOWN && !t->plan.regions[r.id].reads_integers) return;
    const region_use *u = memory_use(t, r);
    term address = address_for(t, r, pointer);
    if (u->has_origin && 8 * size == t->pointer_bits)
        origin_assign(t, u->origin, origin_updated(t, r, u->origin, address, origin_of_scalar(t, v)));
    translate_assign(t, u->symbol, region_updated(t, r, u->symbol, address, (uint32_t)size, v));
}

static bool has_arrays(translator *t, LLVMValueRef object, bool shared_only)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(t->mem, object, false, &touched);
    bool found = false;
    for (size_t i = 0; i < touched.size && !found; i++) {
        bool is_array = memory_region(t->mem, (region){touched.data[i]})->kind != REGION_VARIABLE;
        found = is_array && t->plan.regions[touched.data[i]].user && !(shared_only && t->plan.regions[touched.data[i]].is_local);
    }
    u32_vec_release(&touched);
    return found;
}

/* The first use of the object, in this block, fills all of it. */
static bool is_filled_first(translator *t, LLVMValueRef object, uint64_t size, LLVMBasicBlockRef home)
{
    LLVMValueRef first = NULL;
    uint32_t position = UINT32_MAX;
    for (LLVMUseRef use = LLVMGetFirstUse(object); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        const value_entry *e = LLVMIsAInstruction(user) ? value_map_find(&t->emit.values, user) : NULL;
        if (!e) return false;
        if (plan_is_lifetime(user)) continue;
        if (e->position < position) {
            position = e->position;
            first = user;
        }
    }
    if (!first) return true;
    if (!LLVMIsAMemCpyInst(first) && !LLVMIsAMemSetInst(first)) return false;
    LLVMValueRef length = LLVMGetOperand(first, 2);
    return LLVMGetInstructionParent(first) == home && LLVMGetOperand(first, 0) == object && LLVMIsAConstantInt(length) &&
           LLVMConstIntGetZExtValue(length) >= size;
}

static void allocate_here(translator *t, LLVMValueRef inst, cint size)
{
    size_t length;
    term address = address_allocate(t, LLVMGetValueName2(inst, &length), size);
    scalar s = scalar_of_int(cint_of_term(address, t->pointer_bits, false));
    if (translate_tracks(t)) {
        origin o = origin_from(t, address, cint_as(t->ts, size, false).value);
        bool is_dynamic = plan_is_dynamic_alloca(inst);
        s = origin_put(s, is_dynamic ? origin_saved(t, o) : o);
        origin_begin(t, inst, address);
    }
    translate_define(t, inst, &s, 1, TERM_NONE);
}

static void allocate_static(translator *t, LLVMValueRef inst)
{
    const function_info *f = &t->plan.functions.data[t->current];
    uint64_t size = address_object_size(t, inst);
    cint bytes = cint_of_int(t->ts, (int64_t)size, t->pointer_bits, false);
    const uint64_t *redeclared = object_map_find(&t->emit.redeclared, inst);
    LLVMBasicBlockRef home = redeclared ? (LLVMBasicBlockRef)(uintptr_t)*redeclared : LLVMGetInstructionParent(inst);
    bool lasts = redeclared ? has_arrays(t, inst, false) : f->is_called && has_arrays(t, inst, true);
    bool holds_anything = lasts && !is_filled_first(t, inst, size, home);
    if (escape_ends(t, inst)) allocate_here(t, inst, bytes);
    else if (f->is_recursive && (memory_needs_address(t->mem, inst) || has_arrays(t, inst, false))) allocate_here(t, inst, bytes);
    else if (holds_anything && size > MAX_FILLED) allocate_here(t, inst, bytes);
    else if (holds_anything && !redeclared) memory_havoc_object(t, inst, size, "an uninitialised object");
}

/* The size is not constant, or the place is not the function's beginning. */
static void allocate_dynamic(translator *t, LLVMValueRef inst)
{
    cint count = cint_as(t->ts, translate_int(t, LLVMGetOperand(inst, 0)), false);
    uint64_t element = LLVMABISizeOfType(t->cm->layout, LLVMGetAllocatedType(inst));
    if (count.width < t->pointer_bits) count = cint_zext(t->ts, count, t->pointer_bits, false);
    if (count.width > t->pointer_bits) count = cint_trunc(t->ts, count, t->pointer_bits, false);
    allocate_here(t, inst, cint_mul(t->ts, count, cint_of_int(t->ts, (int64_t)element, t->pointer_bits, false), false, true));
}

void translate_alloca(translator *t, LLVMValueRef inst)
{
    if (plan_is_dynamic_alloca(inst)) allocate_dynamic(t, inst);
    else allocate_static(t, inst);
    unset_local(t, inst);
}

static void havoc_local(translator *t, uint32_t id)
{
    const region_info *info = memory_region(t->mem, (region){id});
    region_use *u = memory_use(t, (region){id});
    text name;
    text_init(&name);
    const char *source = program_var(t->p, u->symbol)->name;
    text_printf(&name, "local %s", source ? source : info->name);
    translate_havoc(t, u->symbol, name.data);
    if (u->has_origin) origin_assign(t, u->origin, origin_blank(t, (region){id}, term_sort(t->ts, u->symbol)));
    text_release(&name);
}

void translate_prologue(translator *t)
{
    const u32_vec *regions = &t->plan.functions.data[t->current].regions;
    for (size_t i = 0; i < regions->size; i++) {
        const region_info *info = memory_region(t->mem, (region){regions->data[i]});
        region_use *u = &t->plan.regions[regions->data[i]];
        bool whole = info->kind == REGION_VARIABLE && info->offset == 0 && u->is_local;
        u->is_unset = !whole || plan_reads_unset(t, info->object);
        if (u->is_unset) havoc_local(t, regions->data[i]);
    }
    origin_enter(t);
}

void memory_renew(translator *t, LLVMValueRef variable)
{
    uint64_t size = address_object_size(t, variable);
    const value_entry *e = value_map_find(&t->emit.values, variable);
    assert(e && e->value.leaves);
    term known = e->value.leaves[0].number.value;
    if (translate_tracks(t)) origin_end(t, origin_node(t, variable), known);
    translate_assign(t, known, address_allocate(t, "again", cint_of_int(t->ts, (int64_t)size, t->pointer_bits, false)));
    if (translate_tracks(t)) origin_begin(t, variable, known);
}

void translate_declare(translator *t, LLVMValueRef variable)
{
    uint64_t size = address_object_size(t, variable);
    LLVMBasicBlockRef home = (LLVMBasicBlockRef)(uintptr_t)*object_map_find(&t->emit.redeclared, variable);
    if (!plan_is_dynamic_alloca(variable) && has_arrays(t, variable, false)) {
        if (escape_ends(t, variable) && size > MAX_FILLED) return; /* it has a new address already */
        if (is_filled_first(t, variable, size, home)) return;
        if (size <= MAX_FILLED) memory_havoc_object(t, variable, size, "an uninitialised object");
        else memory_renew(t, variable);
        return;
    }
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(t->mem, variable, false, &touched);
    for (size_t i = 0; i < touched.size; i++) {
        const region_info *info = memory_region(t->mem, (region){touched.data[i]});
        bool is_unset = t->plan.regions[touched.data[i]].is_unset;
        if (info->kind == REGION_VARIABLE && info->object == variable && is_unset) havoc_local(t, touched.data[i]);
    }
    u32_vec_release(&touched);
}

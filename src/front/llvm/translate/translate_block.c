/* Many bytes at once: memcpy, memset, structs in registers. */

#include "front/llvm/translate/translate.h"

enum { MAX_BLOCK = 4096 }; /* bytes that are copied cell by cell */

/* The variables that change, each with its new value: written together after everything was read. */
typedef struct update {
    term from, to;
} update;
VEC_DECLARE(update_vec, update);

static term *new_value(update_vec *all, term symbol)
{
    for (size_t i = 0; i < all->size; i++) {
        if (term_is_equal(all->data[i].from, symbol)) return &all->data[i].to;
    }
    update_vec_push(all, (update){symbol, symbol});
    return &all->data[all->size - 1].to;
}

static term address_at(translator *t, term address, uint64_t offset)
{
    return term_is_none(address) ? address : term_mk_add2(t->ts, address, term_mk_int(t->ts, (int64_t)offset));
}

static void write_origin(translator *t, update_vec *all, region r, term at, origin o)
{
    origin symbol = memory_use(t, r)->origin, old = {*new_value(all, symbol.low), TERM_NONE};
    if (!term_is_none(symbol.high)) old.high = *new_value(all, symbol.high);
    origin updated = origin_updated(t, r, old, at, o);
    *new_value(all, symbol.low) = updated.low;
    if (!term_is_none(symbol.high)) *new_value(all, symbol.high) = updated.high;
}

static void write_cell(translator *t, update_vec *all, const memory_cell *c, term address, scalar v)
{
    const region_use *u = memory_use(t, c->region);
    term at = address_at(t, address, c->offset);
    term updated = region_updated(t, c->region, *new_value(all, u->symbol), at, (uint32_t)c->size, v);
    *new_value(all, u->symbol) = updated;
    bool is_whole = memory_region(t->mem, c->region)->kind != REGION_BYTES || 8 * c->size == t->pointer_bits;
    if (u->has_origin && is_whole) write_origin(t, all, c->region, at, origin_of_scalar(t, v));
}

static void finish(translator *t, update_vec *all)
{
    if (all->size == 1) {
        translate_assign(t, all->data[0].from, all->data[0].to);
    } else {
        /* a new value may mention another variable that changes */
        for (size_t i = 0; i < all->size; i++) {
            if (term_is_equal(all->data[i].from, all->data[i].to)) continue;
            if (term_kind_of(t->ts, all->data[i].to) == TERM_NUM) continue;
            const var_info *info = program_var(t->p, all->data[i].from);
            var_info temp = {.owner = t->proc, .place = t->here, .width = info->width, .is_signed = info->is_signed,
                             .is_pointer = info->is_pointer, .low = info->low, .high = info->high};
            term saved = program_add_var(t->p, "t", term_sort(t->ts, all->data[i].from), &temp);
            translate_assign(t, saved, all->data[i].to);
            all->data[i].to = saved;
        }
        for (size_t i = 0; i < all->size; i++) translate_assign(t, all->data[i].from, all->data[i].to);
    }
    update_vec_release(all);
}

static void push_clipped(const translator *t, memory_cell c, int64_t at, uint64_t size, memory_cell_vec *out)
{
    int64_t end = at + (int64_t)c.size, limit = (int64_t)size;
    if (end <= 0 || at >= limit) return;
    bool is_bytes = memory_region(t->mem, c.region)->kind == REGION_BYTES;
    if (!is_bytes && (at < 0 || end > limit)) return;
    if (at < 0) at = 0;
    if (end > limit) end = limit;
    memory_cell_vec_push(out, (memory_cell){c.region, (uint64_t)at, (uint64_t)(end - at)});
}

bool memory_cells_within(translator *t, LLVMValueRef pointer, uint64_t size, memory_cell_vec *out)
{
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    uint64_t stride = memory_cells_of(t->mem, pointer, &cells);
    bool ok = !stride || size / stride * cells.size <= MAX_BLOCK;
    for (size_t i = 0; i < cells.size && ok; i++) {
        memory_cell c = cells.data[i];
        if (!t->plan.regions[c.region.id].user) continue;
        int64_t at = (int64_t)c.offset;
        if (!stride) push_clipped(t, c, at, size, out);
        for (at -= (int64_t)stride; stride && at < (int64_t)size; at += (int64_t)stride) push_clipped(t, c, at, size, out);
    }
    memory_cell_vec_release(&cells);
    return ok && out->size <= MAX_BLOCK;
}

static bool needs_address(const translator *t, const memory_cell_vec *cells)
{
    for (size_t i = 0; i < cells->size; i++) {
        if (memory_region(t->mem, cells->data[i].region)->kind != REGION_VARIABLE) return true;
    }
    return false;
}

static const memory_cell *cell_at(const memory_cell_vec *cells, uint64_t offset, uint64_t size)
{
    for (size_t i = 0; i < cells->size; i++) {
        const memory_cell *c = &cells->data[i];
        if (c->offset <= offset && offset + size <= c->offset + c->size) return c;
    }
    return NULL;
}

/* The origin of the pointer that begins there in the source. */
static origin read_origin(translator *t, const memory_cell_vec *cells, term address, uint64_t offset)
{
    const memory_cell *c = cell_at(cells, offset, t->pointer_bits / 8);
    if (!c || !memory_use(t, c->region)->has_origin) return origin_nowhere(t);
    bool is_bytes = memory_region(t->mem, c->region)->kind == REGION_BYTES;
    if (!is_bytes && c->offset != offset) return origin_nowhere(t);
    return origin_read(t, c->region, address_at(t, address, offset), TERM_NONE);
}

/* Pointers may begin at any byte. */
static void copy_origins(translator *t, update_vec *all, const memory_cell *c, term to_address, const memory_cell_vec *from, term from_address)
{
    for (uint64_t j = 0; j + t->pointer_bits / 8 <= c->size; j++) {
        origin o = read_origin(t, from, from_address, c->offset + j);
        write_origin(t, all, c->region, address_at(t, to_address, c->offset + j), o);
    }
}

/* `size` bytes of the source, whatever cells they are made of there. */
static cint read_any(translator *t, const memory_cell_vec *cells, term address, uint64_t offset, uint32_t size)
{
    const memory_cell *c = cell_at(cells, offset, size);
    bool is_bytes = c && memory_region(t->mem, c->region)->kind == REGION_BYTES;
    bool exact = c && c->offset == offset && c->size == size;
    if (is_bytes || exact) return region_read(t, c->region, address_at(t, address, offset), size);
    if (size > 1 || !c) return translate_any_int(t, "memory", 8 * size, false);
    cint whole = region_read(t, c->region, address_at(t, address, c->offset), (uint32_t)c->size);
    return cint_of_term(region_byte(t, whole, (uint32_t)(offset - c->offset)), 8, false);
}

static void copy_cells(translator *t, const memory_cell_vec *to, term to_address, const memory_cell_vec *from, term from_address)
{
    update_vec all;
    update_vec_init(&all);
    for (size_t i = 0; i < to->size; i++) {
        memory_cell c = to->data[i];
        if (memory_region(t->mem, c.region)->kind != REGION_BYTES) {
            scalar v = scalar_of_int(read_any(t, from, from_address, c.offset, (uint32_t)c.size));
            if (memory_use(t, c.region)->has_origin) v = origin_put(v, read_origin(t, from, from_address, c.offset));
            write_cell(t, &all, &c, to_address, v);
            continue;
        }
        if (memory_use(t, c.region)->has_origin) copy_origins(t, &all, &c, to_address, from, from_address);
        for (uint64_t j = 0; j < c.size; j++) {
            memory_cell byte = {c.region, c.offset + j, 1};
            write_cell(t, &all, &byte, to_address, scalar_of_int(read_any(t, from, from_address, byte.offset, 1)));
        }
    }
    finish(t, &all);
}

static bool constant_size(LLVMValueRef size, uint64_t *out)
{
    if (!LLVMIsAConstantInt(size)) return false;
    *out = LLVMConstIntGetZExtValue(size);
    return true;
}

void memory_havoc_all(translator *t, LLVMValueRef pointer, const char *why)
{
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(t->mem, pointer, false, &touched);
    for (size_t i = 0; i < touched.size; i++) {
        if (t->plan.regions[touched.data[i]].user) region_havoc(t, (region){touched.data[i]}, why);
    }
    u32_vec_release(&touched);
}

void memory_forget(translator *t, LLVMValueRef to, const char *what)
{
    translate_assumption(t, "%s is taken to leave any values at its target", what);
    memory_havoc_all(t, to, what);
}

void translate_copy_to(translator *t, LLVMValueRef to, term to_address, LLVMValueRef from, uint64_t size)
{
    memory_cell_vec targets, sources;
    memory_cell_vec_init(&targets);
    memory_cell_vec_init(&sources);
    if (memory_cells_within(t, to, size, &targets) && memory_cells_within(t, from, size, &sources)) {
        if (term_is_none(to_address) && needs_address(t, &targets)) to_address = translate_address(t, to);
        term from_address = needs_address(t, &sources) ? translate_address(t, from) : TERM_NONE;
        copy_cells(t, &targets, to_address, &sources, from_address);
    } else {
        memory_forget(t, to, "a copy of unknown or large size");
    }
    memory_cell_vec_release(&targets);
    memory_cell_vec_release(&sources);
}

/* Like an access of that size. */
static void check_accessed(translator *t, LLVMValueRef pointer, uint64_t size)
{
    check_access(t, pointer, size);
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    memory_cells_of(t->mem, pointer, &cells);
    bool has_address = false;
    for (size_t i = 0; i < cells.size; i++) has_address = has_address || memory_region(t->mem, cells.data[i].region)->kind != REGION_VARIABLE;
    if (size && has_address) check_assume_not_null(t, pointer, term_false(t->ts));
    memory_cell_vec_release(&cells);
}

void translate_copy(translator *t, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size)
{
    uint64_t n = 0;
    check_writable(t, to);
    if (!constant_size(size, &n)) {
        term bytes = cint_as(t->ts, translate_int(t, size), false).value;
        check_block(t, to, bytes);
        check_block(t, from, bytes);
        if (!memory_copy_loop(t, to, from, translate_int(t, size))) memory_forget(t, to, "a copy of unknown or large size");
        return;
    }
    check_accessed(t, to, n);
    check_accessed(t, from, n);
    translate_copy_to(t, to, TERM_NONE, from, n);
}

cint memory_repeated(translator *t, cint byte, uint64_t size)
{
    rat factor, power;
    rat_init(&factor);
    rat_init(&power);
    for (uint64_t i = 0; i < size; i++) {
        rat_set_pow2(&power, (uint32_t)(8 * i));
        rat_add(&factor, &factor, &power);
    }
    term v = term_mk_scale(t->ts, &factor, cint_as(t->ts, byte, false).value);
    rat_release(&factor);
    rat_release(&power);
    return cint_of_term(v, (uint32_t)(8 * size), false);
}

/* There is one of it at a time: activations of a recursive function have one each, and so have the turns of a loop that allocates. */
static bool is_single(const translator *t, LLVMValueRef object)
{
    if (LLVMIsAGlobalVariable(object)) return true;
    uint32_t owner = plan_owner(t, object);
    return owner && !t->plan.functions.data[owner - 1].is_recursive && !plan_is_dynamic_alloca(object);
}

/* The only object of its region is filled as a whole: a constant array. */
static bool fill_whole(translator *t, LLVMValueRef to, cint byte, uint64_t n)
{
    bool is_constant;
    int64_t offset;
    LLVMValueRef base = address_base(t, to, &is_constant, &offset);
    if (!base || !is_constant || offset != 0 || !is_single(t, base) || address_object_size(t, base) > n) return false;
    u32_vec touched;
    u32_vec_init(&touched);
    memory_regions_of(t->mem, to, false, &touched);
    bool ok = true;
    for (size_t i = 0; i < touched.size && ok; i++) {
        const region_info *info = memory_region(t->mem, (region){touched.data[i]});
        ok = info->kind != REGION_VARIABLE && t->plan.regions[touched.data[i]].n_objects == 1;
    }
    for (size_t i = 0; i < touched.size && ok; i++) {
        if (!t->plan.regions[touched.data[i]].user) continue;
        const region_use *u = memory_use(t, (region){touched.data[i]});
        term element = cint_as(t->ts, memory_repeated(t, byte, u->width / 8), u->is_signed).value;
        translate_assign(t, u->symbol, term_mk_const_array(t->ts, term_sort(t->ts, u->symbol), element));
        if (u->has_origin) origin_assign(t, u->origin, origin_blank(t, (region){touched.data[i]}, term_sort(t->ts, u->symbol)));
    }
    u32_vec_release(&touched);
    return ok;
}

void memory_fill(translator *t, LLVMValueRef to, term to_address, cint byte, uint64_t size)
{
    memory_cell_vec targets;
    memory_cell_vec_init(&targets);
    if (memory_cells_within(t, to, size, &targets)) {
        if (term_is_none(to_address) && needs_address(t, &targets)) to_address = translate_address(t, to);
        update_vec all;
        update_vec_init(&all);
        for (size_t i = 0; i < targets.size; i++)
            write_cell(t, &all, &targets.data[i], to_address, scalar_of_int(memory_repeated(t, byte, targets.data[i].size)));
        finish(t, &all);
    } else {
        memory_forget(t, to, "a fill of unknown or large size");
    }
    memory_cell_vec_release(&targets);
}

void translate_fill(translator *t, LLVMValueRef to, cint byte, LLVMValueRef size)
{
    translate_fill_at(t, to, TERM_NONE, byte, size);
}

void translate_fill_at(translator *t, LLVMValueRef to, term to_address, cint byte, LLVMValueRef size)
{
    uint64_t n = 0;
    if (byte.width > 8) byte = cint_trunc(t->ts, byte, 8, false);
    bool is_constant = constant_size(size, &n);
    if (term_is_none(to_address)) check_writable(t, to);
    if (is_constant && term_is_none(to_address)) check_accessed(t, to, n);
    if (!is_constant) check_block(t, to, cint_as(t->ts, translate_int(t, size), false).value);
    if (is_constant && term_kind_of(t->ts, byte.value) == TERM_NUM && fill_whole(t, to, byte, n)) {
        /* done */
    } else if (is_constant) {
        memory_fill(t, to, to_address, byte, n);
    } else if (!memory_fill_loop(t, to, byte, translate_int(t, size))) {
        memory_forget(t, to, "a fill of unknown or large size");
    }
}

void memory_havoc_object(translator *t, LLVMValueRef pointer, uint64_t size, const char *why)
{
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    if (memory_cells_within(t, pointer, size, &cells)) {
        term address = needs_address(t, &cells) ? translate_address(t, pointer) : TERM_NONE;
        update_vec all;
        update_vec_init(&all);
        for (size_t i = 0; i < cells.size; i++) {
            const region_use *u = memory_use(t, cells.data[i].region);
            bool is_bytes = memory_region(t->mem, cells.data[i].region)->kind == REGION_BYTES;
            cint any = translate_any_int(t, why, (uint32_t)(8 * cells.data[i].size), !is_bytes && u->is_signed);
            write_cell(t, &all, &cells.data[i], address, scalar_of_int(any));
        }
        finish(t, &all);
    } else {
        memory_havoc_all(t, pointer, why);
    }
    memory_cell_vec_release(&cells);
}

void translate_load_aggregate(translator *t, LLVMValueRef inst, LLVMValueRef pointer)
{
    leaf_vec leaves;
    memory_cell_vec cells;
    leaf_vec_init(&leaves);
    memory_cell_vec_init(&cells);
    type_leaves(t, LLVMTypeOf(inst), &leaves);
    memory_cells_within(t, pointer, LLVMStoreSizeOfType(t->cm->layout, LLVMTypeOf(inst)), &cells);
    term address = needs_address(t, &cells) ? translate_address(t, pointer) : TERM_NONE;
    scalar *out = arena_alloc(&t->emit.scratch, (leaves.size + 1) * sizeof *out);
    for (size_t i = 0; i < leaves.size && !translate_failed(t); i++) {
        leaf l = leaves.data[i];
        out[i] = translate_temp(t, "part", l.type, true);
        if (out[i].kind == SCALAR_UNKNOWN) continue;
        uint32_t size = (uint32_t)LLVMStoreSizeOfType(t->cm->layout, l.type);
        cint c = read_any(t, &cells, address, l.offset, size);
        bool is_pointer = LLVMGetTypeKind(l.type) == LLVMPointerTypeKind;
        if (is_pointer && translate_tracks(t))
            out[i] = origin_put(out[i], origin_saved(t, read_origin(t, &cells, address, l.offset)));
        if (out[i].kind == SCALAR_BOOL)
            translate_assign(t, out[i].number.value, cint_is_set(t, c));
        else translate_assign_value(t, out[i], scalar_of_int(cint_trunc(t->ts, c, out[i].number.width, c.is_signed)));
    }
    if (!translate_failed(t)) translate_define(t, inst, out, leaves.size, TERM_NONE);
    leaf_vec_release(&leaves);
    memory_cell_vec_release(&cells);
}

void translate_store_aggregate(translator *t, LLVMValueRef pointer, LLVMTypeRef type, value v)
{
    leaf_vec leaves;
    memory_cell_vec cells;
    leaf_vec_init(&leaves);
    memory_cell_vec_init(&cells);
    type_leaves(t, type, &leaves);
    memory_cells_within(t, pointer, LLVMStoreSizeOfType(t->cm->layout, type), &cells);
    term address = needs_address(t, &cells) ? translate_address(t, pointer) : TERM_NONE;
    update_vec all;
    update_vec_init(&all);
    for (size_t i = 0; i < leaves.size && i < v.n && !translate_failed(t); i++) {
        uint32_t size = (uint32_t)LLVMStoreSizeOfType(t->cm->layout, leaves.data[i].type);
        const memory_cell *c = cell_at(&cells, leaves.data[i].offset, size);
        if (!c) continue;
        memory_cell part = {c->region, leaves.data[i].offset, size};
        if (v.leaves[i].kind == SCALAR_UNKNOWN && !t->plan.regions[c->region.id].reads_integers) continue;
        write_cell(t, &all, &part, address, v.leaves[i]);
    }
    finish(t, &all);
    leaf_vec_release(&leaves);
    memory_cell_vec_release(&cells);
}

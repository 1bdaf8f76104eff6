/* What globals hold when the run begins. */

#include "front/llvm/translate/address_flow.h"
#include "front/llvm/library/constant_text.h"
#include "front/llvm/translate/translate.h"

enum { MAX_STORES = 4096 };

/* The bytes of an initialiser, eight by eight; words that are zero are absent. All addresses are constants, so all bytes are. */
MAP_DECLARE(word_map, uint64_t, uint64_t, map_hash_u64, MAP_EQ_PLAIN);
MAP_DECLARE(origin_map, uint64_t, origin, map_hash_u64, MAP_EQ_PLAIN);
typedef struct image {
    word_map words;
    origin_map origins; /* of the pointers that begin there; absent: nowhere */
} image;

static void put_byte(image *m, uint64_t at, uint8_t byte)
{
    if (byte) *word_map_put(&m->words, at / 8, NULL) |= (uint64_t)byte << (at % 8 * 8);
}

static uint8_t byte_at(const image *m, uint64_t at)
{
    const uint64_t *word = word_map_find(&m->words, at / 8);
    uint64_t shifted = word ? *word >> (at % 8 * 8) : 0;
    return (uint8_t)shifted;
}

static bool is_zero(const image *m, uint64_t at, uint64_t bytes)
{
    for (uint64_t i = 0; i < bytes; i++) {
        if (byte_at(m, at + i)) return false;
    }
    return true;
}

static void put_number(translator *t, image *m, uint64_t at, scalar s, uint64_t size)
{
    cint c = scalar_as_int(t, s);
    int64_t number;
    if (term_kind_of(t->ts, c.value) != TERM_NUM) return; /* undefined */
    bool fits = rat_to_int64(term_number(t->ts, c.value), &number);
    if (s.has_origin) *origin_map_put(&m->origins, at, NULL) = s.origin;
    for (uint64_t i = 0; i < size; i++) {
        int64_t byte = 0;
        if (fits && i < 8) byte = number >> (8 * i) & 255;
        else if (fits) byte = number < 0 ? 255 : 0;
        else if (8 * i < c.width) rat_to_int64(term_number(t->ts, region_byte(t, c, (uint32_t)i)), &byte);
        put_byte(m, at + i, (uint8_t)(byte & 255));
    }
}

/* Its bits, whatever its format. */
static void put_float(translator *t, image *m, uint64_t at, LLVMValueRef constant)
{
    LLVMTypeRef type = LLVMTypeOf(constant);
    LLVMTypeRef number = LLVMIntTypeInContext(t->cm->context, (unsigned)LLVMSizeOfTypeInBits(t->cm->layout, type));
    LLVMValueRef bits = LLVMConstBitCast(constant, number);
    if (LLVMIsAConstantInt(bits)) put_number(t, m, at, translate_scalar(t, bits), LLVMStoreSizeOfType(t->cm->layout, type));
    else translate_refuse(t, "an initialiser of this floating-point type is not supported");
}

typedef struct part {
    LLVMValueRef constant;
    uint64_t offset;
} part;
VEC_DECLARE(part_vec, part);

static void push_elements(translator *t, part_vec *stack, part whole)
{
    LLVMTypeRef type = LLVMTypeOf(whole.constant);
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++) {
            uint64_t offset = whole.offset + LLVMOffsetOfElement(t->cm->layout, type, i);
            part_vec_push(stack, (part){LLVMGetAggregateElement(whole.constant, i), offset});
        }
        return;
    }
    uint64_t size = type_stride(t, type), n = type_length(type);
    for (uint64_t i = 0; i < n; i++) {
        part_vec_push(stack, (part){LLVMGetAggregateElement(whole.constant, (unsigned)i), whole.offset + i * size});
    }
}

static void make_image(translator *t, LLVMValueRef initializer, image *m)
{
    part_vec stack;
    part_vec_init(&stack);
    part_vec_push(&stack, (part){initializer, 0});
    while (stack.size && !translate_failed(t)) {
        part p = part_vec_pop(&stack);
        LLVMTypeRef type = LLVMTypeOf(p.constant);
        LLVMTypeKind kind = LLVMGetTypeKind(type);
        if (LLVMIsNull(p.constant) || LLVMIsUndef(p.constant) || LLVMIsPoison(p.constant)) continue;
        if (LLVMIsAConstantDataSequential(p.constant) && LLVMIsConstantString(p.constant)) {
            size_t length;
            const char *bytes = LLVMGetAsString(p.constant, &length);
            for (size_t i = 0; i < length; i++) put_byte(m, p.offset + i, (uint8_t)bytes[i]);
        } else if (type_is_aggregate(type)) {
            push_elements(t, &stack, p);
        } else if (LLVMIsAConstantFP(p.constant)) {
            put_float(t, m, p.offset, p.constant);
        } else if (kind != LLVMIntegerTypeKind && kind != LLVMPointerTypeKind) {
            translate_refuse(t, "an initialiser of a special type is not supported");
        } else if (LLVMIsAConstantExpr(p.constant) && kind == LLVMIntegerTypeKind && !address_flow_is_address(t->model.flow, p.constant)) {
            program_set_doubt(t->p, t->here, "an initial value is computed from an address");
        } else {
            put_number(t, m, p.offset, translate_scalar(t, p.constant), LLVMStoreSizeOfType(t->cm->layout, type));
        }
    }
    part_vec_release(&stack);
}

static term cell_value(translator *t, const image *m, uint64_t at, uint32_t bytes, bool is_signed)
{
    rat sum, power, byte;
    rat_init(&sum);
    rat_init(&power);
    rat_init(&byte);
    for (uint32_t i = 0; i < bytes; i++) {
        rat_set_pow2(&power, 8 * i);
        rat_set_int(&byte, byte_at(m, at + i));
        rat_addmul(&sum, &power, &byte);
    }
    term v = cint_of_number(t->ts, &sum, 8 * bytes, is_signed).value;
    rat_release(&sum);
    rat_release(&power);
    rat_release(&byte);
    return v;
}

/* The contents of an array region, as far as globals were seen. */
typedef struct contents {
    term value; /* TERM_NONE: nothing yet */
    origin origin; /* of the pointers in it, if the region has some */
    bool is_zero_elsewhere;
    uint64_t stores;
} contents;

static contents *contents_of(translator *t, contents *all, region r)
{
    contents *c = &all[r.id];
    if (!term_is_none(c->value)) return c;
    const region_use *u = memory_use(t, r);
    c->is_zero_elsewhere = u->objects == OBJECT_GLOBAL;
    c->value = c->is_zero_elsewhere ? term_mk_const_array(t->ts, term_sort(t->ts, u->symbol), term_mk_int(t->ts, 0)) : u->symbol;
    if (u->has_origin) c->origin = origin_blank(t, r, term_sort(t->ts, u->symbol));
    return c;
}

static void add_cell(translator *t, contents *all, const image *m, uint64_t base, region r, uint64_t at, uint32_t bytes)
{
    contents *c = contents_of(t, all, r);
    const region_use *u = memory_use(t, r);
    const origin *from = u->has_origin ? origin_map_find(&m->origins, at) : NULL;
    term address = term_mk_int(t->ts, (int64_t)(base + at));
    if (from) c->origin = origin_updated(t, r, c->origin, address, *from);
    if (c->is_zero_elsewhere && is_zero(m, at, bytes)) return;
    term v = cell_value(t, m, at, bytes, u->is_signed);
    if (c->stores++ >= MAX_STORES && !c->is_zero_elsewhere) return;
    c->value = term_mk_store(t->ts, c->value, address, v);
}

/* A cell of bytes may begin before the object, or end after it. */
static void add_cell_at(translator *t, contents *all, const image *m, uint64_t base, uint64_t size, memory_cell c, int64_t at)
{
    if (memory_region(t->mem, c.region)->kind != REGION_BYTES) {
        if (at >= 0 && (uint64_t)at + c.size <= size) add_cell(t, all, m, base, c.region, (uint64_t)at, (uint32_t)c.size);
        return;
    }
    for (int64_t i = at < 0 ? 0 : at; i < at + (int64_t)c.size && i < (int64_t)size; i++) add_cell(t, all, m, base, c.region, (uint64_t)i, 1);
}

static void add_array_cells(translator *t, contents *all, const image *m, LLVMValueRef global, memory_cell c, uint64_t stride)
{
    uint64_t size = address_object_size(t, global), base = address_of_object(t, global, size);
    contents *known = contents_of(t, all, c.region);
    if (known->is_zero_elsewhere && !m->words.size) return;
    for (int64_t at = (int64_t)(c.offset - stride); at < (int64_t)size; at += (int64_t)stride) {
        add_cell_at(t, all, m, base, size, c, at);
        if (!stride || (!known->is_zero_elsewhere && known->stores > MAX_STORES)) break;
    }
}

static void initialise_global(translator *t, contents *all, LLVMValueRef global)
{
    LLVMValueRef initializer = LLVMGetInitializer(global);
    if (!initializer) return;
    memory_cell_vec cells;
    image m;
    memory_cell_vec_init(&cells);
    word_map_init(&m.words);
    origin_map_init(&m.origins);
    uint64_t stride = memory_cells_of(t->mem, global, &cells);
    bool used = false;
    for (size_t i = 0; i < cells.size; i++) used = used || t->plan.regions[cells.data[i].region.id].user;
    if (used) make_image(t, initializer, &m);
    for (size_t i = 0; i < cells.size && used && !translate_failed(t); i++) {
        memory_cell c = cells.data[i];
        if (!t->plan.regions[c.region.id].user) continue;
        const region_info *info = memory_region(t->mem, c.region);
        if (info->kind != REGION_VARIABLE) {
            add_array_cells(t, all, &m, global, c, stride);
        } else if (info->object == global) {
            const region_use *u = memory_use(t, c.region);
            program_set_initial(t->p, u->symbol, cell_value(t, &m, info->offset, info->size, u->is_signed));
            const origin *from = u->has_origin ? origin_map_find(&m.origins, info->offset) : NULL;
            if (from) memory_set_initial_origin(t, u, *from);
        }
    }
    memory_cell_vec_release(&cells);
    word_map_release(&m.words);
    origin_map_release(&m.origins);
}

static void initialise_region(translator *t, uint32_t id, const contents *c)
{
    const region_use *u = memory_use(t, (region){id});
    if (u->has_origin) memory_set_initial_origin(t, u, c->origin);
    if (c->is_zero_elsewhere) {
        program_set_initial(t->p, u->symbol, c->value);
        return;
    }
    if (c->stores > MAX_STORES)
        translate_assumption(t, "large initialised arrays in `%s` begin with any values", memory_region(t->mem, (region){id})->name);
    translate_assign(t, u->symbol, c->value);
}

void translate_initial_values(translator *t)
{
    contents *all = alloc_zeroed(t->plan.n_regions + 1, sizeof *all);
    for (size_t i = 0; i < t->plan.n_regions; i++) all[i].value = TERM_NONE;
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->cm->module); g; g = LLVMGetNextGlobal(g)) {
        if (!translate_failed(t)) initialise_global(t, all, g);
    }
    for (size_t i = 0; i < t->plan.n_regions && !translate_failed(t); i++) {
        if (!term_is_none(all[i].value)) initialise_region(t, (uint32_t)i, &all[i]);
    }
    free(all);
    unset_globals(t);
    unset_addresses(t);
    unset_parameters(t);
    unset_pointees(t);
    if (term_is_none(t->model.heap_end)) return;
    program_set_initial(t->p, t->model.heap_end, term_mk_int(t->ts, (int64_t)address_next(t)));
}

bool constant_string(const translator *t, LLVMValueRef pointer, text *out)
{
    bool is_constant;
    int64_t offset;
    LLVMValueRef base = address_base(t, pointer, &is_constant, &offset);
    return base && is_constant && global_text(base, offset, out);
}

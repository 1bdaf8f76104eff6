/* Library functions on strings and blocks, as loops over bytes or other units. */

#include "front/llvm/translate/address_flow.h"
#include "front/llvm/translate/translate.h"

static LLVMValueRef arg(LLVMValueRef call, unsigned i) { return LLVMGetOperand(call, i); }

/* Memory that is made of bytes, or of other units of one size, so that a loop can go through it. */
typedef struct units {
    region region;
    uint32_t size;
    term address;
    checked access;
} units;

/* Later blocks of the loop need it, whatever changes. */
static term saved_address(translator *t, LLVMValueRef pointer)
{
    term address = translate_address(t, pointer);
    if (term_kind_of(t->ts, address) == TERM_NUM) return address;
    term saved = translate_temp_int(t, "string", t->pointer_bits, false);
    translate_assign(t, saved, address);
    return saved;
}

static bool units_of(translator *t, LLVMValueRef pointer, units *out)
{
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    uint64_t stride = memory_cells_of(t->mem, pointer, &cells);
    bool ok = cells.size == 1 && t->plan.regions[cells.data[0].region.id].user;
    region r = ok ? cells.data[0].region : REGION_NONE;
    region_kind kind = ok ? memory_region(t->mem, r)->kind : REGION_VARIABLE;
    bool is_row = ok && stride == cells.data[0].size && cells.data[0].offset == 0;
    memory_cell_vec_release(&cells);
    if (kind == REGION_VARIABLE || (kind != REGION_BYTES && !is_row)) return false;
    *out = (units){.region = r, .size = kind == REGION_BYTES ? 1 : (uint32_t)stride};
    out->address = saved_address(t, pointer);
    return true;
}

static bool bytes_of(translator *t, LLVMValueRef pointer, units *out)
{
    region r = memory_access(t->mem, pointer, 1);
    return r.id != REGION_NONE.id && units_of(t, pointer, out) && out->size == 1 && out->region.id == r.id;
}

static term unit_address(translator *t, units u, term index)
{
    rat size;
    rat_init(&size);
    rat_set_int(&size, u.size);
    term at = term_mk_add2(t->ts, u.address, term_mk_scale(t->ts, &size, index));
    rat_release(&size);
    return at;
}

static cint unit_at(translator *t, units u, term index)
{
    return cint_as(t->ts, region_read(t, u.region, unit_address(t, u, index), u.size), false);
}

/* Before the loop: the pointer; in it: each byte. */
static void check_string(translator *t, LLVMValueRef pointer, units *b, term limit)
{
    term is_empty = term_is_none(limit) ? term_false(t->ts) : term_mk_eq(t->ts, limit, term_mk_int(t->ts, 0));
    check_assume_not_null(t, pointer, is_empty);
    b->access = check_begin(t, pointer, is_empty);
}

static void check_unit(translator *t, units b, term index)
{
    check_range(t, &b.access, unit_address(t, b, index), term_mk_int(t->ts, b.size), term_false(t->ts));
}

/* A loop: `index` counts from 0; the block at hand becomes the head, which the caller leaves by branches. */
typedef struct loop {
    term index;
    block head, done;
} loop;

static block new_block(translator *t) { return program_add_block(t->p, t->proc, t->here); }

static void branch_to(translator *t, block from, term condition, block target)
{
    if (t->ended || term_is_equal(condition, term_false(t->ts))) return;
    program_add_branch(t->p, t->proc, from, condition, target);
}

static loop loop_begin(translator *t)
{
    loop l = {.index = translate_temp_int(t, "i", t->pointer_bits, false), .head = new_block(t), .done = new_block(t)};
    translate_assign(t, l.index, term_mk_int(t->ts, 0));
    branch_to(t, t->at, term_true(t->ts), l.head);
    t->at = l.head;
    return l;
}

/* Goes on in a new block if the condition holds, and leaves the loop if not. */
static void loop_while(translator *t, loop *l, term condition)
{
    block body = new_block(t);
    branch_to(t, t->at, condition, body);
    branch_to(t, t->at, term_mk_not(t->ts, condition), l->done);
    t->at = body;
}

static void loop_end(translator *t, loop *l)
{
    translate_assign(t, l->index, term_mk_add2(t->ts, l->index, term_mk_int(t->ts, 1)));
    branch_to(t, t->at, term_true(t->ts), l->head);
    t->at = l->done;
}

static term is_zero(translator *t, cint c) { return term_mk_eq(t->ts, c.value, term_mk_int(t->ts, 0)); }

bool string_length(translator *t, LLVMValueRef call)
{
    units s;
    if (!bytes_of(t, arg(call, 0), &s)) return false;
    check_string(t, arg(call, 0), &s, TERM_NONE);
    translate_retire_all(t);
    loop l = loop_begin(t);
    check_unit(t, s, l.index);
    loop_while(t, &l, term_mk_not(t->ts, is_zero(t, unit_at(t, s, l.index))));
    loop_end(t, &l);
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(call));
    cint length = cint_of_term(l.index, t->pointer_bits, false);
    if (width != t->pointer_bits) return false;
    term most = term_mk_int(t->ts, LONGEST_STRING(t->pointer_bits));
    translate_assume(t, term_mk_le(t->ts, l.index, most));
    length.low = term_mk_int(t->ts, 0);
    length.high = most;
    translate_define_int(t, call, length, TERM_NONE);
    return true;
}

/* The number of bytes a call is limited to by its third argument; TERM_NONE if there is no such limit. */
static term limit_of(translator *t, LLVMValueRef call, bool has_limit)
{
    if (!has_limit) return TERM_NONE;
    cint n = cint_as(t->ts, translate_int(t, arg(call, 2)), false);
    if (term_kind_of(t->ts, n.value) == TERM_NUM) return n.value;
    term saved = translate_temp_int(t, "n", n.width, false);
    translate_assign(t, saved, n.value);
    return saved;
}

static void while_below(translator *t, loop *l, term limit)
{
    if (!term_is_none(limit)) loop_while(t, l, term_mk_lt(t->ts, l->index, limit));
}

/* C promises the sign of a comparison's result alone, and what the real library returns depends on the processor. */
static cint any_of_sign(translator *t, term difference)
{
    term size = translate_temp_int(t, "size", 32, true), zero = term_mk_int(t->ts, 0), result = translate_temp_int(t, "order", 32, true);
    translate_havoc_within(t, size, "a comparison", 1, INT32_MAX);
    term of_sign = term_mk_ite(t->ts, term_mk_lt(t->ts, difference, zero), term_mk_neg(t->ts, size), size);
    translate_assign(t, result, term_mk_ite(t->ts, term_mk_eq(t->ts, difference, zero), zero, of_sign));
    return cint_of_term(result, 32, true);
}

static cint any_unless_zero(translator *t, term difference)
{
    term any = translate_temp_int(t, "size", 32, true), zero = term_mk_int(t->ts, 0), result = translate_temp_int(t, "order", 32, true);
    translate_havoc_within(t, any, "a comparison", -INT32_MAX, INT32_MAX);
    term other = term_mk_ite(t->ts, term_mk_eq(t->ts, any, zero), term_mk_int(t->ts, 1), any);
    translate_assign(t, result, term_mk_ite(t->ts, term_mk_eq(t->ts, difference, zero), zero, other));
    return cint_of_term(result, 32, true);
}

/* Whether the call's result is compared with 0 by == and != alone, and its sign does not matter. */
static bool asks_only_whether_equal(LLVMValueRef call)
{
    for (LLVMUseRef u = LLVMGetFirstUse(call); u; u = LLVMGetNextUse(u)) {
        LLVMValueRef user = LLVMGetUser(u);
        if (!LLVMIsAICmpInst(user) || !LLVMIsNull(LLVMGetOperand(user, 1))) return false;
        LLVMIntPredicate p = LLVMGetICmpPredicate(user);
        if (p != LLVMIntEQ && p != LLVMIntNE) return false;
    }
    return true;
}

static term byte_of(translator *t, term unit, int64_t weight)
{
    return term_mk_mod(t->ts, term_mk_idiv(t->ts, unit, term_mk_int(t->ts, weight)), term_mk_int(t->ts, 256));
}

/* The difference of the first bytes in which the two units differ: the lowest ones come first. */
static term difference(translator *t, cint x, cint y, uint32_t size, bool only_equality)
{
    term_store *ts = t->ts;
    if (size == 1) return term_mk_sub(ts, x.value, y.value);
    term zero = term_mk_int(ts, 0), equal = term_mk_eq(ts, x.value, y.value);
    if (only_equality) return term_mk_ite(ts, equal, zero, term_mk_int(ts, 1));
    term d = zero;
    for (uint32_t i = size; i--;) {
        term a = byte_of(t, x.value, (int64_t)1 << 8 * i), b = byte_of(t, y.value, (int64_t)1 << 8 * i);
        d = term_mk_ite(ts, term_mk_eq(ts, a, b), d, term_mk_sub(ts, a, b));
    }
    return d;
}

/* Two strings by bytes; two blocks by units of one size, if so many bytes are whole units. */
static bool compared_units(translator *t, LLVMValueRef call, bool is_block, units *a, units *b, term *limit)
{
    if (!is_block) return bytes_of(t, arg(call, 0), a) && bytes_of(t, arg(call, 1), b);
    if (!units_of(t, arg(call, 0), a) || !units_of(t, arg(call, 1), b) || a->size != b->size) return false;
    if (a->size == 1) return bytes_of(t, arg(call, 0), a) && bytes_of(t, arg(call, 1), b);
    int64_t bytes;
    if (term_kind_of(t->ts, *limit) != TERM_NUM || !rat_to_int64(term_number(t->ts, *limit), &bytes) || bytes % a->size) return false;
    *limit = term_mk_int(t->ts, bytes / a->size);
    return true;
}

/* strcmp, strncmp, memcmp. */
bool string_compare(translator *t, LLVMValueRef call, const char *name)
{
    units a, b;
    bool until_zero = name[0] == 's', has_limit = strcmp(name, "strcmp") != 0, only_equality = asks_only_whether_equal(call);
    /* The order of bytes of addresses is not known. */
    bool is_open = !until_zero && !only_equality && (address_flow_is_held(t->model.flow, arg(call, 0)) || address_flow_is_held(t->model.flow, arg(call, 1)));
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(call)) != 32) return false;
    term limit = limit_of(t, call, has_limit);
    if (!compared_units(t, call, !until_zero, &a, &b, &limit)) return false;
    check_string(t, arg(call, 0), &a, limit);
    check_string(t, arg(call, 1), &b, limit);
    translate_retire_all(t);
    term result = translate_temp_int(t, name, 32, true);
    translate_assign(t, result, term_mk_int(t->ts, 0));
    loop l = loop_begin(t);
    while_below(t, &l, limit);
    check_unit(t, a, l.index);
    check_unit(t, b, l.index);
    cint x = unit_at(t, a, l.index), y = unit_at(t, b, l.index);
    translate_assign(t, result, difference(t, x, y, a.size, only_equality));
    term more = term_mk_eq(t->ts, x.value, y.value);
    if (until_zero) more = term_mk_and2(t->ts, more, term_mk_not(t->ts, is_zero(t, x)));
    loop_while(t, &l, more);
    loop_end(t, &l);
    translate_define_int(t, call, is_open ? any_unless_zero(t, result) : any_of_sign(t, result), TERM_NONE);
    return true;
}

static void write_unit(translator *t, units to, term index, cint v)
{
    term symbol = memory_use(t, to.region)->symbol;
    translate_assign(t, symbol, region_updated(t, to.region, symbol, unit_address(t, to, index), to.size, scalar_of_int(v)));
}

/* strcpy, strncpy, strcat. */
bool string_copy(translator *t, LLVMValueRef call, const char *name)
{
    units to, from;
    bool appends = strcmp(name, "strcat") == 0, has_limit = strcmp(name, "strncpy") == 0;
    if (!bytes_of(t, arg(call, 0), &to) || !bytes_of(t, arg(call, 1), &from)) return false;
    term limit = limit_of(t, call, has_limit);
    check_string(t, arg(call, 0), &to, limit);
    check_string(t, arg(call, 1), &from, limit);
    check_writable(t, arg(call, 0));
    translate_retire_all(t);
    if (appends) {
        loop end = loop_begin(t);
        check_unit(t, to, end.index);
        loop_while(t, &end, term_mk_not(t->ts, is_zero(t, unit_at(t, to, end.index))));
        loop_end(t, &end);
        to.address = term_mk_add2(t->ts, to.address, end.index);
    }
    term byte = translate_temp_int(t, "c", 8, false);
    if (has_limit) translate_assign(t, byte, term_mk_int(t->ts, 1));
    loop l = loop_begin(t);
    while_below(t, &l, limit);
    term zero = term_mk_int(t->ts, 0), is_over = has_limit ? term_mk_eq(t->ts, byte, zero) : term_false(t->ts);
    check_range(t, &from.access, term_mk_add2(t->ts, from.address, l.index), term_mk_int(t->ts, 1), is_over);
    check_unit(t, to, l.index);
    cint read = unit_at(t, from, l.index);
    /* strncpy fills up with zeros without reading on */
    translate_assign(t, byte, has_limit ? term_mk_ite(t->ts, term_mk_eq(t->ts, byte, zero), zero, read.value) : read.value);
    write_unit(t, to, l.index, cint_of_term(byte, 8, false));
    if (!has_limit) loop_while(t, &l, term_mk_not(t->ts, term_mk_eq(t->ts, byte, zero)));
    loop_end(t, &l);
    return true;
}

/* ---- copies and fills of a size that is not constant ---- */

/* What is done to the first so many bytes of the target. */
typedef struct block_action {
    LLVMValueRef to, from; /* from: NULL to fill */
    cint byte;
} block_action;

static const char *const PART_OF_ELEMENT = "a copy or fill that ends within an element";

static void act(translator *t, const block_action *a, uint64_t size)
{
    if (a->from) translate_copy_to(t, a->to, TERM_NONE, a->from, size);
    else memory_fill(t, a->to, TERM_NONE, a->byte, size);
}

/* The cells from the pointer on, by offset; false if there are too many to tell their sizes apart. */
static bool few_cells(translator *t, LLVMValueRef pointer, memory_cell_vec *out)
{
    enum { FEW = 8 };
    uint64_t stride = memory_cells_of(t->mem, pointer, out);
    bool ok = stride == 0 && out->size <= FEW;
    for (size_t i = 0; i < out->size && ok; i++) ok = memory_region(t->mem, out->data[i].region)->kind != REGION_BYTES;
    size_t kept = 0;
    for (size_t i = 0; i < out->size && ok; i++)
        if ((int64_t)out->data[i].offset >= 0) out->data[kept++] = out->data[i];
    out->size = ok ? kept : 0;
    for (size_t i = 1; i < out->size; i++)
        for (size_t j = i; j > 0 && out->data[j - 1].offset > out->data[j].offset; j--) {
            memory_cell swapped = out->data[j];
            out->data[j] = out->data[j - 1];
            out->data[j - 1] = swapped;
        }
    return ok;
}

static term number(translator *t, uint64_t n) { return term_mk_int(t->ts, (int64_t)n); }

/* A block for each number of whole cells, and one for sizes that end within a cell, where the target is forgotten. */
static void act_by_cases(translator *t, const block_action *a, const memory_cell_vec *cells, term n)
{
    block start = t->at, done = new_block(t);
    term within = term_false(t->ts);
    uint64_t size = 0;
    for (size_t i = 0; i <= cells->size; i++) {
        const memory_cell *next = i < cells->size ? &cells->data[i] : NULL;
        term fits = term_mk_le(t->ts, number(t, size), n);
        if (next) fits = term_mk_and2(t->ts, fits, term_mk_le(t->ts, n, number(t, next->offset)));
        t->at = new_block(t);
        branch_to(t, start, fits, t->at);
        act(t, a, size);
        branch_to(t, t->at, term_true(t->ts), done);
        if (!next) break;
        size = next->offset + next->size;
        term inside = term_mk_and2(t->ts, term_mk_lt(t->ts, number(t, next->offset), n), term_mk_lt(t->ts, n, number(t, size)));
        within = term_mk_or2(t->ts, within, inside);
    }
    if (!term_is_equal(within, term_false(t->ts))) {
        t->at = new_block(t);
        branch_to(t, start, within, t->at);
        memory_forget(t, a->to, PART_OF_ELEMENT);
        branch_to(t, t->at, term_true(t->ts), done);
    }
    t->at = done;
}

static bool act_on_few(translator *t, const block_action *a, cint size)
{
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    bool ok = few_cells(t, a->to, &cells);
    if (ok) {
        term n = translate_temp_int(t, "n", size.width, false);
        translate_assign(t, n, cint_as(t->ts, size, false).value);
        translate_retire_all(t);
        act_by_cases(t, a, &cells, n);
    }
    memory_cell_vec_release(&cells);
    return ok;
}

/* A run over whole units. If the size is not a multiple of theirs, the run goes on at `odd`, where the target is forgotten. */
typedef struct span_loop {
    term count;
    bool has_odd;
    block odd;
} span_loop;

static span_loop span_begin(translator *t, units u, cint size)
{
    term n = cint_as(t->ts, size, false).value, each = term_mk_int(t->ts, u.size);
    span_loop s = {.count = translate_temp_int(t, "n", size.width, false)};
    translate_assign(t, s.count, term_mk_idiv(t->ts, n, each));
    term is_whole = term_mk_eq(t->ts, term_mk_mod(t->ts, n, each), term_mk_int(t->ts, 0));
    translate_retire_all(t);
    if (term_is_equal(is_whole, term_true(t->ts))) return s;
    block even = new_block(t);
    s.has_odd = true;
    s.odd = new_block(t);
    branch_to(t, t->at, is_whole, even);
    branch_to(t, t->at, term_mk_not(t->ts, is_whole), s.odd);
    t->at = even;
    return s;
}

static void span_end(translator *t, span_loop s, LLVMValueRef target)
{
    if (!s.has_odd) return;
    block done = t->at;
    t->at = s.odd;
    memory_forget(t, target, PART_OF_ELEMENT);
    branch_to(t, t->at, term_true(t->ts), done);
    t->at = done;
}

static void write_origin(translator *t, units to, term index, origin o)
{
    origin all = memory_use(t, to.region)->origin;
    origin_assign(t, all, origin_updated(t, to.region, all, unit_address(t, to, index), o));
}

bool memory_fill_loop(translator *t, LLVMValueRef to, cint byte, cint size)
{
    units u;
    if (act_on_few(t, &(block_action){.to = to, .byte = byte}, size)) return true;
    if (!units_of(t, to, &u)) return false;
    term filled = translate_temp_int(t, "c", 8 * u.size, false);
    translate_assign(t, filled, memory_repeated(t, byte, u.size).value);
    span_loop s = span_begin(t, u, size);
    loop l = loop_begin(t);
    while_below(t, &l, s.count);
    if (u.size > 1 && memory_use(t, u.region)->has_origin) write_origin(t, u, l.index, origin_nowhere(t));
    write_unit(t, u, l.index, cint_of_term(filled, 8 * u.size, false));
    loop_end(t, &l);
    span_end(t, s, to);
    return true;
}

/* Of a pointer that may begin there. */
static void copy_origin(translator *t, units to, units from, term index)
{
    bool known = memory_use(t, from.region)->has_origin;
    write_origin(t, to, index, known ? origin_read(t, from.region, unit_address(t, from, index), TERM_NONE) : origin_nowhere(t));
}

/* Upwards or downwards as memmove has to: the blocks may overlap. */
bool memory_copy_loop(translator *t, LLVMValueRef to_pointer, LLVMValueRef from_pointer, cint size)
{
    units to, from;
    if (act_on_few(t, &(block_action){.to = to_pointer, .from = from_pointer}, size)) return true;
    if (!units_of(t, to_pointer, &to) || !units_of(t, from_pointer, &from) || to.size != from.size) return false;
    span_loop s = span_begin(t, to, size);
    loop l = loop_begin(t);
    while_below(t, &l, s.count);
    term index = l.index;
    if (to.region.id == from.region.id) {
        term last = term_mk_sub(t->ts, term_mk_sub(t->ts, s.count, term_mk_int(t->ts, 1)), l.index);
        index = term_mk_ite(t->ts, term_mk_le(t->ts, to.address, from.address), l.index, last);
    }
    if (memory_use(t, to.region)->has_origin) copy_origin(t, to, from, index);
    write_unit(t, to, index, unit_at(t, from, index));
    loop_end(t, &l);
    span_end(t, s, to_pointer);
    return true;
}

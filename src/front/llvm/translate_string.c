/* Library functions on strings and blocks, as loops over bytes. */

#include "front/llvm/translate.h"

static LLVMValueRef arg(LLVMValueRef call, unsigned i) { return LLVMGetOperand(call, i); }

/* A string in memory that is made of bytes, so that a loop can go through it. */
typedef struct bytes {
    region region;
    term address;
    checked access;
} bytes;

static bool bytes_of(translator *t, LLVMValueRef pointer, bytes *out)
{
    out->region = memory_access(t->mem, pointer, 1);
    if (out->region.id == REGION_NONE.id || memory_region(t->mem, out->region)->kind == REGION_VARIABLE) return false;
    memory_cell_vec cells;
    memory_cell_vec_init(&cells);
    uint64_t stride = memory_cells_of(t->mem, pointer, &cells);
    bool is_plain = cells.size == 1 && (stride == 1 || (stride == 0 && memory_region(t->mem, out->region)->kind == REGION_BYTES));
    memory_cell_vec_release(&cells);
    if (!is_plain) return false;
    out->address = translate_address(t, pointer);
    /* later blocks of the loop need it, whatever changes */
    if (term_kind_of(t->ts, out->address) != TERM_NUM) {
        term saved = translate_temp_int(t, "string", t->pointer_bits, false);
        translate_assign(t, saved, out->address);
        out->address = saved;
    }
    return true;
}

static cint byte_at(translator *t, bytes b, term index)
{
    return cint_as(t->ts, region_read(t, b.region, term_mk_add2(t->ts, b.address, index), 1), false);
}

/* Before the loop: the pointer; in it: each byte. */
static void check_string(translator *t, LLVMValueRef pointer, bytes *b, term limit)
{
    term zero = term_mk_int(t->ts, 0);
    b->access = check_begin(t, pointer, term_is_none(limit) ? term_false(t->ts) : term_mk_eq(t->ts, limit, zero));
}

static void check_byte(translator *t, bytes b, term index)
{
    check_range(t, &b.access, term_mk_add2(t->ts, b.address, index), term_mk_int(t->ts, 1), term_false(t->ts));
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
    bytes s;
    if (!bytes_of(t, arg(call, 0), &s)) return false;
    check_string(t, arg(call, 0), &s, TERM_NONE);
    translate_retire_all(t);
    loop l = loop_begin(t);
    check_byte(t, s, l.index);
    loop_while(t, &l, term_mk_not(t->ts, is_zero(t, byte_at(t, s, l.index))));
    loop_end(t, &l);
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(call));
    cint length = cint_of_term(l.index, t->pointer_bits, false);
    if (width != t->pointer_bits) return false;
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

/* strcmp, strncmp, memcmp: the difference of the first two bytes that differ. */
bool string_compare(translator *t, LLVMValueRef call, const char *name)
{
    bytes a, b;
    bool until_zero = name[0] == 's', has_limit = strcmp(name, "strcmp") != 0;
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(LLVMTypeOf(call)) != 32) return false;
    if (!bytes_of(t, arg(call, 0), &a) || !bytes_of(t, arg(call, 1), &b)) return false;
    term limit = limit_of(t, call, has_limit);
    check_string(t, arg(call, 0), &a, limit);
    check_string(t, arg(call, 1), &b, limit);
    translate_retire_all(t);
    term result = translate_temp_int(t, name, 32, true);
    translate_assign(t, result, term_mk_int(t->ts, 0));
    loop l = loop_begin(t);
    while_below(t, &l, limit);
    check_byte(t, a, l.index);
    check_byte(t, b, l.index);
    cint x = byte_at(t, a, l.index), y = byte_at(t, b, l.index);
    translate_assign(t, result, term_mk_sub(t->ts, x.value, y.value));
    term more = term_mk_eq(t->ts, x.value, y.value);
    if (until_zero) more = term_mk_and2(t->ts, more, term_mk_not(t->ts, is_zero(t, x)));
    loop_while(t, &l, more);
    loop_end(t, &l);
    translate_define_int(t, call, cint_of_term(result, 32, true), TERM_NONE);
    return true;
}

static void write_byte(translator *t, bytes to, term index, cint byte)
{
    term symbol = memory_use(t, to.region)->symbol, at = term_mk_add2(t->ts, to.address, index);
    translate_assign(t, symbol, region_updated(t, to.region, symbol, at, 1, scalar_of_int(byte)));
}

/* strcpy, strncpy, strcat. */
bool string_copy(translator *t, LLVMValueRef call, const char *name)
{
    bytes to, from;
    bool appends = strcmp(name, "strcat") == 0, has_limit = strcmp(name, "strncpy") == 0;
    if (!bytes_of(t, arg(call, 0), &to) || !bytes_of(t, arg(call, 1), &from)) return false;
    term limit = limit_of(t, call, has_limit);
    check_string(t, arg(call, 0), &to, limit);
    check_string(t, arg(call, 1), &from, limit);
    check_writable(t, arg(call, 0));
    translate_retire_all(t);
    if (appends) {
        loop end = loop_begin(t);
        check_byte(t, to, end.index);
        loop_while(t, &end, term_mk_not(t->ts, is_zero(t, byte_at(t, to, end.index))));
        loop_end(t, &end);
        to.address = term_mk_add2(t->ts, to.address, end.index);
    }
    term byte = translate_temp_int(t, "c", 8, false);
    if (has_limit) translate_assign(t, byte, term_mk_int(t->ts, 1));
    loop l = loop_begin(t);
    while_below(t, &l, limit);
    term zero = term_mk_int(t->ts, 0), is_over = has_limit ? term_mk_eq(t->ts, byte, zero) : term_false(t->ts);
    check_range(t, &from.access, term_mk_add2(t->ts, from.address, l.index), term_mk_int(t->ts, 1), is_over);
    check_byte(t, to, l.index);
    cint read = byte_at(t, from, l.index);
    /* strncpy fills up with zeros without reading on */
    translate_assign(t, byte, has_limit ? term_mk_ite(t->ts, term_mk_eq(t->ts, byte, zero), zero, read.value) : read.value);
    write_byte(t, to, l.index, cint_of_term(byte, 8, false));
    if (!has_limit) loop_while(t, &l, term_mk_not(t->ts, term_mk_eq(t->ts, byte, zero)));
    loop_end(t, &l);
    return true;
}

bool memory_fill_loop(translator *t, LLVMValueRef to, cint byte, cint size)
{
    bytes b;
    if (!bytes_of(t, to, &b)) return false;
    term limit = translate_temp_int(t, "n", size.width, false), filled = translate_temp_int(t, "c", 8, false);
    translate_assign(t, limit, cint_as(t->ts, size, false).value);
    translate_assign(t, filled, cint_as(t->ts, byte, false).value);
    translate_retire_all(t);
    loop l = loop_begin(t);
    while_below(t, &l, limit);
    write_byte(t, b, l.index, cint_of_term(filled, 8, false));
    loop_end(t, &l);
    return true;
}

/* Of a pointer that may begin there. */
static void copy_origin(translator *t, bytes to, bytes from, term index)
{
    origin o = origin_nowhere(t), all = memory_use(t, to.region)->origin;
    if (memory_use(t, from.region)->has_origin) o = origin_read(t, from.region, term_mk_add2(t->ts, from.address, index), TERM_NONE);
    origin_assign(t, all, origin_updated(t, to.region, all, term_mk_add2(t->ts, to.address, index), o));
}

/* Upwards or downwards as memmove has to: the blocks may overlap. */
bool memory_copy_loop(translator *t, LLVMValueRef to_pointer, LLVMValueRef from_pointer, cint size)
{
    bytes to, from;
    if (!bytes_of(t, to_pointer, &to) || !bytes_of(t, from_pointer, &from)) return false;
    term limit = translate_temp_int(t, "n", size.width, false);
    translate_assign(t, limit, cint_as(t->ts, size, false).value);
    translate_retire_all(t);
    loop l = loop_begin(t);
    while_below(t, &l, limit);
    term index = l.index;
    if (to.region.id == from.region.id) {
        term last = term_mk_sub(t->ts, term_mk_sub(t->ts, limit, term_mk_int(t->ts, 1)), l.index);
        index = term_mk_ite(t->ts, term_mk_le(t->ts, to.address, from.address), l.index, last);
    }
    if (memory_use(t, to.region)->has_origin) copy_origin(t, to, from, index);
    write_byte(t, to, index, byte_at(t, from, index));
    loop_end(t, &l);
    return true;
}

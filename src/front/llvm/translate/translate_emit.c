/* Statements, temporaries, and the saving of pending values. */

#include "front/llvm/translate/translate.h"

#include <stdio.h>

void translate_refuse(translator *t, const char *format, ...)
{
    text message;
    text_init(&message);
    va_list args;
    va_start(args, format);
    text_vprintf(&message, format, args);
    va_end(args);
    diag_set(t->error, t->here.file, t->here.line, t->here.column, "%s", message.data);
    text_release(&message);
}

void translate_assumption(translator *t, const char *format, ...)
{
    text message;
    text_init(&message);
    va_list args;
    va_start(args, format);
    text_vprintf(&message, format, args);
    va_end(args);
    program_add_assumption(t->p, t->here, "%s", message.data);
    text_release(&message);
}

void translate_add(translator *t, stmt s)
{
    assert(s.kind != STMT_ASSIGN || sort_is_equal(term_sort(t->ts, s.target), term_sort(t->ts, s.value)));
    assert((s.kind != STMT_ASSUME && s.kind != STMT_CHECK) || term_is_bool(t->ts, s.value));
    if (t->ended) return;
    s.place = t->here;
    program_add_stmt(t->p, t->proc, t->at, &s);
}

static stmt stmt_of(stmt_kind kind)
{
    return (stmt){.kind = kind, .target = TERM_NONE, .value = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE, .callee = PROC_NONE};
}

term translate_temp_int(translator *t, const char *hint, uint32_t width, bool is_signed)
{
    var_info info = {.owner = t->proc, .place = t->here, .width = width, .is_signed = is_signed};
    cint_range(t->ts, width, is_signed, &info.low, &info.high);
    return program_add_var(t->p, hint && *hint ? hint : "t", sort_int(t->ts), &info);
}

term translate_temp_bool(translator *t, const char *hint)
{
    var_info info = {.owner = t->proc, .place = t->here, .low = TERM_NONE, .high = TERM_NONE};
    return program_add_var(t->p, hint && *hint ? hint : "t", sort_bool(t->ts), &info);
}

static term temp_pointer(translator *t, const char *hint)
{
    var_info info = {.owner = t->proc, .place = t->here, .is_pointer = true};
    cint_range(t->ts, t->pointer_bits, false, &info.low, &info.high);
    return program_add_var(t->p, hint && *hint ? hint : "t", sort_int(t->ts), &info);
}

static scalar temp_float(translator *t, const char *hint, uint32_t width)
{
    var_info info = {.owner = t->proc, .place = t->here, .width = width, .is_signed = true, .is_float = true};
    cint_range(t->ts, width, true, &info.low, &info.high);
    return scalar_of_int(cint_of_term(program_add_var(t->p, hint && *hint ? hint : "t", sort_int(t->ts), &info), width, true));
}

scalar translate_temp(translator *t, const char *hint, LLVMTypeRef type, bool is_signed)
{
    if (type_is_unknown(type)) return (scalar){.kind = SCALAR_UNKNOWN};
    uint32_t width = type_width(t, type);
    if (type_is_float(type)) return temp_float(t, hint, width);
    if (width == 1) return scalar_of_bool(translate_temp_bool(t, hint));
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) return scalar_of_int(cint_of_term(temp_pointer(t, hint), width, false));
    assert(width > 1);
    return scalar_of_int(cint_of_term(translate_temp_int(t, hint, width, is_signed), width, is_signed));
}

void translate_assign(translator *t, term target, term v)
{
    if (term_is_equal(target, v)) return;
    translate_retire(t, target);
    stmt s = stmt_of(STMT_ASSIGN);
    s.target = target;
    s.value = v;
    translate_add(t, s);
}

void translate_assign_scalar(translator *t, scalar target, scalar v)
{
    if (target.kind == SCALAR_UNKNOWN) return;
    if (target.has_origin) origin_assign(t, target.origin, origin_of_scalar(t, v));
    translate_assign_value(t, target, v);
}

void translate_assign_value(translator *t, scalar target, scalar v)
{
    if (v.kind == SCALAR_UNKNOWN) {
        translate_havoc(t, target.number.value, "a floating-point value");
    } else if (target.kind == SCALAR_BOOL) {
        assert(v.kind == SCALAR_BOOL);
        translate_assign(t, target.number.value, v.number.value);
    } else {
        cint c = cint_as(t->ts, scalar_as_int(t, v), target.number.is_signed);
        assert(c.width == target.number.width);
        translate_assign(t, target.number.value, c.value);
    }
}

static void any_value(translator *t, stmt_kind kind, term target, const char *name)
{
    translate_retire(t, target);
    stmt s = stmt_of(kind);
    assert(program_var(t->p, target));
    const var_info *info = program_var(t->p, target);
    s.target = target;
    s.low = info->low;
    s.high = info->high;
    s.name = name;
    translate_add(t, s);
}

static void value_within(translator *t, stmt_kind kind, term target, const char *name, int64_t low, int64_t high)
{
    translate_retire(t, target);
    stmt s = stmt_of(kind);
    assert(program_var(t->p, target));
    const var_info *info = program_var(t->p, target);
    s.target = target;
    s.low = low <= high ? term_mk_int(t->ts, low) : info->low;
    s.high = low <= high ? term_mk_int(t->ts, high) : info->high;
    s.name = name;
    translate_add(t, s);
}

void translate_input_within(translator *t, term target, const char *name, int64_t low, int64_t high)
{
    value_within(t, STMT_INPUT, target, name, low, high);
}

void translate_havoc_within(translator *t, term target, const char *name, int64_t low, int64_t high)
{
    value_within(t, STMT_HAVOC, target, name, low, high);
}

void translate_note(translator *t, const char *what, cint v)
{
    stmt s = stmt_of(STMT_NOTE);
    s.name = what;
    s.value = v.value;
    translate_add(t, s);
}

void translate_exit(translator *t, LLVMValueRef status)
{
    stmt s = stmt_of(STMT_EXIT);
    s.value = cint_as(t->ts, translate_int(t, status), true).value;
    leak_end(t);
    translate_add(t, s);
    translate_end_run(t);
}

void translate_havoc(translator *t, term target, const char *name) { any_value(t, STMT_HAVOC, target, name); }
void translate_input(translator *t, term target, const char *name) { any_value(t, STMT_INPUT, target, name); }

scalar translate_any(translator *t, const char *why, LLVMTypeRef type, bool is_signed)
{
    scalar s = translate_temp(t, "any", type, is_signed);
    if (s.kind != SCALAR_UNKNOWN) translate_havoc(t, s.number.value, why);
    return s;
}

cint translate_any_int(translator *t, const char *why, uint32_t width, bool is_signed)
{
    term v = translate_temp_int(t, "any", width, is_signed);
    translate_havoc(t, v, why);
    return cint_of_term(v, width, is_signed);
}

void translate_assume(translator *t, term condition)
{
    if (term_is_equal(condition, term_true(t->ts))) return;
    stmt s = stmt_of(STMT_ASSUME);
    s.value = condition;
    translate_add(t, s);
}

void translate_save(translator *t, value_entry *e, LLVMValueRef inst)
{
    size_t length;
    const char *hint = LLVMGetValueName2(inst, &length);
    scalar *saved = arena_alloc(&t->emit.scratch, e->value.n * sizeof *saved);
    for (size_t i = 0; i < e->value.n; i++) {
        scalar s = e->value.leaves[i];
        if (s.kind == SCALAR_BOOL) s.number.value = translate_temp_bool(t, hint);
        if (s.kind == SCALAR_INT) s.number.value = translate_temp_int(t, hint, s.number.width, s.number.is_signed);
        if (s.kind != SCALAR_UNKNOWN) translate_assign(t, s.number.value, e->value.leaves[i].number.value);
        saved[i] = s;
    }
    assert(e->n_dependencies <= MAX_DEPENDENCIES);
    e->value.leaves = saved;
    e->n_dependencies = 0;
}

static void save_if_used(translator *t, LLVMValueRef inst)
{
    value_entry *e = value_map_find(&t->emit.values, inst);
    assert(e); /* what is pending was translated */
    if (e->n_dependencies > 0 && e->last_use > t->position) translate_save(t, e, inst);
}

void translate_retire(translator *t, term symbol)
{
    if (term_is_none(symbol)) {
        for (size_t i = 0; i < t->emit.pending_globals.size; i++) save_if_used(t, t->emit.pending_globals.data[i]);
        llvm_value_vec_clear(&t->emit.pending_globals);
        return;
    }
    uint32_t *head = u32_map_find(&t->emit.pending_heads, symbol.id);
    if (!head) return;
    uint32_t first = *head;
    *head = 0;
    assert(first <= t->emit.links.size);
    for (uint32_t i = first; i; i = t->emit.links.data[i - 1].next) save_if_used(t, t->emit.links.data[i - 1].value);
}

void translate_retire_all(translator *t)
{
    for (size_t i = 0; i < t->emit.pending.size; i++) save_if_used(t, t->emit.pending.data[i]);
    translate_forget_pending(t);
}

#include "front/llvm/memory/memory_internal.h"
#include "front/llvm/library/unseen.h"

/* Calls: of the program's functions, through pointers, and of functions without a body. */

/* What the library's functions that are built in do to pointers. The others are C (lib/libc), or unseen (unseen.h). */
typedef enum effect_kind {
    EFFECT_NONE, /* returns no pointer */
    EFFECT_ALLOCATE, /* returns a new object */
    EFFECT_COPY, /* to, from, length; returns `to` */
    EFFECT_SET, /* to, value, length; returns `to` */
    EFFECT_FIRST /* returns its first argument */
} effect_kind;

struct library_effect {
    const char *name;
    effect_kind kind;
    uint32_t strings; /* bit i: argument i is read or written byte by byte */
    byte_use use; /* of these */
};

static const library_effect LIBRARY[] = {
    {"malloc", EFFECT_ALLOCATE, 0, USED_LOOSELY},
    {"calloc", EFFECT_ALLOCATE, 0, USED_LOOSELY},
    {"valloc", EFFECT_ALLOCATE, 0, USED_LOOSELY},
    {"memalign", EFFECT_ALLOCATE, 0, USED_LOOSELY},
    {"aligned_alloc", EFFECT_ALLOCATE, 0, USED_LOOSELY},
    {"free", EFFECT_NONE, 0, USED_LOOSELY},
    {"memcpy", EFFECT_COPY, 0, USED_LOOSELY},
    {"memmove", EFFECT_COPY, 0, USED_LOOSELY},
    {"memset", EFFECT_SET, 0, USED_LOOSELY},
    {"memcmp", EFFECT_NONE, 3, USED_AS_BLOCK},
    {"strlen", EFFECT_NONE, 1, USED_AS_STRING},
    {"strcmp", EFFECT_NONE, 3, USED_AS_STRING},
    {"strncmp", EFFECT_NONE, 3, USED_AS_STRING},
    {"puts", EFFECT_NONE, 1, USED_LOOSELY},
    {"strcpy", EFFECT_FIRST, 3, USED_AS_STRING},
    {"strncpy", EFFECT_FIRST, 3, USED_AS_STRING},
    {"strcat", EFFECT_FIRST, 3, USED_AS_STRING},
    {"sprintf", EFFECT_NONE, 1, USED_LOOSELY},
    {"snprintf", EFFECT_NONE, 1, USED_LOOSELY},
    {"vsprintf", EFFECT_NONE, 1, USED_LOOSELY},
    {"vsnprintf", EFFECT_NONE, 1, USED_LOOSELY},
};

static const library_effect *find_effect(const char *name)
{
    for (size_t i = 0; i < sizeof LIBRARY / sizeof *LIBRARY; i++) {
        if (strcmp(LIBRARY[i].name, name) == 0) return &LIBRARY[i];
    }
    return NULL;
}

static const char *name_of(LLVMValueRef v)
{
    size_t length;
    return LLVMGetValueName2(v, &length);
}

bool memory_takes(LLVMValueRef function, unsigned n_args)
{
    unsigned n = LLVMCountParams(function);
    return n == n_args || (n < n_args && LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)));
}

/* ---- functions ---- */

static LLVMAttributeRef byval_of(const memory *m, LLVMValueRef function, unsigned index)
{
    return LLVMGetEnumAttributeAtIndex(function, index + 1, m->byval);
}

/* A structure handed over by value is an object of the callee's: the call copies the caller's into it. */
static void add_copied_parameters(memory *m, LLVMValueRef function)
{
    for (unsigned i = 0; i < LLVMCountParams(function); i++) {
        LLVMAttributeRef byval = byval_of(m, function, i);
        if (!byval) continue;
        LLVMValueRef param = LLVMGetParam(function, i);
        uint64_t size = LLVMABISizeOfType(m->layout, LLVMGetTypeAttributeValue(byval));
        memory_bind(m, param, pt_new_fixed(&m->pt, memory_new_object(m, PT_LOCAL, param, size)));
    }
}

/* What an unknown function returns. */
static void add_unknown_result(memory *m, LLVMValueRef function, pt_slot result)
{
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(function)));
    if (kind == LLVMPointerTypeKind) {
        pt_unify(&m->pt, result, pt_new_fixed(&m->pt, memory_new_object(m, PT_EXTERNAL, function, UINT64_MAX)));
    } else if (kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
        pt_target t = pt_dereference(&m->pt, result);
        m->pt.nodes.data[t.node.id].is_unknown = true;
    }
}

uint32_t memory_function_id(memory *m, LLVMValueRef function)
{
    bool added;
    uint32_t *known = u64_map_put(&m->function_ids, value_key(function), &added);
    if (!added) return *known;
    uint32_t id = *known = (uint32_t)m->functions.size;
    memory_function f = {.value = function};
    f.result = pt_new_slot(&m->pt);
    f.address = memory_new_object(m, PT_FUNCTION, function, 0);
    bool has_body = !LLVMIsDeclaration(function);
    if (!has_body) f.effect = find_effect(name_of(function));
    memory_function_vec_push(&m->functions, f);
    if (has_body) add_copied_parameters(m, function);
    else if (!f.effect) add_unknown_result(m, function, f.result);
    return id;
}

static void call_body(memory *m, uint32_t id, LLVMValueRef call)
{
    LLVMValueRef f = m->functions.data[id].value;
    unsigned n_args = LLVMGetNumArgOperands(call), n_params = LLVMCountParams(f);
    for (unsigned i = 0; i < n_args && i < n_params; i++) {
        LLVMAttributeRef byval = byval_of(m, f, i);
        if (!byval && memory_is_only_compared(LLVMGetParam(f, i))) continue;
        pt_slot param = memory_slot(m, LLVMGetParam(f, i)), argument = memory_slot(m, LLVMGetOperand(call, i));
        if (!byval) pt_unify(&m->pt, param, argument);
        else if (argument.id != PT_NO_SLOT.id)
            pt_add_copy(&m->pt, param, argument, LLVMABISizeOfType(m->layout, LLVMGetTypeAttributeValue(byval)));
    }
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) pt_unify(&m->pt, memory_slot(m, call), m->functions.data[id].result);
    if (m->functions.data[id].is_queued) return;
    m->functions.data[id].is_queued = true;
    u32_vec_push(&m->queue, id);
}

/* ---- the library ---- */

static pt_slot argument_slot(memory *m, LLVMValueRef call, unsigned i)
{
    return i < LLVMGetNumArgOperands(call) ? memory_slot(m, LLVMGetOperand(call, i)) : PT_NO_SLOT;
}

static pt_slot new_heap_object(memory *m, LLVMValueRef call)
{
    return pt_new_fixed(&m->pt, memory_new_object(m, PT_HEAP, call, UINT64_MAX));
}

/* A copy of unknown length makes the two nodes one: this is the simplest that is sound. */
static void copy_bytes(memory *m, LLVMValueRef call, unsigned from_index)
{
    pt_slot to = argument_slot(m, call, 0), from = argument_slot(m, call, from_index);
    if (to.id == PT_NO_SLOT.id || from.id == PT_NO_SLOT.id || LLVMGetNumArgOperands(call) < 3) return;
    int64_t length;
    if (memory_constant_integer(m, LLVMGetOperand(call, 2), &length)) pt_add_copy(&m->pt, to, from, (uint64_t)length);
    else pt_join(&m->pt, pt_dereference(&m->pt, to), pt_dereference(&m->pt, from));
}

static void note_strings(memory *m, LLVMValueRef call, const library_effect *e)
{
    for (unsigned i = 0; i < 32; i++) {
        pt_slot s = e->strings >> i & 1 ? argument_slot(m, call, i) : PT_NO_SLOT;
        if (s.id == PT_NO_SLOT.id) continue;
        (void)pt_dereference(&m->pt, s); /* also where it comes from outside */
        string_slot_vec_push(&m->strings, (string_slot){s, e->use});
    }
}

static void call_library(memory *m, uint32_t id, LLVMValueRef call)
{
    const library_effect *e = m->functions.data[id].effect;
    bool has_result = LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
    pt_slot result = has_result ? memory_slot(m, call) : PT_NO_SLOT;
    pt_slot first = argument_slot(m, call, 0);
    note_strings(m, call, e);
    switch (e->kind) {
    case EFFECT_NONE: break;
    case EFFECT_ALLOCATE: pt_unify(&m->pt, result, new_heap_object(m, call)); break;
    case EFFECT_COPY:
        copy_bytes(m, call, 1);
        pt_unify(&m->pt, result, first);
        break;
    case EFFECT_SET:
        copy_bytes(m, call, 0);
        pt_unify(&m->pt, result, first);
        break;
    case EFFECT_FIRST: pt_unify(&m->pt, result, first); break;
    }
}

/* ---- intrinsic functions ---- */

static bool is_any(const char *name, const char *const *prefixes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (text_begins_with(name, prefixes[i])) return true;
    }
    return false;
}

static void call_intrinsic(memory *m, const char *name, LLVMValueRef call)
{
    static const char *const NOTHING[] = {"dbg.", "lifetime.", "assume", "va_end", "stacksave", "stackrestore", "trap", "debugtrap",
                                          "donothing", "prefetch", "invariant.", "objectsize", "returnaddress",
                                          "frameaddress", "is.constant"};
    static const char *const SAME[] = {"expect", "threadlocal.address", "ptr.annotation", "annotation", "launder.", "strip.",
                                       "ssa.copy"};
    name += strlen("llvm.");
    if (is_any(name, NOTHING, sizeof NOTHING / sizeof *NOTHING)) return;
    if (text_begins_with(name, "memcpy") || text_begins_with(name, "memmove")) copy_bytes(m, call, 1);
    else if (text_begins_with(name, "memset")) copy_bytes(m, call, 0);
    else if (is_any(name, SAME, sizeof SAME / sizeof *SAME)) pt_unify(&m->pt, memory_slot(m, call), argument_slot(m, call, 0));
    else memory_derive_all(m, call, LLVMGetNumArgOperands(call));
}

/* ---- calls ---- */

static void call_unseen(memory *m, uint32_t id, LLVMValueRef call)
{
    memory_pass_outside(m, call, m->functions.data[id].value);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMVoidTypeKind) return;
    pt_unify(&m->pt, memory_slot(m, call), m->functions.data[id].result);
    memory_get_from_outside(m, call);
}

static void call_function(memory *m, uint32_t id, LLVMValueRef call)
{
    LLVMValueRef f = m->functions.data[id].value;
    const char *name = name_of(f);
    bool has_result = LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
    if (!LLVMIsDeclaration(f)) call_body(m, id, call);
    else if (text_begins_with(name, "llvm.")) call_intrinsic(m, name, call);
    else if (m->functions.data[id].effect) call_library(m, id, call);
    else if (m->has_outside && unseen_has_effects(f)) call_unseen(m, id, call);
    else if (strcmp(name, UNSEEN_GIVEN) == 0) memory_pass_outside(m, call, NULL);
    else if (text_begins_with(name, UNSEEN_ANY)) memory_get_from_outside(m, call);
    else if (has_result) pt_unify(&m->pt, memory_slot(m, call), m->functions.data[id].result);
}

void memory_scan_call(memory *m, uint32_t caller, LLVMValueRef call)
{
    LLVMValueRef called = memory_strip_alias(LLVMGetCalledValue(call));
    if (LLVMIsAInlineAsm(called)) {
        memory_scan_assembly(m, call);
        return;
    }
    if (LLVMIsAFunction(called)) {
        uint32_t id = memory_function_id(m, called);
        call_edge_vec_push(&m->calls, (call_edge){caller, id});
        call_function(m, id, call);
        return;
    }
    pt_slot callee = memory_slot(m, called);
    if (callee.id != PT_NO_SLOT.id) {
        pt_dereference(&m->pt, callee);
        indirect_call_vec_push(&m->indirect_calls, (indirect_call){.call = call, .callee = callee, .caller = caller});
    } else if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind) { /* a number as a function */
        memory_bind(m, call, pt_new_fixed(&m->pt, memory_new_object(m, PT_EXTERNAL, call, UINT64_MAX)));
    }
}

static void link_calls(memory *m, LLVMValueRef a, LLVMValueRef b)
{
    unsigned n = LLVMGetNumArgOperands(a);
    for (unsigned i = 0; i < n; i++) pt_unify(&m->pt, memory_slot(m, LLVMGetOperand(a, i)), memory_slot(m, LLVMGetOperand(b, i)));
    if (LLVMGetTypeKind(LLVMTypeOf(a)) == LLVMVoidTypeKind || LLVMGetTypeKind(LLVMTypeOf(b)) == LLVMVoidTypeKind) return;
    pt_unify(&m->pt, memory_slot(m, a), memory_slot(m, b));
}

void memory_link_indirect(memory *m)
{
    u64_map first; /* from node and number of arguments to the representative */
    u64_map_init(&first);
    for (uint32_t i = 0; i < m->indirect_calls.size; i++) {
        indirect_call *c = &m->indirect_calls.data[i];
        pt_target t;
        if (!pt_target_of(&m->pt, c->callee, &t)) continue;
        bool added;
        uint32_t *known = u64_map_put(&first, (uint64_t)t.node.id << 32 | LLVMGetNumArgOperands(c->call), &added);
        if (added) *known = i;
        else link_calls(m, m->indirect_calls.data[*known].call, c->call);
        c->representative = *known;
    }
    u64_map_release(&first);
    for (uint32_t i = 0; i < m->indirect_calls.size; i++) {
        indirect_call c = m->indirect_calls.data[i];
        pt_target t;
        if (c.representative != i || !pt_target_of(&m->pt, c.callee, &t)) continue;
        for (uint32_t o = m->pt.nodes.data[t.node.id].first_object; o != PT_NO_OBJECT; o = m->pt.objects.data[o].next) {
            if (m->pt.objects.data[o].kind != PT_FUNCTION) continue;
            LLVMValueRef f = m->pt.objects.data[o].value;
            uint32_t id = memory_function_id(m, f);
            bool added;
            if (!memory_takes(f, LLVMGetNumArgOperands(c.call))) continue;
            u64_map_put(&m->linked, (uint64_t)i << 32 | id, &added);
            if (added) call_function(m, id, c.call);
        }
    }
}

/* The pointer may come from the outside, and what is called then, too. */
static void call_outside(memory *m, uint32_t index)
{
    bool added;
    LLVMValueRef call = m->indirect_calls.data[index].call;
    u64_map_put(&m->linked, (uint64_t)index << 32 | UINT32_MAX, &added);
    if (!added) return;
    memory_pass_outside(m, call, NULL);
    if (LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind) memory_get_from_outside(m, call);
}

void memory_link_outside(memory *m)
{
    LLVMValueRef ignored;
    size_t count;
    for (uint32_t i = 0; i < m->indirect_calls.size && m->has_outside; i++) {
        LLVMValueRef call = m->indirect_calls.data[i].call;
        if (!memory_callees(m, LLVMGetCalledValue(call), LLVMGetNumArgOperands(call), &ignored, 1, &count)) call_outside(m, i);
    }
}

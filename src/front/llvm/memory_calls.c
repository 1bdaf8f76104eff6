#include "front/llvm/memory_internal.h"

/* Calls: of the program's functions, through pointers, and of functions without a body. */

/* What the library's functions do to pointers. Whatever is not here changes no memory, and what it returns points to memory of
 * its own (one object per function). */
typedef enum effect_kind {
    EFFECT_NONE, /* returns no pointer */
    EFFECT_ALLOCATE, /* returns a new object */
    EFFECT_REALLOCATE, /* ... or its argument */
    EFFECT_ALLOCATE_THERE, /* stores the address of a new object where the first argument points to */
    EFFECT_COPY, /* to, from, length; returns `to` */
    EFFECT_COPY_END, /* returns to + length */
    EFFECT_SET, /* to, value, length; returns `to` */
    EFFECT_FIRST, /* returns its first argument */
    EFFECT_WITHIN_FIRST, /* returns a pointer into its first argument, or into the one of the last call */
    EFFECT_WITHIN_SECOND,
    EFFECT_END /* stores a pointer into its first argument where the second one points to */
} effect_kind;

struct library_effect {
    const char *name;
    effect_kind kind;
    uint32_t strings; /* bit i: argument i is read or written byte by byte */
};

static const library_effect LIBRARY[] = {
    {"malloc", EFFECT_ALLOCATE, 0},
    {"calloc", EFFECT_ALLOCATE, 0},
    {"valloc", EFFECT_ALLOCATE, 0},
    {"memalign", EFFECT_ALLOCATE, 0},
    {"aligned_alloc", EFFECT_ALLOCATE, 0},
    {"strdup", EFFECT_ALLOCATE, 1},
    {"strndup", EFFECT_ALLOCATE, 1},
    {"realloc", EFFECT_REALLOCATE, 0},
    {"reallocarray", EFFECT_REALLOCATE, 0},
    {"posix_memalign", EFFECT_ALLOCATE_THERE, 0},
    {"asprintf", EFFECT_ALLOCATE_THERE, 0},
    {"vasprintf", EFFECT_ALLOCATE_THERE, 0},
    {"free", EFFECT_NONE, 0},
    {"memcpy", EFFECT_COPY, 0},
    {"memmove", EFFECT_COPY, 0},
    {"__memcpy_chk", EFFECT_COPY, 0},
    {"__memmove_chk", EFFECT_COPY, 0},
    {"mempcpy", EFFECT_COPY_END, 0},
    {"memset", EFFECT_SET, 0},
    {"__memset_chk", EFFECT_SET, 0},
    {"memcmp", EFFECT_NONE, 3},
    {"bcmp", EFFECT_NONE, 3},
    {"strlen", EFFECT_NONE, 1},
    {"strnlen", EFFECT_NONE, 1},
    {"strcmp", EFFECT_NONE, 3},
    {"strncmp", EFFECT_NONE, 3},
    {"strcasecmp", EFFECT_NONE, 3},
    {"strncasecmp", EFFECT_NONE, 3},
    {"atoi", EFFECT_NONE, 1},
    {"atol", EFFECT_NONE, 1},
    {"atoll", EFFECT_NONE, 1},
    {"puts", EFFECT_NONE, 1},
    {"strcpy", EFFECT_FIRST, 3},
    {"strncpy", EFFECT_FIRST, 3},
    {"strcat", EFFECT_FIRST, 3},
    {"strncat", EFFECT_FIRST, 3},
    {"__strcpy_chk", EFFECT_FIRST, 3},
    {"__strncpy_chk", EFFECT_FIRST, 3},
    {"__strcat_chk", EFFECT_FIRST, 3},
    {"gets", EFFECT_FIRST, 1},
    {"fgets", EFFECT_FIRST, 1},
    {"sprintf", EFFECT_NONE, 1},
    {"snprintf", EFFECT_NONE, 1},
    {"vsprintf", EFFECT_NONE, 1},
    {"vsnprintf", EFFECT_NONE, 1},
    {"stpcpy", EFFECT_WITHIN_FIRST, 3},
    {"stpncpy", EFFECT_WITHIN_FIRST, 3},
    {"strchr", EFFECT_WITHIN_FIRST, 1},
    {"strrchr", EFFECT_WITHIN_FIRST, 1},
    {"strchrnul", EFFECT_WITHIN_FIRST, 1},
    {"strstr", EFFECT_WITHIN_FIRST, 3},
    {"strcasestr", EFFECT_WITHIN_FIRST, 3},
    {"strpbrk", EFFECT_WITHIN_FIRST, 3},
    {"strtok", EFFECT_WITHIN_FIRST, 3},
    {"strtok_r", EFFECT_WITHIN_FIRST, 3},
    {"memchr", EFFECT_WITHIN_FIRST, 1},
    {"memrchr", EFFECT_WITHIN_FIRST, 1},
    {"rawmemchr", EFFECT_WITHIN_FIRST, 1},
    {"bsearch", EFFECT_WITHIN_SECOND, 0},
    {"strtol", EFFECT_END, 1},
    {"strtoll", EFFECT_END, 1},
    {"strtoul", EFFECT_END, 1},
    {"strtoull", EFFECT_END, 1},
    {"strtod", EFFECT_END, 1},
    {"strtof", EFFECT_END, 1},
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

static void store_pointer(memory *m, pt_slot where, pt_slot value, bool derived)
{
    if (where.id == PT_NO_SLOT.id) return;
    pt_slot there = pt_contents(&m->pt, pt_dereference(&m->pt, where), m->pointer_size, PT_ACCESSED);
    if (derived) pt_derive(&m->pt, value, there, 0, 1);
    else pt_unify(&m->pt, value, there);
}

static void note_strings(memory *m, LLVMValueRef call, uint32_t strings)
{
    for (unsigned i = 0; i < 32; i++) {
        pt_slot s = strings >> i & 1 ? argument_slot(m, call, i) : PT_NO_SLOT;
        if (s.id != PT_NO_SLOT.id) slot_vec_push(&m->strings, s);
    }
}

static void call_library(memory *m, uint32_t id, LLVMValueRef call)
{
    const library_effect *e = m->functions.data[id].effect;
    bool has_result = LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
    pt_slot result = has_result ? memory_slot(m, call) : PT_NO_SLOT;
    pt_slot first = argument_slot(m, call, 0), last = m->functions.data[id].result;
    note_strings(m, call, e->strings);
    switch (e->kind) {
    case EFFECT_NONE: break;
    case EFFECT_REALLOCATE:
        pt_unify(&m->pt, result, first);
        pt_unify(&m->pt, result, new_heap_object(m, call));
        break;
    case EFFECT_ALLOCATE: pt_unify(&m->pt, result, new_heap_object(m, call)); break;
    case EFFECT_ALLOCATE_THERE: store_pointer(m, first, new_heap_object(m, call), false); break;
    case EFFECT_COPY:
    case EFFECT_COPY_END:
        copy_bytes(m, call, 1);
        if (e->kind == EFFECT_COPY) pt_unify(&m->pt, result, first);
        else pt_derive(&m->pt, first, result, 0, 1);
        break;
    case EFFECT_SET:
        copy_bytes(m, call, 0);
        pt_unify(&m->pt, result, first);
        break;
    case EFFECT_FIRST: pt_unify(&m->pt, result, first); break;
    case EFFECT_WITHIN_FIRST:
    case EFFECT_WITHIN_SECOND:
        pt_derive(&m->pt, e->kind == EFFECT_WITHIN_FIRST ? first : argument_slot(m, call, 1), last, 0, 1);
        pt_unify(&m->pt, result, last);
        break;
    case EFFECT_END: store_pointer(m, argument_slot(m, call, 1), first, true); break;
    }
}

/* ---- intrinsic functions ---- */

static bool begins_with(const char *s, const char *prefix) { return strncmp(s, prefix, strlen(prefix)) == 0; }

static bool is_any(const char *name, const char *const *prefixes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (begins_with(name, prefixes[i])) return true;
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
    if (begins_with(name, "memcpy") || begins_with(name, "memmove")) copy_bytes(m, call, 1);
    else if (begins_with(name, "memset")) copy_bytes(m, call, 0);
    else if (is_any(name, SAME, sizeof SAME / sizeof *SAME)) pt_unify(&m->pt, memory_slot(m, call), argument_slot(m, call, 0));
    else memory_derive_all(m, call, LLVMGetNumArgOperands(call));
}

/* ---- calls ---- */

static void call_function(memory *m, uint32_t id, LLVMValueRef call)
{
    LLVMValueRef f = m->functions.data[id].value;
    const char *name = name_of(f);
    bool has_result = LLVMGetTypeKind(LLVMTypeOf(call)) != LLVMVoidTypeKind;
    if (!LLVMIsDeclaration(f)) call_body(m, id, call);
    else if (begins_with(name, "llvm.")) call_intrinsic(m, name, call);
    else if (m->functions.data[id].effect) call_library(m, id, call);
    else if (has_result) pt_unify(&m->pt, memory_slot(m, call), m->functions.data[id].result);
}

void memory_scan_call(memory *m, uint32_t caller, LLVMValueRef call)
{
    LLVMValueRef called = memory_strip_alias(LLVMGetCalledValue(call));
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
    } else if (LLVMGetTypeKind(LLVMTypeOf(call)) == LLVMPointerTypeKind) { /* assembly, or a number as a function */
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

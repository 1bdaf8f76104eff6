#include "front/llvm/memory/memory_internal.h"

/* Names of objects and regions, for people. */

enum { MAX_OBJECTS = 3 }; /* in one name */

static const char *name_of(LLVMValueRef v)
{
    size_t length;
    return LLVMGetValueName2(v, &length);
}

/* clang calls the copy of parameter x "x.addr". */
static void add_local_name(text *out, LLVMValueRef function, LLVMValueRef v)
{
    const char *name = name_of(v);
    size_t n = strlen(name), suffix = strlen(".addr");
    if (n > suffix && strcmp(name + n - suffix, ".addr") == 0) n -= suffix;
    text_printf(out, "%s.%.*s", name_of(function), (int)n, n ? name : "tmp");
}

static void add_call_name(text *out, LLVMValueRef call)
{
    LLVMValueRef called = LLVMGetCalledValue(call);
    const char *name = LLVMIsAFunction(called) ? name_of(called) : "call";
    text_printf(out, "%s@%u", name, LLVMGetDebugLocLine(call));
}

static void add_object_name(text *out, const pt_object *object)
{
    LLVMValueRef v = object->value;
    const char *suffix = object->kind == PT_FUNCTION ? "" : object->kind == PT_HEAP ? "..." : "()";
    if (!v) text_adds(out, "wild");
    else if (LLVMIsAFunction(v)) text_printf(out, "%s%s", name_of(v), suffix);
    else if (LLVMIsAGlobalValue(v)) text_adds(out, name_of(v));
    else if (LLVMIsAArgument(v)) add_local_name(out, LLVMGetParamParent(v), v);
    else if (LLVMIsACallInst(v)) add_call_name(out, v);
    else add_local_name(out, LLVMGetBasicBlockParent(LLVMGetInstructionParent(v)), v);
}

/* "a", "a|b|c", "a|b|c|...", or "?" if no object is known. */
static void add_objects(text *out, const memory *m, pt_node root)
{
    uint32_t o = m->pt.nodes.data[root.id].first_object;
    if (o == PT_NO_OBJECT) text_adds(out, "?");
    for (int i = 0; o != PT_NO_OBJECT && i <= MAX_OBJECTS; i++, o = m->pt.objects.data[o].next) {
        if (i) text_addc(out, '/');
        if (i < MAX_OBJECTS) add_object_name(out, &m->pt.objects.data[o]);
        else text_adds(out, "...");
    }
}

/* Where the cell is, seen from the node's first object. */
static int64_t offset_in_object(const memory *m, pt_node root, const pt_cell *c)
{
    uint32_t o = m->pt.nodes.data[root.id].first_object;
    int64_t base = o == PT_NO_OBJECT ? 0 : pt_resolve(&m->pt, (pt_target){.node = m->pt.objects.data[o].node}).offset;
    return pt_resolve(&m->pt, (pt_target){.node = root, .offset = c->offset - base}).offset;
}

const char *memory_name_region(memory *m, pt_node root, const pt_cell *c)
{
    text name;
    text_init(&name);
    add_objects(&name, m, root);
    const pt_node_data *d = &m->pt.nodes.data[root.id];
    if (d->stride) text_adds(&name, "[]");
    int64_t offset = offset_in_object(m, root, c);
    if (offset || d->cells.size > 1) text_printf(&name, "%+lld", (long long)offset);
    const char *kept = arena_string(&m->names, name.data, name.size);
    text_release(&name);
    return kept;
}

void memory_print(text *out, const memory *m)
{
    static const char *const KIND[] = {[REGION_VARIABLE] = "variable", [REGION_ARRAY] = "array", [REGION_BYTES] = "bytes"};
    for (size_t i = 0; i < m->regions.size; i++) {
        const region_info *r = &m->regions.data[i];
        uint64_t stride = m->pt.nodes.data[m->region_nodes.data[i]].stride;
        text_printf(out, "%-8s %2u %-7s %s", KIND[r->kind], r->size, r->is_pointer ? "pointer" : "", r->name);
        if (stride) text_printf(out, " (stride %llu)", (unsigned long long)stride);
        text_addc(out, '\n');
    }
}

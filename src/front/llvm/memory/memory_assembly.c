/* Inline assembly: which pointers may come out of it, and where it may store them. */

#include "front/llvm/translate/assembly.h"
#include "front/llvm/memory/memory_internal.h"

static bool is_pointer(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMPointerTypeKind; }

static bool can_hold_address(const memory *m, LLVMTypeRef type)
{
    LLVMTypeKind k = LLVMGetTypeKind(type);
    return k != LLVMVoidTypeKind && LLVMStoreSizeOfType(m->layout, type) >= m->pointer_size;
}

/* Where the result with this number is; PT_NO_SLOT if no address fits into it. */
static pt_slot result_slot(memory *m, LLVMValueRef call, uint32_t number, LLVMTypeRef *type)
{
    LLVMTypeRef whole = LLVMTypeOf(call);
    *type = whole;
    if (LLVMGetTypeKind(whole) != LLVMStructTypeKind) return can_hold_address(m, whole) ? memory_slot(m, call) : PT_NO_SLOT;
    *type = LLVMStructGetTypeAtIndex(whole, number);
    if (!can_hold_address(m, *type)) return PT_NO_SLOT;
    pt_target t = pt_dereference(&m->pt, memory_slot(m, call));
    t.offset += (int64_t)LLVMOffsetOfElement(m->layout, whole, number);
    return pt_contents(&m->pt, t, LLVMStoreSizeOfType(m->layout, *type), 0);
}

static void scan_output(memory *m, LLVMValueRef call, const assembly *a, const assembly_operand *o, pt_slot values)
{
    LLVMTypeRef type;
    pt_slot result = result_slot(m, call, o->result, &type);
    LLVMValueRef kept = assembly_kept_value(a, o);
    if (kept) pt_unify(&m->pt, result, memory_slot(m, kept));
    else if (!a->is_empty) pt_unify(&m->pt, result, values);
    if (!kept && is_pointer(type)) pt_unify(&m->pt, result, pt_new_fixed(&m->pt, memory_new_object(m, PT_EXTERNAL, call, UINT64_MAX)));
}

static void scan_memory(memory *m, const assembly *a, const assembly_operand *o, pt_slot values)
{
    LLVMTypeKind kind = LLVMGetTypeKind(o->type);
    pt_slot address = memory_slot(m, o->argument);
    if (address.id == PT_NO_SLOT.id) return;
    pt_target t = pt_dereference(&m->pt, address);
    bool is_aggregate = kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind;
    if (a->is_empty || is_aggregate || !LLVMTypeIsSized(o->type)) return;
    uint32_t flags = is_pointer(o->type) ? PT_ACCESSED : PT_ACCESSED | PT_NOT_POINTER;
    pt_slot there = pt_contents(&m->pt, t, LLVMStoreSizeOfType(m->layout, o->type), flags);
    if (can_hold_address(m, o->type)) pt_unify(&m->pt, values, there);
}

void memory_scan_assembly(memory *m, LLVMValueRef call)
{
    assembly a;
    assembly_read(&a, call);
    pt_slot values = pt_new_slot(&m->pt);
    for (size_t i = 0; i < a.operands.size; i++) {
        const assembly_operand *o = &a.operands.data[i];
        if (o->is_memory) scan_memory(m, &a, o, values);
        else if (o->argument && can_hold_address(m, LLVMTypeOf(o->argument))) pt_derive(&m->pt, memory_slot(m, o->argument), values, 0, 1);
        if (o->is_output && !o->is_memory) scan_output(m, call, &a, o, values);
    }
    if (!a.is_empty) assembly_site_vec_push(&m->assemblies, (assembly_site){call, values});
    assembly_release(&a);
}

/* ---- what it finds on its way ---- */

static void push_node(const memory *m, pt_slot s, u32_vec *todo)
{
    pt_target t;
    if (pt_target_of(&m->pt, s, &t)) u32_vec_push(todo, t.node.id);
}

/* The contents of the node that may be addresses. */
static void collect(const memory *m, uint32_t node, slot_vec *out, u32_vec *todo)
{
    const pt_cell_vec *cells = &m->pt.nodes.data[node].cells;
    for (size_t i = 0; i < cells->size; i++) {
        const pt_cell *c = &cells->data[i];
        bool fits = c->size >= m->pointer_size || (c->flags & PT_BYTES) || m->pt.nodes.data[node].stride == 1;
        if (c->contents.id == PT_NO_SLOT.id || !fits) continue;
        slot_vec_push(out, c->contents);
        push_node(m, c->contents, todo);
    }
}

static void link_site(memory *m, assembly_site site)
{
    assembly a;
    u32_vec todo;
    u32_map seen;
    slot_vec found;
    assembly_read(&a, site.call);
    u32_vec_init(&todo);
    u32_map_init(&seen);
    slot_vec_init(&found);
    for (size_t i = 0; i < a.operands.size; i++) {
        if (a.operands.data[i].argument) push_node(m, memory_slot(m, a.operands.data[i].argument), &todo);
    }
    while (todo.size) {
        uint32_t node = u32_vec_pop(&todo);
        bool added;
        u32_map_put(&seen, node, &added);
        if (added) collect(m, node, &found, &todo);
    }
    for (size_t i = 0; i < found.size; i++) pt_unify(&m->pt, site.values, found.data[i]);
    assembly_release(&a);
    u32_vec_release(&todo);
    u32_map_release(&seen);
    slot_vec_release(&found);
}

static bool follows_pointers(LLVMValueRef call)
{
    assembly a;
    assembly_read(&a, call);
    bool follows = a.clobbers_memory || is_pointer(LLVMTypeOf(call));
    assembly_release(&a);
    return follows;
}

void memory_link_assemblies(memory *m)
{
    for (size_t i = 0; i < m->assemblies.size; i++) {
        if (follows_pointers(m->assemblies.data[i].call)) link_site(m, m->assemblies.data[i]);
    }
}

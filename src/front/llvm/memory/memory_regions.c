#include "front/llvm/memory/memory_internal.h"

#include "base/digraph.h"

#include <stdlib.h>

/* From nodes and cells to regions. */

/* ---- who calls whom ---- */

/* Calls of one function that reach the same functions are looked at once. */
static void add_indirect_edges(memory *m)
{
    u64_map seen;
    u64_map_init(&seen);
    for (size_t i = 0; i < m->indirect_calls.size; i++) {
        const indirect_call *c = &m->indirect_calls.data[i];
        pt_target t;
        bool added;
        u64_map_put(&seen, (uint64_t)c->representative << 32 | c->caller, &added);
        if (!added || !pt_target_of(&m->pt, c->callee, &t)) continue;
        for (uint32_t o = m->pt.nodes.data[t.node.id].first_object; o != PT_NO_OBJECT; o = m->pt.objects.data[o].next) {
            const pt_object *object = &m->pt.objects.data[o];
            if (object->kind != PT_FUNCTION || !memory_takes(object->value, LLVMGetNumArgOperands(c->call))) continue;
            call_edge_vec_push(&m->calls, (call_edge){c->caller, memory_function_id(m, object->value)});
        }
    }
    u64_map_release(&seen);
}

static int compare_calls(const void *a, const void *b)
{
    const call_edge *x = a, *y = b;
    if (x->caller != y->caller) return x->caller < y->caller ? -1 : 1;
    return (x->callee > y->callee) - (x->callee < y->callee);
}

static void find_recursion(memory *m)
{
    digraph calls;
    u32_vec component, is_cyclic;
    digraph_init(&calls);
    u32_vec_init(&component);
    u32_vec_init(&is_cyclic);
    if (m->calls.size) qsort(m->calls.data, m->calls.size, sizeof *m->calls.data, compare_calls);
    for (size_t f = 0, i = 0; f < m->functions.size; f++) {
        digraph_add_node(&calls);
        for (; i < m->calls.size && m->calls.data[i].caller == f; i++) digraph_add_edge(&calls, m->calls.data[i].callee);
    }
    digraph_components(&calls, DIGRAPH_UNREACHED, NULL, &component, &is_cyclic);
    for (size_t f = 0; f < m->functions.size; f++) m->functions.data[f].is_recursive |= is_cyclic.data[component.data[f]];
    digraph_release(&calls);
    u32_vec_release(&component);
    u32_vec_release(&is_cyclic);
}

/* ---- memory that the program did not make ---- */

/* What is reached from unknown memory may be unknown memory, too. */
static void spread_external(memory *m)
{
    u32_vec todo;
    u32_vec_init(&todo);
    for (uint32_t i = 0; i < m->pt.nodes.size; i++) {
        const pt_node_data *d = &m->pt.nodes.data[i];
        if (pt_is_root(&m->pt, (pt_node){i}) && (d->is_external || d->is_unknown)) u32_vec_push(&todo, i);
    }
    while (todo.size) {
        const pt_cell_vec *cells = &m->pt.nodes.data[u32_vec_pop(&todo)].cells;
        for (size_t i = 0; i < cells->size; i++) {
            pt_target t;
            if (!pt_target_of(&m->pt, cells->data[i].contents, &t)) continue;
            pt_node_data *d = &m->pt.nodes.data[t.node.id];
            bool known = d->is_external && d->is_unknown;
            d->is_external = d->is_unknown = true;
            if (!known) u32_vec_push(&todo, t.node.id);
        }
    }
    u32_vec_release(&todo);
}

/* ---- addresses that go nowhere ---- */

static bool is_fixed_gep(LLVMValueRef user, LLVMValueRef base)
{
    bool is_gep = LLVMIsAGetElementPtrInst(user) || (LLVMIsAConstantExpr(user) && LLVMGetConstOpcode(user) == LLVMGetElementPtr);
    if (!is_gep || LLVMGetOperand(user, 0) != base) return false;
    for (int i = 1; i < LLVMGetNumOperands(user); i++) {
        if (!LLVMIsAConstantInt(LLVMGetOperand(user, (unsigned)i))) return false;
    }
    return true;
}

static bool is_harmless_call(LLVMValueRef user)
{
    if (!LLVMIsACallInst(user) || !LLVMIsAFunction(LLVMGetCalledValue(user))) return false;
    size_t length;
    const char *name = LLVMGetValueName2(LLVMGetCalledValue(user), &length);
    if (text_begins_with(name, "llvm.lifetime.") || text_begins_with(name, "llvm.dbg.")) return true;
    bool moves = text_begins_with(name, "llvm.memcpy.") || text_begins_with(name, "llvm.memmove.") || text_begins_with(name, "llvm.memset.");
    return moves && LLVMIsAConstantInt(LLVMGetOperand(user, 2));
}

bool memory_stays_local(LLVMValueRef object)
{
    value_vec todo;
    value_vec_init(&todo);
    value_vec_push(&todo, object);
    bool local = true;
    while (local && todo.size) {
        LLVMValueRef v = value_vec_pop(&todo);
        for (LLVMUseRef u = LLVMGetFirstUse(v); local && u; u = LLVMGetNextUse(u)) {
            LLVMValueRef user = LLVMGetUser(u);
            bool is_target = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != v;
            if (is_fixed_gep(user, v)) value_vec_push(&todo, user);
            else local = LLVMIsALoadInst(user) || is_target || is_harmless_call(user);
        }
    }
    value_vec_release(&todo);
    return local;
}

/* ---- regions ---- */

/* Is there at most one such object at any time, as far as its accesses can tell? Activations of a recursive function have
 * their own, but an address that goes nowhere is used by its own activation only. */
static bool is_single(memory *m, const pt_object *object)
{
    LLVMValueRef v = object->value;
    if (object->kind == PT_GLOBAL) return true;
    if (object->kind != PT_LOCAL) return false;
    LLVMValueRef f;
    if (LLVMIsAArgument(v)) {
        f = LLVMGetParamParent(v);
    } else {
        LLVMBasicBlockRef b = LLVMGetInstructionParent(v);
        f = LLVMGetBasicBlockParent(b);
        if (b != LLVMGetEntryBasicBlock(f)) return false;
    }
    uint32_t id = memory_function_id(m, f);
    return !m->functions.data[id].is_recursive || memory_stays_local(v);
}

/* The only object of a node whose cells can be variables; or NULL. */
static const pt_object *only_object(memory *m, pt_node root)
{
    const pt_node_data *d = &m->pt.nodes.data[root.id];
    if (d->is_external || d->first_object == PT_NO_OBJECT || d->first_object != d->last_object) return NULL;
    const pt_object *object = &m->pt.objects.data[d->first_object];
    if (object->size == UINT64_MAX || (d->stride && object->size > d->stride)) return NULL;
    return is_single(m, object) ? object : NULL;
}

/* The object of a node that is one array of one cell. */
static LLVMValueRef only_array(const memory *m, pt_node root)
{
    const pt_node_data *d = &m->pt.nodes.data[root.id];
    if (d->is_external || !d->stride || d->cells.size != 1 || d->first_object == PT_NO_OBJECT || d->first_object != d->last_object) return NULL;
    LLVMValueRef v = m->pt.objects.data[d->first_object].value;
    return v && (LLVMIsAGlobalVariable(v) || LLVMIsAAllocaInst(v)) ? v : NULL;
}

static region_info describe(memory *m, pt_node root, const pt_cell *c, const pt_object *object)
{
    region_info r = {.kind = REGION_ARRAY, .size = (uint32_t)c->size, .is_pointer = !(c->flags & PT_NOT_POINTER)};
    if (c->flags & PT_BYTES) {
        r.kind = REGION_BYTES;
        r.size = 1;
        r.is_pointer = false;
    } else if (object) {
        pt_target base = pt_resolve(&m->pt, (pt_target){.node = object->node});
        pt_target at = pt_resolve(&m->pt, (pt_target){.node = root, .offset = c->offset - base.offset});
        if (at.offset >= 0 && (uint64_t)at.offset + c->size <= object->size) {
            r.kind = REGION_VARIABLE;
            r.object = object->value;
            r.offset = (uint64_t)at.offset;
        }
    }
    if (r.kind == REGION_ARRAY) r.array = only_array(m, root);
    if (r.array) r.stride = m->pt.nodes.data[root.id].stride;
    r.name = memory_name_region(m, root, c);
    return r;
}

void memory_build_regions(memory *m)
{
    add_indirect_edges(m);
    find_recursion(m);
    spread_external(m);
    for (uint32_t i = 0; i < m->pt.nodes.size; i++) {
        pt_cell_vec *cells = &m->pt.nodes.data[i].cells;
        const pt_object *object = cells->size ? only_object(m, (pt_node){i}) : NULL;
        for (size_t k = 0; k < cells->size; k++) {
            pt_cell *c = &cells->data[k];
            c->tag = UINT32_MAX;
            if (!(c->flags & PT_ACCESSED)) continue;
            assert(pt_is_root(&m->pt, (pt_node){i})); /* the cells of others have gone to their root */
            assert(m->regions.size == m->region_nodes.size && m->regions.size == m->region_contents.size);
            c->tag = (uint32_t)m->regions.size;
            region_info_vec_push(&m->regions, describe(m, (pt_node){i}, c, object));
            u32_vec_push(&m->region_nodes, i);
            slot_vec_push(&m->region_contents, c->contents);
        }
    }
}

#include "front/llvm/memory/memory_internal.h"
#include "front/llvm/module/prototypes.h"
#include "front/llvm/library/unseen.h"

/* The outside: what functions that nobody has seen can reach. They may keep a pointer that they are given, return it later, and store it
 * wherever they can store pointers. So where any pointer comes back from the outside, all pointers that went there are one. As long as none
 * does, what went there stays apart. */

static void add_slot(memory *m, pt_slot s, uint32_t const_levels)
{
    if (s.id != PT_NO_SLOT.id) outside_slot_vec_push(&m->outside, (outside_slot){s, const_levels});
}

/* A constant is read at most, and what is read from the outside is any value anyway. */
static bool is_constant_object(LLVMValueRef v) { return LLVMIsAGlobalVariable(v) && LLVMIsGlobalConstant(v); }

/* Those that are not the program's own, once somebody may change them. */
static void share_variables(memory *m)
{
    if (m->has_shared) return;
    m->has_shared = true;
    LLVMValueRef list = LLVMGetNamedGlobal(m->module, UNSEEN_SHARED), all = list ? LLVMGetInitializer(list) : NULL;
    for (int i = 0; all && i < LLVMGetNumOperands(all); i++) add_slot(m, memory_slot(m, LLVMGetOperand(all, (unsigned)i)), 0);
}

void memory_pass_outside(memory *m, LLVMValueRef call, LLVMValueRef function)
{
    share_variables(m);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        LLVMValueRef argument = LLVMGetOperand(call, i);
        if (is_constant_object(argument)) continue;
        add_slot(m, memory_slot(m, argument), function && i < LLVMCountParams(function) ? prototype_const_levels(function, i) : 0);
    }
}

void memory_get_from_outside(memory *m, LLVMValueRef value)
{
    pt_slot s = memory_slot(m, value);
    add_slot(m, s, 0);
    if (s.id != PT_NO_SLOT.id) slot_vec_push(&m->outside_given, s);
}

/* A node can be reached in a way that leaves so much of it const. */
static void reach(u32_map *nodes, u32_vec *todo, uint32_t node, uint32_t const_levels)
{
    bool added;
    uint32_t *known = u32_map_put(nodes, node, &added);
    uint32_t now = added ? const_levels : *known & const_levels;
    if (added || now != *known) u32_vec_push(todo, node);
    *known = now;
}

/* The nodes that can be reached, and the slots of the pointers stored in them. True if some of these can be changed. */
static bool follow(const memory *m, u32_map *nodes, slot_vec *stored)
{
    bool can_store = false;
    u32_vec todo;
    u32_vec_init(&todo);
    pt_target t;
    for (size_t i = 0; i < m->outside.size; i++)
        if (pt_target_of(&m->pt, m->outside.data[i].slot, &t)) reach(nodes, &todo, t.node.id, m->outside.data[i].const_levels);
    while (todo.size) {
        uint32_t n = u32_vec_pop(&todo), const_levels = *u32_map_find(nodes, n);
        const pt_cell_vec *cells = &m->pt.nodes.data[n].cells;
        for (size_t i = 0; i < cells->size; i++) {
            if (!pt_target_of(&m->pt, cells->data[i].contents, &t)) continue;
            reach(nodes, &todo, t.node.id, const_levels >> 1);
            slot_vec_push(stored, cells->data[i].contents);
            can_store |= !(const_levels & 1);
        }
    }
    u32_vec_release(&todo);
    return can_store;
}

static bool gives_pointers(const memory *m)
{
    pt_target t;
    for (size_t i = 0; i < m->outside_given.size; i++)
        if (pt_target_of(&m->pt, m->outside_given.data[i], &t)) return true;
    return false;
}

void memory_open_outside(memory *m)
{
    u32_map nodes;
    slot_vec stored;
    u32_map_init(&nodes);
    slot_vec_init(&stored);
    bool can_store = follow(m, &nodes, &stored);
    if (m->outside.size && (can_store || gives_pointers(m))) {
        pt_slot first = m->outside.data[0].slot;
        for (size_t i = 1; i < m->outside.size; i++) pt_unify(&m->pt, first, m->outside.data[i].slot);
        for (size_t i = 0; i < stored.size; i++) pt_unify(&m->pt, first, stored.data[i]);
    }
    u32_map_release(&nodes);
    slot_vec_release(&stored);
}

void memory_list_outside(memory *m)
{
    slot_vec stored;
    slot_vec_init(&stored);
    follow(m, &m->outside_nodes, &stored);
    slot_vec_release(&stored);
}

void memory_outside_regions(const memory *m, u32_vec *out)
{
    for (uint32_t i = 0; i < m->regions.size; i++) {
        const uint32_t *const_levels = u32_map_find(&m->outside_nodes, m->region_nodes.data[i]);
        if (const_levels && !(*const_levels & 1)) u32_vec_push(out, i);
    }
}

bool memory_is_outside(const memory *m, LLVMValueRef object)
{
    uint32_t node = memory_node_of(m, object);
    return node != MEMORY_NO_NODE && u32_map_find(&m->outside_nodes, node);
}

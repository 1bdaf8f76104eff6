#include "front/llvm/memory_internal.h"

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

/* Tarjan's components of the call graph, with a stack of our own. */
typedef struct walk {
    memory *m;
    uint32_t *first; /* the callees of f are callee[first[f]] .. callee[first[f + 1] - 1] */
    uint32_t *callee;
    uint32_t *number, *low, *next; /* number 0: not visited */
    bool *on_stack;
    u32_vec path, stack;
    uint32_t count;
} walk;

static void order_edges(walk *w)
{
    const call_edge_vec *edges = &w->m->calls;
    size_t n = w->m->functions.size;
    for (size_t i = 0; i < edges->size; i++) w->first[edges->data[i].caller + 1]++;
    for (size_t f = 0; f < n; f++) w->first[f + 1] += w->first[f];
    assert(w->first[n] == edges->size);
    memcpy(w->next, w->first, n * sizeof *w->next);
    for (size_t i = 0; i < edges->size; i++) w->callee[w->next[edges->data[i].caller]++] = edges->data[i].callee;
    memcpy(w->next, w->first, n * sizeof *w->next);
}

static void enter(walk *w, uint32_t f)
{
    assert(!w->number[f]);
    w->number[f] = w->low[f] = ++w->count;
    w->on_stack[f] = true;
    u32_vec_push(&w->path, f);
    u32_vec_push(&w->stack, f);
}

static void leave(walk *w, uint32_t f)
{
    assert(u32_vec_last(&w->path) == f && w->low[f] <= w->number[f]);
    u32_vec_pop(&w->path);
    if (w->path.size) {
        uint32_t *low = &w->low[u32_vec_last(&w->path)];
        if (w->low[f] < *low) *low = w->low[f];
    }
    if (w->low[f] != w->number[f]) return;
    bool several = u32_vec_last(&w->stack) != f;
    for (uint32_t g = UINT32_MAX; g != f;) {
        g = u32_vec_pop(&w->stack);
        w->on_stack[g] = false;
        w->m->functions.data[g].is_recursive |= several;
    }
}

static void visit(walk *w, uint32_t root)
{
    enter(w, root);
    while (w->path.size) {
        uint32_t f = u32_vec_last(&w->path);
        if (w->next[f] == w->first[f + 1]) {
            leave(w, f);
            continue;
        }
        uint32_t g = w->callee[w->next[f]++];
        if (g == f) w->m->functions.data[f].is_recursive = true;
        if (!w->number[g]) enter(w, g);
        else if (w->on_stack[g] && w->number[g] < w->low[f]) w->low[f] = w->number[g];
    }
}

static void find_recursion(memory *m)
{
    size_t n = m->functions.size;
    uint32_t *numbers = alloc_zeroed(4 * n + 1 + m->calls.size, sizeof *numbers);
    walk w = {.m = m, .number = numbers, .low = numbers + n, .next = numbers + 2 * n, .first = numbers + 3 * n};
    w.callee = w.first + n + 1;
    w.on_stack = alloc_zeroed(n + 1, sizeof *w.on_stack);
    order_edges(&w);
    for (uint32_t f = 0; f < n; f++) {
        if (!w.number[f]) visit(&w, f);
    }
    assert(!w.path.size && !w.stack.size && w.count == n);
    u32_vec_release(&w.path);
    u32_vec_release(&w.stack);
    free(w.on_stack);
    free(numbers);
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

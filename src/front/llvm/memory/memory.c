#include "front/llvm/memory/memory_internal.h"
#include "front/llvm/library/unseen.h"

static void add_external_parameters(memory *m, LLVMValueRef function)
{
    for (unsigned i = 0; i < LLVMCountParams(function); i++) {
        LLVMValueRef param = LLVMGetParam(function, i);
        bool is_pointer = LLVMGetTypeKind(LLVMTypeOf(param)) == LLVMPointerTypeKind;
        if (!is_pointer || LLVMGetEnumAttributeAtIndex(function, i + 1, m->byval)) continue;
        pt_unify(&m->pt, memory_slot(m, param), pt_new_fixed(&m->pt, memory_new_object(m, PT_EXTERNAL, param, UINT64_MAX)));
    }
}

static void queue_function(memory *m, LLVMValueRef function)
{
    uint32_t id = memory_function_id(m, function);
    if (!m->functions.data[id].is_queued) u32_vec_push(&m->queue, id);
    m->functions.data[id].is_queued = true;
}

static void queue_all(memory *m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) {
        if (LLVMIsDeclaration(f)) continue;
        queue_function(m, f);
        LLVMLinkage linkage = LLVMGetLinkage(f);
        if (linkage != LLVMInternalLinkage && linkage != LLVMPrivateLinkage) add_external_parameters(m, f);
    }
}

/* Functions, copies and indirect calls feed each other. */
static void settle(memory *m)
{
    for (uint64_t before = m->pt.changes + 1; before != m->pt.changes || m->queue.size;) {
        before = m->pt.changes;
        while (m->queue.size) memory_scan_function(m, u32_vec_pop(&m->queue));
        memory_settle_constants(m);
        pt_solve(&m->pt);
        memory_link_indirect(m);
        memory_link_assemblies(m);
        memory_settle_constants(m);
    }
}

/* Integers that do not come from a pointer but are used as one: all of them point to one unknown object, as they may be equal. */
static void tame_integers(memory *m)
{
    for (size_t i = 0; i < m->from_integers.size; i++) {
        pt_target t;
        if (!pt_target_of(&m->pt, m->from_integers.data[i], &t)) continue;
        if (m->pt.nodes.data[t.node.id].first_object != PT_NO_OBJECT || m->pt.nodes.data[t.node.id].is_pointed) continue;
        if (!m->has_wild) {
            m->wild = memory_new_object(m, PT_EXTERNAL, NULL, UINT64_MAX);
            m->has_wild = true;
        }
        pt_join(&m->pt, m->wild, t);
        pt_index(&m->pt, m->wild.node, 1);
    }
}

/* The distance of two pointers into one node is no address. Of objects apart, added to the address of one it gives the other. */
static void link_distances(memory *m)
{
    for (size_t i = 0; i < m->distances.size; i++) {
        distance_slot *d = &m->distances.data[i];
        pt_target left, right;
        if (d->is_linked || !pt_target_of(&m->pt, d->left, &left) || !pt_target_of(&m->pt, d->right, &right)) continue;
        if (left.node.id == right.node.id) continue;
        d->is_linked = true;
        pt_derive(&m->pt, d->left, d->result, 0, 1);
    }
}

static bool is_byte_array(const pt_node_data *d)
{
    for (size_t i = 0; i < d->cells.size; i++) {
        if (d->cells.data[i].size != 1) return false;
    }
    return true;
}

/* One cell after the other, without gaps. */
static bool is_row(const pt_node_data *d) { return d->stride && d->cells.size == 1 && d->cells.data[0].offset == 0 && d->cells.data[0].size == d->stride; }

/* What a library function looks at byte by byte is bytes, though it may be part of a larger object, such as a name in a struct: only then is
 * what the function does exact, and a string that runs over its end may change what lies behind. Where that matters little, memory is
 * left as it is, unless it is only ever accessed by single bytes: the function can then touch all of its regions. */
static void shape_strings(memory *m)
{
    for (size_t i = 0; i < m->strings.size; i++) {
        string_slot s = m->strings.data[i];
        pt_target t;
        if (!pt_target_of(&m->pt, s.slot, &t)) continue;
        const pt_node_data *d = &m->pt.nodes.data[t.node.id];
        if (!is_byte_array(d) && (s.use == USED_LOOSELY || (s.use == USED_AS_BLOCK && is_row(d)))) continue;
        pt_index(&m->pt, t.node, 1);
        pt_access(&m->pt, pt_dereference(&m->pt, s.slot), 1, PT_ACCESSED | PT_NOT_POINTER);
    }
}

memory *memory_analyse(LLVMModuleRef module, LLVMTargetDataRef layout, LLVMValueRef entry)
{
    memory *m = alloc_zeroed(1, sizeof *m);
    m->module = module;
    m->layout = layout;
    m->byval = LLVMGetEnumAttributeKindForName("byval", strlen("byval"));
    m->pointer_size = LLVMPointerSize(layout);
    m->has_outside = LLVMGetNamedFunction(module, UNSEEN_EFFECTS) != NULL;
    pt_init(&m->pt);
    arena_init(&m->names);
    if (entry) {
        queue_function(m, entry);
        add_external_parameters(m, entry);
    } else {
        queue_all(m);
    }
    for (uint64_t before = m->pt.changes + 1; before != m->pt.changes;) {
        before = m->pt.changes;
        settle(m);
        link_distances(m);
        tame_integers(m);
        settle(m);
        memory_link_outside(m);
        memory_open_outside(m);
        settle(m);
        shape_strings(m);
    }
    assert(!pt_check(&m->pt));
    memory_list_outside(m);
    memory_build_regions(m);
    return m;
}

void memory_free(memory *m)
{
    if (!m) return;
    pt_release(&m->pt);
    u64_map_release(&m->slots);
    u64_map_release(&m->function_ids);
    u64_map_release(&m->linked);
    memory_function_vec_release(&m->functions);
    value_vec_release(&m->constants);
    u32_vec_release(&m->queue);
    indirect_call_vec_release(&m->indirect_calls);
    call_edge_vec_release(&m->calls);
    assembly_site_vec_release(&m->assemblies);
    slot_vec_release(&m->from_integers);
    distance_slot_vec_release(&m->distances);
    string_slot_vec_release(&m->strings);
    outside_slot_vec_release(&m->outside);
    slot_vec_release(&m->outside_given);
    u32_map_release(&m->outside_nodes);
    region_info_vec_release(&m->regions);
    u32_vec_release(&m->region_nodes);
    slot_vec_release(&m->region_contents);
    arena_release(&m->names);
    free(m);
}

/* ---- queries ---- */

size_t memory_region_count(const memory *m) { return m->regions.size; }

const region_info *memory_region(const memory *m, region r)
{
    assert(r.id < m->regions.size);
    return &m->regions.data[r.id];
}

/* Where a value points to; constants that the analysis did not meet as such are addresses relative to globals that it did. */
static bool target_of(const memory *m, LLVMValueRef v, pt_target *out)
{
    const uint32_t *known = u64_map_find(&m->slots, value_key(v));
    if (known) return pt_target_of(&m->pt, (pt_slot){*known}, out);
    LLVMValueRef base;
    int64_t offset;
    if (!LLVMIsAConstant(v) || !memory_constant_address(m, v, &base, &offset)) return false;
    if (LLVMIsAFunction(base)) {
        const uint32_t *id = u64_map_find(&m->function_ids, value_key(base));
        if (id) *out = m->functions.data[*id].address;
        if (!id) return false;
    } else {
        const uint32_t *slot = u64_map_find(&m->slots, value_key(base));
        if (!slot) return false;
        *out = m->pt.slots.data[*slot].target;
    }
    out->offset += offset;
    *out = pt_resolve(&m->pt, *out);
    return true;
}

region memory_access(const memory *m, LLVMValueRef pointer, uint64_t size)
{
    pt_target t;
    if (!size || !target_of(m, pointer, &t)) return REGION_NONE;
    const pt_cell *c = pt_find_cell(&m->pt, t, size);
    if (!c || c->tag == UINT32_MAX) return REGION_NONE;
    bool fits = (c->flags & PT_BYTES) || (c->offset == t.offset && c->size == size);
    return fits ? (region){c->tag} : REGION_NONE;
}

/* The regions of one node; and the nodes that its cells point to, if `next` is given. */
static void add_regions(const memory *m, pt_node root, u32_vec *out, u32_vec *next)
{
    const pt_cell_vec *cells = &m->pt.nodes.data[root.id].cells;
    for (size_t i = 0; i < cells->size; i++) {
        const pt_cell *c = &cells->data[i];
        pt_target t;
        if (c->tag != UINT32_MAX) u32_vec_push(out, c->tag);
        if (next && pt_target_of(&m->pt, c->contents, &t)) u32_vec_push(next, t.node.id);
    }
}

void memory_regions_of(const memory *m, LLVMValueRef pointer, bool reachable, u32_vec *out)
{
    pt_target t;
    if (!target_of(m, pointer, &t)) return;
    u32_vec todo;
    u32_map seen;
    u32_vec_init(&todo);
    u32_map_init(&seen);
    u32_vec_push(&todo, t.node.id);
    while (todo.size) {
        uint32_t n = u32_vec_pop(&todo);
        bool added;
        u32_map_put(&seen, n, &added);
        if (added) add_regions(m, (pt_node){n}, out, reachable ? &todo : NULL);
    }
    u32_vec_release(&todo);
    u32_map_release(&seen);
}

bool memory_place_of(const memory *m, LLVMValueRef pointer, memory_place *out)
{
    pt_target t;
    if (!target_of(m, pointer, &t)) return false;
    *out = (memory_place){t.node.id, t.offset};
    return true;
}

bool memory_place_in(const memory *m, region r, memory_place *out)
{
    const pt_cell_vec *cells = &m->pt.nodes.data[m->region_nodes.data[r.id]].cells;
    for (size_t i = 0; i < cells->size; i++) {
        pt_target t;
        if (cells->data[i].tag != r.id || !pt_target_of(&m->pt, cells->data[i].contents, &t)) continue;
        *out = (memory_place){t.node.id, t.offset};
        return true;
    }
    return false;
}

uint64_t memory_cells_of(const memory *m, LLVMValueRef pointer, memory_cell_vec *out)
{
    memory_place where;
    return memory_place_of(m, pointer, &where) ? memory_cells_at(m, where, out) : 0;
}

uint64_t memory_cells_at(const memory *m, memory_place where, memory_cell_vec *out)
{
    pt_target t = {{where.node}, where.offset};
    const pt_node_data *d = &m->pt.nodes.data[t.node.id];
    for (size_t i = 0; i < d->cells.size; i++) {
        const pt_cell *c = &d->cells.data[i];
        if (c->tag == UINT32_MAX) continue;
        pt_target from_here = pt_resolve(&m->pt, (pt_target){.node = t.node, .offset = c->offset - t.offset});
        memory_cell_vec_push(out, (memory_cell){.region = {c->tag}, .offset = (uint64_t)from_here.offset, .size = c->size});
    }
    return d->stride;
}

bool memory_callees(const memory *m, LLVMValueRef called, size_t n_args, LLVMValueRef *out, size_t max, size_t *count)
{
    pt_target t;
    *count = 0;
    called = memory_strip_alias(called);
    if (!target_of(m, called, &t)) return false;
    const pt_node_data *d = &m->pt.nodes.data[t.node.id];
    for (uint32_t o = d->first_object; o != PT_NO_OBJECT; o = m->pt.objects.data[o].next) {
        const pt_object *object = &m->pt.objects.data[o];
        if (object->kind != PT_FUNCTION || !memory_takes(object->value, (unsigned)n_args)) continue;
        if (*count < max) out[*count] = object->value;
        ++*count;
    }
    return *count > 0 && !d->is_external;
}

/* Variable arguments are where calls of the function's own type leave them (variadic.h). */
static bool takes_others(LLVMValueRef function, LLVMValueRef call)
{
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    bool has_variable = LLVMIsFunctionVarArg(type) && !LLVMIsDeclaration(function);
    return !memory_takes(function, LLVMGetNumArgOperands(call)) || (has_variable && type != LLVMGetCalledFunctionType(call));
}

bool memory_has_other_callees(const memory *m, LLVMValueRef call)
{
    pt_target t;
    if (!target_of(m, memory_strip_alias(LLVMGetCalledValue(call)), &t)) return false;
    bool found = false;
    for (uint32_t o = m->pt.nodes.data[t.node.id].first_object; o != PT_NO_OBJECT && !found; o = m->pt.objects.data[o].next) {
        const pt_object *object = &m->pt.objects.data[o];
        found = object->kind == PT_FUNCTION && takes_others(object->value, call);
    }
    return found;
}

bool memory_needs_address(const memory *m, LLVMValueRef object)
{
    pt_target t;
    if (!memory_stays_local(object)) return true;
    if (!target_of(m, object, &t)) return false;
    const pt_cell_vec *cells = &m->pt.nodes.data[t.node.id].cells;
    for (size_t i = 0; i < cells->size; i++) {
        uint32_t tag = cells->data[i].tag;
        if (tag != UINT32_MAX && m->regions.data[tag].kind != REGION_VARIABLE) return true;
    }
    return false;
}

/* Bytes that it surely has. */
static uint64_t least_size(const memory *m, const pt_object *o)
{
    if (o->kind == PT_FUNCTION) return 1;
    if (o->kind != PT_HEAP || !LLVMIsACallInst(o->value)) return o->size;
    unsigned n = LLVMGetNumArgOperands(o->value);
    size_t length;
    bool is_calloc = strcmp(LLVMGetValueName2(LLVMGetCalledValue(o->value), &length), "calloc") == 0;
    uint64_t product = n == 1 || is_calloc ? 1 : 0;
    for (unsigned i = 0; i < n; i++) {
        int64_t factor;
        bool is_known = memory_constant_integer(m, LLVMGetOperand(o->value, i), &factor) && factor >= 0 && factor <= INT32_MAX;
        product = is_known && product <= INT32_MAX ? product * (uint64_t)factor : 0;
    }
    return product ? product : 1; /* at least its first byte has an address of its own */
}

bool memory_is_inside(const memory *m, LLVMValueRef v, int64_t *from_start)
{
    pt_target t;
    const uint32_t *slot = u64_map_find(&m->slots, value_key(v));
    if (!target_of(m, v, &t) || (slot && pt_step_of(&m->pt, (pt_slot){*slot}))) return false;
    const pt_node_data *d = &m->pt.nodes.data[t.node.id];
    if (d->stride) return false;
    bool is_first = true;
    for (uint32_t o = d->first_object; o != PT_NO_OBJECT; o = m->pt.objects.data[o].next) {
        const pt_object *object = &m->pt.objects.data[o];
        int64_t distance = t.offset - pt_resolve(&m->pt, (pt_target){.node = object->node}).offset;
        bool is_in = distance >= 0 && (uint64_t)distance < least_size(m, object);
        if (!is_in || (!is_first && distance != *from_start)) return false;
        *from_start = distance;
        is_first = false;
    }
    return !is_first;
}

/* ---- nodes ---- */

size_t memory_node_count(const memory *m) { return m->pt.nodes.size; }

uint32_t memory_node_of(const memory *m, LLVMValueRef v)
{
    pt_target t;
    return target_of(m, v, &t) ? t.node.id : MEMORY_NO_NODE;
}

uint32_t memory_node_in(const memory *m, region r)
{
    pt_target t;
    pt_slot s = m->region_contents.data[r.id];
    return s.id != PT_NO_SLOT.id && pt_target_of(&m->pt, s, &t) ? t.node.id : MEMORY_NO_NODE;
}

uint32_t memory_node_around(const memory *m, region r) { return m->region_nodes.data[r.id]; }

static memory_kind kind_of(pt_kind k)
{
    switch (k) {
    case PT_GLOBAL: return MEMORY_GLOBAL;
    case PT_LOCAL: return MEMORY_LOCAL;
    case PT_HEAP: return MEMORY_HEAP;
    case PT_FUNCTION: return MEMORY_FUNCTION;
    case PT_EXTERNAL: break;
    }
    return MEMORY_FOREIGN;
}

bool memory_node_objects(const memory *m, uint32_t node, memory_object_vec *out)
{
    const pt_node_data *d = &m->pt.nodes.data[node];
    for (uint32_t o = d->first_object; o != PT_NO_OBJECT; o = m->pt.objects.data[o].next) {
        const pt_object *object = &m->pt.objects.data[o];
        memory_object_vec_push(out, (memory_object){.value = object->value, .kind = kind_of(object->kind)});
    }
    return d->is_external;
}

#include "front/llvm/memory/points_to.h"

/* After so many visits of one copy its two nodes are made one: copies in a circle that move the offset at each round would
 * otherwise fill the nodes with cells one by one. */
enum { MAX_VISITS = 64 };

void pt_init(points_to *pt)
{
    memset(pt, 0, sizeof *pt);
}

void pt_release(points_to *pt)
{
    for (size_t i = 0; i < pt->nodes.size; i++) pt_cell_vec_release(&pt->nodes.data[i].cells);
    pt_node_vec_release(&pt->nodes);
    pt_slot_vec_release(&pt->slots);
    pt_object_vec_release(&pt->objects);
    pt_edge_vec_release(&pt->edges);
    pt_copy_vec_release(&pt->copies);
    pt_pending_vec_release(&pt->pending);
}

static int64_t plus(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static int64_t minus(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static uint64_t magnitude(int64_t a) { return a < 0 ? 0 - (uint64_t)a : (uint64_t)a; }

static int64_t modulo(int64_t a, uint64_t stride)
{
    if (!stride) return a;
    uint64_t rest = magnitude(a) % stride;
    return (int64_t)(a < 0 && rest ? stride - rest : rest);
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static pt_node_data *node_at(const points_to *pt, pt_node n) { return &pt->nodes.data[n.id]; }
static pt_slot_data *slot_at(const points_to *pt, pt_slot s) { return &pt->slots.data[s.id]; }

pt_node pt_new_node(points_to *pt)
{
    pt_node n = {(uint32_t)pt->nodes.size};
    pt_node_vec_push(&pt->nodes, (pt_node_data){.parent = n.id, .first_object = PT_NO_OBJECT, .last_object = PT_NO_OBJECT});
    return n;
}

pt_slot pt_new_slot(points_to *pt)
{
    pt_slot s = {(uint32_t)pt->slots.size};
    pt_slot_vec_push(&pt->slots, (pt_slot_data){.parent = s.id, .first_derived = UINT32_MAX, .last_derived = UINT32_MAX});
    return s;
}

pt_slot pt_new_fixed(points_to *pt, pt_target target)
{
    assert(target.node.id < pt->nodes.size);
    pt_slot s = pt_new_slot(pt);
    pt_slot_data *d = slot_at(pt, s);
    d->target = target;
    d->has_target = d->is_fixed = true;
    return s;
}

void pt_add_object(points_to *pt, pt_node n, pt_kind kind, void *value, uint64_t size)
{
    pt_node_data *d = node_at(pt, n);
    assert(d->parent == n.id && d->first_object == PT_NO_OBJECT);
    d->first_object = d->last_object = (uint32_t)pt->objects.size;
    d->is_external = d->is_unknown = kind == PT_EXTERNAL;
    pt_object_vec_push(&pt->objects, (pt_object){.value = value, .size = size, .node = n, .kind = kind, .next = PT_NO_OBJECT});
    pt->changes++;
}

/* The root, without changing the forest. */
static pt_target climb(const points_to *pt, pt_target t)
{
    while (node_at(pt, t.node)->parent != t.node.id) {
        t.offset = plus(t.offset, node_at(pt, t.node)->shift);
        t.node.id = node_at(pt, t.node)->parent;
    }
    return t;
}

static pt_target find(points_to *pt, pt_target t)
{
    assert(t.node.id < pt->nodes.size);
    pt_target root = climb(pt, t);
    int64_t left = minus(root.offset, t.offset);
    for (uint32_t i = t.node.id; i != root.node.id;) {
        pt_node_data *d = &pt->nodes.data[i];
        i = d->parent;
        int64_t step = d->shift;
        d->parent = root.node.id;
        d->shift = left;
        left = minus(left, step);
    }
    assert(left == 0 || t.node.id != root.node.id); /* the shifts on the way add up to the whole one */
    return root;
}

static pt_slot find_slot(points_to *pt, pt_slot s)
{
    while (slot_at(pt, s)->parent != s.id) {
        pt_slot_data *d = slot_at(pt, s);
        d->parent = pt->slots.data[d->parent].parent;
        s.id = d->parent;
    }
    return s;
}

static void later_unify(points_to *pt, pt_slot a, pt_slot b) { pt_pending_vec_push(&pt->pending, (pt_pending){.a = a, .b = b}); }

/* ---- cells ---- */

static size_t first_ending_after(const pt_cell_vec *cells, int64_t offset)
{
    size_t low = 0, high = cells->size;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const pt_cell *c = &cells->data[middle];
        if (c->offset + (int64_t)c->size > offset) high = middle;
        else low = middle + 1;
    }
    return low;
}

static void insert_cell(pt_cell_vec *cells, size_t at, pt_cell c)
{
    assert(at <= cells->size && (!at || cells->data[at - 1].offset + (int64_t)cells->data[at - 1].size <= c.offset));
    assert(at == cells->size || c.offset + (int64_t)c.size <= cells->data[at].offset); /* in order, and apart */
    pt_cell_vec_push(cells, c);
    memmove(&cells->data[at + 1], &cells->data[at], (cells->size - 1 - at) * sizeof *cells->data);
    cells->data[at] = c;
}

/* Makes one cell of `c` and the cells from index first to last, which it overlaps. */
static void merge_cells(points_to *pt, pt_node_data *d, size_t first, size_t last, pt_cell c)
{
    assert(first < last && last <= d->cells.size);
    pt_cell *old = &d->cells.data[first];
    bool exact = last == first + 1 && old->offset == c.offset && old->size == c.size;
    pt_cell whole = c;
    for (size_t i = first; i < last; i++) {
        const pt_cell *part = &d->cells.data[i];
        int64_t end = whole.offset + (int64_t)whole.size, part_end = part->offset + (int64_t)part->size;
        if (part->offset < whole.offset) whole.offset = part->offset;
        whole.size = (uint64_t)((part_end > end ? part_end : end) - whole.offset);
        whole.flags |= part->flags;
        if (whole.contents.id == PT_NO_SLOT.id) whole.contents = part->contents;
        else if (part->contents.id != PT_NO_SLOT.id) later_unify(pt, whole.contents, part->contents);
    }
    assert(whole.offset <= c.offset && whole.offset + (int64_t)whole.size >= c.offset + (int64_t)c.size);
    if (!exact) whole.flags |= PT_BYTES;
    if (last == first + 1 && old->offset == whole.offset && old->size == whole.size && old->flags == whole.flags) {
        old->contents = whole.contents;
        return;
    }
    *old = whole;
    memmove(old + 1, &d->cells.data[last], (d->cells.size - last) * sizeof *old);
    d->cells.size -= last - first - 1;
    d->version++;
    pt->changes++;
}

static void set_stride(points_to *pt, pt_node root, uint64_t stride);

/* `c` is in the root's numbering, not normalised. */
static size_t add_cell(points_to *pt, pt_node root, pt_cell c)
{
    assert(c.size > 0 && node_at(pt, root)->parent == root.id);
    c.offset = modulo(c.offset, node_at(pt, root)->stride);
    if (node_at(pt, root)->stride && (uint64_t)c.offset + c.size > node_at(pt, root)->stride) {
        set_stride(pt, root, 1);
        c.offset = 0;
        c.size = 1;
        c.flags |= PT_BYTES;
    }
    assert(!node_at(pt, root)->stride || (c.offset >= 0 && (uint64_t)c.offset + c.size <= node_at(pt, root)->stride)); /* a cell is within one element */
    pt_node_data *d = node_at(pt, root);
    size_t first = first_ending_after(&d->cells, c.offset), last = first;
    while (last < d->cells.size && d->cells.data[last].offset < c.offset + (int64_t)c.size) last++;
    if (first < last) {
        merge_cells(pt, d, first, last, c);
        return first;
    }
    insert_cell(&d->cells, first, c);
    d->version++;
    pt->changes++;
    return first;
}

/* Recursive through add_cell, but only once: with stride 1 every cell fits. */
static void set_stride(points_to *pt, pt_node root, uint64_t stride)
{
    pt_node_data *d = node_at(pt, root);
    uint64_t divisor = gcd(d->stride, stride);
    if (divisor == d->stride) return;
    assert(divisor && (!d->stride || d->stride % divisor == 0)); /* strides only get finer, so this ends */
    d->stride = divisor;
    d->version++;
    pt->changes++;
    pt_cell_vec old = d->cells;
    pt_cell_vec_init(&d->cells);
    for (size_t i = 0; i < old.size; i++) add_cell(pt, root, old.data[i]);
    pt_cell_vec_release(&old);
}

/* ---- merging ---- */

static void append_objects(points_to *pt, pt_node_data *to, const pt_node_data *from)
{
    if (from->first_object == PT_NO_OBJECT) return;
    if (to->first_object == PT_NO_OBJECT) to->first_object = from->first_object;
    else pt->objects.data[to->last_object].next = from->first_object;
    to->last_object = from->last_object;
}

static void join(points_to *pt, pt_target a, pt_target b)
{
    a = find(pt, a);
    b = find(pt, b);
    if (a.node.id == b.node.id) {
        set_stride(pt, a.node, magnitude(minus(a.offset, b.offset)));
        return;
    }
    if (node_at(pt, a.node)->cells.size < node_at(pt, b.node)->cells.size) {
        pt_target swap = a;
        a = b;
        b = swap;
    }
    pt_node_data *to = node_at(pt, a.node), *from = node_at(pt, b.node);
    assert(to->parent == a.node.id && from->parent == b.node.id);
    from->parent = a.node.id;
    from->shift = minus(a.offset, b.offset);
    append_objects(pt, to, from);
    to->is_external |= from->is_external;
    to->is_unknown |= from->is_unknown;
    to->is_pointed |= from->is_pointed;
    to->version += from->version + 1;
    pt->changes++;
    pt_cell_vec cells = from->cells;
    pt_cell_vec_init(&from->cells);
    int64_t shift = from->shift;
    set_stride(pt, a.node, from->stride);
    for (size_t i = 0; i < cells.size; i++) {
        pt_cell c = cells.data[i];
        c.offset = plus(c.offset, shift);
        add_cell(pt, a.node, c);
    }
    pt_cell_vec_release(&cells);
}

static void obey_step(points_to *pt, pt_slot root)
{
    const pt_slot_data *d = slot_at(pt, root);
    assert(!d->is_dereferenced || !d->step || d->has_target);
    if (d->step && d->is_dereferenced) set_stride(pt, find(pt, d->target).node, d->step);
}

/* Everything derived from the slot gets what the slot has got. */
static void fire(points_to *pt, uint32_t first, const pt_slot_data *from)
{
    for (uint32_t i = first; i != UINT32_MAX; i = pt->edges.data[i].next) {
        const pt_edge *e = &pt->edges.data[i];
        pt_target t = {.node = from->target.node, .offset = plus(from->target.offset, e->offset)};
        pt_pending_vec_push(&pt->pending, (pt_pending){.a = e->to, .b = PT_NO_SLOT, .target = t, .step = gcd(from->step, e->step)});
    }
}

static void give(points_to *pt, pt_slot root, pt_target t, uint64_t step)
{
    pt_slot_data *d = slot_at(pt, root);
    if (d->is_fixed) {
        join(pt, d->target, t);
        if (step) set_stride(pt, find(pt, t).node, step);
        return;
    }
    assert(d->parent == root.id);
    bool is_first = !d->has_target;
    uint64_t before = d->step;
    if (is_first) {
        d->target = t;
        d->has_target = true;
    } else {
        pt_target old = find(pt, d->target), added = find(pt, t);
        if (old.node.id == added.node.id) step = gcd(step, magnitude(minus(old.offset, added.offset)));
        else join(pt, old, added);
    }
    d->step = gcd(d->step, step);
    if (!is_first && d->step == before) return;
    pt->changes++;
    fire(pt, d->first_derived, d);
    obey_step(pt, root);
}

static void append_derived(points_to *pt, pt_slot_data *to, const pt_slot_data *from)
{
    if (from->first_derived == UINT32_MAX) return;
    if (to->first_derived == UINT32_MAX) to->first_derived = from->first_derived;
    else pt->edges.data[to->last_derived].next = from->first_derived;
    to->last_derived = from->last_derived;
}

static void link_slots(points_to *pt, pt_slot a, pt_slot b)
{
    pt_slot_data *da = slot_at(pt, a), *db = slot_at(pt, b);
    assert(da->parent == a.id && db->parent == b.id && !da->is_fixed && !db->is_fixed); /* what is fixed is nobody's part */
    db->parent = a.id;
    if (da->rank == db->rank) da->rank++;
    da->is_dereferenced |= db->is_dereferenced;
    pt->changes++;
    if (db->has_target) give(pt, a, db->target, db->step);
    if (da->has_target && (!db->has_target || da->step != db->step)) fire(pt, db->first_derived, da);
    append_derived(pt, da, db);
    obey_step(pt, a);
}

static void unify_now(points_to *pt, pt_slot a, pt_slot b)
{
    a = find_slot(pt, a);
    b = find_slot(pt, b);
    if (a.id == b.id) return;
    if (slot_at(pt, a)->is_fixed) give(pt, b, slot_at(pt, a)->target, 0);
    else if (slot_at(pt, b)->is_fixed) give(pt, a, slot_at(pt, b)->target, 0);
    else if (slot_at(pt, a)->rank >= slot_at(pt, b)->rank) link_slots(pt, a, b);
    else link_slots(pt, b, a);
}

static void drain(points_to *pt)
{
    while (pt->pending.size) {
        pt_pending p = pt_pending_vec_pop(&pt->pending);
        if (p.b.id == PT_NO_SLOT.id) give(pt, find_slot(pt, p.a), p.target, p.step);
        else unify_now(pt, p.a, p.b);
    }
}

void pt_unify(points_to *pt, pt_slot a, pt_slot b)
{
    if (a.id == PT_NO_SLOT.id || b.id == PT_NO_SLOT.id) return;
    later_unify(pt, a, b);
    drain(pt);
}

void pt_derive(points_to *pt, pt_slot from, pt_slot to, int64_t offset, uint64_t step)
{
    if (from.id == PT_NO_SLOT.id || to.id == PT_NO_SLOT.id) return;
    from = find_slot(pt, from);
    pt_slot_data *d = slot_at(pt, from);
    uint32_t edge = (uint32_t)pt->edges.size;
    pt_edge_vec_push(&pt->edges, (pt_edge){.to = to, .offset = offset, .step = step, .next = UINT32_MAX});
    if (d->has_target) fire(pt, edge, d);
    assert((d->first_derived == UINT32_MAX) == (d->last_derived == UINT32_MAX));
    pt->edges.data[edge].next = d->first_derived;
    if (d->first_derived == UINT32_MAX) d->last_derived = edge;
    d->first_derived = edge;
    drain(pt);
}

void pt_join(points_to *pt, pt_target a, pt_target b)
{
    join(pt, a, b);
    drain(pt);
}

static pt_slot with_target(points_to *pt, pt_slot s)
{
    assert(s.id != PT_NO_SLOT.id);
    s = find_slot(pt, s);
    if (!slot_at(pt, s)->has_target) give(pt, s, (pt_target){.node = pt_new_node(pt)}, 0);
    return s;
}

void pt_point(points_to *pt, pt_slot s)
{
    s = with_target(pt, s);
    node_at(pt, find(pt, slot_at(pt, s)->target).node)->is_pointed = true;
    drain(pt);
}

pt_target pt_dereference(points_to *pt, pt_slot s)
{
    s = with_target(pt, s);
    slot_at(pt, s)->is_dereferenced = true;
    obey_step(pt, s);
    drain(pt);
    return slot_at(pt, find_slot(pt, s))->target;
}

void pt_index(points_to *pt, pt_node n, uint64_t stride)
{
    set_stride(pt, find(pt, (pt_target){.node = n}).node, stride);
    drain(pt);
}

void pt_access(points_to *pt, pt_target t, uint64_t size, uint32_t flags)
{
    t = find(pt, t);
    add_cell(pt, t.node, (pt_cell){.offset = t.offset, .size = size, .contents = PT_NO_SLOT, .flags = flags});
    drain(pt);
}

static pt_slot contents_of(points_to *pt, pt_target root, uint64_t size, uint32_t flags)
{
    size_t at = add_cell(pt, root.node, (pt_cell){.offset = root.offset, .size = size, .contents = PT_NO_SLOT, .flags = flags});
    pt_cell *c = &node_at(pt, root.node)->cells.data[at];
    if (c->contents.id == PT_NO_SLOT.id) c->contents = pt_new_slot(pt);
    return c->contents;
}

pt_slot pt_contents(points_to *pt, pt_target t, uint64_t size, uint32_t flags)
{
    pt_slot s = contents_of(pt, find(pt, t), size, flags);
    drain(pt);
    return s;
}

/* ---- copies ---- */

void pt_add_copy(points_to *pt, pt_slot to, pt_slot from, uint64_t length)
{
    if (!length) return;
    pt_copy c = {.to = pt_dereference(pt, to), .from = pt_dereference(pt, from), .length = length, .to_seen = UINT32_MAX};
    pt_copy_vec_push(&pt->copies, c);
    pt->changes++;
}

static bool is_window(const points_to *pt, pt_target t, uint64_t length)
{
    uint64_t stride = node_at(pt, t.node)->stride;
    return !stride || (uint64_t)modulo(t.offset, stride) + length <= stride;
}

/* Where `c` begins relative to `t`. */
static int64_t relative(const points_to *pt, const pt_cell *c, pt_target t, bool window)
{
    uint64_t stride = node_at(pt, t.node)->stride;
    if (window) return minus(c->offset, modulo(t.offset, stride));
    return modulo(minus(c->offset, t.offset), stride);
}

static bool is_cut(const points_to *pt, const pt_cell *c, pt_target t, uint64_t length)
{
    bool window = is_window(pt, t, length);
    int64_t begin = relative(pt, c, t, window), end = begin + (int64_t)c->size;
    int64_t stop = window ? (int64_t)length : modulo((int64_t)length, node_at(pt, t.node)->stride);
    if (window) return (begin < 0 && end > 0) || (begin < stop && end > stop);
    return end > (int64_t)node_at(pt, t.node)->stride || (begin < stop && end > stop);
}

/* Cells that the range covers in part become bytes. `t` is in a root. */
static void cut(points_to *pt, pt_target t, uint64_t length)
{
    pt_node_data *d = node_at(pt, t.node);
    for (size_t i = 0; i < d->cells.size; i++) {
        pt_cell *c = &d->cells.data[i];
        if ((c->flags & PT_BYTES) || !is_cut(pt, c, t, length)) continue;
        c->flags |= PT_BYTES;
        d->version++;
        pt->changes++;
    }
}

/* Every cell of `from` within the range is a cell of `to` as well. Part of a cell is copied as bytes. */
static void mirror(points_to *pt, pt_target to, pt_target from, uint64_t length, bool window)
{
    const pt_node_data *source = node_at(pt, from.node);
    pt_cell_vec cells;
    pt_cell_vec_init(&cells);
    pt_cell_vec_append(&cells, source->cells.data, source->cells.size);
    for (size_t i = 0; i < cells.size; i++) {
        pt_cell c = cells.data[i];
        int64_t begin = relative(pt, &c, from, window), end = begin + (int64_t)c.size;
        if (window) {
            if (begin < 0) begin = 0;
            if (end > (int64_t)length) end = (int64_t)length;
            if (begin >= end) continue;
        }
        pt_target root = find(pt, (pt_target){.node = to.node, .offset = plus(to.offset, begin)});
        pt_slot copied = contents_of(pt, root, (uint64_t)(end - begin), c.flags);
        pt_slot original = contents_of(pt, find(pt, (pt_target){.node = from.node, .offset = plus(from.offset, begin)}),
                                       (uint64_t)(end - begin), c.flags);
        later_unify(pt, copied, original);
    }
    pt_cell_vec_release(&cells);
}

static bool must_be_one_node(const points_to *pt, const pt_copy *c, pt_target to, pt_target from)
{
    if (c->visits > MAX_VISITS || c->length > INT32_MAX) return true;
    bool same = to.node.id == from.node.id;
    int64_t distance = modulo(minus(to.offset, from.offset), node_at(pt, to.node)->stride);
    return same && distance && magnitude(distance) < c->length;
}

/* The nodes of a copy may change in every step, so each begins by looking them up. */
static void apply_copy(points_to *pt, pt_copy *c)
{
    pt_target to = find(pt, c->to), from = find(pt, c->from);
    if (node_at(pt, to.node)->version == c->to_seen && node_at(pt, from.node)->version == c->from_seen) return;
    uint32_t to_before = node_at(pt, to.node)->version, from_before = node_at(pt, from.node)->version;
    c->visits++;
    if (must_be_one_node(pt, c, to, from)) join(pt, to, from);
    else if (!is_window(pt, to, c->length) || !is_window(pt, from, c->length)) {
        set_stride(pt, to.node, node_at(pt, from.node)->stride);
        set_stride(pt, from.node, node_at(pt, to.node)->stride);
    }
    drain(pt);
    for (int side = 0; side < 2; side++) {
        to = find(pt, side ? c->from : c->to);
        from = find(pt, side ? c->to : c->from);
        cut(pt, from, c->length);
        bool window = is_window(pt, to, c->length) && is_window(pt, from, c->length);
        bool aligned = window || node_at(pt, to.node)->stride == node_at(pt, from.node)->stride;
        if (!aligned) return; /* this visit has changed a stride: there will be another */
        if (to.node.id != from.node.id || modulo(minus(to.offset, from.offset), node_at(pt, to.node)->stride))
            mirror(pt, to, from, c->length, window);
        drain(pt);
    }
    /* A visit that changed a side may have left something to do for the other: only one that changed nothing is the last. */
    uint32_t to_after = node_at(pt, find(pt, c->to).node)->version, from_after = node_at(pt, find(pt, c->from).node)->version;
    bool same = to_after == to_before && from_after == from_before;
    c->to_seen = same ? to_before : UINT32_MAX;
    c->from_seen = same ? from_before : UINT32_MAX;
}

void pt_solve(points_to *pt)
{
    for (uint64_t before = pt->changes + 1; before != pt->changes;) {
        before = pt->changes;
        for (size_t i = 0; i < pt->copies.size; i++) apply_copy(pt, &pt->copies.data[i]);
    }
}

/* ---- looking ---- */

pt_target pt_resolve(const points_to *pt, pt_target t)
{
    t = climb(pt, t);
    t.offset = modulo(t.offset, node_at(pt, t.node)->stride);
    return t;
}

bool pt_target_of(const points_to *pt, pt_slot s, pt_target *out)
{
    if (s.id == PT_NO_SLOT.id) return false;
    while (slot_at(pt, s)->parent != s.id) s.id = slot_at(pt, s)->parent;
    if (!slot_at(pt, s)->has_target) return false;
    *out = pt_resolve(pt, slot_at(pt, s)->target);
    return true;
}

uint64_t pt_step_of(const points_to *pt, pt_slot s)
{
    while (slot_at(pt, s)->parent != s.id) s.id = slot_at(pt, s)->parent;
    return slot_at(pt, s)->step;
}

pt_cell *pt_find_cell(const points_to *pt, pt_target resolved, uint64_t size)
{
    const pt_node_data *d = node_at(pt, resolved.node);
    if (d->stride == 1) size = 1;
    size_t i = first_ending_after(&d->cells, resolved.offset);
    if (i == d->cells.size) return NULL;
    pt_cell *c = &d->cells.data[i];
    return c->offset <= resolved.offset && resolved.offset + (int64_t)size <= c->offset + (int64_t)c->size ? c : NULL;
}

bool pt_is_root(const points_to *pt, pt_node n) { return node_at(pt, n)->parent == n.id; }

const char *pt_check(const points_to *pt)
{
    if (pt->pending.size) return "constraints are pending";
    for (uint32_t i = 0; i < pt->nodes.size; i++) {
        const pt_node_data *d = &pt->nodes.data[i];
        if (d->parent != i && d->cells.size) return "a node that is no root has cells";
        for (size_t k = 0; k < d->cells.size; k++) {
            const pt_cell *c = &d->cells.data[k];
            if (!c->size) return "a cell is empty";
            if (d->stride && (c->offset < 0 || (uint64_t)c->offset + c->size > d->stride)) return "a cell is out of its stride";
            if (k && c[-1].offset + (int64_t)c[-1].size > c->offset) return "cells overlap";
        }
    }
    for (size_t i = 0; i < pt->slots.size; i++) {
        const pt_slot_data *d = &pt->slots.data[i];
        if (d->parent != i || !d->has_target || !d->step || !d->is_dereferenced) continue;
        uint64_t stride = node_at(pt, climb(pt, d->target).node)->stride;
        if (!stride || d->step % stride) return "the stride does not divide the step of a pointer that is dereferenced";
    }
    return NULL;
}

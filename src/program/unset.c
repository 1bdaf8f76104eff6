#include "program/unset.h"

#include "base/alloc.h"
#include "program/machine.h"

#include <stdlib.h>

enum { MAX_OBJECTS = 1 << 16, MAX_PIECES = 1 << 18, MAX_CELLS = 1 << 16 /* of one region in one object */, MAX_ALL_CELLS = 1 << 22,
       MAX_FOREIGN = 4096, MAX_OWN = 4096,
       MAX_ELEMENTS = 64 /* of one cell in foreign memory */, MAX_BYTES = 1024 /* ... among bytes */ };

void unset_list_init(unset_list *l)
{
    unset_object_vec_init(&l->objects);
    unset_piece_vec_init(&l->pieces);
    unset_foreign_vec_init(&l->foreign);
    unset_own_vec_init(&l->own);
    u64_map_init(&l->latest);
    l->before = NULL;
    l->n_before = 0;
    l->cells = 0;
    l->is_cut = false;
}

static void forget_before(unset_list *l)
{
    for (size_t i = 0; i < l->n_before; i++) value_release(&l->before[i]);
    free(l->before);
    l->before = NULL;
    l->n_before = 0;
}

void unset_list_release(unset_list *l)
{
    forget_before(l);
    u64_map_release(&l->latest);
    unset_object_vec_release(&l->objects);
    unset_piece_vec_release(&l->pieces);
    unset_foreign_vec_release(&l->foreign);
    unset_own_vec_release(&l->own);
}

bool unset_list_has_unknowns(const unset_list *l)
{
    for (size_t i = 0; i < l->pieces.size; i++)
        if (l->pieces.data[i].is_unknown) return true;
    return false;
}

/* The last one that was there already, or the first to come. */
static size_t target_of(const unset_list *l, const unset_own *p)
{
    size_t now = p->in_foreign ? 0 : p->holder, found = l->objects.size;
    for (size_t i = 0; i < l->objects.size; i++) {
        const unset_object *o = &l->objects.data[i];
        if (i > now && found < l->objects.size) break;
        if (p->address >= o->address && p->address - o->address < o->size) found = i;
    }
    return found;
}

void unset_list_finish(unset_list *l)
{
    for (size_t i = 0; i < l->own.size; i++) l->own.data[i].target = target_of(l, &l->own.data[i]);
}

/* Bits 64 to 127. */
static uint64_t high_bits(const value *v)
{
    if (v->owns != OWNS_BIG) return (uint64_t)(v->small >> 64);
    rat whole, half;
    rat_init(&whole);
    rat_init(&half);
    value_get_rat(&whole, v);
    rat_set_pow2(&half, 64);
    rat_div_euclid(&whole, &whole, &half);
    value shifted = value_of_rat(&whole);
    uint64_t bits = (uint64_t)value_low_bits(&shifted);
    value_release(&shifted);
    rat_release(&whole);
    rat_release(&half);
    return bits;
}

/* ---- pieces ---- */

typedef struct recorder {
    unset_list *l;
    const machine *m;
    const pointee *pointees;
    wide first_moving, last_moving; /* addresses of objects that are placed when they appear */
    unset_own holder; /* what is being looked at */
} recorder;

static unset_foreign *found(const unset_list *l, uint32_t node, uint64_t address)
{
    for (size_t i = 0; i < l->foreign.size; i++)
        if (l->foreign.data[i].node == node && l->foreign.data[i].address == address) return &l->foreign.data[i];
    return NULL;
}

static size_t elements_of(const unset_cell *c)
{
    return c->is_bytes && c->stride && c->stride < MAX_BYTES / MAX_ELEMENTS ? MAX_BYTES / c->stride : MAX_ELEMENTS;
}

/* Offsets from the pointer. */
static void extent_of(const pointee *to, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (size_t i = 0; i < to->n_cells; i++) {
        const unset_cell *c = &to->cells[i];
        int64_t start = (int64_t)c->offset, end = start + (int64_t)c->size + (int64_t)(c->stride * (elements_of(c) - 1));
        if (start < *low) *low = start;
        if (end > *high) *high = end;
    }
}

static bool is_object(const recorder *r, const pointee *to, uint64_t address)
{
    if (to->moves && (wide)address >= r->first_moving && (wide)address < r->last_moving) return true;
    for (size_t i = 0; i < to->n_objects; i++)
        if (address >= to->objects[i].low && address < to->objects[i].high) return true;
    return false;
}

/* What a pointer from outside points to is looked at later, in turn: its pieces are still missing. */
static void add_pointer(recorder *r, unset_piece *p, const unset_cell *cell)
{
    size_t number = cell->pointee - 1;
    const pointee *to = &r->pointees[number];
    if (p->low == 0) return;
    if (is_object(r, to, p->low)) {
        r->holder.offset = p->offset;
        r->holder.address = p->low;
        if (r->l->own.size < MAX_OWN) unset_own_vec_push(&r->l->own, r->holder);
        return;
    }
    if (!to->n_cells) return;
    if (!found(r->l, to->node, p->low)) {
        int64_t low, high;
        extent_of(to, &low, &high);
        unset_foreign f = {.node = to->node, .address = p->low, .low = p->low + (uint64_t)low, .high = p->low + (uint64_t)high};
        f.is_fixed = cell->is_fixed;
        f.role = r->holder.role;
        f.pointee = number;
        if (r->l->foreign.size >= MAX_FOREIGN || f.high < f.low) return;
        unset_foreign_vec_push(&r->l->foreign, f);
    }
    p->is_foreign = true;
    p->node = to->node;
}

static unset_piece piece_of(recorder *r, uint64_t offset, uint32_t size, const value *v, const unset_cell *cell)
{
    unset_piece p = {.offset = offset, .count = 1, .size = size, .low = (uint64_t)value_low_bits(v), .high = size > 8 ? high_bits(v) : 0};
    if (size < 8) p.low &= (UINT64_C(1) << (8 * size)) - 1; /* where nobody looks, a region may hold any number */
    if (cell->pointee && !cell->is_bytes) add_pointer(r, &p, cell); /* those among bytes are found when they are read */
    return p;
}

/* The elements of a region in an object from `base` on, as far as they are in it; offsets count from there. Elements that are equally far
 * apart and hold the same share a piece. */
typedef struct row {
    const unset_cell *cell;
    const value *region, *before; /* before: if it is not NULL, what is the same there is left out */
    wide base;
    uint64_t size; /* of the object */
    size_t first; /* piece */
} row;

static void add_element(recorder *r, const row *w, uint64_t offset, uint32_t size)
{
    unset_list *l = r->l;
    value index = value_of_wide(w->base + (wide)offset);
    l->cells++;
    if (w->before && value_is_equal(value_select(w->before, &index), value_select(w->region, &index))) return;
    unset_piece p = piece_of(r, offset, size, value_select(w->region, &index), w->cell);
    unset_piece *last = l->pieces.size > w->first ? &l->pieces.data[l->pieces.size - 1] : NULL;
    bool continues = last && last->low == p.low && last->high == p.high && last->is_foreign == p.is_foreign &&
                     (last->count == 1 || offset == last->offset + last->count * last->stride);
    if (continues) {
        if (last->count == 1) last->stride = offset - last->offset;
        last->count++;
    } else {
        unset_piece_vec_push(&l->pieces, p);
    }
}

static void add_row(recorder *r, const row *w, uint64_t from, size_t most)
{
    const unset_cell *c = w->cell;
    uint32_t size = c->is_bytes ? 1 : c->size;
    size_t count = 0;
    for (uint64_t at = from; at < w->size && count < most; at += c->stride) {
        for (uint64_t i = at; i + size <= w->size && i < at + c->size; i += size, count++) add_element(r, w, i, size);
        if (!c->stride) break;
    }
}

/* ---- foreign memory ---- */

static void look_at_foreign(recorder *r, size_t number)
{
    unset_foreign f = r->l->foreign.data[number];
    const pointee *to = &r->pointees[f.pointee];
    f.first = r->l->pieces.size;
    r->holder = (unset_own){.in_foreign = true, .role = f.role, .holder = number};
    for (size_t i = 0; i < to->n_cells; i++) {
        const value *region = machine_variable(r->m, to->regions[i]);
        row w = {.cell = &to->cells[i], .region = region, .base = f.low, .size = f.high - f.low, .first = r->l->pieces.size};
        add_row(r, &w, to->cells[i].offset + (f.address - f.low), elements_of(&to->cells[i]));
    }
    f.count = r->l->pieces.size - f.first;
    r->l->foreign.data[number] = f;
}

static wide address_of(const machine *m, term t)
{
    int64_t number = 0;
    if (term_kind_of(m->ts, t) != TERM_NUM) return machine_variable(m, t)->small;
    return rat_to_int64(term_number(m->ts, t), &number) ? number : 0;
}

static recorder recorder_of(unset_list *l, const machine *m)
{
    recorder r = {.l = l, .m = m};
    size_t n;
    term first, last;
    r.pointees = program_pointees(m->p, &n, &first, &last);
    if (!n) return r;
    r.first_moving = address_of(m, first);
    r.last_moving = address_of(m, last);
    return r;
}

/* ---- pointers among bytes ---- */

/* The byte of these pieces, or -1. */
static int byte_at(const unset_list *l, size_t first, size_t count, uint64_t offset)
{
    int byte = -1;
    for (size_t i = first; i < first + count; i++) {
        const unset_piece *p = &l->pieces.data[i];
        uint64_t from = offset - p->offset, at = p->stride ? from % p->stride : from;
        if (offset < p->offset || at >= p->size || (p->stride ? from / p->stride >= p->count : p->count < 1)) continue;
        byte = p->is_unknown || p->is_foreign ? -1 : (int)((at < 8 ? p->low >> 8 * at : p->high >> 8 * (at - 8)) & 0xff);
    }
    return byte;
}

static bool holds(const unset_list *l, size_t first, size_t count, const unset_piece *p)
{
    for (uint64_t k = 0; k < p->size; k++)
        if (byte_at(l, first, count, p->offset + k) != (int)(p->low >> 8 * k & 0xff)) return false;
    return true;
}

/* Later pieces come on top of earlier ones. */
static void put_on_top(unset_list *l, size_t *first, size_t *count, unset_piece p)
{
    if (*first + *count != l->pieces.size) {
        size_t moved = l->pieces.size;
        for (size_t i = 0; i < *count; i++) {
            unset_piece kept = l->pieces.data[*first + i];
            unset_piece_vec_push(&l->pieces, kept);
        }
        *first = moved;
    }
    unset_piece_vec_push(&l->pieces, p);
    ++*count;
}

/* Only here is it known that these bytes are a pointer: if they are as they were found, they become one. */
static void record_read(recorder *r, const unset_info *info, const value *args)
{
    unset_list *l = r->l;
    uint64_t address = (uint64_t)args[UNSET_ADDRESS].small;
    unset_piece p = {.count = 1, .size = info->cells[0].size, .low = (uint64_t)value_low_bits(&args[UNSET_CELLS])};
    if (p.size < 8) p.low &= (UINT64_C(1) << (8 * p.size)) - 1;
    if (args[UNSET_ADDRESS].owns != OWNS_NOTHING) return;
    for (size_t i = l->objects.size; i-- > 0;) {
        unset_object *o = &l->objects.data[i];
        p.offset = address - o->address;
        if (address < o->address || p.offset >= o->size) continue;
        if (!holds(l, o->first, o->count, &p)) return;
        r->holder = (unset_own){.holder = i};
        add_pointer(r, &p, info->cells);
        if (p.is_foreign) put_on_top(l, &o->first, &o->count, p);
        return;
    }
    for (size_t i = 0; i < l->foreign.size; i++) {
        const unset_foreign *f = &l->foreign.data[i];
        p.offset = address - f->low;
        if (f->node != info->site || address < f->low || address >= f->high || !holds(l, f->first, f->count, &p)) continue;
        r->holder = (unset_own){.in_foreign = true, .holder = i};
        add_pointer(r, &p, info->cells); /* the list may move */
        if (p.is_foreign) put_on_top(l, &l->foreign.data[i].first, &l->foreign.data[i].count, p);
        return;
    }
}

/* ---- objects ---- */

/* An object that unseen functions may change is at this address from now on. */
static void note_latest(unset_list *l, const unset_object *o)
{
    bool added;
    uint32_t *latest = u64_map_put(&l->latest, o->address, &added);
    if (!added) l->objects.data[*latest - 1].is_past = true;
    *latest = (uint32_t)l->objects.size + 1;
}

static void record_object(recorder *r, const unset_info *info, const value *args)
{
    unset_list *l = r->l;
    bool exists = args[UNSET_EXISTS].small != 0;
    unset_object o = {.site = info->site, .exists = exists, .is_argv = info->is_argv, .role = info->role, .first = l->pieces.size};
    uint64_t size = args[UNSET_SIZE].owns == OWNS_NOTHING ? (uint64_t)value_low_bits(&args[UNSET_SIZE]) : 0;
    r->holder = (unset_own){.role = info->role, .holder = l->objects.size};
    if (info->layout.n && exists) {
        o.layout = &info->layout;
        o.address = (uint64_t)args[UNSET_ADDRESS].small;
        o.size = size;
        note_latest(l, &o);
    }
    for (size_t i = 0; i < info->n_cells && exists; i++) {
        const unset_cell *c = &info->cells[i];
        const value *v = &args[UNSET_CELLS + i];
        if (c->is_unknown) {
            unset_piece_vec_push(&l->pieces, (unset_piece){.offset = c->offset, .count = 1, .size = c->size, .is_unknown = true});
        } else if (c->is_region) {
            o.address = (uint64_t)args[UNSET_ADDRESS].small;
            o.size = size;
            row w = {.cell = c, .region = v, .base = args[UNSET_ADDRESS].small, .size = size, .first = l->pieces.size};
            add_row(r, &w, c->offset, MAX_CELLS);
        } else {
            unset_piece_vec_push(&l->pieces, piece_of(r, c->offset, c->size, v, c));
        }
    }
    o.count = l->pieces.size - o.first;
    unset_object_vec_push(&l->objects, o);
}

/* ---- changes by unseen functions ---- */

static void record_before(unset_list *l, const unset_info *info, const value *args)
{
    forget_before(l);
    l->before = alloc_zeroed(info->n_cells + 1, sizeof *l->before);
    l->n_before = info->n_cells;
    for (size_t i = 0; i < l->n_before; i++) l->before[i] = value_clone(&args[UNSET_CELLS + i]);
}

/* All that an unseen function may change, and the values that it has now. */
typedef struct change {
    const unset_info *info;
    const value *now;
} change;

/* Of a variable or region. False if it is none of those. */
static bool find_changed(const unset_list *l, const change *all, term region, const value **before, const value **now)
{
    const unset_layout *layout = &all->info->layout;
    size_t i = 0;
    while (i < layout->n && !term_is_equal(layout->regions[i], region)) i++;
    if (i >= l->n_before || i == layout->n) return false;
    *before = &l->before[i];
    *now = &all->now[i];
    return true;
}

static void begin_changed(recorder *r, const change *all, size_t target, bool is_foreign, unset_object *out)
{
    *out = (unset_object){.site = all->info->site, .exists = true, .role = UNSET_CHANGE, .changes = target + 1, .changes_foreign = is_foreign};
    out->first = r->l->pieces.size;
    r->holder = (unset_own){.role = UNSET_CHANGE, .holder = r->l->objects.size};
}

static void end_changed(recorder *r, unset_object *o)
{
    o->count = r->l->pieces.size - o->first;
    if (o->count) unset_object_vec_push(&r->l->objects, *o);
}

static void record_changed_object(recorder *r, const change *all, size_t target)
{
    unset_object o = r->l->objects.data[target], changed;
    const value *before, *now;
    if (!o.layout || o.is_past) return;
    begin_changed(r, all, target, false, &changed);
    for (size_t i = 0; i < o.layout->n; i++) {
        const unset_cell *c = &o.layout->cells[i];
        if (!find_changed(r->l, all, o.layout->regions[i], &before, &now)) continue;
        row w = {.cell = c, .region = now, .before = before, .base = (wide)o.address, .size = o.size, .first = r->l->pieces.size};
        if (c->is_region) add_row(r, &w, c->offset, MAX_CELLS);
        else if (!value_is_equal(before, now)) unset_piece_vec_push(&r->l->pieces, piece_of(r, c->offset, c->size, now, c));
    }
    end_changed(r, &changed);
}

static void record_changed_foreign(recorder *r, const change *all, size_t target)
{
    unset_foreign f = r->l->foreign.data[target];
    const pointee *to = &r->pointees[f.pointee];
    unset_object changed;
    const value *before, *now;
    if (f.role < UNSET_RETURNED) return;
    begin_changed(r, all, target, true, &changed);
    for (size_t i = 0; i < to->n_cells; i++) {
        if (!find_changed(r->l, all, to->regions[i], &before, &now)) continue;
        row w = {.cell = &to->cells[i], .region = now, .before = before, .base = (wide)f.low, .size = f.high - f.low, .first = r->l->pieces.size};
        add_row(r, &w, to->cells[i].offset + (f.address - f.low), elements_of(&to->cells[i]));
    }
    end_changed(r, &changed);
}

static void record_change(recorder *r, const unset_info *info, const value *args)
{
    unset_list *l = r->l;
    size_t n = l->objects.size, n_foreign = l->foreign.size;
    change all = {info, args + UNSET_CELLS};
    unset_object_vec_push(&l->objects, (unset_object){.site = info->site, .exists = true, .role = UNSET_CHANGE, .first = l->pieces.size});
    for (size_t k = 0; k < n && l->cells < MAX_ALL_CELLS; k++) record_changed_object(r, &all, k);
    for (size_t k = 0; k < n_foreign && l->cells < MAX_ALL_CELLS; k++) record_changed_foreign(r, &all, k);
    forget_before(l);
}

void unset_record(unset_list *l, const machine *m, const unset_info *info, const value *args)
{
    if (l->is_cut || l->objects.size >= MAX_OBJECTS || l->pieces.size >= MAX_PIECES || l->cells >= MAX_ALL_CELLS) {
        l->is_cut = true;
        return;
    }
    recorder r = recorder_of(l, m);
    size_t foreign = l->foreign.size;
    switch (info->role) {
    case UNSET_READ: record_read(&r, info, args); break;
    case UNSET_BEFORE: record_before(l, info, args); break;
    case UNSET_CHANGE: record_change(&r, info, args); break;
    case UNSET_APPEARS:
    case UNSET_RETURNED:
    case UNSET_GIVEN: record_object(&r, info, args); break;
    }
    for (; foreign < l->foreign.size; foreign++) look_at_foreign(&r, foreign);
}

/* ---- arguments of main ---- */

static const unset_foreign *find_foreign(const unset_list *l, const unset_piece *pointer)
{
    return pointer && pointer->is_foreign ? found(l, pointer->node, pointer->low) : NULL;
}

/* The piece with the cell that is so far behind the address that was found. */
static const unset_piece *find_cell(const unset_list *l, const unset_foreign *f, uint64_t distance, uint32_t size)
{
    uint64_t offset = f->address - f->low + distance;
    for (size_t i = f->first; i < f->first + f->count; i++) {
        const unset_piece *p = &l->pieces.data[i];
        uint64_t from = offset - p->offset;
        bool is_in = p->count == 1 ? from == 0 : offset >= p->offset && from % p->stride == 0 && from / p->stride < p->count;
        if (p->size == size && is_in) return p;
    }
    return NULL;
}

void unset_argument(const unset_list *l, size_t i, uint32_t pointer_size, text *out)
{
    const unset_foreign *list = NULL;
    for (size_t k = 0; k < l->objects.size && !list; k++)
        if (l->objects.data[k].is_argv && l->objects.data[k].count) list = find_foreign(l, &l->pieces.data[l->objects.data[k].first]);
    const unset_foreign *string = list ? find_foreign(l, find_cell(l, list, i * pointer_size, pointer_size)) : NULL;
    for (uint64_t k = 0; string; k++) {
        const unset_piece *p = find_cell(l, string, k, 1);
        if (!p || !p->low) return;
        text_addc(out, (char)p->low);
    }
}

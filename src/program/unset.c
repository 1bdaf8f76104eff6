#include "program/unset.h"

#include "program/machine.h"

enum { MAX_OBJECTS = 1 << 16, MAX_PIECES = 1 << 18, MAX_CELLS = 1 << 16 /* of one region in one object */, MAX_ALL_CELLS = 1 << 22,
       MAX_FOREIGN = 4096, MAX_ELEMENTS = 64 /* of one cell in foreign memory */ };

void unset_list_init(unset_list *l)
{
    unset_object_vec_init(&l->objects);
    unset_piece_vec_init(&l->pieces);
    unset_foreign_vec_init(&l->foreign);
    l->cells = 0;
    l->is_cut = false;
}

void unset_list_release(unset_list *l)
{
    unset_object_vec_release(&l->objects);
    unset_piece_vec_release(&l->pieces);
    unset_foreign_vec_release(&l->foreign);
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
    wide first_object, last_object; /* addresses of the program's own */
} recorder;

static bool is_found(const unset_list *l, uint32_t node, uint64_t address)
{
    for (size_t i = 0; i < l->foreign.size; i++)
        if (l->foreign.data[i].node == node && l->foreign.data[i].address == address) return true;
    return false;
}

/* Offsets from the pointer. */
static void extent_of(const pointee *to, int64_t *low, int64_t *high)
{
    *low = *high = 0;
    for (size_t i = 0; i < to->n_cells; i++) {
        const unset_cell *c = &to->cells[i];
        int64_t start = (int64_t)c->offset, end = start + (int64_t)c->size + (int64_t)(c->stride * (MAX_ELEMENTS - 1));
        if (start < *low) *low = start;
        if (end > *high) *high = end;
    }
}

/* What a pointer from outside points to is looked at later, in turn: its pieces are still missing. */
static void add_pointer(recorder *r, unset_piece *p, uint32_t number)
{
    const pointee *to = &r->pointees[number - 1];
    bool is_object = (wide)p->low >= r->first_object && (wide)p->low < r->last_object;
    if (p->low == 0 || is_object || !to->n_cells) return;
    if (!is_found(r->l, to->node, p->low)) {
        int64_t low, high;
        extent_of(to, &low, &high);
        unset_foreign f = {.node = to->node, .address = p->low, .low = p->low + (uint64_t)low, .high = p->low + (uint64_t)high};
        f.first = number - 1;
        if (r->l->foreign.size >= MAX_FOREIGN || f.high < f.low) return;
        unset_foreign_vec_push(&r->l->foreign, f);
    }
    p->is_foreign = true;
    p->node = to->node;
}

static unset_piece piece_of(recorder *r, uint64_t offset, uint32_t size, const value *v, uint32_t pointee_number)
{
    unset_piece p = {.offset = offset, .count = 1, .size = size, .low = (uint64_t)value_low_bits(v), .high = size > 8 ? high_bits(v) : 0};
    if (size < 8) p.low &= (UINT64_C(1) << (8 * size)) - 1; /* where nobody looks, a region may hold any number */
    if (pointee_number) add_pointer(r, &p, pointee_number);
    return p;
}

/* The elements of a region in an object from `base` on, as far as they are in it; offsets count from there. Elements that are equally far
 * apart and hold the same share a piece. */
typedef struct row {
    const unset_cell *cell;
    const value *region;
    wide base;
    uint64_t size; /* of the object */
    size_t first; /* piece */
} row;

static void add_element(recorder *r, const row *w, uint64_t offset, uint32_t size)
{
    unset_list *l = r->l;
    value index = value_of_wide(w->base + (wide)offset);
    unset_piece p = piece_of(r, offset, size, value_select(w->region, &index), w->cell->pointee);
    unset_piece *last = l->pieces.size > w->first ? &l->pieces.data[l->pieces.size - 1] : NULL;
    bool continues = last && last->low == p.low && last->high == p.high && last->is_foreign == p.is_foreign &&
                     (last->count == 1 || offset == last->offset + last->count * last->stride);
    if (continues) {
        if (last->count == 1) last->stride = offset - last->offset;
        last->count++;
    } else {
        unset_piece_vec_push(&l->pieces, p);
    }
    l->cells++;
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
    const pointee *to = &r->pointees[f.first];
    f.first = r->l->pieces.size;
    for (size_t i = 0; i < to->n_cells; i++) {
        const value *region = machine_variable(r->m, to->regions[i]);
        row w = {&to->cells[i], region, f.low, f.high - f.low, r->l->pieces.size};
        add_row(r, &w, to->cells[i].offset + (f.address - f.low), MAX_ELEMENTS);
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
    r.first_object = address_of(m, first);
    r.last_object = address_of(m, last);
    return r;
}

void unset_record(unset_list *l, const machine *m, const unset_info *info, const value *args)
{
    if (l->is_cut || l->objects.size >= MAX_OBJECTS || l->pieces.size >= MAX_PIECES || l->cells >= MAX_ALL_CELLS) {
        l->is_cut = true;
        return;
    }
    recorder r = recorder_of(l, m);
    bool exists = args[UNSET_EXISTS].small != 0;
    unset_object o = {.site = info->site, .exists = exists, .is_argv = info->is_argv, .first = l->pieces.size};
    uint64_t size = args[UNSET_SIZE].owns == OWNS_NOTHING ? (uint64_t)value_low_bits(&args[UNSET_SIZE]) : 0;
    size_t foreign = l->foreign.size;
    for (size_t i = 0; i < info->n_cells && exists; i++) {
        const unset_cell *c = &info->cells[i];
        const value *v = &args[UNSET_CELLS + i];
        if (c->is_unknown) {
            unset_piece_vec_push(&l->pieces, (unset_piece){.offset = c->offset, .count = 1, .size = c->size, .is_unknown = true});
        } else if (c->is_region) {
            row w = {c, v, args[UNSET_ADDRESS].small, size, l->pieces.size};
            add_row(&r, &w, c->offset, MAX_CELLS);
        } else {
            unset_piece_vec_push(&l->pieces, piece_of(&r, c->offset, c->size, v, c->pointee));
        }
    }
    o.count = l->pieces.size - o.first;
    unset_object_vec_push(&l->objects, o);
    for (; foreign < l->foreign.size; foreign++) look_at_foreign(&r, foreign);
}

/* ---- arguments of main ---- */

static const unset_foreign *find_foreign(const unset_list *l, const unset_piece *pointer)
{
    for (size_t i = 0; pointer && pointer->is_foreign && i < l->foreign.size; i++)
        if (l->foreign.data[i].node == pointer->node && l->foreign.data[i].address == pointer->low) return &l->foreign.data[i];
    return NULL;
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

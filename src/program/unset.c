#include "program/unset.h"

#include "program/value.h"

enum { MAX_OBJECTS = 1 << 16, MAX_PIECES = 1 << 18, MAX_CELLS = 1 << 16 /* of one region in one object */, MAX_ALL_CELLS = 1 << 22 };

void unset_list_init(unset_list *l)
{
    unset_object_vec_init(&l->objects);
    unset_piece_vec_init(&l->pieces);
    l->cells = 0;
    l->is_cut = false;
}

void unset_list_release(unset_list *l)
{
    unset_object_vec_release(&l->objects);
    unset_piece_vec_release(&l->pieces);
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

static unset_piece piece_of(uint64_t offset, uint32_t size, const value *v)
{
    return (unset_piece){.offset = offset, .count = 1, .size = size, .low = (uint64_t)value_low_bits(v), .high = size > 8 ? high_bits(v) : 0};
}

/* Elements from the `row`th piece on that are equally far apart and hold the same share a piece. */
static void add_element(unset_list *l, size_t row, const value *address, const value *region, uint64_t offset, uint32_t size)
{
    value index = value_of_wide((wide)value_low_bits(address) + (wide)offset);
    unset_piece p = piece_of(offset, size, value_select(region, &index));
    unset_piece *last = l->pieces.size > row ? &l->pieces.data[l->pieces.size - 1] : NULL;
    bool continues = last && last->low == p.low && last->high == p.high &&
                     (last->count == 1 || offset == last->offset + last->count * last->stride);
    if (continues) {
        if (last->count == 1) last->stride = offset - last->offset;
        last->count++;
    } else {
        unset_piece_vec_push(&l->pieces, p);
    }
}

static void add_region(unset_list *l, const unset_cell *c, const value *address, const value *region, uint64_t object_size)
{
    size_t row = l->pieces.size, count = 0;
    uint32_t size = c->is_bytes ? 1 : c->size;
    for (uint64_t at = c->offset; at < object_size && count < MAX_CELLS; at += c->stride) {
        for (uint64_t i = at; i + size <= object_size && i < at + c->size; i += size, count++) add_element(l, row, address, region, i, size);
        if (!c->stride) break;
    }
    l->cells += count;
}

void unset_record(unset_list *l, const unset_info *info, const value *args)
{
    if (l->is_cut || l->objects.size >= MAX_OBJECTS || l->pieces.size >= MAX_PIECES || l->cells >= MAX_ALL_CELLS) {
        l->is_cut = true;
        return;
    }
    bool exists = args[UNSET_EXISTS].small != 0;
    unset_object o = {.site = info->site, .exists = exists, .first = l->pieces.size};
    uint64_t size = args[UNSET_SIZE].owns == OWNS_NOTHING ? (uint64_t)value_low_bits(&args[UNSET_SIZE]) : 0;
    for (size_t i = 0; i < info->n_cells && exists; i++) {
        const unset_cell *c = &info->cells[i];
        const value *v = &args[UNSET_CELLS + i];
        if (c->is_unknown) {
            unset_piece_vec_push(&l->pieces, (unset_piece){.offset = c->offset, .count = 1, .size = c->size, .is_unknown = true});
        } else if (c->is_region) {
            add_region(l, c, &args[UNSET_ADDRESS], v, size);
        } else {
            unset_piece_vec_push(&l->pieces, piece_of(c->offset, c->size, v));
        }
    }
    o.count = l->pieces.size - o.first;
    unset_object_vec_push(&l->objects, o);
}

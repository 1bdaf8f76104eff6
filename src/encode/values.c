#include "encode/values.h"

#include "encode/liveness.h"

enum { FAN_BITS = 3, FAN = 1 << FAN_BITS };

/* A tree of fixed height, whose leaves hold values. NULL instead of a subtree without entries; TERM_NONE: no entry. */
struct values {
    union {
        const values *child[FAN];
        term leaf[FAN];
    } at;
};

void value_space_init(value_space *s, term_store *ts, arena *memory, const term *symbols, size_t count)
{
    *s = (value_space){ts, memory, symbols, 0};
    while (count >> (FAN_BITS * (s->height + 1))) s->height++;
}

static uint32_t slot(uint32_t number, uint32_t level) { return (number >> (FAN_BITS * level)) & (FAN - 1); }

static values *new_node(const value_space *s, uint32_t level)
{
    values *v = arena_alloc(s->memory, sizeof *v);
    for (size_t i = 0; i < FAN; i++) {
        if (level) v->at.child[i] = NULL;
        else v->at.leaf[i] = TERM_NONE;
    }
    return v;
}

term values_get(const value_space *s, const values *v, uint32_t number)
{
    for (uint32_t level = s->height; v && level > 0; level--) v = v->at.child[slot(number, level)];
    term value = v ? v->at.leaf[slot(number, 0)] : TERM_NONE;
    return term_is_none(value) ? s->symbols[number] : value;
}

static values *clone(const value_space *s, const values *v, uint32_t level)
{
    values *copy = new_node(s, level);
    if (v) *copy = *v;
    return copy;
}

const values *values_set(const value_space *s, const values *v, uint32_t number, term value)
{
    if (term_is_equal(values_get(s, v, number), value)) return v;
    assert(number >> (FAN_BITS * (s->height + 1)) == 0); /* there is a leaf for it */
    values *root = clone(s, v, s->height), *n = root;
    for (uint32_t level = s->height; level > 0; level--) {
        values *below = clone(s, n->at.child[slot(number, level)], level - 1);
        n->at.child[slot(number, level)] = below;
        n = below;
    }
    n->at.leaf[slot(number, 0)] = value;
    return root;
}

typedef struct merge {
    const value_space *space;
    term condition;
    const u32_vec *live;
} merge;

static term merge_value(const merge *m, uint32_t number, term a, term b)
{
    if (term_is_equal(a, b)) return a;
    if (!liveness_has(m->live, number)) return TERM_NONE;
    assert(term_is_bool(m->space->ts, m->condition));
    term symbol = m->space->symbols[number];
    term value = term_mk_ite(m->space->ts, m->condition, term_is_none(a) ? symbol : a, term_is_none(b) ? symbol : b);
    return term_is_equal(value, symbol) ? TERM_NONE : value;
}

static const values *merge_leaves(const merge *m, uint32_t first, const values *a, const values *b)
{
    values *out = new_node(m->space, 0);
    bool is_a = true, is_b = true, is_empty = true;
    for (uint32_t i = 0; i < FAN; i++) {
        term x = a ? a->at.leaf[i] : TERM_NONE, y = b ? b->at.leaf[i] : TERM_NONE;
        term z = out->at.leaf[i] = merge_value(m, first + i, x, y);
        is_a &= term_is_equal(z, x);
        is_b &= term_is_equal(z, y);
        is_empty &= term_is_none(z);
    }
    return is_empty ? NULL : is_a ? a : is_b ? b : out;
}

/* Recursion as deep as the trees are high: less than 11. */
static const values *merge_trees(const merge *m, uint32_t level, uint32_t first, const values *a, const values *b)
{
    assert(level <= m->space->height);
    if (a == b) return a;
    if (!level) return merge_leaves(m, first, a, b);
    values *out = new_node(m->space, level);
    bool is_a = true, is_b = true, is_empty = true;
    for (uint32_t i = 0; i < FAN; i++) {
        const values *x = a ? a->at.child[i] : NULL, *y = b ? b->at.child[i] : NULL;
        const values *z = out->at.child[i] = merge_trees(m, level - 1, first + (i << (FAN_BITS * level)), x, y);
        is_a &= z == x;
        is_b &= z == y;
        is_empty &= !z;
    }
    return is_empty ? NULL : is_a ? a : is_b ? b : out;
}

const values *values_merge(const value_space *s, term condition, const values *a, const values *b, const u32_vec *live)
{
    merge m = {s, condition, live};
    return merge_trees(&m, s->height, 0, a, b);
}

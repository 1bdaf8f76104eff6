#include "program/value.h"

#include "base/map.h"
#include "term/array_value.h"
#include "term/eval.h"

#include <stdlib.h>

static uint64_t hash_value(value v)
{
    if (v.owns == OWNS_BIG) return rat_hash(v.ref.big);
    return map_hash_u64((uint64_t)v.small ^ (uint64_t)(v.small >> 64) * 0x9e3779b97f4a7c15ULL);
}

#define EQ_VALUE(a, b) value_is_equal(&(a), &(b))
MAP_DECLARE(cell_map, value, value, hash_value, EQ_VALUE);

struct value_array {
    size_t owners;
    cell_map cells;
    value otherwise;
};

static const value zero_value;

value_class value_class_of(const term_store *ts, sort s)
{
    switch (sort_kind_of(ts, s)) {
    case SORT_BOOL:
    case SORT_INT:
    case SORT_REAL:
    case SORT_BV: return VALUE_NUMBER;
    case SORT_ARRAY: {
        sort_kind index = sort_kind_of(ts, sort_array_index(ts, s)), element = sort_kind_of(ts, sort_array_element(ts, s));
        return index < SORT_ARRAY && element < SORT_ARRAY ? VALUE_ARRAY : VALUE_TERM;
    }
    case SORT_UNINTERPRETED:
    case SORT_DATATYPE: break;
    }
    return VALUE_TERM;
}

static void drop_array(value_array *a)
{
    assert(a->owners > 0);
    if (--a->owners > 0) return;
    for (size_t i = 0; i < a->cells.capacity; i++) {
        if (!a->cells.used[i]) continue;
        value_release(&a->cells.keys[i]);
        value_release(&a->cells.values[i]);
    }
    cell_map_release(&a->cells);
    value_release(&a->otherwise);
    free(a);
}

void value_drop(value *v)
{
    if (v->owns == OWNS_BIG) {
        rat_release(v->ref.big);
        free(v->ref.big);
    } else if (v->owns == OWNS_ARRAY) {
        drop_array(v->ref.array);
    }
    v->owns = OWNS_NOTHING;
}

static value own_big(const rat *r)
{
    value v = {.ref.big = alloc_bytes(sizeof(rat)), .owns = OWNS_BIG};
    rat_init(v.ref.big);
    rat_set(v.ref.big, r);
    return v;
}

value value_clone_owned(const value *v)
{
    value copy = *v;
    if (v->owns == OWNS_BIG) copy.ref.big = own_big(v->ref.big).ref.big;
    else if (v->owns == OWNS_ARRAY) v->ref.array->owners++;
    return copy;
}

/* ---- numbers ---- */

static wide compose(int64_t high, uint64_t low) { return (wide)((unsigned __int128)(uint64_t)high << 64 | low); }

/* r = high * 2^64 + low with 0 <= low < 2^64; false if high does not fit. */
static bool split_word(const rat *r, int64_t *high, uint64_t *low)
{
    rat word, q, m;
    rat_init(&word);
    rat_init(&q);
    rat_init(&m);
    rat_set_pow2(&word, 64);
    rat_div_euclid(&q, r, &word);
    rat_mod_euclid(&m, r, &word);
    bool fits = rat_to_int64(&q, high);
    int64_t upper = 0, lower = 0;
    rat_set_pow2(&word, 32);
    rat_div_euclid(&q, &m, &word);
    rat_mod_euclid(&m, &m, &word);
    assert(rat_is_integer(r) && rat_sign(&m) >= 0);
    rat_to_int64(&q, &upper);
    rat_to_int64(&m, &lower);
    *low = (uint64_t)upper << 32 | (uint64_t)lower;
    rat_release(&word);
    rat_release(&q);
    rat_release(&m);
    return fits;
}

value value_of_rat(const rat *r)
{
    int64_t n, high;
    uint64_t low;
    if (rat_to_int64(r, &n)) return value_of_wide(n);
    if (rat_is_integer(r) && split_word(r, &high, &low)) return value_of_wide(compose(high, low));
    return own_big(r);
}

static void set_wide(rat *out, wide n)
{
    if (n >= INT64_MIN && n <= INT64_MAX) {
        rat_set_int(out, (int64_t)n);
        return;
    }
    rat part;
    rat_init(&part);
    rat_set_int(out, (int64_t)(n >> 64));
    for (int shift = 32; shift >= 0; shift -= 32) {
        rat_set_pow2(&part, 32);
        rat_mul(out, out, &part);
        rat_set_int(&part, (int64_t)((uint64_t)(n >> shift) & UINT32_MAX));
        rat_add(out, out, &part);
    }
    rat_release(&part);
}

void value_get_rat(rat *out, const value *v)
{
    if (v->owns == OWNS_BIG) rat_set(out, v->ref.big);
    else set_wide(out, v->small);
}

bool value_is_equal_big(const value *a, const value *b)
{
    assert(a->owns != OWNS_ARRAY && b->owns != OWNS_ARRAY);
    return a->owns == OWNS_BIG && b->owns == OWNS_BIG && rat_is_equal(a->ref.big, b->ref.big);
}

int64_t value_low_bits(const value *v)
{
    if (v->owns == OWNS_NOTHING) return (int64_t)(uint64_t)v->small;
    rat r;
    int64_t high;
    uint64_t low;
    rat_init(&r);
    rat_floor(&r, v->ref.big);
    split_word(&r, &high, &low);
    rat_release(&r);
    return (int64_t)low;
}

/* ---- arrays ---- */

static value_array *new_array(const value *otherwise)
{
    value_array *a = alloc_zeroed(1, sizeof *a);
    a->owners = 1;
    a->otherwise = value_clone(otherwise);
    return a;
}

static void put_cell(value_array *a, const value *index, const value *element)
{
    assert(a->owners == 1); /* others would see the change */
    bool added;
    value new_element = value_clone(element);
    value *cell = cell_map_put(&a->cells, *index, &added);
    if (!added) value_release(cell);
    else if (index->owns != OWNS_NOTHING) a->cells.keys[cell - a->cells.values] = value_clone(index);
    *cell = new_element;
}

/* Slot by slot: putting cells in the order of their hashes into a smaller map would make them collide. */
static value_array *copy_array(const value_array *a)
{
    value_array *copy = new_array(&a->otherwise);
    size_t n = a->cells.capacity;
    if (!n) return copy;
    assert(!copy->cells.capacity);
    copy->cells = a->cells;
    copy->cells.keys = alloc_resize(NULL, n, sizeof(value));
    copy->cells.values = alloc_resize(NULL, n, sizeof(value));
    copy->cells.used = alloc_bytes(n);
    memcpy(copy->cells.used, a->cells.used, n);
    for (size_t i = 0; i < n; i++) {
        if (!a->cells.used[i]) continue;
        copy->cells.keys[i] = value_clone(&a->cells.keys[i]);
        copy->cells.values[i] = value_clone(&a->cells.values[i]);
    }
    return copy;
}

value value_const_array(const value *otherwise)
{
    return (value){.ref.array = new_array(otherwise), .owns = OWNS_ARRAY};
}

const value *value_select(const value *array, const value *index)
{
    if (array->owns != OWNS_ARRAY) return &zero_value;
    const value_array *a = array->ref.array;
    const value *cell = cell_map_find(&a->cells, *index);
    return cell ? cell : &a->otherwise;
}

void value_store(value *array, const value *index, const value *element)
{
    if (array->owns != OWNS_ARRAY) {
        array->ref.array = new_array(&zero_value);
        array->owns = OWNS_ARRAY;
    } else if (array->ref.array->owners > 1) {
        value_array *copy = copy_array(array->ref.array);
        drop_array(array->ref.array);
        array->ref.array = copy;
    }
    put_cell(array->ref.array, index, element);
}

/* ---- terms ---- */

static value number_of_term(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    if (k == TERM_TRUE || k == TERM_FALSE) return value_of_wide(k == TERM_TRUE);
    return value_of_rat(term_number(ts, t));
}

static value array_of_term(const term_store *ts, term t)
{
    array_entry_vec entries;
    array_entry_vec_init(&entries);
    value otherwise = number_of_term(ts, array_entries_of(ts, &entries, t));
    value array = value_const_array(&otherwise);
    for (size_t i = 0; i < entries.size; i++) {
        value index = number_of_term(ts, entries.data[i].index), element = number_of_term(ts, entries.data[i].element);
        value_store(&array, &index, &element);
        value_release(&index);
        value_release(&element);
    }
    value_release(&otherwise);
    array_entry_vec_release(&entries);
    return array;
}

value value_of_term(term_store *ts, term t)
{
    assert(eval_is_value(ts, t));
    switch (value_class_of(ts, term_sort(ts, t))) {
    case VALUE_NUMBER: return number_of_term(ts, t);
    case VALUE_ARRAY: return array_of_term(ts, t);
    case VALUE_TERM: break;
    }
    return value_of_wide(t.id);
}

static term number_to_term(term_store *ts, sort s, const value *v)
{
    if (sort_kind_of(ts, s) == SORT_BOOL) return term_mk_bool(ts, v->small != 0);
    rat r;
    rat_init(&r);
    value_get_rat(&r, v);
    term t = sort_kind_of(ts, s) == SORT_BV ? term_mk_bv(ts, &r, sort_bv_width(ts, s)) : term_mk_num(ts, &r, s);
    rat_release(&r);
    return t;
}

static term array_to_term(term_store *ts, sort s, const value *v)
{
    sort index = sort_array_index(ts, s), element = sort_array_element(ts, s);
    array_entry_vec entries;
    array_entry_vec_init(&entries);
    const value_array *a = v->owns == OWNS_ARRAY ? v->ref.array : NULL;
    for (size_t i = 0; a && i < a->cells.capacity; i++) {
        if (!a->cells.used[i]) continue;
        term at = number_to_term(ts, index, &a->cells.keys[i]);
        array_entries_add(&entries, at, number_to_term(ts, element, &a->cells.values[i]));
    }
    term otherwise = number_to_term(ts, element, a ? &a->otherwise : &zero_value);
    term t = array_value_make(ts, s, otherwise, &entries);
    array_entry_vec_release(&entries);
    return t;
}

term value_to_term(term_store *ts, sort s, const value *v)
{
    switch (value_class_of(ts, s)) {
    case VALUE_NUMBER: return number_to_term(ts, s, v);
    case VALUE_ARRAY: return array_to_term(ts, s, v);
    case VALUE_TERM: break;
    }
    return v->small ? (term){(uint32_t)v->small} : eval_default(ts, s); /* id 0 is a Bool's */
}

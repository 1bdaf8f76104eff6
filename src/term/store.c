#include "term/store.h"

#include <stdlib.h>

enum { BOOL_ID, INT_ID, REAL_ID };

static uint32_t hash_node(term_kind kind, sort s, uint32_t data, uint32_t data2, const term *args, size_t n)
{
    uint64_t h = map_hash_mix((uint64_t)kind | (uint64_t)s.id << 8, (uint64_t)data << 32 | data2);
    for (size_t i = 0; i < n; i++) h = map_hash_mix(h, args[i].id);
    return (uint32_t)(h >> 16);
}

static bool node_matches(const term_store *ts, const node *x, term_kind kind, sort s, uint32_t data, uint32_t data2, const term *args, size_t n)
{
    if (x->kind != kind || x->sort != s.id || x->data != data || x->data2 != data2 || x->n_args != n) return false;
    return n == 0 || !memcmp(ts->pool.data + x->args, args, n * sizeof(term));
}

static void grow_table(term_store *ts)
{
    size_t size = ts->table.size ? ts->table.size * 2 : 1024;
    ts->table.size = 0;
    u32_vec_resize(&ts->table, size);
    for (uint32_t id = 0; id < ts->nodes.size; id++) {
        size_t i = ts->nodes.data[id].hash & (size - 1);
        while (ts->table.data[i]) i = (i + 1) & (size - 1);
        ts->table.data[i] = id + 1;
    }
}

static uint32_t loose_of(const term_store *ts, term_kind kind, uint32_t data, uint32_t data2, const term *args, size_t n)
{
    if (kind == TERM_BOUND) return data + 1;
    uint32_t loose = 0;
    for (size_t i = 0; i < n; i++) {
        uint32_t l = store_node(ts, args[i])->loose;
        if (l > loose) loose = l;
    }
    if (kind == TERM_FORALL || kind == TERM_EXISTS) return loose > data2 ? loose - data2 : 0;
    return loose;
}

static bool quantifier_in(const term_store *ts, term_kind kind, const term *args, size_t n)
{
    if (kind == TERM_FORALL || kind == TERM_EXISTS) return true;
    for (size_t i = 0; i < n; i++)
        if (store_node(ts, args[i])->has_quantifier) return true;
    return false;
}

static void append_args(term_store *ts, const term *args, size_t n)
{
    if (!n) return;
    bool inside = ts->pool.size && args >= ts->pool.data && args < ts->pool.data + ts->pool.size;
    size_t offset = inside ? (size_t)(args - ts->pool.data) : 0;
    term_vec_reserve(&ts->pool, ts->pool.size + n);
    if (inside) args = ts->pool.data + offset;
    term_vec_append(&ts->pool, args, n);
}

term store_intern(term_store *ts, term_kind kind, sort s, uint32_t data, uint32_t data2, const term *args, size_t n)
{
    if (ts->nodes.size * 2 >= ts->table.size) grow_table(ts);
    uint32_t hash = hash_node(kind, s, data, data2, args, n);
    size_t mask = ts->table.size - 1, i = hash & mask;
    for (; ts->table.data[i]; i = (i + 1) & mask) {
        const node *x = &ts->nodes.data[ts->table.data[i] - 1];
        if (x->hash == hash && node_matches(ts, x, kind, s, data, data2, args, n)) return (term){ts->table.data[i] - 1};
    }
    node fresh = {.hash = hash, .sort = s.id, .args = (uint32_t)ts->pool.size, .n_args = (uint32_t)n, .data = data, .data2 = data2,
                  .kind = (uint8_t)kind};
    fresh.loose = loose_of(ts, kind, data, data2, args, n);
    fresh.has_quantifier = quantifier_in(ts, kind, args, n);
    latch_require(ts->nodes.size < UINT32_MAX - 1 && ts->pool.size + n < UINT32_MAX);
    append_args(ts, args, n);
    term t = {(uint32_t)ts->nodes.size};
    node_vec_push(&ts->nodes, fresh);
    ts->table.data[i] = t.id + 1;
    return t;
}

uint32_t store_name(term_store *ts, const char *name)
{
    uint32_t *known = string_map_find(&ts->name_index, name);
    if (known) return *known;
    const char *copy = arena_string(&ts->arena, name, strlen(name));
    uint32_t index = (uint32_t)ts->names.size;
    name_vec_push(&ts->names, copy);
    *string_map_put(&ts->name_index, copy, NULL) = index;
    return index;
}

static uint32_t store_number(term_store *ts, const rat *value);

/* Any number that is neither 0 nor 1. */
static uint32_t store_overflow(term_store *ts)
{
    rat other;
    rat_init(&other);
    rat_set_int(&other, 7);
    ts->is_overflown = true;
    return store_number(ts, &other);
}

bool term_store_is_overflown(const term_store *ts) { return ts->is_overflown; }

static uint32_t store_number(term_store *ts, const rat *value)
{
    if (rat_bits(value) > STORE_NUMBER_BITS) return store_overflow(ts);
    uint32_t *known = rat_map_find(&ts->number_index, value);
    if (known) return *known;
    rat *copy = arena_alloc(&ts->arena, sizeof *copy);
    rat_init(copy);
    rat_set(copy, value);
    uint32_t index = (uint32_t)ts->numbers.size;
    rat_ref_vec_push(&ts->numbers, copy);
    *rat_map_put(&ts->number_index, copy, NULL) = index;
    return index;
}

term_store *term_store_new(void)
{
    term_store *ts = alloc_zeroed(1, sizeof *ts);
    arena_init(&ts->arena);
    sort_node_vec_push(&ts->sorts, (sort_node){SORT_BOOL, 0, 0});
    sort_node_vec_push(&ts->sorts, (sort_node){SORT_INT, 0, 0});
    sort_node_vec_push(&ts->sorts, (sort_node){SORT_REAL, 0, 0});
    store_intern(ts, TERM_TRUE, sort_bool(ts), 0, 0, NULL, 0);
    store_intern(ts, TERM_FALSE, sort_bool(ts), 0, 0, NULL, 0);
    return ts;
}

void term_store_free(term_store *ts)
{
    if (!ts) return;
    for (size_t i = 0; i < ts->numbers.size; i++) rat_release(ts->numbers.data[i]);
    node_vec_release(&ts->nodes);
    term_vec_release(&ts->pool);
    sort_vec_release(&ts->binders);
    u64_map_release(&ts->binder_index);
    u32_vec_release(&ts->table);
    sort_node_vec_release(&ts->sorts);
    u64_map_release(&ts->sort_index);
    datatype_node_vec_release(&ts->datatypes);
    u32_vec_release(&ts->datatype_order);
    constructor_node_vec_release(&ts->constructors);
    field_node_vec_release(&ts->fields);
    string_map_release(&ts->datatype_index);
    string_map_release(&ts->datatype_names);
    rat_ref_vec_release(&ts->numbers);
    rat_map_release(&ts->number_index);
    name_vec_release(&ts->names);
    string_map_release(&ts->name_index);
    u32_map_release(&ts->negation);
    u32_vec_release(&ts->stamp);
    u32_vec_release(&ts->visit_stack);
    arena_release(&ts->arena);
    free(ts);
}

size_t term_store_size(const term_store *ts) { return ts->nodes.size; }

/* ---- sorts ---- */

static sort intern_sort(term_store *ts, sort_kind kind, uint32_t a, uint32_t b)
{
    uint64_t key = map_hash_mix((uint64_t)kind, (uint64_t)a << 32 | b);
    for (;; key++) { /* the key is a hash: step on while another sort has it */
        bool added;
        uint32_t *id = u64_map_put(&ts->sort_index, key, &added);
        if (added) {
            *id = (uint32_t)ts->sorts.size;
            sort_node_vec_push(&ts->sorts, (sort_node){kind, a, b});
            return (sort){*id};
        }
        const sort_node *n = &ts->sorts.data[*id];
        if (n->kind == kind && n->a == a && n->b == b) return (sort){*id};
    }
}

sort sort_bool(const term_store *ts)
{
    (void)ts;
    return (sort){BOOL_ID};
}
sort sort_int(const term_store *ts)
{
    (void)ts;
    return (sort){INT_ID};
}
sort sort_real(const term_store *ts)
{
    (void)ts;
    return (sort){REAL_ID};
}
sort sort_bv(term_store *ts, uint32_t width)
{
    assert(width > 0);
    return intern_sort(ts, SORT_BV, width, 0);
}
sort sort_array(term_store *ts, sort index, sort element) { return intern_sort(ts, SORT_ARRAY, index.id, element.id); }
sort sort_uninterpreted(term_store *ts, const char *name) { return intern_sort(ts, SORT_UNINTERPRETED, store_name(ts, name), 0); }

sort store_datatype_sort(term_store *ts, uint32_t datatype) { return intern_sort(ts, SORT_DATATYPE, datatype, 0); }

bool sort_exists(const term_store *ts, sort s) { return s.id < ts->sorts.size; }

static const sort_node *sort_at(const term_store *ts, sort s)
{
    assert(s.id < ts->sorts.size);
    return &ts->sorts.data[s.id];
}
sort_kind sort_kind_of(const term_store *ts, sort s) { return sort_at(ts, s)->kind; }
uint32_t sort_bv_width(const term_store *ts, sort s)
{
    assert(sort_at(ts, s)->kind == SORT_BV);
    return sort_at(ts, s)->a;
}
sort sort_array_index(const term_store *ts, sort s)
{
    assert(sort_at(ts, s)->kind == SORT_ARRAY);
    return (sort){sort_at(ts, s)->a};
}
sort sort_array_element(const term_store *ts, sort s)
{
    assert(sort_at(ts, s)->kind == SORT_ARRAY);
    return (sort){sort_at(ts, s)->b};
}
const char *sort_name(const term_store *ts, sort s)
{
    const sort_node *n = sort_at(ts, s);
    assert(n->kind == SORT_UNINTERPRETED || n->kind == SORT_DATATYPE);
    return ts->names.data[n->kind == SORT_DATATYPE ? ts->datatypes.data[n->a].name : n->a];
}

/* ---- looking at a term ---- */

term_kind term_kind_of(const term_store *ts, term t) { return store_kind(ts, t); }
sort term_sort(const term_store *ts, term t) { return (sort){store_node(ts, t)->sort}; }
size_t term_arity(const term_store *ts, term t) { return store_node(ts, t)->n_args; }
term term_arg(const term_store *ts, term t, size_t i) { return store_arg(ts, t, i); }
const term *term_args(const term_store *ts, term t) { return ts->pool.data + store_node(ts, t)->args; }

const rat *term_number(const term_store *ts, term t)
{
    assert(store_kind(ts, t) == TERM_NUM || store_kind(ts, t) == TERM_BVNUM);
    return ts->numbers.data[store_node(ts, t)->data];
}

const char *term_name(const term_store *ts, term t)
{
    assert(store_kind(ts, t) == TERM_SYM || store_kind(ts, t) == TERM_APP);
    return ts->names.data[store_node(ts, t)->data];
}

uint32_t term_index(const term_store *ts, term t, size_t i)
{
    assert(i < 2);
    return i ? store_node(ts, t)->data2 : store_node(ts, t)->data;
}

size_t term_binder_count(const term_store *ts, term t)
{
    assert(store_kind(ts, t) == TERM_FORALL || store_kind(ts, t) == TERM_EXISTS);
    return store_node(ts, t)->data2;
}

sort term_binder_sort(const term_store *ts, term t, size_t i)
{
    assert(i < term_binder_count(ts, t));
    return ts->binders.data[store_node(ts, t)->data + i];
}

bool store_is_constant(const term_store *ts, term t) { return store_kind(ts, t) <= TERM_BVNUM; }
bool term_is_value(const term_store *ts, term t) { return store_is_constant(ts, t); }
bool term_is_bool(const term_store *ts, term t) { return store_node(ts, t)->sort == BOOL_ID; }
bool term_has_bound(const term_store *ts, term t) { return store_node(ts, t)->loose > 0; }
bool term_has_quantifier(const term_store *ts, term t) { return store_node(ts, t)->has_quantifier; }

/* ---- constants, symbols, applications ---- */

term term_true(const term_store *ts)
{
    (void)ts;
    return (term){0};
}
term term_false(const term_store *ts)
{
    (void)ts;
    return (term){1};
}
term term_mk_bool(const term_store *ts, bool value) { return value ? term_true(ts) : term_false(ts); }

term term_mk_num(term_store *ts, const rat *value, sort s)
{
    assert(sort_kind_of(ts, s) == SORT_REAL || (sort_kind_of(ts, s) == SORT_INT && rat_is_integer(value)));
    return store_intern(ts, TERM_NUM, s, store_number(ts, value), 0, NULL, 0);
}

term term_mk_int(term_store *ts, int64_t value)
{
    rat r;
    rat_init(&r);
    rat_set_int(&r, value);
    term t = term_mk_num(ts, &r, sort_int(ts));
    rat_release(&r);
    return t;
}

term term_mk_real(term_store *ts, int64_t num, int64_t den)
{
    rat r;
    rat_init(&r);
    rat_set_frac(&r, num, den);
    term t = term_mk_num(ts, &r, sort_real(ts));
    rat_release(&r);
    return t;
}

term term_mk_bv(term_store *ts, const rat *value, uint32_t width)
{
    rat size, r;
    rat_init(&size);
    rat_init(&r);
    rat_set_pow2(&size, width);
    rat_mod_euclid(&r, value, &size);
    term t = store_intern(ts, TERM_BVNUM, sort_bv(ts, width), store_number(ts, &r), 0, NULL, 0);
    rat_release(&r);
    rat_release(&size);
    return t;
}

term term_mk_sym(term_store *ts, const char *name, sort s)
{
    return store_intern(ts, TERM_SYM, s, store_name(ts, name), 0, NULL, 0);
}

term term_mk_fresh(term_store *ts, const char *hint, sort s)
{
    text name;
    text_init(&name);
    do {
        text_clear(&name);
        text_printf(&name, "%s!%u", hint, ts->fresh++);
    } while (string_map_find(&ts->name_index, name.data));
    term t = term_mk_sym(ts, name.data, s);
    text_release(&name);
    return t;
}

term term_mk_app(term_store *ts, const char *name, sort result, const term *args, size_t n)
{
    return store_intern(ts, TERM_APP, result, store_name(ts, name), 0, args, n);
}

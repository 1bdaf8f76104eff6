#include "term/array_value.h"

#include "base/map.h"
#include "term/dag.h"
#include "term/datatype.h"
#include "term/eval.h"
#include "term/universe.h"

#define MANY VALUE_COUNT_MANY

void array_entries_add(array_entry_vec *entries, term index, term element)
{
    array_entry_vec_push(entries, (array_entry){index, element, entries->size});
}

term array_entries_of(const term_store *ts, array_entry_vec *entries, term array)
{
    while (term_kind_of(ts, array) == TERM_STORE) {
        array_entries_add(entries, term_arg(ts, array, 1), term_arg(ts, array, 2));
        array = term_arg(ts, array, 0);
    }
    assert(term_kind_of(ts, array) == TERM_CONST_ARRAY);
    return term_arg(ts, array, 0);
}

static int compare_entries(const void *a, const void *b)
{
    const array_entry *x = a, *y = b;
    if (x->index.id != y->index.id) return x->index.id < y->index.id ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* One entry for each index, in ascending order, none of which is the default. */
static void tidy(array_entry_vec *entries, term otherwise)
{
    if (entries->size > 1) qsort(entries->data, entries->size, sizeof *entries->data, compare_entries);
    size_t kept = 0;
    uint32_t last = UINT32_MAX;
    for (size_t i = 0; i < entries->size; i++) {
        array_entry x = entries->data[i];
        if (x.index.id == last) continue;
        last = x.index.id;
        if (!term_is_equal(x.element, otherwise)) entries->data[kept++] = x;
    }
    for (size_t i = 1; i < kept; i++) assert(entries->data[i - 1].index.id < entries->data[i].index.id);
    entries->size = kept;
}

/* The number of values of a sort, MANY if 2^32 or more. Every level of arrays at least squares it, so that arrays nested more
 * than a few times need no closer look; this also bounds the recursion. */
static uint64_t count_values(const term_store *ts, sort s, int depth)
{
    switch (sort_kind_of(ts, s)) {
    case SORT_BOOL: return 2;
    case SORT_BV: return sort_bv_width(ts, s) < 32 ? UINT64_C(1) << sort_bv_width(ts, s) : MANY;
    case SORT_ARRAY: {
        if (depth >= 5) return MANY;
        uint64_t base = count_values(ts, sort_array_element(ts, s), depth + 1);
        uint64_t exponent = count_values(ts, sort_array_index(ts, s), depth + 1), n = 1;
        if (base == MANY || exponent >= 32) return MANY;
        for (; exponent > 0; exponent--) {
            n *= base;
            if (n >> 32) return MANY;
        }
        return n;
    }
    case SORT_DATATYPE: return datatype_value_count(ts, s);
    case SORT_INT:
    case SORT_REAL:
    case SORT_UNINTERPRETED: break;
    }
    return MANY;
}

uint64_t value_count(const term_store *ts, sort s) { return count_values(ts, s, 0); }

static term value_at(term_store *ts, sort s, uint64_t k);

/* Constructors one after the other, their fields as digits. Datatypes of few values are not recursive. */
static term datatype_value_at(term_store *ts, sort s, uint64_t k)
{
    term_vec args;
    term_vec_init(&args);
    constructor c = datatype_constructor(ts, s, 0);
    for (size_t i = 0;; c = datatype_constructor(ts, s, ++i)) {
        uint64_t n = 1;
        for (size_t f = 0; f < constructor_arity(ts, c); f++) n *= value_count(ts, constructor_field(ts, c, f).sort);
        if (k < n) break;
        k -= n;
    }
    for (size_t f = 0; f < constructor_arity(ts, c); f++) {
        sort of = constructor_field(ts, c, f).sort;
        uint64_t n = value_count(ts, of);
        term_vec_push(&args, value_at(ts, of, k % n));
        k /= n;
    }
    term t = term_mk_construct(ts, c, args.data);
    term_vec_release(&args);
    return t;
}

/* The k-th value of a sort of few values. */
static term value_at(term_store *ts, sort s, uint64_t k)
{
    if (sort_kind_of(ts, s) == SORT_BOOL) return term_mk_bool(ts, k == 1);
    if (sort_kind_of(ts, s) == SORT_DATATYPE) return datatype_value_at(ts, s, k);
    if (sort_kind_of(ts, s) == SORT_BV) {
        rat value;
        rat_init(&value);
        rat_set_int(&value, (int64_t)k);
        term t = term_mk_bv(ts, &value, sort_bv_width(ts, s));
        rat_release(&value);
        return t;
    }
    assert(k < count_values(ts, s, 0));
    sort index = sort_array_index(ts, s), element = sort_array_element(ts, s);
    uint64_t indices = count_values(ts, index, 0), base = count_values(ts, element, 0);
    array_entry_vec entries;
    array_entry_vec_init(&entries);
    for (uint64_t i = 0; i < indices; i++, k /= base) {
        array_entries_add(&entries, value_at(ts, index, i), value_at(ts, element, k % base));
    }
    term t = array_value_make(ts, s, value_at(ts, element, 0), &entries);
    array_entry_vec_release(&entries);
    return t;
}

/* The most frequent element of an array with n indices; of several, the one with the smallest id. */
static term most_frequent(const array_entry_vec *entries, term otherwise, uint64_t n)
{
    u32_map counts;
    u32_map_init(&counts);
    assert(entries->size <= n && n <= UINT32_MAX);
    *u32_map_put(&counts, otherwise.id, NULL) = (uint32_t)(n - entries->size);
    for (size_t i = 0; i < entries->size; i++) ++*u32_map_put(&counts, entries->data[i].element.id, NULL);
    uint32_t best = otherwise.id, best_count = *u32_map_find(&counts, otherwise.id);
    for (size_t i = 0; i < entries->size; i++) {
        uint32_t id = entries->data[i].element.id, count = *u32_map_find(&counts, id);
        if (count < best_count || (count == best_count && id >= best)) continue;
        best = id;
        best_count = count;
    }
    u32_map_release(&counts);
    return (term){best};
}

/* Makes the entries explicit at all n indices, then implicit again where the element is the new default. */
static void change_default(term_store *ts, sort index, array_entry_vec *entries, term from, term to, uint64_t n)
{
    for (uint64_t k = 0; k < n; k++) array_entries_add(entries, value_at(ts, index, k), from);
    for (size_t i = 0; i < entries->size; i++) entries->data[i].order = i;
    tidy(entries, to);
}

term array_value_make(term_store *ts, sort s, term otherwise, array_entry_vec *entries)
{
    assert(sort_is_equal(term_sort(ts, otherwise), sort_array_element(ts, s)));
    tidy(entries, otherwise);
    sort index = sort_array_index(ts, s);
    uint64_t n = count_values(ts, index, 0);
    if (n <= 2 * (uint64_t)entries->size) {
        term best = most_frequent(entries, otherwise, n);
        if (!term_is_equal(best, otherwise)) change_default(ts, index, entries, otherwise, best, n);
        otherwise = best;
    }
    term t = term_mk_const_array(ts, s, otherwise);
    for (size_t i = 0; i < entries->size; i++) t = term_mk_store(ts, t, entries->data[i].index, entries->data[i].element);
    return t;
}

term eval_array_store(term_store *ts, term array, term index, term element)
{
    array_entry_vec entries;
    array_entry_vec_init(&entries);
    array_entries_add(&entries, index, element);
    term otherwise = array_entries_of(ts, &entries, array);
    term t = array_value_make(ts, term_sort(ts, array), otherwise, &entries);
    array_entry_vec_release(&entries);
    return t;
}

term eval_default(term_store *ts, sort s)
{
    sort_vec arrays;
    sort_vec_init(&arrays);
    for (; sort_kind_of(ts, s) == SORT_ARRAY; s = sort_array_element(ts, s)) sort_vec_push(&arrays, s);
    rat zero;
    rat_init(&zero);
    term t = TERM_NONE;
    switch (sort_kind_of(ts, s)) {
    case SORT_BOOL: t = term_false(ts); break;
    case SORT_INT:
    case SORT_REAL: t = term_mk_num(ts, &zero, s); break;
    case SORT_BV: t = term_mk_bv(ts, &zero, sort_bv_width(ts, s)); break;
    case SORT_UNINTERPRETED: t = universe_element(ts, s); break;
    case SORT_DATATYPE: t = datatype_base(ts, s); break;
    case SORT_ARRAY: break;
    }
    while (arrays.size > 0 && !term_is_none(t)) t = term_mk_const_array(ts, sort_vec_pop(&arrays), t);
    rat_release(&zero);
    sort_vec_release(&arrays);
    return t;
}

/* Whether an array term whose arguments are all values is one, given the defaults of the arrays below it. */
static bool is_array_value(const term_store *ts, u32_map *defaults, term t)
{
    if (term_kind_of(ts, t) == TERM_CONST_ARRAY) {
        *u32_map_put(defaults, t.id, NULL) = term_arg(ts, t, 0).id;
        return true;
    }
    if (term_kind_of(ts, t) != TERM_STORE) return false;
    term below = term_arg(ts, t, 0);
    assert(u32_map_find(defaults, below.id)); /* what is below was looked at first */
    uint32_t otherwise = *u32_map_find(defaults, below.id);
    if (term_kind_of(ts, below) == TERM_STORE && term_arg(ts, below, 1).id >= term_arg(ts, t, 1).id) return false;
    *u32_map_put(defaults, t.id, NULL) = otherwise;
    return term_arg(ts, t, 2).id != otherwise;
}

bool eval_is_value(const term_store *ts, term t)
{
    term_vec all;
    u32_map defaults;
    term_vec_init(&all);
    u32_map_init(&defaults);
    bool is_value = true;
    sort_kind k = sort_kind_of(ts, term_sort(ts, t));
    if (k == SORT_ARRAY || k == SORT_DATATYPE) dag_subterms(ts, &t, 1, &all);
    else term_vec_push(&all, t);
    for (size_t i = 0; i < all.size && is_value; i++) {
        term u = all.data[i];
        switch (term_kind_of(ts, u)) {
        case TERM_TRUE:
        case TERM_FALSE:
        case TERM_NUM:
        case TERM_BVNUM:
        case TERM_CONSTRUCT: break;
        case TERM_SYM: is_value = sort_kind_of(ts, term_sort(ts, u)) == SORT_UNINTERPRETED; break;
        default: is_value = is_array_value(ts, &defaults, u);
        }
    }
    term_vec_release(&all);
    u32_map_release(&defaults);
    return is_value;
}

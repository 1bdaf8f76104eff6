#include "term/datatype.h"

#include "base/text.h"
#include "term/array_value.h"
#include "term/eval.h"
#include "term/store.h"

/* While a block is being completed: nobody knows yet. */
#define COUNT_UNKNOWN (VALUE_COUNT_MANY - 1)

static const datatype_node *node_of(const term_store *ts, sort s)
{
    assert(sort_kind_of(ts, s) == SORT_DATATYPE);
    return &ts->datatypes.data[ts->sorts.data[s.id].a];
}

static const constructor_node *constructor_of(const term_store *ts, constructor c)
{
    assert(c.id < ts->constructors.size);
    return &ts->constructors.data[c.id];
}

static sort field_sort(const term_store *ts, const constructor_node *c, size_t i)
{
    assert(i < c->n_fields);
    return (sort){ts->fields.data[c->fields + i].sort};
}

/* ---- declaring ---- */

/* The name, or if it is taken the name with a number. */
static uint32_t own_name(term_store *ts, string_map *taken, const char *name, uint32_t meaning)
{
    text own;
    text_init(&own);
    text_adds(&own, name);
    for (unsigned i = 1; string_map_find(taken, own.data); i++) {
        text_clear(&own);
        text_printf(&own, "%s!%u", name, i);
    }
    uint32_t index = store_name(ts, own.data);
    *string_map_put(taken, ts->names.data[index], NULL) = meaning;
    text_release(&own);
    return index;
}

sort datatype_new(term_store *ts, const char *name)
{
    uint32_t index = (uint32_t)ts->datatypes.size;
    sort s = store_datatype_sort(ts, index);
    datatype_node d = {.sort = s.id, .base = TERM_NONE, .count = COUNT_UNKNOWN};
    d.name = own_name(ts, &ts->datatype_index, name, index);
    datatype_node_vec_push(&ts->datatypes, d);
    return s;
}

constructor datatype_add(term_store *ts, sort datatype, const char *name, const field *fields, size_t n)
{
    datatype_node *d = &ts->datatypes.data[ts->sorts.data[datatype.id].a];
    constructor c = {(uint32_t)ts->constructors.size};
    if (!d->n_constructors) d->constructors = c.id;
    assert(d->constructors + d->n_constructors == c.id); /* one datatype after the other */
    constructor_node made = {.datatype = ts->sorts.data[datatype.id].a, .position = d->n_constructors++, .fields = (uint32_t)ts->fields.size, .n_fields = (uint32_t)n};
    made.name = own_name(ts, &ts->datatype_names, name, 0);
    constructor_node_vec_push(&ts->constructors, made);
    for (size_t i = 0; i < n; i++) field_node_vec_push(&ts->fields, (field_node){own_name(ts, &ts->datatype_names, fields[i].name, 0), fields[i].sort.id});
    return c;
}

/* Whether an array sort has a datatype of the block beginning at `first` in it. */
static bool has_block_inside(const term_store *ts, sort s, uint32_t first)
{
    sort_vec parts;
    sort_vec_init(&parts);
    sort_vec_push(&parts, s);
    bool found = false;
    while (parts.size && !found) {
        sort part = sort_vec_pop(&parts);
        found = sort_kind_of(ts, part) == SORT_DATATYPE && ts->sorts.data[part.id].a >= first;
        if (sort_kind_of(ts, part) != SORT_ARRAY) continue;
        sort_vec_push(&parts, sort_array_index(ts, part));
        sort_vec_push(&parts, sort_array_element(ts, part));
    }
    sort_vec_release(&parts);
    return found;
}

static bool is_through_array(const term_store *ts, const constructor_node *c, uint32_t first)
{
    for (size_t i = 0; i < c->n_fields; i++)
        if (sort_kind_of(ts, field_sort(ts, c, i)) == SORT_ARRAY && has_block_inside(ts, field_sort(ts, c, i), first)) return true;
    return false;
}

/* A value of the constructor, if all its fields' sorts have one already. */
static term base_value(term_store *ts, constructor c)
{
    term_vec args;
    term_vec_init(&args);
    bool ok = true;
    for (size_t i = 0; i < constructor_arity(ts, c) && ok; i++) {
        sort s = constructor_field(ts, c, i).sort;
        term_vec_push(&args, sort_kind_of(ts, s) == SORT_DATATYPE ? node_of(ts, s)->base : eval_default(ts, s));
        ok = !term_is_none(term_vec_last(&args));
    }
    term t = ok ? store_intern(ts, TERM_CONSTRUCT, constructor_sort(ts, c), c.id, 0, args.data, args.size) : TERM_NONE;
    term_vec_release(&args);
    return t;
}

static bool find_base(term_store *ts, uint32_t datatype)
{
    for (uint32_t k = 0; k < ts->datatypes.data[datatype].n_constructors && term_is_none(ts->datatypes.data[datatype].base); k++) {
        term base = base_value(ts, (constructor){ts->datatypes.data[datatype].constructors + k});
        ts->datatypes.data[datatype].base = base;
    }
    return !term_is_none(ts->datatypes.data[datatype].base);
}

static uint64_t count_constructor(const term_store *ts, const constructor_node *c)
{
    uint64_t product = 1;
    for (size_t i = 0; i < c->n_fields; i++) {
        uint64_t n = value_count(ts, field_sort(ts, c, i));
        if (n == COUNT_UNKNOWN) return n;
        product = n == VALUE_COUNT_MANY || product == VALUE_COUNT_MANY || product * n >> 32 ? VALUE_COUNT_MANY : product * n;
    }
    return product;
}

static bool find_count(term_store *ts, uint32_t datatype)
{
    datatype_node *d = &ts->datatypes.data[datatype];
    uint64_t sum = 0;
    for (uint32_t k = 0; k < d->n_constructors; k++) {
        uint64_t n = count_constructor(ts, &ts->constructors.data[d->constructors + k]);
        if (n == COUNT_UNKNOWN) return false;
        sum = n == VALUE_COUNT_MANY || sum == VALUE_COUNT_MANY || (sum + n) >> 32 ? VALUE_COUNT_MANY : sum + n;
    }
    d->count = sum;
    return true;
}

/* Finds something out about every datatype of the block, as far as it follows from what is known. Returns of how many it is not known in the end. */
static size_t find_for_all(term_store *ts, uint32_t first, size_t n, bool (*find)(term_store *ts, uint32_t datatype))
{
    u32_vec left;
    u32_vec_init(&left);
    for (uint32_t i = 0; i < n; i++) u32_vec_push(&left, first + i);
    for (size_t before = n + 1; left.size < before;) {
        before = left.size;
        size_t kept = 0;
        for (size_t i = 0; i < left.size; i++)
            if (!find(ts, left.data[i])) left.data[kept++] = left.data[i];
        left.size = kept;
    }
    size_t unknown = left.size;
    u32_vec_release(&left);
    return unknown;
}

const char *datatype_complete(term_store *ts, sort first_sort, size_t n)
{
    uint32_t first = ts->sorts.data[first_sort.id].a;
    assert(first + n == ts->datatypes.size);
    for (uint32_t i = first; i < first + n; i++) {
        datatype_node *d = &ts->datatypes.data[i];
        d->block = first;
        d->block_size = (uint32_t)n;
        for (uint32_t k = 0; k < d->n_constructors; k++)
            if (is_through_array(ts, &ts->constructors.data[d->constructors + k], first)) return "is recursive through an array, which is not supported";
    }
    if (find_for_all(ts, first, n, find_base)) return "has no values: every constructor needs a value first";
    find_for_all(ts, first, n, find_count);
    for (uint32_t i = first; i < first + n; i++) {
        datatype_node *d = &ts->datatypes.data[i];
        d->is_recursive = d->count == COUNT_UNKNOWN;
        if (d->is_recursive) d->count = VALUE_COUNT_MANY;
    }
    return NULL;
}

/* ---- looking at them ---- */

size_t datatype_count(const term_store *ts) { return ts->datatypes.size; }

sort datatype_at(const term_store *ts, size_t i)
{
    assert(i < ts->datatypes.size);
    return (sort){ts->datatypes.data[i].sort};
}

void datatype_block(const term_store *ts, sort datatype, sort_vec *out)
{
    const datatype_node *d = node_of(ts, datatype);
    for (uint32_t i = 0; i < d->block_size; i++) sort_vec_push(out, datatype_at(ts, d->block + i));
}

size_t datatype_size(const term_store *ts, sort datatype) { return node_of(ts, datatype)->n_constructors; }

constructor datatype_constructor(const term_store *ts, sort datatype, size_t i)
{
    assert(i < datatype_size(ts, datatype));
    return (constructor){node_of(ts, datatype)->constructors + (uint32_t)i};
}

term datatype_base(const term_store *ts, sort datatype) { return node_of(ts, datatype)->base; }
uint64_t datatype_value_count(const term_store *ts, sort datatype) { return node_of(ts, datatype)->count; }
bool datatype_is_recursive(const term_store *ts, sort datatype) { return node_of(ts, datatype)->is_recursive; }

sort constructor_sort(const term_store *ts, constructor c) { return datatype_at(ts, constructor_of(ts, c)->datatype); }
const char *constructor_name(const term_store *ts, constructor c) { return ts->names.data[constructor_of(ts, c)->name]; }
size_t constructor_arity(const term_store *ts, constructor c) { return constructor_of(ts, c)->n_fields; }
size_t constructor_position(const term_store *ts, constructor c) { return constructor_of(ts, c)->position; }

field constructor_field(const term_store *ts, constructor c, size_t i)
{
    const constructor_node *n = constructor_of(ts, c);
    assert(i < n->n_fields);
    field_node f = ts->fields.data[n->fields + i];
    return (field){ts->names.data[f.name], {f.sort}};
}

bool datatype_find(const term_store *ts, const char *name, sort *out)
{
    const uint32_t *index = string_map_find(&ts->datatype_index, name);
    if (index) *out = datatype_at(ts, *index);
    return index != NULL;
}

bool datatype_is_name(const term_store *ts, const char *name) { return ts->datatypes.size && string_map_find(&ts->datatype_names, name); }

/* ---- terms ---- */

static bool is_made_by(const term_store *ts, term t, constructor c)
{
    return store_kind(ts, t) == TERM_CONSTRUCT && constructor_is_equal(term_constructor(ts, t), c);
}

/* Of a datatype of one constructor, all fields of one term put together are that term. */
static term whole_of(const term_store *ts, constructor c, const term *args)
{
    size_t n = constructor_arity(ts, c);
    if (!n || store_kind(ts, args[0]) != TERM_FIELD || datatype_size(ts, constructor_sort(ts, c)) != 1) return TERM_NONE;
    term whole = store_arg(ts, args[0], 0);
    for (size_t i = 0; i < n; i++) {
        bool is_field = store_kind(ts, args[i]) == TERM_FIELD && constructor_is_equal(term_constructor(ts, args[i]), c);
        if (!is_field || term_index(ts, args[i], 1) != i || !term_is_equal(store_arg(ts, args[i], 0), whole)) return TERM_NONE;
    }
    return whole;
}

term term_mk_construct(term_store *ts, constructor c, const term *args)
{
    for (size_t i = 0; i < constructor_arity(ts, c); i++) assert(sort_is_equal(term_sort(ts, args[i]), constructor_field(ts, c, i).sort));
    term whole = whole_of(ts, c, args);
    return term_is_none(whole) ? store_intern(ts, TERM_CONSTRUCT, constructor_sort(ts, c), c.id, 0, args, constructor_arity(ts, c)) : whole;
}

term term_mk_field(term_store *ts, constructor c, size_t i, term a)
{
    assert(sort_is_equal(term_sort(ts, a), constructor_sort(ts, c)) && i < constructor_arity(ts, c));
    if (is_made_by(ts, a, c)) return store_arg(ts, a, i);
    return store_intern(ts, TERM_FIELD, constructor_field(ts, c, i).sort, c.id, (uint32_t)i, &a, 1);
}

term term_mk_is(term_store *ts, constructor c, term a)
{
    assert(sort_is_equal(term_sort(ts, a), constructor_sort(ts, c)));
    if (store_kind(ts, a) == TERM_CONSTRUCT) return term_mk_bool(ts, is_made_by(ts, a, c));
    if (datatype_size(ts, term_sort(ts, a)) == 1) return term_true(ts);
    if (!constructor_arity(ts, c)) return term_mk_eq(ts, a, term_mk_construct(ts, c, NULL));
    return store_intern(ts, TERM_IS, sort_bool(ts), c.id, 0, &a, 1);
}

/* ---- equations ---- */

/* Terms inside a constructor's term that are looked at for the other side of the equation: there may be more, which is for a solver to see. */
enum { MAX_INSIDE = 64 };

/* Whether t is a part of `whole` below constructors alone: then they are not equal. */
static bool is_inside(const term_store *ts, term t, term whole)
{
    term stack[MAX_INSIDE];
    size_t size = 0, seen = 0;
    stack[size++] = whole;
    while (size && seen++ < MAX_INSIDE) {
        term at = stack[--size];
        if (store_kind(ts, at) != TERM_CONSTRUCT) continue;
        for (size_t i = 0; i < term_arity(ts, at); i++) {
            term a = store_arg(ts, at, i);
            if (term_is_equal(a, t)) return true;
            if (a.id > t.id && size < MAX_INSIDE) stack[size++] = a; /* parts are older */
        }
    }
    return false;
}

/* Pairs of terms that have to be equal, and which were there before. */
typedef struct pairs {
    term_vec todo, parts;
    u64_map seen;
} pairs;

static void add_pair(pairs *p, term a, term b)
{
    bool added;
    u64_map_put(&p->seen, (uint64_t)a.id << 32 | b.id, &added);
    if (!added || term_is_equal(a, b)) return;
    term_vec_push(&p->todo, a);
    term_vec_push(&p->todo, b);
}

/* Two terms of constructors; false if they differ. */
static bool resolve(term_store *ts, pairs *p, term a, term b)
{
    if (term_index(ts, a, 0) != term_index(ts, b, 0)) return false;
    for (size_t i = term_arity(ts, a); i-- > 0;) add_pair(p, store_arg(ts, a, i), store_arg(ts, b, i));
    return true;
}

/* The other branch of a choice if constructors say that one of them is not equal to `made`, and *condition that it is chosen; otherwise TERM_NONE. */
static term only_branch(term_store *ts, term choice, term made, term *condition)
{
    if (store_kind(ts, choice) != TERM_ITE) return TERM_NONE;
    for (size_t i = 1; i <= 2; i++) {
        term branch = store_arg(ts, choice, i);
        if (store_kind(ts, branch) != TERM_CONSTRUCT || term_index(ts, branch, 0) == term_index(ts, made, 0)) continue;
        *condition = store_arg(ts, choice, 0);
        if (i == 1) *condition = term_mk_not(ts, *condition);
        return store_arg(ts, choice, 3 - i);
    }
    return TERM_NONE;
}

/* t = made, where t is a choice; TERM_NONE if no branch is excluded. */
static term resolve_choices(term_store *ts, term t, term made)
{
    term_vec parts;
    term_vec_init(&parts);
    term condition, branch;
    for (; !term_is_none(branch = only_branch(ts, t, made, &condition)); t = branch) term_vec_push(&parts, condition);
    bool any = parts.size > 0;
    if (any) term_vec_push(&parts, term_mk_eq(ts, t, made));
    term all = any ? term_mk_and(ts, parts.data, parts.size) : TERM_NONE;
    term_vec_release(&parts);
    return all;
}

term datatype_mk_eq(term_store *ts, term a, term b)
{
    bool of_a = store_kind(ts, a) == TERM_CONSTRUCT, of_b = store_kind(ts, b) == TERM_CONSTRUCT;
    if (of_a != of_b) {
        term resolved = of_a ? resolve_choices(ts, b, a) : resolve_choices(ts, a, b);
        if (!term_is_none(resolved)) return resolved;
    }
    if (!of_a || !of_b) return (of_a && is_inside(ts, b, a)) || (of_b && is_inside(ts, a, b)) ? term_false(ts) : TERM_NONE;
    pairs p = {0};
    add_pair(&p, a, b);
    bool differ = false;
    while (p.todo.size && !differ) {
        b = term_vec_pop(&p.todo);
        a = term_vec_pop(&p.todo);
        if (store_kind(ts, a) == TERM_CONSTRUCT && store_kind(ts, b) == TERM_CONSTRUCT) {
            differ = !resolve(ts, &p, a, b);
            continue;
        }
        term_vec_push(&p.parts, term_mk_eq(ts, a, b));
        differ = term_is_equal(term_vec_last(&p.parts), term_false(ts));
    }
    term t = differ ? term_false(ts) : term_mk_and(ts, p.parts.data, p.parts.size);
    term_vec_release(&p.todo);
    term_vec_release(&p.parts);
    u64_map_release(&p.seen);
    return t;
}

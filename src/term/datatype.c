#include "term/datatype.h"

#include "base/digraph.h"
#include "base/text.h"
#include "base/u32_list.h"
#include "term/array_value.h"
#include "term/eval.h"
#include "term/store.h"

#include <stdlib.h>

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

static sort sort_of(const term_store *ts, uint32_t datatype) { return (sort){ts->datatypes.data[datatype].sort}; }

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
    datatype_node d = {.sort = s.id, .base = TERM_NONE, .count = VALUE_COUNT_MANY};
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

/* Appends the datatypes that are the sort, or in the array. */
static void add_mentioned(const term_store *ts, sort s, u32_vec *out)
{
    sort_vec parts;
    sort_vec_init(&parts);
    sort_vec_push(&parts, s);
    while (parts.size) {
        sort part = sort_vec_pop(&parts);
        if (sort_kind_of(ts, part) == SORT_DATATYPE) u32_vec_push(out, ts->sorts.data[part.id].a);
        if (sort_kind_of(ts, part) != SORT_ARRAY) continue;
        sort_vec_push(&parts, sort_array_index(ts, part));
        sort_vec_push(&parts, sort_array_element(ts, part));
    }
    sort_vec_release(&parts);
}

/* The datatypes of a declaration and how they depend on each other. */
typedef struct block {
    uint32_t first;
    digraph graph; /* nodes: datatypes from the first on */
    u32_vec order, component, is_cyclic;
} block;

static void block_init(block *b, const term_store *ts, uint32_t first)
{
    *b = (block){.first = first};
    u32_vec mentioned;
    u32_vec_init(&mentioned);
    for (uint32_t d = first; d < ts->datatypes.size; d++) {
        digraph_add_node(&b->graph);
        u32_vec_clear(&mentioned);
        const datatype_node *n = &ts->datatypes.data[d];
        for (uint32_t k = 0; k < n->n_constructors; k++) {
            const constructor_node *c = &ts->constructors.data[n->constructors + k];
            for (size_t i = 0; i < c->n_fields; i++) add_mentioned(ts, field_sort(ts, c, i), &mentioned);
        }
        for (size_t i = 0; i < mentioned.size; i++)
            if (mentioned.data[i] >= first) digraph_add_edge(&b->graph, mentioned.data[i] - first);
    }
    u32_vec_release(&mentioned);
    digraph_components(&b->graph, DIGRAPH_UNREACHED, &b->order, &b->component, &b->is_cyclic);
}

static void block_release(block *b)
{
    digraph_release(&b->graph);
    u32_vec_release(&b->order);
    u32_vec_release(&b->component);
    u32_vec_release(&b->is_cyclic);
}

/* Whether a datatype has an array with something in it that depends on the datatype. */
static bool is_through_array(const term_store *ts, const block *b, uint32_t datatype)
{
    const datatype_node *n = &ts->datatypes.data[datatype];
    u32_vec mentioned;
    u32_vec_init(&mentioned);
    for (uint32_t k = 0; k < n->n_constructors; k++) {
        const constructor_node *c = &ts->constructors.data[n->constructors + k];
        for (size_t i = 0; i < c->n_fields; i++)
            if (sort_kind_of(ts, field_sort(ts, c, i)) == SORT_ARRAY) add_mentioned(ts, field_sort(ts, c, i), &mentioned);
    }
    bool found = false;
    for (size_t i = 0; i < mentioned.size && !found; i++)
        found = mentioned.data[i] >= b->first && b->component.data[mentioned.data[i] - b->first] == b->component.data[datatype - b->first];
    u32_vec_release(&mentioned);
    return found;
}

/* A value of the constructor, if all its fields' sorts have one already. */
static term base_value(term_store *ts, constructor c)
{
    term_vec args;
    term_vec_init(&args);
    bool ok = true;
    for (size_t i = 0; i < constructor_arity(ts, c) && ok; i++) {
        sort s = constructor_field(ts, c, i).sort;
        term_vec_push(&args, eval_default(ts, s));
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

/* Products and sums that stay MANY. */
static uint64_t count_constructor(const term_store *ts, const constructor_node *c)
{
    uint64_t product = 1;
    for (size_t i = 0; i < c->n_fields; i++) {
        uint64_t n = value_count(ts, field_sort(ts, c, i));
        product = n == VALUE_COUNT_MANY || product == VALUE_COUNT_MANY || product * n >> 32 ? VALUE_COUNT_MANY : product * n;
    }
    return product;
}

static uint64_t count_values(const term_store *ts, const datatype_node *d)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < d->n_constructors; k++) {
        uint64_t n = count_constructor(ts, &ts->constructors.data[d->constructors + k]);
        sum = n == VALUE_COUNT_MANY || sum == VALUE_COUNT_MANY || (sum + n) >> 32 ? VALUE_COUNT_MANY : sum + n;
    }
    return sum;
}

/* Finds values of the datatypes, again and again as long as these make others possible. Returns whether all have one. */
static bool find_bases(term_store *ts, const uint32_t *datatypes, size_t n)
{
    size_t found = 0;
    for (size_t before = SIZE_MAX; found != before && found < n;) {
        before = found;
        found = 0;
        for (size_t i = 0; i < n; i++) found += find_base(ts, datatypes[i]);
    }
    return found == n;
}

/* Datatypes that depend on each other, or a single one; those that they depend on besides are complete. */
static const char *complete_circle(term_store *ts, const block *b, const uint32_t *datatypes, size_t n, bool is_cyclic)
{
    for (size_t i = 0; i < n; i++)
        if (is_through_array(ts, b, datatypes[i])) return "is recursive through an array, which is not supported";
    if (!find_bases(ts, datatypes, n)) return "has no values: every constructor needs a value first";
    uint32_t at = (uint32_t)ts->datatype_order.size;
    for (size_t i = 0; i < n; i++) {
        datatype_node *d = &ts->datatypes.data[datatypes[i]];
        d->block = at;
        d->block_size = (uint32_t)n;
        d->is_recursive = is_cyclic;
        d->count = is_cyclic ? VALUE_COUNT_MANY : count_values(ts, d);
        u32_vec_push(&ts->datatype_order, datatypes[i]);
    }
    return NULL;
}

const char *datatype_complete(term_store *ts, sort first_sort, size_t n)
{
    block b;
    block_init(&b, ts, ts->sorts.data[first_sort.id].a);
    assert(b.first + n == ts->datatypes.size);
    const char *wrong = NULL;
    for (size_t i = 0; i < n; i++) b.order.data[i] += b.first;
    for (size_t i = 0, end; i < n && !wrong; i = end) {
        uint32_t circle = b.component.data[b.order.data[i] - b.first];
        for (end = i; end < n && b.component.data[b.order.data[end] - b.first] == circle;) end++;
        qsort(b.order.data + i, end - i, sizeof *b.order.data, u32_compare); /* as they were declared */
        wrong = complete_circle(ts, &b, b.order.data + i, end - i, b.is_cyclic.data[circle]);
    }
    block_release(&b);
    return wrong;
}

/* ---- looking at them ---- */

size_t datatype_count(const term_store *ts) { return ts->datatype_order.size; }

sort datatype_at(const term_store *ts, size_t i)
{
    assert(i < ts->datatype_order.size);
    return sort_of(ts, ts->datatype_order.data[i]);
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

sort constructor_sort(const term_store *ts, constructor c) { return sort_of(ts, constructor_of(ts, c)->datatype); }
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
    if (index) *out = sort_of(ts, *index);
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

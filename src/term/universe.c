#include "term/universe.h"

#include "base/text.h"
#include "term/dag.h"
#include "term/datatype.h"

bool universe_is_used(const term_store *ts)
{
    for (uint32_t id = 0; id < UINT32_MAX && sort_exists(ts, (sort){id}); id++)
        if (sort_kind_of(ts, (sort){id}) == SORT_UNINTERPRETED) return true;
    return false;
}

/* The sorts of an array or of a datatype's fields. */
static void add_parts(const term_store *ts, sort s, sort_vec *parts)
{
    if (sort_kind_of(ts, s) == SORT_ARRAY) {
        sort_vec_push(parts, sort_array_index(ts, s));
        sort_vec_push(parts, sort_array_element(ts, s));
    }
    for (size_t k = 0; sort_kind_of(ts, s) == SORT_DATATYPE && k < datatype_size(ts, s); k++) {
        constructor c = datatype_constructor(ts, s, k);
        for (size_t i = 0; i < constructor_arity(ts, c); i++) sort_vec_push(parts, constructor_field(ts, c, i).sort);
    }
}

bool universe_is_in(const term_store *ts, sort s)
{
    sort_vec parts;
    u32_map seen;
    sort_vec_init(&parts);
    u32_map_init(&seen);
    sort_vec_push(&parts, s);
    bool found = false, added;
    while (parts.size && !found) {
        sort part = sort_vec_pop(&parts);
        u32_map_put(&seen, part.id, &added);
        found = sort_kind_of(ts, part) == SORT_UNINTERPRETED;
        if (added) add_parts(ts, part, &parts);
    }
    sort_vec_release(&parts);
    u32_map_release(&seen);
    return found;
}

bool universe_is_in_term(const term_store *ts, term t)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) {
        term_kind k = term_kind_of(ts, all.data[i]);
        found = universe_is_in(ts, term_sort(ts, all.data[i]));
        if (k != TERM_FORALL && k != TERM_EXISTS) continue;
        for (size_t b = 0; b < term_binder_count(ts, all.data[i]) && !found; b++) found = universe_is_in(ts, term_binder_sort(ts, all.data[i], b));
    }
    term_vec_release(&all);
    return found;
}

bool universe_is_single(const term_store *ts, sort s)
{
    while (sort_kind_of(ts, s) == SORT_ARRAY) s = sort_array_element(ts, s);
    return sort_kind_of(ts, s) == SORT_UNINTERPRETED;
}

term universe_element(term_store *ts, sort s)
{
    assert(universe_is_single(ts, s));
    sort_vec arrays;
    sort_vec_init(&arrays);
    for (; sort_kind_of(ts, s) == SORT_ARRAY; s = sort_array_element(ts, s)) sort_vec_push(&arrays, s);
    text name;
    text_init(&name);
    text_printf(&name, "%s!val!0", sort_name(ts, s));
    term t = term_mk_sym(ts, name.data, s);
    while (arrays.size) t = term_mk_const_array(ts, sort_vec_pop(&arrays), t);
    text_release(&name);
    sort_vec_release(&arrays);
    return t;
}

/* ---- one element ---- */

/* An array that has one index only. */
static bool has_one_index(const term_store *ts, sort s)
{
    return sort_kind_of(ts, s) == SORT_ARRAY && universe_is_single(ts, sort_array_index(ts, s));
}

/* Where one has to look inside of elements or indices to see that two arrays are the same. */
static bool is_beyond(const term_store *ts, sort s)
{
    while (has_one_index(ts, s)) s = sort_array_element(ts, s);
    return universe_is_in(ts, s) && !universe_is_single(ts, s);
}

/* An array of one index as a constant array of its element there. */
static term constant_of(term_store *ts, term array)
{
    sort_vec arrays;
    sort_vec_init(&arrays);
    for (sort s = term_sort(ts, array); has_one_index(ts, s); s = sort_array_element(ts, s)) {
        sort_vec_push(&arrays, s);
        array = term_mk_select(ts, array, universe_element(ts, sort_array_index(ts, s)));
    }
    while (arrays.size) array = term_mk_const_array(ts, sort_vec_pop(&arrays), array);
    sort_vec_release(&arrays);
    return array;
}

typedef struct one_element {
    term_store *ts;
    bool is_beyond;
} one_element;

static term with_one_element(void *context, term t, const term *args)
{
    one_element *o = context;
    sort s = term_sort(o->ts, t);
    term_kind k = term_kind_of(o->ts, t);
    if (k == TERM_FORALL || k == TERM_EXISTS)
        for (size_t b = 0; b < term_binder_count(o->ts, t); b++) o->is_beyond |= is_beyond(o->ts, term_binder_sort(o->ts, t, b));
    o->is_beyond |= is_beyond(o->ts, s);
    if (o->is_beyond) return t;
    if (universe_is_single(o->ts, s)) return universe_element(o->ts, s);
    if (!has_one_index(o->ts, s) || k == TERM_ITE || k == TERM_CONST_ARRAY) return TERM_NONE;
    if (k == TERM_STORE) return term_mk_const_array(o->ts, s, args[2]);
    return constant_of(o->ts, term_arity(o->ts, t) ? term_rebuild(o->ts, t, args) : t);
}

term universe_of_one(term_store *ts, term t)
{
    one_element o = {.ts = ts};
    term of_one = dag_map(ts, t, with_one_element, &o);
    return o.is_beyond ? TERM_NONE : of_one;
}

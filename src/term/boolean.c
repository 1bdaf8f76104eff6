/* Booleans, if-then-else and equality. */

#include "term/store.h"

#include <stdlib.h>

/* not(s <= c) is the opposite order atom: on Int -s <= -c-1, on Real -s < -c (and not(s < c) is -s <= -c). */
static term negate_order(term_store *ts, term a)
{
    uint32_t *known = u32_map_find(&ts->negation, a.id);
    if (known) return (term){*known};
    term lhs = store_arg(ts, a, 0), rhs = store_arg(ts, a, 1);
    term n = store_kind(ts, a) == TERM_LE ? term_mk_lt(ts, rhs, lhs) : term_mk_le(ts, rhs, lhs);
    *u32_map_put(&ts->negation, a.id, NULL) = n.id;
    *u32_map_put(&ts->negation, n.id, NULL) = a.id;
    return n;
}

term term_mk_not(term_store *ts, term a)
{
    assert(term_is_bool(ts, a));
    switch (store_kind(ts, a)) {
    case TERM_TRUE: return term_false(ts);
    case TERM_FALSE: return term_true(ts);
    case TERM_NOT: return store_arg(ts, a, 0);
    case TERM_LE:
    case TERM_LT: return negate_order(ts, a);
    default: return store_intern(ts, TERM_NOT, sort_bool(ts), 0, 0, &a, 1);
    }
}

static bool sorted_has(const term_vec *sorted, term t)
{
    return sorted->size && bsearch(&t, sorted->data, sorted->size, sizeof t, term_compare) != NULL;
}

static bool has_complement(term_store *ts, const term_vec *sorted)
{
    for (size_t i = 0; i < sorted->size; i++) {
        term_kind k = store_kind(ts, sorted->data[i]);
        if ((k == TERM_NOT || k == TERM_LE || k == TERM_LT) && sorted_has(sorted, term_mk_not(ts, sorted->data[i]))) return true;
    }
    return false;
}

static void sort_unique(term_vec *v)
{
    if (v->size < 2) return;
    bool sorted = true;
    for (size_t i = 1; i < v->size && sorted; i++) sorted = v->data[i - 1].id < v->data[i].id;
    if (sorted) return;
    qsort(v->data, v->size, sizeof(term), term_compare);
    size_t kept = 1;
    for (size_t i = 1; i < v->size; i++)
        if (v->data[i].id != v->data[kept - 1].id) v->data[kept++] = v->data[i];
    v->size = kept;
}

/* `and` and `or` are the same up to which constant is neutral. */
static term mk_junction(term_store *ts, term_kind kind, const term *args, size_t n)
{
    term neutral = term_mk_bool(ts, kind == TERM_AND), absorbing = term_mk_bool(ts, kind == TERM_OR);
    term_vec flat;
    term_vec_init(&flat);
    for (size_t i = 0; i < n; i++) {
        assert(term_is_bool(ts, args[i]));
        const node *x = store_node(ts, args[i]);
        if (term_is_equal(args[i], neutral)) continue;
        if (x->kind == kind && x->n_args <= STORE_FLATTEN_BOOL)
            term_vec_append(&flat, ts->pool.data + x->args, x->n_args);
        else
            term_vec_push(&flat, args[i]);
    }
    sort_unique(&flat);
    term result;
    if (sorted_has(&flat, absorbing) || has_complement(ts, &flat))
        result = absorbing;
    else if (flat.size == 0)
        result = neutral;
    else if (flat.size == 1)
        result = flat.data[0];
    else
        result = store_intern(ts, kind, sort_bool(ts), 0, 0, flat.data, flat.size);
    term_vec_release(&flat);
    return result;
}

term term_mk_and(term_store *ts, const term *args, size_t n) { return mk_junction(ts, TERM_AND, args, n); }
term term_mk_or(term_store *ts, const term *args, size_t n) { return mk_junction(ts, TERM_OR, args, n); }
term term_mk_and2(term_store *ts, term a, term b) { return mk_junction(ts, TERM_AND, (term[]){a, b}, 2); }
term term_mk_or2(term_store *ts, term a, term b) { return mk_junction(ts, TERM_OR, (term[]){a, b}, 2); }
term term_mk_implies(term_store *ts, term a, term b) { return term_mk_or2(ts, term_mk_not(ts, a), b); }
term term_mk_xor(term_store *ts, term a, term b) { return term_mk_not(ts, term_mk_eq(ts, a, b)); }

static term mk_bool_ite(term_store *ts, term c, term a, term b)
{
    term t = term_true(ts), f = term_false(ts), not_c = term_mk_not(ts, c);
    if (term_is_equal(a, t) || term_is_equal(a, c)) return term_mk_or2(ts, c, b);
    if (term_is_equal(a, f) || term_is_equal(a, not_c)) return term_mk_and2(ts, not_c, b);
    if (term_is_equal(b, t) || term_is_equal(b, not_c)) return term_mk_or2(ts, not_c, a);
    if (term_is_equal(b, f) || term_is_equal(b, c)) return term_mk_and2(ts, c, a);
    if (term_is_equal(a, term_mk_not(ts, b))) return term_mk_eq(ts, c, a);
    return TERM_NONE;
}

term term_mk_ite(term_store *ts, term c, term a, term b)
{
    assert(term_is_bool(ts, c) && sort_is_equal(term_sort(ts, a), term_sort(ts, b)));
    if (store_kind(ts, c) == TERM_NOT) return term_mk_ite(ts, store_arg(ts, c, 0), b, a);
    if (term_is_equal(c, term_true(ts)) || term_is_equal(a, b)) return a;
    if (term_is_equal(c, term_false(ts))) return b;
    if (store_kind(ts, a) == TERM_ITE && term_is_equal(store_arg(ts, a, 0), c)) return term_mk_ite(ts, c, store_arg(ts, a, 1), b);
    if (store_kind(ts, b) == TERM_ITE && term_is_equal(store_arg(ts, b, 0), c)) return term_mk_ite(ts, c, a, store_arg(ts, b, 2));
    if (term_is_bool(ts, a)) {
        term simple = mk_bool_ite(ts, c, a, b);
        if (!term_is_none(simple)) return simple;
    }
    return store_intern(ts, TERM_ITE, term_sort(ts, a), 0, 0, (term[]){c, a, b}, 3);
}

static term mk_bool_eq(term_store *ts, term a, term b)
{
    if (term_is_equal(a, term_true(ts))) return b;
    if (term_is_equal(b, term_true(ts))) return a;
    if (term_is_equal(a, term_false(ts))) return term_mk_not(ts, b);
    if (term_is_equal(b, term_false(ts))) return term_mk_not(ts, a);
    if (store_kind(ts, a) == TERM_NOT) return term_mk_not(ts, term_mk_eq(ts, store_arg(ts, a, 0), b));
    if (store_kind(ts, b) == TERM_NOT) return term_mk_not(ts, term_mk_eq(ts, a, store_arg(ts, b, 0)));
    term_kind ka = store_kind(ts, a);
    if ((ka == TERM_LE || ka == TERM_LT) && term_is_equal(term_mk_not(ts, a), b)) return term_false(ts);
    return TERM_NONE;
}

/* (ite c v1 v2) = v3 on constants is c, !c or a constant. */
static term eq_ite_of_constants(term_store *ts, term ite, term value)
{
    if (store_kind(ts, ite) != TERM_ITE || !store_is_constant(ts, value)) return TERM_NONE;
    term a = store_arg(ts, ite, 1), b = store_arg(ts, ite, 2);
    if (!store_is_constant(ts, a) || !store_is_constant(ts, b)) return TERM_NONE;
    return term_mk_ite(ts, store_arg(ts, ite, 0), term_mk_bool(ts, term_is_equal(a, value)), term_mk_bool(ts, term_is_equal(b, value)));
}

term term_mk_eq(term_store *ts, term a, term b)
{
    assert(sort_is_equal(term_sort(ts, a), term_sort(ts, b)));
    if (term_is_equal(a, b)) return term_true(ts);
    if (store_is_constant(ts, a) && store_is_constant(ts, b)) return term_false(ts);
    term simple = term_is_bool(ts, a) ? mk_bool_eq(ts, a, b) : eq_ite_of_constants(ts, a, b);
    if (term_is_none(simple) && !term_is_bool(ts, a)) simple = eq_ite_of_constants(ts, b, a);
    if (!term_is_none(simple)) return simple;
    if (term_is_arith(ts, a)) {
        term t = linear_mk_eq(ts, a, b);
        simple = store_kind(ts, t) == TERM_EQ ? eq_ite_of_constants(ts, store_arg(ts, t, 0), store_arg(ts, t, 1)) : TERM_NONE;
        return term_is_none(simple) ? t : simple;
    }
    if (sort_kind_of(ts, term_sort(ts, a)) == SORT_DATATYPE) {
        simple = datatype_mk_eq(ts, a, b);
        if (!term_is_none(simple)) return simple;
    }
    if (a.id > b.id) return term_mk_eq(ts, b, a);
    return store_intern(ts, TERM_EQ, sort_bool(ts), 0, 0, (term[]){a, b}, 2);
}

term term_mk_distinct(term_store *ts, const term *args, size_t n)
{
    term_vec parts, copy;
    term_vec_init(&parts);
    term_vec_init(&copy);
    term_vec_append(&copy, args, n);
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++) term_vec_push(&parts, term_mk_not(ts, term_mk_eq(ts, copy.data[i], copy.data[j])));
    term r = term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&parts);
    term_vec_release(&copy);
    return r;
}

#include "logic/project_parts.h"

#include "term/dag.h"

/* Arrays without values: an array that has to go is expressed by one that stays, or by the elements that were read of it. The model tells
 * which indices are equal; that becomes part of the literals. */

typedef struct arrays {
    term_store *ts;
    evaluator *values;
    term_vec *vars, *literals;
    bool failed;
} arrays;

static bool is_array(const arrays *a, term t) { return sort_kind_of(a->ts, term_sort(a->ts, t)) == SORT_ARRAY; }

static term value_of(arrays *a, term t)
{
    bool div0 = false;
    term v = evaluator_eval(a->values, t, &div0);
    if (term_is_none(v) || div0) a->failed = true;
    return v;
}

static void add(arrays *a, term t)
{
    if (term_is_equal(t, term_false(a->ts))) a->failed = true;
    if (!term_is_value(a->ts, t)) term_vec_push(a->literals, t);
}

/* Adds that the indices are equal, or how they differ, as in the model. */
static bool compare(arrays *a, term i, term k)
{
    if (term_is_equal(i, k)) return true;
    if (term_is_equal(value_of(a, i), value_of(a, k))) {
        add(a, term_mk_eq(a->ts, i, k));
        return true;
    }
    term less = TERM_NONE;
    if (term_is_arith(a->ts, i)) less = term_mk_lt(a->ts, i, k);
    if (term_is_none(less)) add(a, term_mk_not(a->ts, term_mk_eq(a->ts, i, k)));
    else add(a, term_is_equal(value_of(a, less), term_true(a->ts)) ? less : term_mk_lt(a->ts, k, i));
    return false;
}

static term read_at(arrays *a, term array, term index)
{
    while (!a->failed && term_kind_of(a->ts, array) == TERM_STORE) {
        if (compare(a, term_arg(a->ts, array, 1), index)) return term_arg(a->ts, array, 2);
        array = term_arg(a->ts, array, 0);
    }
    return term_mk_select(a->ts, array, index);
}

static term resolve_read(void *context, term t, const term *args)
{
    arrays *a = context;
    return !a->failed && term_kind_of(a->ts, t) == TERM_SELECT ? read_at(a, args[0], args[1]) : TERM_NONE;
}

/* The term with every read over a write decided. */
static term resolve_reads(arrays *a, term t) { return dag_map(a->ts, t, resolve_read, a); }

static void resolve_all(arrays *a)
{
    /* Comparisons are added behind; they have reads, too, at times. */
    for (size_t i = 0; i < a->literals->size && !a->failed; i++) {
        term t = resolve_reads(a, a->literals->data[i]); /* may move the literals */
        a->literals->data[i] = t;
    }
    size_t kept = 0;
    for (size_t i = 0; i < a->literals->size; i++)
        if (!term_is_value(a->ts, a->literals->data[i])) a->literals->data[kept++] = a->literals->data[i];
        else if (term_is_equal(a->literals->data[i], term_false(a->ts))) a->failed = true;
    a->literals->size = kept;
}

static term fresh_element(arrays *a, term array, term index)
{
    term value = value_of(a, term_mk_select(a->ts, array, index));
    if (a->failed) return index;
    term e = term_mk_fresh(a->ts, "element", term_sort(a->ts, value));
    evaluator_set(a->values, e, value);
    term_vec_push(a->vars, e);
    return e;
}

static void substitute(arrays *a, term v, term by)
{
    for (size_t i = 0; i < a->literals->size; i++) a->literals->data[i] = dag_substitute(a->ts, a->literals->data[i], &v, &by, 1);
}

/* The array below all writes. */
static term base_of(const arrays *a, term t)
{
    while (term_kind_of(a->ts, t) == TERM_STORE) t = term_arg(a->ts, t, 0);
    return t;
}

/* other = store(... store(v, i, x) ..., j, y):  other[j] = y, and so on inwards; v is `other` with new elements at these indices. */
static bool solve_writes(arrays *a, term v)
{
    for (size_t n = 0; n < a->literals->size; n++) {
        term t = a->literals->data[n];
        if (term_kind_of(a->ts, t) != TERM_EQ || !is_array(a, term_arg(a->ts, t, 0))) continue;
        for (size_t side = 0; side < 2; side++) {
            term written = term_arg(a->ts, t, side), other = term_arg(a->ts, t, 1 - side);
            if (!term_is_equal(base_of(a, written), v) || dag_has_symbol(a->ts, other, v)) continue;
            a->literals->data[n] = term_true(a->ts);
            while (!a->failed && term_kind_of(a->ts, written) == TERM_STORE) {
                term inner = term_arg(a->ts, written, 0), index = term_arg(a->ts, written, 1);
                if (dag_has_symbol(a->ts, index, v) || dag_has_symbol(a->ts, term_arg(a->ts, written, 2), v)) {
                    a->literals->data[n] = t;
                    return false;
                }
                add(a, term_mk_eq(a->ts, read_at(a, other, index), term_arg(a->ts, written, 2)));
                other = term_mk_store(a->ts, other, index, fresh_element(a, inner, index));
                written = inner;
            }
            if (!a->failed) substitute(a, v, other);
            return true;
        }
    }
    return false;
}

/* Is v only read? */
static bool is_only_read(const arrays *a, term v)
{
    term_vec subterms;
    term_vec_init(&subterms);
    dag_subterms(a->ts, a->literals->data, a->literals->size, &subterms);
    bool ok = true;
    for (size_t i = 0; i < subterms.size && ok; i++) {
        term s = subterms.data[i];
        for (size_t k = 0; k < term_arity(a->ts, s) && ok; k++)
            ok = !term_is_equal(term_arg(a->ts, s, k), v) || (term_kind_of(a->ts, s) == TERM_SELECT && k == 0);
    }
    term_vec_release(&subterms);
    return ok;
}

/* A read of v whose index does not itself read v. */
static term some_read(const arrays *a, term v)
{
    term_vec subterms;
    term_vec_init(&subterms);
    dag_subterms(a->ts, a->literals->data, a->literals->size, &subterms);
    term found = TERM_NONE;
    for (size_t i = 0; i < subterms.size && term_is_none(found); i++) {
        term s = subterms.data[i];
        if (term_kind_of(a->ts, s) == TERM_SELECT && term_is_equal(term_arg(a->ts, s, 0), v) && !dag_has_symbol(a->ts, term_arg(a->ts, s, 1), v))
            found = s;
    }
    term_vec_release(&subterms);
    return found;
}

/* v, only read, is any array with these elements: one write after the other to an array that nothing is said of. */
static void name_reads(arrays *a, term v)
{
    for (term r; !a->failed && !term_is_none(r = some_read(a, v));) {
        term index = term_arg(a->ts, r, 1), rest = term_mk_fresh(a->ts, "rest", term_sort(a->ts, v));
        evaluator_set(a->values, rest, value_of(a, v));
        substitute(a, v, term_mk_store(a->ts, rest, index, fresh_element(a, v, index)));
        v = rest;
        resolve_all(a);
    }
}

bool project_arrays(term_store *ts, evaluator *values, term_vec *vars, term_vec *literals)
{
    arrays a = {.ts = ts, .values = values, .vars = vars, .literals = literals};
    bool any = false;
    for (size_t i = 0; i < vars->size && !any; i++) any = is_array(&a, vars->data[i]);
    if (!any) return true;
    resolve_all(&a);
    for (size_t i = 0; i < vars->size && !a.failed; i++) {
        term v = vars->data[i];
        if (!is_array(&a, v)) continue;
        if (solve_writes(&a, v)) resolve_all(&a);
        else if (is_only_read(&a, v)) name_reads(&a, v);
    }
    return !a.failed;
}

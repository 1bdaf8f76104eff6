#include "pass/arrays/cell_reads.h"

#include "term/dag.h"

/* More cells of an array in one clause are not related to each other. */
enum { MAX_RELATED = 60 };

void cell_reads_init(cell_reads *r, term_store *ts) { *r = (cell_reads){.ts = ts}; }

void cell_reads_release(cell_reads *r)
{
    for (size_t i = 0; i < r->bases.size; i++) {
        term_vec_release(&r->bases.data[i].indices);
        term_vec_release(&r->bases.data[i].values);
    }
    cell_base_vec_release(&r->bases);
    u32_map_release(&r->without);
    u64_map_release(&r->reads);
    u32_map_release(&r->base_of);
    term_vec_release(&r->stack);
}

static bool is_array(const cell_reads *r, term t) { return sort_kind_of(r->ts, term_sort(r->ts, t)) == SORT_ARRAY; }

static bool has_scalar_cells(const cell_reads *r, term array)
{
    sort s = term_sort(r->ts, array);
    return sort_kind_of(r->ts, sort_array_element(r->ts, s)) != SORT_ARRAY && sort_kind_of(r->ts, sort_array_index(r->ts, s)) != SORT_ARRAY;
}

static term known(const cell_reads *r, term t)
{
    const uint32_t *done = u32_map_find(&r->without, t.id);
    return done ? (term){*done} : TERM_NONE;
}

static term without(const cell_reads *r, term t, size_t i)
{
    term done = known(r, term_arg(r->ts, t, i));
    assert(!term_is_none(done));
    return done;
}

/* ---- reads ---- */

static term cell_of(cell_reads *r, term array, term index)
{
    bool is_new;
    uint32_t *number = u32_map_put(&r->base_of, array.id, &is_new);
    if (is_new) {
        *number = (uint32_t)r->bases.size;
        cell_base_vec_push(&r->bases, (cell_base){.array = array});
    }
    cell_base *b = &r->bases.data[*number];
    const char *hint = term_kind_of(r->ts, array) == TERM_SYM ? term_name(r->ts, array) : "cell";
    term value = term_mk_fresh(r->ts, hint, sort_array_element(r->ts, term_sort(r->ts, array)));
    term_vec_push(&b->indices, index);
    term_vec_push(&b->values, value);
    return value;
}

static term read_known(const cell_reads *r, term array, term index)
{
    const uint32_t *done = u64_map_find(&r->reads, (uint64_t)array.id << 32 | index.id);
    return done ? (term){*done} : TERM_NONE;
}

/* The element, or TERM_NONE: the arrays it depends on are on the stack now. */
static term read_step(cell_reads *r, term array, term index)
{
    term_store *ts = r->ts;
    term_kind kind = term_kind_of(ts, array);
    if (kind == TERM_CONST_ARRAY) return without(r, array, 0);
    if (kind == TERM_STORE) {
        term same = term_mk_eq(ts, without(r, array, 1), index);
        if (term_is_equal(same, term_true(ts))) return without(r, array, 2);
        term below = read_known(r, term_arg(ts, array, 0), index);
        if (term_is_none(below)) {
            term_vec_push(&r->stack, term_arg(ts, array, 0));
            return TERM_NONE;
        }
        return term_mk_ite(ts, same, without(r, array, 2), below);
    }
    if (kind == TERM_ITE) {
        term yes = read_known(r, term_arg(ts, array, 1), index), no = read_known(r, term_arg(ts, array, 2), index);
        if (term_is_none(yes)) term_vec_push(&r->stack, term_arg(ts, array, 1));
        if (term_is_none(no)) term_vec_push(&r->stack, term_arg(ts, array, 2));
        return term_is_none(yes) || term_is_none(no) ? TERM_NONE : term_mk_ite(ts, without(r, array, 0), yes, no);
    }
    return cell_of(r, array, index);
}

/* Everything inside the array is done. */
static term read_at(cell_reads *r, term array, term index)
{
    size_t bottom = r->stack.size;
    term_vec_push(&r->stack, array);
    while (r->stack.size > bottom) {
        term a = term_vec_last(&r->stack);
        if (!term_is_none(read_known(r, a, index))) {
            term_vec_pop(&r->stack);
            continue;
        }
        term value = read_step(r, a, index);
        if (term_is_none(value)) continue;
        *u64_map_put(&r->reads, (uint64_t)a.id << 32 | index.id, NULL) = value.id;
        term_vec_pop(&r->stack);
    }
    return read_known(r, array, index);
}

/* ---- terms ---- */

static bool mentions_arrays(const cell_reads *r, term t)
{
    term_vec terms;
    term_vec_init(&terms);
    dag_subterms(r->ts, &t, 1, &terms);
    bool found = false;
    for (size_t i = 0; i < terms.size && !found; i++) found = is_array(r, terms.data[i]);
    term_vec_release(&terms);
    return found;
}

static bool is_leaf(const cell_reads *r, term t)
{
    term_kind kind = term_kind_of(r->ts, t);
    return kind == TERM_FORALL || kind == TERM_EXISTS || !term_arity(r->ts, t);
}

static term unknown(const cell_reads *r, term t) { return term_mk_fresh(r->ts, "unknown", term_sort(r->ts, t)); }

static term leaf(const cell_reads *r, term t)
{
    bool is_quantified = term_arity(r->ts, t) > 0;
    return is_quantified && mentions_arrays(r, t) ? unknown(r, t) : t;
}

static bool takes_arrays(const cell_reads *r, term t)
{
    for (size_t i = 0; i < term_arity(r->ts, t); i++)
        if (is_array(r, term_arg(r->ts, t, i))) return true;
    return false;
}

/* Arrays that differ do so somewhere: there is an index at which  a = b  and  a[index] = b[index]  are both true or both false. */
static term equal_somewhere(cell_reads *r, term a, term b)
{
    term index = term_mk_fresh(r->ts, "k", sort_array_index(r->ts, term_sort(r->ts, a)));
    return term_mk_eq(r->ts, read_at(r, a, index), read_at(r, b, index));
}

static term rebuild(cell_reads *r, term t)
{
    if (is_array(r, t)) return t;
    if (term_kind_of(r->ts, t) == TERM_EQ && is_array(r, term_arg(r->ts, t, 0)) && has_scalar_cells(r, term_arg(r->ts, t, 0)))
        return equal_somewhere(r, term_arg(r->ts, t, 0), term_arg(r->ts, t, 1));
    if (term_kind_of(r->ts, t) == TERM_SELECT) return read_at(r, term_arg(r->ts, t, 0), without(r, t, 1));
    if (takes_arrays(r, t)) return unknown(r, t);
    term_vec args;
    term_vec_init(&args);
    for (size_t i = 0; i < term_arity(r->ts, t); i++) term_vec_push(&args, without(r, t, i));
    term done = term_rebuild(r->ts, t, args.data);
    term_vec_release(&args);
    return done;
}

static bool push_args(cell_reads *r, term t)
{
    size_t before = r->stack.size;
    for (size_t i = 0; i < term_arity(r->ts, t); i++)
        if (term_is_none(known(r, term_arg(r->ts, t, i)))) term_vec_push(&r->stack, term_arg(r->ts, t, i));
    return r->stack.size > before;
}

static void finish(cell_reads *r, term root)
{
    size_t bottom = r->stack.size;
    term_vec_push(&r->stack, root);
    while (r->stack.size > bottom) {
        term t = term_vec_last(&r->stack);
        if (term_is_none(known(r, t))) {
            if (!is_leaf(r, t) && push_args(r, t)) continue;
            term done = is_leaf(r, t) ? leaf(r, t) : rebuild(r, t);
            *u32_map_put(&r->without, t.id, NULL) = done.id;
        }
        term_vec_pop(&r->stack);
    }
}

term cell_reads_term(cell_reads *r, term t)
{
    finish(r, t);
    return known(r, t);
}

term cell_reads_at(cell_reads *r, term array, term index)
{
    finish(r, array);
    return read_at(r, array, index);
}

/* ---- what was read ---- */

void cell_reads_indices(cell_reads *r, term array, term_vec *out)
{
    term_vec terms;
    term_vec_init(&terms);
    dag_subterms(r->ts, &array, 1, &terms);
    for (size_t i = 0; i < terms.size; i++) {
        const uint32_t *base = u32_map_find(&r->base_of, terms.data[i].id);
        if (base) term_vec_append(out, r->bases.data[*base].indices.data, r->bases.data[*base].indices.size);
    }
    term_vec_release(&terms);
}

void cell_reads_consistency(cell_reads *r, term_vec *out)
{
    for (size_t b = 0; b < r->bases.size; b++) {
        const cell_base *base = &r->bases.data[b];
        size_t n = base->indices.size < MAX_RELATED ? base->indices.size : MAX_RELATED;
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < i; j++)
                term_vec_push(out, term_mk_implies(r->ts, term_mk_eq(r->ts, base->indices.data[i], base->indices.data[j]),
                                                   term_mk_eq(r->ts, base->values.data[i], base->values.data[j])));
    }
}

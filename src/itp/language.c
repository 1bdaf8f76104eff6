#include "itp/language.h"

#include "itp/farkas.h"
#include "term/dag.h"

#include <stdlib.h>

/* Only so many shared symbols are combined in pairs. */
#define MAX_SYMBOLS 12

typedef struct shape {
    size_t plus, minus;
    bool other; /* something that is no symbol, or a coefficient */
    const term_store *ts;
} shape;

static void look(void *context, const rat *c, term t)
{
    shape *s = context;
    if (term_is_none(t) || term_kind_of(s->ts, t) != TERM_SYM) s->other = true;
    else if (rat_is_one(c)) s->plus++;
    else if (rat_is_minus_one(c)) s->minus++;
    else s->other = true;
}

/* Numbers this far from the ends of their type are not looked at. */
#define LARGEST (INT64_MAX / 4)

static bool is_near(int64_t x, int64_t c, int64_t k) { return x >= c - k && x <= c + k; }

static bool has_number(const itp_options *o, int64_t c)
{
    if (c < 0) c = -c;
    if (c > LARGEST) return false;
    bool near = is_near(c, 0, o->language);
    for (size_t i = 0; i < o->n_constants && !near; i++) near = is_near(c, o->constants[i], o->language);
    return near;
}

/* x < c is x <= c - 1. */
static bool has_bound(const itp_options *o, int64_t c, bool may_be_strict) { return has_number(o, c) || (may_be_strict && has_number(o, c + 1)); }

static bool has_atom(const itp_options *o, const term_store *ts, term atom)
{
    shape s = {.ts = ts};
    term right = term_arg(ts, atom, 1);
    int64_t c;
    term_linear_each(ts, term_arg(ts, atom, 0), look, &s);
    if (s.other || s.plus > 1 || s.minus > 1 || !rat_to_int64(term_number(ts, right), &c) || c < -LARGEST || c > LARGEST) return false;
    return has_bound(o, c, term_kind_of(ts, atom) == TERM_LE && sort_kind_of(ts, term_sort(ts, right)) == SORT_INT);
}

bool language_has(const itp_options *o, const term_store *ts, term t)
{
    if (o->language < 0) return true;
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    bool ok = !term_has_quantifier(ts, t);
    for (size_t j = 0; j < all.size && ok; j++)
        if (farkas_is_row(ts, all.data[j])) ok = has_atom(o, ts, all.data[j]);
    term_vec_release(&all);
    return ok;
}

static bool all_entail(itp *i, const term_vec *cubes, size_t n, term atom)
{
    term_vec list;
    term_vec_init(&list);
    bool yes = true;
    for (size_t c = 0; c < n && yes; c++) {
        term_vec_clear(&list);
        term_vec_append(&list, cubes[c].data, cubes[c].size);
        term_vec_push(&list, term_mk_not(i->ts, atom));
        yes = smt_check(i->solver, list.data, list.size) == SMT_UNSAT;
    }
    term_vec_release(&list);
    return yes;
}

static term upper_bound(term_store *ts, term sum, int64_t c)
{
    rat r;
    rat_init(&r);
    rat_set_int(&r, c);
    term t = term_mk_le(ts, sum, term_mk_num(ts, &r, term_sort(ts, sum)));
    rat_release(&r);
    return t;
}

VEC_DECLARE(bound_vec, int64_t);

static int compare_bounds(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

/* Those near c and -c. */
static void add_bounds(const itp_options *o, int64_t c, bool may_be_strict, bound_vec *out)
{
    if (c > LARGEST) return;
    for (int64_t d = -o->language - may_be_strict; d <= o->language; d++) {
        bound_vec_push(out, c + d);
        bound_vec_push(out, -c + d);
    }
}

/* The bounds of the language, ascending. */
static void list_bounds(const itp_options *o, bool may_be_strict, bound_vec *out)
{
    add_bounds(o, 0, may_be_strict, out);
    for (size_t i = 0; i < o->n_constants; i++) add_bounds(o, o->constants[i], may_be_strict, out);
    qsort(out->data, out->size, sizeof *out->data, compare_bounds);
}

/* The least bound of the sum that the cubes entail is pushed, if there is one. */
static void push_bound(itp *i, const term_vec *cubes, size_t n, term sum, const bound_vec *bounds, term_vec *out)
{
    size_t low = 0, high = bounds->size - 1;
    if (!all_entail(i, cubes, n, upper_bound(i->ts, sum, bounds->data[high]))) return;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (all_entail(i, cubes, n, upper_bound(i->ts, sum, bounds->data[middle]))) high = middle;
        else low = middle + 1;
    }
    term_vec_push(out, upper_bound(i->ts, sum, bounds->data[high]));
}

/* All that the cubes below entail in L_k. */
static void entailed_atoms(itp *i, scope *s, const term_vec *cubes, size_t n, term_vec *out)
{
    term_store *ts = i->ts;
    term_vec symbols;
    term_vec_init(&symbols);
    scope_shared_symbols(s, cubes[0].data, cubes[0].size, &symbols);
    size_t count = symbols.size < MAX_SYMBOLS ? symbols.size : MAX_SYMBOLS;
    bound_vec integers = {0}, reals = {0};
    list_bounds(&i->options, true, &integers);
    list_bounds(&i->options, false, &reals);
    for (size_t a = 0; a < count; a++) {
        term x = symbols.data[a];
        if (!term_is_arith(ts, x)) continue;
        const bound_vec *bounds = sort_kind_of(ts, term_sort(ts, x)) == SORT_INT ? &integers : &reals;
        push_bound(i, cubes, n, x, bounds, out);
        push_bound(i, cubes, n, term_mk_neg(ts, x), bounds, out);
        for (size_t b = 0; b < count; b++) {
            term y = symbols.data[b];
            if (a != b && sort_is_equal(term_sort(ts, x), term_sort(ts, y))) push_bound(i, cubes, n, term_mk_sub(ts, x, y), bounds, out);
        }
    }
    bound_vec_release(&integers);
    bound_vec_release(&reals);
    for (size_t k = 0; k < cubes[0].size; k++) {
        term literal = cubes[0].data[k];
        if (scope_has(s, literal) && language_has(&i->options, ts, literal) && all_entail(i, cubes, n, literal))
            term_vec_push(out, literal);
    }
    term_vec_release(&symbols);
}

term language_separate(itp *i, scope *s, const term_vec *below, size_t n_below, const term_vec *above, size_t n_above)
{
    term_vec atoms, needed;
    term_vec_init(&atoms);
    term_vec_init(&needed);
    entailed_atoms(i, s, below, n_below, &atoms);
    bool ok = true;
    for (size_t c = 0; c < n_above && ok; c++) {
        question q = {.prover = i, .scope = s};
        term_vec_append(&q.a, atoms.data, atoms.size);
        term_vec_append(&q.b, above[c].data, above[c].size);
        ok = pair_shrink(&q);
        term_vec_append(&needed, q.a.data, ok ? q.a.size : 0);
        term_vec_release(&q.a);
        term_vec_release(&q.b);
    }
    term found = ok ? term_mk_and(i->ts, needed.data, needed.size) : TERM_NONE;
    term_vec_release(&atoms);
    term_vec_release(&needed);
    return found;
}

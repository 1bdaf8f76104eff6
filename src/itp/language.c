#include "itp/language.h"

#include "itp/farkas.h"
#include "term/dag.h"

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

static bool is_small(const rat *r, int64_t k)
{
    rat bound;
    rat_init(&bound);
    rat_abs(&bound, r);
    int64_t c;
    bool small = rat_to_int64(&bound, &c) && c <= k;
    rat_release(&bound);
    return small;
}

static bool has_atom(const term_store *ts, term atom, int64_t k)
{
    shape s = {.ts = ts};
    term_linear_each(ts, term_arg(ts, atom, 0), look, &s);
    return !s.other && s.plus <= 1 && s.minus <= 1 && is_small(term_number(ts, term_arg(ts, atom, 1)), k);
}

bool language_has(const term_store *ts, term t, int64_t k)
{
    if (k < 0) return true;
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    bool ok = !term_has_quantifier(ts, t);
    for (size_t j = 0; j < all.size && ok; j++)
        if (farkas_is_row(ts, all.data[j])) ok = has_atom(ts, all.data[j], k);
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

/* The least bound of the sum in [-k, k] that the cubes entail is pushed, if there is one. */
static void push_bound(itp *i, const term_vec *cubes, size_t n, term sum, term_vec *out)
{
    int64_t low = -i->options.language, high = i->options.language;
    if (!all_entail(i, cubes, n, upper_bound(i->ts, sum, high))) return;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (all_entail(i, cubes, n, upper_bound(i->ts, sum, middle))) high = middle;
        else low = middle + 1;
    }
    term_vec_push(out, upper_bound(i->ts, sum, high));
}

/* All that the cubes below entail in L_k. */
static void entailed_atoms(itp *i, scope *s, const term_vec *cubes, size_t n, term_vec *out)
{
    term_store *ts = i->ts;
    term_vec symbols;
    term_vec_init(&symbols);
    scope_shared_symbols(s, cubes[0].data, cubes[0].size, &symbols);
    size_t count = symbols.size < MAX_SYMBOLS ? symbols.size : MAX_SYMBOLS;
    for (size_t a = 0; a < count; a++) {
        term x = symbols.data[a];
        if (!term_is_arith(ts, x)) continue;
        push_bound(i, cubes, n, x, out);
        push_bound(i, cubes, n, term_mk_neg(ts, x), out);
        for (size_t b = 0; b < count; b++) {
            term y = symbols.data[b];
            if (a != b && sort_is_equal(term_sort(ts, x), term_sort(ts, y))) push_bound(i, cubes, n, term_mk_sub(ts, x, y), out);
        }
    }
    for (size_t k = 0; k < cubes[0].size; k++) {
        term literal = cubes[0].data[k];
        if (scope_has(s, literal) && language_has(ts, literal, i->options.language) && all_entail(i, cubes, n, literal))
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

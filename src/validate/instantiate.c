#include "validate/instantiate.h"

#include "base/map.h"
#include "term/dag.h"

/* Instances of one quantifier, and symbols that are tried for a variable. */
enum { MAX_INSTANCES = 400, MAX_SYMBOLS = 16 };

/* One walk over the and/or/not structure; a term has a polarity there: 1 if it is under an even number of negations. */
typedef struct walk {
    term_store *ts;
    term_kind exists[2], forall[2]; /* by polarity: the quantifier that means this */
    bool naming; /* first walk: names for what exists; second: instances of what holds for all */
    bool generous;
    term_vec indices; /* at which arrays are accessed, without bound variables */
    term_vec symbols;
    u64_map done; /* term and polarity -> result */
    u32_vec stack; /* pairs: term, polarity */
    term_vec args;
} walk;

static uint64_t key_of(term t, uint32_t polarity) { return (uint64_t)t.id << 1 | polarity; }

/* ---- instances ---- */

typedef struct equation {
    walk *w;
    uint32_t bound; /* the variable to solve for */
    term rest; /* of the left side minus the right one */
    rat coefficient;
    bool ok;
} equation;

static void see_monomial(void *context, const rat *c, term t)
{
    equation *e = context;
    term_store *ts = e->w->ts;
    if (!term_is_none(t) && term_kind_of(ts, t) == TERM_BOUND && term_index(ts, t, 0) == e->bound) {
        rat_set(&e->coefficient, c);
        return;
    }
    if (!term_is_none(t) && term_has_bound(ts, t)) e->ok = false;
    if (!e->ok) return;
    e->rest = term_mk_add2(ts, e->rest, term_is_none(t) ? term_mk_num(ts, c, sort_int(ts)) : term_mk_scale(ts, c, t));
}

static void divide_monomial(void *context, const rat *c, term t)
{
    equation *e = context;
    term_store *ts = e->w->ts;
    rat q;
    rat_init(&q);
    rat_div(&q, c, &e->coefficient);
    rat_neg(&q, &q);
    if (!rat_is_integer(&q)) e->ok = false;
    if (e->ok) e->rest = term_mk_add2(ts, e->rest, term_is_none(t) ? term_mk_num(ts, &q, sort_int(ts)) : term_mk_scale(ts, &q, t));
    rat_release(&q);
}

/* The value of the bound variable for which `pattern` is `index`, or TERM_NONE. */
static term solve(walk *w, term pattern, uint32_t bound, term index)
{
    term_store *ts = w->ts;
    if (term_kind_of(ts, pattern) == TERM_BOUND) return term_index(ts, pattern, 0) == bound ? index : TERM_NONE;
    if (sort_kind_of(ts, term_sort(ts, pattern)) != SORT_INT) return TERM_NONE;
    equation e = {.w = w, .bound = bound, .rest = term_mk_int(ts, 0), .ok = true};
    rat_init(&e.coefficient);
    term_linear_each(ts, pattern, see_monomial, &e);
    e.ok &= rat_sign(&e.coefficient) != 0;
    if (e.ok) {
        term rest = term_mk_sub(ts, e.rest, index);
        e.rest = term_mk_int(ts, 0);
        term_linear_each(ts, rest, divide_monomial, &e);
    }
    rat_release(&e.coefficient);
    return e.ok ? e.rest : TERM_NONE;
}

/* The indices in the quantifier's body that have the bound variable. */
static void find_patterns(walk *w, term body, term_vec *out)
{
    term_vec terms;
    term_vec_init(&terms);
    dag_subterms(w->ts, &body, 1, &terms);
    for (size_t i = 0; i < terms.size; i++) {
        term_kind kind = term_kind_of(w->ts, terms.data[i]);
        if (kind != TERM_SELECT && kind != TERM_STORE) continue;
        term index = term_arg(w->ts, terms.data[i], 1);
        if (term_has_bound(w->ts, index) && !term_vec_has(out, index)) term_vec_push(out, index);
    }
    term_vec_release(&terms);
}

static void find_values(walk *w, term quantifier, size_t variable, term_vec *out)
{
    sort s = term_binder_sort(w->ts, quantifier, variable);
    assert(variable < term_binder_count(w->ts, quantifier));
    uint32_t bound = (uint32_t)(term_binder_count(w->ts, quantifier) - 1 - variable);
    term_vec patterns;
    term_vec_init(&patterns);
    find_patterns(w, term_arg(w->ts, quantifier, 0), &patterns);
    for (size_t i = 0; i < patterns.size; i++)
        for (size_t j = 0; j < w->indices.size; j++) {
            if (!sort_is_equal(term_sort(w->ts, patterns.data[i]), term_sort(w->ts, w->indices.data[j]))) continue;
            term value = solve(w, patterns.data[i], bound, w->indices.data[j]);
            if (!term_is_none(value) && sort_is_equal(term_sort(w->ts, value), s) && !term_vec_has(out, value)) term_vec_push(out, value);
        }
    for (size_t i = 0, n = 0; i < w->symbols.size && w->generous && n < MAX_SYMBOLS; i++) {
        if (!sort_is_equal(term_sort(w->ts, w->symbols.data[i]), s) || term_vec_has(out, w->symbols.data[i])) continue;
        term_vec_push(out, w->symbols.data[i]);
        n++;
    }
    term_vec_release(&patterns);
}

VEC_DECLARE(term_lists, term_vec);

/* The conjunction of instances (the disjunction, under a negation). */
static term instances(walk *w, term quantifier, uint32_t polarity)
{
    size_t n = term_binder_count(w->ts, quantifier), count = 1;
    term_lists values;
    term_lists_init(&values);
    term_lists_resize(&values, n);
    for (size_t i = 0; i < n; i++) {
        find_values(w, quantifier, i, &values.data[i]);
        count = count * values.data[i].size < MAX_INSTANCES ? count * values.data[i].size : MAX_INSTANCES;
    }
    term_vec parts, chosen;
    term_vec_init(&parts);
    term_vec_init(&chosen);
    assert(count <= MAX_INSTANCES);
    for (size_t k = 0; k < count; k++) {
        size_t rest = k;
        term_vec_clear(&chosen);
        for (size_t i = 0; i < n; i++) {
            term_vec_push(&chosen, values.data[i].data[rest % values.data[i].size]);
            rest /= values.data[i].size;
        }
        term_vec_push(&parts, term_instantiate(w->ts, quantifier, chosen.data));
    }
    term t = polarity ? term_mk_and(w->ts, parts.data, parts.size) : term_mk_or(w->ts, parts.data, parts.size);
    for (size_t i = 0; i < n; i++) term_vec_release(&values.data[i]);
    term_lists_release(&values);
    term_vec_release(&parts);
    term_vec_release(&chosen);
    return t;
}

static term name(walk *w, term quantifier)
{
    term_vec names;
    term_vec_init(&names);
    for (size_t i = 0; i < term_binder_count(w->ts, quantifier); i++)
        term_vec_push(&names, term_mk_fresh(w->ts, "some", term_binder_sort(w->ts, quantifier, i)));
    term t = term_instantiate(w->ts, quantifier, names.data);
    term_vec_release(&names);
    return t;
}

/* ---- the walk ---- */

static void push(walk *w, term t, uint32_t polarity)
{
    u32_vec_push(&w->stack, t.id);
    u32_vec_push(&w->stack, polarity);
}

/* The result for t, or TERM_NONE: what it depends on is on the stack now. */
static term step(walk *w, term t, uint32_t polarity)
{
    term_kind kind = term_kind_of(w->ts, t);
    if (!term_has_quantifier(w->ts, t)) return t;
    if (kind == w->forall[polarity]) return w->naming ? t : instances(w, t, polarity);
    if (kind == w->exists[polarity]) return w->naming ? name(w, t) : t;
    if (kind != TERM_AND && kind != TERM_OR && kind != TERM_NOT) return t;
    assert(polarity <= 1);
    uint32_t inner = kind == TERM_NOT ? 1 - polarity : polarity;
    bool ready = true;
    term_vec_clear(&w->args);
    for (size_t i = 0; i < term_arity(w->ts, t); i++) {
        term a = term_arg(w->ts, t, i);
        const uint32_t *done = u64_map_find(&w->done, key_of(a, inner));
        if (done) term_vec_push(&w->args, (term){*done});
        else push(w, a, inner);
        ready &= done != NULL;
    }
    return ready ? term_rebuild(w->ts, t, w->args.data) : TERM_NONE;
}

static term run(walk *w, term root)
{
    assert(!w->stack.size && sort_kind_of(w->ts, term_sort(w->ts, root)) == SORT_BOOL);
    u64_map_clear(&w->done);
    push(w, root, 1);
    while (w->stack.size) {
        uint32_t polarity = w->stack.data[w->stack.size - 1];
        term t = {w->stack.data[w->stack.size - 2]};
        if (!u64_map_find(&w->done, key_of(t, polarity))) {
            term result = step(w, t, polarity);
            if (term_is_none(result)) continue;
            assert(sort_kind_of(w->ts, term_sort(w->ts, result)) == SORT_BOOL);
            *u64_map_put(&w->done, key_of(t, polarity), NULL) = result.id;
        }
        w->stack.size -= 2;
    }
    return (term){*u64_map_find(&w->done, key_of(root, 1))};
}

static void find_indices(walk *w, term t)
{
    term_vec terms;
    term_vec_init(&terms);
    dag_subterms(w->ts, &t, 1, &terms);
    for (size_t i = 0; i < terms.size; i++) {
        term_kind kind = term_kind_of(w->ts, terms.data[i]);
        if (kind != TERM_SELECT && kind != TERM_STORE) continue;
        term index = term_arg(w->ts, terms.data[i], 1);
        if (!term_has_bound(w->ts, index) && !term_vec_has(&w->indices, index)) term_vec_push(&w->indices, index);
    }
    term_vec_release(&terms);
}

term instantiate_quantifiers(term_store *ts, term t, bool generous)
{
    walk w = {.ts = ts, .generous = generous, .naming = true};
    w.exists[1] = w.forall[0] = TERM_EXISTS;
    w.exists[0] = w.forall[1] = TERM_FORALL;
    /* A name may uncover further quantifiers, which are few. */
    for (term before = TERM_NONE; !term_is_equal(before, t);) {
        before = t;
        t = run(&w, t);
    }
    find_indices(&w, t);
    dag_symbols(ts, &t, 1, &w.symbols);
    w.naming = false;
    t = run(&w, t);
    term_vec_release(&w.indices);
    term_vec_release(&w.symbols);
    u64_map_release(&w.done);
    u32_vec_release(&w.stack);
    term_vec_release(&w.args);
    return t;
}

#include "random_horn.h"

#include "term/datatype.h"

#include <stdio.h>

enum { DOMAIN = 3 }; /* of bounded problems: 0, 1, 2 */

typedef struct generator {
    term_store *ts;
    uint64_t *state;
    const random_horn_shape *shape;
    horn *h;
    sort color, option, box, list; /* if the shape has datatypes */
    /* of the clause under construction */
    term_vec vars;
    size_t known; /* the first variables are arguments of body atoms */
    term_vec args, parts;
} generator;

uint32_t random_below(uint64_t *state, uint32_t n)
{
    *state += 0x9e3779b97f4a7c15ULL;
    uint64_t x = *state;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    x ^= x >> 31;
    return (uint32_t)((x >> 32) % n);
}

random_horn_shape random_horn_small(bool bounded)
{
    return (random_horn_shape){.max_preds = 4, .max_args = 3, .max_extra_clauses = 3, .max_body = 2, .reals = true, .bounded = bounded};
}

static uint32_t below(generator *g, uint32_t n) { return random_below(g->state, n); }
static bool chance(generator *g, uint32_t percent) { return random_chance(g->state, percent); }

static void add_datatypes(generator *g)
{
    g->color = datatype_new(g->ts, "color");
    static const char *const COLORS[] = {"red", "green", "blue"};
    for (size_t i = 0; i < 3; i++) datatype_add(g->ts, g->color, COLORS[i], NULL, 0);
    datatype_complete(g->ts, g->color, 1);
    g->option = datatype_new(g->ts, "option");
    datatype_add(g->ts, g->option, "none", NULL, 0);
    datatype_add(g->ts, g->option, "some", &(field){"it", g->color}, 1);
    datatype_complete(g->ts, g->option, 1);
    g->box = datatype_new(g->ts, "box");
    datatype_add(g->ts, g->box, "box", &(field){"inside", g->option}, 1);
    datatype_complete(g->ts, g->box, 1);
    g->list = datatype_new(g->ts, "list");
    datatype_add(g->ts, g->list, "nil", NULL, 0);
    datatype_add(g->ts, g->list, "cons", (field[]){{"head", sort_int(g->ts)}, {"tail", g->list}}, 2);
    const char *wrong = datatype_complete(g->ts, g->list, 1);
    assert(!wrong);
    (void)wrong;
}

static sort random_datatype(generator *g)
{
    if (!g->shape->bounded && chance(g, 50)) return g->list;
    return chance(g, 40) ? g->color : chance(g, 50) ? g->option : g->box;
}

static sort random_sort(generator *g)
{
    if (g->shape->datatypes && chance(g, 45)) return random_datatype(g);
    if (g->shape->reals && chance(g, 20)) return sort_real(g->ts);
    return chance(g, 30) ? sort_bool(g->ts) : sort_int(g->ts);
}

static bool is_number(const generator *g, sort s) { return sort_kind_is_arith(sort_kind_of(g->ts, s)); }

static sort_kind kind_of(const generator *g, term t) { return sort_kind_of(g->ts, term_sort(g->ts, t)); }

static term number(generator *g, int64_t n, sort s)
{
    return sort_kind_of(g->ts, s) == SORT_INT ? term_mk_int(g->ts, n) : term_mk_real(g->ts, n, 1);
}

static term constant(generator *g, sort s);

static term constant_of_datatype(generator *g, sort s)
{
    constructor c = datatype_constructor(g->ts, s, below(g, (uint32_t)datatype_size(g->ts, s)));
    term fields[2];
    for (size_t i = 0; i < constructor_arity(g->ts, c); i++) fields[i] = constant(g, constructor_field(g->ts, c, i).sort);
    return term_mk_construct(g->ts, c, fields);
}

static term constant(generator *g, sort s)
{
    if (sort_kind_of(g->ts, s) == SORT_DATATYPE) return constant_of_datatype(g, s);
    if (sort_kind_of(g->ts, s) == SORT_BOOL) return term_mk_bool(g->ts, chance(g, 50));
    return number(g, g->shape->bounded ? below(g, DOMAIN) : (int64_t)below(g, 7) - 3, s);
}

static term new_variable(generator *g, sort s)
{
    static const char *const PREFIX[] = {[SORT_BOOL] = "b", [SORT_INT] = "i", [SORT_REAL] = "r", [SORT_DATATYPE] = "d"};
    char name[16];
    snprintf(name, sizeof name, "%s%zu", PREFIX[sort_kind_of(g->ts, s)], g->vars.size);
    term v = term_mk_sym(g->ts, name, s);
    term_vec_push(&g->vars, v);
    return v;
}

/* A variable of the sort among the first n, or TERM_NONE. */
static term pick_variable(generator *g, sort s, size_t n)
{
    if (!n) return TERM_NONE;
    size_t start = below(g, (uint32_t)n);
    for (size_t i = 0; i < n; i++) {
        term v = g->vars.data[(start + i) % n];
        if (sort_is_equal(term_sort(g->ts, v), s)) return v;
    }
    return TERM_NONE;
}

static void demand(generator *g, term t) { term_vec_push(&g->parts, t); }

static void demand_bounds(generator *g, term t)
{
    if (!g->shape->bounded || !is_number(g, term_sort(g->ts, t))) return;
    sort s = term_sort(g->ts, t);
    demand(g, term_mk_le(g->ts, number(g, 0, s), t));
    demand(g, term_mk_le(g->ts, t, number(g, DOMAIN - 1, s)));
}

/* Field i of v, or a constant if it is not there. */
static term field_or_constant(generator *g, term v, constructor c, size_t i)
{
    term other = constant(g, constructor_field(g->ts, c, i).sort);
    return term_mk_ite(g->ts, term_mk_is(g->ts, c, v), term_mk_field(g->ts, c, i, v), other);
}

/* About a variable of a datatype. */
static term datatype_atom(generator *g, term v)
{
    sort s = term_sort(g->ts, v);
    constructor last = datatype_constructor(g->ts, s, datatype_size(g->ts, s) - 1);
    term other = chance(g, 50) ? constant(g, s) : pick_variable(g, s, g->vars.size);
    switch (below(g, 4)) {
    case 0: return term_mk_eq(g->ts, v, other);
    case 1: return term_mk_not(g->ts, term_mk_eq(g->ts, v, other));
    case 2:
        if (constructor_arity(g->ts, last)) {
            term part = field_or_constant(g, v, last, 0);
            return term_mk_eq(g->ts, part, constant(g, term_sort(g->ts, part)));
        }
        /* fall through */
    default: return term_mk_is(g->ts, last, v);
    }
}

static term random_atom(generator *g)
{
    term v = g->vars.data[below(g, (uint32_t)g->vars.size)];
    sort s = term_sort(g->ts, v);
    if (kind_of(g, v) == SORT_BOOL) return chance(g, 50) ? v : term_mk_not(g->ts, v);
    if (kind_of(g, v) == SORT_DATATYPE) return datatype_atom(g, v);
    term other = chance(g, 50) ? constant(g, s) : pick_variable(g, s, g->vars.size);
    if (chance(g, 20)) other = term_mk_add2(g->ts, other, number(g, 1, s));
    switch (below(g, 4)) {
    case 0: return term_mk_eq(g->ts, v, other);
    case 1: return term_mk_not(g->ts, term_mk_eq(g->ts, v, other));
    case 2: return term_mk_le(g->ts, v, other);
    default: return term_mk_lt(g->ts, other, v);
    }
}

static term random_formula(generator *g)
{
    term a = random_atom(g);
    if (chance(g, 60)) return a;
    term b = random_atom(g);
    switch (below(g, 4)) {
    case 0: return term_mk_and2(g->ts, a, b);
    case 1: return term_mk_ite(g->ts, a, b, random_atom(g));
    case 2: return term_mk_eq(g->ts, a, b);
    default: return term_mk_or2(g->ts, a, b);
    }
}

static void body_args(generator *g, pred p)
{
    for (size_t i = 0; i < horn_pred_arity(g->h, p); i++) {
        sort s = horn_pred_sort(g->h, p, i);
        term t = chance(g, 25) ? pick_variable(g, s, g->vars.size) : TERM_NONE;
        if (!term_is_none(t) && is_number(g, s) && chance(g, 25)) t = term_mk_add2(g->ts, t, number(g, 1, s));
        if (term_is_none(t) && chance(g, 8)) t = constant(g, s);
        if (term_is_none(t)) t = new_variable(g, s);
        term_vec_push(&g->args, t);
    }
}

/* A constructor's term over the variables of body atoms, or a part of one of them. */
static term computed_datatype(generator *g, sort s, term v)
{
    if (chance(g, 30)) return term_is_none(v) ? constant(g, s) : v;
    constructor last = datatype_constructor(g->ts, s, datatype_size(g->ts, s) - 1);
    if (!term_is_none(v) && sort_is_equal(s, g->list) && chance(g, 30)) return field_or_constant(g, v, last, 1);
    term fields[2];
    for (size_t i = 0; i < constructor_arity(g->ts, last); i++) {
        sort f = constructor_field(g->ts, last, i).sort;
        fields[i] = pick_variable(g, f, g->known);
        if (term_is_none(fields[i])) fields[i] = constant(g, f);
    }
    return term_mk_construct(g->ts, last, fields);
}

/* A term over the variables of body atoms. */
static term computed(generator *g, sort s)
{
    term v = pick_variable(g, s, g->known);
    if (sort_kind_of(g->ts, s) == SORT_BOOL) {
        size_t all = g->vars.size;
        g->vars.size = g->known;
        term t = g->known && chance(g, 50) ? random_formula(g) : term_is_none(v) ? constant(g, s) : v;
        g->vars.size = all;
        return t;
    }
    if (sort_kind_of(g->ts, s) == SORT_DATATYPE) return computed_datatype(g, s, v);
    if (term_is_none(v)) return constant(g, s);
    term w = pick_variable(g, s, g->known);
    switch (below(g, 6)) {
    case 0: return term_mk_sub(g->ts, v, number(g, 1, s));
    case 1: return term_mk_add2(g->ts, v, w);
    case 2: return g->known ? term_mk_ite(g->ts, random_atom(g), v, constant(g, s)) : v;
    default: return term_mk_add2(g->ts, v, number(g, 1, s));
    }
}

static term head_arg(generator *g, sort s)
{
    term v = pick_variable(g, s, g->known);
    if (!term_is_none(v) && chance(g, 40)) return v;
    if (chance(g, 20)) return constant(g, s);
    /* A Real between 0 and 2 need not be 0, 1 or 2, so it must be computed from something that is. */
    bool is_free = chance(g, 20) && (!g->shape->bounded || sort_kind_of(g->ts, s) != SORT_REAL);
    term t = is_free ? TERM_NONE : computed(g, s);
    if (is_free || chance(g, 60)) {
        term defined = new_variable(g, s);
        if (!is_free) demand(g, term_mk_eq(g->ts, defined, t));
        t = defined;
    }
    demand_bounds(g, t);
    return t;
}

static void locals(generator *g)
{
    if (!chance(g, 25)) return;
    term v = new_variable(g, chance(g, 30) ? sort_bool(g->ts) : sort_int(g->ts));
    demand_bounds(g, v);
}

static void add_clause(generator *g, const pred *body, size_t n, pred head)
{
    atom atoms[8];
    assert(n <= sizeof atoms / sizeof atoms[0]);
    term_vec_clear(&g->vars);
    term_vec_clear(&g->args);
    term_vec_clear(&g->parts);
    for (size_t i = 0; i < n; i++) body_args(g, body[i]);
    g->known = g->vars.size;
    bool is_query = pred_is_false(head);
    for (size_t i = 0; !is_query && i < horn_pred_arity(g->h, head); i++) {
        term t = head_arg(g, horn_pred_sort(g->h, head, i));
        term_vec_push(&g->args, t);
    }
    locals(g);
    uint32_t literals = is_query ? 1 + below(g, 2) : chance(g, 50) ? below(g, 3) : 0;
    for (uint32_t i = 0; i < literals && g->vars.size; i++) demand(g, random_formula(g));
    if (chance(g, 2)) demand(g, term_false(g->ts));
    const term *next = g->args.data;
    for (size_t i = 0; i < n; i++) {
        atoms[i] = (atom){body[i], next};
        if (next) next += horn_pred_arity(g->h, body[i]);
    }
    term constraint = term_mk_and(g->ts, g->parts.data, g->parts.size);
    horn_add_clause(g->h, atoms, n, constraint, (atom){head, next}, (uint32_t)horn_clause_count(g->h) + 1);
}

/* A clause with a body of predicates below `limit`. */
static void random_clause(generator *g, uint32_t limit, pred head)
{
    pred body[8];
    size_t n = 1 + (chance(g, 30) ? below(g, g->shape->max_body) : 0);
    for (size_t i = 0; i < n; i++) body[i] = (pred){below(g, limit)};
    add_clause(g, body, n, head);
}

static void add_preds(generator *g)
{
    uint32_t n = 1 + below(g, g->shape->max_preds);
    for (uint32_t i = 0; i < n; i++) {
        sort sorts[16];
        uint32_t arity = below(g, g->shape->max_args + 1);
        if (!arity) arity = below(g, g->shape->max_args + 1);
        assert(arity <= sizeof sorts / sizeof sorts[0]);
        for (uint32_t k = 0; k < arity; k++) sorts[k] = random_sort(g);
        char name[16];
        snprintf(name, sizeof name, "P%u", i);
        horn_add_pred(g->h, name, sorts, arity);
    }
}

horn *random_horn(term_store *ts, uint64_t *state, const random_horn_shape *shape)
{
    generator g = {.ts = ts, .state = state, .shape = shape, .h = horn_new(ts)};
    if (shape->datatypes) add_datatypes(&g);
    add_preds(&g);
    uint32_t n = (uint32_t)horn_pred_count(g.h);
    for (uint32_t p = 0; p < n; p++) {
        if (chance(&g, 5)) continue;
        if (p == 0 || chance(&g, 20)) add_clause(&g, NULL, 0, (pred){p});
        else random_clause(&g, p, (pred){p});
        if (chance(&g, 40)) {
            pred self = {p};
            add_clause(&g, &self, 1, self);
        }
    }
    for (uint32_t extra = below(&g, shape->max_extra_clauses + 1); extra > 0; extra--) random_clause(&g, n, (pred){below(&g, n)});
    for (uint32_t queries = 1 + chance(&g, 25); queries > 0; queries--) {
        pred last = {chance(&g, 60) ? n - 1 : below(&g, n)};
        if (chance(&g, 75)) add_clause(&g, &last, 1, PRED_FALSE);
        else random_clause(&g, n, PRED_FALSE);
    }
    term_vec_release(&g.vars);
    term_vec_release(&g.args);
    term_vec_release(&g.parts);
    return g.h;
}

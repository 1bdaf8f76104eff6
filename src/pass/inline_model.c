/* Models back through inlining. For a predicate P that was resolved away, with interpretations of everything in its definitions
 * and uses, any formula will do that lies between
 *   strongest   OR over definitions of  exists variables. body & constraint & parameters = the head's arguments
 *   weakest     AND over uses of        not exists variables. rest of the body & constraint & not head & parameters = P's arguments
 * The strongest is below the weakest because the resolvents hold. We look for one without quantifiers: either end, if solving
 * equations removes its variables; an interpolant between them; the strongest without the conjuncts in which variables are left,
 * if the uses still hold; the strongest after quantifier elimination. */

#include "pass/inline.h"

#include "base/alloc.h"
#include "logic/solve_eq.h"
#include "smt/smt.h"
#include "logic/project.h"
#include "term/dag.h"

#include <stdlib.h>

static const double QUERY_SECONDS = 1, INTERPOLATION_SECONDS = 5, ALL_SECONDS = 20;
/* Of the time that is left, at most this share for everything; and after an interpolation without success, the next has this share of its
 * time: what is unrolled has many predicates that are alike. */
static const double ALL_SHARE = 0.25, NEXT_SHARE = 0.25;

typedef struct translation {
    const horn *h;
    term_store *ts;
    model *m; /* complete for the definitions and uses of the predicate at hand */
    limits limit; /* of everything that needs the solver */
    double interpolation; /* seconds for the next */
    smt *solver;
} translation;

/* exists locals. matrix */
typedef struct projection {
    term matrix;
    term_vec locals;
} projection;

static bool is_variable(const clause *c, term symbol)
{
    return c->n_vars && bsearch(&symbol, c->vars, c->n_vars, sizeof(term), term_compare);
}

static void push_equations(const translation *t, atom a, term_vec *parts)
{
    for (size_t i = 0; i < horn_pred_arity(t->h, a.pred); i++) {
        term_vec_push(parts, term_mk_eq(t->ts, horn_param(t->h, a.pred, i), a.args[i]));
    }
}

/* The variable a in  whole = store(.. store(a, i, v) .., j, w), if neither `whole` nor an index has it; otherwise TERM_NONE. */
static term written_variable(const translation *t, const clause *c, term whole, term stores)
{
    term a = stores;
    while (term_kind_of(t->ts, a) == TERM_STORE) a = term_arg(t->ts, a, 0);
    if (term_is_equal(a, stores) || !is_variable(c, a) || dag_has_symbol(t->ts, whole, a)) return TERM_NONE;
    for (term s = stores; !term_is_equal(s, a); s = term_arg(t->ts, s, 0))
        if (dag_has_symbol(t->ts, term_arg(t->ts, s, 1), a)) return TERM_NONE;
    return a;
}

/* Such an equation says what a is but for the cells that are overwritten:
 *   exists a. x = store(a, i, v) & phi   <=>   exists f. (x[i] = v & phi)[store(x, i, f)/a]
 * Replaces it by that; the cells f become locals. */
static term invert_stores(const translation *t, term a, term whole, term stores, term rest, term_vec *cells)
{
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, rest);
    for (term s = stores; !term_is_equal(s, a); s = term_arg(t->ts, s, 0)) {
        term index = term_arg(t->ts, s, 1), value = term_arg(t->ts, s, 2);
        term f = term_mk_fresh(t->ts, "cell", term_sort(t->ts, value));
        term_vec_push(&parts, term_mk_eq(t->ts, term_mk_select(t->ts, whole, index), value));
        whole = term_mk_store(t->ts, whole, index, f);
        term_vec_push(cells, f);
    }
    term matrix = dag_substitute(t->ts, term_mk_and(t->ts, parts.data, parts.size), &a, &whole, 1);
    term_vec_release(&parts);
    return matrix;
}

/* The matrix with one array variable less, or TERM_NONE. */
static term solve_array(const translation *t, const clause *c, term matrix, term_vec *cells)
{
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    dag_conjuncts(t->ts, matrix, &conjuncts);
    term solved = TERM_NONE;
    for (size_t i = 0; i < conjuncts.size && term_is_none(solved); i++) {
        term equation = conjuncts.data[i];
        if (term_kind_of(t->ts, equation) != TERM_EQ) continue;
        term sides[] = {term_arg(t->ts, equation, 0), term_arg(t->ts, equation, 1)};
        for (size_t k = 0; k < 2 && term_is_none(solved); k++) {
            term a = written_variable(t, c, sides[k], sides[1 - k]);
            if (term_is_none(a)) continue;
            conjuncts.data[i] = term_true(t->ts);
            solved = invert_stores(t, a, sides[k], sides[1 - k], term_mk_and(t->ts, conjuncts.data, conjuncts.size), cells);
        }
    }
    term_vec_release(&conjuncts);
    return solved;
}

/* exists c's variables. AND parts; the locals are those that no equation determines. */
static projection project(const translation *t, const clause *c, const term_vec *parts)
{
    projection p;
    term_vec cells, symbols;
    term_vec_init(&p.locals);
    term_vec_init(&cells);
    term_vec_init(&symbols);
    solve_eq *e = solve_eq_new(t->ts);
    for (size_t i = 0; i < c->n_vars; i++) solve_eq_allow(e, c->vars[i], 0);
    term next = term_mk_and(t->ts, parts->data, parts->size);
    do {
        p.matrix = solve_eq_run(e, next);
        size_t known = cells.size;
        next = solve_array(t, c, p.matrix, &cells);
        for (size_t i = known; i < cells.size; i++) solve_eq_allow(e, cells.data[i], 0);
    } while (!term_is_none(next));
    solve_eq_free(e);
    dag_symbols(t->ts, &p.matrix, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) {
        if (is_variable(c, symbols.data[i]) || term_vec_has(&cells, symbols.data[i])) term_vec_push(&p.locals, symbols.data[i]);
    }
    term_vec_release(&symbols);
    term_vec_release(&cells);
    return p;
}

static projection project_definition(const translation *t, const clause *def)
{
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, def->constraint);
    for (size_t i = 0; i < def->n_body; i++) term_vec_push(&parts, model_apply(t->m, t->h, def->body[i]));
    push_equations(t, def->head, &parts);
    projection p = project(t, def, &parts);
    term_vec_release(&parts);
    return p;
}

/* Where the use would fail; `at` is P's only place in its body. */
static projection project_use(const translation *t, const clause *use, size_t at)
{
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, use->constraint);
    for (size_t i = 0; i < use->n_body; i++) {
        if (i != at) term_vec_push(&parts, model_apply(t->m, t->h, use->body[i]));
    }
    if (!pred_is_false(use->head.pred)) term_vec_push(&parts, term_mk_not(t->ts, model_apply(t->m, t->h, use->head)));
    push_equations(t, use->body[at], &parts);
    projection p = project(t, use, &parts);
    term_vec_release(&parts);
    return p;
}

static bool only_place(const clause *c, pred p, size_t *at)
{
    size_t n = 0;
    for (size_t i = 0; i < c->n_body; i++) {
        if (!pred_is_equal(c->body[i].pred, p)) continue;
        *at = i;
        n++;
    }
    return n == 1;
}

/* Where the uses fail, one formula each, and whether no locals are left in any. False if one uses P several times. */
static bool project_uses(const translation *t, const elimination *e, term_vec *fails, bool *exact)
{
    *exact = true;
    for (size_t i = 0; i < e->n_uses; i++) {
        size_t at;
        if (!only_place(&e->uses[i]->clause, e->pred, &at)) return false;
        projection p = project_use(t, &e->uses[i]->clause, at);
        *exact &= !p.locals.size;
        term_vec_push(fails, p.matrix);
        term_vec_release(&p.locals);
    }
    return true;
}

static term interpolate(translation *t, const elimination *e, const projection *defs, const term_vec *fails)
{
    term_vec below, shared;
    term_vec_init(&below);
    term_vec_init(&shared);
    for (size_t i = 0; i < e->n_defs; i++) term_vec_push(&below, defs[i].matrix);
    for (size_t i = 0; i < horn_pred_arity(t->h, e->pred); i++) term_vec_push(&shared, horn_param(t->h, e->pred, i));
    smt_separation between = {below.data, fails->data, shared.data, below.size, fails->size, shared.size};
    term formula = smt_separate(t->ts, &between, &t->limit, t->interpolation);
    if (term_is_none(formula)) t->interpolation *= NEXT_SHARE;
    term_vec_release(&below);
    term_vec_release(&shared);
    return formula;
}

/* The weakest if it needs no quantifiers, otherwise something stronger; TERM_NONE if nothing is found. */
static term from_uses(translation *t, const elimination *e, const projection *defs)
{
    term_vec fails;
    term_vec_init(&fails);
    bool exact;
    term formula = TERM_NONE;
    if (project_uses(t, e, &fails, &exact)) {
        if (exact) {
            for (size_t i = 0; i < fails.size; i++) fails.data[i] = term_mk_not(t->ts, fails.data[i]);
            formula = term_mk_and(t->ts, fails.data, fails.size);
        } else if (!limits_is_over(&t->limit)) {
            formula = interpolate(t, e, defs, &fails);
        }
    }
    term_vec_release(&fails);
    return formula;
}

static smt *solver_of(translation *t)
{
    if (!t->solver) {
        t->solver = smt_new(t->ts, &t->limit, NULL);
        smt_set_query_limit(t->solver, QUERY_SECONDS);
    }
    return t->solver;
}

static bool uses_hold(translation *t, const elimination *e, term formula)
{
    term kept = model_get(t->m, e->pred);
    model_set(t->m, e->pred, formula);
    bool ok = true;
    for (size_t i = 0; i < e->n_uses && ok; i++) {
        smt *s = solver_of(t);
        smt_push(s);
        smt_assert(s, model_refute_clause(t->m, t->h, &e->uses[i]->clause));
        ok = smt_check(s, NULL, 0) == SMT_UNSAT;
        smt_pop(s, 1);
    }
    model_set(t->m, e->pred, kept);
    return ok;
}

static bool has_local(const translation *t, const projection *p, term conjunct)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(t->ts, &conjunct, 1, &symbols);
    bool found = false;
    for (size_t i = 0; i < symbols.size && !found; i++) {
        found = bsearch(&symbols.data[i], p->locals.data, p->locals.size, sizeof(term), term_compare) != NULL;
    }
    term_vec_release(&symbols);
    return found;
}

/* Implied by the projection: its conjuncts without locals. */
static term over_approximate(const translation *t, const projection *p)
{
    if (!p->locals.size) return p->matrix;
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    dag_conjuncts(t->ts, p->matrix, &conjuncts);
    size_t n = 0;
    for (size_t i = 0; i < conjuncts.size; i++) {
        if (!has_local(t, p, conjuncts.data[i])) conjuncts.data[n++] = conjuncts.data[i];
    }
    term formula = term_mk_and(t->ts, conjuncts.data, n);
    term_vec_release(&conjuncts);
    return formula;
}

static term eliminate(translation *t, const projection *p)
{
    if (!p->locals.size) return p->matrix;
    term formula = TERM_NONE;
    if (!limits_is_over(&t->limit)) formula = project_exists(solver_of(t), t->ts, p->locals.data, p->locals.size, p->matrix, QUERY_SECONDS);
    return term_is_none(formula) ? term_mk_exists(t->ts, p->locals.data, p->locals.size, p->matrix) : formula;
}

static term disjoin_over(const translation *t, const projection *p, size_t n)
{
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < n; i++) term_vec_push(&parts, over_approximate(t, &p[i]));
    term formula = term_mk_or(t->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return formula;
}

static term disjoin_exact(translation *t, const projection *p, size_t n)
{
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < n; i++) term_vec_push(&parts, eliminate(t, &p[i]));
    term formula = term_mk_or(t->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return formula;
}

static term interpret(translation *t, const elimination *e)
{
    projection *p = alloc_zeroed(e->n_defs, sizeof *p);
    bool exact = true;
    for (size_t i = 0; i < e->n_defs; i++) {
        p[i] = project_definition(t, &e->defs[i]->clause);
        exact &= !p[i].locals.size;
    }
    term formula = exact ? disjoin_exact(t, p, e->n_defs) : from_uses(t, e, p);
    if (term_is_none(formula)) {
        term candidate = disjoin_over(t, p, e->n_defs);
        if (!limits_is_over(&t->limit) && uses_hold(t, e, candidate)) formula = candidate;
    }
    if (term_is_none(formula)) formula = disjoin_exact(t, p, e->n_defs);
    for (size_t i = 0; i < e->n_defs; i++) term_vec_release(&p[i].locals);
    free(p);
    return formula;
}

bool inline_model_back(const back *base, const model *in, model *out, const limits *limit)
{
    const inline_back *b = (const inline_back *)base;
    const horn *h = base->before;
    double seconds = limits_left(limit) * ALL_SHARE;
    limits own = limits_within(limit, seconds < ALL_SECONDS ? seconds : ALL_SECONDS);
    translation t = {.h = h, .ts = horn_terms(h), .m = out, .limit = own, .interpolation = INTERPOLATION_SECONDS};
    for (uint32_t p = 0; p < horn_pred_count(h); p++) model_set(out, (pred){p}, model_get(in, (pred){p}));
    for (size_t i = b->eliminations.size; i-- > 0;) {
        const elimination *e = &b->eliminations.data[i];
        model_set(out, e->pred, interpret(&t, e));
    }
    smt_free(t.solver);
    return true;
}

#include "logic/project.h"

#include "logic/implicant.h"
#include "logic/project_parts.h"
#include "term/dag.h"

/* Formulas of more subterms, or more implicants than this, are left to the solver's elimination: the many implicants of a large formula take longer than
 * that, and are of no use. */
enum { MAX_SIZE = 200, MAX_CUBES = 12 };
/* The share of the time for one check: one that takes longer is not worth it. */
#define CHECK_SHARE 0.1

/* A summand  s div c  of an order atom, with factor 1 or -1 and a positive numeral c. */
typedef struct quotient {
    const term_store *ts;
    term of; /* TERM_NONE: none */
    bool negative;
} quotient;

static void find_quotient(void *context, const rat *factor, term t)
{
    quotient *q = context;
    if (term_is_none(t) || term_kind_of(q->ts, t) != TERM_IDIV || !(rat_is_one(factor) || rat_is_minus_one(factor))) return;
    term by = term_arg(q->ts, t, 1);
    if (term_kind_of(q->ts, by) != TERM_NUM || rat_sign(term_number(q->ts, by)) <= 0) return;
    q->of = t;
    q->negative = rat_is_minus_one(factor);
}

/* k <= s div c  is  c k <= s, and  s div c <= k  is  s <= c k + c - 1. */
term project_undo_division(term_store *ts, term t)
{
    while (term_kind_of(ts, t) == TERM_LE) {
        quotient q = {.ts = ts, .of = TERM_NONE};
        term_linear_each(ts, term_arg(ts, t, 0), find_quotient, &q);
        if (term_is_none(q.of)) return t;
        /* The atom without the quotient:  q <= k, or k <= q. */
        term s = term_arg(ts, q.of, 0), c = term_arg(ts, q.of, 1), lhs = term_arg(ts, t, 0), rhs = term_arg(ts, t, 1);
        const rat *factor = term_number(ts, c);
        if (q.negative) {
            term k = term_mk_sub(ts, term_mk_add2(ts, lhs, q.of), rhs);
            t = term_mk_le(ts, term_mk_scale(ts, factor, k), s);
        } else {
            term k = term_mk_sub(ts, rhs, term_mk_sub(ts, lhs, q.of));
            t = term_mk_lt(ts, s, term_mk_add2(ts, term_mk_scale(ts, factor, k), c));
        }
    }
    assert(term_is_bool(ts, t));
    return t;
}

#ifndef NDEBUG
static bool is_without(const term_store *ts, const term *vars, size_t n, const term_vec *literals)
{
    for (size_t i = 0; i < literals->size; i++)
        for (size_t k = 0; k < n; k++)
            if (dag_has_symbol(ts, literals->data[i], vars[k])) return false;
    return true;
}
#endif

bool project_cube(term_store *ts, evaluator *values, const term *vars, size_t n, term_vec *literals)
{
    term_vec left;
    term_vec_init(&left);
    term_vec_append(&left, vars, n);
    for (size_t i = 0; i < literals->size; i++) literals->data[i] = project_undo_division(ts, literals->data[i]);
    bool ok = project_datatypes(ts, values, &left, literals) && project_arrays(ts, values, &left, literals) &&
              project_datatypes(ts, values, &left, literals) && project_scalars(ts, values, left.data, left.size, literals);
    assert(!ok || is_without(ts, vars, n, literals));
    term_vec_release(&left);
    return ok;
}

/* ---- exists ---- */

typedef struct cover {
    smt *solver;
    term_store *ts;
    const term *vars;
    size_t n;
    term t;
    term_vec symbols; /* of t */
    term_vec cubes; /* each implies exists vars. t */
} cover;

/* The projection of an implicant of t in the solver's model; TERM_NONE if there is none. */
static term project_model(cover *c)
{
    evaluator *values = evaluator_new(c->ts);
    term_vec literals;
    term_vec_init(&literals);
    bool ok = true;
    for (size_t i = 0; i < c->symbols.size && ok; i++) {
        term value = smt_value(c->solver, c->symbols.data[i]);
        ok = !term_is_none(value);
        if (ok) evaluator_set(values, c->symbols.data[i], value);
    }
    implicant_model m = {.values = values, .keep_reads = true};
    ok = ok && implicant_of_model(&m, c->ts, &c->t, 1, &literals) && project_cube(c->ts, values, c->vars, c->n, &literals);
    term cube = ok ? term_mk_and(c->ts, literals.data, literals.size) : TERM_NONE;
    term_vec_release(&literals);
    evaluator_free(values);
    return cube;
}

/* t and not any of the cubes. */
static smt_result check_rest(cover *c)
{
    term_vec asked;
    term_vec_init(&asked);
    term_vec_push(&asked, c->t);
    for (size_t i = 0; i < c->cubes.size; i++) term_vec_push(&asked, term_mk_not(c->ts, c->cubes.data[i]));
    smt_result r = smt_check(c->solver, asked.data, asked.size);
    term_vec_release(&asked);
    return r;
}

/* The disjunction of cubes that cover t; TERM_NONE if a few do not. */
static term cover_by_cubes(cover *c)
{
    assert(!c->cubes.size);
    while (c->cubes.size <= MAX_CUBES) {
        smt_result r = check_rest(c);
        if (r == SMT_UNSAT) return term_mk_or(c->ts, c->cubes.data, c->cubes.size);
        term cube = r == SMT_SAT ? project_model(c) : TERM_NONE;
        if (term_is_none(cube)) return TERM_NONE;
        term_vec_push(&c->cubes, cube);
    }
    return TERM_NONE;
}

/* Within about `seconds`: no single check takes longer than a share of them. */
static term cover_within(cover *c, double seconds)
{
    if (term_has_quantifier(c->ts, c->t) || dag_size(c->ts, c->t) > MAX_SIZE) return TERM_NONE;
    double own = smt_query_limit(c->solver), share = CHECK_SHARE * seconds;
    if (share > 0 && (own <= 0 || share < own)) smt_set_query_limit(c->solver, share);
    term found = cover_by_cubes(c);
    smt_set_query_limit(c->solver, own);
    return found;
}

static bool has_any(const term_vec *symbols, const term *vars, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (term_vec_has(symbols, vars[i])) return true;
    return false;
}

term project_exists(smt *solver, term_store *ts, const term *vars, size_t n, term t, double seconds)
{
    assert(term_is_bool(ts, t) && (vars || !n));
    cover c = {.solver = solver, .ts = ts, .vars = vars, .n = n, .t = t};
    dag_symbols(ts, &t, 1, &c.symbols);
    double since = limits_work();
    term found = t;
    if (has_any(&c.symbols, vars, n)) {
        found = cover_within(&c, seconds);
        double left = seconds > 0 ? seconds - (limits_work() - since) : 0;
        if (term_is_none(found) && left >= 0) found = smt_eliminate(solver, vars, n, t, left);
    }
    term_vec_release(&c.symbols);
    term_vec_release(&c.cubes);
    return found;
}

#include "recurrence/loop.h"

#include "logic/solve_eq.h"
#include "term/dag.h"

enum { MAX_CASES = 12, MAX_DECISIONS = 100 };

/* Something to decide: does `condition` hold? If not, `otherwise` does. `known` (TERM_NONE: nothing) holds anyway, and goes. */
typedef struct decision {
    term condition, otherwise, known;
} decision;

/* A case to be: the constraint and, after it, the arguments of the head. */
typedef struct open_case {
    term_vec terms;
} open_case;
VEC_DECLARE(open_case_vec, open_case);

static bool has_only(const term_store *ts, term t, const term_vec *symbols)
{
    term_vec own;
    term_vec_init(&own);
    dag_symbols(ts, &t, 1, &own);
    bool only = true;
    for (size_t i = 0; i < own.size && only; i++) only = term_vec_has(symbols, own.data[i]);
    term_vec_release(&own);
    return only;
}

static decision decision_about(term_store *ts, term condition) { return (decision){condition, term_mk_not(ts, condition), TERM_NONE}; }

/* The condition of an if-then-else. */
static term find_ite(const term_store *ts, const term_vec *terms)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, terms->data, terms->size, &all);
    term found = TERM_NONE;
    for (size_t i = 0; i < all.size && term_is_none(found); i++)
        if (term_kind_of(ts, all.data[i]) == TERM_ITE && !term_has_bound(ts, all.data[i])) found = term_arg(ts, all.data[i], 0);
    term_vec_release(&all);
    return found;
}

/* Makes guards order atoms and equations: about a disjunct, or whether one side of a disequation is less. False: they are. */
static bool find_decision(term_store *ts, term constraint, const term_vec *unchanged, decision *out)
{
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    dag_conjuncts(ts, constraint, &conjuncts);
    bool found = false;
    for (size_t i = 0; i < conjuncts.size && !found; i++) {
        term g = conjuncts.data[i];
        if (has_only(ts, g, unchanged)) continue;
        term e = term_kind_of(ts, g) == TERM_NOT ? term_arg(ts, g, 0) : TERM_NONE;
        bool is_distinct = !term_is_none(e) && term_kind_of(ts, e) == TERM_EQ && term_is_arith(ts, term_arg(ts, e, 0));
        found = true;
        if (term_kind_of(ts, g) == TERM_OR) *out = decision_about(ts, term_arg(ts, g, 0));
        else if (!term_is_none(e) && term_kind_of(ts, e) == TERM_AND) *out = decision_about(ts, term_arg(ts, e, 0));
        else if (is_distinct) {
            term left = term_arg(ts, e, 0), right = term_arg(ts, e, 1);
            *out = (decision){term_mk_lt(ts, left, right), term_mk_gt(ts, left, right), g};
        } else found = false;
    }
    term_vec_release(&conjuncts);
    return found;
}

/* ---- deciding ---- */

typedef struct outcome {
    term_store *ts;
    const decision *about;
    bool value;
} outcome;

static term decide_step(void *context, term t, const term *args)
{
    const outcome *o = context;
    (void)args;
    if (term_is_equal(t, o->about->condition)) return term_mk_bool(o->ts, o->value);
    return term_is_equal(t, o->about->known) ? term_true(o->ts) : TERM_NONE;
}

/* The case where the condition has that value; it is false in itself if that cannot be. */
static open_case decide(term_store *ts, const open_case *c, const decision *about, bool value)
{
    outcome d = {ts, about, value};
    open_case out;
    term_vec_init(&out.terms);
    for (size_t i = 0; i < c->terms.size; i++) term_vec_push(&out.terms, dag_map(ts, c->terms.data[i], decide_step, &d));
    term holds = value ? about->condition : about->otherwise;
    out.terms.data[0] = term_mk_and2(ts, out.terms.data[0], holds);
    return out;
}

/* p <= b and p >= b are an equation; the guards with it. */
static term join_bounds(term_store *ts, term constraint)
{
    term_vec parts;
    term_vec_init(&parts);
    dag_conjuncts(ts, constraint, &parts);
    size_t n = parts.size;
    for (size_t i = 0; i < n; i++) {
        if (term_kind_of(ts, parts.data[i]) != TERM_LE) continue;
        term left = term_arg(ts, parts.data[i], 0), right = term_arg(ts, parts.data[i], 1);
        if (term_vec_has(&parts, term_mk_ge(ts, left, right))) term_vec_push(&parts, term_mk_eq(ts, left, right));
    }
    term joined = term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return joined;
}

static void push_inputs(const clause *c, size_t arity, term_vec *out)
{
    term_vec arguments = {.data = (term *)c->body[0].args, .size = arity};
    for (size_t i = 0; i < c->n_vars; i++)
        if (!term_vec_has(&arguments, c->vars[i])) term_vec_push(out, c->vars[i]);
}

/* Inputs that equations determine go. */
static void close_case(arena *mem, const horn *h, uint32_t origin, const open_case *c, loop_case_vec *out)
{
    const clause *from = horn_clause(h, origin);
    size_t n = horn_pred_arity(h, from->head.pred);
    assert(c->terms.size == n + 1);
    loop_case done = {.origin = origin, .arity = n};
    term_vec_init(&done.guards);
    term_vec_init(&done.inputs);
    term_vec_init(&done.values);
    push_inputs(from, n, &done.inputs);
    solve_eq *e = solve_eq_new(horn_terms(h));
    for (size_t i = 0; i < done.inputs.size; i++) solve_eq_allow(e, done.inputs.data[i], 0);
    dag_conjuncts(horn_terms(h), solve_eq_run(e, join_bounds(horn_terms(h), c->terms.data[0])), &done.guards);
    for (size_t i = 0; i < done.inputs.size; i++) term_vec_push(&done.values, solve_eq_apply(e, done.inputs.data[i]));
    term *next = arena_alloc(mem, (n + 1) * sizeof *next), *vars = arena_alloc(mem, (n + 1) * sizeof *vars);
    for (size_t i = 0; i < n; i++) {
        vars[i] = from->body[0].args[i];
        next[i] = solve_eq_apply(e, c->terms.data[i + 1]);
    }
    done.vars = vars;
    done.next = next;
    solve_eq_free(e);
    loop_case_vec_push(out, done);
}

void loop_case_release(loop_case *c)
{
    term_vec_release(&c->guards);
    term_vec_release(&c->inputs);
    term_vec_release(&c->values);
}

static bool has_distinct_variables(const horn *h, atom a)
{
    for (size_t i = 0; i < horn_pred_arity(h, a.pred); i++) {
        if (term_kind_of(horn_terms(h), a.args[i]) != TERM_SYM) return false;
        for (size_t k = 0; k < i; k++)
            if (term_is_equal(a.args[i], a.args[k])) return false;
    }
    return true;
}

/* Arguments that no turn changes. */
static void push_unchanged(const horn *h, const clause *c, term_vec *out)
{
    for (size_t i = 0; i < horn_pred_arity(h, c->head.pred); i++)
        if (term_is_equal(c->body[0].args[i], c->head.args[i])) term_vec_push(out, c->head.args[i]);
}

bool loop_cases(arena *mem, const horn *h, uint32_t origin, loop_case_vec *out)
{
    const clause *c = horn_clause(h, origin);
    assert(c->n_body == 1 && pred_is_equal(c->body[0].pred, c->head.pred));
    if (!has_distinct_variables(h, c->body[0]) || term_has_quantifier(horn_terms(h), c->constraint)) return false;
    term_store *ts = horn_terms(h);
    open_case_vec open;
    open_case_vec_init(&open);
    open_case first;
    term_vec_init(&first.terms);
    term_vec unchanged;
    term_vec_init(&unchanged);
    push_unchanged(h, c, &unchanged);
    term_vec_push(&first.terms, c->constraint);
    term_vec_append(&first.terms, c->head.args, horn_pred_arity(h, c->head.pred));
    open_case_vec_push(&open, first);
    size_t known = out->size, decisions = 0;
    bool ok = true;
    while (open.size && ok) {
        open_case now = open_case_vec_pop(&open);
        bool is_possible = !term_is_equal(now.terms.data[0], term_false(ts));
        decision d;
        term condition = find_ite(ts, &now.terms);
        bool is_open = !term_is_none(condition);
        if (is_open) d = decision_about(ts, condition);
        else is_open = find_decision(ts, now.terms.data[0], &unchanged, &d);
        if (is_possible && is_open) {
            decisions++;
            open_case_vec_push(&open, decide(ts, &now, &d, false));
            open_case_vec_push(&open, decide(ts, &now, &d, true));
        } else if (is_possible) {
            close_case(mem, h, origin, &now, out);
        }
        term_vec_release(&now.terms);
        ok = open.size + out->size - known <= MAX_CASES && decisions <= MAX_DECISIONS;
    }
    while (open.size) {
        open_case rest = open_case_vec_pop(&open);
        term_vec_release(&rest.terms);
    }
    for (; !ok && out->size > known; out->size--) loop_case_release(&out->data[out->size - 1]);
    open_case_vec_release(&open);
    term_vec_release(&unchanged);
    return ok;
}

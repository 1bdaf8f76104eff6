#include "logic/equation.h"

#include "term/dag.h"

typedef struct choice {
    term_store *ts;
    equation_better_fn *is_better;
    void *context;
    term best; /* TERM_NONE: none yet */
    bool is_int;
    rat coefficient; /* of the best one, in a sum */
    term_vec compounds; /* summands that are no symbols */
} choice;

static bool is_candidate(const choice *c, term t) { return term_kind_of(c->ts, t) == TERM_SYM && c->is_better(c->context, t, c->best); }

static void collect_compound(void *context, const rat *coefficient, term t)
{
    choice *c = context;
    (void)coefficient;
    if (!term_is_none(t) && term_kind_of(c->ts, t) != TERM_SYM) term_vec_push(&c->compounds, t);
}

static bool is_nested(const choice *c, term symbol)
{
    for (size_t i = 0; i < c->compounds.size; i++)
        if (dag_has_symbol(c->ts, c->compounds.data[i], symbol)) return true;
    return false;
}

static void consider_summand(void *context, const rat *coefficient, term t)
{
    choice *c = context;
    if (term_is_none(t) || !is_candidate(c, t)) return;
    if ((c->is_int && !rat_is_one(coefficient) && !rat_is_minus_one(coefficient)) || is_nested(c, t)) return;
    assert(rat_sign(coefficient) != 0);
    c->best = t;
    rat_set(&c->coefficient, coefficient);
}

/* lhs = rhs with a symbol x of coefficient a on the left, where equations in normal form have all symbols:  x = x - (lhs - rhs) / a. */
static term solve_sum(choice *c, term lhs, term rhs)
{
    c->is_int = sort_kind_of(c->ts, term_sort(c->ts, lhs)) == SORT_INT;
    term_linear_each(c->ts, lhs, collect_compound, c);
    term_linear_each(c->ts, lhs, consider_summand, c);
    if (term_is_none(c->best)) return TERM_NONE;
    rat_inv(&c->coefficient, &c->coefficient);
    term step = term_mk_scale(c->ts, &c->coefficient, term_mk_sub(c->ts, lhs, rhs));
    return term_mk_sub(c->ts, c->best, step);
}

static term solve_sides(choice *c, term lhs, term rhs)
{
    term sides[] = {lhs, rhs}, value = TERM_NONE;
    for (size_t i = 0; i < 2; i++) {
        if (!is_candidate(c, sides[i]) || dag_has_symbol(c->ts, sides[1 - i], sides[i])) continue;
        c->best = sides[i];
        value = sides[1 - i];
    }
    return value;
}

static term solve(choice *c, term literal)
{
    term_store *ts = c->ts;
    bool positive = term_kind_of(ts, literal) != TERM_NOT;
    term atom = positive ? literal : term_arg(ts, literal, 0);
    if (is_candidate(c, atom)) {
        c->best = atom;
        return term_mk_bool(ts, positive);
    }
    if (term_kind_of(ts, atom) != TERM_EQ) return TERM_NONE;
    term lhs = term_arg(ts, atom, 0), rhs = term_arg(ts, atom, 1);
    if (!positive && !term_is_bool(ts, lhs)) return TERM_NONE;
    if (term_is_arith(ts, lhs)) return solve_sum(c, lhs, rhs);
    term value = solve_sides(c, lhs, rhs);
    return term_is_none(value) || positive ? value : term_mk_not(ts, value);
}

bool equation_define(term_store *ts, term literal, equation_better_fn *is_better, void *context, definition *out)
{
    assert(term_is_bool(ts, literal) && is_better);
    choice c = {.ts = ts, .is_better = is_better, .context = context, .best = TERM_NONE};
    rat_init(&c.coefficient);
    term value = solve(&c, literal);
    *out = (definition){c.best, value};
    assert(term_is_none(value) || term_kind_of(ts, c.best) == TERM_SYM);
    assert(term_is_none(value) || sort_is_equal(term_sort(ts, value), term_sort(ts, c.best)));
    assert(term_is_none(value) || !dag_has_symbol(ts, value, c.best));
    rat_release(&c.coefficient);
    term_vec_release(&c.compounds);
    return !term_is_none(value);
}

static bool is_that(void *context, term candidate, term best)
{
    (void)best;
    return term_is_equal(candidate, *(const term *)context);
}

term equation_solve_for(term_store *ts, term literal, term symbol)
{
    definition d;
    return equation_define(ts, literal, is_that, &symbol, &d) ? d.value : TERM_NONE;
}

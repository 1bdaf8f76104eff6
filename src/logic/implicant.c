#include "itp/implicant.h"

#include "term/dag.h"

typedef struct walk {
    smt *solver;
    term_store *ts;
    scope *scope;
    term_vec todo; /* formulas that are true in the model and still to be implied */
    u32_map seen; /* those that were in todo */
    u32_map values; /* Bool term -> is it true */
    term_vec *out;
    bool failed;
} walk;

static bool is_true(walk *w, term t)
{
    const uint32_t *known = u32_map_find(&w->values, t.id);
    if (known) return *known;
    term value = smt_value(w->solver, t);
    bool yes = term_is_equal(value, term_true(w->ts));
    if (!yes && !term_is_equal(value, term_false(w->ts))) w->failed = true;
    *u32_map_put(&w->values, t.id, NULL) = yes;
    return yes;
}

/* `t` (or its negation, whichever holds) has to be implied. */
static void need(walk *w, term t)
{
    if (!is_true(w, t)) t = term_mk_not(w->ts, t);
    bool added;
    u32_map_put(&w->seen, t.id, &added);
    if (added) term_vec_push(&w->todo, t);
}

/* A formula of which the model is said to be one. */
static void need_root(walk *w, term t)
{
    if (!is_true(w, t)) w->failed = true;
    else need(w, t);
}

/* ---- what has to be decided inside of atoms ---- */

static bool is_read_over_write(const term_store *ts, term t)
{
    return term_kind_of(ts, t) == TERM_SELECT && term_kind_of(ts, term_arg(ts, t, 0)) == TERM_STORE;
}

static bool is_choice(const term_store *ts, term t)
{
    return (term_kind_of(ts, t) == TERM_ITE && !term_is_bool(ts, t)) || is_read_over_write(ts, t);
}

/* What a choice is in the model, once its condition is needed. */
static term decide_choice(walk *w, term t)
{
    term_store *ts = w->ts;
    if (term_kind_of(ts, t) == TERM_ITE) {
        term condition = term_arg(ts, t, 0), yes = term_arg(ts, t, 1), no = term_arg(ts, t, 2);
        need(w, condition);
        return is_true(w, condition) ? yes : no;
    }
    term array = term_arg(ts, t, 0), index = term_arg(ts, t, 1);
    term under = term_arg(ts, array, 0), value = term_arg(ts, array, 2);
    term same = term_mk_eq(ts, term_arg(ts, array, 1), index);
    need(w, same);
    return is_true(w, same) ? value : term_mk_select(ts, under, index);
}

/* The first choice of `atom` that is not below another one, or TERM_NONE. */
static term outermost_choice(const term_store *ts, term atom)
{
    term found = TERM_NONE;
    term_vec todo;
    u32_map seen;
    term_vec_init(&todo);
    u32_map_init(&seen);
    term_vec_push(&todo, atom);
    while (todo.size && term_is_none(found)) {
        term t = term_vec_pop(&todo);
        bool added;
        u32_map_put(&seen, t.id, &added);
        term_kind k = term_kind_of(ts, t);
        if (!added || k == TERM_FORALL || k == TERM_EXISTS) continue;
        if (is_choice(ts, t)) found = t;
        else term_vec_append(&todo, term_args(ts, t), term_arity(ts, t));
    }
    term_vec_release(&todo);
    u32_map_release(&seen);
    return found;
}

/* `t` with the subterm `old` replaced. */
static term replace(term_store *ts, term t, term old, term by)
{
    term_vec all, args;
    term_vec_init(&all);
    term_vec_init(&args);
    u32_map made;
    u32_map_init(&made);
    dag_subterms(ts, &t, 1, &all);
    for (size_t k = 0; k < all.size; k++) {
        term sub = all.data[k], new = sub;
        if (term_is_equal(sub, old)) {
            new = by;
        } else if (term_arity(ts, sub) && !term_has_quantifier(ts, sub)) {
            term_vec_clear(&args);
            bool changed = false;
            for (size_t i = 0; i < term_arity(ts, sub); i++) {
                term arg = {*u32_map_find(&made, term_arg(ts, sub, i).id)};
                changed = changed || !term_is_equal(arg, term_arg(ts, sub, i));
                term_vec_push(&args, arg);
            }
            if (changed) new = term_rebuild(ts, sub, args.data);
        }
        *u32_map_put(&made, sub.id, NULL) = new.id;
    }
    term result = {*u32_map_find(&made, t.id)};
    u32_map_release(&made);
    term_vec_release(&args);
    term_vec_release(&all);
    return result;
}

static bool is_number_equation(const term_store *ts, term t)
{
    return term_kind_of(ts, t) == TERM_EQ && term_is_arith(ts, term_arg(ts, t, 0));
}

/* A literal that holds, with the choices in it made. */
static void take_literal(walk *w, term literal)
{
    term_store *ts = w->ts;
    bool negative = term_kind_of(ts, literal) == TERM_NOT;
    term atom = negative ? term_arg(ts, literal, 0) : literal;
    for (term choice = outermost_choice(ts, atom); !term_is_none(choice) && !w->failed; choice = outermost_choice(ts, atom))
        atom = replace(ts, atom, choice, decide_choice(w, choice));
    if (negative && is_number_equation(ts, atom)) {
        term less = term_mk_lt(ts, term_arg(ts, atom, 0), term_arg(ts, atom, 1));
        literal = is_true(w, less) ? less : term_mk_gt(ts, term_arg(ts, atom, 0), term_arg(ts, atom, 1));
    } else {
        literal = negative ? term_mk_not(ts, atom) : atom;
    }
    if (!term_is_equal(literal, term_true(ts))) term_vec_push(w->out, literal);
}

/* ---- Boolean structure ---- */

static bool is_iff(const term_store *ts, term t) { return term_kind_of(ts, t) == TERM_EQ && term_is_bool(ts, term_arg(ts, t, 0)); }

/* One of the arguments whose value is `value`: one that is implied anyway, one over shared symbols, or the smallest. */
static term choose_argument(walk *w, term t, bool value)
{
    const term_store *ts = w->ts;
    term best = TERM_NONE;
    size_t best_cost = 0, n = term_arity(ts, t);
    for (size_t k = 0; k < n; k++) {
        term arg = term_arg(ts, t, k);
        if (is_true(w, arg) != value) continue;
        term literal = value ? arg : term_mk_not(w->ts, arg);
        if (u32_map_find(&w->seen, literal.id)) return arg;
        size_t cost = dag_size(ts, arg) + (scope_has(w->scope, arg) ? 0 : 1000);
        if (!term_is_none(best) && cost >= best_cost) continue;
        best = arg;
        best_cost = cost;
    }
    if (term_is_none(best)) w->failed = true;
    return best;
}

static void need_all(walk *w, term t)
{
    size_t n = term_arity(w->ts, t);
    for (size_t k = 0; k < n; k++) need(w, term_arg(w->ts, t, k));
}

static void need_one(walk *w, term t, bool value)
{
    term arg = choose_argument(w, t, value);
    if (!term_is_none(arg)) need(w, arg);
}

static void imply(walk *w, term t)
{
    const term_store *ts = w->ts;
    bool negative = term_kind_of(ts, t) == TERM_NOT;
    term inner = negative ? term_arg(ts, t, 0) : t;
    switch (term_kind_of(ts, inner)) {
    case TERM_TRUE:
    case TERM_FALSE: return;
    case TERM_AND:
        if (negative) need_one(w, inner, false);
        else need_all(w, inner);
        return;
    case TERM_OR:
        if (negative) need_all(w, inner);
        else need_one(w, inner, true);
        return;
    case TERM_ITE:
        need(w, term_arg(ts, inner, 0));
        need(w, term_arg(ts, inner, is_true(w, term_arg(ts, inner, 0)) ? 1 : 2));
        return;
    default:
        if (is_iff(ts, inner)) need_all(w, inner);
        else take_literal(w, t);
    }
}

bool implicant_of_model(smt *solver, term_store *ts, scope *s, const term *formulas, size_t n, term_vec *out)
{
    walk w = {.solver = solver, .ts = ts, .scope = s, .out = out};
    term_vec_init(&w.todo);
    u32_map_init(&w.seen);
    u32_map_init(&w.values);
    /* Last in, first out: what has no choice comes first, so that disjunctions can lean on it. */
    for (size_t k = 0; k < n; k++)
        if (!implicant_is_literal(ts, formulas[k])) need_root(&w, formulas[k]);
    for (size_t k = 0; k < n; k++)
        if (implicant_is_literal(ts, formulas[k])) need_root(&w, formulas[k]);
    while (w.todo.size && !w.failed) imply(&w, term_vec_pop(&w.todo));
    term_vec_release(&w.todo);
    u32_map_release(&w.seen);
    u32_map_release(&w.values);
    return !w.failed;
}

bool implicant_is_literal(const term_store *ts, term t)
{
    bool negative = term_kind_of(ts, t) == TERM_NOT;
    term atom = negative ? term_arg(ts, t, 0) : t;
    term_kind k = term_kind_of(ts, atom);
    if (k == TERM_AND || k == TERM_OR || k == TERM_ITE || is_iff(ts, atom)) return false;
    if (negative && is_number_equation(ts, atom)) return false;
    return term_is_none(outermost_choice(ts, atom));
}

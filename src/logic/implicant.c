#include "logic/implicant.h"

#include "term/dag.h"

VEC_DECLARE(bool_vec, bool);

typedef struct walk {
    const implicant_model *model;
    term_store *ts;
    term_vec todo; /* formulas still to be implied, */
    bool_vec truth; /* or their negations */
    u32_map seen; /* those that were in todo */
    u32_map known; /* Bool term -> its truth */
    u32_map decided; /* subterms of literals -> without choices */
    u32_map taken; /* literals in out */
    term_vec *out;
    bool failed;
} walk;

static term value_of(walk *w, term t)
{
    if (!w->model->values) return smt_value(w->model->solver, t);
    /* SMT-LIB leaves division by zero open: the solver's model may have another value. */
    bool div0 = false;
    term value = evaluator_eval(w->model->values, t, &div0);
    return div0 ? TERM_NONE : value;
}

typedef enum truth_value { IS_FALSE, IS_TRUE, IS_UNKNOWN } truth_value;

static truth_value truth_of(walk *w, term t)
{
    bool added;
    uint32_t *known = u32_map_put(&w->known, t.id, &added);
    if (!added) return (truth_value)*known;
    term value = value_of(w, t);
    truth_value result = term_is_equal(value, term_true(w->ts)) ? IS_TRUE : term_is_equal(value, term_false(w->ts)) ? IS_FALSE : IS_UNKNOWN;
    *known = result;
    return result;
}

static bool is_true(walk *w, term t)
{
    truth_value is = truth_of(w, t);
    w->failed = w->failed || is == IS_UNKNOWN;
    return is == IS_TRUE;
}

static term without_not(const walk *w, term t) { return term_kind_of(w->ts, t) == TERM_NOT ? term_arg(w->ts, t, 0) : t; }

/* `t`, or its negation if that holds, has to be implied. */
static void need(walk *w, term t)
{
    t = without_not(w, t);
    assert(term_is_bool(w->ts, t) && term_kind_of(w->ts, t) != TERM_NOT);
    bool is = is_true(w, t), added;
    u32_map_put(&w->seen, t.id, &added);
    if (!added) return;
    term_vec_push(&w->todo, t);
    bool_vec_push(&w->truth, is);
    assert(w->todo.size == w->truth.size);
}

/* A formula of which the model is said to be one. */
static void need_root(walk *w, term t)
{
    if (!is_true(w, t)) w->failed = true;
    else need(w, t);
}

/* ---- what has to be decided inside of atoms ---- */

static bool is_quantifier(term_kind k) { return k == TERM_FORALL || k == TERM_EXISTS; }

/* An `ite` is the branch that is taken; what is bound is left alone. */
static term enter(void *context, term t)
{
    walk *w = context;
    term_kind k = term_kind_of(w->ts, t);
    if (is_quantifier(k)) return t;
    if (k != TERM_ITE || w->failed) return TERM_NONE;
    term condition = term_arg(w->ts, t, 0);
    need(w, condition);
    return term_arg(w->ts, t, is_true(w, condition) ? 1 : 2);
}

/* A read over writes is what was written, or what is below them. */
static term decide_read(void *context, term t, const term *args)
{
    walk *w = context;
    if (w->model->keep_reads || term_kind_of(w->ts, t) != TERM_SELECT) return TERM_NONE;
    term array = args[0], index = args[1];
    while (!w->failed && term_kind_of(w->ts, array) == TERM_STORE) {
        term same = term_mk_eq(w->ts, term_arg(w->ts, array, 1), index);
        need(w, same);
        if (is_true(w, same)) return term_arg(w->ts, array, 2);
        array = term_arg(w->ts, array, 0);
    }
    return term_mk_select(w->ts, array, index);
}

static bool is_number_equation(const term_store *ts, term t)
{
    return term_kind_of(ts, t) == TERM_EQ && term_is_arith(ts, term_arg(ts, t, 0));
}

/* Takes the atom, or its negation, with the choices in it made. */
static void take_literal(walk *w, term atom, bool truth)
{
    term_store *ts = w->ts;
    dag_rules rules = {.enter = enter, .step = decide_read, .context = w};
    atom = dag_map_with(ts, atom, &rules, &w->decided);
    term literal = truth ? atom : term_mk_not(ts, atom);
    if (!truth && is_number_equation(ts, atom)) {
        term a = term_arg(ts, atom, 0), b = term_arg(ts, atom, 1);
        literal = is_true(w, term_mk_lt(ts, a, b)) ? term_mk_lt(ts, a, b) : term_mk_gt(ts, a, b);
    }
    assert(term_is_bool(ts, literal) && term_kind_of(ts, literal) != TERM_ITE);
    bool added;
    u32_map_put(&w->taken, literal.id, &added);
    if (added && !term_is_equal(literal, term_true(ts))) term_vec_push(w->out, literal);
}

/* ---- Boolean structure ---- */

static bool is_iff(const term_store *ts, term t) { return term_kind_of(ts, t) == TERM_EQ && term_is_bool(ts, term_arg(ts, t, 0)); }

static void need_all(walk *w, term t)
{
    for (size_t k = 0; k < term_arity(w->ts, t); k++) need(w, term_arg(w->ts, t, k));
}

/* One of the arguments whose value is `value`: one that is implied anyway, or the cheapest. */
static void need_one(walk *w, term t, bool value)
{
    term best = TERM_NONE;
    size_t best_cost = 0;
    for (size_t k = 0; k < term_arity(w->ts, t) && !w->failed; k++) {
        term arg = term_arg(w->ts, t, k);
        if (truth_of(w, arg) != (value ? IS_TRUE : IS_FALSE)) continue;
        if (u32_map_find(&w->seen, without_not(w, arg).id)) return;
        size_t cost = w->model->cost ? w->model->cost(w->model->context, arg) : 0;
        if (!term_is_none(best) && cost >= best_cost) continue;
        best = arg;
        best_cost = cost;
    }
    if (term_is_none(best)) w->failed = true;
    else need(w, best);
}

static void imply(walk *w, term t, bool truth)
{
    term_kind k = term_kind_of(w->ts, t);
    switch (k) {
    case TERM_TRUE:
    case TERM_FALSE: return;
    case TERM_AND:
    case TERM_OR:
        if ((k == TERM_AND) == truth) need_all(w, t);
        else need_one(w, t, truth);
        return;
    case TERM_ITE:
        need(w, term_arg(w->ts, t, 0));
        need(w, term_arg(w->ts, t, is_true(w, term_arg(w->ts, t, 0)) ? 1 : 2));
        return;
    default:
        if (is_iff(w->ts, t)) need_all(w, t);
        else take_literal(w, t, truth);
    }
}

bool implicant_of_model(const implicant_model *m, term_store *ts, const term *formulas, size_t n, term_vec *out)
{
    assert(m->solver || m->values);
    walk w = {.model = m, .ts = ts, .out = out};
    for (size_t k = 0; k < out->size; k++) u32_map_put(&w.taken, out->data[k].id, NULL);
    /* Last in, first out: what has no choice comes first, so that disjunctions can lean on it. */
    for (size_t k = 0; k < n; k++)
        if (!implicant_is_literal(ts, formulas[k])) need_root(&w, formulas[k]);
    for (size_t k = 0; k < n; k++)
        if (implicant_is_literal(ts, formulas[k])) need_root(&w, formulas[k]);
    while (w.todo.size && !w.failed) {
        term t = term_vec_pop(&w.todo);
        imply(&w, t, bool_vec_pop(&w.truth));
    }
    term_vec_release(&w.todo);
    bool_vec_release(&w.truth);
    u32_map_release(&w.seen);
    u32_map_release(&w.known);
    u32_map_release(&w.decided);
    u32_map_release(&w.taken);
    return !w.failed;
}

size_t implicant_size(void *ts, term t) { return dag_size(ts, t); }

/* Is there something to decide in the atom? */
static bool has_choice(const term_store *ts, term atom)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &atom, 1, &all);
    bool found = false;
    for (size_t i = 0; i < all.size && !found; i++) {
        term_kind k = term_kind_of(ts, all.data[i]);
        found = k == TERM_ITE || (k == TERM_SELECT && term_kind_of(ts, term_arg(ts, all.data[i], 0)) == TERM_STORE);
    }
    term_vec_release(&all);
    return found;
}

bool implicant_is_literal(const term_store *ts, term t)
{
    assert(term_is_bool(ts, t));
    bool negative = term_kind_of(ts, t) == TERM_NOT;
    term atom = negative ? term_arg(ts, t, 0) : t;
    term_kind k = term_kind_of(ts, atom);
    if (k == TERM_AND || k == TERM_OR || k == TERM_ITE || is_iff(ts, atom)) return false;
    if (negative && is_number_equation(ts, atom)) return false;
    return is_quantifier(k) || !has_choice(ts, atom);
}

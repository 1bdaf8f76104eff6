#include "itp/preference.h"

#include "term/dag.h"

#include <math.h>

static bool is_connective(term_kind k) { return k == TERM_AND || k == TERM_OR || k == TERM_NOT; }

static bool is_boolean_connective(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    if (is_connective(k)) return true;
    return (k == TERM_ITE || k == TERM_EQ) && term_is_bool(ts, term_arg(ts, t, 1));
}

size_t preference_count_atoms(const term_store *ts, term t)
{
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    size_t n = 0;
    for (size_t i = 0; i < all.size; i++) {
        term_kind k = term_kind_of(ts, all.data[i]);
        if (k != TERM_TRUE && k != TERM_FALSE && term_is_bool(ts, all.data[i]) && !is_boolean_connective(ts, all.data[i])) n++;
    }
    term_vec_release(&all);
    return n;
}

/* About the number of digits. */
static double number_cost(const rat *r)
{
    if (r->big) return 20;
    return log2(1 + fabs((double)r->num)) + log2((double)r->den);
}

double preference_cost(const term_store *ts, term t)
{
    const double atom = 1000, symbol = 100, quantifier = 1e6, node = 1;
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, &t, 1, &all);
    double cost = atom * (double)preference_count_atoms(ts, t);
    for (size_t i = 0; i < all.size; i++) {
        term_kind k = term_kind_of(ts, all.data[i]);
        if (k == TERM_SYM) cost += symbol;
        else if (k == TERM_FORALL || k == TERM_EXISTS) cost += quantifier;
        else if (k == TERM_NUM || k == TERM_BVNUM) cost += number_cost(term_number(ts, all.data[i]));
        else cost += node;
    }
    term_vec_release(&all);
    return cost;
}

term preference_choose(const term_store *ts, term a, term b)
{
    if (term_is_none(a)) return b;
    if (term_is_none(b)) return a;
    return preference_cost(ts, b) < preference_cost(ts, a) ? b : a;
}

bool preference_is_simple(const term_store *ts, const term *formulas, size_t n)
{
    const int64_t largest = 2;
    term_vec all;
    term_vec_init(&all);
    dag_subterms(ts, formulas, n, &all);
    bool simple = true;
    for (size_t i = 0; i < all.size && simple; i++) {
        if (term_kind_of(ts, all.data[i]) != TERM_SCALE) continue;
        const rat *c = term_number(ts, term_arg(ts, all.data[i], 0));
        simple = !c->big && c->den == 1 && c->num <= largest && c->num >= -largest;
    }
    term_vec_release(&all);
    return simple;
}

/* The equation that the bounds a and b of one Int or Real sum make together, or TERM_NONE. */
static term meet(term_store *ts, term a, term b)
{
    if (term_kind_of(ts, a) != TERM_LE || term_kind_of(ts, b) != TERM_LE) return TERM_NONE;
    term left = term_arg(ts, a, 0), bound = term_arg(ts, a, 1);
    if (!term_is_equal(term_mk_ge(ts, left, bound), b)) return TERM_NONE;
    return term_mk_eq(ts, left, bound);
}

/* Of two upper bounds of one sum the smaller (larger) one, or TERM_NONE. */
static term absorb(const term_store *ts, term a, term b, bool smaller)
{
    term_kind ka = term_kind_of(ts, a), kb = term_kind_of(ts, b);
    if ((ka != TERM_LE && ka != TERM_LT) || (kb != TERM_LE && kb != TERM_LT)) return TERM_NONE;
    if (!term_is_equal(term_arg(ts, a, 0), term_arg(ts, b, 0))) return TERM_NONE;
    int order = rat_cmp(term_number(ts, term_arg(ts, a, 1)), term_number(ts, term_arg(ts, b, 1)));
    if (order == 0) order = (kb == TERM_LT) - (ka == TERM_LT) > 0 ? 1 : -1;
    return (order < 0) == smaller ? a : b;
}

/* One step: two arguments become one. */
static bool join_two(term_store *ts, term_vec *args, bool is_and)
{
    for (size_t i = 0; i < args->size; i++)
        for (size_t k = i + 1; k < args->size; k++) {
            term a = args->data[i], b = args->data[k];
            term joined = absorb(ts, a, b, is_and);
            if (term_is_none(joined) && is_and) joined = meet(ts, a, b);
            if (term_is_none(joined) && !is_and) {
                joined = meet(ts, term_mk_not(ts, a), term_mk_not(ts, b));
                if (!term_is_none(joined)) joined = term_mk_not(ts, joined);
            }
            if (term_is_none(joined)) continue;
            args->data[i] = joined;
            args->data[k] = term_vec_pop(args);
            return true;
        }
    return false;
}

static term tidy_level(term_store *ts, term t)
{
    term_kind kind = term_kind_of(ts, t);
    if ((kind != TERM_AND && kind != TERM_OR) || term_arity(ts, t) > 64) return t;
    term_vec args;
    term_vec_init(&args);
    term_vec_append(&args, term_args(ts, t), term_arity(ts, t));
    while (join_two(ts, &args, kind == TERM_AND)) {}
    t = kind == TERM_AND ? term_mk_and(ts, args.data, args.size) : term_mk_or(ts, args.data, args.size);
    term_vec_release(&args);
    return t;
}

term preference_tidy(term_store *ts, term t)
{
    term_kind kind = term_kind_of(ts, t);
    if (kind != TERM_AND && kind != TERM_OR) return t;
    term_vec args;
    term_vec_init(&args);
    for (size_t i = 0; i < term_arity(ts, t); i++) term_vec_push(&args, tidy_level(ts, term_arg(ts, t, i)));
    t = kind == TERM_AND ? term_mk_and(ts, args.data, args.size) : term_mk_or(ts, args.data, args.size);
    term_vec_release(&args);
    return tidy_level(ts, t);
}

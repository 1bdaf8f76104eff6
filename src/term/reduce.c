#include "term/reduce.h"

#include "term/bounds.h"
#include "term/polynomial.h"

enum { MAX_DEFINITIONS = 30, MAX_ROUNDS = 2 };

/* ---- case distinctions and remainders ---- */

typedef struct deciding {
    term_store *ts;
    const bounds *b;
} deciding;

/* left <= right, by their intervals. */
static term decide_order(const deciding *d, term left, term right)
{
    if (sort_kind_of(d->ts, term_sort(d->ts, left)) != SORT_INT) return TERM_NONE;
    const interval *l = bounds_of(d->b, left), *r = bounds_of(d->b, right);
    if (l->has_high && r->has_low && rat_cmp(&l->high, &r->low) <= 0) return term_true(d->ts);
    if (l->has_low && r->has_high && rat_cmp(&l->low, &r->high) > 0) return term_false(d->ts);
    return TERM_NONE;
}

/* x mod n for an x from 0 to n - 1. */
static bool is_own_remainder(const deciding *d, term t)
{
    if (term_kind_of(d->ts, t) != TERM_MOD || term_has_bound(d->ts, t) || term_kind_of(d->ts, term_arg(d->ts, t, 1)) != TERM_NUM) return false;
    const interval *x = bounds_of(d->b, term_arg(d->ts, t, 0));
    return x->has_low && x->has_high && rat_sign(&x->low) >= 0 && rat_cmp(&x->high, term_number(d->ts, term_arg(d->ts, t, 1))) < 0;
}

static term decide_step(void *context, term t, const term *args)
{
    const deciding *d = context;
    if (is_own_remainder(d, t)) return args[0];
    if (term_kind_of(d->ts, t) != TERM_ITE) return TERM_NONE;
    term condition = term_arg(d->ts, t, 0);
    if (term_kind_of(d->ts, condition) != TERM_LE || term_has_bound(d->ts, condition)) return TERM_NONE;
    term value = decide_order(d, term_arg(d->ts, condition, 0), term_arg(d->ts, condition, 1));
    if (term_is_none(value)) return TERM_NONE;
    return term_is_equal(value, term_true(d->ts)) ? args[1] : args[2];
}

static term decide_cases(term_store *ts, term t)
{
    bounds *b = bounds_new(ts, t, NULL, 0);
    term decided = bounds_is_contradictory(b) ? term_false(ts) : dag_map(ts, t, decide_step, &(deciding){ts, b});
    bounds_free(b);
    return decided;
}

/* ---- equations ---- */

static bool is_order_of_integers(const term_store *ts, term t)
{
    return term_kind_of(ts, t) == TERM_LE && sort_kind_of(ts, term_sort(ts, term_arg(ts, t, 0))) == SORT_INT;
}

/* left - right where the conjunct says that this is 0; TERM_NONE: it does not. */
static term difference_of(term_store *ts, const term_vec *conjuncts, term t)
{
    bool is_equation = term_kind_of(ts, t) == TERM_EQ && sort_kind_of(ts, term_sort(ts, term_arg(ts, t, 0))) == SORT_INT;
    if (!is_equation && !is_order_of_integers(ts, t)) return TERM_NONE;
    term left = term_arg(ts, t, 0), right = term_arg(ts, t, 1);
    if (!is_equation && !term_vec_has(conjuncts, term_mk_ge(ts, left, right))) return TERM_NONE;
    return polynomial_expand(ts, term_mk_sub(ts, left, right));
}

/* A summand that is a symbol, or its negation, and which no other summand has: sum = 0 if and only if it is *value. */
static bool solve(term_store *ts, term sum, term *symbol, term *value)
{
    bool is_sum = term_kind_of(ts, sum) == TERM_ADD;
    size_t n = is_sum ? term_arity(ts, sum) : 1;
    for (size_t i = 0; i < n; i++) {
        term s = is_sum ? term_arg(ts, sum, i) : sum;
        bool is_negated = term_kind_of(ts, s) == TERM_SCALE && rat_is_minus_one(term_number(ts, term_arg(ts, s, 0)));
        *symbol = is_negated ? term_arg(ts, s, 1) : s;
        if (term_kind_of(ts, *symbol) != TERM_SYM) continue;
        *value = is_negated ? term_mk_add2(ts, sum, *symbol) : term_mk_sub(ts, *symbol, sum);
        if (!dag_has_symbol(ts, *value, *symbol)) return true;
    }
    return false;
}

static bool find_definition(term_store *ts, term t, term *symbol, term *value)
{
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    dag_conjuncts(ts, t, &conjuncts);
    bool found = false;
    for (size_t i = 0; i < conjuncts.size && !found; i++) {
        term sum = difference_of(ts, &conjuncts, conjuncts.data[i]);
        found = !term_is_none(sum) && solve(ts, sum, symbol, value);
    }
    term_vec_release(&conjuncts);
    return found;
}

/* ---- products ---- */

static term expand_step(void *context, term t, const term *args)
{
    term_store *ts = context;
    term_kind kind = term_kind_of(ts, t);
    if (kind != TERM_MUL || sort_kind_of(ts, term_sort(ts, t)) != SORT_INT || term_has_bound(ts, t)) return TERM_NONE;
    return polynomial_expand(ts, term_mk_mul(ts, args, term_arity(ts, t)));
}

term reduce(term_store *ts, term t)
{
    if (term_has_quantifier(ts, t)) return t;
    for (int i = 0; i < MAX_ROUNDS; i++) t = decide_cases(ts, t);
    term symbol, value;
    for (int i = 0; i < MAX_DEFINITIONS && find_definition(ts, t, &symbol, &value); i++) {
        substitution *s = substitution_new(ts);
        substitution_set(s, symbol, value);
        t = substitution_apply(s, t);
        substitution_free(s);
    }
    return dag_map(ts, t, expand_step, ts);
}

/* The store's invariants, checked. Each function returns NULL or what is wrong. */

#include "term/store.h"

#include <stdio.h>

static const char *check_junction(const term_store *ts, term t)
{
    const node *n = store_node(ts, t);
    if (n->n_args < 2) return "a conjunction or disjunction of fewer than two";
    for (size_t i = 0; i < n->n_args; i++) {
        term a = store_arg(ts, t, i);
        if (!term_is_bool(ts, a)) return "a conjunction or disjunction of something not Bool";
        if (i && store_arg(ts, t, i - 1).id >= a.id) return "a conjunction or disjunction is not sorted";
        if (store_is_constant(ts, a)) return "a conjunction or disjunction has a constant";
        if (store_kind(ts, a) == n->kind && term_arity(ts, a) <= STORE_FLATTEN_BOOL) return "a conjunction or disjunction is not flat";
    }
    return NULL;
}

static const char *check_sum(const term_store *ts, term t)
{
    const node *n = store_node(ts, t);
    if (n->n_args < 2) return "a sum of fewer than two";
    uint32_t last = 0;
    for (size_t i = 0; i < n->n_args; i++) {
        term a = store_arg(ts, t, i);
        if (term_sort(ts, a).id != n->sort) return "a sum mixes sorts";
        if (store_kind(ts, a) == TERM_NUM) {
            if (i || rat_sign(term_number(ts, a)) == 0) return "a sum has a misplaced constant";
            continue;
        }
        term base = store_kind(ts, a) == TERM_SCALE ? store_arg(ts, a, 1) : a;
        if (store_kind(ts, base) == TERM_ADD && term_arity(ts, base) <= STORE_FLATTEN_SUM) return "a sum is not flat";
        if (last > base.id) return "a sum is not sorted";
        if (last == base.id + 1) return "a sum has a term twice";
        last = base.id + 1;
    }
    return NULL;
}

static const char *check_scale(const term_store *ts, term t)
{
    term c = store_arg(ts, t, 0), base = store_arg(ts, t, 1);
    if (store_kind(ts, c) != TERM_NUM || rat_sign(term_number(ts, c)) == 0 || rat_is_one(term_number(ts, c)))
        return "a multiple has a bad coefficient";
    term_kind k = store_kind(ts, base);
    if (k == TERM_NUM || k == TERM_SCALE || (k == TERM_ADD && term_arity(ts, base) <= STORE_FLATTEN_SUM))
        return "a multiple of something that has a normal form of its own";
    return NULL;
}

typedef struct coefficients {
    rat gcd, first;
    bool any, constant;
} coefficients;

static void see_coefficient(void *context, const rat *c, term t)
{
    coefficients *s = context;
    if (term_is_none(t)) {
        s->constant = true;
        return;
    }
    if (!s->any) rat_set(&s->first, c);
    s->any = true;
    if (rat_is_integer(c)) rat_gcd(&s->gcd, &s->gcd, c);
}

static const char *check_atom(const term_store *ts, term t)
{
    term lhs = store_arg(ts, t, 0), rhs = store_arg(ts, t, 1);
    sort_kind k = sort_kind_of(ts, term_sort(ts, lhs));
    if (!sort_kind_is_arith(k)) return store_kind(ts, t) == TERM_EQ ? NULL : "an order atom that is not arithmetic";
    if (store_kind(ts, rhs) != TERM_NUM) return "an arithmetic atom without a constant on the right";
    if (store_kind(ts, t) == TERM_LT && k == SORT_INT) return "a strict order atom on Int";
    coefficients s = {.any = false};
    rat_init(&s.gcd);
    rat_init(&s.first);
    term_linear_each(ts, lhs, see_coefficient, &s);
    const char *wrong = NULL;
    bool small = store_kind(ts, lhs) != TERM_ADD || term_arity(ts, lhs) <= STORE_FLATTEN_SUM;
    if (small && s.constant) wrong = "an arithmetic atom has a constant on the left";
    if (!s.any) wrong = "an arithmetic atom without variables";
    if (k == SORT_INT && !rat_is_one(&s.gcd)) wrong = "an integer atom is not reduced";
    if (k == SORT_REAL && !rat_is_one(&s.first) && !rat_is_minus_one(&s.first)) wrong = "a real atom is not reduced";
    if (store_kind(ts, t) == TERM_EQ && rat_sign(&s.first) < 0) wrong = "an equation begins with a negative coefficient";
    rat_release(&s.gcd);
    rat_release(&s.first);
    return wrong;
}

static const char *check_not(const term_store *ts, term t)
{
    term_kind k = store_kind(ts, store_arg(ts, t, 0));
    return k == TERM_NOT || k == TERM_LE || k == TERM_LT || k == TERM_TRUE || k == TERM_FALSE ? "a negation that has a normal form" : NULL;
}

static const char *check_term(const term_store *ts, term t)
{
    const node *n = store_node(ts, t);
    for (size_t i = 0; i < n->n_args; i++)
        if (store_arg(ts, t, i).id >= t.id) return "an argument is not older than its term";
    switch ((term_kind)n->kind) {
    case TERM_AND:
    case TERM_OR: return check_junction(ts, t);
    case TERM_NOT: return check_not(ts, t);
    case TERM_ADD: return check_sum(ts, t);
    case TERM_SCALE: return check_scale(ts, t);
    case TERM_LE:
    case TERM_LT:
    case TERM_EQ: return check_atom(ts, t);
    default: return NULL;
    }
}

const char *term_store_check(const term_store *ts)
{
    for (uint32_t id = 0; id < ts->nodes.size; id++) {
        const char *wrong = check_term(ts, (term){id});
        if (wrong) return wrong;
    }
    return NULL;
}

#include "engine/la/learn.h"

/* Farkas' lemma backwards: of two literals about sums, a positive combination follows from both. If the cube with it instead of the two
 * is refuted as well, the lemma says how the variables relate rather than how far they were. Likewise two that say what a sum is become one that
 * says what it is modulo something that the problem divides by. */

/* Pairs beyond this are not tried for one cube. */
enum { MAX_PAIRS = 12 };
/* How often a bound may be corrected by a model while it is weakened. */
enum { WEAKEN_MODELS = 6 };

/* m * l1 + n * l2. */
static term combination(la *a, term l1, const rat *m, term l2, const rat *n)
{
    term_store *ts = a->ts;
    bool strict = term_kind_of(ts, l1) == TERM_LT || term_kind_of(ts, l2) == TERM_LT;
    term sides[2];
    for (size_t i = 0; i < 2; i++)
        sides[i] = term_mk_add2(ts, term_mk_scale(ts, m, term_arg(ts, l1, i)), term_mk_scale(ts, n, term_arg(ts, l2, i)));
    return strict ? term_mk_lt(ts, sides[0], sides[1]) : term_mk_le(ts, sides[0], sides[1]);
}

typedef struct coefficient {
    term of;
    rat value;
} coefficient;
VEC_DECLARE(coefficient_vec, coefficient);

static void add_coefficient(void *context, const rat *value, term t)
{
    coefficient c = {.of = t};
    rat_init(&c.value);
    rat_set(&c.value, value);
    coefficient_vec_push(context, c);
}

static void release_coefficients(coefficient_vec *v)
{
    for (size_t i = 0; i < v->size; i++) rat_release(&v->data[i].value);
    coefficient_vec_release(v);
}

/* The combination in which the first term that has opposite signs in l1 and l2 goes; TERM_NONE if there is none. */
static term cancel(la *a, term l1, term l2)
{
    coefficient_vec first, second;
    coefficient_vec_init(&first);
    coefficient_vec_init(&second);
    term_linear_each(a->ts, term_arg(a->ts, l1, 0), add_coefficient, &first);
    term_linear_each(a->ts, term_arg(a->ts, l2, 0), add_coefficient, &second);
    term found = TERM_NONE;
    for (size_t i = 0; i < first.size && term_is_none(found); i++)
        for (size_t k = 0; k < second.size && term_is_none(found); k++) {
            rat *x = &first.data[i].value, *y = &second.data[k].value;
            if (!term_is_equal(first.data[i].of, second.data[k].of) || rat_sign(x) * rat_sign(y) >= 0) continue;
            rat_abs(x, x);
            rat_abs(y, y);
            found = combination(a, l1, y, l2, x);
        }
    release_coefficients(&first);
    release_coefficients(&second);
    return found;
}

static term sum(la *a, term l1, term l2)
{
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    term t = combination(a, l1, &one, l2, &one);
    rat_release(&one);
    return t;
}

/* Replaces literals i and k of the cube (only k, if keep) by `by` if it is refuted then; `hard`: also what objects to that. */
static bool try_pair(learner *l, size_t i, size_t k, bool keep, bool hard, term by)
{
    if (term_is_none(by) || term_is_value(l->la->ts, by)) return false;
    cube_clear(&l->trial);
    for (size_t n = 0; n < l->cube.size; n++)
        if ((n != i || keep) && n != k) cube_push(&l->trial, l->cube.data[n]);
    cube_push(&l->trial, (literal){.formula = by, .param = NO_PARAM});
    if ((hard ? learner_try_hard(l, true) : learner_try(l, l->level, true, NULL)) != SMT_UNSAT) return false;
    stats_count(l->la->stats, la_combined);
    return true;
}

/* Lets a bound of the cube go as far as models allow. */
static void weaken(learner *l, term bound)
{
    la *a = l->la;
    term sum_of = term_arg(a->ts, bound, 0), by = term_true(a->ts);
    for (int tries = 0; tries < WEAKEN_MODELS && !la_is_over(a); tries++) {
        edge *witness = NULL;
        cube_clear(&l->trial);
        for (size_t n = 0; n < l->cube.size; n++)
            if (!term_is_equal(l->cube.data[n].formula, bound)) cube_push(&l->trial, l->cube.data[n]);
        if (l->trial.size == l->cube.size) return;
        if (!term_is_equal(by, term_true(a->ts))) cube_push(&l->trial, (literal){.formula = by, .param = NO_PARAM});
        if (term_is_equal(by, bound) || learner_try(l, l->level, true, &witness) != SMT_SAT) return;
        /* The clauses reach this sum: stay below it. */
        term value = edge_value(witness, edge_at(witness, edge_clause(witness)->n_body, sum_of));
        if (term_is_none(value)) return;
        by = term_mk_lt(a->ts, sum_of, value);
    }
}

/* The pair i, k by what follows from it, together with one of the two as far as it is needed. */
static bool try_beside(learner *l, size_t i, size_t k, term by)
{
    for (int swap = 0; swap < 2; swap++) {
        size_t kept = swap ? k : i, replaced = swap ? i : k;
        term bound = l->cube.data[kept].formula;
        if (!try_pair(l, kept, replaced, true, false, by)) continue;
        weaken(l, bound);
        return true;
    }
    return false;
}

static term difference(la *a, term bound) { return term_mk_sub(a->ts, term_arg(a->ts, bound, 0), term_arg(a->ts, bound, 1)); }

static bool is_integer_bound(const la *a, term t)
{
    return term_kind_of(a->ts, t) == TERM_LE && sort_kind_of(a->ts, term_sort(a->ts, term_arg(a->ts, t, 0))) == SORT_INT;
}

/* Bounds i and k, if they leave a sum of integers just one value, by its remainders. */
static bool try_remainders(learner *l, size_t i, size_t k)
{
    la *a = l->la;
    term l1 = l->cube.data[i].formula, l2 = l->cube.data[k].formula, zero = term_mk_int(a->ts, 0);
    if (!is_integer_bound(a, l1) || !is_integer_bound(a, l2)) return false;
    term of = difference(a, l1);
    if (!term_is_equal(term_mk_add2(a->ts, of, difference(a, l2)), zero)) return false;
    for (size_t m = 0; m < a->moduli.size; m++)
        if (try_pair(l, i, k, false, true, term_mk_eq(a->ts, term_mk_mod(a->ts, of, a->moduli.data[m]), zero))) return true;
    return false;
}

void combine_to_remainders(learner *l)
{
    for (size_t i = 0; i < l->cube.size && l->la->moduli.size; i++)
        for (size_t k = i + 1; k < l->cube.size && !la_is_over(l->la); k++) {
            if (!literal_is_bound(l->la, &l->cube.data[i]) || !literal_is_bound(l->la, &l->cube.data[k])) continue;
            if (try_remainders(l, i, k)) return;
        }
}

bool combine(learner *l, bool beside)
{
    la *a = l->la;
    size_t pairs = 0;
    for (size_t i = 0; i < l->cube.size; i++)
        for (size_t k = i + 1; k < l->cube.size; k++) {
            if (!literal_is_bound(a, &l->cube.data[i]) || !literal_is_bound(a, &l->cube.data[k])) continue;
            term l1 = l->cube.data[i].formula, l2 = l->cube.data[k].formula;
            if (!sort_is_equal(term_sort(a->ts, term_arg(a->ts, l1, 0)), term_sort(a->ts, term_arg(a->ts, l2, 0)))) continue;
            if (pairs++ >= MAX_PAIRS || la_is_over(a)) return false;
            term by = sum(a, l1, l2), other = cancel(a, l1, l2);
            if (beside) {
                if (try_beside(l, i, k, by)) return true;
                continue;
            }
            if (try_pair(l, i, k, false, false, by)) return true;
            if (!term_is_equal(by, other) && try_pair(l, i, k, false, false, other)) return true;
        }
    return false;
}

/* Laws of linear programs: an optimum satisfies the rows, is as good as the dual program's, and does not get better by another row. The dual is an independent
 * witness: that both have the same value proves each optimal, by weak duality. */

#include "../horn/random_horn.h"
#include "domain/lp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST = 6 };

/* minimise cost x  where  a x >= bound, with = in some rows, and some variables not negative */
typedef struct problem {
    size_t n_vars, n_rows;
    int64_t cost[MOST], bound[MOST], a[MOST][MOST];
    bool is_equation[MOST], is_free[MOST];
} problem;

static int64_t small(uint64_t *seed) { return (int64_t)random_below(seed, 11) - 5; }

static problem random_problem(uint64_t *seed)
{
    problem p = {.n_vars = 1 + random_below(seed, MOST), .n_rows = 1 + random_below(seed, MOST)};
    for (size_t j = 0; j < p.n_vars; j++) {
        p.cost[j] = small(seed);
        p.is_free[j] = random_chance(seed, 30);
    }
    for (size_t i = 0; i < p.n_rows; i++) {
        p.bound[i] = small(seed);
        p.is_equation[i] = random_chance(seed, 30);
        for (size_t j = 0; j < p.n_vars; j++) p.a[i][j] = random_chance(seed, 70) ? small(seed) : 0;
    }
    return p;
}

/* minimise -bound y  where  -aT y >= -cost:  equations and free variables change places */
static problem dual_of(const problem *p)
{
    problem d = {.n_vars = p->n_rows, .n_rows = p->n_vars};
    for (size_t i = 0; i < p->n_rows; i++) {
        d.cost[i] = -p->bound[i];
        d.is_free[i] = p->is_equation[i];
    }
    for (size_t j = 0; j < p->n_vars; j++) {
        d.bound[j] = -p->cost[j];
        d.is_equation[j] = p->is_free[j];
        for (size_t i = 0; i < p->n_rows; i++) d.a[j][i] = -p->a[i][j];
    }
    return d;
}

static void add_row(lp *l, const int64_t *a, size_t n, lp_relation relation, int64_t bound)
{
    rat number;
    rat_init(&number);
    rat_set_int(&number, bound);
    lp_begin_row(l, relation, &number);
    for (size_t j = 0; j < n; j++) {
        rat_set_int(&number, a[j]);
        lp_put(l, &number, (uint32_t)j);
    }
    lp_end_row(l);
    rat_release(&number);
}

/* Rows with <= are the same as those with >=, negated. */
static lp *make(const problem *p, uint64_t *seed)
{
    lp *l = lp_new();
    for (size_t j = 0; j < p->n_vars; j++) assert_int_equal(lp_add_variable(l, p->is_free[j] ? LP_FREE : LP_NONNEGATIVE, p->cost[j]), j);
    for (size_t i = 0; i < p->n_rows; i++) {
        int64_t negated[MOST];
        for (size_t j = 0; j < p->n_vars; j++) negated[j] = -p->a[i][j];
        if (p->is_equation[i]) add_row(l, p->a[i], p->n_vars, LP_EQ, p->bound[i]);
        else if (random_chance(seed, 50)) add_row(l, p->a[i], p->n_vars, LP_GE, p->bound[i]);
        else add_row(l, negated, p->n_vars, LP_LE, -p->bound[i]);
    }
    return l;
}

static void product(const lp *l, const int64_t *a, size_t n, rat *out)
{
    rat factor, value;
    rat_init(&factor);
    rat_init(&value);
    rat_set_int(out, 0);
    for (size_t j = 0; j < n; j++) {
        rat_set_int(&factor, a[j]);
        lp_value(l, (uint32_t)j, &value);
        rat_addmul(out, &factor, &value);
    }
    rat_release(&factor);
    rat_release(&value);
}

static void check_satisfies(const lp *l, const problem *p)
{
    rat sum, bound;
    rat_init(&sum);
    rat_init(&bound);
    for (size_t j = 0; j < p->n_vars; j++) {
        lp_value(l, (uint32_t)j, &sum);
        if (!p->is_free[j]) assert_true(rat_sign(&sum) >= 0);
    }
    for (size_t i = 0; i < p->n_rows; i++) {
        product(l, p->a[i], p->n_vars, &sum);
        rat_set_int(&bound, p->bound[i]);
        int order = rat_cmp(&sum, &bound);
        assert_true(p->is_equation[i] ? order == 0 : order >= 0);
    }
    rat_release(&sum);
    rat_release(&bound);
}

/* A row more: what was best is at least as good as what is best now. */
static bool check_extension(lp *l, const problem *p, const rat *best, uint64_t *seed)
{
    int64_t row[MOST];
    for (size_t j = 0; j < p->n_vars; j++) row[j] = small(seed);
    add_row(l, row, p->n_vars, LP_GE, small(seed));
    if (!lp_solve(l)) return false;
    rat value;
    rat_init(&value);
    check_satisfies(l, p);
    product(l, p->cost, p->n_vars, &value);
    assert_true(rat_cmp(&value, best) >= 0);
    bool is_worse = rat_cmp(&value, best) > 0;
    rat_release(&value);
    return is_worse;
}

static void duality(void **state)
{
    (void)state;
    uint64_t seed = 2026;
    size_t solved = 0, worse = 0;
    for (int i = 0; i < 2000; i++) {
        problem p = random_problem(&seed), d = dual_of(&p);
        lp *primal = make(&p, &seed), *dual = make(&d, &seed);
        bool has_optimum = lp_solve(primal);
        assert_int_equal(lp_solve(dual), has_optimum);
        if (has_optimum) {
            rat x, y;
            rat_init(&x);
            rat_init(&y);
            check_satisfies(primal, &p);
            check_satisfies(dual, &d);
            product(primal, p.cost, p.n_vars, &x);
            product(dual, d.cost, d.n_vars, &y);
            rat_neg(&y, &y);
            assert_int_equal(rat_cmp(&x, &y), 0);
            lp *copy = lp_copy(primal);
            worse += check_extension(copy, &p, &x, &seed);
            lp_free(copy);
            assert_true(lp_is_feasible(primal) && lp_solve(primal));
            product(primal, p.cost, p.n_vars, &y);
            assert_int_equal(rat_cmp(&x, &y), 0); /* what was done to the copy is nothing to the original */
            rat_release(&x);
            rat_release(&y);
            solved++;
        }
        lp_free(primal);
        lp_free(dual);
    }
    assert_true(solved > 200 && solved < 1800);
    assert_true(worse > 20);
}

/* Numbers that no machine word holds. */
static void large_numbers(void **state)
{
    (void)state;
    lp *l = lp_new();
    rat big, value;
    rat_init(&big);
    rat_init(&value);
    rat_set_pow2(&big, 200);
    uint32_t x = lp_add_variable(l, LP_FREE, 1);
    lp_begin_row(l, LP_GE, &big);
    rat_set_frac(&value, 1, 3);
    lp_put(l, &value, x);
    lp_put(l, &value, x);
    lp_end_row(l);
    assert_true(lp_solve(l));
    lp_value(l, x, &value);
    rat_set_int(&big, 3);
    rat third;
    rat_init(&third);
    rat_set_pow2(&third, 199);
    rat_mul(&big, &big, &third);
    assert_int_equal(rat_cmp(&value, &big), 0);
    rat_release(&third);
    rat_release(&big);
    rat_release(&value);
    lp_free(l);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(duality), cmocka_unit_test(large_numbers)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

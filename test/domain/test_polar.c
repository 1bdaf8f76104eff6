/* The polar of a polyhedron: a half-space satisfies its rows iff it contains the polyhedron, which an exact linear program says as well (Farkas). */

#include "../horn/random_horn.h"
#include "domain/lp.h"
#include "domain/polar.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { N = 3, MOST_ROWS = 6 };

static int64_t small(uint64_t *seed) { return (int64_t)random_below(seed, 7) - 3; }

static void add_int(row *r, int64_t c, uint32_t dim)
{
    rat x;
    rat_init(&x);
    rat_set_int(&x, c);
    if (dim == N) row_add_constant(r, &x);
    else row_add_entry(r, &x, dim);
    rat_release(&x);
}

static void random_rows(uint64_t *seed, row_vec *out)
{
    size_t n = 1 + random_below(seed, MOST_ROWS);
    for (size_t i = 0; i < n; i++) {
        row r;
        row_init(&r, random_chance(seed, 20) ? ROW_EQ : ROW_GE);
        for (uint32_t d = 0; d <= N; d++) add_int(&r, small(seed), d);
        row_vec_push(out, r);
    }
}

/* Is there a point of the polyhedron, if c is NULL; otherwise one with c . x + c0 >= 1 for some multiple of c? */
static bool has_point(const row_vec *rows, const int64_t *c)
{
    lp *p = lp_new();
    uint32_t x[N];
    rat minus, one;
    rat_init(&minus);
    rat_init(&one);
    for (size_t d = 0; d < N; d++) x[d] = lp_add_variable(p, LP_FREE, 0);
    /* of an expression that is linear, above 0 somewhere: its supremum is not reached only where it is unbounded */
    uint32_t excess = lp_add_variable(p, LP_NONNEGATIVE, -1);
    for (size_t i = 0; i < rows->size; i++) {
        const row *r = &rows->data[i];
        rat_neg(&minus, &r->constant);
        lp_begin_row(p, r->relation == ROW_EQ ? LP_EQ : LP_GE, &minus);
        for (size_t k = 0; k < r->entries.size; k++) lp_put(p, &r->entries.data[k].c, x[r->entries.data[k].dim]);
        lp_end_row(p);
    }
    rat_set_int(&one, 1);
    lp_begin_row(p, LP_LE, &one);
    lp_put(p, &one, excess);
    lp_end_row(p);
    if (c) {
        rat_set_int(&minus, -c[N]);
        lp_begin_row(p, LP_GE, &minus);
        for (size_t d = 0; d < N; d++) {
            rat_set_int(&one, c[d]);
            lp_put(p, &one, x[d]);
        }
        rat_set_int(&one, -1);
        lp_put(p, &one, excess);
        lp_end_row(p);
    }
    bool found = lp_is_feasible(p);
    if (found && c) {
        assert_true(lp_solve(p));
        lp_value(p, excess, &minus);
        found = rat_sign(&minus) > 0;
    }
    lp_free(p);
    rat_release(&minus);
    rat_release(&one);
    return found;
}

static bool satisfies(const row_vec *polar, const int64_t *c)
{
    rat point[N + 1];
    bool all = true;
    for (size_t d = 0; d <= N; d++) {
        rat_init(&point[d]);
        rat_set_int(&point[d], c[d]);
    }
    for (size_t i = 0; i < polar->size; i++) all = all && row_holds(&polar->data[i], point);
    for (size_t d = 0; d <= N; d++) rat_release(&point[d]);
    return all;
}

static void is_what_contains_the_polyhedron(void **state)
{
    (void)state;
    uint64_t seed = 3;
    size_t inside = 0, outside = 0;
    for (int i = 0; i < 300; i++) {
        row_vec rows, polar;
        row_vec_init(&rows);
        row_vec_init(&polar);
        random_rows(&seed, &rows);
        assert_true(polar_of(rows.data, rows.size, N, SIZE_MAX, &polar));
        if (!has_point(&rows, NULL)) assert_int_equal(polar.size, 0);
        for (int k = 0; k < 20 && polar.size; k++) {
            int64_t c[N + 1];
            for (size_t d = 0; d <= N; d++) c[d] = small(&seed) * (d == N ? 4 : 1);
            bool contains = !has_point(&rows, c);
            assert_int_equal(satisfies(&polar, c), contains);
            if (contains) inside++;
            else outside++;
        }
        row_vec_free(&rows);
        row_vec_free(&polar);
    }
    assert_true(inside > 50 && outside > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(is_what_contains_the_polyhedron)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

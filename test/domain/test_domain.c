/* Laws of the abstract domains: no operation loses a point. Points are drawn first, and rows such that they hold there. */

#include "../horn/random_horn.h"
#include "domain/domain.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MOST = 4, ROUNDS = 400 };

static const domain *const ALL[] = {&DOMAIN_INTERVALS, &DOMAIN_STRIDES, &DOMAIN_GRIDS, &DOMAIN_OCTAGONS, &DOMAIN_POLYHEDRA, &DOMAIN_BOXES, &DOMAIN_OCTAGON_GRIDS, &DOMAIN_POLYHEDRON_GRIDS};
enum { N_ALL = sizeof ALL / sizeof *ALL };

typedef struct space {
    size_t n;
    bool is_int[MOST];
} space;

static space random_space(uint64_t *seed)
{
    space s = {.n = 1 + random_below(seed, MOST)};
    bool reals = random_chance(seed, 30);
    for (size_t i = 0; i < s.n; i++) s.is_int[i] = !reals || random_chance(seed, 50);
    return s;
}

static void random_point(uint64_t *seed, const space *s, rat *out)
{
    for (size_t i = 0; i < MOST; i++) {
        rat_init(&out[i]);
        int64_t x = (int64_t)random_below(seed, 21) - 10;
        if (i < s->n && !s->is_int[i]) rat_set_frac(&out[i], x, 1 + (int64_t)random_below(seed, 3));
        else rat_set_int(&out[i], x);
    }
}

static void release_point(rat *p)
{
    for (size_t i = 0; i < MOST; i++) rat_release(&p[i]);
}

/* A row that holds of the point. */
static row random_row(uint64_t *seed, const space *s, const rat *point)
{
    row r;
    rat c;
    rat_init(&c);
    row_init(&r, (row_relation)random_below(seed, 4));
    for (uint32_t i = 0; i < s->n; i++) {
        rat_set_int(&c, random_chance(seed, 60) ? (int64_t)random_below(seed, 5) - 2 : 0);
        row_add_entry(&r, &c, i);
        rat_mul(&c, &c, &point[i]);
        rat_sub(&r.constant, &r.constant, &c);
    }
    if (r.relation == ROW_GE || r.relation == ROW_GT) rat_set_int(&c, (int64_t)random_below(seed, 4) + (r.relation == ROW_GT));
    else rat_set_int(&c, 0);
    if (r.relation == ROW_CONGRUENT) {
        rat_set_int(&r.modulus, 2 + (int64_t)random_below(seed, 5));
        rat_set_int(&c, (int64_t)random_below(seed, 3));
        rat_mul(&c, &c, &r.modulus);
    }
    row_add_constant(&r, &c);
    rat_release(&c);
    assert_true(row_holds(&r, point));
    return r;
}

static void random_rows(uint64_t *seed, const space *s, const rat *point, row_vec *out)
{
    row_vec_init(out);
    for (uint32_t n = random_below(seed, 6); n > 0; n--) row_vec_push(out, random_row(seed, s, point));
}

static void assert_has(const domain *d, const void *v, const rat *point)
{
    row_vec rows;
    row_vec_init(&rows);
    assert_false(d->is_empty(v));
    d->rows(v, &rows);
    for (size_t i = 0; i < rows.size; i++)
        if (!row_holds(&rows.data[i], point)) fail_msg("%s lost a point", d->name);
    row_vec_free(&rows);
}

typedef struct pair {
    space s;
    rat p[MOST], q[MOST];
    row_vec of_p, of_q;
    void *v, *w;
} pair;

static void pair_init(pair *x, uint64_t *seed, const domain *d)
{
    x->s = random_space(seed);
    random_point(seed, &x->s, x->p);
    random_point(seed, &x->s, x->q);
    random_rows(seed, &x->s, x->p, &x->of_p);
    random_rows(seed, &x->s, x->q, &x->of_q);
    x->v = d->top(d, x->s.n, x->s.is_int);
    x->w = d->top(d, x->s.n, x->s.is_int);
    d->meet(x->v, x->of_p.data, x->of_p.size);
    d->meet(x->w, x->of_q.data, x->of_q.size);
}

static void pair_release(pair *x, const domain *d)
{
    d->free(x->v);
    d->free(x->w);
    row_vec_free(&x->of_p);
    row_vec_free(&x->of_q);
    release_point(x->p);
    release_point(x->q);
}

static void no_point_is_lost(void **state)
{
    (void)state;
    uint64_t seed = 5;
    for (int i = 0; i < ROUNDS * N_ALL; i++) {
        const domain *d = ALL[i % N_ALL];
        pair x;
        pair_init(&x, &seed, d);
        assert_has(d, x.v, x.p);
        assert_has(d, x.w, x.q);
        if (d->is_within(x.v, x.w)) assert_has(d, x.w, x.p);
        void *both = d->copy(x.w);
        d->join(both, x.v);
        assert_true(d->is_within(x.v, both) && d->is_within(x.w, both));
        assert_has(d, both, x.p);
        assert_has(d, both, x.q);
        void *wide = d->copy(x.v);
        domain_widen_up_to(d, wide, both, x.of_q.data, x.of_q.size);
        assert_has(d, wide, x.p);
        assert_has(d, wide, x.q);
        d->project(wide, random_below(&seed, (uint32_t)x.s.n + 1));
        assert_has(d, wide, x.p);
        assert_has(d, wide, x.q);
        d->free(wide);
        d->free(both);
        pair_release(&x, d);
    }
}

/* What is said to hold does, and rows of the kind that the domain is about are kept. */
static void entailment_is_right(void **state)
{
    (void)state;
    uint64_t seed = 11;
    size_t entailed[N_ALL] = {0};
    for (int i = 0; i < ROUNDS * N_ALL; i++) {
        const domain *d = ALL[i % N_ALL];
        pair x;
        pair_init(&x, &seed, d);
        for (size_t k = 0; k < x.of_q.size; k++) {
            bool holds = d->entails(x.v, &x.of_q.data[k]);
            if (holds && !row_holds(&x.of_q.data[k], x.p)) fail_msg("%s: what is entailed does not hold", d->name);
            entailed[i % N_ALL] += holds;
        }
        for (size_t k = 0; k < x.of_p.size; k++) {
            row_relation relation = x.of_p.data[k].relation;
            if (d == &DOMAIN_POLYHEDRA && relation != ROW_CONGRUENT) assert_true(d->entails(x.v, &x.of_p.data[k]));
        }
        pair_release(&x, d);
    }
    for (size_t i = 0; i < N_ALL; i++) assert_true(entailed[i] > 10);
}

/* A chain of values that takes in one point after the other, and widens, comes to an end. */
static void widening_ends(void **state)
{
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < 20 * N_ALL; i++) {
        const domain *d = ALL[i % N_ALL];
        pair x;
        pair_init(&x, &seed, d);
        int grown = 0;
        for (int k = 0; k < 200; k++) {
            rat p[MOST];
            row_vec rows;
            random_point(&seed, &x.s, p);
            for (size_t j = 0; j < x.s.n; j++) /* farther and farther away */
                for (int times = 0; times < k % 40; times++) rat_add(&p[j], &p[j], &p[j]);
            random_rows(&seed, &x.s, p, &rows);
            void *image = d->top(d, x.s.n, x.s.is_int);
            d->meet(image, rows.data, rows.size);
            d->join(image, x.v);
            if (!d->is_within(image, x.v)) d->widen(x.v, image), grown++;
            assert_has(d, x.v, p);
            d->free(image);
            row_vec_free(&rows);
            release_point(p);
        }
        assert_true(grown < 60);
        pair_release(&x, d);
    }
}

static row bound(uint32_t dim, int64_t c, int64_t constant, row_relation relation)
{
    row r;
    rat x;
    rat_init(&x);
    row_init(&r, relation);
    rat_set_int(&x, c);
    row_add_entry(&r, &x, dim);
    rat_set_int(&r.constant, constant);
    rat_release(&x);
    return r;
}

/* 3 <= x <= 5 and x = 0 modulo 4 is x = 4, when the factors have told each other. */
static void products_are_reduced(void **state)
{
    (void)state;
    bool is_int[] = {true};
    row rows[] = {bound(0, 1, -3, ROW_GE), bound(0, -1, 5, ROW_GE), bound(0, 1, 0, ROW_CONGRUENT)}, four = bound(0, 1, -4, ROW_EQ);
    rat_set_int(&rows[2].modulus, 4);
    const domain *const products[] = {&DOMAIN_BOXES, &DOMAIN_OCTAGON_GRIDS, &DOMAIN_POLYHEDRON_GRIDS};
    for (size_t i = 0; i < 3; i++) {
        void *v = products[i]->top(products[i], 1, is_int);
        products[i]->meet(v, rows, 3);
        products[i]->project(v, 1);
        assert_true(products[i]->entails(v, &four));
        products[i]->free(v);
    }
    for (size_t i = 0; i < 3; i++) row_release(&rows[i]);
    row_release(&four);
}

static void add_row(void *v, const domain *d, int64_t x, int64_t y, int64_t constant)
{
    const int64_t c[] = {x, y};
    row r;
    rat n;
    row_init(&r, ROW_GE);
    rat_init(&n);
    for (uint32_t i = 0; i < 2; i++) {
        rat_set_int(&n, c[i]);
        row_add_entry(&r, &n, i);
    }
    rat_set_int(&n, constant);
    row_add_constant(&r, &n);
    d->meet(v, &r, 1);
    row_release(&r);
    rat_release(&n);
}

/* x <= 5 is a fact of the polyhedra x + y <= 5 and x - y <= 5, not of the intervals beside them. */
static void factors_help_each_other_to_compare(void **state)
{
    (void)state;
    const domain *d = &DOMAIN_POLYHEDRON_GRIDS;
    const bool is_int[] = {true, true};
    void *v = d->top(d, 2, is_int), *w = d->top(d, 2, is_int);
    add_row(v, d, -1, -1, 5);
    add_row(v, d, -1, 1, 5);
    add_row(w, d, -1, 0, 5);
    assert_true(d->is_within(v, w));
    assert_false(d->is_within(w, v));
    d->free(v);
    d->free(w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_point_is_lost),
        cmocka_unit_test(entailment_is_right),
        cmocka_unit_test(widening_ends),
        cmocka_unit_test(products_are_reduced),
        cmocka_unit_test(factors_help_each_other_to_compare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

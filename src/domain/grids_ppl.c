/* Grids, by PPL: affine equations (Karr) and congruences between several dimensions, as x = 2 y modulo 6. Dimensions that are integers are 0 modulo 1. Inequalities
 * say nothing here. As for shapes (shapes_ppl.c), each call may use a certain weight, and a value that is given up becomes all points. */

#include "base/alloc.h"
#include "domain/domain.h"
#include "domain/rows_ppl.h"

#include <stdlib.h>

/* Of values that last, and of those in between. */
enum { MAX_DIMENSIONS = 40, MAX_WIDE = 100 };

typedef struct grid {
    size_t n;
    bool *is_int;
    ppl_Grid_t of; /* NULL: all points */
} grid;

static grid *grid_new(size_t n, const bool *is_int)
{
    grid *g = alloc_zeroed(1, sizeof *g);
    g->n = n;
    g->is_int = alloc_zeroed(n + 1, sizeof *g->is_int);
    for (size_t i = 0; i < n; i++) g->is_int[i] = is_int[i];
    return g;
}

static void forget(grid *g)
{
    if (g->of) ppl_delete_Grid(g->of);
    g->of = NULL;
}

/* After a call that changes the grid. */
static void keep(grid *g, int result)
{
    ppl_end_weighing();
    if (result < 0) forget(g);
}

static void add_congruence(grid *g, const row *r)
{
    if (!g->of) return;
    ppl_begin_weighing();
    ppl_Congruence_t c = ppl_congruence_of_row(r, g->n);
    keep(g, ppl_Grid_refine_with_congruence(g->of, c));
    ppl_delete_Congruence(c);
}

static void add_integer(grid *g, uint32_t dim)
{
    row r;
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    row_init(&r, ROW_CONGRUENT);
    row_add_entry(&r, &one, dim);
    add_congruence(g, &r);
    row_release(&r);
    rat_release(&one);
}

static void *grids_top(const domain *d, size_t n, const bool *is_int)
{
    (void)d;
    ppl_wake();
    grid *g = grid_new(n, is_int);
    if (n > MAX_WIDE || ppl_new_Grid_from_space_dimension(&g->of, n, 0) < 0) g->of = NULL;
    for (uint32_t i = 0; i < n; i++)
        if (is_int[i]) add_integer(g, i);
    return g;
}

static ppl_Grid_t copy_of(ppl_const_Grid_t of)
{
    ppl_Grid_t copy;
    ppl_begin_weighing();
    int result = ppl_new_Grid_from_Grid(&copy, of);
    ppl_end_weighing();
    return result < 0 ? NULL : copy;
}

static void *grids_copy(const void *v)
{
    const grid *g = v;
    grid *copy = grid_new(g->n, g->is_int);
    if (g->of) copy->of = copy_of(g->of);
    return copy;
}

static void grids_free(void *v)
{
    grid *g = v;
    forget(g);
    free(g->is_int);
    free(g);
}

static bool grids_is_empty(const void *v)
{
    const grid *g = v;
    if (!g->of) return false;
    ppl_begin_weighing();
    int result = ppl_Grid_is_empty(g->of);
    ppl_end_weighing();
    return result > 0;
}

static bool is_about_grids(const row *r) { return r->relation == ROW_EQ || r->relation == ROW_CONGRUENT; }

static void become_empty(grid *g)
{
    forget(g);
    if (ppl_new_Grid_from_space_dimension(&g->of, g->n, 1) < 0) g->of = NULL;
}

static void grids_meet(void *v, const row *rows, size_t n)
{
    grid *g = v;
    for (size_t i = 0; i < n; i++) {
        row r;
        row_copy(&r, &rows[i]);
        row_truth truth = row_normalise(&r, g->is_int);
        if (truth == ROW_FALSE) become_empty(g);
        else if (truth == ROW_OPEN && is_about_grids(&r)) add_congruence(g, &r);
        row_release(&r);
    }
}

/* ---- the lattice ---- */

static void grids_join(void *v, const void *w)
{
    grid *g = v;
    const grid *other = w;
    assert(g->n == other->n);
    if (!g->of) return;
    if (!other->of) {
        forget(g);
        return;
    }
    ppl_begin_weighing();
    keep(g, ppl_Grid_upper_bound_assign(g->of, other->of));
}

static bool has_reals(const grid *g)
{
    bool reals = false;
    for (size_t i = 0; i < g->n; i++) reals |= !g->is_int[i];
    return reals;
}

/* Grids of integers have no infinite ascending chain: joining is enough. PPL widens the larger one, by the smaller one, which has to be in it. */
static void grids_widen(void *v, const void *w)
{
    grid *g = v;
    if (!has_reals(g) || !g->of || grids_is_empty(g)) {
        grids_join(v, w);
        return;
    }
    ppl_Grid_t before = copy_of(g->of);
    grids_join(v, w);
    if (!before) forget(g);
    if (g->of) {
        ppl_begin_weighing();
        keep(g, ppl_Grid_congruence_widening_assign(g->of, before));
    }
    if (before) ppl_delete_Grid(before);
}

static bool grids_is_within(const void *v, const void *w)
{
    const grid *g = v, *other = w;
    assert(g->n == other->n);
    if (!other->of) return true;
    if (!g->of) return false;
    ppl_begin_weighing();
    int result = ppl_Grid_contains_Grid(other->of, g->of);
    ppl_end_weighing();
    return result > 0;
}

/* By the grid of all points for which it holds: PPL's relation of a grid with a congruence is wrong for some grids with reals. */
static bool grids_entails(const void *v, const row *r)
{
    const grid *g = v;
    if (!g->of || !is_about_grids(r)) return false;
    grid *all = grid_new(g->n, g->is_int);
    if (ppl_new_Grid_from_space_dimension(&all->of, g->n, 0) < 0) all->of = NULL;
    add_congruence(all, r);
    bool entailed = all->of && grids_is_within(v, all);
    grids_free(all);
    return entailed;
}

static void grids_project(void *v, size_t kept)
{
    grid *g = v;
    assert(kept <= g->n);
    if (g->of) {
        ppl_begin_weighing();
        keep(g, ppl_Grid_remove_higher_space_dimensions(g->of, kept));
    }
    g->n = kept;
    if (!kept || kept > MAX_DIMENSIONS) forget(g);
}

/* A congruence with reals is of no use to others. */
static bool is_of_integers(const grid *g, const row *r)
{
    bool integers = true;
    for (size_t i = 0; i < r->entries.size; i++) integers = integers && g->is_int[r->entries.data[i].dim];
    return integers;
}

static void push_row(const grid *g, ppl_const_Congruence_t c, row_vec *out)
{
    row r;
    ppl_row_of_congruence(c, g->n, &r);
    if (row_normalise(&r, g->is_int) == ROW_OPEN && (r.relation == ROW_EQ || is_of_integers(g, &r))) row_vec_push(out, r);
    else row_release(&r);
}

static void grids_rows(const void *v, row_vec *out)
{
    const grid *g = v;
    ppl_const_Congruence_System_t system;
    if (!g->of || grids_is_empty(g)) return;
    ppl_begin_weighing();
    int got = ppl_Grid_get_minimized_congruences(g->of, &system);
    ppl_end_weighing();
    if (got < 0) return;
    ppl_Congruence_System_const_iterator_t at, end;
    ppl_new_Congruence_System_const_iterator(&at);
    ppl_new_Congruence_System_const_iterator(&end);
    ppl_Congruence_System_begin(system, at);
    ppl_Congruence_System_end(system, end);
    for (; !ppl_Congruence_System_const_iterator_equal_test(at, end); ppl_Congruence_System_const_iterator_increment(at)) {
        ppl_const_Congruence_t c;
        ppl_Congruence_System_const_iterator_dereference(at, &c);
        push_row(g, c, out);
    }
    ppl_delete_Congruence_System_const_iterator(at);
    ppl_delete_Congruence_System_const_iterator(end);
}

const domain DOMAIN_GRIDS = {"grids", NULL, grids_top, grids_copy, grids_free, grids_is_empty, grids_meet,
                             grids_join, grids_widen, grids_is_within, grids_entails, grids_project, grids_rows};

/* Polyhedra and octagons, by PPL.
 *
 * PPL's functions have the same names for all its shapes; SHAPE below makes a table of them. Each call may use a certain weight, as PPL counts its own work. A
 * value whose computation was given up becomes the set of all points: PPL promises that it can still be deleted. */

#include "base/alloc.h"
#include "domain/intervals.h"
#include "domain/rows_ppl.h"

#include <stdlib.h>

/* Values of more dimensions say nothing. */
enum { MAX_OCTAGON_DIMENSIONS = 60, MAX_POLYHEDRON_DIMENSIONS = 40 };

typedef struct shape_table {
    void *(*copy)(const void *s); /* NULL: given up */
    void (*free)(void *s);
    int (*is_empty)(const void *s);
    int (*add)(void *s, ppl_const_Constraint_t c);
    int (*join)(void *s, const void *t);
    int (*widen)(void *s, const void *smaller);
    int (*contains)(const void *s, const void *t);
    int (*relation)(const void *s, ppl_const_Constraint_t c);
    int (*project)(void *s, size_t keep);
    size_t max_dimensions;
} shape_table;

/* NAME: our name; TYPE: PPL's; WIDENING: the name of its widening. */
#define SHAPE(NAME, TYPE, NEW_COPY, WIDENING)                                                                                                          \
    static void *NAME##_copy(const void *s)                                                                                                            \
    {                                                                                                                                                  \
        ppl_##TYPE##_t copy;                                                                                                                           \
        return NEW_COPY(&copy, (ppl_const_##TYPE##_t)s) < 0 ? NULL : (void *)copy;                                                                     \
    }                                                                                                                                                  \
    static void NAME##_free(void *s) { ppl_delete_##TYPE((ppl_const_##TYPE##_t)s); }                                                                   \
    static int NAME##_is_empty(const void *s) { return ppl_##TYPE##_is_empty((ppl_const_##TYPE##_t)s); }                                               \
    static int NAME##_add(void *s, ppl_const_Constraint_t c) { return ppl_##TYPE##_refine_with_constraint(s, c); }                                     \
    static int NAME##_join(void *s, const void *t) { return ppl_##TYPE##_upper_bound_assign(s, (ppl_const_##TYPE##_t)t); }                             \
    static int NAME##_widen(void *s, const void *smaller) { return ppl_##TYPE##_##WIDENING(s, (ppl_const_##TYPE##_t)smaller); }                        \
    static int NAME##_contains(const void *s, const void *t) { return ppl_##TYPE##_contains_##TYPE((ppl_const_##TYPE##_t)s, (ppl_const_##TYPE##_t)t); } \
    static int NAME##_relation(const void *s, ppl_const_Constraint_t c) { return ppl_##TYPE##_relation_with_Constraint((ppl_const_##TYPE##_t)s, c); }  \
    static int NAME##_project(void *s, size_t keep) { return ppl_##TYPE##_remove_higher_space_dimensions(s, keep); }

#define SHAPE_TABLE(NAME, COPY, MAX)                                                                                                                   \
    {                                                                                                                                                  \
        COPY, NAME##_free, NAME##_is_empty, NAME##_add, NAME##_join, NAME##_widen, NAME##_contains, NAME##_relation,            \
            NAME##_project, MAX                                                                        \
    }

SHAPE(polyhedron, Polyhedron, ppl_new_C_Polyhedron_from_C_Polyhedron, BHRZ03_widening_assign)
SHAPE(octagon, Octagonal_Shape_mpz_class, ppl_new_Octagonal_Shape_mpz_class_from_Octagonal_Shape_mpz_class, widening_assign)

static void *nnc_copy(const void *s)
{
    ppl_Polyhedron_t copy;
    return ppl_new_NNC_Polyhedron_from_NNC_Polyhedron(&copy, (ppl_const_Polyhedron_t)s) < 0 ? NULL : (void *)copy;
}

static const shape_table CLOSED = SHAPE_TABLE(polyhedron, polyhedron_copy, MAX_POLYHEDRON_DIMENSIONS);
static const shape_table NNC = SHAPE_TABLE(polyhedron, nnc_copy, MAX_POLYHEDRON_DIMENSIONS); /* not necessarily closed: with reals */
static const shape_table OCTAGONS = SHAPE_TABLE(octagon, octagon_copy, MAX_OCTAGON_DIMENSIONS);

typedef struct shape {
    const shape_table *table;
    size_t n;
    bool *is_int;
    void *of; /* NULL: all points */
} shape;

/* The result of a call; if it was given up, the value becomes all points. */
static bool end_weighing(shape *s, int result)
{
    ppl_end_weighing();
    if (result >= 0 || !s->of) return result >= 0;
    s->table->free(s->of);
    s->of = NULL;
    return false;
}

/* The answer to a question; 0 if it was given up. */
static int end_question(int result)
{
    ppl_end_weighing();
    return result < 0 ? 0 : result;
}

/* ---- making values ---- */

static shape *shape_new(const shape_table *table, size_t n, const bool *is_int)
{
    ppl_wake();
    shape *s = alloc_zeroed(1, sizeof *s);
    s->table = table;
    s->n = n;
    s->is_int = alloc_zeroed(n + 1, sizeof *s->is_int);
    for (size_t i = 0; i < n; i++) s->is_int[i] = is_int[i];
    return s;
}

static bool has_reals(const bool *is_int, size_t n)
{
    bool reals = false;
    for (size_t i = 0; i < n; i++) reals |= !is_int[i];
    return reals;
}

static void *polyhedra_top(const domain *d, size_t n, const bool *is_int)
{
    (void)d;
    shape *s = shape_new(has_reals(is_int, n) ? &NNC : &CLOSED, n, is_int);
    ppl_Polyhedron_t p;
    int made = s->table == &NNC ? ppl_new_NNC_Polyhedron_from_space_dimension(&p, n, 0) : ppl_new_C_Polyhedron_from_space_dimension(&p, n, 0);
    if (made >= 0) s->of = p;
    return s;
}

static void *octagons_top(const domain *d, size_t n, const bool *is_int)
{
    (void)d;
    shape *s = shape_new(&OCTAGONS, n, is_int);
    ppl_Octagonal_Shape_mpz_class_t o;
    if (n <= MAX_OCTAGON_DIMENSIONS && ppl_new_Octagonal_Shape_mpz_class_from_space_dimension(&o, n, 0) >= 0) s->of = o;
    return s;
}

static void *shape_copy(const void *v)
{
    const shape *s = v;
    shape *copy = shape_new(s->table, s->n, s->is_int);
    if (!s->of) return copy;
    ppl_begin_weighing();
    copy->of = s->table->copy(s->of);
    ppl_end_weighing();
    return copy;
}

static void shape_free(void *v)
{
    shape *s = v;
    if (s->of) s->table->free(s->of);
    free(s->is_int);
    free(s);
}

static bool shape_is_empty(const void *v)
{
    const shape *s = v;
    if (!s->of) return false;
    ppl_begin_weighing();
    return end_question(s->table->is_empty(s->of)) > 0;
}

/* ---- meet ---- */

static void add_row(shape *s, const row *r)
{
    if (!s->of || r->relation == ROW_CONGRUENT) return;
    ppl_begin_weighing();
    ppl_Constraint_t c = ppl_constraint_of_row(r, s->n, s->table == &NNC);
    end_weighing(s, s->table->add(s->of, c));
    ppl_delete_Constraint(c);
}

/* Of a row that no point satisfies: PPL has a constraint like that, too. */
static void shape_meet(void *v, const row *rows, size_t n)
{
    shape *s = v;
    for (size_t i = 0; i < n; i++) {
        row r;
        row_copy(&r, &rows[i]);
        row_truth truth = row_normalise(&r, s->is_int);
        if (truth == ROW_FALSE) { /* 0 = 1 */
            row_release(&r);
            row_init(&r, ROW_EQ);
            rat_set_int(&r.constant, 1);
        }
        if (truth != ROW_TRUE) add_row(s, &r);
        row_release(&r);
    }
}

/* PPL passes over constraints that are not octagonal: what they say about pairs is added, with the bounds of the other dimensions. */
static void octagons_meet(void *v, const row *rows, size_t n)
{
    shape *s = v;
    if (!s->of) return;
    shape_meet(v, rows, n);
    row_vec pairs;
    row_vec_init(&pairs);
    void *box = DOMAIN_INTERVALS.top(&DOMAIN_INTERVALS, s->n, s->is_int);
    DOMAIN_INTERVALS.meet(box, rows, n);
    DOMAIN_INTERVALS.rows(box, &pairs);
    for (size_t i = 0; i < n; i++)
        if (rows[i].entries.size > 1) intervals_push_pairs(box, &rows[i], &pairs);
    shape_meet(v, pairs.data, pairs.size);
    DOMAIN_INTERVALS.free(box);
    row_vec_free(&pairs);
}

/* ---- the lattice ---- */

static void become(shape *s, const shape *other)
{
    if (s->of) s->table->free(s->of);
    s->of = NULL;
    if (!other->of) return;
    ppl_begin_weighing();
    s->of = s->table->copy(other->of);
    ppl_end_weighing();
}

static void forget(shape *s)
{
    if (s->of) s->table->free(s->of);
    s->of = NULL;
}

static void shape_join(void *v, const void *w)
{
    shape *s = v;
    const shape *other = w;
    assert(s->n == other->n && s->table == other->table);
    if (!s->of) return;
    if (!other->of) forget(s);
    else {
        ppl_begin_weighing();
        end_weighing(s, s->table->join(s->of, other->of));
    }
}

/* PPL widens the larger one, by the smaller one, which has to be in it. */
static void shape_widen(void *v, const void *w)
{
    shape *s = v;
    const shape *other = w;
    assert(s->n == other->n && s->table == other->table);
    if (!s->of || !other->of) {
        forget(s);
        return;
    }
    if (shape_is_empty(s)) {
        become(s, other);
        return;
    }
    shape *wide = shape_copy(other);
    if (wide->of) {
        ppl_begin_weighing();
        int result = s->table->join(wide->of, s->of);
        if (result >= 0) result = s->table->widen(wide->of, s->of);
        end_weighing(wide, result);
    }
    forget(s);
    s->of = wide->of;
    wide->of = NULL;
    shape_free(wide);
}

static bool shape_is_within(const void *v, const void *w)
{
    const shape *s = v, *other = w;
    assert(s->n == other->n && s->table == other->table);
    if (!other->of) return true;
    if (!s->of) return false;
    ppl_begin_weighing();
    return end_question(s->table->contains(other->of, s->of)) > 0;
}

static bool shape_entails(const void *v, const row *r)
{
    const shape *s = v;
    if (!s->of || r->relation == ROW_CONGRUENT) return false;
    ppl_begin_weighing();
    ppl_Constraint_t c = ppl_constraint_of_row(r, s->n, true);
    int relation = end_question(s->table->relation(s->of, c));
    ppl_delete_Constraint(c);
    return ((unsigned)relation & PPL_POLY_CON_RELATION_IS_INCLUDED) != 0;
}

/* Where no reals are left, the polyhedron is a closed one as any other of integers. */
static void close_polyhedron(shape *s)
{
    if (s->table != &NNC || has_reals(s->is_int, s->n)) return;
    s->table = &CLOSED;
    if (!s->of) return;
    ppl_Polyhedron_t closed;
    ppl_begin_weighing();
    int made = ppl_new_C_Polyhedron_from_NNC_Polyhedron(&closed, s->of);
    ppl_end_weighing();
    NNC.free(s->of);
    s->of = made < 0 ? NULL : (void *)closed;
}

static void shape_project(void *v, size_t keep)
{
    shape *s = v;
    assert(keep <= s->n);
    if (s->of) {
        ppl_begin_weighing();
        end_weighing(s, s->table->project(s->of, keep));
    }
    s->n = keep;
    close_polyhedron(s);
    if (s->of && (!s->n || s->n > s->table->max_dimensions)) forget(s);
}

/* Takes over the row. */
static void push_open(const shape *s, row *r, row_vec *out)
{
    if (row_normalise(r, s->is_int) == ROW_OPEN) row_vec_push(out, *r);
    else row_release(r);
}

static void push_constraints(const shape *s, ppl_const_Constraint_System_t system, row_vec *out)
{
    ppl_Constraint_System_const_iterator_t at, end;
    ppl_new_Constraint_System_const_iterator(&at);
    ppl_new_Constraint_System_const_iterator(&end);
    ppl_Constraint_System_begin(system, at);
    ppl_Constraint_System_end(system, end);
    for (; !ppl_Constraint_System_const_iterator_equal_test(at, end); ppl_Constraint_System_const_iterator_increment(at)) {
        ppl_const_Constraint_t c;
        row r;
        ppl_Constraint_System_const_iterator_dereference(at, &c);
        ppl_row_of_constraint(c, s->n, &r);
        push_open(s, &r, out);
    }
    ppl_delete_Constraint_System_const_iterator(at);
    ppl_delete_Constraint_System_const_iterator(end);
}

static void polyhedra_rows(const void *v, row_vec *out)
{
    const shape *s = v;
    if (!s->of) return;
    ppl_const_Constraint_System_t system;
    ppl_begin_weighing();
    int got = ppl_Polyhedron_get_minimized_constraints(s->of, &system);
    ppl_end_weighing();
    if (got >= 0) push_constraints(s, system, out);
}

/* Rows about two dimensions that follow from the bounds of each go: in a closed octagon there is one for each pair. */
static void drop_implied(const shape *s, row_vec *rows, size_t first)
{
    size_t kept = first;
    void *box = DOMAIN_INTERVALS.top(&DOMAIN_INTERVALS, s->n, s->is_int);
    for (size_t i = first; i < rows->size; i++)
        if (rows->data[i].entries.size == 1) DOMAIN_INTERVALS.meet(box, &rows->data[i], 1);
    for (size_t i = first; i < rows->size; i++) {
        if (rows->data[i].entries.size > 1 && DOMAIN_INTERVALS.entails(box, &rows->data[i])) row_release(&rows->data[i]);
        else rows->data[kept++] = rows->data[i];
    }
    rows->size = kept;
    DOMAIN_INTERVALS.free(box);
}

/* By way of a polyhedron: PPL's C function for the constraints of an octagon gives ones that are gone already. */
static void octagons_rows(const void *v, row_vec *out)
{
    const shape *s = v;
    ppl_Polyhedron_t p;
    ppl_const_Constraint_System_t system;
    if (!s->of || shape_is_empty(s) || ppl_new_C_Polyhedron_from_Octagonal_Shape_mpz_class(&p, s->of) < 0) return;
    size_t first = out->size;
    if (ppl_Polyhedron_get_constraints(p, &system) >= 0) push_constraints(s, system, out);
    ppl_delete_Polyhedron(p);
    drop_implied(s, out, first);
}

const domain DOMAIN_POLYHEDRA = {"polyhedra", NULL, polyhedra_top, shape_copy, shape_free, shape_is_empty, shape_meet,
                                 shape_join, shape_widen, shape_is_within, shape_entails, shape_project, polyhedra_rows};
const domain DOMAIN_OCTAGONS = {"octagons", NULL, octagons_top, shape_copy, shape_free, shape_is_empty, octagons_meet,
                                shape_join, shape_widen, shape_is_within, shape_entails, shape_project, octagons_rows};

#include "domain/polar.h"

#include "base/alloc.h"
#include "domain/rows_ppl.h"

/* How much work the generators of one polyhedron are, as PPL counts. */
enum { WEIGHT = 1 << 18, WEIGHT_SCALE = 5 };

static void add_negated(row *r, const rat *c, uint32_t dim)
{
    rat minus;
    rat_init(&minus);
    rat_neg(&minus, c);
    row_add_entry(r, &minus, dim);
    rat_release(&minus);
}

/* -(c . g) >= 0 for a ray g, = 0 for a line; a point has c0 as well. */
static void push_generator(ppl_const_Generator_t g, size_t n, row_vec *out)
{
    row r;
    rat x;
    ppl_Coefficient_t z;
    int type = ppl_Generator_type(g);
    bool is_point = type == PPL_GENERATOR_TYPE_POINT || type == PPL_GENERATOR_TYPE_CLOSURE_POINT;
    row_init(&r, type == PPL_GENERATOR_TYPE_LINE ? ROW_EQ : ROW_GE);
    rat_init(&x);
    ppl_new_Coefficient(&z);
    for (uint32_t i = 0; i < n; i++) {
        ppl_Generator_coefficient(g, i, z);
        ppl_coefficient_get(z, &x);
        add_negated(&r, &x, i);
    }
    if (is_point) {
        ppl_Generator_divisor(g, z);
        ppl_coefficient_get(z, &x);
        add_negated(&r, &x, (uint32_t)n);
    }
    ppl_delete_Coefficient(z);
    rat_release(&x);
    row_vec_push(out, r);
}

static ppl_Polyhedron_t polyhedron_of(const row *rows, size_t n_rows, size_t n)
{
    ppl_Polyhedron_t p;
    ppl_new_C_Polyhedron_from_space_dimension(&p, n, 0);
    for (size_t i = 0; i < n_rows; i++) {
        if (rows[i].relation == ROW_CONGRUENT) continue;
        ppl_Constraint_t c = ppl_constraint_of_row(&rows[i], n, false);
        ppl_Polyhedron_refine_with_constraint(p, c);
        ppl_delete_Constraint(c);
    }
    return p;
}

static void push_generators(ppl_const_Generator_System_t system, size_t n, row_vec *out)
{
    ppl_Generator_System_const_iterator_t at, end;
    ppl_new_Generator_System_const_iterator(&at);
    ppl_new_Generator_System_const_iterator(&end);
    ppl_Generator_System_begin(system, at);
    ppl_Generator_System_end(system, end);
    for (; !ppl_Generator_System_const_iterator_equal_test(at, end); ppl_Generator_System_const_iterator_increment(at)) {
        ppl_const_Generator_t g;
        ppl_Generator_System_const_iterator_dereference(at, &g);
        push_generator(g, n, out);
    }
    ppl_delete_Generator_System_const_iterator(at);
    ppl_delete_Generator_System_const_iterator(end);
}

bool polar_of(const row *rows, size_t n_rows, size_t n, size_t most, row_vec *out)
{
    ppl_wake();
    ppl_Polyhedron_t p = polyhedron_of(rows, n_rows, n);
    ppl_const_Generator_System_t system;
    ppl_set_deterministic_timeout(WEIGHT, WEIGHT_SCALE);
    bool done = ppl_Polyhedron_get_minimized_generators(p, &system) >= 0;
    ppl_reset_deterministic_timeout();
    size_t before = out->size;
    if (done) push_generators(system, n, out);
    ppl_delete_Polyhedron(p);
    bool fits = out->size - before <= most;
    while (!fits && out->size > before) {
        row r = row_vec_pop(out);
        row_release(&r);
    }
    return done && fits;
}

void polar_of_point(const rat *point, size_t n, row_vec *out)
{
    row r;
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    row_init(&r, ROW_GE);
    for (uint32_t i = 0; i < n; i++) add_negated(&r, &point[i], i);
    add_negated(&r, &one, (uint32_t)n);
    rat_release(&one);
    row_vec_push(out, r);
}

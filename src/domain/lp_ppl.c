#include "domain/lp.h"

#include "base/alloc.h"
#include "base/vec.h"
#include "domain/rows_ppl.h"

#include <stdlib.h>

typedef struct entry {
    rat coefficient;
    uint32_t variable;
} entry;
VEC_DECLARE(entry_vec, entry);

typedef struct variable {
    lp_range range;
    int64_t cost;
} variable;
VEC_DECLARE(variable_vec, variable);
VEC_DECLARE(rat_vec, rat);

struct lp {
    ppl_MIP_Problem_t problem; /* NULL until there is a row */
    uint32_t n_embedded; /* variables that the problem has */
    ppl_Coefficient_t coefficient; /* scratch */
    variable_vec variables;
    entry_vec row; /* the one at hand */
    lp_relation relation;
    rat bound;
    rat_vec values; /* of the last optimum */
};

lp *lp_new(void)
{
    ppl_wake();
    lp *p = alloc_zeroed(1, sizeof *p);
    ppl_new_Coefficient(&p->coefficient);
    rat_init(&p->bound);
    return p;
}

lp *lp_copy(const lp *p)
{
    assert(!p->row.size);
    lp *copy = lp_new();
    variable_vec_append(&copy->variables, p->variables.data, p->variables.size);
    copy->n_embedded = p->n_embedded;
    if (p->problem) ppl_new_MIP_Problem_from_MIP_Problem(&copy->problem, p->problem);
    return copy;
}

void lp_free(lp *p)
{
    if (!p) return;
    if (p->problem) ppl_delete_MIP_Problem(p->problem);
    ppl_delete_Coefficient(p->coefficient);
    for (size_t i = 0; i < p->row.size; i++) rat_release(&p->row.data[i].coefficient);
    for (size_t i = 0; i < p->values.size; i++) rat_release(&p->values.data[i]);
    entry_vec_release(&p->row);
    rat_vec_release(&p->values);
    variable_vec_release(&p->variables);
    rat_release(&p->bound);
    free(p);
}

uint32_t lp_add_variable(lp *p, lp_range range, int64_t cost)
{
    variable_vec_push(&p->variables, (variable){range, cost});
    return (uint32_t)p->variables.size - 1;
}

void lp_begin_row(lp *p, lp_relation relation, const rat *bound)
{
    assert(!p->row.size);
    p->relation = relation;
    rat_set(&p->bound, bound);
}

void lp_put(lp *p, const rat *coefficient, uint32_t v)
{
    assert(v < p->variables.size);
    entry e = {.variable = v};
    rat_init(&e.coefficient);
    rat_set(&e.coefficient, coefficient);
    entry_vec_push(&p->row, e);
}

/* Sets the scratch coefficient to an integer. */
static ppl_Coefficient_t to_coefficient(lp *p, const rat *r)
{
    ppl_coefficient_set(p->coefficient, r);
    return p->coefficient;
}

static void add_sign(lp *p, uint32_t index)
{
    ppl_Linear_Expression_t e;
    ppl_Constraint_t constraint;
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    ppl_new_Linear_Expression_with_dimension(&e, p->variables.size);
    ppl_Linear_Expression_add_to_coefficient(e, index, to_coefficient(p, &one));
    ppl_new_Constraint(&constraint, e, PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL);
    ppl_MIP_Problem_add_constraint(p->problem, constraint);
    ppl_delete_Constraint(constraint);
    ppl_delete_Linear_Expression(e);
    rat_release(&one);
}

/* Tells PPL the variables that are new. */
static void embed(lp *p)
{
    if (p->problem && p->n_embedded == p->variables.size) return;
    if (!p->problem) ppl_new_MIP_Problem_from_space_dimension(&p->problem, p->variables.size);
    else ppl_MIP_Problem_add_space_dimensions_and_embed(p->problem, p->variables.size - p->n_embedded);
    for (; p->n_embedded < p->variables.size; p->n_embedded++)
        if (p->variables.data[p->n_embedded].range == LP_NONNEGATIVE) add_sign(p, p->n_embedded);
}

static void set_objective(lp *p)
{
    ppl_Linear_Expression_t cost;
    rat c;
    rat_init(&c);
    ppl_new_Linear_Expression_with_dimension(&cost, p->variables.size);
    for (size_t i = 0; i < p->variables.size; i++) {
        rat_set_int(&c, p->variables.data[i].cost);
        ppl_Linear_Expression_add_to_coefficient(cost, i, to_coefficient(p, &c));
    }
    ppl_MIP_Problem_set_objective_function(p->problem, cost);
    ppl_MIP_Problem_set_optimization_mode(p->problem, PPL_OPTIMIZATION_MODE_MINIMIZATION);
    ppl_delete_Linear_Expression(cost);
    rat_release(&c);
}

/* The row's smallest multiple without fractions: coefficients and bound are multiplied by this. */
static void common_denominator(const lp *p, rat *scale)
{
    rat den;
    rat_init(&den);
    rat_den(scale, &p->bound);
    for (size_t i = 0; i < p->row.size; i++) {
        rat_den(&den, &p->row.data[i].coefficient);
        rat_lcm(scale, scale, &den);
    }
    rat_release(&den);
}

void lp_end_row(lp *p)
{
    static const enum ppl_enum_Constraint_Type types[] = {PPL_CONSTRAINT_TYPE_LESS_OR_EQUAL, PPL_CONSTRAINT_TYPE_EQUAL,
                                                          PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL};
    embed(p);
    rat scale, c;
    rat_init(&scale);
    rat_init(&c);
    common_denominator(p, &scale);
    ppl_Linear_Expression_t e;
    ppl_new_Linear_Expression_with_dimension(&e, p->variables.size);
    for (size_t i = 0; i < p->row.size; i++) {
        rat_mul(&c, &p->row.data[i].coefficient, &scale);
        ppl_Linear_Expression_add_to_coefficient(e, p->row.data[i].variable, to_coefficient(p, &c));
        rat_release(&p->row.data[i].coefficient);
    }
    rat_mul(&c, &p->bound, &scale);
    rat_neg(&c, &c);
    ppl_Linear_Expression_add_to_inhomogeneous(e, to_coefficient(p, &c));
    ppl_Constraint_t constraint;
    ppl_new_Constraint(&constraint, e, types[p->relation]);
    ppl_MIP_Problem_add_constraint(p->problem, constraint);
    ppl_delete_Constraint(constraint);
    ppl_delete_Linear_Expression(e);
    entry_vec_clear(&p->row);
    rat_release(&scale);
    rat_release(&c);
}

static void read_values(lp *p)
{
    while (p->values.size < p->variables.size) {
        rat r;
        rat_init(&r);
        rat_vec_push(&p->values, r);
    }
    ppl_const_Generator_t point;
    ppl_MIP_Problem_optimizing_point(p->problem, &point);
    rat divisor;
    rat_init(&divisor);
    ppl_Generator_divisor(point, p->coefficient);
    ppl_coefficient_get(p->coefficient, &divisor);
    for (size_t i = 0; i < p->variables.size; i++) {
        ppl_Generator_coefficient(point, i, p->coefficient);
        ppl_coefficient_get(p->coefficient, &p->values.data[i]);
        rat_div(&p->values.data[i], &p->values.data[i], &divisor);
    }
    rat_release(&divisor);
}

bool lp_is_feasible(lp *p)
{
    embed(p);
    return ppl_MIP_Problem_is_satisfiable(p->problem) > 0;
}

bool lp_solve(lp *p)
{
    embed(p);
    set_objective(p);
    if (ppl_MIP_Problem_solve(p->problem) != PPL_MIP_PROBLEM_STATUS_OPTIMIZED) return false;
    read_values(p);
    return true;
}

void lp_value(const lp *p, uint32_t v, rat *out)
{
    assert(v < p->values.size);
    rat_set(out, &p->values.data[v]);
}

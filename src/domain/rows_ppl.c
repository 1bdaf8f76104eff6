#include "domain/rows_ppl.h"

#include "base/alloc.h"

#include <stdlib.h>

void ppl_wake(void)
{
    ppl_initialize();
    ppl_restore_pre_PPL_rounding();
}

enum { WEIGHT = 1 << 20, WEIGHT_SCALE = 5 };

void ppl_begin_weighing(void) { ppl_set_deterministic_timeout(WEIGHT, WEIGHT_SCALE); }
void ppl_end_weighing(void) { ppl_reset_deterministic_timeout(); }

void ppl_coefficient_set(ppl_Coefficient_t out, const rat *integer)
{
    assert(rat_is_integer(integer));
    mpz_t z;
    mpz_init(z);
    if (integer->big) mpz_set(z, mpq_numref(integer->big));
    else mpz_set_si(z, integer->num);
    ppl_assign_Coefficient_from_mpz_t(out, z);
    mpz_clear(z);
}

void ppl_coefficient_get(ppl_const_Coefficient_t c, rat *out)
{
    mpz_t z;
    mpz_init(z);
    ppl_Coefficient_to_mpz_t(c, z);
    if (mpz_fits_slong_p(z) && mpz_get_si(z) != INT64_MIN) rat_set_int(out, mpz_get_si(z));
    else {
        char *digits = mpz_get_str(NULL, 10, z);
        bool ok = rat_set_string(out, digits, strlen(digits), 10);
        assert(ok);
        (void)ok;
        free(digits);
    }
    mpz_clear(z);
}

/* ---- rows to PPL ---- */

/* The smallest number by which all of the row becomes integers. */
static void common_denominator(const row *r, rat *out)
{
    rat den;
    rat_init(&den);
    rat_den(out, &r->constant);
    rat_den(&den, &r->modulus);
    rat_lcm(out, out, &den);
    for (size_t i = 0; i < r->entries.size; i++) {
        rat_den(&den, &r->entries.data[i].c);
        rat_lcm(out, out, &den);
    }
    rat_release(&den);
}

/* scale * (the row's sum). */
static ppl_Linear_Expression_t expression_of(const row *r, size_t n, const rat *scale)
{
    ppl_Linear_Expression_t e;
    ppl_Coefficient_t z;
    rat c;
    rat_init(&c);
    ppl_new_Coefficient(&z);
    ppl_new_Linear_Expression_with_dimension(&e, n);
    for (size_t i = 0; i < r->entries.size; i++) {
        assert(r->entries.data[i].dim < n);
        rat_mul(&c, scale, &r->entries.data[i].c);
        ppl_coefficient_set(z, &c);
        ppl_Linear_Expression_add_to_coefficient(e, r->entries.data[i].dim, z);
    }
    rat_mul(&c, scale, &r->constant);
    ppl_coefficient_set(z, &c);
    ppl_Linear_Expression_add_to_inhomogeneous(e, z);
    ppl_delete_Coefficient(z);
    rat_release(&c);
    return e;
}

ppl_Constraint_t ppl_constraint_of_row(const row *r, size_t n, bool strict)
{
    assert(r->relation != ROW_CONGRUENT);
    rat scale;
    rat_init(&scale);
    common_denominator(r, &scale);
    ppl_Linear_Expression_t e = expression_of(r, n, &scale);
    ppl_Constraint_t c;
    enum ppl_enum_Constraint_Type type = r->relation == ROW_EQ ? PPL_CONSTRAINT_TYPE_EQUAL : PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL;
    if (r->relation == ROW_GT && strict) type = PPL_CONSTRAINT_TYPE_GREATER_THAN;
    ppl_new_Constraint(&c, e, type);
    ppl_delete_Linear_Expression(e);
    rat_release(&scale);
    return c;
}

ppl_Congruence_t ppl_congruence_of_row(const row *r, size_t n)
{
    assert(r->relation == ROW_EQ || r->relation == ROW_CONGRUENT);
    rat scale, modulus;
    rat_init(&scale);
    rat_init(&modulus);
    common_denominator(r, &scale);
    if (r->relation == ROW_CONGRUENT) rat_mul(&modulus, &scale, &r->modulus);
    ppl_Linear_Expression_t e = expression_of(r, n, &scale);
    ppl_Coefficient_t z;
    ppl_Congruence_t c;
    ppl_new_Coefficient(&z);
    ppl_coefficient_set(z, &modulus); /* 0: an equation */
    ppl_new_Congruence(&c, e, z);
    ppl_delete_Coefficient(z);
    ppl_delete_Linear_Expression(e);
    rat_release(&scale);
    rat_release(&modulus);
    return c;
}

/* ---- PPL to rows ---- */

static row_relation relation_of(int type)
{
    switch (type) {
    case PPL_CONSTRAINT_TYPE_EQUAL: return ROW_EQ;
    case PPL_CONSTRAINT_TYPE_GREATER_THAN: return ROW_GT;
    default: assert(type == PPL_CONSTRAINT_TYPE_GREATER_OR_EQUAL); return ROW_GE; /* PPL keeps no others */
    }
}

void ppl_row_of_constraint(ppl_const_Constraint_t c, size_t n, row *out)
{
    ppl_Coefficient_t z;
    rat x;
    rat_init(&x);
    ppl_new_Coefficient(&z);
    row_init(out, relation_of(ppl_Constraint_type(c)));
    ppl_dimension_type known;
    ppl_Constraint_space_dimension(c, &known);
    for (uint32_t i = 0; i < n && i < known; i++) {
        ppl_Constraint_coefficient(c, i, z);
        ppl_coefficient_get(z, &x);
        row_add_entry(out, &x, i);
    }
    ppl_Constraint_inhomogeneous_term(c, z);
    ppl_coefficient_get(z, &out->constant);
    ppl_delete_Coefficient(z);
    rat_release(&x);
}

void ppl_row_of_congruence(ppl_const_Congruence_t c, size_t n, row *out)
{
    ppl_Coefficient_t z;
    rat x;
    rat_init(&x);
    ppl_new_Coefficient(&z);
    ppl_Congruence_modulus(c, z);
    ppl_coefficient_get(z, &x);
    row_init(out, rat_sign(&x) ? ROW_CONGRUENT : ROW_EQ);
    if (rat_sign(&x)) rat_set(&out->modulus, &x);
    ppl_dimension_type known;
    ppl_Congruence_space_dimension(c, &known);
    for (uint32_t i = 0; i < n && i < known; i++) {
        ppl_Congruence_coefficient(c, i, z);
        ppl_coefficient_get(z, &x);
        row_add_entry(out, &x, i);
    }
    ppl_Congruence_inhomogeneous_term(c, z);
    ppl_coefficient_get(z, &out->constant);
    ppl_delete_Coefficient(z);
    rat_release(&x);
}

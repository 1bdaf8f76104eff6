#include "domain/row.h"

void row_init(row *r, row_relation relation)
{
    row_entry_vec_init(&r->entries);
    rat_init(&r->constant);
    rat_init(&r->modulus);
    rat_set_int(&r->modulus, 1);
    r->relation = relation;
}

void row_release(row *r)
{
    for (size_t i = 0; i < r->entries.size; i++) rat_release(&r->entries.data[i].c);
    row_entry_vec_release(&r->entries);
    rat_release(&r->constant);
    rat_release(&r->modulus);
}

void row_copy(row *out, const row *r)
{
    row_init(out, r->relation);
    rat_set(&out->constant, &r->constant);
    rat_set(&out->modulus, &r->modulus);
    row_entry_vec_reserve(&out->entries, r->entries.size);
    for (size_t i = 0; i < r->entries.size; i++) {
        row_entry e = {.dim = r->entries.data[i].dim};
        rat_init(&e.c);
        rat_set(&e.c, &r->entries.data[i].c);
        row_entry_vec_push(&out->entries, e);
    }
}

/* The first entry of that dimension or a later one. */
static size_t place_of(const row *r, uint32_t dim)
{
    size_t low = 0, high = r->entries.size;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->entries.data[middle].dim < dim) low = middle + 1;
        else high = middle;
    }
    return low;
}

const rat *row_coefficient(const row *r, uint32_t dim)
{
    size_t at = place_of(r, dim);
    return at < r->entries.size && r->entries.data[at].dim == dim ? &r->entries.data[at].c : NULL;
}

static void insert_entry(row *r, size_t at, uint32_t dim)
{
    row_entry e = {.dim = dim};
    rat_init(&e.c);
    row_entry_vec_push(&r->entries, e);
    row_entry *data = r->entries.data;
    memmove(data + at + 1, data + at, (r->entries.size - 1 - at) * sizeof *data);
    data[at] = e;
}

static void remove_entry(row *r, size_t at)
{
    row_entry *data = r->entries.data;
    rat_release(&data[at].c);
    memmove(data + at, data + at + 1, (r->entries.size - 1 - at) * sizeof *data);
    r->entries.size--;
}

void row_add_entry(row *r, const rat *c, uint32_t dim)
{
    if (!rat_sign(c)) return;
    size_t at = place_of(r, dim);
    if (at == r->entries.size || r->entries.data[at].dim != dim) insert_entry(r, at, dim);
    rat_add(&r->entries.data[at].c, &r->entries.data[at].c, c);
    if (!rat_sign(&r->entries.data[at].c)) remove_entry(r, at);
}

void row_add_constant(row *r, const rat *c) { rat_add(&r->constant, &r->constant, c); }

void row_add_scaled(row *r, const rat *factor, const row *expression)
{
    assert(r != expression);
    rat c;
    rat_init(&c);
    for (size_t i = 0; i < expression->entries.size; i++) {
        rat_mul(&c, factor, &expression->entries.data[i].c);
        row_add_entry(r, &c, expression->entries.data[i].dim);
    }
    rat_addmul(&r->constant, factor, &expression->constant);
    rat_release(&c);
}

void row_scale(row *r, const rat *factor)
{
    int sign = rat_sign(factor);
    assert(sign > 0 || (sign < 0 && (r->relation == ROW_EQ || r->relation == ROW_CONGRUENT)));
    for (size_t i = 0; i < r->entries.size; i++) rat_mul(&r->entries.data[i].c, &r->entries.data[i].c, factor);
    rat_mul(&r->constant, &r->constant, factor);
    rat_mul(&r->modulus, &r->modulus, factor);
    if (sign < 0) rat_neg(&r->modulus, &r->modulus);
}

static row_truth truth_of(const row *r)
{
    rat m;
    rat_init(&m);
    int sign = rat_sign(&r->constant);
    bool holds = r->relation == ROW_EQ ? sign == 0 : r->relation == ROW_GE ? sign >= 0 : sign > 0;
    if (r->relation == ROW_CONGRUENT) {
        rat_div(&m, &r->constant, &r->modulus);
        holds = rat_is_integer(&m);
    }
    rat_release(&m);
    return holds ? ROW_TRUE : ROW_FALSE;
}

/* Coefficients become integers without a common factor; a positive first one where the sign is free. */
static void make_primitive(row *r)
{
    rat lcm, gcd, x;
    rat_init(&lcm);
    rat_init(&gcd);
    rat_init(&x);
    rat_set_int(&lcm, 1);
    for (size_t i = 0; i < r->entries.size; i++) {
        rat_den(&x, &r->entries.data[i].c);
        rat_lcm(&lcm, &lcm, &x);
    }
    for (size_t i = 0; i < r->entries.size; i++) {
        rat_mul(&x, &r->entries.data[i].c, &lcm);
        rat_gcd(&gcd, &gcd, &x);
    }
    rat_div(&x, &lcm, &gcd);
    bool free_sign = r->relation == ROW_EQ || r->relation == ROW_CONGRUENT;
    if (free_sign && rat_sign(&r->entries.data[0].c) < 0) rat_neg(&x, &x);
    if (!rat_is_one(&x)) row_scale(r, &x);
    rat_release(&lcm);
    rat_release(&gcd);
    rat_release(&x);
}

static bool is_integral(const row *r, const bool *is_int)
{
    for (size_t i = 0; i < r->entries.size; i++)
        if (!is_int[r->entries.data[i].dim]) return false;
    return true;
}

/* e = 0 modulo m where e has integer values: m becomes an integer, and the constant a residue. e + c = 0 (mod p/q): the values of e are among the integers of
 * -c + (p/q) Z, which, if there are any, are those of one class modulo p. */
static row_truth tighten_congruence(row *r)
{
    rat q, p, x, one;
    rat_init(&q);
    rat_init(&p);
    rat_init(&x);
    rat_init(&one);
    rat_set_int(&one, 1);
    rat_num(&p, &r->modulus);
    rat_den(&q, &r->modulus);
    row_truth truth = ROW_FALSE;
    rat_set(&x, &r->constant);
    /* The constants -c + k p/q repeat modulo p after q steps. */
    int64_t steps = 0;
    bool few = rat_to_int64(&q, &steps) && steps <= 64;
    for (int64_t k = 0; few && k < steps && truth == ROW_FALSE; k++) {
        if (rat_is_integer(&x)) truth = ROW_OPEN;
        else rat_add(&x, &x, &r->modulus);
    }
    if (!few) truth = ROW_TRUE; /* such rows are not made by anyone: nothing is said */
    if (truth == ROW_OPEN) {
        rat_set(&r->modulus, &p);
        rat_mod_euclid(&r->constant, &x, &p);
        if (rat_is_equal(&p, &one)) truth = ROW_TRUE;
    }
    rat_release(&q);
    rat_release(&p);
    rat_release(&x);
    rat_release(&one);
    return truth;
}

static row_truth tighten(row *r)
{
    if (r->relation == ROW_CONGRUENT) return tighten_congruence(r);
    if (r->relation == ROW_EQ) return rat_is_integer(&r->constant) ? ROW_OPEN : ROW_FALSE;
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    bool was_strict = r->relation == ROW_GT && rat_is_integer(&r->constant);
    rat_floor(&r->constant, &r->constant);
    if (was_strict) rat_sub(&r->constant, &r->constant, &one);
    r->relation = ROW_GE;
    rat_release(&one);
    return ROW_OPEN;
}

row_truth row_normalise(row *r, const bool *is_int)
{
    if (!r->entries.size) return truth_of(r);
    make_primitive(r);
    return is_integral(r, is_int) ? tighten(r) : ROW_OPEN;
}

bool row_holds(const row *r, const rat *point)
{
    row value;
    row_init(&value, r->relation);
    rat_set(&value.modulus, &r->modulus);
    rat_set(&value.constant, &r->constant);
    for (size_t i = 0; i < r->entries.size; i++) rat_addmul(&value.constant, &r->entries.data[i].c, &point[r->entries.data[i].dim]);
    bool holds = truth_of(&value) == ROW_TRUE;
    row_release(&value);
    return holds;
}

void row_vec_clear_rows(row_vec *v)
{
    for (size_t i = 0; i < v->size; i++) row_release(&v->data[i]);
    row_vec_clear(v);
}

#define LARGE_NUMBER 5000

bool row_number_is_large(const rat *r) { return r->big || r->num > LARGE_NUMBER || r->num < -LARGE_NUMBER; }

bool row_is_large(const row *r)
{
    bool large = row_number_is_large(&r->constant);
    for (size_t i = 0; i < r->entries.size; i++) large = large || row_number_is_large(&r->entries.data[i].c);
    return large;
}

void row_vec_free(row_vec *v)
{
    row_vec_clear_rows(v);
    row_vec_release(v);
}

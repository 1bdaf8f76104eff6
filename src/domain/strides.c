/* Strides: of each integer dimension a modulus and a residue, x = residue modulo modulus; modulus 0: x is the residue. Of reals nothing is known. */

#include "base/alloc.h"
#include "domain/domain.h"

#include <stdlib.h>

enum { MAX_ROUNDS = 3, MAX_STEPS = 256 };

typedef struct stride {
    rat modulus, residue; /* integers; 0 <= residue < modulus, or the modulus is 0 */
} stride;

typedef struct strides {
    size_t n;
    bool empty;
    bool *is_int;
    stride *of;
} strides;

static void *strides_top(const domain *d, size_t n, const bool *is_int)
{
    (void)d;
    strides *s = alloc_zeroed(1, sizeof *s);
    s->n = n;
    s->is_int = alloc_zeroed(n + 1, sizeof *s->is_int);
    s->of = alloc_zeroed(n + 1, sizeof *s->of);
    for (size_t i = 0; i < n; i++) {
        s->is_int[i] = is_int[i];
        rat_init(&s->of[i].modulus);
        rat_init(&s->of[i].residue);
        rat_set_int(&s->of[i].modulus, 1);
    }
    return s;
}

static void strides_set(strides *s, const strides *other)
{
    s->empty = other->empty;
    for (size_t i = 0; i < s->n; i++) {
        rat_set(&s->of[i].modulus, &other->of[i].modulus);
        rat_set(&s->of[i].residue, &other->of[i].residue);
    }
}

static void *strides_copy(const void *v)
{
    const strides *s = v;
    strides *copy = strides_top(NULL, s->n, s->is_int);
    strides_set(copy, s);
    return copy;
}

static void stride_release(stride *s)
{
    rat_release(&s->modulus);
    rat_release(&s->residue);
}

static void strides_free(void *v)
{
    strides *s = v;
    for (size_t i = 0; i < s->n; i++) stride_release(&s->of[i]);
    free(s->of);
    free(s->is_int);
    free(s);
}

static bool strides_is_empty(const void *v) { return ((const strides *)v)->empty; }

/* ---- meet ---- */

/* Is x a value? */
static bool stride_has(const stride *s, const rat *x)
{
    rat r;
    rat_init(&r);
    rat_sub(&r, x, &s->residue);
    if (rat_sign(&s->modulus) && rat_is_integer(&r)) rat_mod_euclid(&r, &r, &s->modulus);
    bool has = !rat_sign(&r);
    rat_release(&r);
    return has;
}

/* s becomes the values that are residue modulo modulus, where that is not too hard. True if there are now less; *empty: none. */
static bool stride_meet(stride *s, const stride *with, bool *empty)
{
    if (!rat_sign(&s->modulus)) {
        *empty |= !stride_has(with, &s->residue);
        return false;
    }
    bool smaller = true;
    rat x, g, steps;
    rat_init(&x);
    rat_init(&g);
    rat_init(&steps);
    int64_t many = 0;
    rat_gcd(&g, &s->modulus, &with->modulus);
    rat_sub(&x, &s->residue, &with->residue);
    rat_mod_euclid(&x, &x, &g);
    if (rat_sign(&x)) *empty = true;
    rat_div(&steps, &with->modulus, &g);
    rat_set(&x, &s->residue);
    if (*empty) smaller = false;
    else if (!rat_sign(&with->modulus)) rat_set(&s->residue, &with->residue), rat_set_int(&s->modulus, 0);
    else if (rat_is_one(&steps) || !rat_to_int64(&steps, &many) || many > MAX_STEPS) smaller = false;
    else { /* one of the next values is one of the other's: the Chinese remainder */
        while (!stride_has(with, &x)) rat_add(&x, &x, &s->modulus);
        rat_mul(&s->modulus, &s->modulus, &steps);
        rat_mod_euclid(&s->residue, &x, &s->modulus);
    }
    rat_release(&x);
    rat_release(&g);
    rat_release(&steps);
    return smaller;
}

/* What the row's sum without the entry `skip` is; false if it has reals. */
static bool sum_without(const strides *s, const row *r, size_t skip, stride *out)
{
    rat x;
    rat_init(&x);
    rat_set(&out->residue, &r->constant);
    if (r->relation == ROW_CONGRUENT) rat_set(&out->modulus, &r->modulus);
    bool integral = rat_is_integer(&r->constant) && rat_is_integer(&r->modulus);
    for (size_t i = 0; i < r->entries.size && integral; i++) {
        const row_entry *e = &r->entries.data[i];
        integral = s->is_int[e->dim] && rat_is_integer(&e->c);
        if (i == skip || !integral) continue;
        rat_mul(&x, &e->c, &s->of[e->dim].modulus);
        rat_gcd(&out->modulus, &out->modulus, &x);
        rat_addmul(&out->residue, &e->c, &s->of[e->dim].residue);
    }
    if (integral && rat_sign(&out->modulus)) rat_mod_euclid(&out->residue, &out->residue, &out->modulus);
    rat_release(&x);
    return integral;
}

/* c x + rest = 0:  what x is; false if that is nothing. The values of `rest` are changed to it. */
static bool solve_for(const rat *c, stride *rest, bool *empty)
{
    rat g;
    rat_init(&g);
    rat_gcd(&g, c, &rest->modulus);
    rat_neg(&rest->residue, &rest->residue);
    rat_div(&rest->residue, &rest->residue, &g);
    rat_div(&rest->modulus, &rest->modulus, &g);
    bool none = !rat_is_integer(&rest->residue), solved;
    rat_div(&g, c, &g); /* the factor that is left */
    if (rat_is_minus_one(&g)) rat_neg(&rest->residue, &rest->residue);
    solved = rat_is_one(&g) || rat_is_minus_one(&g);
    *empty |= none;
    if (solved && !none && rat_sign(&rest->modulus)) rat_mod_euclid(&rest->residue, &rest->residue, &rest->modulus);
    rat_release(&g);
    return solved && !none;
}

static bool propagate(strides *s, const row *r)
{
    if (r->relation != ROW_EQ && r->relation != ROW_CONGRUENT) return false;
    bool changed = false;
    for (size_t i = 0; i < r->entries.size && !s->empty; i++) {
        stride rest;
        rat_init(&rest.modulus);
        rat_init(&rest.residue);
        const row_entry *e = &r->entries.data[i];
        if (sum_without(s, r, i, &rest) && solve_for(&e->c, &rest, &s->empty)) changed |= stride_meet(&s->of[e->dim], &rest, &s->empty);
        stride_release(&rest);
    }
    return changed;
}

static void strides_meet(void *v, const row *rows, size_t n)
{
    strides *s = v;
    bool changed = true;
    for (int round = 0; changed && round < MAX_ROUNDS; round++) {
        changed = false;
        for (size_t i = 0; i < n && !s->empty; i++) changed |= propagate(s, &rows[i]);
    }
}

/* ---- the lattice: a modulus has finitely many divisors, so that widening is no more than a join ---- */

static void strides_join(void *v, const void *w)
{
    strides *s = v;
    const strides *other = w;
    assert(s->n == other->n);
    if (other->empty) return;
    if (s->empty) {
        strides_set(s, other);
        return;
    }
    rat x;
    rat_init(&x);
    for (size_t i = 0; i < s->n; i++) {
        stride *a = &s->of[i];
        const stride *b = &other->of[i];
        rat_gcd(&a->modulus, &a->modulus, &b->modulus);
        rat_sub(&x, &a->residue, &b->residue);
        rat_gcd(&a->modulus, &a->modulus, &x);
        if (rat_sign(&a->modulus)) rat_mod_euclid(&a->residue, &a->residue, &a->modulus);
    }
    rat_release(&x);
}

static bool strides_is_within(const void *v, const void *w)
{
    const strides *a = v, *b = w;
    assert(a->n == b->n);
    if (a->empty || b->empty) return a->empty;
    bool within = true;
    rat g;
    rat_init(&g);
    for (size_t i = 0; i < a->n && within; i++) {
        within = stride_has(&b->of[i], &a->of[i].residue);
        rat_gcd(&g, &a->of[i].modulus, &b->of[i].modulus);
        within = within && rat_is_equal(&g, &b->of[i].modulus);
    }
    rat_release(&g);
    return within;
}

static bool strides_entails(const void *v, const row *r)
{
    const strides *s = v;
    if (s->empty) return true;
    if (r->relation != ROW_EQ && r->relation != ROW_CONGRUENT) return false;
    stride sum;
    rat_init(&sum.modulus);
    rat_init(&sum.residue);
    bool holds = sum_without(s, r, SIZE_MAX, &sum) && !rat_sign(&sum.residue);
    if (r->relation == ROW_EQ) holds = holds && !rat_sign(&sum.modulus);
    else holds = holds && rat_is_equal(&sum.modulus, &r->modulus);
    stride_release(&sum);
    return holds;
}

static void strides_project(void *v, size_t keep)
{
    strides *s = v;
    assert(keep <= s->n);
    for (size_t i = keep; i < s->n; i++) stride_release(&s->of[i]);
    s->n = keep;
}

static void strides_rows(const void *v, row_vec *out)
{
    const strides *s = v;
    rat one;
    rat_init(&one);
    rat_set_int(&one, 1);
    for (uint32_t i = 0; i < s->n; i++) {
        if (rat_is_one(&s->of[i].modulus)) continue;
        row r;
        row_init(&r, rat_sign(&s->of[i].modulus) ? ROW_CONGRUENT : ROW_EQ);
        row_add_entry(&r, &one, i);
        rat_neg(&r.constant, &s->of[i].residue);
        if (r.relation == ROW_CONGRUENT) {
            rat_set(&r.modulus, &s->of[i].modulus);
            rat_mod_euclid(&r.constant, &r.constant, &r.modulus);
        }
        row_vec_push(out, r);
    }
    rat_release(&one);
}

const domain DOMAIN_STRIDES = {"strides", NULL, strides_top, strides_copy, strides_free, strides_is_empty, strides_meet,
                               strides_join, strides_join, strides_is_within, strides_entails, strides_project, strides_rows};

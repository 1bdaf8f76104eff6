/* Reduced products: a value of each factor, all of which hold. The factors learn from each other after a projection, by rows; never after a widening, of which
 * that would undo the effect. */

#include "base/alloc.h"
#include "domain/domain.h"

#include <stdlib.h>

enum { MAX_PARTS = 4 };

typedef struct product {
    const domain *d;
    size_t n_parts;
    void *of[MAX_PARTS];
} product;

static void *product_top(const domain *d, size_t n, const bool *is_int)
{
    product *p = alloc_zeroed(1, sizeof *p);
    p->d = d;
    for (; d->parts[p->n_parts]; p->n_parts++) {
        assert(p->n_parts < MAX_PARTS);
        p->of[p->n_parts] = d->parts[p->n_parts]->top(d->parts[p->n_parts], n, is_int);
    }
    return p;
}

static const domain *part(const product *p, size_t i) { return p->d->parts[i]; }

static void *product_copy(const void *v)
{
    const product *p = v;
    product *copy = alloc_zeroed(1, sizeof *copy);
    *copy = *p;
    for (size_t i = 0; i < p->n_parts; i++) copy->of[i] = part(p, i)->copy(p->of[i]);
    return copy;
}

static void product_free(void *v)
{
    product *p = v;
    for (size_t i = 0; i < p->n_parts; i++) part(p, i)->free(p->of[i]);
    free(p);
}

static bool product_is_empty(const void *v)
{
    const product *p = v;
    for (size_t i = 0; i < p->n_parts; i++)
        if (part(p, i)->is_empty(p->of[i])) return true;
    return false;
}

static void product_meet(void *v, const row *rows, size_t n)
{
    product *p = v;
    for (size_t i = 0; i < p->n_parts; i++) {
        part(p, i)->meet(p->of[i], rows, n);
        if (part(p, i)->is_empty(p->of[i])) return;
    }
}

/* The factor i learns what those from `first` to before `end` know. */
static void learn(product *p, size_t i, size_t first, size_t end)
{
    row_vec rows;
    row_vec_init(&rows);
    if (product_is_empty(p)) return;
    for (size_t k = first; k < end; k++) part(p, k)->rows(p->of[k], &rows);
    part(p, i)->meet(p->of[i], rows.data, rows.size);
    row_vec_free(&rows);
}

/* Every factor learns from those before it, and then from those after it. */
static void reduce(product *p)
{
    for (size_t i = 1; i < p->n_parts; i++) learn(p, i, 0, i);
    for (size_t i = p->n_parts - 1; i-- > 0;) learn(p, i, i + 1, p->n_parts);
}

static void product_project(void *v, size_t keep)
{
    product *p = v;
    for (size_t i = 0; i < p->n_parts; i++) part(p, i)->project(p->of[i], keep);
    reduce(p);
}

/* ---- the lattice ---- */

static void set(product *p, const product *other)
{
    for (size_t i = 0; i < p->n_parts; i++) {
        part(p, i)->free(p->of[i]);
        p->of[i] = part(p, i)->copy(other->of[i]);
    }
}

static void product_join(void *v, const void *w)
{
    product *p = v;
    const product *other = w;
    if (product_is_empty(other)) return;
    if (product_is_empty(p)) set(p, other);
    else
        for (size_t i = 0; i < p->n_parts; i++) part(p, i)->join(p->of[i], other->of[i]);
}

static void product_widen(void *v, const void *w)
{
    product *p = v;
    const product *other = w;
    if (product_is_empty(other)) return;
    if (product_is_empty(p)) {
        set(p, other);
        return;
    }
    /* That w contains v is known of the whole, not of each factor. */
    for (size_t i = 0; i < p->n_parts; i++) {
        void *both = part(p, i)->copy(other->of[i]);
        part(p, i)->join(both, p->of[i]);
        part(p, i)->widen(p->of[i], both);
        part(p, i)->free(both);
    }
}

static bool product_entails(const void *v, const row *r)
{
    const product *p = v;
    for (size_t i = 0; i < p->n_parts; i++)
        if (part(p, i)->entails(p->of[i], r)) return true;
    return false;
}

/* Do the rows of the factor i of q hold in p? */
static bool entails_factor(const product *p, const product *q, size_t i)
{
    row_vec rows;
    row_vec_init(&rows);
    part(q, i)->rows(q->of[i], &rows);
    bool all = true;
    for (size_t k = 0; k < rows.size && all; k++) all = product_entails(p, &rows.data[k]);
    row_vec_free(&rows);
    return all;
}

/* The rows of a factor describe it. What one factor of v does not know another may: a widening that met thresholds tells each factor of w. */
static bool product_is_within(const void *v, const void *w)
{
    const product *p = v, *q = w;
    if (product_is_empty(p)) return true;
    for (size_t i = 0; i < p->n_parts; i++)
        if (!part(p, i)->is_within(p->of[i], q->of[i]) && !entails_factor(p, q, i)) return false;
    return true;
}

/* What a later factor says as well is left to it. */
static void product_rows(const void *v, row_vec *out)
{
    const product *p = v;
    for (size_t i = 0; i < p->n_parts; i++) {
        size_t kept = out->size, first = out->size;
        part(p, i)->rows(p->of[i], out);
        for (size_t k = first; k < out->size; k++) {
            bool said = false;
            for (size_t later = i + 1; later < p->n_parts && !said; later++) said = part(p, later)->entails(p->of[later], &out->data[k]);
            if (said) row_release(&out->data[k]);
            else out->data[kept++] = out->data[k];
        }
        out->size = kept;
    }
}

#define PRODUCT(NAME, TEXT, ...)                                                                                                                       \
    static const domain *const NAME##_PARTS[] = {__VA_ARGS__, NULL};                                                                                   \
    const domain NAME = {TEXT,         NAME##_PARTS,  product_top,       product_copy,    product_free,    product_is_empty, product_meet,             \
                         product_join, product_widen, product_is_within, product_entails, product_project, product_rows}

PRODUCT(DOMAIN_BOXES, "intervals and strides", &DOMAIN_INTERVALS, &DOMAIN_STRIDES);
PRODUCT(DOMAIN_OCTAGON_GRIDS, "octagons and grids", &DOMAIN_INTERVALS, &DOMAIN_STRIDES, &DOMAIN_GRIDS, &DOMAIN_OCTAGONS);
PRODUCT(DOMAIN_POLYHEDRON_GRIDS, "polyhedra and grids", &DOMAIN_INTERVALS, &DOMAIN_STRIDES, &DOMAIN_GRIDS, &DOMAIN_POLYHEDRA);

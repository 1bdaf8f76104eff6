#ifndef DOMAIN_DOMAIN_H
#define DOMAIN_DOMAIN_H

/* Abstract domains: sets of points, each of which has a number for every dimension, described as far as the domain can.
 *
 * A domain is a table of functions. A value v of it stands for a set of points, written [v]; dimensions that are integers have integers in every point.
 * All functions are sound: no point is lost. Precision is best effort, also after a resource limit of the domain's own: a value may then be
 * larger than it should be, up to all points. Values of one call have the same dimensions. */

#include "domain/row.h"

typedef struct domain domain;
struct domain {
    const char *name;
    const domain *const *parts; /* of a product: its factors, NULL after the last; otherwise NULL */
    void *(*top)(const domain *d, size_t n, const bool *is_int); /* all points of n dimensions */
    void *(*copy)(const void *v);
    void (*free)(void *v);
    bool (*is_empty)(const void *v); /* true: [v] is empty */
    void (*meet)(void *v, const row *rows, size_t n); /* [v] after contains every point of [v] before that satisfies all rows */
    void (*join)(void *v, const void *w); /* [v] after contains [v] before and [w] */
    /* [w] contains [v] (the caller joins before); [v] after contains [w]. A chain v0, v1 = v0 widened by w1, ... becomes stable after finitely many steps. */
    void (*widen)(void *v, const void *w);
    bool (*is_within)(const void *v, const void *w); /* true: [w] contains [v] */
    bool (*entails)(const void *v, const row *r); /* true: r holds for all of [v] */
    void (*project)(void *v, size_t keep); /* of every point the first `keep` dimensions */
    void (*rows)(const void *v, row_vec *out); /* appends normalised rows that hold for all of [v]; of the empty set any */
};

extern const domain DOMAIN_INTERVALS; /* l <= x <= h */
extern const domain DOMAIN_STRIDES; /* x = r modulo m, of integers */
extern const domain DOMAIN_OCTAGONS; /* x + y <= c, x - y <= c, -x - y <= c */
extern const domain DOMAIN_POLYHEDRA; /* linear inequalities */
extern const domain DOMAIN_GRIDS; /* linear equations, and linear sums that have a residue modulo m */
/* Reduced products of some of these. */
extern const domain DOMAIN_BOXES; /* intervals and strides */
extern const domain DOMAIN_OCTAGON_GRIDS; /* intervals, strides, grids and octagons */
extern const domain DOMAIN_POLYHEDRON_GRIDS; /* intervals, strides, grids and polyhedra */

/* Widening up to thresholds: [v] after contains [w]; rows among the thresholds that hold in v and in w stay. */
void domain_widen_up_to(const domain *d, void *v, const void *w, const row *thresholds, size_t n);

#endif

#ifndef DOMAIN_MODULAR_H
#define DOMAIN_MODULAR_H

/* Linear algebra modulo m: submodules of (Z/m)^n, as spaces of congruences: (c1, ..., cn, c0) stands for  c1*x1 + ... + cn*xn + c0 = 0 modulo m.
 *
 * Kept in Howell form: for each column at most one row that begins there, with a divisor of m; and every element whose first k entries are 0 is a combination of
 * rows whose first k entries are 0. That is what an echelon form is for a field, and m need not be a prime number here. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Products of two entries fit into a word. */
#define MODULAR_MAX ((uint64_t)1 << 31)

typedef struct modular {
    uint64_t modulus; /* 2 .. MODULAR_MAX */
    size_t n; /* columns */
    uint64_t **rows; /* by column: the row that begins there; NULL: none */
} modular;

void modular_init(modular *s, uint64_t modulus, size_t n); /* {0} */
void modular_release(modular *s);
/* Entries are below the modulus. False if the element was in the submodule already. */
bool modular_add(modular *s, const uint64_t *element);
/* Takes a combination of the rows that begin before column `end` away, so that the entries before it are 0 if they can be. */
void modular_reduce(const modular *s, uint64_t *element, size_t end);
bool modular_has(const modular *s, const uint64_t *element);
/* *out is initialised by these. */
void modular_meet(const modular *a, const modular *b, modular *out); /* the elements of both */
void modular_drop(const modular *s, size_t k, modular *out); /* the elements whose first k entries are 0, without these */

#endif

#ifndef TEST_HORN_DISGUISE_H
#define TEST_HORN_DISGUISE_H

/* Bounded problems of random_horn.h with hard operations: the same problem, in which every constraint stands beside a form of itself
 * with Int variables x written as terms that equal x for 0, 1, 2, and beside bounds that machine integers have. */

#include "horn/horn.h"

typedef enum disguise { PLAIN, DIVISIONS, BITS, PRODUCTS } disguise;

/* The caller frees it. */
horn *disguise_problem(const horn *h, disguise how);

#endif

#ifndef TEST_HORN_LEAST_MODEL_H
#define TEST_HORN_LEAST_MODEL_H

/* The least model by enumeration of facts: exact for problems in which every fact and every variable of an instance that derives
 * one is a Bool, one of 0, 1, 2, or of a datatype of a few values (bounded problems of random_horn.h, and what passes make of them). */

#include "horn/result.h"

/* Fills an initialised result: a model that is a disjunction of points, or a derivation. False after `budget` instances. */
bool least_model(const horn *h, size_t budget, result *out);

/* NULL, or what is wrong with the derivation, by evaluation. */
const char *least_model_check_derivation(const horn *h, const derivation *d);

#endif

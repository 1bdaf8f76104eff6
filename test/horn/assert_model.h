#ifndef TEST_HORN_ASSERT_MODEL_H
#define TEST_HORN_ASSERT_MODEL_H

#include "horn/result.h"

/* The test fails if a clause does not hold in the model, by a solver of its own. */
void assert_model(const horn *h, const model *m);

#endif

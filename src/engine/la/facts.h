#ifndef ENGINE_LA_FACTS_H
#define ENGINE_LA_FACTS_H

#include "engine/la/la.h"

/* The edge's solver has a model in which every body atom satisfies one of the known facts: the fact that the clause derives
 * from them, around that model. Its number, or NO_FACT if the model has no exact values. */
uint32_t fact_add(la *a, edge *e, uint32_t clause);

/* A ground derivation from a fact of PRED_FALSE. False if the solver gives no exact values. */
bool derive(la *a, uint32_t query, derivation *out);

#endif

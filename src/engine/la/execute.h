#ifndef ENGINE_LA_EXECUTE_H
#define ENGINE_LA_EXECUTE_H

#include "engine/la/la.h"

/* Executes the clauses forwards with concrete values for so many seconds, from where it was the last time. True if a query is reached;
 * *out, not initialised, is the derivation then. */
bool execute(la *a, double seconds, derivation *out);
void runner_free(runner *r);

#endif

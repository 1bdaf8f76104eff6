#ifndef ENGINE_LA_EXECUTE_H
#define ENGINE_LA_EXECUTE_H

#include "engine/la/la.h"

/* Executes the clauses forwards with concrete values for so many seconds. True if a query is reached; *out, not initialised, is
 * the derivation then. */
bool execute(la *a, double seconds, derivation *out);

#endif

#ifndef ENGINE_SPACER_PROOF_H
#define ENGINE_SPACER_PROOF_H

/* A derivation from Spacer's proof of the goal, given that Spacer left the rules as they are: every step of the proof is then an
 * instance of one of our clauses, from ground facts to a ground fact. Which clause, and the values of its variables, is
 * found with the solver. */

#include "engine/spacer_session.h"

/* False if some step could not be explained. */
bool spacer_proof_build(spacer_session *s, Z3_ast proof, derivation *out);

/* In how many steps the proof derives the goal if shared parts are counted as often as they are used. At most `limit`. */
size_t spacer_proof_size(const spacer_session *s, Z3_ast proof, size_t limit);

#endif

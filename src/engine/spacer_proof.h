#ifndef ENGINE_SPACER_PROOF_H
#define ENGINE_SPACER_PROOF_H

/* A derivation from Spacer's proof of the goal, given that Spacer left the rules as they are: every step of the proof is then an
 * instance of one of our clauses, from ground facts to a ground fact. Which clause, and the values of its variables, is
 * found with the solver. */

#include "engine/spacer_session.h"

/* Steps of a proof: the one that derives what Spacer was asked for (NULL if there is none), and what a step follows from. */
Z3_ast spacer_proof_root(const spacer_session *s, Z3_ast proof);
unsigned spacer_proof_premise_count(const spacer_session *s, Z3_ast step);
Z3_ast spacer_proof_premise(const spacer_session *s, Z3_ast step, unsigned i);
/* What it derives: appends the arguments. False if they are not those of our predicate (slicing), or are no values to us. */
bool spacer_proof_fact(spacer_session *s, Z3_ast step, spacer_tag *tag, term_vec *values);

/* False if some step could not be explained. */
bool spacer_proof_build(spacer_session *s, Z3_ast proof, derivation *out);

/* In how many steps the proof derives the goal if shared parts are counted as often as they are used. At most `limit`. */
size_t spacer_proof_size(const spacer_session *s, Z3_ast proof, size_t limit);

#endif

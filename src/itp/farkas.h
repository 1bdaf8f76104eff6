#ifndef ITP_FARKAS_H
#define ITP_FARKAS_H

/* Farkas' lemma, by exact linear programs. A *row* is a linear literal: an order atom or an equation of Int or Real sort; its *columns* are
 * the terms that linear arithmetic takes as variables. Literals that are no rows are passed over. Int is relaxed to rationals, but for
 * the rounding in the normal form of atoms. */

#include "itp/scope.h"
#include "term/term.h"

bool farkas_is_row(const term_store *ts, term literal);

/* Multipliers (n, initialised) of the literals whose sum is 0 <= -1 or 0 < 0: at least 0 but for equations. Among those the sum of
 * their magnitudes is the least. False if there are none. */
bool farkas_refute(const term_store *ts, const term *literals, size_t n, rat *multipliers);
/* The sum of the chosen literals with their multipliers, as an atom. `chosen` may be NULL: all. */
term farkas_sum(term_store *ts, const term *literals, size_t n, const rat *multipliers, const bool *chosen);

/* One atom over shared columns that follows from each of the cubes `below` and contradicts each of the cubes `above`; of few
 * columns with small coefficients. TERM_NONE if no half-space does that. */
term farkas_separate(term_store *ts, scope *s, const term_vec *below, size_t n_below, const term_vec *above, size_t n_above);

#endif

#ifndef ITP_FARKAS_H
#define ITP_FARKAS_H

/* Farkas' lemma, by exact linear programs. A *row* is a linear literal: an order atom or an equation of Int or Real sort; its *columns* are
 * the terms that linear arithmetic takes as variables. Literals that are no rows are passed over. Int is relaxed to rationals, but for
 * the rounding in the normal form of atoms. */

#include "itp/scope.h"
#include "term/term.h"

bool farkas_is_row(const term_store *ts, term literal);
/* A row without large numbers. The ranges of machine integers have them: a wide gap, but for large coefficients. */
bool farkas_is_plain(const term_store *ts, term literal);

/* A refutation of rows, seen from parts of them: sets of rows of which any two are disjoint or one contains the other. Each part has
 * its sum,  columns <= bound (or <); where a part contains others, the sum of its own rows and theirs is its sum. The bounds may be
 * larger than the rows say, as long as the whole is still 0 <= -1: of all refutations one is found whose bounds are small, and then the
 * multipliers. Facts without a constant (i <= k rather than i <= 1, i <= 2, ...) hold for more than one round of a loop. */
typedef struct farkas_parts {
    bool *const *has_row; /* has_row[p][k] */
    bool *const *has_part; /* has_part[p][q]: every part has itself */
    size_t n;
} farkas_parts;

/* multipliers: n, initialised; at least 0 but for equations. bounds: one for each part, initialised. False if there is no refutation. */
bool farkas_refute(const term_store *ts, const term *rows, size_t n, const farkas_parts *parts, rat *multipliers, rat *bounds);
/* The sum of the chosen rows with their multipliers, as an atom of this bound. */
term farkas_sum(term_store *ts, const term *rows, size_t n, const rat *multipliers, const bool *chosen, const rat *bound);

/* One atom over shared columns that follows from each of the cubes `below` and contradicts each of the cubes `above`; of few
 * columns with small coefficients. TERM_NONE if no half-space does that. */
term farkas_separate(term_store *ts, scope *s, const term_vec *below, size_t n_below, const term_vec *above, size_t n_above);

#endif

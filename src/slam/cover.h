#ifndef SLAM_COVER_H
#define SLAM_COVER_H

/* Exterior covers ec_E(F): the strongest Boolean combination of the predicates E that F implies.
 *
 * A predicate is a variable of a BDD. Two bounds close in on the cover: `upper` is implied by F, a conjunction of clauses; what is in `lower` is a cube with a
 * model of F. A cube between them is given to a solver: a model of F shows another part of lower, a core of a refutation is another clause of upper. They
 * meet in the cover; where a question is not decided it counts as possible, and after `most` models upper is taken as it is. So the result always covers.
 *
 * BuDDy is behind it, and seen by cover.c alone. It has one manager for the whole process, which is that of an engine: at most one slam_cover lives at a time. */

#include "smt/smt.h"
#include "term/term.h"

typedef struct slam_cover slam_cover;
typedef int slam_set; /* a Boolean combination of predicates; owned by the slam_cover, and kept until it is freed or reset */
#define SLAM_SET_EMPTY 0
#define SLAM_SET_ALL 1

typedef struct slam_cover_options {
    bool cartesian; /* only conjunctions of predicates and negated predicates: one question each, as in SLAM */
    size_t most; /* models of one formula; 0 = any number */
} slam_cover_options;

slam_cover *slam_cover_new(term_store *ts, smt *solver, const slam_cover_options *options); /* NULL: the manager is in use, or has no memory */
void slam_cover_free(slam_cover *c);
void slam_cover_reset(slam_cover *c); /* forgets all sets; predicates keep their variables */

/* ec_E(formula and not old), for E = predicates[0..n-1]; anything within `old` may be in it. */
slam_set slam_ec(slam_cover *c, const term *predicates, size_t n, term formula, slam_set old);
slam_set slam_set_or(slam_cover *c, slam_set a, slam_set b);
slam_set slam_set_not(slam_cover *c, slam_set a);
bool slam_set_within(slam_cover *c, slam_set a, slam_set b);
/* As a disjunction of few cubes. Literals that the solver shows to follow from the others of their cube are left out if `tidy`. */
term slam_set_term(slam_cover *c, slam_set s, bool tidy);
size_t slam_cover_questions(const slam_cover *c); /* asked of the solver so far */

#endif

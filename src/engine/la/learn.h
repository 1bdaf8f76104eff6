#ifndef ENGINE_LA_LEARN_H
#define ENGINE_LA_LEARN_H

#include "engine/la/la.h"

/* A refuted cube on its way to a lemma: it only becomes weaker, and its level only rises. For each clause of the predicate it is known which
 * literals refute it (the core), so that a weaker cube costs a check of only those clauses whose core it lacks. */

typedef struct learner {
    la *la;
    pred pred;
    uint32_t level;
    cube cube;
    cube trial; /* scratch for those who make the next cube to try */
    u32_vec *cores; /* of each clause: formulas of literals */
    u32_vec *tried; /* the same, while a cube is tried */
    bool *is_known; /* of each clause: it has a core at this level */
    size_t n; /* clauses */
    size_t first; /* the clause that objected last: asked first */
    bool is_objection; /* to another one: nothing more is tried for it */
} learner;

/* Is the trial, which must be weaker than the cube (or it, at a higher level), refuted at the level by every clause? If `relative`, its own
 * negation counts for the bodies. Then what is needed of it is the cube from now on, at that level. If not, *witness (may be NULL) is the
 * edge that has a model. */
smt_result learner_try(learner *l, uint32_t level, bool relative, edge **witness);

/* The same at the cube's level; states that object are refuted themselves, if that is easy and they are few. */
smt_result learner_try_hard(learner *l, bool relative);

/* Does the literal bound a sum? */
static inline bool literal_is_bound(const la *a, const literal *l)
{
    term_kind k = term_kind_of(a->ts, l->formula);
    return l->param == NO_PARAM && (k == TERM_LE || k == TERM_LT);
}

/* combine.c: replaces two literals about sums by a combination of them. `beside`: one of the two may stay, as weak as models allow. */
bool combine(learner *l, bool beside);
/* The same of two that leave a sum one value: by its remainder. */
void combine_to_remainders(learner *l);

/* interpolate.c: is the cube worth it?  Replaces it by a simpler, weaker one by interpolation. */
bool interpolate_pays(const la *a, const cube *c);
bool interpolate(learner *l);

#endif

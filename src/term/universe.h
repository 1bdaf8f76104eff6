#ifndef TERM_UNIVERSE_H
#define TERM_UNIVERSE_H

/* The universes of uninterpreted sorts. SMT-LIB leaves their size open: a sort has any non-empty set of elements. What holds for
 * some universe is therefore shown by one choice of it, and the smallest is the easiest, one element for each sort; what
 * holds for all must not depend on whether two elements are the same one. */

#include "term/term.h"

/* Whether the store has an uninterpreted sort at all; mostly it has none, and nothing else need be asked. */
bool universe_is_used(const term_store *ts);
/* Whether s is an uninterpreted sort, or an array or a datatype with one in it. */
bool universe_is_in(const term_store *ts, sort s);
/* Whether such a sort occurs in t: as a sort of a subterm or of a bound variable. */
bool universe_is_in_term(const term_store *ts, term t);
/* Whether s has a single value if each uninterpreted sort has a single element: such a sort, or an array into one. */
bool universe_is_single(const term_store *ts, sort s);
/* The element S!val!0 of an uninterpreted sort S, which everyone takes who needs any; of an array into such a sort, the constant array. */
term universe_element(term_store *ts, sort s);

/* t where each uninterpreted sort has one element: a formula without equality between elements that has, over any universe, the models
 * that t has over universes of one element (free symbols that are gone having any value). TERM_NONE for arrays of arrays of which only the inner or
 * the index is over such a sort. */
term universe_of_one(term_store *ts, term t);

#endif

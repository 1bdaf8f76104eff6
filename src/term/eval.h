#ifndef TERM_EVAL_H
#define TERM_EVAL_H

/* The evaluator: what a term means under an assignment. It shares no rule with the normalising constructors (it computes on
 * values), so that each is a test of the other.
 *
 * Values are terms: true, false, numerals, bit-vector constants; for arrays a TERM_CONST_ARRAY of a value under TERM_STOREs
 * of values at distinct indices, ascending by id of the index outwards, none of which writes the default; for a datatype a
 * TERM_CONSTRUCT of values; for an uninterpreted sort any TERM_SYM of it. Equal values are equal terms, except that over finite index sorts two array values
 * may differ as terms and still be equal as arrays: the evaluator then compares element by element. */

#include "term/term.h"

typedef struct evaluator evaluator;

evaluator *evaluator_new(term_store *ts);
void evaluator_free(evaluator *e);
/* Sets a symbol's value (a value as above). Forgets results computed so far. */
void evaluator_set(evaluator *e, term symbol, term value);
void evaluator_clear(evaluator *e);
/* The value of `t`. A symbol without a value counts as the default of its sort (false, 0, constant array of defaults), one of an uninterpreted
 * sort as itself. TERM_NONE if `t` has a quantifier or an uninterpreted function.
 * Division by zero counts as 0 and raises *div0 (may be NULL): SMT-LIB leaves its value open. So does a field of a datatype's value that another
 * constructor made, and counts as the default of its sort. */
term evaluator_eval(evaluator *e, term t, bool *div0);

bool eval_is_value(const term_store *ts, term t);
term eval_default(term_store *ts, sort s); /* of an uninterpreted sort: universe_element */
/* The value of `array` (a value) with `index` set to `element`, in canonical form. */
term eval_array_store(term_store *ts, term array, term index, term element);

#endif

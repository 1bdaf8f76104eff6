#ifndef LOGIC_PROJECT_PARTS_H
#define LOGIC_PROJECT_PARTS_H

/* The parts of project_cube; the contract of each is the same. */

#include "term/eval.h"

/* For arrays among `vars`, as far as it goes without values of whole arrays: they are expressed by other arrays, and by elements, which are added to
 * `vars`. */
bool project_arrays(term_store *ts, evaluator *values, term_vec *vars, term_vec *literals);

/* For datatypes among `vars` that are not recursive: constructors are taken apart as far as that is of use; fields of symbols that go are added to `vars`. */
bool project_datatypes(term_store *ts, evaluator *values, term_vec *vars, term_vec *literals);

/* For everything. */
bool project_scalars(term_store *ts, evaluator *values, const term *vars, size_t n, term_vec *literals);

/* Of an order atom on Int, bounds on  s div c  as bounds on s. */
term project_undo_division(term_store *ts, term literal);

#endif

#ifndef ITP_DEFINE_H
#define ITP_DEFINE_H

/* Local symbols that an equation defines go: by what they are equal to. */

#include "itp/scope.h"

/* The conjunction of the list becomes one that is equivalent to it but for symbols that are not shared, and has fewer of those. */
void define_locals(term_store *ts, scope *s, term_vec *list);

#endif

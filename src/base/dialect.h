#ifndef BASE_DIALECT_H
#define BASE_DIALECT_H

/* The C that programs are read, replayed and measured as: that of clang and gcc without options, so that __STDC_VERSION__ and what depends on
 * it is what the user gets. Old programs go through (functions that were never declared, types left out, integers as pointers): what compilers
 * only began to refuse is no error here. The user's own flags come after these, and win. */

#include <stddef.h>

/* Options for clang; n gets their number. */
const char *const *dialect_options(size_t *n);

#endif

#ifndef VALIDATE_PORTABLE_H
#define VALIDATE_PORTABLE_H

/* Symbols that begin with `@` or `.` belong to the solver, says SMT-LIB. Some tools write them into their problems, and some solvers read them; others do
 * not let a script declare them. */

#include "base/text.h"

/* The SMT-LIB script with another name for each of them: the same everywhere, and one that nothing else has. Comments, and strings, stay. Where there is
 * such a symbol a comment says what they are called. */
void portable_script(text *out, const char *script);

#endif

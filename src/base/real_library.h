#ifndef BASE_REAL_LIBRARY_H
#define BASE_REAL_LIBRARY_H

/* The C library that compiled programs run with. */

#include <stdbool.h>

/* It has a function or variable of this name: what the program gets from it is never replaced. */
bool real_library_has(const char *name);

#endif

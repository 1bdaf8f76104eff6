#ifndef BASE_DIAG_H
#define BASE_DIAG_H

/* What is wrong with the user's input or environment: where, what, and what to do about it. The function that finds it
 * fills the diagnostic and returns failure; only the command line prints it, as `file:line:col: error: message`. */

#include "base/text.h"

#include <stdint.h>

typedef struct diag {
    char *file; /* owned; NULL if no file is concerned */
    uint32_t line, column; /* 1-based; 0 = unknown */
    char *message; /* owned; NULL while nothing is wrong */
} diag;

void diag_init(diag *d);
void diag_release(diag *d);
/* Keeps the first error only: a later call changes nothing. */
void diag_set(diag *d, const char *file, uint32_t line, uint32_t column, const char *format, ...) __attribute__((format(printf, 5, 6)));
void diag_print(text *out, const diag *d);

#endif

#ifndef PROGRAM_OUTPUT_H
#define PROGRAM_OUTPUT_H

/* What printf prints, for OUTPUT statements: integers in all of its formats, `long` being 64 bits. The interpreter has no strings,
 * addresses or floating point: %s, %n and %f print nothing. A missing argument counts as 0. */

#include "base/text.h"
#include "program/value.h"

void output_format(text *out, const char *format, const value *args, size_t n);

#endif

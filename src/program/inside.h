#ifndef PROGRAM_INSIDE_H
#define PROGRAM_INSIDE_H

/* Shared by the files of src/program only. */

#include "program/program.h"

/* Where program_check says what is wrong; owned by the program. */
text *program_report(const program *p);
/* "file.c:12:3", or nothing if the place is unknown. */
void program_print_place(text *out, place where);

#endif

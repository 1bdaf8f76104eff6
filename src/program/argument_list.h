#ifndef PROGRAM_ARGUMENT_LIST_H
#define PROGRAM_ARGUMENT_LIST_H

/* Arguments for main as the values of the variables that its program finds them in (argument_layout): the vector, and the strings behind it with room between
 * them, where no object of the program is. */

#include "base/map.h"
#include "program/program.h"

typedef struct argument_list {
    const program *p;
    const argument_layout *layout; /* NULL: there are none */
    u32_map values; /* variable -> value */
    int64_t count, end; /* arguments so far; where the next string may begin */
} argument_list;

void argument_list_init(argument_list *l, const program *p);
void argument_list_release(argument_list *l);
void argument_list_clear(argument_list *l); /* the program's name remains */
void argument_list_add(argument_list *l, const char *string);
void argument_list_finish(argument_list *l);
term argument_list_value(const argument_list *l, term variable); /* TERM_NONE: it has nothing to do with them */

#endif

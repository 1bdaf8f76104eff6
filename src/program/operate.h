#ifndef PROGRAM_OPERATE_H
#define PROGRAM_OPERATE_H

/* What single operations compute; for machine.c only. */

#include "program/machine.h"

/* Whether operate_run knows this term's operation (its arguments' aside). */
bool operate_is_known(const term_store *ts, term t);
/* The operation on its operands, division by zero giving 0. *div0 is raised by one. */
value operate_run(machine *m, const operation *o, bool *div0);

#endif

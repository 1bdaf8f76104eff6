#ifndef VALIDATE_RUN_PROGRAM_H
#define VALIDATE_RUN_PROGRAM_H

/* Every run of a user's compiled program goes through here: in an empty folder of its own, confined (base/sandbox.h) unless the user
 * does not want that. */

#include "base/process.h"

typedef struct run_request {
    const scratch *scratch; /* where the folder is made, and removed afterwards; the rest of it can be read */
    const char *const *argv, *const *envp; /* as in process_options; envp, input and shared may be NULL */
    const char *input, *shared;
    const sandbox_support *confine; /* NULL: not */
    limits limits;
} run_request;
process_result run_program(const run_request *q, text *said);

#endif

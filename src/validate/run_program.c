#include "validate/run_program.h"

#include <stdlib.h>
#include <sys/stat.h>

process_result run_program(const run_request *q, text *said)
{
    process_result r = {PROCESS_NOT_STARTED, 0};
    char *folder = scratch_file(q->scratch, "run");
    sandbox s = sandbox_make(q->confine ? q->confine : &(sandbox_support){0}, folder);
    process_options o = {.argv = q->argv, .envp = q->envp, .input = q->input, .folder = folder, .shared = q->shared,
                         .sandbox = q->confine ? &s : NULL, .limits = q->limits};
    if (mkdir(folder, 0700) == 0) r = process_run_with(&o, said);
    folder_remove(folder);
    free(folder);
    return r;
}

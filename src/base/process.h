#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

/* Other programs, and folders for the files that go to and come from them. */

#include "base/diag.h"
#include "base/limits.h"
#include "base/sandbox.h"
#include "base/text.h"

#include <stdbool.h>

typedef struct scratch {
    char *path; /* NULL if there is none */
} scratch;
bool scratch_init(scratch *s, diag *error); /* a new folder under $TMPDIR, or /tmp */
void scratch_release(scratch *s); /* removes the folder and all that is in it */
char *scratch_file(const scratch *s, const char *name); /* the path of a file in it; the caller frees it */

char *process_find(const char *name); /* the program's file on PATH, or NULL; the caller frees it */

typedef enum process_end { PROCESS_NOT_STARTED, PROCESS_EXITED, PROCESS_SIGNALLED, PROCESS_OUT_OF_TIME, PROCESS_OVER_LIMIT } process_end;
typedef struct process_result {
    process_end end;
    int code; /* exit status or signal; a sandbox_end if over a limit */
} process_result;
/* How it ended, for people: "exit status 1", "signal 11 (Segmentation fault)", "too much memory". */
void process_describe(process_result r, text *out);

typedef struct process_options {
    const char *const *argv; /* argv[0] is the program's path; ends with NULL */
    const char *const *envp; /* "NAME=value", ends with NULL. NULL: as this process has it; if confined: nothing that says anything about the user */
    const char *input; /* the file that is its standard input; NULL: it is empty */
    const char *folder; /* to start in; NULL: where this process is; if confined: the folder that it may write, if there is one */
    const char *shared; /* a file that it finds open, for reading and writing, as descriptor PROCESS_SHARED; or NULL */
    const sandbox *sandbox; /* what confines it; NULL: nothing does */
    limits limits;
} process_options;
enum { PROCESS_SHARED = 999 };

/* Runs the program until it ends or the limits are over; then it is killed, with its children, and if it is confined with all that it has
 * started. What it prints, to standard output and error, is appended to `said`: 1 MB at most. */
process_result process_run_with(const process_options *options, text *said);
/* A program that is trusted, as a compiler, without input. */
process_result process_run(const char *const *argv, const limits *limit, text *said);

bool file_write(const char *path, const char *content); /* false: errno says why */
bool file_read(const char *path, size_t most, text *out); /* appends the first bytes of the file, `most` of them */
bool file_write_bytes(const char *path, const char *bytes, size_t n);

#endif

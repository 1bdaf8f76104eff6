#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

/* Other programs, and folders for the files that go to and come from them. */

#include "base/diag.h"
#include "base/limits.h"
#include "base/text.h"

#include <stdbool.h>

typedef struct scratch {
    char *path; /* NULL if there is none */
} scratch;
bool scratch_init(scratch *s, diag *error); /* a new folder under $TMPDIR, or /tmp */
void scratch_release(scratch *s); /* removes the folder and the files in it */
char *scratch_file(const scratch *s, const char *name); /* the path of a file in it; the caller frees it */

char *process_find(const char *name); /* the program's file on PATH, or NULL; the caller frees it */

typedef enum process_end { PROCESS_NOT_STARTED, PROCESS_EXITED, PROCESS_SIGNALLED, PROCESS_OUT_OF_TIME } process_end;
typedef struct process_result {
    process_end end;
    int code; /* exit status or signal */
} process_result;
/* Runs argv[0] (a path; argv ends with NULL) with no input until it ends or the limits are over; then it is killed, with its
 * children. What it prints, to standard output and error, is appended to `said`: 1 MB at most. */
process_result process_run(const char *const *argv, const limits *limit, text *said);

bool file_write(const char *path, const char *content); /* false: errno says why */
bool file_write_bytes(const char *path, const char *bytes, size_t n);

#endif

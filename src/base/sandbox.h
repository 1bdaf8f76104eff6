#ifndef BASE_SANDBOX_H
#define BASE_SANDBOX_H

/* Runs of programs that somebody else has written: they can do nothing to the one who runs them.
 *
 * A confined program has no network, writes nowhere but in one folder, reaches no process but those it has started, gets no privilege it
 * does not have, and is ended, with everything it has started, when it uses too much memory, disk or processes. It may read what its user may read.
 *
 * Three features of the kernel do that together; each closes what another leaves open:
 *  - a filter of system calls (seccomp, through libseccomp): no sockets, no mounts, no new namespaces, ... for 64-bit and 32-bit programs;
 *  - namespaces: all mounts but the folder are read-only, devices but a few (/dev/null, ...) are not usable, other processes do not exist, and the end of
 *    the first process ends all others;
 *  - Landlock: writing below the folder only; no tracing of, and from version 6 no signals to, other processes.
 * Where one is missing, the filter refuses more: what cannot be confined by place, such as chmod, is refused everywhere. A feature that the probe
 * has found and that then fails is no reason to go on without it: the program is not started.
 *
 * Processes: the caller forks a guard (sandbox_supervise), which makes the namespaces and forks the supervisor, their first process; without namespaces
 * the guard is the supervisor itself. The supervisor forks the program, watches what it uses, reports how it ended, and takes all that is left
 * with it. SIGTERM to the guard, or the caller's death, ends all. */

#include "base/folder.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct sandbox_support {
    bool has_filter, has_namespaces;
    int landlock; /* the version of its interface; 0: none */
} sandbox_support;

sandbox_support sandbox_probe(void); /* what this kernel lets this user do */
/* What is not, or not well, confined with that, for people, in a line without its end; nothing if all is. */
void sandbox_print_gaps(text *out, const sandbox_support *s);

typedef struct sandbox {
    sandbox_support support;
    const char *folder; /* may be written; NULL: there is none */
    size_t memory_bytes; /* of all processes together; all of these are at most */
    size_t tasks; /* processes and threads */
    uint64_t file_bytes; /* of one file */
    size_t memory_files; /* made by memfd_create */
    folder_size size; /* of the folder */
    unsigned cpu_seconds; /* of one process */
} sandbox;
/* With limits that no reasonable program meets. */
sandbox sandbox_make(const sandbox_support *s, const char *folder);

typedef enum sandbox_end { SANDBOX_ENDED, SANDBOX_NOT_STARTED, SANDBOX_OVER_MEMORY, SANDBOX_OVER_TASKS, SANDBOX_OVER_DISK } sandbox_end;
typedef struct sandbox_report {
    sandbox_end end;
    int status; /* of waitpid, if it ended */
} sandbox_report;

/* In a child of the caller, which becomes the guard. `start`, in the program's process, executes the program after sandbox_enter; if it returns,
 * the program is not started. The report is written to the descriptor `report`. */
_Noreturn void sandbox_supervise(const sandbox *s, void (*start)(void *user), void *user, int report);

/* In the program's process, just before it is executed: the rest is irrevocable. False if it is not confined as it should be. */
bool sandbox_enter(const sandbox *s);

#endif

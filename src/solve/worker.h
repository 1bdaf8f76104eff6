#ifndef SOLVE_WORKER_H
#define SOLVE_WORKER_H

/* Work in a child process: whatever happens there (a crash, no memory, a solver that does not listen) costs that answer only.
 * The child inherits the problem by fork and talks back through a pipe in messages of text. */

#include "base/limits.h"
#include "base/text.h"

#include <stdbool.h>
#include <sys/types.h>

typedef struct worker {
    pid_t pid; /* 0 once it has been waited for */
    int pipe; /* reading end; -1 once closed */
    text inbox; /* bytes received and not yet taken */
    bool killed;
    int status; /* of waitpid, once pid is 0 */
} worker;

/* What the child runs; it writes with worker_send and returns. */
typedef void worker_body(void *context, int out);

void worker_init(worker *w); /* nothing that runs */
/* False if the system gives no process or pipe. */
bool worker_start(worker *w, worker_body *body, void *context);
/* In the child: sends a message of a kind ('P' progress, 'R' result, ...). */
void worker_send(int out, char kind, const char *bytes, size_t length);
/* Reads what is there. False when the child has closed the pipe: it is then waited for. */
bool worker_receive(worker *w);
/* A whole message has been received. News is this, not bytes that can be read: a message comes in as many pieces as the system likes. */
bool worker_has_message(const worker *w);
/* The child has ended in the middle of a message. */
bool worker_is_cut_short(const worker *w);
/* Takes the next whole message out of the inbox, without its frame. */
bool worker_take(worker *w, char *kind, text *message);
void worker_pause(worker *w, bool paused); /* it waits, or goes on */
void worker_kill(worker *w); /* ends it for certain, and waits */
void worker_release(worker *w); /* kills it if it still runs */
/* Whether this process and those workers that run use more than `limit` bytes together. */
bool worker_memory_exceeds(const worker *const *workers, size_t n, size_t limit);
/* How it ended, for people: "was ended by signal 11 (Segmentation fault)". */
void worker_describe_end(const worker *w, text *out);

#endif

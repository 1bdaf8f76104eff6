#ifndef SOLVE_WORKER_H
#define SOLVE_WORKER_H

/* A child process and the channel through which it says messages. Whatever happens there (a crash, no memory, garbage, a solver that does not listen)
 * costs that answer only. It inherits the problem by fork. A worker is a child of this process, or of a preparing one (supervisor.h), which
 * then says how it ended. */

#include "solve/message.h"

#include <sys/types.h>

typedef struct worker {
    pid_t pid; /* 0: it has not begun, or has ended */
    int channel; /* reading end; -1 once closed */
    text inbox; /* bytes received and not yet taken */
    bool is_adopted; /* a child of another process: that one waits for it */
    bool has_status;
    int status; /* of waitpid */
    const char *killed_because; /* it was ended for this reason; NULL: it was not */
} worker;

/* What the child runs; it writes with message_send and returns. */
typedef void worker_body(void *context, int channel);

void worker_init(worker *w); /* nothing that runs */
/* False if the system gives no process or pipe. */
bool worker_start(worker *w, worker_body *body, void *context);
/* For a process that another one will start: only the channel; returns its writing end, or -1. */
int worker_open(worker *w);
/* In a process that another process has just forked: what is due there. Ends it at once if `parent` is no more. */
void worker_settle(pid_t parent);

/* Reads what is there; garbage ends it. False once the channel is closed. Whole messages may still be in the inbox. */
bool worker_receive(worker *w);
/* It has ended, and how is known. */
bool worker_has_ended(const worker *w);
bool worker_ended_well(const worker *w); /* by itself, between messages, with exit status 0 */
void worker_pause(const worker *w, bool paused); /* it waits, or goes on */
void worker_kill(worker *w, const char *why); /* ends it for certain, and waits */
void worker_release(worker *w); /* kills it if it still runs */
/* How it ended, for people: "was ended by signal 11 (Segmentation fault)". */
void worker_describe_end(const worker *w, text *out);

#endif

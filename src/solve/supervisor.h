#ifndef SOLVE_SUPERVISOR_H
#define SOLVE_SUPERVISOR_H

/* Who runs when. A job is a process with something to say (worker.h). The supervisor starts jobs, lets those that take turns wait when there are more than
 * processors, hands their messages to their owners, ends what is over its deadline or takes too much memory, and says how jobs ended
 * that had not said all. This process does none of the work, so it can always stop at once.
 *
 * Turns come in rounds. In the first round a job has its slice, in each further one twice as much as all jobs had so far, by their shares, in the order in which
 * they were added. Work is counted, not time, so that other programs on the machine shorten nobody's turn. So what a job answers quickly is there soon,
 * and none gets less than half of its share. A processor that would be idle goes to jobs that have had their turn.
 *
 * Jobs of a family work on something that has to be made first: one process makes it, once, and forks the jobs. They do not begin
 * before it is their turn.
 *
 * Invariants: a job's owner hears nothing of it after job_ended, nor after it was dropped; a message is heard when it is there
 * as a whole; all processes of jobs end with the supervisor. */

#include "base/limits.h"
#include "solve/worker.h"

#include <signal.h>

typedef struct supervisor supervisor;
typedef struct job job;
typedef struct family family;

typedef enum job_class {
    JOB_IN_TURN,
    JOB_URGENT, /* never waits, and has a processor, for its slice if it has one */
    JOB_BESIDE, /* never waits, and does not count */
} job_class;

typedef struct job_spec {
    job_class class;
    family *family; /* NULL: it is forked by this process */
    worker_body *body; /* in the child; */
    void *context; /* its context, borrowed until the job has begun (in a family: until that has) */
    double slice, share; /* of jobs in turn: seconds of the first turn; weight after that. Of others: after so many seconds of work they are nice */
    int nice; /* how far others come first, where processes are more than processors; of jobs in turn: after their slice */
    double deadline; /* in the time of limits_now; 0 = none. A grace later it is ended */
    volatile sig_atomic_t *stop; /* raised when it should come to an end; jobs with the same one are a group. In shared memory; may be NULL */
    /* In this process. `heard`: it says something. `ended`: it says no more, without being dropped; `how` for people. */
    void (*heard)(void *user, job *j, const message *m);
    void (*ended)(void *user, job *j, const char *how);
    void *user;
} job_spec;

/* `jobs`: processors for those that take turns, 0 = as many as there are. `memory`: bytes for this process and all that come from it, 0 = no limit. */
supervisor *supervisor_new(size_t jobs, size_t memory);
void supervisor_free(supervisor *s); /* with all jobs; nobody hears of it */

family *supervisor_add_family(supervisor *s, worker_body *prepare, void *context); /* of jobs that are added before the next step */
job *supervisor_add(supervisor *s, const job_spec *spec);
void job_drop(job *j); /* ends it; its owner hears nothing more. The supervisor owns it */
bool job_runs(const job *j); /* it has begun and not ended, whether it is its turn or not */
bool job_ended_well(const job *j); /* for `ended`: by itself, between messages, with exit status 0 */
bool job_may_speak(const job *j); /* it has not ended, whether it has begun or not */

/* Runs jobs until there is news, and for so many seconds at most. */
void supervisor_step(supervisor *s, double seconds);
/* True if no job may speak any more. */
bool supervisor_is_idle(const supervisor *s);
/* Asks the group to come to an end, hears its last words for a moment or until `is_enough` (may be NULL), and drops its jobs. */
void supervisor_stop_group(supervisor *s, volatile sig_atomic_t *stop, bool (*is_enough)(void *user), void *user);
/* The largest job was ended because of the memory limit. */
bool supervisor_was_short_of_memory(const supervisor *s);

/* Zeroed memory that is the same one in all child processes. */
void *shared_new(size_t bytes);
void shared_free(void *memory, size_t bytes);

#endif

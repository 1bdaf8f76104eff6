#include "solve/supervisor.h"

#include "base/descendants.h"
#include "base/memory_use.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The time between asking jobs to stop and ending them: enough to say how far they came. */
static const double GRACE = 0.25;
/* What a part of a share is worth in the first round after the slices. */
static const double FIRST_TURN = 1;
/* Of the time that a job has its turn, this part counts at least, even if it only waits. */
static const double LEAST_WORK = 0.2;
static const double MEMORY_SECONDS = 0.1; /* between looks at it */

struct job {
    supervisor *owner;
    job_spec spec;
    worker worker;
    bool has_begun, is_active, is_dropped, has_spoken_last;
    bool is_nice;
    bool is_riding; /* it waits for its family, which has the processor of another job */
    int out; /* writing end, of a job that its family has still to fork; -1 otherwise */
    double used; /* seconds of its turns */
    double work; /* processor time of its process at the last look */
};
VEC_DECLARE(job_vec, job *);

struct family {
    worker_body *prepare;
    void *context;
    job_vec jobs; /* in the order in which they are forked */
    worker worker; /* that prepares, and then waits for the jobs */
    bool has_begun, has_forked, is_active;
    bool has_processor; /* while it prepares */
};
VEC_DECLARE(family_vec, family *);

struct supervisor {
    size_t processors, memory;
    job_vec jobs;
    family_vec families;
    double turn; /* 0 in the first round */
    double last_look, last_memory_look;
    bool was_short_of_memory;
};

void *shared_new(size_t bytes)
{
    void *made = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    latch_require(made != MAP_FAILED);
    return made;
}

void shared_free(void *memory, size_t bytes) { munmap(memory, bytes); }

supervisor *supervisor_new(size_t jobs, size_t memory)
{
    supervisor *s = alloc_zeroed(1, sizeof *s);
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    s->processors = jobs ? jobs : cores > 0 ? (size_t)cores : 1;
    s->memory = memory;
    s->last_look = limits_now();
    return s;
}

family *supervisor_add_family(supervisor *s, worker_body *prepare, void *context)
{
    assert(prepare);
    family *f = alloc_zeroed(1, sizeof *f);
    f->prepare = prepare;
    f->context = context;
    worker_init(&f->worker);
    family_vec_push(&s->families, f);
    return f;
}

job *supervisor_add(supervisor *s, const job_spec *spec)
{
    assert(!spec->family || !spec->family->has_begun);
    assert(spec->body && spec->heard);
    assert(spec->class != JOB_IN_TURN || spec->share > 0);
    job *j = alloc_zeroed(1, sizeof *j);
    j->owner = s;
    j->spec = *spec;
    j->out = -1;
    worker_init(&j->worker);
    job_vec_push(&s->jobs, j);
    if (spec->family) job_vec_push(&spec->family->jobs, j);
    return j;
}

bool job_may_speak(const job *j) { return !j->is_dropped && !j->has_spoken_last; }
bool job_runs(const job *j) { return j->has_begun && job_may_speak(j); }
bool job_ended_well(const job *j) { return j->has_spoken_last && worker_ended_well(&j->worker); }
static bool is_prepared(const job *j) { return !j->spec.family || j->spec.family->has_forked; }
/* The process that works for a job: while its family prepares, that one does. */
static worker *worker_of(job *j) { return is_prepared(j) ? &j->worker : &j->spec.family->worker; }

static bool is_deserted(const family *f)
{
    for (size_t i = 0; i < f->jobs.size; i++)
        if (job_may_speak(f->jobs.data[i])) return false;
    return true;
}

void job_drop(job *j)
{
    assert(j->owner);
    if (j->is_dropped) return;
    j->is_dropped = true;
    worker_kill(&j->worker, "was ended");
    if (j->spec.family && is_deserted(j->spec.family)) worker_kill(&j->spec.family->worker, "was ended");
}

/* The job says no more. */
static void end_job(job *j, const char *how)
{
    assert(how && job_may_speak(j));
    j->has_spoken_last = true;
    if (j->spec.ended) j->spec.ended(j->spec.user, j, how);
    job_drop(j);
}

/* ---- families ---- */

/* In the job's process. */
static void run_job(void *context, int channel)
{
    const job *j = context;
    if (j->spec.class != JOB_IN_TURN && j->spec.slice <= 0 && j->spec.nice && nice(j->spec.nice) < 0) errno = 0; /* a wish */
    j->spec.body(j->spec.context, channel);
}

/* In the preparing process. The child stops before it begins, until it is its turn. */
static pid_t fork_job(const family *f, const job *j, int channel)
{
    pid_t parent = getpid(), pid = fork();
    if (pid) return pid;
    worker_settle(parent);
    close(channel);
    for (size_t i = 0; i < f->jobs.size; i++) /* or nobody would see the others end */
        if (f->jobs.data[i] != j) close(f->jobs.data[i]->out);
    raise(SIGSTOP);
    run_job((void *)(uintptr_t)j, j->out);
    _exit(0);
}

static void run_family(void *context, int channel)
{
    family *f = context;
    number_vec pids;
    number_vec_init(&pids);
    f->prepare(f->context, channel);
    for (size_t i = 0; i < f->jobs.size; i++) {
        pid_t pid = fork_job(f, f->jobs.data[i], channel);
        int status;
        while (pid > 0 && waitpid(pid, &status, WUNTRACED) < 0 && errno == EINTR) continue;
        number_vec_push(&pids, pid > 0 ? pid : 0);
    }
    for (size_t i = 0; i < f->jobs.size; i++) close(f->jobs.data[i]->out);
    message_send(channel, MESSAGE_FORKED, pids.data, pids.size, "", 0);
    int status;
    for (pid_t pid; (pid = waitpid(-1, &status, 0)) > 0 || errno == EINTR;)
        if (pid > 0) message_send(channel, MESSAGE_ENDED, (int64_t[]){pid, status}, 2, "", 0);
}

static void close_out(job *j)
{
    if (j->out >= 0) close(j->out);
    j->out = -1;
}

static void start_family(family *f)
{
    assert(!f->has_begun && f->jobs.size);
    f->has_begun = f->is_active = true;
    for (size_t i = 0; i < f->jobs.size; i++) {
        job *j = f->jobs.data[i];
        j->out = worker_open(&j->worker);
        j->worker.is_adopted = true;
    }
    bool ok = worker_start(&f->worker, run_family, f);
    for (size_t i = 0; i < f->jobs.size; i++) {
        close_out(f->jobs.data[i]);
        if (!ok && job_may_speak(f->jobs.data[i])) end_job(f->jobs.data[i], "could not be started");
    }
}

static void take_pids(family *f, const message *m)
{
    f->has_forked = true;
    for (size_t i = 0; i < f->jobs.size && i < m->numbers.size; i++) {
        job *j = f->jobs.data[i];
        j->worker.pid = (pid_t)m->numbers.data[i];
        j->work = 0;
        if (j->is_dropped) worker_kill(&j->worker, "was ended");
        else if (j->is_active) worker_pause(&j->worker, false);
    }
}

static void take_status(family *f, const message *m)
{
    for (size_t i = 0; i < f->jobs.size; i++) {
        worker *w = &f->jobs.data[i]->worker;
        if (w->pid != (pid_t)m->numbers.data[0]) continue;
        w->status = (int)m->numbers.data[1];
        w->has_status = true;
        w->pid = 0;
    }
}

/* What happened to a preparing process that came to no end happened to its jobs. */
static void end_family(family *f)
{
    text how;
    text_init(&how);
    worker_describe_end(&f->worker, &how);
    for (size_t i = 0; i < f->jobs.size; i++) {
        job *j = f->jobs.data[i];
        j->worker.pid = 0;
        if (!f->has_forked && job_may_speak(j)) end_job(j, how.data);
    }
    text_release(&how);
}

static void attend_family(family *f)
{
    if (!f->has_begun || f->worker.channel < 0) return;
    bool is_open = worker_receive(&f->worker);
    message m;
    message_init(&m);
    while (message_take(&f->worker.inbox, &m)) {
        if (m.kind == MESSAGE_FORKED) take_pids(f, &m);
        else if (m.kind == MESSAGE_ENDED) take_status(f, &m);
        else for (size_t i = 0; i < f->jobs.size; i++) /* what is said while it prepares is for all who wait for it */
            if (job_may_speak(f->jobs.data[i])) f->jobs.data[i]->spec.heard(f->jobs.data[i]->spec.user, f->jobs.data[i], &m);
    }
    message_release(&m);
    if (!is_open) end_family(f);
}

/* ---- turns ---- */

/* Processor time of a process; below 0 if it is not known. */
static double work_of(pid_t pid)
{
    clockid_t its;
    struct timespec t;
    if (!pid || clock_getcpuclockid(pid, &its) != 0 || clock_gettime(its, &t) != 0) return -1;
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void begin(job *j)
{
    assert(!j->has_begun && job_may_speak(j));
    j->has_begun = true;
    if (j->spec.family) {
        if (!j->spec.family->has_begun) start_family(j->spec.family);
    } else if (!worker_start(&j->worker, run_job, j)) {
        end_job(j, "could not be started");
    }
    double work = work_of(worker_of(j)->pid); /* for other jobs of the family, so far */
    j->work = work > 0 ? work : 0;
}

static void set_active(job *j, bool active)
{
    bool was_active = j->is_active;
    j->is_active = active;
    if (active && !j->has_begun) begin(j);
    else if (was_active != active && is_prepared(j)) worker_pause(&j->worker, !active);
}

/* A preparing process runs while a job that waits for it has its turn. */
static void set_families_active(supervisor *s)
{
    for (size_t i = 0; i < s->families.size; i++) {
        family *f = s->families.data[i];
        bool active = f->has_forked;
        for (size_t k = 0; k < f->jobs.size; k++) active |= job_may_speak(f->jobs.data[k]) && f->jobs.data[k]->is_active;
        if (f->has_begun && f->is_active != active) worker_pause(&f->worker, f->is_active = active);
    }
}

static bool takes_turns(const job *j) { return j->spec.class == JOB_IN_TURN && job_may_speak(j); }
static bool has_turn(const supervisor *s, const job *j) { return j->used < (s->turn > 0 ? s->turn * j->spec.share : j->spec.slice); }

static size_t count_free(const supervisor *s)
{
    size_t urgent = 0;
    for (size_t i = 0; i < s->jobs.size; i++) {
        const job *j = s->jobs.data[i];
        bool is_late = j->spec.slice > 0 && j->used >= j->spec.slice;
        urgent += job_may_speak(j) && j->spec.class == JOB_URGENT && !is_late;
    }
    return s->processors > urgent ? s->processors - urgent : 1;
}

/* The next round begins when everybody has had a turn. */
static void choose_round(supervisor *s)
{
    bool any = false, any_in_turn = false;
    for (size_t i = 0; i < s->jobs.size; i++) {
        any |= takes_turns(s->jobs.data[i]);
        any_in_turn |= takes_turns(s->jobs.data[i]) && has_turn(s, s->jobs.data[i]);
    }
    if (any && !any_in_turn) s->turn = s->turn > 0 ? 2 * s->turn : FIRST_TURN;
}

/* While a family prepares, one processor is enough for all its jobs. */
static void give_turn(job *j, size_t *free_processors)
{
    assert(takes_turns(j));
    family *f = j->spec.family;
    bool prepares = f && !f->has_forked;
    j->is_riding = prepares && f->has_processor;
    bool has_processor = !j->is_riding && *free_processors;
    assert(!has_processor || !j->is_riding);
    if (has_processor) --*free_processors;
    if (prepares) f->has_processor |= has_processor;
    set_active(j, j->is_riding || has_processor);
}

static void take_turns(supervisor *s)
{
    choose_round(s);
    for (size_t i = 0; i < s->families.size; i++) s->families.data[i]->has_processor = false;
    size_t free_processors = count_free(s);
    for (int late = 0; late < 2; late++)
        for (size_t i = 0; i < s->jobs.size; i++) {
            job *j = s->jobs.data[i];
            if (takes_turns(j) && has_turn(s, j) != (late == 1)) give_turn(j, &free_processors);
            else if (!late && job_may_speak(j) && j->spec.class != JOB_IN_TURN && !j->is_active) set_active(j, true);
        }
    set_families_active(s);
}

/* With one processor a job in its turn keeps nobody waiting. */
static void make_nice(job *j)
{
    if (j->is_nice || !j->spec.nice || j->owner->processors == 1 || j->used < j->spec.slice || !j->worker.pid) return;
    j->is_nice = true;
    int own = getpriority(PRIO_PROCESS, 0); /* a user may want all of this to be nice */
    setpriority(PRIO_PROCESS, (id_t)j->worker.pid, own + j->spec.nice); /* a wish */
}

static void count_time(supervisor *s)
{
    double now = limits_now();
    for (size_t i = 0; i < s->jobs.size; i++) {
        job *j = s->jobs.data[i];
        if (j->spec.class != JOB_IN_TURN && job_runs(j)) {
            j->used = work_of(worker_of(j)->pid);
            if (j->spec.slice > 0) make_nice(j);
        }
        if (!job_runs(j)) continue;
        double seconds = now - s->last_look, work = work_of(worker_of(j)->pid), least = LEAST_WORK * seconds;
        if (work >= 0) seconds = work - j->work > least ? work - j->work : least;
        if (work >= 0) j->work = work;
        if (!j->is_active || j->is_riding) continue; /* what prepares for several jobs has worked for another one */
        j->used += seconds;
        make_nice(j);
    }
    s->last_look = now;
}

/* ---- news ---- */

static void attend(job *j)
{
    worker_receive(&j->worker);
    message m;
    message_init(&m);
    while (job_may_speak(j) && message_take(&j->worker.inbox, &m)) j->spec.heard(j->spec.user, j, &m);
    if (job_may_speak(j) && message_look(&j->worker.inbox) == INBOX_IS_GARBAGE) worker_receive(&j->worker); /* ends it */
    message_release(&m);
    if (!job_may_speak(j) || !worker_has_ended(&j->worker)) return;
    text how;
    text_init(&how);
    worker_describe_end(&j->worker, &how);
    end_job(j, how.data);
    text_release(&how);
}

static void poll_all(const supervisor *s, double seconds)
{
    struct pollfd *fds = alloc_zeroed(s->jobs.size + s->families.size + 1, sizeof *fds);
    nfds_t n = 0;
    for (size_t i = 0; i < s->jobs.size; i++)
        if (job_runs(s->jobs.data[i])) fds[n++] = (struct pollfd){.fd = s->jobs.data[i]->worker.channel, .events = POLLIN};
    for (size_t i = 0; i < s->families.size; i++) fds[n++] = (struct pollfd){.fd = s->families.data[i]->worker.channel, .events = POLLIN};
    poll(fds, n, (int)(seconds * 1000) + 1);
    free(fds);
}

/* ---- limits ---- */

static void watch_deadlines(supervisor *s)
{
    for (size_t i = 0; i < s->jobs.size; i++) {
        job *j = s->jobs.data[i];
        if (!job_may_speak(j) || !j->spec.deadline || limits_now() < j->spec.deadline + GRACE) continue;
        worker_kill(&j->worker, "was ended as it was out of time");
        end_job(j, "was ended as it was out of time");
    }
}

/* Of its process and of all that come from it. */
static size_t memory_of(job *j)
{
    pid_t root = worker_of(j)->pid;
    if (!root) return 0;
    pid_vec all;
    pid_vec_init(&all);
    pid_vec_push(&all, root);
    descendants_list_of(root, &all);
    size_t total = 0;
    for (size_t i = 0; i < all.size; i++) total += memory_resident(all.data[i]);
    pid_vec_release(&all);
    return total;
}

static bool is_over_memory(const supervisor *s)
{
    pid_vec all;
    pid_vec_init(&all);
    pid_vec_push(&all, getpid());
    descendants_list(&all);
    bool is_over = memory_exceeds(all.data, all.size, s->memory);
    pid_vec_release(&all);
    return is_over;
}

/* Over the limit, the largest job is ended. */
static void watch_memory(supervisor *s)
{
    if (!s->memory || limits_now() < s->last_memory_look + MEMORY_SECONDS) return;
    s->last_memory_look = limits_now();
    if (!is_over_memory(s)) return;
    job *largest = NULL;
    size_t most = 0;
    for (size_t i = 0; i < s->jobs.size; i++) {
        size_t m = job_runs(s->jobs.data[i]) ? memory_of(s->jobs.data[i]) : 0;
        if (m <= most) continue;
        largest = s->jobs.data[i];
        most = m;
    }
    if (!largest) return;
    s->was_short_of_memory = true;
    char how[64];
    snprintf(how, sizeof how, "ran out of memory (limit %zu MB)", s->memory >> 20);
    worker_kill(worker_of(largest), "was ended for lack of memory");
    for (size_t i = 0; i < s->jobs.size; i++) {
        job *j = s->jobs.data[i];
        if (job_may_speak(j) && worker_of(j) == worker_of(largest)) end_job(j, how);
    }
}

bool supervisor_was_short_of_memory(const supervisor *s) { return s->was_short_of_memory; }

/* ---- steps ---- */

static void free_job(job *j)
{
    close_out(j);
    worker_release(&j->worker);
    free(j);
}

static void free_family(family *f)
{
    worker_release(&f->worker);
    job_vec_release(&f->jobs);
    free(f);
}

/* What is dropped may be somebody's until the step is over. Jobs of a family go with it. */
static void sweep(supervisor *s)
{
    size_t kept = 0, families = 0;
    for (size_t i = 0; i < s->jobs.size; i++) {
        job *j = s->jobs.data[i];
        if (j->is_dropped && !j->spec.family) free_job(j);
        else if (!j->spec.family || !is_deserted(j->spec.family)) s->jobs.data[kept++] = j;
    }
    s->jobs.size = kept;
    for (size_t i = 0; i < s->families.size; i++) {
        family *f = s->families.data[i];
        bool goes = is_deserted(f);
        for (size_t k = 0; k < f->jobs.size && goes; k++) free_job(f->jobs.data[k]);
        if (goes) free_family(f);
        else s->families.data[families++] = f;
    }
    s->families.size = families;
}

void supervisor_step(supervisor *s, double seconds)
{
    sweep(s);
    count_time(s);
    take_turns(s);
    poll_all(s, seconds);
    for (size_t i = 0; i < s->families.size; i++) attend_family(s->families.data[i]);
    for (size_t i = 0; i < s->jobs.size; i++)
        if (job_runs(s->jobs.data[i])) attend(s->jobs.data[i]);
    count_time(s);
    watch_deadlines(s);
    watch_memory(s);
}

bool supervisor_is_idle(const supervisor *s)
{
    for (size_t i = 0; i < s->jobs.size; i++)
        if (job_may_speak(s->jobs.data[i])) return false;
    return true;
}

static bool is_in_group(const job *j, const volatile sig_atomic_t *stop) { return job_may_speak(j) && j->spec.stop == stop; }

static bool group_runs(const supervisor *s, const volatile sig_atomic_t *stop)
{
    for (size_t i = 0; i < s->jobs.size; i++)
        if (is_in_group(s->jobs.data[i], stop) && job_runs(s->jobs.data[i])) return true;
    return false;
}

void supervisor_stop_group(supervisor *s, volatile sig_atomic_t *stop, bool (*is_enough)(void *user), void *user)
{
    *stop = 1;
    for (size_t i = 0; i < s->jobs.size; i++) {
        job *j = s->jobs.data[i];
        if (is_in_group(j, stop) && !j->has_begun) job_drop(j);
        if (is_in_group(j, stop)) j->spec.class = JOB_BESIDE; /* to say their last words they need not wait */
    }
    double until = limits_now() + GRACE;
    while (!(is_enough && is_enough(user)) && group_runs(s, stop) && limits_now() < until) supervisor_step(s, 0.02);
    for (size_t i = 0; i < s->jobs.size; i++)
        if (is_in_group(s->jobs.data[i], stop)) job_drop(s->jobs.data[i]);
}

void supervisor_free(supervisor *s)
{
    if (!s) return;
    for (size_t i = 0; i < s->jobs.size; i++) free_job(s->jobs.data[i]);
    for (size_t i = 0; i < s->families.size; i++) free_family(s->families.data[i]);
    job_vec_release(&s->jobs);
    family_vec_release(&s->families);
    free(s);
}

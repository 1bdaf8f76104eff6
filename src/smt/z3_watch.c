#include "smt/z3_watch.h"

#include "base/alloc.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define POLL_SECONDS 0.02
/* So many polls without work, and the thread waits to be woken. Until then a short check costs no system call. */
#define IDLE_POLLS 10
/* It only interrupts; the usual 8 MB would be mapped, and with AddressSanitizer cleared, for each solver. */
#define STACK_BYTES ((size_t)256 << 10)

struct z3_watch {
    Z3_context z3;
    const limits *limit;
    pthread_mutex_t lock; /* over everything below */
    pthread_cond_t wake;
    pthread_t thread;
    pid_t owner; /* the process the thread runs in; a forked child has to start its own */
    bool started, quit, asleep;
    bool working, interrupted;
    double deadline; /* of the work at hand, in the time of limits_work; 0 = none */
};

static void init_lock(z3_watch *w)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&w->wake, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&w->lock, NULL);
}

z3_watch *z3_watch_new(Z3_context z3, const limits *limit)
{
    z3_watch *w = alloc_zeroed(1, sizeof *w);
    w->z3 = z3;
    w->limit = limit;
    init_lock(w);
    return w;
}

static bool is_over(const z3_watch *w)
{
    return limits_is_over(w->limit) || (w->deadline > 0 && limits_work() >= w->deadline);
}

static void sleep_a_little(z3_watch *w)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += (long)(POLL_SECONDS * 1e9);
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    pthread_cond_timedwait(&w->wake, &w->lock, &until);
}

static void sleep_until_woken(z3_watch *w)
{
    w->asleep = true;
    pthread_cond_wait(&w->wake, &w->lock);
    w->asleep = false;
}

/* Z3 takes an interrupt only while it works, so one that comes too early is lost: it is repeated at every poll. */
static void *watch(void *context)
{
    z3_watch *w = context;
    unsigned idle = 0;
    pthread_mutex_lock(&w->lock);
    while (!w->quit) {
        idle = w->working ? 0 : idle + 1;
        if (idle > IDLE_POLLS) {
            sleep_until_woken(w);
            idle = 0;
            continue;
        }
        if (w->working && is_over(w)) {
            w->interrupted = true;
            Z3_interrupt(w->z3);
        }
        sleep_a_little(w);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* The thread takes no signals: handlers run where the program expects them. */
static void start(z3_watch *w)
{
    sigset_t all, before;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    w->started = pthread_create(&w->thread, &attributes, watch, w) == 0;
    w->owner = getpid();
    pthread_attr_destroy(&attributes);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void z3_watch_begin(z3_watch *w, double seconds)
{
    if (w->started && w->owner != getpid()) {
        w->started = w->asleep = false;
        init_lock(w);
    }
    pthread_mutex_lock(&w->lock);
    w->working = true;
    w->interrupted = false;
    w->deadline = seconds > 0 ? limits_work() + seconds : 0;
    if (w->asleep) pthread_cond_signal(&w->wake);
    pthread_mutex_unlock(&w->lock);
    bool can_be_over = seconds > 0 || w->limit->deadline > 0 || w->limit->stop;
    if (can_be_over && !w->started) start(w);
}

bool z3_watch_end(z3_watch *w)
{
    pthread_mutex_lock(&w->lock);
    w->working = false;
    bool interrupted = w->interrupted;
    pthread_mutex_unlock(&w->lock);
    return interrupted;
}

void z3_watch_free(z3_watch *w)
{
    if (!w) return;
    if (w->started && w->owner == getpid()) {
        pthread_mutex_lock(&w->lock);
        w->quit = true;
        pthread_cond_signal(&w->wake);
        pthread_mutex_unlock(&w->lock);
        pthread_join(w->thread, NULL);
        pthread_cond_destroy(&w->wake);
        pthread_mutex_destroy(&w->lock);
    }
    free(w);
}

#include "app/supervise.h"

#include "base/descendants.h"
#include "base/folder.h"
#include "base/limits.h"
#include "base/memory_use.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds that the child has to notice that the time is over. While it reads, all it can say is what this process can say as well; an answer that has
 * begun should be whole. */
static const double GRACE_READING = 0.4, GRACE_ANSWERED = 10;
/* Engines are ended one by one while they are too large together. If that does not help within some seconds, or is too slow, the largest process is. */
static const double PATIENCE_MEMORY = 0.6;
static const double SLACK = 1.25;
static const double MEMORY_INTERVAL = 0.1;

typedef enum stop_reason { NOTHING, OUT_OF_TIME, OUT_OF_MEMORY, INTERRUPTED } stop_reason;

typedef struct watch {
    const supervision *s;
    board *board;
    pid_t child;
    bool has_ended;
    int status; /* of the child, once it has ended */
    stop_reason reason; /* why it was asked to stop, or was ended */
    double over_since; /* the time when it was asked; 0 = not yet */
    bool is_impatient; /* the user asked twice */
    phase last; /* before it was taken over */
    double too_large_since; /* 0 = it is not */
    char folder[4096]; /* for temporary files; "" if there is none */
} watch;

/* ---- the board ---- */

void board_set_working(board *b)
{
    int reading = PHASE_READING;
    atomic_compare_exchange_strong(&b->phase, &reading, PHASE_WORKING);
}

/* The right to answer, which only one of the two processes gets. *before becomes the phase that it was. */
static bool claim(board *b, phase to, phase *before)
{
    int now = atomic_load(&b->phase);
    bool is_mine = false;
    while (!is_mine && now != PHASE_ANSWERED && now != PHASE_TAKEN_OVER) is_mine = atomic_compare_exchange_weak(&b->phase, &now, to);
    *before = (phase)now;
    return is_mine;
}

void board_answer(board *b, int code)
{
    phase before;
    atomic_store(&b->code, code);
    while (!claim(b, PHASE_ANSWERED, &before) && before != PHASE_ANSWERED) pause();
}

/* ---- temporary files ---- */

/* One folder for all of them, so that they go even if the child has no chance to remove them. */
static void make_folder(watch *w)
{
    const char *parent = getenv("TMPDIR");
    int n = snprintf(w->folder, sizeof w->folder, "%s/latch-XXXXXX", parent && *parent ? parent : "/tmp");
    if (n >= (int)sizeof w->folder || !mkdtemp(w->folder)) w->folder[0] = '\0';
}

/* ---- limits ---- */

/* Reaps what has ended. */
static void reap(watch *w)
{
    int status;
    for (pid_t p; (p = waitpid(-1, &status, WNOHANG)) > 0;) {
        if (p != w->child) continue;
        w->has_ended = true;
        w->status = status;
    }
}

static void take_over(watch *w, stop_reason why)
{
    if (!claim(w->board, PHASE_TAKEN_OVER, &w->last)) return;
    w->reason = why;
    kill(w->child, SIGKILL);
}

static void end_largest(watch *w, const pid_vec *all)
{
    size_t most = 0;
    pid_t largest = w->child;
    for (size_t i = 0; i < all->size; i++) {
        size_t m = memory_share(all->data[i]);
        if (m <= most) continue;
        most = m;
        largest = all->data[i];
    }
    if (largest == w->child) take_over(w, OUT_OF_MEMORY);
    else kill(largest, SIGKILL);
    w->too_large_since = 0;
}

static void watch_memory(watch *w)
{
    pid_vec all;
    pid_vec_init(&all);
    descendants_list(&all);
    double now = limits_now();
    if (!memory_exceeds(all.data, all.size, w->s->memory)) {
        w->too_large_since = 0;
    } else if (atomic_load(&w->board->phase) == PHASE_READING) {
        take_over(w, OUT_OF_MEMORY);
    } else {
        if (!w->too_large_since) w->too_large_since = now;
        bool is_far_too_large = memory_exceeds(all.data, all.size, (size_t)(SLACK * (double)w->s->memory));
        if (is_far_too_large || now - w->too_large_since > PATIENCE_MEMORY) end_largest(w, &all);
    }
    pid_vec_release(&all);
}

static double grace(const watch *w)
{
    if (w->is_impatient) return 0;
    int now = atomic_load(&w->board->phase);
    return now == PHASE_READING ? GRACE_READING : now == PHASE_WORKING ? w->s->grace : GRACE_ANSWERED;
}

static void watch_time(watch *w)
{
    double now = limits_now();
    if (!w->over_since && w->s->deadline > 0 && now >= w->s->deadline) {
        w->over_since = now;
        w->reason = OUT_OF_TIME;
    }
    if (!w->over_since || now < w->over_since + grace(w)) return;
    if (atomic_load(&w->board->phase) == PHASE_ANSWERED) kill(w->child, SIGKILL);
    else take_over(w, w->reason);
}

static void take_interrupt(watch *w, int number)
{
    w->is_impatient = w->reason == INTERRUPTED;
    w->reason = INTERRUPTED;
    if (!w->over_since) w->over_since = limits_now();
    kill(w->child, number);
}

/* How long nothing has to be done, unless something happens. */
static double time_to_wait(const watch *w)
{
    double now = limits_now(), until = now + 3600;
    if (w->over_since) until = w->over_since + grace(w);
    else if (w->s->deadline > 0 && w->s->deadline < until) until = w->s->deadline;
    if (w->s->memory && now + MEMORY_INTERVAL < until) until = now + MEMORY_INTERVAL;
    return until > now ? until - now + 0.001 : 0.001;
}

static void attend(watch *w, const sigset_t *signals)
{
    double seconds = time_to_wait(w);
    struct timespec t = {.tv_sec = (time_t)seconds, .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    int number = sigtimedwait(signals, NULL, &t);
    reap(w);
    if (w->has_ended) return;
    if (number > 0 && number != SIGCHLD) take_interrupt(w, number);
    if (w->s->memory) watch_memory(w);
    watch_time(w);
}

/* ---- the answer ---- */

static void describe(const watch *w, char *out, size_t size)
{
    static const char *const WHY[] = {[NOTHING] = "", [OUT_OF_TIME] = "out of time", [OUT_OF_MEMORY] = "out of memory", [INTERRUPTED] = "interrupted"};
    if (atomic_load(&w->board->phase) != PHASE_TAKEN_OVER)
        snprintf(out, size, "ended by signal %d (%s)", WTERMSIG(w->status), strsignal(WTERMSIG(w->status)));
    else if (w->reason == OUT_OF_MEMORY)
        snprintf(out, size, "out of memory (limit %zu MB)", w->s->memory >> 20);
    else
        snprintf(out, size, "%s", WHY[w->reason]);
}

static int conclude(const watch *w)
{
    if (WIFEXITED(w->status)) return WEXITSTATUS(w->status);
    phase now = (phase)atomic_load(&w->board->phase), last = now == PHASE_TAKEN_OVER ? w->last : now;
    char how[128];
    describe(w, how, sizeof how);
    if (last == PHASE_ANSWERED) {
        if (WTERMSIG(w->status) == SIGPIPE) raise(SIGPIPE);
        fprintf(stderr, "latch: what follows the answer is cut short: %s\n", how);
        return atomic_load(&w->board->code);
    }
    return w->s->give_up(w->s->context, how, last == PHASE_READING);
}

/* Until it ends. */
static int watch_child(watch *w, const sigset_t *signals)
{
    while (!w->has_ended) attend(w, signals);
    descendants_kill();
    if (w->folder[0]) folder_remove(w->folder);
    return conclude(w);
}

static _Noreturn void be_child(const watch *w, pid_t parent, const sigset_t *old_signals)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    sigprocmask(SIG_SETMASK, old_signals, NULL);
    if (w->folder[0]) setenv("TMPDIR", w->folder, 1);
    exit(w->s->body(w->s->context, w->board));
}

int supervise(const supervision *s)
{
    watch w = {.s = s};
    w.board = mmap(NULL, sizeof *w.board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (w.board == MAP_FAILED) return s->body(s->context, &(board){0});
    sigset_t signals, old_signals;
    sigemptyset(&signals);
    static const int WATCHED[] = {SIGCHLD, SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof WATCHED / sizeof *WATCHED; i++) sigaddset(&signals, WATCHED[i]);
    sigprocmask(SIG_BLOCK, &signals, &old_signals);
    signal(SIGCHLD, SIG_DFL); /* whoever started this may have it ignored */
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    make_folder(&w);
    fflush(NULL);
    pid_t parent = getpid();
    w.child = fork();
    if (w.child == 0) be_child(&w, parent, &old_signals);
    int code = w.child > 0 ? watch_child(&w, &signals) : s->body(s->context, w.board);
    munmap(w.board, sizeof *w.board);
    return code;
}

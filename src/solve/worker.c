#include "solve/worker.h"

#include "base/alloc.h"
#include "base/memory_use.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { HEADER = 1 + sizeof(uint64_t) };

/* So much a child may say before it has to wait for a parent that is busy. What systems allow to everyone. */
enum { PIPE_BYTES = 1 << 20 };

/* Z3 recurses on the depth of terms; the system lets a main stack grow to about this without asking at the start. */
static const rlim_t STACK = (rlim_t)100 << 20;

static _Noreturn void run_child(worker_body *body, void *context, int out, pid_t parent)
{
    /* A child must not outlive its parent, nor answer the terminal's interrupt itself. */
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur != RLIM_INFINITY && stack.rlim_cur < STACK) {
        stack.rlim_cur = stack.rlim_max < STACK ? stack.rlim_max : STACK;
        setrlimit(RLIMIT_STACK, &stack);
    }
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    body(context, out);
    _exit(0);
}

void worker_init(worker *w)
{
    memset(w, 0, sizeof *w);
    w->pipe = -1;
}

bool worker_start(worker *w, worker_body *body, void *context)
{
    worker_init(w);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return false;
    fcntl(ends[0], F_SETPIPE_SZ, PIPE_BYTES); /* a wish */
    fflush(NULL);
    pid_t parent = getpid();
    w->pid = fork();
    if (w->pid == 0) {
        close(ends[0]);
        run_child(body, context, ends[1], parent);
    }
    close(ends[1]);
    if (w->pid < 0) {
        close(ends[0]);
        w->pid = 0;
        return false;
    }
    w->pipe = ends[0];
    fcntl(w->pipe, F_SETFL, O_NONBLOCK);
    text_init(&w->inbox);
    return true;
}

static void write_all(int out, const char *bytes, size_t length)
{
    while (length) {
        ssize_t n = write(out, bytes, length);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) _exit(1);
        bytes += n;
        length -= (size_t)n;
    }
}

void worker_send(int out, char kind, const char *bytes, size_t length)
{
    char header[HEADER] = {kind};
    uint64_t size = length;
    memcpy(header + 1, &size, sizeof size);
    write_all(out, header, HEADER);
    write_all(out, bytes, length);
}

static void reap(worker *w)
{
    if (w->pipe >= 0) close(w->pipe);
    w->pipe = -1;
    if (!w->pid) return;
    while (waitpid(w->pid, &w->status, 0) < 0 && errno == EINTR) continue;
    w->pid = 0;
}

bool worker_receive(worker *w)
{
    char buffer[1 << 16];
    while (w->pipe >= 0) {
        ssize_t n = read(w->pipe, buffer, sizeof buffer);
        if (n > 0) {
            text_add(&w->inbox, buffer, (size_t)n);
        } else if (n < 0 && errno == EINTR) {
            continue;
        } else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
            return true;
        } else {
            reap(w);
        }
    }
    return false;
}

/* Of the first message in the inbox, without its header. False if not all of it is there. */
static bool first_size(const worker *w, uint64_t *size)
{
    if (w->inbox.size < HEADER) return false;
    memcpy(size, w->inbox.data + 1, sizeof *size);
    return w->inbox.size - HEADER >= *size;
}

bool worker_has_message(const worker *w)
{
    uint64_t size;
    return first_size(w, &size);
}

bool worker_is_cut_short(const worker *w) { return w->pipe < 0 && w->inbox.size && !worker_has_message(w); }

bool worker_take(worker *w, char *kind, text *message)
{
    uint64_t size;
    if (!first_size(w, &size)) return false;
    *kind = w->inbox.data[0];
    text_clear(message);
    text_add(message, w->inbox.data + HEADER, size);
    size_t rest = w->inbox.size - HEADER - size;
    memmove(w->inbox.data, w->inbox.data + HEADER + size, rest + 1);
    w->inbox.size = rest;
    return true;
}

void worker_pause(worker *w, bool paused)
{
    if (w->pid) kill(w->pid, paused ? SIGSTOP : SIGCONT);
}

void worker_kill(worker *w)
{
    if (w->pid) {
        w->killed = true;
        kill(w->pid, SIGKILL);
    }
    reap(w);
}

void worker_release(worker *w)
{
    worker_kill(w);
    text_release(&w->inbox);
}

bool worker_memory_exceeds(const worker *const *workers, size_t n, size_t limit)
{
    pid_t *processes = alloc_zeroed(n + 1, sizeof *processes);
    size_t running = 0;
    processes[running++] = getpid();
    for (size_t i = 0; i < n; i++)
        if (workers[i]->pid) processes[running++] = workers[i]->pid;
    bool exceeds = memory_exceeds(processes, running, limit);
    free(processes);
    return exceeds;
}

void worker_describe_end(const worker *w, text *out)
{
    if (worker_is_cut_short(w)) text_adds(out, "stopped in the middle of a message and ");
    if (WIFSIGNALED(w->status))
        text_printf(out, "was ended by signal %d (%s)", WTERMSIG(w->status), strsignal(WTERMSIG(w->status)));
    else
        text_printf(out, "ended without an answer (exit status %d)", WEXITSTATUS(w->status));
}

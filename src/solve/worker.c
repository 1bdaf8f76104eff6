#include "solve/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* So much a child may say before it has to wait for a parent that is busy. What systems allow to everyone. */
enum { PIPE_BYTES = 1 << 20 };

/* Z3 recurses on the depth of terms; the system lets a main stack grow to about this without asking at the start. */
static const rlim_t STACK = (rlim_t)100 << 20;

void worker_settle(pid_t parent)
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
}

void worker_init(worker *w)
{
    memset(w, 0, sizeof *w);
    w->channel = -1;
}

int worker_open(worker *w)
{
    worker_init(w);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return -1;
    fcntl(ends[0], F_SETPIPE_SZ, PIPE_BYTES); /* a wish */
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    assert(ends[0] >= 0 && ends[1] >= 0);
    w->channel = ends[0];
    text_init(&w->inbox);
    return ends[1];
}

/* What solvers print of errors of their own is nothing for a user, who is told how a job has ended; sanitizers are to be heard. */
static void be_silent(void)
{
#ifdef NDEBUG
    int nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
    if (nowhere >= 0) dup2(nowhere, STDERR_FILENO);
#endif
}

bool worker_start(worker *w, worker_body *body, void *context)
{
    assert(body);
    int out = worker_open(w);
    if (out < 0) return false;
    fflush(NULL);
    pid_t parent = getpid();
    w->pid = fork();
    if (w->pid == 0) {
        close(w->channel);
        worker_settle(parent);
        be_silent();
        body(context, out);
        _exit(0);
    }
    close(out);
    if (w->pid > 0) return true;
    w->pid = 0;
    worker_release(w);
    return false;
}

static void close_channel(worker *w)
{
    if (w->channel >= 0) close(w->channel);
    w->channel = -1;
}

static void reap(worker *w)
{
    close_channel(w);
    if (!w->pid || w->is_adopted) return;
    while (waitpid(w->pid, &w->status, 0) < 0 && errno == EINTR) continue;
    w->has_status = true;
    w->pid = 0;
    assert(worker_has_ended(w));
}

/* One that has closed its channel has nothing more to say, and must not keep us waiting. A process that is ending already keeps its status. */
static void take_end(worker *w)
{
    if (w->pid && !w->is_adopted) kill(w->pid, SIGKILL);
    reap(w);
}

bool worker_receive(worker *w)
{
    char buffer[1 << 16];
    while (w->channel >= 0 && message_look(&w->inbox) != INBOX_IS_GARBAGE) {
        ssize_t n = read(w->channel, buffer, sizeof buffer);
        if (n > 0) text_add(&w->inbox, buffer, (size_t)n);
        else if (n < 0 && errno == EINTR) continue;
        else if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return true;
        else take_end(w);
    }
    if (w->channel >= 0) worker_kill(w, "said what is no message");
    return false;
}

bool worker_has_ended(const worker *w) { return w->channel < 0 && !w->pid; }

bool worker_ended_well(const worker *w) { return w->has_status && !w->killed_because && w->status == 0 && !w->inbox.size; }

void worker_pause(const worker *w, bool paused)
{
    if (w->pid) kill(w->pid, paused ? SIGSTOP : SIGCONT);
}

void worker_kill(worker *w, const char *why)
{
    assert(why);
    if (w->pid) {
        w->killed_because = why;
        kill(w->pid, SIGKILL);
    }
    reap(w);
}

void worker_release(worker *w)
{
    worker_kill(w, "was ended");
    text_release(&w->inbox);
}

void worker_describe_end(const worker *w, text *out)
{
    assert(worker_has_ended(w) || w->is_adopted);
    if (w->inbox.size && message_look(&w->inbox) == INBOX_WAITS) text_adds(out, "stopped in the middle of a message and ");
    if (w->killed_because) text_adds(out, w->killed_because);
    else if (!w->has_status) text_adds(out, "was ended with what prepared it");
    else if (WIFSIGNALED(w->status)) text_printf(out, "was ended by signal %d (%s)", WTERMSIG(w->status), strsignal(WTERMSIG(w->status)));
    else text_printf(out, "ended without an answer (exit status %d)", WEXITSTATUS(w->status));
}

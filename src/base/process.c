#include "base/process.h"

#include "base/alloc.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/close_range.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_OUTPUT = 1 << 20 };

/* ---- files ---- */

static char *join(const char *folder, const char *name)
{
    text t;
    text_init(&t);
    text_printf(&t, "%s/%s", folder, name);
    return text_take(&t);
}

bool scratch_init(scratch *s, diag *error)
{
    const char *folder = getenv("TMPDIR");
    s->path = join(folder && *folder ? folder : "/tmp", "latch-XXXXXX");
    if (mkdtemp(s->path)) return true;
    diag_set(error, NULL, 0, 0, "cannot make a folder for temporary files in %s: %s; set TMPDIR to a folder that can be written",
             folder && *folder ? folder : "/tmp", strerror(errno));
    free(s->path);
    s->path = NULL;
    return false;
}

void scratch_release(scratch *s)
{
    if (!s->path) return;
    folder_remove(s->path);
    free(s->path);
    s->path = NULL;
}

char *scratch_file(const scratch *s, const char *name) { return join(s->path, name); }

bool file_write_bytes(const char *path, const char *bytes, size_t n)
{
    FILE *f = fopen(path, "w");
    if (!f) return false;
    bool ok = fwrite(bytes, 1, n, f) == n;
    return fclose(f) == 0 && ok;
}

bool file_read(const char *path, size_t most, text *out)
{
    FILE *f = fopen(path, "r");
    if (!f) return false;
    for (int c; out->size < most && (c = getc(f)) != EOF;) text_addc(out, (char)c);
    return fclose(f) == 0;
}

bool file_write(const char *path, const char *content) { return file_write_bytes(path, content, strlen(content)); }

/* ---- programs ---- */

static bool is_program(const char *file)
{
    struct stat s;
    return stat(file, &s) == 0 && S_ISREG(s.st_mode) && access(file, X_OK) == 0;
}

char *process_find(const char *name)
{
    const char *path = getenv("PATH");
    while (path && *path) {
        size_t length = strcspn(path, ":");
        char *folder = alloc_string(length ? path : ".", length ? length : 1), *file = join(folder, name);
        free(folder);
        if (is_program(file)) return file;
        free(file);
        path += length + (path[length] == ':');
    }
    return NULL;
}

/* ---- in the child ---- */

static void enlarge_stack(rlim_t size)
{
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= size) return;
    stack.rlim_cur = stack.rlim_max < size ? stack.rlim_max : size;
    setrlimit(RLIMIT_STACK, &stack);
}

static void reset_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int s = 1; s < NSIG; s++) signal(s, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

typedef struct child {
    const process_options *options;
    const char *const *envp;
    int out, shared; /* descriptors; shared: or -1 */
} child;

/* Everything else that this process has open is closed when the program starts. */
static bool set_descriptors(const child *c, int in)
{
    bool ok = dup2(in, STDIN_FILENO) >= 0 && dup2(c->out, STDOUT_FILENO) >= 0 && dup2(c->out, STDERR_FILENO) >= 0;
    if (close_range(3, UINT_MAX, CLOSE_RANGE_CLOEXEC) != 0) {
        enum { MOST = 1 << 16 };
        for (int i = 3; i < MOST; i++) fcntl(i, F_SETFD, FD_CLOEXEC);
    }
    return ok && (c->shared < 0 || dup2(c->shared, PROCESS_SHARED) >= 0);
}

/* Here, where all mounts but the folder are read-only: who has a descriptor from another mount may change the file's rights by it, and
 * root those of /dev/null. */
static int open_input(const process_options *o) { return open(o->input ? o->input : "/dev/null", O_RDONLY | O_CLOEXEC); }

/* Compilers need a large stack for deeply nested programs; other programs must have room for the stacks of several threads in 32 bits. As a session
 * of its own, a program has no terminal. */
static bool set_process(const child *c)
{
    const process_options *o = c->options;
    const char *folder = o->folder ? o->folder : o->sandbox ? o->sandbox->folder : NULL;
    int in = open_input(o);
    if (o->sandbox) setsid();
    else setpgid(0, 0);
    enlarge_stack((rlim_t)(o->sandbox ? 256 : 1024) << 20);
    reset_signals();
    return in >= 0 && (!folder || chdir(folder) == 0) && set_descriptors(c, in);
}

/* Returns only if the program cannot be started. */
static void become(void *user)
{
    const child *c = user;
    const process_options *o = c->options;
    if (!set_process(c) || (o->sandbox && !sandbox_enter(o->sandbox))) return;
    execve(o->argv[0], (char *const *)(const void *)o->argv, (char *const *)(const void *)c->envp);
}

/* ---- in the parent ---- */

/* What a program needs to find others, such as the sanitizers' symbolizer, and a place for its files. */
enum { OWN_VARIABLES = 3 };
static void make_environment(const process_options *o, char **out)
{
    const char *path = getenv("PATH"), *folder = o->sandbox->folder ? o->sandbox->folder : "/";
    const char *const VARIABLES[OWN_VARIABLES][2] = {{"PATH", path ? path : "/usr/bin:/bin"}, {"HOME", folder}, {"TMPDIR", folder}};
    for (size_t i = 0; i < OWN_VARIABLES; i++) {
        text t;
        text_init(&t);
        text_printf(&t, "%s=%s", VARIABLES[i][0], VARIABLES[i][1]);
        out[i] = text_take(&t);
    }
}

/* False at its end. */
static bool take_output(int from, text *said)
{
    char buffer[1 << 14];
    ssize_t n = read(from, buffer, sizeof buffer);
    if (n > 0 && said->size < MOST_OUTPUT) text_add(said, buffer, (size_t)n);
    return n > 0 || (n < 0 && (errno == EINTR || errno == EAGAIN));
}

/* Until the pipe is closed at the other end. False when the limits are over first. */
static bool listen(int from, const limits *limit, text *said)
{
    while (!limits_is_over(limit)) {
        struct pollfd p = {.fd = from, .events = POLLIN};
        if (poll(&p, 1, 20) > 0 && !take_output(from, said)) return true;
    }
    return false;
}

static void await(pid_t program, int *status)
{
    while (waitpid(program, status, 0) < 0 && errno == EINTR) continue;
}

static process_result result_of(int status)
{
    if (WIFSIGNALED(status)) return (process_result){PROCESS_SIGNALLED, WTERMSIG(status)};
    return (process_result){PROCESS_EXITED, WEXITSTATUS(status)};
}

static process_result run_freely(child *c, const int *ends, text *said)
{
    pid_t program = fork();
    if (program == 0) {
        become(c);
        _exit(127);
    }
    close(ends[1]);
    if (program < 0) return (process_result){PROCESS_NOT_STARTED, 0};
    setpgid(program, program);
    bool ended = listen(ends[0], &c->options->limits, said);
    int status = 0;
    if (!ended) kill(-program, SIGKILL);
    await(program, &status);
    kill(-program, SIGKILL);
    process_result r = ended ? result_of(status) : (process_result){PROCESS_OUT_OF_TIME, 0};
    return r.end == PROCESS_EXITED && r.code == 127 ? (process_result){PROCESS_NOT_STARTED, 0} : r;
}

/* Until the supervisor reports, which it does when the program has ended, whoever else may still have its output open. */
static bool await_report(int out, int report, const limits *limit, text *said, sandbox_report *r)
{
    *r = (sandbox_report){.end = SANDBOX_ENDED, .status = SIGKILL};
    while (!limits_is_over(limit)) {
        struct pollfd p[2] = {{.fd = out, .events = POLLIN}, {.fd = report, .events = POLLIN}};
        if (poll(p, 2, 20) <= 0) continue;
        if (p[0].revents && !take_output(out, said)) out = -1;
        if (!p[1].revents) continue;
        sandbox_report got;
        if (read(report, &got, sizeof got) == sizeof got) *r = got;
        return true;
    }
    return false;
}

/* The guard ends, and closes the pipe, when nothing is left of the program. */
static void dismiss(pid_t guard, int report)
{
    const double PATIENCE = 10;
    limits patience = limits_within(&(limits){0}, PATIENCE);
    text ignored;
    text_init(&ignored);
    if (!listen(report, &patience, &ignored)) kill(guard, SIGKILL);
    text_release(&ignored);
    int status;
    await(guard, &status);
}

/* A signal that comes before the guard waits for signals is kept for it: none of this process's own handlers may take it. */
static pid_t fork_guard(child *c, int report)
{
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before);
    pid_t guard = fork();
    if (guard == 0) sandbox_supervise(c->options->sandbox, become, c, report);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return guard;
}

static process_result run_confined(child *c, const int *ends, text *said)
{
    process_result none = {PROCESS_NOT_STARTED, 0};
    int report[2];
    if (pipe2(report, O_CLOEXEC) != 0) {
        close(ends[1]);
        return none;
    }
    pid_t guard = fork_guard(c, report[1]);
    close(ends[1]);
    close(report[1]);
    sandbox_report r = {.end = SANDBOX_NOT_STARTED};
    bool ended = guard < 0 || await_report(ends[0], report[0], &c->options->limits, said, &r);
    if (!ended) kill(guard, SIGTERM);
    if (guard > 0) dismiss(guard, report[0]);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    for (size_t before = SIZE_MAX; said->size != before;) { /* what is still in the pipe */
        before = said->size;
        take_output(ends[0], said);
    }
    close(report[0]);
    if (!ended) return (process_result){PROCESS_OUT_OF_TIME, 0};
    if (r.end == SANDBOX_ENDED) return result_of(r.status);
    return r.end == SANDBOX_NOT_STARTED ? none : (process_result){PROCESS_OVER_LIMIT, (int)r.end};
}

static process_result run_child(child *c, text *said)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) return (process_result){PROCESS_NOT_STARTED, 0};
    c->out = ends[1];
    process_result r = c->options->sandbox ? run_confined(c, ends, said) : run_freely(c, ends, said);
    close(ends[0]);
    return r;
}

/* What is shared is opened here: what confines the program does not let it do that. */
process_result process_run_with(const process_options *o, text *said)
{
    process_result r = {PROCESS_NOT_STARTED, 0};
    char *own[OWN_VARIABLES + 1] = {NULL};
    if (o->sandbox && !o->envp) make_environment(o, own);
    child c = {.options = o, .envp = o->envp ? o->envp : (const char *const *)(const void *)(o->sandbox ? own : environ)};
    c.shared = o->shared ? open(o->shared, O_RDWR | O_CLOEXEC) : -1;
    if (!o->shared || c.shared >= 0) r = run_child(&c, said);
    if (c.shared >= 0) close(c.shared);
    for (size_t i = 0; i < OWN_VARIABLES; i++) free(own[i]);
    return r;
}

process_result process_run(const char *const *argv, const limits *limit, text *said)
{
    return process_run_with(&(process_options){.argv = argv, .limits = *limit}, said);
}

void process_describe(process_result r, text *out)
{
    switch (r.end) {
    case PROCESS_NOT_STARTED: text_adds(out, "no start"); break;
    case PROCESS_EXITED: text_printf(out, "exit status %d", r.code); break;
    case PROCESS_SIGNALLED: text_printf(out, "signal %d (%s)", r.code, strsignal(r.code)); break;
    case PROCESS_OUT_OF_TIME: text_adds(out, "no end in time"); break;
    case PROCESS_OVER_LIMIT:
        text_adds(out, r.code == SANDBOX_OVER_MEMORY ? "too much memory" : r.code == SANDBOX_OVER_TASKS ? "too many processes" : "too much on the disk");
        break;
    }
}

#include "base/sandbox.h"

#include "base/descendants.h"
#include "base/limits.h"
#include "base/memory_use.h"
#include "base/sandbox_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- what there is ---- */

static _Noreturn void try_namespaces(void)
{
    sandbox all = {.support = {.has_filter = true, .has_namespaces = true}};
    if (!namespaces_enter(&all)) _exit(1);
    pid_t first = fork();
    if (first == 0) _exit(0);
    _exit(first > 0 && waitpid(first, NULL, 0) == first ? 0 : 1);
}

static bool namespaces_exist(void)
{
    int status = 1;
    pid_t child = fork();
    if (child == 0) try_namespaces();
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    return child > 0 && status == 0;
}

sandbox_support sandbox_probe(void)
{
    return (sandbox_support){.has_filter = filter_exists(), .has_namespaces = namespaces_exist(), .landlock = landlock_version()};
}

void sandbox_print_gaps(text *out, const sandbox_support *s)
{
    if (!s->has_filter && !s->has_namespaces && !s->landlock)
        text_adds(out, "this kernel has no means to confine runs of the program: it has no seccomp filters, namespaces or Landlock");
    else if (!s->has_filter)
        text_adds(out, "this kernel has no seccomp filters: runs of the program are less confined");
    else if (!s->has_namespaces && !s->landlock)
        text_adds(out, "this kernel has neither Landlock nor namespaces for this user: runs of the program cannot write files at all");
    else if (!s->landlock)
        text_adds(out, "this kernel has no Landlock: runs of the program can write to named pipes of yours");
}

sandbox sandbox_make(const sandbox_support *s, const char *folder)
{
    const uint64_t MB = 1 << 20;
    return (sandbox){.support = *s, .folder = folder, .memory_bytes = 2048 * MB, .tasks = 256, .file_bytes = 128 * MB, .memory_files = 16,
                     .size = {.entries = 10000, .bytes = 1024 * MB}, .cpu_seconds = 600};
}

/* ---- in the program's process ---- */

/* One that is lower already stays. */
static bool limit(__rlimit_resource_t what, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) != 0) return false;
    if (now.rlim_max <= most) return true;
    return setrlimit(what, &(struct rlimit){most, most}) == 0;
}

/* The system's limit on processes is one's own only in a user namespace of one's own, and is none for root: it is a second line, behind the supervisor, which
 * ends a program that has too many. */
static bool set_limits(const sandbox *s)
{
    enum { FILES = 1024 };
    return limit(RLIMIT_CORE, 0) && limit(RLIMIT_FSIZE, s->file_bytes) && limit(RLIMIT_NOFILE, FILES) && limit(RLIMIT_CPU, s->cpu_seconds) &&
           limit(RLIMIT_MEMLOCK, 1 << 20) && (!s->support.has_namespaces || limit(RLIMIT_NPROC, 2 * s->tasks));
}

static bool drop_capabilities(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}};
    return syscall(SYS_capset, &header, none) == 0;
}

bool sandbox_enter(const sandbox *s)
{
    const sandbox_support *has = &s->support;
    if (!set_limits(s) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
    return (!has->landlock || landlock_enter(s)) && drop_capabilities() && (!has->has_filter || filter_enter(has));
}

/* ---- the supervisor ---- */

typedef struct supervisor {
    const sandbox *sandbox;
    pid_t program;
    int signals, questions; /* descriptors: SIGCHLD and SIGTERM; calls that wait for an answer, or -1 */
    size_t counted, allowed; /* processes and threads when they were last counted, and what may have come since */
    size_t memory_files;
    uint64_t free_bytes; /* of the folder's file system, at the start */
    double next_measure; /* of the folder */
} supervisor;

static uint64_t free_bytes(const char *folder)
{
    struct statvfs s;
    return folder && statvfs(folder, &s) == 0 ? (uint64_t)s.f_bavail * s.f_frsize : 0;
}

/* Files that are open but have no name any more are in no folder: if the file system loses much more than the folder may have, it is those. */
static bool is_over_disk(supervisor *v)
{
    const double PAUSE = 0.1;
    const uint64_t OTHERS = 4;
    const sandbox *s = v->sandbox;
    folder_size size;
    if (!s->folder || limits_now() < v->next_measure) return false;
    bool over = !folder_measure(s->folder, &s->size, &size) || free_bytes(s->folder) + OTHERS * s->size.bytes < v->free_bytes;
    v->next_measure = limits_now() + PAUSE;
    return over;
}

static sandbox_end find_excess(supervisor *v)
{
    pid_vec all;
    pid_vec_init(&all);
    v->counted = descendants_list(&all);
    v->allowed = 0;
    sandbox_end end = SANDBOX_ENDED;
    if (v->counted > v->sandbox->tasks) end = SANDBOX_OVER_TASKS;
    else if (memory_exceeds(all.data, all.size, v->sandbox->memory_bytes)) end = SANDBOX_OVER_MEMORY;
    else if (is_over_disk(v)) end = SANDBOX_OVER_DISK;
    pid_vec_release(&all);
    return end;
}

/* Those that have ended meanwhile are noticed when they are counted again. */
static sandbox_end count_fork(supervisor *v)
{
    if (v->counted + v->allowed >= v->sandbox->tasks) {
        sandbox_end end = find_excess(v);
        if (end != SANDBOX_ENDED) return end;
        if (v->counted >= v->sandbox->tasks) return SANDBOX_OVER_TASKS;
    }
    v->allowed++;
    return SANDBOX_ENDED;
}

/* What is in a file in memory belongs to no process: there are few of them, each as large as a file may be. */
static sandbox_end answer_question(supervisor *v)
{
    question q;
    if (!questions_take(v->questions, &q)) return SANDBOX_ENDED;
    int error = 0;
    sandbox_end end = SANDBOX_ENDED;
    if (q.kind == QUESTION_FORK) end = count_fork(v);
    else if (v->memory_files++ >= v->sandbox->memory_files) error = ENOMEM;
    if (end == SANDBOX_ENDED) questions_answer(v->questions, &q, error);
    return end;
}

/* Reaps what has ended. */
static bool has_program_ended(const supervisor *v, int *status)
{
    int one;
    for (pid_t p; (p = waitpid(-1, &one, WNOHANG)) > 0;) {
        if (p != v->program) continue;
        *status = one;
        return true;
    }
    return false;
}

/* True if it is SIGTERM. */
static bool take_signal(int signals)
{
    struct signalfd_siginfo one;
    return read(signals, &one, sizeof one) == sizeof one && one.ssi_signo == SIGTERM;
}

/* Looking at all processes of the machine is more work than at those of a namespace. */
static sandbox_report watch(supervisor *v)
{
    const int PAUSE = v->sandbox->support.has_namespaces ? 10 : 40; /* milliseconds */
    sandbox_report r = {.end = SANDBOX_ENDED};
    double next = limits_now() + PAUSE * 1e-3;
    while (!has_program_ended(v, &r.status)) {
        struct pollfd p[2] = {{.fd = v->signals, .events = POLLIN}, {.fd = v->questions, .events = POLLIN}};
        poll(p, 2, PAUSE);
        if (p[0].revents && take_signal(v->signals)) return (sandbox_report){.end = SANDBOX_ENDED, .status = SIGKILL};
        if (p[1].revents & POLLIN) r.end = answer_question(v);
        else if (p[1].revents) v->questions = -1; /* nobody is left to ask */
        if (r.end == SANDBOX_ENDED && limits_now() >= next) {
            r.end = find_excess(v);
            next = limits_now() + PAUSE * 1e-3;
        }
        if (r.end != SANDBOX_ENDED) return r;
    }
    return r;
}

/* The pipe is closed when the program is executed; if it cannot be, something comes through it. */
static _Noreturn void start_in_child(void (*start)(void *user), void *user, int pipe, int channel, bool is_asked)
{
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) {
        if (is_asked) questions_ask(channel);
        close(channel);
        start(user);
    }
    ssize_t ignored = write(pipe, "", 1);
    (void)ignored;
    _exit(127);
}

static bool start_program(supervisor *v, void (*start)(void *user), void *user)
{
    bool has_filter = v->sandbox->support.has_filter;
    int ends[2], channel[2];
    if (pipe2(ends, O_CLOEXEC) != 0 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, channel) != 0) return false;
    v->program = fork();
    if (v->program == 0) start_in_child(start, user, ends[1], channel[1], has_filter);
    close(ends[1]);
    close(channel[1]);
    v->questions = has_filter ? questions_listen(channel[0]) : -1;
    char failed;
    ssize_t n;
    while ((n = read(ends[0], &failed, 1)) < 0 && errno == EINTR) continue;
    close(ends[0]);
    close(channel[0]);
    return v->program > 0 && n == 0;
}

static int open_signals(void)
{
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGCHLD);
    sigaddset(&signals, SIGTERM);
    return signalfd(-1, &signals, SFD_CLOEXEC | SFD_NONBLOCK);
}

static _Noreturn void supervise(const sandbox *s, void (*start)(void *user), void *user, int report)
{
    supervisor v = {.sandbox = s, .free_bytes = free_bytes(s->folder), .signals = open_signals()};
    sandbox_report r = {.end = SANDBOX_NOT_STARTED};
    if (v.signals >= 0 && start_program(&v, start, user)) {
        prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
        r = watch(&v);
    }
    if (!s->support.has_namespaces) descendants_kill();
    ssize_t ignored = write(report, &r, sizeof r);
    (void)ignored;
    _exit(0);
}

/* ---- the guard ---- */

/* If the machine is short of memory, this and the program go first. */
static void volunteer(void)
{
    int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    ssize_t ignored = write(file, "1000", 4);
    (void)ignored;
    close(file);
}

/* Asks for a signal when the parent, which is `parent`, dies. */
static void die_with(pid_t parent, int signal)
{
    prctl(PR_SET_PDEATHSIG, signal, 0, 0, 0);
    if (parent && getppid() != parent) _exit(1);
}

/* When the first process of a namespace has ended, all others have. */
static _Noreturn void guard(pid_t first)
{
    sigset_t all;
    sigfillset(&all);
    for (;;) {
        if (waitpid(first, NULL, WNOHANG) != 0) _exit(0);
        if (sigwaitinfo(&all, NULL) == SIGTERM) kill(first, SIGKILL);
    }
}

static _Noreturn void give_up(int report)
{
    sandbox_report r = {.end = SANDBOX_NOT_STARTED};
    ssize_t ignored = write(report, &r, sizeof r);
    (void)ignored;
    _exit(1);
}

_Noreturn void sandbox_supervise(const sandbox *s, void (*start)(void *user), void *user, int report)
{
    pid_t caller = getppid();
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    setsid();
    volunteer();
    if (!s->support.has_namespaces) {
        die_with(caller, SIGTERM);
        if (prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) give_up(report);
        supervise(s, start, user, report);
    }
    if (!namespaces_enter(s)) give_up(report);
    die_with(caller, SIGTERM);
    pid_t first = fork();
    if (first < 0) give_up(report);
    if (first > 0) guard(first);
    die_with(0, SIGKILL);
    namespaces_mount_proc();
    supervise(s, start, user, report);
}

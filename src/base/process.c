#include "base/process.h"

#include "base/alloc.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
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
    DIR *folder = opendir(s->path);
    for (struct dirent *e; folder && (e = readdir(folder));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        char *file = join(s->path, e->d_name);
        unlink(file);
        free(file);
    }
    if (folder) closedir(folder);
    rmdir(s->path);
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

/* In the child. A process group of its own, so that its children can be ended with it; a large stack, which compilers need for
 * deeply nested programs. */
static _Noreturn void become(const char *const *argv, int out)
{
    enum { STACK = 1 << 30 };
    struct rlimit stack;
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && stack.rlim_cur < STACK) {
        stack.rlim_cur = stack.rlim_max < STACK ? stack.rlim_max : STACK;
        setrlimit(RLIMIT_STACK, &stack);
    }
    setpgid(0, 0);
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGINT, SIG_DFL);
    int null = open("/dev/null", O_RDONLY);
    dup2(null, STDIN_FILENO);
    dup2(out, STDOUT_FILENO);
    dup2(out, STDERR_FILENO);
    execv(argv[0], (char *const *)(const void *)argv);
    _exit(127);
}

/* Until the pipe is closed at the other end. False when the limits are over first. */
static bool listen(int from, const limits *limit, text *said)
{
    char buffer[1 << 14];
    while (!limits_is_over(limit)) {
        struct pollfd p = {.fd = from, .events = POLLIN};
        if (poll(&p, 1, 20) <= 0) continue;
        ssize_t n = read(from, buffer, sizeof buffer);
        if (n == 0 || (n < 0 && errno != EINTR)) return true;
        if (n > 0 && said->size < MOST_OUTPUT) text_add(said, buffer, (size_t)n);
    }
    return false;
}

process_result process_run(const char *const *argv, const limits *limit, text *said)
{
    process_result r = {PROCESS_NOT_STARTED, 0};
    int ends[2], status = 0;
    if (pipe2(ends, O_CLOEXEC) != 0) return r;
    pid_t child = fork();
    if (child == 0) become(argv, ends[1]);
    close(ends[1]);
    if (child < 0) {
        close(ends[0]);
        return r;
    }
    setpgid(child, child);
    bool ended = listen(ends[0], limit, said);
    close(ends[0]);
    if (!ended) kill(-child, SIGKILL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
    kill(-child, SIGKILL);
    if (!ended)
        r.end = PROCESS_OUT_OF_TIME;
    else if (WIFSIGNALED(status))
        r = (process_result){PROCESS_SIGNALLED, WTERMSIG(status)};
    else
        r = (process_result){WEXITSTATUS(status) == 127 ? PROCESS_NOT_STARTED : PROCESS_EXITED, WEXITSTATUS(status)};
    return r;
}

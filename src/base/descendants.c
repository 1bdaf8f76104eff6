#include "base/descendants.h"

#include "base/limits.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct process {
    pid_t id, parent;
    pid_t alive; /* a thread that is: most often the first, which has the process's number */
    size_t threads;
    bool is_descendant;
} process;
VEC_DECLARE(process_vec, process);

static bool is_ended(char state) { return state == 'Z' || state == 'X'; }

/* /proc/N/stat, or .../task/N/stat of a thread; the name, in brackets, may have brackets in it. False if there is none, or all of it has ended. */
static bool read_stat(int proc, const char *path, process *p, char *state)
{
    char content[1024];
    int file = openat(proc, path, O_RDONLY | O_CLOEXEC);
    ssize_t n = file >= 0 ? read(file, content, sizeof content - 1) : 0;
    if (file >= 0) close(file);
    content[n > 0 ? n : 0] = 0;
    const char *rest = strrchr(content, ')');
    long parent, threads;
    if (!rest || sscanf(rest + 1, " %c %ld %*d %*d %*d %*d %*u %*u %*u %*u %*u %*u %*u %*d %*d %*d %*d %ld", state, &parent, &threads) != 3) return false;
    *p = (process){.parent = (pid_t)parent, .threads = threads > 0 ? (size_t)threads : 0};
    return !is_ended(*state) || threads > 1;
}

/* The first thread has ended, others go on: nothing is known of the process by the number of the first. */
static pid_t find_living(int proc, const char *number)
{
    char path[96], state;
    pid_t found = 0;
    process p;
    snprintf(path, sizeof path, "%.20s/task", number);
    DIR *threads = fdopendir(openat(proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (struct dirent *e; threads && !found && (e = readdir(threads));) {
        snprintf(path, sizeof path, "%.20s/task/%.20s/stat", number, e->d_name);
        if (e->d_name[0] != '.' && read_stat(proc, path, &p, &state) && !is_ended(state)) found = (pid_t)atol(e->d_name);
    }
    if (threads) closedir(threads);
    return found;
}

static bool read_process(int proc, const char *number, process *p)
{
    char path[64], state;
    snprintf(path, sizeof path, "%.20s/stat", number);
    if (!read_stat(proc, path, p, &state)) return false;
    p->id = p->alive = (pid_t)atol(number);
    if (is_ended(state)) p->alive = find_living(proc, number);
    return p->alive != 0;
}

static int compare_ids(const void *a, const void *b)
{
    pid_t x = ((const process *)a)->id, y = ((const process *)b)->id;
    return (x > y) - (x < y);
}

/* Its number in /proc, which may be that of another process namespace. */
static pid_t own_id(int proc)
{
    char target[32];
    ssize_t n = readlinkat(proc, "self", target, sizeof target - 1);
    target[n > 0 ? n : 0] = 0;
    return (pid_t)atol(target);
}

static void mark(process_vec *all, pid_t root)
{
    for (bool grew = true; grew;) {
        grew = false;
        for (size_t i = 0; i < all->size; i++) {
            process *p = &all->data[i], key = {.id = p->parent};
            if (p->is_descendant) continue;
            const process *parent = bsearch(&key, all->data, all->size, sizeof key, compare_ids);
            p->is_descendant = p->parent == root || (parent && parent->is_descendant);
            grew |= p->is_descendant;
        }
    }
}

/* Of this process if there is no root. */
static size_t list(pid_t root, pid_vec *out)
{
    size_t threads = 0;
    process_vec all;
    process_vec_init(&all);
    DIR *proc = opendir("/proc");
    process p;
    for (struct dirent *e; proc && (e = readdir(proc));)
        if (e->d_name[0] >= '1' && e->d_name[0] <= '9' && read_process(dirfd(proc), e->d_name, &p)) process_vec_push(&all, p);
    if (all.size) {
        qsort(all.data, all.size, sizeof *all.data, compare_ids);
        mark(&all, root ? root : own_id(dirfd(proc)));
    }
    for (size_t i = 0; i < all.size; i++) {
        if (!all.data[i].is_descendant) continue;
        pid_vec_push(out, all.data[i].alive);
        threads += all.data[i].threads;
    }
    if (proc) closedir(proc);
    process_vec_release(&all);
    return threads;
}

size_t descendants_list(pid_vec *out) { return list(0, out); }
size_t descendants_list_of(pid_t root, pid_vec *out) { return list(root, out); }

/* ---- ending them ---- */

/* How many there are. */
static size_t signal_all(int signal)
{
    pid_vec all;
    pid_vec_init(&all);
    descendants_list(&all);
    size_t n = all.size;
    for (size_t i = 0; i < n; i++) kill(all.data[i], signal);
    pid_vec_release(&all);
    return n;
}

/* Killed one by one, a program that forks without end would be ahead: they are stopped first, until there are no new ones. */
void descendants_kill(void)
{
    enum { ROUNDS = 50 };
    const double PATIENCE = 5;
    pid_t ended;
    while ((ended = waitpid(-1, NULL, WNOHANG)) > 0) continue;
    if (ended < 0) return; /* no children: the most usual case */
    size_t before = 0, now = signal_all(SIGSTOP);
    for (size_t round = 0; round < ROUNDS && now > before; round++) {
        before = now;
        now = signal_all(SIGSTOP);
    }
    limits l = limits_within(&(limits){0}, PATIENCE);
    do {
        now = signal_all(SIGKILL);
        while (waitpid(-1, NULL, WNOHANG) > 0) continue;
        if (now) nanosleep(&(struct timespec){.tv_nsec = 1000 * 1000}, NULL);
    } while (now && !limits_is_over(&l));
}

/* The process: who it is, where it is, what the system offers. */

#include "environment.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int own_pid; /* once it has been asked for */

LATCH_LIBRARY pid_t getpid(void)
{
    if (own_pid == 0) {
        own_pid = latch_input_pid();
        latch_assume(own_pid > 0);
    }
    return own_pid;
}

/* Where a replay must not choose it (observed_inputs.h). */
pid_t latch_c_getpid(void);
LATCH_LIBRARY pid_t latch_c_getpid(void)
{
    if (own_pid == 0) own_pid = any_in(1, 1 << 22);
    return own_pid;
}

LATCH_LIBRARY pid_t getppid(void) { return any_in(0, 1 << 22); }
LATCH_LIBRARY pid_t getpgrp(void) { return any_in(0, 1 << 22); }
LATCH_LIBRARY uid_t getuid(void) { return latch_any_unsigned(); }
LATCH_LIBRARY uid_t geteuid(void) { return latch_any_unsigned(); }
LATCH_LIBRARY gid_t getgid(void) { return latch_any_unsigned(); }
LATCH_LIBRARY gid_t getegid(void) { return latch_any_unsigned(); }

LATCH_LIBRARY char *getcwd(char *to, size_t size)
{
    if (latch_any_bool()) {
        errno_fails();
        return NULL;
    }
    if (!to && size == 0) {
        size = latch_any_ulong();
        latch_assume(size <= PTRDIFF_MAX);
    }
    latch_assume(size >= 2);
    if (!to) to = malloc(size);
    if (!to) return NULL;
    size_t n = any_size_to(size - 1);
    latch_assume(n >= 1);
    put_any_characters(to, n);
    return to;
}

LATCH_LIBRARY int gethostname(char *to, size_t size)
{
    int result = zero_or_failure();
    size_t n = any_size_to(size);
    put_any_bytes(to, n);
    if (result == 0 && n < size) to[n] = '\0';
    return result;
}

LATCH_LIBRARY long sysconf(int name)
{
    (void)name;
    errno_may_change();
    return any_long_from(-1);
}

LATCH_LIBRARY int getpagesize(void) { return any_in(1, 1 << 30); }

/* ---- waiting ---- */

LATCH_LIBRARY unsigned sleep(unsigned seconds)
{
    unsigned left = latch_any_unsigned();
    latch_assume(left <= seconds);
    errno_may_change();
    return left;
}

LATCH_LIBRARY int usleep(useconds_t microseconds)
{
    (void)microseconds;
    return zero_or_failure();
}

LATCH_LIBRARY int nanosleep(const struct timespec *wanted, struct timespec *left)
{
    touch((const char *)wanted, sizeof *wanted);
    int result = zero_or_failure();
    if (result != 0 && left && latch_any_bool()) {
        left->tv_sec = any_long_from(0);
        left->tv_nsec = any_in(0, 999999999);
    }
    return result;
}

/* The signal ends the program, unless it has a handler, which is not supported. */
LATCH_LIBRARY unsigned alarm(unsigned seconds)
{
    (void)seconds;
    return latch_any_unsigned();
}

/* Signals that are ignored, or end the program as they do by default, need no model: it goes on, or it is over. */
LATCH_LIBRARY __sighandler_t signal(int number, __sighandler_t handler)
{
    (void)number;
    if (handler != SIG_IGN && handler != SIG_DFL) latch_limit("a handler of signals");
    if (latch_any_bool()) {
        errno_fails();
        return SIG_ERR;
    }
    return latch_any_bool() ? SIG_IGN : SIG_DFL;
}

LATCH_LIBRARY int sched_yield(void) { return 0; }

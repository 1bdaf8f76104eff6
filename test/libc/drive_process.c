#include "stream_driver.h"

#include <locale.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* The model asks once in its life. */
CONTRACT(getpid)
{
    static bool has_asked;
    int pid = f();
    if (!is_model_run() && !has_asked) {
        choose(pid);
        has_asked = true;
    }
    see(pid);
}

#define IDENTITY(name) \
    CONTRACT(name) { see(choose(f())); }
IDENTITY(getppid)
IDENTITY(getpgrp)
IDENTITY(getuid)
IDENTITY(geteuid)
IDENTITY(getgid)
IDENTITY(getegid)
IDENTITY(getpagesize)

CONTRACT(sysconf)
{
    before_errno();
    long result = f(any_bool() ? _SC_PAGESIZE : 12345);
    choose_errno_change();
    see(choose(result));
}

CONTRACT(getcwd)
{
    size_t size = (size_t)any_between(1, 200);
    char *to = room(200);
    char *result = f(to, size);
    choose(result == NULL);
    if (result) choose((long long)strlen(result)), choose_bytes(result, strlen(result));
    else choose(*world_errno());
    see_pointer(result);
    if (!result) memset(to, 0, 200);
}

CONTRACT(gethostname)
{
    size_t size = (size_t)any_between(1, 100), n = 0;
    char *to = room(size);
    int result = choose_zero_or_failure(f(to, size));
    while (n < size && to[n]) n++;
    choose((long long)n);
    choose_bytes(to, n);
    see(result);
}

CONTRACT(sleep)
{
    before_errno();
    unsigned left = f(0);
    choose(left);
    choose_errno_change();
    see(left);
}

CONTRACT(usleep) { see(choose_zero_or_failure(f(0))); }

CONTRACT(nanosleep)
{
    struct timespec *wanted = room(sizeof *wanted), *left = any_bool() ? room(sizeof *left) : NULL;
    *wanted = (struct timespec){0, any_bool() ? 0 : -1};
    int result = choose_zero_or_failure(f(wanted, left));
    if (result != 0 && left) choose(0);
    see(result);
}

CONTRACT(alarm) { see(choose(f(0))); }
EXACT(sched_yield) { see(f()); }

/* ---- threads ---- */

#define LOCK(name, before, after)                                         \
    CONTRACT(name)                                                        \
    {                                                                     \
        pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;                 \
        if (before && !is_model_run()) pthread_mutex_lock(&lock);         \
        int result = f(&lock);                                            \
        if (after) choose(result != 0);                                   \
        see(result);                                                      \
    }
LOCK(pthread_mutex_lock, false, false)
LOCK(pthread_mutex_unlock, true, false)
LOCK(pthread_mutex_trylock, any_bool(), true)
LOCK(pthread_mutex_destroy, any_bool(), true)

CONTRACT(pthread_mutex_init)
{
    pthread_mutex_t lock;
    memset(&lock, 0, sizeof lock);
    see(f(&lock, NULL));
    see(lock.__data.__kind);
}

static int times_called;
static void count_call(void) { times_called++; }

EXACT(pthread_once)
{
    pthread_once_t once = PTHREAD_ONCE_INIT;
    times_called = 0;
    for (int turn = any_between(0, 3); turn > 0; turn--) see(f(&once, count_call));
    see(times_called);
    see(once);
}

/* ---- the locale ---- */

CONTRACT(setlocale)
{
    static const char *const names[] = {NULL, "C", "POSIX", "", "no_NO.where"};
    unsetenv("LC_ALL"), unsetenv("LANG"), unsetenv("LC_CTYPE");
    const char *name = names[any_between(0, 4)];
    int category = any_between(0, 4) ? LC_CTYPE : 1000;
    before_errno();
    char *result = f(category, name);
    if (name == names[3] && category == LC_CTYPE) choose(0);
    if (name == names[4] && category == LC_CTYPE) choose(1), choose_errno_change();
    see_string(result);
}

EXACT(localeconv)
{
    const struct lconv *c = f();
    see_string(c->decimal_point), see_string(c->thousands_sep), see_string(c->grouping), see_string(c->int_curr_symbol);
    see_string(c->currency_symbol), see_string(c->mon_decimal_point), see_string(c->positive_sign), see_string(c->negative_sign);
    see(c->frac_digits), see(c->p_sep_by_space), see(c->n_sign_posn), see(c->int_frac_digits), see(c->int_p_sign_posn);
}

/* ---- errno ---- */

EXACT(__errno_location)
{
    see(f() == world_errno());
    *f() = any_between(0, 50);
}

/* ---- signals ---- */

CONTRACT(signal)
{
    static const int numbers[] = {SIGINT, SIGPIPE, SIGUSR1, SIGKILL, 1000};
    int number = numbers[any_between(0, 4)];
    before_errno();
    __sighandler_t before = f(number, any_bool() ? SIG_IGN : SIG_DFL);
    choose(before == SIG_ERR);
    if (before == SIG_ERR) choose(*world_errno());
    else choose(before == SIG_IGN);
    see(before == SIG_ERR ? -1 : before == SIG_IGN);
}

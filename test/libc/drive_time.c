#include "stream_driver.h"

#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

static time_t any_time(void)
{
    switch (any_between(0, 3)) {
    case 0: return (time_t)any_llong();
    case 1: return (time_t)any_int();
    case 2: return (time_t)any_between(-4000, 4000) * 86400 + any_between(-2, 2);
    default: return (time_t)((long long)any_between(-200000, 200000) * 31556952LL + any_int());
    }
}

static void see_date(const struct tm *t)
{
    see(t->tm_sec), see(t->tm_min), see(t->tm_hour), see(t->tm_mday), see(t->tm_mon), see(t->tm_year);
    see(t->tm_wday), see(t->tm_yday), see(t->tm_isdst), see(t->tm_gmtoff);
}

/* In the order in which the model asks. */
static void choose_date(const struct tm *t)
{
    choose(t->tm_sec), choose(t->tm_min), choose(t->tm_hour), choose(t->tm_mday), choose(t->tm_mon), choose(t->tm_year);
    choose(t->tm_wday), choose(t->tm_yday), choose(t->tm_isdst), choose(t->tm_gmtoff);
    char zone[6] = {0};
    if (t->tm_zone) strncpy(zone, t->tm_zone, sizeof zone);
    choose_bytes(zone, sizeof zone);
}

/* Where there is no such date, some of it is there. */
CONTRACT(gmtime_r)
{
    time_t at = any_time();
    struct tm t, *result = f(&at, &t);
    choose(*world_errno());
    see(result == &t);
    see(t.tm_sec), see(t.tm_min), see(t.tm_hour), see(t.tm_wday), see(t.tm_year);
    if (result) see_date(result), see_string(result->tm_zone);
}

CONTRACT(gmtime)
{
    time_t at = any_time();
    struct tm *result = f(&at);
    choose(*world_errno());
    see(result != NULL);
    if (result) see_date(result);
}

static bool is_near(time_t at) { return (long long)at >= -30000000000LL && (long long)at <= 250000000000LL; }

static void choose_local(time_t at, const struct tm *t)
{
    if (!is_near(at)) {
        choose(t == NULL);
        if (!t) choose(*world_errno());
    }
    if (t) choose_date(t), choose(*world_errno());
    see(t != NULL);
    if (t) see_date(t);
}

static void set_zone(void)
{
    static const char *const zones[] = {"UTC0", "EST5EDT", "<+0330>-3:30", "NZST-12NZDT"};
    setenv("TZ", zones[any_between(0, 3)], 1);
}

CONTRACT(localtime_r)
{
    set_zone();
    time_t at = any_time();
    struct tm t;
    before_errno();
    choose_local(at, f(&at, &t));
}

CONTRACT(localtime)
{
    set_zone();
    time_t at = any_time();
    before_errno();
    choose_local(at, f(&at));
}

static struct tm any_fields(void)
{
    struct tm t = {.tm_sec = any_between(-5, 100), .tm_min = any_between(-5, 100), .tm_hour = any_between(-5, 50), .tm_mday = any_between(-5, 50)};
    t.tm_mon = any_between(-5, 20);
    t.tm_year = any_bool() ? any_between(0, 300) : any_int();
    return t;
}

#define MAKE_TIME(name)                                           \
    CONTRACT(name)                                                \
    {                                                             \
        set_zone();                                               \
        struct tm t = any_fields();                               \
        before_errno();                                           \
        time_t at = f(&t);                                        \
        choose(at);                                               \
        choose(*world_errno());                                    \
        bool is_date = at != -1;                                  \
        if (!is_date) choose(0);                                  \
        if (is_date) choose_date(&t);                             \
        see(at);                                                  \
        if (is_date) see_date(&t);                                \
    }
MAKE_TIME(mktime)
MAKE_TIME(timelocal)
MAKE_TIME(timegm)

CONTRACT(tzset)
{
    set_zone();
    before_errno();
    f();
    choose(*world_errno());
}
EXACT(difftime) { time_t a = any_time(); see_double(f(a, any_time())); }

/* ---- clocks ---- */

CONTRACT(time)
{
    time_t *at = any_bool() ? room(sizeof *at) : NULL;
    see(choose(f(at)));
}

CONTRACT(clock) { see(choose(f())); }

CONTRACT(gettimeofday)
{
    struct timeval *now = room(sizeof *now);
    int result = f(now, NULL);
    choose(now->tv_sec), choose(now->tv_usec);
    see(result);
}

#define CLOCK(name)                                               \
    CONTRACT(name)                                                \
    {                                                             \
        struct timespec *t = room(sizeof *t);                     \
        int result = choose_zero_or_failure(f(any_between(0, 30), t)); \
        if (result == 0) choose(t->tv_sec), choose(t->tv_nsec);   \
        see(result);                                              \
    }
CLOCK(clock_gettime)
CLOCK(clock_getres)

CONTRACT(timespec_get)
{
    struct timespec *t = room(sizeof *t);
    int result = f(t, any_between(0, 1));
    if (result) choose(t->tv_sec), choose(t->tv_nsec);
    see(result);
}

CONTRACT(times)
{
    struct tms *t = room(sizeof *t);
    before_errno();
    clock_t result = f(t);
    choose(t->tms_utime), choose(t->tms_stime), choose(t->tms_cutime), choose(t->tms_cstime);
    choose_errno_change();
    see(choose(result));
}

/* ---- as text ---- */

CONTRACT(strftime)
{
    static const char *const formats[] = {"%Y-%m-%d", "%H:%M", "", "%A %B %j %%", "%c"};
    time_t at = any_between(0, 2000000000);
    struct tm t;
    gmtime_r(&at, &t);
    size_t size = (size_t)any_between(0, 40);
    char *to = room(size + 1);
    memset(to, 'x', size + 1);
    before_errno();
    size_t n = f(to, size, formats[any_between(0, 4)], &t);
    choose(*world_errno());
    see((long long)n);
    if (size == 0) return;
    choose(n > 0 ? (long long)n : (long long)size - 1);
    choose(n == 0);
    choose_bytes(to, n > 0 ? n : size);
}

static void see_line(char *line, bool is_usual)
{
    if (!is_usual) choose(line == NULL);
    if (!line) choose(*world_errno());
    if (line && !is_usual) choose((long long)strlen(line));
    if (line) choose_bytes(line, strlen(line)), choose(*world_errno());
    see_string(line);
}

CONTRACT(ctime)
{
    set_zone();
    time_t at = any_time();
    struct tm t = {0};
    localtime_r(&at, &t);
    before_errno();
    char *line = f(&at);
    if (is_near(at)) choose_date(&t);
    else choose(false);
    see_line(line, is_near(at));
}

CONTRACT(asctime)
{
    struct tm t = {.tm_sec = any_between(0, 61), .tm_min = any_between(0, 59), .tm_hour = any_between(0, 23), .tm_mday = any_between(1, 31)};
    t.tm_mon = any_between(0, 11);
    t.tm_wday = any_between(0, 6);
    t.tm_year = any_bool() ? any_between(-900, 8099) : any_int();
    before_errno();
    see_line(f(&t), t.tm_year >= -900 && t.tm_year <= 8099);
}

/* Clocks give any time; the calendar of gmtime is exact, what depends on the time zone is any time near it. */

#include "environment.h"

#include <errno.h>
#include <limits.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>

enum { DAY = 86400, ERA_DAYS = 146097 };

/* ---- clocks ---- */

/* The system counts nanoseconds in 63 bits. */
#define MOST_SECONDS (sizeof(time_t) < 8 ? LONG_MAX : 9223372036)
#define MOST_CLOCK (sizeof(clock_t) < 8 ? LONG_MAX : 9223372036854775)

LATCH_INLINE time_t any_seconds(long from)
{
    time_t t = any_long_from(from);
    latch_assume(t <= MOST_SECONDS);
    return t;
}

LATCH_LIBRARY time_t time(time_t *at)
{
    time_t now = latch_input_time();
    latch_assume(now > 0 && now <= MOST_SECONDS);
    if (at) *at = now;
    return now;
}

/* This form, and that of clock, where a replay must not choose it (observed_inputs.h). */
time_t latch_c_time(time_t *at);
LATCH_LIBRARY time_t latch_c_time(time_t *at)
{
    time_t now = any_seconds(1);
    if (at) *at = now;
    return now;
}

static clock_t clock_before;

/* It does not go backwards, unless it has wrapped around. */
LATCH_LIBRARY clock_t clock(void)
{
    clock_t now = latch_input_clock();
    latch_assume(sizeof now < 8 || (now >= clock_before && now <= MOST_CLOCK));
    clock_before = now;
    return now;
}

clock_t latch_c_clock(void);
LATCH_LIBRARY clock_t latch_c_clock(void)
{
    clock_t now = any_long_from(0);
    latch_assume(sizeof now < 8 || (now >= clock_before && now <= MOST_CLOCK));
    clock_before = now;
    return now;
}

LATCH_LIBRARY int gettimeofday(struct timeval *restrict now, void *restrict zone)
{
    if (zone) put_any_bytes(zone, sizeof(struct timezone));
    now->tv_sec = any_seconds(0);
    now->tv_usec = any_in(0, 999999);
    return 0;
}

LATCH_INLINE int clock_or_failure(struct timespec *t)
{
    int result = zero_or_failure();
    if (result == 0 && t) {
        t->tv_sec = any_seconds(0);
        t->tv_nsec = any_in(0, 999999999);
    }
    return result;
}

LATCH_LIBRARY int clock_gettime(clockid_t clock, struct timespec *t)
{
    (void)clock;
    return clock_or_failure(t);
}

LATCH_LIBRARY int clock_getres(clockid_t clock, struct timespec *t)
{
    (void)clock;
    return clock_or_failure(t);
}

LATCH_LIBRARY int timespec_get(struct timespec *t, int base)
{
    if (base != TIME_UTC) return 0;
    t->tv_sec = any_seconds(0);
    t->tv_nsec = any_in(0, 999999999);
    return base;
}

LATCH_LIBRARY clock_t times(struct tms *t)
{
    if (t) {
        t->tms_utime = latch_any_long();
        t->tms_stime = latch_any_long();
        t->tms_cutime = latch_any_long();
        t->tms_cstime = latch_any_long();
    }
    errno_may_change();
    return latch_any_long();
}

LATCH_LIBRARY double difftime(time_t end, time_t start) { return (double)((long double)end - (long double)start); }

/* ---- the calendar ---- */

static char greenwich[] = "GMT", local_zone[7];
static struct tm shared; /* of gmtime, localtime and ctime */

LATCH_INLINE long long divide_down(long long a, long long b) { return a >= 0 ? a / b : -((-(a + 1)) / b) - 1; }

/* Years begin in March here, so that a leap day is the last day of one. */
LATCH_INLINE _Bool fill_date(struct tm *t, long long days)
{
    long long from_march = days + 719468; /* since the first of March of the year 0 */
    long long era = divide_down(from_march, ERA_DAYS);
    int day = (int)(from_march - era * ERA_DAYS);
    int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int day_of_year = day - (365 * year + year / 4 - year / 100);
    int month = (5 * day_of_year + 2) / 153; /* 0: March */
    long long in_full = era * 400 + year + (month >= 10);
    int leap = (in_full % 4 == 0 && in_full % 100 != 0) || in_full % 400 == 0;
    t->tm_wday = (int)(days + 4 - 7 * divide_down(days + 4, 7));
    t->tm_year = (int)(in_full - 1900);
    if (in_full - 1900 > INT_MAX || in_full - 1900 < INT_MIN) return 0;
    t->tm_mon = month < 10 ? month + 2 : month - 10;
    t->tm_mday = day_of_year - (153 * month + 2) / 5 + 1;
    t->tm_yday = month < 10 ? day_of_year + 59 + leap : day_of_year - 306;
    return 1;
}

LATCH_LIBRARY struct tm *gmtime_r(const time_t *restrict at, struct tm *restrict t)
{
    latch_assumption("TZ names no time zone that counts leap seconds");
    long long days = *at / DAY;
    int rest = (int)(*at % DAY);
    if (rest < 0) {
        rest += DAY;
        days--;
    }
    t->tm_hour = rest / 3600;
    t->tm_min = rest / 60 % 60;
    t->tm_sec = rest % 60;
    errno_may_change_or_be_zero(); /* time zones are looked up all the same */
    if (!fill_date(t, days)) {
        latch_errno = EOVERFLOW;
        return NULL;
    }
    t->tm_isdst = 0;
    t->tm_gmtoff = 0;
    t->tm_zone = greenwich;
    return t;
}

LATCH_LIBRARY struct tm *gmtime(const time_t *at) { return gmtime_r(at, &shared); }

/* Names of time zones have up to six characters. */
LATCH_INLINE char *any_zone(void)
{
    local_zone[0] = latch_any_char();
    local_zone[1] = latch_any_char();
    local_zone[2] = latch_any_char();
    local_zone[3] = latch_any_char();
    local_zone[4] = latch_any_char();
    local_zone[5] = latch_any_char();
    return local_zone;
}

LATCH_INLINE void any_date(struct tm *t)
{
    t->tm_sec = any_in(0, 60);
    t->tm_min = any_in(0, 59);
    t->tm_hour = any_in(0, 23);
    t->tm_mday = any_in(1, 31);
    t->tm_mon = any_in(0, 11);
    t->tm_year = latch_any_int();
    t->tm_wday = any_in(0, 6);
    t->tm_yday = any_in(0, 365);
    t->tm_isdst = any_in(-1, 1);
    t->tm_gmtoff = latch_any_long();
    t->tm_zone = any_zone();
}

LATCH_INLINE struct tm *any_date_or_null(struct tm *t)
{
    if (latch_any_bool()) {
        errno_fails();
        return NULL;
    }
    any_date(t);
    errno_may_change_or_be_zero();
    return t;
}

/* For times whose year has four digits, in every time zone. */
LATCH_INLINE _Bool is_near(long long at) { return at >= -30000000000 && at <= 250000000000; }

LATCH_LIBRARY struct tm *localtime_r(const time_t *restrict at, struct tm *restrict t)
{
    if (!is_near(*at)) return any_date_or_null(t);
    any_date(t);
    latch_assume(t->tm_year >= -900 && t->tm_year <= 8099);
    errno_may_change_or_be_zero();
    return t;
}

LATCH_LIBRARY struct tm *localtime(const time_t *at) { return localtime_r(at, &shared); }

/* The date in another form, or -1, with or without a date. */
LATCH_INLINE time_t any_time_of(struct tm *t)
{
    time_t at = latch_any_long();
    touch((const char *)t, sizeof *t);
    errno_may_change_or_be_zero();
    if (at != -1 || latch_any_bool()) any_date(t);
    return at;
}

LATCH_LIBRARY time_t mktime(struct tm *t) { return any_time_of(t); }
LATCH_LIBRARY time_t timelocal(struct tm *t) { return any_time_of(t); }
LATCH_LIBRARY time_t timegm(struct tm *t) { return any_time_of(t); }
LATCH_LIBRARY void tzset(void) { errno_may_change_or_be_zero(); }

/* What else these set; the front end calls this in programs that use it. */
void latch_zone_changes(void);
LATCH_LIBRARY void latch_zone_changes(void)
{
    timezone = latch_any_long();
    daylight = latch_any_int();
    tzname[0] = tzname[1] = local_zone;
}

/* ---- as text ---- */

LATCH_LIBRARY size_t strftime(char *restrict to, size_t size, const char *restrict format, const struct tm *restrict t)
{
    (void)strlen(format);
    touch((const char *)t, sizeof *t);
    errno_may_change_or_be_zero();
    if (size == 0) return 0;
    size_t n = any_size_to(size - 1);
    if (latch_any_bool()) {
        put_any_bytes(to, n + 1);
        return 0;
    }
    put_any_characters(to, n);
    return n;
}

enum { LINE = 25, LONGEST_LINE = 113 };
static char date_line[LONGEST_LINE + 1];

/* "Sun Sep 16 01:03:52 1973\n", or another line if the date is none of these. */
LATCH_INLINE char *line_of_date(char *to, _Bool is_usual)
{
    if (!is_usual && latch_any_bool()) {
        errno_fails();
        return NULL;
    }
    int n = is_usual ? LINE : any_in(1, LONGEST_LINE);
    put_any_characters(to, (size_t)n);
    to[n - 1] = '\n';
    errno_may_change_or_be_zero();
    return to;
}

LATCH_INLINE _Bool is_usual_date(const struct tm *t)
{
    return t->tm_sec >= 0 && t->tm_sec <= 99 && t->tm_min >= 0 && t->tm_min <= 99 && t->tm_hour >= 0 && t->tm_hour <= 99 && t->tm_mday >= 0 &&
           t->tm_mday <= 99 && t->tm_mon >= 0 && t->tm_mon <= 11 && t->tm_wday >= 0 && t->tm_wday <= 6 && t->tm_year >= -900 &&
           t->tm_year <= 8099;
}

LATCH_LIBRARY char *asctime(const struct tm *t)
{
    (void)t->tm_year; /* all of it is read, whether or not the first members are unusual */
    (void)t->tm_wday;
    return line_of_date(date_line, is_usual_date(t));
}

/* That of localtime: it writes there, too. */
LATCH_LIBRARY char *ctime(const time_t *at)
{
    _Bool is_usual = is_near(*at);
    if (is_usual || latch_any_bool()) any_date(&shared);
    return line_of_date(date_line, is_usual);
}

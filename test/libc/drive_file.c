#include "stream_driver.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file that is there in half of the rounds; only the real function meets it. */
static const char *any_file(void)
{
    static char path[64];
    bool is_there = any_bool();
    if (!path[0]) snprintf(path, sizeof path, "/tmp/latch-libc-%d", (int)getpid());
    int saved = errno;
    if (!is_model_run()) {
        unlink(path);
        rmdir(path);
        if (is_there) close(open(path, O_CREAT | O_WRONLY, 0600));
    }
    errno = saved;
    return path;
}

static void remove_file(void)
{
    int saved = errno;
    const char *path = any_file();
    if (!is_model_run()) {
        unlink(path);
        rmdir(path);
    }
    errno = saved;
}

#define PATH(name, ...)                                                   \
    CONTRACT(name)                                                        \
    {                                                                     \
        const char *path = any_file();                                    \
        see(choose_zero_or_failure(f(path __VA_OPT__(, ) __VA_ARGS__)));  \
        remove_file();                                                    \
    }
PATH(unlink)
PATH(rmdir)
PATH(access, R_OK)
PATH(mkdir, 0700)
PATH(chmod, 0600)
PATH(truncate, 3)
PATH(rename, "/nonexistent/file")
PATH(link, "/nonexistent/file")

CONTRACT(remove)
{
    const char *path = any_file();
    int saved = errno;
    if (any_bool() && !is_model_run()) unlink(path), mkdir(path, 0700);
    errno = saved;
    before_errno();
    int result = choose_zero_or_failure(f(path));
    if (result == 0) choose_errno_change();
    see(result);
    remove_file();
}

CONTRACT(symlink) { see(choose_zero_or_failure(f("/nonexistent/file", any_file()))), remove_file(); }
CONTRACT(chdir) { see(choose_zero_or_failure(f(any_bool() ? "." : "/nonexistent"))); }
CONTRACT(umask)
{
    mode_t before = f(022);
    see(choose(before));
}

CONTRACT(readlink)
{
    char *to = room(40);
    size_t size = (size_t)any_between(1, 40);
    const char *path = any_bool() ? "/proc/self/fd/0" : "/nonexistent";
    ssize_t n = f(path, to, size);
    choose(n < 0);
    if (n < 0) choose(*world_errno());
    else choose(n), choose_bytes(to, (size_t)n);
    see(n);
}

#define SEE_STATUS(s)                                                                                          \
    do {                                                                                                       \
        see(choose((long long)(s)->st_dev)), see(choose((long long)(s)->st_ino)), see(choose((s)->st_mode));   \
        see(choose((long long)(s)->st_nlink)), see(choose((s)->st_uid)), see(choose((s)->st_gid));             \
        see(choose((long long)(s)->st_rdev)), see(choose((s)->st_size)), see(choose((s)->st_blksize));         \
        see(choose((s)->st_blocks));                                                                           \
        see_time(&(s)->st_atim), see_time(&(s)->st_mtim), see_time(&(s)->st_ctim);                             \
    } while (0)

static void see_time(const struct timespec *t)
{
    see(choose(t->tv_sec));
    see(choose(t->tv_nsec));
}

#define STATUS(name, type, which)                                 \
    CONTRACT(name)                                                \
    {                                                             \
        struct type s;                                            \
        bool is_there = any_bool();                               \
        int result = choose_zero_or_failure(f(which, &s));        \
        see(result);                                              \
        if (result == 0) SEE_STATUS(&s);                          \
    }
STATUS(stat, stat, is_there ? "/dev/null" : "/nonexistent")
STATUS(lstat, stat, is_there ? "/dev/null" : "/nonexistent")
STATUS(fstat, stat, is_there ? 2 : -1)
STATUS(stat64, stat64, is_there ? "/dev/null" : "/nonexistent")
STATUS(lstat64, stat64, is_there ? "/dev/null" : "/nonexistent")
STATUS(fstat64, stat64, is_there ? 2 : -1)

CONTRACT(mkstemp)
{
    char *name = copy_of(any_bool() ? "/tmp/latch-XXXXXX" : any_bool() ? "/nonexistent/XXXXXX" : "short");
    size_t n = strlen(name);
    int fd = f(name);
    if (n >= 6) choose_bytes(name + n - 6, 6), choose(fd < 0);
    choose(fd < 0 ? *world_errno() : fd);
    see(fd);
    if (fd >= 0 && !is_model_run()) close(fd), unlink(name);
}

/* ---- descriptors ---- */

enum { BAD = 1000 };

static int zero(void)
{
    static int fd = -1;
    if (fd < 0) fd = open("/dev/zero", O_RDWR);
    return fd;
}

static void choose_read(const char *to, ssize_t n)
{
    choose(n < 0);
    if (n < 0) choose(*world_errno());
    else choose(n), choose_bytes(to, (size_t)n);
    see(n);
}

CONTRACT(read)
{
    char *to = room(30);
    choose_read(to, f(any_bool() ? zero() : BAD, to, (size_t)any_between(0, 30)));
}

CONTRACT(pread)
{
    char *to = room(30);
    choose_read(to, f(any_bool() ? zero() : BAD, to, (size_t)any_between(0, 30), 0));
}

CONTRACT(getrandom)
{
    char *to = room(30);
    choose_read(to, f(to, (size_t)any_between(0, 30), any_bool() ? 0 : 0x7777));
}

CONTRACT(getentropy)
{
    size_t size = (size_t)any_between(0, 300);
    char *to = room(size);
    int result = f(to, size);
    choose(result != 0 && size <= 256);
    if (result != 0 && size <= 256) choose(*world_errno());
    if (result == 0) choose_bytes(to, size);
    see(result);
}

static void choose_written(ssize_t n)
{
    choose(n < 0);
    choose(n < 0 ? *world_errno() : n);
    see(n);
}

CONTRACT(write)
{
    size_t size = any_size();
    choose_written(f(any_bool() ? zero() : BAD, any_bytes(size), size));
}

CONTRACT(pwrite)
{
    size_t size = any_size();
    choose_written(f(any_bool() ? zero() : BAD, any_bytes(size), size, 0));
}

static void see_descriptor(int fd)
{
    see(choose_descriptor(fd));
    int saved = errno;
    if (fd >= 0 && !is_model_run()) close(fd);
    errno = saved;
}

CONTRACT(creat) { see_descriptor(f(any_bool() ? "/dev/null" : "/nonexistent/file", 0600)); }
CONTRACT(dup) { see_descriptor(f(any_bool() ? zero() : BAD)); }

CONTRACT(dup2)
{
    int to = 77, result = f(any_bool() ? zero() : BAD, to);
    choose_zero_or_failure(result == to ? 0 : -1);
    see(result);
}

CONTRACT(close)
{
    int fd = any_bool() || is_model_run() ? 55 : BAD;
    if (!is_model_run() && fd == 55) dup2(zero(), fd);
    see(choose_zero_or_failure(f(fd)));
}

CONTRACT(pipe)
{
    int *ends = room(2 * sizeof *ends);
    int result = f(ends);
    choose(ends[0]), choose(ends[1]);
    see(choose_zero_or_failure(result));
    if (!is_model_run()) close(ends[0]), close(ends[1]);
}

CONTRACT(lseek) { see(choose_descriptor((int)f(any_bool() ? zero() : BAD, 5, SEEK_SET))); }
CONTRACT(lseek64) { see(choose_descriptor((int)f(any_bool() ? zero() : BAD, 5, SEEK_SET))); }

CONTRACT(isatty)
{
    int result = f(any_bool() ? zero() : BAD);
    choose(result);
    if (!result) choose(*world_errno());
    see(result);
}

CONTRACT(ftruncate) { see(choose_zero_or_failure(f(any_bool() ? zero() : BAD, 0))); }
CONTRACT(fsync) { see(choose_zero_or_failure(f(any_bool() ? zero() : BAD))); }
CONTRACT(fdatasync) { see(choose_zero_or_failure(f(any_bool() ? zero() : BAD))); }
/* The real one would wait for every disk. */
EXACT(sync)
{
    if (is_model_run()) f();
}

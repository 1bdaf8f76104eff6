/* Files by name: whether there is one, and what its attributes are, is any. */

#include "environment.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* That of a folder tries to remove a file first: errno tells of that. */
LATCH_LIBRARY int remove(const char *path)
{
    int result = zero_or_failure_of(path);
    if (result == 0) errno_may_change();
    return result;
}

LATCH_LIBRARY int unlink(const char *path) { return zero_or_failure_of(path); }
LATCH_LIBRARY int rmdir(const char *path) { return zero_or_failure_of(path); }
LATCH_LIBRARY int chdir(const char *path) { return zero_or_failure_of(path); }

LATCH_LIBRARY int rename(const char *from, const char *to)
{
    (void)strlen(from);
    return zero_or_failure_of(to);
}

LATCH_LIBRARY int link(const char *from, const char *to)
{
    (void)strlen(from);
    return zero_or_failure_of(to);
}

LATCH_LIBRARY int symlink(const char *from, const char *to)
{
    (void)strlen(from);
    return zero_or_failure_of(to);
}

LATCH_LIBRARY int access(const char *path, int mode)
{
    (void)mode;
    return zero_or_failure_of(path);
}

LATCH_LIBRARY int mkdir(const char *path, mode_t mode)
{
    (void)mode;
    return zero_or_failure_of(path);
}

LATCH_LIBRARY int chmod(const char *path, mode_t mode)
{
    (void)mode;
    return zero_or_failure_of(path);
}

LATCH_LIBRARY int truncate(const char *path, off_t length)
{
    (void)length;
    return zero_or_failure_of(path);
}

LATCH_LIBRARY mode_t umask(mode_t mask)
{
    (void)mask;
    return (mode_t)any_in(0, 0777);
}

LATCH_LIBRARY ssize_t readlink(const char *restrict path, char *restrict to, size_t size)
{
    (void)strlen(path);
    if (latch_any_bool()) {
        errno_fails();
        return -1;
    }
    size_t n = any_size_to(size);
    put_any_bytes(to, n);
    return (ssize_t)n;
}

/* ---- attributes ---- */

/* Fields of the two structs have the same names, not the same types. */
#define FILL(s, field, any) ((s)->field = (__typeof__((s)->field))any())
#define FILL_STATUS(s)                                                                          \
    do {                                                                                        \
        FILL(s, st_dev, latch_any_ullong);                                                      \
        FILL(s, st_ino, latch_any_ullong);                                                      \
        FILL(s, st_mode, latch_any_unsigned);                                                   \
        FILL(s, st_nlink, latch_any_ulong);                                                     \
        FILL(s, st_uid, latch_any_unsigned);                                                    \
        FILL(s, st_gid, latch_any_unsigned);                                                    \
        FILL(s, st_rdev, latch_any_ullong);                                                     \
        FILL(s, st_size, latch_any_llong);                                                      \
        FILL(s, st_blksize, latch_any_long);                                                    \
        FILL(s, st_blocks, latch_any_llong);                                                    \
        latch_assume((s)->st_size >= 0 && (s)->st_blksize >= 0 && (s)->st_blocks >= 0);         \
        fill_time(&(s)->st_atim);                                                               \
        fill_time(&(s)->st_mtim);                                                               \
        fill_time(&(s)->st_ctim);                                                               \
    } while (0)

LATCH_INLINE void fill_time(struct timespec *t)
{
    t->tv_sec = latch_any_long();
    t->tv_nsec = any_in(0, 999999999);
}

LATCH_INLINE int status_or_failure(struct stat *s)
{
    int result = zero_or_failure();
    if (result == 0) FILL_STATUS(s);
    return result;
}

LATCH_INLINE int status64_or_failure(struct stat64 *s)
{
    int result = zero_or_failure();
    if (result == 0) FILL_STATUS(s);
    return result;
}

LATCH_LIBRARY int stat(const char *restrict path, struct stat *restrict s)
{
    (void)strlen(path);
    return status_or_failure(s);
}

LATCH_LIBRARY int lstat(const char *restrict path, struct stat *restrict s)
{
    (void)strlen(path);
    return status_or_failure(s);
}

LATCH_LIBRARY int fstat(int fd, struct stat *s)
{
    (void)fd;
    return status_or_failure(s);
}

LATCH_LIBRARY int stat64(const char *restrict path, struct stat64 *restrict s)
{
    (void)strlen(path);
    return status64_or_failure(s);
}

LATCH_LIBRARY int lstat64(const char *restrict path, struct stat64 *restrict s)
{
    (void)strlen(path);
    return status64_or_failure(s);
}

LATCH_LIBRARY int fstat64(int fd, struct stat64 *s)
{
    (void)fd;
    return status64_or_failure(s);
}

/* ---- temporary files ---- */

/* The last six characters of the name, which must be X, become others, even if no such file can be made. */
LATCH_LIBRARY int mkstemp(char *name)
{
    size_t n = strlen(name);
    if (n >= 6) {
        for (size_t i = n - 6; i < n; i++) {
            char c = latch_any_char();
            latch_assume(c != '\0');
            name[i] = c;
        }
        if (!latch_any_bool()) return any_in(0, 1 << 30);
    }
    errno_fails();
    return -1;
}

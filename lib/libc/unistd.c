/* Descriptors. Standard input read by `read` alone gives the bytes of the environment; everything else gives any bytes. */

#include "stream.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

static _Bool descriptor_ended; /* standard input, for read */

/* Standard input's bytes go to `read` from now on; what stdio has in its buffer is not known. */
LATCH_INLINE _Bool reads_stdin(int fd)
{
    if (fd != 0) return 0;
    if (latch_stdin.from == FROM_STDIN) {
        descriptor_ended = latch_stdin.end != END_NOT_SEEN;
        latch_stdin.from = FROM_DESCRIPTOR;
    }
    return latch_stdin.from == FROM_DESCRIPTOR;
}

static int is_descriptor_tried, descriptor_fails; /* standard input cannot be read: it is closed, or a folder */

LATCH_INLINE int next_of_descriptor(void)
{
    if (descriptor_ended) {
        latch_assumption("standard input that has ended has no more to come, unlike that from a terminal");
        return EOF;
    }
    int c = latch_input_stdin();
    latch_assume(EOF <= c && c <= 255);
    descriptor_ended = c == EOF;
    return c;
}

/* Any bytes, or a failure. */
LATCH_INLINE ssize_t any_read(char *to, size_t size)
{
    if (latch_any_bool()) {
        errno_fails();
        return -1;
    }
    size_t n = any_size_to(size);
    put_any_bytes(to, n);
    return (ssize_t)n;
}

/* A read may give fewer bytes than there are. */
LATCH_LIBRARY ssize_t read(int fd, void *to, size_t size)
{
    if (!reads_stdin(fd)) return any_read(to, size);
    if (!is_descriptor_tried) descriptor_fails = latch_input_end();
    is_descriptor_tried = 1;
    if (descriptor_fails) {
        errno_fails();
        return -1;
    }
    size_t n = 0;
    while (n < size && (n == 0 || !latch_any_bool())) {
        int c = next_of_descriptor();
        if (c == EOF) break;
        ((char *)to)[n++] = (char)c;
    }
    return (ssize_t)n;
}

LATCH_LIBRARY ssize_t pread(int fd, void *to, size_t size, off_t offset)
{
    (void)fd;
    (void)offset;
    return any_read(to, size);
}

LATCH_LIBRARY ssize_t write(int fd, const void *from, size_t size)
{
    (void)fd;
    touch(from, size);
    if (latch_any_bool()) {
        errno_fails();
        return -1;
    }
    return (ssize_t)any_size_to(size);
}

LATCH_LIBRARY ssize_t pwrite(int fd, const void *from, size_t size, off_t offset)
{
    (void)offset;
    return write(fd, from, size);
}

/* ---- opening and closing ---- */

/* What a descriptor stands for changes. */
LATCH_INLINE void forget(int fd)
{
    if (fd == 0) latch_stdin.from = FROM_ANYWHERE;
}

/* The front end calls this for open, which is variadic. */
int latch_open(const char *path, int flags);
LATCH_LIBRARY int latch_open(const char *path, int flags)
{
    (void)strlen(path);
    (void)flags;
    return descriptor_or_failure();
}

/* The same for fcntl with F_DUPFD, F_GETFD, F_SETFD, F_GETFL and F_SETFL. */
int latch_fcntl(int fd, int command);
LATCH_LIBRARY int latch_fcntl(int fd, int command)
{
    (void)command;
    forget(fd);
    return descriptor_or_failure();
}

LATCH_LIBRARY int creat(const char *path, mode_t mode)
{
    (void)strlen(path);
    (void)mode;
    return descriptor_or_failure();
}

LATCH_LIBRARY int close(int fd)
{
    forget(fd);
    latch_has_closed = 1;
    return zero_or_failure();
}

LATCH_LIBRARY int dup(int fd)
{
    forget(fd); /* both are read from */
    return descriptor_or_failure();
}

LATCH_LIBRARY int dup2(int from, int to)
{
    forget(from);
    forget(to);
    if (!latch_any_bool()) return to;
    errno_fails();
    return -1;
}

LATCH_LIBRARY int pipe(int ends[2])
{
    int first = any_in(0, 1 << 30), second = any_in(0, 1 << 30), result = zero_or_failure();
    if (result != 0) return result;
    latch_assume(first != second);
    ends[0] = first;
    ends[1] = second;
    return 0;
}

/* ---- other calls with a descriptor ---- */

LATCH_LIBRARY off_t lseek(int fd, off_t offset, int whence)
{
    (void)offset;
    (void)whence;
    forget(fd);
    off_t at = any_long_from(-1);
    if (at < 0) errno_fails();
    return at;
}

LATCH_LIBRARY off64_t lseek64(int fd, off64_t offset, int whence)
{
    (void)offset;
    (void)whence;
    forget(fd);
    off64_t at = latch_any_llong();
    latch_assume(at >= -1);
    if (at < 0) errno_fails();
    return at;
}

LATCH_LIBRARY int isatty(int fd)
{
    (void)fd;
    if (latch_any_bool()) return 1;
    errno_fails();
    return 0;
}

LATCH_LIBRARY int ftruncate(int fd, off_t length)
{
    (void)fd;
    (void)length;
    return zero_or_failure();
}

LATCH_LIBRARY int fsync(int fd)
{
    (void)fd;
    return zero_or_failure();
}

LATCH_LIBRARY int fdatasync(int fd)
{
    (void)fd;
    return zero_or_failure();
}

LATCH_LIBRARY void sync(void) {}

/* ---- random bytes ---- */

LATCH_LIBRARY ssize_t getrandom(void *to, size_t size, unsigned flags)
{
    (void)flags;
    return any_read(to, size);
}

LATCH_LIBRARY int getentropy(void *to, size_t size)
{
    int result = zero_or_failure();
    if (size > 256 && result == 0) {
        latch_errno = EIO;
        return -1;
    }
    if (result == 0) put_any_bytes(to, size);
    return result;
}

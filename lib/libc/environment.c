/* The environment of the process as stdlib.h has it: its strings, commands, the place of a file. */

#include "contract.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

/* Linux gives a process no string longer than that. */
enum { N_VALUES = 16, VALUE_SIZE = 131072 };

static char values[N_VALUES][VALUE_SIZE];
static size_t n_values;
static int has_string_of_program;

/* A replay is told where the string ends. */
LATCH_INLINE void put_value(char *to, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        int c = latch_input_variable();
        latch_assume(c > 0);
        to[i] = (char)c;
    }
    to[length] = '\0';
    latch_assume(latch_input_variable() == 0);
}

/* A variable that is not set, one that was asked for before, whose value may have changed, or a new one. What was returned for others stays. */
LATCH_LIBRARY char *getenv(const char *name)
{
    (void)strlen(name);
    if (has_string_of_program) latch_limit("getenv after putenv");
    if (!latch_input_getenv()) return NULL;
    size_t i = any_size_to(n_values);
    if (i == n_values) {
        if (n_values == N_VALUES) latch_limit("more than 16 strings of the environment");
        n_values++;
        put_value(values[i], any_size_to(VALUE_SIZE - 1));
    } else if (latch_any_bool()) {
        put_value(values[i], any_size_to(VALUE_SIZE - 1));
    }
    return values[i];
}

LATCH_LIBRARY char *secure_getenv(const char *name) { return getenv(name); }

LATCH_LIBRARY int setenv(const char *name, const char *value, int overwrite)
{
    (void)overwrite;
    if (!name) {
        latch_errno = EINVAL;
        return -1;
    }
    (void)strlen(value);
    return zero_or_failure_of(name);
}

LATCH_LIBRARY int unsetenv(const char *name) { return zero_or_failure_of(name); }
LATCH_LIBRARY int clearenv(void) { return latch_any_int(); }

/* The string itself becomes part of the environment. */
LATCH_LIBRARY int putenv(char *string)
{
    has_string_of_program = 1;
    return zero_or_failure_of(string);
}

/* The front end calls this for the functions above in programs that use the variable. */
void latch_environ_changes(void);
LATCH_LIBRARY void latch_environ_changes(void) { latch_limit("a change of the environment in a program that looks at it in `environ` or `envp`"); }

LATCH_LIBRARY int system(const char *command)
{
    if (command) (void)strlen(command);
    errno_may_change();
    return latch_any_int();
}

/* When it fails, what it has found so far may be in `to`. */
LATCH_LIBRARY char *realpath(const char *path, char *to)
{
    if (path) (void)strlen(path);
    if (!path || latch_any_bool()) {
        if (to && latch_any_bool()) put_any_string(to, PATH_MAX);
        errno_fails();
        return NULL;
    }
    size_t length = any_size_to(PATH_MAX - 1);
    latch_assume(length > 0);
    if (!to) to = malloc(length + 1);
    if (!to) return NULL;
    put_any_characters(to, length);
    latch_assume(to[0] == '/');
    errno_may_change();
    return to;
}

char *__realpath_chk(const char *path, char *to, size_t size);
LATCH_LIBRARY char *__realpath_chk(const char *path, char *to, size_t size)
{
    (void)size;
    return realpath(path, to);
}

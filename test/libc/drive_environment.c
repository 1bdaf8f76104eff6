#include "driver.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

static void choose_string(const char *string)
{
    choose((long long)strlen(string));
    choose_bytes(string, strlen(string));
}

/* A name is asked for once and once more. The first value of all takes a place in the model, later ones replace it. */
static void see_variable(char *(*f)(const char *), bool *has_place)
{
    const char *value = any_string(20);
    if (any_bool()) setenv("LATCH_DRIVER", value, 1);
    else unsetenv("LATCH_DRIVER");
    const char *result = f("LATCH_DRIVER");
    choose(result != NULL);
    if (result) {
        choose(0);
        if (*has_place) choose(1);
        choose((long long)strlen(result));
        for (const char *c = result; *c; c++) choose((unsigned char)*c);
        choose(0);
    }
    see_string(result);
    const char *again = f("LATCH_DRIVER");
    choose(again != NULL);
    if (again) choose(0), choose(0);
    see(again == result);
    see_string(again);
    if (is_model_run() && result) *has_place = true;
}

static bool has_place; /* one for both: secure_getenv is getenv */
CONTRACT(getenv) { see_variable(f, &has_place); }
CONTRACT(secure_getenv) { see_variable(f, &has_place); }

static void see_result(int result)
{
    choose(result != 0);
    if (result) choose(*world_errno());
    see(result);
}

CONTRACT(setenv)
{
    static const char *const names[] = {"LATCH_OTHER", "", "LATCH=1", NULL};
    const char *name = names[any_between(0, 3)];
    int result = f(name, any_string(10), any_bool());
    if (name) see_result(result);
    else see(result);
}

CONTRACT(unsetenv)
{
    static const char *const names[] = {"LATCH_OTHER", "", "LATCH=1"};
    see_result(f(names[any_between(0, 2)]));
}

CONTRACT(clearenv) { see(choose(f())); }

/* Keeps its argument, which must therefore stay. */
CONTRACT(putenv)
{
    static char strings[2][40] = {"LATCH_PUT=1", "LATCH_PUT"};
    see_result(f(strings[any_between(0, 1)]));
}

/* Only what needs no process. */
CONTRACT(system)
{
    if (any_between(0, 200)) return;
    *world_errno() = 0;
    int result = f(any_bool() ? NULL : "exit 3");
    choose(*world_errno() != 0);
    if (*world_errno()) choose(*world_errno());
    see(choose(result));
}

/* Must be asked for in the order of the model; `to` has PATH_MAX bytes that are all zero before. */
static void choose_path(const char *result, const char *to, bool is_given)
{
    if (is_given) choose(result == NULL);
    if (!result) {
        if (to) choose(to[0] != '\0');
        if (to && to[0]) choose_string(to);
        choose(*world_errno());
        return;
    }
    choose_string(result);
    choose(*world_errno() != 0);
    if (*world_errno()) choose(*world_errno());
}

static void see_path(const char *result, const char *to, const char *path)
{
    choose_path(result, to, path != NULL);
    see(result != NULL && result == to);
    see_string(result);
    if (to) see_string(to);
}

static const char *any_path(void)
{
    static const char *const paths[] = {"/", "/usr/bin/..", ".", "/nowhere/at/all", "", "/etc/passwd/x", "//dev/./null", NULL};
    return paths[any_between(0, 7)];
}

CONTRACT(realpath)
{
    static char room_for_path[PATH_MAX];
    const char *path = any_path();
    char *to = any_bool() ? memset(room_for_path, 0, sizeof room_for_path) : NULL;
    *world_errno() = 0;
    char *result = f(path, to);
    see_path(result, to, path);
    if (!to) free(result);
}

char *__realpath_chk(const char *path, char *to, size_t size);
CONTRACT(__realpath_chk)
{
    static char room_for_path[PATH_MAX];
    const char *path = any_path();
    char *to = memset(room_for_path, 0, sizeof room_for_path);
    *world_errno() = 0;
    see_path(f(path, to, sizeof room_for_path), to, path);
}

#include "app/targets.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool refuse(const char *path, const char *what)
{
    fprintf(stderr, "%s: error: %s\n", path, what);
    return false;
}

static bool refuse_because(const char *path, const char *what, int number)
{
    fprintf(stderr, "%s: error: %s: %s\n", path, what, strerror(number));
    return false;
}

/* ---- files ---- */

static bool is_special(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

/* A new file beside `path`; the caller frees its name. */
static int open_beside(const char *path, char **name)
{
    size_t length = strlen(path);
    *name = malloc(length + 8);
    if (!*name) return -1;
    memcpy(*name, path, length);
    memcpy(*name + length, ".XXXXXX", 8);
    return mkstemp(*name);
}

static bool put_and_close(FILE *f, const char *content)
{
    bool ok = fputs(content, f) >= 0;
    return fclose(f) == 0 && ok;
}

/* A temporary file that then takes the other's name. */
static bool replace_file(const char *path, const char *content)
{
    char *temporary;
    int fd = open_beside(path, &temporary);
    mode_t mask = umask(0);
    umask(mask);
    if (fd >= 0) fchmod(fd, 0666 & ~mask);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool ok = f && put_and_close(f, content) && rename(temporary, path) == 0;
    if (!ok && fd >= 0) unlink(temporary);
    free(temporary);
    return ok;
}

bool target_write(const char *path, const char *content)
{
    FILE *f = is_special(path) ? fopen(path, "w") : NULL;
    bool ok = is_special(path) ? f && put_and_close(f, content) : replace_file(path, content);
    return ok || refuse_because(path, "cannot write", errno);
}

static bool is_same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (stat(a, &x) != 0 || stat(b, &y) != 0) return !strcmp(a, b);
    return x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

static bool check_file(const char *path, const arguments *a)
{
    for (size_t i = 0; i < a->n_files && !is_special(path); i++)
        if (is_same_file(path, a->files[i])) return refuse(path, "is an input, and will not be overwritten");
    struct stat status;
    if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) return refuse(path, "cannot write: it is a folder");
    if (is_special(path) || access(path, F_OK) == 0) {
        if (access(path, W_OK) != 0) return refuse_because(path, "cannot write", errno);
        if (is_special(path)) return true;
    }
    char *name;
    int fd = open_beside(path, &name), number = errno;
    if (fd >= 0) {
        close(fd);
        unlink(name);
    }
    free(name);
    return fd >= 0 || refuse_because(path, "cannot write", number);
}

static bool check_files(const arguments *a)
{
    const char *json = a->json && strcmp(a->json, "-") ? a->json : NULL;
    if (json && !check_file(json, a)) return false;
    if (a->certificate && !check_file(a->certificate, a)) return false;
    if (json && a->certificate && !is_special(json) && is_same_file(json, a->certificate)) return refuse(json, "is to get the certificate, and the JSON, too");
    return true;
}

/* ---- folders ---- */

static bool make_folder(targets *t, const char *path)
{
    struct stat status;
    if (mkdir(path, 0777) == 0) t->folders[t->n_folders++] = path;
    else if (errno != EEXIST) return refuse_because(path, "cannot make the folder", errno);
    if (stat(path, &status) != 0) return refuse_because(path, "cannot open the folder", errno);
    if (!S_ISDIR(status.st_mode)) return refuse_because(path, "cannot open the folder", ENOTDIR);
    return access(path, W_OK | X_OK) == 0 || refuse_because(path, "cannot write to the folder", errno);
}

bool targets_init(targets *t, const arguments *a)
{
    *t = (targets){0};
    return check_files(a) && (!a->output || make_folder(t, a->output)) && (!a->keep_replay || make_folder(t, a->keep_replay));
}

void targets_release(targets *t)
{
    for (size_t i = 0; i < t->n_folders; i++) rmdir(t->folders[i]);
    t->n_folders = 0;
}

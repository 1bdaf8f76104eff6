#include "base/folder.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_dots(const char *name) { return !strcmp(name, ".") || !strcmp(name, ".."); }

/* As an open descriptor; -1 if it is no folder. Its owner may have taken all rights from itself. */
static int open_folder(int parent, const char *name)
{
    int flags = O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, place = openat(parent, name, flags | O_PATH);
    if (place < 0) return -1;
    char itself[32];
    snprintf(itself, sizeof itself, "/proc/self/fd/%d", place);
    chmod(itself, 0700);
    int folder = openat(parent, name, flags | O_RDONLY);
    close(place);
    return folder;
}

/* ---- removing ---- */

/* A tree is removed level by level, so that depth costs neither stack nor descriptors: what is in a folder of the root moves up into the
 * root, and the folder goes. */
typedef struct removal {
    int root;
    size_t moved; /* makes names */
} removal;

static bool move_up(removal *r, int from, const char *name)
{
    int folder = open_folder(from, name);
    if (folder >= 0) close(folder);
    for (size_t tries = 0; folder >= 0 && tries < 1000; tries++) {
        char fresh[40];
        snprintf(fresh, sizeof fresh, ".moved-%zu", r->moved++);
        if (renameat2(from, name, r->root, fresh, RENAME_NOREPLACE) == 0) return true;
        if (errno != EEXIST) return false;
    }
    return false;
}

/* Everything that is in the folder, which is closed, is removed or, if it is a folder itself, moved up. */
static bool clear(removal *r, int folder)
{
    DIR *entries = fdopendir(folder);
    if (!entries) {
        close(folder);
        return false;
    }
    bool ok = true;
    for (struct dirent *e; ok && (e = readdir(entries));) {
        if (is_dots(e->d_name) || unlinkat(folder, e->d_name, 0) == 0) continue;
        ok = unlinkat(folder, e->d_name, AT_REMOVEDIR) == 0 || move_up(r, folder, e->d_name);
    }
    closedir(entries);
    return ok;
}

/* One round over the root; *left says whether there was something. */
static bool sweep(removal *r, bool *left)
{
    *left = false;
    DIR *entries = fdopendir(openat(r->root, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    bool ok = entries != NULL;
    for (struct dirent *e; ok && (e = readdir(entries));) {
        if (is_dots(e->d_name)) continue;
        *left = true;
        if (unlinkat(r->root, e->d_name, 0) == 0 || unlinkat(r->root, e->d_name, AT_REMOVEDIR) == 0) continue;
        int folder = open_folder(r->root, e->d_name);
        ok = folder >= 0 && clear(r, folder) && unlinkat(r->root, e->d_name, AT_REMOVEDIR) == 0;
    }
    if (entries) closedir(entries);
    return ok;
}

bool folder_remove(const char *path)
{
    removal r = {.root = open_folder(AT_FDCWD, path)};
    if (r.root < 0) return false;
    bool left = true, ok = true;
    while (ok && left) ok = sweep(&r, &left);
    close(r.root);
    return rmdir(path) == 0;
}

/* ---- measuring ---- */

enum { MOST_DEPTH = 64 };

/* Closes the folder. */
static bool measure(int folder, unsigned depth, const folder_size *most, folder_size *out)
{
    DIR *entries = folder >= 0 && depth < MOST_DEPTH ? fdopendir(folder) : NULL;
    if (!entries && folder >= 0) close(folder);
    bool ok = entries != NULL;
    for (struct dirent *e; ok && (e = readdir(entries));) {
        struct stat s;
        if (is_dots(e->d_name) || fstatat(folder, e->d_name, &s, AT_SYMLINK_NOFOLLOW) != 0) continue;
        out->entries++;
        out->bytes += (uint64_t)s.st_blocks * 512;
        ok = out->entries <= most->entries && out->bytes <= most->bytes;
        if (!ok || !S_ISDIR(s.st_mode)) continue;
        int inner = openat(folder, e->d_name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        ok = inner < 0 && errno == ENOENT ? true : measure(inner, depth + 1, most, out);
    }
    if (entries) closedir(entries);
    return ok;
}

bool folder_measure(const char *path, const folder_size *most, folder_size *out)
{
    *out = (folder_size){0};
    return measure(open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC), 0, most, out);
}

#include "base/sandbox_parts.h"

#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

static bool write_line(const char *path, const char *line)
{
    int file = open(path, O_WRONLY | O_CLOEXEC);
    size_t length = strlen(line);
    bool ok = file >= 0 && write(file, line, length) == (ssize_t)length;
    if (file >= 0) close(file);
    return ok;
}

/* The user stays who he is, so that files are his. */
static bool map_ids(uid_t user, gid_t group)
{
    char users[64], groups[64];
    snprintf(users, sizeof users, "%u %u 1", user, user);
    snprintf(groups, sizeof groups, "%u %u 1", group, group);
    return write_line("/proc/self/setgroups", "deny") && write_line("/proc/self/uid_map", users) && write_line("/proc/self/gid_map", groups);
}

/* A user namespace, in which anybody may make the others; root may do without. Where system calls are not filtered, the network has to be left behind. */
static bool leave(const sandbox_support *s)
{
    uid_t user = geteuid();
    gid_t group = getegid();
    int flags = CLONE_NEWNS | CLONE_NEWPID | (s->has_filter ? 0 : CLONE_NEWNET | CLONE_NEWIPC);
    if (unshare(flags | CLONE_NEWUSER) == 0) return map_ids(user, group);
    return unshare(flags) == 0;
}

static bool bind(const char *path) { return mount(path, path, NULL, MS_BIND, NULL) == 0; }

static bool change(const char *path, unsigned how, uint64_t set, uint64_t clear)
{
    struct mount_attr attributes = {.attr_set = set, .attr_clr = clear};
    return syscall(SYS_mount_setattr, AT_FDCWD, path, how, &attributes, sizeof attributes) == 0;
}

/* A device can be written however its mount is, and root is the owner of many; so devices are excluded and a few of them let in again. */
static bool make_read_only(const char *folder)
{
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0 || (folder && !bind(folder))) return false;
    bool is_bound[SANDBOX_DEVICE_COUNT];
    for (size_t i = 0; i < SANDBOX_DEVICE_COUNT; i++) is_bound[i] = bind(SANDBOX_DEVICES[i]);
    bool ok = change("/", AT_RECURSIVE, MOUNT_ATTR_RDONLY | MOUNT_ATTR_NODEV | MOUNT_ATTR_NOSUID, 0);
    for (size_t i = 0; i < SANDBOX_DEVICE_COUNT; i++)
        if (is_bound[i]) ok = ok && change(SANDBOX_DEVICES[i], 0, 0, MOUNT_ATTR_NODEV);
    return ok && (!folder || change(folder, 0, 0, MOUNT_ATTR_RDONLY));
}

bool namespaces_enter(const sandbox *s) { return leave(&s->support) && make_read_only(s->folder); }

void namespaces_mount_proc(void) { (void)mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC | MS_RDONLY, NULL); }

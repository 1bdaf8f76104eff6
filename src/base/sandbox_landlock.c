#include "base/sandbox_parts.h"

#include <fcntl.h>
#include <linux/landlock.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The interface as of version 6; the system's header may be older than the kernel. */
enum { WRITE_FILE = 1 << 1, MAKE_CHAR = 1 << 6, MAKE_BLOCK = 1 << 11, REFER = 1 << 13, TRUNCATE = 1 << 14, IOCTL_DEV = 1 << 15 };
enum { REMOVE_AND_MAKE = 0x1ff0 }; /* bits 4 to 12: folders, files, devices, sockets, pipes, links */
enum { BIND_TCP = 1, CONNECT_TCP = 2 };
enum { SCOPE_ABSTRACT_SOCKET = 1, SCOPE_SIGNAL = 2 };
typedef struct ruleset_attributes {
    uint64_t fs, net, scoped;
} ruleset_attributes;

/* All rights by which something is changed, as far as this version knows them: what is named here is refused unless a rule grants it. */
static uint64_t changing_rights(int version)
{
    uint64_t rights = WRITE_FILE | REMOVE_AND_MAKE;
    if (version >= 2) rights |= REFER;
    if (version >= 3) rights |= TRUNCATE;
    if (version >= 5) rights |= IOCTL_DEV;
    return rights;
}

int landlock_version(void)
{
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version > 0 ? (int)version : 0;
}

/* A kernel that knows less takes the structure if the rest of it is zero. */
static int make_ruleset(int version)
{
    ruleset_attributes all = {.fs = changing_rights(version)};
    if (version >= 4) all.net = BIND_TCP | CONNECT_TCP;
    if (version >= 6) all.scoped = SCOPE_ABSTRACT_SOCKET | SCOPE_SIGNAL;
    return (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
}

static bool grant(int ruleset, const char *path, uint64_t rights)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = open(path, O_PATH | O_CLOEXEC)};
    bool ok = rule.parent_fd >= 0 && syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    if (rule.parent_fd >= 0) close(rule.parent_fd);
    return ok;
}

bool landlock_enter(const sandbox *s)
{
    int version = s->support.landlock, ruleset = make_ruleset(version);
    uint64_t all = changing_rights(version), devices = MAKE_CHAR | MAKE_BLOCK;
    uint64_t to_device = all & (WRITE_FILE | TRUNCATE | IOCTL_DEV);
    if (ruleset < 0) return false;
    bool ok = !s->folder || grant(ruleset, s->folder, all & ~devices);
    for (size_t i = 0; i < SANDBOX_DEVICE_COUNT && ok; i++)
        ok = access(SANDBOX_DEVICES[i], F_OK) != 0 || grant(ruleset, SANDBOX_DEVICES[i], to_device);
    ok = ok && syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
    close(ruleset);
    return ok;
}

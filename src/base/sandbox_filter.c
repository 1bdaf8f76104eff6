#include "base/sandbox_parts.h"

#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* What has to be there for a system call to be harmless. */
typedef enum need {
    NEEDS_MORE, /* never is */
    NEEDS_NAMESPACES,
    NEEDS_PLACES, /* writing is confined by place: namespaces or Landlock */
    NEEDS_QUESTIONS, /* the supervisor counts them */
    NEEDS_TRUNCATE, /* ... and cutting off is, too: Landlock has that since version 3 */
} need;

static bool is_met(need n, const sandbox_support *s)
{
    switch (n) {
    case NEEDS_MORE: return false;
    case NEEDS_NAMESPACES: return s->has_namespaces;
    case NEEDS_PLACES: return s->has_namespaces || s->landlock > 0;
    case NEEDS_QUESTIONS: return questions_exist();
    case NEEDS_TRUNCATE: return s->has_namespaces || s->landlock >= 3;
    }
    return false;
}

static const struct refusal {
    const char *call;
    int error;
    need unless;
} REFUSALS[] = {
    /* other machines and other users' services */
    {"socket", EACCES, NEEDS_MORE}, {"connect", EACCES, NEEDS_MORE}, {"bind", EACCES, NEEDS_MORE},
    /* ways around the filter, which does not see what they do */
    {"io_uring_setup", ENOSYS, NEEDS_MORE}, {"io_uring_enter", ENOSYS, NEEDS_MORE}, {"io_uring_register", ENOSYS, NEEDS_MORE},
    {"clone3", ENOSYS, NEEDS_MORE}, /* its flags are in memory; the C library then calls clone */
    {"userfaultfd", EPERM, NEEDS_MORE}, {"bpf", EPERM, NEEDS_MORE}, {"perf_event_open", EPERM, NEEDS_MORE}, {"fanotify_init", EPERM, NEEDS_MORE},
    {"open_by_handle_at", EPERM, NEEDS_MORE}, {"modify_ldt", EPERM, NEEDS_MORE}, {"vm86", EPERM, NEEDS_MORE}, {"vm86old", EPERM, NEEDS_MORE},
    /* another view of the system */
    {"unshare", EPERM, NEEDS_MORE}, {"setns", EPERM, NEEDS_MORE}, {"chroot", EPERM, NEEDS_MORE}, {"pivot_root", EPERM, NEEDS_MORE},
    {"mount", EPERM, NEEDS_MORE}, {"umount", EPERM, NEEDS_MORE}, {"umount2", EPERM, NEEDS_MORE}, {"move_mount", EPERM, NEEDS_MORE},
    {"open_tree", EPERM, NEEDS_MORE}, {"fsopen", EPERM, NEEDS_MORE}, {"fsmount", EPERM, NEEDS_MORE}, {"fsconfig", EPERM, NEEDS_MORE},
    {"fspick", EPERM, NEEDS_MORE}, {"mount_setattr", EPERM, NEEDS_MORE},
    /* the system itself */
    {"reboot", EPERM, NEEDS_MORE}, {"kexec_load", EPERM, NEEDS_MORE}, {"kexec_file_load", EPERM, NEEDS_MORE}, {"init_module", EPERM, NEEDS_MORE},
    {"finit_module", EPERM, NEEDS_MORE}, {"delete_module", EPERM, NEEDS_MORE}, {"swapon", EPERM, NEEDS_MORE}, {"swapoff", EPERM, NEEDS_MORE},
    {"acct", EPERM, NEEDS_MORE}, {"quotactl", EPERM, NEEDS_MORE}, {"quotactl_fd", EPERM, NEEDS_MORE}, {"settimeofday", EPERM, NEEDS_MORE},
    {"stime", EPERM, NEEDS_MORE}, {"clock_settime", EPERM, NEEDS_MORE}, {"clock_settime64", EPERM, NEEDS_MORE}, {"adjtimex", EPERM, NEEDS_MORE},
    {"clock_adjtime", EPERM, NEEDS_MORE}, {"clock_adjtime64", EPERM, NEEDS_MORE}, {"sethostname", EPERM, NEEDS_MORE},
    {"setdomainname", EPERM, NEEDS_MORE}, {"iopl", EPERM, NEEDS_MORE}, {"ioperm", EPERM, NEEDS_MORE}, {"syslog", EPERM, NEEDS_MORE},
    {"vhangup", EPERM, NEEDS_MORE}, {"keyctl", EPERM, NEEDS_MORE}, {"add_key", EPERM, NEEDS_MORE}, {"request_key", EPERM, NEEDS_MORE},
    /* memory that belongs to no process, and so is not counted, or outlives all */
    {"memfd_create", ENOSYS, NEEDS_QUESTIONS}, {"memfd_secret", ENOSYS, NEEDS_MORE}, {"shmget", ENOSYS, NEEDS_MORE}, {"semget", ENOSYS, NEEDS_MORE},
    {"msgget", ENOSYS, NEEDS_MORE}, {"mq_open", ENOSYS, NEEDS_MORE}, {"mq_unlink", ENOSYS, NEEDS_MORE},
    /* other processes; Landlock confines tracing, too */
    {"ptrace", EPERM, NEEDS_PLACES}, {"process_vm_readv", EPERM, NEEDS_PLACES}, {"process_vm_writev", EPERM, NEEDS_PLACES},
    {"pidfd_getfd", EPERM, NEEDS_PLACES}, {"kcmp", EPERM, NEEDS_PLACES}, {"process_madvise", EPERM, NEEDS_PLACES},
    {"process_mrelease", EPERM, NEEDS_NAMESPACES}, {"setpriority", EPERM, NEEDS_NAMESPACES}, {"ioprio_set", EPERM, NEEDS_NAMESPACES},
    {"sched_setaffinity", EPERM, NEEDS_NAMESPACES}, {"sched_setscheduler", EPERM, NEEDS_NAMESPACES}, {"sched_setparam", EPERM, NEEDS_NAMESPACES},
    {"sched_setattr", EPERM, NEEDS_NAMESPACES}, {"migrate_pages", EPERM, NEEDS_NAMESPACES}, {"move_pages", EPERM, NEEDS_NAMESPACES},
    /* what a file is, whoever may write it; Landlock does not confine that */
    {"chmod", EPERM, NEEDS_NAMESPACES}, {"fchmod", EPERM, NEEDS_NAMESPACES}, {"fchmodat", EPERM, NEEDS_NAMESPACES}, {"chown", EPERM, NEEDS_NAMESPACES},
    {"chown32", EPERM, NEEDS_NAMESPACES}, {"fchown", EPERM, NEEDS_NAMESPACES}, {"fchown32", EPERM, NEEDS_NAMESPACES},
    {"lchown", EPERM, NEEDS_NAMESPACES}, {"lchown32", EPERM, NEEDS_NAMESPACES}, {"fchownat", EPERM, NEEDS_NAMESPACES},
    {"utime", EPERM, NEEDS_NAMESPACES}, {"utimes", EPERM, NEEDS_NAMESPACES}, {"futimesat", EPERM, NEEDS_NAMESPACES},
    {"utimensat", EPERM, NEEDS_NAMESPACES}, {"utimensat_time64", EPERM, NEEDS_NAMESPACES}, {"setxattr", EPERM, NEEDS_NAMESPACES},
    {"lsetxattr", EPERM, NEEDS_NAMESPACES}, {"fsetxattr", EPERM, NEEDS_NAMESPACES}, {"removexattr", EPERM, NEEDS_NAMESPACES},
    {"lremovexattr", EPERM, NEEDS_NAMESPACES}, {"fremovexattr", EPERM, NEEDS_NAMESPACES},
    /* files */
    {"truncate", EPERM, NEEDS_TRUNCATE}, {"truncate64", EPERM, NEEDS_TRUNCATE}, {"openat2", ENOSYS, NEEDS_TRUNCATE},
    {"creat", EPERM, NEEDS_PLACES}, {"link", EPERM, NEEDS_PLACES}, {"linkat", EPERM, NEEDS_PLACES}, {"symlink", EPERM, NEEDS_PLACES},
    {"symlinkat", EPERM, NEEDS_PLACES}, {"unlink", EPERM, NEEDS_PLACES}, {"unlinkat", EPERM, NEEDS_PLACES}, {"rename", EPERM, NEEDS_PLACES},
    {"renameat", EPERM, NEEDS_PLACES}, {"renameat2", EPERM, NEEDS_PLACES}, {"mkdir", EPERM, NEEDS_PLACES}, {"mkdirat", EPERM, NEEDS_PLACES},
    {"rmdir", EPERM, NEEDS_PLACES}, {"mknod", EPERM, NEEDS_PLACES}, {"mknodat", EPERM, NEEDS_PLACES},
};

/* Calls that this kind of machine does not have, or that the library does not know yet (refuse_young), are left out. */
static bool refuse(scmp_filter_ctx filter, const char *call, int error, unsigned n, const struct scmp_arg_cmp *arguments)
{
    int number = seccomp_syscall_resolve_name(call);
    if (number == __NR_SCMP_ERROR) return true;
    int result = seccomp_rule_add_array(filter, SCMP_ACT_ERRNO((uint32_t)error), number, n, arguments);
    return result == 0 || result == -EDOM;
}

/* The kernel takes 32 bits of most arguments, whatever is above them. */
static bool refuse_if(scmp_filter_ctx filter, const char *call, int error, unsigned argument, uint64_t mask, uint64_t value)
{
    struct scmp_arg_cmp masked = {.arg = argument, .op = SCMP_CMP_MASKED_EQ, .datum_a = mask, .datum_b = value};
    return refuse(filter, call, error, 1, &masked);
}

static bool refuse_table(scmp_filter_ctx filter, const sandbox_support *s)
{
    bool ok = true;
    for (size_t i = 0; i < sizeof REFUSALS / sizeof *REFUSALS; i++)
        if (!is_met(REFUSALS[i].unless, s)) ok = ok && refuse(filter, REFUSALS[i].call, REFUSALS[i].error, 0, NULL);
    return ok;
}

/* One of a pair of sockets for datagrams can send to any other socket that has a name, connected or not: only pairs of streams stay a pair. */
static bool refuse_datagrams(scmp_filter_ctx filter)
{
    enum { KIND = 0xf }; /* the rest of the argument is flags */
    struct scmp_arg_cmp other = {.arg = 0, .op = SCMP_CMP_NE, .datum_a = AF_UNIX};
    return refuse(filter, "socketpair", EACCES, 1, &other) && refuse_if(filter, "socketpair", EACCES, 1, KIND, SOCK_DGRAM) &&
           refuse_if(filter, "socketpair", EACCES, 1, KIND, SOCK_RAW); /* of which the kernel makes one for datagrams */
}

/* 32-bit programs make sockets through socketcall, whose arguments are in memory: there, it is sending to a name that is refused. */
static bool filter_old_sockets(void)
{
    static const char *const CALLS[] = {"sendto", "sendmsg", "sendmmsg"};
    if (seccomp_arch_native() != SCMP_ARCH_X86_64) return true;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    bool ok = filter && seccomp_arch_add(filter, SCMP_ARCH_X86) == 0 && seccomp_arch_remove(filter, SCMP_ARCH_NATIVE) == 0 &&
              seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ALLOW) == 0;
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) ok = ok && refuse(filter, CALLS[i], EACCES, 0, NULL);
    ok = ok && seccomp_load(filter) == 0;
    if (filter) seccomp_release(filter);
    return ok;
}

/* Whatever the kernel offers: no new namespaces, no input for a terminal, no limits for other processes. */
static bool refuse_arguments(scmp_filter_ctx filter)
{
    static const uint64_t SPACES[] = {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET};
    bool ok = true;
    for (size_t i = 0; i < sizeof SPACES / sizeof *SPACES; i++) ok = ok && refuse_if(filter, "clone", EPERM, 0, SPACES[i], SPACES[i]);
    ok = ok && refuse_if(filter, "ioctl", EPERM, 1, UINT32_MAX, TIOCSTI) && refuse_if(filter, "ioctl", EPERM, 1, UINT32_MAX, TIOCLINUX);
    struct scmp_arg_cmp other = {.arg = 0, .op = SCMP_CMP_NE, .datum_a = 0};
    return ok && refuse(filter, "prlimit64", EPERM, 1, &other);
}

static bool refuse_opening(scmp_filter_ctx filter, const sandbox_support *s, const char *call, unsigned argument)
{
    if (is_met(NEEDS_TRUNCATE, s)) return true;
    if (is_met(NEEDS_PLACES, s)) return refuse_if(filter, call, EPERM, argument, O_ACCMODE | O_TRUNC, O_RDONLY | O_TRUNC);
    return refuse_if(filter, call, EPERM, argument, O_CREAT, O_CREAT) && refuse_if(filter, call, EPERM, argument, O_TRUNC, O_TRUNC) &&
           refuse_if(filter, call, EPERM, argument, O_WRONLY, O_WRONLY) && refuse_if(filter, call, EPERM, argument, O_RDWR, O_RDWR);
}

/* The only process known to be the program's is this one. */
static bool refuse_signals(scmp_filter_ctx filter, const sandbox_support *s)
{
    static const char *const CALLS[] = {"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"};
    static const unsigned OWNERS[] = {F_SETOWN, F_SETSIG, F_SETOWN_EX};
    if (s->has_namespaces || s->landlock >= 6) return true;
    struct scmp_arg_cmp other = {.arg = 0, .op = SCMP_CMP_NE, .datum_a = (uint64_t)getpid()};
    bool ok = refuse(filter, "pidfd_open", ENOSYS, 0, NULL) && refuse(filter, "pidfd_send_signal", ENOSYS, 0, NULL);
    for (size_t i = 0; i < sizeof CALLS / sizeof *CALLS; i++) ok = ok && refuse(filter, CALLS[i], EPERM, 1, &other);
    for (size_t i = 0; i < sizeof OWNERS / sizeof *OWNERS; i++)
        ok = ok && refuse_if(filter, "fcntl", EPERM, 1, UINT32_MAX, OWNERS[i]) && refuse_if(filter, "fcntl64", EPERM, 1, UINT32_MAX, OWNERS[i]);
    return ok && refuse_if(filter, "ioctl", EPERM, 1, UINT32_MAX, FIOSETOWN) &&
           refuse_if(filter, "ioctl", EPERM, 1, UINT32_MAX, SIOCSPGRP);
}

/* System calls that are younger than this list: their numbers are the same on all machines. Programs do without, as they run on older kernels. */
static bool refuse_young(void)
{
    enum { LAST_KNOWN = 451 };
    struct sock_filter code[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, LAST_KNOWN, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = sizeof code / sizeof *code, .filter = code};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

bool filter_exists(void)
{
    uint32_t action = SECCOMP_RET_ERRNO;
    return syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0;
}

bool filter_enter(const sandbox_support *s)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter) return false;
    bool ok = refuse_datagrams(filter) && (seccomp_arch_native() != SCMP_ARCH_X86_64 || seccomp_arch_add(filter, SCMP_ARCH_X86) == 0);
    ok = ok && filter_old_sockets() && refuse_table(filter, s) && refuse_arguments(filter) && refuse_opening(filter, s, "open", 1) &&
         refuse_opening(filter, s, "openat", 2) && refuse_signals(filter, s) && refuse_young() && seccomp_load(filter) == 0;
    seccomp_release(filter);
    return ok;
}

/* What a hostile program tries: attack WAY [FOLDER PROCESS]; with -DIN_LIBRARY -DWAY=... a library whose users do that before they start. FOLDER is one of its user's, with a file `kept` in it, PROCESS one of his processes.
 * Each thing that succeeds is printed as "harm: ...", and the exit status is 1 then. Attacks that have no end have one here after some seconds, in case that
 * nothing stops them. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

static int harm;
static void expect_refused(const char *what, int done)
{
    if (!done) return;
    printf("harm: %s\n", what);
    harm = 1;
}
#define REFUSED(call) expect_refused(#call, (call) >= 0)

static time_t started;
static int is_late(void) { return time(NULL) > started + 8; }

static const char *in(const char *folder, const char *name)
{
    static char paths[16][4096];
    static unsigned next;
    char *path = paths[next++ % 16];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

/* ---- files ---- */

static void attack_file(const char *kept, const char *folder)
{
    struct { unsigned long long flags, mode, resolve; } how = {O_WRONLY, 0, 0};
    REFUSED(open(kept, O_WRONLY));
    REFUSED(open(kept, O_RDWR));
    REFUSED(open(kept, O_RDONLY | O_TRUNC));
    REFUSED(creat(kept, 0600));
    REFUSED(truncate(kept, 0));
    REFUSED(syscall(437 /* openat2 */, AT_FDCWD, kept, &how, sizeof how));
    REFUSED(chmod(kept, 0777));
    REFUSED(chown(kept, getuid(), getgid()));
    REFUSED(utimensat(AT_FDCWD, kept, NULL, 0));
    REFUSED(setxattr(kept, "user.harm", "1", 1, 0));
    REFUSED(syscall(452 /* fchmodat2 */, AT_FDCWD, kept, 0777, 0));
    REFUSED(link(kept, in(folder, "linked")));
    REFUSED(rename(kept, in(folder, "renamed")));
    REFUSED(rename(kept, "taken"));
    REFUSED(unlink(kept));
    int reader = open(kept, O_RDONLY);
    if (reader >= 0) REFUSED(fchmod(reader, 0777));
}

/* What a descriptor leads to that the program was started with; its rights stay what they are even if this is not refused. */
static void attack_input(void)
{
    struct stat now;
    if (fstat(0, &now) != 0) return;
    REFUSED(fchmod(0, now.st_mode & 07777));
    REFUSED(fchown(0, now.st_uid, now.st_gid));
    REFUSED(futimens(0, NULL));
}

static void attack_files(const char *folder)
{
    const char *kept = in(folder, "kept");
    attack_file(kept, folder);
    REFUSED(open(in(folder, "new"), O_WRONLY | O_CREAT, 0600));
    REFUSED(open(folder, O_TMPFILE | O_WRONLY, 0600));
    REFUSED(mkdir(in(folder, "new"), 0700));
    REFUSED(mkfifo(in(folder, "new"), 0700));
    REFUSED(symlink("kept", in(folder, "new")));
    REFUSED(chmod(folder, 0777));
    REFUSED(rmdir(in(folder, "empty")));
    if (symlink(folder, "outside") == 0) REFUSED(open("outside/kept", O_WRONLY));
    if (link(kept, "copy") == 0) REFUSED(open("copy", O_WRONLY));
    if (symlink(kept, "through") == 0) REFUSED(open("through", O_WRONLY | O_TRUNC));
    REFUSED(open("/dev/shm/latch-harm", O_WRONLY | O_CREAT, 0600));
    REFUSED(open("/tmp/latch-harm", O_WRONLY | O_CREAT, 0600));
    REFUSED(open("../latch-harm", O_WRONLY | O_CREAT, 0600));
    REFUSED(open("/proc/self/oom_score_adj", O_WRONLY));
    attack_input();
}

/* ---- the network ---- */

static void attack_network(void)
{
    static const int FAMILIES[] = {AF_INET, AF_INET6, AF_UNIX, AF_NETLINK, AF_PACKET};
    for (unsigned i = 0; i < sizeof FAMILIES / sizeof *FAMILIES; i++) {
        REFUSED(socket(FAMILIES[i], SOCK_STREAM, 0));
        REFUSED(socket(FAMILIES[i], SOCK_DGRAM, 0));
        REFUSED(socket(FAMILIES[i], SOCK_RAW, 0));
#ifdef SYS_socketcall
        long arguments[] = {FAMILIES[i], SOCK_DGRAM, 0};
        REFUSED(syscall(SYS_socketcall, 1, arguments));
#endif
    }
    /* a pair of sockets for datagrams would be one for sending to any service */
    struct sockaddr_un service = {.sun_family = AF_UNIX, .sun_path = "/dev/log"};
    static const int KINDS[] = {SOCK_DGRAM, SOCK_RAW, SOCK_STREAM, SOCK_SEQPACKET};
    for (unsigned i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, KINDS[i], 0, pair) != 0) continue;
        errno = 0;
        expect_refused("connect", connect(pair[0], (struct sockaddr *)&service, sizeof service) == 0 || errno != EACCES);
        if (KINDS[i] != SOCK_DGRAM && KINDS[i] != SOCK_RAW) continue;
        errno = 0;
        expect_refused("sendto", sendto(pair[0], "x", 1, 0, (struct sockaddr *)&service, sizeof service) >= 0 || errno != EACCES);
    }
    char parameters[512] = {0};
    REFUSED(syscall(425 /* io_uring_setup */, 4, parameters));
}

/* ---- processes and privileges ---- */

static void attack_process(pid_t victim)
{
    REFUSED(kill(victim, SIGKILL));
    REFUSED(kill(-victim, SIGKILL));
    REFUSED(syscall(SYS_tkill, victim, SIGKILL));
    REFUSED(syscall(SYS_tgkill, victim, victim, SIGKILL));
    REFUSED(sigqueue(victim, SIGKILL, (union sigval){0}));
    int descriptor = (int)syscall(434 /* pidfd_open */, victim, 0);
    if (descriptor >= 0) REFUSED(syscall(424 /* pidfd_send_signal */, descriptor, SIGKILL, NULL, 0));
    if (descriptor >= 0) REFUSED(syscall(438 /* pidfd_getfd */, descriptor, 1, 0));
    REFUSED(ptrace(PTRACE_ATTACH, victim, NULL, NULL));
    REFUSED(ptrace(PTRACE_SEIZE, victim, NULL, NULL));
    char byte = 0;
    struct iovec here = {&byte, 1}, there = {(void *)0x1000, 1};
    errno = 0;
    process_vm_writev(victim, &here, 1, &there, 1, 0);
    expect_refused("process_vm_writev", errno == EFAULT);
    char name[64];
    snprintf(name, sizeof name, "/proc/%d/mem", (int)victim);
    REFUSED(open(name, O_RDWR));
    struct rlimit none = {0, 0};
    REFUSED(prlimit(victim, RLIMIT_CORE, &none, NULL));
    REFUSED(sched_setaffinity(victim, sizeof(cpu_set_t), &(cpu_set_t){0}));
    int ends[2];
    if (pipe(ends) == 0 && fcntl(ends[0], F_SETOWN, victim) == 0 && fcntl(ends[0], F_SETSIG, SIGKILL) == 0 &&
        fcntl(ends[0], F_SETFL, O_ASYNC | O_NONBLOCK) == 0)
        (void)!write(ends[1], "x", 1);
}

/* The call returns 0 even if nobody may be signalled. SIGURG does nothing to most processes; PROCESS ends if it gets it. */
static void attack_all(void)
{
    kill(-1, SIGURG);
    pid_t parent = getppid();
    if (parent > 1 && kill(parent, 0) == 0) expect_refused("kill(getppid())", 1);
    else kill(parent, SIGKILL);
}

static void attack_privileges(void)
{
    REFUSED(mount("none", "/tmp", "tmpfs", 0, NULL));
    REFUSED(mount(NULL, "/", NULL, MS_REMOUNT | MS_BIND, NULL));
    REFUSED(umount2("/tmp", MNT_DETACH));
    REFUSED(unshare(CLONE_NEWUSER));
    REFUSED(unshare(CLONE_NEWNS));
    REFUSED(chroot("."));
    REFUSED(syscall(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0, 0, 0));
    REFUSED(syscall(435 /* clone3 */, NULL, 0));
    REFUSED(setns(0, 0));
    REFUSED(sethostname("harm", 4));
    REFUSED(shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600));
    REFUSED(open("/dev/mem", O_RDWR));
    REFUSED(open("/dev/kmsg", O_WRONLY));
    REFUSED(ioctl(0, TIOCSTI, "x"));
    REFUSED(syscall(SYS_ioctl, 0, 0x100000000ull * (sizeof(long) > 4) + TIOCSTI, "x"));
    expect_refused("TIOCSTI passes", errno != EPERM);
    if (geteuid() != 0) REFUSED(setuid(0));
    if (geteuid() == 0) REFUSED(setgroups(0, NULL));
    expect_refused("a secret", getenv("LATCH_TEST_SECRET") != NULL);
    for (int i = 3; i < 1024; i++)
        if (fcntl(i, F_GETFD) >= 0) expect_refused("an open descriptor", 1);
}

/* ---- using up things ---- */

static void fork_without_end(void)
{
    while (!is_late()) fork();
}

static void fill_memory(void)
{
    for (size_t n = 0; n < 4000 && !is_late(); n++) {
        char *block = malloc(1 << 20);
        if (block) memset(block, (int)n, 1 << 20);
    }
    pause();
}

static void fill_memory_files(void)
{
    static char block[1 << 20];
    signal(SIGXFSZ, SIG_IGN);
    size_t bytes = 0;
    for (int i = 0; i < 100; i++) {
        int file = (int)syscall(SYS_memfd_create, "harm", 0);
        for (ssize_t n = 1; file >= 0 && n > 0; bytes += n > 0 ? (size_t)n : 0) n = write(file, block, sizeof block);
    }
    expect_refused("much memory in files", bytes > 32 * 8 * sizeof block);
}

static void *fill_and_wait(void *unused)
{
    fill_memory();
    return unused;
}

/* The thread that has the process's number ends. */
static void fill_memory_headless(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, fill_and_wait, NULL);
    pthread_exit(NULL);
}

static void fill_memory_together(void)
{
    for (int i = 0; i < 4; i++) fork();
    for (size_t n = 0; n < 100 && !is_late(); n++) memset(malloc(1 << 20), (int)n, 1 << 20);
    sleep(5);
}

static void fill_file(void)
{
    static char block[1 << 20];
    signal(SIGXFSZ, SIG_IGN);
    for (int n = 0; n < 4000 && !is_late(); n++) {
        char name[32];
        snprintf(name, sizeof name, "file-%d", n / 64);
        int file = open(name, O_WRONLY | O_CREAT | O_APPEND, 0600);
        (void)!write(file, block, sizeof block);
        close(file);
    }
    pause();
}

static void fill_folder(void)
{
    for (int n = 0; n < 1000000 && !is_late(); n++) {
        char name[32];
        snprintf(name, sizeof name, "file-%d", n);
        close(open(name, O_WRONLY | O_CREAT, 0600));
    }
    pause();
}

static void dig(void)
{
    for (int n = 0; n < 3000; n++)
        if (mkdir("deeper", 0700) != 0 || chdir("deeper") != 0) break;
    (void)!symlink("/", "root");
    mkdir("locked", 0700);
    close(open("locked/inside", O_WRONLY | O_CREAT, 0));
    chmod("locked", 0);
    chmod(".", 0);
}

static void become_daemon(void)
{
    if (fork()) exit(0);
    setsid();
    if (fork()) exit(0);
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    for (int i = 0; i < 3; i++) close(i);
    sleep(30);
    exit(0);
}

static void leave_daemon(void)
{
    if (fork() == 0) become_daemon();
    usleep(100000);
}

static void spin(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    for (int i = 1; i < 65; i++) signal(i, SIG_IGN);
    while (!is_late()) continue;
}

static void talk(void)
{
    while (!is_late()) printf("latch: violated: nothing, and there is no end of it\n");
}

static void attack(const char *way, const char *folder, const char *process)
{
    static const struct { const char *way; void (*run)(void); } WAYS[] = {
        {"network", attack_network}, {"all", attack_all}, {"privileges", attack_privileges}, {"fork", fork_without_end}, {"memory", fill_memory},
        {"memory-together", fill_memory_together}, {"memory-headless", fill_memory_headless}, {"memory-files", fill_memory_files}, {"disk", fill_file}, {"folder", fill_folder}, {"dig", dig}, {"daemon", leave_daemon},
        {"spin", spin}, {"talk", talk}};
    started = time(NULL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (!strcmp(way, "files")) attack_files(folder);
    if (!strcmp(way, "pipe")) REFUSED(open(in(folder, "pipe"), O_RDWR | O_NONBLOCK));
    if (!strcmp(way, "process")) attack_process(atoi(process));
    for (unsigned i = 0; i < sizeof WAYS / sizeof *WAYS; i++)
        if (!strcmp(way, WAYS[i].way)) WAYS[i].run();
}

#ifdef IN_LIBRARY
__attribute__((constructor)) static void attack_whoever_links_this(void) { attack(WAY, FOLDER, PROCESS); }
#else
int main(int argc, char **argv)
{
    attack(argv[1], argc > 3 ? argv[2] : "", argc > 3 ? argv[3] : "");
    printf("end\n");
    return harm;
}
#endif

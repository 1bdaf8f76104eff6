/* What a decent program may do although it is confined: harmless WAY. The exit status is the line of what did not work, or 0. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MUST(condition) \
    do { \
        if (!(condition)) { \
            printf("line %d: %s: %s\n", __LINE__, #condition, strerror(errno)); \
            exit(1); \
        } \
    } while (0)

static void *add(void *sum)
{
    __atomic_add_fetch((int *)sum, 1, __ATOMIC_SEQ_CST);
    return NULL;
}

static void use_threads(void)
{
    int sum = 0;
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) MUST(pthread_create(&threads[i], NULL, add, &sum) == 0);
    for (int i = 0; i < 8; i++) MUST(pthread_join(threads[i], NULL) == 0);
    MUST(sum == 8);
}

static void use_children(void)
{
    int status, ends[2];
    MUST(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0 && pipe(ends) == 0);
    for (int i = 0; i < 5; i++) {
        pid_t child = fork();
        MUST(child >= 0);
        if (child == 0) _exit(i);
        MUST(waitpid(child, &status, 0) == child && WEXITSTATUS(status) == i);
    }
    MUST(WEXITSTATUS(system("exit 7")) == 7);
}

static volatile sig_atomic_t caught;
static void catch (int s) { caught = s; }

static void use_system(void)
{
    char bytes[16];
    MUST(getrandom(bytes, sizeof bytes, 0) == sizeof bytes);
    MUST(time(NULL) > 1600000000);
    int file = memfd_create("file", 0);
    MUST(file >= 0 && write(file, "x", 1) == 1 && dup2(file, 0) == 0 && close(file) == 0);
    MUST(getcwd(bytes, 1) == NULL && errno == ERANGE);
    signal(SIGUSR1, catch);
    MUST(raise(SIGUSR1) == 0 && caught == SIGUSR1);
    MUST(mmap((void *)0x20000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == (void *)0x20000000);
    FILE *random = fopen("/dev/urandom", "r");
    MUST(random && fread(bytes, 1, 4, random) == 4);
    MUST(!isatty(0) && access("/etc/passwd", R_OK) == 0);
}

static void use_devices(void)
{
    FILE *null = fopen("/dev/null", "w");
    MUST(null && fputs("nothing", null) >= 0 && fclose(null) == 0);
    MUST((null = fopen("/dev/full", "w")) && fputs("nothing", null) >= 0 && fclose(null) != 0 && errno == ENOSPC);
}

static void use_memory(void)
{
    size_t size = 500u << 20;
    char *block = malloc(size);
    MUST(block);
    memset(block, 1, size);
    MUST(block[size - 1] == 1);
}

static void use_files(void)
{
    char text[16] = "";
    FILE *f = fopen("data.txt", "w");
    MUST(f && fputs("written", f) >= 0 && fclose(f) == 0);
    MUST((f = fopen("data.txt", "r+")) && fgets(text, sizeof text, f) && !strcmp(text, "written") && fclose(f) == 0);
    MUST(mkdir("inner", 0700) == 0 && rename("data.txt", "inner/moved") == 0);
    MUST(link("inner/moved", "inner/second") == 0 && symlink("inner/moved", "pointer") == 0);
    MUST(unlink("inner/second") == 0 && unlink("pointer") == 0 && unlink("inner/moved") == 0 && rmdir("inner") == 0);
    char name[] = "name-XXXXXX";
    int file = mkstemp(name);
    MUST(file >= 0 && write(file, "xyz", 3) == 3 && ftruncate(file, 1) == 0);
    MUST(getenv("TMPDIR") && access(getenv("TMPDIR"), W_OK) == 0);
}

static void use_rights(void)
{
    MUST(mkdir("locked", 0700) == 0 && chmod("locked", 0500) == 0);
}

static void use_input(void)
{
    char line[64];
    MUST(fgets(line, sizeof line, stdin));
    printf("read: %s", line);
}

/* As the harness of a replay does: the system places everything anew, without chance. */
static void start_again(char **argv)
{
    extern char **environ;
    if (getenv("AGAIN")) return;
    putenv("AGAIN=1");
    MUST(syscall(SYS_personality, 0x40000L) >= 0);
    syscall(SYS_execve, "/proc/self/exe", argv, environ);
    MUST(!"started again");
}

static void overflow(void)
{
    volatile char *block = malloc(4);
#line 1000
    block[4] = 1;
}

static void __attribute__((noinline)) leak(void)
{
    void *volatile block = malloc(1000);
    block = NULL;
    (void)block;
}

static void use_unset(void)
{
    volatile int *block = malloc(sizeof *block);
    if (*block) printf("set\n");
}

static void add_too_much(void)
{
    volatile int most = 0x7fffffff;
    printf("%d\n", most + 1);
}

int main(int argc, char **argv)
{
    static const struct { const char *way; void (*run)(void); } WAYS[] = {
        {"threads", use_threads}, {"children", use_children}, {"system", use_system}, {"memory", use_memory}, {"devices", use_devices}, {"files", use_files}, {"rights", use_rights},
        {"input", use_input}, {"overflow", overflow}, {"leak", leak}, {"unset", use_unset}, {"signed", add_too_much}, {"abort", abort}};
    for (int k = 1; k < argc; k++)
        for (unsigned i = 0; i < sizeof WAYS / sizeof *WAYS; i++)
            if (!strcmp(argv[k], WAYS[i].way)) WAYS[i].run();
    if (argc > 1 && !strcmp(argv[1], "again")) start_again(argv);
    printf("end\n");
    return 0;
}

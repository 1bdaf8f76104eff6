/* Confined programs: whatever they try, nothing outside of their folder changes, they end in time, and nothing is left of them. What decent programs do
 * works. The programs are those of test/c/hostile, compiled here in several ways and run with every set of features that this kernel has. */

#include "base/process.h"

#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/vec.h"

#include <dirent.h>
#include <fcntl.h>

/* ---- programs ---- */

typedef enum build { PLAIN_64, PLAIN_32, ASAN_64, ASAN_32, MSAN_64, UBSAN_64, N_BUILDS } build;
static const struct {
    const char *name, *bits, *sanitizer;
} BUILDS[N_BUILDS] = {{"plain-64", "-m64", "-O0"},
                      {"plain-32", "-m32", "-O0"},
                      {"asan-64", "-m64", "-fsanitize=address"},
                      {"asan-32", "-m32", "-fsanitize=address"},
                      {"msan-64", "-m64", "-fsanitize=memory"},
                      {"ubsan-64", "-m64", "-fsanitize=undefined"}};
typedef enum source { ATTACK, HARMLESS, N_SOURCES } source;
static const char *const SOURCES[N_SOURCES] = {"attack", "harmless"};

typedef struct fixture {
    scratch top;
    char *compiler, *programs[N_SOURCES][N_BUILDS]; /* NULL: not compiled yet */
    char *folder, *outside; /* what may be written; what may not */
    sandbox_support all;
    pid_t victim;
} fixture;

static const char *program(fixture *x, source s, build b)
{
    char **binary = &x->programs[s][b], name[64], file[64];
    if (*binary) return *binary;
    snprintf(name, sizeof name, "%s-%s", SOURCES[s], BUILDS[b].name);
    snprintf(file, sizeof file, "test/c/hostile/%s.c", SOURCES[s]);
    *binary = scratch_file(&x->top, name);
    const char *command[] = {x->compiler, "-w", "-g", "-pthread", "-no-pie", BUILDS[b].bits, BUILDS[b].sanitizer, file, "-o", *binary, NULL};
    text said;
    text_init(&said);
    process_result r = process_run(command, &(limits){0}, &said);
    if (r.end != PROCESS_EXITED || r.code != 0) fail_msg("%s does not compile: %s", file, said.data);
    text_release(&said);
    return *binary;
}

/* ---- what is outside ---- */

static void end_victim(int s) { _exit(s); }

static pid_t start_victim(void)
{
    pid_t p = fork();
    assert_true(p >= 0);
    if (p == 0) {
        setpgid(0, 0);
        signal(SIGURG, end_victim);
        for (;;) pause();
    }
    setpgid(p, p);
    return p;
}

static char *make_folder(fixture *x, const char *name)
{
    char *path = scratch_file(&x->top, name);
    assert_int_equal(mkdir(path, 0700), 0);
    return path;
}

static void make_outside(fixture *x)
{
    scratch outside = {x->outside};
    char *kept = scratch_file(&outside, "kept"), *empty = scratch_file(&outside, "empty"), *pipe = scratch_file(&outside, "pipe");
    assert_true(file_write(kept, "as it was\n"));
    assert_int_equal(chmod(kept, 0640), 0);
    assert_int_equal(mkdir(empty, 0700), 0);
    assert_int_equal(mkfifo(pipe, 0600), 0);
    free(kept);
    free(empty);
    free(pipe);
}

static void assert_outside_is_unchanged(fixture *x)
{
    scratch outside = {x->outside};
    char *kept = scratch_file(&outside, "kept"), content[64] = "";
    struct stat s;
    assert_int_equal(stat(kept, &s), 0);
    assert_int_equal(s.st_mode & 07777, 0640);
    assert_int_equal(s.st_nlink, 1);
    FILE *f = fopen(kept, "r");
    assert_non_null(f);
    assert_non_null(fgets(content, sizeof content, f));
    fclose(f);
    free(kept);
    assert_string_equal(content, "as it was\n");
    folder_size size;
    assert_true(folder_measure(x->outside, &(folder_size){100, 1 << 20}, &size));
    assert_int_equal(size.entries, 3);
    assert_int_equal(access("/tmp/latch-harm", F_OK), -1);
    assert_int_equal(access("/dev/shm/latch-harm", F_OK), -1);
    assert_int_equal(waitpid(x->victim, NULL, WNOHANG), 0);
}

/* Processes whose program lies in the test's folder. */
static size_t count_left(const fixture *x)
{
    size_t n = 0;
    DIR *proc = opendir("/proc");
    for (struct dirent *e; (e = readdir(proc));) {
        char link[64], target[4096];
        snprintf(link, sizeof link, "%.20s/exe", e->d_name);
        ssize_t length = readlinkat(dirfd(proc), link, target, sizeof target - 1);
        if (length < 0) continue;
        target[length] = 0;
        n += !strncmp(target, x->top.path, strlen(x->top.path));
    }
    closedir(proc);
    return n;
}

/* ---- sets of features ---- */

typedef struct variant {
    const char *name;
    sandbox_support has;
} variant;

/* Those that this kernel has; the first is all of it. */
static size_t variants_of(const fixture *x, variant out[5])
{
    const sandbox_support *all = &x->all;
    size_t n = 0;
    if (all->has_filter) out[n++] = (variant){"all", *all};
    if (all->has_filter && all->has_namespaces && all->landlock) out[n++] = (variant){"namespaces", {true, true, 0}};
    if (all->has_filter && all->has_namespaces && all->landlock) out[n++] = (variant){"Landlock", {true, false, all->landlock}};
    if (all->has_filter && all->landlock > 2) out[n++] = (variant){"old Landlock", {true, false, 2}};
    if (all->has_filter && (all->has_namespaces || all->landlock)) out[n++] = (variant){"filter", {true, false, 0}};
    return n;
}

static bool writes_are_placed(const sandbox_support *s) { return s->has_namespaces || s->landlock; }

/* ---- runs ---- */

typedef struct run {
    process_result how;
    text said;
    double seconds;
} run;

/* Limits that are soon met. */
static sandbox small(const fixture *x, const sandbox_support *has)
{
    sandbox s = sandbox_make(has, x->folder);
    s.memory_bytes = 200 << 20;
    s.tasks = 60;
    s.file_bytes = 8 << 20; /* with 16 files in memory: 128 MB */
    s.size = (folder_size){.entries = 200, .bytes = 64 << 20}; /* more than what tests beside this one write in its time */
    return s;
}

static run run_way(fixture *x, const sandbox_support *has, const char *binary, const char *way, double seconds, const char *input)
{
    char victim[32];
    snprintf(victim, sizeof victim, "%d", (int)x->victim);
    sandbox s = strcmp(way, "memory") || strstr(binary, "attack") ? small(x, has) : sandbox_make(has, x->folder);
    process_options o = {.argv = (const char *const[]){binary, way, x->outside, victim, NULL}, .input = input, .sandbox = &s,
                         .limits = limits_within(&(limits){0}, seconds)};
    run r;
    text_init(&r.said);
    double start = limits_now();
    r.how = process_run_with(&o, &r.said);
    r.seconds = limits_now() - start;
    assert_true(r.seconds < seconds + 3);
    assert_int_equal(count_left(x), 0);
    assert_outside_is_unchanged(x);
    assert_true(folder_remove(x->folder));
    assert_int_equal(mkdir(x->folder, 0700), 0);
    return r;
}

static void attack(fixture *x, const variant *v, build b, const char *way)
{
    run r = run_way(x, &v->has, program(x, ATTACK, b), way, 20, NULL);
    if (r.how.end != PROCESS_EXITED || r.how.code != 0 || !strstr(r.said.data, "end\n"))
        fail_msg("%s, %s, %s: end %d, %d: %s", way, v->name, BUILDS[b].name, (int)r.how.end, r.how.code, r.said.data);
    text_release(&r.said);
}

/* It is ended: over a limit or out of time. */
static void exhaust(fixture *x, const variant *v, build b, const char *way, process_end end, int code)
{
    run r = run_way(x, &v->has, program(x, ATTACK, b), way, end == PROCESS_OUT_OF_TIME ? 0.5 : 20, NULL);
    if (r.how.end != end || r.how.code != code)
        fail_msg("%s, %s, %s: end %d, %d: %.2000s", way, v->name, BUILDS[b].name, (int)r.how.end, r.how.code, r.said.data);
    text_release(&r.said);
}

static bool runs_fine(fixture *x, const variant *v, build b, const char *way, const char *says, const char *input)
{
    run r = run_way(x, &v->has, program(x, HARMLESS, b), way, 30, input);
    bool ok = strstr(r.said.data, says) != NULL;
    if (!ok) print_error("%s, %s, %s: end %d, %d: %s\n", way, v->name, BUILDS[b].name, (int)r.how.end, r.how.code, r.said.data);
    text_release(&r.said);
    return ok;
}

/* ---- tests ---- */

static void test_attacks(void **state)
{
    static const char *const WAYS[] = {"files", "network", "process", "all", "privileges"};
    fixture *x = *state;
    variant variants[5];
    size_t n = variants_of(x, variants);
    if (!n) skip();
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) {
        for (size_t i = 0; i < 2 * n; i++) attack(x, &variants[i / 2], i % 2 ? PLAIN_64 : PLAIN_32, WAYS[w]);
        attack(x, &variants[0], ASAN_64, WAYS[w]);
        attack(x, &variants[0], ASAN_32, WAYS[w]);
    }
    for (size_t i = 0; i < n; i++) /* namespaces alone do not confine that */
        if (variants[i].has.landlock || !variants[i].has.has_namespaces) attack(x, &variants[i], PLAIN_64, "pipe");
}

static void test_exhaustion(void **state)
{
    fixture *x = *state;
    variant variants[5];
    size_t n = variants_of(x, variants);
    if (!n) skip();
    for (size_t i = 0; i < n; i++) {
        const variant *v = &variants[i];
        exhaust(x, v, PLAIN_64, "fork", PROCESS_OVER_LIMIT, SANDBOX_OVER_TASKS);
        exhaust(x, v, PLAIN_64, "memory", PROCESS_OVER_LIMIT, SANDBOX_OVER_MEMORY);
        exhaust(x, v, PLAIN_64, "spin", PROCESS_OUT_OF_TIME, 0);
        attack(x, v, PLAIN_64, "daemon");
        attack(x, v, PLAIN_64, "memory-files");
        if (!writes_are_placed(&v->has)) continue;
        exhaust(x, v, PLAIN_64, "disk", PROCESS_OVER_LIMIT, SANDBOX_OVER_DISK);
        exhaust(x, v, PLAIN_64, "folder", PROCESS_OVER_LIMIT, SANDBOX_OVER_DISK);
        run r = run_way(x, &v->has, program(x, ATTACK, PLAIN_64), "dig", 20, NULL); /* also removes what it leaves */
        text_release(&r.said);
    }
    exhaust(x, &variants[0], PLAIN_64, "memory-headless", PROCESS_OVER_LIMIT, SANDBOX_OVER_MEMORY);
    exhaust(x, &variants[0], PLAIN_32, "fork", PROCESS_OVER_LIMIT, SANDBOX_OVER_TASKS);
    exhaust(x, &variants[0], PLAIN_64, "memory-together", PROCESS_OVER_LIMIT, SANDBOX_OVER_MEMORY);
    exhaust(x, &variants[0], ASAN_64, "memory", PROCESS_OVER_LIMIT, SANDBOX_OVER_MEMORY);
    exhaust(x, &variants[0], ASAN_32, "memory", PROCESS_OVER_LIMIT, SANDBOX_OVER_MEMORY);
    exhaust(x, &variants[0], PLAIN_64, "talk", PROCESS_OUT_OF_TIME, 0);
}

static void test_harmless(void **state)
{
    static const char *const WAYS[] = {"threads", "children", "system", "again"};
    fixture *x = *state;
    variant variants[5];
    size_t n = variants_of(x, variants);
    char *input = scratch_file(&x->top, "input");
    assert_true(file_write(input, "a line\n"));
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        const variant *v = &variants[i];
        for (build b = PLAIN_64; b <= PLAIN_32; b++)
            for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS; w++) ok &= runs_fine(x, v, b, WAYS[w], "end\n", NULL);
        ok &= runs_fine(x, v, PLAIN_64, "input", "read: a line\n", input);
        if (!writes_are_placed(&v->has)) continue;
        ok &= runs_fine(x, v, PLAIN_64, "files", "end\n", NULL) && runs_fine(x, v, PLAIN_32, "files", "end\n", NULL);
        ok &= runs_fine(x, v, PLAIN_64, "devices", "end\n", NULL) && runs_fine(x, v, PLAIN_32, "devices", "end\n", NULL);
        if (v->has.has_namespaces) ok &= runs_fine(x, v, PLAIN_64, "rights", "end\n", NULL);
    }
    for (size_t w = 0; w < sizeof WAYS / sizeof *WAYS && n; w++) ok &= runs_fine(x, &variants[0], ASAN_64, WAYS[w], "end\n", NULL);
    if (n) ok &= runs_fine(x, &variants[0], PLAIN_64, "memory", "end\n", NULL);
    free(input);
    assert_true(ok);
    if (!n) skip();
}

/* Reports with a place in the source: the symbolizer is a program that the sanitizer starts. LeakSanitizer traces its own process. */
static void test_sanitizers(void **state)
{
    fixture *x = *state;
    variant variants[5];
    size_t n = variants_of(x, variants);
    bool ok = true;
    for (size_t i = 0; i < n; i++) {
        const variant *v = &variants[i];
        ok &= runs_fine(x, v, ASAN_64, "overflow", "harmless.c:1000", NULL);
        if (i == 0) ok &= runs_fine(x, v, ASAN_32, "overflow", "harmless.c:1000", NULL);
        if (writes_are_placed(&v->has)) ok &= runs_fine(x, v, ASAN_64, "leak", "1000 byte(s) leaked", NULL);
    }
    if (n) ok &= runs_fine(x, &variants[0], ASAN_32, "leak", "1000 byte(s) leaked", NULL);
    if (n) ok &= runs_fine(x, &variants[0], MSAN_64, "unset", "use-of-uninitialized-value", NULL);
    if (n) ok &= runs_fine(x, &variants[0], UBSAN_64, "signed", "signed integer overflow", NULL);
    assert_true(ok);
    if (!n) skip();
}

static void test_results(void **state)
{
    fixture *x = *state;
    if (!x->all.has_filter) skip();
    run r = run_way(x, &x->all, program(x, HARMLESS, PLAIN_64), "abort", 20, NULL);
    assert_int_equal(r.how.end, PROCESS_SIGNALLED);
    assert_int_equal(r.how.code, SIGABRT);
    text_release(&r.said);
    r = run_way(x, &x->all, "/nonexistent", "", 20, NULL);
    assert_int_equal(r.how.end, PROCESS_NOT_STARTED);
    text_release(&r.said);
    r = run_way(x, &x->all, "/bin/cat", "", 20, "/nonexistent");
    assert_int_equal(r.how.end, PROCESS_NOT_STARTED);
    text_release(&r.said);
}

/* A feature that is not there is no reason to run without it. */
static void test_closed_on_failure(void **state)
{
    fixture *x = *state;
    sandbox s = sandbox_make(&x->all, "/nonexistent");
    process_options o = {.argv = (const char *const[]){"/bin/true", NULL}, .sandbox = &s};
    text said;
    text_init(&said);
    assert_int_equal(process_run_with(&o, &said).end, PROCESS_NOT_STARTED);
    text_release(&said);
}

/* The file is open as descriptor PROCESS_SHARED; variables and folder are those that were asked for. */
static void test_options(void **state)
{
    fixture *x = *state;
    char *shared = scratch_file(&x->top, "shared");
    assert_true(file_write(shared, ""));
    sandbox s = sandbox_make(&x->all, x->folder);
    process_options o = {.argv = (const char *const[]){"/bin/bash", "-c", "echo $COLOUR >&999; pwd; cat", NULL},
                         .envp = (const char *const[]){"COLOUR=blue", "PATH=/bin", NULL}, .input = "/etc/hostname", .shared = shared, .sandbox = &s};
    text said;
    text_init(&said);
    process_result r = process_run_with(&o, &said);
    if (r.end != PROCESS_EXITED || r.code != 0) fail_msg("end %d, %d: %s", (int)r.end, r.code, said.data);
    assert_memory_equal(said.data, x->folder, strlen(x->folder));
    struct stat written;
    assert_int_equal(stat(shared, &written), 0);
    assert_int_equal(written.st_size, strlen("blue\n"));
    text_release(&said);
    free(shared);
}

static void make_tree(const char *top)
{
    int here = open(".", O_RDONLY | O_DIRECTORY);
    assert_int_equal(chdir(top), 0);
    for (int depth = 0; depth < 2000; depth++) {
        assert_int_equal(mkdir("a", 0700), 0);
        assert_int_equal(mkdir("b", 0700), 0);
        assert_true(file_write("file", "x"));
        assert_true(file_write("b/.moved-0", "x"));
        assert_int_equal(chmod("b", 0), 0);
        assert_int_equal(chdir("a"), 0);
    }
    assert_int_equal(symlink(top, "up"), 0);
    assert_int_equal(fchdir(here), 0);
    close(here);
}

/* Deep, locked, with links to elsewhere: all of it goes, and nothing elsewhere. */
static void test_removal(void **state)
{
    fixture *x = *state;
    scratch top;
    diag error;
    diag_init(&error);
    assert_true(scratch_init(&top, &error));
    make_tree(top.path);
    char *link = scratch_file(&top, "link"), *path = alloc_string(top.path, strlen(top.path));
    assert_int_equal(symlink(x->outside, link), 0);
    scratch_release(&top);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(symlink(x->outside, path), 0);
    assert_false(folder_remove(path));
    assert_int_equal(unlink(path), 0);
    assert_outside_is_unchanged(x);
    free(link);
    free(path);
    diag_release(&error);
}

static void test_gaps_are_named(void **state)
{
    (void)state;
    static const struct {
        sandbox_support has;
        bool is_complete;
    } CASES[] = {{{true, true, 7}, true}, {{true, true, 0}, false}, {{true, false, 1}, true}, {{true, false, 0}, false}, {{false, true, 7}, false},
                 {{false, false, 0}, false}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        text t;
        text_init(&t);
        sandbox_print_gaps(&t, &CASES[i].has);
        assert_int_equal(t.size == 0, CASES[i].is_complete);
        text_release(&t);
    }
}

static int setup(void **state)
{
    fixture *x = alloc_zeroed(1, sizeof *x);
    diag error;
    diag_init(&error);
    assert_true(scratch_init(&x->top, &error));
    x->compiler = process_find("clang-19");
    assert_non_null(x->compiler);
    x->folder = make_folder(x, "folder");
    x->outside = make_folder(x, "outside");
    make_outside(x);
    x->all = sandbox_probe();
    x->victim = start_victim();
    setenv("LATCH_TEST_SECRET", "secret", 1);
    diag_release(&error);
    *state = x;
    return 0;
}

static int teardown(void **state)
{
    fixture *x = *state;
    kill(x->victim, SIGKILL);
    waitpid(x->victim, NULL, 0);
    for (size_t s = 0; s < N_SOURCES; s++)
        for (size_t b = 0; b < N_BUILDS; b++) free(x->programs[s][b]);
    free(x->compiler);
    free(x->folder);
    free(x->outside);
    scratch_release(&x->top);
    free(x);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_attacks),    cmocka_unit_test(test_exhaustion),        cmocka_unit_test(test_harmless), cmocka_unit_test(test_sanitizers),
        cmocka_unit_test(test_results),    cmocka_unit_test(test_closed_on_failure), cmocka_unit_test(test_options),  cmocka_unit_test(test_removal),
        cmocka_unit_test(test_gaps_are_named),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}

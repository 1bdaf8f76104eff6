/* The command line, on top of latch.h alone. */

#include "app/arguments.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EXIT_SAFE = 0, EXIT_BAD_INPUT = 2, EXIT_UNSAFE = 10, EXIT_UNKNOWN = 20, EXIT_CONTRADICTION = 30, EXIT_VIOLATED = 77 };

static volatile sig_atomic_t stop_requested;

static void request_stop(int signal_number)
{
    (void)signal_number;
    stop_requested = 1;
}

static void catch_signals(void)
{
    struct sigaction action = {.sa_handler = request_stop};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

static void print_help(void)
{
    puts("Latch proves that a C program's assertions cannot fail and shows why, or finds inputs that make one fail and runs them; it\n"
         "makes tests that reach every block and branch of a program, or proofs that none can; and it decides whether constrained Horn\n"
         "clauses have a solution.\n"
         "\n"
         "  latch check [options] FILE... [-- FLAGS]   check a C program (.c .i .bc .ll; FLAGS go to the compiler)\n"
         "  latch check [options] FILE.smt2            decide a Horn problem (SMT-LIB 2, logic HORN; '-' is standard input)\n"
         "  latch test [options] FILE... -o DIR [-- FLAGS]\n"
         "                                             make a test suite for a C program ('latch test --help' tells more)\n"
         "  latch replay [options] FILE... TEST... [-- FLAGS]\n"
         "                                             run a C program on tests (.xml or test-N.c) and say what they do and cover\n"
         "  latch run [options] FILE... [-- FLAGS]     run a C program as it is understood, with inputs 0, and exit as it does\n"
         "  latch engines                 list the engines\n"
         "  latch passes                  list the transformations that run before an engine\n"
         "  latch --version, --help\n"
         "\n"
         "The first line on standard output is the answer. For C: SAFE, UNSAFE or UNKNOWN (why); for Horn problems: sat (a\n"
         "solution exists: the program is safe), unsat (false can be derived: a counterexample exists) or unknown. Every proof has\n"
         "been checked against the original clauses by a validator that shares no code with the engines; every UNSAFE was confirmed by\n"
         "compiling the program with the inputs found and running it.\n"
         "\n"
         "Options of check:");
    arguments_help(FOR_CHECK, 0);
    puts("  -v                     same as --verbose\n"
         "  --help, --version\n"
         "\n"
         "Of these, run takes --arch, --check, --entry and --timeout, and replay --arch, --entry, --goal, --timeout and -v. Besides, test takes:");
    arguments_help(FOR_TEST, FOR_CHECK);
    puts("\n"
         "Exit code: 0 safe or sat, 10 unsafe or unsat, 20 unknown, 2 bad usage or input. Of run: the program's (modulo 256), 77 if a\n"
         "goal is violated, 20 if the run ended otherwise, 2 bad usage or input. Of test: 0 every goal is reached or proved unreachable, 20 some\n"
         "are open, 2 bad usage or input, 30 Latch contradicts itself. Of replay: 0, 10 if an assertion fails, 2 if a test cannot be run.\n"
         "\n"
         "Examples:\n"
         "  latch check examples/safe-sum.c                      a proof, with the loop's invariant\n"
         "  latch check --model examples/safe-loop.smt2             a proof: an invariant for the loop\n"
         "  latch check --derivation examples/unsafe-counter.smt2   a counterexample, step by step\n"
         "  latch check --timeout 60 --certificate proof.smt2 big.smt2 && z3 proof.smt2\n"
         "  latch test examples/triangle.c -o suite && suite/run-tests.sh   tests, and proofs for the rest");
}

static void print_test_help(void)
{
    puts("latch test [options] FILE... -o DIR [-- FLAGS]\n"
         "\n"
         "Makes a test suite for a C program. For every basic block and every outcome of a branch there is, at the end, a test that reaches it,\n"
         "or a proof that no run does, or it is open. Inputs are what __VERIFIER_nondet_* and functions without a body return, and with\n"
         "--entry FN the parameters of FN and what they point to. Every test has been run against the compiled program: what it covers was\n"
         "measured. It can be interrupted at any time (Ctrl-C, --timeout): what was found so far is written.\n"
         "\n"
         "DIR gets: test-N.c (link it with the program), run-tests.sh (compiles and runs them all), testcase-N.xml and metadata.xml (the exchange\n"
         "format of the competitions on testing), goals.csv (each goal: its place, and its tests, or unreachable, or open).\n"
         "\n"
         "Options:");
    arguments_help(FOR_TEST, 0);
    puts("  -v                     same as --verbose\n"
         "\n"
         "Exit code: 0 every goal is reached or proved unreachable, 20 some are open, 2 bad usage or input, 30 Latch contradicts itself (please\n"
         "report that).\n"
         "\n"
         "Examples:\n"
         "  latch test prog.c -o suite && suite/run-tests.sh\n"
         "  latch test --entry parse --timeout 60 parse.c util.c -o suite -- -Iinclude   tests for a function, without a harness\n"
         "  latch test --goal error prog.c -o suite                                     only tests that make assertions fail");
}

/* ---- output ---- */

typedef struct progress_line {
    bool on; /* standard error is a terminal */
    bool shown;
} progress_line;

static void show_progress(void *user, const char *engine, const char *what, int64_t bound, double seconds)
{
    progress_line *line = user;
    if (!line->on || seconds < 1) return;
    char depth[32] = "";
    if (bound >= 0) snprintf(depth, sizeof depth, " %lld", (long long)bound);
    fprintf(stderr, "\r\033[K%.0f s  %s: %s%s", seconds, engine, *what ? what : "searching", depth);
    fflush(stderr);
    line->shown = true;
}

static void end_progress(progress_line *line)
{
    if (line->shown) fputs("\r\033[K", stderr);
}

static bool put_and_close(FILE *f, const char *content)
{
    bool ok = fputs(content, f) >= 0;
    return fclose(f) == 0 && ok;
}

/* A temporary file beside `path` that then takes its name: all or nothing. */
static bool replace_file(const char *path, const char *content)
{
    size_t length = strlen(path);
    char *temporary = malloc(length + 8);
    if (!temporary) return false;
    memcpy(temporary, path, length);
    memcpy(temporary + length, ".XXXXXX", 8);
    int fd = mkstemp(temporary);
    mode_t mask = umask(0);
    umask(mask);
    if (fd >= 0) fchmod(fd, 0666 & ~mask);
    FILE *f = fd >= 0 ? fdopen(fd, "w") : NULL;
    bool ok = f && put_and_close(f, content) && rename(temporary, path) == 0;
    if (!ok && fd >= 0) unlink(temporary);
    free(temporary);
    return ok;
}

static bool write_file(const char *path, const char *content)
{
    struct stat status;
    bool special = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    FILE *f = special ? fopen(path, "w") : NULL;
    bool ok = special ? f && put_and_close(f, content) : replace_file(path, content);
    if (!ok) fprintf(stderr, "%s: error: cannot write: %s\n", path, strerror(errno));
    return ok;
}

static void print_block(FILE *to, const char *open, char *content, const char *close)
{
    if (content) fprintf(to, "%s%s%s", open, content, close);
    latch_free_text(content);
}

static void say_more(const arguments *a, const latch_problem *p, const latch_result *r)
{
    latch_answer answer = latch_result_answer(r), status = latch_problem_status(p);
    if (answer == LATCH_UNKNOWN && !latch_problem_is_program(p)) fprintf(stderr, "latch: unknown: %s\n", latch_result_reason(r));
    if (answer == LATCH_UNKNOWN) {
        if (latch_result_bound(r) >= 0) fprintf(stderr, "latch: proved: no derivation of depth %lld or less exists\n", (long long)latch_result_bound(r));
    } else if (status != LATCH_UNKNOWN && status != answer) {
        fprintf(stderr, "%s: warning: the file says :status %s, but the answer is %s (validated)\n", a->files[0], latch_answer_word(p, status),
                latch_answer_word(p, answer));
    }
    if (a->verbose && latch_result_engine(r))
        fprintf(stderr, "latch: answered by %s and validated in %.2f s\n", latch_result_engine(r), latch_result_seconds(r));
}

static void print_program_result(FILE *to, const arguments *a, const latch_result *r)
{
    if (a->verbose || latch_result_answer(r) == LATCH_UNSAFE) print_block(to, "", latch_result_goals(r), "");
    print_block(to, "The run, replayed with the compiled program:\n", latch_result_trace(r), "");
    print_block(to, "What holds:\n", latch_result_annotations(r), "");
    print_block(to, "", latch_result_assumptions(r), "");
    if (a->debug_replay) print_block(stderr, "latch: not confirmed:\n", latch_result_mismatch(r), "");
}

static bool write_outputs(const arguments *a, const latch_problem *p, const latch_result *r)
{
    bool json_only = a->json && !strcmp(a->json, "-"), ok = true;
    FILE *people = json_only ? stderr : stdout;
    fputs(latch_answer_word(p, latch_result_answer(r)), people);
    if (latch_problem_is_program(p) && latch_result_answer(r) == LATCH_UNKNOWN) fprintf(people, " (%s)", latch_result_reason(r));
    fputc('\n', people);
    if (latch_problem_is_program(p)) print_program_result(people, a, r);
    if (a->model || latch_problem_wants_model(p)) print_block(people, "(\n", latch_result_model(r), ")\n");
    if (a->derivation) print_block(people, "", latch_result_derivation(r), "");
    fflush(people);
    say_more(a, p, r);
    if (a->stats) print_block(stderr, "", latch_result_stats(r), "");
    if (a->certificate) {
        char *certificate = latch_result_certificate(r);
        if (certificate) ok = write_file(a->certificate, certificate) && ok;
        latch_free_text(certificate);
    }
    if (a->json) {
        char *json = latch_result_json(r);
        if (json_only)
            fputs(json, stdout);
        else
            ok = write_file(a->json, json) && ok;
        latch_free_text(json);
    }
    return ok && fflush(stdout) == 0;
}

/* ---- commands ---- */

static int exit_code(latch_answer a) { return a == LATCH_SAFE ? EXIT_SAFE : a == LATCH_UNSAFE ? EXIT_UNSAFE : EXIT_UNKNOWN; }

static int check_problem(arguments *a, const latch_problem *p)
{
    progress_line line = {.on = isatty(STDERR_FILENO)};
    a->options.progress = show_progress;
    a->options.user = &line;
    latch_result *r = latch_check(p, &a->options);
    end_progress(&line);
    int code = exit_code(latch_result_answer(r));
    if (!write_outputs(a, p, r)) code = EXIT_BAD_INPUT;
    latch_result_free(r);
    return code;
}

static bool pass_exists(const char *name)
{
    for (size_t i = 0; i < latch_pass_count(); i++)
        if (!strcmp(latch_pass_name(i), name)) return true;
    return !strcmp(name, "all");
}

/* NULL after saying why. */
static latch_problem *load(arguments *a)
{
    catch_signals();
    a->options.stop = &stop_requested;
    char *error;
    latch_problem *p = latch_load(a->files, a->n_files, &a->options, &error);
    if (!p) fprintf(stderr, "%s\n", error);
    latch_free_text(error);
    return p;
}

static int run_problem(const arguments *a, const latch_problem *p)
{
    latch_run run = latch_run_program(p, &a->options);
    fputs(run.output, stdout);
    bool ok = fflush(stdout) == 0;
    if (run.end == LATCH_RUN_VIOLATED) fprintf(stderr, "latch: violated: %s\n", run.message);
    if (run.end == LATCH_RUN_STOPPED) fprintf(stderr, "latch: stopped: %s\n", run.message);
    int code = run.end == LATCH_RUN_EXITED ? (int)(run.status & 0xff) : run.end == LATCH_RUN_VIOLATED ? EXIT_VIOLATED : EXIT_UNKNOWN;
    latch_run_release(&run);
    return ok ? code : EXIT_BAD_INPUT;
}

static int run_run(int argc, char **argv)
{
    arguments a;
    int code = EXIT_BAD_INPUT;
    latch_problem *p = arguments_parse(&a, FOR_RUN, argc, argv) ? load(&a) : NULL;
    if (p && latch_problem_is_program(p))
        code = run_problem(&a, p);
    else if (p)
        fprintf(stderr, "%s: error: not a C program\n", a.files[0]);
    latch_problem_free(p);
    arguments_release(&a);
    return code;
}

static int run_check(int argc, char **argv)
{
    arguments a;
    int code = EXIT_BAD_INPUT;
    latch_problem *p = NULL;
    if (!arguments_parse(&a, FOR_CHECK, argc, argv)) goto done;
    if (a.print_after && !pass_exists(a.print_after)) {
        fprintf(stderr, "latch: error: there is no pass '%s'; 'latch passes' lists them\n", a.print_after);
        goto done;
    }
    p = load(&a);
    if (!p) goto done;
    if (a.print_program || a.print_regions) {
        if (!latch_problem_is_program(p)) {
            fprintf(stderr, "%s: error: not a C program\n", a.files[0]);
        } else {
            if (a.print_program) print_block(stdout, "", latch_problem_program(p), "");
            if (a.print_regions) print_block(stdout, "", latch_problem_regions(p), "");
            code = 0;
        }
    } else if (a.print_horn || a.print_after) {
        print_block(stdout, "", latch_problem_print(p, &a.options, a.print_horn ? NULL : a.print_after), "");
        code = 0;
    } else {
        code = check_problem(&a, p);
    }
done:
    latch_problem_free(p);
    arguments_release(&a);
    return code;
}

/* ---- tests ---- */

/* Bugs in Latch come first and last. */
static bool report_contradictions(const latch_tests *t)
{
    char *found = latch_tests_contradictions(t);
    if (found) fprintf(stderr, "latch: internal error: a goal is called unreachable, but a test reaches it; please report this\n%s", found);
    latch_free_text(found);
    return found != NULL;
}

static bool write_test_outputs(const arguments *a, const latch_tests *t)
{
    bool json_only = a->json && !strcmp(a->json, "-"), ok = true;
    FILE *people = json_only ? stderr : stdout;
    char *error = latch_tests_write(t, a->output);
    print_block(people, "", latch_tests_summary(t, a->verbose), "");
    if (error) fprintf(stderr, "%s\n", error);
    else fprintf(people, "%s has %zu test%s: run %s/run-tests.sh\n", a->output, latch_tests_count(t), latch_tests_count(t) == 1 ? "" : "s", a->output);
    ok = !error;
    latch_free_text(error);
    fflush(people); /* where both go to one place, this comes first */
    print_block(stderr, "latch: ", latch_tests_notes(t), "");
    if (a->stats) print_block(stderr, "", latch_tests_stats(t), "");
    if (a->json) {
        char *json = latch_tests_json(t);
        if (json_only) fputs(json, stdout);
        else ok = write_file(a->json, json) && ok;
        latch_free_text(json);
    }
    return fflush(stdout) == 0 && ok;
}

static int test_program(arguments *a, const latch_problem *p)
{
    progress_line line = {.on = isatty(STDERR_FILENO)};
    a->options.progress = show_progress;
    a->options.user = &line;
    latch_tests *t = latch_test(p, &a->options);
    end_progress(&line);
    int code = latch_tests_goals(t, LATCH_GOAL_OPEN) ? EXIT_UNKNOWN : EXIT_SAFE;
    if (!write_test_outputs(a, t)) code = EXIT_BAD_INPUT;
    if (report_contradictions(t)) code = EXIT_CONTRADICTION;
    latch_tests_free(t);
    return code;
}

static int run_test(int argc, char **argv)
{
    arguments a;
    int code = EXIT_BAD_INPUT;
    latch_problem *p = NULL;
    if (!arguments_parse(&a, FOR_TEST, argc, argv)) goto done;
    if (!a.output && !a.print_program) {
        fprintf(stderr, "latch: error: no folder for the tests is given: -o DIR\n");
        goto done;
    }
    p = load(&a);
    if (p && !latch_problem_is_program(p)) {
        fprintf(stderr, "%s: error: not a C program\n", a.files[0]);
    } else if (p && a.print_program) {
        print_block(stdout, "", latch_problem_program(p), "");
        code = 0;
    } else if (p) {
        code = test_program(&a, p);
    }
done:
    latch_problem_free(p);
    arguments_release(&a);
    return code;
}

/* Programs come first; the number of the first test. */
static size_t split_tests(arguments *a)
{
    size_t first = a->n_files;
    for (size_t i = 1; i < a->n_files && first == a->n_files; i++) {
        const char *slash = strrchr(a->files[i], '/'), *name = slash ? slash + 1 : a->files[i];
        size_t length = strlen(name);
        bool is_xml = length > 4 && !strcmp(name + length - 4, ".xml");
        if (is_xml || !strncmp(name, "test-", 5)) first = i;
    }
    return first;
}

static int run_replay(int argc, char **argv)
{
    arguments a;
    int code = EXIT_BAD_INPUT;
    latch_problem *p = NULL;
    if (!arguments_parse(&a, FOR_REPLAY, argc, argv)) goto done;
    size_t all = a.n_files, first = split_tests(&a);
    if (first == all) {
        fprintf(stderr, "latch: error: no tests are given: files FILE... TEST..., where a TEST is a .xml or a test-N.c\n");
        goto done;
    }
    a.n_files = first;
    p = load(&a);
    if (p && !latch_problem_is_program(p)) {
        fprintf(stderr, "%s: error: not a C program\n", a.files[0]);
    } else if (p) {
        latch_replay_worst worst;
        print_block(stdout, "", latch_replay(p, &a.options, a.files + first, all - first, a.verbose, &worst), "");
        code = worst == LATCH_REPLAY_FINE ? EXIT_SAFE : worst == LATCH_REPLAY_VIOLATED ? EXIT_UNSAFE : EXIT_BAD_INPUT;
    }
done:
    latch_problem_free(p);
    arguments_release(&a);
    return code;
}

static int list_engines(void)
{
    for (size_t i = 0; i < latch_engine_count(); i++) printf("%-8s %s\n", latch_engine_name(i), latch_engine_help(i));
    printf("%-8s %s\n", "auto", "side by side, each in its own process; the first validated answer wins:");
    printf("%-8s", "");
    for (size_t i = 0; i < latch_engine_count(); i++)
        if (latch_engine_in_auto(i)) printf(" %s", latch_engine_name(i));
    putchar('\n');
    return 0;
}

static int list_passes(void)
{
    for (size_t i = 0; i < latch_pass_count(); i++) printf("%-10s %s\n", latch_pass_name(i), latch_pass_help(i));
    return 0;
}

int main(int argc, char **argv)
{
    const char *command = argc > 1 ? argv[1] : "--help";
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) command = !strcmp(command, "test") ? "test --help" : "--help";
    if (!strcmp(command, "check")) return run_check(argc - 2, argv + 2);
    if (!strcmp(command, "test")) return run_test(argc - 2, argv + 2);
    if (!strcmp(command, "replay")) return run_replay(argc - 2, argv + 2);
    if (!strcmp(command, "test --help")) {
        print_test_help();
        return 0;
    }
    if (!strcmp(command, "run")) return run_run(argc - 2, argv + 2);
    if (!strcmp(command, "engines")) return list_engines();
    if (!strcmp(command, "passes")) return list_passes();
    if (!strcmp(command, "--version")) {
        printf("latch %s (%s)\n", latch_version(), latch_solver_version());
        return 0;
    }
    if (strcmp(command, "--help") && strcmp(command, "help")) {
        fprintf(stderr, "latch: error: there is no command '%s'; 'latch --help' lists them\n", command);
        return EXIT_BAD_INPUT;
    }
    print_help();
    return argc > 1 ? 0 : EXIT_BAD_INPUT;
}

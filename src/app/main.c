/* The command line, on top of latch.h alone. */

#include "app/arguments.h"
#include "app/session.h"
#include "app/supervise.h"
#include "app/targets.h"

#include "base/limits.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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
    sigaction(SIGHUP, &action, NULL);
}

static void print_help(void)
{
    puts("Latch proves that a C program's assertions cannot fail and shows why, or finds inputs that make one fail and runs them; it\n"
         "makes tests that reach every block and branch of a program, or proofs that none can; and it decides whether constrained Horn\n"
         "clauses have a solution.\n"
         "\n"
         "  latch check [options] FILE... [-- FLAGS]   check a C program (.c .i .bc .ll; FLAGS go to the compiler)\n"
         "  latch check [options] FILE.smt2            decide a Horn problem (SMT-LIB 2, logic HORN; '-' is standard input)\n"
         "  latch check [options] FILE.smt2...         decide several, each under the limits, and print a table\n"
         "  latch session [options] [FILE]             answer SMT-LIB's commands one by one; without FILE: from standard input\n"
         "  latch test [options] FILE... -o DIR [-- FLAGS]\n"
         "                                             make a test suite for a C program, or FILE.while ('latch test --help' tells more)\n"
         "  latch replay [options] FILE... TEST... [-- FLAGS]\n"
         "                                             run a C program on tests (.xml or test-N.c) and say what they do and cover\n"
         "  latch run [options] FILE... [-- FLAGS]     run a C program as it is understood, with inputs 0, and exit as it does\n"
         "  latch check [options] FILE.while           check a program of the while language (docs/while.md)\n"
         "  latch slam [--explain] FILE.while          the same by refinement with weakest preconditions (docs/slam.md)\n"
         "  latch run [--inputs LIST] FILE.while       run it and print the state at the end\n"
         "  latch fmt FILE.while          print it in its one layout\n"
         "  latch engines                 list the engines\n"
         "  latch libc                    list the functions of the C library that are known, and how well\n"
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
         "  -I DIR, -D NAME[=VALUE], -U NAME, -std=STD, -include FILE, -isystem DIR\n"
         "                         C: for the compiler, of every command; any other flags come after '--'\n"
         "  --help, --version\n"
         "\n"
         "Of these, run takes --arch, --check, --entry, --unseen, --memlimit and --timeout, and replay --arch, --entry, --goal, --unseen, --memlimit, --timeout and -v. Besides, test takes:");
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

static bool names_c(const char *path)
{
    size_t n = strlen(path);
    return n < 6 || strcmp(path + n - 6, ".while");
}

static void print_program_result(FILE *to, const arguments *a, const latch_result *r)
{
    print_block(to, "", latch_result_story(r), "");
    print_block(to, "note: ", latch_result_note(r), "\n");
    if (a->verbose || latch_result_answer(r) == LATCH_UNSAFE) print_block(to, "", latch_result_goals(r), "");
    else print_block(to, "", latch_result_open_goals(r), "");
    print_block(to, names_c(a->files[0]) ? "The run, replayed with the compiled program:\n" : "The run:\n", latch_result_trace(r), "");
    print_block(to, "What holds:\n", latch_result_annotations(r), "");
    print_block(to, "", latch_result_assumptions(r), "");
    if (a->debug_replay) print_block(stderr, "latch: not confirmed:\n", latch_result_mismatch(r), "");
}

/* The answer comes first, whatever becomes of the rest. */
static bool write_outputs(const arguments *a, const latch_problem *p, const latch_result *r)
{
    bool json_only = a->json && !strcmp(a->json, "-"), ok = true;
    FILE *people = json_only ? stderr : stdout;
    fputs(latch_answer_word(p, latch_result_answer(r)), people);
    if (latch_problem_is_program(p) && latch_result_answer(r) == LATCH_UNKNOWN) fprintf(people, " (%s)", latch_result_reason(r));
    print_block(people, " (if ", latch_result_condition(r), ")");
    fputc('\n', people);
    fflush(people);
    if (latch_problem_is_program(p)) print_program_result(people, a, r);
    if (a->model || latch_problem_wants_model(p)) print_block(people, "(\n", latch_result_model(r), ")\n");
    if (a->derivation) print_block(people, "", latch_result_derivation(r), "");
    fflush(people);
    say_more(a, p, r);
    if (a->stats) print_block(stderr, "", latch_result_stats(r), "");
    if (a->certificate) {
        char *certificate = latch_result_certificate(r);
        if (certificate) ok = target_write(a->certificate, certificate) && ok;
        latch_free_text(certificate);
    }
    if (a->json) {
        char *json = latch_result_json(r);
        if (json_only)
            fputs(json, stdout);
        else
            ok = target_write(a->json, json) && ok;
        latch_free_text(json);
    }
    return ok;
}

/* ---- commands ---- */

typedef struct command {
    unsigned kind; /* FOR_... */
    arguments a;
    size_t n_tests; /* of replay: after the files */
    bool in_table; /* a row is all that is said */
    double started, deadline; /* 0 = none */
    int (*run)(struct command *c, board *b); /* in a process of its own; returns the exit code */
} command;

static int exit_code(latch_answer a) { return a == LATCH_SAFE ? EXIT_SAFE : a == LATCH_UNSAFE ? EXIT_UNSAFE : EXIT_UNKNOWN; }

static void print_row(const char *answer, double seconds, const char *engine, const char *path, const char *why)
{
    printf("%-8s%8.2f  %-9s %s%s%s%s\n", answer, seconds, engine, path, *why ? " (" : "", why, *why ? ")" : "");
    fflush(stdout);
}

/* A session that was ended: the last command has no answer. */
static int give_up_session(const char *why)
{
    printf("(error \"%s\")\n", why);
    fflush(stdout);
    return EXIT_UNKNOWN;
}

/* The answer where there is no result that could give it. */
static int give_up(void *context, const char *why, bool is_reading)
{
    const command *c = context;
    const arguments *a = &c->a;
    if (c->kind == FOR_SESSION) return give_up_session(why);
    if (c->in_table) {
        print_row("unknown", limits_now() - c->started, "-", a->files[0], why);
        return EXIT_UNKNOWN;
    }
    bool json_only = a->json && !strcmp(a->json, "-"), is_program = latch_names_program(a->files[0]), ok = true;
    FILE *people = json_only || c->kind == FOR_RUN ? stderr : stdout;
    text reason;
    text_init(&reason);
    text_printf(&reason, "%s%s%s", why, is_reading ? " while reading " : "", is_reading ? a->files[0] : "");
    if (c->kind == FOR_RUN) fprintf(people, "latch: stopped: %s\n", reason.data);
    else if (is_program) fprintf(people, "UNKNOWN (%s)\n", reason.data);
    else fputs("unknown\n", people);
    fflush(people);
    if (!is_program) fprintf(stderr, "latch: unknown: %s\n", reason.data);
    if (a->json) {
        char *json = latch_unknown_json(a->files[0], reason.data, limits_now() - c->started);
        if (json_only) fputs(json, stdout);
        else ok = target_write(a->json, json);
        latch_free_text(json);
    }
    text_release(&reason);
    return ok ? EXIT_UNKNOWN : EXIT_BAD_INPUT;
}

static int check_flushed(int code)
{
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    fputs("latch: error: cannot write to standard output\n", stderr);
    return EXIT_BAD_INPUT;
}

static int run_body(void *context, board *b)
{
    command *c = context;
    return check_flushed(c->run(c, b));
}

/* Under the limits, once the arguments are right and results have a place to go to. */
static int run_limited(command *c)
{
    /* `test` has much to lose and writes it at the end */
    double grace = c->kind == FOR_TEST ? 15 : 2;
    const latch_options *o = &c->a.options;
    c->started = limits_now();
    c->deadline = o->timeout > 0 ? c->started + o->timeout : 0;
    supervision s = {.deadline = c->deadline, .memory = o->memory_mb << 20, .grace = grace, .body = run_body, .give_up = give_up, .context = c};
    targets t;
    int code = targets_init(&t, &c->a) ? supervise(&s) : EXIT_BAD_INPUT;
    targets_release(&t);
    return code;
}

/* The time that is left. */
static void take_time(command *c)
{
    if (c->deadline <= 0) return;
    double left = c->deadline - limits_now();
    c->a.options.timeout = left > 1e-6 ? left : 1e-6;
}

/* NULL after saying why; *code is then the exit code. */
static latch_problem *load(command *c, board *b, int *code)
{
    catch_signals();
    c->a.options.stop = &stop_requested;
    take_time(c);
    char *error;
    latch_problem *p = latch_load(c->a.files, c->a.n_files, &c->a.options, &error);
    bool is_over = c->deadline > 0 && limits_now() >= c->deadline;
    *code = EXIT_BAD_INPUT;
    if (!p && !is_over && !stop_requested && c->in_table) board_answer(b, EXIT_BAD_INPUT), print_row("error", 0, "-", c->a.files[0], "");
    if (!p && (is_over || stop_requested)) {
        board_answer(b, EXIT_UNKNOWN);
        *code = give_up(c, stop_requested ? "interrupted" : "out of time", true);
    } else if (!p) {
        fprintf(stderr, "%s\n", error);
    }
    latch_free_text(error);
    if (p) board_set_working(b);
    take_time(c);
    return p;
}

/* The same for commands that are about C programs. */
static latch_problem *load_program(command *c, board *b, int *code)
{
    latch_problem *p = load(c, b, code);
    if (!p || latch_problem_is_program(p)) return p;
    fprintf(stderr, "%s: error: not a C program\n", c->a.files[0]);
    latch_problem_free(p);
    return NULL;
}

/* Once, before the program may run. */
static void warn_of_gaps(const arguments *a)
{
    char *gaps = a->options.no_sandbox ? NULL : latch_sandbox_gaps();
    if (gaps) fprintf(stderr, "latch: warning: %s\n", gaps);
    latch_free_text(gaps);
}

static int check_problem(command *c, board *b, const latch_problem *p)
{
    arguments *a = &c->a;
    if (latch_problem_is_program(p)) warn_of_gaps(a);
    progress_line line = {.on = isatty(STDERR_FILENO)};
    a->options.progress = show_progress;
    a->options.user = &line;
    latch_result *r = latch_check(p, &a->options);
    end_progress(&line);
    int code = exit_code(latch_result_answer(r));
    board_answer(b, code);
    const char *engine = latch_result_engine(r), *why = latch_result_reason(r);
    if (c->in_table)
        print_row(latch_answer_word(p, latch_result_answer(r)), latch_result_seconds(r), engine ? engine : "-", a->files[0], why && a->verbose ? why : "");
    else if (!write_outputs(a, p, r)) code = EXIT_BAD_INPUT;
    latch_result_free(r);
    return code;
}

static bool pass_exists(const char *name)
{
    for (size_t i = 0; i < latch_pass_count(); i++)
        if (!strcmp(latch_pass_name(i), name)) return true;
    return !strcmp(name, "all");
}

static int run_program(command *c, board *b)
{
    int code;
    latch_problem *p = load_program(c, b, &code);
    if (!p) return code;
    latch_run run = latch_run_program(p, &c->a.options);
    code = run.end == LATCH_RUN_EXITED ? (int)(run.status & 0xff) : run.end == LATCH_RUN_VIOLATED ? EXIT_VIOLATED : EXIT_UNKNOWN;
    board_answer(b, code);
    fputs(run.output, stdout);
    fflush(stdout);
    if (run.end == LATCH_RUN_VIOLATED) fprintf(stderr, "latch: violated: %s\n", run.message);
    if (run.end == LATCH_RUN_STOPPED) fprintf(stderr, "latch: stopped: %s\n", run.message);
    latch_run_release(&run);
    latch_problem_free(p);
    return code;
}

static int run_run(int argc, char **argv)
{
    command c = {.kind = FOR_RUN, .run = run_program};
    int code = arguments_parse(&c.a, FOR_RUN, NULL, argc, argv) ? run_limited(&c) : EXIT_BAD_INPUT;
    arguments_release(&c.a);
    return code;
}

/* True if the problem was to be printed, not solved. */
static bool print_problem(const arguments *a, board *b, const latch_problem *p)
{
    char *program = a->print_program ? latch_problem_program(p) : NULL, *regions = a->print_regions ? latch_problem_regions(p) : NULL;
    char *clauses = a->print_horn || a->print_after ? latch_problem_print(p, &a->options, a->print_horn ? NULL : a->print_after) : NULL;
    bool is_printed = program || regions || clauses;
    if (is_printed) board_answer(b, 0);
    print_block(stdout, "", program, "");
    print_block(stdout, "", regions, "");
    print_block(stdout, "", clauses, "");
    return is_printed;
}

static int check(command *c, board *b)
{
    bool is_about_c = c->a.print_program || c->a.print_regions;
    int code;
    latch_problem *p = is_about_c ? load_program(c, b, &code) : load(c, b, &code);
    if (!p) return code;
    code = print_problem(&c->a, b, p) ? 0 : check_problem(c, b, p);
    latch_problem_free(p);
    return code;
}

static bool is_script(const char *path)
{
    size_t n = strlen(path);
    return n > 5 && !strcmp(path + n - 5, ".smt2");
}

/* Several Horn problems, one after the other, each under the limits. The worst of their exit codes. */
static int check_table(command *c)
{
    static const int ORDER[] = {EXIT_SAFE, EXIT_UNSAFE, EXIT_UNKNOWN, EXIT_BAD_INPUT};
    const char **files = c->a.files;
    size_t n = c->a.n_files, worst = 0, answered = 0;
    if (c->a.json || c->a.certificate || c->a.model || c->a.derivation || c->a.print_horn || c->a.print_after) {
        fputs("latch: error: --model, --derivation, --certificate, --json and --print-... are about one file\n", stderr);
        return EXIT_BAD_INPUT;
    }
    c->in_table = true;
    c->a.n_files = 1;
    printf("%-8s%8s  %-9s %s\n", "answer", "seconds", "engine", "file");
    fflush(stdout);
    double given = c->a.options.timeout;
    for (size_t i = 0; i < n; i++) {
        c->a.files = &files[i];
        c->a.options.timeout = given;
        int code = run_limited(c);
        answered += code == EXIT_SAFE || code == EXIT_UNSAFE;
        for (size_t k = 0; k < sizeof ORDER / sizeof *ORDER; k++)
            if (ORDER[k] == code && k > worst) worst = k;
    }
    printf("%zu of %zu answered\n", answered, n);
    c->a.files = files;
    return ORDER[worst];
}

static int check_files(command *c)
{
    bool all_scripts = c->a.n_files > 1;
    for (size_t i = 0; i < c->a.n_files; i++) all_scripts = all_scripts && is_script(c->a.files[i]);
    return all_scripts ? check_table(c) : run_limited(c);
}

/* `engine`: which one works where the options do not say; NULL: the usual one. */
static int run_check(int argc, char **argv, const char *engine)
{
    command c = {.kind = FOR_CHECK, .run = check};
    int code = EXIT_BAD_INPUT;
    if (arguments_parse(&c.a, FOR_CHECK, engine, argc, argv)) {
        if (!c.a.print_after || pass_exists(c.a.print_after)) code = check_files(&c);
        else fprintf(stderr, "latch: error: there is no pass '%s'; 'latch passes' lists them\n", c.a.print_after);
    }
    arguments_release(&c.a);
    return code;
}

/* ---- sessions ---- */

static int talk(command *c, board *b)
{
    catch_signals();
    c->a.options.stop = &stop_requested;
    board_set_working(b);
    return session_talk(c->a.n_files ? c->a.files[0] : "-", &c->a.options, EXIT_UNKNOWN);
}

static int run_session(int argc, char **argv)
{
    command c = {.kind = FOR_SESSION, .run = talk};
    int code = EXIT_BAD_INPUT;
    if (arguments_parse(&c.a, FOR_SESSION, NULL, argc, argv)) {
        if (c.a.n_files <= 1) code = run_limited(&c);
        else fprintf(stderr, "latch: error: a session is one file, or standard input\n");
    }
    arguments_release(&c.a);
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
        else ok = target_write(a->json, json) && ok;
        latch_free_text(json);
    }
    return ok;
}

static int make_tests(command *c, board *b)
{
    arguments *a = &c->a;
    int code;
    latch_problem *p = load_program(c, b, &code);
    if (!p) return code;
    if (print_problem(a, b, p)) {
        code = 0;
    } else {
        warn_of_gaps(a);
        progress_line line = {.on = isatty(STDERR_FILENO)};
        a->options.progress = show_progress;
        a->options.user = &line;
        latch_tests *t = latch_test(p, &a->options);
        end_progress(&line);
        code = latch_tests_goals(t, LATCH_GOAL_OPEN) ? EXIT_UNKNOWN : EXIT_SAFE;
        board_answer(b, code);
        if (!write_test_outputs(a, t)) code = EXIT_BAD_INPUT;
        if (report_contradictions(t)) code = EXIT_CONTRADICTION;
        latch_tests_free(t);
    }
    latch_problem_free(p);
    return code;
}

static int run_test(int argc, char **argv)
{
    command c = {.kind = FOR_TEST, .run = make_tests};
    int code = EXIT_BAD_INPUT;
    if (arguments_parse(&c.a, FOR_TEST, NULL, argc, argv)) {
        if (c.a.output || c.a.print_program) code = run_limited(&c);
        else fprintf(stderr, "latch: error: no folder for the tests is given: -o DIR\n");
    }
    arguments_release(&c.a);
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

static int replay(command *c, board *b)
{
    int code;
    latch_problem *p = load_program(c, b, &code);
    if (!p) return code;
    latch_replay_worst worst;
    warn_of_gaps(&c->a);
    char *said = latch_replay(p, &c->a.options, c->a.files + c->a.n_files, c->n_tests, c->a.verbose, &worst);
    code = worst == LATCH_REPLAY_FINE ? EXIT_SAFE : worst == LATCH_REPLAY_VIOLATED ? EXIT_UNSAFE : EXIT_BAD_INPUT;
    board_answer(b, code);
    print_block(stdout, "", said, "");
    latch_problem_free(p);
    return code;
}

static int run_replay(int argc, char **argv)
{
    command c = {.kind = FOR_REPLAY, .run = replay};
    int code = EXIT_BAD_INPUT;
    if (arguments_parse(&c.a, FOR_REPLAY, NULL, argc, argv)) {
        size_t first = split_tests(&c.a);
        c.n_tests = c.a.n_files - first;
        c.a.n_files = first;
        if (c.n_tests) code = run_limited(&c);
        else fprintf(stderr, "latch: error: no tests are given: files FILE... TEST..., where a TEST is a .xml or a test-N.c\n");
    }
    arguments_release(&c.a);
    return code;
}

/* ---- the rest ---- */

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

static int run_format(int argc, char **argv)
{
    if (argc != 1) {
        fputs("latch: error: fmt takes one file\n", stderr);
        return EXIT_BAD_INPUT;
    }
    char *error, *formatted = latch_format(argv[0], &error);
    if (formatted) fputs(formatted, stdout);
    else fprintf(stderr, "%s\n", error);
    int code = formatted ? 0 : EXIT_BAD_INPUT;
    latch_free_text(formatted);
    latch_free_text(error);
    return code;
}

static int list_library(void)
{
    for (size_t i = 0; i < latch_libc_count(); i++) {
        const char *name, *header, *kind, *remark;
        latch_libc_row(i, &name, &header, &kind, &remark);
        printf("%-12s %-22s %-9s%s%s\n", header, name, kind, *remark ? " " : "", remark);
    }
    return 0;
}

static int list_passes(void)
{
    for (size_t i = 0; i < latch_pass_count(); i++) printf("%-10s %s\n", latch_pass_name(i), latch_pass_help(i));
    return 0;
}

static int dispatch(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "--help";
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--help") || !strcmp(argv[i], "-h")) name = !strcmp(name, "test") ? "test --help" : "--help";
    if (!strcmp(name, "check")) return run_check(argc - 2, argv + 2, NULL);
    if (!strcmp(name, "session")) return run_session(argc - 2, argv + 2);
    if (latch_engine_is_command(name)) return run_check(argc - 2, argv + 2, name);
    if (!strcmp(name, "test")) return run_test(argc - 2, argv + 2);
    if (!strcmp(name, "replay")) return run_replay(argc - 2, argv + 2);
    if (!strcmp(name, "test --help")) {
        print_test_help();
        return 0;
    }
    if (!strcmp(name, "run")) return run_run(argc - 2, argv + 2);
    if (!strcmp(name, "fmt")) return run_format(argc - 2, argv + 2);
    if (!strcmp(name, "engines")) return list_engines();
    if (!strcmp(name, "passes")) return list_passes();
    if (!strcmp(name, "libc")) return list_library();
    if (!strcmp(name, "--version")) {
        printf("latch %s (%s)\n", latch_version(), latch_solver_version());
        return 0;
    }
    if (strcmp(name, "--help") && strcmp(name, "help")) {
        fprintf(stderr, "latch: error: there is no command '%s'; 'latch --help' lists them\n", name);
        return EXIT_BAD_INPUT;
    }
    print_help();
    return argc > 1 ? 0 : EXIT_BAD_INPUT;
}

int main(int argc, char **argv) { return check_flushed(dispatch(argc, argv)); }

#ifndef LATCH_H
#define LATCH_H

/* Latch as a library: load a problem, check it, walk the result, free it.
 *
 *     char *error;
 *     latch_problem *p = latch_load((const char *[]){"problem.smt2"}, 1, NULL, &error);
 *     if (!p) { fprintf(stderr, "%s\n", error); latch_free_text(error); return 2; }
 *     latch_options options;
 *     latch_options_init(&options);
 *     options.timeout = 10;
 *     latch_result *r = latch_check(p, &options);
 *     puts(latch_answer_word(p, latch_result_answer(r)));
 *     latch_result_free(r);
 *     latch_problem_free(p);
 *
 * Every function that returns `char *` hands over a string to be freed by latch_free_text; `const char *` is borrowed and lives as
 * long as the object it was asked of. Engines run in child processes (fork): call from a process that can be forked, and let
 * the library wait for its children. Nothing here prints or exits.
 *
 * Limits (timeout, *stop) are of each call. latch_check and latch_test keep them: all search is in child processes, which are ended. latch_load
 * works in the caller's process: it ends the compiler in time, and looks at the limits after each file, function and command, but not
 * within one of them, nor at memory_mb. A caller that reads files of strangers does so in a process of its own which it can end, as the command
 * line does. */

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

#define LATCH_VERSION "0.1.0"

#ifdef __cplusplus
extern "C" {
#endif

#define LATCH_API __attribute__((visibility("default")))

typedef struct latch_problem latch_problem;
typedef struct latch_result latch_result;

typedef enum latch_answer { LATCH_UNKNOWN, LATCH_SAFE, LATCH_UNSAFE } latch_answer;

typedef struct latch_options {
    const char *engine; /* a name of latch_engine_name, or "auto" (the default) */
    double timeout; /* seconds; 0 = none */
    size_t memory_mb; /* for all engines and this process together: the largest engine is ended; 0 = no limit */
    size_t jobs; /* engines at a time in "auto"; 0 = as many as there are cores */
    size_t max_bound; /* how deep to search; 0 = no limit */
    const char *engine_options; /* switches of the engine, comma-separated; NULL = none */
    const char *facts; /* whether engines also get the problem with facts of abstract interpretation: "on", "off", or "auto" (the default) */
    int explain; /* engines that can tell of their search (slam) do: latch_result_story */
    int no_learn; /* engines that learn from failures do without, for comparison */
    const char *const *skip_passes;
    size_t n_skip_passes;
    /* For C programs: */
    unsigned bits; /* of the data model: 32 or 64 (the default) */
    const char *entry; /* the function that runs; default "main" */
    const char *input_globals; /* comma-separated variables that hold any value at the start, whatever the source says; NULL = none */
    const char *checks; /* comma-separated kinds of goals: assert,overflow,div,shift,bounds,pointer,leak,uninit,unsigned,conversion,abort; default "assert" */
    const char *unseen; /* what functions without a body may do, besides returning any value: "any" (the default) change what they can reach and
                           call what they have the address of; "pure" change nothing, which is the competitions' convention */
    int strict; /* an assumption about code that was not seen makes LATCH_SAFE a LATCH_UNKNOWN */
    int malloc_may_fail; /* otherwise allocation never fails, which is an assumption of the result; latch_test always tries both */
    const char *inputs; /* latch_run_program of a .while program: integers, separated by commas; then 0. NULL = none */
    const char *library; /* a file with bitcode to take instead of the built-in C library; NULL = that one */
    int trace_library; /* latch_result_trace goes into functions of the C library, too */
    const char *const *compiler_flags; /* -I, -D, -std ... */
    size_t n_compiler_flags;
    const char *goals; /* for latch_test, and to be known when the program is loaded: "block", "branch", "error", or some of these separated by
                          commas, or a function to be called; NULL: the program is not to be tested (the default) */
    int no_sampling; /* latch_test: no runs by chance and no directed runs before the search */
    int certify; /* keep what latch_result_certificate needs */
    const char *keep_replay; /* folder that keeps the harness of a replayed counterexample, or NULL */
    int no_sandbox; /* runs of the compiled program are not confined (docs/c.md) */
    int small_blocks; /* encode every basic block as a clause of its own */
    size_t inline_limit; /* inline functions while the program has at most so many statements; 0: none */
    const volatile sig_atomic_t *stop; /* non-zero ends the run with a partial result; may be NULL */
    /* Called about five times a second for each running engine; bound is -1 if not known. May be NULL. */
    void (*progress)(void *user, const char *engine, const char *what, int64_t bound, double seconds);
    void *user;
} latch_options;
LATCH_API void latch_options_init(latch_options *options);
/* NULL, or what is wrong with the options (an engine or pass that does not exist, a negative time). */
LATCH_API char *latch_options_check(const latch_options *options);
/* NULL, or what this machine's kernel lacks to confine runs of a C program, and what that means, in a line. */
LATCH_API char *latch_sandbox_gaps(void);

/* A problem from files: one .smt2 ("-" is standard input), or a C program (.c, .i, .bc, .ll; several are linked). `options` may be
 * NULL; they must outlive a C program. On failure NULL, and *error says why as "file:line:col: error: ...". */
LATCH_API latch_problem *latch_load(const char *const *paths, size_t n, const latch_options *options, char **error);
LATCH_API int latch_names_program(const char *path); /* whether it would be read as a C program, going by its name */
LATCH_API int latch_problem_is_program(const latch_problem *p);
/* Of a program: its representation, its memory regions, as text; NULL if the problem is none. */
LATCH_API char *latch_problem_program(const latch_problem *p);
LATCH_API char *latch_problem_regions(const latch_problem *p);
LATCH_API void latch_problem_free(latch_problem *p);
LATCH_API latch_answer latch_problem_status(const latch_problem *p); /* what the file itself claims */
LATCH_API int latch_problem_wants_model(const latch_problem *p); /* the file asks for the model */
/* The problem as SMT-LIB; `after` NULL: as loaded; a pass's name: after its last run; "all": as engines get it. */
LATCH_API char *latch_problem_print(const latch_problem *p, const latch_options *options, const char *after);

/* One run of a program as it is understood, every input being the possible value nearest to 0; stops at options->timeout. `output`
 * is what it printed, also when it did not end; `message` says which goal was violated or why the run did not end ("" if it
 * exited). Freed by latch_run_release. */
typedef enum latch_run_end { LATCH_RUN_EXITED, LATCH_RUN_VIOLATED, LATCH_RUN_STOPPED } latch_run_end;
typedef struct latch_run {
    latch_run_end end;
    int64_t status; /* if it exited: what main returned, or the argument of exit */
    char *output, *message;
} latch_run;
/* A .while program in its one layout; NULL and *error (to be freed) if it is none. */
LATCH_API char *latch_format(const char *path, char **error);
LATCH_API latch_run latch_run_program(const latch_problem *p, const latch_options *options);
LATCH_API void latch_run_release(latch_run *run);

/* Tests for a C program that was loaded with options->goals: for each goal a test that reaches it, or a proof that there is none. What tests
 * reach has been measured with the compiled program; proofs have been validated. When the time is over, or *options->stop is raised, what has been
 * found so far is the result. */
typedef struct latch_tests latch_tests;
typedef enum latch_goal_status { LATCH_GOAL_OPEN, LATCH_GOAL_REACHED, LATCH_GOAL_UNREACHABLE } latch_goal_status;
LATCH_API latch_tests *latch_test(const latch_problem *p, const latch_options *options);
LATCH_API void latch_tests_free(latch_tests *t);
LATCH_API size_t latch_tests_count(const latch_tests *t);
LATCH_API size_t latch_tests_goals(const latch_tests *t, latch_goal_status status); /* how many goals are so */
LATCH_API char *latch_tests_summary(const latch_tests *t, int all_goals); /* for people */
LATCH_API char *latch_tests_notes(const latch_tests *t); /* tests that did not do what was computed, and were dropped; NULL if none */
LATCH_API char *latch_tests_contradictions(const latch_tests *t); /* goals proved unreachable that a run reached: bugs in Latch; NULL if none */
LATCH_API char *latch_tests_json(const latch_tests *t);
LATCH_API char *latch_tests_stats(const latch_tests *t);
/* Writes the suite to a folder: see docs/testing.md. NULL, or what went wrong. */
LATCH_API char *latch_tests_write(const latch_tests *t, const char *folder);

/* Runs a C program that was loaded with options->goals on tests that are there: files in the exchange format (.xml), or C files of a suite. For
 * people: how each ends and what it covers (`all_goals`: every goal). *worst becomes LATCH_REPLAY_... */
typedef enum latch_replay_worst { LATCH_REPLAY_FINE, LATCH_REPLAY_VIOLATED, LATCH_REPLAY_NOT_RUN } latch_replay_worst;
LATCH_API char *latch_replay(const latch_problem *p, const latch_options *options, const char *const *tests, size_t n, int all_goals,
                             latch_replay_worst *worst);

LATCH_API latch_result *latch_check(const latch_problem *p, const latch_options *options);
LATCH_API void latch_result_free(latch_result *r);
LATCH_API latch_answer latch_result_answer(const latch_result *r); /* SAFE and UNSAFE have been validated */
LATCH_API const char *latch_result_reason(const latch_result *r); /* if UNKNOWN */
LATCH_API const char *latch_result_engine(const latch_result *r); /* who found it; NULL if UNKNOWN */
LATCH_API int64_t latch_result_bound(const latch_result *r); /* no derivation of this depth or less; -1 = nothing known */
LATCH_API double latch_result_seconds(const latch_result *r);
/* Of a program, in terms of its source; NULL if there is nothing to say: a verdict for each goal
 * (proved; unreachable: proved, as no run gets there; VIOLATED; unknown), the run to the violated goal, what
 * holds at loop heads and functions, what the verdict rests on, a counterexample that did not replay. */
LATCH_API char *latch_result_goals(const latch_result *r);
LATCH_API char *latch_result_open_goals(const latch_result *r); /* of an UNKNOWN with some goals proved: the others */
LATCH_API char *latch_result_trace(const latch_result *r);
LATCH_API char *latch_result_annotations(const latch_result *r);
LATCH_API char *latch_result_story(const latch_result *r); /* of the search, if options->explain; NULL if the engine tells nothing */
LATCH_API char *latch_result_assumptions(const latch_result *r);
/* LATCH_SAFE rests on functions that nobody has seen: "foo and bar behave as listed" (by latch_result_assumptions). NULL if on none. */
LATCH_API char *latch_result_condition(const latch_result *r);
LATCH_API char *latch_result_note(const latch_result *r); /* what the user should know, without a newline: that there was nothing to check */
LATCH_API char *latch_result_mismatch(const latch_result *r);
/* Each is NULL if the answer has none: the model as (define-fun ...), the derivation for people, a script that any SMT-LIB solver
 * can check. */
LATCH_API char *latch_result_model(const latch_result *r);
LATCH_API char *latch_result_derivation(const latch_result *r);
LATCH_API char *latch_result_certificate(const latch_result *r);
LATCH_API char *latch_result_stats(const latch_result *r); /* a table for people */
LATCH_API char *latch_result_json(const latch_result *r);
/* The same where there is no result, because the file could not be read within the limits: UNKNOWN, with the reason. */
LATCH_API char *latch_unknown_json(const char *path, const char *reason, double seconds);

/* The first line of output: "sat", "unsat", "unknown" for Horn problems, "SAFE", "UNSAFE", "UNKNOWN" for programs. */
LATCH_API const char *latch_answer_word(const latch_problem *p, latch_answer a);

/* A session: SMT-LIB's commands about Horn problems, each answered when it is whole. `options` are those of latch_check; the timeout is for the
 * whole session, and (set-option :timeout MS) for each question. Nothing is read or printed here: bytes go in, responses come out. */
typedef struct latch_session latch_session;
LATCH_API latch_session *latch_session_new(const latch_options *options);
LATCH_API void latch_session_free(latch_session *s);
LATCH_API void latch_session_feed(latch_session *s, const char *bytes, size_t n);
LATCH_API char *latch_session_next(latch_session *s); /* runs the next command: its response, perhaps ""; NULL: none is whole yet, or it is over */
LATCH_API char *latch_session_end(latch_session *s); /* there will be no more input: "", or what is wrong with that */
LATCH_API int latch_session_is_over(const latch_session *s); /* (exit) was there, or the time is over */
LATCH_API size_t latch_session_errors(const latch_session *s);

/* The functions of the C library that are known: "exact", "contract", "pure" or "unknown". */
LATCH_API size_t latch_libc_count(void);
LATCH_API void latch_libc_row(size_t i, const char **name, const char **header, const char **kind, const char **remark);

LATCH_API size_t latch_engine_count(void);
LATCH_API const char *latch_engine_name(size_t i);
LATCH_API const char *latch_engine_help(size_t i);
LATCH_API int latch_engine_in_auto(size_t i);
LATCH_API int latch_engine_is_command(const char *name); /* an engine of which `latch NAME` is short for `latch check --engine NAME` */
LATCH_API size_t latch_pass_count(void);
LATCH_API const char *latch_pass_name(size_t i);
LATCH_API const char *latch_pass_help(size_t i);
LATCH_API const char *latch_version(void); /* of Latch */
LATCH_API const char *latch_solver_version(void); /* of what it stands on */
LATCH_API void latch_free_text(char *text);

#ifdef __cplusplus
}
#endif
#endif

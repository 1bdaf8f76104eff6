#include "api/parts.h"

#include "base/file_name.h"
#include "encode/encode.h"
#include "engine/engine.h"
#include "front/llvm/c_front.h"
#include "front/smtlib/smtlib.h"
#include "front/while/translate.h"
#include "pass/pass.h"
#include "program/interpret.h"
#include "report/c_report.h"
#include "report/json.h"
#include "solve/program_check.h"
#include "solve/program_test.h"
#include "solve/slam_job.h"
#include "solve/solve.h"
#include "solve/strategy.h"
#include "validate/compile.h"
#include "validate/validate.h"

#include <stdlib.h>
#include <string.h>

limits api_limits(const latch_options *o)
{
    limits l = {.deadline = o->timeout > 0 ? limits_now() + o->timeout : 0, .stop = o->stop};
    return l;
}

/* ---- options ---- */

void latch_options_init(latch_options *options)
{
    latch_require(options);
    *options = (latch_options){.engine = "auto", .facts = "auto", .bits = 64, .entry = "main", .checks = "assert", .unseen = "any", .inline_limit = 20000};
}

static bool pass_exists(const char *name)
{
    for (size_t i = 0; i < latch_pass_count(); i++)
        if (!strcmp(latch_pass_name(i), name)) return true;
    return false;
}

/* The set of kinds that a comma-separated list names. False, with the word that is none, if one is unknown. */
static bool parse_checks(const char *list, uint32_t *set, text *wrong)
{
    *set = 0;
    while (*list) {
        size_t length = strcspn(list, ",");
        int kind = 0;
        while (kind < GOAL_LIMIT && (strncmp(goal_kind_name((goal_kind)kind), list, length) || goal_kind_name((goal_kind)kind)[length])) kind++;
        if (kind == GOAL_LIMIT) {
            text_add(wrong, list, length);
            return false;
        }
        *set |= UINT32_C(1) << kind;
        list += length + (list[length] == ',');
    }
    return true;
}

/* What goals ask for: a set of COVER_..., and the function if it is one. NULL, or what is wrong. */
const char *api_parse_goals(const char *list, uint32_t *covers, const char **function)
{
    static const struct {
        const char *name;
        uint32_t covers;
    } NAMES[] = {{"block", COVER_BLOCK}, {"branch", COVER_BRANCH}, {"error", COVER_ERROR}};
    *covers = 0;
    *function = NULL;
    for (const char *at = list; *at;) {
        size_t length = strcspn(at, ","), i = 0;
        while (i < 3 && (strncmp(NAMES[i].name, at, length) || NAMES[i].name[length])) i++;
        *covers |= i < 3 ? NAMES[i].covers : COVER_CALL;
        if (i == 3) *function = at;
        at += length + (at[length] == ',');
    }
    if (!*covers) return "no goals are given: they are block, branch, error or a function";
    if (*function && *covers != COVER_CALL) return "a function as a goal does not go with others";
    return *function && strchr(*function, ',') ? "only one function can be a goal" : NULL;
}

/* NULL: all are switches of the engine. */
static const char *find_wrong_switch(const latch_options *o)
{
    const engine *e = engine_find(o->engine);
    return e->of_while ? slam_job_wrong_switch(o->engine_options) : engine_find_wrong_option(e, o->engine_options);
}

static void add_wrong_switch(const latch_options *o, text *why)
{
    const char *wrong = find_wrong_switch(o);
    text_printf(why, "the engine '%s' has no switch '%.*s'; its page in docs/engines lists them", o->engine, (int)strcspn(wrong, ","), wrong);
}

char *latch_options_check(const latch_options *o)
{
    static const char CHECKS[] = "assert, overflow, div, shift, bounds, pointer, leak, uninit, unsigned, conversion, abort";
    latch_require(o && o->engine && o->facts && o->entry && o->checks && o->unseen);
    text why, word;
    strategy_facts facts;
    text_init(&why);
    text_init(&word);
    uint32_t checks, covers;
    const char *function, *wrong = o->goals ? api_parse_goals(o->goals, &covers, &function) : NULL;
    if (wrong)
        text_adds(&why, wrong);
    else if (strcmp(o->engine, "auto") && !engine_find(o->engine))
        text_printf(&why, "there is no engine '%s'; 'latch engines' lists them", o->engine);
    else if (o->engine_options && *o->engine_options && !strcmp(o->engine, "auto"))
        text_adds(&why, "switches are those of an engine: choose one with --engine");
    else if (strcmp(o->engine, "auto") && find_wrong_switch(o))
        add_wrong_switch(o, &why);
    else if (!strategy_facts_find(o->facts, &facts))
        text_printf(&why, "facts are 'on', 'off' or 'auto', not '%s'", o->facts);
    else if (!(o->timeout >= 0))
        text_adds(&why, "the timeout is negative");
    else if (o->bits != 32 && o->bits != 64)
        text_printf(&why, "the architecture is 32 or 64, not %u", o->bits);
    else if (!parse_checks(o->checks, &checks, &word))
        text_printf(&why, "there is no check '%s'; there are %s", word.data, CHECKS);
    else if (!checks) /* a proof of nothing would look like one of something */
        text_printf(&why, "no check is given; there are %s", CHECKS);
    else if (strcmp(o->unseen, "any") && strcmp(o->unseen, "pure"))
        text_printf(&why, "functions without a body may do 'any' thing or are 'pure', not '%s'", o->unseen);
    else if (o->inputs && !api_has_integers(o->inputs))
        text_printf(&why, "the inputs of a run are integers with commas between them, not '%s'", o->inputs);
    for (size_t i = 0; i < o->n_skip_passes && !why.size; i++)
        if (!pass_exists(o->skip_passes[i])) text_printf(&why, "there is no pass '%s'; 'latch passes' lists them", o->skip_passes[i]);
    text_release(&word);
    if (why.size) return text_take(&why);
    text_release(&why);
    return NULL;
}

/* ---- problems ---- */

static bool is_while_file(const char *path) { return file_name_ends_with(path, ".while"); }

static bool is_program_file(const char *path)
{
    return is_while_file(path) || file_name_ends_with(path, ".c") || file_name_ends_with(path, ".i") || file_name_ends_with(path, ".bc") || file_name_ends_with(path, ".ll");
}

int latch_names_program(const char *path)
{
    latch_require(path);
    return is_program_file(path);
}

static bool is_cpp_file(const char *path)
{
    static const char *const SUFFIXES[] = {".cpp", ".cc", ".cxx", ".c++", ".C", ".CPP", ".cp", ".ii", ".hpp", ".hh", ".hxx", ".H"};
    for (size_t i = 0; i < sizeof SUFFIXES / sizeof *SUFFIXES; i++)
        if (file_name_ends_with(path, SUFFIXES[i])) return true;
    return false;
}

/* The first one that is C++, or NULL. */
static const char *find_cpp(const char *const *paths, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (is_cpp_file(paths[i])) return paths[i];
    return NULL;
}

static void add_flag(latch_problem *p, const char *flag)
{
    p->flags = alloc_resize(p->flags, p->n_flags + 1, sizeof *p->flags);
    p->flags[p->n_flags++] = alloc_string(flag, strlen(flag));
}

/* Programs from before C99, and many since, have inline functions without an external definition. */
static program *load_front(latch_problem *p, const char *const *paths, size_t n, c_front_options *front, diag *error)
{
    bool lacks_inline = false;
    front->lacks_inline = &lacks_inline;
    front->flags = p->flags;
    front->n_flags = p->n_flags;
    program *loaded = c_front_load(p->terms, paths, n, front, error);
    front->lacks_inline = NULL;
    if (loaded || !lacks_inline) return loaded;
    diag_release(error);
    diag_init(error);
    add_flag(p, "-fgnu89-inline");
    front->flags = p->flags;
    front->n_flags = p->n_flags;
    front->is_gnu89 = true;
    return c_front_load(p->terms, paths, n, front, error);
}

static void load_program(latch_problem *p, const char *const *paths, size_t n, const latch_options *o, const limits *l, diag *error)
{
    c_front_options front = {.bits = o->bits, .entry = o->entry, .input_globals = o->input_globals, .unseen_is_pure = !strcmp(o->unseen, "pure"),
                             .strict = o->strict != 0, .malloc_may_fail = o->malloc_may_fail != 0, .trace_library = o->trace_library != 0, .library = o->library,
                             .limits = *l, .regions = &p->regions, .replay = &p->bitcode};
    for (size_t i = 0; i < o->n_compiler_flags; i++) add_flag(p, o->compiler_flags[i]);
    text word;
    text_init(&word);
    parse_checks(o->checks, &front.checks, &word);
    if (o->goals) api_parse_goals(o->goals, &front.covers, &front.covered_call);
    text_release(&word);
    p->program = load_front(p, paths, n, &front, error);
    if (p->program && program_unseen_count(p->program) && !front.unseen_is_pure && !front.covers) {
        front.unseen_is_pure = true;
        front.regions = NULL;
        front.replay = &p->quiet_bitcode;
        diag ignored;
        diag_init(&ignored);
        p->quiet = c_front_load(p->terms, paths, n, &front, &ignored);
        diag_release(&ignored);
    }
    p->files = alloc_zeroed(n + 1, sizeof *p->files);
    for (; p->n_files < n; p->n_files++) p->files[p->n_files] = alloc_string(paths[p->n_files], strlen(paths[p->n_files]));
}

static void load_while(latch_problem *p, const char *path, const latch_options *o, diag *error)
{
    if (strcmp(o->entry, "main") || strcmp(o->checks, "assert")) {
        diag_set(error, path, 0, 0, "--entry and --check are for C programs: a `while` program begins with main, and what it asserts is checked");
        return;
    }
    if (o->goals) api_parse_goals(o->goals, &p->tree_goals.covers, &p->tree_goals.called);
    p->tree = while_load(path, error);
    if (!p->tree) return;
    const char *called = p->tree_goals.called;
    if (called && !while_find_proc(p->tree, called)) {
        diag_set(error, path, 0, 0, "there is no procedure `%s`", called);
        return;
    }
    p->program = while_translate(p->terms, p->tree, o->goals ? &p->tree_goals : NULL);
    p->files = alloc_zeroed(2, sizeof *p->files);
    p->files[p->n_files++] = alloc_string(path, strlen(path));
}

latch_problem *latch_load(const char *const *paths, size_t n, const latch_options *options, char **error)
{
    latch_require(paths && n > 0 && error);
    *error = NULL;
    latch_options defaults;
    latch_options_init(&defaults);
    if (!options) options = &defaults;
    limits l = api_limits(options);
    double start = limits_now();
    latch_problem *p = alloc_zeroed(1, sizeof *p);
    p->terms = term_store_new();
    text_init(&p->regions);
    text_init(&p->bitcode);
    text_init(&p->quiet_bitcode);
    diag d;
    diag_init(&d);
    const char *cpp = find_cpp(paths, n);
    if (cpp)
        diag_set(&d, cpp, 0, 0, "C++ is not supported: programs are C (.c, .i) or its bitcode (.bc, .ll)");
    else if (is_while_file(paths[0]) && n == 1)
        load_while(p, paths[0], options, &d);
    else if (is_while_file(paths[0]))
        diag_set(&d, paths[1], 0, 0, "a `while` program is one file");
    else if (is_program_file(paths[0]))
        load_program(p, paths, n, options, &l, &d);
    else if (n > 1)
        diag_set(&d, paths[1], 0, 0, "a Horn problem is one file; several files must be a C program (.c, .i, .bc, .ll)");
    else
        p->horn = smtlib_load(p->terms, paths[0], &l, &p->info, &d);
    assert(!p->horn || !p->program); /* one or the other; if neither, there is an error to tell */
    assert(p->horn || p->program || d.message);
    p->load_seconds = limits_now() - start;
    if (!p->horn && !p->program) {
        text message;
        text_init(&message);
        diag_print(&message, &d);
        *error = text_take(&message);
        latch_problem_free(p);
        p = NULL;
    }
    diag_release(&d);
    return p;
}

void latch_problem_free(latch_problem *p)
{
    if (!p) return;
    horn_free(p->horn);
    program_free(p->program);
    program_free(p->quiet);
    while_free(p->tree);
    while_goals_release(&p->tree_goals);
    for (size_t i = 0; i < p->n_files; i++) free((char *)(uintptr_t)p->files[i]);
    for (size_t i = 0; i < p->n_flags; i++) free((char *)(uintptr_t)p->flags[i]);
    free(p->flags);
    free(p->files);
    text_release(&p->regions);
    text_release(&p->bitcode);
    text_release(&p->quiet_bitcode);
    term_store_free(p->terms);
    free(p);
}

int latch_problem_is_program(const latch_problem *p)
{
    latch_require(p);
    return p->program != NULL;
}

char *latch_problem_program(const latch_problem *p)
{
    latch_require(p);
    if (!p->program) return NULL;
    text t;
    text_init(&t);
    program_print(&t, p->program);
    return text_take(&t);
}

char *latch_problem_regions(const latch_problem *p)
{
    latch_require(p);
    return p->program ? alloc_string(p->regions.data, p->regions.size) : NULL;
}

static latch_answer public_answer(answer a) { return a == ANSWER_SAFE ? LATCH_SAFE : a == ANSWER_UNSAFE ? LATCH_UNSAFE : LATCH_UNKNOWN; }

latch_answer latch_problem_status(const latch_problem *p)
{
    latch_require(p);
    return public_answer(p->info.status);
}

int latch_problem_wants_model(const latch_problem *p)
{
    latch_require(p);
    return p->info.wants_model;
}

typedef struct snapshot {
    const char *pass;
    text text;
} snapshot;

static void keep_snapshot(void *context, const char *name, const horn *after)
{
    snapshot *s = context;
    if (strcmp(s->pass, name)) return;
    text_clear(&s->text);
    horn_print(&s->text, after);
}

static encode_options encode_options_of(const latch_options *o)
{
    const engine *chosen = engine_find(o->engine);
    bool small = o->small_blocks || (chosen && chosen->small_blocks);
    encode_options e = {.large_blocks = !small, .inline_limit = o->inline_limit, .limits = api_limits(o)};
    return e;
}

char *latch_problem_print(const latch_problem *p, const latch_options *options, const char *after)
{
    latch_require(p && options);
    encode_options how = encode_options_of(options);
    encoding *e = p->program ? encode_program(p->program, &how) : NULL;
    if (p->program && !e) return alloc_string("", 0);
    const horn *h = e ? encoding_horn(e) : p->horn;
    snapshot s = {.pass = after ? after : ""};
    text_init(&s.text);
    horn_print(&s.text, h); /* stays if the pass never changes anything */
    if (after) {
        limits l = api_limits(options);
        pipeline *q = pipeline_run(h, options->skip_passes, options->n_skip_passes, &l, keep_snapshot, &s);
        for (size_t i = PASS_COUNT; i < latch_pass_count(); i++)
            if (!strcmp(after, latch_pass_name(i)))
                pipeline_vary(q, api_pass(i), options->skip_passes, options->n_skip_passes, &l, keep_snapshot, &s);
        if (!strcmp(after, "all")) {
            text_clear(&s.text);
            horn_print(&s.text, pipeline_result(q));
        }
        pipeline_free(q);
    }
    encoding_free(e);
    return text_take(&s.text);
}

/* ---- runs ---- */

static void describe_run(text *out, const program *p, const run_result *r)
{
    static const char *const WHY[] = {
        [RUN_BLOCKED] = "an assumption does not hold, abort() was called, or the C standard does not say how the program goes on",
        [RUN_OUT_OF_INPUTS] = "no input is left",
        [RUN_STUCK] = "an expression has no value",
        [RUN_OUT_OF_STEPS] = "out of time",
    };
    if (r->end == RUN_RETURNED || r->end == RUN_EXITED) return;
    const goal_info *g = r->end == RUN_VIOLATED ? program_goal(p, r->goal) : NULL;
    assert(g || ((size_t)r->end < sizeof WHY / sizeof *WHY && WHY[r->end]));
    place at = g ? g->place : r->place;
    if (at.file) text_printf(out, "%s:%u: ", at.file, at.line);
    text_adds(out, g ? g->message : WHY[r->end]);
}

latch_run latch_run_program(const latch_problem *p, const latch_options *options)
{
    latch_require(p && p->program && options);
    if (p->tree) return api_run_tree(p, options);
    interpret_options how = {.default_inputs = true, .limits = api_limits(options)};
    run_result r;
    run_result_init(&r);
    interpret(p->program, &how, &r);
    text message;
    text_init(&message);
    describe_run(&message, p->program, &r);
    bool exited = r.end == RUN_RETURNED || r.end == RUN_EXITED;
    latch_run out = {.end = exited ? LATCH_RUN_EXITED : r.end == RUN_VIOLATED ? LATCH_RUN_VIOLATED : LATCH_RUN_STOPPED,
                     .status = exited ? r.status : 0,
                     .output = alloc_string(r.output.data, r.output.size),
                     .message = text_take(&message)};
    run_result_release(&r);
    return out;
}

void latch_run_release(latch_run *run)
{
    latch_require(run);
    free(run->output);
    free(run->message);
    *run = (latch_run){0};
}

char *latch_sandbox_gaps(void)
{
    sandbox_support support = sandbox_probe();
    text t;
    text_init(&t);
    sandbox_print_gaps(&t, &support);
    if (t.size) return text_take(&t);
    text_release(&t);
    return NULL;
}

source_files api_source_files(const latch_problem *p, const latch_options *o)
{
    return (source_files){.files = p->files, .n_files = p->n_files, .flags = p->flags, .n_flags = p->n_flags, .bits = o->bits, .entry = o->entry,
                          .bitcode = &p->bitcode};
}

/* The source refers to *support. */
program_source api_source(const latch_problem *p, const latch_options *o, sandbox_support *support)
{
    if (!o->no_sandbox) *support = sandbox_probe();
    text word;
    uint32_t checks;
    text_init(&word);
    parse_checks(o->checks, &checks, &word);
    text_release(&word);
    return (program_source){.code = api_source_files(p, o), .confine = o->no_sandbox ? NULL : support, .keep = o->keep_replay, .certify = o->certify != 0, .tree = p->tree,
                            .tree_goals = &p->tree_goals, .checks_assertions = (checks & UINT32_C(1) << GOAL_ASSERT) != 0};
}

solve_options api_solve_options(const latch_options *o)
{
    strategy_facts facts = STRATEGY_FACTS_AUTO;
    strategy_facts_find(o->facts, &facts);
    return (solve_options){.engine = o->engine, .facts = facts, .limits = api_limits(o), .memory = o->memory_mb << 20, .jobs = o->jobs, .max_bound = o->max_bound,
                           .engine_options = o->engine_options, .explains = o->explain != 0, .no_learn = o->no_learn != 0, .skip = o->skip_passes, .n_skip = o->n_skip_passes,
                           .progress = o->progress, .user = o->user};
}

/* ---- results ---- */

/* Of the time that is left: for a failure that needs nothing of functions without a body but what they return. */
static const double QUIET_SHARE = 0.35, QUIET_SECONDS_WITHOUT_LIMIT = 20;

/* True: there is such a failure. */
static bool check_quiet(latch_result *r, const latch_options *o, const solve_options *s)
{
    const latch_problem *p = r->problem;
    sandbox_support support;
    program_source source = api_source(p, o, &support);
    encode_options how = encode_options_of(o);
    solve_options first = *s;
    first.limits = limits_within(&s->limits, s->limits.deadline > 0 ? QUIET_SHARE * limits_left(&s->limits) : QUIET_SECONDS_WITHOUT_LIMIT);
    source.code.bitcode = &p->quiet_bitcode;
    program_check_run(p->quiet, &source, &how, &first, &r->outcome);
    if (r->outcome.answer == ANSWER_UNSAFE) {
        /* the run is one of the program as it was asked for; that other goals hold if nothing changes is no answer */
        program_verdicts_withdraw(r->outcome.verdicts, program_goal_count(p->quiet));
        return true;
    }
    program_outcome_release(&r->outcome);
    return false;
}

/* "foo", "foo and bar", "foo, bar and 2 others": what nobody has seen, and SAFE rests on. */
static void print_unseen(text *out, const program *p)
{
    enum { MOST = 3 };
    size_t n = program_unseen_count(p), shown = n > MOST ? MOST - 1 : n;
    for (size_t i = 0; i < shown; i++)
        text_printf(out, "%s%s", i == 0 ? "" : i + 1 == n ? " and " : ", ", program_unseen(p, i));
    if (shown < n) text_printf(out, " and %zu others", n - shown);
    text_adds(out, n == 1 ? " behaves as listed" : " behave as listed");
}

static void demand_strict(latch_result *r)
{
    if (r->outcome.answer != ANSWER_SAFE || !program_unseen_count(r->program)) return;
    text why;
    text_init(&why);
    text_adds(&why, "all goals are proved, if ");
    print_unseen(&why, r->program);
    text_adds(&why, ", but --strict does not allow that");
    r->outcome.answer = ANSWER_UNKNOWN;
    r->outcome.reason = text_take(&why);
}

/* The outcome's general part goes where that of a Horn problem is. */
static void check_program(latch_result *r, const latch_options *o, const solve_options *s)
{
    const latch_problem *p = r->problem;
    sandbox_support support;
    program_source source = api_source(p, o, &support);
    encode_options how = encode_options_of(o);
    if (p->quiet && check_quiet(r, o, s)) {
        r->program = p->quiet;
    } else {
        program_check_run(p->program, &source, &how, s, &r->outcome);
        if (o->strict) demand_strict(r);
    }
    r->engine = r->outcome.engine;
    r->result.stats = r->outcome.stats;
    r->result.bound = r->outcome.bound;
}

static answer answer_of(const latch_result *r) { return r->program ? r->outcome.answer : r->result.answer; }

static const char FOR_PROGRAMS[] = "this engine is for programs";

latch_result *latch_check(const latch_problem *p, const latch_options *o)
{
    latch_require(p && o);
    double start = limits_now();
    solve_options s = api_solve_options(o);
    latch_result *r = alloc_zeroed(1, sizeof *r);
    r->problem = p;
    r->program = p->program;
    result_init(&r->result);
    program_outcome_init(&r->outcome);
    if (p->program)
        check_program(r, o, &s);
    else if (engine_find(o->engine) && engine_find(o->engine)->of_programs)
        r->result.reason = alloc_string(FOR_PROGRAMS, strlen(FOR_PROGRAMS));
    else
        solve_run(p->horn, &s, &r->result, &r->engine);
    stats_add(&r->result.stats, parse_seconds, p->load_seconds);
    r->seconds = limits_now() - start;
    return r;
}

void latch_result_free(latch_result *r)
{
    if (!r) return;
    result_release(&r->result);
    program_outcome_release(&r->outcome);
    free(r);
}

latch_answer latch_result_answer(const latch_result *r)
{
    latch_require(r);
    return public_answer(answer_of(r));
}

const char *latch_result_reason(const latch_result *r)
{
    latch_require(r);
    if (r->program) return r->outcome.reason;
    return r->result.answer == ANSWER_UNKNOWN ? r->result.reason : NULL;
}

const char *latch_result_engine(const latch_result *r)
{
    latch_require(r);
    return r->engine;
}

int64_t latch_result_bound(const latch_result *r)
{
    latch_require(r);
    return r->result.bound;
}

double latch_result_seconds(const latch_result *r)
{
    latch_require(r);
    return r->seconds;
}

char *latch_result_model(const latch_result *r)
{
    latch_require(r);
    if (r->result.answer != ANSWER_SAFE) return NULL;
    text t;
    text_init(&t);
    model_print(&t, r->problem->horn, &r->result.model);
    return text_take(&t);
}

char *latch_result_derivation(const latch_result *r)
{
    latch_require(r);
    if (r->result.answer != ANSWER_UNSAFE) return NULL;
    text t;
    text_init(&t);
    derivation_print(&t, r->problem->horn, &r->result.derivation);
    return text_take(&t);
}

char *latch_result_certificate(const latch_result *r)
{
    latch_require(r);
    if (r->program)
        return r->outcome.certificate ? alloc_string(r->outcome.certificate, strlen(r->outcome.certificate)) : NULL;
    if (r->result.answer == ANSWER_UNKNOWN) return NULL;
    text t;
    text_init(&t);
    validate_certificate(&t, r->problem->horn, &r->result);
    return text_take(&t);
}

static char *print_goals(const latch_result *r, bool only_open)
{
    text t;
    text_init(&t);
    c_report_goals(&t, r->program, &r->outcome, only_open, 200);
    return text_take(&t);
}

char *latch_result_goals(const latch_result *r)
{
    latch_require(r);
    return r->program ? print_goals(r, false) : NULL;
}

char *latch_result_open_goals(const latch_result *r)
{
    latch_require(r);
    size_t n_proved = 0;
    bool is_partial = r->program && r->outcome.answer == ANSWER_UNKNOWN && program_outcome_count(r->program, &r->outcome, &n_proved) > n_proved;
    return is_partial && n_proved ? print_goals(r, true) : NULL;
}

char *latch_result_trace(const latch_result *r)
{
    latch_require(r);
    if (!r->program || r->outcome.answer != ANSWER_UNSAFE) return NULL;
    text t;
    text_init(&t);
    if (r->problem->tree) api_print_initial(&t, r->problem, &r->outcome.inputs);
    c_report_trace(&t, r->program, &r->outcome.inputs);
    return text_take(&t);
}

char *latch_result_annotations(const latch_result *r)
{
    latch_require(r);
    if (!r->program || (!r->outcome.annotations.size && !r->outcome.proof)) return NULL;
    text t;
    text_init(&t);
    c_report_annotations(&t, r->program, &r->outcome.annotations);
    if (r->outcome.proof) text_adds(&t, r->outcome.proof);
    if (t.size) return text_take(&t);
    text_release(&t);
    return NULL;
}

char *latch_result_story(const latch_result *r)
{
    latch_require(r);
    return r->outcome.story.size ? alloc_string(r->outcome.story.data, r->outcome.story.size) : NULL;
}

char *latch_result_assumptions(const latch_result *r)
{
    latch_require(r);
    if (!r->program) return NULL;
    text t;
    text_init(&t);
    c_report_assumptions(&t, r->program);
    return text_take(&t);
}

char *latch_result_condition(const latch_result *r)
{
    latch_require(r);
    if (!r->program || r->outcome.answer != ANSWER_SAFE || !program_unseen_count(r->program)) return NULL;
    text t;
    text_init(&t);
    print_unseen(&t, r->program);
    return text_take(&t);
}

char *latch_result_note(const latch_result *r)
{
    latch_require(r);
    if (!r->program || r->outcome.answer == ANSWER_UNKNOWN) return NULL; /* then there was something */
    text t;
    text_init(&t);
    if (!r->problem->tree) c_report_note(&t, r->program);
    else if (!program_goal_count(r->program)) text_adds(&t, "there is nothing to check: the program has no assertion, and no predicate for its end (`ensure`, `bad`)");
    return t.size ? text_take(&t) : (text_release(&t), NULL);
}

char *latch_result_mismatch(const latch_result *r)
{
    latch_require(r);
    if (!r->outcome.mismatch) return NULL;
    text t;
    text_init(&t);
    c_report_mismatch(&t, r->program, &r->outcome);
    return text_take(&t);
}

char *latch_result_stats(const latch_result *r)
{
    latch_require(r);
    text t;
    text_init(&t);
    stats_print(&t, &r->result.stats);
    return text_take(&t);
}

char *latch_result_json(const latch_result *r)
{
    latch_require(r);
    text t;
    text_init(&t);
    char *note = latch_result_note(r);
    json_facts f = {.version = latch_version(), .answer = latch_answer_word(r->problem, latch_result_answer(r)),
                    .engine = r->engine, .seconds = r->seconds, .note = note};
    if (r->program)
        json_report_program(&t, r->program, &r->outcome, &f);
    else
        json_report(&t, r->problem->horn, &r->result, &f);
    free(note);
    return text_take(&t);
}

static const char *answer_word(bool is_program, latch_answer a)
{
    if (is_program) return a == LATCH_SAFE ? "SAFE" : a == LATCH_UNSAFE ? "UNSAFE" : "UNKNOWN";
    return a == LATCH_SAFE ? "sat" : a == LATCH_UNSAFE ? "unsat" : "unknown";
}

const char *latch_answer_word(const latch_problem *p, latch_answer a)
{
    latch_require(p);
    return answer_word(p->program != NULL, a);
}

char *latch_unknown_json(const char *path, const char *reason, double seconds)
{
    latch_require(path && reason);
    text t;
    text_init(&t);
    json_facts f = {.version = latch_version(), .answer = answer_word(is_program_file(path), LATCH_UNKNOWN), .seconds = seconds};
    json_report_unread(&t, path, reason, &f);
    return text_take(&t);
}

#include "api/parts.h"

#include "report/json.h"
#include "report/test_report.h"
#include "solve/test_replay.h"
#include "validate/compile.h"

#include <stdlib.h>
#include <string.h>

latch_tests *latch_test(const latch_problem *p, const latch_options *o)
{
    latch_require(p && o && p->program && o->goals);
    double start = limits_now();
    latch_tests *t = alloc_zeroed(1, sizeof *t);
    t->problem = p;
    t->options = o;
    test_outcome_init(&t->outcome, p->program);
    sandbox_support support;
    program_source source = api_source(p, o, &support);
    encode_options how = {.large_blocks = false, .inline_limit = o->inline_limit, .limits = api_limits(o)};
    solve_options s = api_solve_options(o);
    test_options tests = {.no_sampling = o->no_sampling != 0};
    const char *function;
    api_parse_goals(o->goals, &tests.covers, &function);
    program_test_run(p->program, &source, &how, &s, &tests, &t->outcome);
    stats_add(&t->outcome.stats, parse_seconds, p->load_seconds);
    t->seconds = limits_now() - start;
    return t;
}

void latch_tests_free(latch_tests *t)
{
    if (!t) return;
    test_outcome_release(&t->outcome);
    free(t);
}

size_t latch_tests_count(const latch_tests *t)
{
    latch_require(t);
    return t->outcome.suite.tests.size;
}

size_t latch_tests_goals(const latch_tests *t, latch_goal_status status)
{
    latch_require(t);
    const suite *s = &t->outcome.suite;
    if (status == LATCH_GOAL_OPEN) return suite_count(s, GOAL_IS_OPEN);
    if (status == LATCH_GOAL_REACHED) return suite_count(s, GOAL_IS_REACHED);
    return suite_count(s, GOAL_IS_UNREACHABLE) + suite_count(s, GOAL_IS_NOT_CALLED);
}

char *latch_tests_summary(const latch_tests *t, int all_goals)
{
    latch_require(t);
    text out;
    text_init(&out);
    test_report_print(&out, &t->outcome, t->seconds, all_goals != 0);
    return text_take(&out);
}

static char *copy_of(const text *t) { return t->size ? alloc_string(t->data, t->size) : NULL; }

char *latch_tests_notes(const latch_tests *t)
{
    latch_require(t);
    if (!t->outcome.n_dropped) return NULL;
    text out;
    text_init(&out);
    text_printf(&out, "%zu test%s not do what was computed, and %s dropped:\n%s", t->outcome.n_dropped, t->outcome.n_dropped == 1 ? " did" : "s did",
                t->outcome.n_dropped == 1 ? "was" : "were", t->outcome.notes.data);
    return text_take(&out);
}

char *latch_tests_contradictions(const latch_tests *t)
{
    latch_require(t);
    return copy_of(&t->outcome.contradictions);
}

char *latch_tests_json(const latch_tests *t)
{
    latch_require(t);
    text out;
    text_init(&out);
    test_report_json(&out, &t->outcome, &(json_facts){.version = latch_version(), .seconds = t->seconds});
    return text_take(&out);
}

char *latch_tests_stats(const latch_tests *t)
{
    latch_require(t);
    text out;
    text_init(&out);
    stats_print(&out, &t->outcome.stats);
    return text_take(&out);
}

char *latch_tests_write(const latch_tests *t, const char *folder)
{
    latch_require(t && folder);
    const latch_options *o = t->options;
    string_vec compiler;
    string_vec_init(&compiler);
    compile_fixed_options(&compiler, o->bits);
    suite_origin origin = {.version = latch_version(), .code = api_source_files(t->problem, o), .is_tree = t->problem->tree != NULL,
                           .compiler = compiler.data, .n_compiler = compiler.size};
    api_parse_goals(o->goals, &origin.covers, &origin.covered_call);
    diag error;
    diag_init(&error);
    text message;
    text_init(&message);
    bool ok = suite_write(&t->outcome.suite, &origin, folder, &error);
    if (!ok) diag_print(&message, &error);
    diag_release(&error);
    string_vec_release(&compiler);
    if (!ok) return text_take(&message);
    text_release(&message);
    return NULL;
}

char *latch_replay(const latch_problem *p, const latch_options *o, const char *const *tests, size_t n, int all_goals, latch_replay_worst *worst)
{
    latch_require(p && o && p->program && o->goals && tests && worst);
    sandbox_support support;
    program_source source = api_source(p, o, &support);
    limits l = api_limits(o);
    text out;
    suite all;
    uint32_t covers;
    const char *function;
    text_init(&out);
    suite_init(&all, p->program);
    api_parse_goals(o->goals, &covers, &function);
    program_test_choose(&all, covers);
    test_player *player = p->tree ? NULL : test_player_new(p->program, &source, &l, &out);
    if (p->tree) text_adds(&out, "tests of `while` programs are run by `latch run --inputs`");
    *worst = player ? LATCH_REPLAY_FINE : LATCH_REPLAY_NOT_RUN;
    if (!player) text_addc(&out, '\n');
    for (size_t i = 0; player && i < n; i++) {
        replayed r;
        test_player_run(player, tests[i], &l, &r);
        test_report_replayed(&out, &all, tests[i], &r, all_goals != 0);
        for (size_t g = 0; g < program_goal_count(p->program); g++)
            if (r.covered[g]) all.status[g] = GOAL_IS_REACHED;
        latch_replay_worst one = !r.is_run ? LATCH_REPLAY_NOT_RUN : r.fails ? LATCH_REPLAY_VIOLATED : LATCH_REPLAY_FINE;
        if (one > *worst) *worst = one;
        replayed_release(&r);
    }
    if (player && n > 1) test_report_together(&out, &all);
    test_player_free(player);
    suite_release(&all);
    return text_take(&out);
}

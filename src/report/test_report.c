#include "report/test_report.h"

#include "report/c_report.h"
#include "testgen/goal_text.h"

#include <string.h>

typedef struct counts {
    size_t all, by_status[4];
} counts;

static void count(counts *c, goal_status s)
{
    assert((size_t)s < sizeof c->by_status / sizeof *c->by_status);
    c->all++;
    c->by_status[s]++;
}

static const char *function_of(const suite *s, uint32_t g)
{
    const goal_info *info = program_goal(s->program, (goal){g});
    return info->function ? info->function : program_proc_name(s->program, info->proc);
}

/* Of one kind of goals (a set of COVER_...), or all; of one function, or all. */
static counts count_goals(const suite *s, uint32_t kind, const char *function)
{
    counts c = {0};
    for (uint32_t g = 0; g < program_goal_count(s->program); g++) {
        const goal_info *info = program_goal(s->program, (goal){g});
        uint32_t covers = goal_kind_is_check(info->kind) ? COVER_ERROR : info->covers;
        if (!s->is_wanted[g] || (kind && !(covers & kind)) || (function && strcmp(function_of(s, g), function))) continue;
        count(&c, s->status[g]);
    }
    return c;
}

static size_t dead(const counts *c)
{
    size_t n = c->by_status[GOAL_IS_UNREACHABLE] + c->by_status[GOAL_IS_NOT_CALLED];
    assert(n + c->by_status[GOAL_IS_OPEN] + c->by_status[GOAL_IS_REACHED] == c->all);
    return n;
}

static void print_head(text *out, const suite *s, double seconds)
{
    static const struct {
        uint32_t kind;
        const char *name;
    } KINDS[] = {{COVER_BLOCK, "blocks"}, {COVER_BRANCH, "branch outcomes"}, {COVER_CALL, "calls"}, {COVER_ERROR, "possible failures"}};
    counts all = count_goals(s, 0, NULL);
    text_printf(out, "%zu goal%s: %zu reached by %zu test%s, %zu proved unreachable, %zu open (%.1f s)\n", all.all, all.all == 1 ? "" : "s",
                all.by_status[GOAL_IS_REACHED], s->tests.size, s->tests.size == 1 ? "" : "s", dead(&all), all.by_status[GOAL_IS_OPEN], seconds);
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        counts c = count_goals(s, KINDS[i].kind, NULL);
        if (c.all && c.all != all.all) text_printf(out, "  %s: %zu of %zu reached, %zu unreachable\n", KINDS[i].name, c.by_status[GOAL_IS_REACHED], c.all, dead(&c));
    }
}

static void print_functions(text *out, const suite *s)
{
    int width = 8;
    const char *last = NULL;
    for (uint32_t g = 0; g < program_goal_count(s->program); g++) {
        int n = s->is_wanted[g] ? (int)strlen(function_of(s, g)) : 0;
        if (n > width) width = n < 40 ? n : 40;
    }
    text_printf(out, "\n%-*s  goals  reached  unreachable   open\n", width, "function");
    for (uint32_t g = 0; g < program_goal_count(s->program); g++) {
        if (!s->is_wanted[g] || (last && !strcmp(last, function_of(s, g)))) continue;
        last = function_of(s, g);
        bool is_first = true;
        for (uint32_t k = 0; k < g && is_first; k++) is_first = !s->is_wanted[k] || strcmp(function_of(s, k), last);
        if (!is_first) continue;
        counts c = count_goals(s, 0, last);
        assert(c.all);
        text_printf(out, "%-*s %6zu %8zu %12zu %6zu%s\n", width, last, c.all, c.by_status[GOAL_IS_REACHED], dead(&c), c.by_status[GOAL_IS_OPEN],
                    c.by_status[GOAL_IS_NOT_CALLED] == c.all ? "  (never called)" : "");
    }
}

static void print_goal(text *out, const suite *s, goal_text *words, uint32_t g, bool with_tests)
{
    assert(s->is_wanted[g]);
    const goal_info *info = program_goal(s->program, (goal){g});
    if (info->place.file) text_printf(out, "%s:%u:%u: ", info->place.file, info->place.line, info->place.column);
    goal_text_print(words, (goal){g}, out);
    text_printf(out, ": %s", s->status[g] == GOAL_IS_UNREACHABLE ? "proved unreachable" : goal_status_name(s->status[g]));
    if (with_tests && s->status[g] == GOAL_IS_REACHED) {
        text_adds(out, " by test");
        for (size_t i = 0; i < s->tests.size; i++)
            if (s->tests.data[i].covered[g]) text_printf(out, " %zu", i + 1);
    }
    text_addc(out, '\n');
}

void test_report_print(text *out, const test_outcome *o, double seconds, bool all)
{
    enum { MOST_LINES = 40 };
    const suite *s = &o->suite;
    goal_text *words = goal_text_new(s->program);
    size_t lines = 0, left = 0;
    print_head(out, s, seconds);
    print_functions(out, s);
    text_addc(out, '\n');
    for (uint32_t g = 0; g < program_goal_count(s->program); g++) {
        bool is_shown = all || s->status[g] == GOAL_IS_UNREACHABLE || s->status[g] == GOAL_IS_OPEN;
        if (!s->is_wanted[g] || !is_shown) continue;
        if (all || lines++ < MOST_LINES) print_goal(out, s, words, g, all);
        else left++;
    }
    if (left) text_printf(out, "... and %zu more: goals.csv has them all\n", left);
    if (o->reason) text_printf(out, "goals are open because: %s\n", o->reason);
    if (suite_count(s, GOAL_IS_UNREACHABLE)) c_report_assumptions(out, s->program);
    goal_text_free(words);
}

/* ---- replay ---- */

void test_report_replayed(text *out, const suite *s, const char *path, const replayed *r, bool all)
{
    size_t goals = 0, covered = 0;
    for (size_t g = 0; g < program_goal_count(s->program); g++) {
        goals += s->is_wanted[g];
        covered += s->is_wanted[g] && r->covered[g];
    }
    assert(covered <= goals && (r->is_run || !covered));
    text_printf(out, "%s: %s", path, r->is_run ? "ends with " : "not run: ");
    text_adds(out, r->what.data);
    if (r->is_run && r->is_measured) text_printf(out, ", covers %zu of %zu goals", covered, goals);
    text_addc(out, '\n');
    goal_text *words = goal_text_new(s->program);
    for (uint32_t g = 0; all && g < program_goal_count(s->program); g++) {
        if (!s->is_wanted[g] || !r->covered[g]) continue;
        const goal_info *info = program_goal(s->program, (goal){g});
        text_printf(out, "  %s:%u:%u: ", info->place.file ? info->place.file : "?", info->place.line, info->place.column);
        goal_text_print(words, (goal){g}, out);
        text_addc(out, '\n');
    }
    goal_text_free(words);
}

void test_report_together(text *out, const suite *s)
{
    counts all = count_goals(s, 0, NULL);
    assert(all.by_status[GOAL_IS_REACHED] <= all.all);
    text_printf(out, "together they cover %zu of %zu goals\n", all.by_status[GOAL_IS_REACHED], all.all);
}

/* ---- JSON ---- */

static void print_json_goal(text *out, const suite *s, goal_text *words, uint32_t g)
{
    assert(s->is_wanted[g]);
    const goal_info *info = program_goal(s->program, (goal){g});
    text line;
    text_init(&line);
    goal_text_print(words, (goal){g}, &line);
    text_adds(out, "{\"file\": ");
    json_print_string(out, info->place.file ? info->place.file : "");
    text_printf(out, ", \"line\": %u, \"column\": %u, \"function\": ", info->place.line, info->place.column);
    json_print_string(out, function_of(s, g));
    text_printf(out, ", \"kind\": \"%s\", \"goal\": ", goal_text_kind(s->program, (goal){g}));
    json_print_string(out, line.data);
    text_printf(out, ", \"status\": \"%s\", \"tests\": [", goal_status_name(s->status[g]));
    bool any = false;
    for (size_t i = 0; i < s->tests.size; i++) {
        if (!s->tests.data[i].covered[g]) continue;
        text_printf(out, any ? ", %zu" : "%zu", i + 1);
        any = true;
    }
    text_adds(out, "]}");
    text_release(&line);
}

static void print_json_tests(text *out, const suite *s)
{
    for (size_t i = 0; i < s->tests.size; i++) {
        const test *t = &s->tests.data[i];
        assert(t->end && t->covered);
        text_printf(out, "%s\n    {\"ends\": ", i ? "," : "");
        json_print_string(out, t->end);
        text_printf(out, ", \"status\": %d, \"links_with\": \"%s\", \"inputs\": [", t->status, t->is_plain ? "sources" : "program.bc");
        for (size_t k = 0; k < t->values.size; k++) {
            text_adds(out, k ? ", \"" : "\"");
            test_value_print(out, program_terms(s->program), &t->values.data[k]);
            text_addc(out, '"');
        }
        text_adds(out, "]}");
    }
}

void test_report_json(text *out, const test_outcome *o, const json_facts *facts)
{
    const suite *s = &o->suite;
    goal_text *words = goal_text_new(s->program);
    counts all = count_goals(s, 0, NULL), branches = count_goals(s, COVER_BRANCH, NULL), blocks = count_goals(s, COVER_BLOCK, NULL);
    text_adds(out, "{\n");
    json_print_field(out, "version", facts->version);
    json_print_field(out, "reason", o->reason);
    text_printf(out, "  \"seconds\": %.3f,\n  \"goals\": %zu, \"reached\": %zu, \"unreachable\": %zu, \"open\": %zu, \"tests\": %zu, \"dropped\": %zu,\n",
                facts->seconds, all.all, all.by_status[GOAL_IS_REACHED], dead(&all), all.by_status[GOAL_IS_OPEN], s->tests.size, o->n_dropped);
    text_printf(out, "  \"blocks\": %zu, \"blocks_reached\": %zu, \"branches\": %zu, \"branches_reached\": %zu,\n", blocks.all,
                blocks.by_status[GOAL_IS_REACHED], branches.all, branches.by_status[GOAL_IS_REACHED]);
    json_print_field(out, "contradictions", o->contradictions.size ? o->contradictions.data : NULL);
    json_print_field(out, "notes", o->notes.size ? o->notes.data : NULL);
    text_adds(out, "  \"table\": [");
    bool any = false;
    for (uint32_t g = 0; g < program_goal_count(s->program); g++) {
        if (!s->is_wanted[g]) continue;
        text_adds(out, any ? ",\n    " : "\n    ");
        print_json_goal(out, s, words, g);
        any = true;
    }
    text_adds(out, "],\n  \"suite\": [");
    print_json_tests(out, s);
    text_adds(out, "],\n");
    json_print_stats(out, &o->stats);
    text_adds(out, "\n}\n");
    goal_text_free(words);
}

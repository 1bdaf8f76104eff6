#include "solve/test_replay.h"

#include "program/interpret.h"
#include "solve/run_inputs.h"
#include "term/eval.h"
#include "testgen/exchange.h"
#include "validate/coverage.h"
#include "validate/harness.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const size_t MAX_STEPS = 20 * 1000 * 1000;
static const double RUN_SECONDS = 10;

struct test_player {
    const program *p;
    const program_source *source;
    coverage_source compiled;
    coverage *coverage;
};

void replayed_release(replayed *r)
{
    free(r->covered);
    text_release(&r->what);
}

test_player *test_player_new(const program *p, const program_source *source, const limits *limit, text *why)
{
    test_player *t = alloc_zeroed(1, sizeof *t);
    t->p = p;
    t->source = source;
    t->compiled = (coverage_source){.code = source->code, .n_goals = program_goal_count(p), .confine = source->confine};
    t->coverage = coverage_new(&t->compiled, limit, why);
    if (t->coverage) return t;
    free(t);
    return NULL;
}

void test_player_free(test_player *t)
{
    if (!t) return;
    coverage_free(t->coverage);
    free(t);
}

static void conclude(const coverage_run *run, replayed *out)
{
    out->is_run = true;
    out->fails = run->how.end == PROCESS_EXITED && run->how.code == STATUS_VIOLATED;
    coverage_describe(run->how, &out->what);
}

/* ---- the exchange format ---- */

typedef struct feed {
    term_store *ts;
    const exchange_value_vec *values;
    size_t next;
} feed;

/* A number in C as a value of the range, which wraps as a cast does. */
static term value_in_range(term_store *ts, const char *word, term low, term high)
{
    char *end;
    bool is_negative = *word == '-';
    uint64_t number = strtoull(word + (is_negative || *word == '+'), &end, 0);
    if (*word == '\'') number = (unsigned char)word[1];
    if (!strcmp(word, "true")) number = 1;
    if (strchr(word, '.')) number = (uint64_t)strtod(word + is_negative, NULL);
    rat v, size;
    rat_init(&v);
    rat_init(&size);
    rat_set_int(&v, (int64_t)(number >> 1));
    rat_add(&v, &v, &v);
    rat_set_int(&size, (int64_t)(number & 1));
    rat_add(&v, &v, &size);
    if (is_negative) rat_neg(&v, &v);
    if (!term_is_none(low) && !term_is_none(high)) {
        rat_set_int(&size, 1);
        rat_add(&size, &size, term_number(ts, high));
        rat_sub(&size, &size, term_number(ts, low));
        rat_sub(&v, &v, term_number(ts, low));
        rat_mod_euclid(&v, &v, &size);
        rat_add(&v, &v, term_number(ts, low));
    }
    term t = term_mk_num(ts, &v, sort_int(ts));
    rat_release(&v);
    rat_release(&size);
    return t;
}

/* Calls get the values of the test in their order; all that is never set is 0. */
static term choose(void *user, const stmt *asked_by, sort s, term low, term high)
{
    feed *f = user;
    if (!asked_by || asked_by->kind != STMT_INPUT) {
        bool is_number = sort_kind_of(f->ts, s) == SORT_INT;
        return is_number ? value_in_range(f->ts, "0", low, high) : eval_default(f->ts, s);
    }
    if (f->next == f->values->size) return TERM_NONE;
    return value_in_range(f->ts, f->values->data[f->next++], low, high);
}

static void run_values(test_player *t, const exchange_value_vec *values, const limits *limit, replayed *out)
{
    feed f = {.ts = program_terms(t->p), .values = values};
    interpret_options o = {.choose = choose, .user = &f, .record_unset = true, .max_steps = MAX_STEPS, .limits = *limit};
    run_result r;
    text table;
    run_result_init(&r);
    text_init(&table);
    interpret(t->p, &o, &r);
    event_vec events;
    event_vec_init(&events);
    run_inputs_events(t->p, &r, &events);
    harness_print_table(&table, &r.unset, &events, 0);
    event_vec_release(&events);
    coverage_run run = {.seconds = RUN_SECONDS, .covered = out->covered};
    out->is_measured = coverage_measure(t->coverage, &table, limit, &run, &out->what);
    if (out->is_measured) conclude(&run, out);
    if (out->is_measured && f.next < values->size) text_printf(&out->what, ", %zu of %zu inputs used", f.next, values->size);
    run_result_release(&r);
    text_release(&table);
}

static void run_exchange(test_player *t, const char *content, const limits *limit, replayed *out)
{
    exchange_value_vec values;
    exchange_value_vec_init(&values);
    if (exchange_parse_test(content, &values, &out->what)) run_values(t, &values, limit, out);
    exchange_values_release(&values);
}

/* ---- C files ---- */

static void run_source(test_player *t, const text *content, const limits *limit, replayed *out)
{
    text source;
    text_init(&source);
    text_add(&source, content->data, content->size);
    bool with_sources = strstr(content->data, "latch_unset(") == NULL;
    coverage_run run = {.seconds = RUN_SECONDS, .covered = with_sources ? NULL : out->covered};
    if (coverage_try(t->coverage, &source, with_sources, limit, &run, &out->what)) {
        conclude(&run, out);
        out->is_measured = !with_sources;
    }
    text_release(&source);
}

void test_player_run(test_player *t, const char *path, const limits *limit, replayed *out)
{
    *out = (replayed){.covered = alloc_zeroed(program_goal_count(t->p) + 1, sizeof *out->covered)};
    text_init(&out->what);
    text content;
    text_init(&content);
    FILE *f = fopen(path, "r");
    if (!f) text_printf(&out->what, "it cannot be read: %s", strerror(errno));
    for (int c; f && (c = getc(f)) != EOF;) text_addc(&content, (char)c);
    size_t length = strlen(path);
    if (f && length > 2 && !strcmp(path + length - 2, ".c")) run_source(t, &content, limit, out);
    else if (f) run_exchange(t, content.data, limit, out);
    if (f) fclose(f);
    text_release(&content);
}

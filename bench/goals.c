/* Which predicates of a Horn problem can be reached at all? Asks interla for every predicate at once, as `latch test` asks for every
 * block, and writes what it finds out as it goes, one CSV line for each event:
 *
 *   goals [--no-learn] [--check] SECONDS FILE.smt2
 *
 * The problem's own queries are left out. --check validates every derivation and every model against the problem as the engine saw it. */

#include "engine/interla/interla.h"
#include "front/smtlib/smtlib.h"
#include "pass/pass.h"
#include "validate/validate.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct watch {
    const horn *h; /* the engine's */
    result *r;
    double start;
    size_t goals, reached, proved;
    bool *is_settled; /* by clause */
    bool check;
    size_t wrong;
} watch;

static horn *ask_for_predicates(const horn *h)
{
    horn *asked = horn_new(horn_terms(h));
    horn_copy_preds(asked, h);
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        if (!pred_is_false(c->head.pred)) horn_add_clause(asked, c->body, c->n_body, c->constraint, c->head, c->line);
    }
    for (uint32_t p = 0; p < horn_pred_count(h); p++) {
        term_vec args = {0};
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++)
            term_vec_push(&args, term_mk_fresh(horn_terms(h), "any", horn_pred_sort(h, (pred){p}, i)));
        horn_add_clause(asked, &(atom){(pred){p}, args.data}, 1, term_true(horn_terms(h)), (atom){PRED_FALSE, NULL}, 0);
        term_vec_release(&args);
    }
    return asked;
}

static void say(const watch *w, const char *event, const char *goal)
{
    printf("%.2f,%.0f,%s,%zu,%zu,%zu,%s\n", limits_now() - w->start, stats_get(&w->r->stats, interla_backtracks), event, w->reached, w->proved,
           w->goals - w->reached - w->proved, goal);
    fflush(stdout);
}

/* The predicate that a query of ask_for_predicates asks for. */
static const char *goal_of(const watch *w, size_t query)
{
    return horn_pred_name(w->h, horn_clause(w->h, query)->body[0].pred);
}

static void take_reached(void *user, size_t query, const derivation *d)
{
    watch *w = user;
    w->reached++;
    w->is_settled[query] = true;
    if (w->check) {
        limits none = {0};
        stats counters = {0};
        text why;
        text_init(&why);
        result claimed = {.answer = ANSWER_UNSAFE, .derivation = *d};
        if (validate_result(w->h, &claimed, &none, &counters, &why) != VALID) w->wrong++;
        text_release(&why);
    }
    say(w, "reached", goal_of(w, query));
}

/* Do all clauses that are no queries, and these queries, hold? */
static void check_model(watch *w, const model *m, const bool *claimed)
{
    verdict *v = calloc(horn_clause_count(w->h), sizeof *v);
    limits none = {0};
    validate_clauses(w->h, m, &none, v);
    for (size_t i = 0; i < horn_clause_count(w->h); i++)
        if ((claimed[i] || !pred_is_false(horn_clause(w->h, i)->head.pred)) && v[i] != VALID) w->wrong++;
    free(v);
}

static void take_proved(void *user, const uint32_t *queries, size_t n, const model *m)
{
    watch *w = user;
    bool *claimed = calloc(horn_clause_count(w->h) + 1, sizeof *claimed);
    for (size_t i = 0; i < n; i++) claimed[queries[i]] = w->is_settled[queries[i]] = true;
    w->proved += n;
    if (w->check) check_model(w, m, claimed);
    free(claimed);
    say(w, "proved", "");
}

/* The answer is about everything that is left. An engine that stops in time without one has tried all it can. */
static void take_answer(watch *w, bool in_time)
{
    if (w->r->answer == ANSWER_SAFE) {
        size_t n = horn_clause_count(w->h);
        bool *claimed = calloc(n + 1, sizeof *claimed);
        for (size_t i = 0; i < n; i++) claimed[i] = pred_is_false(horn_clause(w->h, i)->head.pred) && !w->is_settled[i];
        if (w->check) check_model(w, &w->r->model, claimed);
        w->proved = w->goals - w->reached;
        free(claimed);
    }
    for (size_t i = 0; i < horn_clause_count(w->h) && w->r->answer != ANSWER_SAFE; i++)
        if (pred_is_false(horn_clause(w->h, i)->head.pred) && !w->is_settled[i]) say(w, "open", goal_of(w, i));
    say(w, w->r->answer == ANSWER_SAFE ? "complete" : in_time ? "exhausted" : "stopped", "");
}

static void run(const horn *h, double seconds, bool no_learn, bool check)
{
    const char *skip[] = {"inline"};
    limits limit = {.deadline = limits_now() + seconds};
    double start = limits_now();
    horn *asked = ask_for_predicates(h);
    pipeline *p = pipeline_run(asked, skip, 1, &limit, NULL, NULL);
    const horn *seen = pipeline_result(p);
    size_t left = horn_clauses_of(seen, PRED_FALSE)->size;
    result r;
    result_init(&r);
    watch w = {.h = seen, .r = &r, .start = start, .goals = horn_pred_count(h), .proved = horn_pred_count(h) - left, .check = check};
    w.is_settled = calloc(horn_clause_count(seen) + 1, sizeof *w.is_settled);
    printf("seconds,backtracks,event,reached,proved,open,goal\n");
    say(&w, "begin", "");
    engine_goals goals = {.reached = take_reached, .proved = take_proved, .user = &w};
    engine_context context = {.limits = limit, .goals = &goals, .no_learn = no_learn};
    interla_run(seen, &context, &r);
    take_answer(&w, !limits_is_over(&limit));
    text all;
    text_init(&all);
    stats_print(&all, &r.stats);
    fprintf(stderr, "%s%s%s\n", all.data, r.reason ? "unknown: " : "", r.reason ? r.reason : "");
    if (check) fprintf(stderr, "%zu wrong claims\n", w.wrong);
    text_release(&all);
    free(w.is_settled);
    result_release(&r);
    pipeline_free(p);
    horn_free(asked);
}

int main(int argc, char **argv)
{
    bool no_learn = false, check = false;
    int at = 1;
    for (; at < argc && argv[at][0] == '-'; at++) {
        no_learn |= !strcmp(argv[at], "--no-learn");
        check |= !strcmp(argv[at], "--check");
    }
    if (argc - at != 2) {
        fprintf(stderr, "usage: goals [--no-learn] [--check] SECONDS FILE.smt2\n");
        return 2;
    }
    term_store *ts = term_store_new();
    diag error;
    diag_init(&error);
    horn *h = smtlib_load(ts, argv[at + 1], NULL, NULL, &error);
    if (h) run(h, strtod(argv[at], NULL), no_learn, check);
    else fprintf(stderr, "%s: %s\n", argv[at + 1], error.message);
    horn_free(h);
    term_store_free(ts);
    diag_release(&error);
    return h ? 0 : 2;
}

#include "solve/test_questions.h"

#include "base/vec.h"

#include <stdlib.h>

/* Of few goals these are asked in turn, of all goals only the last one: the first one is at work on them anyway. */
static const char *const ENGINES_ASKED[] = {"interla", "la"};
enum { ENGINES_ASKED_COUNT = 2 };
/* Of the time that is left, for the question about all goals: at first, after those about functions, and if there is one function only. */
static const double FIRST_SHARE = 0.2, SECOND_SHARE = 0.5, ONLY_SHARE = 0.8;

typedef struct range {
    uint32_t first, end;
} range;
VEC_DECLARE(range_vec, range);

struct test_questions {
    const program *p;
    range_vec list; /* in the order in which they are asked; empty at first */
    size_t second; /* number of the one that is about all goals again; 0: there is none */
    size_t next; /* as many as there are: all engines */
    size_t next_engine;
    bool is_done;
};

test_questions *test_questions_new(const program *p)
{
    test_questions *q = alloc_zeroed(1, sizeof *q);
    q->p = p;
    return q;
}

void test_questions_free(test_questions *q)
{
    if (!q) return;
    range_vec_release(&q->list);
    free(q);
}

static range all_goals(const test_questions *q) { return (range){0, (uint32_t)program_goal_count(q->p)}; }

static size_t count_open(range r, const bool *is_open)
{
    size_t n = 0;
    for (uint32_t g = r.first; g < r.end; g++) n += is_open[g];
    return n;
}

static const char *function_of(const test_questions *q, uint32_t g)
{
    const char *name = program_goal(q->p, (goal){g})->function;
    return name ? name : "";
}

/* Goals of a function follow each other. */
static void collect(test_questions *q, const bool *is_open)
{
    const char *function = NULL;
    range_vec_push(&q->list, all_goals(q));
    for (uint32_t g = 0; g < program_goal_count(q->p); g++) {
        if (!is_open[g]) continue;
        if (!function || strcmp(function, function_of(q, g))) range_vec_push(&q->list, (range){g, g});
        q->list.data[q->list.size - 1].end = g + 1;
        function = function_of(q, g);
    }
    if (q->list.size == 2) range_vec_pop(&q->list);
    if (q->list.size > 2) q->second = q->list.size;
    if (q->second) range_vec_push(&q->list, all_goals(q));
}

static bool is_about_all(const test_questions *q) { return q->next == 0 || q->next == q->second; }

static void split(test_questions *q, range r, const bool *is_open)
{
    size_t half = count_open(r, is_open) / 2;
    if (!half) return;
    uint32_t middle = r.first;
    for (size_t n = 0; n < half; middle++) n += is_open[middle];
    range_vec_push(&q->list, (range){r.first, middle});
    range_vec_push(&q->list, (range){middle, r.end});
}

static void advance(test_questions *q)
{
    q->next++;
    q->next_engine = 0;
}

/* Nothing in it is open any more, or it is the same as the one about all. */
static bool is_settled(const test_questions *q, const bool *is_open)
{
    size_t n = count_open(q->list.data[q->next], is_open);
    return !n || (!is_about_all(q) && n == count_open(all_goals(q), is_open));
}

static double share_for_all(const test_questions *q) { return q->next ? SECOND_SHARE : q->second ? FIRST_SHARE : ONLY_SHARE; }

bool test_questions_next(test_questions *q, const bool *is_open, double patience, const limits *limit, test_question *out)
{
    range all = all_goals(q);
    if (q->is_done || !count_open(all, is_open)) return false;
    if (!q->list.size) collect(q, is_open);
    while (q->next < q->list.size && is_settled(q, is_open)) advance(q);
    bool is_last = q->next == q->list.size;
    range r = is_last ? all : q->list.data[q->next];
    *out = (test_question){.first = r.first, .end = r.end, .limits = *limit};
    if (is_last) {
        out->engine = "auto";
    } else if (is_about_all(q)) {
        out->engine = ENGINES_ASKED[ENGINES_ASKED_COUNT - 1];
        if (limit->deadline > 0) out->limits = limits_within(limit, share_for_all(q) * limits_left(limit));
    } else {
        out->engine = ENGINES_ASKED[q->next_engine];
        out->limits = limits_within(limit, patience);
    }
    return true;
}

void test_questions_give_up(test_questions *q, const bool *is_open)
{
    if (q->next == q->list.size) {
        q->is_done = true;
    } else if (is_about_all(q)) {
        advance(q);
    } else if (++q->next_engine == ENGINES_ASKED_COUNT) {
        split(q, q->list.data[q->next], is_open);
        advance(q);
    }
}

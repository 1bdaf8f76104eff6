#include "solve/test_questions.h"

#include "base/vec.h"
#include "solve/strategy.h"

#include <stdlib.h>

/* About all goals: all engines for a moment, as one of them may find it easy; then one that is good with many goals; then all with what is left. */
enum { MAIN = 1 };
/* Of the time that is left, for the main one of them. */
static const double MAIN_SHARE = 0.8;

typedef struct range {
    uint32_t first, end;
} range;
VEC_DECLARE(range_vec, range);

struct test_questions {
    const program *p;
    bool about_all;
    range_vec list; /* in the order in which they are asked; empty at first */
    size_t next, next_engine;
};

test_questions *test_questions_new(const program *p, bool about_all)
{
    test_questions *q = alloc_zeroed(1, sizeof *q);
    q->p = p;
    q->about_all = about_all;
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
    assert(r.first <= r.end);
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
static void collect_functions(test_questions *q, const bool *is_open)
{
    const char *function = NULL;
    for (uint32_t g = 0; g < program_goal_count(q->p); g++) {
        if (!is_open[g]) continue;
        if (!function || strcmp(function, function_of(q, g))) range_vec_push(&q->list, (range){g, g});
        q->list.data[q->list.size - 1].end = g + 1;
        function = function_of(q, g);
    }
}

static void advance(test_questions *q)
{
    q->next++;
    q->next_engine = 0;
}

static void split(test_questions *q, const bool *is_open)
{
    assert(q->next < q->list.size);
    range r = q->list.data[q->next];
    size_t half = count_open(r, is_open) / 2;
    uint32_t middle = r.first;
    for (size_t n = 0; n < half; middle++) n += is_open[middle];
    assert(r.first <= middle && middle <= r.end);
    if (half) range_vec_push(&q->list, (range){r.first, middle});
    if (half) range_vec_push(&q->list, (range){middle, r.end});
}

/* Parts of which nothing is open any more, or that are all that is open. */
static void skip_settled(test_questions *q, const bool *is_open)
{
    for (; q->next < q->list.size; advance(q)) {
        size_t n = count_open(q->list.data[q->next], is_open);
        if (n && (q->about_all || n < count_open(all_goals(q), is_open))) return;
        split(q, is_open);
    }
}

static strategy_list engines_of(const test_questions *q) { return q->about_all ? STRATEGY_ALL : STRATEGY_PARTS; }

bool test_questions_next(test_questions *q, const bool *is_open, double patience, const limits *limit, test_question *out)
{
    if (!q->list.size && q->about_all) range_vec_push(&q->list, all_goals(q));
    else if (!q->list.size) collect_functions(q, is_open);
    skip_settled(q, is_open);
    if (q->next == q->list.size) return false;
    range r = q->list.data[q->next];
    assert(count_open(r, is_open));
    *out = (test_question){.first = r.first, .end = r.end, .engine = strategy_question(engines_of(q), q->next_engine), .limits = *limit};
    if (!q->about_all || q->next_engine < MAIN) out->limits = limits_within(limit, patience);
    else if (q->next_engine == MAIN && limit->deadline > 0) out->limits = limits_within(limit, MAIN_SHARE * limits_left(limit));
    assert(out->engine);
    return true;
}

void test_questions_give_up(test_questions *q, const bool *is_open)
{
    assert(q->next < q->list.size && strategy_question(engines_of(q), q->next_engine)); /* one was asked */
    if (strategy_question(engines_of(q), ++q->next_engine)) return;
    if (!q->about_all) split(q, is_open);
    advance(q);
}

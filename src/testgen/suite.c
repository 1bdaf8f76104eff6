#include "testgen/suite.h"

#include "base/ieee.h"

#include <stdlib.h>
#include <string.h>

const char *goal_status_name(goal_status s)
{
    static const char *const NAMES[] = {"open", "reached", "unreachable", "not called"};
    assert((size_t)s < sizeof NAMES / sizeof *NAMES);
    return NAMES[s];
}

void test_value_print(text *out, const term_store *ts, const test_value *v)
{
    int64_t pattern;
    if (v->is_float && rat_to_int64(term_number(ts, v->value), &pattern)) ieee_print(out, v->width, pattern);
    else rat_print(out, term_number(ts, v->value));
}

void suite_init(suite *s, const program *p)
{
    assert(p);
    size_t n = program_goal_count(p) + 1;
    s->program = p;
    s->is_wanted = alloc_zeroed(n, sizeof *s->is_wanted);
    s->status = alloc_zeroed(n, sizeof *s->status);
    test_vec_init(&s->tests);
}

void test_release(test *t)
{
    test_value_vec_release(&t->values);
    text_release(&t->source);
    text_release(&t->plain);
    for (size_t i = 0; i < t->n_args; i++) free(t->args[i]);
    free(t->args);
    free(t->end);
    free(t->covered);
}

void suite_release(suite *s)
{
    for (size_t i = 0; i < s->tests.size; i++) test_release(&s->tests.data[i]);
    test_vec_release(&s->tests);
    free(s->is_wanted);
    free(s->status);
}

size_t suite_count(const suite *s, goal_status status)
{
    size_t n = 0;
    for (size_t g = 0; g < program_goal_count(s->program); g++) n += s->is_wanted[g] && s->status[g] == status;
    return n;
}

static size_t count_new(const suite *s, const test *t, const bool *covered)
{
    size_t n = 0;
    assert(t->covered);
    for (size_t g = 0; g < program_goal_count(s->program); g++) n += s->is_wanted[g] && t->covered[g] && !covered[g];
    return n;
}

static bool is_smaller(const test *a, const test *b) { return a->values.size < b->values.size; }

/* The test that adds most, of these the one with fewest inputs; the number of tests if none adds anything. */
static size_t best_of(const suite *s, const bool *covered, const bool *is_kept)
{
    size_t best = s->tests.size, most = 0;
    for (size_t i = 0; i < s->tests.size; i++) {
        size_t n = is_kept[i] ? 0 : count_new(s, &s->tests.data[i], covered);
        if (!n || n < most || (n == most && !is_smaller(&s->tests.data[i], &s->tests.data[best]))) continue;
        assert(n >= most);
        best = i;
        most = n;
    }
    return best;
}

void suite_minimise(suite *s)
{
    size_t goals = program_goal_count(s->program), n = 0;
    bool *covered = alloc_zeroed(goals + 1, sizeof *covered), *is_kept = alloc_zeroed(s->tests.size + 1, sizeof *is_kept);
    for (size_t i; (i = best_of(s, covered, is_kept)) < s->tests.size;) {
        assert(!is_kept[i]);
        is_kept[i] = true;
        for (size_t g = 0; g < goals; g++) covered[g] |= s->tests.data[i].covered[g];
    }
    for (size_t i = 0; i < s->tests.size; i++) {
        if (is_kept[i]) s->tests.data[n++] = s->tests.data[i];
        else test_release(&s->tests.data[i]);
    }
    assert(n <= s->tests.size);
    s->tests.size = n;
    free(covered);
    free(is_kept);
}

/* The laws of src/solve/test_questions.h. */

#include "solve/test_questions.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { GOALS = 24 };

static uint32_t random_below(uint64_t *state, uint32_t n)
{
    *state = *state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)(*state >> 33) % n;
}

static program *program_with_goals(term_store *ts, uint64_t *seed)
{
    static const char *const NAMES[] = {"f", "g", "h", "i"};
    program *p = program_new(ts);
    for (int f = 0, left = GOALS; f < 4; f++) {
        int n = f == 3 ? left : (int)random_below(seed, (uint32_t)left + 1);
        for (int i = 0; i < n; i++) program_add_goal(p, &(goal_info){.kind = GOAL_COVER, .message = "true", .function = NAMES[f]});
        left -= n;
    }
    return p;
}

static size_t count(const bool *is_open, uint32_t first, uint32_t end)
{
    size_t n = 0;
    for (uint32_t g = first; g < end; g++) n += is_open[g];
    return n;
}

/* An engine that answers some questions: then goals of it are settled. It always comes to an end. No question is about nothing; one that had no
 * answer does not come again to the same engine as long as the same goals are open. */
static void ask_until_the_end(const program *p, bool about_all, uint64_t *seed, uint32_t answers_one_in)
{
    bool is_open[GOALS];
    for (int g = 0; g < GOALS; g++) is_open[g] = random_below(seed, 3) != 0;
    test_questions *q = test_questions_new(p, about_all);
    limits none = {0};
    test_question last = {0}, now;
    size_t asked = 0, open_before = 0;
    bool was_given_up = false;
    while (test_questions_next(q, is_open, 1, &none, &now)) {
        size_t open = count(is_open, now.first, now.end), all = count(is_open, 0, GOALS);
        assert_true(open > 0);
        assert_true(++asked < 1000);
        if (was_given_up && open_before == all) assert_false(last.first == now.first && last.end == now.end && !strcmp(last.engine, now.engine));
        assert_true(about_all ? open == all : open < all);
        last = now;
        open_before = all;
        was_given_up = random_below(seed, answers_one_in) != 0;
        if (was_given_up) {
            test_questions_give_up(q, is_open);
        } else {
            for (uint32_t g = now.first; g < now.end; g++)
                if (is_open[g] && random_below(seed, 2)) is_open[g] = false;
        }
    }
    /* nothing is open, or all engines have been asked about everything */
    if (about_all) assert_true(!count(is_open, 0, GOALS) || (was_given_up && !strcmp(last.engine, "auto")));
    test_questions_free(q);
}

static void test_comes_to_an_end(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 2000; i++) {
        term_store *ts = term_store_new();
        program *p = program_with_goals(ts, &seed);
        uint32_t answers_one_in = 1 + random_below(&seed, 5);
        ask_until_the_end(p, true, &seed, answers_one_in);
        ask_until_the_end(p, false, &seed, answers_one_in);
        program_free(p);
        term_store_free(ts);
    }
}

/* Parts without an answer: first the functions, each by all engines, and in the end goals one by one. */
static void test_parts_get_smaller(void **state)
{
    (void)state;
    uint64_t seed = 2;
    term_store *ts = term_store_new();
    program *p = program_with_goals(ts, &seed);
    bool is_open[GOALS], was_alone[GOALS] = {0};
    memset(is_open, 1, sizeof is_open);
    test_questions *q = test_questions_new(p, false);
    limits none = {0};
    test_question now;
    for (uint32_t next = 0; next < GOALS; test_questions_give_up(q, is_open)) {
        assert_true(test_questions_next(q, is_open, 1, &none, &now));
        assert_int_equal(now.first, next);
        assert_string_equal(program_goal(p, (goal){now.first})->function, program_goal(p, (goal){now.end - 1})->function);
        assert_true(now.end == GOALS || strcmp(program_goal(p, (goal){now.first})->function, program_goal(p, (goal){now.end})->function));
        if (!strcmp(now.engine, "la")) next = now.end;
    }
    for (; test_questions_next(q, is_open, 1, &none, &now); test_questions_give_up(q, is_open))
        if (now.end == now.first + 1) was_alone[now.first] = true;
    for (int g = 0; g < GOALS; g++) assert_true(was_alone[g]);
    test_questions_free(q);
    program_free(p);
    term_store_free(ts);
}

/* If all open goals are in one function, it is not asked about as a whole: the other list does that. */
static void test_one_function_is_split(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    program *p = program_new(ts);
    for (int g = 0; g < GOALS; g++) program_add_goal(p, &(goal_info){.kind = GOAL_COVER, .message = "true", .function = "f"});
    bool is_open[GOALS] = {[3] = true, [9] = true, [17] = true};
    test_questions *q = test_questions_new(p, false);
    limits none = {0};
    test_question now;
    assert_true(test_questions_next(q, is_open, 1, &none, &now));
    assert_int_equal(count(is_open, now.first, now.end), 1);
    test_questions_free(q);
    program_free(p);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_comes_to_an_end), cmocka_unit_test(test_parts_get_smaller),
                                       cmocka_unit_test(test_one_function_is_split)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

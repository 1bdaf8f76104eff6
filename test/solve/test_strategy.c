/* strategies.def is consistent. */

#include "solve/strategy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const strategy_features SOME[] = {{.has_arrays = false}, {.has_arrays = true}};
enum { N_SOME = sizeof SOME / sizeof *SOME };

/* Whatever the problem, somebody works on it, every engine exists and gets what it wants, and nothing runs twice. */
static void check(strategy_task task, const char *engine_name, strategy_facts facts, const strategy_features *about)
{
    strategy_vec chosen;
    strategy_vec_init(&chosen);
    bool has_facts = false;
    strategy_choose(task, engine_name, facts, about, &chosen);
    assert_true(chosen.size > 0);
    for (size_t i = 0; i < chosen.size; i++) {
        const strategy *x = &chosen.data[i];
        assert_non_null(x->engine);
        assert_non_null(x->engine->run);
        assert_true(x->share > 0 && x->slice >= 0);
        assert_true(x->variant != VARIANT_AS_IT_IS || !x->engine->small_blocks);
        assert_true(x->variant != VARIANT_ABSTRACTED || about->has_arrays);
        for (size_t k = 0; k < i; k++) assert_false(chosen.data[k].engine == x->engine && chosen.data[k].variant == x->variant);
        if (!strategy_is_auto(engine_name)) assert_string_equal(x->engine->name, engine_name);
        has_facts |= x->variant == VARIANT_STRENGTHENED;
    }
    if (facts != STRATEGY_FACTS_AUTO) assert_int_equal(has_facts, facts == STRATEGY_FACTS_ON);
    strategy_vec_release(&chosen);
}

static void test_lines_are_consistent(void **state)
{
    (void)state;
    static const char *const words[] = {"auto", "on", "off"};
    for (size_t i = 0; i < 3 * N_SOME; i++) {
        strategy_facts facts;
        assert_true(strategy_facts_find(words[i % 3], &facts));
        const strategy_features *about = &SOME[i / 3];
        check(STRATEGY_HORN, "auto", facts, about);
        check(STRATEGY_GOALS, "auto", facts, about);
        for (size_t e = 0; e < ENGINE_COUNT; e++)
            if (!ENGINES[e].of_programs) check(STRATEGY_HORN, ENGINES[e].name, facts, about);
    }
    assert_false(strategy_facts_find("perhaps", &(strategy_facts){0}));
}

static void test_others_and_questions_exist(void **state)
{
    (void)state;
    for (size_t e = 0; e < ENGINE_COUNT; e++) {
        assert_false(strategy_runs_beside(STRATEGY_HORN, ENGINES[e].name) && ENGINES[e].of_programs);
        /* one of `while` programs is asked for by name only */
        assert_true(!ENGINES[e].of_programs || ENGINES[e].of_while || strategy_runs_beside(STRATEGY_GOALS, ENGINES[e].name));
    }
    for (strategy_list list = 0; list < STRATEGY_LISTS; list++) {
        assert_non_null(strategy_question(list, 0));
        for (size_t i = 0; strategy_question(list, i); i++)
            assert_true(strategy_is_auto(strategy_question(list, i)) || engine_find(strategy_question(list, i)) != NULL);
    }
    assert_non_null(engine_find(strategy_question(STRATEGY_LOCAL, 0))->run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_lines_are_consistent),
        cmocka_unit_test(test_others_and_questions_exist),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

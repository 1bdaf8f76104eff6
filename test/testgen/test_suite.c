/* The parts of a suite that are computed: minimisation, the exchange format, the hash that tells files apart. */

#include "base/sha256.h"
#include "testgen/exchange.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

static void test_hash(void **state)
{
    (void)state;
    static const struct {
        const char *bytes, *hash;
    } KNOWN[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    char hex[65];
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        sha256_hex(KNOWN[i].bytes, strlen(KNOWN[i].bytes), hex);
        assert_string_equal(hex, KNOWN[i].hash);
    }
    char *many = malloc(1000000);
    memset(many, 'a', 1000000);
    sha256_hex(many, 1000000, hex);
    assert_string_equal(hex, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    free(many);
}

typedef struct world {
    term_store *ts;
    program *p;
    suite s;
} world;

static void begin(world *w, size_t goals)
{
    w->ts = term_store_new();
    w->p = program_new(w->ts);
    proc f = program_add_proc(w->p, "main", (place){.file = "made.c", .line = 1, .column = 1});
    program_add_block(w->p, f, (place){.file = "made.c", .line = 1, .column = 1});
    program_set_entry(w->p, f);
    for (size_t i = 0; i < goals; i++)
        program_add_goal(w->p, &(goal_info){.kind = GOAL_COVER, .message = "block", .place = {"made.c", 1, 1}, .proc = f, .function = "main", .covers = COVER_BLOCK});
    suite_init(&w->s, w->p);
}

static void end(world *w)
{
    suite_release(&w->s);
    program_free(w->p);
    term_store_free(w->ts);
}

static void add_test(world *w, uint64_t *random)
{
    size_t goals = program_goal_count(w->p);
    test t = {.covered = calloc(goals + 1, sizeof(bool)), .end = strdup("exit status 0")};
    text_init(&t.source);
    text_init(&t.plain);
    for (size_t g = 0; g < goals; g++) t.covered[g] = next_random(random) % 4 == 0;
    for (uint64_t n = next_random(random) % 5; n > 0; n--)
        test_value_vec_push(&t.values, (test_value){"input", term_mk_int(w->ts, (int64_t)next_random(random)), 64, true, false, false});
    test_vec_push(&w->s.tests, t);
}

static void cover_all(const world *w, bool *out)
{
    for (size_t i = 0; i < w->s.tests.size; i++)
        for (size_t g = 0; g < program_goal_count(w->p); g++) out[g] |= w->s.is_wanted[g] && w->s.tests.data[i].covered[g];
}

/* The same goals are covered, by no more tests, and a suite that is minimal stays as it is. */
static void test_minimise(void **state)
{
    (void)state;
    uint64_t random = 12345;
    for (int round = 0; round < 300; round++) {
        enum { GOALS = 24 };
        world w;
        bool before[GOALS] = {0}, after[GOALS] = {0};
        begin(&w, GOALS);
        for (size_t g = 0; g < GOALS; g++) w.s.is_wanted[g] = next_random(&random) % 3 != 0;
        for (uint64_t n = next_random(&random) % 20; n > 0; n--) add_test(&w, &random);
        size_t count = w.s.tests.size;
        cover_all(&w, before);
        suite_minimise(&w.s);
        cover_all(&w, after);
        assert_memory_equal(before, after, sizeof before);
        assert_true(w.s.tests.size <= count);
        count = w.s.tests.size;
        suite_minimise(&w.s);
        assert_int_equal(w.s.tests.size, count);
        end(&w);
    }
}

/* What is printed is read back. */
static void test_exchange(void **state)
{
    (void)state;
    uint64_t random = 777;
    for (int round = 0; round < 100; round++) {
        world w;
        begin(&w, 1);
        add_test(&w, &random);
        const test *t = &w.s.tests.data[0];
        text out, why;
        text_init(&out);
        text_init(&why);
        exchange_value_vec values;
        exchange_value_vec_init(&values);
        exchange_print_test(&out, w.ts, t);
        assert_true(exchange_parse_test(out.data, &values, &why));
        assert_int_equal(values.size, t->values.size);
        for (size_t i = 0; i < values.size; i++) {
            int64_t number;
            assert_true(rat_to_int64(term_number(w.ts, t->values.data[i].value), &number));
            assert_int_equal(strtoll(values.data[i], NULL, 10), number);
        }
        exchange_values_release(&values);
        text_release(&out);
        text_release(&why);
        end(&w);
    }
}

static void test_what_is_no_test(void **state)
{
    (void)state;
    static const char *const BAD[] = {"", "<testcases/>", "<testcase><input>1", "<testcase><input></input></testcase>",
                                      "<testcase><input>1; system(\"x\")</input></testcase>", "<testcase><input>main</input></testcase>"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        text why;
        text_init(&why);
        exchange_value_vec values;
        exchange_value_vec_init(&values);
        assert_false(exchange_parse_test(BAD[i], &values, &why));
        assert_true(why.size > 0);
        exchange_values_release(&values);
        text_release(&why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_hash), cmocka_unit_test(test_minimise), cmocka_unit_test(test_exchange),
                                       cmocka_unit_test(test_what_is_no_test)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

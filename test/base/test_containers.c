/* The small tools of src/base: vectors, maps, arenas, texts, diagnostics, limits and statistics. */

#include "base/arena.h"
#include "base/diag.h"
#include "base/limits.h"
#include "base/map.h"
#include "base/stats.h"
#include "base/text.h"
#include "base/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

typedef struct random_state {
    uint64_t s;
} random_state;

static uint64_t random_word(random_state *g) { return map_hash_u64(g->s += 0x9e3779b97f4a7c15ULL); }
static uint32_t random_below(random_state *g, uint32_t bound) { return (uint32_t)(random_word(g) % bound); }

/* An element whose size is no power of two. */
typedef struct triple {
    uint32_t a, b, c;
} triple;
VEC_DECLARE(triple_vec, triple);

static triple triple_of(uint32_t n) { return (triple){n, n * 5, n * 7}; }

static void check_vec(const triple_vec *v, const uint32_t *model, size_t size)
{
    assert_int_equal(v->size, size);
    assert_true(v->capacity >= v->size);
    for (size_t i = 0; i < size; i++) {
        assert_true(v->data[i].a == model[i]);
        assert_true(v->data[i].b == model[i] * 5);
        assert_true(v->data[i].c == model[i] * 7);
    }
}

/* Random pushes, pops, appends and resizes against a fixed array. Zeroed bytes are triple_of(0). */
static void test_vec_agrees_with_an_array(void **state)
{
    (void)state;
    enum { ROOM = 600 };
    random_state g = {1};
    uint32_t model[ROOM];
    size_t size = 0;
    triple_vec v;
    triple_vec_init(&v);
    for (int round = 0; round < 20000; round++) {
        uint32_t n = random_below(&g, 1000), count = random_below(&g, 20);
        triple block[20];
        switch (random_below(&g, 8)) {
        case 0:
        case 1:
        case 2:
            if (size == ROOM) break;
            triple_vec_push(&v, triple_of(n));
            model[size++] = n;
            assert_true(triple_vec_last(&v).a == n);
            break;
        case 3:
        case 4:
            if (size) assert_true(triple_vec_pop(&v).a == model[--size]);
            break;
        case 5:
            if (size + count > ROOM) break;
            for (uint32_t i = 0; i < count; i++) model[size + i] = (block[i] = triple_of(n + i)).a;
            triple_vec_append(&v, block, count);
            size += count;
            break;
        case 6: {
            size_t wanted = random_below(&g, ROOM);
            for (size_t i = size; i < wanted; i++) model[i] = 0;
            triple_vec_resize(&v, wanted);
            size = wanted;
            break;
        }
        default:
            triple_vec_reserve(&v, n);
            assert_true(v.capacity >= n);
            if (n < 50) triple_vec_clear(&v), size = 0;
        }
        if (round % 16 == 0) check_vec(&v, model, size);
    }
    triple_vec_release(&v);
    assert_null(v.data);
    assert_int_equal(v.size, 0);
}

static void test_resize_clears_what_was_popped(void **state)
{
    (void)state;
    u32_vec v;
    u32_vec_init(&v);
    for (uint32_t i = 1; i <= 10; i++) u32_vec_push(&v, i);
    u32_vec_resize(&v, 3);
    u32_vec_resize(&v, 10);
    for (uint32_t i = 0; i < 10; i++) assert_int_equal(v.data[i], i < 3 ? i + 1 : 0);
    u32_vec_append(&v, NULL, 0);
    assert_int_equal(v.size, 10);
    u32_vec_release(&v);
}

/* A hash with few values makes almost every key collide, and runs wrap around the end of the table. */
static uint64_t hash_badly(uint64_t key) { return key % 3 - 2; }
MAP_DECLARE(colliding_map, uint64_t, uint32_t, hash_badly, MAP_EQ_PLAIN);

enum { KEYS = 300 };

#define MAP_MODEL_TEST(NAME, MAP, ROUNDS, KEY_OF) \
    static void NAME(void **state) \
    { \
        (void)state; \
        random_state g = {2}; \
        uint32_t model[KEYS] = {0}; \
        bool present[KEYS] = {false}; \
        size_t size = 0; \
        MAP m; \
        MAP##_init(&m); \
        assert_null(MAP##_find(&m, KEY_OF(0))); \
        for (uint32_t round = 1; round <= ROUNDS; round++) { \
            uint32_t k = random_below(&g, round % 1000 < 500 ? KEYS / 4 : KEYS); \
            if (random_below(&g, 2)) { \
                bool added; \
                uint32_t *value = MAP##_put(&m, KEY_OF(k), &added); \
                assert_int_equal(added, !present[k]); \
                assert_int_equal(*value, model[k]); \
                size += added; \
                present[k] = true; \
                *value = model[k] = round; \
            } \
            k = random_below(&g, KEYS); \
            const uint32_t *found = MAP##_find(&m, KEY_OF(k)); \
            assert_int_equal(found != NULL, present[k]); \
            if (found) assert_int_equal(*found, model[k]); \
            assert_int_equal(m.size, size); \
            if (random_below(&g, 1500) == 0) { \
                MAP##_clear(&m); \
                memset(model, 0, sizeof model); \
                memset(present, 0, sizeof present); \
                size = 0; \
            } \
        } \
        MAP##_release(&m); \
        assert_null(MAP##_find(&m, KEY_OF(0))); \
        MAP##_release(&m); \
    } \
    typedef int NAME##_declared

static uint32_t spread32(uint32_t k) { return k ? k * 2654435761u : 0; }
static uint64_t spread64(uint32_t k) { return k % 2 ? ~(uint64_t)k : (uint64_t)k << 40; }
static uint64_t plain64(uint32_t k) { return k; }

/* Names that share long prefixes, and the empty one; k-th of KEYS. */
static char names[KEYS][40];
static const char *name_of(uint32_t k) { return names[k]; }

static int fill_names(void **state)
{
    (void)state;
    for (int k = 1; k < KEYS; k++) snprintf(names[k], sizeof names[k], "%.*s%d", k % 20, "state_of_the_main_loop", k);
    return 0;
}

MAP_MODEL_TEST(test_u32_map_agrees_with_a_table, u32_map, 40000, spread32);
MAP_MODEL_TEST(test_u64_map_agrees_with_a_table, u64_map, 40000, spread64);
MAP_MODEL_TEST(test_colliding_map_agrees_with_a_table, colliding_map, 10000, plain64);
MAP_MODEL_TEST(test_string_map_agrees_with_a_table, string_map, 40000, name_of);

static void test_string_map_compares_text_not_pointers(void **state)
{
    (void)state;
    char copy[] = "same";
    string_map m;
    string_map_init(&m);
    *string_map_put(&m, "same", NULL) = 5;
    bool added = true;
    assert_int_equal(*string_map_put(&m, copy, &added), 5);
    assert_false(added);
    assert_int_equal(m.size, 1);
    string_map_release(&m);
}

/* The hash depends on every byte and on the length, never on the address or what lies beyond. */
static void test_hash_of_bytes(void **state)
{
    (void)state;
    random_state g = {3};
    for (int round = 0; round < 3000; round++) {
        unsigned char a[41], b[64];
        size_t length = random_below(&g, 40), shift = random_below(&g, 16);
        for (size_t i = 0; i < sizeof a; i++) a[i] = (unsigned char)random_word(&g);
        memset(b, (int)random_below(&g, 256), sizeof b);
        memcpy(b + shift, a, length);
        uint64_t h = map_hash_bytes(a, length);
        assert_true(h == map_hash_bytes(b + shift, length));
        assert_true(h != map_hash_bytes(a, length + 1));
        if (!length) continue;
        b[shift + random_below(&g, (uint32_t)length)] ^= (unsigned char)(1u << random_below(&g, 8));
        assert_true(h != map_hash_bytes(b + shift, length));
    }
}

/* Blocks are aligned, do not overlap and do not move: each keeps the bytes written when it was handed out. */
static void test_arena_blocks_stay_apart(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    random_state g = {4};
    arena a;
    arena_init(&a);
    struct {
        unsigned char *bytes;
        size_t size;
    } blocks[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        size_t size = 1 + random_below(&g, i % 100 == 20 ? 40000 : 100);
        blocks[i].size = size;
        blocks[i].bytes = arena_alloc(&a, size);
        assert_int_equal((uintptr_t)blocks[i].bytes % _Alignof(max_align_t), 0);
        memset(blocks[i].bytes, (int)(i % 251), size);
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < blocks[i].size; k++) assert_true(blocks[i].bytes[k] == i % 251);
    arena_release(&a);
    assert_string_equal(arena_string(&a, "usable again", 6), "usable");
    arena_release(&a);
}

static void test_arena_string_keeps_bytes(void **state)
{
    (void)state;
    arena a;
    arena_init(&a);
    char *copy = arena_string(&a, "a\0b", 3), *empty = arena_string(&a, "x", 0);
    assert_memory_equal(copy, "a\0b", 4);
    assert_string_equal(empty, "");
    arena_release(&a);
}

static void test_text_agrees_with_a_buffer(void **state)
{
    (void)state;
    enum { ROOM = 20000 };
    random_state g = {5};
    char model[ROOM], piece[64];
    size_t size = 0;
    text t;
    text_init(&t);
    assert_string_equal(t.data, "");
    for (int round = 0; round < 4000; round++) {
        if (size + 2 * sizeof piece >= ROOM || random_below(&g, 500) == 0) text_clear(&t), size = 0;
        uint32_t length = random_below(&g, 50), number = (uint32_t)random_word(&g);
        for (uint32_t i = 0; i < length; i++) piece[i] = (char)('a' + random_below(&g, 26));
        piece[length] = 0;
        switch (random_below(&g, 4)) {
        case 0: text_adds(&t, piece); break;
        case 1:
            text_printf(&t, "%u:%s", number, piece);
            size += (size_t)sprintf(model + size, "%u:", number);
            break;
        case 2:
            piece[0] = '!';
            length = 1;
            text_addc(&t, piece[0]);
            break;
        default:
            piece[length / 2] = 0; /* bytes may be NUL */
            text_add(&t, piece, length);
        }
        memcpy(model + size, piece, length);
        size += length;
        assert_int_equal(t.size, size);
        assert_memory_equal(t.data, model, size);
        assert_int_equal(t.data[size], 0);
    }
    text_release(&t);
}

static void test_text_take_hands_over(void **state)
{
    (void)state;
    text t;
    text_init(&t);
    text_printf(&t, "%s", "");
    text_printf(&t, "%*d", 5000, 7); /* longer than any first capacity */
    assert_int_equal(t.size, 5000);
    char *taken = text_take(&t);
    text_release(&t);
    assert_int_equal(strlen(taken), 5000);
    assert_int_equal(taken[4999], '7');
    assert_int_equal(taken[0], ' ');
    free(taken);
}

static void check_diag(const char *expected, const char *file, uint32_t line, uint32_t column)
{
    diag d;
    text out;
    diag_init(&d);
    text_init(&out);
    assert_null(d.message);
    diag_set(&d, file, line, column, "unknown sort '%s' of %d", "Foo", 3);
    diag_set(&d, "other", 9, 9, "a later error");
    diag_print(&out, &d);
    assert_string_equal(out.data, expected);
    assert_int_equal(d.line, line);
    assert_int_equal(d.column, column);
    text_release(&out);
    diag_release(&d);
    assert_null(d.message);
}

static void test_diag_keeps_the_first_error(void **state)
{
    (void)state;
    check_diag("a.smt2:12:3: error: unknown sort 'Foo' of 3", "a.smt2", 12, 3);
    check_diag("a.smt2:12: error: unknown sort 'Foo' of 3", "a.smt2", 12, 0);
    check_diag("a.smt2: error: unknown sort 'Foo' of 3", "a.smt2", 0, 0);
    check_diag("latch: error: unknown sort 'Foo' of 3", NULL, 0, 0);
}

static void test_diag_owns_its_strings(void **state)
{
    (void)state;
    char file[] = "f.c", message[] = "wrong";
    diag d;
    diag_init(&d);
    diag_set(&d, file, 1, 1, "%s", message);
    memset(file, 'x', 3);
    memset(message, 'x', 5);
    assert_string_equal(d.file, "f.c");
    assert_string_equal(d.message, "wrong");
    diag_release(&d);
}

static void test_limits_of_time(void **state)
{
    (void)state;
    const limits none = {0, NULL};
    assert_false(limits_is_over(&none));
    assert_true(limits_left(&none) > 1e8);

    double before = limits_now();
    limits hour = limits_within(&none, 3600);
    double after = limits_now();
    assert_true(after >= before);
    assert_true(hour.deadline >= before + 3600 && hour.deadline <= after + 3600);
    assert_false(limits_is_over(&hour));
    assert_true(limits_left(&hour) > 3500 && limits_left(&hour) <= 3600);

    limits day = limits_within(&hour, 86400), minute = limits_within(&hour, 60), past = limits_within(&hour, 0);
    assert_true(day.deadline == hour.deadline);
    assert_true(minute.deadline < hour.deadline && limits_left(&minute) <= 60);
    assert_true(limits_is_over(&past));
    assert_true(limits_left(&past) == 0);
}

static void test_limits_of_the_stop_flag(void **state)
{
    (void)state;
    volatile sig_atomic_t stop = 0;
    const limits none = {0, &stop};
    limits hour = limits_within(&none, 3600);
    assert_false(limits_is_over(&none) || limits_is_over(&hour));
    stop = 1;
    assert_true(limits_is_over(&none) && limits_is_over(&hour));
    assert_true(limits_left(&none) == 0 && limits_left(&hour) == 0);
}

static void test_stats_are_found_by_name(void **state)
{
    (void)state;
    stats s;
    stats_init(&s);
    for (int i = 0; i < STAT_IDS; i++) {
        assert_true(s.value[i] == 0);
        assert_ptr_equal(stats_find(&s, stats_name((stat_id)i)), &s.value[i]);
        assert_true(strlen(stats_help((stat_id)i)) > 0);
        bool seconds = strstr(stats_name((stat_id)i), "_seconds") != NULL;
        assert_int_equal(stats_kind((stat_id)i), seconds ? STAT_SECONDS : STAT_COUNT);
    }
    assert_null(stats_find(&s, "no such statistic"));
}

static void test_stats_add_up(void **state)
{
    (void)state;
    stats s, more;
    stats_init(&s);
    stats_init(&more);
    stats_count(&s, solver_checks);
    stats_count(&s, solver_checks);
    stats_add(&s, solver_seconds, 1.5);
    stats_set(&more, solver_checks, 40);
    stats_add(&more, solver_seconds, 0.25);
    stats_merge(&s, &more);
    assert_true(stats_get(&s, solver_checks) == 42);
    assert_true(stats_get(&s, solver_seconds) == 1.75);
    assert_true(stats_get(&more, solver_checks) == 40);
    for (int i = 0; i < STAT_IDS; i++)
        assert_int_equal(s.value[i] != 0, i == STAT_ID_solver_checks || i == STAT_ID_solver_seconds);
}

/* One line per statistic that is not zero, with its name and its value. */
static void test_stats_print_what_is_not_zero(void **state)
{
    (void)state;
    stats s;
    text out;
    stats_init(&s);
    text_init(&out);
    stats_print(&out, &s);
    assert_string_equal(out.data, "");
    for (int i = 0; i < STAT_IDS; i += 2) s.value[i] = 100 + i;
    stats_print(&out, &s);
    int next = 0;
    for (char *rest, *line = strtok_r(out.data, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest), next += 2) {
        char name[64];
        double value;
        assert_int_equal(sscanf(line, "%63s %lf", name, &value), 2);
        assert_string_equal(name, stats_name((stat_id)next));
        assert_true(value == 100 + next);
    }
    assert_int_equal(next, (STAT_IDS + 1) / 2 * 2);
    text_release(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vec_agrees_with_an_array),
        cmocka_unit_test(test_resize_clears_what_was_popped),
        cmocka_unit_test(test_u32_map_agrees_with_a_table),
        cmocka_unit_test(test_u64_map_agrees_with_a_table),
        cmocka_unit_test(test_colliding_map_agrees_with_a_table),
        cmocka_unit_test(test_string_map_agrees_with_a_table),
        cmocka_unit_test(test_string_map_compares_text_not_pointers),
        cmocka_unit_test(test_hash_of_bytes),
        cmocka_unit_test(test_arena_blocks_stay_apart),
        cmocka_unit_test(test_arena_string_keeps_bytes),
        cmocka_unit_test(test_text_agrees_with_a_buffer),
        cmocka_unit_test(test_text_take_hands_over),
        cmocka_unit_test(test_diag_keeps_the_first_error),
        cmocka_unit_test(test_diag_owns_its_strings),
        cmocka_unit_test(test_limits_of_time),
        cmocka_unit_test(test_limits_of_the_stop_flag),
        cmocka_unit_test(test_stats_are_found_by_name),
        cmocka_unit_test(test_stats_add_up),
        cmocka_unit_test(test_stats_print_what_is_not_zero),
    };
    return cmocka_run_group_tests(tests, fill_names, NULL);
}

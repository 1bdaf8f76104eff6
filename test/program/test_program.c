/* The laws of src/program/program.h: what is put in comes out, copied; what is wrong is found. */

#include "wild_program.h"
#include "term/print.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static const place nowhere;

static term add_int(program *p, const char *name, proc owner)
{
    var_info info = {.name = name, .owner = owner, .width = 32, .is_signed = true, .low = TERM_NONE, .high = TERM_NONE};
    return program_add_var(p, name, sort_int(program_terms(p)), &info);
}

static void test_everything_is_copied(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    program *p = program_new(ts);
    char name[] = "main", file[] = "a.c", message[] = "it fails", format[] = "%d";
    place where = {.file = file, .line = 3, .column = 4};
    proc f = program_add_proc(p, name, where);
    block b = program_add_block(p, f, where);
    goal g = program_add_goal(p, &(goal_info){.kind = GOAL_DIV, .message = message, .place = where, .proc = f});
    term args[1] = {term_mk_int(ts, 7)};
    program_add_stmt(p, f, b, &(stmt){.kind = STMT_OUTPUT, .place = where, .name = format, .args = args, .n_args = 1});
    const stmt *s = program_stmt(p, f, b, 0);
    program_add_assumption(p, where, "%s changes no memory", name);
    name[0] = file[0] = message[0] = format[0] = '!';
    args[0] = TERM_NONE;
    for (int i = 0; i < 1000; i++) program_add_stmt(p, f, b, &(stmt){.kind = STMT_EXIT, .value = term_mk_int(ts, i)});
    assert_string_equal(program_proc_name(p, f), "main");
    assert_string_equal(program_goal(p, g)->message, "it fails");
    assert_ptr_equal(s, program_stmt(p, f, b, 0));
    assert_string_equal(s->name, "%d");
    assert_string_equal(s->place.file, "a.c");
    assert_int_equal(s->args[0].id, term_mk_int(ts, 7).id);
    assert_string_equal(program_assumption(p, 0, NULL), "main changes no memory");
    assert_string_equal(program_block_place(p, f, b).file, "a.c");
    program_free(p);
    term_store_free(ts);
}

static void test_variables(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    program *p = program_new(ts);
    proc f = program_add_proc(p, "f", nowhere), found;
    term taken = term_mk_sym(ts, "x", sort_int(ts));
    term x = add_int(p, "x", PROC_NONE), y = add_int(p, "x", f);
    assert_true(x.id != y.id && x.id != taken.id && y.id != taken.id);
    assert_null(program_var(p, taken));
    assert_int_equal(program_var(p, x)->symbol.id, x.id);
    assert_int_equal(program_var(p, y)->owner.id, f.id);
    assert_int_equal(program_globals(p)->size, 1);
    assert_int_equal(program_locals(p, f)->data[0].id, y.id);
    assert_true(term_is_none(program_initial(p, x)));
    program_set_initial(p, x, term_mk_int(ts, 5));
    assert_int_equal(program_initial(p, x).id, term_mk_int(ts, 5).id);
    assert_true(program_find_proc(p, "f", &found) && found.id == f.id);
    assert_false(program_find_proc(p, "g", &found));
    program_free(p);
    term_store_free(ts);
}

static void test_assumptions_once(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    program *p = program_new(ts);
    place where;
    for (uint32_t i = 0; i < 100; i++) program_add_assumption(p, (place){.file = "a.c", .line = i + 1, .column = 0}, "assumption %u", i % 7);
    assert_int_equal(program_assumption_count(p), 7);
    assert_string_equal(program_assumption(p, 3, &where), "assumption 3");
    assert_int_equal(where.line, 4);
    program_free(p);
    term_store_free(ts);
}

static void test_goal_kinds(void **state)
{
    (void)state;
    for (goal_kind a = 0; a < GOAL_KINDS; a++)
        for (goal_kind b = 0; b < a; b++) assert_string_not_equal(goal_kind_name(a), goal_kind_name(b));
}

/* A sound program with one place where a defect goes. */
typedef struct sample {
    term_store *ts;
    program *p;
    proc f, g;
    block b;
    goal goal;
    term x, local, other, array; /* a global, a local of f, a local (and the parameter and result) of g, a global */
} sample;

static void sample_init(sample *s)
{
    s->ts = term_store_new();
    s->p = program_new(s->ts);
    s->f = program_add_proc(s->p, "f", nowhere);
    s->g = program_add_proc(s->p, "g", nowhere);
    s->x = add_int(s->p, "x", PROC_NONE);
    s->local = add_int(s->p, "l", s->f);
    s->other = add_int(s->p, "o", s->g);
    sort memory = sort_array(s->ts, sort_int(s->ts), sort_int(s->ts));
    s->array = program_add_var(s->p, "M", memory, &(var_info){.owner = PROC_NONE, .low = TERM_NONE, .high = TERM_NONE});
    s->b = program_add_block(s->p, s->f, nowhere);
    program_set_return(s->p, s->g, program_add_block(s->p, s->g, nowhere));
    program_set_signature(s->p, s->g, &s->other, 1, &s->other, 1);
    s->goal = program_add_goal(s->p, &(goal_info){.kind = GOAL_ASSERT, .proc = s->f});
    program_set_entry(s->p, s->f);
}

static void add_good(sample *s)
{
    term_store *ts = s->ts;
    term positive = term_mk_gt(ts, s->x, term_mk_int(ts, 0));
    const stmt good[] = {
        {.kind = STMT_ASSIGN, .target = s->x, .value = term_mk_add2(ts, s->x, s->local)},
        {.kind = STMT_ASSIGN, .target = s->array, .value = term_mk_store(ts, s->array, s->x, s->local)},
        {.kind = STMT_INPUT, .target = s->local, .low = term_mk_int(ts, 1), .high = term_mk_int(ts, 1), .name = "get"},
        {.kind = STMT_HAVOC, .target = s->array, .low = TERM_NONE, .high = TERM_NONE},
        {.kind = STMT_ASSUME, .value = positive},
        {.kind = STMT_CHECK, .value = positive, .goal = s->goal},
        {.kind = STMT_CALL, .callee = s->g, .args = &s->x, .n_args = 1, .results = &s->local, .n_results = 1},
        {.kind = STMT_OUTPUT, .args = &s->x, .n_args = 1, .name = "%d"},
        {.kind = STMT_EXIT, .value = s->x},
    };
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) program_add_stmt(s->p, s->f, s->b, &good[i]);
    program_add_branch(s->p, s->f, s->b, positive, s->b);
}

static void add_defect(sample *s, size_t which)
{
    term_store *ts = s->ts;
    term positive = term_mk_gt(ts, s->x, term_mk_int(ts, 0)), stranger = term_mk_sym(ts, "stranger", sort_int(ts));
    term one = term_mk_int(ts, 1), two = term_mk_int(ts, 2), hidden = term_mk_add2(ts, s->other, one), pair[2] = {s->x, s->x};
    const stmt defects[] = {
        {.kind = STMT_ASSIGN, .target = s->x, .value = positive},
        {.kind = STMT_ASSIGN, .target = s->x, .value = hidden},
        {.kind = STMT_ASSIGN, .target = s->x, .value = stranger},
        {.kind = STMT_ASSIGN, .target = s->x, .value = TERM_NONE},
        {.kind = STMT_ASSIGN, .target = s->other, .value = one},
        {.kind = STMT_ASSIGN, .target = one, .value = one},
        {.kind = STMT_INPUT, .target = s->x, .low = two, .high = one},
        {.kind = STMT_INPUT, .target = s->x, .low = s->x, .high = TERM_NONE},
        {.kind = STMT_HAVOC, .target = s->array, .low = one, .high = TERM_NONE},
        {.kind = STMT_HAVOC, .target = stranger, .low = TERM_NONE, .high = TERM_NONE},
        {.kind = STMT_ASSUME, .value = s->x},
        {.kind = STMT_CHECK, .value = s->array, .goal = s->goal},
        {.kind = STMT_CHECK, .value = positive, .goal = {s->goal.id + 1}},
        {.kind = STMT_CALL, .callee = {2}},
        {.kind = STMT_CALL, .callee = s->g, .args = &s->x, .n_args = 1},
        {.kind = STMT_CALL, .callee = s->g, .results = &s->x, .n_results = 1},
        {.kind = STMT_CALL, .callee = s->g, .args = &s->array, .n_args = 1, .results = &s->x, .n_results = 1},
        {.kind = STMT_CALL, .callee = s->g, .args = &s->x, .n_args = 1, .results = &s->array, .n_results = 1},
        {.kind = STMT_CALL, .callee = s->g, .args = pair, .n_args = 2, .results = pair, .n_results = 2},
        {.kind = STMT_OUTPUT, .args = &stranger, .n_args = 1, .name = "%d"},
        {.kind = STMT_OUTPUT, .args = &s->x, .n_args = 1},
        {.kind = STMT_EXIT, .value = positive},
    };
    enum { STMTS = sizeof defects / sizeof *defects };
    if (which < STMTS) {
        program_add_stmt(s->p, s->f, s->b, &defects[which]);
        return;
    }
    switch (which - STMTS) {
    case 0: program_add_branch(s->p, s->f, s->b, positive, (block){9}); break;
    case 1: program_add_branch(s->p, s->f, s->b, s->x, s->b); break;
    case 2: program_set_return(s->p, s->f, s->b); break;
    case 3: program_set_initial(s->p, s->x, positive); break;
    case 4: program_set_initial(s->p, s->x, s->x); break;
    case 5: program_set_signature(s->p, s->f, &s->x, 1, NULL, 0); break;
    case 6: program_set_signature(s->p, s->f, NULL, 0, (term[]){s->local, s->local}, 2); break;
    case 7: program_add_proc(s->p, "empty", nowhere); break;
    case 8: program_add_var(s->p, "z", sort_bool(ts), &(var_info){.owner = PROC_NONE, .low = one, .high = two}); break;
    case 9: program_add_goal(s->p, &(goal_info){.proc = PROC_NONE}); break;
    default: fail();
    }
}

static void test_check_finds_defects(void **state)
{
    (void)state;
    for (size_t which = 0; which < 32; which++) {
        sample s;
        sample_init(&s);
        add_good(&s);
        const char *wrong = program_check(s.p);
        if (wrong) fail_msg("%s", wrong);
        add_defect(&s, which);
        if (!program_check(s.p)) fail_msg("defect %zu is not found", which);
        program_free(s.p);
        term_store_free(s.ts);
    }
}

static void test_entry_is_needed(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    program *p = program_new(ts);
    assert_non_null(program_check(p));
    program_free(p);
    term_store_free(ts);
}

static void test_random_programs_are_sound(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        term_store *ts = term_store_new();
        random_source r;
        random_source_init(&r, ts, seed, RANDOM_INT | RANDOM_BV | RANDOM_ARRAY);
        program *p = wild_program(&r);
        const char *wrong = program_check(p);
        if (wrong) fail_msg("seed %lu: %s", (unsigned long)seed, wrong);
        text out;
        text_init(&out);
        program_print(&out, p);
        for (uint32_t f = 0; f < program_proc_count(p); f++) assert_non_null(strstr(out.data, program_proc_name(p, (proc){f})));
        text_release(&out);
        program_free(p);
        random_source_release(&r);
        term_store_free(ts);
    }
}

/* A long chain of statements that share one deep expression: checking it takes linear time. */
static void test_size_does_not_matter(void **state)
{
    (void)state;
    enum { BLOCKS = 20000 };
    term_store *ts = term_store_new();
    program *p = program_new(ts);
    proc f = program_add_proc(p, "main", nowhere);
    term x = add_int(p, "x", f), deep = x, two = term_mk_int(ts, 2);
    program_set_entry(p, f);
    for (uint32_t i = 0; i < BLOCKS; i++) program_add_block(p, f, nowhere);
    for (uint32_t i = 0; i < BLOCKS; i++) {
        deep = term_mk_mod(ts, term_mk_mul2(ts, deep, deep), term_mk_add2(ts, x, two));
        program_add_stmt(p, f, (block){i}, &(stmt){.kind = STMT_ASSIGN, .target = x, .value = deep});
        program_add_branch(p, f, (block){i}, term_true(ts), (block){(i + 1) % BLOCKS});
    }
    assert_null(program_check(p));
    program_add_stmt(p, f, (block){BLOCKS - 1}, &(stmt){.kind = STMT_ASSIGN, .target = x, .value = term_mk_sym(ts, "y", sort_int(ts))});
    assert_non_null(program_check(p));
    program_free(p);
    term_store_free(ts);
}

/* An expression that is deep, and as a tree beyond all bounds, is printed all the same. */
static void test_deep_expression_is_printed(void **state)
{
    (void)state;
    term_store *ts = term_store_new();
    program *p = program_new(ts);
    proc f = program_add_proc(p, "main", nowhere);
    term x = add_int(p, "x", f), deep = x;
    block b = program_add_block(p, f, nowhere);
    for (int i = 0; i < 100000; i++) deep = term_mk_mod(ts, term_mk_mul2(ts, deep, deep), term_mk_add2(ts, x, term_mk_int(ts, 2)));
    program_add_stmt(p, f, b, &(stmt){.kind = STMT_ASSIGN, .target = x, .value = deep});
    text out;
    text_init(&out);
    program_print(&out, p);
    assert_non_null(strstr(out.data, "stop"));
    text_release(&out);
    program_free(p);
    term_store_free(ts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_everything_is_copied), cmocka_unit_test(test_variables),
        cmocka_unit_test(test_assumptions_once),     cmocka_unit_test(test_goal_kinds),
        cmocka_unit_test(test_check_finds_defects),  cmocka_unit_test(test_entry_is_needed),
        cmocka_unit_test(test_random_programs_are_sound), cmocka_unit_test(test_size_does_not_matter),
        cmocka_unit_test(test_deep_expression_is_printed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

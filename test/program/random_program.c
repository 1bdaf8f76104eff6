#include "random_program.h"

#include "../horn/random_horn.h"

#include <stdio.h>

typedef struct generator {
    program *p;
    term_store *ts;
    uint64_t *seed;
    const random_program_shape *shape;
    uint32_t inputs; /* left */
    term supply;
    proc f;
    uint32_t line;
} generator;

static uint32_t below(generator *g, uint32_t n) { return random_below(g->seed, n); }
static bool chance(generator *g, uint32_t percent) { return random_chance(g->seed, percent); }

random_program_shape random_program_small(void) { return (random_program_shape){3, 4, 4, 5, 4, true}; }

static term add_var(generator *g, const char *name, sort s, proc owner)
{
    var_info v = {.name = name, .owner = owner, .low = TERM_NONE, .high = TERM_NONE};
    return program_add_var(g->p, name, s, &v);
}

static sort int_array(generator *g) { return sort_array(g->ts, sort_int(g->ts), sort_int(g->ts)); }

static sort any_sort(generator *g)
{
    if (g->shape->arrays && chance(g, 15)) return int_array(g);
    return chance(g, 25) ? sort_bool(g->ts) : sort_int(g->ts);
}

/* A visible variable of the sort, or TERM_NONE. The supply is left alone. */
static term any_var(generator *g, sort s)
{
    const term_vec *globals = program_globals(g->p), *locals = program_locals(g->p, g->f);
    size_t n = globals->size + locals->size;
    for (uint32_t start = below(g, (uint32_t)n), i = 0; i < n; i++) {
        size_t k = (start + i) % n;
        term v = k < globals->size ? globals->data[k] : locals->data[k - globals->size];
        if (sort_is_equal(term_sort(g->ts, v), s) && !term_is_equal(v, g->supply)) return v;
    }
    return TERM_NONE;
}

static term expression(generator *g, sort s, uint32_t depth);

static term int_expression(generator *g, uint32_t depth)
{
    sort i = sort_int(g->ts);
    switch (below(g, 5)) {
    case 0: return term_mk_sub(g->ts, expression(g, i, depth - 1), expression(g, i, depth - 1));
    case 1: return term_mk_ite(g->ts, expression(g, sort_bool(g->ts), depth - 1), expression(g, i, depth - 1), expression(g, i, depth - 1));
    case 2: {
        term array = any_var(g, int_array(g));
        if (!term_is_none(array)) return term_mk_select(g->ts, array, expression(g, i, depth - 1));
        return term_mk_add2(g->ts, expression(g, i, depth - 1), term_mk_int(g->ts, 1));
    }
    default: return term_mk_add2(g->ts, expression(g, i, depth - 1), expression(g, i, depth - 1));
    }
}

static term bool_expression(generator *g, uint32_t depth)
{
    sort i = sort_int(g->ts), b = sort_bool(g->ts);
    switch (below(g, 5)) {
    case 0: return term_mk_not(g->ts, expression(g, b, depth - 1));
    case 1: return term_mk_and2(g->ts, expression(g, b, depth - 1), expression(g, b, depth - 1));
    case 2: return term_mk_eq(g->ts, expression(g, i, depth - 1), expression(g, i, depth - 1));
    default: return term_mk_le(g->ts, expression(g, i, depth - 1), expression(g, i, depth - 1));
    }
}

static term constant(generator *g, sort s)
{
    if (sort_is_equal(s, sort_int(g->ts))) return term_mk_int(g->ts, (int64_t)below(g, 3));
    if (sort_is_equal(s, sort_bool(g->ts))) return term_mk_bool(g->ts, chance(g, 50));
    return term_mk_const_array(g->ts, s, term_mk_int(g->ts, (int64_t)below(g, 2)));
}

/* Recursion is as deep as `depth`. */
static term expression(generator *g, sort s, uint32_t depth)
{
    term v = any_var(g, s);
    if (depth == 0 || chance(g, 40)) return term_is_none(v) || chance(g, 30) ? constant(g, s) : v;
    if (sort_is_equal(s, sort_int(g->ts))) return int_expression(g, depth);
    if (sort_is_equal(s, sort_bool(g->ts))) return bool_expression(g, depth);
    term i = expression(g, sort_int(g->ts), depth - 1);
    return term_mk_store(g->ts, term_is_none(v) ? constant(g, s) : v, i, expression(g, sort_int(g->ts), depth - 1));
}

/* ---- statements ---- */

static stmt new_stmt(generator *g, stmt_kind kind)
{
    stmt s = {.kind = kind, .place = {"random", g->line, 0}};
    s.target = s.value = s.low = s.high = TERM_NONE;
    return s;
}

static void add(generator *g, block b, const stmt *s) { program_add_stmt(g->p, g->f, b, s); }

static void add_assign(generator *g, block b, term target, term value)
{
    stmt s = new_stmt(g, STMT_ASSIGN);
    s.target = target;
    s.value = value;
    add(g, b, &s);
}

static void add_output(generator *g, block b, const char *name)
{
    stmt s = new_stmt(g, STMT_OUTPUT);
    s.name = name;
    add(g, b, &s);
}

static void add_input(generator *g, block b)
{
    stmt s = new_stmt(g, chance(g, 50) ? STMT_INPUT : STMT_HAVOC);
    bool is_bool = chance(g, 30);
    s.target = any_var(g, is_bool ? sort_bool(g->ts) : sort_int(g->ts));
    if (term_is_none(s.target) || !g->inputs) return;
    g->inputs--;
    s.name = "input";
    if (!is_bool) {
        int64_t low = (int64_t)below(g, 3) - 1;
        s.low = term_mk_int(g->ts, low);
        s.high = term_mk_int(g->ts, low + (int64_t)below(g, (uint32_t)(3 - low)));
    }
    add(g, b, &s);
}

static void add_check_of(generator *g, block b, term value)
{
    goal_info info = {.kind = GOAL_ASSERT, .message = "check", .place = {"random", g->line, 1}, .proc = g->f};
    stmt s = new_stmt(g, STMT_CHECK);
    s.goal = program_add_goal(g->p, &info);
    s.value = value;
    add(g, b, &s);
}

static void add_check(generator *g, block b)
{
    term x = expression(g, sort_int(g->ts), 1), far = term_mk_int(g->ts, (int64_t)below(g, 4) + 2);
    if (chance(g, 40)) add_check_of(g, b, expression(g, sort_bool(g->ts), 2));
    else add_check_of(g, b, chance(g, 50) ? term_mk_le(g->ts, x, far) : term_mk_not(g->ts, term_mk_eq(g->ts, x, far)));
}

/* One of these is violated by each outcome that is in the list. */
static void add_last_checks(generator *g, block b)
{
    for (int i = 0; i < 2; i++) {
        term v = any_var(g, sort_int(g->ts));
        if (term_is_none(v)) return;
        for (int64_t c = 0; c < 4; c++) add_check_of(g, b, term_mk_not(g->ts, term_mk_eq(g->ts, v, term_mk_int(g->ts, c))));
    }
}

static void add_call(generator *g, block b)
{
    stmt s = new_stmt(g, STMT_CALL);
    uint32_t procs = (uint32_t)program_proc_count(g->p), later = procs - 1 - g->f.id;
    if (!later && chance(g, 60)) return;
    s.callee = (proc){later && chance(g, 85) ? g->f.id + 1 + below(g, later) : below(g, procs)};
    const term_vec *params = program_params(g->p, s.callee), *results = program_results(g->p, s.callee);
    term args[4], targets[4];
    assert(params->size <= 4 && results->size <= 4);
    for (size_t i = 0; i < params->size; i++) args[i] = expression(g, term_sort(g->ts, params->data[i]), 1);
    for (size_t i = 0; i < results->size; i++) {
        targets[i] = any_var(g, term_sort(g->ts, results->data[i]));
        if (term_is_none(targets[i]) || (i > 0 && term_is_equal(targets[i], targets[0]))) return;
    }
    s.args = args;
    s.n_args = params->size;
    s.results = targets;
    s.n_results = results->size;
    add(g, b, &s);
}

static void add_any_stmt(generator *g, block b)
{
    uint32_t kind = below(g, 100);
    if (kind < 45) {
        sort s = any_sort(g);
        term target = any_var(g, s);
        if (!term_is_none(target)) add_assign(g, b, target, expression(g, s, 2));
    } else if (kind < 60) {
        add_input(g, b);
    } else if (kind < 75) {
        add_check(g, b);
    } else if (kind < 96) {
        if (b.id > 0) add_call(g, b);
    } else if (kind < 98) {
        stmt s = new_stmt(g, STMT_ASSUME);
        s.value = expression(g, sort_bool(g->ts), 2);
        add(g, b, &s);
    } else if (b.id > 1) {
        stmt s = new_stmt(g, STMT_EXIT);
        s.value = expression(g, sort_int(g->ts), 1);
        add(g, b, &s);
    }
}

/* ---- procedures ---- */

static void declare(generator *g, uint32_t index)
{
    char name[32];
    snprintf(name, sizeof name, index ? "f%u" : "main", index);
    g->f = program_add_proc(g->p, name, (place){.file = "random", .line = 100 * index + 1, .column = 0});
    term params[2], results[2];
    size_t n_params = below(g, 3), n_results = below(g, 3);
    if (index == 0) n_params = chance(g, 20);
    for (size_t i = 0; i < n_params; i++) {
        bool bounded = index == 0;
        var_info v = {.name = i ? "q" : "p", .owner = g->f, .low = TERM_NONE, .high = TERM_NONE};
        if (bounded) v.low = term_mk_int(g->ts, 0);
        if (bounded) v.high = term_mk_int(g->ts, 1);
        params[i] = program_add_var(g->p, v.name, bounded ? sort_int(g->ts) : any_sort(g), &v);
    }
    for (size_t i = 0; i < n_results; i++) {
        bool is_param = i == 0 && n_params && chance(g, 20);
        results[i] = is_param ? params[0] : add_var(g, i ? "s" : "r", any_sort(g), g->f);
    }
    for (uint32_t i = 0; i < 1 + below(g, 2); i++) add_var(g, i ? "y" : "x", any_sort(g), g->f);
    program_set_signature(g->p, g->f, params, n_params, results, n_results);
}

static void initialise(generator *g)
{
    const term_vec *locals = program_locals(g->p, g->f), *params = program_params(g->p, g->f);
    for (size_t i = 0; i < locals->size; i++) {
        bool is_param = false;
        for (size_t k = 0; k < params->size; k++) is_param |= term_is_equal(params->data[k], locals->data[i]);
        if (!is_param) add_assign(g, (block){0}, locals->data[i], constant(g, term_sort(g->ts, locals->data[i])));
    }
}

/* With supplies left, two successors or one; otherwise the last block, which returns. */
static void add_branches(generator *g, block b, uint32_t last)
{
    term more = term_mk_gt(g->ts, g->supply, term_mk_int(g->ts, 0)), c = expression(g, sort_bool(g->ts), 2);
    block targets[2];
    for (size_t i = 0; i < 2; i++) {
        uint32_t ahead = last - b.id - (b.id + 1 < last && chance(g, 70)); /* rather not the last one */
        targets[i].id = chance(g, 70) ? b.id + 1 + below(g, ahead) : below(g, last + 1);
    }
    program_add_branch(g->p, g->f, b, term_mk_and2(g->ts, more, c), targets[0]);
    if (!chance(g, 3)) program_add_branch(g->p, g->f, b, term_mk_and2(g->ts, more, term_mk_not(g->ts, c)), targets[1]);
    program_add_branch(g->p, g->f, b, term_mk_not(g->ts, more), (block){last});
}

static void define(generator *g, proc f)
{
    g->f = f;
    uint32_t last = 2 + below(g, g->shape->max_blocks);
    for (uint32_t i = 0; i <= last; i++) program_add_block(g->p, f, (place){.file = "random", .line = 100 * f.id + i + 1, .column = 0});
    for (uint32_t i = 0; i <= last; i++) {
        block b = {i};
        g->line = 100 * f.id + i + 1;
        add_output(g, b, "");
        if (i == 0) initialise(g);
        if (i == last) {
            if (f.id == 0) add_last_checks(g, b);
            add_output(g, b, "return");
            program_set_return(g->p, f, b);
            continue;
        }
        add_assign(g, b, g->supply, term_mk_sub(g->ts, g->supply, term_mk_int(g->ts, 1)));
        if (i == 0 && f.id == 0) add_input(g, b);
        for (uint32_t k = 1 + below(g, g->shape->max_stmts); k-- > 0;) add_any_stmt(g, b);
        add_branches(g, b, last);
    }
}

program *random_program(term_store *ts, uint64_t *seed, const random_program_shape *shape)
{
    generator g = {.p = program_new(ts), .ts = ts, .seed = seed, .shape = shape, .inputs = shape->max_inputs};
    g.supply = add_var(&g, "supply", sort_int(ts), PROC_NONE);
    program_set_initial(g.p, g.supply, term_mk_int(ts, 1 + (int64_t)below(&g, shape->max_supply)));
    for (uint32_t i = 0; i < 3; i++) {
        bool is_input = i == 2 && chance(&g, 30);
        sort s = is_input ? sort_bool(ts) : any_sort(&g);
        term v = add_var(&g, (const char *[]){"g", "h", "k"}[i], s, PROC_NONE);
        if (!is_input) program_set_initial(g.p, v, constant(&g, s));
    }
    uint32_t procs = 1 + below(&g, shape->max_procs + 1);
    for (uint32_t i = 0; i < procs; i++) declare(&g, i);
    for (uint32_t i = 0; i < procs; i++) define(&g, (proc){i});
    program_set_entry(g.p, (proc){0});
    return g.p;
}

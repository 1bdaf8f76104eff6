#include "wild_program.h"

#include "term/dag.h"

enum { MAX_PROCS = 3, MAX_BLOCKS = 5, MAX_STMTS = 4, LOCALS = 2 };

typedef struct builder {
    random_source *r;
    program *p;
    proc f;
} builder;

static uint32_t below(builder *b, uint32_t n) { return rng_below(&b->r->rng, n); }
static bool one_in(builder *b, uint32_t n) { return rng_one_in(&b->r->rng, n); }

static term add_var(builder *b, const char *hint, sort s, proc owner)
{
    term_store *ts = b->r->ts;
    bool is_bounded = sort_is_equal(s, sort_int(ts)) && one_in(b, 3);
    var_info info = {.name = hint, .owner = owner, .low = TERM_NONE, .high = TERM_NONE};
    if (is_bounded) {
        info.low = term_mk_int(ts, (int64_t)below(b, 9) - 4);
        info.high = term_mk_add2(ts, info.low, term_mk_int(ts, below(b, 5)));
    }
    return program_add_var(b->p, hint, s, &info);
}

/* A visible variable of that sort: there is a global of every sort. */
static term pick_var(builder *b, sort s)
{
    const term_vec *lists[2] = {program_globals(b->p), program_locals(b->p, b->f)};
    for (;;) {
        const term_vec *list = lists[below(b, 2)];
        term v = list->data[below(b, (uint32_t)list->size)];
        if (sort_is_equal(term_sort(b->r->ts, v), s)) return v;
    }
}

static term draw(builder *b, sort s)
{
    term t = random_term(b->r, s, 1 + below(b, 4)).t;
    term_vec symbols, vars;
    term_vec_init(&symbols);
    term_vec_init(&vars);
    dag_symbols(b->r->ts, &t, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) term_vec_push(&vars, pick_var(b, term_sort(b->r->ts, symbols.data[i])));
    t = dag_substitute(b->r->ts, t, symbols.data, vars.data, symbols.size);
    term_vec_release(&symbols);
    term_vec_release(&vars);
    return t;
}

/* True most of the time. */
static term draw_likely(builder *b)
{
    sort s = sort_bool(b->r->ts);
    return term_mk_or2(b->r->ts, draw(b, s), draw(b, s));
}

static void add_call(builder *b, block at, place where)
{
    proc callee = {below(b, (uint32_t)program_proc_count(b->p))};
    const term_vec *params = program_params(b->p, callee), *results = program_results(b->p, callee);
    term args[2], targets[2];
    assert(params->size <= 2 && results->size <= 2);
    for (size_t i = 0; i < params->size; i++) {
        sort s = term_sort(b->r->ts, params->data[i]);
        args[i] = one_in(b, 2) ? pick_var(b, s) : draw(b, s);
    }
    for (size_t i = 0; i < results->size; i++) targets[i] = pick_var(b, term_sort(b->r->ts, results->data[i]));
    if (results->size == 2 && term_is_equal(targets[0], targets[1])) return;
    stmt s = {.kind = STMT_CALL, .place = where, .callee = callee, .args = args, .n_args = params->size, .results = targets,
              .n_results = results->size};
    program_add_stmt(b->p, b->f, at, &s);
}

static void add_input(builder *b, block at, place where, term target)
{
    term_store *ts = b->r->ts;
    stmt s = {.kind = one_in(b, 2) ? STMT_INPUT : STMT_HAVOC, .place = where, .target = target, .low = TERM_NONE, .high = TERM_NONE,
              .name = "input"};
    if (sort_is_equal(term_sort(ts, target), sort_int(ts)) && one_in(b, 2)) s.low = term_mk_int(ts, (int64_t)below(b, 5) - 2);
    program_add_stmt(b->p, b->f, at, &s);
}

static void add_output(builder *b, block at, place where)
{
    sort s = sort_bool(b->r->ts);
    term args[2] = {draw(b, s), draw(b, s)};
    stmt output = {.kind = STMT_OUTPUT, .place = where, .name = "%d %x,", .args = args, .n_args = 2};
    program_add_stmt(b->p, b->f, at, &output);
}

static stmt draw_stmt(builder *b, uint32_t kind, place where, term target)
{
    switch (kind) {
    case 0: return (stmt){.kind = STMT_ASSUME, .place = where, .value = draw_likely(b)};
    case 1: {
        goal g = program_add_goal(b->p, &(goal_info){.kind = GOAL_ASSERT, .message = "it fails", .place = where, .proc = b->f});
        return (stmt){.kind = STMT_CHECK, .place = where, .value = draw_likely(b), .goal = g};
    }
    case 2: return (stmt){.kind = STMT_EXIT, .place = where, .value = term_mk_int(b->r->ts, below(b, 9))};
    default: return (stmt){.kind = STMT_ASSIGN, .place = where, .target = target, .value = draw(b, term_sort(b->r->ts, target))};
    }
}

static void add_stmt(builder *b, block at)
{
    place where = {.file = "wild.c", .line = 1 + below(b, 99), .column = 1};
    term target = pick_var(b, random_sort(b->r));
    uint32_t kind = below(b, 16);
    if (kind < 3) {
        add_call(b, at, where);
    } else if (kind < 5) {
        add_input(b, at, where, target);
    } else if (kind == 5) {
        add_output(b, at, where);
    } else {
        stmt s = draw_stmt(b, kind - 6 == 2 && !one_in(b, 3) ? 3 : kind - 6, where, target);
        program_add_stmt(b->p, b->f, at, &s);
    }
}

static void fill_block(builder *b, block at, uint32_t n_blocks)
{
    term_store *ts = b->r->ts;
    for (uint32_t i = below(b, MAX_STMTS + 1); i > 0; i--) add_stmt(b, at);
    uint32_t ending = below(b, 6);
    block first = {below(b, n_blocks)}, second = {below(b, n_blocks)};
    if (ending == 0) {
        program_set_return(b->p, b->f, at);
    } else if (ending == 1) {
        program_add_branch(b->p, b->f, at, term_true(ts), first);
    } else {
        term condition = draw(b, sort_bool(ts));
        program_add_branch(b->p, b->f, at, condition, first);
        if (!one_in(b, 20)) program_add_branch(b->p, b->f, at, term_mk_not(ts, condition), second);
    }
}

/* Up to two parameters and two results; the first result may be the first parameter. */
static void declare_proc(builder *b, const char *name)
{
    term formals[4];
    proc f = program_add_proc(b->p, name, (place){.file = "wild.c", .line = 1, .column = 1});
    for (size_t i = 0; i < 4; i++) formals[i] = add_var(b, i < 2 ? "param" : "result", random_sort(b->r), f);
    for (size_t i = 0; i < LOCALS; i++) add_var(b, "local", random_sort(b->r), f);
    if (one_in(b, 3)) formals[2] = formals[0];
    program_set_signature(b->p, f, formals, below(b, 3), formals + 2, below(b, 3));
}

program *wild_program(random_source *r)
{
    static const char *const names[MAX_PROCS] = {"main", "f", "g"};
    builder b = {.r = r, .p = program_new(r->ts)};
    for (size_t i = 0; i < 2 * r->sorts.size; i++) {
        sort s = r->sorts.data[i / 2];
        term v = add_var(&b, "global", s, PROC_NONE);
        if (term_is_none(program_var(b.p, v)->low) && one_in(&b, 2)) program_set_initial(b.p, v, random_value(r, s));
    }
    uint32_t n = 1 + below(&b, MAX_PROCS);
    for (uint32_t i = 0; i < n; i++) declare_proc(&b, names[i]);
    for (b.f.id = 0; b.f.id < n; b.f.id++) {
        uint32_t n_blocks = 1 + below(&b, MAX_BLOCKS);
        for (uint32_t i = 0; i < n_blocks; i++) program_add_block(b.p, b.f, (place){.file = "wild.c", .line = i + 1, .column = 1});
        for (uint32_t i = 0; i < n_blocks; i++) fill_block(&b, (block){i}, n_blocks);
    }
    program_set_entry(b.p, (proc){0});
    return b.p;
}

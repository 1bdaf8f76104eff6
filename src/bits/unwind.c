#include "bits/unwind.h"

#include "base/text.h"

#include <stdlib.h>

typedef struct state {
    lit guard; /* runs that are here; LIT_FALSE: none */
    value_vec vars; /* by number */
} state;

/* One call of a procedure. */
typedef struct activation {
    proc f;
    state *pending; /* by block: what comes there */
    state returned;
} activation;

enum { MAX_DEPTH = 400 }; /* of calls */
enum { FEW_CONFLICTS = 100 }; /* for the question whether a loop has another turn: one that has none costs little */

static bool is_stopped(const unwound *u) { return u->failure.size || u->e.failure; }

static void fail(unwound *u, place where, const char *what)
{
    if (u->failure.size) return;
    text_adds(&u->failure, what);
    if (where.file) text_printf(&u->failure, " (%s:%u)", where.file, where.line);
}

/* ---- the solver ---- */

static void tell_solver(unwound *u)
{
    const int_vec *all = &u->asked.clauses;
    while (u->told < all->size) {
        size_t n = 0;
        assert(all->data[all->size - 1] == 0); /* whole clauses */
        while (all->data[u->told + n]) n++;
        sat_add_clause(u->solver, all->data + u->told, n);
        u->told += n + 1;
    }
}

sat_result unwound_ask(unwound *u, lit a, int conflicts, const limits *limit)
{
    if (lit_is_equal(a, LIT_FALSE)) return SAT_UNSATISFIABLE;
    int assumption = lit_is_constant(a) ? 0 : cnf_literal(&u->asked, a);
    tell_solver(u);
    return sat_solve(u->solver, assumption, conflicts, limit);
}

static void add_duty(unwound *u, duty d)
{
    if (!lit_is_equal(d.is_missed, LIT_FALSE)) duty_vec_push(&u->duties, d);
}

/* ---- states ---- */

/* Runs with these values join those that are there; only what is live matters. */
static void join(unwound *u, state *into, lit guard, const value *vars, size_t n, const u32_vec *live)
{
    bool is_first = lit_is_equal(into->guard, LIT_FALSE);
    if (is_first) {
        value_vec_clear(&into->vars);
        value_vec_reserve(&into->vars, n);
        for (size_t i = 0; i < n; i++) into->vars.data[i] = NO_VALUE;
        into->vars.size = n;
    }
    assert(into->vars.size == n);
    for (size_t i = 0; i < live->size; i++) {
        uint32_t k = live->data[i];
        assert(k < n);
        into->vars.data[k] = is_first ? vars[k] : memory_ite(&u->m, guard, vars[k], into->vars.data[k]);
    }
    into->guard = is_first ? guard : circuit_or(&u->m.c, guard, into->guard);
}

/* The value in as many bits as its variable has; runs for which these are too few end. */
static value cut(unwound *u, lit *guard, term variable, value v)
{
    const var_info *info = program_var(u->p, variable);
    if (v.kind != VALUE_WORD || term_is_none(info->low) || term_is_none(info->high)) return v;
    const term_store *ts = program_terms(u->p);
    word_store *s = &u->m.words;
    word low = word_number(s, term_number(ts, info->low)), high = word_number(s, term_number(ts, info->high)), whole = value_word(v);
    uint32_t width = word_width(s, low) > word_width(s, high) ? word_width(s, low) : word_width(s, high);
    assert(width > 0);
    word part = word_promised(s, whole, width, rat_sign(term_number(ts, info->low)) >= 0);
    lit differs = LIT_FALSE;
    for (uint32_t i = width - 1; i < word_width(s, whole); i++)
        differs = circuit_or(&u->m.c, differs, circuit_xor(&u->m.c, word_bit(s, whole, i), word_bit(s, part, i)));
    /* Where loops are left out their variables are taken to keep their promise; then this is no more to ask. */
    if (!u->options.havoc) add_duty(u, (duty){.kind = DUTY_RANGE, .is_missed = circuit_and(&u->m.c, *guard, differs), .place = info->place});
    *guard = circuit_and(&u->m.c, *guard, lit_not(differs));
    return value_of_word(part);
}

static void assign(unwound *u, state *x, term variable, value v)
{
    assert(liveness_number(u->live, variable) < x->vars.size);
    x->vars.data[liveness_number(u->live, variable)] = cut(u, &x->guard, variable, v);
    expressions_note_assignment(&u->e);
}

/* ---- statements ---- */

/* Runs for which an expression has no value end. */
static void note_stuck(unwound *u, lit *guard, place where)
{
    assert(lit_node(u->e.stuck) < circuit_size(&u->m.c));
    lit stuck = u->e.stuck;
    u->e.stuck = LIT_FALSE;
    add_duty(u, (duty){.kind = DUTY_DIVISION, .is_missed = circuit_and(&u->m.c, *guard, stuck), .place = where});
    *guard = circuit_and(&u->m.c, *guard, lit_not(stuck));
}

static void take_input(unwound *u, state *x, const stmt *s)
{
    request_vec_push(&u->requests, (request){s, x->guard});
    lit is_within;
    value v = expressions_input(&u->e, s->target, s->low, s->high, (uint32_t)u->requests.size - 1, &is_within);
    x->guard = circuit_and(&u->m.c, x->guard, is_within);
    if (v.kind != VALUE_NONE) assign(u, x, s->target, v);
}

/* Any value that the variable may have; it is an input of the run if is_asked. */
static value ask_variable(unwound *u, term variable, lit is_asked, lit *guard)
{
    const var_info *info = program_var(u->p, variable);
    request_vec_push(&u->requests, (request){NULL, is_asked});
    lit is_within;
    value v = expressions_input(&u->e, variable, info->low, info->high, (uint32_t)u->requests.size - 1, &is_within);
    *guard = circuit_and(&u->m.c, *guard, is_within);
    return v;
}

static void take_check(unwound *u, state *x, const stmt *s)
{
    assert(s->goal.id < u->reached.size);
    lit holds = expressions_condition(&u->e, s->value, x->vars.data), *reached = &u->reached.data[s->goal.id];
    if (u->e.failure) return; /* the condition has no circuit: that it is false would be no violation */
    if (!flow_is_failure(u->p, s)) *reached = circuit_or(&u->m.c, *reached, x->guard);
    add_duty(u, (duty){.kind = DUTY_GOAL, .is_missed = circuit_and(&u->m.c, x->guard, lit_not(holds)), .goal = s->goal, .place = s->place});
    x->guard = circuit_and(&u->m.c, x->guard, holds);
}

static void take_assumption(unwound *u, state *x, const stmt *s)
{
    lit holds = expressions_assumption(&u->e, s->value, x->vars.data);
    x->guard = circuit_and(&u->m.c, x->guard, holds);
    if (!lit_is_constant(holds) && !u->e.failure) expressions_narrow(&u->e, s->value, x->vars.data);
}

static void run_procedure(unwound *u, proc f, lit guard, const value_vec *vars, state *returned);
static void run_components(unwound *u, activation *a, uint32_t from, uint32_t to);

/* As far as so many conflicts tell. */
static bool is_possible(unwound *u, lit guard, int conflicts)
{
    if (lit_is_constant(guard)) return guard.id;
    if (patterns_make_true(&u->patterns, guard)) return true;
    sat_result found = unwound_ask(u, guard, conflicts, &u->options.limits);
    if (found == SAT_SATISFIABLE) patterns_learn(&u->patterns, u->solver, &u->asked);
    return found != SAT_UNSATISFIABLE;
}

/* Runs do not go on here; if some may, that is noted. */
static void end_runs(unwound *u, state *x, duty_kind why, place where)
{
    add_duty(u, (duty){.kind = why, .is_missed = x->guard, .place = where});
    x->guard = LIT_FALSE;
}

/* Another activation of a recursive procedure is one that runs need. */
static bool is_needed(unwound *u, state *x, const stmt *s)
{
    uint32_t depth = u->depth.data[s->callee.id];
    if (!depth) return true;
    bool is_too_deep = depth >= MAX_DEPTH || (u->options.max_turns && depth >= u->options.max_turns && !lit_is_constant(x->guard));
    bool is_wanted = is_possible(u, x->guard, is_too_deep ? 0 : FEW_CONFLICTS);
    if (is_wanted && !is_too_deep) return true;
    end_runs(u, x, is_wanted ? DUTY_CUT : DUTY_TURN, s->place);
    return false;
}

static void take_call(unwound *u, state *x, const stmt *s)
{
    if (!is_needed(u, x, s)) return;
    assert(x->vars.size >= u->live->globals && s->n_args == program_params(u->p, s->callee)->size);
    value_vec vars;
    value_vec_init(&vars);
    value_vec_append(&vars, x->vars.data, u->live->globals);
    while (vars.size < liveness_number_count(u->live, s->callee)) value_vec_push(&vars, NO_VALUE);
    for (size_t i = 0; i < s->n_args; i++) {
        term parameter = program_params(u->p, s->callee)->data[i];
        vars.data[liveness_number(u->live, parameter)] = cut(u, &x->guard, parameter, expressions_value(&u->e, s->args[i], x->vars.data));
    }
    note_stuck(u, &x->guard, s->place);
    state returned = {LIT_FALSE, {0}};
    if (!is_stopped(u)) run_procedure(u, s->callee, x->guard, &vars, &returned);
    x->guard = returned.guard;
    if (!lit_is_equal(x->guard, LIT_FALSE)) {
        const u32_vec *modified = &u->live->summaries[s->callee.id].modified;
        for (size_t i = 0; i < modified->size; i++) x->vars.data[modified->data[i]] = returned.vars.data[modified->data[i]];
        for (size_t i = 0; i < s->n_results; i++)
            assign(u, x, s->results[i], returned.vars.data[liveness_number(u->live, program_results(u->p, s->callee)->data[i])]);
    }
    value_vec_release(&returned.vars);
    value_vec_release(&vars);
    expressions_forget(&u->e);
}

static void run_statement(unwound *u, state *x, const stmt *s)
{
    switch (s->kind) {
    case STMT_ASSIGN: assign(u, x, s->target, expressions_value(&u->e, s->value, x->vars.data)); break;
    case STMT_INPUT:
    case STMT_HAVOC: take_input(u, x, s); break;
    case STMT_ASSUME: take_assumption(u, x, s); break;
    case STMT_CHECK: take_check(u, x, s); break;
    case STMT_CALL: take_call(u, x, s); break;
    case STMT_EXIT:
        ending_vec_push(&u->endings, (ending){x->guard, NO_VALUE});
        x->guard = LIT_FALSE;
        break;
    case STMT_OUTPUT:
    case STMT_REACH:
    case STMT_NOTE:
    case STMT_UNSET: break;
    }
    note_stuck(u, &x->guard, s->place);
}

/* ---- blocks and loops ---- */

/* The runs for which the condition holds go on to `to`, with what it says about the variables. */
static void take_branch(unwound *u, activation *a, branch way, const state *x)
{
    lit holds = expressions_condition(&u->e, way.condition, x->vars.data), taken = circuit_and(&u->m.c, x->guard, holds);
    if (lit_is_equal(taken, LIT_FALSE) || u->e.failure) return;
    value_vec vars;
    value_vec_init(&vars);
    value_vec_append(&vars, x->vars.data, x->vars.size);
    if (!lit_is_constant(holds)) expressions_narrow(&u->e, way.condition, vars.data);
    join(u, &a->pending[way.target.id], taken, vars.data, vars.size, liveness_at_block(u->live, a->f, way.target.id));
    value_vec_release(&vars);
}

/* A decision is where a run gets to the goals of the failures it may lead to, also if it never does: that block is not run then. */
static void note_decision(unwound *u, const activation *a, uint32_t b, lit guard)
{
    size_t n = program_branch_count(u->p, a->f, (block){b});
    for (size_t i = 0; n > 1 && i < n; i++) {
        uint32_t to = program_branch(u->p, a->f, (block){b}, i).target.id;
        const stmt *failure = flow_failure(&u->calls->flows[a->f.id], u->p, a->f, to);
        if (!failure) continue;
        lit *reached = &u->reached.data[failure->goal.id];
        *reached = circuit_or(&u->m.c, *reached, guard);
    }
}

static void leave_block(unwound *u, activation *a, uint32_t b, state *x)
{
    note_decision(u, a, b, x->guard);
    const u32_vec *at_return = &u->live->summaries[a->f.id].live_at_return;
    if (program_is_return(u->p, a->f, (block){b})) join(u, &a->returned, x->guard, x->vars.data, x->vars.size, at_return);
    for (size_t i = 0; i < program_branch_count(u->p, a->f, (block){b}) && !is_stopped(u); i++)
        take_branch(u, a, program_branch(u->p, a->f, (block){b}, i), x);
    note_stuck(u, &x->guard, program_block_place(u->p, a->f, (block){b}));
}

static void run_block(unwound *u, activation *a, uint32_t b)
{
    state x = a->pending[b];
    a->pending[b] = (state){LIT_FALSE, {0}};
    if (limits_is_over(&u->options.limits)) fail(u, (place){0}, "out of time");
    if (circuit_size(&u->m.c) > u->options.max_size) fail(u, program_block_place(u->p, a->f, (block){b}), "the circuit is too large");
    expressions_forget(&u->e);
    size_t n = program_stmt_count(u->p, a->f, (block){b});
    for (size_t i = 0; i < n && !is_stopped(u) && !lit_is_equal(x.guard, LIT_FALSE); i++) {
        const stmt *s = program_stmt(u->p, a->f, (block){b}, i);
        run_statement(u, &x, s);
        if (u->e.failure) fail(u, s->place, u->e.failure);
    }
    if (!is_stopped(u) && !lit_is_equal(x.guard, LIT_FALSE)) leave_block(u, a, b, &x);
    if (u->e.failure) fail(u, program_block_place(u->p, a->f, (block){b}), u->e.failure);
    value_vec_release(&x.vars);
}

static bool has_runs(const activation *a, uint32_t b) { return !lit_is_equal(a->pending[b].guard, LIT_FALSE); }

/* In one of these components: a loop may have other entries than its head. */
static bool has_runs_within(const unwound *u, const activation *a, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        if (has_runs(a, u->orders[a->f.id].data[i].block)) return true;
    return false;
}

static unwound_loop *loop_at(unwound *u, const activation *a, uint32_t head)
{
    bool added;
    uint32_t key = a->f.id << 16 ^ head, *index = u32_map_put(&u->loop_of, key, &added);
    if (added) {
        *index = (uint32_t)u->loops.size;
        unwound_loop_vec_push(&u->loops, (unwound_loop){.key = key, .place = program_block_place(u->p, a->f, (block){head})});
    }
    return &u->loops.data[*index];
}

/* May runs make the turn that is pending? `last` is the guard of the turn before, `open` counts those that inputs decide about. */
static bool wants_turn(unwound *u, activation *a, uint32_t head, lit *last, uint32_t *open)
{
    state *x = &a->pending[head];
    place where = program_block_place(u->p, a->f, (block){head});
    if (lit_is_constant(x->guard) || lit_is_equal(x->guard, *last)) return true;
    *last = x->guard;
    bool is_last = u->options.max_turns && ++*open > u->options.max_turns, is_wanted = is_possible(u, x->guard, is_last ? 0 : FEW_CONFLICTS);
    if (is_wanted && !is_last) return true;
    if (is_wanted) loop_at(u, a, head)->is_cut = true;
    end_runs(u, x, is_wanted ? DUTY_CUT : DUTY_TURN, where);
    return false;
}

/* ---- loops that are not unwound ---- */

static void havoc_variable(unwound *u, state *x, term variable)
{
    uint32_t number = liveness_number(u->live, variable);
    if (x->vars.data[number].kind == VALUE_NONE) return; /* it is not live at the head */
    x->vars.data[number] = ask_variable(u, variable, LIT_FALSE, &x->guard);
}

static void havoc_block(unwound *u, const activation *a, uint32_t b, state *x)
{
    for (size_t i = 0; i < program_stmt_count(u->p, a->f, (block){b}); i++) {
        const stmt *s = program_stmt(u->p, a->f, (block){b}, i);
        if (s->kind == STMT_ASSIGN || s->kind == STMT_INPUT || s->kind == STMT_HAVOC) havoc_variable(u, x, s->target);
        if (s->kind != STMT_CALL) continue;
        const u32_vec *modified = &u->live->summaries[s->callee.id].modified;
        for (size_t k = 0; k < s->n_results; k++) havoc_variable(u, x, s->results[k]);
        for (size_t k = 0; k < modified->size; k++) havoc_variable(u, x, liveness_symbol(u->live, a->f, modified->data[k]));
    }
}

/* Whatever the loop changes may be anything at its head: one turn of it is all there are. */
static void run_havoc(unwound *u, activation *a, uint32_t from, uint32_t to)
{
    const component_vec *order = &u->orders[a->f.id];
    uint32_t head = order->data[from].block;
    loop_at(u, a, head)->is_havoc = true;
    if (has_runs_within(u, a, from + 1, to)) fail(u, program_block_place(u->p, a->f, (block){head}), "a loop has several entries");
    for (uint32_t i = from; i < to; i++) havoc_block(u, a, order->data[i].block, &a->pending[head]);
    run_block(u, a, head);
    run_components(u, a, from + 1, to);
    a->pending[head].guard = LIT_FALSE;
}

static bool is_havoc(const unwound *u, const activation *a, uint32_t head)
{
    return u->options.havoc && u32_map_find(u->options.havoc, a->f.id << 16 ^ head);
}

/* ---- whole procedures ---- */

static void run_loop(unwound *u, activation *a, uint32_t from, uint32_t to)
{
    uint32_t head = u->orders[a->f.id].data[from].block, turns = 0, open = 0;
    lit last = a->pending[head].guard;
    while (has_runs_within(u, a, from, to) && !is_stopped(u)) {
        if (turns && !wants_turn(u, a, head, &last, &open)) break;
        if (has_runs(a, head)) run_block(u, a, head);
        run_components(u, a, from + 1, to);
        turns++;
    }
    unwound_loop *l = loop_at(u, a, head);
    if (turns > l->turns) l->turns = turns;
}

static void run_components(unwound *u, activation *a, uint32_t from, uint32_t to)
{
    const component_vec *order = &u->orders[a->f.id];
    for (uint32_t i = from, next; i < to && !is_stopped(u); i = next) {
        component c = order->data[i];
        next = c.end ? c.end : i + 1;
        if (!has_runs_within(u, a, i, next)) continue;
        if (!c.end) run_block(u, a, c.block);
        else if (is_havoc(u, a, c.block)) run_havoc(u, a, i, c.end);
        else run_loop(u, a, i, c.end);
    }
}

static void run_procedure(unwound *u, proc f, lit guard, const value_vec *vars, state *returned)
{
    component_vec *order = &u->orders[f.id];
    if (!order->size) components_find(u->p, f, &u->calls->flows[f.id], order);
    size_t blocks = program_block_count(u->p, f);
    activation a = {.f = f, .pending = alloc_zeroed(blocks, sizeof *a.pending)};
    join(u, &a.pending[0], guard, vars->data, vars->size, liveness_at_block(u->live, f, 0));
    u->depth.data[f.id]++;
    run_components(u, &a, 0, (uint32_t)order->size);
    u->depth.data[f.id]--;
    for (size_t b = 0; b < blocks; b++) value_vec_release(&a.pending[b].vars);
    free(a.pending);
    *returned = a.returned;
}

/* ---- the start ---- */

static void start(unwound *u)
{
    proc f = program_entry(u->p);
    value_vec vars;
    value_vec_init(&vars);
    lit guard = LIT_TRUE;
    const term_vec *globals = program_globals(u->p), *params = program_params(u->p, f);
    for (size_t i = 0; i < globals->size; i++) {
        term initial = program_initial(u->p, globals->data[i]);
        value_vec_push(&vars, term_is_none(initial) ? ask_variable(u, globals->data[i], LIT_TRUE, &guard) : expressions_value(&u->e, initial, NULL));
    }
    while (vars.size < liveness_number_count(u->live, f)) value_vec_push(&vars, NO_VALUE);
    for (size_t i = 0; i < params->size; i++) vars.data[liveness_number(u->live, params->data[i])] = ask_variable(u, params->data[i], LIT_TRUE, &guard);
    state returned = {LIT_FALSE, {0}};
    if (u->e.failure) fail(u, (place){0}, u->e.failure);
    else run_procedure(u, f, guard, &vars, &returned);
    if (!lit_is_equal(returned.guard, LIT_FALSE)) ending_vec_push(&u->endings, (ending){returned.guard, NO_VALUE});
    value_vec_release(&returned.vars);
    value_vec_release(&vars);
}

static void note_placeless(unwound *u, const stmt *failure)
{
    if (failure) u->reached.data[failure->goal.id] = LIT_TRUE;
}

/* Failures of which it is not known which decision leads to them count as reached. */
static void find_placeless(unwound *u, proc f)
{
    const flow *w = &u->calls->flows[f.id];
    for (uint32_t k = 0; k < w->order.size; k++) {
        uint32_t b = w->order.data[k];
        for (uint32_t i = 0; i < w->length.data[b]; i++) {
            const stmt *s = program_stmt(u->p, f, (block){b}, i);
            if (flow_is_failure(u->p, s) && (b == 0 || flow_failure(w, u->p, f, b) != s)) note_placeless(u, s);
        }
        if (flow_branch_count(w, u->p, f, b) == 1) note_placeless(u, flow_failure(w, u->p, f, program_branch(u->p, f, (block){b}, 0).target.id));
    }
}

void unwound_init(unwound *u, const program *p, const unwind_options *options)
{
    memset(u, 0, sizeof *u);
    u->p = p;
    u->options = *options;
    u->calls = call_graph_new(p);
    u->live = liveness_new(u->calls);
    u->orders = alloc_zeroed(program_proc_count(p), sizeof *u->orders);
    for (size_t i = 0; i < program_proc_count(p); i++) u32_vec_push(&u->depth, 0);
    for (size_t i = 0; i < program_goal_count(p); i++) lit_vec_push(&u->reached, LIT_FALSE);
    for (uint32_t f = 0; f < program_proc_count(p); f++)
        if (u->calls->is_reachable.data[f]) find_placeless(u, (proc){f});
    text_init(&u->failure);
    memory_init(&u->m);
    expressions_init(&u->e, &u->m, p, u->live);
    cnf_init(&u->asked, &u->m.c);
    u->solver = sat_new(NULL);
    patterns_init(&u->patterns, &u->m.c);
    start(u);
}

void unwound_release(unwound *u)
{
    for (size_t i = 0; i < program_proc_count(u->p); i++) component_vec_release(&u->orders[i]);
    free(u->orders);
    sat_free(u->solver);
    patterns_release(&u->patterns);
    cnf_release(&u->asked);
    expressions_release(&u->e);
    memory_release(&u->m);
    duty_vec_release(&u->duties);
    lit_vec_release(&u->reached);
    request_vec_release(&u->requests);
    ending_vec_release(&u->endings);
    unwound_loop_vec_release(&u->loops);
    u32_map_release(&u->loop_of);
    u32_vec_release(&u->depth);
    text_release(&u->failure);
    liveness_free(u->live);
    call_graph_free(u->calls);
}

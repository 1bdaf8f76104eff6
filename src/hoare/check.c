#include "hoare/hoare.h"

#include "front/while/translate.h"
#include "smt/smt.h"
#include "term/dag.h"

#include <stdlib.h>
#include <string.h>

/* A symbolic state is a substitution: what each symbol of the scope has become, in terms of symbols from before. What is known about a path is a
 * conjunction. Both branches of an `if` are followed on their own; a loop is cut at its head. */

typedef struct state {
    term *of; /* by position in checker.symbols */
    term path;
} state;

typedef struct checker {
    const hoare_outline *o;
    term_store *ts;
    const hoare_scope *scope;
    hoare_view view;
    term_vec symbols; /* of the scope */
    substitution *map;
    smt *solver;
    const char *wrong;
    state *now; /* that expressions are evaluated in */
    while_terms terms;
    term final; /* main: what is bad at the end; TERM_NONE of others */
    size_t paths;
} checker;

enum { MOST_PATHS = 20000 };

static state state_copy(const checker *c, const state *s)
{
    state n = {.of = alloc_bytes((c->symbols.size + 1) * sizeof *n.of), .path = s->path};
    memcpy(n.of, s->of, c->symbols.size * sizeof *n.of);
    return n;
}

static size_t position(const checker *c, term symbol)
{
    size_t i = 0;
    while (!term_is_equal(c->symbols.data[i], symbol)) {
        i++;
        assert(i < c->symbols.size);
    }
    return i;
}

static void set(const checker *c, state *s, term symbol, term value)
{
    assert(sort_is_equal(term_sort(c->ts, symbol), term_sort(c->ts, value)));
    s->of[position(c, symbol)] = value;
}
static term get(const checker *c, const state *s, term symbol) { return s->of[position(c, symbol)]; }

/* A formula over the scope's symbols, of this state. */
static term in_state(checker *c, const state *s, term formula)
{
    assert(term_is_bool(c->ts, formula));
    substitution_clear(c->map);
    for (size_t i = 0; i < c->symbols.size; i++) substitution_set(c->map, c->symbols.data[i], s->of[i]);
    return substitution_apply(c->map, formula);
}

static term var_symbol(const checker *c, const while_var *v) { return v->kind == WHILE_GLOBAL ? c->o->globals[v->index] : c->scope->values[v->index]; }

static term leaf(void *user, const while_expr *e)
{
    checker *c = user;
    return get(c, c->now, var_symbol(c, e->var));
}

static term same(void *user, const while_var *f, const while_var *g)
{
    checker *c = user;
    return hoare_same(c->o, f, g); /* references never change */
}

static term eval(checker *c, state *s, const while_expr *e)
{
    c->now = s;
    return while_mk_term(&c->terms, e);
}

/* On this path `formula` is not possible. */
static void refute(checker *c, term path, term formula, const char *what)
{
    assert(term_is_bool(c->ts, path) && term_is_bool(c->ts, formula) && what);
    if (c->wrong) return;
    term both = term_mk_and2(c->ts, path, formula);
    if (term_is_equal(both, term_false(c->ts))) return;
    smt_result r = smt_check(c->solver, &both, 1);
    if (r != SMT_UNSAT) c->wrong = r == SMT_SAT ? what : "the checker of the outline was not decided";
}

static void assume(checker *c, state *s, term condition)
{
    assert(term_is_bool(c->ts, condition));
    s->path = term_mk_and2(c->ts, s->path, condition);
}

static term fresh_like(checker *c, term symbol) { return term_mk_fresh(c->ts, "v", term_sort(c->ts, symbol)); }

/* ---- ends ---- */

static void end_proc(checker *c, state *s)
{
    assert(c->scope->outs.size == c->scope->ghosts.size);
    if (!term_is_none(c->final)) {
        refute(c, s->path, in_state(c, s, c->final), "the final predicate is not proved");
        return;
    }
    if (c->view == HOARE_FAILS) return;
    term equal = term_true(c->ts);
    for (size_t i = 0; i < c->scope->outs.size; i++)
        equal = term_mk_and2(c->ts, equal, term_mk_eq(c->ts, get(c, s, c->scope->outs.data[i]), c->scope->ghosts.data[i]));
    refute(c, s->path, equal, "a procedure may end where its summary does not have it");
}

/* ---- statements: each function leads the state on; false: nothing follows on this path ---- */

/* What comes after a statement: the rest of its block, and so on outwards. */
typedef struct rest {
    const while_stmt *next; /* the statements left in a block */
    const while_stmt *loop; /* or: back at the head of this loop */
    const struct rest *outer;
} rest;

static void follow(checker *c, state *s, const while_stmt *at, const rest *after);

static void go_on(checker *c, state *s, const rest *after)
{
    assert(!after || !after->loop || !after->next);
    if (c->wrong) return;
    if (!after) {
        end_proc(c, s);
    } else if (after->loop) {
        refute(c, s->path, in_state(c, s, c->o->may[c->view][after->loop->id]), "a loop does not keep its invariant");
    } else {
        const while_stmt *next = after->next;
        const rest *outer = after->outer;
        rest tail = {.next = next ? next->next : NULL, .outer = outer};
        if (next) follow(c, s, next, &tail);
        else go_on(c, s, outer);
    }
}

static void store(checker *c, state *s, const while_var *f, term value)
{
    assert(while_var_is_reference(f));
    for (size_t i = 0; i < c->scope->proc->n_formals; i++) {
        const while_var *g = c->scope->proc->vars[i];
        if (!while_var_is_reference(g)) continue;
        term symbol = c->scope->values[i];
        set(c, s, symbol, term_mk_ite(c->ts, hoare_same(c->o, f, g), value, get(c, s, symbol)));
    }
}

/* May the arguments i and j refer to the same cell? */
static term same_args(checker *c, const while_stmt *call, size_t i, size_t j)
{
    const while_var *a = call->args[i]->var, *b = call->args[j]->var;
    if (a == b) return term_true(c->ts);
    return while_var_is_reference(a) && while_var_is_reference(b) ? hoare_same(c->o, a, b) : term_false(c->ts);
}

/* The callee's symbols at its entry, in terms of the state here. */
static void bind_entry(checker *c, state *s, const while_stmt *call)
{
    assert(call->kind == WHILE_CALL && call->n_args == call->callee->n_formals);
    const hoare_scope *to = &c->o->scopes[call->callee->index];
    term_vec values;
    term_vec_init(&values);
    for (size_t i = 0; i < call->n_args; i++)
        term_vec_push(&values, while_var_is_reference(call->callee->vars[i]) ? get(c, s, var_symbol(c, call->args[i]->var)) : eval(c, s, call->args[i]));
    substitution_clear(c->map);
    for (size_t i = 0; i < c->o->program->n_globals; i++) substitution_set(c->map, c->o->globals[i], get(c, s, c->o->globals[i]));
    for (size_t i = 0; i < call->n_args; i++) substitution_set(c->map, to->values[i], values.data[i]);
    for (size_t i = 0; i < call->n_args; i++)
        for (size_t j = i + 1; j < call->n_args; j++) {
            term symbol = to->same[i * call->callee->n_vars + j];
            if (!term_is_none(symbol)) substitution_set(c->map, symbol, same_args(c, call, i, j));
        }
    term_vec_release(&values);
}

static void follow_call(checker *c, state *s, const while_stmt *call)
{
    const hoare_scope *to = &c->o->scopes[call->callee->index];
    bind_entry(c, s, call);
    if (c->view == HOARE_FAILS)
        refute(c, s->path, substitution_apply(c->map, c->o->may_begin[HOARE_FAILS][call->callee->index]), "a call may fail");
    term_vec left;
    term_vec_init(&left);
    for (size_t i = 0; i < to->ghosts.size; i++) {
        term_vec_push(&left, fresh_like(c, to->ghosts.data[i]));
        substitution_set(c->map, to->ghosts.data[i], left.data[i]);
    }
    assume(c, s, substitution_apply(c->map, c->o->may_begin[HOARE_ENDS][call->callee->index]));
    size_t n = 0;
    for (; n < c->o->program->n_globals; n++) set(c, s, c->o->globals[n], left.data[n]);
    for (size_t i = 0; i < call->n_args; i++) {
        if (!while_var_is_reference(call->callee->vars[i])) continue;
        const while_var *v = call->args[i]->var;
        if (v->kind == WHILE_LOCAL) set(c, s, var_symbol(c, v), left.data[n++]);
        else store(c, s, v, left.data[n++]);
    }
    assert(n + (call->callee->has_result ? 1 : 0) == left.size && (!call->target || call->callee->has_result));
    if (call->target) set(c, s, var_symbol(c, call->target), left.data[n]);
    term_vec_release(&left);
}

/* Symbols of no scope in an outline would have any meaning. A summary has none of the locals. */
static bool speaks_of(const checker *c, term t, const while_proc *f, bool is_summary)
{
    assert(f->n_formals <= f->n_vars);
    const hoare_scope *s = &c->o->scopes[f->index];
    term_vec known, used;
    term_vec_init(&known);
    term_vec_init(&used);
    term_vec_append(&known, c->o->globals, c->o->program->n_globals);
    term_vec_append(&known, s->values, is_summary ? f->n_formals : f->n_vars);
    term_vec_append(&known, s->same, f->n_vars * f->n_vars);
    term_vec_append(&known, s->ghosts.data, s->ghosts.size);
    if (!is_summary) term_vec_push(&known, s->result);
    dag_symbols(c->ts, &t, 1, &used);
    bool ok = true;
    for (size_t i = 0; i < used.size; i++) ok &= term_vec_has(&known, used.data[i]);
    term_vec_release(&known);
    term_vec_release(&used);
    return ok;
}

static void follow_loop(checker *c, state *s, const while_stmt *loop, const rest *after)
{
    assert(loop->kind == WHILE_LOOP && loop->id < c->o->program->n_stmts);
    if (!speaks_of(c, c->o->may[c->view][loop->id], c->scope->proc, false)) c->wrong = "an invariant speaks of what is not in its scope";
    refute(c, s->path, in_state(c, s, c->o->may[c->view][loop->id]), "the invariant of a loop does not hold at first");
    state any = state_copy(c, s); /* references keep their equalities; everything else is any state with the invariant */
    for (size_t i = 0; i < c->symbols.size; i++) any.of[i] = fresh_like(c, c->symbols.data[i]);
    any.path = term_mk_not(c->ts, in_state(c, &any, c->o->may[c->view][loop->id]));
    assume(c, &any, in_state(c, &any, hoare_background(c->o, c->scope->proc)));
    state out = state_copy(c, &any);
    term condition = eval(c, &any, loop->value);
    assume(c, &any, condition);
    assume(c, &out, term_mk_not(c->ts, condition));
    rest back = {.loop = loop, .outer = after};
    follow(c, &any, loop->first, &back);
    go_on(c, &out, after);
    free(any.of);
    free(out.of);
}

static void follow_if(checker *c, state *s, const while_stmt *at, const rest *after)
{
    assert(at->kind == WHILE_IF);
    state other = state_copy(c, s);
    term condition = eval(c, s, at->value);
    assume(c, s, condition);
    assume(c, &other, term_mk_not(c->ts, condition));
    follow(c, s, at->first, after);
    if (at->second) follow(c, &other, at->second, after);
    else go_on(c, &other, after);
    free(other.of);
}

static void follow(checker *c, state *s, const while_stmt *at, const rest *after)
{
    if (++c->paths > MOST_PATHS && !c->wrong) c->wrong = "the outline has too many paths to be checked";
    if (c->wrong || term_is_equal(s->path, term_false(c->ts))) return;
    rest inside = {.next = at->kind == WHILE_BLOCK ? at->first : NULL, .outer = after};
    switch (at->kind) {
    case WHILE_SKIP: break;
    case WHILE_ASSIGN: set(c, s, var_symbol(c, at->target), eval(c, s, at->value)); break;
    case WHILE_STORE: store(c, s, at->target, eval(c, s, at->value)); break;
    case WHILE_HAVOC: set(c, s, var_symbol(c, at->target), fresh_like(c, var_symbol(c, at->target))); break;
    case WHILE_ASSUME: assume(c, s, eval(c, s, at->value)); break;
    case WHILE_ASSERT: {
        term holds = eval(c, s, at->value);
        if (c->view == HOARE_FAILS && hoare_is_goal(c->o, at)) refute(c, s->path, term_mk_not(c->ts, holds), "an assertion is not proved");
        assume(c, s, holds);
        break;
    }
    case WHILE_CALL: follow_call(c, s, at); break;
    case WHILE_BLOCK: go_on(c, s, &inside); return;
    case WHILE_IF: follow_if(c, s, at, after); return;
    case WHILE_LOOP: follow_loop(c, s, at, after); return;
    case WHILE_RETURN:
        assert(!at->value || !term_is_none(c->scope->result));
        if (at->value) set(c, s, c->scope->result, eval(c, s, at->value));
        end_proc(c, s);
        return;
    }
    go_on(c, s, after);
}

/* ---- procedures ---- */

static void list_symbols(checker *c)
{
    term_vec_clear(&c->symbols);
    term_vec_append(&c->symbols, c->o->globals, c->o->program->n_globals);
    term_vec_append(&c->symbols, c->scope->values, c->scope->proc->n_vars);
    if (!term_is_none(c->scope->result)) term_vec_push(&c->symbols, c->scope->result);
}

static void check_proc(checker *c, const while_proc *f, hoare_view view)
{
    const while_program *p = c->o->program;
    bool is_main = f == while_main(p);
    assert(view == HOARE_FAILS || !is_main); /* what main leaves behind is nobody's */
    c->scope = &c->o->scopes[f->index];
    assert(c->scope->proc == f);
    c->view = view;
    if (!speaks_of(c, c->o->may_begin[view][f->index], f, true)) {
        c->wrong = "a summary speaks of what is not in its scope";
        return;
    }
    list_symbols(c);
    state s = {.of = alloc_bytes((c->symbols.size + 1) * sizeof *s.of), .path = term_true(c->ts)};
    for (size_t i = 0; i < c->symbols.size; i++) s.of[i] = c->symbols.data[i];
    if (f->has_result) set(c, &s, c->scope->result, term_mk_int(c->ts, 0));
    c->final = TERM_NONE;
    if (is_main) {
        state plain = state_copy(c, &s);
        bool is_goal = p->final && hoare_is_goal(c->o, NULL);
        term holds = is_goal ? eval(c, &plain, p->final) : term_true(c->ts);
        c->final = is_goal && p->final_is_bad ? holds : term_mk_not(c->ts, holds);
        free(plain.of);
    }
    term may = c->o->may_begin[view][f->index];
    if (is_main) refute(c, term_true(c->ts), may, "main may fail");
    s.path = term_mk_and2(c->ts, term_mk_not(c->ts, may), hoare_background(c->o, f));
    follow(c, &s, f->body, NULL);
    free(s.of);
}

const char *hoare_check(const hoare_outline *o, const limits *limit)
{
    checker c = {.o = o, .ts = o->ts, .map = substitution_new(o->ts), .solver = smt_new(o->ts, limit, NULL)};
    c.terms = (while_terms){.ts = o->ts, .leaf = leaf, .same = same, .user = &c};
    term_vec_init(&c.symbols);
    assert(o->program->n_procs);
    for (size_t i = 0; i < o->program->n_procs && !c.wrong; i++) {
        bool is_main = i + 1 == o->program->n_procs;
        if (!is_main) check_proc(&c, o->program->procs[i], HOARE_ENDS);
        check_proc(&c, o->program->procs[i], HOARE_FAILS);
    }
    term_vec_release(&c.symbols);
    substitution_free(c.map);
    smt_free(c.solver);
    return c.wrong;
}

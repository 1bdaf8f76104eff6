#include "front/while/translate.h"

#include "front/while/run.h"

#include <stdlib.h>
#include <string.h>

/* Of a procedure: by index of the variable. */
typedef struct frame {
    proc proc;
    term *values; /* of references: of the cell */
    term *addresses; /* of references */
    term result;
    block exit;
} frame;

typedef struct translator {
    term_store *ts;
    const while_program *source;
    program *p;
    term *globals;
    frame *frames; /* by procedure */
    const while_proc *at; /* what is translated, and where */
    frame *frame;
    block block;
    bool is_dead; /* nothing comes here: after a return */
    while_terms terms;
    while_goals *goals; /* NULL: no goals for tests */
} translator;

static place place_of(const translator *t, while_place w) { return (place){.file = t->source->file, .line = w.line, .column = w.column}; }

static term value_of(const translator *t, const frame *f, const while_var *v) { return v->kind == WHILE_GLOBAL ? t->globals[v->index] : f->values[v->index]; }

static term mk_leaf(void *user, const while_expr *e)
{
    const translator *t = user;
    return value_of(t, t->frame, e->var);
}

static term mk_same(void *user, const while_var *f, const while_var *g)
{
    const translator *t = user;
    return term_mk_eq(t->ts, t->frame->addresses[f->index], t->frame->addresses[g->index]);
}

static term add_var(translator *t, const char *name, const char *shown, proc owner, while_place at)
{
    var_info info = {.name = shown, .owner = owner, .place = place_of(t, at), .is_signed = true, .low = TERM_NONE, .high = TERM_NONE};
    return program_add_var(t->p, name, sort_int(t->ts), &info);
}

/* ---- statements ---- */

static void add(translator *t, const stmt *s) { program_add_stmt(t->p, t->frame->proc, t->block, s); }

static void assign(translator *t, while_place at, term target, term value)
{
    add(t, &(stmt){.kind = STMT_ASSIGN, .place = place_of(t, at), .target = target, .value = value});
}

static void input(translator *t, while_place at, const while_var *v, term target, const char *what)
{
    text name;
    text_init(&name);
    text_printf(&name, "%s %s", what, v->name);
    add(t, &(stmt){.kind = STMT_INPUT, .place = place_of(t, at), .target = target, .low = TERM_NONE, .high = TERM_NONE, .name = name.data});
    text_release(&name);
}

static block new_block(translator *t, while_place at) { return program_add_block(t->p, t->frame->proc, place_of(t, at)); }

static void go_to(translator *t, term condition, block to) { program_add_branch(t->p, t->frame->proc, t->block, condition, to); }

/* The current place leads to `to`, if anything comes here. */
static void join(translator *t, block to)
{
    if (!t->is_dead) go_to(t, term_true(t->ts), to);
}

static void reach(translator *t, const while_stmt *s, while_place at, while_way way, uint32_t covers, const char *message)
{
    covers &= t->goals ? t->goals->covers : 0;
    if (!covers) return;
    goal_info info = {.kind = GOAL_COVER, .message = message, .place = place_of(t, at), .proc = t->frame->proc, .function = t->at->name, .covers = covers};
    goal g = program_add_goal(t->p, &info);
    add(t, &(stmt){.kind = STMT_REACH, .place = info.place, .target = TERM_NONE, .value = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE, .callee = PROC_NONE, .goal = g});
    t->goals->of[while_site(s, way)] = g.id;
}

static void reach_outcome(translator *t, const while_stmt *s, while_way way, bool is_block)
{
    text message;
    text_init(&message);
    text_addc(&message, '`');
    while_print_expr(&message, s->value);
    text_adds(&message, way == WHILE_WAY_YES ? "` true" : "` false");
    reach(t, s, s->place, way, COVER_BRANCH | (is_block ? COVER_BLOCK : 0), message.data);
    text_release(&message);
}

static goal check(translator *t, while_place at, term condition, const char *message)
{
    goal_info info = {.kind = GOAL_ASSERT, .message = message, .place = place_of(t, at), .proc = t->frame->proc, .function = t->at->name};
    goal g = program_add_goal(t->p, &info);
    add(t, &(stmt){.kind = STMT_CHECK, .place = info.place, .value = condition, .goal = g});
    return g;
}

static void check_assertion(translator *t, const while_stmt *s)
{
    text message;
    text_init(&message);
    text_adds(&message, "assertion `");
    while_print_expr(&message, s->value);
    text_adds(&message, "` fails");
    goal g = check(t, s->place, while_mk_term(&t->terms, s->value), message.data);
    if (t->goals) t->goals->of[while_site(s, WHILE_WAY_HERE)] = g.id;
    text_release(&message);
}

/* What `f` refers to has become `value`. */
static void store(translator *t, while_place at, const while_var *f, term value)
{
    for (size_t i = 0; i < t->at->n_formals; i++) {
        const while_var *g = t->at->vars[i];
        if (while_var_is_reference(g)) assign(t, at, t->frame->values[i], g == f ? value : term_mk_ite(t->ts, mk_same(t, f, g), value, t->frame->values[i]));
    }
}

static void translate_store(translator *t, const while_stmt *s)
{
    term kept = add_var(t, "stored", NULL, t->frame->proc, s->place); /* the value may depend on what changes */
    assign(t, s->place, kept, while_mk_term(&t->terms, s->value));
    store(t, s->place, s->target, kept);
}

/* The number of the first argument that refers to the same cell as the i-th. */
static term address_of(translator *t, const while_stmt *s, size_t i)
{
    term address = term_mk_int(t->ts, (int64_t)i);
    const while_var *mine = s->args[i]->var;
    for (size_t j = i; j-- > 0;) {
        if (!while_var_is_reference(s->callee->vars[j])) continue;
        const while_var *other = s->args[j]->var;
        if (other == mine) address = term_mk_int(t->ts, (int64_t)j);
        else if (while_var_is_reference(other) && while_var_is_reference(mine)) address = term_mk_ite(t->ts, mk_same(t, mine, other), term_mk_int(t->ts, (int64_t)j), address);
    }
    return address;
}

static void translate_call(translator *t, const while_stmt *s)
{
    const frame *f = &t->frames[s->callee->index];
    if (t->goals && t->goals->called && !strcmp(t->goals->called, s->callee->name)) reach(t, s, s->place, WHILE_WAY_HERE, COVER_CALL, "call");
    term_vec args, results;
    term_vec_init(&args);
    term_vec_init(&results);
    for (size_t i = 0; i < s->n_args; i++) {
        bool is_reference = while_var_is_reference(s->callee->vars[i]);
        if (is_reference) term_vec_push(&args, address_of(t, s, i));
        term_vec_push(&args, is_reference ? value_of(t, t->frame, s->args[i]->var) : while_mk_term(&t->terms, s->args[i]));
        if (is_reference) term_vec_push(&results, add_var(t, "changed", NULL, t->frame->proc, s->place));
    }
    term result = s->callee->has_result ? add_var(t, "returned", NULL, t->frame->proc, s->place) : TERM_NONE;
    if (s->callee->has_result) term_vec_push(&results, result);
    add(t, &(stmt){.kind = STMT_CALL, .place = place_of(t, s->place), .callee = f->proc, .args = args.data, .n_args = args.size, .results = results.data,
                   .n_results = results.size});
    for (size_t i = 0, r = 0; i < s->n_args; i++) {
        if (!while_var_is_reference(s->callee->vars[i])) continue;
        const while_var *v = s->args[i]->var;
        if (v->kind == WHILE_LOCAL) assign(t, s->place, value_of(t, t->frame, v), results.data[r++]);
        else store(t, s->place, v, results.data[r++]);
    }
    if (s->target) assign(t, s->place, value_of(t, t->frame, s->target), result);
    term_vec_release(&args);
    term_vec_release(&results);
}

static void translate_stmt(translator *t, const while_stmt *s);

/* One way of the statement `of`. */
static void translate_branch(translator *t, const while_stmt *of, while_way way, const while_stmt *s, block begin, block end)
{
    t->block = begin;
    t->is_dead = false;
    reach_outcome(t, of, way, s != NULL);
    if (s) translate_stmt(t, s);
    join(t, end);
}

static void translate_if(translator *t, const while_stmt *s)
{
    term condition = while_mk_term(&t->terms, s->value);
    block yes = new_block(t, s->first->place), no = new_block(t, s->second ? s->second->place : s->place);
    block end = new_block(t, s->place);
    go_to(t, condition, yes);
    go_to(t, term_mk_not(t->ts, condition), no);
    translate_branch(t, s, WHILE_WAY_YES, s->first, yes, end);
    bool is_dead = t->is_dead;
    translate_branch(t, s, WHILE_WAY_NO, s->second, no, end);
    t->is_dead = t->is_dead && is_dead;
    t->block = end;
}

static void translate_loop(translator *t, const while_stmt *s)
{
    block head = new_block(t, s->place), body = new_block(t, s->first->place), end = new_block(t, s->place);
    join(t, head);
    t->block = head;
    term condition = while_mk_term(&t->terms, s->value);
    go_to(t, condition, body);
    go_to(t, term_mk_not(t->ts, condition), end);
    translate_branch(t, s, WHILE_WAY_YES, s->first, body, head);
    t->block = end;
    t->is_dead = false;
    reach_outcome(t, s, WHILE_WAY_NO, true);
}

static void translate_return(translator *t, const while_stmt *s)
{
    if (s->value) assign(t, s->place, t->frame->result, while_mk_term(&t->terms, s->value));
    join(t, t->frame->exit);
    t->is_dead = true;
}

static void translate_stmt(translator *t, const while_stmt *s)
{
    if (t->is_dead) return;
    switch (s->kind) {
    case WHILE_SKIP: return;
    case WHILE_ASSIGN: assign(t, s->place, value_of(t, t->frame, s->target), while_mk_term(&t->terms, s->value)); return;
    case WHILE_STORE: translate_store(t, s); return;
    case WHILE_HAVOC: input(t, s->place, s->target, value_of(t, t->frame, s->target), "havoc"); return;
    case WHILE_BLOCK:
        for (const while_stmt *c = s->first; c; c = c->next) translate_stmt(t, c);
        return;
    case WHILE_IF: translate_if(t, s); return;
    case WHILE_LOOP: translate_loop(t, s); return;
    case WHILE_CALL: translate_call(t, s); return;
    case WHILE_ASSERT: check_assertion(t, s); return;
    case WHILE_ASSUME: add(t, &(stmt){.kind = STMT_ASSUME, .place = place_of(t, s->place), .value = while_mk_term(&t->terms, s->value)}); return;
    case WHILE_RETURN: translate_return(t, s); return;
    }
}

/* ---- procedures ---- */

static void declare_proc(translator *t, const while_proc *f)
{
    frame *to = &t->frames[f->index];
    to->proc = program_add_proc(t->p, f->name, place_of(t, f->place));
    to->values = alloc_zeroed(f->n_vars + 1, sizeof *to->values);
    to->addresses = alloc_zeroed(f->n_vars + 1, sizeof *to->addresses);
    term_vec params, results;
    term_vec_init(&params);
    term_vec_init(&results);
    text shown;
    text_init(&shown);
    for (size_t i = 0; i < f->n_vars; i++) {
        const while_var *v = f->vars[i];
        bool is_reference = while_var_is_reference(v);
        if (is_reference) {
            to->addresses[i] = add_var(t, v->name, NULL, to->proc, v->place);
            term_vec_push(&params, to->addresses[i]);
        }
        text_clear(&shown);
        text_printf(&shown, "%s%s", is_reference ? "*" : "", v->name);
        to->values[i] = add_var(t, v->name, shown.data, to->proc, v->place);
        if (i < f->n_formals) term_vec_push(&params, to->values[i]);
        if (is_reference) term_vec_push(&results, to->values[i]);
    }
    to->result = f->has_result ? add_var(t, "result", "result", to->proc, f->place) : TERM_NONE;
    if (f->has_result) term_vec_push(&results, to->result);
    program_set_signature(t->p, to->proc, params.data, params.size, results.data, results.size);
    text_release(&shown);
    term_vec_release(&params);
    term_vec_release(&results);
}

static void check_final(translator *t)
{
    const while_program *p = t->source;
    text message;
    text_init(&message);
    text_printf(&message, "at the end of main, %s`", p->final_is_bad ? "the bad " : "not ");
    while_print_expr(&message, p->final);
    text_addc(&message, '`');
    term holds = while_mk_term(&t->terms, p->final);
    goal g = check(t, p->final_place, p->final_is_bad ? term_mk_not(t->ts, holds) : holds, message.data);
    if (t->goals) t->goals->final = g.id;
    text_release(&message);
}

static void translate_proc(translator *t, const while_proc *f)
{
    t->at = f;
    t->frame = &t->frames[f->index];
    t->block = new_block(t, f->place);
    t->frame->exit = new_block(t, f->place);
    t->is_dead = false;
    for (size_t i = f->n_formals; i < f->n_vars; i++)
        if (f->vars[i]->is_input) input(t, f->vars[i]->place, f->vars[i], t->frame->values[i], "local");
    if (f->has_result) assign(t, f->place, t->frame->result, term_mk_int(t->ts, 0));
    reach(t, f->body, f->place, WHILE_WAY_HERE, COVER_BLOCK, "function");
    translate_stmt(t, f->body);
    join(t, t->frame->exit);
    t->block = t->frame->exit;
    if (f == while_main(t->source) && t->source->final) check_final(t);
    program_set_return(t->p, t->frame->proc, t->frame->exit);
}

static void goals_init(while_goals *g, const while_program *p)
{
    g->of = alloc_zeroed(p->n_stmts * WHILE_WAYS + 1, sizeof *g->of);
    for (size_t i = 0; i < p->n_stmts * WHILE_WAYS; i++) g->of[i] = WHILE_NO_GOAL;
    g->final = WHILE_NO_GOAL;
}

void while_goals_release(while_goals *g)
{
    free(g->of);
    g->of = NULL;
}

program *while_translate(term_store *ts, const while_program *source, while_goals *goals)
{
    translator t = {.ts = ts, .source = source, .p = program_new(ts), .goals = goals};
    if (goals) goals_init(goals, source);
    t.terms = (while_terms){.ts = ts, .leaf = mk_leaf, .same = mk_same, .user = &t};
    t.globals = alloc_zeroed(source->n_globals + 1, sizeof *t.globals);
    t.frames = alloc_zeroed(source->n_procs, sizeof *t.frames);
    for (size_t i = 0; i < source->n_globals; i++) t.globals[i] = add_var(&t, source->globals[i]->name, source->globals[i]->name, PROC_NONE, source->globals[i]->place);
    for (size_t i = 0; i < source->n_procs; i++) declare_proc(&t, source->procs[i]);
    for (size_t i = 0; i < source->n_procs; i++) translate_proc(&t, source->procs[i]);
    program_set_entry(t.p, t.frames[source->n_procs - 1].proc);
    for (size_t i = 0; i < source->n_procs; i++) {
        free(t.frames[i].values);
        free(t.frames[i].addresses);
    }
    free(t.frames);
    free(t.globals);
    assert(!program_check(t.p));
    return t.p;
}

#include "front/while/run.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_ACTIVATIONS = 5000, STEPS_BETWEEN_LOOKS = 4096 };

typedef struct cell {
    rat value;
    const char *name;
} cell;

/* An activation: a cell for each formal by value and local, a pointer to somebody's for each reference. */
typedef struct activation {
    const while_proc *proc;
    cell *own; /* by index of the variable */
    cell **at;
    rat result;
} activation;

typedef struct runner {
    const while_program *program;
    const while_run_options *options;
    cell *globals;
    size_t depth;
    while_run_result *out;
} runner;

typedef enum flow { GOES_ON, RETURNS, ENDS } flow; /* ENDS: the whole run, as out->end says */

void while_run_result_init(while_run_result *r)
{
    *r = (while_run_result){.end = WHILE_ENDED};
    text_init(&r->state);
}

void while_run_result_release(while_run_result *r) { text_release(&r->state); }

static flow end_run(runner *r, while_end end, while_place at)
{
    r->out->end = end;
    r->out->place = at;
    return ENDS;
}

static cell *cell_of(const runner *r, const activation *a, const while_var *v)
{
    return v->kind == WHILE_GLOBAL ? &r->globals[v->index] : a->at[v->index];
}

static void take_input(runner *r, rat *to)
{
    size_t n = r->out->n_used++;
    if (n < r->options->n_inputs) rat_set(to, &r->options->inputs[n]);
    else rat_set_int(to, 0);
}

static void note(runner *r, while_place at, const cell *c)
{
    text *t = r->options->trace;
    if (!t) return;
    text_printf(t, "%5u: %*s%s = ", at.line, (int)(2 * (r->depth - 1)), "", c->name);
    rat_print(t, &c->value);
    text_addc(t, '\n');
}

static bool see(const runner *r, const while_stmt *s, while_way way)
{
    if (r->options->seen) r->options->seen[while_site(s, way)] = true;
    return way == WHILE_WAY_YES;
}

/* ---- expressions ---- */

static bool holds(const runner *r, const activation *a, const while_expr *e);

static void divide(rat *out, const rat *a, const rat *b)
{
    if (rat_sign(b) == 0) {
        rat_set_int(out, 0);
        return;
    }
    rat_div(out, a, b);
    rat_floor(out, out);
}

static void evaluate(const runner *r, const activation *a, const while_expr *e, rat *out)
{
    if (e->op == WHILE_NUMBER) {
        bool ok = rat_set_string(out, e->text, strlen(e->text), 10);
        assert(ok), (void)ok;
    } else if (e->op == WHILE_VARIABLE || e->op == WHILE_DEREF) {
        rat_set(out, &cell_of(r, a, e->var)->value);
    } else if (e->op == WHILE_NEGATE) {
        evaluate(r, a, e->a, out);
        rat_neg(out, out);
    } else {
        rat second;
        rat_init(&second);
        evaluate(r, a, e->a, out);
        evaluate(r, a, e->b, &second);
        if (e->op == WHILE_ADD) rat_add(out, out, &second);
        else if (e->op == WHILE_SUB) rat_sub(out, out, &second);
        else if (e->op == WHILE_MUL) rat_mul(out, out, &second);
        else divide(out, out, &second);
        rat_release(&second);
    }
}

static bool compare(const runner *r, const activation *a, const while_expr *e)
{
    if (e->a->type == WHILE_REFERENCE) return (cell_of(r, a, e->a->var) == cell_of(r, a, e->b->var)) == (e->op == WHILE_EQ);
    rat x, y;
    rat_init(&x);
    rat_init(&y);
    evaluate(r, a, e->a, &x);
    evaluate(r, a, e->b, &y);
    int order = rat_cmp(&x, &y);
    rat_release(&x);
    rat_release(&y);
    switch (e->op) {
    case WHILE_EQ: return order == 0;
    case WHILE_NE: return order != 0;
    case WHILE_LT: return order < 0;
    case WHILE_LE: return order <= 0;
    case WHILE_GT: return order > 0;
    default: return order >= 0;
    }
}

static bool holds(const runner *r, const activation *a, const while_expr *e)
{
    switch (e->op) {
    case WHILE_TRUE: return true;
    case WHILE_FALSE: return false;
    case WHILE_NOT: return !holds(r, a, e->a);
    case WHILE_AND: return holds(r, a, e->a) && holds(r, a, e->b);
    case WHILE_OR: return holds(r, a, e->a) || holds(r, a, e->b);
    default: return compare(r, a, e);
    }
}

/* ---- statements ---- */

static flow execute(runner *r, activation *a, const while_stmt *s);

static void activation_init(runner *r, activation *a, const while_proc *f)
{
    *a = (activation){.proc = f, .own = alloc_zeroed(f->n_vars + 1, sizeof *a->own), .at = alloc_zeroed(f->n_vars + 1, sizeof *a->at)};
    rat_init(&a->result);
    for (size_t i = 0; i < f->n_vars; i++) {
        rat_init(&a->own[i].value);
        a->own[i].name = f->vars[i]->name;
        a->at[i] = &a->own[i];
    }
    r->depth++;
}

static void take_locals(runner *r, activation *a)
{
    for (size_t i = a->proc->n_formals; i < a->proc->n_vars; i++) {
        if (!a->proc->vars[i]->is_input) continue;
        take_input(r, &a->own[i].value);
        note(r, a->proc->vars[i]->place, &a->own[i]);
    }
}

static void activation_release(runner *r, activation *a)
{
    for (size_t i = 0; i < a->proc->n_vars; i++) rat_release(&a->own[i].value);
    rat_release(&a->result);
    free(a->own);
    free(a->at);
    r->depth--;
}

static flow call(runner *r, activation *a, const while_stmt *s)
{
    see(r, s, WHILE_WAY_HERE);
    if (r->depth >= MOST_ACTIVATIONS) return end_run(r, WHILE_STOPPED, s->place);
    activation inner;
    activation_init(r, &inner, s->callee);
    for (size_t i = 0; i < s->n_args; i++) {
        const while_var *formal = s->callee->vars[i];
        if (formal->kind == WHILE_VALUE) evaluate(r, a, s->args[i], &inner.own[i].value);
        else inner.at[i] = cell_of(r, a, s->args[i]->var);
        if (formal->kind == WHILE_VALUE) note(r, s->place, &inner.own[i]);
    }
    take_locals(r, &inner);
    flow f = execute(r, &inner, s->callee->body);
    if (f != ENDS && s->target) rat_set(&cell_of(r, a, s->target)->value, &inner.result);
    activation_release(r, &inner);
    if (f != ENDS && s->target) note(r, s->place, cell_of(r, a, s->target));
    return f == ENDS ? ENDS : GOES_ON;
}

static bool is_over(runner *r)
{
    size_t n = ++r->out->steps, most = r->options->max_steps;
    return (most && n > most) || (n % STEPS_BETWEEN_LOOKS == 0 && limits_is_over(&r->options->limits));
}

/* The decision of an `if` or a loop. */
static bool decide(runner *r, const activation *a, const while_stmt *s) { return see(r, s, holds(r, a, s->value) ? WHILE_WAY_YES : WHILE_WAY_NO); }

static flow fail(runner *r, const while_stmt *s)
{
    see(r, s, WHILE_WAY_HERE);
    return end_run(r, WHILE_FAILED, s->place);
}

static flow execute_loop(runner *r, activation *a, const while_stmt *s)
{
    while (decide(r, a, s)) {
        flow f = is_over(r) ? end_run(r, WHILE_STOPPED, s->place) : execute(r, a, s->first);
        if (f != GOES_ON) return f;
    }
    return GOES_ON;
}

static flow execute_block(runner *r, activation *a, const while_stmt *s)
{
    see(r, s, WHILE_WAY_HERE);
    for (const while_stmt *c = s->first; c; c = c->next) {
        flow f = execute(r, a, c);
        if (f != GOES_ON) return f;
    }
    return GOES_ON;
}

static flow execute(runner *r, activation *a, const while_stmt *s)
{
    if (is_over(r)) return end_run(r, WHILE_STOPPED, s->place);
    cell *target = s->target ? cell_of(r, a, s->target) : NULL;
    switch (s->kind) {
    case WHILE_SKIP: return GOES_ON;
    case WHILE_ASSIGN:
    case WHILE_STORE: {
        rat value;
        rat_init(&value);
        evaluate(r, a, s->value, &value);
        rat_swap(&target->value, &value);
        rat_release(&value);
        note(r, s->place, target);
        return GOES_ON;
    }
    case WHILE_HAVOC:
        take_input(r, &target->value);
        note(r, s->place, target);
        return GOES_ON;
    case WHILE_BLOCK: return execute_block(r, a, s);
    case WHILE_IF:
        if (decide(r, a, s)) return execute(r, a, s->first);
        return s->second ? execute(r, a, s->second) : GOES_ON;
    case WHILE_LOOP: return execute_loop(r, a, s);
    case WHILE_CALL: return call(r, a, s);
    case WHILE_ASSERT: return holds(r, a, s->value) ? GOES_ON : fail(r, s);
    case WHILE_ASSUME: return holds(r, a, s->value) ? GOES_ON : end_run(r, WHILE_BLOCKED, s->place);
    case WHILE_RETURN:
        if (s->value) evaluate(r, a, s->value, &a->result);
        return RETURNS;
    }
    return GOES_ON;
}

static void print_state(runner *r, const activation *main)
{
    for (size_t i = 0; i < r->program->n_globals + main->proc->n_vars; i++) {
        const cell *c = i < r->program->n_globals ? &r->globals[i] : &main->own[i - r->program->n_globals];
        text_printf(&r->out->state, "%s = ", c->name);
        rat_print(&r->out->state, &c->value);
        text_addc(&r->out->state, '\n');
    }
}

void while_run(const while_program *p, const while_run_options *options, while_run_result *out)
{
    runner r = {.program = p, .options = options, .globals = alloc_zeroed(p->n_globals + 1, sizeof *r.globals), .depth = 1, .out = out};
    for (size_t i = 0; i < p->n_globals; i++) {
        rat_init(&r.globals[i].value);
        r.globals[i].name = p->globals[i]->name;
        take_input(&r, &r.globals[i].value);
        note(&r, p->globals[i]->place, &r.globals[i]);
    }
    r.depth = 0;
    activation main;
    activation_init(&r, &main, while_main(p));
    take_locals(&r, &main);
    flow f = execute(&r, &main, main.proc->body);
    if (f != ENDS && p->final && holds(&r, &main, p->final) == p->final_is_bad) end_run(&r, WHILE_FAILED, p->final_place);
    print_state(&r, &main);
    activation_release(&r, &main);
    for (size_t i = 0; i < p->n_globals; i++) rat_release(&r.globals[i].value);
    free(r.globals);
}

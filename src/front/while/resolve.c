#include "front/while/ast.h"

#include <string.h>

/* What names mean, and whether kinds fit. Then, which locals may be read before they are written. */

typedef struct resolver {
    while_program *program;
    while_proc *proc; /* the one looked at */
    diag *error;
} resolver;

static void complain(resolver *r, while_place at, const char *format, const char *name)
{
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
    diag_set(r->error, r->program->file, at.line, at.column, format, name);
#pragma GCC diagnostic pop
}

static while_proc *find_proc(const while_program *p, const char *name)
{
    for (size_t i = 0; i < p->n_procs; i++)
        if (!strcmp(p->procs[i]->name, name)) return p->procs[i];
    return NULL;
}

/* Formals and locals hide globals. NULL if there is none. */
static while_var *find_var(const resolver *r, const char *name)
{
    for (size_t i = 0; i < r->proc->n_vars; i++)
        if (!strcmp(r->proc->vars[i]->name, name)) return r->proc->vars[i];
    for (size_t i = 0; i < r->program->n_globals; i++)
        if (!strcmp(r->program->globals[i]->name, name)) return r->program->globals[i];
    return NULL;
}

static while_var *need_var(resolver *r, const char *name, while_place at)
{
    while_var *v = find_var(r, name);
    if (!v && find_proc(r->program, name)) complain(r, at, "`%s` is a procedure: its result can only be assigned, as in x := p(...)", name);
    else if (!v) complain(r, at, "`%s` is not declared", name);
    return v;
}

/* ---- expressions ---- */

static bool resolve_expr(resolver *r, while_expr *e);

static bool want(resolver *r, while_expr *e, while_type type)
{
    static const char *const WANTED[] = {"an integer is needed here", "a condition is needed here", "a reference is needed here"};
    if (!resolve_expr(r, e)) return false;
    if (e->type == type) return true;
    if (e->type == WHILE_REFERENCE) complain(r, e->place, "a reference is no integer: what it refers to is `*%s`", e->text);
    else complain(r, e->place, "%s", WANTED[type]);
    return false;
}

static bool resolve_leaf(resolver *r, while_expr *e)
{
    e->var = need_var(r, e->text, e->place);
    if (!e->var) return false;
    bool is_reference = while_var_is_reference(e->var);
    e->type = is_reference && e->op == WHILE_VARIABLE ? WHILE_REFERENCE : WHILE_INT;
    if (e->op == WHILE_DEREF && !is_reference) complain(r, e->place, "`%s` is no reference: only formals declared `out int` or `ref int` are", e->text);
    return e->op != WHILE_DEREF || is_reference;
}

/* Integers, or for equality two references. */
static bool resolve_comparison(resolver *r, while_expr *e)
{
    bool is_equality = e->op == WHILE_EQ || e->op == WHILE_NE;
    e->type = WHILE_BOOL;
    if (!resolve_expr(r, e->a)) return false;
    if (is_equality && e->a->type == WHILE_REFERENCE) {
        if (!resolve_expr(r, e->b)) return false;
        if (e->b->type != WHILE_REFERENCE) complain(r, e->place, "a reference is compared with %s that is none: dereference it with *", "something");
        return e->b->type == WHILE_REFERENCE;
    }
    return want(r, e->a, WHILE_INT) && want(r, e->b, WHILE_INT);
}

static bool resolve_expr(resolver *r, while_expr *e)
{
    switch (e->op) {
    case WHILE_NUMBER:
        e->type = WHILE_INT;
        return true;
    case WHILE_VARIABLE:
    case WHILE_DEREF:
        return resolve_leaf(r, e);
    case WHILE_NEGATE:
        e->type = WHILE_INT;
        return want(r, e->a, WHILE_INT);
    case WHILE_ADD:
    case WHILE_SUB:
    case WHILE_MUL:
    case WHILE_DIV:
        e->type = WHILE_INT;
        return want(r, e->a, WHILE_INT) && want(r, e->b, WHILE_INT);
    case WHILE_TRUE:
    case WHILE_FALSE:
        e->type = WHILE_BOOL;
        return true;
    case WHILE_NOT:
        e->type = WHILE_BOOL;
        return want(r, e->a, WHILE_BOOL);
    case WHILE_AND:
    case WHILE_OR:
        e->type = WHILE_BOOL;
        return want(r, e->a, WHILE_BOOL) && want(r, e->b, WHILE_BOOL);
    default:
        return resolve_comparison(r, e);
    }
}

/* ---- statements ---- */

static bool resolve_target(resolver *r, while_stmt *s)
{
    s->target = need_var(r, s->name, s->place);
    if (!s->target) return false;
    bool is_reference = while_var_is_reference(s->target);
    if (s->kind == WHILE_STORE && !is_reference) complain(r, s->place, "`%s` is no reference: only formals declared `out int` or `ref int` are", s->name);
    if (s->kind != WHILE_STORE && is_reference) complain(r, s->place, "`%s` is a reference and never changes; what it refers to is changed with *", s->name);
    return is_reference == (s->kind == WHILE_STORE);
}

static bool resolve_arg(resolver *r, const while_var *formal, while_expr *a)
{
    if (formal->kind == WHILE_VALUE) return want(r, a, WHILE_INT);
    if (a->op != WHILE_VARIABLE) {
        complain(r, a->place, formal->kind == WHILE_OUT ? "an expression is passed to `out int %s`: it needs a local variable" : "an expression is passed to `ref int %s`: it needs a reference formal", formal->name);
        return false;
    }
    if (!resolve_leaf(r, a)) return false;
    if (formal->kind == WHILE_OUT && a->var->kind == WHILE_LOCAL) return true;
    if (formal->kind == WHILE_REF && while_var_is_reference(a->var)) return true;
    complain(r, a->place,
             formal->kind == WHILE_REF ? "`%s` is no reference formal, which `ref int` needs; a local variable is passed to `out int`"
             : while_var_is_reference(a->var) ? "`%s` is a reference already: it is passed to `ref int`, and `out int` needs a local variable"
                                              : "`%s` is no local variable, which `out int` needs", a->text);
    return false;
}

static bool resolve_call(resolver *r, while_stmt *s)
{
    s->callee = find_proc(r->program, s->callee_name);
    if (!s->callee || s->callee == while_main(r->program)) {
        complain(r, s->place, s->callee ? "`%s` cannot be called" : "there is no procedure `%s`", s->callee_name);
        return false;
    }
    if (s->name && !resolve_target(r, s)) return false;
    if (s->name && !s->callee->has_result) {
        complain(r, s->place, "`%s` has no result: it is not declared with `returns int`", s->callee_name);
        return false;
    }
    if (s->n_args != s->callee->n_formals) {
        diag_set(r->error, r->program->file, s->place.line, s->place.column, "`%s` has %zu parameter%s, but %zu %s given", s->callee_name, s->callee->n_formals,
                 s->callee->n_formals == 1 ? "" : "s", s->n_args, s->n_args == 1 ? "is" : "are");
        return false;
    }
    for (size_t i = 0; i < s->n_args; i++)
        if (!resolve_arg(r, s->callee->vars[i], s->args[i])) return false;
    return true;
}

static bool resolve_return(resolver *r, while_stmt *s)
{
    if (s->value && !r->proc->has_result) complain(r, s->place, "`%s` has no result: it is not declared with `returns int`", r->proc->name);
    else if (!s->value && r->proc->has_result) complain(r, s->place, "`%s` returns an integer: `return e`", r->proc->name);
    else return !s->value || want(r, s->value, WHILE_INT);
    return false;
}

static bool resolve_stmt(resolver *r, while_stmt *s)
{
    switch (s->kind) {
    case WHILE_SKIP:
        return true;
    case WHILE_ASSIGN:
    case WHILE_STORE:
        return resolve_target(r, s) && want(r, s->value, WHILE_INT);
    case WHILE_HAVOC:
        return resolve_target(r, s);
    case WHILE_BLOCK:
        for (while_stmt *c = s->first; c; c = c->next)
            if (!resolve_stmt(r, c)) return false;
        return true;
    case WHILE_IF:
        return want(r, s->value, WHILE_BOOL) && resolve_stmt(r, s->first) && (!s->second || resolve_stmt(r, s->second));
    case WHILE_LOOP:
        return want(r, s->value, WHILE_BOOL) && resolve_stmt(r, s->first);
    case WHILE_ASSERT:
    case WHILE_ASSUME:
        return want(r, s->value, WHILE_BOOL);
    case WHILE_CALL:
        return resolve_call(r, s);
    case WHILE_RETURN:
        return resolve_return(r, s);
    }
    return false;
}

/* ---- locals that are read before they are written ---- */

/* What happens to the variable first on the runs through something: nothing on some run, it is always written, or it may be read. */
typedef enum first_use { UNTOUCHED, WRITTEN, READ } first_use;

static bool reads(const while_expr *e, const while_var *v)
{
    return e && (e->var == v || reads(e->a, v) || reads(e->b, v));
}

static first_use use_in(const while_stmt *s, const while_var *v);

static first_use use_in_call(const while_stmt *s, const while_var *v)
{
    for (size_t i = 0; i < s->n_args; i++)
        if (reads(s->args[i], v)) return READ;
    return s->target == v ? WRITTEN : UNTOUCHED;
}

static first_use use_in_block(const while_stmt *s, const while_var *v)
{
    for (const while_stmt *c = s->first; c; c = c->next) {
        first_use u = use_in(c, v);
        if (u != UNTOUCHED) return u;
    }
    return UNTOUCHED;
}

static first_use use_in(const while_stmt *s, const while_var *v)
{
    if (s->kind == WHILE_CALL) return use_in_call(s, v);
    if (s->kind == WHILE_BLOCK) return use_in_block(s, v);
    if (reads(s->value, v)) return READ;
    if (s->kind == WHILE_RETURN) return WRITTEN; /* it is not read any more */
    if (s->kind == WHILE_ASSIGN || s->kind == WHILE_HAVOC) return s->target == v ? WRITTEN : UNTOUCHED;
    if (s->kind == WHILE_LOOP) return use_in(s->first, v) == READ ? READ : UNTOUCHED;
    if (s->kind != WHILE_IF) return UNTOUCHED;
    first_use a = use_in(s->first, v), b = s->second ? use_in(s->second, v) : UNTOUCHED;
    if (a == READ || b == READ) return READ;
    return a == WRITTEN && b == WRITTEN ? WRITTEN : UNTOUCHED;
}

/* ---- declarations ---- */

static bool check_names(resolver *r, while_var **vars, size_t n)
{
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < i; j++)
            if (!strcmp(vars[i]->name, vars[j]->name)) {
                complain(r, vars[i]->place, "`%s` is declared twice", vars[i]->name);
                return false;
            }
    return true;
}

static bool resolve_proc(resolver *r, while_proc *f)
{
    r->proc = f;
    if (!check_names(r, f->vars, f->n_vars) || !resolve_stmt(r, f->body)) return false;
    bool is_main = f == while_main(r->program);
    if (is_main && r->program->final && !want(r, r->program->final, WHILE_BOOL)) return false;
    for (size_t i = f->n_formals; i < f->n_vars; i++) {
        first_use u = use_in(f->body, f->vars[i]);
        f->vars[i]->is_input = u == READ || (is_main && reads(r->program->final, f->vars[i])); /* a `return` may come first */
    }
    return true;
}

bool while_resolve(while_program *p, diag *error)
{
    resolver r = {.program = p, .error = error};
    if (!check_names(&r, p->globals, p->n_globals)) return false;
    for (size_t i = 0; i < p->n_procs; i++)
        for (size_t j = 0; j < i; j++)
            if (!strcmp(p->procs[i]->name, p->procs[j]->name)) {
                complain(&r, p->procs[i]->place, "the procedure `%s` is defined twice", p->procs[i]->name);
                return false;
            }
    for (size_t i = 0; i < p->n_procs; i++)
        if (!resolve_proc(&r, p->procs[i])) return false;
    return true;
}

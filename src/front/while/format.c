#include "front/while/ast.h"

#include <string.h>

/* ---- expressions: as few parentheses as keep the tree ---- */

enum { BINDS_OR, BINDS_AND, BINDS_NOT, BINDS_COMPARISON, BINDS_SUM, BINDS_PRODUCT, BINDS_UNARY };

typedef struct op_form {
    const char *sign; /* of a binary operator; otherwise NULL */
    int binds;
} op_form;

static op_form form_of(while_op op)
{
    switch (op) {
    case WHILE_OR: return (op_form){"or", BINDS_OR};
    case WHILE_AND: return (op_form){"and", BINDS_AND};
    case WHILE_NOT: return (op_form){NULL, BINDS_NOT};
    case WHILE_EQ: return (op_form){"=", BINDS_COMPARISON};
    case WHILE_NE: return (op_form){"!=", BINDS_COMPARISON};
    case WHILE_LT: return (op_form){"<", BINDS_COMPARISON};
    case WHILE_LE: return (op_form){"<=", BINDS_COMPARISON};
    case WHILE_GT: return (op_form){">", BINDS_COMPARISON};
    case WHILE_GE: return (op_form){">=", BINDS_COMPARISON};
    case WHILE_ADD: return (op_form){"+", BINDS_SUM};
    case WHILE_SUB: return (op_form){"-", BINDS_SUM};
    case WHILE_MUL: return (op_form){"*", BINDS_PRODUCT};
    case WHILE_DIV: return (op_form){"/", BINDS_PRODUCT};
    default: return (op_form){NULL, BINDS_UNARY};
    }
}

/* What binds less than `least` is put in parentheses. */
static void print_expr(text *out, const while_expr *e, int least)
{
    op_form f = form_of(e->op);
    if (f.binds < least) text_addc(out, '(');
    if (f.sign) {
        bool chains = f.binds != BINDS_COMPARISON; /* to the left */
        print_expr(out, e->a, chains ? f.binds : f.binds + 1);
        text_printf(out, " %s ", f.sign);
        print_expr(out, e->b, f.binds + 1);
    } else if (e->op == WHILE_NOT) {
        text_adds(out, "not ");
        print_expr(out, e->a, BINDS_NOT);
    } else if (e->op == WHILE_NEGATE) {
        text_addc(out, '-');
        print_expr(out, e->a, BINDS_UNARY);
    } else if (e->op == WHILE_TRUE || e->op == WHILE_FALSE) {
        text_adds(out, e->op == WHILE_TRUE ? "true" : "false");
    } else {
        text_printf(out, "%s%s", e->op == WHILE_DEREF ? "*" : "", e->text);
    }
    if (f.binds < least) text_addc(out, ')');
}

void while_print_expr(text *out, const while_expr *e) { print_expr(out, e, BINDS_OR); }

/* ---- statements ---- */

static void print_call(text *out, const while_stmt *s)
{
    if (s->name) text_printf(out, "%s := ", s->name);
    text_printf(out, "%s(", s->callee_name);
    for (size_t i = 0; i < s->n_args; i++) {
        if (i) text_adds(out, ", ");
        while_print_expr(out, s->args[i]);
    }
    text_addc(out, ')');
}

void while_print_head(text *out, const while_stmt *s)
{
    static const char *const BEFORE[] = {[WHILE_IF] = "if ", [WHILE_LOOP] = "while ", [WHILE_ASSERT] = "assert ", [WHILE_ASSUME] = "assume "};
    static const char *const BEHIND[] = {[WHILE_IF] = " then", [WHILE_LOOP] = " do", [WHILE_ASSERT] = "", [WHILE_ASSUME] = ""};
    switch (s->kind) {
    case WHILE_SKIP: text_adds(out, "skip"); return;
    case WHILE_BLOCK: text_addc(out, '{'); return;
    case WHILE_HAVOC: text_printf(out, "havoc %s", s->name); return;
    case WHILE_CALL: print_call(out, s); return;
    case WHILE_RETURN:
        text_printf(out, "return%s", s->value ? " " : "");
        if (s->value) while_print_expr(out, s->value);
        return;
    case WHILE_ASSIGN:
    case WHILE_STORE:
        text_printf(out, "%s%s := ", s->kind == WHILE_STORE ? "*" : "", s->name);
        while_print_expr(out, s->value);
        return;
    default:
        text_adds(out, BEFORE[s->kind]);
        while_print_expr(out, s->value);
        text_adds(out, BEHIND[s->kind]);
    }
}

static void new_line(text *out, size_t depth)
{
    if (out->size) text_addc(out, '\n');
    for (size_t i = 0; i < depth; i++) text_adds(out, "    ");
}

static void print_comments(text *out, const char *comments, size_t depth)
{
    while (comments && *comments) {
        size_t length = strcspn(comments, "\n");
        new_line(out, depth);
        text_add(out, comments, length);
        comments += length + (comments[length] == '\n');
    }
}

/* Behind an item, all on its line: below it they would belong to the next one. */
static void print_behind(text *out, const char *comments)
{
    if (!comments) return;
    text_addc(out, ' ');
    for (; *comments; comments++) text_addc(out, *comments == '\n' ? ' ' : *comments);
}

static void print_stmt(text *out, const while_stmt *s, size_t depth);

static void print_list(text *out, const while_stmt *block, size_t depth)
{
    for (const while_stmt *c = block->first; c; c = c->next) {
        print_comments(out, c->comments.before, depth);
        new_line(out, depth);
        print_stmt(out, c, depth);
        if (c->next) text_addc(out, ';');
        print_behind(out, c->comments.behind);
    }
    print_comments(out, block->last_comments, depth);
}

/* What follows `then`, `else`, `do`. */
static void print_part(text *out, const while_stmt *s, size_t depth)
{
    bool on_line = !s->comments.before && (s->kind == WHILE_BLOCK || s->kind == WHILE_IF);
    if (on_line) {
        text_addc(out, ' ');
        print_stmt(out, s, depth);
        return;
    }
    print_comments(out, s->comments.before, depth + 1);
    new_line(out, depth + 1);
    print_stmt(out, s, depth + 1);
}

static void print_stmt(text *out, const while_stmt *s, size_t depth)
{
    while_print_head(out, s);
    if (s->kind == WHILE_BLOCK) {
        print_list(out, s, depth + 1);
        new_line(out, depth);
        text_addc(out, '}');
    } else if (s->kind == WHILE_LOOP) {
        print_part(out, s->first, depth);
    } else if (s->kind == WHILE_IF) {
        print_part(out, s->first, depth);
        if (!s->second) return;
        if (s->first->kind == WHILE_BLOCK && !s->first->comments.before) text_addc(out, ' ');
        else new_line(out, depth);
        text_adds(out, "else");
        print_part(out, s->second, depth);
    }
}

/* ---- declarations ---- */

static void print_variables(text *out, while_var *const *vars, size_t n, size_t depth)
{
    for (size_t i = 0; i < n;) {
        const while_var *first = vars[i];
        print_comments(out, first->comments.before, depth);
        new_line(out, depth);
        text_printf(out, "int %s", first->name);
        for (i++; i < n && vars[i]->group == first->group; i++) text_printf(out, ", %s", vars[i]->name);
        text_addc(out, ';');
        print_behind(out, first->comments.behind);
    }
}

static void print_proc(text *out, const while_proc *f, bool is_main)
{
    static const char *const KINDS[] = {[WHILE_VALUE] = "int", [WHILE_OUT] = "out int", [WHILE_REF] = "ref int"};
    print_comments(out, f->comments.before, 0);
    new_line(out, 0);
    if (is_main) {
        text_adds(out, "main");
    } else {
        text_printf(out, "proc %s(", f->name);
        for (size_t i = 0; i < f->n_formals; i++) text_printf(out, "%s%s %s", i ? ", " : "", KINDS[f->vars[i]->kind], f->vars[i]->name);
        text_printf(out, ")%s", f->has_result ? " returns int" : "");
    }
    text_adds(out, " {");
    print_variables(out, f->vars + f->n_formals, f->n_vars - f->n_formals, 1);
    print_list(out, f->body, 1);
    new_line(out, 0);
    text_addc(out, '}');
    print_behind(out, f->comments.behind);
}

void while_format(text *out, const while_program *p)
{
    text all;
    text_init(&all);
    print_variables(&all, p->globals, p->n_globals, 0);
    for (size_t i = 0; i < p->n_procs; i++) {
        const while_proc *f = p->procs[i];
        if (all.size && !f->is_plain) text_addc(&all, '\n');
        if (f->is_plain) print_list(&all, f->body, 0);
        else print_proc(&all, f, i + 1 == p->n_procs);
    }
    if (p->final) {
        if (!while_main(p)->is_plain) text_addc(&all, '\n');
        print_comments(&all, p->final_comments.before, 0);
        new_line(&all, 0);
        text_adds(&all, p->final_is_bad ? "bad " : "ensure ");
        while_print_expr(&all, p->final);
        print_behind(&all, p->final_comments.behind);
    }
    print_comments(&all, p->last_comments, 0);
    text_addc(&all, '\n');
    text_add(out, all.data, all.size);
    text_release(&all);
}

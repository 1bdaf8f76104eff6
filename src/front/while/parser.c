#include "front/while/ast.h"
#include "front/while/lexer.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Recursive descent over the grammar of docs/while.md. After the first mistake (`error->message` is set) tokens are no longer taken, and what
 * is built is thrown away. */

enum { MOST_DEPTH = 400, MOST_OPERATORS = 10000 }; /* trees are walked by recursion, and chains of operators lean to the left */

VEC_DECLARE(var_vec, while_var *);
VEC_DECLARE(proc_vec, while_proc *);
VEC_DECLARE(expr_vec, while_expr *);

typedef struct parser {
    while_program *program;
    while_lexer lexer;
    while_token token; /* the next one */
    uint32_t last_line; /* of the token before it */
    text before, behind; /* comments that belong to no item yet: on lines of their own, and on the line of the last token */
    diag *error;
    size_t depth, operators;
    uint32_t groups;
} parser;

static bool has_failed(const parser *p) { return p->error->message != NULL; }

static void *make(parser *p, size_t size)
{
    void *made = arena_alloc(&p->program->arena, size);
    memset(made, 0, size);
    return made;
}

static void add_line(text *to, const char *at, size_t length)
{
    if (to->size) text_addc(to, '\n');
    text_add(to, at, length);
}

static void advance(parser *p)
{
    p->last_line = p->token.line;
    p->token = while_lexer_next(&p->lexer);
    for (size_t i = 0; i < p->token.n_comments; i++) {
        while_comment c = p->lexer.comments.data[p->token.first_comment + i];
        add_line(c.line == p->last_line ? &p->behind : &p->before, c.at, c.length);
    }
}

static const char *take_text(parser *p, text *t)
{
    const char *kept = t->size ? arena_string(&p->program->arena, t->data, t->size) : NULL;
    text_clear(t);
    return kept;
}

/* All comments so far: an item begins here. */
static const char *take_before(parser *p)
{
    if (p->behind.size) {
        if (p->before.size) add_line(&p->behind, p->before.data, p->before.size);
        text_clear(&p->before);
        return take_text(p, &p->behind);
    }
    return take_text(p, &p->before);
}

/* Characters that are no part of the language: as they are if they can be seen, which the rest of a number or of a UTF-8 character belongs to. */
static void fail_at_wrong(parser *p)
{
    const while_token *t = &p->token;
    unsigned char first = (unsigned char)*t->at;
    size_t length = first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0; /* by UTF-8 */
    bool is_number = first >= '0' && first <= '9', is_seen = first > ' ' && first != 0x7f && length == t->length;
    if (is_number) diag_set(p->error, p->program->file, t->line, t->column, "`%.*s` is neither a number nor a name", (int)t->length, t->at);
    else if (is_seen) diag_set(p->error, p->program->file, t->line, t->column, "`%.*s` is no part of the language", (int)t->length, t->at);
    else diag_set(p->error, p->program->file, t->line, t->column, "the byte 0x%02x is no part of the language", first);
}

static void fail(parser *p, const char *expected)
{
    const while_token *t = &p->token;
    if (t->kind == TOKEN_END)
        diag_set(p->error, p->program->file, t->line, t->column, "expected %s, but the file ends", expected);
    else if (t->kind == TOKEN_WRONG)
        fail_at_wrong(p);
    else
        diag_set(p->error, p->program->file, t->line, t->column, "expected %s, found `%.*s`", expected, (int)t->length, t->at);
}

static bool accept(parser *p, const char *what)
{
    if (has_failed(p) || !while_token_is(&p->token, what)) return false;
    advance(p);
    return true;
}

static void expect(parser *p, const char *what, const char *said)
{
    if (!accept(p, what) && !has_failed(p)) fail(p, said);
}

static while_place here(const parser *p) { return (while_place){p->token.line, p->token.column}; }

static const char *parse_name(parser *p, const char *said)
{
    if (has_failed(p)) return "";
    if (p->token.kind != TOKEN_NAME) {
        fail(p, said);
        return "";
    }
    const char *name = arena_string(&p->program->arena, p->token.at, p->token.length);
    advance(p);
    return name;
}

static bool enter(parser *p)
{
    if (++p->depth > MOST_DEPTH) diag_set(p->error, p->program->file, p->token.line, p->token.column, "nested more than %d deep", MOST_DEPTH);
    return !has_failed(p);
}

/* ---- expressions ---- */

static while_expr *parse_or(parser *p);

static while_expr *new_expr(parser *p, while_op op, while_place at, while_expr *a, while_expr *b)
{
    while_expr *e = make(p, sizeof *e);
    *e = (while_expr){.op = op, .place = at, .a = a, .b = b};
    return e;
}

static while_expr *parse_primary(parser *p)
{
    while_place at = here(p);
    if (accept(p, "(")) {
        while_expr *e = parse_or(p);
        expect(p, ")", "`)`");
        return e;
    }
    if (accept(p, "true")) return new_expr(p, WHILE_TRUE, at, NULL, NULL);
    if (accept(p, "false")) return new_expr(p, WHILE_FALSE, at, NULL, NULL);
    while_expr *e = new_expr(p, WHILE_NUMBER, at, NULL, NULL);
    e->text = "0";
    if (accept(p, "*")) {
        e->op = WHILE_DEREF;
        e->text = parse_name(p, "the name of a reference");
    } else if (p->token.kind == TOKEN_NUMBER && !has_failed(p)) {
        e->text = arena_string(&p->program->arena, p->token.at, p->token.length);
        advance(p);
    } else {
        e->op = WHILE_VARIABLE;
        e->text = parse_name(p, "an expression");
    }
    return e;
}

static while_expr *parse_unary(parser *p)
{
    while_place at = here(p);
    if (!enter(p)) return new_expr(p, WHILE_TRUE, at, NULL, NULL);
    while_expr *e = accept(p, "-") ? new_expr(p, WHILE_NEGATE, at, parse_unary(p), NULL) : parse_primary(p);
    p->depth--;
    return e;
}

typedef struct operator_sign {
    const char *sign;
    while_op op;
} operator_sign;

/* One of the signs, if it is next. */
static const operator_sign *accept_operator(parser *p, const operator_sign *signs, size_t n, while_place *at)
{
    *at = here(p);
    for (size_t i = 0; i < n; i++)
        if (accept(p, signs[i].sign)) return &signs[i];
    return NULL;
}

static bool count_operator(parser *p)
{
    if (++p->operators > MOST_OPERATORS)
        diag_set(p->error, p->program->file, p->token.line, p->token.column, "more than %d operators in one statement", MOST_OPERATORS);
    return !has_failed(p);
}

/* operand { sign operand }, to the left. */
static while_expr *parse_chain(parser *p, while_expr *(*operand)(parser *p), const operator_sign *signs, size_t n)
{
    while_expr *e = operand(p);
    while_place at;
    for (const operator_sign *s; (s = accept_operator(p, signs, n, &at)) && count_operator(p) && enter(p);) e = new_expr(p, s->op, at, e, operand(p)), p->depth--;
    return e;
}

static while_expr *parse_product(parser *p)
{
    static const operator_sign SIGNS[] = {{"*", WHILE_MUL}, {"/", WHILE_DIV}};
    return parse_chain(p, parse_unary, SIGNS, 2);
}

static while_expr *parse_sum(parser *p)
{
    static const operator_sign SIGNS[] = {{"+", WHILE_ADD}, {"-", WHILE_SUB}};
    return parse_chain(p, parse_product, SIGNS, 2);
}

/* Comparisons do not chain. */
static while_expr *parse_comparison(parser *p)
{
    static const operator_sign SIGNS[] = {{"=", WHILE_EQ}, {"!=", WHILE_NE}, {"<=", WHILE_LE}, {">=", WHILE_GE}, {"<", WHILE_LT}, {">", WHILE_GT}};
    while_expr *e = parse_sum(p);
    while_place at;
    const operator_sign *s = accept_operator(p, SIGNS, 6, &at);
    return s ? new_expr(p, s->op, at, e, parse_sum(p)) : e;
}

static while_expr *parse_not(parser *p)
{
    while_place at = here(p);
    if (!enter(p)) return new_expr(p, WHILE_TRUE, at, NULL, NULL);
    while_expr *e = accept(p, "not") ? new_expr(p, WHILE_NOT, at, parse_not(p), NULL) : parse_comparison(p);
    p->depth--;
    return e;
}

static while_expr *parse_and(parser *p)
{
    static const operator_sign SIGNS[] = {{"and", WHILE_AND}};
    return parse_chain(p, parse_not, SIGNS, 1);
}

static while_expr *parse_or(parser *p)
{
    static const operator_sign SIGNS[] = {{"or", WHILE_OR}};
    return parse_chain(p, parse_and, SIGNS, 1);
}

/* ---- statements ---- */

static while_stmt *parse_stmt(parser *p);

static while_stmt *new_stmt(parser *p)
{
    while_stmt *s = make(p, sizeof *s);
    p->operators = 0;
    s->place = here(p);
    s->id = p->program->n_stmts++;
    s->comments.before = take_before(p);
    return s;
}

/* Statements up to `}`, or what ends the main statement. A `;` may follow the last one. */
static void parse_list(parser *p, while_stmt *block)
{
    while_stmt **end = &block->first;
    while (!has_failed(p) && p->token.kind != TOKEN_END && !while_token_is(&p->token, "}") && !while_token_is(&p->token, "bad") &&
           !while_token_is(&p->token, "ensure")) {
        while_stmt *s = *end = parse_stmt(p);
        end = &s->next;
        bool more = accept(p, ";");
        s->comments.behind = take_text(p, &p->behind);
        if (!more) break;
    }
    block->last_comments = take_before(p);
}

static void parse_block(parser *p, while_stmt *s)
{
    s->kind = WHILE_BLOCK;
    parse_list(p, s);
    expect(p, "}", "`;` or `}`");
}

static void parse_call(parser *p, while_stmt *s)
{
    s->kind = WHILE_CALL;
    expr_vec args;
    expr_vec_init(&args);
    if (!accept(p, ")")) {
        do expr_vec_push(&args, parse_or(p));
        while (accept(p, ","));
        expect(p, ")", "`,` or `)`");
    }
    s->n_args = args.size;
    s->args = make(p, (args.size + 1) * sizeof *s->args);
    for (size_t i = 0; i < args.size; i++) s->args[i] = args.data[i];
    expr_vec_release(&args);
}

/* NAME ( args ),  NAME := e,  NAME := NAME ( args ) */
static void parse_named(parser *p, while_stmt *s)
{
    const char *name = parse_name(p, "a statement");
    if (accept(p, "(")) {
        s->callee_name = name;
        parse_call(p, s);
        return;
    }
    s->name = name;
    s->kind = WHILE_ASSIGN;
    expect(p, ":=", "`:=` or `(`");
    s->value = parse_or(p);
    if (!has_failed(p) && s->value->op == WHILE_VARIABLE && while_token_is(&p->token, "(")) {
        s->callee_name = s->value->text;
        s->value = NULL;
        advance(p);
        parse_call(p, s);
    }
}

static void parse_if(parser *p, while_stmt *s)
{
    s->kind = WHILE_IF;
    s->value = parse_or(p);
    expect(p, "then", "`then`");
    s->first = parse_stmt(p);
    if (accept(p, "else")) s->second = parse_stmt(p);
}

static void parse_loop(parser *p, while_stmt *s)
{
    s->kind = WHILE_LOOP;
    s->value = parse_or(p);
    expect(p, "do", "`do`");
    s->first = parse_stmt(p);
}

static void parse_store(parser *p, while_stmt *s)
{
    s->kind = WHILE_STORE;
    s->name = parse_name(p, "the name of a reference");
    expect(p, ":=", "`:=`");
    s->value = parse_or(p);
}

static void parse_return(parser *p, while_stmt *s)
{
    s->kind = WHILE_RETURN;
    bool ends = p->token.kind == TOKEN_END || while_token_is(&p->token, ";") || while_token_is(&p->token, "}") || while_token_is(&p->token, "else") ||
                while_token_is(&p->token, "bad") || while_token_is(&p->token, "ensure");
    if (!ends) s->value = parse_or(p);
}

static while_stmt *parse_stmt(parser *p)
{
    while_stmt *s = new_stmt(p);
    if (!enter(p)) return s;
    if (accept(p, "skip")) s->kind = WHILE_SKIP;
    else if (accept(p, "{")) parse_block(p, s);
    else if (accept(p, "if")) parse_if(p, s);
    else if (accept(p, "while")) parse_loop(p, s);
    else if (accept(p, "*")) parse_store(p, s);
    else if (accept(p, "return")) parse_return(p, s);
    else if (accept(p, "assert")) s->kind = WHILE_ASSERT, s->value = parse_or(p);
    else if (accept(p, "assume")) s->kind = WHILE_ASSUME, s->value = parse_or(p);
    else if (accept(p, "havoc")) s->kind = WHILE_HAVOC, s->name = parse_name(p, "a variable");
    else if (while_token_is(&p->token, "int")) diag_set(p->error, p->program->file, s->place.line, s->place.column, "variables are declared before the first statement");
    else if (while_token_is(&p->token, "proc")) diag_set(p->error, p->program->file, s->place.line, s->place.column, "procedures are not nested, and come before the main statement");
    else parse_named(p, s);
    p->depth--;
    return s;
}

/* ---- declarations ---- */

static while_var *new_var(parser *p, while_var_kind kind, uint32_t index)
{
    while_var *v = make(p, sizeof *v);
    v->kind = kind;
    v->index = index;
    v->place = here(p);
    v->name = parse_name(p, "the name of a variable");
    return v;
}

/* int NAME, ... ; */
static void parse_variables(parser *p, while_var_kind kind, var_vec *out)
{
    while (!has_failed(p) && while_token_is(&p->token, "int")) {
        const char *before = take_before(p);
        size_t first = out->size;
        p->groups++;
        advance(p);
        do {
            while_var *v = new_var(p, kind, (uint32_t)out->size);
            v->group = p->groups;
            var_vec_push(out, v);
        } while (accept(p, ","));
        expect(p, ";", "`,` or `;`");
        out->data[first]->comments = (while_comments){before, take_text(p, &p->behind)};
    }
}

static void parse_formals(parser *p, var_vec *out)
{
    if (accept(p, ")")) return;
    do {
        while_var_kind kind = accept(p, "out") ? WHILE_OUT : accept(p, "ref") ? WHILE_REF : WHILE_VALUE;
        expect(p, "int", "`int`, `out int` or `ref int`");
        var_vec_push(out, new_var(p, kind, (uint32_t)out->size));
    } while (accept(p, ","));
    expect(p, ")", "`,` or `)`");
}

/* The vector becomes the procedure's variables. */
static void keep_vars(parser *p, while_proc *f, const var_vec *vars)
{
    f->n_vars = vars->size;
    f->vars = make(p, (vars->size + 1) * sizeof *f->vars);
    for (size_t i = 0; i < vars->size; i++) {
        f->vars[i] = vars->data[i];
        f->vars[i]->proc = f;
    }
}

static while_proc *new_proc(parser *p, const char *name)
{
    while_proc *f = make(p, sizeof *f);
    f->place = here(p);
    f->name = name;
    return f;
}

/* Declarations and statements between braces; `vars` has the formals. */
static void parse_body(parser *p, while_proc *f, var_vec *vars)
{
    f->n_formals = vars->size;
    expect(p, "{", "`{`");
    parse_variables(p, WHILE_LOCAL, vars);
    f->body = make(p, sizeof *f->body);
    f->body->place = here(p);
    f->body->id = p->program->n_stmts++;
    parse_block(p, f->body);
    keep_vars(p, f, vars);
}

static while_proc *parse_proc(parser *p)
{
    const char *before = take_before(p);
    while_proc *f = new_proc(p, "main");
    var_vec vars;
    var_vec_init(&vars);
    if (accept(p, "main")) {
        f->body = NULL;
    } else {
        expect(p, "proc", "`proc`");
        f->place = here(p);
        f->name = parse_name(p, "the name of a procedure");
        expect(p, "(", "`(`");
        parse_formals(p, &vars);
        f->has_result = accept(p, "returns");
        if (f->has_result) expect(p, "int", "`int`");
    }
    parse_body(p, f, &vars);
    f->comments = (while_comments){before, take_text(p, &p->behind)};
    var_vec_release(&vars);
    return f;
}

/* The main statement without `main`. */
static while_proc *parse_plain(parser *p)
{
    while_proc *f = new_proc(p, "main");
    f->is_plain = true;
    f->body = make(p, sizeof *f->body);
    *f->body = (while_stmt){.kind = WHILE_BLOCK, .place = here(p), .id = p->program->n_stmts++};
    if (p->token.kind == TOKEN_END || while_token_is(&p->token, "bad") || while_token_is(&p->token, "ensure")) fail(p, "a statement");
    parse_list(p, f->body);
    return f;
}

static void parse_final(parser *p)
{
    while_program *q = p->program;
    q->final_place = here(p);
    p->operators = 0;
    q->final_comments.before = take_before(p);
    q->final_is_bad = accept(p, "bad");
    if (!q->final_is_bad && !accept(p, "ensure")) return;
    q->final = parse_or(p);
    accept(p, ";");
    q->final_comments.behind = take_text(p, &p->behind);
}

static void parse_program(parser *p)
{
    while_program *q = p->program;
    var_vec globals;
    proc_vec procs;
    var_vec_init(&globals);
    proc_vec_init(&procs);
    parse_variables(p, WHILE_GLOBAL, &globals);
    while (!has_failed(p) && while_token_is(&p->token, "proc")) proc_vec_push(&procs, parse_proc(p));
    if (!has_failed(p)) proc_vec_push(&procs, while_token_is(&p->token, "main") ? parse_proc(p) : parse_plain(p));
    if (!has_failed(p)) parse_final(p);
    q->last_comments = q->final ? take_before(p) : q->final_comments.before;
    if (!has_failed(p) && p->token.kind != TOKEN_END) fail(p, q->final ? "the end of the file" : "`bad`, `ensure` or the end of the file");
    q->globals = make(p, (globals.size + 1) * sizeof *q->globals);
    q->procs = make(p, (procs.size + 1) * sizeof *q->procs);
    for (q->n_globals = 0; q->n_globals < globals.size; q->n_globals++) q->globals[q->n_globals] = globals.data[q->n_globals];
    for (q->n_procs = 0; q->n_procs < procs.size; q->n_procs++) {
        q->procs[q->n_procs] = procs.data[q->n_procs];
        q->procs[q->n_procs]->index = (uint32_t)q->n_procs;
    }
    var_vec_release(&globals);
    proc_vec_release(&procs);
}

while_program *while_parse(const char *file, const char *bytes, size_t length, diag *error)
{
    while_program *q = alloc_zeroed(1, sizeof *q);
    arena_init(&q->arena);
    q->file = arena_string(&q->arena, file, strlen(file));
    parser p = {.program = q, .error = error};
    while_lexer_init(&p.lexer, bytes, length);
    text_init(&p.before);
    text_init(&p.behind);
    advance(&p);
    parse_program(&p);
    while_lexer_release(&p.lexer);
    text_release(&p.before);
    text_release(&p.behind);
    if (!error->message && while_resolve(q, error)) return q;
    while_free(q);
    return NULL;
}

while_program *while_load(const char *path, diag *error)
{
    bool is_stdin = !strcmp(path, "-");
    FILE *f = is_stdin ? stdin : fopen(path, "rb");
    struct stat st;
    if (!f || (!fstat(fileno(f), &st) && S_ISDIR(st.st_mode))) {
        diag_set(error, path, 0, 0, "cannot open: %s", f ? "is a directory" : strerror(errno));
        if (f) fclose(f);
        return NULL;
    }
    text bytes;
    text_init(&bytes);
    char chunk[1 << 14];
    for (size_t n; (n = fread(chunk, 1, sizeof chunk, f)) > 0;) text_add(&bytes, chunk, n);
    if (ferror(f)) diag_set(error, path, 0, 0, "cannot read: %s", strerror(errno));
    if (!is_stdin) fclose(f);
    while_program *p = error->message ? NULL : while_parse(is_stdin ? "<stdin>" : path, bytes.data, bytes.size, error);
    text_release(&bytes);
    return p;
}

void while_free(while_program *p)
{
    if (!p) return;
    arena_release(&p->arena);
    free(p);
}

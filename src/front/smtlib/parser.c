#include "front/smtlib/parser.h"

#include "front/smtlib/builtin.h"

#include <stdarg.h>

enum { TOKENS_BETWEEN_CHECKS = 1 << 16, SHOWN = 40, LONGEST_MESSAGE = 1000 };

void parser_init(parser *p, term_store *ts, const char *file, const char *bytes, size_t length, diag *error)
{
    memset(p, 0, sizeof *p);
    p->file = file;
    p->error = error;
    p->ts = ts;
    arena_init(&p->arena);
    builtin_intern(p);
    lexer_init(&p->lexer, bytes, length);
    p->token = (token){.kind = TOKEN_OPEN, .line = 1, .column = 1};
}

void parser_release(parser *p)
{
    frame_vec_release(&p->frames);
    slice_map_release(&p->name_ids);
    name_vec_release(&p->names);
    binding_vec_release(&p->bindings);
    function_vec_release(&p->functions);
    sort_vec_release(&p->param_sorts);
    term_vec_release(&p->params);
    sort_definition_vec_release(&p->sorts);
    term_vec_release(&p->values);
    u32_vec_release(&p->pending);
    u32_map_release(&p->symbol_owner);
    u32_map_release(&p->symbol_name);
    arena_release(&p->arena);
}

bool parser_fail(parser *p, uint32_t line, uint32_t column, const char *format, ...)
{
    text message;
    text_init(&message);
    va_list args;
    va_start(args, format);
    text_vprintf(&message, format, args);
    va_end(args);
    diag_set(p->error, p->file, line, column, "%.*s%s", LONGEST_MESSAGE, message.data, message.size > LONGEST_MESSAGE ? "..." : "");
    text_release(&message);
    return false;
}

static void describe(const token *t, text *out)
{
    int shown = t->length > SHOWN ? SHOWN : (int)t->length;
    const char *more = t->length > SHOWN ? "..." : "";
    if (t->kind == TOKEN_END) text_adds(out, "the end of the input");
    else if (t->kind == TOKEN_BAD) text_add(out, t->text, t->length);
    else if (t->kind == TOKEN_STRING) text_printf(out, "the string \"%.*s%s\"", shown, t->text, more);
    else if (t->kind == TOKEN_QUOTED) text_printf(out, "|%.*s%s|", shown, t->text, more);
    else if (t->kind == TOKEN_HEX) text_printf(out, "#x%.*s%s", shown, t->text, more);
    else if (t->kind == TOKEN_BINARY) text_printf(out, "#b%.*s%s", shown, t->text, more);
    else text_printf(out, "'%.*s%s'", shown, t->text, more);
}

bool parser_expected(parser *p, const char *what)
{
    text found;
    text_init(&found);
    describe(&p->token, &found);
    parser_fail(p, p->token.line, p->token.column, "expected %s, found %s", what, found.data);
    text_release(&found);
    return false;
}

bool parser_advance(parser *p)
{
    p->token = lexer_next(&p->lexer);
    if (p->token.kind == TOKEN_BAD) return parser_expected(p, "a token");
    if (++p->tokens % TOKENS_BETWEEN_CHECKS == 0 && p->limit && limits_is_over(p->limit))
        return parser_fail(p, p->token.line, p->token.column, "stopped here while reading: the time is over");
    return true;
}

bool parser_open(parser *p) { return p->token.kind == TOKEN_OPEN ? parser_advance(p) : parser_expected(p, "'('"); }

bool parser_close(parser *p) { return p->token.kind == TOKEN_CLOSE ? parser_advance(p) : parser_expected(p, "')'"); }

bool parser_is_symbol(const parser *p) { return p->token.kind == TOKEN_SYMBOL || p->token.kind == TOKEN_QUOTED; }

bool parser_is_word(const parser *p, const char *word)
{
    size_t length = strlen(word);
    return p->token.kind == TOKEN_SYMBOL && p->token.length == length && !memcmp(p->token.text, word, length);
}

bool parser_name(parser *p, const char *what, uint32_t *name)
{
    if (!parser_is_symbol(p)) return parser_expected(p, what);
    *name = parser_intern(p, p->token.text, p->token.length);
    return parser_advance(p);
}

bool parser_index(parser *p, uint32_t *value)
{
    uint64_t number = 0;
    if (p->token.kind != TOKEN_NUMERAL || p->token.length > 9) return parser_expected(p, "a numeral below 1000000000");
    for (size_t i = 0; i < p->token.length; i++) number = number * 10 + (uint64_t)(p->token.text[i] - '0');
    *value = (uint32_t)number;
    return parser_advance(p);
}

bool parser_skip(parser *p)
{
    size_t depth = 0;
    do {
        if (p->token.kind == TOKEN_END || (p->token.kind == TOKEN_CLOSE && !depth)) return parser_expected(p, "an S-expression");
        if (p->token.kind == TOKEN_OPEN) depth++;
        if (p->token.kind == TOKEN_CLOSE) depth--;
        if (!parser_advance(p)) return false;
    } while (depth);
    return true;
}

uint32_t parser_intern(parser *p, const char *bytes, size_t length)
{
    uint32_t *known = slice_map_find(&p->name_ids, (slice){bytes, length});
    if (known) return *known;
    uint32_t id = (uint32_t)p->names.size;
    const char *copy = arena_string(&p->arena, bytes, length);
    *slice_map_put(&p->name_ids, (slice){copy, length}, NULL) = id;
    name_vec_push(&p->names, (name_entry){.text = copy});
    return id;
}

const char *parser_text(const parser *p, uint32_t name) { return p->names.data[name].text; }

void parser_bind(parser *p, uint32_t name, term value)
{
    name_entry *e = &p->names.data[name];
    binding_vec_push(&p->bindings, (binding){.name = name, .hidden = e->binding, .scope = p->scopes, .value = value});
    e->binding = (uint32_t)p->bindings.size;
}

void parser_unbind(parser *p, size_t count)
{
    while (p->bindings.size > count) {
        binding b = binding_vec_pop(&p->bindings);
        p->names.data[b.name].binding = b.hidden;
    }
}

bool parser_define(parser *p, uint32_t name, function f, uint32_t line, uint32_t column)
{
    name_entry *e = &p->names.data[name];
    if (builtin_is_reserved(name)) return parser_fail(p, line, column, "'%s' is a built-in name and cannot be declared", e->text);
    if (e->function) return parser_fail(p, line, column, "'%s' is declared twice", e->text);
    f.name = name;
    function_vec_push(&p->functions, f);
    e->function = (uint32_t)p->functions.size;
    return true;
}

bool parser_declare_function(parser *p, uint32_t name, const sort *args, size_t n, sort result, uint32_t line, uint32_t column)
{
    function f = {.kind = FUNCTION_UNINTERPRETED, .first = (uint32_t)p->param_sorts.size, .arity = (uint32_t)n, .result = result};
    if (!parser_define(p, name, f, line, column)) return false;
    sort_vec_append(&p->param_sorts, args, n);
    term_vec_resize(&p->params, p->param_sorts.size);
    if (p->problem) horn_add_function(p->problem, parser_text(p, name), args, n, result);
    return true;
}

void parser_know_functions(parser *p, const horn *h)
{
    for (size_t i = 0; i < horn_function_count(h); i++) {
        horn_function f = horn_function_at(h, i);
        parser_declare_function(p, parser_intern(p, f.name, strlen(f.name)), f.sorts, f.arity, f.result, 0, 0);
    }
}

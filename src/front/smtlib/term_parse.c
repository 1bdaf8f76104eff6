/* Terms, with the input's nesting on an explicit stack of frames. */

#include "front/smtlib/builtin.h"
#include "front/smtlib/clausify.h"
#include "front/smtlib/parser.h"
#include "term/dag.h"
#include "term/print.h"

enum { MAX_NESTING = 10000000 };

bool parser_coerce(parser *p, term *t, sort s)
{
    if (sort_is_equal(term_sort(p->ts, *t), s)) return true;
    if (sort_kind_of(p->ts, s) != SORT_REAL || sort_kind_of(p->ts, term_sort(p->ts, *t)) != SORT_INT) return false;
    *t = term_mk_to_real(p->ts, *t);
    return true;
}

term parser_symbol(parser *p, uint32_t name, sort s, uint32_t owner)
{
    term symbol = term_mk_sym(p->ts, parser_text(p, name), s);
    uint32_t *now = u32_map_put(&p->symbol_owner, symbol.id, NULL);
    if (*now == PARSER_GLOBAL || (*now && *now == p->assertion)) {
        symbol = term_mk_fresh(p->ts, parser_text(p, name), s);
        now = u32_map_put(&p->symbol_owner, symbol.id, NULL);
    }
    *now = owner;
    *u32_map_put(&p->symbol_name, symbol.id, NULL) = name;
    return symbol;
}

/* ---- leaves ---- */

static bool number(parser *p, sort s, term *out)
{
    rat value;
    rat_init(&value);
    bool ok = rat_set_string(&value, p->token.text, p->token.length, 10);
    if (ok) *out = term_mk_num(p->ts, &value, s);
    rat_release(&value);
    if (term_store_is_overflown(p->ts)) return parser_fail(p, p->token.line, p->token.column, "a number of more than half a million digits");
    return ok ? parser_advance(p) : parser_expected(p, "a number");
}

static bool bit_vector(parser *p, int base, term *out)
{
    size_t width = p->token.length * (base == 16 ? 4 : 1);
    if (width > PARSER_MAX_WIDTH)
        return parser_fail(p, p->token.line, p->token.column, "a bit-vector of more than %d bits", PARSER_MAX_WIDTH);
    rat value;
    rat_init(&value);
    bool ok = rat_set_string(&value, p->token.text, p->token.length, base);
    if (ok) *out = term_mk_bv(p->ts, &value, (uint32_t)width);
    rat_release(&value);
    return ok ? parser_advance(p) : parser_expected(p, "a bit-vector");
}

/* A term that got its name inside a quantifier means nothing outside of it. */
static bool check_closed(parser *p, uint32_t name, term body, const token *at)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(p->ts, &body, 1, &symbols);
    bool closed = true;
    for (size_t i = 0; i < symbols.size && closed; i++) closed = clausify_is_atom(p->ts, symbols.data[i], NULL);
    term_vec_release(&symbols);
    if (closed) return true;
    const char *called = parser_text(p, name);
    return parser_fail(p, at->line, at->column, "the term named '%s' has free variables and cannot be used elsewhere", called);
}

/* A model's values of the uninterpreted sort S are called S!val!0, S!val!1, ... */
#define VALUE_MARK "!val!"
static term uninterpreted_value(parser *p, const char *name)
{
    const char *prefix = arena_string(&p->arena, name, (size_t)(strstr(name, VALUE_MARK) - name));
    return term_mk_sym(p->ts, name, sort_uninterpreted(p->ts, prefix));
}

static bool constant(parser *p, uint32_t name, const token *at, term *out)
{
    const name_entry *e = &p->names.data[name];
    if (e->binding) {
        *out = p->bindings.data[e->binding - 1].value;
        return true;
    }
    if (e->function) {
        function f = p->functions.data[e->function - 1];
        if (f.arity) return parser_fail(p, at->line, at->column, "'%s' takes %u arguments, found none", e->text, f.arity);
        if (f.is_named && !check_closed(p, name, f.body, at)) return false;
        *out = f.kind == FUNCTION_PRED        ? clausify_atom(p->ts, f.pred, NULL, 0)
               : f.kind == FUNCTION_CONSTRUCT ? term_mk_construct(p->ts, f.constructor, NULL)
               : f.kind == FUNCTION_UNINTERPRETED ? term_mk_app(p->ts, e->text, f.result, NULL, 0)
                                              : f.body;
        return true;
    }
    if (name == BUILTIN_TRUE || name == BUILTIN_FALSE) {
        *out = term_mk_bool(p->ts, name == BUILTIN_TRUE);
        return true;
    }
    if (p->any_sort && strstr(e->text, VALUE_MARK)) {
        *out = uninterpreted_value(p, e->text);
        return true;
    }
    if (name < BUILTINS) return parser_fail(p, at->line, at->column, "the function '%s' stands without arguments", e->text);
    return parser_fail(p, at->line, at->column, "unknown symbol '%s': neither a variable in scope nor a declared predicate", e->text);
}

static bool leaf(parser *p, term *out)
{
    token at = p->token;
    switch (at.kind) {
    case TOKEN_SYMBOL:
    case TOKEN_QUOTED: return parser_advance(p) && constant(p, parser_intern(p, at.text, at.length), &at, out);
    case TOKEN_NUMERAL: return number(p, sort_int(p->ts), out);
    case TOKEN_DECIMAL: return number(p, sort_real(p->ts), out);
    case TOKEN_HEX: return bit_vector(p, 16, out);
    case TOKEN_BINARY: return bit_vector(p, 2, out);
    default: return parser_expected(p, "a term");
    }
}

/* ---- opening a construct ---- */

static polarity flip(polarity x)
{
    return x == POLARITY_POSITIVE ? POLARITY_NEGATIVE : x == POLARITY_NEGATIVE ? POLARITY_POSITIVE : POLARITY_NONE;
}

static polarity argument_polarity(const parser *p, const frame *f)
{
    size_t index = p->values.size - f->base;
    switch (f->data) {
    case BUILTIN_AND:
    case BUILTIN_OR: return (polarity)f->polarity;
    case BUILTIN_NOT: return flip((polarity)f->polarity);
    case BUILTIN_IMPLIES:
    case BUILTIN_IMPLIES_WORD: return index == 0 ? flip((polarity)f->polarity) : POLARITY_NONE;
    case BUILTIN_ITE: return index > 0 ? (polarity)f->polarity : POLARITY_NONE;
    default: return POLARITY_NONE;
    }
}

/* The polarity of the term that comes next. */
static polarity next_polarity(const parser *p, size_t floor, polarity top)
{
    if (p->frames.size == floor) return top;
    const frame *f = &p->frames.data[p->frames.size - 1];
    switch ((frame_kind)f->kind) {
    case FRAME_BUILTIN: return argument_polarity(p, f);
    case FRAME_LET_BODY:
    case FRAME_OPENED:
    case FRAME_NOTE: return (polarity)f->polarity;
    default: return POLARITY_NONE;
    }
}

static bool push(parser *p, frame f, frame_kind kind, size_t data)
{
    if (p->frames.size >= MAX_NESTING) return parser_fail(p, f.line, f.column, "nested more than %d deep", MAX_NESTING);
    f.kind = (uint8_t)kind;
    f.data = (uint32_t)data;
    frame_vec_push(&p->frames, f);
    return true;
}

static bool bind_checked(parser *p, uint32_t name, term value, const frame *f)
{
    const name_entry *e = &p->names.data[name];
    if (name == BUILTIN_TRUE || name == BUILTIN_FALSE) return parser_fail(p, f->line, f->column, "'%s' cannot be bound", e->text);
    if (e->binding && p->bindings.data[e->binding - 1].scope == p->scopes)
        return parser_fail(p, f->line, f->column, "'%s' is bound twice at once", e->text);
    parser_bind(p, name, value);
    return true;
}

/* In a let's list: either the next name, or the end of the list, where all its names get their meaning at once. */
static bool let_binding(parser *p)
{
    frame *f = &p->frames.data[p->frames.size - 1];
    if (p->token.kind == TOKEN_OPEN) {
        uint32_t name;
        if (!parser_advance(p) || !parser_name(p, "a name to bind", &name)) return false;
        u32_vec_push(&p->pending, name);
        return true;
    }
    if (p->token.kind != TOKEN_CLOSE) return parser_expected(p, "a binding '(name term)' or ')'");
    size_t before = p->bindings.size, n = p->pending.size - f->data;
    assert(p->values.size - f->base == n);
    p->scopes++;
    for (size_t i = 0; i < n; i++)
        if (!bind_checked(p, p->pending.data[f->data + i], p->values.data[f->base + i], f)) return false;
    p->pending.size = f->data;
    p->values.size = f->base;
    f->kind = FRAME_LET_BODY;
    f->data = (uint32_t)before;
    return parser_advance(p);
}

bool parser_sorted_vars(parser *p, sort_vec *sorts)
{
    if (!parser_open(p)) return false;
    while (p->token.kind != TOKEN_CLOSE) {
        uint32_t name;
        sort s;
        if (p->token.kind != TOKEN_OPEN) return parser_expected(p, "a variable '(name sort)' or ')'");
        if (!parser_advance(p) || !parser_name(p, "the name of a variable", &name)) return false;
        if (!parser_sort(p, &s) || !parser_close(p)) return false;
        u32_vec_push(&p->pending, name);
        sort_vec_push(sorts, s);
    }
    return parser_advance(p);
}

static bool open_quantifier(parser *p, frame f, bool is_exists)
{
    bool opened = f.polarity == (is_exists ? POLARITY_NEGATIVE : POLARITY_POSITIVE);
    size_t before = p->bindings.size, first = p->pending.size;
    sort_vec sorts;
    sort_vec_init(&sorts);
    bool ok = parser_advance(p) && parser_sorted_vars(p, &sorts);
    p->scopes++;
    for (size_t i = 0; i < sorts.size && ok; i++) {
        uint32_t name = p->pending.data[first + i];
        ok = bind_checked(p, name, parser_symbol(p, name, sorts.data[i], p->assertion), &f);
    }
    p->pending.size = first;
    sort_vec_release(&sorts);
    f.is_exists = is_exists;
    return ok && push(p, f, opened ? FRAME_OPENED : FRAME_QUANTIFIER, before);
}

/* (_ bv13 8), after "(_". */
static bool indexed_constant(parser *p, frame f, term *out)
{
    uint32_t width;
    rat value;
    rat_init(&value);
    token t = p->token;
    bool ok = t.kind == TOKEN_SYMBOL && t.length > 2 && !memcmp(t.text, "bv", 2) && rat_set_string(&value, t.text + 2, t.length - 2, 10)
              && rat_is_integer(&value) && rat_sign(&value) >= 0;
    if (!ok) parser_expected(p, "a bit-vector constant such as 'bv13'");
    ok = ok && parser_advance(p) && parser_index(p, &width) && parser_close(p);
    if (ok && (!width || width > PARSER_MAX_WIDTH))
        ok = parser_fail(p, f.line, f.column, "a bit-vector has 1 to %d bits, found %u", PARSER_MAX_WIDTH, width);
    if (ok) *out = term_mk_bv(p->ts, &value, width);
    rat_release(&value);
    return ok;
}

/* (as x S), after "(as". */
static bool qualified_constant(parser *p, term *out)
{
    token at = p->token;
    uint32_t name;
    sort s;
    if (!parser_name(p, "a symbol", &name) || !parser_sort(p, &s) || !parser_close(p)) return false;
    if (p->any_sort && !p->names.data[name].binding && sort_kind_of(p->ts, s) == SORT_UNINTERPRETED) {
        *out = term_mk_sym(p->ts, parser_text(p, name), s);
        return true;
    }
    if (!constant(p, name, &at, out)) return false;
    if (parser_coerce(p, out, s)) return true;
    return builtin_sort_error(p, at.line, at.column, "a qualified symbol", "the sort that it is said to have", *out);
}

/* (_ is C), after "(_". */
static bool open_test(parser *p, frame f)
{
    uint32_t name;
    constructor c;
    if (!parser_advance(p)) return false;
    token at = p->token;
    if (!parser_name(p, "a constructor", &name) || !parser_close(p)) return false;
    if (!parser_find_constructor(p, name, &c)) return parser_fail(p, at.line, at.column, "'%s' is no constructor", parser_text(p, name));
    return push(p, f, FRAME_TEST, c.id);
}

/* is-C, as tests are called by some. */
static bool is_test_name(parser *p, uint32_t name, constructor *c)
{
    const char *called = parser_text(p, name);
    return !strncmp(called, "is-", 3) && called[3] && parser_find_constructor(p, parser_intern(p, called + 3, strlen(called + 3)), c);
}

static bool open_match(parser *p, frame f)
{
    size_t first = p->pending.size;
    u32_vec_push(&p->pending, 0);
    return push(p, f, FRAME_MATCH, first) && parser_advance(p);
}

/* The head of an application is itself in parentheses: ((_ extract 7 0) x), ((as const (Array Int Int)) 0). */
static bool open_compound_head(parser *p, frame f)
{
    if (!parser_advance(p)) return false;
    if (parser_is_word(p, "_")) {
        indexed x;
        if (!parser_advance(p)) return false;
        if (parser_is_word(p, "is")) return open_test(p, f);
        if (!builtin_read_indexed(p, &x) || !parser_close(p)) return false;
        size_t first = p->pending.size;
        u32_vec_append(&p->pending, (uint32_t[]){x.id, x.index[0], x.index[1]}, 3);
        return push(p, f, FRAME_INDEXED, first);
    }
    if (!parser_is_word(p, "as")) return parser_expected(p, "'_' or 'as'");
    if (!parser_advance(p)) return false;
    if (!parser_is_word(p, "const")) return parser_expected(p, "'const'");
    sort s;
    uint32_t line = p->token.line, column = p->token.column;
    if (!parser_advance(p) || !parser_sort(p, &s) || !parser_close(p)) return false;
    if (sort_kind_of(p->ts, s) != SORT_ARRAY) return parser_fail(p, line, column, "'const' is for an array sort only");
    return push(p, f, FRAME_CONST_ARRAY, s.id);
}

static bool open_application(parser *p, frame f)
{
    uint32_t name;
    if (!parser_name(p, "a function symbol", &name)) return false;
    const name_entry *e = &p->names.data[name];
    constructor c;
    if (e->function) return push(p, f, FRAME_FUNCTION, e->function - 1);
    if (name < BUILTINS) return push(p, f, FRAME_BUILTIN, name);
    if (is_test_name(p, name, &c)) return push(p, f, FRAME_TEST, c.id);
    e = &p->names.data[name];
    if (e->binding) return parser_fail(p, f.line, f.column, "expected a function, found the variable '%s'", e->text);
    return parser_fail(p, f.line, f.column, "unknown function '%s': neither declared nor defined nor built in", e->text);
}

/* Consumes '(' and what comes with it. *value gets the term if it is already complete. */
static bool open_construct(parser *p, polarity sign, term *value)
{
    frame f = {.base = (uint32_t)p->values.size, .line = p->token.line, .column = p->token.column, .polarity = (uint8_t)sign};
    if (!parser_advance(p)) return false;
    if (p->token.kind == TOKEN_OPEN) return open_compound_head(p, f);
    if (parser_is_word(p, "let"))
        return push(p, f, FRAME_LET_VALUE, p->pending.size) && parser_advance(p) && parser_open(p) && let_binding(p);
    if (parser_is_word(p, "forall")) return open_quantifier(p, f, false);
    if (parser_is_word(p, "exists")) return open_quantifier(p, f, true);
    if (parser_is_word(p, "match")) return open_match(p, f);
    if (parser_is_word(p, "!")) return push(p, f, FRAME_NOTE, 0) && parser_advance(p);
    if (parser_is_word(p, "_")) return parser_advance(p) && indexed_constant(p, f, value);
    if (parser_is_word(p, "as")) return parser_advance(p) && qualified_constant(p, value);
    return open_application(p, f);
}

/* ---- closing ---- */

static bool bad_argument(parser *p, const frame *f, const char *name, size_t i, sort s, term found)
{
    text what, expected;
    text_init(&what);
    text_init(&expected);
    text_printf(&what, "argument %zu of '%s'", i + 1, name);
    print_sort(&expected, p->ts, s);
    builtin_sort_error(p, f->line, f->column, what.data, expected.data, found);
    text_release(&what);
    text_release(&expected);
    return false;
}

static bool apply_function(parser *p, const frame *f, term *args, size_t n, term *out)
{
    function fn = p->functions.data[f->data];
    const char *name = parser_text(p, fn.name);
    if (n != fn.arity) return parser_fail(p, f->line, f->column, "'%s' takes %u arguments, found %zu", name, fn.arity, n);
    if (!n) return parser_fail(p, f->line, f->column, "'%s' takes no arguments: write it without parentheses", name);
    for (size_t i = 0; i < n; i++) {
        sort s = p->param_sorts.data[fn.first + i];
        if (!parser_coerce(p, &args[i], s)) return bad_argument(p, f, name, i, s, args[i]);
    }
    switch (fn.kind) {
    case FUNCTION_PRED: *out = clausify_atom(p->ts, fn.pred, args, n); break;
    case FUNCTION_CONSTRUCT: *out = term_mk_construct(p->ts, fn.constructor, args); break;
    case FUNCTION_FIELD: *out = term_mk_field(p->ts, fn.constructor, fn.field, args[0]); break;
    case FUNCTION_UNINTERPRETED: *out = term_mk_app(p->ts, name, fn.result, args, n); break;
    case FUNCTION_MACRO: *out = dag_substitute(p->ts, fn.body, p->params.data + fn.first, args, n); break;
    }
    return true;
}

static bool apply_test(parser *p, const frame *f, const term *args, size_t n, term *out)
{
    constructor c = {f->data};
    if (n != 1) return parser_fail(p, f->line, f->column, "a test takes 1 argument, found %zu", n);
    if (!sort_is_equal(term_sort(p->ts, args[0]), constructor_sort(p->ts, c)))
        return builtin_sort_error(p, f->line, f->column, "a test's argument", "the constructor's datatype", args[0]);
    *out = term_mk_is(p->ts, c, args[0]);
    return true;
}

static bool apply_const_array(parser *p, const frame *f, term *args, size_t n, term *out)
{
    sort s = {f->data};
    if (n != 1) return parser_fail(p, f->line, f->column, "a constant array takes 1 argument, found %zu", n);
    if (!parser_coerce(p, &args[0], sort_array_element(p->ts, s)))
        return builtin_sort_error(p, f->line, f->column, "a constant array's value", "the array's element sort", args[0]);
    *out = term_mk_const_array(p->ts, s, args[0]);
    return true;
}

static bool apply_indexed(parser *p, const frame *f, term *args, size_t n, term *out)
{
    const uint32_t *x = p->pending.data + f->data;
    indexed fn = {(indexed_id)x[0], {x[1], x[2]}};
    p->pending.size = f->data;
    return builtin_apply_indexed(p, fn, args, n, f->line, f->column, out);
}

/* (and a (and b (and c ...))) becomes one conjunction at once: building each level would cost the square of the depth. */
static bool melts(const frame *f)
{
    return f->kind == FRAME_BUILTIN && (f->data == BUILTIN_AND || f->data == BUILTIN_OR || f->data == BUILTIN_ADD);
}

static bool melts_into_parent(const parser *p, const frame *f, size_t floor)
{
    if (!melts(f) || p->frames.size == floor || p->values.size == f->base) return false;
    const frame *parent = &p->frames.data[p->frames.size - 1];
    return parent->kind == FRAME_BUILTIN && parent->data == f->data;
}

/* The arguments of what may melt are checked one by one, where they still belong to it. */
static bool check_argument(parser *p, const frame *f)
{
    if (!melts(f)) return true;
    term last = term_vec_last(&p->values);
    sort_kind k = sort_kind_of(p->ts, term_sort(p->ts, last));
    if (f->data == BUILTIN_ADD ? sort_kind_is_arith(k) : k == SORT_BOOL) return true;
    text what;
    text_init(&what);
    text_printf(&what, "an argument of '%s'", builtin_name((builtin)f->data));
    builtin_sort_error(p, f->line, f->column, what.data, f->data == BUILTIN_ADD ? "Int or Real" : "Bool", last);
    text_release(&what);
    return false;
}

/* At the ')' of an application. */
static bool close_application(parser *p, size_t floor)
{
    frame f = frame_vec_pop(&p->frames);
    if (melts_into_parent(p, &f, floor)) return parser_advance(p);
    term *args = p->values.data + f.base, value = TERM_NONE;
    size_t n = p->values.size - f.base;
    bool ok;
    switch ((frame_kind)f.kind) {
    case FRAME_BUILTIN: ok = builtin_apply(p, (builtin)f.data, args, n, f.line, f.column, &value); break;
    case FRAME_FUNCTION: ok = apply_function(p, &f, args, n, &value); break;
    case FRAME_TEST: ok = apply_test(p, &f, args, n, &value); break;
    case FRAME_INDEXED: ok = apply_indexed(p, &f, args, n, &value); break;
    default:
        assert(f.kind == FRAME_CONST_ARRAY);
        ok = apply_const_array(p, &f, args, n, &value);
    }
    if (ok && term_store_is_overflown(p->ts)) return parser_fail(p, f.line, f.column, "a number of more than half a million digits comes up here");
    if (!ok || !parser_advance(p)) return false;
    p->values.size = f.base;
    term_vec_push(&p->values, value);
    return true;
}

static bool close_quantifier(parser *p, const frame *f)
{
    bool is_exists = f->is_exists;
    term *body = &p->values.data[p->values.size - 1];
    if (!term_is_bool(p->ts, *body))
        return builtin_sort_error(p, f->line, f->column, is_exists ? "the body of 'exists'" : "the body of 'forall'", "Bool", *body);
    if (f->kind == FRAME_OPENED) return true;
    term_vec vars;
    term_vec_init(&vars);
    for (size_t i = f->data; i < p->bindings.size; i++) {
        term symbol = p->bindings.data[i].value;
        *u32_map_put(&p->symbol_owner, symbol.id, NULL) = 0;
        term_vec_push(&vars, symbol);
    }
    *body = is_exists ? term_mk_exists(p->ts, vars.data, vars.size, *body) : term_mk_forall(p->ts, vars.data, vars.size, *body);
    term_vec_release(&vars);
    return true;
}

static bool read_notes(parser *p, term annotated)
{
    while (p->token.kind == TOKEN_KEYWORD) {
        bool named = p->token.length == 6 && !memcmp(p->token.text, ":named", 6);
        if (!parser_advance(p)) return false;
        uint32_t name, line = p->token.line, column = p->token.column;
        if (named) {
            function f = {.is_named = true, .body = annotated};
            if (!parser_name(p, "a name", &name) || !parser_define(p, name, f, line, column)) return false;
        } else if (p->token.kind != TOKEN_KEYWORD && p->token.kind != TOKEN_CLOSE && !parser_skip(p)) {
            return false;
        }
    }
    return true;
}

/* The last value is a complete term: closes every construct whose last part it is. */
static bool complete(parser *p, size_t floor)
{
    while (p->frames.size > floor) {
        frame f = frame_vec_last(&p->frames);
        switch ((frame_kind)f.kind) {
        case FRAME_LET_VALUE: return parser_close(p) && let_binding(p);
        case FRAME_LET_BODY: break;
        case FRAME_MATCH: {
            bool is_complete;
            if (!parser_match_step(p, &is_complete)) return false;
            if (!is_complete) return true;
            continue;
        }
        case FRAME_QUANTIFIER:
        case FRAME_OPENED:
            if (!close_quantifier(p, &f)) return false;
            break;
        case FRAME_NOTE:
            if (!read_notes(p, term_vec_last(&p->values))) return false;
            break;
        default: return check_argument(p, &f);
        }
        if (f.kind != FRAME_NOTE) parser_unbind(p, f.data);
        if (!parser_close(p)) return false;
        frame_vec_pop(&p->frames);
    }
    return true;
}

static bool takes_arguments(const parser *p, size_t floor)
{
    return p->frames.size > floor && frame_vec_last(&p->frames).kind <= FRAME_CONST_ARRAY;
}

static bool read_term(parser *p, polarity top, term *out)
{
    size_t floor = p->frames.size;
    do {
        size_t depth = p->frames.size;
        term value = TERM_NONE;
        if (p->token.kind == TOKEN_OPEN) {
            if (!open_construct(p, next_polarity(p, floor, top), &value)) return false;
            if (p->frames.size > depth) continue;
            term_vec_push(&p->values, value);
        } else if (p->token.kind == TOKEN_CLOSE && takes_arguments(p, floor)) {
            if (!close_application(p, floor)) return false;
        } else {
            if (!leaf(p, &value)) return false;
            term_vec_push(&p->values, value);
        }
        if (!complete(p, floor)) return false;
    } while (p->frames.size > floor);
    *out = term_vec_pop(&p->values);
    return true;
}

bool parser_term(parser *p, term *out) { return read_term(p, POLARITY_NONE, out); }

bool parser_assertion(parser *p, term *out)
{
    uint32_t line = p->token.line, column = p->token.column;
    p->assertion++;
    if (!read_term(p, POLARITY_POSITIVE, out)) return false;
    return term_is_bool(p->ts, *out) || builtin_sort_error(p, line, column, "the formula", "Bool", *out);
}

/* Declarations of datatypes, and `match`. */

#include "front/smtlib/parser.h"

#include "front/smtlib/builtin.h"

/* What stands in `pending` for a pattern that is a variable. */
#define ANY_CONSTRUCTOR UINT32_MAX

/* ---- declarations ---- */

static bool define(parser *p, uint32_t name, function f, const sort *sorts, size_t n, uint32_t line, uint32_t column)
{
    f.first = (uint32_t)p->param_sorts.size;
    f.arity = (uint32_t)n;
    sort_vec_append(&p->param_sorts, sorts, n);
    term_vec_resize(&p->params, p->param_sorts.size);
    return parser_define(p, name, f, line, column);
}

static bool define_constructor(parser *p, uint32_t name, const u32_vec *field_names, const sort_vec *sorts, constructor c, uint32_t line, uint32_t column)
{
    function f = {.kind = FUNCTION_CONSTRUCT, .constructor = c};
    sort whole = constructor_sort(p->ts, c);
    if (!define(p, name, f, sorts->data, sorts->size, line, column)) return false;
    f.kind = FUNCTION_FIELD;
    for (f.field = 0; f.field < sorts->size; f.field++)
        if (!define(p, field_names->data[f.field], f, &whole, 1, line, column)) return false;
    return true;
}

static bool read_fields(parser *p, u32_vec *names, sort_vec *sorts)
{
    while (p->token.kind != TOKEN_CLOSE) {
        uint32_t name;
        sort s;
        if (p->token.kind != TOKEN_OPEN) return parser_expected(p, "a field '(name sort)' or ')'");
        if (!parser_advance(p) || !parser_name(p, "the name of a field", &name) || !parser_sort(p, &s) || !parser_close(p)) return false;
        u32_vec_push(names, name);
        sort_vec_push(sorts, s);
    }
    return parser_advance(p);
}

static bool add_constructor(parser *p, sort datatype, uint32_t name, const u32_vec *names, const sort_vec *sorts, uint32_t line, uint32_t column)
{
    field *fields = alloc_zeroed(names->size + 1, sizeof *fields);
    for (size_t i = 0; i < names->size; i++) fields[i] = (field){parser_text(p, names->data[i]), sorts->data[i]};
    constructor c = datatype_add(p->ts, datatype, parser_text(p, name), fields, names->size);
    free(fields);
    return define_constructor(p, name, names, sorts, c, line, column);
}

/* (name (field sort) ...), or a mere name. */
static bool read_constructor(parser *p, sort datatype)
{
    uint32_t name, line = p->token.line, column = p->token.column;
    bool is_open = p->token.kind == TOKEN_OPEN;
    if ((is_open && !parser_advance(p)) || !parser_name(p, "the name of a constructor", &name)) return false;
    u32_vec names;
    sort_vec sorts;
    u32_vec_init(&names);
    sort_vec_init(&sorts);
    bool ok = (!is_open || read_fields(p, &names, &sorts)) && add_constructor(p, datatype, name, &names, &sorts, line, column);
    u32_vec_release(&names);
    sort_vec_release(&sorts);
    return ok;
}

static bool read_constructors(parser *p, sort datatype)
{
    if (!parser_open(p)) return false;
    if (parser_is_word(p, "par")) return parser_fail(p, p->token.line, p->token.column, "datatypes with parameters are not supported");
    if (p->token.kind == TOKEN_CLOSE) return parser_expected(p, "a constructor");
    while (p->token.kind != TOKEN_CLOSE)
        if (!read_constructor(p, datatype)) return false;
    return parser_advance(p);
}

static bool new_datatype(parser *p, uint32_t name, sort_vec *block, uint32_t line, uint32_t column)
{
    sort_vec_push(block, datatype_new(p->ts, parser_text(p, name)));
    return parser_add_sort(p, name, sort_vec_last(block), line, column);
}

static bool complete(parser *p, const sort_vec *block, uint32_t line, uint32_t column)
{
    const char *wrong = block->size ? datatype_complete(p->ts, block->data[0], block->size) : NULL;
    return !wrong || parser_fail(p, line, column, "the datatype '%s' (or another one of its block) %s", sort_name(p->ts, block->data[0]), wrong);
}

static bool read_names(parser *p, sort_vec *block)
{
    if (!parser_open(p)) return false;
    if (p->token.kind == TOKEN_CLOSE) return parser_expected(p, "a datatype '(name 0)'");
    while (p->token.kind != TOKEN_CLOSE) {
        uint32_t name, arity, line = p->token.line, column = p->token.column;
        if (!parser_open(p) || !parser_name(p, "the name of a datatype", &name) || !parser_index(p, &arity) || !parser_close(p)) return false;
        if (arity) return parser_fail(p, line, column, "datatypes with parameters are not supported");
        if (!new_datatype(p, name, block, line, column)) return false;
    }
    return parser_advance(p);
}

bool parser_declare_datatypes(parser *p)
{
    uint32_t line = p->token.line, column = p->token.column;
    sort_vec block;
    sort_vec_init(&block);
    bool ok = read_names(p, &block) && parser_open(p);
    for (size_t i = 0; i < block.size && ok; i++) ok = read_constructors(p, block.data[i]);
    ok = ok && parser_close(p) && complete(p, &block, line, column);
    sort_vec_release(&block);
    return ok;
}

bool parser_declare_datatype(parser *p)
{
    uint32_t name, line = p->token.line, column = p->token.column;
    sort_vec block;
    sort_vec_init(&block);
    bool ok = parser_name(p, "the name of a datatype", &name) && new_datatype(p, name, &block, line, column)
              && read_constructors(p, block.data[0]) && complete(p, &block, line, column);
    sort_vec_release(&block);
    return ok;
}

static void know_constructor(parser *p, constructor c)
{
    u32_vec names;
    sort_vec sorts;
    u32_vec_init(&names);
    sort_vec_init(&sorts);
    for (size_t i = 0; i < constructor_arity(p->ts, c); i++) {
        field f = constructor_field(p->ts, c, i);
        u32_vec_push(&names, parser_intern(p, f.name, strlen(f.name)));
        sort_vec_push(&sorts, f.sort);
    }
    const char *name = constructor_name(p->ts, c);
    define_constructor(p, parser_intern(p, name, strlen(name)), &names, &sorts, c, 0, 0);
    u32_vec_release(&names);
    sort_vec_release(&sorts);
}

void parser_know_datatypes(parser *p)
{
    for (size_t i = 0; i < datatype_count(p->ts); i++) {
        sort s = datatype_at(p->ts, i);
        const char *name = sort_name(p->ts, s);
        parser_add_sort(p, parser_intern(p, name, strlen(name)), s, 0, 0);
        for (size_t k = 0; k < datatype_size(p->ts, s); k++) know_constructor(p, datatype_constructor(p->ts, s, k));
    }
}

bool parser_find_constructor(const parser *p, uint32_t name, constructor *out)
{
    const name_entry *e = &p->names.data[name];
    if (!e->function || p->functions.data[e->function - 1].kind != FUNCTION_CONSTRUCT) return false;
    *out = p->functions.data[e->function - 1].constructor;
    return true;
}

/* ---- match ----
 *
 * In `pending`, from the frame's data on: how many bindings there were before the case at hand; then a constructor for each case so far. In `values`, from its
 * base on: what is matched, then the cases' bodies. */

static term matched(const parser *p, const frame *f) { return p->values.data[f->base]; }

static bool bind(parser *p, uint32_t name, term value, const token *at)
{
    const name_entry *e = &p->names.data[name];
    if (!strcmp(e->text, "_")) return true;
    if (e->binding && p->bindings.data[e->binding - 1].scope == p->scopes)
        return parser_fail(p, at->line, at->column, "'%s' is bound twice at once", e->text);
    parser_bind(p, name, value);
    return true;
}

/* A constructor without fields, or a variable. */
static bool read_plain_pattern(parser *p, const frame *f, uint32_t *code)
{
    uint32_t name;
    constructor c;
    token at = p->token;
    if (!parser_name(p, "a pattern", &name)) return false;
    *code = ANY_CONSTRUCTOR;
    if (!parser_find_constructor(p, name, &c) || !sort_is_equal(constructor_sort(p->ts, c), term_sort(p->ts, matched(p, f)))) return bind(p, name, matched(p, f), &at);
    *code = c.id;
    return !constructor_arity(p->ts, c) || parser_fail(p, at.line, at.column, "the constructor '%s' has fields: a pattern names them", parser_text(p, name));
}

/* (constructor variable ...), after its '('. */
static bool read_pattern(parser *p, const frame *f, uint32_t *code)
{
    uint32_t name, variable;
    constructor c;
    token at = p->token;
    if (!parser_name(p, "a constructor", &name)) return false;
    if (!parser_find_constructor(p, name, &c) || !sort_is_equal(constructor_sort(p->ts, c), term_sort(p->ts, matched(p, f))))
        return parser_fail(p, at.line, at.column, "'%s' is no constructor of what is matched", parser_text(p, name));
    *code = c.id;
    for (size_t i = 0; i < constructor_arity(p->ts, c); i++) {
        at = p->token;
        if (!parser_name(p, "a variable for each field", &variable) || !bind(p, variable, term_mk_field(p->ts, c, i, matched(p, f)), &at)) return false;
    }
    return parser_close(p);
}

static bool open_case(parser *p, const frame *f)
{
    uint32_t code = ANY_CONSTRUCTOR;
    if (!parser_advance(p)) return false;
    p->pending.data[f->data] = (uint32_t)p->bindings.size;
    p->scopes++;
    if (p->token.kind == TOKEN_OPEN ? !parser_advance(p) || !read_pattern(p, f, &code) : !read_plain_pattern(p, f, &code)) return false;
    u32_vec_push(&p->pending, code);
    return true;
}

/* Whether the cases from `first` on are for every constructor. */
static bool is_exhaustive(const parser *p, const frame *f, size_t n)
{
    u32_map seen;
    u32_map_init(&seen);
    for (size_t i = 0; i < n; i++) u32_map_put(&seen, p->pending.data[f->data + 1 + i], NULL);
    bool all = u32_map_find(&seen, ANY_CONSTRUCTOR) || seen.size == datatype_size(p->ts, term_sort(p->ts, matched(p, f)));
    u32_map_release(&seen);
    return all;
}

/* The last case needs no condition. */
static bool close_match(parser *p, const frame *f)
{
    size_t n = p->values.size - f->base - 1;
    if (!n || !is_exhaustive(p, f, n)) return parser_fail(p, f->line, f->column, "'match' does not have a case for every constructor");
    const term *bodies = p->values.data + f->base + 1;
    term whole = bodies[n - 1];
    for (size_t i = n; i-- > 0;) {
        uint32_t code = p->pending.data[f->data + 1 + i];
        bodies = p->values.data + f->base + 1;
        if (!sort_is_equal(term_sort(p->ts, bodies[i]), term_sort(p->ts, whole))) return parser_fail(p, f->line, f->column, "the cases of 'match' are of different sorts");
        if (code == ANY_CONSTRUCTOR) whole = bodies[i];
        else if (i + 1 < n) whole = term_mk_ite(p->ts, term_mk_is(p->ts, (constructor){code}, matched(p, f)), bodies[i], whole);
    }
    p->pending.size = f->data;
    p->values.size = f->base;
    term_vec_push(&p->values, whole);
    return true;
}

bool parser_match_step(parser *p, bool *complete)
{
    frame f = frame_vec_last(&p->frames);
    *complete = false;
    if (p->values.size == f.base + 1) { /* what is matched has been read */
        if (sort_kind_of(p->ts, term_sort(p->ts, matched(p, &f))) != SORT_DATATYPE)
            return builtin_sort_error(p, f.line, f.column, "what is matched", "a datatype", matched(p, &f));
        if (!parser_open(p)) return false;
    } else {
        parser_unbind(p, p->pending.data[f.data]);
        if (!parser_close(p)) return false;
    }
    if (p->token.kind == TOKEN_OPEN) return open_case(p, &f);
    *complete = true;
    if (!parser_close(p) || !close_match(p, &f) || !parser_close(p)) return false;
    frame_vec_pop(&p->frames);
    return true;
}

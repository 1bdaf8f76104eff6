/* Scripts: the commands of a Horn problem in SMT-LIB, or in the relations, rules and queries of Z3's fixed-point format. */

#include "front/smtlib/builtin.h"
#include "front/smtlib/clausify.h"
#include "front/smtlib/script.h"
#include "front/smtlib/smtlib.h"
#include "term/dag.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

enum { NAMED_HEADS = 4, CHUNK = 1 << 16 };

static place here(const parser *p) { return (place){p->token.line, p->token.column}; }

/* ---- declarations ---- */

static bool add_pred(parser *p, uint32_t name, const sort_vec *sorts, place at)
{
    function f = {.kind = FUNCTION_PRED, .pred = {(uint32_t)horn_pred_count(p->problem)}, .first = (uint32_t)p->param_sorts.size,
                  .arity = (uint32_t)sorts->size};
    if (!parser_define(p, name, f, at.line, at.column)) return false;
    sort_vec_append(&p->param_sorts, sorts->data, sorts->size);
    term_vec_resize(&p->params, p->param_sorts.size);
    horn_add_pred(p->problem, parser_text(p, name), sorts->data, sorts->size);
    return true;
}

static bool sort_list(parser *p, sort_vec *sorts)
{
    if (!parser_open(p)) return false;
    while (p->token.kind != TOKEN_CLOSE) {
        sort s;
        if (!parser_sort(p, &s)) return false;
        sort_vec_push(sorts, s);
    }
    return parser_advance(p);
}

/* A predicate if the result is Bool, otherwise an uninterpreted function. */
static bool add_function(parser *p, uint32_t name, const sort_vec *sorts, place at)
{
    sort s;
    if (!parser_sort(p, &s)) return false;
    if (sort_is_equal(s, sort_bool(p->ts))) return add_pred(p, name, sorts, at);
    return parser_declare_function(p, name, sorts->data, sorts->size, s, at.line, at.column);
}

static bool declare_fun(script *s)
{
    parser *p = &s->parser;
    place at = here(p);
    uint32_t name;
    sort_vec sorts;
    sort_vec_init(&sorts);
    bool ok = parser_name(p, "the name of a predicate or function", &name) && sort_list(p, &sorts) && add_function(p, name, &sorts, at);
    sort_vec_release(&sorts);
    return ok;
}

static bool declare_const(script *s)
{
    parser *p = &s->parser;
    place at = here(p);
    uint32_t name;
    sort_vec none;
    sort_vec_init(&none);
    return parser_name(p, "the name of a predicate or constant", &name) && add_function(p, name, &none, at);
}

/* (declare-rel P (S ...) representation...) */
static bool declare_rel(script *s)
{
    parser *p = &s->parser;
    place at = here(p);
    uint32_t name, ignored;
    sort_vec sorts;
    sort_vec_init(&sorts);
    bool ok = parser_name(p, "the name of a relation", &name) && sort_list(p, &sorts) && add_pred(p, name, &sorts, at);
    sort_vec_release(&sorts);
    while (ok && parser_is_symbol(p)) ok = parser_name(p, "the name of a representation", &ignored);
    return ok;
}

static bool declare_var(script *s)
{
    parser *p = &s->parser;
    place at = here(p);
    uint32_t name;
    sort srt;
    if (!parser_name(p, "the name of a variable", &name) || !parser_sort(p, &srt)) return false;
    if (builtin_is_reserved(name) || p->names.data[name].binding || p->names.data[name].function)
        return parser_fail(p, at.line, at.column, "'%s' is already declared", parser_text(p, name));
    parser_bind(p, name, parser_symbol(p, name, srt, PARSER_GLOBAL));
    return true;
}

static bool declare_sort(script *s) { return parser_declare_sort(&s->parser); }
static bool declare_datatypes(script *s) { return parser_declare_datatypes(&s->parser); }
static bool declare_datatype(script *s) { return parser_declare_datatype(&s->parser); }
static bool define_sort(script *s) { return parser_define_sort(&s->parser); }

static bool add_assertion(script *s, term formula)
{
    place at = s->start;
    if (s->is_checked)
        return parser_fail(&s->parser, at.line, at.column, "an assertion after (check-sat): a script may ask one question only; `latch session` answers several");
    assertion_vec_push(&s->assertions, (assertion){formula, at.line, at.column});
    return true;
}

/* The result sort and body of a macro whose parameters are bound. */
static bool macro_body(parser *p, term *body)
{
    sort declared;
    if (!parser_sort(p, &declared)) return false;
    place at = here(p);
    if (!parser_term(p, body)) return false;
    return parser_coerce(p, body, declared)
           || builtin_sort_error(p, at.line, at.column, "the body of the definition", "the sort that it declares", *body);
}

static bool bind_params(parser *p, size_t first, const sort_vec *sorts)
{
    place at = here(p);
    p->scopes++;
    for (size_t i = 0; i < sorts->size; i++) {
        uint32_t name = p->pending.data[first + i], *bound = &p->names.data[name].binding;
        if (*bound && p->bindings.data[*bound - 1].scope == p->scopes)
            return parser_fail(p, at.line, at.column, "the parameter '%s' is there twice", parser_text(p, name));
        term symbol = term_mk_fresh(p->ts, parser_text(p, name), sorts->data[i]);
        parser_bind(p, name, symbol);
        sort_vec_push(&p->param_sorts, sorts->data[i]);
        term_vec_push(&p->params, symbol);
    }
    return true;
}

static bool define_macro(script *s, bool with_params)
{
    parser *p = &s->parser;
    place at = here(p);
    uint32_t name;
    sort_vec sorts;
    sort_vec_init(&sorts);
    size_t first = p->pending.size, bound = p->bindings.size;
    function f = {.first = (uint32_t)p->params.size, .body = TERM_NONE};
    p->assertion++;
    bool ok = parser_name(p, "the name of a function", &name) && (!with_params || parser_sorted_vars(p, &sorts))
              && bind_params(p, first, &sorts) && macro_body(p, &f.body);
    parser_unbind(p, bound);
    p->pending.size = first;
    f.arity = (uint32_t)sorts.size;
    sort_vec_release(&sorts);
    return ok && parser_define(p, name, f, at.line, at.column);
}

static bool define_fun(script *s) { return define_macro(s, true); }

/* (define-fun-rec f ((x S) ...) R body): a function of which the equation f(x) = body is asserted, which is what it means in SMT-LIB. */
static bool define_fun_rec(script *s)
{
    parser *p = &s->parser;
    place at = here(p);
    uint32_t name;
    sort of;
    sort_vec sorts;
    sort_vec_init(&sorts);
    size_t first = p->pending.size, bound = p->bindings.size, param = p->params.size;
    term body = TERM_NONE;
    p->assertion++;
    bool ok = parser_name(p, "the name of a function", &name) && parser_sorted_vars(p, &sorts) && bind_params(p, first, &sorts) && parser_sort(p, &of);
    if (ok && sort_is_equal(of, sort_bool(p->ts)))
        ok = parser_fail(p, at.line, at.column, "a recursive predicate is declared, and defined by clauses: 'define-fun-rec' is for functions of other sorts than Bool");
    ok = ok && parser_declare_function(p, name, sorts.data, sorts.size, of, at.line, at.column) && parser_term(p, &body);
    ok = ok && (parser_coerce(p, &body, of) || builtin_sort_error(p, at.line, at.column, "the body of the definition", "the sort that it declares", body));
    if (ok) {
        term whole = term_mk_app(p->ts, parser_text(p, name), of, p->params.data + param, sorts.size);
        ok = add_assertion(s, term_mk_eq(p->ts, whole, body));
    }
    parser_unbind(p, bound);
    p->pending.size = first;
    sort_vec_release(&sorts);
    return ok;
}
static bool define_const(script *s) { return define_macro(s, false); }

/* ---- assertions ---- */

static bool assert_formula(script *s)
{
    term formula;
    return parser_assertion(&s->parser, &formula) && add_assertion(s, formula);
}

/* (rule F name) */
static bool rule(script *s)
{
    uint32_t ignored;
    if (!assert_formula(s)) return false;
    return !parser_is_symbol(&s->parser) || parser_name(&s->parser, "the name of the rule", &ignored);
}

/* A relation's name alone asks for any of its facts. */
static bool query_relation(parser *p, term *formula)
{
    uint32_t name = parser_intern(p, p->token.text, p->token.length);
    const name_entry *e = &p->names.data[name];
    if (!e->function || p->functions.data[e->function - 1].kind != FUNCTION_PRED) return parser_assertion(p, formula);
    function f = p->functions.data[e->function - 1];
    term_vec args;
    term_vec_init(&args);
    for (uint32_t i = 0; i < f.arity; i++) term_vec_push(&args, term_mk_fresh(p->ts, "v", p->param_sorts.data[f.first + i]));
    *formula = clausify_atom(p->ts, f.pred, args.data, args.size);
    term_vec_release(&args);
    return parser_advance(p);
}

/* (query F :option value ...) */
static bool query(script *s)
{
    parser *p = &s->parser;
    place at = here(p);
    term formula;
    if (!(parser_is_symbol(p) ? query_relation(p, &formula) : parser_assertion(p, &formula))) return false;
    if (!term_is_bool(p->ts, formula)) return builtin_sort_error(p, at.line, at.column, "the query", "Bool", formula);
    while (p->token.kind == TOKEN_KEYWORD) {
        if (!parser_advance(p)) return false;
        if (p->token.kind != TOKEN_KEYWORD && p->token.kind != TOKEN_CLOSE && !parser_skip(p)) return false;
    }
    s->has_query = true;
    return add_assertion(s, term_mk_not(p->ts, formula));
}

/* ---- the other commands ---- */

static bool set_logic(script *s)
{
    parser *p = &s->parser;
    place at = here(p);
    uint32_t name;
    if (!parser_name(p, "the name of a logic", &name)) return false;
    const char *logic = parser_text(p, name);
    if (!strcmp(logic, "HORN") || !strcmp(logic, "ALL")) return true;
    return parser_fail(p, at.line, at.column, "the logic '%s' is not supported, only HORN is", logic);
}

static bool skip_rest(parser *p)
{
    while (p->token.kind != TOKEN_CLOSE)
        if (!parser_skip(p)) return false;
    return true;
}

static bool set_info(script *s)
{
    parser *p = &s->parser;
    if (p->token.kind != TOKEN_KEYWORD) return parser_expected(p, "a keyword such as ':status'");
    bool status = p->token.length == 7 && !memcmp(p->token.text, ":status", 7);
    if (!parser_advance(p)) return false;
    if (status && parser_is_word(p, "sat")) s->info.status = ANSWER_SAFE;
    else if (status && parser_is_word(p, "unsat")) s->info.status = ANSWER_UNSAFE;
    else if (status && !parser_is_word(p, "unknown")) return parser_expected(p, "sat, unsat or unknown");
    return skip_rest(p);
}

static bool set_option(script *s)
{
    parser *p = &s->parser;
    return p->token.kind == TOKEN_KEYWORD ? skip_rest(p) : parser_expected(p, "a keyword");
}

static bool echo(script *s) { return parser_skip(&s->parser); }

static bool check_sat(script *s)
{
    parser *p = &s->parser;
    if (s->is_checked)
        return parser_fail(p, s->start.line, s->start.column, "a second (check-sat): a script may ask one question only; `latch session` answers several");
    s->is_checked = true;
    return true;
}

static bool get_model(script *s)
{
    s->info.wants_model = true;
    return true;
}

static bool leave(script *s)
{
    s->is_over = true;
    return true;
}

static const struct {
    const char *name;
    bool (*run)(script *s);
} COMMANDS[] = {
    {"assert", assert_formula},
    {"declare-fun", declare_fun},
    {"declare-const", declare_const},
    {"declare-rel", declare_rel},
    {"declare-var", declare_var},
    {"declare-sort", declare_sort},
    {"declare-datatypes", declare_datatypes},
    {"declare-datatype", declare_datatype},
    {"define-fun", define_fun},
    {"define-const", define_const},
    {"define-fun-rec", define_fun_rec},
    {"define-sort", define_sort},
    {"rule", rule},
    {"query", query},
    {"set-logic", set_logic},
    {"set-info", set_info},
    {"set-option", set_option},
    {"echo", echo},
    {"check-sat", check_sat},
    {"get-model", get_model},
    {"exit", leave},
};

bool script_command(script *s)
{
    parser *p = &s->parser;
    s->start = here(p);
    if (p->token.kind != TOKEN_OPEN) return parser_expected(p, "a command in parentheses");
    if (!parser_advance(p)) return false;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        if (!parser_is_word(p, COMMANDS[i].name)) continue;
        if (!parser_advance(p) || !COMMANDS[i].run(s)) return false;
        if (s->is_over && p->token.kind == TOKEN_CLOSE) return true;
        return parser_close(p);
    }
    if (p->token.kind != TOKEN_SYMBOL) return parser_expected(p, "the name of a command");
    const char *name = parser_text(p, parser_intern(p, p->token.text, p->token.length));
    return parser_fail(p, p->token.line, p->token.column, "the command '%s' is not supported in a Horn problem (`latch session` may know it)", name);
}

static bool read_commands(script *s)
{
    parser *p = &s->parser;
    if (!parser_advance(p)) return false;
    while (p->token.kind != TOKEN_END && !s->is_over)
        if (!script_command(s)) return false;
    if (s->is_checked || s->has_query) return true;
    return parser_fail(p, p->token.line, p->token.column, "expected (check-sat), found the end of the script: is the file complete?");
}

/* ---- from assertions to a problem ---- */

/* A clause is printed under its variables' names, where a predicate of no arguments would be hidden by a variable of its name. */
static void avoid_pred_names(parser *p, substitution *renaming, bool *any)
{
    for (size_t i = 0; i < p->symbol_name.capacity; i++) {
        if (!p->symbol_name.used[i]) continue;
        term symbol = {p->symbol_name.keys[i]};
        const char *name = term_name(p->ts, symbol);
        pred clash;
        if (!horn_find_pred(p->problem, name, &clash)) continue;
        term other;
        do other = term_mk_fresh(p->ts, name, term_sort(p->ts, symbol));
        while (horn_find_pred(p->problem, term_name(p->ts, other), &clash));
        substitution_set(renaming, symbol, other);
        *any = true;
    }
}

/* `others` come after the script's own. */
static bool clausify_all(script *s, horn *h, const assertion_vec *others)
{
    parser *p = &s->parser;
    substitution *renaming = substitution_new(p->ts);
    clausifier *c = clausifier_new(h);
    bool any = false, ok = true;
    avoid_pred_names(p, renaming, &any);
    size_t n = s->assertions.size + (others ? others->size : 0);
    for (size_t i = 0; i < n && ok; i++) {
        assertion a = i < s->assertions.size ? s->assertions.data[i] : others->data[i - s->assertions.size];
        term formula = any ? substitution_apply(renaming, a.formula) : a.formula;
        ok = clausifier_add(c, formula, (clausify_source){p->file, a.line, a.column}, p->error);
        if (ok && p->limit && limits_is_over(p->limit))
            ok = parser_fail(p, a.line, a.column, "stopped here while making clauses: the time is over");
    }
    clausifier_free(c);
    substitution_free(renaming);
    return ok;
}

/* An argument is called what the user calls the variable in a head's place, in one of the first heads that have one there. */
static void name_arguments(parser *p, horn *h)
{
    u32_vec heads;
    u32_vec_init(&heads);
    u32_vec_resize(&heads, horn_pred_count(h) + 1);
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        atom head = horn_clause(h, i)->head;
        if (pred_is_false(head.pred) || heads.data[head.pred.id]++ >= NAMED_HEADS) continue;
        for (size_t k = 0; k < horn_pred_arity(h, head.pred); k++) {
            uint32_t *name = u32_map_find(&p->symbol_name, head.args[k].id);
            if (name && !horn_arg_name(h, head.pred, k)) horn_set_arg_name(h, head.pred, k, parser_text(p, *name));
        }
    }
    u32_vec_release(&heads);
}

bool script_make_clauses(script *s, horn *h, const assertion_vec *others)
{
    if (!clausify_all(s, h, others)) return false;
    name_arguments(&s->parser, h);
    return true;
}

void script_init(script *s, term_store *ts, const char *file, const char *bytes, size_t length, diag *error)
{
    memset(s, 0, sizeof *s);
    parser_init(&s->parser, ts, file, bytes, length, error);
    s->parser.problem = horn_new(ts);
    horn_set_file(s->parser.problem, file);
}

horn *script_release(script *s)
{
    horn *h = s->parser.problem;
    assertion_vec_release(&s->assertions);
    parser_release(&s->parser);
    return h;
}

horn *smtlib_parse(term_store *ts, const char *file, const char *bytes, size_t length, const limits *limit, smtlib_info *info,
                   diag *error)
{
    script s;
    script_init(&s, ts, file, bytes, length, error);
    s.parser.limit = limit;
    bool ok = read_commands(&s) && script_make_clauses(&s, s.parser.problem, NULL);
    if (ok && info) *info = s.info;
    horn *h = script_release(&s);
    if (!ok) horn_free(h);
    return ok ? h : NULL;
}

/* ---- files ---- */

static bool read_all(FILE *f, const char *path, text *out, diag *error)
{
    struct stat st;
    if (!fstat(fileno(f), &st) && S_ISDIR(st.st_mode)) {
        diag_set(error, path, 0, 0, "cannot read: is a directory");
        return false;
    }
    char *chunk = alloc_bytes(CHUNK);
    size_t n;
    while ((n = fread(chunk, 1, CHUNK, f)) > 0) text_add(out, chunk, n);
    free(chunk);
    if (ferror(f)) diag_set(error, path, 0, 0, "cannot read: %s", strerror(errno));
    return !ferror(f);
}

horn *smtlib_load(term_store *ts, const char *path, const limits *limit, smtlib_info *info, diag *error)
{
    bool is_stdin = !strcmp(path, "-");
    const char *name = is_stdin ? "<stdin>" : path;
    FILE *f = is_stdin ? stdin : fopen(path, "rb");
    if (!f) {
        diag_set(error, name, 0, 0, "cannot open: %s", strerror(errno));
        return NULL;
    }
    text bytes;
    text_init(&bytes);
    horn *h = read_all(f, name, &bytes, error) ? smtlib_parse(ts, name, bytes.data, bytes.size, limit, info, error) : NULL;
    text_release(&bytes);
    if (!is_stdin) fclose(f);
    return h;
}

/* ---- one term ---- */

term smtlib_parse_term(term_store *ts, const char *bytes, size_t length, const term *symbols, size_t n, diag *error)
{
    parser p;
    parser_init(&p, ts, NULL, bytes, length, error);
    p.any_sort = true;
    p.assertion = 1;
    parser_know_datatypes(&p);
    for (size_t i = 0; i < n; i++) {
        const char *name = term_name(ts, symbols[i]);
        *u32_map_put(&p.symbol_owner, symbols[i].id, NULL) = PARSER_GLOBAL;
        parser_bind(&p, parser_intern(&p, name, strlen(name)), symbols[i]);
    }
    term t;
    bool ok = parser_advance(&p) && parser_term(&p, &t) && (p.token.kind == TOKEN_END || parser_expected(&p, "the end of the term"));
    parser_release(&p);
    return ok ? t : TERM_NONE;
}

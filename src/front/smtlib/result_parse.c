/* Results that another process printed. It may have died half-way, so nothing in the text is taken on trust. */

#include "front/smtlib/builtin.h"
#include "front/smtlib/parser.h"
#include "front/smtlib/smtlib.h"
#include "term/dag.h"
#include "term/eval.h"

#include <stdlib.h>

/* The token as a C string in a small buffer. */
static bool short_token(const parser *p, char *buffer, size_t size)
{
    if (p->token.length == 0 || p->token.length >= size) return false;
    memcpy(buffer, p->token.text, p->token.length);
    buffer[p->token.length] = 0;
    return true;
}

static bool read_stat(parser *p, result *out)
{
    uint32_t name;
    char number[64], *end = NULL;
    token at = p->token;
    if (!parser_name(p, "the name of a statistic", &name)) return false;
    double *stat = stats_find(&out->stats, parser_text(p, name));
    if (!stat) return parser_fail(p, at.line, at.column, "unknown statistic '%s'", parser_text(p, name));
    if (!short_token(p, number, sizeof number)) return parser_expected(p, "a number");
    *stat = strtod(number, &end);
    return *end ? parser_expected(p, "a number") : parser_advance(p);
}

static bool read_bound(parser *p, result *out)
{
    char number[20];
    if (p->token.kind != TOKEN_NUMERAL || !short_token(p, number, sizeof number)) return parser_expected(p, "a numeral");
    out->bound = strtoll(number, NULL, 10);
    return parser_advance(p);
}

static bool read_unknown(parser *p, result *out)
{
    if (p->token.kind != TOKEN_STRING) return parser_expected(p, "a string");
    text reason;
    text_init(&reason);
    for (size_t i = 0; i < p->token.length; i++) {
        text_addc(&reason, p->token.text[i]);
        if (p->token.text[i] == '"') i++;
    }
    result_set_unknown(out, "%s", reason.data);
    text_release(&reason);
    return parser_advance(p);
}

/* ---- models ---- */

/* Binds the names of the definition's parameters to the predicate's. */
static bool bind_params(parser *p, const horn *h, pred q, const token *at)
{
    sort_vec sorts;
    sort_vec_init(&sorts);
    size_t first = p->pending.size, n = horn_pred_arity(h, q);
    bool ok = parser_sorted_vars(p, &sorts);
    if (ok && sorts.size != n)
        ok = parser_fail(p, at->line, at->column, "'%s' takes %zu arguments, found %zu", horn_pred_name(h, q), n, sorts.size);
    for (size_t i = 0; i < n && ok; i++) {
        if (!sort_is_equal(sorts.data[i], horn_pred_sort(h, q, i)))
            ok = parser_fail(p, at->line, at->column, "parameter %zu of '%s' has the wrong sort", i + 1, horn_pred_name(h, q));
        else
            parser_bind(p, p->pending.data[first + i], horn_param(h, q, i));
    }
    p->pending.size = first;
    sort_vec_release(&sorts);
    return ok;
}

static bool read_formula(parser *p, term *out)
{
    token at = p->token;
    if (!parser_is_word(p, "Bool")) return parser_expected(p, "Bool");
    if (!parser_advance(p) || !parser_term(p, out)) return false;
    return term_is_bool(p->ts, *out) || builtin_sort_error(p, at.line, at.column, "the definition", "Bool", *out);
}

/* Binds the names of the definition's parameters to the function's; then the body. */
static bool read_function(parser *p, const horn *h, result *out, size_t number)
{
    horn_function f = horn_function_at(h, number);
    sort_vec sorts;
    sort_vec_init(&sorts);
    size_t first = p->pending.size, bound = p->bindings.size;
    sort result_sort;
    term body;
    token at = p->token;
    bool ok = parser_sorted_vars(p, &sorts);
    ok = ok && (sorts.size == f.arity || parser_fail(p, at.line, at.column, "'%s' takes %zu arguments, found %zu", f.name, f.arity, sorts.size));
    for (size_t i = 0; ok && i < f.arity; i++) {
        ok = sort_is_equal(sorts.data[i], f.sorts[i]) || parser_fail(p, at.line, at.column, "parameter %zu of '%s' has the wrong sort", i + 1, f.name);
        if (ok) parser_bind(p, p->pending.data[first + i], horn_function_param(h, number, i));
    }
    p->pending.size = first;
    sort_vec_release(&sorts);
    ok = ok && parser_sort(p, &result_sort) && parser_term(p, &body);
    ok = ok && (parser_coerce(p, &body, f.result) || builtin_sort_error(p, at.line, at.column, "the definition", "the function's sort", body));
    parser_unbind(p, bound);
    if (ok) out->model.function.data[number] = body;
    return ok && parser_close(p);
}

static bool read_definition(parser *p, const horn *h, result *out, u32_vec *defined)
{
    uint32_t name;
    pred q;
    term formula;
    token at = p->token;
    if (!parser_open(p)) return false;
    if (!parser_is_word(p, "define-fun")) return parser_expected(p, "'define-fun'");
    if (!parser_advance(p) || !parser_name(p, "a predicate", &name)) return false;
    const char *called = parser_text(p, name);
    size_t f;
    if (horn_find_function(h, called, &f)) return read_function(p, h, out, f);
    if (!horn_find_pred(h, called, &q)) return parser_fail(p, at.line, at.column, "no predicate '%s'", called);
    if (defined->data[q.id]++) return parser_fail(p, at.line, at.column, "'%s' is defined twice", called);
    size_t bound = p->bindings.size;
    if (!bind_params(p, h, q, &at) || !read_formula(p, &formula)) return false;
    parser_unbind(p, bound);
    model_set(&out->model, q, formula);
    return parser_close(p);
}

static bool read_model(parser *p, const horn *h, result *out)
{
    u32_vec defined;
    u32_vec_init(&defined);
    u32_vec_resize(&defined, horn_pred_count(h) + 1);
    model_release(&out->model);
    model_init(&out->model, h);
    out->answer = ANSWER_SAFE;
    bool ok = true;
    while (ok && p->token.kind != TOKEN_CLOSE) ok = read_definition(p, h, out, &defined);
    for (uint32_t i = 0; i < horn_pred_count(h) && ok; i++)
        if (!defined.data[i])
            ok = parser_fail(p, p->token.line, p->token.column, "the model does not define '%s'", horn_pred_name(h, (pred){i}));
    u32_vec_release(&defined);
    return ok;
}

/* ---- derivations ---- */

static bool read_premises(parser *p, const horn *h, const derivation *d, const clause *c, u32_vec *premises)
{
    if (!parser_open(p)) return false;
    for (size_t i = 0; i < c->n_body; i++) {
        token at = p->token;
        uint32_t from;
        if (!parser_index(p, &from)) return false;
        if (from >= d->steps.size) return parser_fail(p, at.line, at.column, "step %u comes later or not at all", from);
        pred wanted = c->body[i].pred;
        if (!pred_is_equal(horn_clause(h, d->steps.data[from].clause)->head.pred, wanted))
            return parser_fail(p, at.line, at.column, "step %u concludes another predicate than '%s'", from, horn_pred_name(h, wanted));
        u32_vec_push(premises, from);
    }
    return parser_close(p);
}

/* The canonical form of an array's value depends on term ids, which are not those of the process that printed it. */
static bool canonical_value(term_store *ts, term *t)
{
    if (eval_is_value(ts, *t)) return true;
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(ts, t, 1, &symbols);
    bool closed = symbols.size == 0;
    term_vec_release(&symbols);
    if (!closed) return false;
    evaluator *e = evaluator_new(ts);
    bool div0 = false;
    *t = evaluator_eval(e, *t, &div0);
    evaluator_free(e);
    return !term_is_none(*t) && !div0;
}

/* A value of an uninterpreted sort is a mere name. */
static bool read_value(parser *p, sort s, bool with_functions, term *out)
{
    token at = p->token;
    if (sort_kind_of(p->ts, s) == SORT_UNINTERPRETED && parser_is_symbol(p)) {
        uint32_t name;
        if (!parser_name(p, "a value", &name)) return false;
        *out = term_mk_sym(p->ts, parser_text(p, name), s);
        return true;
    }
    if (!parser_term(p, out)) return false;
    if (!parser_coerce(p, out, s)) return builtin_sort_error(p, at.line, at.column, "a value", "its variable's sort", *out);
    return with_functions || canonical_value(p->ts, out) || parser_fail(p, at.line, at.column, "expected a value, found a term to be computed");
}

static bool read_step(parser *p, const horn *h, derivation *d, u32_vec *premises, term_vec *values)
{
    uint32_t index;
    if (!parser_open(p)) return false;
    if (!parser_is_word(p, "step")) return parser_expected(p, "'step'");
    token at = p->token;
    if (!parser_advance(p) || !parser_index(p, &index)) return false;
    if (index >= horn_clause_count(h)) return parser_fail(p, at.line, at.column, "there is no clause %u", index);
    const clause *c = horn_clause(h, index);
    premises->size = values->size = 0;
    if (!read_premises(p, h, d, c, premises) || !parser_open(p)) return false;
    for (size_t i = 0; i < c->n_vars; i++) {
        term value;
        if (!read_value(p, term_sort(p->ts, c->vars[i]), horn_function_count(h) > 0, &value)) return false;
        term_vec_push(values, value);
    }
    derivation_add(d, h, index, premises->data, values->data);
    return parser_close(p) && parser_close(p);
}

static bool read_derivation(parser *p, const horn *h, result *out)
{
    u32_vec premises;
    u32_vec_init(&premises);
    term_vec values;
    term_vec_init(&values);
    out->answer = ANSWER_UNSAFE;
    bool ok = true;
    while (ok && p->token.kind != TOKEN_CLOSE) ok = read_step(p, h, &out->derivation, &premises, &values);
    u32_vec_release(&premises);
    term_vec_release(&values);
    return ok;
}

/* One list; *is_last tells whether it was the answer. */
static bool read_part(parser *p, const horn *h, result *out, bool *is_last)
{
    if (!parser_open(p)) return false;
    bool bound = parser_is_word(p, "bound"), stat = parser_is_word(p, "stat"), unknown = parser_is_word(p, "unknown");
    bool is_model = parser_is_word(p, "model"), is_outline = parser_is_word(p, "outline");
    bool is_derivation = is_outline || parser_is_word(p, "derivation");
    *is_last = unknown || is_model || is_derivation;
    if (!*is_last && !bound && !stat) return parser_expected(p, "bound, stat, model, derivation or unknown");
    if (!parser_advance(p)) return false;
    out->derivation.is_outline = is_outline;
    bool ok = bound ? read_bound(p, out) : stat ? read_stat(p, out) : unknown ? read_unknown(p, out)
              : is_model ? read_model(p, h, out) : read_derivation(p, h, out);
    return ok && parser_close(p);
}

bool smtlib_parse_result(const horn *h, const char *bytes, size_t length, result *out, diag *error)
{
    parser p;
    parser_init(&p, horn_terms(h), "<result>", bytes, length, error);
    p.any_sort = true;
    p.assertion = 1;
    parser_know_datatypes(&p);
    parser_know_functions(&p, h);
    bool is_last = false, ok = parser_advance(&p);
    while (ok && !is_last) ok = read_part(&p, h, out, &is_last);
    ok = ok && (p.token.kind == TOKEN_END || parser_expected(&p, "the end of the result"));
    parser_release(&p);
    if (!ok) {
        result_release(out);
        result_set_unknown(out, "an unreadable result");
    }
    return ok;
}

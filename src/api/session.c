/* Sessions: SMT-LIB's commands, answered one by one. */

#include "api/parts.h"

#include "front/smtlib/lexer.h"
#include "term/eval.h"
#include "term/print.h"

#include <stdlib.h>

typedef enum scan_state { SCAN_PLAIN, SCAN_COMMENT, SCAN_STRING, SCAN_QUOTED } scan_state;

/* Finds where S-expressions end, however the input comes. */
typedef struct scanner {
    size_t at; /* bytes looked at */
    size_t depth; /* open parentheses */
    scan_state state;
    bool has_begun;
} scanner;

typedef enum session_option {
    OPTION_PRINT_SUCCESS,
    OPTION_PRODUCE_MODELS,
    OPTION_PRODUCE_PROOFS,
    OPTION_PRODUCE_ASSERTIONS,
    OPTION_GLOBAL_DECLARATIONS,
    OPTION_TIMEOUT,
    SESSION_OPTIONS
} session_option;

static const struct {
    const char *name;
    bool is_number;
    long initial;
} OPTIONS[SESSION_OPTIONS] = {
    [OPTION_PRINT_SUCCESS] = {":print-success", false, 0},
    [OPTION_PRODUCE_MODELS] = {":produce-models", false, 1},
    [OPTION_PRODUCE_PROOFS] = {":produce-proofs", false, 1},
    [OPTION_PRODUCE_ASSERTIONS] = {":produce-assertions", false, 1},
    [OPTION_GLOBAL_DECLARATIONS] = {":global-declarations", false, 0},
    [OPTION_TIMEOUT] = {":timeout", true, 0},
};

struct latch_session {
    latch_options options;
    limits limits;
    smtlib_reader *reader;
    text input;
    scanner scanner;
    uint32_t line; /* of the input's first byte */
    long option[SESSION_OPTIONS];
    latch_problem problem; /* of the last question */
    latch_result *result; /* its answer; NULL: something has changed since */
    size_t errors;
    bool is_over;
    text out;
};

/* A command being answered: its words come from `lexer`. */
typedef struct request {
    latch_session *s;
    lexer lexer;
    const char *end; /* of its ')' */
} request;

latch_session *latch_session_new(const latch_options *options)
{
    latch_require(options);
    latch_session *s = alloc_zeroed(1, sizeof *s);
    s->options = *options;
    s->limits = api_limits(options);
    s->reader = smtlib_reader_new(NULL);
    s->line = 1;
    for (int i = 0; i < SESSION_OPTIONS; i++) s->option[i] = OPTIONS[i].initial;
    text_init(&s->input);
    text_init(&s->out);
    return s;
}

static void forget_answer(latch_session *s)
{
    latch_result_free(s->result);
    horn_free(s->problem.horn);
    s->problem = (latch_problem){0};
    s->result = NULL;
}

void latch_session_free(latch_session *s)
{
    if (!s) return;
    forget_answer(s);
    smtlib_reader_free(s->reader);
    text_release(&s->input);
    text_release(&s->out);
    free(s);
}

/* ---- the input ---- */

void latch_session_feed(latch_session *s, const char *bytes, size_t n)
{
    latch_require(s && (bytes || !n));
    text_add(&s->input, bytes, n);
}

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/* What follows the byte; true: an S-expression ends with it. */
static bool scan_byte(scanner *x, char c)
{
    switch (x->state) {
    case SCAN_COMMENT:
        if (c == '\n') x->state = SCAN_PLAIN;
        return false;
    case SCAN_STRING: /* "" inside of one ends it and begins another, which is the same here */
        if (c == '"') x->state = SCAN_PLAIN;
        return false;
    case SCAN_QUOTED:
        if (c == '|') x->state = SCAN_PLAIN;
        return false;
    default: break;
    }
    if (c == ';') x->state = SCAN_COMMENT;
    if (c == '"') x->state = SCAN_STRING;
    if (c == '|') x->state = SCAN_QUOTED;
    if (c == '(') x->depth++;
    if (c != ';' && !is_space(c)) x->has_begun = true;
    if (c != ')') return c == '\n' && !x->depth && x->has_begun; /* a line of something else than commands */
    if (x->depth) x->depth--;
    return !x->depth;
}

/* The first command ends at input[scanner.at]. */
static bool find_end(latch_session *s)
{
    while (s->scanner.at < s->input.size)
        if (scan_byte(&s->scanner, s->input.data[s->scanner.at++])) return true;
    return false;
}

static void drop_input(latch_session *s, size_t n)
{
    for (size_t i = 0; i < n; i++) s->line += s->input.data[i] == '\n';
    memmove(s->input.data, s->input.data + n, s->input.size - n + 1);
    s->input.size -= n;
    s->scanner = (scanner){0};
}

/* ---- answers ---- */

static void print_string(text *out, const char *content)
{
    text_addc(out, '"');
    for (; *content; content++) {
        if (*content == '"') text_addc(out, '"');
        text_addc(out, *content);
    }
    text_addc(out, '"');
}

static bool fail(request *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(request *r, const char *format, ...)
{
    text what;
    text_init(&what);
    va_list args;
    va_start(args, format);
    text_vprintf(&what, format, args);
    va_end(args);
    r->s->errors++;
    text_adds(&r->s->out, "(error ");
    print_string(&r->s->out, what.data);
    text_adds(&r->s->out, ")\n");
    text_release(&what);
    return false;
}

static bool fail_with(request *r, const diag *d) { return fail(r, "line %u column %u: %s", d->line, d->column, d->message); }

static void unsupported(request *r) { text_adds(&r->s->out, "unsupported\n"); }

static bool success(request *r)
{
    if (r->s->option[OPTION_PRINT_SUCCESS]) text_adds(&r->s->out, "success\n");
    return true;
}

/* ---- words ---- */

static bool is_word(token t, const char *word) { return t.length == strlen(word) && !memcmp(t.text, word, t.length); }

static token next(request *r) { return lexer_next(&r->lexer); }

static bool expected(request *r, token t, const char *what)
{
    return fail(r, "line %u column %u: expected %s, found '%.*s'", t.line, t.column, what, (int)(t.length > 40 ? 40 : t.length), t.text);
}

static bool at_close(request *r)
{
    token t = next(r);
    return t.kind == TOKEN_CLOSE || expected(r, t, "')'");
}

static bool read_count(request *r, long *n)
{
    token t = next(r);
    *n = 1;
    if (t.kind == TOKEN_CLOSE) return true;
    if (t.kind != TOKEN_NUMERAL || t.length > 4) return expected(r, t, "a small numeral");
    *n = strtol(t.text, NULL, 10);
    return at_close(r);
}

/* ---- the stack ---- */

static bool push(request *r)
{
    long n;
    if (!read_count(r, &n)) return false;
    for (long i = 0; i < n; i++) smtlib_reader_push(r->s->reader);
    return success(r);
}

static bool pop(request *r)
{
    long n;
    if (!read_count(r, &n)) return false;
    if ((size_t)n > smtlib_reader_levels(r->s->reader)) return fail(r, "there are only %zu levels to pop", smtlib_reader_levels(r->s->reader));
    forget_answer(r->s);
    for (long i = 0; i < n; i++) smtlib_reader_pop(r->s->reader, r->s->option[OPTION_GLOBAL_DECLARATIONS] != 0);
    return success(r);
}

static bool reset_assertions(request *r)
{
    forget_answer(r->s);
    smtlib_reader_reset(r->s->reader, r->s->option[OPTION_GLOBAL_DECLARATIONS] != 0);
    return success(r);
}

static bool reset(request *r)
{
    forget_answer(r->s);
    smtlib_reader_reset(r->s->reader, false);
    for (int i = 0; i < SESSION_OPTIONS; i++) r->s->option[i] = OPTIONS[i].initial;
    return success(r);
}

/* A declaration, a definition, an assertion. */
static bool take(request *r, const char *bytes, size_t length, uint32_t line)
{
    diag d;
    diag_init(&d);
    forget_answer(r->s);
    bool ok = smtlib_reader_take(r->s->reader, bytes, length, line, &r->s->limits, &d);
    ok = ok ? success(r) : fail_with(r, &d);
    diag_release(&d);
    return ok;
}

/* ---- questions ---- */

static latch_options options_now(const latch_session *s)
{
    latch_options o = s->options;
    double left = limits_left(&s->limits), own = (double)s->option[OPTION_TIMEOUT] / 1000;
    o.timeout = s->limits.deadline > 0 ? (left > 1e-6 ? left : 1e-6) : 0;
    if (own > 0 && (o.timeout <= 0 || own < o.timeout)) o.timeout = own;
    return o;
}

static bool ask(request *r, const char *assumptions, size_t length)
{
    latch_session *s = r->s;
    diag d;
    diag_init(&d);
    forget_answer(s);
    horn *h = smtlib_reader_problem(s->reader, assumptions, length, r->lexer.line, &s->limits, &d);
    bool ok = h != NULL;
    if (ok) {
        s->problem = (latch_problem){.terms = horn_terms(h), .horn = h};
        latch_options o = options_now(s);
        s->result = latch_check(&s->problem, &o);
        text_printf(&s->out, "%s\n", latch_answer_word(&s->problem, latch_result_answer(s->result)));
    } else {
        fail_with(r, &d);
    }
    diag_release(&d);
    return ok;
}

static bool check_sat(request *r) { return at_close(r) && ask(r, "", 0); }

/* Assumptions are literals: P or (not P), where P has no arguments. */
static bool check_sat_assuming(request *r)
{
    token t = next(r);
    if (t.kind != TOKEN_OPEN) return expected(r, t, "'('");
    const char *from = r->lexer.at;
    scanner x = {.depth = 1};
    const char *to = from;
    while (to < r->end && !scan_byte(&x, *to)) to++;
    return ask(r, from, (size_t)(to - from));
}

static bool need(request *r, latch_answer a)
{
    if (r->s->result && latch_result_answer(r->s->result) == a) return true;
    return fail(r, "the last answer was not %s, or something has changed since", a == LATCH_SAFE ? "sat" : "unsat");
}

static bool get_model(request *r)
{
    if (!need(r, LATCH_SAFE)) return false;
    char *printed = latch_result_model(r->s->result);
    text_printf(&r->s->out, "(\n%s)\n", printed);
    free(printed);
    return true;
}

static bool get_proof(request *r)
{
    if (!need(r, LATCH_UNSAFE)) return false;
    latch_session *s = r->s;
    char *steps = latch_result_derivation(s->result);
    text_adds(&s->out, "(\n");
    for (char *line = steps; *line; line += *line != '\0') {
        size_t n = strcspn(line, "\n");
        text_printf(&s->out, "; %.*s\n", (int)n, line);
        line += n;
    }
    free(steps);
    derivation_print_proof(&s->out, s->problem.horn, &s->result->result.derivation);
    text_adds(&s->out, ")\n");
    return true;
}

/* The value of one term under the model. False after saying what is wrong. */
static bool value_of(request *r, const char *bytes, size_t length, text *out)
{
    latch_session *s = r->s;
    diag d;
    diag_init(&d);
    term t = smtlib_reader_term(s->reader, bytes, length, r->lexer.line, s->problem.horn, &s->result->result.model, &d), value = TERM_NONE;
    bool ok = !term_is_none(t) || fail_with(r, &d), is_open = false;
    if (ok) {
        evaluator *e = evaluator_new(s->problem.terms);
        value = evaluator_eval(e, t, &is_open);
        evaluator_free(e);
        ok = (!term_is_none(value) && !is_open) || fail(r, "line %u: the value of '%.*s' cannot be computed", r->lexer.line, (int)length, bytes);
    }
    if (ok) {
        text_printf(out, "(%.*s ", (int)length, bytes);
        print_term(out, s->problem.terms, value);
        text_addc(out, ')');
    }
    diag_release(&d);
    return ok;
}

/* The end of the term at the lexer: its last token's. False at a ')' that closes what is around it. */
static bool skip_term(lexer *l, const char **from)
{
    size_t depth = 0;
    do {
        token t = lexer_next(l);
        bool is_enclosed = t.kind == TOKEN_QUOTED || t.kind == TOKEN_STRING, is_bits = t.kind == TOKEN_HEX || t.kind == TOKEN_BINARY;
        if (!*from) *from = t.text - (is_enclosed ? 1 : is_bits ? 2 : 0);
        if (t.kind == TOKEN_END || t.kind == TOKEN_BAD || (t.kind == TOKEN_CLOSE && !depth)) return false;
        depth += t.kind == TOKEN_OPEN;
        depth -= t.kind == TOKEN_CLOSE;
    } while (depth);
    return true;
}

static bool get_value(request *r)
{
    token t = next(r);
    if (t.kind != TOKEN_OPEN) return expected(r, t, "'('");
    if (!need(r, LATCH_SAFE)) return false;
    text values;
    text_init(&values);
    bool ok = true;
    const char *from = NULL;
    while (ok && skip_term(&r->lexer, &from)) {
        text_adds(&values, values.size ? "\n " : "(");
        ok = value_of(r, from, (size_t)(r->lexer.at - from), &values);
        from = NULL;
    }
    if (ok) text_printf(&r->s->out, "%s)\n", values.size ? values.data : "(");
    text_release(&values);
    return ok;
}

static bool get_assertions(request *r)
{
    text_adds(&r->s->out, "(\n");
    smtlib_reader_print(&r->s->out, r->s->reader);
    text_adds(&r->s->out, ")\n");
    return true;
}

/* ---- what is told about the session ---- */

static void print_statistics(latch_session *s)
{
    text_addc(&s->out, '(');
    const stats *all = s->result ? &s->result->result.stats : NULL;
    for (int i = 0, any = 0; all && i < STAT_IDS; i++) {
        if (all->value[i] == 0) continue;
        text_printf(&s->out, stats_kind((stat_id)i) == STAT_COUNT ? "%s:%s %.0f" : "%s:%s %.6f", any++ ? "\n " : "", stats_name((stat_id)i), all->value[i]);
    }
    text_adds(&s->out, ")\n");
}

static bool get_info(request *r)
{
    latch_session *s = r->s;
    token t = next(r);
    if (t.kind != TOKEN_KEYWORD) return expected(r, t, "a keyword");
    const char *reason = s->result ? latch_result_reason(s->result) : NULL;
    if (is_word(t, ":name")) {
        text_adds(&s->out, "(:name \"Latch\")\n");
    } else if (is_word(t, ":version")) {
        text_printf(&s->out, "(:version \"%s\")\n", latch_version());
    } else if (is_word(t, ":authors")) {
        text_adds(&s->out, "(:authors \"the authors of Latch\")\n");
    } else if (is_word(t, ":error-behavior")) {
        text_adds(&s->out, "(:error-behavior continued-execution)\n");
    } else if (is_word(t, ":assertion-stack-levels")) {
        text_printf(&s->out, "(:assertion-stack-levels %zu)\n", smtlib_reader_levels(s->reader));
    } else if (is_word(t, ":all-statistics")) {
        print_statistics(s);
    } else if (is_word(t, ":reason-unknown")) {
        if (!reason) return fail(r, "the last answer was not unknown");
        text_adds(&s->out, "(:reason-unknown ");
        print_string(&s->out, reason);
        text_adds(&s->out, ")\n");
    } else {
        unsupported(r);
    }
    return true;
}

static bool find_option(token t, session_option *out)
{
    for (int i = 0; i < SESSION_OPTIONS; i++) {
        *out = (session_option)i;
        if (is_word(t, OPTIONS[i].name)) return true;
    }
    return false;
}

static bool set_option(request *r)
{
    token t = next(r);
    session_option o;
    if (t.kind != TOKEN_KEYWORD) return expected(r, t, "a keyword");
    if (!find_option(t, &o)) return unsupported(r), true;
    token v = next(r);
    bool is_bool = is_word(v, "true") || is_word(v, "false");
    if (OPTIONS[o].is_number ? v.kind != TOKEN_NUMERAL || v.length > 9 : !is_bool) return expected(r, v, OPTIONS[o].is_number ? "a numeral" : "true or false");
    if (!at_close(r)) return false;
    r->s->option[o] = OPTIONS[o].is_number ? strtol(v.text, NULL, 10) : is_word(v, "true");
    return success(r);
}

static bool get_option(request *r)
{
    token t = next(r);
    session_option o;
    if (t.kind != TOKEN_KEYWORD) return expected(r, t, "a keyword");
    if (!find_option(t, &o)) unsupported(r);
    else if (OPTIONS[o].is_number) text_printf(&r->s->out, "%ld\n", r->s->option[o]);
    else text_adds(&r->s->out, r->s->option[o] ? "true\n" : "false\n");
    return true;
}

static bool echo(request *r)
{
    token t = next(r);
    if (t.kind != TOKEN_STRING) return expected(r, t, "a string");
    text_printf(&r->s->out, "\"%.*s\"\n", (int)t.length, t.text);
    return at_close(r);
}

static bool set_logic(request *r)
{
    token t = next(r);
    if (is_word(t, "HORN") || is_word(t, "ALL")) return at_close(r) && success(r);
    return fail(r, "line %u column %u: the logic '%.*s' is not supported, only HORN is", t.line, t.column, (int)t.length, t.text);
}

static bool leave(request *r)
{
    r->s->is_over = true;
    return success(r);
}

static const struct {
    const char *name;
    bool (*run)(request *r);
} COMMANDS[] = {
    {"push", push},
    {"pop", pop},
    {"reset-assertions", reset_assertions},
    {"reset", reset},
    {"check-sat", check_sat},
    {"check-sat-assuming", check_sat_assuming},
    {"get-model", get_model},
    {"get-proof", get_proof},
    {"get-value", get_value},
    {"get-assertions", get_assertions},
    {"get-info", get_info},
    {"set-info", success},
    {"get-option", get_option},
    {"set-option", set_option},
    {"echo", echo},
    {"set-logic", set_logic},
    {"exit", leave},
};

static void run_command(latch_session *s, const char *bytes, size_t length)
{
    request r = {.s = s, .end = bytes + length};
    lexer_init(&r.lexer, bytes, length);
    r.lexer.line = s->line;
    token open = next(&r);
    if (open.kind == TOKEN_END) return;
    token word = open.kind == TOKEN_OPEN ? next(&r) : open;
    if (open.kind != TOKEN_OPEN || word.kind != TOKEN_SYMBOL) {
        expected(&r, word, "a command");
    } else if (smtlib_reader_knows(word.text, word.length)) {
        take(&r, bytes, length, s->line);
    } else {
        for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++)
            if (is_word(word, COMMANDS[i].name)) {
                COMMANDS[i].run(&r);
                return;
            }
        unsupported(&r);
    }
}

static char *take_output(latch_session *s)
{
    char *said = text_take(&s->out);
    text_init(&s->out);
    return said;
}

char *latch_session_next(latch_session *s)
{
    latch_require(s);
    if (s->is_over || !find_end(s)) return NULL;
    size_t length = s->scanner.at;
    run_command(s, s->input.data, length);
    drop_input(s, length);
    return take_output(s);
}

char *latch_session_end(latch_session *s)
{
    latch_require(s);
    if (s->is_over || !s->scanner.has_begun) return take_output(s);
    request r = {.s = s};
    fail(&r, "line %u: the input ends within a command", s->line);
    s->is_over = true;
    return take_output(s);
}

int latch_session_is_over(const latch_session *s)
{
    latch_require(s);
    return s->is_over || limits_is_over(&s->limits);
}

size_t latch_session_errors(const latch_session *s)
{
    latch_require(s);
    return s->errors;
}

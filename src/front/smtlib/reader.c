/* Scripts, command by command. The text of every command that counts is kept; what it has declared is dropped with the whole state of the parser
 * when a level is, and the rest is read again. So nothing has to be undone piece by piece, and terms that nobody needs go, too. */

#include "front/smtlib/clausify.h"
#include "front/smtlib/script.h"

#include <stdlib.h>

typedef struct kept {
    char *text; /* owned */
    size_t length;
    uint32_t line;
    uint32_t level;
    bool is_assertion;
} kept;
VEC_DECLARE(kept_vec, kept);

struct smtlib_reader {
    const char *file;
    kept_vec commands;
    uint32_t levels;
    bool is_current; /* ts and script are what the commands say */
    term_store *ts;
    script script;
};

static const char *const KNOWN[] = {"assert", "declare-fun", "declare-const", "declare-rel", "declare-var", "declare-sort", "declare-datatypes",
                                    "declare-datatype", "define-fun", "define-fun-rec", "define-const", "define-sort", "rule"};

bool smtlib_reader_knows(const char *command, size_t length)
{
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (strlen(KNOWN[i]) == length && !memcmp(KNOWN[i], command, length)) return true;
    return false;
}

smtlib_reader *smtlib_reader_new(const char *file)
{
    smtlib_reader *r = alloc_zeroed(1, sizeof *r);
    r->file = file;
    return r;
}

static void drop_state(smtlib_reader *r)
{
    if (!r->ts) return;
    horn_free(script_release(&r->script));
    term_store_free(r->ts);
    r->ts = NULL;
    r->is_current = false;
}

static void drop_commands(smtlib_reader *r, bool (*goes)(const kept *, uint32_t), uint32_t level)
{
    size_t n = 0;
    for (size_t i = 0; i < r->commands.size; i++) {
        kept *k = &r->commands.data[i];
        if (goes(k, level)) free(k->text);
        else r->commands.data[n++] = *k;
    }
    r->commands.size = n;
    r->is_current = false;
}

static bool is_above(const kept *k, uint32_t level) { return k->level > level; }
static bool is_assertion_above(const kept *k, uint32_t level) { return k->is_assertion && k->level > level; }
static bool is_any(const kept *k, uint32_t level) { return (void)k, (void)level, true; }
static bool is_assertion(const kept *k, uint32_t level) { return (void)level, k->is_assertion; }

void smtlib_reader_free(smtlib_reader *r)
{
    drop_state(r);
    drop_commands(r, is_any, 0);
    kept_vec_release(&r->commands);
    free(r);
}

size_t smtlib_reader_levels(const smtlib_reader *r) { return r->levels; }

void smtlib_reader_push(smtlib_reader *r) { r->levels++; }

void smtlib_reader_pop(smtlib_reader *r, bool keeps_names)
{
    assert(r->levels > 0);
    r->levels--;
    drop_commands(r, keeps_names ? is_assertion_above : is_above, r->levels);
    for (size_t i = 0; i < r->commands.size; i++)
        if (r->commands.data[i].level > r->levels) r->commands.data[i].level = r->levels;
}

void smtlib_reader_reset(smtlib_reader *r, bool keeps_names)
{
    r->levels = 0;
    drop_commands(r, keeps_names ? is_assertion : is_any, 0);
    for (size_t i = 0; i < r->commands.size; i++) r->commands.data[i].level = 0;
}

/* From here on the parser reads these bytes. */
static bool aim(smtlib_reader *r, const char *bytes, size_t length, uint32_t line, const limits *limit, diag *error)
{
    parser *p = &r->script.parser;
    lexer_init(&p->lexer, bytes, length);
    p->lexer.line = line;
    p->error = error;
    p->limit = limit;
    return parser_advance(p);
}

static bool read_one(smtlib_reader *r, const char *bytes, size_t length, uint32_t line, const limits *limit, diag *error)
{
    parser *p = &r->script.parser;
    return aim(r, bytes, length, line, limit, error) && script_command(&r->script)
           && (p->token.kind == TOKEN_END || parser_expected(p, "the end of the command"));
}

static bool make_current(smtlib_reader *r, const limits *limit, diag *error)
{
    if (r->is_current) return true;
    drop_state(r);
    r->ts = term_store_new();
    script_init(&r->script, r->ts, r->file, "", 0, error);
    r->is_current = true;
    for (size_t i = 0; i < r->commands.size && r->is_current; i++) {
        const kept *k = &r->commands.data[i];
        r->is_current = read_one(r, k->text, k->length, k->line, limit, error);
    }
    return r->is_current;
}

bool smtlib_reader_take(smtlib_reader *r, const char *bytes, size_t length, uint32_t line, const limits *limit, diag *error)
{
    if (!make_current(r, limit, error)) return false;
    size_t asserted = r->script.assertions.size;
    r->is_current = read_one(r, bytes, length, line, limit, error);
    if (!r->is_current) return false;
    kept_vec_push(&r->commands, (kept){.text = alloc_string(bytes, length), .length = length, .line = line, .level = r->levels,
                                       .is_assertion = r->script.assertions.size > asserted});
    return true;
}

/* ---- questions ---- */

static bool read_assumptions(smtlib_reader *r, assertion_vec *out)
{
    parser *p = &r->script.parser;
    while (p->token.kind != TOKEN_END) {
        assertion a = {.line = p->token.line, .column = p->token.column};
        if (!parser_assertion(p, &a.formula)) return false;
        assertion_vec_push(out, a);
    }
    return true;
}

horn *smtlib_reader_problem(smtlib_reader *r, const char *assumptions, size_t length, uint32_t line, const limits *limit, diag *error)
{
    if (!make_current(r, limit, error)) return NULL;
    assertion_vec others;
    assertion_vec_init(&others);
    horn *h = horn_new(r->ts);
    horn_set_file(h, r->file);
    horn_copy_preds(h, r->script.parser.problem);
    horn_copy_functions(h, r->script.parser.problem);
    r->is_current = aim(r, assumptions, length, line, limit, error) && read_assumptions(r, &others);
    bool ok = r->is_current && script_make_clauses(&r->script, h, &others);
    assertion_vec_release(&others);
    if (ok) return h;
    horn_free(h);
    return NULL;
}

typedef struct reading {
    smtlib_reader *r;
    const horn *h;
    const model *m;
} reading;

static term apply_interpretation(const reading *x, size_t f, const term *args)
{
    size_t n = horn_function_at(x->h, f).arity;
    term_vec params, own;
    term_vec_init(&params);
    term_vec_init(&own);
    term_vec_append(&own, args, n);
    for (size_t i = 0; i < n; i++) term_vec_push(&params, horn_function_param(x->h, f, i));
    term by = dag_substitute(x->r->ts, x->m->function.data[f], params.data, own.data, n);
    term_vec_release(&params);
    term_vec_release(&own);
    return by;
}

static term replace_atom(void *context, term t, const term *args)
{
    const reading *x = context;
    atom a = {.args = args};
    size_t f;
    if (term_kind_of(x->r->ts, t) == TERM_APP && horn_find_function(x->h, term_name(x->r->ts, t), &f)) return apply_interpretation(x, f, args);
    return clausify_is_atom(x->r->ts, t, &a.pred) ? model_apply(x->m, x->h, a) : TERM_NONE;
}

term smtlib_reader_term(smtlib_reader *r, const char *bytes, size_t length, uint32_t line, const horn *h, const model *m, diag *error)
{
    assert(r->is_current);
    parser *p = &r->script.parser;
    size_t bound = p->bindings.size;
    term t;
    p->assertion++;
    if (!aim(r, bytes, length, line, NULL, error) || !parser_term(p, &t) || (p->token.kind != TOKEN_END && !parser_expected(p, "the end of the term"))) {
        p->frames.size = p->values.size = p->pending.size = 0;
        parser_unbind(p, bound);
        return TERM_NONE;
    }
    reading x = {r, h, m};
    return dag_map(r->ts, t, replace_atom, &x);
}

void smtlib_reader_print(text *out, const smtlib_reader *r)
{
    for (size_t i = 0; i < r->commands.size; i++) {
        const kept *k = &r->commands.data[i];
        if (!k->is_assertion) continue;
        lexer l;
        lexer_init(&l, k->text, k->length);
        lexer_next(&l); /* the parenthesis, after comments; then the command's word */
        lexer_next(&l);
        const char *first = l.at + strspn(l.at, " \t\r\n");
        text_add(out, first, (size_t)(k->text + k->length - 1 - first));
        text_addc(out, '\n');
    }
}

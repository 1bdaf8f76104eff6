#include "slam/inside.h"

#include "term/print.h"

#include <stdarg.h>
#include <stdlib.h>
#include <ctype.h>

/* ---- formulas in the syntax of the language ---- */

void slam_print(text *out, const term_store *ts, term t, size_t width)
{
    static const struct {
        const char *c, *ours;
    } SIGNS[] = {{"&&", "and"}, {"||", "or"}, {"==>", "=>"}, {"==", "="}, {"!=", "!="}, {"!", "not "}};
    text c;
    text_init(&c);
    print_term_infix(&c, ts, t, width);
    for (const char *at = c.data; *at;) {
        size_t i = 0;
        if (*at == '!' && isdigit((unsigned char)at[1])) { /* the number of a temporary */
            text_addc(out, '_');
            at++;
            continue;
        }
        while (i < 6 && !text_begins_with(at, SIGNS[i].c)) i++;
        if (i < 6) text_adds(out, SIGNS[i].ours);
        else text_addc(out, *at);
        at += i < 6 ? strlen(SIGNS[i].c) : 1;
    }
    text_release(&c);
}

void slam_tell(slam *s, const char *format, ...)
{
    if (!s->options->explains) return;
    va_list args;
    va_start(args, format);
    text_vprintf(&s->story, format, args);
    va_end(args);
}

enum { MOST_WIDTH = 400 };

void slam_tell_term(slam *s, const char *before, term t)
{
    if (!s->options->explains) return;
    text_adds(&s->story, before);
    slam_print(&s->story, s->ts, t, MOST_WIDTH);
    text_addc(&s->story, '\n');
}

void slam_tell_place(slam *s, const while_stmt *cut, hoare_view v)
{
    const while_proc *p = s->frame.procs[cut->id];
    if (cut == p->body) slam_tell(s, "%s, which %s", p->name, v == HOARE_ENDS ? "ends" : "fails");
    else if (cut->kind == WHILE_LOOP) slam_tell(s, "loop at line %u%s", cut->place.line, v == HOARE_ENDS ? ", as its procedure ends" : "");
    else slam_tell(s, "line %u%s", cut->place.line, v == HOARE_ENDS ? ", as its procedure ends" : "");
}

void slam_tell_end(slam *s)
{
    if (s->story.size && s->options->told) s->options->told(s->options->user, s->story.data);
    text_clear(&s->story);
}

/* ---- the outline: the program with what holds before its statements ---- */

static void indent(text *out, size_t depth)
{
    for (size_t i = 0; i < depth; i++) text_adds(out, "    ");
}

/* Not t, with negations at the atoms. */
static term negate(term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    if (k != TERM_AND && k != TERM_OR) return term_mk_not(ts, t);
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < term_arity(ts, t); i++) term_vec_push(&parts, negate(ts, term_arg(ts, t, i)));
    t = k == TERM_AND ? term_mk_or(ts, parts.data, parts.size) : term_mk_and(ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

/* Inside of a procedure its symbols need not say whose they are. */
static void print_local(slam *s, text *out, const while_proc *p, term t)
{
    enum { WIDTH = 200 };
    text whole;
    text_init(&whole);
    slam_print(&whole, s->ts, t, WIDTH);
    size_t length = strlen(p->name);
    for (const char *at = whole.data; *at;) {
        bool is_own = !strncmp(at, p->name, length) && at[length] == '.' && (at == whole.data || !isalnum((unsigned char)at[-1]));
        if (is_own && (isalpha((unsigned char)at[length + 1]) || strchr("_*", at[length + 1]))) at += length + 1;
        else text_addc(out, *at++);
    }
    text_release(&whole);
}

static void print_assertion(slam *s, text *out, size_t depth, const while_proc *p, const char *what, term may)
{
    indent(out, depth);
    text_printf(out, "{ %s", what);
    print_local(s, out, p, negate(s->ts, may));
    text_adds(out, " }\n");
}

static void print_summary(slam *s, text *out, size_t depth, const while_proc *p, const char *what, term may)
{
    indent(out, depth);
    text_printf(out, "{ %s", what);
    print_local(s, out, p, may);
    text_adds(out, " }\n");
}

/* What wp of the statement is, if it says so in a line; temporaries are nothing that a reader could follow. */
static void print_before(slam *s, text *out, size_t depth, const while_stmt *at)
{
    const while_proc *p = s->frame.procs[at->id];
    term t = slam_wp_before(&s->abstract, at, HOARE_FAILS, 0);
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(s->ts, &t, 1, &symbols);
    bool is_short = dag_size(s->ts, t) < 40;
    for (size_t i = 0; i < symbols.size; i++) {
        bool found = false;
        for (size_t j = 0; j < slam_frame_count(&s->frame, p, HOARE_FAILS); j++) found |= term_is_equal(s->frame.symbols[p->index].data[j], symbols.data[i]);
        is_short &= found;
    }
    term_vec_release(&symbols);
    if (is_short) print_assertion(s, out, depth, p, "", smt_simplify(s->solver, t));
}

static void print_stmt(slam *s, text *out, size_t depth, const while_stmt *at);

static void print_part(slam *s, text *out, size_t depth, const while_stmt *at)
{
    if (at->kind != WHILE_BLOCK) print_stmt(s, out, depth, at);
    for (const while_stmt *c = at->kind == WHILE_BLOCK ? at->first : NULL; c; c = c->next) print_stmt(s, out, depth, c);
}

static const char *rule_of(const slam *s, const while_stmt *at)
{
    if (at->kind == WHILE_ASSERT && !hoare_is_goal(&s->outline, at)) return "known to fail";
    switch (at->kind) {
    case WHILE_SKIP: return "SKIP";
    case WHILE_ASSIGN:
    case WHILE_STORE: return "ASSIGNMENT";
    case WHILE_IF: return "CONDITIONAL";
    case WHILE_LOOP: return "ITERATION";
    case WHILE_CALL: return "summary";
    default: return NULL;
    }
}

static void print_loop_invariants(slam *s, text *out, size_t depth, const while_stmt *at)
{
    const while_proc *p = s->frame.procs[at->id];
    print_assertion(s, out, depth, p, "invariant ", s->outline.may[HOARE_FAILS][at->id]);
    if (slam_has_cut(s, at->id, HOARE_ENDS) && p != while_main(s->program)) print_summary(s, out, depth, p, "what it may still leave: ", s->outline.may[HOARE_ENDS][at->id]);
}

static void print_stmt(slam *s, text *out, size_t depth, const while_stmt *at)
{
    if (at->kind == WHILE_LOOP) print_loop_invariants(s, out, depth, at);
    else if (at->kind != WHILE_BLOCK) print_before(s, out, depth, at);
    if (at->kind == WHILE_BLOCK) {
        print_part(s, out, depth, at);
        return;
    }
    size_t begin = out->size;
    indent(out, depth);
    while_print_head(out, at);
    const char *rule = rule_of(s, at);
    if (rule) text_printf(out, "%*s(%s)", out->size - begin < 60 ? (int)(60 - (out->size - begin)) : 1, "", rule);
    text_addc(out, '\n');
    if (at->kind == WHILE_IF || at->kind == WHILE_LOOP) print_part(s, out, depth + 1, at->first);
    if (at->kind == WHILE_IF && at->second) {
        indent(out, depth);
        text_adds(out, "else\n");
        print_part(s, out, depth + 1, at->second);
    }
}

static void print_proc(slam *s, text *out, const while_proc *p)
{
    bool is_main = p == while_main(s->program);
    text_printf(out, "%s\n", is_main ? "main" : p->name);
    if (!is_main) {
        print_assertion(s, out, 1, p, "cannot fail if ", s->outline.may_begin[HOARE_FAILS][p->index]);
        term may = s->outline.may_begin[HOARE_ENDS][p->index];
        print_summary(s, out, 1, p, "what it may leave: ", may);
    }
    print_part(s, out, 1, p->body);
    if (is_main && s->program->final && hoare_is_goal(&s->outline, NULL)) {
        text_printf(out, "    { %s", s->program->final_is_bad ? "not (" : "");
        while_print_expr(out, s->program->final);
        text_printf(out, "%s }\n", s->program->final_is_bad ? ")" : "");
    }
}

void slam_print_outline(slam *s, text *out)
{
    for (size_t i = 0; i < s->program->n_procs; i++) {
        const while_proc *p = s->program->procs[i];
        bool matters = p == while_main(s->program) || !term_is_equal(s->outline.may_begin[HOARE_ENDS][i], term_true(s->ts));
        if (matters) print_proc(s, out, p);
    }
}

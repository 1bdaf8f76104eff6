#include "testgen/goal_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A source file, as lines. */
typedef struct source {
    const char *name; /* of a place */
    text content;
    size_vec lines; /* where each begins */
} source;
VEC_DECLARE(source_vec, source);

struct goal_text {
    const program *p;
    source_vec sources;
};

goal_text *goal_text_new(const program *p)
{
    goal_text *t = alloc_zeroed(1, sizeof *t);
    t->p = p;
    return t;
}

void goal_text_free(goal_text *t)
{
    if (!t) return;
    for (size_t i = 0; i < t->sources.size; i++) {
        text_release(&t->sources.data[i].content);
        size_vec_release(&t->sources.data[i].lines);
    }
    source_vec_release(&t->sources);
    free(t);
}

static const source *source_of(goal_text *t, const char *name)
{
    for (size_t i = 0; i < t->sources.size; i++)
        if (!strcmp(t->sources.data[i].name, name)) return &t->sources.data[i];
    source s = {.name = name};
    text_init(&s.content);
    size_vec_push(&s.lines, 0);
    FILE *f = fopen(name, "r");
    for (int c; f && (c = getc(f)) != EOF;) {
        text_addc(&s.content, (char)c);
        if (c == '\n') size_vec_push(&s.lines, s.content.size);
    }
    if (f) fclose(f);
    source_vec_push(&t->sources, s);
    return &t->sources.data[t->sources.size - 1];
}

/* The part of a line around a column that is one operand: up to an unmatched parenthesis, && or ||, ?, a comma or semicolon. */
typedef struct span {
    const char *from, *to;
} span;

static bool ends_operand(const char *at, const char *line, const char *end)
{
    if (strchr(";,?:{}", *at)) return true;
    bool twice = (at + 1 < end && at[1] == *at) || (at > line && at[-1] == *at);
    return (*at == '&' || *at == '|') && twice;
}

static span operand_around(const char *line, const char *end, const char *at)
{
    assert(line <= at && at < end);
    span s = {at, at};
    int depth = 0;
    for (; s.from > line; s.from--) {
        const char *c = s.from - 1;
        depth += *c == ')' || *c == ']' ? 1 : *c == '(' || *c == '[' ? -1 : 0;
        bool is_negation = *c == '!' && c + 1 == at; /* the branch is on what is negated */
        if (depth < 0 || is_negation || (depth == 0 && ends_operand(c, line, end))) break;
    }
    depth = 0;
    for (; s.to < end; s.to++) {
        depth += *s.to == '(' || *s.to == '[' ? 1 : *s.to == ')' || *s.to == ']' ? -1 : 0;
        if (depth < 0 || (depth == 0 && ends_operand(s.to, line, end))) break;
    }
    while (s.from < s.to && isspace((unsigned char)*s.from)) s.from++;
    while (s.to > s.from && isspace((unsigned char)s.to[-1])) s.to--;
    return s;
}

/* Nothing if the source is not there. */
static void print_condition(goal_text *t, place where, text *out)
{
    enum { WIDTH = 60 };
    const source *s = where.file ? source_of(t, where.file) : NULL;
    if (!s || !where.line || where.line >= s->lines.size || !where.column) return;
    assert(s->lines.data[where.line - 1] < s->lines.data[where.line] && s->lines.data[where.line] <= s->content.size);
    const char *line = s->content.data + s->lines.data[where.line - 1], *end = s->content.data + s->lines.data[where.line] - 1;
    const char *at = line + where.column - 1;
    if (at >= end) return;
    if (!strncmp(at, "switch", 6) || !strncmp(at, "if", 2) || !strncmp(at, "while", 5)) {
        const char *open = memchr(at, '(', (size_t)(end - at));
        if (open && open + 1 < end) at = open + 1;
    }
    span x = operand_around(line, end, at);
    assert(line <= x.from && x.from <= x.to && x.to <= end);
    size_t length = (size_t)(x.to - x.from);
    if (!length) return;
    text_addc(out, '`');
    text_add(out, x.from, length > WIDTH ? WIDTH : length);
    text_adds(out, length > WIDTH ? "...` " : "` ");
}

void goal_text_print(goal_text *t, goal g, text *out)
{
    assert(g.id < program_goal_count(t->p));
    const goal_info *info = program_goal(t->p, g);
    if (goal_kind_is_check(info->kind)) {
        text_adds(out, info->message);
    } else if (info->covers & COVER_BRANCH) {
        text_adds(out, "branch ");
        if (*info->message != '`') print_condition(t, info->place, out); /* the message says it */
        text_adds(out, info->message);
    } else if (!strcmp(info->message, "function")) {
        text_printf(out, "function `%s`", info->function);
    } else if (info->covers & COVER_CALL) {
        text_printf(out, "call in `%s`", info->function);
    } else {
        text_printf(out, "block: %s", info->message);
    }
}

const char *goal_text_kind(const program *p, goal g)
{
    const goal_info *info = program_goal(p, g);
    if (goal_kind_is_check(info->kind)) return "error";
    if (info->covers & COVER_CALL) return "call";
    if (info->covers & COVER_BRANCH) return info->covers & COVER_BLOCK ? "block and branch" : "branch";
    return "block";
}

#include "program/inside.h"
#include "program/unset_info.h"
#include "term/print.h"

/* Terms are printed without sharing: a long one is cut. */
enum { TERM_WIDTH = 2000 };

void program_print_place(text *out, place where)
{
    if (!where.file) return;
    text_adds(out, where.file);
    if (where.line) text_printf(out, ":%u", where.line);
    if (where.line && where.column) text_printf(out, ":%u", where.column);
}

static void print_at(text *out, place where)
{
    if (!where.file) return;
    text_adds(out, "  // ");
    program_print_place(out, where);
}

static void print_one(text *out, const program *p, term t) { print_term_infix(out, program_terms(p), t, TERM_WIDTH); }

static void print_list(text *out, const program *p, const term *terms, size_t n)
{
    text_addc(out, '(');
    for (size_t i = 0; i < n; i++) {
        if (i) text_adds(out, ", ");
        print_one(out, p, terms[i]);
    }
    text_addc(out, ')');
}

static void print_bounds(text *out, const program *p, term low, term high)
{
    if (term_is_none(low) && term_is_none(high)) return;
    text_adds(out, " in [");
    if (!term_is_none(low)) print_one(out, p, low);
    text_adds(out, " .. ");
    if (!term_is_none(high)) print_one(out, p, high);
    text_addc(out, ']');
}

static void print_quoted(text *out, const char *s)
{
    text_addc(out, '"');
    for (; s && *s; s++) {
        unsigned char c = (unsigned char)*s;
        if (c == '"' || c == '\\') text_printf(out, "\\%c", c);
        else if (c == '\n') text_adds(out, "\\n");
        else if (c < 32) text_printf(out, "\\%03o", c);
        else text_addc(out, *s);
    }
    text_addc(out, '"');
}

static void print_var(text *out, const program *p, const char *what, term symbol)
{
    const var_info *v = program_var(p, symbol);
    text_printf(out, "%s ", what);
    print_one(out, p, symbol);
    text_adds(out, ": ");
    print_sort(out, program_terms(p), term_sort(program_terms(p), symbol));
    if (v->width) text_printf(out, " %c%u", v->is_signed ? 'i' : 'u', v->width);
    if (v->is_pointer) text_adds(out, " pointer");
    print_bounds(out, p, v->low, v->high);
    term initial = program_initial(p, symbol);
    if (!term_is_none(initial)) {
        text_adds(out, " = ");
        print_one(out, p, initial);
    }
    if (v->name) text_printf(out, "  \"%s\"", v->name);
    print_at(out, v->place);
    text_addc(out, '\n');
}

static void print_call(text *out, const program *p, const stmt *s)
{
    if (s->n_results) {
        print_list(out, p, s->results, s->n_results);
        text_adds(out, " := ");
    }
    text_printf(out, "call %s", program_proc_name(p, s->callee));
    print_list(out, p, s->args, s->n_args);
}

static void print_stmt(text *out, const program *p, const stmt *s)
{
    text_adds(out, "    ");
    if (s->kind == STMT_ASSIGN || s->kind == STMT_INPUT || s->kind == STMT_HAVOC) {
        print_one(out, p, s->target);
        text_adds(out, " := ");
    }
    switch (s->kind) {
    case STMT_ASSIGN: break;
    case STMT_INPUT:
        text_adds(out, "input ");
        print_quoted(out, s->name);
        break;
    case STMT_HAVOC: text_adds(out, "any"); break;
    case STMT_ASSUME: text_adds(out, "assume "); break;
    case STMT_CHECK: text_printf(out, "check %s #%u ", goal_kind_name(program_goal(p, s->goal)->kind), s->goal.id); break;
    case STMT_CALL: print_call(out, p, s); break;
    case STMT_OUTPUT:
        text_adds(out, "output ");
        print_quoted(out, s->name);
        text_addc(out, ' ');
        print_list(out, p, s->args, s->n_args);
        break;
    case STMT_EXIT: text_adds(out, "exit "); break;
    case STMT_NOTE: text_printf(out, "note %s ", s->name); break;
    case STMT_REACH: text_printf(out, "reach #%u", s->goal.id); break;
    case STMT_UNSET:
        text_printf(out, "unset #%u ", s->unset->site);
        print_list(out, p, s->args, s->n_args);
        break;
    }
    if (s->kind == STMT_INPUT || s->kind == STMT_HAVOC) print_bounds(out, p, s->low, s->high);
    else if (s->kind != STMT_CALL && s->kind != STMT_OUTPUT && s->kind != STMT_UNSET && s->kind != STMT_REACH) print_one(out, p, s->value);
    print_at(out, s->place);
    text_addc(out, '\n');
}

static void print_ending(text *out, const program *p, proc f, block b)
{
    if (program_is_return(p, f, b)) text_adds(out, "    return\n");
    else if (!program_branch_count(p, f, b)) text_adds(out, "    stop\n");
    for (size_t i = 0; i < program_branch_count(p, f, b); i++) {
        branch x = program_branch(p, f, b, i);
        text_adds(out, "    ");
        if (!term_is_equal(x.condition, term_true(program_terms(p)))) {
            text_adds(out, "if ");
            print_one(out, p, x.condition);
            text_addc(out, ' ');
        }
        text_printf(out, "goto b%u\n", x.target.id);
    }
}

static void print_proc(text *out, const program *p, proc f)
{
    const term_vec *params = program_params(p, f), *results = program_results(p, f), *locals = program_locals(p, f);
    text_printf(out, "%sproc %s", program_entry(p).id == f.id ? "entry " : "", program_proc_name(p, f));
    print_list(out, p, params->data, params->size);
    if (results->size) {
        text_adds(out, " -> ");
        print_list(out, p, results->data, results->size);
    }
    print_at(out, program_proc_place(p, f));
    text_addc(out, '\n');
    for (size_t i = 0; i < locals->size; i++) print_var(out, p, "  var", locals->data[i]);
    for (uint32_t i = 0; i < program_block_count(p, f); i++) {
        block b = {i};
        text_printf(out, "  b%u:", i);
        print_at(out, program_block_place(p, f, b));
        text_addc(out, '\n');
        for (size_t k = 0; k < program_stmt_count(p, f, b); k++) print_stmt(out, p, program_stmt(p, f, b, k));
        print_ending(out, p, f, b);
    }
}

static void print_goal(text *out, const program *p, goal g)
{
    const goal_info *info = program_goal(p, g);
    text_printf(out, "goal #%u %s", g.id, goal_kind_name(info->kind));
    if (info->message) text_printf(out, ": %s", info->message);
    print_at(out, info->place);
    text_addc(out, '\n');
}

static void print_assumption(text *out, const program *p, size_t i)
{
    place where;
    text_printf(out, "assumption %s", program_assumption(p, i, &where));
    print_at(out, where);
    text_addc(out, '\n');
}

void program_print(text *out, const program *p)
{
    const term_vec *globals = program_globals(p);
    for (size_t i = 0; i < program_assumption_count(p); i++) print_assumption(out, p, i);
    for (size_t i = 0; i < globals->size; i++) print_var(out, p, "global", globals->data[i]);
    for (uint32_t i = 0; i < program_goal_count(p); i++) print_goal(out, p, (goal){i});
    for (uint32_t i = 0; i < program_proc_count(p); i++) print_proc(out, p, (proc){i});
}

#include "program/inside.h"

#include "base/map.h"
#include "program/unset_info.h"
#include "term/dag.h"

/* The expressions of a procedure are collected and looked through together, so that what they share is visited once. */
typedef struct checker {
    const program *p;
    term_store *ts;
    term_vec expressions, symbols;
    proc f; /* PROC_NONE: outside of procedures */
} checker;

static bool exists(const checker *c, term t) { return t.id < term_store_size(c->ts); }

static bool has_sort(const checker *c, term t, sort s) { return exists(c, t) && sort_is_equal(term_sort(c->ts, t), s); }

static bool is_int(const checker *c, term t) { return has_sort(c, t, sort_int(c->ts)); }

static bool is_visible(const checker *c, term variable)
{
    const var_info *v = exists(c, variable) ? program_var(c->p, variable) : NULL;
    return v && (v->owner.id == PROC_NONE.id || v->owner.id == c->f.id);
}

static const char *check_expression(checker *c, term t, sort s)
{
    if (!exists(c, t)) return "an expression does not exist";
    if (!sort_is_none(s) && !has_sort(c, t, s)) return "an expression has the wrong sort";
    if (term_has_bound(c->ts, t)) return "an expression has a loose bound variable";
    term_vec_push(&c->expressions, t);
    return NULL;
}

static const char *check_bounds(const checker *c, term target, term low, term high)
{
    const rat *numbers[2] = {NULL, NULL};
    const term bounds[2] = {low, high};
    for (size_t i = 0; i < 2; i++) {
        if (term_is_none(bounds[i])) continue;
        if (!is_int(c, target)) return "a variable that is no Int has bounds";
        if (!is_int(c, bounds[i]) || term_kind_of(c->ts, bounds[i]) != TERM_NUM) return "a bound is not a numeral";
        numbers[i] = term_number(c->ts, bounds[i]);
    }
    if (numbers[0] && numbers[1] && rat_cmp(numbers[0], numbers[1]) > 0) return "bounds leave no value";
    return NULL;
}

static const char *check_call(checker *c, const stmt *s)
{
    if (s->callee.id >= program_proc_count(c->p)) return "a called procedure does not exist";
    const term_vec *params = program_params(c->p, s->callee), *results = program_results(c->p, s->callee);
    if (s->n_args != params->size) return "a call has a wrong number of arguments";
    if (s->n_results != results->size) return "a call has a wrong number of results";
    for (size_t i = 0; i < s->n_args; i++) {
        if (!exists(c, params->data[i])) return "a parameter does not exist";
        const char *wrong = check_expression(c, s->args[i], term_sort(c->ts, params->data[i]));
        if (wrong) return wrong;
    }
    for (size_t i = 0; i < s->n_results; i++) {
        if (!is_visible(c, s->results[i])) return "a result goes to an unknown variable";
        if (!exists(c, results->data[i]) || !has_sort(c, s->results[i], term_sort(c->ts, results->data[i])))
            return "a result goes to a variable of another sort";
        for (size_t k = 0; k < i; k++)
            if (term_is_equal(s->results[i], s->results[k])) return "two results go to one variable";
    }
    return NULL;
}

static const char *check_unset(checker *c, const stmt *s)
{
    if (!s->unset || s->n_args != UNSET_CELLS + s->unset->n_cells) return "an unset object has another number of cells";
    bool is_change = s->unset->role == UNSET_BEFORE || s->unset->role == UNSET_CHANGE;
    if (is_change && s->unset->layout.n != s->unset->n_cells) return "a change by an unseen function has another number of regions";
    for (size_t i = 0; i < s->n_args; i++) {
        sort expected = i < UNSET_EXISTS ? sort_int(c->ts) : i == UNSET_EXISTS ? sort_bool(c->ts) : SORT_NONE;
        const char *wrong = check_expression(c, s->args[i], expected);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *check_stmt(checker *c, const stmt *s)
{
    switch (s->kind) {
    case STMT_ASSIGN:
        if (!is_visible(c, s->target)) return "the target of an assignment is unknown";
        return check_expression(c, s->value, term_sort(c->ts, s->target));
    case STMT_INPUT:
    case STMT_HAVOC:
        if (!is_visible(c, s->target)) return "the target of an input is unknown";
        return check_bounds(c, s->target, s->low, s->high);
    case STMT_CHECK:
        if (s->goal.id >= program_goal_count(c->p)) return "a goal does not exist";
        if (!goal_kind_is_check(program_goal(c->p, s->goal)->kind)) return "a goal to be reached is checked";
        return check_expression(c, s->value, sort_bool(c->ts));
    case STMT_ASSUME: return check_expression(c, s->value, sort_bool(c->ts));
    case STMT_CALL: return check_call(c, s);
    case STMT_OUTPUT:
        if (!s->name) return "an output has no format";
        for (size_t i = 0; i < s->n_args; i++) {
            const char *wrong = check_expression(c, s->args[i], SORT_NONE);
            if (wrong) return wrong;
        }
        return NULL;
    case STMT_NOTE:
        if (!s->name) return "a note is about nothing";
        return check_expression(c, s->value, sort_int(c->ts));
    case STMT_EXIT: return check_expression(c, s->value, sort_int(c->ts));
    case STMT_REACH:
        if (s->goal.id >= program_goal_count(c->p)) return "a goal does not exist";
        return goal_kind_is_check(program_goal(c->p, s->goal)->kind) ? "a goal to be checked is reached" : NULL;
    case STMT_UNSET: return check_unset(c, s);
    }
    return "a statement is of no known kind";
}

static const char *check_ending(checker *c, block b)
{
    size_t n = program_branch_count(c->p, c->f, b);
    if (n && program_is_return(c->p, c->f, b)) return "a block returns and branches";
    for (size_t i = 0; i < n; i++) {
        branch x = program_branch(c->p, c->f, b, i);
        if (x.target.id >= program_block_count(c->p, c->f)) return "a branch goes to no block";
        const char *wrong = check_expression(c, x.condition, sort_bool(c->ts));
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *report(const checker *c, place where, const char *wrong)
{
    if (!wrong) return NULL;
    text *out = program_report(c->p);
    text_clear(out);
    if (where.file) {
        program_print_place(out, where);
        text_adds(out, ": ");
    }
    if (c->f.id != PROC_NONE.id) text_printf(out, "procedure %s: ", program_proc_name(c->p, c->f));
    text_adds(out, wrong);
    return out->data;
}

static const char *report_symbol(const checker *c, term symbol)
{
    report(c, (place){0}, "an expression uses a variable that is not visible: ");
    text_adds(program_report(c->p), term_name(c->ts, symbol));
    return program_report(c->p)->data;
}

static const char *check_block(checker *c, block b)
{
    for (size_t i = 0; i < program_stmt_count(c->p, c->f, b); i++) {
        const stmt *s = program_stmt(c->p, c->f, b, i);
        const char *wrong = report(c, s->place, check_stmt(c, s));
        if (!wrong) continue;
        text_printf(program_report(c->p), " (block %u, statement %zu)", b.id, i);
        return program_report(c->p)->data;
    }
    return report(c, program_block_place(c->p, c->f, b), check_ending(c, b));
}

static const char *check_symbols(checker *c)
{
    term_vec_clear(&c->symbols);
    dag_symbols(c->ts, c->expressions.data, c->expressions.size, &c->symbols);
    term_vec_clear(&c->expressions);
    for (size_t i = 0; i < c->symbols.size; i++) {
        term t = c->symbols.data[i];
        bool is_value = sort_kind_of(c->ts, term_sort(c->ts, t)) == SORT_UNINTERPRETED && !program_var(c->p, t);
        if (!is_value && !is_visible(c, t)) return report_symbol(c, t);
    }
    return NULL;
}

/* Parameters and results: distinct among themselves (a parameter may be a result), and the procedure's own. */
static const char *check_formals(const checker *c, const term_vec *formals)
{
    u32_map seen;
    u32_map_init(&seen);
    const char *wrong = NULL;
    for (size_t i = 0; i < formals->size && !wrong; i++) {
        const var_info *v = exists(c, formals->data[i]) ? program_var(c->p, formals->data[i]) : NULL;
        bool added;
        u32_map_put(&seen, formals->data[i].id, &added);
        if (!v || v->owner.id != c->f.id) wrong = "a parameter or result is no variable of the procedure";
        else if (!added) wrong = "a parameter or result occurs twice";
    }
    u32_map_release(&seen);
    return wrong;
}

static const char *check_vars(const checker *c, const term_vec *vars)
{
    for (size_t i = 0; i < vars->size; i++) {
        const var_info *v = program_var(c->p, vars->data[i]);
        const char *wrong = check_bounds(c, v->symbol, v->low, v->high);
        if (wrong) return report(c, v->place, wrong);
    }
    return NULL;
}

static const char *check_proc(checker *c)
{
    place where = program_proc_place(c->p, c->f);
    const char *wrong = report(c, where, check_formals(c, program_params(c->p, c->f)));
    if (!wrong) wrong = report(c, where, check_formals(c, program_results(c->p, c->f)));
    if (!wrong && !program_block_count(c->p, c->f)) wrong = report(c, where, "a procedure has no blocks");
    if (!wrong) wrong = check_vars(c, program_locals(c->p, c->f));
    for (uint32_t b = 0; b < program_block_count(c->p, c->f) && !wrong; b++) wrong = check_block(c, (block){b});
    return wrong ? wrong : check_symbols(c);
}

static const char *check_globals(checker *c)
{
    const term_vec *globals = program_globals(c->p);
    const char *wrong = check_vars(c, globals);
    for (size_t i = 0; i < globals->size && !wrong; i++) {
        term g = globals->data[i], value = program_initial(c->p, g);
        if (term_is_none(value)) continue;
        wrong = report(c, program_var(c->p, g)->place, check_expression(c, value, term_sort(c->ts, g)));
    }
    if (wrong) return wrong;
    dag_symbols(c->ts, c->expressions.data, c->expressions.size, &c->symbols);
    term_vec_clear(&c->expressions);
    for (size_t i = 0; i < c->symbols.size && !wrong; i++)
        if (program_var(c->p, c->symbols.data[i])) wrong = report_symbol(c, c->symbols.data[i]);
    return wrong;
}

static const char *check_program(checker *c)
{
    const program *p = c->p;
    const char *wrong = check_globals(c);
    if (!wrong && program_entry(p).id >= program_proc_count(p)) wrong = report(c, (place){0}, "there is no entry procedure");
    for (uint32_t g = 0; g < program_goal_count(p) && !wrong; g++)
        if (goal_kind_is_check(program_goal(p, (goal){g})->kind) && program_goal(p, (goal){g})->proc.id >= program_proc_count(p)) wrong = report(c, (place){0}, "a goal is in no procedure");
    for (uint32_t i = 0; i < program_proc_count(p) && !wrong; i++) {
        c->f = (proc){i};
        wrong = check_proc(c);
    }
    return wrong;
}

const char *program_check(const program *p)
{
    checker c = {.p = p, .ts = program_terms(p), .f = PROC_NONE};
    const char *wrong = check_program(&c);
    term_vec_release(&c.expressions);
    term_vec_release(&c.symbols);
    return wrong;
}

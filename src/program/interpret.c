#include "program/interpret.h"

#include "program/machine.h"
#include "program/output.h"
#include "term/dag.h"

#include <stdlib.h>

enum {
    MAX_ACTIVATIONS = 1000000,
    MAX_FRAME_VALUES = 16000000, /* in all activations together */
    TICKS_BETWEEN_LOOKS = 4096 /* at the clock */
};

/* A statement with its expressions compiled. */
typedef struct compiled_stmt {
    const stmt *s;
    expression value; /* ASSIGN, ASSUME, CHECK, EXIT */
    operand target; /* ASSIGN, INPUT, HAVOC */
    term fallback; /* INPUT, HAVOC: what to take when there are no more inputs; TERM_NONE until known */
    expression *args; /* CALL, OUTPUT */
    bool *moved; /* CALL: the argument is a variable whose value nobody needs before a result overwrites it */
    operand *results; /* CALL */
} compiled_stmt;

/* Blocks are compiled when they are first run. */
typedef struct compiled_block {
    bool is_ready, is_return;
    compiled_stmt *stmts;
    size_t n_stmts;
    expression *conditions;
    size_t n_branches;
} compiled_block;

typedef struct compiled_proc {
    compiled_block *blocks; /* NULL until the procedure is called */
    operand *params, *results;
} compiled_proc;

typedef struct activation {
    proc f;
    block b;
    size_t next; /* statement; while a call runs, the one after it */
    size_t frame;
    compiled_block *code;
} activation;
VEC_DECLARE(activation_vec, activation);

struct interpreter {
    const program *p;
    term_store *ts;
    const interpret_options *options;
    run_result *out;
    machine m;
    compiled_proc *procs;
    activation_vec activations;
    value_vec scratch; /* arguments or results on their way */
    size_t next_input, branches, ticks;
    size_t max_steps, max_branches; /* branches are limited like statements: a loop may have none */
    bool is_over;
    arena memory; /* of compiled code */
};

void run_result_init(run_result *r)
{
    memset(r, 0, sizeof *r);
    r->goal = (goal){UINT32_MAX};
    text_init(&r->output);
    run_input_vec_init(&r->used);
    run_note_vec_init(&r->notes);
    unset_list_init(&r->unset);
}

void run_result_release(run_result *r)
{
    text_release(&r->output);
    run_input_vec_release(&r->used);
    run_note_vec_release(&r->notes);
    unset_list_release(&r->unset);
}

term interpreter_value(const interpreter *i, term variable)
{
    const var_info *info = program_var(i->p, variable);
    if (!info || (info->owner.id != PROC_NONE.id && info->owner.id != activation_vec_last(&i->activations).f.id)) return TERM_NONE;
    const value *v = machine_variable(&i->m, variable);
    return v->is_set ? value_to_term(i->ts, term_sort(i->ts, variable), v) : TERM_NONE;
}

size_t interpreter_depth(const interpreter *i) { return i->activations.size; }

place interpreter_place_of_program(const interpreter *i, place at, size_t *depth)
{
    for (*depth = i->activations.size; *depth > 1 && program_proc_place(i->p, i->activations.data[*depth - 1].f).in_library; --*depth) {
        const activation *caller = &i->activations.data[*depth - 2];
        assert(caller->next > 0); /* its call */
        at = caller->code->stmts[caller->next - 1].s->place;
    }
    return at;
}

static void finish(interpreter *i, run_end end)
{
    assert(!i->is_over); /* a run ends once */
    i->is_over = true;
    i->out->end = end;
}

/* ---- compiling ---- */

static void *allocate(interpreter *i, size_t count, size_t size)
{
    void *bytes = arena_alloc(&i->memory, count * size);
    memset(bytes, 0, count * size);
    return bytes;
}

static operand operand_of(const interpreter *i, term variable)
{
    const uint32_t *bits = u32_map_find(&i->m.places, variable.id);
    assert(bits);
    return (operand){*bits};
}

static operand *operands_of(interpreter *i, const term *variables, size_t n)
{
    operand *list = allocate(i, n, sizeof *list);
    for (size_t k = 0; k < n; k++) list[k] = operand_of(i, variables[k]);
    return list;
}

/* A local array that a call takes and gives back, `M := f(M)`, is handed over without a second owner: then writes to it stay
 * in place. */
static bool is_moved(const interpreter *i, const stmt *s, size_t k)
{
    term t = s->args[k];
    const var_info *info = program_var(i->p, t);
    if (!info || info->owner.id == PROC_NONE.id) return false;
    bool is_result = false;
    for (size_t r = 0; r < s->n_results; r++) is_result |= term_is_equal(s->results[r], t);
    for (size_t later = k + 1; is_result && later < s->n_args; later++) is_result = !dag_has_symbol(i->ts, s->args[later], t);
    return is_result;
}

static void compile_args(interpreter *i, compiled_stmt *c)
{
    const stmt *s = c->s;
    c->args = allocate(i, s->n_args, sizeof *c->args);
    for (size_t k = 0; k < s->n_args; k++) c->args[k] = machine_compile(&i->m, s->args[k], TERM_NONE);
    if (s->kind != STMT_CALL) return;
    c->results = operands_of(i, s->results, s->n_results);
    c->moved = allocate(i, s->n_args, sizeof *c->moved);
    for (size_t k = 0; k < s->n_args; k++) c->moved[k] = is_moved(i, s, k);
}

static void compile_stmt(interpreter *i, compiled_stmt *c, const stmt *s)
{
    *c = (compiled_stmt){.s = s, .fallback = TERM_NONE};
    switch (s->kind) {
    case STMT_ASSIGN:
        c->value = machine_compile(&i->m, s->value, s->target);
        c->target = operand_of(i, s->target);
        break;
    case STMT_INPUT:
    case STMT_HAVOC: c->target = operand_of(i, s->target); break;
    case STMT_ASSUME:
    case STMT_CHECK:
    case STMT_NOTE:
    case STMT_EXIT: c->value = machine_compile(&i->m, s->value, TERM_NONE); break;
    case STMT_CALL:
    case STMT_OUTPUT: compile_args(i, c); break;
    case STMT_UNSET:
        if (i->options->record_unset) compile_args(i, c);
        break;
    case STMT_REACH: break;
    }
}

static void compile_block(interpreter *i, compiled_block *c, proc f, block b)
{
    c->n_stmts = program_stmt_count(i->p, f, b);
    c->n_branches = program_branch_count(i->p, f, b);
    c->stmts = allocate(i, c->n_stmts, sizeof *c->stmts);
    c->conditions = allocate(i, c->n_branches, sizeof *c->conditions);
    for (size_t k = 0; k < c->n_stmts; k++) compile_stmt(i, &c->stmts[k], program_stmt(i->p, f, b, k));
    for (size_t k = 0; k < c->n_branches; k++)
        c->conditions[k] = machine_compile(&i->m, program_branch(i->p, f, b, k).condition, TERM_NONE);
    assert(!c->is_ready);
    c->is_return = program_is_return(i->p, f, b);
    c->is_ready = true;
}

static compiled_proc *compiled(interpreter *i, proc f)
{
    compiled_proc *c = &i->procs[f.id];
    if (c->blocks) return c;
    const term_vec *params = program_params(i->p, f), *results = program_results(i->p, f);
    c->blocks = allocate(i, program_block_count(i->p, f), sizeof *c->blocks);
    c->params = operands_of(i, params->data, params->size);
    c->results = operands_of(i, results->data, results->size);
    return c;
}

/* ---- inputs ---- */

static bool is_below(const term_store *ts, term a, term b) { return rat_cmp(term_number(ts, a), term_number(ts, b)) < 0; }

static bool is_within(const term_store *ts, term t, term low, term high)
{
    return (term_is_none(low) || !is_below(ts, t, low)) && (term_is_none(high) || !is_below(ts, high, t));
}

/* The value of the range nearest to 0. */
static term nearest_to_zero(const interpreter *i, sort s, term low, term high)
{
    term zero = eval_default(i->ts, s);
    if (term_is_none(zero) || sort_kind_of(i->ts, s) != SORT_INT || is_within(i->ts, zero, low, high)) return zero;
    return !term_is_none(low) && is_below(i->ts, zero, low) ? low : high;
}

/* A value outside the range is no input of any run. */
static void read_input(interpreter *i, const stmt *asked_by, operand target, sort s, term low, term high, term *fallback)
{
    const interpret_options *o = i->options;
    bool is_given = i->next_input < o->n_inputs;
    if (!is_given && o->default_inputs && term_is_none(*fallback)) *fallback = nearest_to_zero(i, s, low, high);
    term v = is_given ? o->inputs[i->next_input++] : o->default_inputs ? *fallback : TERM_NONE;
    if (!is_given && o->choose) v = o->choose(o->user, asked_by, s, low, high);
    if (term_is_none(v)) {
        finish(i, RUN_OUT_OF_INPUTS);
    } else if (!sort_is_equal(term_sort(i->ts, v), s) || (sort_kind_of(i->ts, s) == SORT_INT && !is_within(i->ts, v, low, high))) {
        finish(i, RUN_BLOCKED);
    } else {
        run_input_vec_push(&i->out->used, (run_input){asked_by, v});
        machine_assign(&i->m, target, value_of_term(i->ts, v));
    }
}

/* ---- statements ---- */

static bool evaluate(interpreter *i, const expression *e, value *out)
{
    if (machine_eval(&i->m, e, out)) return true;
    finish(i, RUN_STUCK);
    return false;
}

/* False, too, if there is no value; then the run is over. */
static bool holds(interpreter *i, const expression *condition)
{
    value v;
    return evaluate(i, condition, &v) && v.small != 0;
}

static void clear_scratch(interpreter *i)
{
    for (size_t k = 0; k < i->scratch.size; k++) value_release(&i->scratch.data[k]);
    value_vec_clear(&i->scratch);
}

/* Evaluates the arguments into scratch. */
static bool evaluate_args(interpreter *i, const compiled_stmt *c)
{
    assert(i->scratch.size == 0);
    for (size_t k = 0; k < c->s->n_args; k++) {
        value v;
        if (c->moved && c->moved[k]) {
            value *variable = machine_at(&i->m, c->args[k].result);
            v = *variable;
            variable->owns = OWNS_NOTHING;
        } else if (!evaluate(i, &c->args[k], &v)) {
            clear_scratch(i);
            return false;
        }
        value_vec_push(&i->scratch, v);
    }
    return true;
}

static void enter_block(interpreter *i, activation *a, block b)
{
    assert(b.id < program_block_count(i->p, a->f));
    a->b = b;
    a->next = 0;
    a->code = &i->procs[a->f.id].blocks[b.id];
    if (!a->code->is_ready) compile_block(i, a->code, a->f, b);
}

/* Makes a procedure's activation the innermost one; false if there are too many. */
static bool activate(interpreter *i, proc f)
{
    size_t n = program_locals(i->p, f)->size;
    if (i->activations.size >= MAX_ACTIVATIONS || i->m.frames.size + n > MAX_FRAME_VALUES) {
        finish(i, RUN_OUT_OF_STEPS);
        return false;
    }
    machine_push(&i->m, n);
    compiled(i, f);
    activation a = {.f = f, .frame = i->m.frame};
    enter_block(i, &a, (block){0});
    activation_vec_push(&i->activations, a);
    return true;
}

static void run_call(interpreter *i, const compiled_stmt *c)
{
    if (!evaluate_args(i, c)) return;
    if (!activate(i, c->s->callee)) {
        clear_scratch(i);
        return;
    }
    assert(c->s->n_args == program_params(i->p, c->s->callee)->size && i->scratch.size == c->s->n_args);
    const operand *params = i->procs[c->s->callee.id].params;
    for (size_t k = 0; k < c->s->n_args; k++) machine_assign(&i->m, params[k], i->scratch.data[k]);
    value_vec_clear(&i->scratch);
}

static void run_output(interpreter *i, const compiled_stmt *c)
{
    if (!evaluate_args(i, c)) return;
    for (size_t k = 0; k < c->s->n_args; k++)
        if (i->scratch.data[k].owns == OWNS_ARRAY) value_release(&i->scratch.data[k]);
    output_format(&i->out->output, c->s->name, i->scratch.data, i->scratch.size);
    clear_scratch(i);
}

static void run_unset(interpreter *i, const compiled_stmt *c)
{
    if (!i->options->record_unset || !evaluate_args(i, c)) return;
    unset_record(&i->out->unset, &i->m, c->s->unset, i->scratch.data);
    clear_scratch(i);
}

static void run_stmt(interpreter *i, compiled_stmt *c)
{
    const stmt *s = c->s;
    value v;
    switch (s->kind) {
    case STMT_ASSIGN:
        if (evaluate(i, &c->value, &v)) machine_assign(&i->m, c->target, v);
        break;
    case STMT_INPUT:
    case STMT_HAVOC: read_input(i, s, c->target, term_sort(i->ts, s->target), s->low, s->high, &c->fallback); break;
    case STMT_ASSUME:
        if (!holds(i, &c->value) && !i->is_over) finish(i, RUN_BLOCKED);
        break;
    case STMT_CHECK:
        if (holds(i, &c->value) || i->is_over) break;
        i->out->goal = s->goal;
        if (i->options->reached) i->options->reached[s->goal.id] = true;
        finish(i, RUN_VIOLATED);
        break;
    case STMT_REACH:
        if (i->options->reached) i->options->reached[s->goal.id] = true;
        if (i->options->rest_steps && s->goal.id == i->options->target.id && i->max_steps > i->out->steps + i->options->rest_steps) {
            i->max_steps = i->out->steps + i->options->rest_steps;
            i->max_branches = i->branches + i->options->rest_steps;
        }
        break;
    case STMT_CALL: run_call(i, c); break;
    case STMT_OUTPUT: run_output(i, c); break;
    case STMT_NOTE:
        if (!evaluate(i, &c->value, &v)) break;
        run_note_vec_push(&i->out->notes, (run_note){s, value_low_bits(&v), i->out->used.size});
        value_release(&v);
        break;
    case STMT_UNSET: run_unset(i, c); break;
    case STMT_EXIT:
        if (!evaluate(i, &c->value, &v)) break;
        i->out->status = value_low_bits(&v);
        value_release(&v);
        finish(i, RUN_EXITED);
        break;
    }
}

static void trace(const interpreter *i, proc f, block b, const stmt *s)
{
    if (i->options->trace) i->options->trace(i->options->user, i, f, b, s);
}

/* ---- control ---- */

static void run_return(interpreter *i)
{
    proc f = activation_vec_last(&i->activations).f;
    size_t n = program_results(i->p, f)->size;
    const operand *results = i->procs[f.id].results;
    assert(!i->scratch.size);
    if (i->activations.size == 1) {
        bool is_number = n && value_class_of(i->ts, term_sort(i->ts, program_results(i->p, f)->data[0])) == VALUE_NUMBER;
        i->out->status = is_number ? value_low_bits(machine_at(&i->m, results[0])) : 0;
        finish(i, RUN_RETURNED);
        return;
    }
    for (size_t k = 0; k < n; k++) {
        value *v = machine_at(&i->m, results[k]);
        value_vec_push(&i->scratch, *v);
        v->owns = OWNS_NOTHING;
    }
    activation_vec_pop(&i->activations);
    activation *caller = &i->activations.data[i->activations.size - 1];
    machine_pop(&i->m, caller->frame);
    assert(caller->next > 0 && caller->code->stmts[caller->next - 1].s->kind == STMT_CALL && caller->code->stmts[caller->next - 1].s->n_results == n);
    const compiled_stmt *call = &caller->code->stmts[caller->next - 1];
    for (size_t k = 0; k < n; k++) machine_assign(&i->m, call->results[k], i->scratch.data[k]);
    value_vec_clear(&i->scratch);
    trace(i, caller->f, caller->b, call->s);
}

static void take_branch(interpreter *i, activation *a)
{
    compiled_block *code = a->code;
    size_t taken = 0;
    while (taken < code->n_branches && !i->is_over && !holds(i, &code->conditions[taken])) taken++;
    if (i->is_over) return;
    if (taken == code->n_branches) {
        finish(i, RUN_BLOCKED);
        return;
    }
    block from = a->b;
    enter_block(i, a, program_branch(i->p, a->f, from, taken).target);
    trace(i, a->f, from, NULL);
}

/* One statement, branch or return. */
static void run_step(interpreter *i)
{
    assert(!i->is_over && i->activations.size > 0);
    activation *a = &i->activations.data[i->activations.size - 1];
    bool is_stmt = a->next < a->code->n_stmts;
    if (++i->ticks % TICKS_BETWEEN_LOOKS == 0 && limits_is_over(&i->options->limits)) {
        finish(i, RUN_OUT_OF_STEPS);
    } else if (!is_stmt && a->code->is_return) {
        run_return(i);
    } else if (is_stmt ? i->out->steps >= i->max_steps : i->branches >= i->max_branches) {
        finish(i, RUN_OUT_OF_STEPS);
    } else if (is_stmt) {
        compiled_stmt *c = &a->code->stmts[a->next++];
        proc f = a->f;
        block b = a->b;
        i->out->steps++;
        i->out->place = c->s->place;
        run_stmt(i, c);
        trace(i, f, b, c->s);
    } else {
        i->branches++;
        take_branch(i, a);
    }
}

static void read_variable(interpreter *i, term variable)
{
    const var_info *info = program_var(i->p, variable);
    term fallback = TERM_NONE;
    read_input(i, NULL, operand_of(i, variable), term_sort(i->ts, variable), info->low, info->high, &fallback);
}

static void set_globals(interpreter *i)
{
    const term_vec *globals = program_globals(i->p);
    for (size_t k = 0; k < globals->size && !i->is_over; k++) {
        term g = globals->data[k], initial = program_initial(i->p, g);
        value v;
        if (!term_is_none(initial)) {
            expression e = machine_compile(&i->m, initial, TERM_NONE);
            if (evaluate(i, &e, &v)) machine_assign(&i->m, operand_of(i, g), v);
            continue;
        }
        read_variable(i, g);
    }
}

static void read_params(interpreter *i, proc f)
{
    const term_vec *params = program_params(i->p, f);
    for (size_t k = 0; k < params->size && !i->is_over; k++) read_variable(i, params->data[k]);
}

static void run(interpreter *i)
{
    proc entry = program_entry(i->p);
    set_globals(i);
    if (i->is_over || !activate(i, entry)) return;
    i->out->place = program_proc_place(i->p, entry);
    read_params(i, entry);
    while (!i->is_over) run_step(i);
}

void interpret(const program *p, const interpret_options *options, run_result *out)
{
    interpreter i = {.p = p, .ts = program_terms(p), .options = options, .out = out};
    i.max_steps = i.max_branches = options->max_steps ? options->max_steps : SIZE_MAX;
    machine_init(&i.m, p);
    arena_init(&i.memory);
    i.procs = alloc_zeroed(program_proc_count(p), sizeof *i.procs);
    run(&i);
    unset_list_finish(&out->unset);
    clear_scratch(&i);
    value_vec_release(&i.scratch);
    activation_vec_release(&i.activations);
    free(i.procs);
    arena_release(&i.memory);
    machine_release(&i.m);
}

#include "naive_run.h"

#include "base/map.h"
#include "term/dag.h"
#include "term/eval.h"

typedef struct naive_state {
    const program *p;
    term_store *ts;
    const interpret_options *o;
    run_result *out;
    event_vec *events;
    evaluator *e;
    u32_map values; /* variable -> value, UINT32_MAX if none */
    size_t next_input, depth, branches;
    bool is_over;
} naive_state;

static void finish(naive_state *n, run_end end)
{
    n->is_over = true;
    n->out->end = end;
}

static term get(const naive_state *n, term variable)
{
    const uint32_t *v = u32_map_find(&n->values, variable.id);
    return v ? (term){*v} : TERM_NONE;
}

static void set(naive_state *n, term variable, term v) { *u32_map_put(&n->values, variable.id, NULL) = v.id; }

static term eval(naive_state *n, term t)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(n->ts, &t, 1, &symbols);
    evaluator_clear(n->e);
    for (size_t i = 0; i < symbols.size; i++) {
        term v = get(n, symbols.data[i]);
        if (!term_is_none(v)) evaluator_set(n->e, symbols.data[i], v);
    }
    term_vec_release(&symbols);
    bool div0 = false;
    term v = evaluator_eval(n->e, t, &div0);
    if (!term_is_none(v) && !div0) return v;
    finish(n, RUN_STUCK);
    return TERM_NONE;
}

static bool is_true(const naive_state *n, term v) { return term_is_equal(v, term_true(n->ts)); }

static term nearest(naive_state *n, sort s, term low, term high)
{
    term zero = eval_default(n->ts, s);
    if (!term_is_none(low) && rat_sign(term_number(n->ts, low)) > 0) return low;
    if (!term_is_none(high) && rat_sign(term_number(n->ts, high)) < 0) return high;
    return zero;
}

static void read_input(naive_state *n, const stmt *s, term target, term low, term high)
{
    sort t = term_sort(n->ts, target);
    term v = TERM_NONE;
    if (n->next_input < n->o->n_inputs) v = n->o->inputs[n->next_input++];
    else if (n->o->default_inputs) v = nearest(n, t, low, high);
    if (term_is_none(v)) {
        finish(n, RUN_OUT_OF_INPUTS);
        return;
    }
    bool is_right = sort_is_equal(term_sort(n->ts, v), t);
    if (is_right && !term_is_none(low)) is_right = is_true(n, term_mk_ge(n->ts, v, low));
    if (is_right && !term_is_none(high)) is_right = is_true(n, term_mk_le(n->ts, v, high));
    if (!is_right) {
        finish(n, RUN_BLOCKED);
        return;
    }
    run_input_vec_push(&n->out->used, (run_input){s, v});
    set(n, target, v);
}

static void record(naive_state *n, proc f, block b, const stmt *s)
{
    bool has_target = s && (s->kind == STMT_ASSIGN || s->kind == STMT_INPUT || s->kind == STMT_HAVOC);
    event_vec_push(n->events, (event){s, f, b, n->depth, has_target ? get(n, s->target) : TERM_NONE});
}

static void run_proc(naive_state *n, proc f);

static void run_call(naive_state *n, proc f, block b, const stmt *s)
{
    const term_vec *locals = program_locals(n->p, s->callee), *results = program_results(n->p, s->callee);
    term_vec args, saved, given;
    term_vec_init(&args);
    term_vec_init(&saved);
    term_vec_init(&given);
    for (size_t i = 0; i < s->n_args && !n->is_over; i++) term_vec_push(&args, eval(n, s->args[i]));
    if (n->is_over) record(n, f, b, s);
    for (size_t i = 0; i < locals->size; i++) {
        term_vec_push(&saved, get(n, locals->data[i]));
        set(n, locals->data[i], TERM_NONE);
    }
    n->depth++;
    if (!n->is_over) {
        for (size_t i = 0; i < args.size; i++) set(n, program_params(n->p, s->callee)->data[i], args.data[i]);
        record(n, f, b, s);
        run_proc(n, s->callee);
    }
    n->depth--;
    for (size_t i = 0; i < results->size && !n->is_over; i++) term_vec_push(&given, eval(n, results->data[i]));
    for (size_t i = 0; i < locals->size; i++) set(n, locals->data[i], saved.data[i]);
    for (size_t i = 0; i < given.size; i++) set(n, s->results[i], given.data[i]);
    if (!n->is_over) record(n, f, b, s);
    term_vec_release(&args);
    term_vec_release(&saved);
    term_vec_release(&given);
}

static void run_stmt(naive_state *n, const stmt *s)
{
    term v = TERM_NONE;
    if (s->kind == STMT_ASSIGN || s->kind == STMT_ASSUME || s->kind == STMT_CHECK || s->kind == STMT_EXIT) v = eval(n, s->value);
    if (n->is_over) return;
    switch (s->kind) {
    case STMT_ASSIGN: set(n, s->target, v); break;
    case STMT_INPUT:
    case STMT_HAVOC: read_input(n, s, s->target, s->low, s->high); break;
    case STMT_ASSUME:
        if (!is_true(n, v)) finish(n, RUN_BLOCKED);
        break;
    case STMT_CHECK:
        if (is_true(n, v)) break;
        n->out->goal = s->goal;
        finish(n, RUN_VIOLATED);
        break;
    case STMT_EXIT:
        rat_to_int64(term_number(n->ts, v), &n->out->status);
        finish(n, RUN_EXITED);
        break;
    case STMT_OUTPUT: {
        bool args[2] = {false, false};
        for (size_t i = 0; i < 2 && !n->is_over; i++) args[i] = is_true(n, eval(n, s->args[i]));
        if (!n->is_over) text_printf(&n->out->output, "%d %x,", args[0], args[1]);
        break;
    }
    case STMT_UNSET:
    case STMT_NOTE:
    case STMT_REACH:
    case STMT_CALL: break;
    }
}

static bool is_limited(naive_state *n, size_t count)
{
    if (count < n->o->max_steps) return false;
    finish(n, RUN_OUT_OF_STEPS);
    return true;
}

static void run_proc(naive_state *n, proc f)
{
    block b = {0};
    while (!n->is_over) {
        for (size_t i = 0; i < program_stmt_count(n->p, f, b) && !n->is_over; i++) {
            const stmt *s = program_stmt(n->p, f, b, i);
            if (is_limited(n, n->out->steps)) return;
            n->out->steps++;
            n->out->place = s->place;
            if (s->kind == STMT_CALL) {
                run_call(n, f, b, s);
                continue;
            }
            run_stmt(n, s);
            record(n, f, b, s);
        }
        if (n->is_over || program_is_return(n->p, f, b)) return;
        if (is_limited(n, n->branches)) return;
        n->branches++;
        size_t k = 0;
        while (k < program_branch_count(n->p, f, b) && !n->is_over && !is_true(n, eval(n, program_branch(n->p, f, b, k).condition))) k++;
        if (n->is_over) return;
        if (k == program_branch_count(n->p, f, b)) {
            finish(n, RUN_BLOCKED);
            return;
        }
        record(n, f, b, NULL);
        b = program_branch(n->p, f, b, k).target;
    }
}

static void run_entry(naive_state *n)
{
    proc f = program_entry(n->p);
    const term_vec *globals = program_globals(n->p), *params = program_params(n->p, f), *results = program_results(n->p, f);
    for (size_t i = 0; i < globals->size && !n->is_over; i++) {
        const var_info *v = program_var(n->p, globals->data[i]);
        term initial = program_initial(n->p, v->symbol);
        if (term_is_none(initial)) read_input(n, NULL, v->symbol, v->low, v->high);
        else set(n, v->symbol, eval(n, initial));
    }
    n->out->place = program_proc_place(n->p, f);
    n->depth = 1;
    for (size_t i = 0; i < params->size && !n->is_over; i++) {
        const var_info *v = program_var(n->p, params->data[i]);
        read_input(n, NULL, v->symbol, v->low, v->high);
    }
    if (n->is_over) return;
    run_proc(n, f);
    if (n->is_over) return;
    n->out->end = RUN_RETURNED;
    term first = results->size ? eval(n, results->data[0]) : TERM_NONE;
    if (results->size && term_is_bool(n->ts, first)) n->out->status = is_true(n, first);
    else if (results->size && sort_kind_of(n->ts, term_sort(n->ts, first)) != SORT_ARRAY)
        rat_to_int64(term_number(n->ts, first), &n->out->status);
}

void naive_run(const program *p, const interpret_options *options, run_result *out, event_vec *events)
{
    naive_state n = {.p = p, .ts = program_terms(p), .o = options, .out = out, .events = events};
    n.e = evaluator_new(n.ts);
    run_entry(&n);
    evaluator_free(n.e);
    u32_map_release(&n.values);
}

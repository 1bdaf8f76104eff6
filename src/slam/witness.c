#include "slam/inside.h"

#include "term/eval.h"

/* bwp of k has a model: main has an initial state from which a run fails that passes at most k cut points. The run is executed; where it is open how it goes on
 * (what havoc leaves, what a callee leaves behind, whether it fails in there) a value is taken with which the rest is still possible. */

typedef struct activation {
    const while_proc *proc;
    hoare_view view;
    substitution *state; /* the value of each symbol of its scope; of HOARE_ENDS with the ghosts */
    uint32_t level;
} activation;

typedef struct follower {
    slam *s;
    term_vec *inputs;
} follower;

typedef enum flow { GOES_ON, RETURNS, FAILS, IS_LOST } flow;

static term value_of(activation *a, term t) { return substitution_apply(a->state, t); }

static term get(const activation *a, term symbol) { return substitution_get(a->state, symbol); }

/* Is the formula possible here, with values for those symbols that have none? They get these values. */
static bool choose(follower *f, activation *a, term formula, const term *symbols, size_t n, term *values)
{
    term t = value_of(a, formula);
    if (smt_check(f->s->solver, &t, 1) != SMT_SAT) return false;
    for (size_t i = 0; i < n; i++) {
        values[i] = smt_value(f->s->solver, symbols[i]);
        if (term_is_none(values[i])) values[i] = eval_default(f->s->ts, term_sort(f->s->ts, symbols[i]));
    }
    return true;
}

/* The state without a value for the symbol: it stands for itself. */
static void forget(activation *a, term symbol) { substitution_set(a->state, symbol, symbol); }

static bool choose_symbol(follower *f, activation *a, term formula, term symbol)
{
    term value;
    forget(a, symbol);
    if (!choose(f, a, formula, &symbol, 1, &value)) return false;
    substitution_set(a->state, symbol, value);
    return true;
}

static bool holds(follower *f, activation *a, const while_expr *e)
{
    return term_is_equal(value_of(a, slam_wp_eval(&f->s->exact, a->proc, e)), term_true(f->s->ts));
}

static flow execute(follower *f, activation *a, const while_stmt *s);

/* ---- calls ---- */

/* Locals begin with any value: those that the rest allows. Inputs are noted in the order in which a run takes them. */
static bool take_locals(follower *f, activation *a)
{
    slam *s = f->s;
    const hoare_scope *scope = &s->outline.scopes[a->proc->index];
    size_t n = a->proc->n_vars - a->proc->n_formals;
    const term *locals = scope->values + a->proc->n_formals;
    for (size_t i = 0; i < n; i++) forget(a, locals[i]);
    if (!term_is_none(scope->result)) substitution_set(a->state, scope->result, term_mk_int(s->ts, 0));
    bool is_cut = s->frame.is_cut[a->proc->body->id];
    if (is_cut && !a->level) return false;
    term *values = alloc_zeroed(n + 1, sizeof *values);
    bool ok = choose(f, a, slam_wp_through(&s->exact, a->proc->body, a->view, a->level - is_cut), locals, n, values);
    for (size_t i = 0; ok && i < n; i++) {
        substitution_set(a->state, locals[i], values[i]);
        if (a->proc->vars[a->proc->n_formals + i]->is_input) term_vec_push(f->inputs, values[i]);
    }
    free(values);
    return ok;
}

static void enter(follower *f, activation *a, const while_stmt *call, activation *in)
{
    slam *s = f->s;
    const while_proc *q = call->callee;
    const hoare_scope *to = &s->outline.scopes[q->index];
    *in = (activation){.proc = q, .view = in->view, .state = in->state, .level = a->level};
    for (size_t g = 0; g < s->program->n_globals; g++) substitution_set(in->state, s->outline.globals[g], get(a, s->outline.globals[g]));
    for (size_t i = 0; i < call->n_args; i++) {
        bool is_reference = while_var_is_reference(q->vars[i]);
        term from = is_reference ? slam_var_symbol(&s->frame, a->proc, call->args[i]->var) : slam_wp_eval(&s->exact, a->proc, call->args[i]);
        substitution_set(in->state, to->values[i], value_of(a, from));
        for (size_t j = i + 1; j < call->n_args; j++)
            if (!term_is_none(to->same[i * q->n_vars + j])) substitution_set(in->state, to->same[i * q->n_vars + j], value_of(a, slam_same_args(&s->frame, call, i, j)));
    }
}

static void store(follower *f, activation *a, const while_var *v, term value)
{
    slam *s = f->s;
    const hoare_scope *scope = &s->outline.scopes[a->proc->index];
    for (size_t i = 0; i < a->proc->n_formals; i++)
        if (while_var_is_reference(a->proc->vars[i]) && term_is_equal(value_of(a, hoare_same(&s->outline, v, a->proc->vars[i])), term_true(s->ts)))
            substitution_set(a->state, scope->values[i], value);
}

static void leave(follower *f, activation *a, const while_stmt *call, const activation *in)
{
    slam *s = f->s;
    const hoare_scope *from = &s->outline.scopes[in->proc->index];
    for (size_t g = 0; g < s->program->n_globals; g++) substitution_set(a->state, s->outline.globals[g], get(in, s->outline.globals[g]));
    for (size_t i = 0; i < call->n_args; i++) {
        if (!while_var_is_reference(in->proc->vars[i])) continue;
        const while_var *v = call->args[i]->var;
        if (v->kind == WHILE_LOCAL) substitution_set(a->state, slam_var_symbol(&s->frame, a->proc, v), get(in, from->values[i]));
        else store(f, a, v, get(in, from->values[i]));
    }
    if (call->target) substitution_set(a->state, slam_var_symbol(&s->frame, a->proc, call->target), get(in, from->result));
}

static flow execute_in(follower *f, activation *a, const while_stmt *call, activation *in)
{
    enter(f, a, call, in);
    if (!take_locals(f, in)) return IS_LOST;
    flow r = execute(f, in, in->proc->body);
    if (r == FAILS || r == IS_LOST) return r;
    leave(f, a, call, in);
    return GOES_ON;
}

static flow execute_call(follower *f, activation *a, const while_stmt *call)
{
    slam *s = f->s;
    activation in = {.view = HOARE_FAILS, .state = substitution_new(s->ts)};
    term fails = a->view == HOARE_FAILS ? slam_wp_call_fails(&s->exact, call, a->level) : term_false(s->ts);
    flow r = IS_LOST;
    if (choose(f, a, fails, NULL, 0, NULL)) {
        r = execute_in(f, a, call, &in);
    } else {
        term_vec left;
        term_vec_init(&left);
        term ends = slam_wp_call_ends(&s->exact, call, a->view, a->level, &left);
        term *values = alloc_zeroed(left.size + 1, sizeof *values);
        in.view = HOARE_ENDS;
        if (choose(f, a, ends, left.data, left.size, values)) {
            for (size_t i = 0; i < left.size; i++) substitution_set(in.state, s->outline.scopes[call->callee->index].ghosts.data[i], values[i]);
            r = execute_in(f, a, call, &in);
        }
        free(values);
        term_vec_release(&left);
    }
    substitution_free(in.state);
    return r;
}

/* ---- statements ---- */

static flow execute_loop(follower *f, activation *a, const while_stmt *s)
{
    for (;;) {
        if (!a->level) return IS_LOST;
        a->level--;
        if (limits_is_over(&f->s->options->limits)) return IS_LOST;
        if (!holds(f, a, s->value)) return GOES_ON;
        flow r = execute(f, a, s->first);
        if (r != GOES_ON) return r;
    }
}

static flow execute_simple(follower *f, activation *a, const while_stmt *s)
{
    slam_wp *w = &f->s->exact;
    term symbol = s->target ? slam_var_symbol(&f->s->frame, a->proc, s->target) : TERM_NONE;
    switch (s->kind) {
    case WHILE_ASSIGN: substitution_set(a->state, symbol, value_of(a, slam_wp_eval(w, a->proc, s->value))); return GOES_ON;
    case WHILE_STORE: store(f, a, s->target, value_of(a, slam_wp_eval(w, a->proc, s->value))); return GOES_ON;
    case WHILE_HAVOC:
        if (!choose_symbol(f, a, slam_wp_after(w, s, a->view, a->level), symbol)) return IS_LOST;
        term_vec_push(f->inputs, get(a, symbol));
        return GOES_ON;
    case WHILE_ASSERT: return holds(f, a, s->value) ? GOES_ON : hoare_is_goal(&f->s->outline, s) ? FAILS : IS_LOST;
    case WHILE_ASSUME: return holds(f, a, s->value) ? GOES_ON : IS_LOST;
    case WHILE_RETURN:
        if (s->value) substitution_set(a->state, f->s->outline.scopes[a->proc->index].result, value_of(a, slam_wp_eval(w, a->proc, s->value)));
        return RETURNS;
    default: return GOES_ON;
    }
}

static flow execute(follower *f, activation *a, const while_stmt *s)
{
    if (s->kind == WHILE_LOOP) return execute_loop(f, a, s);
    if (f->s->frame.is_cut[s->id] && !a->level) return IS_LOST;
    a->level -= f->s->frame.is_cut[s->id];
    if (s->kind == WHILE_CALL) return execute_call(f, a, s);
    if (s->kind == WHILE_IF && !holds(f, a, s->value)) return s->second ? execute(f, a, s->second) : GOES_ON;
    if (s->kind == WHILE_IF) return execute(f, a, s->first);
    flow r = GOES_ON;
    if (s->kind != WHILE_BLOCK) return execute_simple(f, a, s);
    for (const while_stmt *c = s->first; c && r == GOES_ON; c = c->next) r = execute(f, a, c);
    return r;
}

bool slam_find_run(slam *s, uint32_t k, term_vec *inputs)
{
    follower f = {.s = s, .inputs = inputs};
    activation main = {.proc = while_main(s->program), .view = HOARE_FAILS, .state = substitution_new(s->ts), .level = k};
    size_t n = s->program->n_globals;
    term *values = alloc_zeroed(n + 1, sizeof *values), whole = slam_wp_main(&s->exact, k);
    bool ok = choose(&f, &main, whole, s->outline.globals, n, values);
    for (size_t i = 0; ok && i < n; i++) {
        substitution_set(main.state, s->outline.globals[i], values[i]);
        term_vec_push(inputs, values[i]);
    }
    free(values);
    flow r = ok && take_locals(&f, &main) ? execute(&f, &main, main.proc->body) : IS_LOST;
    const while_expr *final = hoare_is_goal(&s->outline, NULL) ? s->program->final : NULL;
    ok = r == FAILS || (r != IS_LOST && final && holds(&f, &main, final) == s->program->final_is_bad);
    substitution_free(main.state);
    if (!ok) term_vec_clear(inputs);
    return ok;
}

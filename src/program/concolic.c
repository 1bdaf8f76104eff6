#include "program/concolic.h"

#include "base/map.h"
#include "term/eval.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_DEPTH = 500 /* of recursion on terms */, MAX_ACTIVATIONS = 10000, STEPS_BETWEEN_LOOKS = 256 };

/* A value of the run, and what it is in terms of the inputs: the same term if it does not depend on them. */
typedef struct concolic_value {
    term now, any;
} concolic_value;
VEC_DECLARE(concolic_value_vec, concolic_value);

/* An array. Several variables may own one. */
typedef struct cells {
    uint32_t owners;
    size_t input; /* what is not in `at` is a cell of this input, ... */
    term initial; /* ... which is this value; if there is none (NO_INPUT), `otherwise` */
    concolic_value otherwise;
    u32_map at; /* numeral -> index in `values` */
    concolic_value_vec values;
} cells;
static const size_t NO_INPUT = SIZE_MAX;

/* What nothing has set is the default of its sort. */
typedef struct slot {
    concolic_value v; /* now is TERM_NONE: not set */
    cells *a; /* of an array; NULL: not set */
} slot;
VEC_DECLARE(slot_vec, slot);

typedef struct frame {
    uint32_t activation;
    proc f;
    block b;
    size_t next; /* statement */
    size_t base; /* of its slots */
} frame;
VEC_DECLARE(frame_vec, frame);

struct concolic {
    const program *p;
    term_store *ts;
    uint32_t *place; /* by id of a variable: index in its frame or among the globals */
    bool *is_local;
    uint32_t *stamp, generation; /* memo of one evaluation, by id */
    concolic_value *memo;
    evaluator *closed;
    const concolic_options *options;
    concolic_run *out;
    slot_vec globals, locals;
    frame_vec frames;
    u32_map symbols, noted; /* what is in out->symbols; what events without alternatives say, and pointers */
    u32_map fixed; /* terms over symbols that events say the value of */
    bool *visited; /* by goal */
    size_t next_input;
    bool is_over;
    term postponed; /* below MAX_DEPTH: the evaluation was given up (is_over) until it has a value; or TERM_NONE */
};

void concolic_run_init(concolic_run *r) { memset(r, 0, sizeof *r); }

void concolic_run_release(concolic_run *r)
{
    term_vec_release(&r->inputs);
    concolic_symbol_vec_release(&r->symbols);
    concolic_event_vec_release(&r->events);
    concolic_alternative_vec_release(&r->alternatives);
    concolic_activation_vec_release(&r->activations);
    concolic_pointer_vec_release(&r->pointers);
    concolic_visit_vec_release(&r->visits);
}

static void finish(concolic *f, run_end end)
{
    if (!f->is_over) f->out->end = end;
    f->is_over = true;
}

static bool depends(concolic_value t) { return !term_is_equal(t.now, t.any); }
static concolic_value constant(term t) { return (concolic_value){t, t}; }

/* ---- arrays ---- */

static cells *cells_new(concolic_value otherwise, size_t input, term initial)
{
    cells *a = alloc_zeroed(1, sizeof *a);
    *a = (cells){.owners = 1, .otherwise = otherwise, .input = input, .initial = initial};
    return a;
}

static cells *retain(cells *a)
{
    a->owners++;
    return a;
}

static void drop(cells *a)
{
    assert(!a || a->owners > 0);
    if (!a || --a->owners) return;
    u32_map_release(&a->at);
    concolic_value_vec_release(&a->values);
    free(a);
}

static void set_cell(cells *a, term index, concolic_value v)
{
    assert(a->owners > 0);
    bool added;
    uint32_t *at = u32_map_put(&a->at, index.id, &added);
    if (added) {
        *at = (uint32_t)a->values.size;
        concolic_value_vec_push(&a->values, v);
    } else {
        a->values.data[*at] = v;
    }
}

/* One that can be written to, in place of `a`. */
static cells *own(cells *a)
{
    if (a->owners == 1) return a;
    cells *copy = cells_new(a->otherwise, a->input, a->initial);
    for (size_t i = 0; i < a->at.capacity; i++)
        if (a->at.used[i]) set_cell(copy, (term){a->at.keys[i]}, a->values.data[a->at.values[i]]);
    a->owners--;
    return copy;
}

/* ---- events ---- */

static void add_symbol(concolic *f, concolic_symbol s)
{
    bool added;
    u32_map_put(&f->symbols, s.symbol.id, &added);
    if (added) concolic_symbol_vec_push(&f->out->symbols, s);
}

/* The alternatives from `first` on are its own. */
static void add_event(concolic *f, term condition, size_t first)
{
    assert(first <= f->out->alternatives.size && !term_is_none(condition));
    frame at = frame_vec_last(&f->frames);
    concolic_event e = {.condition = condition, .activation = at.activation, .b = at.b, .first = first, .count = f->out->alternatives.size - first,
                      .n_inputs = f->out->inputs.size};
    bool is_new = f->out->events.size < f->options->max_events;
    if (is_new && !e.count) u32_map_put(&f->noted, condition.id, &is_new);
    if (is_new) concolic_event_vec_push(&f->out->events, e);
    else f->out->alternatives.size = first;
}

static void add_pointer(concolic *f, concolic_value address)
{
    bool is_new;
    u32_map_put(&f->noted, address.any.id, &is_new);
    if (is_new) concolic_pointer_vec_push(&f->out->pointers, (concolic_pointer){address.any, address.now});
}

/* It stays what it is in this run. */
static concolic_value fix(concolic *f, concolic_value t)
{
    bool is_new = depends(t) && f->frames.size;
    if (is_new) u32_map_put(&f->fixed, t.any.id, &is_new);
    if (is_new) add_event(f, term_mk_eq(f->ts, t.any, t.now), f->out->alternatives.size);
    return constant(t.now);
}

static concolic_value unless_fixed(const concolic *f, concolic_value t) { return depends(t) && u32_map_find(&f->fixed, t.any.id) ? constant(t.now) : t; }

/* ---- expressions ---- */

static concolic_value eval(concolic *f, term t, unsigned depth);
static cells *eval_array(concolic *f, term t, term target, unsigned depth);

static slot *slot_of(concolic *f, term variable)
{
    uint32_t at = f->place[variable.id];
    return f->is_local[variable.id] ? &f->locals.data[frame_vec_last(&f->frames).base + at] : &f->globals.data[at];
}

static concolic_value variable_value(concolic *f, term variable)
{
    concolic_value v = slot_of(f, variable)->v;
    return term_is_none(v.now) ? constant(eval_default(f->ts, term_sort(f->ts, variable))) : unless_fixed(f, v);
}

static concolic_value read_cell(concolic *f, cells *a, term index)
{
    const uint32_t *at = u32_map_find(&a->at, index.id);
    if (at) return a->values.data[*at];
    if (a->input == NO_INPUT) return a->otherwise;
    char name[64];
    snprintf(name, sizeof name, "in!%zu.%u", a->input, index.id);
    concolic_value v = {.now = term_mk_select(f->ts, a->initial, index)};
    v.any = term_mk_sym(f->ts, name, term_sort(f->ts, v.now));
    add_symbol(f, (concolic_symbol){v.any, a->input, index, TERM_NONE, TERM_NONE});
    set_cell(a, index, v); /* its owners share this */
    return v;
}

/* An index of an array, with the value that it has in this run. If it is an offset from something, that is fixed: other offsets may follow. */
static term eval_index(concolic *f, term t, unsigned depth)
{
    concolic_value v = eval(f, t, depth), base = v;
    size_t n = !f->is_over && depends(v) && term_kind_of(f->ts, t) == TERM_ADD ? term_arity(f->ts, t) : 0, n_depends = 0;
    for (size_t i = 0; i < n; i++) {
        concolic_value part = eval(f, term_arg(f->ts, t, i), depth);
        if (depends(part)) base = part;
        n_depends += depends(part);
    }
    if (!f->is_over) fix(f, n_depends == 1 ? base : v);
    return v.now;
}

static concolic_value eval_select(concolic *f, term t, unsigned depth)
{
    cells *a = eval_array(f, term_arg(f->ts, t, 0), TERM_NONE, depth);
    term index = a ? eval_index(f, term_arg(f->ts, t, 1), depth) : TERM_NONE;
    concolic_value v = a && !f->is_over ? read_cell(f, a, index) : constant(TERM_NONE);
    drop(a);
    if (!f->is_over && !term_is_value(f->ts, v.now)) finish(f, RUN_STUCK);
    return v;
}

static concolic_value eval_ite(concolic *f, term t, unsigned depth)
{
    concolic_value c = eval(f, term_arg(f->ts, t, 0), depth);
    if (f->is_over) return c;
    bool is_true = term_is_equal(c.now, term_true(f->ts));
    concolic_value then = is_true || depends(c) ? eval(f, term_arg(f->ts, t, 1), depth) : c;
    concolic_value otherwise = !is_true || depends(c) ? eval(f, term_arg(f->ts, t, 2), depth) : c;
    if (f->is_over || !depends(c)) return is_true ? then : otherwise;
    return (concolic_value){is_true ? then.now : otherwise.now, term_mk_ite(f->ts, c.any, then.any, otherwise.any)};
}

/* Of operations on bits, products and divisions, only the first operand is left as it is: so they are linear, or nearly so. */
static void make_easy(concolic *f, term_kind kind, concolic_value *args, size_t n)
{
    bool is_division = kind == TERM_IDIV || kind == TERM_MOD || kind == TERM_RDIV, is_of_bits = kind >= TERM_BV_AND && kind <= TERM_BV_ASHR;
    for (size_t i = 1; i < n && (kind == TERM_MUL || is_division || is_of_bits); i++) args[i] = fix(f, args[i]);
}

static bool small_number(const term_store *ts, term t, int64_t *out)
{
    return term_kind_of(ts, t) == TERM_NUM && rat_to_int64(term_number(ts, t), out);
}

/* TERM_NONE if it takes more than machine words, or another sort. */
static term small_sum(term_store *ts, const concolic_value *args, size_t n)
{
    int64_t sum = 0, x;
    for (size_t i = 0; i < n; i++)
        if (!small_number(ts, args[i].now, &x) || __builtin_add_overflow(sum, x, &sum)) return TERM_NONE;
    return term_mk_int(ts, sum);
}

static term small_junction(term unit, const concolic_value *args, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!term_is_equal(args[i].now, unit)) return args[i].now;
    return unit;
}

static term small_binary(term_store *ts, term_kind kind, const concolic_value *args)
{
    int64_t x, y, product;
    if (!small_number(ts, args[0].now, &x) || !small_number(ts, args[1].now, &y)) return TERM_NONE;
    switch (kind) {
    case TERM_EQ: return term_mk_bool(ts, x == y);
    case TERM_LE: return term_mk_bool(ts, x <= y);
    case TERM_LT: return term_mk_bool(ts, x < y);
    default: return __builtin_mul_overflow(x, y, &product) ? TERM_NONE : term_mk_int(ts, product);
    }
}

/* Most of what a run computes is done with this, without terms of operations on numbers. TERM_NONE: it is not of that kind. */
static term small_value(concolic *f, term t, const concolic_value *args, size_t n)
{
    term_store *ts = f->ts;
    term_kind kind = term_kind_of(ts, t);
    switch (kind) {
    case TERM_NOT: return term_mk_bool(ts, term_is_equal(args[0].now, term_false(ts)));
    case TERM_AND: return small_junction(term_true(ts), args, n);
    case TERM_OR: return small_junction(term_false(ts), args, n);
    case TERM_ADD: return sort_kind_of(ts, term_sort(ts, t)) == SORT_INT ? small_sum(ts, args, n) : TERM_NONE;
    case TERM_SCALE: return sort_kind_of(ts, term_sort(ts, t)) == SORT_INT ? small_binary(ts, kind, args) : TERM_NONE;
    case TERM_EQ:
    case TERM_LE:
    case TERM_LT: return small_binary(ts, kind, args);
    default: return TERM_NONE;
    }
}

static concolic_value eval_general(concolic *f, term t, unsigned depth)
{
    enum { FEW = 16 };
    size_t n = term_arity(f->ts, t);
    concolic_value few[FEW], *args = n <= FEW ? few : alloc_zeroed(n, sizeof *args);
    term few_terms[FEW], *terms = n <= FEW ? few_terms : alloc_zeroed(n, sizeof *terms);
    bool any = false;
    concolic_value v = constant(TERM_NONE);
    for (size_t i = 0; i < n && !f->is_over; i++) args[i] = eval(f, term_arg(f->ts, t, i), depth);
    if (!f->is_over) {
        make_easy(f, term_kind_of(f->ts, t), args, n);
        for (size_t i = 0; i < n; i++) {
            any |= depends(args[i]);
            terms[i] = args[i].now;
        }
        bool div0 = false;
        v.now = small_value(f, t, args, n);
        if (term_is_none(v.now)) v.now = term_rebuild(f->ts, t, terms);
        if (!term_is_value(f->ts, v.now)) v.now = evaluator_eval(f->closed, v.now, &div0);
        if (div0 || term_is_none(v.now) || !term_is_value(f->ts, v.now)) finish(f, RUN_STUCK);
        for (size_t i = 0; i < n; i++) terms[i] = args[i].any;
        v.any = any && !f->is_over ? term_rebuild(f->ts, t, terms) : v.now;
        v = unless_fixed(f, v);
    }
    if (args != few) free(args);
    if (terms != few_terms) free(terms);
    return v;
}

static bool is_array(const concolic *f, term t) { return sort_kind_of(f->ts, term_sort(f->ts, t)) == SORT_ARRAY; }

static concolic_value eval_kind(concolic *f, term t, unsigned depth)
{
    switch (term_kind_of(f->ts, t)) {
    case TERM_TRUE:
    case TERM_FALSE:
    case TERM_NUM:
    case TERM_BVNUM: return constant(t);
    case TERM_SYM: return variable_value(f, t);
    case TERM_SELECT: return eval_select(f, t, depth);
    case TERM_ITE: return eval_ite(f, t, depth);
    case TERM_BOUND:
    case TERM_FORALL:
    case TERM_EXISTS: return constant(TERM_NONE);
    default: return eval_general(f, t, depth);
    }
}

/* TERM_NONE, and the run is over, if there is no value. */
static concolic_value eval(concolic *f, term t, unsigned depth)
{
    if (!f->is_over && f->stamp[t.id] == f->generation) return f->memo[t.id];
    bool is_too_deep = !f->is_over && depth > MAX_DEPTH;
    if (f->is_over || is_too_deep || is_array(f, t)) {
        finish(f, RUN_STUCK);
        if (is_too_deep) f->postponed = t;
        return constant(TERM_NONE);
    }
    concolic_value v = eval_kind(f, t, depth + 1);
    if (term_is_none(v.now)) finish(f, RUN_STUCK);
    if (f->is_over) return v;
    f->stamp[t.id] = f->generation;
    f->memo[t.id] = v;
    return v;
}

/* After an evaluation at depth 0: gives a value to what that could not reach, and to what this could not reach. True if there was such a term, and the
 * evaluation, done again, gets further. What has happened in the first attempt (symbols, events) is not repeated. */
static bool catch_up(concolic *f)
{
    if (term_is_none(f->postponed)) return false;
    term_vec waiting;
    term_vec_init(&waiting);
    do {
        assert(f->is_over);
        term_vec_push(&waiting, f->postponed);
        f->postponed = TERM_NONE;
        f->is_over = false;
        while (waiting.size && !f->is_over) {
            eval(f, waiting.data[waiting.size - 1], 0);
            if (!f->is_over) waiting.size--;
        }
    } while (!term_is_none(f->postponed));
    term_vec_release(&waiting);
    return !f->is_over;
}

static concolic_value eval_deep(concolic *f, term t)
{
    concolic_value v;
    do v = eval(f, t, 0);
    while (catch_up(f));
    return v;
}

static concolic_value value_of(concolic *f, term t)
{
    f->generation++;
    return eval_deep(f, t);
}

/* Writes wait until all of their operands are known. */
typedef struct cell_write {
    term index;
    concolic_value v;
} cell_write;
VEC_DECLARE(write_vec, cell_write);

/* The array below all writes, as a new owner; NULL if there is none. That of `target`, which is about to be overwritten, is taken out. */
static cells *eval_base(concolic *f, term t, term target, unsigned depth)
{
    switch (term_kind_of(f->ts, t)) {
    case TERM_SYM: {
        slot *s = slot_of(f, t);
        cells *a = s->a;
        if (!a) return cells_new(constant(eval_default(f->ts, sort_array_element(f->ts, term_sort(f->ts, t)))), NO_INPUT, TERM_NONE);
        if (!term_is_equal(t, target)) return retain(a);
        s->a = NULL;
        return a;
    }
    case TERM_CONST_ARRAY: {
        concolic_value v = eval(f, term_arg(f->ts, t, 0), depth);
        return f->is_over ? NULL : cells_new(v, NO_INPUT, TERM_NONE);
    }
    default: return NULL;
    }
}

/* A new owner; NULL, and the run is over, if there is no value. */
static cells *eval_array(concolic *f, term t, term target, unsigned depth)
{
    write_vec writes;
    write_vec_init(&writes);
    for (term_kind k; !f->is_over && (k = term_kind_of(f->ts, t), k == TERM_STORE || k == TERM_ITE);) {
        if (k == TERM_ITE) {
            concolic_value c = fix(f, eval(f, term_arg(f->ts, t, 0), depth));
            if (!f->is_over) t = term_arg(f->ts, t, term_is_equal(c.now, term_true(f->ts)) ? 1 : 2);
            continue;
        }
        cell_write w = {.index = eval_index(f, term_arg(f->ts, t, 1), depth)};
        if (!f->is_over && !is_array(f, term_arg(f->ts, t, 2))) w.v = eval(f, term_arg(f->ts, t, 2), depth);
        else finish(f, RUN_STUCK);
        write_vec_push(&writes, w);
        t = term_arg(f->ts, t, 0);
    }
    cells *a = f->is_over ? NULL : eval_base(f, t, target, depth);
    if (!a) finish(f, RUN_STUCK);
    if (a && writes.size) a = own(a);
    for (size_t i = writes.size; a && i-- > 0;) set_cell(a, writes.data[i].index, writes.data[i].v);
    write_vec_release(&writes);
    return a;
}

/* ---- statements ---- */

/* Takes the array over. */
static void set_array(concolic *f, term variable, cells *a)
{
    slot *s = slot_of(f, variable);
    drop(s->a);
    s->a = a;
}

static slot slot_value(concolic *f, term t, term target)
{
    f->generation++;
    if (!is_array(f, t)) return (slot){.v = eval_deep(f, t)};
    cells *a;
    do a = eval_array(f, t, target, 0);
    while (catch_up(f));
    return (slot){.v = constant(TERM_NONE), .a = a};
}

static void put(concolic *f, term variable, slot v)
{
    if (is_array(f, variable)) set_array(f, variable, v.a);
    else slot_of(f, variable)->v = v.v;
}

static bool is_within(const term_store *ts, term v, term low, term high)
{
    return (term_is_none(low) || rat_cmp(term_number(ts, low), term_number(ts, v)) <= 0) &&
           (term_is_none(high) || rat_cmp(term_number(ts, v), term_number(ts, high)) <= 0);
}

static void read_input(concolic *f, term target, term low, term high)
{
    const concolic_options *o = f->options;
    sort s = term_sort(f->ts, target);
    bool is_pointer = program_var(f->p, target)->is_pointer;
    term v = f->next_input < o->n_inputs ? o->inputs[f->next_input++] : o->choose(o->user, s, low, high, is_pointer);
    if (term_is_none(v)) {
        finish(f, RUN_OUT_OF_INPUTS);
        return;
    }
    if (!sort_is_equal(term_sort(f->ts, v), s) || (sort_kind_of(f->ts, s) == SORT_INT && !is_within(f->ts, v, low, high))) {
        finish(f, RUN_BLOCKED);
        return;
    }
    size_t number = f->out->inputs.size;
    term_vec_push(&f->out->inputs, v);
    if (is_array(f, target)) {
        set_array(f, target, cells_new(constant(TERM_NONE), number, v));
        return;
    }
    char name[32];
    snprintf(name, sizeof name, "in!%zu", number);
    concolic_value t = {v, term_mk_sym(f->ts, name, s)};
    add_symbol(f, (concolic_symbol){t.any, number, TERM_NONE, low, high});
    if (is_pointer) add_pointer(f, t);
    slot_of(f, target)->v = t;
}

static void run_condition(concolic *f, const stmt *s, bool is_check)
{
    concolic_value v = value_of(f, s->value);
    if (f->is_over) return;
    bool is_true = term_is_equal(v.now, term_true(f->ts));
    size_t first = f->out->alternatives.size;
    block here = frame_vec_last(&f->frames).b;
    if (depends(v)) {
        term other = is_true ? term_mk_not(f->ts, v.any) : v.any;
        bool is_goal = is_check && is_true;
        if (is_goal || !is_true) concolic_alternative_vec_push(&f->out->alternatives, (concolic_alternative){other, here, is_goal, s->goal});
        add_event(f, is_true ? v.any : term_mk_not(f->ts, v.any), first);
    }
    if (!is_true) finish(f, is_check ? RUN_VIOLATED : RUN_BLOCKED);
}

static void visit(concolic *f, goal g)
{
    if (f->visited[g.id]) return;
    f->visited[g.id] = true;
    concolic_visit_vec_push(&f->out->visits, (concolic_visit){g, f->out->inputs.size});
}

static void enter(concolic *f, proc callee, uint32_t caller, block from)
{
    frame a = {.activation = (uint32_t)f->out->activations.size, .f = callee, .base = f->locals.size};
    concolic_activation_vec_push(&f->out->activations, (concolic_activation){callee, caller, from});
    slot_vec_resize(&f->locals, f->locals.size + program_locals(f->p, callee)->size);
    for (size_t i = a.base; i < f->locals.size; i++) f->locals.data[i].v = constant(TERM_NONE);
    frame_vec_push(&f->frames, a);
}

static void leave(concolic *f)
{
    frame a = frame_vec_pop(&f->frames);
    for (size_t i = a.base; i < f->locals.size; i++) drop(f->locals.data[i].a);
    f->locals.size = a.base;
}

static void run_call(concolic *f, const stmt *s)
{
    slot_vec args;
    slot_vec_init(&args);
    for (size_t i = 0; i < s->n_args && !f->is_over; i++) slot_vec_push(&args, slot_value(f, s->args[i], TERM_NONE));
    if (f->frames.size >= MAX_ACTIVATIONS) finish(f, RUN_OUT_OF_STEPS);
    if (f->is_over) {
        for (size_t i = 0; i < args.size; i++) drop(args.data[i].a);
    } else {
        frame a = frame_vec_last(&f->frames);
        enter(f, s->callee, a.activation, a.b);
        const term_vec *params = program_params(f->p, s->callee);
        for (size_t i = 0; i < args.size; i++) put(f, params->data[i], args.data[i]);
    }
    slot_vec_release(&args);
}

static void run_return(concolic *f)
{
    proc callee = frame_vec_last(&f->frames).f;
    if (f->frames.size == 1) {
        finish(f, RUN_RETURNED);
        return;
    }
    const term_vec *results = program_results(f->p, callee);
    slot_vec values;
    slot_vec_init(&values);
    for (size_t i = 0; i < results->size; i++) {
        slot v = *slot_of(f, results->data[i]);
        if (v.a) retain(v.a);
        slot_vec_push(&values, v);
    }
    leave(f);
    frame *a = &f->frames.data[f->frames.size - 1];
    const stmt *call = program_stmt(f->p, a->f, a->b, a->next - 1);
    for (size_t i = 0; i < values.size; i++) put(f, call->results[i], values.data[i]);
    slot_vec_release(&values);
}

/* A pointer that is read from bytes, or was never set: of interest if it depends on inputs. */
static void run_unset(concolic *f, const stmt *s)
{
    if (s->unset->role != UNSET_READ) return;
    concolic_value v = value_of(f, s->args[UNSET_CELLS]);
    if (!f->is_over && depends(v)) add_pointer(f, v);
}

static void run_stmt(concolic *f, const stmt *s)
{
    switch (s->kind) {
    case STMT_ASSIGN: {
        slot v = slot_value(f, s->value, s->target);
        if (!f->is_over) put(f, s->target, v);
        else drop(v.a);
        break;
    }
    case STMT_INPUT:
    case STMT_HAVOC: read_input(f, s->target, s->low, s->high); break;
    case STMT_ASSUME: run_condition(f, s, false); break;
    case STMT_CHECK: run_condition(f, s, true); break;
    case STMT_REACH: visit(f, s->goal); break;
    case STMT_CALL: run_call(f, s); break;
    case STMT_UNSET: run_unset(f, s); break;
    case STMT_EXIT: finish(f, RUN_EXITED); break;
    case STMT_OUTPUT:
    case STMT_NOTE: break;
    }
    if (s->kind == STMT_CHECK && f->is_over && f->out->end == RUN_VIOLATED) visit(f, s->goal);
}

static void take_branch(concolic *f)
{
    frame *a = &f->frames.data[f->frames.size - 1];
    size_t n = program_branch_count(f->p, a->f, a->b), taken = n, first = f->out->alternatives.size;
    term condition = term_true(f->ts);
    f->generation++;
    for (size_t i = 0; i < n && !f->is_over; i++) {
        branch b = program_branch(f->p, a->f, a->b, i);
        concolic_value c = eval_deep(f, b.condition);
        if (f->is_over) break;
        if (term_is_equal(c.now, term_true(f->ts))) {
            taken = i;
            condition = c.any;
        } else if (depends(c)) {
            concolic_alternative_vec_push(&f->out->alternatives, (concolic_alternative){c.any, b.target, false, {0}});
        }
    }
    if (f->is_over) return;
    if (taken == n) condition = term_true(f->ts);
    if (f->out->alternatives.size > first || !term_is_equal(condition, term_true(f->ts))) add_event(f, condition, first);
    if (taken == n) {
        finish(f, RUN_BLOCKED);
    } else {
        a->b = program_branch(f->p, a->f, a->b, taken).target;
        a->next = 0;
    }
}

static void run_step(concolic *f)
{
    frame *a = &f->frames.data[f->frames.size - 1];
    bool is_stmt = a->next < program_stmt_count(f->p, a->f, a->b);
    if (++f->out->steps > f->options->max_steps || (f->out->steps % STEPS_BETWEEN_LOOKS == 0 && limits_is_over(&f->options->limits)))
        finish(f, RUN_OUT_OF_STEPS);
    else if (is_stmt) run_stmt(f, program_stmt(f->p, a->f, a->b, a->next++));
    else if (program_is_return(f->p, a->f, a->b)) run_return(f);
    else take_branch(f);
}

static void read_variable(concolic *f, term variable)
{
    const var_info *info = program_var(f->p, variable);
    read_input(f, variable, info->low, info->high);
}

static void run(concolic *f)
{
    const term_vec *globals = program_globals(f->p);
    proc entry = program_entry(f->p);
    for (size_t i = 0; i < globals->size && !f->is_over; i++) {
        term initial = program_initial(f->p, globals->data[i]);
        if (term_is_none(initial)) {
            read_variable(f, globals->data[i]);
            continue;
        }
        slot v = slot_value(f, initial, TERM_NONE);
        if (!f->is_over) put(f, globals->data[i], v);
    }
    if (f->is_over) return;
    enter(f, entry, UINT32_MAX, (block){0});
    const term_vec *params = program_params(f->p, entry);
    for (size_t i = 0; i < params->size && !f->is_over; i++) read_variable(f, params->data[i]);
    while (!f->is_over) run_step(f);
}

void concolic_execute(concolic *f, const concolic_options *options, concolic_run *out)
{
    f->options = options;
    f->out = out;
    f->next_input = 0;
    f->is_over = false;
    f->postponed = TERM_NONE;
    u32_map_clear(&f->symbols);
    u32_map_clear(&f->noted);
    u32_map_clear(&f->fixed);
    memset(f->visited, 0, program_goal_count(f->p));
    slot_vec_resize(&f->globals, program_globals(f->p)->size);
    for (size_t i = 0; i < f->globals.size; i++) f->globals.data[i] = (slot){.v = constant(TERM_NONE)};
    run(f);
    while (f->frames.size) leave(f);
    for (size_t i = 0; i < f->globals.size; i++) drop(f->globals.data[i].a);
    slot_vec_clear(&f->globals);
}

static void set_place(concolic *f, term variable, size_t at, bool is_local)
{
    f->place[variable.id] = (uint32_t)at;
    f->is_local[variable.id] = is_local;
}

concolic *concolic_new(const program *p)
{
    concolic *f = alloc_zeroed(1, sizeof *f);
    f->p = p;
    f->ts = program_terms(p);
    size_t n = term_store_size(f->ts); /* the program's terms have smaller ids */
    f->place = alloc_zeroed(n, sizeof *f->place);
    f->is_local = alloc_zeroed(n, sizeof *f->is_local);
    f->stamp = alloc_zeroed(n, sizeof *f->stamp);
    f->memo = alloc_zeroed(n, sizeof *f->memo);
    f->visited = alloc_zeroed(program_goal_count(p) + 1, sizeof *f->visited);
    f->closed = evaluator_new(f->ts);
    const term_vec *globals = program_globals(p);
    for (size_t i = 0; i < globals->size; i++) set_place(f, globals->data[i], i, false);
    for (uint32_t k = 0; k < program_proc_count(p); k++) {
        const term_vec *locals = program_locals(p, (proc){k});
        for (size_t i = 0; i < locals->size; i++) set_place(f, locals->data[i], i, true);
    }
    return f;
}

void concolic_free(concolic *f)
{
    if (!f) return;
    free(f->place);
    free(f->is_local);
    free(f->stamp);
    free(f->memo);
    free(f->visited);
    evaluator_free(f->closed);
    slot_vec_release(&f->globals);
    slot_vec_release(&f->locals);
    frame_vec_release(&f->frames);
    u32_map_release(&f->symbols);
    u32_map_release(&f->noted);
    u32_map_release(&f->fixed);
    free(f);
}

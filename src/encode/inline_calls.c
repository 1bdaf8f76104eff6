#include "encode/inline_calls.h"

#include "encode/liveness.h"
#include "term/dag.h"

#include <stdlib.h>

/* ---- which procedures ---- */

typedef struct candidate {
    uint32_t f;
    size_t size;
} candidate;
VEC_DECLARE(candidate_vec, candidate);

typedef struct choice {
    const call_graph *calls;
    size_t *size; /* by procedure: statements and blocks */
    double *copies; /* by procedure: scratch of total_size; a double, as there may be very many */
    u32_vec *is_inlined;
    candidate_vec candidates; /* the best ones first */
} choice;

static size_t size_of(const call_graph *g, uint32_t f)
{
    size_t size = 0;
    for (size_t k = 0; k < g->flows[f].order.size; k++) size += g->flows[f].length.data[g->flows[f].order.data[k]] + 1;
    return size;
}

static int compare_candidates(const void *a, const void *b)
{
    const candidate *x = a, *y = b;
    if (x->size != y->size) return x->size < y->size ? -1 : 1;
    return (x->f > y->f) - (x->f < y->f);
}

/* A procedure with a single call costs nothing. */
static void collect_candidates(choice *c)
{
    const call_graph *g = c->calls;
    u32_vec count;
    u32_vec_init(&count);
    u32_vec_resize(&count, program_proc_count(g->p));
    for (size_t k = 0; k < g->order.size; k++)
        for (size_t i = 0; i < g->calls[g->order.data[k]].size; i++) count.data[g->calls[g->order.data[k]].data[i]]++;
    for (size_t k = 0; k < g->order.size; k++) {
        uint32_t f = g->order.data[k];
        c->size[f] = size_of(g, f);
        if (!g->is_recursive.data[f] && f != program_entry(g->p).id)
            candidate_vec_push(&c->candidates, (candidate){f, count.data[f] == 1 ? 0 : c->size[f]});
    }
    if (c->candidates.size) qsort(c->candidates.data, c->candidates.size, sizeof(candidate), compare_candidates);
    u32_vec_release(&count);
}

/* Of the program in which the marked procedures are inlined. Callers come after callees in the order. */
static double total_size(choice *c)
{
    const call_graph *g = c->calls;
    double total = 0;
    for (size_t k = 0; k < g->order.size; k++) c->copies[g->order.data[k]] = c->is_inlined->data[g->order.data[k]] ? 0 : 1;
    for (size_t k = g->order.size; k-- > 0;) {
        uint32_t f = g->order.data[k];
        total += c->copies[f] * (double)c->size[f];
        for (size_t i = 0; i < g->calls[f].size; i++)
            if (c->is_inlined->data[g->calls[f].data[i]]) c->copies[g->calls[f].data[i]] += c->copies[f];
    }
    return total;
}

static bool fits(choice *c, size_t count, double limit)
{
    for (size_t i = 0; i < c->candidates.size; i++) c->is_inlined->data[c->candidates.data[i].f] = i < count;
    return total_size(c) <= limit;
}

/* Inlining one more never makes the program smaller, so the longest list of candidates that fits is found by bisection. */
static size_t choose(choice *c, double limit)
{
    size_t low = 0, high = c->candidates.size;
    while (low < high) {
        size_t middle = low + (high - low + 1) / 2;
        if (fits(c, middle, limit)) low = middle;
        else high = middle - 1;
    }
    fits(c, low, limit);
    return low;
}

static size_t choose_procedures(const call_graph *calls, size_t limit, u32_vec *is_inlined)
{
    size_t n = program_proc_count(calls->p);
    choice c = {.calls = calls, .is_inlined = is_inlined};
    c.size = alloc_zeroed(n, sizeof *c.size);
    c.copies = alloc_zeroed(n, sizeof *c.copies);
    u32_vec_resize(is_inlined, n);
    collect_candidates(&c);
    size_t chosen = choose(&c, (double)limit);
    free(c.size);
    free(c.copies);
    candidate_vec_release(&c.candidates);
    return chosen;
}

/* ---- the new program ---- */

/* A procedure's body, to be copied to the blocks from `base` on. */
typedef struct instance {
    uint32_t f;
    uint32_t base;
    uint32_t after; /* block to go on with; NO_BLOCK: this is the procedure itself */
    substitution *names;
} instance;
VEC_DECLARE(instance_vec, instance);
#define NO_BLOCK UINT32_MAX

typedef struct copier {
    inlined *in;
    const program *from;
    program *to;
    const liveness *live; /* of the old program */
    substitution *globals;
    proc f; /* the procedure that is being made */
    instance_vec work;
    term_vec args, results;
} copier;

static term copy_var(copier *c, term symbol, proc owner)
{
    var_info info = *program_var(c->from, symbol);
    info.owner = owner;
    const term_store *ts = program_terms(c->from);
    term copy = program_add_var(c->to, info.name ? info.name : term_name(ts, symbol), term_sort(ts, symbol), &info);
    *u32_map_put(&c->in->original_var, copy.id, NULL) = symbol.id;
    return copy;
}

static void copy_globals(copier *c)
{
    const term_vec *globals = program_globals(c->from);
    for (size_t i = 0; i < globals->size; i++) {
        term copy = copy_var(c, globals->data[i], PROC_NONE), value = program_initial(c->from, globals->data[i]);
        substitution_set(c->globals, globals->data[i], copy);
        if (!term_is_none(value)) program_set_initial(c->to, copy, value);
    }
}

static block add_block(copier *c, place where, block_origin origin)
{
    block_origin_vec_push(&c->in->origins[c->f.id], origin);
    return program_add_block(c->to, c->f, where);
}

/* Makes the variables and the blocks, still empty. */
static instance begin_instance(copier *c, uint32_t f, uint32_t after)
{
    instance x = {f, (uint32_t)program_block_count(c->to, c->f), after, substitution_new(program_terms(c->from))};
    const term_vec *locals = program_locals(c->from, (proc){f});
    for (size_t i = 0; i < locals->size; i++) substitution_set(x.names, locals->data[i], copy_var(c, locals->data[i], c->f));
    for (uint32_t b = 0; b < program_block_count(c->from, (proc){f}); b++)
        add_block(c, program_block_place(c->from, (proc){f}, (block){b}), (block_origin){(proc){f}, b, true});
    return x;
}

static term renamed(const copier *c, const instance *x, term t)
{
    return substitution_apply(c->globals, substitution_apply(x->names, t));
}

static void rename_all(const copier *c, const instance *x, const term *terms, size_t n, term_vec *out)
{
    term_vec_clear(out);
    for (size_t i = 0; i < n; i++) term_vec_push(out, renamed(c, x, terms[i]));
}

static void copy_stmt(copier *c, const instance *x, const stmt *s, block to)
{
    stmt copy = *s;
    rename_all(c, x, s->args, s->n_args, &c->args);
    rename_all(c, x, s->results, s->n_results, &c->results);
    copy.args = c->args.data;
    copy.results = c->results.data;
    if (s->kind == STMT_ASSIGN || s->kind == STMT_INPUT || s->kind == STMT_HAVOC) copy.target = renamed(c, x, s->target);
    if (s->kind == STMT_ASSIGN || s->kind == STMT_ASSUME || s->kind == STMT_CHECK || s->kind == STMT_EXIT || s->kind == STMT_NOTE)
        copy.value = renamed(c, x, s->value);
    program_add_stmt(c->to, c->f, to, &copy);
}

static void add_assignment(copier *c, block to, place where, term target, term value)
{
    stmt s = {.kind = STMT_ASSIGN, .place = where, .target = target, .value = value, .low = TERM_NONE, .high = TERM_NONE};
    program_add_stmt(c->to, c->f, to, &s);
}

static bool is_param(const copier *c, uint32_t f, uint32_t number)
{
    const term_vec *params = program_params(c->from, (proc){f});
    const u32_vec *in = &c->live->summaries[f].params;
    for (size_t i = 0; i < in->size; i++)
        if (liveness_number(c->live, params->data[in->data[i]]) == number) return true;
    return false;
}

/* The callee's locals that may be read before they are written have any value again. */
static void forget_locals(copier *c, const instance *callee, block to, place where)
{
    const u32_vec *live = liveness_at_block(c->live, (proc){callee->f}, 0);
    for (size_t i = 0; i < live->size; i++) {
        if (live->data[i] < c->live->globals || is_param(c, callee->f, live->data[i])) continue;
        term local = liveness_symbol(c->live, (proc){callee->f}, live->data[i]);
        const var_info *v = program_var(c->from, local);
        stmt s = {.kind = STMT_HAVOC, .place = where, .target = substitution_get(callee->names, local), .low = v->low, .high = v->high};
        program_add_stmt(c->to, c->f, to, &s);
        const stmt *added = program_stmt(c->to, c->f, to, program_stmt_count(c->to, c->f, to) - 1);
        u64_map_put(&c->in->silent, (uint64_t)(uintptr_t)added, NULL);
    }
}

/* Returns the block that goes on after the call. */
static block copy_call(copier *c, const instance *caller, const stmt *s, block to, block_origin origin)
{
    const term_vec *params = program_params(c->from, s->callee), *results = program_results(c->from, s->callee);
    term_store *ts = program_terms(c->from);
    origin.is_start = false;
    block after = add_block(c, s->place, origin);
    instance callee = begin_instance(c, s->callee.id, after.id);
    forget_locals(c, &callee, to, s->place);
    for (size_t i = 0; i < params->size; i++)
        add_assignment(c, to, s->place, substitution_get(callee.names, params->data[i]), renamed(c, caller, s->args[i]));
    program_add_branch(c->to, c->f, to, term_true(ts), (block){callee.base});
    for (size_t i = 0; i < results->size; i++)
        add_assignment(c, after, s->place, renamed(c, caller, s->results[i]), substitution_get(callee.names, results->data[i]));
    instance_vec_push(&c->work, callee);
    return after;
}

static void copy_block(copier *c, const instance *x, uint32_t b)
{
    proc f = {x->f};
    const flow *w = &c->live->calls->flows[x->f];
    block to = {x->base + b};
    if (!flow_is_reachable(w, b)) return;
    for (size_t i = 0; i < program_stmt_count(c->from, f, (block){b}); i++) {
        const stmt *s = program_stmt(c->from, f, (block){b}, i);
        bool is_copied = s->kind == STMT_CALL && c->in->is_inlined.data[s->callee.id] && i < w->length.data[b];
        if (s->kind == STMT_UNSET) continue; /* for runs of the original only */
        if (is_copied) to = copy_call(c, x, s, to, (block_origin){f, b, true});
        else copy_stmt(c, x, s, to);
        if (s->kind == STMT_EXIT) return;
    }
    for (size_t i = 0; i < program_branch_count(c->from, f, (block){b}); i++) {
        branch r = program_branch(c->from, f, (block){b}, i);
        program_add_branch(c->to, c->f, to, renamed(c, x, r.condition), (block){x->base + r.target.id});
    }
    if (!program_is_return(c->from, f, (block){b})) return;
    if (x->after == NO_BLOCK) program_set_return(c->to, c->f, to);
    else program_add_branch(c->to, c->f, to, term_true(program_terms(c->from)), (block){x->after});
}

static void copy_signature(copier *c, const instance *x)
{
    const term_vec *params = program_params(c->from, c->f), *results = program_results(c->from, c->f);
    rename_all(c, x, params->data, params->size, &c->args);
    rename_all(c, x, results->data, results->size, &c->results);
    program_set_signature(c->to, c->f, c->args.data, c->args.size, c->results.data, c->results.size);
}

static void copy_procedure(copier *c, uint32_t f)
{
    c->f = (proc){f};
    instance_vec_push(&c->work, begin_instance(c, f, NO_BLOCK));
    while (c->work.size) {
        instance x = instance_vec_pop(&c->work);
        if (x.after == NO_BLOCK) copy_signature(c, &x);
        for (uint32_t b = 0; b < program_block_count(c->from, (proc){x.f}); b++) copy_block(c, &x, b);
        substitution_free(x.names);
    }
}

static void copy_program(copier *c)
{
    for (uint32_t f = 0; f < program_proc_count(c->from); f++)
        program_add_proc(c->to, program_proc_name(c->from, (proc){f}), program_proc_place(c->from, (proc){f}));
    for (uint32_t g = 0; g < program_goal_count(c->from); g++) program_add_goal(c->to, program_goal(c->from, (goal){g}));
    copy_globals(c);
    for (uint32_t f = 0; f < program_proc_count(c->from); f++) {
        c->f = (proc){f};
        if (c->live->calls->is_reachable.data[f] && !c->in->is_inlined.data[f]) copy_procedure(c, f);
        else add_block(c, program_proc_place(c->from, c->f), (block_origin){c->f, 0, false});
    }
    program_set_entry(c->to, program_entry(c->from));
}

static void make_copy(inlined *in, const call_graph *calls)
{
    liveness *live = liveness_new(calls);
    copier c = {.in = in, .from = in->original, .live = live};
    in->origins = alloc_zeroed(program_proc_count(in->original), sizeof *in->origins);
    in->copy = c.to = program_new(program_terms(in->original));
    c.globals = substitution_new(program_terms(in->original));
    copy_program(&c);
    substitution_free(c.globals);
    instance_vec_release(&c.work);
    term_vec_release(&c.args);
    term_vec_release(&c.results);
    liveness_free(live);
    assert(!program_check(in->copy));
}

void inlined_init(inlined *in, const program *p, size_t limit)
{
    memset(in, 0, sizeof *in);
    in->original = p;
    call_graph *calls = call_graph_new(p);
    if (choose_procedures(calls, limit, &in->is_inlined) > 0) make_copy(in, calls);
    call_graph_free(calls);
}

void inlined_release(inlined *in)
{
    for (size_t f = 0; in->origins && f < program_proc_count(in->original); f++) block_origin_vec_release(&in->origins[f]);
    free(in->origins);
    program_free(in->copy);
    u32_map_release(&in->original_var);
    u32_vec_release(&in->is_inlined);
    u64_map_release(&in->silent);
}

block_origin inlined_origin(const inlined *in, proc f, uint32_t b)
{
    return in->copy ? in->origins[f.id].data[b] : (block_origin){f, b, true};
}

term inlined_original_var(const inlined *in, term symbol)
{
    const uint32_t *original = u32_map_find(&in->original_var, symbol.id);
    return original ? (term){*original} : symbol;
}

bool inlined_is_input(const inlined *in, const stmt *s) { return !u64_map_find(&in->silent, (uint64_t)(uintptr_t)s); }

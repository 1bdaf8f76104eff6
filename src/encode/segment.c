/* Segments to clauses: the acyclic part of a procedure from one place to the next cut points is executed symbolically, block by
 * block in the flow's order, so that every block is executed once. Where branches meet, values that differ are merged. */

#include "encode/conditions.h"
#include "encode/encoding.h"
#include "encode/values.h"
#include "term/dag.h"

#include <stdlib.h>

/* So many are merged as a chain of if-then-else; more by a tree of chains, so that a variable that differs in few of very
 * many branches costs little. */
enum { CHAIN = 32 };

/* A branch that has been taken: under which condition, with which values. */
typedef struct edge edge;
struct edge {
    term condition;
    const values *values;
    edge *next;
};

/* Where symbolic execution is. */
typedef struct state {
    term reach; /* holds iff the run gets here */
    const values *values;
} state;

typedef struct segment {
    encoding *e;
    proc f;
    const proc_code *code;
    const flow *w;
    arena memory; /* of the current segment: edges and values */
    value_space space;
    edge **incoming; /* by block, and for the exit */
    u32_vec heap; /* positions of the blocks that have edges, smallest first */
    clause_code at; /* `from` and what else is known of the clauses */
    uint32_t line;
    bool from_entry;
    atom body[2];
    size_t n_body;
    term_vec summary_args, head_args;
    term_vec edges, rests, roots, subterms, args;
    u32_map memo;
} segment;

/* ---- terms ---- */

static term current(const segment *g, const values *v, term symbol)
{
    uint32_t number = liveness_number(g->e->live, symbol);
    if (number == LIVENESS_NONE) return symbol;
    if (number < g->e->live->globals && !term_is_none(g->e->live->constant.data[number])) return g->e->live->constant.data[number];
    return values_get(&g->space, v, number);
}

static term memo_get(const segment *g, term t)
{
    const uint32_t *by = u32_map_find(&g->memo, t.id);
    return by ? (term){*by} : t;
}

static void apply_to(segment *g, const values *v, term t)
{
    term by = t;
    if (term_kind_of(g->e->ts, t) == TERM_SYM) {
        by = current(g, v, t);
    } else {
        size_t n = term_arity(g->e->ts, t);
        bool same = true;
        term_vec_clear(&g->args);
        for (size_t i = 0; i < n; i++) {
            term a = term_arg(g->e->ts, t, i), new = memo_get(g, a);
            same &= term_is_equal(a, new);
            term_vec_push(&g->args, new);
        }
        if (!same) by = term_rebuild(g->e->ts, t, g->args.data);
    }
    if (!term_is_equal(by, t)) *u32_map_put(&g->memo, t.id, NULL) = by.id;
}

/* The term with the variables' current values. */
static term apply(segment *g, const values *v, term t)
{
    term_vec_clear(&g->subterms);
    dag_subterms(g->e->ts, &t, 1, &g->subterms);
    for (size_t i = 0; i < g->subterms.size; i++) apply_to(g, v, g->subterms.data[i]);
    term by = memo_get(g, t);
    /* Clearing costs the capacity: one large term must not slow down all others. */
    if (g->memo.capacity > 4096) u32_map_release(&g->memo);
    else u32_map_clear(&g->memo);
    return by;
}

static const values *assign(segment *g, const values *v, term variable, term value)
{
    return values_set(&g->space, v, liveness_number(g->e->live, variable), value);
}

/* ---- clauses ---- */

/* Values that were asked for are within their ranges; nothing else is known about them, so that this may be said at once for
 * all that the clause speaks about. */
static term with_ranges(segment *g, term constraint)
{
    term_vec_clear(&g->subterms);
    term_vec_clear(&g->roots);
    term_vec_append(&g->roots, g->head_args.data, g->head_args.size);
    term_vec_push(&g->roots, constraint);
    dag_symbols(g->e->ts, g->roots.data, g->roots.size, &g->subterms);
    term_vec_clear(&g->args);
    term_vec_push(&g->args, constraint);
    for (size_t i = 0; i < g->subterms.size; i++) {
        const uint32_t *index = u32_map_find(&g->e->input_index, g->subterms.data[i].id);
        if (!index) continue;
        term low, high;
        encoding_input_range(g->e, g->e->inputs.data[*index].asked_by, &low, &high);
        term_vec_push(&g->args, encoding_in_range(g->e, g->subterms.data[i], low, high));
    }
    return term_mk_and(g->e->ts, g->args.data, g->args.size);
}

/* With the arguments in head_args. */
static void emit(segment *g, clause_kind kind, term constraint, pred head, position to, uint32_t line)
{
    term complete = with_ranges(g, constraint);
    if (term_is_equal(complete, term_false(g->e->ts))) return;
    assert(g->e->clauses.size == horn_clause_count(g->e->h)); /* each clause has its code, at its number */
    assert(pred_is_false(head) == (kind == CLAUSE_QUERY) && g->n_body <= 2);
    clause_code code = g->at;
    code.kind = kind;
    code.to = to;
    horn_add_clause(g->e->h, g->body, g->n_body, complete, (atom){head, g->head_args.data}, line);
    clause_code_vec_push(&g->e->clauses, code);
}

/* The arguments of a predicate of this procedure where the state is. */
static void emit_pred(segment *g, const state *s, pred head, position to)
{
    const term_vec *args = &g->e->preds.data[head.id].args;
    term_vec_clear(&g->head_args);
    for (size_t i = 0; i < args->size; i++) {
        const old_code *old = encoding_find_old(g->e, args->data[i]);
        term value = !old ? current(g, s->values, args->data[i]) : g->from_entry ? old->variable : args->data[i];
        term_vec_push(&g->head_args, value);
    }
    emit(g, CLAUSE_SEGMENT, s->reach, head, to, g->line);
}

/* ---- statements ---- */

/* The values that a callee's in() has at a call, appended. */
static void add_call_args(segment *g, const stmt *s, term_vec *out)
{
    const liveness_summary *callee = &g->e->live->summaries[s->callee.id];
    for (size_t i = 0; i < callee->params.size; i++) term_vec_push(out, apply(g, NULL, s->args[callee->params.data[i]]));
    for (size_t i = 0; i < callee->globals.size; i++) term_vec_push(out, g->code->symbols.data[callee->globals.data[i]]);
}

/* A call is the first statement of its segment: the variables have the values of the start. */
static void begin_with_call(segment *g, state *st, const stmt *s)
{
    encoding *e = g->e;
    const liveness_summary *callee = &e->live->summaries[s->callee.id];
    const proc_code *callee_code = &e->procs[s->callee.id];
    const term_vec *results = program_results(e->p, s->callee);
    term_vec_clear(&g->head_args);
    add_call_args(g, s, &g->head_args);
    assert(g->head_args.size == horn_pred_arity(e->h, callee_code->entry));
    emit(g, CLAUSE_CALL, st->reach, callee_code->entry, g->at.from, s->place.line);
    term_vec_clear(&g->summary_args);
    add_call_args(g, s, &g->summary_args);
    for (size_t i = 0; i < results->size; i++) term_vec_push(&g->summary_args, encoding_after(e, results->data[i]));
    for (size_t i = 0; i < callee->modified.size; i++) {
        term global = g->code->symbols.data[callee->modified.data[i]], after = encoding_after(e, global);
        term_vec_push(&g->summary_args, after);
        st->values = assign(g, st->values, global, after);
    }
    for (size_t i = 0; i < results->size; i++) st->values = assign(g, st->values, s->results[i], encoding_after(e, results->data[i]));
    assert(g->n_body == 1 && g->summary_args.size == horn_pred_arity(e->h, callee_code->exit));
    g->body[g->n_body++] = (atom){callee_code->exit, g->summary_args.data};
}

static bool is_skipped(const encoding *e, goal x) { return e->options.skip_goals && e->options.skip_goals[x.id]; }

/* The run gets to the goal's place. */
static void add_place(segment *g, goal x, term reach)
{
    if (is_skipped(g->e, x)) return;
    term_vec_clear(&g->head_args);
    term complete = with_ranges(g, reach);
    if (term_is_equal(complete, term_false(g->e->ts))) return;
    horn_add_clause(g->e->places, g->body, g->n_body, complete, (atom){PRED_FALSE, NULL}, program_goal(g->e->p, x)->place.line);
    u32_vec_push(&g->e->place_goals, x.id);
}

static const stmt *failure_of(const segment *g, uint32_t b) { return flow_failure(g->w, g->e->p, g->f, b); }

static void emit_query(segment *g, goal x, term condition, position at, uint32_t line)
{
    uint32_t own = program_goal(g->e->p, x)->place.line;
    term_vec_clear(&g->head_args);
    size_t before = horn_clause_count(g->e->h);
    emit(g, CLAUSE_QUERY, condition, PRED_FALSE, at, own ? own : line);
    if (horn_clause_count(g->e->h) > before) horn_tag_clause(g->e->h, before, x.id + 1);
}

static void check(segment *g, state *st, const stmt *s, term condition, position at)
{
    if (is_skipped(g->e, s->goal)) return;
    if (!flow_is_failure(g->e->p, s)) add_place(g, s->goal, st->reach);
    else if (at.block == 0 || failure_of(g, at.block) != s) g->e->is_placeless[s->goal.id] = true;
    term fails = term_mk_and2(g->e->ts, st->reach, term_mk_not(g->e->ts, condition));
    emit_query(g, s->goal, fails, at, s->place.line);
}

static void execute(segment *g, state *st, const stmt *s, position at)
{
    term value;
    switch (s->kind) {
    case STMT_ASSIGN: st->values = assign(g, st->values, s->target, apply(g, st->values, s->value)); break;
    case STMT_INPUT:
    case STMT_HAVOC: st->values = assign(g, st->values, s->target, encoding_input(g->e, s)); break;
    case STMT_ASSUME:
    case STMT_CHECK:
        value = apply(g, st->values, s->value);
        if (s->kind == STMT_CHECK) check(g, st, s, value, at);
        st->reach = term_mk_and2(g->e->ts, st->reach, value);
        break;
    case STMT_CALL: begin_with_call(g, st, s); break;
    case STMT_REACH:
        if (!is_skipped(g->e, s->goal)) emit_query(g, s->goal, st->reach, at, s->place.line);
        break;
    case STMT_OUTPUT:
    case STMT_NOTE:
    case STMT_UNSET:
    case STMT_EXIT: break;
    }
}

/* ---- blocks ---- */

static uint32_t exit_block(const segment *g) { return (uint32_t)g->w->length.size; }

static uint32_t order_of(const segment *g, uint32_t b) { return b == exit_block(g) ? (uint32_t)g->w->order.size : g->w->position.data[b]; }

static void heap_push(u32_vec *heap, uint32_t x)
{
    u32_vec_push(heap, x);
    size_t i = heap->size - 1;
    for (; i > 0 && heap->data[(i - 1) / 2] > x; i = (i - 1) / 2) heap->data[i] = heap->data[(i - 1) / 2];
    heap->data[i] = x;
}

static uint32_t heap_pop(u32_vec *heap)
{
    assert(heap->size > 0);
    uint32_t top = heap->data[0], x = u32_vec_pop(heap);
    size_t i = 0, n = heap->size;
    if (!n) return top;
    for (size_t k; (k = 2 * i + 1) < n; i = k) {
        if (k + 1 < n && heap->data[k + 1] < heap->data[k]) k++;
        if (heap->data[k] >= x) break;
        heap->data[i] = heap->data[k];
    }
    heap->data[i] = x;
    return top;
}

static void add_edge(segment *g, uint32_t b, term condition, const values *v)
{
    if (term_is_equal(condition, term_false(g->e->ts))) return;
    assert(b <= exit_block(g));
    edge *new = arena_alloc(&g->memory, sizeof *new);
    *new = (edge){condition, v, g->incoming[b]};
    if (!g->incoming[b]) heap_push(&g->heap, order_of(g, b));
    g->incoming[b] = new;
}

static void leave_block(segment *g, const state *st, uint32_t b)
{
    encoding *e = g->e;
    if (g->w->ends.data[b]) return;
    if (program_is_return(e->p, g->f, (block){b}) && g->code->is_called) add_edge(g, exit_block(g), st->reach, st->values);
    size_t n = program_branch_count(e->p, g->f, (block){b});
    for (size_t i = 0; i < n; i++) {
        branch r = program_branch(e->p, g->f, (block){b}, i);
        const stmt *failure = failure_of(g, r.target.id);
        if (failure && n > 1) add_place(g, failure->goal, st->reach);
        else if (failure) e->is_placeless[failure->goal.id] = true;
        add_edge(g, r.target.id, term_mk_and2(e->ts, st->reach, apply(g, st->values, r.condition)), st->values);
    }
}

/* From a place up to the next cut point, or to the block's end. */
static void run_block(segment *g, state st, position from, bool is_start)
{
    const cut_points *cuts = &g->code->cuts;
    const cut_point *stop = cut_points_next(cuts, from.block, from.index + is_start);
    uint32_t end = stop ? stop->index : g->w->length.data[from.block];
    assert(from.index <= end && (!stop || stop->block == from.block));
    for (uint32_t i = from.index; i < end; i++)
        execute(g, &st, program_stmt(g->e->p, g->f, (block){from.block}, i), (position){from.block, i});
    if (term_is_equal(st.reach, term_false(g->e->ts))) return;
    if (stop) emit_pred(g, &st, (pred){g->code->points.data[stop - cuts->points.data]}, (position){stop->block, stop->index});
    else leave_block(g, &st, from.block);
}

/* ---- joins ---- */

/* Merges edges [from, to) into one, as a chain; its condition goes to rests[out]. */
static const values *merge_chain(segment *g, edge **edges, size_t from, size_t to, size_t out, const u32_vec *live)
{
    assert(from < to && to <= g->rests.size && out <= from);
    const values *v = edges[to - 1]->values;
    for (size_t i = to - 1; i-- > from;) v = values_merge(&g->space, g->rests.data[i], edges[i]->values, v, live);
    g->rests.data[out] = term_mk_or(g->e->ts, g->rests.data + from, to - from);
    return v;
}

static bool is_compound(const term_store *ts, term t)
{
    term_kind k = term_kind_of(ts, t);
    return k == TERM_AND || k == TERM_OR;
}

static const values *merge_edges(segment *g, edge **edges, size_t n, const u32_vec *live)
{
    assert(n > 0 && n == g->rests.size);
    /* Of two, let the simpler condition decide. */
    if (n == 2 && is_compound(g->e->ts, g->rests.data[0]) && !is_compound(g->e->ts, g->rests.data[1]))
        return values_merge(&g->space, g->rests.data[1], edges[1]->values, edges[0]->values, live);
    for (; n > 1; n = (n + CHAIN - 1) / CHAIN) {
        for (size_t from = 0, out = 0; from < n; from += CHAIN, out++) {
            size_t to = from + CHAIN < n ? from + CHAIN : n;
            const values *v = merge_chain(g, edges, from, to, out, live);
            edges[out]->values = v;
        }
    }
    return edges[0]->values;
}

static const u32_vec *live_at(const segment *g, uint32_t b)
{
    const liveness *l = g->e->live;
    return b == exit_block(g) ? &l->summaries[g->f.id].live_at_return : liveness_at_block(l, g->f, b);
}

static state join(segment *g, uint32_t b)
{
    size_t n = 0;
    term_vec_clear(&g->edges);
    for (edge *x = g->incoming[b]; x; x = x->next) term_vec_push(&g->edges, x->condition);
    n = g->edges.size;
    assert(n > 0); /* only blocks with edges are on the heap */
    edge **edges = arena_alloc(&g->memory, n * sizeof *edges);
    for (edge *x = g->incoming[b]; x; x = x->next) edges[--n] = x;
    n = g->edges.size;
    for (size_t i = 0; i < n; i++) g->edges.data[i] = edges[i]->condition;
    g->incoming[b] = NULL;
    term_vec_clear(&g->rests);
    term_vec_resize(&g->rests, n);
    state st;
    st.reach = conditions_join(g->e->ts, g->edges.data, n, g->rests.data);
    st.values = merge_edges(g, edges, n, live_at(g, b));
    return st;
}

static void run_blocks(segment *g)
{
    while (g->heap.size) {
        uint32_t order = heap_pop(&g->heap);
        uint32_t b = order == g->w->order.size ? exit_block(g) : g->w->order.data[order];
        assert(b == exit_block(g) || !g->w->is_loop_head.data[b] || cut_points_next(&g->code->cuts, b, 0)); /* a loop does not run on within a segment */
        state st = join(g, b);
        if (b == exit_block(g)) emit_pred(g, &st, g->code->exit, (position){b, 0});
        else run_block(g, st, (position){b, 0}, false);
    }
}

/* ---- segments ---- */

static void begin(segment *g, pred start, position from, uint32_t line)
{
    arena_release(&g->memory);
    arena_init(&g->memory);
    const pred_code *code = &g->e->preds.data[start.id];
    g->at = (clause_code){.proc = g->f, .from = from};
    g->line = line;
    g->from_entry = code->kind == PRED_ENTRY;
    g->body[0] = (atom){start, code->args.data};
    g->n_body = 1;
}

/* What is read before it is written has any value of its range. */
static term range_of_undefined(segment *g)
{
    encoding *e = g->e;
    const u32_vec *live = liveness_at_block(e->live, g->f, 0);
    const term_vec *in = &e->preds.data[g->code->entry.id].args;
    term_vec_clear(&g->roots);
    term_vec_append(&g->roots, in->data, in->size);
    if (g->roots.size) qsort(g->roots.data, g->roots.size, sizeof(term), term_compare);
    term range = term_true(e->ts);
    for (size_t i = 0; i < live->size; i++) {
        term symbol = g->code->symbols.data[live->data[i]];
        if (g->roots.size && bsearch(&symbol, g->roots.data, g->roots.size, sizeof symbol, term_compare)) continue;
        const var_info *v = program_var(e->p, symbol);
        range = term_mk_and2(e->ts, range, encoding_in_range(e, symbol, v->low, v->high));
    }
    return range;
}

static void run_from_entry(segment *g)
{
    begin(g, g->code->entry, (position){0, 0}, program_proc_place(g->e->p, g->f).line);
    run_block(g, (state){range_of_undefined(g), NULL}, (position){0, 0}, false);
    run_blocks(g);
}

static uint32_t line_at(const segment *g, const cut_point *c)
{
    block b = {c->block};
    if (c->index < g->w->length.data[c->block]) return program_stmt(g->e->p, g->f, b, c->index)->place.line;
    return program_block_place(g->e->p, g->f, b).line;
}

static void run_from_point(segment *g, size_t i)
{
    const cut_point *c = &g->code->cuts.points.data[i];
    position from = {c->block, c->index};
    begin(g, (pred){g->code->points.data[i]}, from, line_at(g, c));
    run_block(g, (state){term_true(g->e->ts), NULL}, from, true);
    run_blocks(g);
}

static void release(segment *g)
{
    arena_release(&g->memory);
    free(g->incoming);
    u32_vec_release(&g->heap);
    term_vec_release(&g->summary_args);
    term_vec_release(&g->head_args);
    term_vec_release(&g->edges);
    term_vec_release(&g->rests);
    term_vec_release(&g->roots);
    term_vec_release(&g->subterms);
    term_vec_release(&g->args);
    u32_map_release(&g->memo);
}

bool segment_encode(encoding *e, proc f)
{
    segment g = {.e = e, .f = f, .code = &e->procs[f.id], .w = &e->calls->flows[f.id]};
    arena_init(&g.memory);
    g.incoming = alloc_zeroed(program_block_count(e->p, f) + 1, sizeof *g.incoming);
    value_space_init(&g.space, e->ts, &g.memory, g.code->symbols.data, g.code->symbols.size);
    run_from_entry(&g);
    bool is_over = false;
    for (size_t i = 0; i < g.code->cuts.points.size && !is_over; i++) {
        run_from_point(&g, i);
        is_over = limits_is_over(&e->options.limits);
    }
    release(&g);
    return !is_over;
}

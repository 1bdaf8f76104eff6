#include "encode/encoding.h"

#include "term/eval.h"

#include <stdlib.h>

/* ---- symbols ---- */

static const char *name_of(const encoding *e, term variable)
{
    const var_info *v = program_var(e->p, variable);
    return v && v->name ? v->name : term_name(e->ts, variable);
}

static term fresh_like(encoding *e, term variable, const char *what)
{
    text hint;
    text_init(&hint);
    text_printf(&hint, "%s.%s", name_of(e, variable), what);
    term t = term_mk_fresh(e->ts, hint.data, term_sort(e->ts, variable));
    text_release(&hint);
    return t;
}

term encoding_old(encoding *e, proc f, term variable)
{
    bool is_new;
    uint32_t *symbol = u64_map_put(&e->old, (uint64_t)f.id << 32 | variable.id, &is_new);
    if (!is_new) return (term){*symbol};
    *symbol = fresh_like(e, variable, "entry").id;
    *u32_map_put(&e->old_index, *symbol, NULL) = (uint32_t)e->olds.size;
    old_code_vec_push(&e->olds, (old_code){f, variable});
    return (term){*symbol};
}

const old_code *encoding_find_old(const encoding *e, term symbol)
{
    const uint32_t *index = u32_map_find(&e->old_index, symbol.id);
    return index ? &e->olds.data[*index] : NULL;
}

term encoding_find_after(const encoding *e, term variable)
{
    const uint32_t *known = u32_map_find(&e->after, variable.id);
    return known ? (term){*known} : TERM_NONE;
}

term encoding_after(encoding *e, term variable)
{
    term t = encoding_find_after(e, variable);
    if (!term_is_none(t)) return t;
    t = fresh_like(e, variable, "after");
    *u32_map_put(&e->after, variable.id, NULL) = t.id;
    return t;
}

term encoding_find_input(const encoding *e, const stmt *s)
{
    const uint32_t *index = u64_map_find(&e->input_of, (uint64_t)(uintptr_t)s);
    return index ? e->inputs.data[*index].symbol : TERM_NONE;
}

term encoding_input(encoding *e, const stmt *s)
{
    term t = encoding_find_input(e, s);
    if (!term_is_none(t)) return t;
    t = fresh_like(e, s->target, "in");
    *u64_map_put(&e->input_of, (uint64_t)(uintptr_t)s, NULL) = (uint32_t)e->inputs.size;
    *u32_map_put(&e->input_index, t.id, NULL) = (uint32_t)e->inputs.size;
    input_code_vec_push(&e->inputs, (input_code){t, s});
    return t;
}

term encoding_in_range(const encoding *e, term value, term low, term high)
{
    term at_least = term_is_none(low) ? term_true(e->ts) : term_mk_le(e->ts, low, value);
    term at_most = term_is_none(high) ? term_true(e->ts) : term_mk_le(e->ts, value, high);
    return term_mk_and2(e->ts, at_least, at_most);
}

void encoding_input_range(const encoding *e, const stmt *s, term *low, term *high)
{
    *low = s->low;
    *high = s->high;
    if (term_is_none(*low) && term_is_none(*high)) {
        const var_info *v = program_var(e->p, s->target);
        *low = v->low;
        *high = v->high;
    }
}

/* ---- predicates ---- */

/* `base`, or `base#2`, `base#3`, ... */
typedef struct naming {
    string_map count;
    arena memory;
} naming;

static void unique_name(naming *n, text *name)
{
    bool is_new;
    uint32_t *count = string_map_find(&n->count, name->data);
    if (!count) count = string_map_put(&n->count, arena_string(&n->memory, name->data, name->size), &is_new);
    if (++*count > 1) text_printf(name, "#%u", *count);
}

/* All arguments get names, and different ones. */
static void name_args(encoding *e, pred p, text *scratch)
{
    const term_vec *args = &e->preds.data[p.id].args;
    naming n = {.count = {0}};
    arena_init(&n.memory);
    for (size_t i = 0; i < args->size; i++) {
        const old_code *old = encoding_find_old(e, args->data[i]);
        text_clear(scratch);
        text_printf(scratch, "%s%s", name_of(e, old ? old->variable : args->data[i]), old ? "@entry" : "");
        unique_name(&n, scratch);
        horn_set_arg_name(e->h, p, i, scratch->data);
    }
    string_map_release(&n.count);
    arena_release(&n.memory);
}

static pred add_pred(encoding *e, naming *n, text *name, const pred_code *code)
{
    sort_vec sorts;
    sort_vec_init(&sorts);
    for (size_t i = 0; i < code->args.size; i++) sort_vec_push(&sorts, term_sort(e->ts, code->args.data[i]));
    unique_name(n, name);
    pred p = horn_add_pred(e->h, name->data, sorts.data, sorts.size);
    assert(p.id == e->preds.size);
    pred_code_vec_push(&e->preds, *code);
    horn_add_pred(e->places, name->data, sorts.data, sorts.size);
    sort_vec_release(&sorts);
    name_args(e, p, name);
    return p;
}

/* The value at f's entry, as it is known later: the variable itself, if f does not change it. */
static term entry_value(encoding *e, proc f, uint32_t number)
{
    term symbol = e->procs[f.id].symbols.data[number];
    return liveness_is_unchanged(e->live, f, number) ? symbol : encoding_old(e, f, symbol);
}

/* The numbers of in(f), in the order of the entry's arguments. */
static void list_in(const encoding *e, proc f, u32_vec *out)
{
    const liveness_summary *s = &e->live->summaries[f.id];
    const term_vec *params = program_params(e->p, f);
    for (size_t i = 0; i < s->params.size; i++) u32_vec_push(out, liveness_number(e->live, params->data[s->params.data[i]]));
    u32_vec_append(out, s->globals.data, s->globals.size);
}

static void add_entry(encoding *e, naming *n, proc f, const u32_vec *in)
{
    pred_code code = {.kind = PRED_ENTRY, .proc = f};
    text name;
    text_init(&name);
    text_printf(&name, "%s@entry", program_proc_name(e->p, f));
    for (size_t i = 0; i < in->size; i++) term_vec_push(&code.args, e->procs[f.id].symbols.data[in->data[i]]);
    e->procs[f.id].entry = add_pred(e, n, &name, &code);
    text_release(&name);
}

static void add_exit(encoding *e, naming *n, proc f, const u32_vec *in)
{
    pred_code code = {.kind = PRED_EXIT, .proc = f};
    const u32_vec *modified = &e->live->summaries[f.id].modified;
    const term_vec *results = program_results(e->p, f);
    text name;
    text_init(&name);
    text_printf(&name, "%s@exit", program_proc_name(e->p, f));
    for (size_t i = 0; i < in->size; i++) term_vec_push(&code.args, entry_value(e, f, in->data[i]));
    term_vec_append(&code.args, results->data, results->size);
    for (size_t i = 0; i < modified->size; i++) term_vec_push(&code.args, e->procs[f.id].symbols.data[modified->data[i]]);
    e->procs[f.id].exit = add_pred(e, n, &name, &code);
    text_release(&name);
}

/* What was changed since the entry and must still be known at the exit; then what is live, and the rest of in(f). */
static void list_point_args(encoding *e, proc f, const u32_vec *in, const u32_vec *live, term_vec *out)
{
    const proc_code *code = &e->procs[f.id];
    for (size_t i = 0; code->is_called && i < in->size; i++)
        if (!liveness_is_unchanged(e->live, f, in->data[i])) term_vec_push(out, encoding_old(e, f, code->symbols.data[in->data[i]]));
    for (size_t i = 0; i < live->size; i++) term_vec_push(out, code->symbols.data[live->data[i]]);
    for (size_t i = 0; code->is_called && i < in->size; i++)
        if (liveness_is_unchanged(e->live, f, in->data[i]) && !liveness_has(live, in->data[i]))
            term_vec_push(out, code->symbols.data[in->data[i]]);
}

static uint32_t point_line(const encoding *e, proc f, const cut_point *c)
{
    block b = {c->block};
    if (c->index == 0 || c->index >= program_stmt_count(e->p, f, b)) return program_block_place(e->p, f, b).line;
    return program_stmt(e->p, f, b, c->index)->place.line;
}

static void add_point(encoding *e, naming *n, proc f, const cut_point *c, const u32_vec *in, const u32_vec *live)
{
    pred_code code = {.kind = PRED_POINT, .proc = f, .block = c->block, .is_loop_head = c->is_loop_head};
    text name;
    text_init(&name);
    text_printf(&name, "%s@%u", program_proc_name(e->p, inlined_origin(&e->source, f, c->block).proc), point_line(e, f, c));
    list_point_args(e, f, in, live, &code.args);
    u32_vec_push(&e->procs[f.id].points, add_pred(e, n, &name, &code).id);
    text_release(&name);
}

static void add_points_of_block(encoding *e, naming *n, proc f, uint32_t b, const u32_vec *in)
{
    const cut_points *cuts = &e->procs[f.id].cuts;
    const cut_point *points = cuts->points.data + cuts->first.data[b];
    size_t count = cuts->first.data[b + 1] - cuts->first.data[b];
    if (!count) return;
    uint32_t *indices = alloc_zeroed(count, sizeof *indices);
    u32_vec *live = alloc_zeroed(count, sizeof *live);
    for (size_t i = 0; i < count; i++) indices[i] = points[i].index;
    liveness_inside_block(e->live, f, b, indices, count, live);
    for (size_t i = 0; i < count; i++) {
        add_point(e, n, f, &points[i], in, &live[i]);
        u32_vec_release(&live[i]);
    }
    free(indices);
    free(live);
}

static void add_preds(encoding *e, naming *n, proc f)
{
    proc_code *code = &e->procs[f.id];
    u32_vec in;
    u32_vec_init(&in);
    for (uint32_t i = 0; i < liveness_number_count(e->live, f); i++) term_vec_push(&code->symbols, liveness_symbol(e->live, f, i));
    code->is_called = e->calls->is_called.data[f.id];
    cut_points_init(&code->cuts, e->p, f, &e->calls->flows[f.id], e->options.large_blocks);
    list_in(e, f, &in);
    add_entry(e, n, f, &in);
    if (code->is_called) add_exit(e, n, f, &in);
    for (uint32_t b = 0; b < program_block_count(e->p, f); b++) add_points_of_block(e, n, f, b, &in);
    u32_vec_release(&in);
}

/* ---- clauses ---- */

/* The program's entry is called: parameters have any value, globals their initial one. */
static void add_start(encoding *e)
{
    proc f = program_entry(e->p);
    const proc_code *code = &e->procs[f.id];
    const term_vec *symbols = &e->preds.data[code->entry.id].args;
    term_vec args;
    term_vec_init(&args);
    term constraint = term_true(e->ts);
    for (size_t i = 0; i < symbols->size; i++) {
        const var_info *v = program_var(e->p, symbols->data[i]);
        term value = v->owner.id == PROC_NONE.id ? program_initial(e->p, v->symbol) : TERM_NONE;
        if (term_is_none(value)) {
            value = v->symbol;
            constraint = term_mk_and2(e->ts, constraint, encoding_in_range(e, value, v->low, v->high));
        }
        term_vec_push(&args, value);
    }
    horn_add_clause(e->h, NULL, 0, constraint, (atom){code->entry, args.data}, program_proc_place(e->p, f).line);
    clause_code_vec_push(&e->clauses, (clause_code){.kind = CLAUSE_START, .proc = f});
    term_vec_release(&args);
}

static bool encode_all(encoding *e)
{
    naming n = {.count = {0}};
    arena_init(&n.memory);
    bool is_over = false;
    for (uint32_t f = 0; f < program_proc_count(e->p) && !is_over; f++) {
        if (e->calls->is_reachable.data[f]) add_preds(e, &n, (proc){f});
        is_over = limits_is_over(&e->options.limits);
    }
    string_map_release(&n.count);
    arena_release(&n.memory);
    if (is_over) return false;
    add_start(e);
    for (uint32_t f = 0; f < program_proc_count(e->p) && !is_over; f++)
        if (e->calls->is_reachable.data[f]) is_over = !segment_encode(e, (proc){f});
    return !is_over;
}

encoding *encode_program(const program *p, const encode_options *options)
{
    encoding *e = alloc_zeroed(1, sizeof *e);
    e->ts = program_terms(p);
    e->options = *options;
    inlined_init(&e->source, p, options->inline_limit);
    e->p = inlined_program(&e->source);
    e->calls = call_graph_new(e->p);
    e->live = liveness_new(e->calls);
    e->h = horn_new(e->ts);
    e->places = horn_new(e->ts);
    e->is_placeless = alloc_zeroed(program_goal_count(p) + 1, sizeof *e->is_placeless);
    e->procs = alloc_zeroed(program_proc_count(p), sizeof *e->procs);
    const char *file = program_proc_place(p, program_entry(p)).file;
    if (file) horn_set_file(e->h, file);
    if (!encode_all(e)) {
        encoding_free(e);
        return NULL;
    }
    e->options.skip_goals = NULL; /* was borrowed for this call */
    assert(e->clauses.size == horn_clause_count(e->h) && !horn_check(e->h));
    return e;
}

void encoding_free(encoding *e)
{
    if (!e) return;
    for (size_t f = 0; f < program_proc_count(e->p); f++) {
        cut_points_release(&e->procs[f].cuts);
        u32_vec_release(&e->procs[f].points);
        term_vec_release(&e->procs[f].symbols);
    }
    free(e->procs);
    for (size_t i = 0; i < e->preds.size; i++) term_vec_release(&e->preds.data[i].args);
    pred_code_vec_release(&e->preds);
    clause_code_vec_release(&e->clauses);
    u64_map_release(&e->old);
    u32_map_release(&e->old_index);
    old_code_vec_release(&e->olds);
    u32_map_release(&e->after);
    u64_map_release(&e->input_of);
    u32_map_release(&e->input_index);
    input_code_vec_release(&e->inputs);
    horn_free(e->h);
    horn_free(e->places);
    u32_vec_release(&e->place_goals);
    free(e->is_placeless);
    liveness_free(e->live);
    call_graph_free(e->calls);
    inlined_release(&e->source);
    free(e);
}

static void drop_queries(encoding *e, const bool *dropped)
{
    horn *kept = horn_new(e->ts);
    if (horn_file(e->h)) horn_set_file(kept, horn_file(e->h));
    horn_copy_preds(kept, e->h);
    for (size_t i = 0; i < horn_clause_count(e->h); i++) {
        const clause *c = horn_clause(e->h, i);
        assert((c->tag != 0) == (e->clauses.data[i].kind == CLAUSE_QUERY));
        if (c->tag && dropped[c->tag - 1]) continue;
        e->clauses.data[horn_add_clause_like(kept, c->body, c->n_body, c->constraint, c->head, c)] = e->clauses.data[i];
    }
    horn_free(e->h);
    e->h = kept;
    e->clauses.size = horn_clause_count(kept);
}

static void drop_places(encoding *e, const bool *dropped)
{
    horn *kept = horn_new(e->ts);
    horn_copy_preds(kept, e->places);
    for (size_t i = 0; i < horn_clause_count(e->places); i++) {
        const clause *c = horn_clause(e->places, i);
        uint32_t g = e->place_goals.data[i];
        if (!dropped[g]) e->place_goals.data[horn_add_clause_like(kept, c->body, c->n_body, c->constraint, c->head, c)] = g;
    }
    horn_free(e->places);
    e->places = kept;
    e->place_goals.size = horn_clause_count(kept);
}

void encoding_drop_goals(encoding *e, const bool *dropped)
{
    drop_queries(e, dropped);
    drop_places(e, dropped);
    assert(!horn_check(e->h));
}

const horn *encoding_horn(const encoding *e) { return e->h; }
const horn *encoding_places(const encoding *e) { return e->places; }
bool encoding_has_place(const encoding *e, goal g) { return !e->is_placeless[g.id]; }
goal encoding_place_goal(const encoding *e, size_t i) { return (goal){e->place_goals.data[i]}; }

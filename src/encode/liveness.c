#include "encode/liveness.h"

#include "base/u32_list.h"
#include "term/dag.h"

#include <stdlib.h>

typedef struct use {
    uint32_t number, b;
} use;
VEC_DECLARE(use_vec, use);

/* What a statement, or the end of a block, reads and then writes. */
typedef struct effect {
    u32_vec reads, writes;
    term_vec roots, symbols;
} effect;

static void effect_release(effect *x)
{
    u32_vec_release(&x->reads);
    u32_vec_release(&x->writes);
    term_vec_release(&x->roots);
    term_vec_release(&x->symbols);
}

static void sort_numbers(u32_vec *v)
{
    if (v->size) qsort(v->data, v->size, sizeof(uint32_t), u32_compare);
}

bool liveness_has(const u32_vec *ascending, uint32_t number)
{
    return ascending->size && bsearch(&number, ascending->data, ascending->size, sizeof number, u32_compare);
}

uint32_t liveness_number(const liveness *l, term symbol)
{
    const uint32_t *number = u32_map_find(&l->number, symbol.id);
    return number ? *number : LIVENESS_NONE;
}

term liveness_symbol(const liveness *l, proc f, uint32_t number)
{
    return number < l->globals ? program_globals(l->p)->data[number] : program_locals(l->p, f)->data[number - l->globals];
}

static bool is_constant(const liveness *l, uint32_t number) { return number < l->globals && !term_is_none(l->constant.data[number]); }

bool liveness_is_unchanged(const liveness *l, proc f, uint32_t number)
{
    const liveness_summary *s = &l->summaries[f.id];
    return number < l->globals ? !liveness_has(&s->modified, number) : !s->is_assigned.data[number - l->globals];
}

/* ---- effects ---- */

/* The variables of x->roots are read. */
static void add_reads(const liveness *l, effect *x)
{
    term_vec_clear(&x->symbols);
    dag_symbols(program_terms(l->p), x->roots.data, x->roots.size, &x->symbols);
    for (size_t i = 0; i < x->symbols.size; i++) {
        uint32_t number = liveness_number(l, x->symbols.data[i]);
        if (number != LIVENESS_NONE && !is_constant(l, number)) u32_vec_push(&x->reads, number);
    }
}

static void effect_of_call(const liveness *l, const stmt *s, effect *x)
{
    const liveness_summary *callee = &l->summaries[s->callee.id];
    for (size_t i = 0; i < callee->params.size; i++) term_vec_push(&x->roots, s->args[callee->params.data[i]]);
    u32_vec_append(&x->reads, callee->globals.data, callee->globals.size);
    u32_vec_append(&x->writes, callee->modified.data, callee->modified.size);
    for (size_t i = 0; i < s->n_results; i++) u32_vec_push(&x->writes, liveness_number(l, s->results[i]));
}

static void effect_of(const liveness *l, const stmt *s, effect *x)
{
    u32_vec_clear(&x->reads);
    u32_vec_clear(&x->writes);
    term_vec_clear(&x->roots);
    switch (s->kind) {
    case STMT_ASSIGN:
        term_vec_push(&x->roots, s->value);
        u32_vec_push(&x->writes, liveness_number(l, s->target));
        break;
    case STMT_INPUT:
    case STMT_HAVOC: u32_vec_push(&x->writes, liveness_number(l, s->target)); break;
    case STMT_ASSUME:
    case STMT_CHECK: term_vec_push(&x->roots, s->value); break;
    case STMT_CALL: effect_of_call(l, s, x); break;
    case STMT_OUTPUT:
    case STMT_NOTE:
    case STMT_UNSET:
    case STMT_REACH:
    case STMT_EXIT: break;
    }
    if (x->roots.size) add_reads(l, x);
}

static void effect_of_end(const liveness *l, proc f, uint32_t b, effect *x)
{
    const flow *w = &l->calls->flows[f.id];
    u32_vec_clear(&x->reads);
    u32_vec_clear(&x->writes);
    term_vec_clear(&x->roots);
    for (size_t i = 0; i < flow_branch_count(w, l->p, f, b); i++)
        term_vec_push(&x->roots, program_branch(l->p, f, (block){b}, i).condition);
    if (x->roots.size) add_reads(l, x);
    if (w->ends.data[b] || !program_is_return(l->p, f, (block){b})) return;
    const u32_vec *at_return = &l->summaries[f.id].live_at_return;
    u32_vec_append(&x->reads, at_return->data, at_return->size);
}

/* ---- globals of whole procedures ---- */

/* A set of globals, as marks and as a list. */
typedef struct global_set {
    bool *has;
    u32_vec list;
} global_set;

static void global_set_add(global_set *s, uint32_t number)
{
    if (s->has[number]) return;
    s->has[number] = true;
    u32_vec_push(&s->list, number);
}

static void global_set_add_all(global_set *s, const u32_vec *numbers)
{
    for (size_t i = 0; i < numbers->size; i++) global_set_add(s, numbers->data[i]);
}

static void global_set_clear(global_set *s)
{
    for (size_t i = 0; i < s->list.size; i++) s->has[s->list.data[i]] = false;
    u32_vec_clear(&s->list);
}

static void add_written_globals(const liveness *l, uint32_t f, effect *x, global_set *out)
{
    const flow *w = &l->calls->flows[f];
    for (size_t k = 0; k < w->order.size; k++) {
        for (size_t i = 0; i < w->length.data[w->order.data[k]]; i++) {
            const stmt *s = program_stmt(l->p, (proc){f}, (block){w->order.data[k]}, i);
            if (s->kind != STMT_ASSIGN && s->kind != STMT_INPUT && s->kind != STMT_HAVOC && s->kind != STMT_CALL) continue;
            effect_of(l, s, x);
            for (size_t j = 0; j < x->writes.size; j++)
                if (x->writes.data[j] < l->globals) global_set_add(out, x->writes.data[j]);
        }
    }
}

/* Where the component that begins at `order[begin]` ends. */
static size_t component_end(const call_graph *g, size_t begin)
{
    size_t end = begin;
    while (end < g->order.size && g->component.data[g->order.data[end]] == g->component.data[g->order.data[begin]]) end++;
    return end;
}

/* Callees outside of the component are known already, those inside contribute with their own statements. */
static void find_modified(liveness *l, effect *x, global_set *set)
{
    const call_graph *g = l->calls;
    for (size_t begin = 0, end; begin < g->order.size; begin = end) {
        end = component_end(g, begin);
        global_set_clear(set);
        for (size_t k = begin; k < end; k++) add_written_globals(l, g->order.data[k], x, set);
        sort_numbers(&set->list);
        for (size_t k = begin; k < end; k++)
            u32_vec_append(&l->summaries[g->order.data[k]].modified, set->list.data, set->list.size);
    }
}

static void find_constants(liveness *l)
{
    const u32_vec *modified = &l->summaries[program_entry(l->p).id].modified;
    for (uint32_t i = 0; i < l->globals; i++) {
        term value = program_initial(l->p, program_globals(l->p)->data[i]);
        if (!liveness_has(modified, i)) l->constant.data[i] = value;
    }
}

/* ---- live variables of one procedure ---- */

typedef struct search {
    liveness *l;
    proc f;
    effect x;
    u32_vec read_in, written_in; /* by number: last block (+ 1) in which it was seen so */
    use_vec reads, writes; /* upward exposed reads, and writes, each once for a block */
    u32_vec visited; /* by block: last variable (+ 1) known to be live at its start */
    u32_vec kills; /* by block: last variable (+ 1) known to be written in it */
    u32_vec work;
} search;

static void note_effect(search *q, uint32_t b)
{
    for (size_t i = 0; i < q->x.reads.size; i++) {
        uint32_t v = q->x.reads.data[i];
        if (q->written_in.data[v] == b + 1 || q->read_in.data[v] == b + 1) continue;
        q->read_in.data[v] = b + 1;
        use_vec_push(&q->reads, (use){v, b});
    }
    for (size_t i = 0; i < q->x.writes.size; i++) {
        uint32_t v = q->x.writes.data[i];
        if (v >= q->l->globals) q->l->summaries[q->f.id].is_assigned.data[v - q->l->globals] = true;
        if (q->written_in.data[v] == b + 1) continue;
        q->written_in.data[v] = b + 1;
        use_vec_push(&q->writes, (use){v, b});
    }
}

static void note_block(search *q, uint32_t b)
{
    const liveness *l = q->l;
    for (size_t i = 0; i < l->calls->flows[q->f.id].length.data[b]; i++) {
        effect_of(l, program_stmt(l->p, q->f, (block){b}, i), &q->x);
        note_effect(q, b);
    }
    effect_of_end(l, q->f, b, &q->x);
    note_effect(q, b);
}

/* Sorts by variable, keeping the order of blocks; first[v] is where those of v begin. */
static void group_by_variable(use_vec *uses, size_t numbers, u32_vec *first)
{
    use_vec sorted;
    use_vec_init(&sorted);
    use_vec_resize(&sorted, uses->size);
    u32_vec_clear(first);
    u32_vec_resize(first, numbers + 2);
    uint32_t *at = first->data + 1;
    for (size_t i = 0; i < uses->size; i++) at[uses->data[i].number + 1]++;
    for (size_t v = 1; v <= numbers; v++) at[v] += at[v - 1];
    for (size_t i = 0; i < uses->size; i++) sorted.data[at[uses->data[i].number]++] = uses->data[i];
    use_vec_release(uses);
    *uses = sorted;
}

static void reach_block(search *q, uint32_t v, uint32_t b)
{
    if (q->visited.data[b] == v + 1) return;
    q->visited.data[b] = v + 1;
    u32_vec_push(&q->l->summaries[q->f.id].live[b], v);
    u32_vec_push(&q->work, b);
}

static void spread_variable(search *q, uint32_t v)
{
    const flow *w = &q->l->calls->flows[q->f.id];
    while (q->work.size) {
        uint32_t b = u32_vec_pop(&q->work);
        for (uint32_t i = w->first_pred.data[b]; i < w->first_pred.data[b + 1]; i++)
            if (q->kills.data[w->preds.data[i]] != v + 1) reach_block(q, v, w->preds.data[i]);
    }
}

static void spread(search *q)
{
    size_t numbers = liveness_number_count(q->l, q->f);
    u32_vec first_read, first_write;
    u32_vec_init(&first_read);
    u32_vec_init(&first_write);
    group_by_variable(&q->reads, numbers, &first_read);
    group_by_variable(&q->writes, numbers, &first_write);
    for (uint32_t v = 0; v < numbers; v++) {
        for (uint32_t i = first_write.data[v]; i < first_write.data[v + 1]; i++) q->kills.data[q->writes.data[i].b] = v + 1;
        for (uint32_t i = first_read.data[v]; i < first_read.data[v + 1]; i++) reach_block(q, v, q->reads.data[i].b);
        spread_variable(q, v);
    }
    u32_vec_release(&first_read);
    u32_vec_release(&first_write);
}

static void find_live(liveness *l, proc f)
{
    const flow *w = &l->calls->flows[f.id];
    size_t numbers = liveness_number_count(l, f), blocks = program_block_count(l->p, f);
    search q = {.l = l, .f = f};
    l->summaries[f.id].live = alloc_zeroed(blocks, sizeof(u32_vec));
    u32_vec_resize(&l->summaries[f.id].is_assigned, program_locals(l->p, f)->size);
    u32_vec_resize(&q.read_in, numbers);
    u32_vec_resize(&q.written_in, numbers);
    u32_vec_resize(&q.visited, blocks);
    u32_vec_resize(&q.kills, blocks);
    for (size_t k = 0; k < w->order.size; k++) note_block(&q, w->order.data[k]);
    spread(&q);
    effect_release(&q.x);
    u32_vec_release(&q.read_in);
    u32_vec_release(&q.written_in);
    u32_vec_release(&q.visited);
    u32_vec_release(&q.kills);
    u32_vec_release(&q.work);
    use_vec_release(&q.reads);
    use_vec_release(&q.writes);
}

/* ---- all procedures ---- */

static void find_return(liveness *l, uint32_t f)
{
    liveness_summary *s = &l->summaries[f];
    if (!l->calls->is_called.data[f]) return;
    u32_vec_append(&s->live_at_return, s->modified.data, s->modified.size);
    const term_vec *results = program_results(l->p, (proc){f});
    for (size_t i = 0; i < results->size; i++) u32_vec_push(&s->live_at_return, liveness_number(l, results->data[i]));
    sort_numbers(&s->live_at_return);
}

static void find_in(liveness *l, uint32_t f)
{
    liveness_summary *s = &l->summaries[f];
    const term_vec *params = program_params(l->p, (proc){f});
    for (uint32_t i = 0; i < params->size; i++)
        if (liveness_has(&s->live[0], liveness_number(l, params->data[i]))) u32_vec_push(&s->params, i);
    for (size_t i = 0; i < s->live[0].size; i++)
        if (s->live[0].data[i] < l->globals) u32_vec_push(&s->globals, s->live[0].data[i]);
}

static void add_mentioned_globals(const liveness *l, uint32_t f, effect *x, global_set *set)
{
    const flow *w = &l->calls->flows[f];
    for (size_t k = 0; k < w->order.size; k++) {
        for (size_t i = 0; i <= w->length.data[w->order.data[k]]; i++) {
            if (i < w->length.data[w->order.data[k]])
                effect_of(l, program_stmt(l->p, (proc){f}, (block){w->order.data[k]}, i), x);
            else
                effect_of_end(l, (proc){f}, w->order.data[k], x);
            for (size_t j = 0; j < x->reads.size; j++)
                if (x->reads.data[j] < l->globals) global_set_add(set, x->reads.data[j]);
        }
    }
}

/* Of a recursive component, before its members' live variables are known. */
static void guess_in(liveness *l, size_t begin, size_t end, effect *x, global_set *set)
{
    const call_graph *g = l->calls;
    global_set_clear(set);
    for (size_t k = begin; k < end; k++) {
        global_set_add_all(set, &l->summaries[g->order.data[k]].modified);
        add_mentioned_globals(l, g->order.data[k], x, set);
    }
    sort_numbers(&set->list);
    for (size_t k = begin; k < end; k++) {
        liveness_summary *s = &l->summaries[g->order.data[k]];
        u32_vec_append(&s->globals, set->list.data, set->list.size);
        for (uint32_t i = 0; i < program_params(l->p, (proc){g->order.data[k]})->size; i++) u32_vec_push(&s->params, i);
    }
}

static void find_all(liveness *l, effect *x, global_set *set)
{
    const call_graph *g = l->calls;
    find_modified(l, x, set);
    find_constants(l);
    for (size_t begin = 0, end; begin < g->order.size; begin = end) {
        end = component_end(g, begin);
        for (size_t k = begin; k < end; k++) find_return(l, g->order.data[k]);
        if (g->is_recursive.data[g->order.data[begin]]) guess_in(l, begin, end, x, set);
        for (size_t k = begin; k < end; k++) {
            uint32_t f = g->order.data[k];
            find_live(l, (proc){f});
            if (!g->is_recursive.data[f]) find_in(l, f);
        }
    }
}

static void number_variables(liveness *l)
{
    const term_vec *globals = program_globals(l->p);
    l->globals = (uint32_t)globals->size;
    for (uint32_t i = 0; i < globals->size; i++) {
        *u32_map_put(&l->number, globals->data[i].id, NULL) = i;
        term_vec_push(&l->constant, TERM_NONE);
    }
    for (uint32_t f = 0; f < program_proc_count(l->p); f++) {
        const term_vec *locals = program_locals(l->p, (proc){f});
        for (uint32_t i = 0; i < locals->size; i++) *u32_map_put(&l->number, locals->data[i].id, NULL) = l->globals + i;
    }
}

liveness *liveness_new(const call_graph *calls)
{
    liveness *l = alloc_zeroed(1, sizeof *l);
    l->p = calls->p;
    l->calls = calls;
    l->summaries = alloc_zeroed(program_proc_count(l->p), sizeof *l->summaries);
    number_variables(l);
    effect x = {.reads = {0}};
    global_set set = {.has = alloc_zeroed(l->globals + 1, sizeof(bool))};
    find_all(l, &x, &set);
    effect_release(&x);
    free(set.has);
    u32_vec_release(&set.list);
    return l;
}

void liveness_free(liveness *l)
{
    if (!l) return;
    for (uint32_t f = 0; f < program_proc_count(l->p); f++) {
        liveness_summary *s = &l->summaries[f];
        for (size_t b = 0; s->live && b < program_block_count(l->p, (proc){f}); b++) u32_vec_release(&s->live[b]);
        free(s->live);
        u32_vec_release(&s->params);
        u32_vec_release(&s->globals);
        u32_vec_release(&s->modified);
        u32_vec_release(&s->is_assigned);
        u32_vec_release(&s->live_at_return);
    }
    free(l->summaries);
    u32_map_release(&l->number);
    term_vec_release(&l->constant);
    free(l);
}

/* ---- inside a block ---- */

/* Numbers, with the place of each in the list, so that each is added and removed in constant time. */
typedef struct number_set {
    u32_vec list;
    u32_map place; /* number -> 1 + index in list; 0 = absent */
} number_set;

static void number_set_add(number_set *s, uint32_t number)
{
    uint32_t *at = u32_map_put(&s->place, number, NULL);
    if (*at) return;
    u32_vec_push(&s->list, number);
    *at = (uint32_t)s->list.size;
}

static void number_set_remove(number_set *s, uint32_t number)
{
    uint32_t *at = u32_map_find(&s->place, number);
    if (!at || !*at) return;
    assert(*at <= s->list.size && s->list.data[*at - 1] == number);
    uint32_t last = u32_vec_pop(&s->list), hole = *at - 1;
    *at = 0;
    if (hole == s->list.size) return;
    s->list.data[hole] = last;
    *u32_map_find(&s->place, last) = hole + 1;
}

static void step_back(number_set *live, const effect *x)
{
    for (size_t i = 0; i < x->writes.size; i++) number_set_remove(live, x->writes.data[i]);
    for (size_t i = 0; i < x->reads.size; i++) number_set_add(live, x->reads.data[i]);
}

static void begin_at_end(const liveness *l, proc f, uint32_t b, effect *x, number_set *live)
{
    const flow *w = &l->calls->flows[f.id];
    for (size_t i = 0; i < flow_branch_count(w, l->p, f, b); i++) {
        const u32_vec *after = liveness_at_block(l, f, program_branch(l->p, f, (block){b}, i).target.id);
        for (size_t k = 0; k < after->size; k++) number_set_add(live, after->data[k]);
    }
    effect_of_end(l, f, b, x);
    step_back(live, x);
}

void liveness_inside_block(const liveness *l, proc f, uint32_t b, const uint32_t *indices, size_t n, u32_vec *out)
{
    if (!n) return;
    effect x = {.reads = {0}};
    number_set live = {.list = {0}};
    begin_at_end(l, f, b, &x, &live);
    for (uint32_t i = l->calls->flows[f.id].length.data[b];; i--) {
        if (indices[n - 1] == i) {
            n--;
            u32_vec_append(&out[n], live.list.data, live.list.size);
            sort_numbers(&out[n]);
            if (!n) break;
        }
        assert(i > 0);
        effect_of(l, program_stmt(l->p, f, (block){b}, i - 1), &x);
        step_back(&live, &x);
    }
    effect_release(&x);
    u32_vec_release(&live.list);
    u32_map_release(&live.place);
}

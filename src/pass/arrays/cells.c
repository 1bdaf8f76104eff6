#include "pass/arrays/cells.h"

#include "base/alloc.h"
#include "pass/arrays/cell_reads.h"
#include "pass/passes.h"
#include "term/dag.h"

#include <stdlib.h>

/* Cells of one body atom. */
enum { MAX_INSTANCES = 40 };
/* Cells added at arguments that are indices elsewhere. */
enum { MAX_INDEXERS = 4 };
/* For finding facts about cells, at most. */
#define FACTS_SECONDS 30.0

typedef struct cells {
    const horn *h;
    horn *out;
    term_store *ts;
    cell_grid_vec grids;
    u32_vec first; /* by predicate: its first argument in `grids` and `is_indexer` */
    cell_shape *shapes; /* by predicate */
    bool *is_indexer; /* is this argument used as an index somewhere? */
} cells;

/* ---- the shape of predicates ---- */

static bool is_scalar(const term_store *ts, sort s) { return sort_kind_of(ts, s) != SORT_ARRAY; }

static bool has_cells(const term_store *ts, sort s)
{
    return !is_scalar(ts, s) && is_scalar(ts, sort_array_index(ts, s)) && is_scalar(ts, sort_array_element(ts, s));
}

static cell_group *add_group(cell_shape *shape, sort index)
{
    cell_group_vec_push(&shape->groups, (cell_group){.index = index});
    return &shape->groups.data[shape->groups.size - 1];
}

static cell_group *group_of(cell_shape *shape, sort index, bool separate)
{
    for (size_t i = 0; i < shape->groups.size && !separate; i++)
        if (sort_is_equal(shape->groups.data[i].index, index)) return &shape->groups.data[i];
    return add_group(shape, index);
}

static void find_shape(const horn *h, pred p, bool separate, cell_shape *shape)
{
    const term_store *ts = horn_terms(h);
    for (uint32_t i = 0; i < horn_pred_arity(h, p); i++) {
        sort s = horn_pred_sort(h, p, i);
        if (is_scalar(ts, s)) u32_vec_push(&shape->kept, i);
        else if (has_cells(ts, s)) u32_vec_push(&group_of(shape, sort_array_index(ts, s), separate)->arrays, i);
    }
    if (!separate || shape->groups.size != 1) return;
    uint32_t only = shape->groups.data[0].arrays.data[0];
    u32_vec_push(&add_group(shape, shape->groups.data[0].index)->arrays, only);
}

static void shape_release(cell_shape *shape)
{
    for (size_t i = 0; i < shape->groups.size; i++) u32_vec_release(&shape->groups.data[i].arrays);
    for (size_t i = 0; i < shape->views.size; i++) u32_vec_release(&shape->views.data[i].values);
    cell_group_vec_release(&shape->groups);
    cell_view_vec_release(&shape->views);
    u32_vec_release(&shape->kept);
}

static const cell_grid *grid_of(const cells *c, pred p, uint32_t arg) { return &c->grids.data[c->first.data[p.id] + arg]; }

static void add_pred(cells *c, pred p)
{
    cell_shape *shape = &c->shapes[p.id];
    sort_vec sorts;
    sort_vec_init(&sorts);
    for (size_t i = 0; i < shape->kept.size; i++) sort_vec_push(&sorts, horn_pred_sort(c->h, p, shape->kept.data[i]));
    for (size_t g = 0; g < shape->groups.size; g++) {
        cell_group *group = &shape->groups.data[g];
        group->first = (uint32_t)sorts.size;
        cell_view view = {.index = group->first};
        sort_vec_push(&sorts, group->index);
        for (size_t i = 0; i < group->arrays.size; i++) {
            u32_vec_push(&view.values, (uint32_t)sorts.size);
            sort_vec_push(&sorts, sort_array_element(c->ts, horn_pred_sort(c->h, p, group->arrays.data[i])));
        }
        cell_view_vec_push(&shape->views, view);
    }
    pred copy = horn_add_pred(c->out, horn_pred_name(c->h, p), sorts.data, sorts.size);
    for (size_t i = 0; i < shape->kept.size; i++)
        if (horn_arg_name(c->h, p, shape->kept.data[i])) horn_set_arg_name(c->out, copy, i, horn_arg_name(c->h, p, shape->kept.data[i]));
    assert(pred_is_equal(copy, p));
    sort_vec_release(&sorts);
}

/* ---- cells that are there already ---- */

/* Is argument v a read at argument k, wherever it is a read? */
static bool reads_at(const cells *c, pred p, uint32_t v, uint32_t k, const clause *cl, size_t *seen)
{
    for (size_t i = 0; i <= cl->n_body; i++) {
        atom a = i < cl->n_body ? cl->body[i] : cl->head;
        if (!pred_is_equal(a.pred, p) || term_kind_of(c->ts, a.args[v]) != TERM_SELECT) continue;
        if (!term_is_equal(term_arg(c->ts, a.args[v], 1), a.args[k])) return false;
        ++*seen;
    }
    return true;
}

static bool is_value_at(const cells *c, pred p, uint32_t v, uint32_t k)
{
    size_t seen = 0;
    const u32_vec *lists[] = {horn_clauses_of(c->h, p), horn_uses_of(c->h, p)};
    for (int l = 0; l < 2; l++)
        for (size_t i = 0; i < lists[l]->size; i++)
            if (!reads_at(c, p, v, k, horn_clause(c->h, lists[l]->data[i]), &seen)) return false;
    return seen > 0;
}

/* Arguments that are a read somewhere: mostly there are none. */
static void find_reads(const cells *c, pred p, bool *reads)
{
    const u32_vec *uses = horn_uses_of(c->h, p);
    for (size_t i = 0; i < uses->size; i++) {
        const clause *cl = horn_clause(c->h, uses->data[i]);
        for (size_t b = 0; b < cl->n_body; b++)
            for (uint32_t v = 0; pred_is_equal(cl->body[b].pred, p) && v < horn_pred_arity(c->h, p); v++)
                reads[v] |= term_kind_of(c->ts, cl->body[b].args[v]) == TERM_SELECT;
    }
}

static void find_views(const cells *c, pred p, cell_shape *shape)
{
    bool *reads = alloc_zeroed(horn_pred_arity(c->h, p) + 1, sizeof(bool));
    find_reads(c, p, reads);
    for (uint32_t k = 0; k < shape->kept.size; k++) {
        cell_view view = {.index = k};
        for (uint32_t v = 0; v < shape->kept.size; v++)
            if (v != k && reads[shape->kept.data[v]] && is_value_at(c, p, shape->kept.data[v], shape->kept.data[k])) u32_vec_push(&view.values, v);
        if (view.values.size) cell_view_vec_push(&shape->views, view);
    }
    free(reads);
}

/* ---- clauses ---- */

/* The elements at which a body atom is used, by group. */
typedef struct atom_cells {
    atom atom;
    term_vec kept; /* its arguments that are no arrays */
    term_lists elements; /* by group */
} atom_cells;

typedef struct building {
    cells *c;
    cell_reads reads;
    term_vec parts; /* of the constraint */
    term_vec equal; /* pairs of arrays that are equal */
    atom_cells *body;
    atom_vec atoms;
    arena mem;
} building;

static void split_constraint(building *b, term constraint)
{
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    dag_conjuncts(b->c->ts, constraint, &conjuncts);
    for (size_t i = 0; i < conjuncts.size; i++) {
        term t = conjuncts.data[i];
        if (term_kind_of(b->c->ts, t) == TERM_EQ && !is_scalar(b->c->ts, term_sort(b->c->ts, term_arg(b->c->ts, t, 0)))) {
            term_vec_push(&b->equal, term_arg(b->c->ts, t, 0));
            term_vec_push(&b->equal, term_arg(b->c->ts, t, 1));
        } else {
            term_vec_push(&b->parts, cell_reads_term(&b->reads, t));
        }
    }
    term_vec_release(&conjuncts);
}

static void push_kept(building *b, atom a, term_vec *out)
{
    const cell_shape *shape = &b->c->shapes[a.pred.id];
    for (size_t i = 0; i < shape->kept.size; i++) term_vec_push(out, cell_reads_term(&b->reads, a.args[shape->kept.data[i]]));
}

static void push_cell(building *b, atom a, const cell_group *group, term element, term_vec *out)
{
    term_vec_push(out, element);
    for (size_t i = 0; i < group->arrays.size; i++) {
        uint32_t arg = group->arrays.data[i];
        term index = cell_grid_index(b->c->ts, grid_of(b->c, a.pred, arg), element);
        term_vec_push(out, cell_reads_at(&b->reads, a.args[arg], index));
    }
}

static const term *keep(building *b, const term_vec *args)
{
    term *copy = arena_alloc(&b->mem, (args->size + 1) * sizeof(term));
    if (args->size) memcpy(copy, args->data, args->size * sizeof(term));
    return copy;
}

static atom build_head(building *b, atom head)
{
    if (pred_is_false(head.pred)) return head;
    const cell_shape *shape = &b->c->shapes[head.pred.id];
    term_vec args;
    term_vec_init(&args);
    push_kept(b, head, &args);
    for (size_t g = 0; g < shape->groups.size; g++)
        push_cell(b, head, &shape->groups.data[g], term_mk_fresh(b->c->ts, "k", shape->groups.data[g].index), &args);
    atom built = {head.pred, keep(b, &args)};
    term_vec_release(&args);
    return built;
}

static void equate_arrays(building *b)
{
    term_vec indices;
    term_vec_init(&indices);
    for (size_t i = 0; i < b->equal.size; i += 2) {
        term x = b->equal.data[i], y = b->equal.data[i + 1];
        term_vec_clear(&indices);
        cell_reads_indices(&b->reads, x, &indices);
        cell_reads_indices(&b->reads, y, &indices);
        for (size_t j = 0; j < indices.size; j++)
            term_vec_push(&b->parts, term_mk_eq(b->c->ts, cell_reads_at(&b->reads, x, indices.data[j]),
                                                cell_reads_at(&b->reads, y, indices.data[j])));
    }
    term_vec_release(&indices);
}

static void push_once(term_vec *v, term t)
{
    if (!term_is_none(t) && !term_vec_has(v, t)) term_vec_push(v, t);
}

/* Where the clause reads the arrays of the group; and at the arguments that are indices somewhere. */
static void find_elements(building *b, atom_cells *a, const cell_group *group, term_vec *out)
{
    const cells *c = b->c;
    term_vec indices;
    term_vec_init(&indices);
    for (size_t i = 0; i < group->arrays.size; i++) {
        uint32_t arg = group->arrays.data[i];
        term_vec_clear(&indices);
        cell_reads_indices(&b->reads, a->atom.args[arg], &indices);
        for (size_t j = 0; j < indices.size; j++) push_once(out, cell_grid_element(c->ts, grid_of(c, a->atom.pred, arg), indices.data[j]));
    }
    term_vec_release(&indices);
    const cell_shape *shape = &c->shapes[a->atom.pred.id];
    for (size_t i = 0, added = 0; i < shape->kept.size && added < MAX_INDEXERS && shape->groups.size == 1; i++) {
        if (!c->is_indexer[c->first.data[a->atom.pred.id] + shape->kept.data[i]]) continue;
        if (!sort_is_equal(term_sort(c->ts, a->kept.data[i]), group->index)) continue;
        push_once(out, a->kept.data[i]);
        added++;
    }
    if (!out->size) term_vec_push(out, term_mk_fresh(c->ts, "k", group->index));
}

static void prepare_atom(building *b, atom a, atom_cells *out)
{
    *out = (atom_cells){.atom = a};
    push_kept(b, a, &out->kept);
    const cell_shape *shape = &b->c->shapes[a.pred.id];
    term_lists_resize(&out->elements, shape->groups.size);
}

/* The atom at every combination of elements, as far as that goes. */
static void add_instances(building *b, const atom_cells *a)
{
    const cell_shape *shape = &b->c->shapes[a->atom.pred.id];
    size_t n = 1;
    for (size_t g = 0; g < shape->groups.size && n < MAX_INSTANCES; g++) n *= a->elements.data[g].size;
    if (n > MAX_INSTANCES) n = MAX_INSTANCES;
    term_vec args;
    term_vec_init(&args);
    for (size_t k = 0; k < n; k++) {
        term_vec_clear(&args);
        term_vec_append(&args, a->kept.data, a->kept.size);
        size_t rest = k;
        for (size_t g = 0; g < shape->groups.size; g++) {
            const term_vec *elements = &a->elements.data[g];
            push_cell(b, a->atom, &shape->groups.data[g], elements->data[rest % elements->size], &args);
            rest /= elements->size;
        }
        atom_vec_push(&b->atoms, (atom){a->atom.pred, keep(b, &args)});
    }
    term_vec_release(&args);
}

/* An argument that is the element at which its own atom is used. */
static void note_indexers(cells *c, const atom_cells *a)
{
    const cell_shape *shape = &c->shapes[a->atom.pred.id];
    for (size_t i = 0; i < shape->kept.size; i++)
        for (size_t g = 0; g < shape->groups.size; g++)
            if (term_vec_has(&a->elements.data[g], a->kept.data[i]))
                c->is_indexer[c->first.data[a->atom.pred.id] + shape->kept.data[i]] = true;
}

static void building_release(building *b, const clause *cl)
{
    for (size_t i = 0; i < cl->n_body; i++) {
        term_vec_release(&b->body[i].kept);
        for (size_t g = 0; g < b->body[i].elements.size; g++) term_vec_release(&b->body[i].elements.data[g]);
        term_lists_release(&b->body[i].elements);
    }
    free(b->body);
    cell_reads_release(&b->reads);
    term_vec_release(&b->parts);
    term_vec_release(&b->equal);
    atom_vec_release(&b->atoms);
    arena_release(&b->mem);
}

/* `final` false: only learns which arguments are indices. */
static void build_clause(cells *c, const clause *cl, bool final)
{
    building b = {.c = c};
    arena_init(&b.mem);
    cell_reads_init(&b.reads, c->ts);
    b.body = alloc_zeroed(cl->n_body + 1, sizeof *b.body);
    split_constraint(&b, cl->constraint);
    atom head = build_head(&b, cl->head);
    for (size_t i = 0; i < cl->n_body; i++) prepare_atom(&b, cl->body[i], &b.body[i]);
    equate_arrays(&b);
    for (size_t i = 0; i < cl->n_body; i++) {
        const cell_shape *shape = &c->shapes[cl->body[i].pred.id];
        for (size_t g = 0; g < shape->groups.size; g++)
            find_elements(&b, &b.body[i], &shape->groups.data[g], &b.body[i].elements.data[g]);
        note_indexers(c, &b.body[i]);
    }
    if (final) {
        for (size_t i = 0; i < cl->n_body; i++) add_instances(&b, &b.body[i]);
        cell_reads_consistency(&b.reads, &b.parts);
        horn_add_clause_like(c->out, b.atoms.data, b.atoms.size, term_mk_and(c->ts, b.parts.data, b.parts.size), head, cl);
    }
    building_release(&b, cl);
}

static void mark(cells *c, atom a, const term_vec *indexers, bool *changed)
{
    if (pred_is_false(a.pred)) return;
    for (uint32_t i = 0; i < horn_pred_arity(c->h, a.pred); i++) {
        bool *is_indexer = &c->is_indexer[c->first.data[a.pred.id] + i];
        if (*is_indexer || !term_vec_has(indexers, a.args[i])) continue;
        *is_indexer = *changed = true;
    }
}

static void push_indexers(const cells *c, atom a, term_vec *out)
{
    if (pred_is_false(a.pred)) return;
    for (uint32_t i = 0; i < horn_pred_arity(c->h, a.pred); i++)
        if (c->is_indexer[c->first.data[a.pred.id] + i] && term_kind_of(c->ts, a.args[i]) == TERM_SYM) push_once(out, a.args[i]);
}

/* What is an index in one place is one wherever it is passed to. */
static void spread_indexers(cells *c)
{
    term_vec indexers;
    term_vec_init(&indexers);
    bool changed = true;
    while (changed) {
        changed = false;
        for (size_t i = 0; i < horn_clause_count(c->h); i++) {
            const clause *cl = horn_clause(c->h, i);
            term_vec_clear(&indexers);
            for (size_t j = 0; j < cl->n_body; j++) push_indexers(c, cl->body[j], &indexers);
            push_indexers(c, cl->head, &indexers);
            for (size_t j = 0; j < cl->n_body; j++) mark(c, cl->body[j], &indexers, &changed);
            mark(c, cl->head, &indexers, &changed);
        }
    }
    term_vec_release(&indexers);
}

static void build_all(cells *c, const limits *limit)
{
    c->out = horn_new(c->ts);
    if (horn_file(c->h)) horn_set_file(c->out, horn_file(c->h));
    for (uint32_t p = 0; p < horn_pred_count(c->h); p++) {
        add_pred(c, (pred){p});
        find_views(c, (pred){p}, &c->shapes[p]);
    }
    for (int final = 0; final < 2; final++) {
        for (size_t i = 0; i < horn_clause_count(c->h) && !limits_is_over(limit); i++) build_clause(c, horn_clause(c->h, i), final);
        spread_indexers(c);
    }
}

/* ---- back ---- */

typedef struct cells_back {
    back base;
    cells cells;
    term_vec facts; /* by predicate */
} cells_back;

/* Conjuncts that do not speak of a group's cell need no quantifier. */
static term quantify(const cells *c, pred p, term t)
{
    const cell_shape *shape = &c->shapes[p.id];
    term_vec from, to, indices, parts;
    term_vec_init(&from);
    term_vec_init(&to);
    term_vec_init(&indices);
    term_vec_init(&parts);
    for (size_t i = 0; i < shape->kept.size; i++) {
        term_vec_push(&from, horn_param(c->out, p, i));
        term_vec_push(&to, horn_param(c->h, p, shape->kept.data[i]));
    }
    for (size_t g = 0; g < shape->groups.size; g++) {
        const cell_group *group = &shape->groups.data[g];
        term k = term_mk_fresh(c->ts, "k", group->index);
        term_vec_push(&indices, k);
        term_vec_push(&from, horn_param(c->out, p, group->first));
        term_vec_push(&to, k);
        for (size_t i = 0; i < group->arrays.size; i++) {
            uint32_t arg = group->arrays.data[i];
            term_vec_push(&from, horn_param(c->out, p, group->first + 1 + i));
            term_vec_push(&to, term_mk_select(c->ts, horn_param(c->h, p, arg), cell_grid_index(c->ts, grid_of(c, p, arg), k)));
        }
    }
    dag_conjuncts(c->ts, t, &parts);
    for (size_t i = 0; i < parts.size; i++) {
        term part = dag_substitute(c->ts, parts.data[i], from.data, to.data, from.size);
        parts.data[i] = indices.size ? term_mk_forall(c->ts, indices.data, indices.size, part) : part;
    }
    term all = term_mk_and(c->ts, parts.data, parts.size);
    term_vec_release(&from);
    term_vec_release(&to);
    term_vec_release(&indices);
    term_vec_release(&parts);
    return all;
}

static bool model_back(const back *base, const model *in, model *out, const limits *limit)
{
    const cells_back *b = (const cells_back *)base;
    for (uint32_t p = 0; p < horn_pred_count(base->before); p++) {
        if (limits_is_over(limit)) return false;
        term t = term_mk_and2(b->cells.ts, b->facts.data[p], model_get(in, (pred){p}));
        model_set(out, (pred){p}, quantify(&b->cells, (pred){p}, t));
    }
    return true;
}

static bool derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit)
{
    (void)base, (void)in, (void)out, (void)limit;
    return false;
}

static void cells_release(cells *c)
{
    for (size_t p = 0; p < horn_pred_count(c->h); p++) shape_release(&c->shapes[p]);
    free(c->shapes);
    free(c->is_indexer);
    u32_vec_release(&c->first);
    cell_grids_release(&c->grids);
    horn_free(c->out);
}

static void cells_back_free(back *base)
{
    cells_back *b = (cells_back *)base;
    cells_release(&b->cells);
    term_vec_release(&b->facts);
    free(b);
}

/* ---- the whole ---- */

static bool has_arrays(const horn *h)
{
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        for (size_t j = 0; j < c->n_vars; j++)
            if (!is_scalar(horn_terms(h), term_sort(horn_terms(h), c->vars[j]))) return true;
    }
    return false;
}

static bool has_groups(const cells *c)
{
    for (size_t p = 0; p < horn_pred_count(c->h); p++)
        if (c->shapes[p].groups.size) return true;
    return false;
}

static void cells_init(cells *c, const horn *h, bool separate)
{
    *c = (cells){.h = h, .ts = horn_terms(h)};
    size_t preds = horn_pred_count(h);
    uint32_t slots = 0;
    c->shapes = alloc_zeroed(preds + 1, sizeof *c->shapes);
    for (uint32_t p = 0; p < preds; p++) {
        u32_vec_push(&c->first, slots);
        slots += (uint32_t)horn_pred_arity(h, (pred){p});
        find_shape(h, (pred){p}, separate, &c->shapes[p]);
    }
    c->is_indexer = alloc_zeroed(slots + 1, sizeof(bool));
    cell_grids_find(h, &c->grids);
}

static term fact_of(const horn *h, const term_vec *facts, atom a)
{
    term_vec params;
    term_vec_init(&params);
    for (size_t i = 0; i < horn_pred_arity(h, a.pred); i++) term_vec_push(&params, horn_param(h, a.pred, i));
    term t = dag_substitute(horn_terms(h), facts->data[a.pred.id], params.data, a.args, params.size);
    term_vec_release(&params);
    return t;
}

/* The problem with the facts put to use; queries that they contradict are gone. */
static horn *strengthen(const horn *h, const term_vec *facts, bool proved)
{
    horn *out = horn_new(horn_terms(h));
    if (horn_file(h)) horn_set_file(out, horn_file(h));
    horn_copy_preds(out, h);
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < horn_clause_count(h); i++) {
        const clause *c = horn_clause(h, i);
        if (proved && pred_is_false(c->head.pred)) continue;
        term_vec_clear(&parts);
        term_vec_push(&parts, c->constraint);
        for (size_t j = 0; j < c->n_body; j++) term_vec_push(&parts, fact_of(h, facts, c->body[j]));
        horn_add_clause_like(out, c->body, c->n_body, term_mk_and(horn_terms(h), parts.data, parts.size), c->head, c);
    }
    term_vec_release(&parts);
    return out;
}

static horn *abstract(const horn *h, bool separate, bool with_facts, const limits *limit, back **out)
{
    if (!has_arrays(h)) return NULL;
    cells_back *b = alloc_zeroed(1, sizeof *b);
    cells_init(&b->cells, h, separate);
    if (!separate || has_groups(&b->cells)) build_all(&b->cells, limit);
    if (!b->cells.out || limits_is_over(limit)) {
        cells_back_free(&b->base);
        return NULL;
    }
    bool proved = false;
    double most = 0.75 * limits_left(limit);
    limits own = limits_within(limit, most < FACTS_SECONDS ? most : FACTS_SECONDS);
    if (with_facts) cell_facts_find(b->cells.out, b->cells.shapes, &own, &b->facts, &proved);
    else
        for (size_t p = 0; p < horn_pred_count(h); p++) term_vec_push(&b->facts, term_true(horn_terms(h)));
    horn *after = strengthen(b->cells.out, &b->facts, proved);
    b->base = (back){model_back, derivation_back, cells_back_free, h, after};
    *out = &b->base;
    return after;
}

horn *pass_cells(const horn *h, const limits *limit, back **out) { return abstract(h, false, true, limit, out); }
horn *pass_cells_apart(const horn *h, const limits *limit, back **out) { return abstract(h, true, true, limit, out); }
horn *pass_bare_cells(const horn *h, const limits *limit, back **out) { return abstract(h, false, false, limit, out); }

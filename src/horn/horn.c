#include "horn/horn.h"

#include "base/arena.h"
#include "base/map.h"
#include "term/dag.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct pred_info {
    const char *name;
    sort *sorts;
    const char **arg_names; /* NULL until one is set */
    size_t arity;
} pred_info;

VEC_DECLARE(pred_info_vec, pred_info);
VEC_DECLARE(clause_vec, clause);
VEC_DECLARE(horn_function_vec, horn_function);

struct horn {
    term_store *ts;
    pred_info_vec preds;
    string_map by_name, function_by_name;
    horn_function_vec functions;
    clause_vec clauses;
    u32_vec *defs, *uses; /* defs: one list per predicate and one for the queries; NULL until asked for */
    char *file;
    arena arena; /* names, sorts, atoms, arguments, variables */
};

horn *horn_new(term_store *ts)
{
    horn *h = alloc_zeroed(1, sizeof *h);
    h->ts = ts;
    arena_init(&h->arena);
    return h;
}

static void forget_index(horn *h)
{
    if (!h->defs) return;
    for (size_t i = 0; i <= h->preds.size; i++) u32_vec_release(&h->defs[i]);
    for (size_t i = 0; i < h->preds.size; i++) u32_vec_release(&h->uses[i]);
    free(h->defs);
    free(h->uses);
    h->defs = h->uses = NULL;
}

void horn_free(horn *h)
{
    if (!h) return;
    forget_index(h);
    pred_info_vec_release(&h->preds);
    string_map_release(&h->by_name);
    string_map_release(&h->function_by_name);
    horn_function_vec_release(&h->functions);
    clause_vec_release(&h->clauses);
    arena_release(&h->arena);
    free(h->file);
    free(h);
}

term_store *horn_terms(const horn *h) { return h->ts; }

static const pred_info *info(const horn *h, pred p)
{
    assert(p.id < h->preds.size);
    return &h->preds.data[p.id];
}

/* ---- predicates ---- */

pred horn_add_pred(horn *h, const char *name, const sort *args, size_t n)
{
    assert(!string_map_find(&h->by_name, name));
    forget_index(h);
    pred_info i = {.name = arena_string(&h->arena, name, strlen(name)), .sorts = arena_alloc(&h->arena, n * sizeof(sort)), .arity = n};
    if (n) memcpy(i.sorts, args, n * sizeof(sort));
    pred p = {(uint32_t)h->preds.size};
    pred_info_vec_push(&h->preds, i);
    *string_map_put(&h->by_name, i.name, NULL) = p.id;
    return p;
}

pred horn_copy_pred(horn *h, const horn *from, pred p)
{
    const pred_info *f = info(from, p);
    pred copy = horn_add_pred(h, f->name, f->sorts, f->arity);
    for (size_t a = 0; f->arg_names && a < f->arity; a++)
        if (f->arg_names[a]) horn_set_arg_name(h, copy, a, f->arg_names[a]);
    return copy;
}

void horn_copy_preds(horn *h, const horn *from)
{
    assert(h->preds.size == 0);
    for (uint32_t i = 0; i < from->preds.size; i++) horn_copy_pred(h, from, (pred){i});
}

size_t horn_pred_count(const horn *h) { return h->preds.size; }
const char *horn_pred_name(const horn *h, pred p) { return info(h, p)->name; }
size_t horn_pred_arity(const horn *h, pred p) { return info(h, p)->arity; }
sort horn_pred_sort(const horn *h, pred p, size_t i)
{
    assert(i < info(h, p)->arity);
    return info(h, p)->sorts[i];
}

bool horn_find_pred(const horn *h, const char *name, pred *out)
{
    uint32_t *id = string_map_find(&h->by_name, name);
    if (id) out->id = *id;
    return id != NULL;
}

/* The bar cannot occur in a symbol of SMT-LIB, nor in a name of C: no clause has such a variable. */
term horn_param(const horn *h, pred p, size_t i)
{
    char name[32];
    snprintf(name, sizeof name, "x|%zu", i);
    return term_mk_sym(h->ts, name, horn_pred_sort(h, p, i));
}

substitution *horn_arguments(const horn *h, atom a)
{
    substitution *s = substitution_new(horn_terms(h));
    for (size_t i = 0; i < horn_pred_arity(h, a.pred); i++) substitution_set(s, horn_param(h, a.pred, i), a.args[i]);
    return s;
}

void horn_set_arg_name(horn *h, pred p, size_t i, const char *name)
{
    assert(p.id < h->preds.size);
    pred_info *f = &h->preds.data[p.id];
    assert(i < f->arity);
    if (!f->arg_names) {
        f->arg_names = arena_alloc(&h->arena, f->arity * sizeof(char *));
        memset(f->arg_names, 0, f->arity * sizeof(char *));
    }
    f->arg_names[i] = arena_string(&h->arena, name, strlen(name));
}

const char *horn_arg_name(const horn *h, pred p, size_t i)
{
    const pred_info *f = info(h, p);
    assert(i < f->arity);
    return f->arg_names ? f->arg_names[i] : NULL;
}

/* ---- functions ---- */

void horn_add_function(horn *h, const char *name, const sort *args, size_t n, sort result)
{
    assert(!string_map_find(&h->by_name, name) && !string_map_find(&h->function_by_name, name));
    sort *sorts = arena_alloc(&h->arena, n * sizeof(sort));
    if (n) memcpy(sorts, args, n * sizeof(sort));
    horn_function f = {.name = arena_string(&h->arena, name, strlen(name)), .sorts = sorts, .arity = n, .result = result};
    *string_map_put(&h->function_by_name, f.name, NULL) = (uint32_t)h->functions.size;
    horn_function_vec_push(&h->functions, f);
}

void horn_copy_functions(horn *h, const horn *from)
{
    for (size_t i = 0; i < from->functions.size; i++) {
        const horn_function *f = &from->functions.data[i];
        horn_add_function(h, f->name, f->sorts, f->arity, f->result);
    }
}

size_t horn_function_count(const horn *h) { return h->functions.size; }

horn_function horn_function_at(const horn *h, size_t i)
{
    assert(i < h->functions.size);
    return h->functions.data[i];
}

bool horn_find_function(const horn *h, const char *name, size_t *out)
{
    uint32_t *number = string_map_find(&h->function_by_name, name);
    if (number) *out = *number;
    return number != NULL;
}

term horn_function_param(const horn *h, size_t function, size_t i)
{
    char name[32];
    snprintf(name, sizeof name, "x|%zu", i);
    assert(i < horn_function_at(h, function).arity);
    return term_mk_sym(h->ts, name, horn_function_at(h, function).sorts[i]);
}

typedef struct interpretation {
    const horn *h;
    const term_vec *functions;
} interpretation;

static term interpret_application(void *context, term t, const term *args)
{
    const interpretation *x = context;
    term_store *ts = x->h->ts;
    size_t f, n = term_arity(ts, t);
    if (term_kind_of(ts, t) != TERM_APP || !horn_find_function(x->h, term_name(ts, t), &f)) return TERM_NONE;
    term_vec params, own;
    term_vec_init(&params);
    term_vec_init(&own);
    term_vec_append(&own, args, n);
    for (size_t i = 0; i < n; i++) term_vec_push(&params, horn_function_param(x->h, f, i));
    term by = dag_substitute(ts, x->functions->data[f], params.data, own.data, n);
    term_vec_release(&params);
    term_vec_release(&own);
    return by;
}

static atom interpret_atom(const interpretation *x, const dag_rules *rules, u32_map *memo, atom a, arena *scratch)
{
    size_t n = pred_is_false(a.pred) ? 0 : horn_pred_arity(x->h, a.pred);
    term *args = arena_alloc(scratch, n * sizeof(term));
    for (size_t i = 0; i < n; i++) args[i] = dag_map_with(x->h->ts, a.args[i], rules, memo);
    return (atom){a.pred, args};
}

horn *horn_interpret(const horn *h, const term_vec *functions)
{
    assert(functions->size == h->functions.size);
    interpretation x = {h, functions};
    dag_rules rules = {.step = interpret_application, .context = &x};
    u32_map memo;
    u32_map_init(&memo);
    arena scratch;
    arena_init(&scratch);
    horn *out = horn_new(h->ts);
    horn_set_file(out, h->file);
    horn_copy_preds(out, h);
    for (size_t i = 0; i < h->clauses.size; i++) {
        const clause *c = &h->clauses.data[i];
        atom *body = arena_alloc(&scratch, c->n_body * sizeof(atom));
        for (size_t k = 0; k < c->n_body; k++) body[k] = interpret_atom(&x, &rules, &memo, c->body[k], &scratch);
        term constraint = dag_map_with(h->ts, c->constraint, &rules, &memo);
        horn_add_clause(out, body, c->n_body, constraint, interpret_atom(&x, &rules, &memo, c->head, &scratch), c->line);
    }
    arena_release(&scratch);
    u32_map_release(&memo);
    return out;
}

/* ---- clauses ---- */

static atom copy_atom(horn *h, atom a)
{
    if (pred_is_false(a.pred)) return (atom){PRED_FALSE, NULL};
    for (size_t i = 0; i < horn_pred_arity(h, a.pred); i++) assert(sort_is_equal(term_sort(h->ts, a.args[i]), horn_pred_sort(h, a.pred, i)));
    size_t n = horn_pred_arity(h, a.pred);
    term *args = arena_alloc(&h->arena, n * sizeof(term));
    if (n) memcpy(args, a.args, n * sizeof(term));
    return (atom){a.pred, args};
}

static void collect_roots(const horn *h, const clause *c, term_vec *roots)
{
    term_vec_push(roots, c->constraint);
    for (size_t i = 0; i < c->n_body; i++) term_vec_append(roots, c->body[i].args, horn_pred_arity(h, c->body[i].pred));
    if (!pred_is_false(c->head.pred)) term_vec_append(roots, c->head.args, horn_pred_arity(h, c->head.pred));
}

static void set_vars(horn *h, clause *c)
{
    term_vec roots, vars;
    term_vec_init(&roots);
    term_vec_init(&vars);
    collect_roots(h, c, &roots);
    dag_symbols(h->ts, roots.data, roots.size, &vars);
    term *copy = arena_alloc(&h->arena, vars.size * sizeof(term));
    if (vars.size) memcpy(copy, vars.data, vars.size * sizeof(term));
    c->vars = copy;
    c->n_vars = vars.size;
    term_vec_release(&roots);
    term_vec_release(&vars);
}

size_t horn_add_clause(horn *h, const atom *body, size_t n_body, term constraint, atom head, uint32_t line)
{
    forget_index(h);
    assert(term_is_bool(h->ts, constraint) && !term_has_bound(h->ts, constraint));
    for (size_t i = 0; i < n_body; i++) assert(!pred_is_false(body[i].pred) && body[i].pred.id < h->preds.size);
    atom *copy = arena_alloc(&h->arena, n_body * sizeof(atom));
    for (size_t i = 0; i < n_body; i++) copy[i] = copy_atom(h, body[i]);
    clause c = {.body = copy, .n_body = n_body, .constraint = constraint, .head = copy_atom(h, head), .line = line};
    set_vars(h, &c);
    clause_vec_push(&h->clauses, c);
    return h->clauses.size - 1;
}

void horn_tag_clause(horn *h, size_t i, uint32_t tag)
{
    assert(i < h->clauses.size);
    h->clauses.data[i].tag = tag;
}

size_t horn_add_clause_like(horn *h, const atom *body, size_t n_body, term constraint, atom head, const clause *origin)
{
    uint32_t tag = origin->tag;
    size_t i = horn_add_clause(h, body, n_body, constraint, head, origin->line);
    h->clauses.data[i].tag = tag;
    return i;
}

size_t horn_clause_count(const horn *h) { return h->clauses.size; }

const clause *horn_clause(const horn *h, size_t i)
{
    assert(i < h->clauses.size);
    return &h->clauses.data[i];
}

void horn_set_file(horn *h, const char *file)
{
    free(h->file);
    h->file = file ? alloc_string(file, strlen(file)) : NULL;
}
const char *horn_file(const horn *h) { return h->file; }

bool horn_is_linear(const horn *h)
{
    for (size_t i = 0; i < h->clauses.size; i++)
        if (h->clauses.data[i].n_body > 1) return false;
    return true;
}

/* ---- index ---- */

/* Filled on first use: a cache, so a const problem may have it built. */
static horn *indexed(const horn *ch)
{
    horn *h = (horn *)(uintptr_t)ch;
    if (h->defs) return h;
    h->defs = alloc_zeroed(h->preds.size + 1, sizeof(u32_vec));
    h->uses = alloc_zeroed(h->preds.size, sizeof(u32_vec));
    for (uint32_t i = 0; i < h->clauses.size; i++) {
        const clause *c = &h->clauses.data[i];
        u32_vec_push(&h->defs[pred_is_false(c->head.pred) ? h->preds.size : c->head.pred.id], i);
        for (size_t k = 0; k < c->n_body; k++) {
            u32_vec *u = &h->uses[c->body[k].pred.id];
            if (!u->size || u32_vec_last(u) != i) u32_vec_push(u, i);
        }
    }
    return h;
}

const u32_vec *horn_clauses_of(const horn *h, pred p)
{
    assert(pred_is_false(p) || p.id < h->preds.size);
    return &indexed(h)->defs[pred_is_false(p) ? h->preds.size : p.id];
}
const u32_vec *horn_uses_of(const horn *h, pred p)
{
    assert(p.id < h->preds.size);
    return &indexed(h)->uses[p.id];
}

/* ---- checking ---- */

static const char *check_atom(const horn *h, atom a)
{
    if (a.pred.id >= h->preds.size) return "an atom's predicate does not exist";
    for (size_t i = 0; i < horn_pred_arity(h, a.pred); i++) {
        if (a.args[i].id >= term_store_size(h->ts)) return "an atom's argument does not exist";
        if (!sort_is_equal(term_sort(h->ts, a.args[i]), horn_pred_sort(h, a.pred, i))) return "an atom's argument has the wrong sort";
        if (term_has_bound(h->ts, a.args[i])) return "an atom's argument has a loose bound variable";
    }
    return NULL;
}

static const char *check_clause(const horn *h, const clause *c)
{
    const char *wrong = NULL;
    for (size_t i = 0; i < c->n_body && !wrong; i++) wrong = check_atom(h, c->body[i]);
    if (!wrong && !pred_is_false(c->head.pred)) wrong = check_atom(h, c->head);
    if (wrong) return wrong;
    if (!term_is_bool(h->ts, c->constraint)) return "a constraint is not Bool";
    if (term_has_bound(h->ts, c->constraint)) return "a constraint has a loose bound variable";
    term_vec roots, vars;
    term_vec_init(&roots);
    term_vec_init(&vars);
    collect_roots(h, c, &roots);
    dag_symbols(h->ts, roots.data, roots.size, &vars);
    if (vars.size != c->n_vars || (vars.size && memcmp(vars.data, c->vars, vars.size * sizeof(term))))
        wrong = "a clause's list of variables is wrong";
    term_vec_release(&roots);
    term_vec_release(&vars);
    return wrong;
}

const char *horn_check(const horn *h)
{
    for (size_t i = 0; i < h->clauses.size; i++) {
        const char *wrong = check_clause(h, &h->clauses.data[i]);
        if (wrong) return wrong;
    }
    return NULL;
}

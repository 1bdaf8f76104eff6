#include "solve/outline_model.h"

#include "logic/project.h"

#include <stdlib.h>

typedef struct builder {
    const encoding *e;
    const program *p;
    const slam_proof *proof;
    const hoare_outline *o;
    const limits *limit;
    term_store *ts;
    encoding_pred about; /* the predicate at work, */
    pred pred;
    const while_proc *proc; /* its procedure, */
    const hoare_scope *scope;
    term_vec here, entry; /* the scope's symbols, and names for their values at entry */
} builder;

static const double PROJECT_SECONDS = 2;

static term without(builder *b, term t, const term *symbols, size_t n)
{
    term_vec used;
    term_vec_init(&used);
    for (size_t i = 0; i < n; i++)
        if (dag_has_symbol(b->ts, t, symbols[i])) term_vec_push(&used, symbols[i]);
    if (used.size) t = project_exists(b->proof->solver, b->ts, used.data, used.size, t, PROJECT_SECONDS);
    term_vec_release(&used);
    return t;
}

/* exists everything but the symbols to be kept. t */
static term keep_only(builder *b, term t, const term_vec *kept, const term_vec *also)
{
    term_vec symbols, others;
    term_vec_init(&symbols);
    term_vec_init(&others);
    dag_symbols(b->ts, &t, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++)
        if (!term_vec_has(kept, symbols.data[i]) && !(also && term_vec_has(also, symbols.data[i]))) term_vec_push(&others, symbols.data[i]);
    t = without(b, t, others.data, others.size);
    term_vec_release(&symbols);
    term_vec_release(&others);
    return t;
}

static void list_symbols(builder *b)
{
    term_vec_clear(&b->here);
    term_vec_clear(&b->entry);
    size_t n = b->proc->n_vars;
    term_vec_append(&b->here, b->o->globals, b->o->program->n_globals);
    term_vec_append(&b->here, b->scope->values, n);
    for (size_t i = 0; i < n * n; i++)
        if (!term_is_none(b->scope->same[i])) term_vec_push(&b->here, b->scope->same[i]);
    if (b->proc->has_result) term_vec_push(&b->here, b->scope->result);
    for (size_t i = 0; i < b->here.size; i++) {
        term s = b->here.data[i];
        bool stays = sort_kind_of(b->ts, term_sort(b->ts, s)) == SORT_BOOL; /* references never change */
        term_vec_push(&b->entry, stays ? s : term_mk_fresh(b->ts, term_name(b->ts, s), term_sort(b->ts, s)));
    }
}

static term at_entry(const builder *b, term t) { return dag_substitute(b->ts, t, b->here.data, b->entry.data, b->here.size); }

/* ---- arguments ---- */

static bool is_at(while_place w, place p) { return w.line == p.line && w.column == p.column; }

/* The while variable that a variable of the translation stands for; NULL: it is the result, or a temporary. */
static const while_var *find_var(const builder *b, const var_info *v)
{
    for (size_t i = 0; i < b->o->program->n_globals; i++)
        if (v->owner.id == PROC_NONE.id && is_at(b->o->program->globals[i]->place, v->place)) return b->o->program->globals[i];
    for (size_t i = 0; v->owner.id != PROC_NONE.id && i < b->proc->n_vars; i++)
        if (is_at(b->proc->vars[i]->place, v->place)) return b->proc->vars[i];
    return NULL;
}

/* The position in `here` of what the argument is the value of; the address of a reference: its variable in *address. */
static size_t find_symbol(const builder *b, term variable, const while_var **address)
{
    const var_info *v = program_var(b->p, variable);
    const while_var *w = find_var(b, v);
    *address = w && while_var_is_reference(w) && !v->name ? w : NULL;
    if (*address) return SIZE_MAX;
    bool is_result = !w && b->proc->has_result && v->name && is_at(b->proc->place, v->place);
    term symbol = is_result ? b->scope->result : !w ? TERM_NONE : w->kind == WHILE_GLOBAL ? b->o->globals[w->index] : b->scope->values[w->index];
    for (size_t i = 0; i < b->here.size; i++)
        if (term_is_equal(b->here.data[i], symbol)) return i;
    return SIZE_MAX;
}

static term ghost_of(const builder *b, term symbol)
{
    for (size_t i = 0; i < b->scope->outs.size; i++)
        if (term_is_equal(b->scope->outs.data[i], symbol)) return b->scope->ghosts.data[i];
    return TERM_NONE;
}

static bool is_exit(const builder *b) { return b->about.kind == AT_EXIT; }

/* f = g is: their addresses are equal. */
static void bind_references(builder *b, const term *addresses, substitution *map)
{
    for (size_t i = 0; i < b->proc->n_formals; i++)
        for (size_t j = i + 1; j < b->proc->n_formals; j++) {
            bool both = while_var_is_reference(b->proc->vars[i]) && while_var_is_reference(b->proc->vars[j]);
            if (both && !term_is_none(addresses[i]) && !term_is_none(addresses[j]))
                substitution_set(map, hoare_same(b->o, b->proc->vars[i], b->proc->vars[j]), term_mk_eq(b->ts, addresses[i], addresses[j]));
        }
}

/* A global that the procedure leaves alone is no result: it ends as it began. */
static void bind_unchanged(builder *b, substitution *map)
{
    for (size_t i = 0; is_exit(b) && i < b->o->program->n_globals; i++) {
        term ghost = b->scope->ghosts.data[i];
        if (!term_is_none(substitution_get(map, ghost))) continue;
        term before = substitution_get(map, b->entry.data[i]);
        substitution_set(map, ghost, term_is_none(before) ? b->entry.data[i] : before);
    }
}

/* Over the predicate's parameters. At an exit what is `here` are the ghosts. */
static term over_parameters(builder *b, term t, term_vec *params)
{
    const horn *h = encoding_horn(b->e);
    term *addresses = alloc_zeroed(b->proc->n_vars + 1, sizeof *addresses);
    for (size_t i = 0; i < b->proc->n_vars; i++) addresses[i] = TERM_NONE;
    substitution *map = substitution_new(b->ts);
    for (size_t i = 0; i < b->about.args.size; i++) {
        const encoding_arg *a = &b->about.args.data[i];
        term param = horn_param(h, b->pred, i);
        const while_var *address;
        term_vec_push(params, param);
        size_t k = find_symbol(b, a->variable, &address);
        if (address) addresses[address->index] = param;
        if (k == SIZE_MAX) continue;
        if (a->at_entry) substitution_set(map, b->entry.data[k], param);
        term now = is_exit(b) ? ghost_of(b, b->here.data[k]) : b->here.data[k];
        if (a->here && !term_is_none(now)) substitution_set(map, now, param);
    }
    bind_references(b, addresses, map);
    bind_unchanged(b, map);
    t = substitution_apply(map, t);
    if (is_exit(b)) t = substitution_apply(map, t); /* a ghost that became an entry value without an argument stays, and is projected */
    substitution_free(map);
    free(addresses);
    return t;
}

/* ---- formulas ---- */

static const while_stmt *find_at(const while_stmt *s, place at)
{
    for (; s; s = s->next) {
        if (is_at(s->place, at) && (s->kind == WHILE_LOOP || s->kind == WHILE_CALL)) return s;
        const while_stmt *in = s->first ? find_at(s->first, at) : NULL;
        if (!in && s->second) in = find_at(s->second, at);
        if (in) return in;
    }
    return NULL;
}

/* for all g': may_end_l(state, g') => may_end(in, g') */
static term keeps_summary(builder *b, const while_stmt *s)
{
    if (b->proc == while_main(b->o->program)) return term_true(b->ts);
    term ends = s->kind == WHILE_LOOP ? b->o->may[HOARE_ENDS][s->id] : b->proof->before(b->proof->context, s, HOARE_ENDS);
    term summary = at_entry(b, b->o->may_begin[HOARE_ENDS][b->proc->index]);
    term t = keep_only(b, term_mk_and2(b->ts, ends, term_mk_not(b->ts, summary)), &b->here, &b->entry);
    return term_is_none(t) ? t : term_mk_not(b->ts, t);
}

static term at_point(builder *b)
{
    const while_stmt *s = find_at(b->proc->body, b->about.place);
    if (!s) return TERM_NONE;
    term fails = s->kind == WHILE_LOOP ? b->o->may[HOARE_FAILS][s->id] : keep_only(b, b->proof->before(b->proof->context, s, HOARE_FAILS), &b->here, NULL);
    term keeps = keeps_summary(b, s);
    if (term_is_none(fails) || term_is_none(keeps)) return TERM_NONE;
    return term_mk_and2(b->ts, term_mk_and2(b->ts, term_mk_not(b->ts, fails), keeps), hoare_background(b->o, b->proc));
}

static term formula(builder *b)
{
    term fails = b->o->may_begin[HOARE_FAILS][b->proc->index], ends = b->o->may_begin[HOARE_ENDS][b->proc->index];
    if (b->about.kind == AT_ENTRY) return term_mk_and2(b->ts, term_mk_not(b->ts, fails), hoare_background(b->o, b->proc));
    return is_exit(b) ? at_entry(b, ends) : at_point(b);
}

static bool model_of_pred(builder *b, uint32_t i, model *out)
{
    b->pred = (pred){i};
    b->about.args.size = 0;
    encoding_describe(b->e, b->pred, &b->about);
    b->proc = b->o->program->procs[b->about.proc.id];
    b->scope = &b->o->scopes[b->proc->index];
    list_symbols(b);
    term t = formula(b);
    term_vec params;
    term_vec_init(&params);
    if (!term_is_none(t)) t = keep_only(b, over_parameters(b, t, &params), &params, NULL);
    if (!term_is_none(t)) model_set(out, b->pred, t);
    term_vec_release(&params);
    return !term_is_none(t);
}

bool outline_model(const encoding *e, const program *p, const slam_proof *proof, const limits *limit, model *out)
{
    builder b = {.e = e, .p = p, .proof = proof, .o = proof->outline, .limit = limit, .ts = proof->outline->ts};
    size_t n = horn_pred_count(encoding_horn(e));
    bool ok = true;
    for (uint32_t i = 0; i < n && ok; i++) ok = !limits_is_over(limit) && model_of_pred(&b, i, out);
    encoding_arg_vec_release(&b.about.args);
    term_vec_release(&b.here);
    term_vec_release(&b.entry);
    return ok;
}

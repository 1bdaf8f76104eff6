#include "slam/wp.h"

#include <stdlib.h>

/* ---- the frame ---- */

static void number_stmts(slam_frame *f, const while_proc *p, const while_stmt *s, const while_stmt *parent)
{
    if (!s) return;
    f->stmts[s->id] = s;
    f->parents[s->id] = parent;
    f->procs[s->id] = p;
    if (s->kind == WHILE_BLOCK) {
        for (const while_stmt *c = s->first; c; c = c->next) number_stmts(f, p, c, s);
    } else if (s->kind == WHILE_IF || s->kind == WHILE_LOOP) {
        number_stmts(f, p, s->first, s);
        number_stmts(f, p, s->second, s);
    }
}

static bool calls(const slam_frame *f, size_t p, size_t q)
{
    for (size_t i = 0; i < f->program->n_stmts; i++)
        if (f->stmts[i] && f->procs[i]->index == p && f->stmts[i]->kind == WHILE_CALL && f->stmts[i]->callee->index == q) return true;
    return false;
}

/* Those that may come to call themselves. */
static void find_recursive(slam_frame *f)
{
    size_t n = f->program->n_procs;
    bool *reaches = alloc_zeroed(n * n + 1, sizeof *reaches);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) reaches[i * n + j] = calls(f, i, j);
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) reaches[i * n + j] |= reaches[i * n + k] && reaches[k * n + j];
    for (size_t i = 0; i < n; i++) f->is_recursive[i] = reaches[i * n + i];
    free(reaches);
}

static void find_cuts(slam_frame *f, bool cuts_statements)
{
    for (size_t i = 0; i < f->program->n_stmts; i++)
        if (f->stmts[i]) f->is_cut[i] = f->stmts[i]->kind == WHILE_LOOP || (cuts_statements && f->stmts[i]->kind != WHILE_BLOCK);
    for (size_t i = 0; i < f->program->n_procs; i++)
        if (f->is_recursive[i]) f->is_cut[f->program->procs[i]->body->id] = true;
}

static void list_symbols(slam_frame *f, size_t p)
{
    const hoare_scope *s = &f->names->scopes[p];
    term_vec *all = &f->symbols[p];
    size_t n = s->proc->n_vars;
    term_vec_append(all, f->names->globals, f->program->n_globals);
    term_vec_append(all, s->values, n);
    for (size_t i = 0; i < n * n; i++)
        if (!term_is_none(s->same[i])) term_vec_push(all, s->same[i]);
    if (!term_is_none(s->result)) term_vec_push(all, s->result);
    term_vec_append(all, s->ghosts.data, s->ghosts.size);
    for (size_t i = 0; i < all->size; i++) {
        text name;
        text_init(&name);
        text_printf(&name, "%s^", term_name(f->ts, all->data[i])); /* the paper's x' is the name of a ghost here */
        term prime = term_mk_sym(f->ts, name.data, term_sort(f->ts, all->data[i]));
        text_release(&name);
        term_vec_push(&f->primes[p], prime);
        u32_map_put(&f->is_prime, prime.id, NULL);
    }
}

void slam_frame_init(slam_frame *f, const hoare_outline *names, bool cuts_statements)
{
    const while_program *p = names->program;
    *f = (slam_frame){.ts = names->ts, .program = p, .names = names};
    f->stmts = alloc_zeroed(p->n_stmts + 1, sizeof *f->stmts);
    f->parents = alloc_zeroed(p->n_stmts + 1, sizeof *f->parents);
    f->procs = alloc_zeroed(p->n_stmts + 1, sizeof *f->procs);
    f->is_cut = alloc_zeroed(p->n_stmts + 1, sizeof *f->is_cut);
    f->is_recursive = alloc_zeroed(p->n_procs + 1, sizeof *f->is_recursive);
    f->symbols = alloc_zeroed(p->n_procs + 1, sizeof *f->symbols);
    f->primes = alloc_zeroed(p->n_procs + 1, sizeof *f->primes);
    for (size_t i = 0; i < p->n_procs; i++) number_stmts(f, p->procs[i], p->procs[i]->body, NULL);
    find_recursive(f);
    find_cuts(f, cuts_statements);
    for (size_t i = 0; i < p->n_procs; i++) list_symbols(f, i);
}

void slam_frame_release(slam_frame *f)
{
    for (size_t i = 0; i < f->program->n_procs; i++) {
        term_vec_release(&f->symbols[i]);
        term_vec_release(&f->primes[i]);
    }
    u32_map_release(&f->is_prime);
    free(f->stmts);
    free(f->parents);
    free(f->procs);
    free(f->is_cut);
    free(f->is_recursive);
    free(f->symbols);
    free(f->primes);
}

size_t slam_frame_count(const slam_frame *f, const while_proc *p, hoare_view v)
{
    return f->symbols[p->index].size - (v == HOARE_ENDS ? 0 : f->names->scopes[p->index].ghosts.size);
}

/* ---- expressions ---- */

term slam_var_symbol(const slam_frame *f, const while_proc *p, const while_var *v)
{
    return v->kind == WHILE_GLOBAL ? f->names->globals[v->index] : f->names->scopes[p->index].values[v->index];
}

static term leaf(void *user, const while_expr *e)
{
    const slam_wp *w = user;
    return slam_var_symbol(w->frame, w->at, e->var);
}

static term same(void *user, const while_var *a, const while_var *b)
{
    const slam_wp *w = user;
    return hoare_same(w->frame->names, a, b);
}

term slam_wp_eval(slam_wp *w, const while_proc *p, const while_expr *e)
{
    w->at = p;
    return while_mk_term(&w->terms, e);
}

void slam_wp_init(slam_wp *w, const slam_frame *f, slam_cut_fn *cut, void *user)
{
    *w = (slam_wp){.frame = f, .cut = cut, .user = user, .post = TERM_NONE};
    w->terms = (while_terms){.ts = f->ts, .leaf = leaf, .same = same, .user = w};
}

void slam_wp_release(slam_wp *w)
{
    u64_map_release(&w->memo);
    u64_map_release(&w->named);
}

void slam_wp_forget(slam_wp *w)
{
    u64_map_clear(&w->memo);
    u64_map_clear(&w->named);
}

/* ---- statements. `to`: only runs to the target count ---- */

static term before(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level, bool to);

/* Where the procedure ends; its result is still a symbol. */
static term at_end(slam_wp *w, const while_proc *p, hoare_view v, bool to)
{
    term_store *ts = w->frame->ts;
    const hoare_scope *scope = &w->frame->names->scopes[p->index];
    if (to) return term_false(ts);
    if (v == HOARE_ENDS) {
        term all = term_true(ts);
        for (size_t i = 0; i < scope->outs.size; i++) all = term_mk_and2(ts, all, term_mk_eq(ts, scope->outs.data[i], scope->ghosts.data[i]));
        return all;
    }
    const while_program *q = w->frame->program;
    if (p != while_main(q)) return term_false(ts);
    if (!term_is_none(w->post)) return w->post;
    if (!q->final || !hoare_is_goal(w->frame->names, NULL)) return term_false(ts);
    term holds = slam_wp_eval(w, p, q->final);
    return q->final_is_bad ? holds : term_mk_not(ts, holds);
}

static term after(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level, bool to)
{
    const while_stmt *parent = w->frame->parents[s->id];
    if (s->next && parent && parent->kind == WHILE_BLOCK) return before(w, s->next, v, level, to);
    if (!parent) return at_end(w, w->frame->procs[s->id], v, to);
    return parent->kind == WHILE_LOOP ? before(w, parent, v, level, to) : after(w, parent, v, level, to);
}

/* Morris: each dereference of Q is e's value if it is of the same cell, and what it was otherwise. All at once: e may have dereferences itself. */
static term wp_store(slam_wp *w, const while_stmt *s, term q)
{
    term_store *ts = w->frame->ts;
    const while_proc *p = w->frame->procs[s->id];
    const hoare_scope *scope = &w->frame->names->scopes[p->index];
    term value = slam_wp_eval(w, p, s->value), stored = term_mk_fresh(ts, "stored", sort_int(ts));
    for (size_t i = 0; i < p->n_formals; i++) {
        if (!while_var_is_reference(p->vars[i]) || !dag_has_symbol(ts, q, scope->values[i])) continue;
        term is_same = hoare_same(w->frame->names, s->target, p->vars[i]), changed = dag_substitute(ts, q, &scope->values[i], &stored, 1);
        q = term_mk_or2(ts, term_mk_and2(ts, is_same, changed), term_mk_and2(ts, term_mk_not(ts, is_same), q));
    }
    return dag_substitute(ts, q, &stored, &value, 1);
}

static term wp_assign(slam_wp *w, const while_stmt *s, term q)
{
    const while_proc *p = w->frame->procs[s->id];
    term symbol = slam_var_symbol(w->frame, p, s->target), value = slam_wp_eval(w, p, s->value);
    return dag_substitute(w->frame->ts, q, &symbol, &value, 1);
}

static term wp_havoc(slam_wp *w, const while_stmt *s, term q)
{
    term symbol = slam_var_symbol(w->frame, w->frame->procs[s->id], s->target), any = term_mk_fresh(w->frame->ts, s->name, sort_int(w->frame->ts));
    return dag_has_symbol(w->frame->ts, q, symbol) ? dag_substitute(w->frame->ts, q, &symbol, &any, 1) : q;
}

static term wp_return(slam_wp *w, const while_stmt *s, term q)
{
    const while_proc *p = w->frame->procs[s->id];
    if (!s->value) return q;
    term symbol = w->frame->names->scopes[p->index].result, value = slam_wp_eval(w, p, s->value);
    return dag_substitute(w->frame->ts, q, &symbol, &value, 1);
}

/* (b and P1) or (not b and P2): the paper's (b => P1) and (not b => P2). */
static term wp_if(term_store *ts, term b, term yes, term no)
{
    return term_mk_or2(ts, term_mk_and2(ts, b, yes), term_mk_and2(ts, term_mk_not(ts, b), no));
}

/* The names of symbols for decisions begin with this: all instances of a summary share them. */
static const char CHOICE = '?';

term slam_wp_choice(const slam_frame *f, const while_stmt *s, hoare_view v, uint32_t level)
{
    text name;
    text_init(&name);
    text_printf(&name, "%c%llu", CHOICE, (unsigned long long)slam_wp_decision(f, s, v, level));
    term t = term_mk_sym(f->ts, name.data, sort_bool(f->ts));
    text_release(&name);
    return t;
}

/* A decision; `no_way` NULL: what comes after the statement. */
static term wp_decide(slam_wp *w, const while_stmt *s, const while_stmt *no_way, hoare_view v, uint32_t level, bool to)
{
    term_store *ts = w->frame->ts;
    const uint32_t *known = w->decided ? u64_map_find(w->decided, slam_wp_decision(w->frame, s, v, level)) : NULL;
    term none = term_false(ts), yes = known && *known == DECIDED_NO ? none : before(w, s->first, v, level, to), no = none;
    if (!known || *known == DECIDED_NO) no = no_way ? before(w, no_way, v, level, to) : after(w, s, v, level, to);
    if (w->asks) {
        term choice = slam_wp_choice(w->frame, s, v, level);
        yes = term_mk_and2(ts, choice, yes);
        no = term_mk_and2(ts, term_mk_not(ts, choice), no);
    }
    return wp_if(ts, slam_wp_eval(w, w->frame->procs[s->id], s->value), yes, no);
}

/* ---- calls ---- */

term slam_same_args(const slam_frame *f, const while_stmt *call, size_t i, size_t j)
{
    const while_var *a = call->args[i]->var, *b = call->args[j]->var;
    if (a == b) return term_true(f->ts);
    return while_var_is_reference(a) && while_var_is_reference(b) ? hoare_same(f->names, a, b) : term_false(f->ts);
}

/* The callee's symbols at its entry become what they are for the caller; `left` are for the ghosts (NULL: there are none). */
static void bind_callee(slam_wp *w, const while_stmt *call, const term_vec *left, substitution *map)
{
    const slam_frame *f = w->frame;
    const while_proc *p = f->procs[call->id], *q = call->callee;
    const hoare_scope *to = &f->names->scopes[q->index];
    for (size_t i = 0; i < call->n_args; i++) {
        const while_expr *a = call->args[i];
        substitution_set(map, to->values[i], while_var_is_reference(q->vars[i]) ? slam_var_symbol(f, p, a->var) : slam_wp_eval(w, p, a));
        for (size_t j = i + 1; j < call->n_args; j++)
            if (!term_is_none(to->same[i * q->n_vars + j])) substitution_set(map, to->same[i * q->n_vars + j], slam_same_args(f, call, i, j));
    }
    if (!term_is_none(to->result)) substitution_set(map, to->result, term_mk_int(f->ts, 0));
    for (size_t i = 0; left && i < left->size; i++) substitution_set(map, to->ghosts.data[i], left->data[i]);
}

/* All symbols of no scope get new names, those that the map does not have. */
static void freshen(const slam_frame *f, term t, substitution *map)
{
    term_vec symbols;
    term_vec_init(&symbols);
    dag_symbols(f->ts, &t, 1, &symbols);
    for (size_t i = 0; i < symbols.size; i++) {
        term s = symbols.data[i];
        bool is_global = false;
        for (size_t g = 0; g < f->program->n_globals; g++) is_global |= term_is_equal(f->names->globals[g], s);
        if (is_global || u32_map_find(&f->is_prime, s.id) || *term_name(f->ts, s) == CHOICE || !term_is_none(substitution_get(map, s))) continue;
        substitution_set(map, s, term_mk_fresh(f->ts, "v", term_sort(f->ts, s)));
    }
    term_vec_release(&symbols);
}

static term instantiate(slam_wp *w, const while_stmt *call, const term_vec *left, term summary)
{
    if (term_is_equal(summary, term_false(w->frame->ts))) return summary;
    substitution *map = substitution_new(w->frame->ts);
    bind_callee(w, call, left, map);
    freshen(w->frame, summary, map);
    term t = substitution_apply(map, summary);
    substitution_free(map);
    return t;
}

term slam_rename_apart(const slam_frame *f, const while_proc *p, hoare_view v, term t)
{
    substitution *map = substitution_new(f->ts);
    for (size_t i = 0; i < slam_frame_count(f, p, v); i++) substitution_set(map, f->symbols[p->index].data[i], f->symbols[p->index].data[i]);
    freshen(f, t, map);
    t = substitution_apply(map, t);
    substitution_free(map);
    return t;
}

/* What follows the call, in terms of the state before it and of what the callee leaves. */
static term return_to(slam_wp *w, const while_stmt *call, const term_vec *left, term rest)
{
    const slam_frame *f = w->frame;
    const while_proc *p = f->procs[call->id];
    const hoare_scope *scope = &f->names->scopes[p->index];
    size_t n = f->program->n_globals;
    substitution *map = substitution_new(f->ts);
    for (size_t i = 0; i < n; i++) substitution_set(map, f->names->globals[i], left->data[i]);
    for (size_t i = 0; i < call->n_args; i++) {
        if (!while_var_is_reference(call->callee->vars[i])) continue;
        const while_var *v = call->args[i]->var;
        term now = left->data[n++];
        for (size_t j = 0; j < p->n_vars; j++) {
            bool may = p->vars[j] == v || (while_var_is_reference(v) && while_var_is_reference(p->vars[j]));
            if (!may) continue;
            term old = substitution_get(map, scope->values[j]), equal = p->vars[j] == v ? term_true(f->ts) : hoare_same(f->names, v, p->vars[j]);
            substitution_set(map, scope->values[j], term_mk_ite(f->ts, equal, now, term_is_none(old) ? scope->values[j] : old));
        }
    }
    if (call->target) substitution_set(map, slam_var_symbol(f, p, call->target), left->data[n]);
    term t = substitution_apply(map, rest);
    substitution_free(map);
    return t;
}

static void mk_left(slam_wp *w, const while_stmt *call, term_vec *left)
{
    const term_vec *ghosts = &w->frame->names->scopes[call->callee->index].ghosts;
    for (size_t i = 0; i < ghosts->size; i++) term_vec_push(left, term_mk_fresh(w->frame->ts, "t", sort_int(w->frame->ts)));
}

/* The paper's: exists G^T. (Delta_p[G'/G^T] and Q[G/G^T])[f/a]. */
static term join(slam_wp *w, const while_stmt *call, const term_vec *left, term summary, term rest)
{
    term_store *ts = w->frame->ts;
    if (term_is_equal(summary, term_false(ts)) || term_is_equal(rest, term_false(ts))) return term_false(ts);
    return term_mk_and2(ts, instantiate(w, call, left, summary), return_to(w, call, left, rest));
}

term slam_wp_call_ends(slam_wp *w, const while_stmt *call, hoare_view v, uint32_t level, term_vec *left)
{
    mk_left(w, call, left);
    term rest = after(w, call, v, level, false);
    if (term_is_equal(rest, term_false(w->frame->ts))) return rest;
    return join(w, call, left, before(w, call->callee->body, HOARE_ENDS, level, false), rest);
}

term slam_wp_call_fails(slam_wp *w, const while_stmt *call, uint32_t level)
{
    return instantiate(w, call, NULL, before(w, call->callee->body, HOARE_FAILS, level, false));
}

static term wp_call(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level, bool to)
{
    term_store *ts = w->frame->ts;
    term_vec left;
    term_vec_init(&left);
    const while_stmt *body = s->callee->body;
    term t;
    if (!to) {
        t = slam_wp_call_ends(w, s, v, level, &left);
    } else {
        mk_left(w, s, &left);
        t = join(w, s, &left, before(w, body, HOARE_ENDS, level, false), after(w, s, v, level, true));
        term inside = before(w, body, HOARE_ENDS, level, true);
        if (!term_is_equal(inside, term_false(ts))) t = term_mk_or2(ts, t, join(w, s, &left, inside, after(w, s, v, level, false)));
    }
    if (v == HOARE_FAILS) t = term_mk_or2(ts, t, instantiate(w, s, NULL, before(w, body, HOARE_FAILS, level, to)));
    term_vec_release(&left);
    return t;
}

/* ---- one statement ---- */

static term through_now(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level, bool to)
{
    term_store *ts = w->frame->ts;
    const while_proc *p = w->frame->procs[s->id];
    switch (s->kind) {
    case WHILE_SKIP: return after(w, s, v, level, to);
    case WHILE_ASSIGN: return wp_assign(w, s, after(w, s, v, level, to));
    case WHILE_STORE: return wp_store(w, s, after(w, s, v, level, to));
    case WHILE_HAVOC: return wp_havoc(w, s, after(w, s, v, level, to));
    case WHILE_BLOCK: return s->first ? before(w, s->first, v, level, to) : after(w, s, v, level, to);
    case WHILE_IF:
    case WHILE_LOOP: return wp_decide(w, s, s->second, v, level, to);
    case WHILE_CALL: return wp_call(w, s, v, level, to);
    case WHILE_ASSUME: {
        term rest = after(w, s, v, level, to);
        return term_mk_and2(ts, slam_wp_eval(w, p, s->value), rest);
    }
    case WHILE_ASSERT: {
        bool may_fail = v == HOARE_FAILS && !to && hoare_is_goal(w->frame->names, s);
        term rest = after(w, s, v, level, to), holds = slam_wp_eval(w, p, s->value), fails = may_fail ? term_mk_not(ts, holds) : term_false(ts);
        return term_mk_or2(ts, fails, term_mk_and2(ts, holds, rest));
    }
    case WHILE_RETURN: return wp_return(w, s, at_end(w, p, v, to));
    }
    return term_false(ts);
}

static term through(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level, bool to)
{
    uint64_t key = (((uint64_t)level * 2 + v) * 2 + to) * w->frame->program->n_stmts + s->id;
    uint32_t *known = u64_map_find(&w->memo, key);
    if (known) return (term){*known};
    term t = through_now(w, s, v, level, to);
    *u64_map_put(&w->memo, key, NULL) = t.id;
    return t;
}

/* Through a cut point at this level, with names of its own for the state there: what follows is in the formula once, however many ways lead here. */
static term through_named(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level, bool to)
{
    const slam_frame *f = w->frame;
    const while_proc *p = f->procs[s->id];
    uint64_t key = (((uint64_t)level * 2 + v) * 2 + to) * f->program->n_stmts + s->id;
    uint32_t *known = u64_map_find(&w->named, key);
    if (known) return (term){*known};
    term t = through(w, s, v, level - 1, to), equal = term_true(f->ts);
    substitution *map = substitution_new(f->ts);
    for (size_t i = 0; i < slam_frame_count(f, p, v); i++) {
        term symbol = f->symbols[p->index].data[i];
        if (!dag_has_symbol(f->ts, t, symbol)) continue;
        term name = term_mk_fresh(f->ts, term_name(f->ts, symbol), term_sort(f->ts, symbol));
        substitution_set(map, symbol, name);
        equal = term_mk_and2(f->ts, equal, term_mk_eq(f->ts, symbol, name));
    }
    t = term_mk_and2(f->ts, equal, substitution_apply(map, t));
    substitution_free(map);
    *u64_map_put(&w->named, key, NULL) = t.id;
    return t;
}

static term before(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level, bool to)
{
    if (!w->frame->is_cut[s->id]) return through(w, s, v, level, to);
    if (!to) return w->cut(w->user, s, v, level);
    if (level == w->target_level) return s == w->target && v == w->target_view ? w->arrives : term_false(w->frame->ts);
    return level > w->target_level ? through_named(w, s, v, level, true) : term_false(w->frame->ts);
}

/* ---- for others ---- */

term slam_wp_before(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level) { return before(w, s, v, level, false); }
term slam_wp_after(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level) { return after(w, s, v, level, false); }
term slam_wp_turn(slam_wp *w, const while_stmt *cut, hoare_view v, uint32_t level) { return through_named(w, cut, v, level, false); }
term slam_wp_through(slam_wp *w, const while_stmt *s, hoare_view v, uint32_t level) { return through(w, s, v, level, false); }

void slam_wp_aim(slam_wp *w, const while_stmt *cut, hoare_view v, uint32_t level)
{
    const slam_frame *f = w->frame;
    const while_proc *p = f->procs[cut->id];
    slam_wp_forget(w);
    w->target = cut;
    w->target_view = v;
    w->target_level = level;
    w->arrives = term_true(f->ts);
    for (size_t i = 0; i < slam_frame_count(f, p, v); i++)
        w->arrives = term_mk_and2(f->ts, w->arrives, term_mk_eq(f->ts, f->symbols[p->index].data[i], f->primes[p->index].data[i]));
}

/* Of main there is no caller: its result, if it had one, would be 0. */
term slam_wp_main(slam_wp *w, uint32_t level) { return before(w, while_main(w->frame->program)->body, HOARE_FAILS, level, false); }
term slam_wp_from_to(slam_wp *w, const while_stmt *cut, hoare_view v, uint32_t level) { return through(w, cut, v, level, true); }
term slam_wp_to_target(slam_wp *w, uint32_t level) { return before(w, while_main(w->frame->program)->body, HOARE_FAILS, level, true); }

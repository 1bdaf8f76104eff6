#include "hoare/hoare.h"

#include <stdlib.h>
#include <string.h>

/* A symbol of its own: called NAME, or PROC.NAME if that is taken. */
static term mk_symbol(term_store *ts, term_vec *taken, const char *proc, const char *name, sort s)
{
    term t = term_mk_sym(ts, name, s);
    if (term_vec_has(taken, t)) {
        text full;
        text_init(&full);
        text_printf(&full, "%s.%s", proc, name);
        t = term_mk_sym(ts, full.data, s);
        text_release(&full);
    }
    while (term_vec_has(taken, t)) t = term_mk_fresh(ts, name, s);
    term_vec_push(taken, t);
    return t;
}

static void init_scope(hoare_outline *o, hoare_scope *s, const while_proc *f, term_vec *taken)
{
    assert(!s->values && !s->outs.size && !s->ghosts.size);
    term_store *ts = o->ts;
    s->proc = f;
    s->values = alloc_zeroed(f->n_vars + 1, sizeof *s->values);
    s->same = alloc_zeroed(f->n_vars * f->n_vars + 1, sizeof *s->same);
    s->result = TERM_NONE;
    term_vec_append(&s->outs, o->globals, o->program->n_globals);
    text name;
    text_init(&name);
    for (size_t i = 0; i < f->n_vars; i++) {
        text_clear(&name);
        text_printf(&name, "%s%s", while_var_is_reference(f->vars[i]) ? "*" : "", f->vars[i]->name);
        s->values[i] = mk_symbol(ts, taken, f->name, name.data, sort_int(ts));
        if (while_var_is_reference(f->vars[i])) term_vec_push(&s->outs, s->values[i]);
    }
    for (size_t i = 0; i < f->n_vars; i++)
        for (size_t j = 0; j < f->n_vars; j++) {
            bool both = i < j && while_var_is_reference(f->vars[i]) && while_var_is_reference(f->vars[j]);
            text_clear(&name);
            text_printf(&name, "%s=%s", f->vars[i]->name, f->vars[j]->name);
            s->same[i * f->n_vars + j] = both ? mk_symbol(ts, taken, f->name, name.data, sort_bool(ts)) : TERM_NONE;
        }
    if (f->has_result) {
        s->result = mk_symbol(ts, taken, f->name, "result", sort_int(ts));
        term_vec_push(&s->outs, s->result);
    }
    for (size_t i = 0; i < s->outs.size; i++) {
        text_clear(&name);
        text_printf(&name, "%s'", term_name(ts, s->outs.data[i]));
        term_vec_push(&s->ghosts, mk_symbol(ts, taken, f->name, name.data, sort_int(ts)));
    }
    assert(s->outs.size == s->ghosts.size);
    text_release(&name);
}

void hoare_outline_init(hoare_outline *o, term_store *ts, const while_program *p)
{
    *o = (hoare_outline){.ts = ts, .program = p};
    term_vec taken;
    term_vec_init(&taken);
    o->globals = alloc_zeroed(p->n_globals + 1, sizeof *o->globals);
    o->scopes = alloc_zeroed(p->n_procs + 1, sizeof *o->scopes);
    for (size_t i = 0; i < p->n_globals; i++) o->globals[i] = mk_symbol(ts, &taken, "global", p->globals[i]->name, sort_int(ts));
    for (size_t i = p->n_procs; i-- > 0;) init_scope(o, &o->scopes[i], p->procs[i], &taken); /* main's names first */
    for (int v = 0; v < HOARE_VIEWS; v++) {
        o->may[v] = alloc_zeroed(p->n_stmts + 1, sizeof *o->may[v]);
        o->may_begin[v] = alloc_zeroed(p->n_procs + 1, sizeof *o->may_begin[v]);
        for (size_t i = 0; i < p->n_stmts; i++) o->may[v][i] = term_false(ts);
        for (size_t i = 0; i < p->n_procs; i++) o->may_begin[v][i] = term_false(ts);
    }
    term_vec_release(&taken);
}

void hoare_outline_release(hoare_outline *o)
{
    for (size_t i = 0; i < o->program->n_procs; i++) {
        free(o->scopes[i].values);
        free(o->scopes[i].same);
        term_vec_release(&o->scopes[i].outs);
        term_vec_release(&o->scopes[i].ghosts);
    }
    for (int v = 0; v < HOARE_VIEWS; v++) {
        free(o->may[v]);
        free(o->may_begin[v]);
    }
    free(o->scopes);
    free(o->globals);
}

term hoare_same(const hoare_outline *o, const while_var *f, const while_var *g)
{
    assert(f->proc == g->proc);
    if (f == g) return term_true(o->ts);
    size_t i = f->index < g->index ? f->index : g->index, j = f->index < g->index ? g->index : f->index;
    return o->scopes[f->proc->index].same[i * f->proc->n_vars + j];
}

term hoare_background(const hoare_outline *o, const while_proc *p)
{
    assert(o->scopes[p->index].proc == p);
    term_store *ts = o->ts;
    const term *values = o->scopes[p->index].values;
    term all = term_true(ts);
    for (size_t i = 0; i < p->n_formals; i++)
        for (size_t j = i + 1; j < p->n_formals; j++) {
            if (!while_var_is_reference(p->vars[i]) || !while_var_is_reference(p->vars[j])) continue;
            term same = hoare_same(o, p->vars[i], p->vars[j]);
            all = term_mk_and2(ts, all, term_mk_implies(ts, same, term_mk_eq(ts, values[i], values[j])));
            for (size_t k = 0; k < p->n_formals; k++) {
                if (k == i || k == j || !while_var_is_reference(p->vars[k])) continue;
                term through = term_mk_and2(ts, hoare_same(o, p->vars[i], p->vars[k]), hoare_same(o, p->vars[k], p->vars[j]));
                all = term_mk_and2(ts, all, term_mk_implies(ts, through, same));
            }
        }
    return all;
}

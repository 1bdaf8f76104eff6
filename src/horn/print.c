#include "term/print.h"

#include "base/map.h"
#include "horn/horn.h"
#include "horn/result.h"
#include "term/dag.h"
#include "term/datatype.h"

#include <stdio.h>

/* ---- problems ---- */

void horn_print_atom(text *out, const horn *h, atom a)
{
    size_t n = horn_pred_arity(h, a.pred);
    if (n) text_addc(out, '(');
    print_symbol(out, horn_pred_name(h, a.pred));
    for (size_t i = 0; i < n; i++) {
        text_addc(out, ' ');
        print_term(out, horn_terms(h), a.args[i]);
    }
    if (n) text_addc(out, ')');
}

static void print_declaration(text *out, const horn *h, pred p)
{
    text_adds(out, "(declare-fun ");
    print_symbol(out, horn_pred_name(h, p));
    text_adds(out, " (");
    for (size_t i = 0; i < horn_pred_arity(h, p); i++) {
        if (i) text_addc(out, ' ');
        print_sort(out, horn_terms(h), horn_pred_sort(h, p, i));
    }
    text_adds(out, ") Bool)\n");
}

static void print_binders(text *out, const term_store *ts, const term *vars, size_t n)
{
    text_addc(out, '(');
    for (size_t i = 0; i < n; i++) {
        text_adds(out, i ? " (" : "(");
        print_symbol(out, term_name(ts, vars[i]));
        text_addc(out, ' ');
        print_sort(out, ts, term_sort(ts, vars[i]));
        text_addc(out, ')');
    }
    text_addc(out, ')');
}

/* SMT-LIB binds names: a variable that has the name of another (of another sort) or of a predicate of the clause gets a new
 * one. */
clause horn_distinct_names(const horn *h, const clause *c, arena *scratch)
{
    term_store *ts = horn_terms(h);
    string_map seen;
    string_map_init(&seen);
    for (size_t k = 0; k < c->n_body; k++) string_map_put(&seen, horn_pred_name(h, c->body[k].pred), NULL);
    if (!pred_is_false(c->head.pred)) string_map_put(&seen, horn_pred_name(h, c->head.pred), NULL);
    substitution *s = substitution_new(ts);
    clause r = *c;
    bool clash = false;
    term *vars = arena_alloc(scratch, c->n_vars * sizeof(term));
    for (size_t i = 0; i < c->n_vars; i++) {
        bool added;
        vars[i] = c->vars[i];
        string_map_put(&seen, term_name(ts, vars[i]), &added);
        size_t f;
        if (added && !datatype_is_name(ts, term_name(ts, c->vars[i])) && !horn_find_function(h, term_name(ts, c->vars[i]), &f)) continue;
        clash = true;
        do vars[i] = term_mk_fresh(ts, term_name(ts, c->vars[i]), term_sort(ts, c->vars[i]));
        while (datatype_is_name(ts, term_name(ts, vars[i])) || horn_find_function(h, term_name(ts, vars[i]), &f));
        substitution_set(s, c->vars[i], vars[i]);
    }
    if (clash) {
        r.vars = vars;
        r.constraint = substitution_apply(s, c->constraint);
        atom *body = arena_alloc(scratch, c->n_body * sizeof(atom));
        for (size_t k = 0; k <= c->n_body; k++) {
            atom a = k < c->n_body ? c->body[k] : c->head;
            size_t n = pred_is_false(a.pred) ? 0 : horn_pred_arity(h, a.pred);
            term *args = arena_alloc(scratch, n * sizeof(term));
            for (size_t i = 0; i < n; i++) args[i] = substitution_apply(s, a.args[i]);
            *(k < c->n_body ? &body[k] : &r.head) = (atom){a.pred, args};
        }
        r.body = body;
    }
    substitution_free(s);
    string_map_release(&seen);
    return r;
}

/* The clause as a closed formula; `c` has distinct names. */
static void print_formula(text *out, const horn *h, const clause *c)
{
    const term_store *ts = horn_terms(h);
    bool is_true = term_is_equal(c->constraint, term_true(ts));
    size_t parts = c->n_body + !is_true;
    if (c->n_vars) {
        text_adds(out, "(forall ");
        print_binders(out, ts, c->vars, c->n_vars);
        text_addc(out, ' ');
    }
    text_adds(out, "(=> ");
    if (parts == 0) text_adds(out, "true");
    if (parts > 1) text_adds(out, "(and");
    for (size_t i = 0; i < c->n_body; i++) {
        if (parts > 1) text_addc(out, ' ');
        horn_print_atom(out, h, c->body[i]);
    }
    if (!is_true) {
        if (parts > 1) text_addc(out, ' ');
        print_term(out, ts, c->constraint);
    }
    if (parts > 1) text_addc(out, ')');
    text_addc(out, ' ');
    if (pred_is_false(c->head.pred))
        text_adds(out, "false");
    else
        horn_print_atom(out, h, c->head);
    text_adds(out, c->n_vars ? "))" : ")");
}

static void print_assert(text *out, const horn *h, const clause *original)
{
    arena scratch;
    arena_init(&scratch);
    clause renamed = horn_distinct_names(h, original, &scratch);
    text_adds(out, "(assert ");
    print_formula(out, h, &renamed);
    text_adds(out, ")\n");
    arena_release(&scratch);
}

void horn_print_sorts(text *out, const horn *h)
{
    const term_store *ts = horn_terms(h);
    for (uint32_t id = 0; id < UINT32_MAX && sort_exists(ts, (sort){id}); id++)
        if (sort_kind_of(ts, (sort){id}) == SORT_UNINTERPRETED) {
            text_adds(out, "(declare-sort ");
            print_symbol(out, sort_name(ts, (sort){id}));
            text_adds(out, " 0)\n");
        }
    print_datatypes(out, ts);
    print_floats(out, ts);
}

void horn_print_functions(text *out, const horn *h)
{
    for (size_t i = 0; i < horn_function_count(h); i++) {
        horn_function f = horn_function_at(h, i);
        text_adds(out, "(declare-fun ");
        print_symbol(out, f.name);
        text_adds(out, " (");
        for (size_t k = 0; k < f.arity; k++) {
            if (k) text_addc(out, ' ');
            print_sort(out, horn_terms(h), f.sorts[k]);
        }
        text_adds(out, ") ");
        print_sort(out, horn_terms(h), f.result);
        text_adds(out, ")\n");
    }
}

void horn_print_predicates(text *out, const horn *h)
{
    for (uint32_t p = 0; p < horn_pred_count(h); p++) print_declaration(out, h, (pred){p});
}

void horn_print(text *out, const horn *h)
{
    text_adds(out, "(set-logic HORN)\n");
    horn_print_sorts(out, h);
    horn_print_functions(out, h);
    horn_print_predicates(out, h);
    for (size_t i = 0; i < horn_clause_count(h); i++) print_assert(out, h, horn_clause(h, i));
    text_adds(out, "(check-sat)\n");
}

static void print_atom_infix(text *out, const horn *h, atom a)
{
    if (pred_is_false(a.pred)) {
        text_adds(out, "false");
        return;
    }
    text_adds(out, horn_pred_name(h, a.pred));
    if (!horn_pred_arity(h, a.pred)) return;
    text_addc(out, '(');
    for (size_t i = 0; i < horn_pred_arity(h, a.pred); i++) {
        if (i) text_adds(out, ", ");
        print_term_infix(out, horn_terms(h), a.args[i], 200);
    }
    text_addc(out, ')');
}

void horn_print_clause(text *out, const horn *h, size_t index)
{
    const clause *c = horn_clause(h, index);
    bool any = false;
    for (size_t i = 0; i < c->n_body; i++, any = true) {
        if (any) text_adds(out, " && ");
        print_atom_infix(out, h, c->body[i]);
    }
    if (!term_is_equal(c->constraint, term_true(horn_terms(h)))) {
        if (any) text_adds(out, " && ");
        print_term_infix(out, horn_terms(h), c->constraint, 2000);
        any = true;
    }
    text_adds(out, any ? " => " : "true => ");
    print_atom_infix(out, h, c->head);
}

/* ---- models ---- */

/* The parameters' names in print: the user's where they are known and distinct, x!0, x!1, ... otherwise. */
static void param_names(const horn *h, pred p, term_vec *from, term_vec *to)
{
    size_t n = horn_pred_arity(h, p);
    string_map seen;
    string_map_init(&seen);
    bool users = true;
    for (size_t i = 0; i < n && users; i++) {
        const char *name = horn_arg_name(h, p, i);
        bool added = false;
        if (name && !datatype_is_name(horn_terms(h), name)) string_map_put(&seen, name, &added);
        users = added;
    }
    for (size_t i = 0; i < n; i++) {
        char plain[32];
        for (size_t k = i; snprintf(plain, sizeof plain, "x!%zu", k), datatype_is_name(horn_terms(h), plain);) k += n;
        term_vec_push(from, horn_param(h, p, i));
        term_vec_push(to, term_mk_sym(horn_terms(h), users ? horn_arg_name(h, p, i) : plain, horn_pred_sort(h, p, i)));
    }
    string_map_release(&seen);
}

void model_print_pred(text *out, const horn *h, const model *m, pred p)
{
    term_store *ts = horn_terms(h);
    term_vec from, to;
    term_vec_init(&from);
    term_vec_init(&to);
    param_names(h, p, &from, &to);
    text_adds(out, "(define-fun ");
    print_symbol(out, horn_pred_name(h, p));
    text_addc(out, ' ');
    print_binders(out, ts, to.data, to.size);
    text_adds(out, " Bool\n  ");
    print_term(out, ts, dag_substitute(ts, model_get(m, p), from.data, to.data, from.size));
    text_adds(out, ")\n");
    term_vec_release(&from);
    term_vec_release(&to);
}

void model_print_function(text *out, const horn *h, const model *m, size_t function)
{
    term_store *ts = horn_terms(h);
    horn_function f = horn_function_at(h, function);
    term_vec from, to;
    term_vec_init(&from);
    term_vec_init(&to);
    for (size_t i = 0; i < f.arity; i++) {
        char plain[32];
        for (size_t k = i; snprintf(plain, sizeof plain, "x!%zu", k), datatype_is_name(ts, plain);) k += f.arity;
        term_vec_push(&from, horn_function_param(h, function, i));
        term_vec_push(&to, term_mk_sym(ts, plain, f.sorts[i]));
    }
    text_adds(out, "(define-fun ");
    print_symbol(out, f.name);
    text_addc(out, ' ');
    print_binders(out, ts, to.data, to.size);
    text_addc(out, ' ');
    print_sort(out, ts, f.result);
    text_adds(out, "\n  ");
    print_term(out, ts, dag_substitute(ts, m->function.data[function], from.data, to.data, from.size));
    text_adds(out, ")\n");
    term_vec_release(&from);
    term_vec_release(&to);
}

void model_print(text *out, const horn *h, const model *m)
{
    for (size_t i = 0; i < horn_function_count(h); i++) model_print_function(out, h, m, i);
    for (uint32_t p = 0; p < horn_pred_count(h); p++) model_print_pred(out, h, m, (pred){p});
}

/* ---- derivations ---- */

static void print_fact(text *out, const horn *h, const derivation *d, uint32_t i)
{
    pred p = horn_clause(h, d->steps.data[i].clause)->head.pred;
    term_vec args;
    term_vec_init(&args);
    if (pred_is_false(p))
        text_adds(out, "false");
    else if (derivation_fact(d, h, i, &args))
        print_atom_infix(out, h, (atom){p, args.data});
    else
        text_printf(out, "%s(?)", horn_pred_name(h, p));
    term_vec_release(&args);
}

void derivation_print(text *out, const horn *h, const derivation *d)
{
    for (uint32_t i = 0; i < d->steps.size; i++) {
        const step *s = &d->steps.data[i];
        const clause *c = horn_clause(h, s->clause);
        text_printf(out, "%4u. ", i + 1);
        print_fact(out, h, d, i);
        text_printf(out, "    [clause %u", s->clause + 1);
        if (c->line) text_printf(out, ", line %u", c->line);
        for (size_t k = 0; k < c->n_body; k++) text_printf(out, "%s%u", k ? ", " : "; from ", d->premises.data[s->premise + k] + 1);
        text_adds(out, "]\n");
    }
}

/* (assume c3 FORMULA) */
static void print_assumption(text *out, const horn *h, uint32_t index)
{
    arena scratch;
    arena_init(&scratch);
    clause renamed = horn_distinct_names(h, horn_clause(h, index), &scratch);
    text_printf(out, "(assume c%u ", index + 1);
    print_formula(out, h, &renamed);
    text_adds(out, ")\n");
    arena_release(&scratch);
}

/* (step t7 (cl FACT) :rule hyper_resolution :premises (c3 t5 t6) :args ((:= x 0))) */
static void print_proof_step(text *out, const horn *h, const derivation *d, uint32_t index)
{
    const step *s = &d->steps.data[index];
    arena scratch;
    arena_init(&scratch);
    clause c = horn_distinct_names(h, horn_clause(h, s->clause), &scratch);
    term_vec args;
    term_vec_init(&args);
    text_printf(out, "(step t%u (cl", index + 1);
    if (!pred_is_false(c.head.pred) && derivation_fact(d, h, index, &args)) {
        text_addc(out, ' ');
        horn_print_atom(out, h, (atom){c.head.pred, args.data});
    }
    text_printf(out, ") :rule hyper_resolution :premises (c%u", s->clause + 1);
    for (size_t k = 0; k < c.n_body; k++) text_printf(out, " t%u", d->premises.data[s->premise + k] + 1);
    text_addc(out, ')');
    if (c.n_vars) text_adds(out, " :args (");
    for (size_t k = 0; k < c.n_vars; k++) {
        text_adds(out, k ? " (:= " : "(:= ");
        print_symbol(out, term_name(horn_terms(h), c.vars[k]));
        text_addc(out, ' ');
        print_term(out, horn_terms(h), d->values.data[s->value + k]);
        text_addc(out, ')');
    }
    text_adds(out, c.n_vars ? "))\n" : ")\n");
    term_vec_release(&args);
    arena_release(&scratch);
}

void derivation_print_proof(text *out, const horn *h, const derivation *d)
{
    u32_vec used;
    u32_vec_init(&used);
    u32_vec_resize(&used, horn_clause_count(h) + 1);
    for (size_t i = 0; i < d->steps.size; i++) used.data[d->steps.data[i].clause] = 1;
    for (uint32_t i = 0; i < horn_clause_count(h); i++)
        if (used.data[i]) print_assumption(out, h, i);
    for (uint32_t i = 0; i < d->steps.size; i++) print_proof_step(out, h, d, i);
    u32_vec_release(&used);
}

/* ---- results as text ---- */

static void print_steps(text *out, const horn *h, const derivation *d)
{
    text_adds(out, d->is_outline ? "(outline\n" : "(derivation\n");
    for (size_t i = 0; i < d->steps.size; i++) {
        const step *s = &d->steps.data[i];
        const clause *c = horn_clause(h, s->clause);
        text_printf(out, " (step %u (", s->clause);
        for (size_t k = 0; k < c->n_body; k++) text_printf(out, k ? " %u" : "%u", d->premises.data[s->premise + k]);
        text_adds(out, ") (");
        for (size_t k = 0; k < c->n_vars; k++) {
            if (k) text_addc(out, ' ');
            print_term(out, horn_terms(h), d->values.data[s->value + k]);
        }
        text_adds(out, "))\n");
    }
    text_adds(out, ")\n");
}

static void print_string(text *out, const char *s)
{
    text_addc(out, '"');
    for (; *s; s++) {
        if (*s == '"') text_addc(out, '"');
        text_addc(out, *s);
    }
    text_addc(out, '"');
}

void result_print(text *out, const horn *h, const result *r)
{
    if (r->bound >= 0) text_printf(out, "(bound %lld)\n", (long long)r->bound);
    for (int i = 0; i < STAT_IDS; i++)
        if (r->stats.value[i] != 0) text_printf(out, "(stat %s %.6f)\n", stats_name((stat_id)i), r->stats.value[i]);
    if (r->answer == ANSWER_SAFE) {
        text_adds(out, "(model\n");
        model_print(out, h, &r->model);
        text_adds(out, ")\n");
    } else if (r->answer == ANSWER_UNSAFE) {
        print_steps(out, h, &r->derivation);
    } else {
        text_adds(out, "(unknown ");
        print_string(out, r->reason ? r->reason : "");
        text_adds(out, ")\n");
    }
}

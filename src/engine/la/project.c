#include "engine/la/la.h"
#include "logic/implicant.h"
#include "logic/project.h"

/* A decision: an implicant of what is true in the model, projected to the arguments of an atom. */

typedef struct projector {
    la *la;
    const clause *clause;
    evaluator *values; /* of the clause's variables and of the atom's parameters */
    substitution *names; /* variables that are arguments of the atom: its parameters */
    term_vec formulas; /* what holds */
    term_vec literals;
} projector;

static bool projector_init(projector *p, la *a, edge *e)
{
    *p = (projector){.la = a, .clause = edge_clause(e), .values = evaluator_new(a->ts), .names = substitution_new(a->ts)};
    for (size_t i = 0; i < p->clause->n_vars; i++) {
        term v = edge_value(e, p->clause->vars[i]);
        if (term_is_none(v)) return false;
        evaluator_set(p->values, p->clause->vars[i], v);
    }
    return true;
}

static void projector_release(projector *p)
{
    evaluator_free(p->values);
    substitution_free(p->names);
    term_vec_release(&p->formulas);
    term_vec_release(&p->literals);
}

/* The atom's arguments are its parameters. False if one has no value. */
static bool name_arguments(projector *p, atom at)
{
    la *a = p->la;
    for (size_t i = 0; i < horn_pred_arity(a->h, at.pred); i++) {
        term param = horn_param(a->h, at.pred, i), arg = at.args[i];
        bool div0 = false;
        term value = evaluator_eval(p->values, arg, &div0);
        if (term_is_none(value) || div0) return false;
        evaluator_set(p->values, param, value);
        if (term_kind_of(a->ts, arg) == TERM_SYM && term_is_none(substitution_get(p->names, arg))) substitution_set(p->names, arg, param);
        else term_vec_push(&p->formulas, term_mk_eq(a->ts, param, arg));
    }
    return true;
}

/* Variables that are not named as parameters. */
static void find_locals(const projector *p, term_vec *out)
{
    for (size_t i = 0; i < p->clause->n_vars; i++)
        if (term_is_none(substitution_get(p->names, p->clause->vars[i]))) term_vec_push(out, p->clause->vars[i]);
}

static bool project_literals(projector *p)
{
    implicant_model m = {.values = p->values, .keep_reads = true};
    if (!implicant_of_model(&m, p->la->ts, p->formulas.data, p->formulas.size, &p->literals)) return false;
    for (size_t i = 0; i < p->literals.size; i++) p->literals.data[i] = substitution_apply(p->names, p->literals.data[i]);
    term_vec locals;
    term_vec_init(&locals);
    find_locals(p, &locals);
    bool ok = project_cube(p->la->ts, p->values, locals.data, locals.size, &p->literals);
    term_vec_release(&locals);
    return ok;
}

static atom atom_at(const clause *c, size_t i) { return i < c->n_body ? c->body[i] : c->head; }

bool project(la *a, edge *e, size_t at, const term *formulas, size_t n, term_vec *out)
{
    projector p;
    bool ok = projector_init(&p, a, e);
    if (ok) {
        term_vec_push(&p.formulas, p.clause->constraint);
        term_vec_append(&p.formulas, formulas, n);
        ok = name_arguments(&p, atom_at(p.clause, at)) && project_literals(&p);
    }
    if (ok) term_vec_append(out, p.literals.data, p.literals.size);
    projector_release(&p);
    return ok;
}

#define ELIMINATE_SECONDS 1.0

void project_all(la *a, edge *e, size_t at, const term *formulas, size_t n, term_vec *out)
{
    const clause *c = edge_clause(e);
    term_vec parts;
    term_vec_init(&parts);
    term_vec_append(&parts, formulas, n);
    term_vec_push(&parts, c->constraint);
    atom target = atom_at(c, at);
    for (size_t i = 0; i < horn_pred_arity(a->h, target.pred); i++)
        term_vec_push(&parts, term_mk_eq(a->ts, horn_param(a->h, target.pred, i), target.args[i]));
    term t = project_exists(a->solver, a->ts, c->vars, c->n_vars, term_mk_and(a->ts, parts.data, parts.size), ELIMINATE_SECONDS);
    term_vec_release(&parts);
    if (term_is_none(t)) return;
    term_vec_clear(out);
    dag_conjuncts(a->ts, t, out);
}

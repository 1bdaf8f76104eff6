#include "engine/la/facts.h"

#include <stdlib.h>

/* A known fact that body atom i satisfies in the model. */
static uint32_t premise_of(la *a, edge *e, size_t i)
{
    const u32_vec *facts = &a->places[edge_clause(e)->body[i].pred.id].facts;
    for (size_t k = facts->size; k-- > 0;) {
        term at = edge_at(e, i, a->facts.data[facts->data[k]].formula);
        if (term_is_equal(edge_value(e, at), term_true(a->ts))) return facts->data[k];
    }
    return NO_FACT;
}

static void enter(la *a, uint32_t number)
{
    const fact *f = &a->facts.data[number];
    if (pred_is_false(f->pred)) return;
    place *p = &a->places[f->pred.id];
    p->facts_formula = p->facts.size ? term_mk_or2(a->ts, p->facts_formula, f->formula) : f->formula;
    u32_vec_push(&p->facts, number);
    stats_count(a->stats, la_facts);
}

uint32_t fact_add(la *a, edge *e, uint32_t index)
{
    const clause *c = edge_clause(e);
    fact f = {.pred = c->head.pred, .formula = term_true(a->ts), .clause = index, .premise = (uint32_t)a->premises.size};
    term_vec formulas, literals;
    term_vec_init(&formulas);
    term_vec_init(&literals);
    bool ok = true;
    for (size_t i = 0; i < c->n_body && ok; i++) {
        uint32_t premise = premise_of(a, e, i);
        ok = premise != NO_FACT;
        if (!ok) break;
        u32_vec_push(&a->premises, premise);
        term_vec_push(&formulas, edge_at(e, i, a->facts.data[premise].formula));
    }
    if (ok && !pred_is_false(c->head.pred)) {
        ok = project(a, e, c->n_body, formulas.data, formulas.size, &literals);
        f.formula = term_mk_and(a->ts, literals.data, literals.size);
    }
    term_vec_release(&formulas);
    term_vec_release(&literals);
    if (!ok) {
        a->why = "a model has no exact values";
        return NO_FACT;
    }
    fact_vec_push(&a->facts, f);
    enter(a, (uint32_t)a->facts.size - 1);
    return (uint32_t)a->facts.size - 1;
}

/* ---- the derivation ---- */

/* A fact to derive with given arguments. */
typedef struct task {
    uint32_t fact;
    uint32_t args; /* offset in plan.args */
    uint32_t values; /* once its clause is solved: offset in plan.values */
    uint32_t first_child; /* tasks of its premises follow from here */
    uint32_t step;
    bool solved;
} task;
VEC_DECLARE(task_vec, task);

typedef struct plan {
    la *la;
    task_vec tasks;
    term_vec args, values;
} plan;

/* A task for the fact with these arguments: a known one or a new one. */
static uint32_t task_for(plan *p, uint32_t number, const term *args, size_t n)
{
    for (uint32_t i = 0; i < p->tasks.size; i++) {
        const task *t = &p->tasks.data[i];
        bool same = t->fact == number;
        for (size_t k = 0; same && k < n; k++) same = term_is_equal(p->args.data[t->args + k], args[k]);
        if (same) return i;
    }
    task_vec_push(&p->tasks, (task){.fact = number, .args = (uint32_t)p->args.size});
    term_vec_append(&p->args, args, n);
    return (uint32_t)p->tasks.size - 1;
}

/* The task of the youngest fact that has not been solved. Facts are younger than their premises, so nobody will ask for it again. */
static uint32_t next_task(const plan *p)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = 0; i < p->tasks.size; i++)
        if (!p->tasks.data[i].solved && (best == UINT32_MAX || p->tasks.data[i].fact > p->tasks.data[best].fact)) best = i;
    return best;
}

/* Values of the clause's variables that give the task's fact its arguments, and the tasks of its premises. */
static bool solve_task(plan *p, uint32_t number, u32_vec *children)
{
    la *a = p->la;
    task *t = &p->tasks.data[number];
    fact f = a->facts.data[t->fact];
    edge *e = a->edges[f.clause];
    const clause *c = edge_clause(e);
    term_vec formulas;
    term_vec_init(&formulas);
    for (size_t i = 0; !pred_is_false(f.pred) && i < horn_pred_arity(a->h, f.pred); i++)
        term_vec_push(&formulas, term_mk_eq(a->ts, c->head.args[i], p->args.data[t->args + i]));
    for (size_t i = 0; i < c->n_body; i++)
        term_vec_push(&formulas, edge_at(e, i, a->facts.data[a->premises.data[f.premise + i]].formula));
    bool ok = edge_check_plain(e, formulas.data, formulas.size) == SMT_SAT;
    term_vec_release(&formulas);
    t->values = (uint32_t)p->values.size;
    t->solved = true;
    for (size_t i = 0; i < c->n_vars && ok; i++) {
        term_vec_push(&p->values, edge_value(e, c->vars[i]));
        ok = !term_is_none(term_vec_last(&p->values));
    }
    term_vec args;
    term_vec_init(&args);
    for (size_t i = 0; i < c->n_body && ok; i++) {
        term_vec_clear(&args);
        size_t n = horn_pred_arity(a->h, c->body[i].pred);
        for (size_t k = 0; k < n && ok; k++) {
            term_vec_push(&args, edge_value(e, c->body[i].args[k]));
            ok = !term_is_none(term_vec_last(&args));
        }
        if (ok) u32_vec_push(children, task_for(p, a->premises.data[f.premise + i], args.data, n));
    }
    term_vec_release(&args);
    return ok;
}

bool derive(la *a, uint32_t query, derivation *out)
{
    plan p = {.la = a};
    u32_vec children, premises, order;
    u32_vec_init(&children);
    u32_vec_init(&premises);
    u32_vec_init(&order);
    task_for(&p, query, NULL, 0);
    bool ok = true;
    for (uint32_t i; ok && (i = next_task(&p)) != UINT32_MAX;) {
        uint32_t first = (uint32_t)children.size;
        u32_vec_push(&order, i);
        ok = !la_is_over(a) && solve_task(&p, i, &children);
        p.tasks.data[i].first_child = first;
    }
    for (size_t i = order.size; ok && i-- > 0;) {
        task *t = &p.tasks.data[order.data[i]];
        uint32_t index = a->facts.data[t->fact].clause;
        u32_vec_clear(&premises);
        for (size_t k = 0; k < horn_clause(a->h, index)->n_body; k++)
            u32_vec_push(&premises, p.tasks.data[children.data[t->first_child + k]].step);
        t->step = derivation_add(out, a->h, index, premises.data, p.values.data + t->values);
    }
    u32_vec_release(&children);
    u32_vec_release(&premises);
    u32_vec_release(&order);
    task_vec_release(&p.tasks);
    term_vec_release(&p.args);
    term_vec_release(&p.values);
    return ok;
}

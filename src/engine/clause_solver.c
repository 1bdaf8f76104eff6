#include "engine/clause_solver.h"

#include "base/alloc.h"

#include <assert.h>
#include <stdlib.h>

void clause_solver_init(clause_solver *s, const horn *h, uint32_t index)
{
    const clause *c = horn_clause(h, index);
    *s = (clause_solver){.c = c, .at = alloc_zeroed(c->n_body + 1, sizeof *s->at)};
    for (size_t i = 0; i < c->n_body; i++) s->at[i] = horn_arguments(h, c->body[i]);
    if (!pred_is_false(c->head.pred)) s->at[c->n_body] = horn_arguments(h, c->head);
}

void clause_solver_release(clause_solver *s)
{
    clause_solver_stop(s);
    for (size_t i = 0; s->at && i <= s->c->n_body; i++)
        if (s->at[i]) substitution_free(s->at[i]);
    free(s->at);
}

void clause_solver_start(clause_solver *s, smt *beside)
{
    clause_solver_stop(s);
    assert(s->c && !s->solver);
    s->solver = smt_new_beside(beside);
    smt_assert(s->solver, s->c->constraint);
}

void clause_solver_stop(clause_solver *s)
{
    smt_free(s->solver);
    s->solver = NULL;
}

term clause_solver_at(const clause_solver *s, size_t number, term formula)
{
    assert(number <= s->c->n_body && s->at[number]);
    return substitution_apply(s->at[number], formula);
}

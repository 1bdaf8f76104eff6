#include "solve/test_proofs.h"

#include "validate/validate.h"

#include <stdlib.h>

void test_proofs_check(const program *p, const encode_options *how, const suite *s, const model *m, number_vec *proved)
{
    size_t n = program_goal_count(p);
    bool *skip = alloc_zeroed(n + 1, sizeof *skip), *is_refuted = alloc_zeroed(n + 1, sizeof *is_refuted);
    for (size_t g = 0; g < n; g++) skip[g] = !s->is_wanted[g] || s->status[g] != GOAL_IS_OPEN;
    encode_options open = *how;
    open.skip_goals = skip;
    open.limits = (limits){.deadline = 0};
    encoding *e = encode_program(p, &open);
    const horn *h = e ? encoding_horn(e) : NULL;
    size_t n_clauses = e ? horn_clause_count(h) : 0;
    verdict *holds = alloc_zeroed(n_clauses + 1, sizeof *holds);
    if (e) validate_clauses(h, m, &open.limits, holds);
    bool is_model = e != NULL;
    for (size_t i = 0; i < n_clauses; i++) {
        const clause *c = horn_clause(h, i);
        if (holds[i] == VALID) continue;
        if (pred_is_false(c->head.pred)) is_refuted[c->tag - 1] = true;
        else is_model = false;
    }
    for (size_t g = 0; g < n && is_model; g++)
        if (!skip[g] && !is_refuted[g]) number_vec_push(proved, (int64_t)g);
    free(holds);
    free(skip);
    free(is_refuted);
    encoding_free(e);
}

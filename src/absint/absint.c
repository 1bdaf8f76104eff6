#include "absint/absint.h"

#include "absint/analysis.h"

bool absint_facts(const horn *h, const absint_options *o, const limits *l, stats *counters, model *out)
{
    (void)counters;
    limits own = o->seconds > 0 ? limits_within(l, o->seconds) : *l;
    analysis a;
    analysis_init(&a, h, &DOMAIN_INTERVALS, &own);
    analysis_add_coarse(&a);
    bool found = fixpoint_run(&a);
    for (uint32_t p = 0; found && p < horn_pred_count(h); p++) model_set(out, (pred){p}, facts_of(&a, (pred){p}));
    analysis_release(&a);
    return found;
}

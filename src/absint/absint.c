#include "absint/absint.h"

#include "absint/analysis.h"
#include "absint/split.h"
#include "recurrence/equations.h"

static const domain *const LADDER[] = {[ABSINT_INTERVALS] = &DOMAIN_BOXES,
                                       [ABSINT_OCTAGONS] = &DOMAIN_OCTAGON_GRIDS,
                                       [ABSINT_PLAIN_POLYHEDRA] = &DOMAIN_POLYHEDRON_GRIDS,
                                       [ABSINT_POLYHEDRA] = &DOMAIN_POLYHEDRON_GRIDS};

static void conjoin(const analysis *a, model *out)
{
    for (uint32_t p = 0; p < horn_pred_count(a->h); p++) model_set(out, (pred){p}, term_mk_and2(a->ts, model_get(out, (pred){p}), facts_of(a, (pred){p})));
}

/* Intervals and strides, without a solver. */
static bool run_coarse(analysis *a, const horn *h)
{
    for (uint32_t i = 0; i < horn_clause_count(h); i++)
        if (!pred_is_false(horn_clause(h, i)->head.pred)) analysis_add_coarse(a, i);
    return fixpoint_run(a);
}

/* What was found before has large numbers, too, and is not given to an analysis without them. True if there is no need for a stronger one: there were no large
 * numbers. */
static bool run_fine(const horn *h, absint_strength s, const analysis *before, const limits *l, stats *counters, model *out)
{
    analysis fine;
    analysis_init(&fine, h, LADDER[s], l);
    fine.is_plain = s == ABSINT_PLAIN_POLYHEDRA;
    if (!fine.is_plain) analysis_give(&fine, before);
    bool done = cases_run(&fine, counters);
    if (done) conjoin(&fine, out);
    done = done && fine.is_plain && !fine.n_dropped;
    analysis_release(&fine);
    return done;
}

static bool run_ladder(const horn *h, absint_strength strongest, const limits *l, stats *counters, model *out)
{
    analysis coarse;
    analysis_init(&coarse, h, LADDER[ABSINT_INTERVALS], l);
    bool found = run_coarse(&coarse, h);
    if (found) conjoin(&coarse, out);
    bool done = false;
    for (absint_strength s = ABSINT_OCTAGONS; found && !done && s <= strongest; s++) {
        limits part = limits_within(l, limits_left(l) / (s < strongest ? 3 : 1));
        done = run_fine(h, s, &coarse, &part, counters, out);
    }
    analysis_release(&coarse);
    return found;
}

static void run_split(const horn *h, absint_strength strongest, const limits *l, stats *counters, model *out)
{
    split *s = split_new(h, out);
    if (!s) return;
    model copies;
    model_init(&copies, split_problem(s));
    if (run_ladder(split_problem(s), strongest, l, counters, &copies)) split_conjoin(s, &copies, out);
    model_release(&copies);
    split_free(s);
}

static bool has_booleans(const horn *h)
{
    for (uint32_t p = 0; p < horn_pred_count(h); p++)
        for (size_t i = 0; i < horn_pred_arity(h, (pred){p}); i++)
            if (horn_pred_sort(h, (pred){p}, i).id == sort_bool(horn_terms(h)).id) return true;
    return false;
}

bool absint_facts(const horn *h, const absint_options *o, const limits *l, stats *counters, model *out)
{
    limits own = o->seconds > 0 ? limits_within(l, o->seconds) : *l;
    bool has_curves = loop_equations_exist(h);
    limits before = has_curves ? limits_within(&own, limits_left(&own) / 2) : own;
    limits first = o->splits && has_booleans(h) ? limits_within(&before, limits_left(&before) / 2) : before;
    bool found = run_ladder(h, o->strongest, &first, counters, out);
    if (found && o->splits) run_split(h, o->strongest, &before, counters, out);
    return (has_curves && loop_equations_add(h, &own, out)) || found;
}

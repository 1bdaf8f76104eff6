#include "pass/facts.h"

#include "base/alloc.h"
#include "pass/arrays/abstract.h"

#include <stdlib.h>

typedef struct facts_back {
    back base;
    model facts;
} facts_back;

static bool model_back(const back *base, const model *in, model *out, const limits *limit)
{
    (void)limit;
    const facts_back *b = (const facts_back *)base;
    for (uint32_t p = 0; p < horn_pred_count(base->before); p++)
        model_set(out, (pred){p}, term_mk_and2(horn_terms(base->before), model_get(in, (pred){p}), model_get(&b->facts, (pred){p})));
    return true;
}

static bool derivation_back(const back *base, const derivation *in, derivation *out, const limits *limit)
{
    (void)limit;
    abstract_derivation_back(base->before, base->after, in, out);
    return true;
}

static void facts_back_free(back *base)
{
    model_release(&((facts_back *)base)->facts);
    free(base);
}

back *facts_back_new(const horn *before, const horn *after, const model *facts)
{
    facts_back *b = alloc_zeroed(1, sizeof *b);
    b->base = (back){model_back, derivation_back, facts_back_free, before, after};
    b->facts = *facts;
    return &b->base;
}

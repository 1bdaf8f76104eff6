#include "solve/test_tree.h"

#include "front/while/run.h"

#include <stdlib.h>

static const size_t MAX_STEPS = 20 * 1000 * 1000;

static void describe_end(const while_run_result *r, test *x)
{
    /* as `latch run` exits */
    static const struct {
        int status;
        const char *words;
    } ENDS[] = {[WHILE_ENDED] = {0, "its last statement"}, [WHILE_FAILED] = {77, "a violated assertion"}, [WHILE_BLOCKED] = {20, "an assumption that does not hold"},
                [WHILE_STOPPED] = {20, "no end in sight"}};
    text t;
    text_init(&t);
    text_adds(&t, ENDS[r->end].words);
    if (r->end != WHILE_ENDED) text_printf(&t, " at line %u", r->place.line);
    x->end = text_take(&t);
    x->status = ENDS[r->end].status;
    x->fails = r->end == WHILE_FAILED;
}

static void take_seen(const program_source *source, const bool *seen, const while_run_result *r, test *x)
{
    const while_goals *g = source->tree_goals;
    for (size_t i = 0; i < source->tree->n_stmts * WHILE_WAYS; i++)
        if (seen[i] && g->of[i] != WHILE_NO_GOAL) x->covered[g->of[i]] = true;
    while_place at = source->tree->final_place;
    bool is_final = r->end == WHILE_FAILED && source->tree->final && r->place.line == at.line && r->place.column == at.column;
    if (is_final && g->final != WHILE_NO_GOAL) x->covered[g->final] = true;
}

void test_tree_run(const program_source *source, const term_store *ts, const run_input_vec *used, const limits *limit, test *x)
{
    size_t n = used->size;
    rat *inputs = alloc_zeroed(n + 1, sizeof *inputs);
    bool *seen = alloc_zeroed(source->tree->n_stmts * WHILE_WAYS + 1, sizeof *seen);
    for (size_t i = 0; i < n; i++) {
        rat_init(&inputs[i]);
        rat_set(&inputs[i], term_number(ts, used->data[i].value));
        if (i) text_addc(&x->source, ',');
        rat_print(&x->source, &inputs[i]);
    }
    text_addc(&x->source, '\n');
    while_run_result run;
    while_run_result_init(&run);
    while_run(source->tree, &(while_run_options){.inputs = inputs, .n_inputs = n, .max_steps = MAX_STEPS, .limits = *limit, .seen = seen}, &run);
    take_seen(source, seen, &run, x);
    describe_end(&run, x);
    while_run_result_release(&run);
    for (size_t i = 0; i < n; i++) rat_release(&inputs[i]);
    free(inputs);
    free(seen);
}

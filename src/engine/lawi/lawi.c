#include "engine/lawi/lawi.h"

#include "engine/lawi/rules.h"
#include "engine/switches.h"

#include <stdlib.h>

/* The inductive subset is looked for after this many refinements at first, and takes at most this share of the time. */
#define HOUDINI_FIRST 2
#define HOUDINI_SHARE 0.2
#define HOUDINI_SECONDS 3.0
#define TEMPLATE_SECONDS 1.0
/* For values to be split from the beginning. */
#define MAX_RESTARTS 8

typedef struct lawi {
    unwinding u;
    path path;
    result *out;
    double begin;
    u32_vec stack; /* of the depth-first search */
    u32_vec strengthened;
    size_t next_houdini, seen_by_houdini;
    bool restart; /* with finer cases */
    size_t restarts;
    bool over; /* *out is filled */
} lawi;

static void lawi_init(lawi *l, const horn *h, const engine_context *context, const lawi_options *options, const lawi_observer *observer, result *out)
{
    *l = (lawi){.out = out, .begin = limits_now(), .next_houdini = HOUDINI_FIRST};
    unwinding_init(&l->u, h, context, options, observer, out);
    l->u.splitting = options->split;
    path_init(&l->path, lawi_path_graph(&l->u));
    l->path.plain = !options->labels;
    l->path.unsliced = !options->slice;
}

static void lawi_release(lawi *l)
{
    path_release(&l->path);
    unwinding_release(&l->u);
    u32_vec_release(&l->stack);
    u32_vec_release(&l->strengthened);
}

/* ---- answers ---- */

static void answer_safe(lawi *l, bool by_invariants)
{
    assert(!l->over);
    unwinding *u = &l->u;
    model_init(&l->out->model, u->h);
    term_vec cases;
    term_vec_init(&cases);
    for (uint32_t i = 0; i < horn_pred_count(u->h); i++) {
        const place *at = &u->places[i];
        term_vec_clear(&cases);
        for (size_t k = 0; k < at->vertices.size && !by_invariants; k++)
            if (!unwinding_is_closed(u, at->vertices.data[k])) term_vec_push(&cases, unwinding_vertex(u, at->vertices.data[k])->formula);
        term labels = by_invariants ? term_true(u->ts) : term_mk_or(u->ts, cases.data, cases.size);
        model_set(&l->out->model, (pred){i}, term_mk_and2(u->ts, at->invariant, labels));
    }
    term_vec_release(&cases);
    l->out->answer = ANSWER_SAFE;
    l->over = true;
}

/* The depth up to which no derivation exists, -1 if none is known: what is still open is deeper, and no vertex is covered by a deeper
 * one, which would stand for more steps than it has. */
static int64_t excluded_depth(unwinding *u)
{
    int64_t open = INT64_MAX;
    for (uint32_t v = 0; v < u->vertices.size; v++) {
        const vertex *x = unwinding_vertex(u, v);
        if (x->covered_by != NO_VERTEX && unwinding_vertex(u, x->covered_by)->depth > x->depth) return -1;
        if (x->expanded || unwinding_is_closed(u, v)) continue;
        assert(x->covered_by == NO_VERTEX || x->covered_by < v);
        int64_t error = (int64_t)x->depth + (pred_is_false(x->pred) ? 0 : 1);
        if (error < open) open = error;
    }
    return open == INT64_MAX ? -1 : open - 1;
}

static void answer_unknown(lawi *l, const char *why)
{
    assert(!l->over);
    result_set_unknown(l->out, "%s", why);
    if (!l->u.incomplete && horn_is_linear(l->u.h)) l->out->bound = excluded_depth(&l->u);
    l->over = true;
}

static bool is_over(lawi *l)
{
    if (!l->over && limits_is_over(&l->u.context->limits)) answer_unknown(l, "out of time");
    return l->over;
}

/* ---- fig. 5 ---- */

static void try_houdini(lawi *l)
{
    unwinding *u = &l->u;
    if (!u->options.houdini) return;
    size_t refinements = (size_t)stats_get(u->stats, lawi_refinements);
    if (refinements < l->next_houdini || u->n_seen == l->seen_by_houdini) return;
    double spent = stats_get(u->stats, lawi_houdini_seconds);
    if (spent > HOUDINI_SHARE * (limits_now() - l->begin)) return;
    l->next_houdini = refinements + 1 + refinements / 8;
    l->seen_by_houdini = u->n_seen;
    if (lawi_houdini(u, HOUDINI_SECONDS)) answer_safe(l, true);
}

static void close_strengthened(lawi *l)
{
    for (size_t i = 0; i < l->strengthened.size; i++) lawi_close_vertex(&l->u, l->strengthened.data[i]);
    u32_vec_clear(&l->strengthened);
}

/* No labels were found: there may be some in a larger language, or if paths go through single cases of the clauses, which is simpler. */
static void refine_otherwise(lawi *l, uint32_t v)
{
    unwinding *u = &l->u;
    if (u->options.languages && lawi_raise_language(u)) {
        unwinding_say(u, LAWI_RAISED, v);
        l->restart = true;
    } else if (u->options.cases && !u->splitting) {
        l->restart = u->splitting = true;
    } else {
        unwinding_vertex(u, v)->failed = true;
    }
}

static void refine_error(lawi *l, uint32_t v)
{
    u32_vec_clear(&l->strengthened);
    switch (lawi_refine(&l->u, &l->path, v, &l->strengthened, l->out)) {
    case REFINED:
        unwinding_say(&l->u, LAWI_REFINED, v);
        close_strengthened(l);
        try_houdini(l);
        if (l->u.has_new_split && l->restarts < MAX_RESTARTS) l->restart = true;
        break;
    case REFINE_FEASIBLE:
        l->out->answer = ANSWER_UNSAFE;
        l->over = true;
        break;
    case REFINE_FAILED:
        refine_otherwise(l, v);
        break;
    }
}

static bool is_query(const unwinding *u, uint32_t v) { return pred_is_false(unwinding_vertex(u, v)->pred); }

/* Children on the stack, error vertices uppermost. */
static void push_children(lawi *l, uint32_t first)
{
    uint32_t end = (uint32_t)l->u.vertices.size;
    for (uint32_t w = end; w-- > first;)
        if (!is_query(&l->u, w)) u32_vec_push(&l->stack, w);
    for (uint32_t w = end; w-- > first;)
        if (is_query(&l->u, w)) u32_vec_push(&l->stack, w);
}

static void dfs_visit(lawi *l, uint32_t v)
{
    unwinding *u = &l->u;
    if (unwinding_vertex(u, v)->expanded || unwinding_vertex(u, v)->failed || unwinding_is_closed(u, v)) return;
    unwinding_say(u, LAWI_VISITED, v);
    bool asks = u->options.visit || u->options.values || u->splitting;
    bool feasible = asks && lawi_visit_edge(u, v);
    if (unwinding_is_closed(u, v)) return;
    uint32_t others = feasible ? lawi_split(u, v) : NO_VERTEX;
    if (others != NO_VERTEX) u32_vec_push(&l->stack, others);
    if (is_query(u, v)) {
        refine_error(l, v);
        return;
    }
    lawi_close_vertex(u, v);
    if (unwinding_is_closed(u, v)) return;
    if (lawi_force_cover(u, &l->path, v, &l->strengthened)) stats_count(u->stats, lawi_forced_covers);
    close_strengthened(l);
    if (unwinding_is_closed(u, v)) return;
    uint32_t first = (uint32_t)u->vertices.size;
    lawi_expand(u, v);
    push_children(l, first);
}

static void dfs(lawi *l, uint32_t v)
{
    u32_vec_clear(&l->stack);
    u32_vec_push(&l->stack, v);
    while (l->stack.size && !is_over(l) && !l->restart) dfs_visit(l, u32_vec_pop(&l->stack));
}

static void close_ancestors(lawi *l, uint32_t v)
{
    mark_vec ancestors;
    mark_vec_init(&ancestors);
    unwinding_mark_ancestors(&l->u, v, &ancestors);
    for (uint32_t w = 0; w < v; w++)
        if (ancestors.data[w]) lawi_close_vertex(&l->u, w);
    mark_vec_release(&ancestors);
}

/* The oldest open leaf; NO_VERTEX if there is none. Error vertices that have failed get a last chance if they can be seen to be
 * infeasible by now. */
static uint32_t open_leaf(unwinding *u, bool *failed)
{
    size_t kept = 0;
    *failed = false;
    uint32_t found = NO_VERTEX;
    for (size_t i = 0; i < u->leaves.size; i++) {
        uint32_t v = u->leaves.data[i];
        if (unwinding_vertex(u, v)->expanded) continue;
        u->leaves.data[kept++] = v;
        if (unwinding_is_closed(u, v)) continue;
        if (unwinding_vertex(u, v)->failed) lawi_visit_edge(u, v);
        if (unwinding_vertex(u, v)->failed) *failed = *failed || !unwinding_is_closed(u, v);
        else if (found == NO_VERTEX) found = v;
    }
    u->leaves.size = kept;
    return found;
}

/* Pools and invariants stay. */
static void start_again(lawi *l)
{
    l->restart = l->u.has_new_split = false;
    l->restarts++;
    unwinding_clear(&l->u);
    lawi_expand_facts(&l->u);
}

static void unwind(lawi *l)
{
    bool failed = false;
    if (!is_over(l)) lawi_expand_facts(&l->u);
    while (!is_over(l)) {
        uint32_t v = open_leaf(&l->u, &failed);
        if (v == NO_VERTEX && lawi_complete(&l->u)) continue;
        if (v == NO_VERTEX || is_over(l)) break;
        close_ancestors(l, v);
        dfs(l, v);
        assert(is_over(l) || l->restart || !lawi_check(&l->u));
        if (l->restart) start_again(l);
    }
    if (!is_over(l) && failed) answer_unknown(l, l->u.failure);
    if (!is_over(l)) answer_safe(l, false);
}

/* Programs whose safety needs nothing but simple facts about single places and pairs of variables are done with here. */
static void try_templates(lawi *l)
{
    lawi_add_atoms(&l->u);
    for (uint32_t i = 0; i < horn_pred_count(l->u.h); i++) lawi_add_templates(&l->u, (pred){i});
    if (l->u.options.houdini && lawi_houdini(&l->u, TEMPLATE_SECONDS)) answer_safe(l, true);
}

void lawi_run_with(const horn *h, const engine_context *context, const lawi_options *options, const lawi_observer *observer, result *out)
{
    lawi l;
    lawi_init(&l, h, context, options, observer, out);
    if (options->templates) try_templates(&l);
    if (!is_over(&l) && options->values) value_cases_find(&l.u.values);
    unwind(&l);
    lawi_release(&l);
}

static const engine_switch SWITCHES[] = {
#define LAWI_SWITCH(field, name, initial, paper) {name, offsetof(lawi_options, field), initial},
#include "engine/lawi/switches.def"
#undef LAWI_SWITCH
};
static const engine_switch SWITCHES_OF_PAPER[] = {
#define LAWI_SWITCH(field, name, initial, paper) {name, offsetof(lawi_options, field), paper},
#include "engine/lawi/switches.def"
#undef LAWI_SWITCH
};

const char *lawi_options_read(lawi_options *o, const char *list)
{
    const size_t n = sizeof SWITCHES / sizeof *SWITCHES;
    return switches_read_with(o, SWITCHES, n, &(engine_preset){"paper", SWITCHES_OF_PAPER, n}, list);
}

void lawi_run(const horn *h, const engine_context *context, result *out)
{
    lawi_options options;
    const char *wrong = lawi_options_read(&options, context->engine_options);
    if (wrong) result_set_unknown(out, "lawi has no such switch: %s", wrong);
    else lawi_run_with(h, context, &options, NULL, out);
}

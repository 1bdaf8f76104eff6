/* Predicate abstraction: which of the labels' conjuncts hold in every reachable state. */

#include "engine/interla/session.h"

#include "logic/houdini.h"

/* So many conjuncts are considered at a location. */
static const size_t MAX_CONJUNCTS = 100;

typedef struct abstraction {
    interla *s;
    term_vec *kept; /* by location: conjuncts that may hold */
} abstraction;

static void add_conjunct(term_vec *list, term t)
{
    if (list->size < MAX_CONJUNCTS && !interla_is_among(list, t)) term_vec_push(list, t);
}

static void collect(abstraction *a, uint32_t location)
{
    interla *s = a->s;
    const u32_vec *labels = interla_labels_at(&s->labels, interla_at_location(INTERLA_MAIN, location));
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    for (size_t i = 0; i < labels->size; i++) dag_conjuncts(s->ts, interla_label_get(&s->labels, labels->data[i])->formula, &conjuncts);
    for (size_t i = 0; i < conjuncts.size; i++) add_conjunct(&a->kept[location], conjuncts.data[i]);
    for (size_t i = 0; i < conjuncts.size; i++)
        for (size_t k = 0; term_kind_of(s->ts, conjuncts.data[i]) == TERM_OR && k < term_arity(s->ts, conjuncts.data[i]); k++)
            add_conjunct(&a->kept[location], term_arg(s->ts, conjuncts.data[i], k));
    term_vec_release(&conjuncts);
}

static term invariant_at(const abstraction *a, uint32_t location)
{
    return term_mk_and(a->s->ts, a->kept[location].data, a->kept[location].size);
}

/* A state of the source and the edge, with what is known of the call. */
static term before_edge(abstraction *a, const interla_edge *e)
{
    interla *s = a->s;
    term_vec parts;
    term_vec_init(&parts);
    term_vec_push(&parts, invariant_at(a, e->source));
    term_vec_append(&parts, e->guard.data, e->guard.size);
    if (e->call.kind != INTERLA_NONE) {
        const interla_kind *callee = &s->graph.kinds.data[e->call.kind];
        const u32_vec *labels = interla_labels_at(&s->labels, interla_at_location(e->call.kind, callee->entry));
        interla_enter_target(s, callee->entry, e->call.args.data, e->call.kind, callee->returned.data);
        for (size_t i = 0; i < labels->size; i++) {
            const interla_label *l = interla_label_get(&s->labels, labels->data[i]);
            if (!l->bounds) term_vec_push(&parts, term_mk_not(s->ts, substitution_apply(s->at_target, l->formula)));
        }
    }
    term t = term_mk_and(s->ts, parts.data, parts.size);
    term_vec_release(&parts);
    return t;
}

static smt_result keeps(void *context, uint32_t edge, term all)
{
    abstraction *a = context;
    interla *s = a->s;
    const interla_edge *e = interla_edge_at(s, edge);
    term before = before_edge(a, e);
    interla_enter_target(s, e->target, e->args.data, INTERLA_MAIN, NULL);
    term violated = term_mk_not(s->ts, substitution_apply(s->at_target, all));
    return term_is_equal(violated, term_false(s->ts)) ? SMT_UNSAT : smt_check(s->scratch, (term[]){before, violated}, 2);
}

static term value(void *context, uint32_t edge, term candidate)
{
    interla *s = ((abstraction *)context)->s;
    (void)edge; /* s->at_target is still where it leads to */
    return smt_value(s->scratch, substitution_apply(s->at_target, candidate));
}

static bool is_over(void *context) { return interla_is_over(((abstraction *)context)->s); }
static const u32_vec *uses(void *context, uint32_t node) { return &((abstraction *)context)->s->graph.locations.data[node].out; }
static uint32_t target(void *context, uint32_t edge) { return interla_edge_at(((abstraction *)context)->s, edge)->target; }

static void run(abstraction *a)
{
    interla *s = a->s;
    for (uint32_t l = 0; l < s->graph.locations.size; l++) {
        bool matters = s->graph.kinds.data[INTERLA_MAIN].distance.data[l] != INTERLA_NONE; /* an open goal can be reached from there */
        if (l != INTERLA_INIT && l != INTERLA_GOAL && matters) collect(a, l);
    }
    houdini h = {.ts = s->ts, .question = {keeps, value, a}, .candidates = a->kept, .n_edges = (uint32_t)s->graph.edges.size,
                 .target = target, .uses = uses, .is_over = is_over};
    houdini_run(&h); /* without time for it interla is over: nothing is proved by what is left */
}

void interla_abstract(interla *s, term_vec *invariant, u32_vec *proved)
{
    abstraction a = {.s = s, .kept = alloc_zeroed(s->graph.locations.size, sizeof *a.kept)};
    run(&a);
    const u32_vec *queries = &s->graph.locations.data[INTERLA_GOAL].in;
    for (uint32_t l = 0; l < s->graph.locations.size; l++) term_vec_push(invariant, invariant_at(&a, l));
    for (size_t i = 0; i < queries->size && !interla_is_over(s); i++)
        if (s->is_open[queries->data[i]] && smt_entails(s->scratch, before_edge(&a, interla_edge_at(s, queries->data[i])), term_false(s->ts)) == SMT_UNSAT)
            u32_vec_push(proved, queries->data[i]);
    for (size_t l = 0; l < s->graph.locations.size; l++) term_vec_release(&a.kept[l]);
    free(a.kept);
}

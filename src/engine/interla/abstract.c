/* Predicate abstraction: which of the labels' conjuncts hold in every reachable state. */

#include "engine/interla/session.h"

/* So many conjuncts are considered at a location. */
static const size_t MAX_CONJUNCTS = 100;

typedef struct abstraction {
    interla *s;
    term_vec *kept; /* by location: conjuncts that may hold */
    u32_vec work; /* locations that have lost one, or were not looked at */
    u32_vec waits; /* by location */
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

/* Drops conjuncts until the edge establishes all that are left; one model refutes many. */
static void drop_refuted(abstraction *a, const interla_edge *e, term_vec *kept)
{
    interla *s = a->s;
    term_vec after;
    term_vec_init(&after);
    smt_push(s->scratch);
    smt_assert(s->scratch, before_edge(a, e));
    interla_enter_target(s, e->target, e->args.data, INTERLA_MAIN, NULL);
    for (size_t i = 0; i < kept->size; i++) term_vec_push(&after, substitution_apply(s->at_target, kept->data[i]));
    while (kept->size) {
        term violated = term_mk_not(s->ts, term_mk_and(s->ts, after.data, after.size));
        smt_result r = term_is_equal(violated, term_false(s->ts)) ? SMT_UNSAT : smt_check(s->scratch, &violated, 1);
        if (r == SMT_UNSAT) break;
        size_t left = 0, before = kept->size;
        for (size_t i = 0; i < before && r == SMT_SAT; i++) {
            if (!term_is_equal(smt_value(s->scratch, after.data[i]), term_true(s->ts))) continue;
            after.data[left] = after.data[i];
            kept->data[left++] = kept->data[i];
        }
        kept->size = after.size = left == before ? 0 : left;
    }
    smt_pop(s->scratch, 1);
    term_vec_release(&after);
}

/* Drops what the edge does not establish at its target. */
static void follow(abstraction *a, const interla_edge *e)
{
    term_vec *kept = &a->kept[e->target];
    if (!kept->size) return;
    size_t had = kept->size;
    drop_refuted(a, e, kept);
    if (kept->size == had) return;
    if (!a->waits.data[e->target]) u32_vec_push(&a->work, e->target);
    a->waits.data[e->target] = 1;
}

static void run(abstraction *a)
{
    interla *s = a->s;
    for (uint32_t l = 0; l < s->graph.locations.size; l++) {
        bool matters = s->graph.kinds.data[INTERLA_MAIN].distance.data[l] != INTERLA_NONE; /* an open goal can be reached from there */
        if (l != INTERLA_INIT && l != INTERLA_GOAL && matters) collect(a, l);
        u32_vec_push(&a->work, l);
        u32_vec_push(&a->waits, 1);
    }
    for (size_t i = 0; i < a->work.size && !interla_is_over(s); i++) {
        uint32_t at = a->work.data[i];
        a->waits.data[at] = 0;
        const u32_vec *out = &s->graph.locations.data[at].out;
        for (size_t k = 0; k < out->size; k++) follow(a, interla_edge_at(s, out->data[k]));
    }
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
    u32_vec_release(&a.work);
    u32_vec_release(&a.waits);
}

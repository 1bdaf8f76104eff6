/* LEARN and LEARNC: labels for edges.
 *
 * A label must be implied by the state of the node (A: path, obligations, state) and contradict B: the edge, and the negated label of
 * where it leads. B is taken apart into parts; a minimal set of parts that contradicts A is found by the solver, often without it
 * (a part that is false in the state is one). The negation of these parts is a label, as long as they speak of the state only:
 * weakest precondition and core. If they also speak of inputs of the edge or of what a call returned, these are eliminated; if that fails,
 * an interpolant of A and the parts is asked for. */

#include "engine/interla/session.h"

#include "logic/project.h"

/* Seconds to minimise a core by one part; to eliminate the locals of an edge. */
static const double CORE_SECONDS = 0.1, ELIMINATE_SECONDS = 0.5;
/* What elimination leaves may have so many subterms. */
static const size_t MAX_ELIMINATED = 80;

typedef struct part {
    term symbolic; /* over symbols of the edge and its source */
    term actual; /* over inputs */
    uint32_t bounds; /* of the label it comes from */
    uint32_t label; /* or INTERLA_NONE */
} part;
VEC_DECLARE(part_vec, part);

typedef struct lesson {
    interla *s;
    const interla_node *n;
    uint32_t turn; /* the loop whose time-to-live the edge uses up */
    term_vec locals; /* symbols that a label must not have */
    part_vec parts;
    term_vec given; /* the obligations */
    part_vec core;
    size_t n_terms; /* before it: what it adds is taken back */
    uint32_t n_inputs;
} lesson;

/* `edge` is INTERLA_NONE for leaving the exit. */
static void lesson_init(lesson *x, interla *s, uint32_t node, uint32_t edge)
{
    uint32_t turn = edge == INTERLA_NONE ? INTERLA_NONE : interla_turn(s, node, edge);
    *x = (lesson){.s = s, .n = &s->nodes.data[node], .turn = turn, .n_terms = s->terms.size, .n_inputs = s->n_inputs};
    interla_obligations(s, x->n->frame, &x->given);
    interla_enter_state(s, x->n);
}

static void lesson_release(lesson *x)
{
    x->s->terms.size = x->n_terms;
    x->s->n_inputs = x->n_inputs;
    term_vec_release(&x->locals);
    part_vec_release(&x->parts);
    term_vec_release(&x->given);
    part_vec_release(&x->core);
}

static void add_locals(lesson *x, const term_vec *symbols)
{
    interla_add_inputs(x->s, symbols);
    term_vec_append(&x->locals, symbols->data, symbols->size);
}

static void add_part(lesson *x, term symbolic, uint32_t bounds, uint32_t label)
{
    part_vec_push(&x->parts, (part){symbolic, substitution_apply(x->s->inst, symbolic), bounds, label});
}

/* An equation between terms can be contradicted from one side. */
static void add_equation(lesson *x, term a, term b)
{
    term_store *ts = x->s->ts;
    if (term_is_arith(ts, a)) {
        add_part(x, term_mk_le(ts, a, b), 0, INTERLA_NONE);
        add_part(x, term_mk_ge(ts, a, b), 0, INTERLA_NONE);
    } else {
        add_part(x, term_mk_eq(ts, a, b), 0, INTERLA_NONE);
    }
}

static bool has_local(const lesson *x, term t)
{
    for (size_t i = 0; i < x->locals.size; i++)
        if (dag_has_symbol(x->s->ts, t, x->locals.data[i])) return true;
    return false;
}

/* A single part that is false in the state; the least of them, preferably without locals. */
static const part *false_part(const lesson *x)
{
    const part *best = NULL;
    bool best_local = false;
    for (size_t i = 0; i < x->parts.size; i++) {
        const part *p = &x->parts.data[i];
        if (!term_is_equal(p->actual, term_false(x->s->ts))) continue;
        bool local = has_local(x, p->symbolic);
        size_t size = dag_size(x->s->ts, p->symbolic);
        if (best && (local > best_local || (local == best_local && size >= dag_size(x->s->ts, best->symbolic)))) continue;
        best = p;
        best_local = local;
    }
    return best;
}

static void keep_core(lesson *x, const term_vec *actual)
{
    for (size_t i = 0; i < actual->size; i++)
        for (size_t k = 0; k < x->parts.size; k++)
            if (term_is_equal(x->parts.data[k].actual, actual->data[i])) {
                part_vec_push(&x->core, x->parts.data[k]);
                break;
            }
}

/* A solver that knows as much of the state and the obligations as these terms depend on, on a level that the caller pops. */
static smt *open_state(lesson *x, const term_vec *terms)
{
    term_vec all;
    term_vec_init(&all);
    term_vec_append(&all, terms->data, terms->size);
    term_vec_append(&all, x->given.data, x->given.size);
    smt *solver = interla_path_open(&x->s->path, all.data, all.size, NULL);
    for (size_t i = 0; i < x->given.size; i++) smt_assert(solver, x->given.data[i]);
    term_vec_release(&all);
    return solver;
}

/* Fills x->core from x->parts. False if they do not contradict the state, or that is not known. */
static bool find_core(lesson *x)
{
    interla *s = x->s;
    part_vec_clear(&x->core);
    const part *alone = false_part(x);
    if (alone) {
        part_vec_push(&x->core, *alone);
        return true;
    }
    term_vec actual, core;
    term_vec_init(&actual);
    term_vec_init(&core);
    for (size_t i = 0; i < x->parts.size; i++)
        if (!term_is_equal(x->parts.data[i].actual, term_true(s->ts))) term_vec_push(&actual, x->parts.data[i].actual);
    stats_count(s->stats, interla_learn_checks);
    smt *solver = open_state(x, &actual);
    bool ok = smt_check(solver, actual.data, actual.size) == SMT_UNSAT;
    if (ok) {
        smt_minimise_core(solver, &core, CORE_SECONDS);
        keep_core(x, &core);
    }
    smt_pop(solver, 1);
    term_vec_release(&actual);
    term_vec_release(&core);
    return ok;
}

/* ---- without locals ---- */

/* The state of the node, as a formula over its symbols and inputs. */
static term characterise(lesson *x)
{
    interla *s = x->s;
    const interla_node *n = x->n;
    const interla_frame *f = &s->frames.data[n->frame];
    const term_vec *params = &s->graph.locations.data[n->location].params, *results = &s->graph.kinds.data[f->kind].results;
    term_vec all;
    term_vec_init(&all);
    term_vec_append(&all, s->path.all.data, s->path.all.size);
    term_vec_append(&all, x->given.data, x->given.size);
    for (size_t i = 0; i < params->size; i++) term_vec_push(&all, term_mk_eq(s->ts, params->data[i], s->terms.data[n->env + i]));
    for (size_t i = 0; i < results->size; i++) term_vec_push(&all, term_mk_eq(s->ts, results->data[i], s->terms.data[f->results + i]));
    term t = term_mk_and(s->ts, all.data, all.size);
    term_vec_release(&all);
    return t;
}

/* A formula that the state implies and that contradicts `bad`, without locals. */
static term without_locals(lesson *x, term bad)
{
    interla *s = x->s;
    if (!has_local(x, bad)) return term_mk_not(s->ts, bad);
    stats_count(s->stats, interla_eliminations);
    term exact = project_exists(s->scratch, s->ts, x->locals.data, x->locals.size, bad, ELIMINATE_SECONDS);
    if (!term_is_none(exact) && !term_has_quantifier(s->ts, exact) && dag_size(s->ts, exact) <= MAX_ELIMINATED) return term_mk_not(s->ts, exact);
    term between;
    if (itp_pair(s->itp, characterise(x), bad, NULL, &between) == ITP_FOUND) return between;
    return term_is_none(exact) || term_has_quantifier(s->ts, exact) ? TERM_NONE : term_mk_not(s->ts, exact);
}

/* A formula that blocks x->parts, and the bounds it depends on; TERM_NONE if none is found. */
static term block_parts(lesson *x, uint32_t *bounds)
{
    interla *s = x->s;
    if (!find_core(x)) return TERM_NONE;
    term_vec bad;
    term_vec_init(&bad);
    for (size_t i = 0; i < x->core.size; i++) {
        term_vec_push(&bad, x->core.data[i].symbolic);
        *bounds = interla_bounds_both(&s->labels, *bounds, x->core.data[i].bounds);
    }
    term t = without_locals(x, term_mk_and(s->ts, bad.data, bad.size));
    term_vec_release(&bad);
    return t;
}

/* ---- the rules ---- */

static void add_guard(lesson *x, const interla_edge *e)
{
    for (size_t i = 0; i < e->guard.size; i++) add_part(x, e->guard.data[i], 0, INTERLA_NONE);
}

/* The negated labels of a place that hold now, over s->at_target; bounds as they are before a turn of `loop`. */
static void add_negated_labels(lesson *x, uint64_t place, uint32_t loop)
{
    interla *s = x->s;
    const u32_vec *labels = interla_labels_at(&s->labels, place);
    interla_spend(s, x->n->frame, loop);
    for (size_t i = 0; i < labels->size; i++) {
        if (!interla_holds_now(s, x->n->frame, labels->data[i])) continue;
        const interla_label *l = interla_label_get(&s->labels, labels->data[i]);
        term formula = term_mk_not(s->ts, substitution_apply(s->at_target, l->formula));
        add_part(x, formula, interla_bounds_before(&s->labels, l->bounds, loop), labels->data[i]);
    }
    interla_refund(s, x->n->frame, loop);
}

static bool guard_adds_something(lesson *x, const interla_edge *e)
{
    for (size_t i = 0; i < e->guard.size; i++)
        if (!term_is_equal(substitution_apply(x->s->inst, e->guard.data[i]), term_true(x->s->ts))) return true;
    return false;
}

/* Takes those of x->parts out that the state contradicts each by itself; their negations go to `clauses`. The others need the guard. What
 * contradicts the edge together with the guard is given, so most do so by themselves: they are asked all at once. */
static void take_contradicted(lesson *x, const interla_edge *e, term_vec *clauses)
{
    interla *s = x->s;
    bool all = !guard_adds_something(x, e);
    part_vec rest = {0}, asked = {0};
    for (size_t i = 0; i < x->parts.size; i++) {
        const part *p = &x->parts.data[i];
        bool local = has_local(x, p->symbolic);
        if (!local && (all || term_is_equal(p->actual, term_false(s->ts))))
            term_vec_push(clauses, term_mk_not(s->ts, p->symbolic));
        else
            part_vec_push(local ? &rest : &asked, *p);
    }
    term_vec bad;
    term_vec_init(&bad);
    for (size_t i = 0; i < asked.size; i++) term_vec_push(&bad, asked.data[i].actual);
    smt *solver = open_state(x, &bad);
    while (asked.size) {
        term_vec_clear(&bad);
        for (size_t i = 0; i < asked.size; i++) term_vec_push(&bad, asked.data[i].actual);
        term any = term_mk_or(s->ts, bad.data, bad.size);
        stats_count(s->stats, interla_learn_checks);
        smt_result r = smt_check(solver, &any, 1);
        size_t kept = 0;
        for (size_t i = 0; i < asked.size; i++) {
            if (r == SMT_UNSAT)
                term_vec_push(clauses, term_mk_not(s->ts, asked.data[i].symbolic));
            else if (r == SMT_UNKNOWN || term_is_equal(smt_value(solver, asked.data[i].actual), term_true(s->ts)))
                part_vec_push(&rest, asked.data[i]);
            else
                asked.data[kept++] = asked.data[i];
        }
        if (kept == asked.size) part_vec_append(&rest, asked.data, asked.size);
        asked.size = kept == asked.size || r != SMT_SAT ? 0 : kept;
    }
    smt_pop(solver, 1);
    term_vec_release(&bad);
    part_vec_release(&asked);
    part_vec_release(&x->parts);
    x->parts = rest;
}

/* One conjunct of a label of the target, which does not hold without the guard. */
static term block_by_clause(lesson *x, const interla_edge *e, term negated)
{
    interla *s = x->s;
    term clause_term = term_mk_not(s->ts, negated);
    bool is_or = s->splits && term_kind_of(s->ts, clause_term) == TERM_OR;
    size_t n = is_or ? term_arity(s->ts, clause_term) : 1;
    part_vec_clear(&x->parts);
    for (size_t k = 0; k < n; k++) add_part(x, term_mk_not(s->ts, is_or ? term_arg(s->ts, clause_term, k) : clause_term), 0, INTERLA_NONE);
    if (!false_part(x)) add_guard(x, e);
    uint32_t none = 0;
    return block_parts(x, &none);
}

/* Blocks the edge by one label of its target, conjunct by conjunct: each needs a core of its own. */
static term block_by_label(lesson *x, const interla_edge *e, uint32_t because, uint32_t *bounds)
{
    interla *s = x->s;
    const interla_label l = *interla_label_get(&s->labels, because);
    term_vec conjuncts, clauses, harder;
    term_vec_init(&conjuncts);
    term_vec_init(&clauses);
    term_vec_init(&harder);
    interla_enter_target(s, e->target, e->args.data, interla_kind_at(s, x->n), NULL);
    dag_conjuncts(s->ts, substitution_apply(s->at_target, l.formula), &conjuncts);
    *bounds = interla_bounds_before(&s->labels, l.bounds, x->turn);
    part_vec_clear(&x->parts);
    for (size_t i = 0; i < conjuncts.size; i++) {
        bool splits = s->splits && term_kind_of(s->ts, conjuncts.data[i]) == TERM_OR;
        if (splits)
            term_vec_push(&harder, term_mk_not(s->ts, conjuncts.data[i]));
        else
            add_part(x, term_mk_not(s->ts, conjuncts.data[i]), 0, INTERLA_NONE);
    }
    take_contradicted(x, e, &clauses);
    for (size_t i = 0; i < x->parts.size; i++) term_vec_push(&harder, x->parts.data[i].symbolic);
    bool ok = true;
    for (size_t i = 0; i < harder.size && ok; i++) {
        term_vec_push(&clauses, block_by_clause(x, e, harder.data[i]));
        ok = !term_is_none(term_vec_last(&clauses));
    }
    term t = ok ? term_mk_and(s->ts, clauses.data, clauses.size) : TERM_NONE;
    term_vec_release(&conjuncts);
    term_vec_release(&clauses);
    term_vec_release(&harder);
    return t;
}

/* The one label in the core; INTERLA_NONE if there is none, or *several. */
static uint32_t only_label(const lesson *x, bool *several)
{
    uint32_t found = INTERLA_NONE;
    *several = false;
    for (size_t i = 0; i < x->core.size; i++) {
        if (x->core.data[i].label == INTERLA_NONE) continue;
        *several |= found != INTERLA_NONE;
        found = x->core.data[i].label;
    }
    return found;
}

static uint32_t add_edge_label(interla *s, uint64_t place, term formula, uint32_t bounds)
{
    return term_is_none(formula) ? interla_doubt(s) : interla_labels_add(&s->labels, place, formula, bounds);
}

uint32_t interla_learn(interla *s, uint32_t node, uint32_t edge, uint32_t because)
{
    lesson x;
    lesson_init(&x, s, node, edge);
    const interla_edge *e = interla_edge_at(s, edge);
    uint32_t kind = interla_kind_at(s, x.n), bounds = 0;
    add_locals(&x, &e->locals);
    term label = TERM_NONE;
    if (because == INTERLA_NONE) {
        add_guard(&x, e);
        interla_enter_target(s, e->target, e->args.data, kind, NULL);
        add_negated_labels(&x, interla_at_location(kind, e->target), x.turn);
        label = block_parts(&x, &bounds);
        bool several;
        because = only_label(&x, &several);
        if (several) because = INTERLA_NONE;
    }
    if (because != INTERLA_NONE) {
        uint32_t finer_bounds = 0;
        term finer = block_by_label(&x, e, because, &finer_bounds);
        if (!term_is_none(finer)) {
            label = finer;
            bounds = finer_bounds;
        }
    }
    lesson_release(&x);
    return add_edge_label(s, interla_at_edge(kind, edge), label, bounds);
}

/* Does the guard of the edge entail the clause? */
static bool guard_entails(interla *s, const interla_edge *e, term clause_term)
{
    bool is_or = term_kind_of(s->ts, clause_term) == TERM_OR;
    for (size_t i = 0; i < (is_or ? term_arity(s->ts, clause_term) : 1); i++)
        if (interla_is_among(&e->guard, is_or ? term_arg(s->ts, clause_term, i) : clause_term)) return true;
    return e->guard.size && smt_entails(s->scratch, term_mk_and(s->ts, e->guard.data, e->guard.size), clause_term) == SMT_UNSAT;
}

/* What is left of a label of the edge's target before the edge, if all of it is known; otherwise TERM_NONE. */
static term known_before(interla *s, const interla_edge *e, term label, const term_vec *known)
{
    term_vec conjuncts;
    term_vec_init(&conjuncts);
    dag_conjuncts(s->ts, substitution_apply(s->at_target, label), &conjuncts);
    size_t kept = 0;
    bool all = true;
    for (size_t i = 0; i < conjuncts.size && all; i++) {
        if (interla_is_among(known, conjuncts.data[i]))
            conjuncts.data[kept++] = conjuncts.data[i];
        else
            all = guard_entails(s, e, conjuncts.data[i]);
    }
    term t = all ? term_mk_and(s->ts, conjuncts.data, kept) : TERM_NONE;
    term_vec_release(&conjuncts);
    return t;
}

/* A label of the edge's target that blocks the edge with nothing but what is known; the best of them: without anything. */
static uint32_t known_target_label(interla *s, uint32_t node, const interla_edge *e, uint32_t turn, const term_vec *known, term *formula)
{
    uint32_t frame = s->nodes.data[node].frame, kind = s->frames.data[frame].kind, found = INTERLA_NONE;
    const u32_vec *labels = interla_labels_at(&s->labels, interla_at_location(kind, e->target));
    interla_enter_target(s, e->target, e->args.data, kind, NULL);
    interla_spend(s, frame, turn);
    for (size_t i = 0; i < labels->size; i++) {
        if (!interla_holds_now(s, frame, labels->data[i])) continue;
        term t = known_before(s, e, interla_label_get(&s->labels, labels->data[i])->formula, known);
        if (term_is_none(t)) continue;
        if (found == INTERLA_NONE || term_is_equal(t, term_true(s->ts))) {
            found = labels->data[i];
            *formula = t;
        }
    }
    interla_refund(s, frame, turn);
    return found;
}

uint32_t interla_learn_known(interla *s, uint32_t node, uint32_t edge, const term_vec *known)
{
    const interla_edge *e = interla_edge_at(s, edge);
    uint64_t place = interla_at_edge(interla_kind_at(s, &s->nodes.data[node]), edge);
    term formula = TERM_NONE;
    uint32_t turn = interla_turn(s, node, edge), label = known_target_label(s, node, e, turn, known, &formula);
    for (size_t i = 0; i < e->guard.size && (label == INTERLA_NONE || !term_is_equal(formula, term_true(s->ts))); i++) {
        term barrier = term_mk_not(s->ts, e->guard.data[i]);
        if (interla_is_among(known, barrier)) return add_edge_label(s, place, barrier, 0);
    }
    if (label == INTERLA_NONE) return INTERLA_OPEN;
    return add_edge_label(s, place, formula, interla_bounds_before(&s->labels, interla_label_get(&s->labels, label)->bounds, turn));
}

uint32_t interla_learn_call(interla *s, uint32_t node, uint32_t edge)
{
    lesson x;
    lesson_init(&x, s, node, edge);
    const interla_edge *e = interla_edge_at(s, edge);
    const interla_kind *callee = &s->graph.kinds.data[e->call.kind];
    uint32_t kind = interla_kind_at(s, x.n), bounds = 0;
    add_locals(&x, &e->locals);
    add_locals(&x, &callee->returned);
    add_guard(&x, e);
    interla_enter_target(s, callee->entry, e->call.args.data, e->call.kind, callee->returned.data);
    add_negated_labels(&x, interla_at_location(e->call.kind, callee->entry), e->call.loop);
    interla_enter_target(s, e->target, e->args.data, kind, NULL);
    add_negated_labels(&x, interla_at_location(kind, e->target), x.turn);
    term label = block_parts(&x, &bounds);
    lesson_release(&x);
    return add_edge_label(s, interla_at_edge(kind, edge), label, bounds);
}

uint32_t interla_learn_exit(interla *s, uint32_t node)
{
    lesson x;
    lesson_init(&x, s, node, INTERLA_NONE);
    uint32_t kind = interla_kind_at(s, x.n), bounds = 0;
    const term_vec *params = &s->graph.locations.data[x.n->location].params, *results = &s->graph.kinds.data[kind].results;
    for (size_t i = 0; i < params->size; i++) add_equation(&x, results->data[i], params->data[i]);
    term label = block_parts(&x, &bounds);
    lesson_release(&x);
    return add_edge_label(s, interla_at_exit(kind), label, bounds);
}

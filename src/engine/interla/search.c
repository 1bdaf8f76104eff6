/* The rules DECIDE, DECIDEC and CONJOIN on a stack; LEARN and LEARNC are in learn.c. */

#include "engine/interla/session.h"

/* So many nodes are looked at to find out whether an edge that is not feasible would lead to anything new. */
enum { MAX_PROBES = 8 };

/* ---- the stack ---- */

/* What a step is going to use, to be kept by push or taken back. */
typedef struct mark {
    uint32_t n_terms, n_path, n_inputs, n_frames;
} mark;

static mark take_mark(const interla *s)
{
    return (mark){(uint32_t)s->terms.size, (uint32_t)s->path.all.size, s->n_inputs, (uint32_t)s->frames.size};
}

static void return_to(interla *s, mark m)
{
    s->terms.size = m.n_terms;
    interla_path_cut(&s->path, m.n_path);
    s->n_inputs = m.n_inputs;
    s->frames.size = m.n_frames;
    s->taus.size = m.n_frames * s->graph.n_loops;
}

/* Puts a node on the stack; `guard` is what its step adds to the constraint. */
static void push(interla *s, interla_node n, mark m, const term_vec *guard)
{
    n.n_terms = m.n_terms;
    n.n_path = m.n_path;
    n.n_inputs = m.n_inputs;
    n.n_frames = m.n_frames;
    n.fate = (uint32_t)s->fates.size;
    n.has_branched = false;
    n.choice = INTERLA_UNASKED;
    n.n_free = s->nodes.size ? interla_top(s)->n_free : 0;
    if (n.step == INTERLA_BY_EDGE && n.edge != INTERLA_NONE) n.n_free += n.spent != interla_edge_at(s, n.edge)->loop;
    size_t slots = s->graph.locations.data[n.location].out.size + 1;
    for (size_t i = 0; i < slots; i++) u32_vec_push(&s->fates, INTERLA_OPEN);
    for (size_t i = 0; i < guard->size; i++)
        if (!term_is_equal(guard->data[i], term_true(s->ts))) interla_path_add(&s->path, guard->data[i]);
    interla_spend(s, n.frame, n.spent);
    interla_node_vec_push(&s->nodes, n);
    stats_count(s->stats, interla_decisions);
}

static void pop(interla *s)
{
    interla_node n = interla_node_vec_pop(&s->nodes);
    interla_refund(s, n.frame, n.spent);
    s->fates.size = n.fate;
    return_to(s, (mark){n.n_terms, n.n_path, n.n_inputs, n.n_frames});
}

static uint32_t *fate_of(interla *s, const interla_node *n, uint32_t slot) { return &s->fates.data[n->fate + slot]; }
static uint32_t exit_slot(const interla *s, const interla_node *n) { return (uint32_t)s->graph.locations.data[n->location].out.size; }

/* ---- DECIDE ---- */

/* Negated labels of the place that hold after a turn of the loop, under s->at_target. */
static void add_negated_labels(interla *s, uint64_t place, uint32_t frame, uint32_t loop, term_vec *parts)
{
    const u32_vec *labels = interla_labels_at(&s->labels, place);
    interla_spend(s, frame, loop);
    for (size_t i = 0; i < labels->size; i++)
        if (interla_holds_now(s, frame, labels->data[i]))
            term_vec_push(parts, term_mk_not(s->ts, substitution_apply(s->at_target, interla_label_get(&s->labels, labels->data[i])->formula)));
    interla_refund(s, frame, loop);
}

static void instantiate(interla *s, const term_vec *terms, term_vec *out)
{
    for (size_t i = 0; i < terms->size; i++) term_vec_push(out, substitution_apply(s->inst, terms->data[i]));
}

static uint32_t instantiate_here(interla *s, const term_vec *terms)
{
    uint32_t at = (uint32_t)s->terms.size;
    for (size_t i = 0; i < terms->size; i++) {
        term t = substitution_apply(s->inst, terms->data[i]);
        term_vec_push(&s->terms, t);
    }
    return at;
}

static void count_backtrack(interla *s, interla_node *n)
{
    if (n->has_branched && !s->probes) stats_count(s->stats, interla_backtracks);
    n->has_branched = true;
}

static void close_settled(interla *s)
{
    const engine_goals *goals = s->context->goals;
    for (uint32_t e = 0; goals && goals->is_settled && e < s->graph.edges.size; e++) {
        if (!s->is_open[e] || !goals->is_settled(goals->user, interla_edge_at(s, e)->clause)) continue;
        s->is_open[e] = false;
        s->n_open--;
        s->n_reached++;
    }
}

static void report_reached(interla *s, uint32_t edge)
{
    const engine_goals *goals = s->context->goals;
    derivation d;
    derivation_init(&d);
    bool ok = interla_read_derivation(s, &d);
    if (ok && goals) {
        goals->reached(goals->user, interla_edge_at(s, edge)->clause, &d);
    } else if (ok) {
        derivation_release(&s->out->derivation);
        s->out->derivation = d;
        derivation_init(&d);
        s->out->answer = ANSWER_UNSAFE;
        s->is_over = true;
    }
    derivation_release(&d);
    if (!ok) return;
    s->is_open[edge] = false;
    s->n_open--;
    s->n_reached++;
    close_settled(s);
    interla_graph_measure(&s->graph, INTERLA_MAIN, s->is_open);
}

/* The goal is reached: the path says how. */
static uint32_t reach(interla *s, interla_node n, mark m, const term_vec *guard)
{
    uint32_t edge = n.edge;
    if (s->probes) return INTERLA_LEADS_ON;
    push(s, n, m, guard);
    report_reached(s, edge);
    pop(s);
    return s->is_open[edge] ? interla_doubt(s) : s->always;
}

/* An edge without a call. Returns its fate: INTERLA_OPEN if a node was pushed. */
static uint32_t decide(interla *s, uint32_t slot, uint32_t edge)
{
    uint32_t at = (uint32_t)s->nodes.size - 1;
    const interla_node *n = &s->nodes.data[at];
    const interla_edge *e = interla_edge_at(s, edge);
    uint32_t frame = n->frame, kind = interla_kind_at(s, n), fate = INTERLA_OPEN, turn = interla_turn(s, at, edge);
    mark m = take_mark(s);
    term_vec parts, guard;
    term_vec_init(&parts);
    term_vec_init(&guard);
    interla_enter_state(s, n);
    interla_node next = {.location = e->target, .frame = frame, .step = INTERLA_BY_EDGE, .edge = edge, .parent = at, .slot = slot, .spent = turn};
    next.locals = (uint32_t)s->terms.size;
    interla_add_inputs(s, &e->locals);
    instantiate(s, &e->guard, &guard);
    next.env = instantiate_here(s, &e->args);
    term_vec_append(&parts, guard.data, guard.size);
    if (s->learns) {
        interla_enter_target(s, e->target, &s->terms.data[next.env], kind, &s->terms.data[s->frames.data[frame].results]);
        add_negated_labels(s, interla_at_location(kind, e->target), frame, turn, &parts);
        interla_obligations(s, frame, &parts);
    }
    switch (interla_feasible(s, parts.data, parts.size)) {
    case SMT_SAT:
        if (e->target == INTERLA_GOAL) {
            fate = reach(s, next, m, &guard);
        } else {
            count_backtrack(s, &s->nodes.data[at]);
            push(s, next, m, &guard);
        }
        break;
    case SMT_UNSAT: fate = s->learns ? INTERLA_BLOCKED : INTERLA_EXHAUSTED; break;
    case SMT_UNKNOWN: fate = interla_doubt(s); break;
    }
    if (fate != INTERLA_OPEN) return_to(s, m);
    term_vec_release(&parts);
    term_vec_release(&guard);
    return fate;
}

/* An edge with a call: SUM begins with a node at the entry, unless the summaries there are already block it. */
static uint32_t decide_call(interla *s, uint32_t slot, uint32_t edge)
{
    uint32_t at = (uint32_t)s->nodes.size - 1;
    const interla_node *n = &s->nodes.data[at];
    const interla_edge *e = interla_edge_at(s, edge);
    const interla_kind *callee = &s->graph.kinds.data[e->call.kind];
    uint32_t frame = n->frame, kind = interla_kind_at(s, n), fate = INTERLA_OPEN;
    mark m = take_mark(s);
    term_vec parts, guard;
    term_vec_init(&parts);
    term_vec_init(&guard);
    interla_enter_state(s, n);
    interla_frame f = {.kind = e->call.kind, .caller = frame, .node = at, .edge = edge, .locals = (uint32_t)s->terms.size};
    interla_add_inputs(s, &e->locals);
    f.results = (uint32_t)s->terms.size;
    interla_add_inputs(s, &callee->returned);
    f.args = instantiate_here(s, &e->args);
    instantiate(s, &e->guard, &guard);
    interla_node next = {.location = callee->entry, .frame = (uint32_t)s->frames.size, .step = INTERLA_BY_CALL, .edge = edge, .parent = at,
                         .slot = slot, .spent = e->call.loop, .locals = f.locals};
    next.env = instantiate_here(s, &e->call.args);
    f.tau = (uint32_t)s->taus.size;
    for (uint32_t l = 0; l < s->graph.n_loops; l++) u32_vec_push(&s->taus, *interla_tau(s, frame, l));
    interla_frame_vec_push(&s->frames, f);
    term_vec_append(&parts, guard.data, guard.size);
    if (s->learns) {
        interla_enter_target(s, callee->entry, &s->terms.data[next.env], e->call.kind, &s->terms.data[f.results]);
        add_negated_labels(s, interla_at_location(e->call.kind, callee->entry), frame, e->call.loop, &parts);
        interla_enter_target(s, e->target, &s->terms.data[f.args], kind, &s->terms.data[s->frames.data[frame].results]);
        add_negated_labels(s, interla_at_location(kind, e->target), frame, e->loop, &parts);
        interla_obligations(s, frame, &parts);
    }
    switch (interla_feasible(s, parts.data, parts.size)) {
    case SMT_SAT:
        count_backtrack(s, &s->nodes.data[at]);
        push(s, next, m, &guard);
        break;
    case SMT_UNSAT:
        return_to(s, m);
        fate = s->learns ? interla_learn_call(s, at, edge) : INTERLA_EXHAUSTED;
        break;
    case SMT_UNKNOWN: fate = interla_doubt(s); break;
    }
    if (fate != INTERLA_OPEN) return_to(s, m);
    term_vec_release(&parts);
    term_vec_release(&guard);
    return fate;
}

/* SUM has found an exit: on to the return location of the caller, if the result is bad enough. */
static uint32_t decide_return(interla *s, uint32_t slot)
{
    uint32_t at = (uint32_t)s->nodes.size - 1, fate = INTERLA_OPEN;
    const interla_node *n = &s->nodes.data[at];
    uint32_t exited = n->frame;
    interla_frame f = s->frames.data[exited];
    const interla_edge *e = interla_edge_at(s, f.edge);
    const term_vec *results = &s->graph.kinds.data[f.kind].returned;
    mark m = take_mark(s);
    term_vec parts, guard;
    term_vec_init(&parts);
    term_vec_init(&guard);
    /* The calling edge once more, with the values that are returned now. */
    interla_enter_state(s, &s->nodes.data[f.node]);
    for (size_t i = 0; i < e->locals.size; i++) substitution_set(s->inst, e->locals.data[i], s->terms.data[f.locals + i]);
    for (size_t i = 0; i < results->size; i++) {
        substitution_set(s->inst, results->data[i], s->terms.data[n->env + i]);
        term_vec_push(&guard, term_mk_eq(s->ts, s->terms.data[f.results + i], s->terms.data[n->env + i]));
    }
    instantiate(s, &e->guard, &guard);
    interla_node next = {.location = e->target, .frame = f.caller, .step = INTERLA_BY_RETURN, .edge = f.edge, .parent = f.node, .slot = slot,
                         .spent = e->loop, .locals = f.locals};
    next.env = instantiate_here(s, &e->args);
    term_vec_append(&parts, guard.data, guard.size);
    if (s->learns) interla_obligations(s, exited, &parts);
    bool is_goal = e->target == INTERLA_GOAL;
    switch (interla_feasible(s, parts.data, parts.size)) {
    case SMT_SAT:
        if (is_goal) {
            fate = reach(s, next, m, &guard);
        } else {
            count_backtrack(s, &s->nodes.data[at]);
            push(s, next, m, &guard);
        }
        break;
    case SMT_UNSAT:
        return_to(s, m);
        fate = s->learns ? interla_learn_exit(s, at) : INTERLA_EXHAUSTED;
        break;
    case SMT_UNKNOWN: fate = interla_doubt(s); break;
    }
    if (fate != INTERLA_OPEN) return_to(s, m);
    term_vec_release(&parts);
    term_vec_release(&guard);
    return fate;
}

/* ---- choosing ---- */

/* Does a label of the edge hold in the state of the node on top? Returns it, or INTERLA_OPEN. */
static uint32_t blocking_label(interla *s, uint64_t place, uint32_t frame)
{
    const u32_vec *labels = interla_labels_at(&s->labels, place);
    uint32_t found = INTERLA_OPEN;
    term_vec parts;
    term_vec_init(&parts);
    for (size_t i = 0; i < labels->size && found == INTERLA_OPEN; i++) {
        if (!interla_holds_now(s, frame, labels->data[i])) continue;
        term actual = substitution_apply(s->inst, interla_label_get(&s->labels, labels->data[i])->formula);
        if (term_is_equal(actual, term_false(s->ts))) continue;
        term_vec_clear(&parts);
        term_vec_push(&parts, term_mk_not(s->ts, actual));
        interla_obligations(s, frame, &parts);
        if (interla_feasible(s, parts.data, parts.size) == SMT_UNSAT) found = labels->data[i];
    }
    term_vec_release(&parts);
    return found;
}

/* The loop that allows no further turn along the edge, or INTERLA_NONE. */
static uint32_t exhausted_loop(interla *s, uint32_t edge)
{
    const interla_edge *e = interla_edge_at(s, edge);
    uint32_t frame = interla_top(s)->frame, turn = interla_turn(s, (uint32_t)s->nodes.size - 1, edge);
    if (turn != INTERLA_NONE && !*interla_tau(s, frame, turn)) return turn;
    if (e->call.kind == INTERLA_NONE || e->call.loop == INTERLA_NONE) return INTERLA_NONE;
    return *interla_tau(s, frame, e->call.loop) ? INTERLA_NONE : e->call.loop;
}

/* What is known of an edge before it is tried. */
static uint32_t known_fate(interla *s, const interla_node *n, uint32_t edge)
{
    uint32_t loop = exhausted_loop(s, edge);
    if (loop != INTERLA_NONE) {
        s->was_cut = true;
        return s->learns ? s->cut.data[loop] : INTERLA_EXHAUSTED;
    }
    interla_enter_state(s, n);
    return s->learns ? blocking_label(s, interla_at_edge(interla_kind_at(s, n), edge), n->frame) : INTERLA_OPEN;
}

/* The open slot that is nearest to a goal (of a call: to the exit); INTERLA_NONE if all are blocked. */
static uint32_t nearest_open(interla *s, const interla_node *n)
{
    const u32_vec *out = &s->graph.locations.data[n->location].out;
    uint32_t kind = interla_kind_at(s, n), best = INTERLA_NONE, least = INTERLA_NONE;
    if (interla_is_exit(s, n) && *fate_of(s, n, exit_slot(s, n)) == INTERLA_OPEN) return exit_slot(s, n);
    for (uint32_t i = 0; i < out->size; i++) {
        if (*fate_of(s, n, i) != INTERLA_OPEN) continue;
        const interla_edge *e = interla_edge_at(s, out->data[i]);
        uint32_t distance = e->target == INTERLA_GOAL && !s->is_open[out->data[i]] ? INTERLA_NONE : interla_edge_distance(&s->graph, kind, e);
        if (distance == INTERLA_NONE) {
            *fate_of(s, n, i) = s->always;
        } else if (best == INTERLA_NONE || distance < least) {
            best = i;
            least = distance;
        }
    }
    return best;
}

/* One application of a rule to the top; false if everything there is blocked. */
static bool apply_rule(interla *s)
{
    interla_node *n = interla_top(s);
    uint32_t slot = nearest_open(s, n), at = n->fate, fate;
    if (slot == INTERLA_NONE) return false;
    if (slot == exit_slot(s, n)) {
        interla_enter_state(s, n);
        fate = s->learns ? blocking_label(s, interla_at_exit(interla_kind_at(s, n)), n->frame) : INTERLA_OPEN;
        if (fate == INTERLA_OPEN) fate = decide_return(s, slot);
    } else {
        uint32_t edge = s->graph.locations.data[n->location].out.data[slot];
        const interla_edge *e = interla_edge_at(s, edge);
        fate = known_fate(s, n, edge);
        if (fate == INTERLA_OPEN) fate = e->call.kind == INTERLA_NONE ? decide(s, slot, edge) : decide_call(s, slot, edge);
    }
    s->fates.data[at + slot] = fate;
    return true;
}

/* ---- CONJOIN ---- */

static uint32_t conjoin(interla *s);
static uint32_t leave(interla *s);

/* Is the top blocked by labels that are there already, a few steps ahead? Goes on like the search, but gives up (false) when it needs
 * more than s->probes nodes. The top is taken off; *label becomes what blocks it. */
static bool settle_probe(interla *s, uint32_t *label)
{
    size_t base = s->nodes.size - 1;
    while (s->nodes.size > base) {
        if (interla_is_over(s) || s->nodes.size - base > s->probes) {
            while (s->nodes.size > base) pop(s);
            return false;
        }
        bool is_last = s->nodes.size == base + 1, progress = apply_rule(s);
        if (!progress && is_last) {
            *label = conjoin(s);
            pop(s);
        } else if (!progress) {
            leave(s);
        }
    }
    return interla_fate_is_label(*label);
}

/* The edge is not feasible. If it were, would what follows be blocked, by labels that speak of other things than the guard does? */
static bool probe(interla *s, uint32_t edge, uint32_t *label)
{
    uint32_t at = (uint32_t)s->nodes.size - 1;
    const interla_edge *e = interla_edge_at(s, edge);
    if (s->probes || e->target == INTERLA_GOAL || e->locals.size) return false;
    mark m = take_mark(s);
    term_vec nothing;
    term_vec_init(&nothing);
    interla_node next = {.location = e->target, .frame = s->nodes.data[at].frame, .step = INTERLA_BY_EDGE, .edge = edge, .parent = at,
                         .spent = interla_turn(s, at, edge)};
    interla_enter_state(s, &s->nodes.data[at]);
    next.locals = (uint32_t)s->terms.size;
    next.env = instantiate_here(s, &e->args);
    s->probes = MAX_PROBES;
    push(s, next, m, &nothing);
    bool settled = settle_probe(s, label);
    s->probes = 0;
    return settled;
}

/* Labels for the edges of the top that were blocked at once. */
static void learn_blocked(interla *s)
{
    const interla_node *n = interla_top(s);
    const u32_vec *out = &s->graph.locations.data[n->location].out;
    term_vec known;
    term_vec_init(&known);
    for (uint32_t i = 0; i <= out->size; i++)
        if (interla_fate_is_label(*fate_of(s, n, i))) dag_conjuncts(s->ts, interla_label_get(&s->labels, *fate_of(s, n, i))->formula, &known);
    for (uint32_t i = 0; i < out->size; i++) {
        if (*fate_of(s, n, i) != INTERLA_BLOCKED) continue;
        uint32_t at = (uint32_t)s->nodes.size - 1, label = interla_learn_known(s, at, out->data[i], &known), ahead = INTERLA_OPEN;
        if (label == INTERLA_OPEN && probe(s, out->data[i], &ahead)) label = interla_learn_known(s, at, out->data[i], &known);
        if (label == INTERLA_OPEN) label = interla_learn(s, at, out->data[i], INTERLA_NONE);
        n = interla_top(s);
        *fate_of(s, n, i) = label;
        if (interla_fate_is_label(label)) dag_conjuncts(s->ts, interla_label_get(&s->labels, label)->formula, &known);
    }
    term_vec_release(&known);
}

/* Everything at the top is blocked: so is its location, by the conjunction. */
static uint32_t conjoin(interla *s)
{
    learn_blocked(s);
    const interla_node *n = interla_top(s);
    uint32_t slots = exit_slot(s, n) + interla_is_exit(s, n), bounds = 0, kind = interla_kind_at(s, n);
    term_vec parts;
    term_vec_init(&parts);
    uint32_t fate = INTERLA_OPEN;
    for (uint32_t i = 0; i < slots; i++) {
        uint32_t f = *fate_of(s, n, i);
        if (!interla_fate_is_label(f)) {
            if (fate != INTERLA_LEADS_ON) fate = f;
            continue;
        }
        const interla_label *l = interla_label_get(&s->labels, f);
        term_vec_push(&parts, l->formula);
        bounds = interla_bounds_both(&s->labels, bounds, l->bounds);
    }
    if (!s->learns && fate == INTERLA_OPEN) fate = INTERLA_EXHAUSTED;
    if (fate == INTERLA_OPEN) {
        term formula = term_mk_and(s->ts, parts.data, parts.size);
        fate = interla_labels_add(&s->labels, interla_at_location(kind, n->location), formula, bounds);
        stats_count(s->stats, interla_labels);
    }
    term_vec_release(&parts);
    return fate;
}

/* Back to the node below, which learns from that. */
static uint32_t leave(interla *s)
{
    uint32_t fate = conjoin(s);
    interla_node left = *interla_top(s);
    pop(s);
    if (!s->nodes.size) return fate;
    uint32_t at = (uint32_t)s->nodes.size - 1;
    if (interla_fate_is_label(fate)) {
        switch (left.step) {
        case INTERLA_BY_EDGE: fate = interla_learn(s, at, left.edge, fate); break;
        case INTERLA_BY_CALL: fate = interla_learn_call(s, at, left.edge); break;
        case INTERLA_BY_RETURN: fate = interla_learn_exit(s, at); break;
        }
    }
    *fate_of(s, &s->nodes.data[at], left.slot) = fate;
    return fate;
}

uint32_t interla_search(interla *s, uint32_t tau)
{
    uint32_t fate = INTERLA_NONE;
    term_vec nothing;
    term_vec_init(&nothing);
    interla_frame_vec_push(&s->frames, (interla_frame){.kind = INTERLA_MAIN, .node = INTERLA_NONE, .edge = INTERLA_NONE});
    for (size_t l = 0; l < s->graph.n_loops; l++) u32_vec_push(&s->taus, tau);
    s->doubt = interla_labels_make(&s->labels, term_true(s->ts), interla_bounds_single(&s->labels, s->doubts, tau + 1));
    push(s, (interla_node){.location = INTERLA_INIT, .edge = INTERLA_NONE, .parent = INTERLA_NONE, .spent = INTERLA_NONE}, (mark){0}, &nothing);
    while (s->nodes.size && !interla_is_over(s)) {
        interla_show_progress(s);
        if (!apply_rule(s)) fate = leave(s);
    }
    bool interrupted = s->nodes.size > 0;
    while (s->nodes.size) pop(s);
    return interrupted || !s->learns ? INTERLA_NONE : fate;
}

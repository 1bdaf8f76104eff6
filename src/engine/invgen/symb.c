/* Symbolic execution: GeneratePath and the sets of states that its paths lead to. */

#include "engine/invgen/dynamic.h"

#include "base/alloc.h"
#include "domain/polar.h"
#include "engine/derivation_tree.h"

#include <stdlib.h>

enum { ROUNDS = 3, MAX_OF_STEP = 2, MAX_OF_LOCATION = 8, MAX_ROWS = 40, MAX_DERIVATIONS = 3 };
#define DERIVATION_SECONDS 1.0

/* phi at a location: the states at the end of one path (tree, if clauses have several body atoms). */
typedef struct symbolic_state {
    uint32_t location, step;
    u32_vec from; /* states of the step's body */
    void *value; /* of DOMAIN_POLYHEDRA */
    row_vec rows;
} symbolic_state;
VEC_DECLARE(symbolic_state_vec, symbolic_state);

typedef struct symbolic {
    const invgen_program *p;
    const limits *limits;
    stats *counters;
    symbolic_state_vec states;
    u32_vec *at; /* by location: its states */
    u32_vec taken; /* by step: how often */
    int derivations; /* that were looked for */
} symbolic;

static void state_release(symbolic_state *s)
{
    if (s->value) DOMAIN_POLYHEDRA.free(s->value);
    u32_vec_release(&s->from);
    row_vec_free(&s->rows);
}

/* (exists X. rho_1 o ... o rho_n)[X/X']: what the step leads to from the states; NULL: nowhere. */
static void *image(const symbolic *s, const invgen_step *tau, const u32_vec *from)
{
    row_vec rows;
    row_vec_init(&rows);
    for (size_t j = 0; j < from->size; j++) {
        const row_vec *known = &s->states.data[from->data[j]].rows;
        for (size_t i = 0; i < known->size; i++) transition_push_about(&known->data[i], invgen_args(s->p, tau, j), &rows);
    }
    void *v = DOMAIN_POLYHEDRA.top(&DOMAIN_POLYHEDRA, tau->t.n_dims, tau->t.is_int);
    DOMAIN_POLYHEDRA.meet(v, rows.data, rows.size);
    DOMAIN_POLYHEDRA.meet(v, tau->t.rows.data, tau->t.rows.size);
    row_vec_free(&rows);
    if (DOMAIN_POLYHEDRA.is_empty(v)) {
        DOMAIN_POLYHEDRA.free(v);
        return NULL;
    }
    DOMAIN_POLYHEDRA.project(v, tau->t.n_head);
    return v;
}

static bool is_known(const symbolic *s, uint32_t location, const void *value)
{
    for (size_t i = 0; i < s->at[location].size; i++)
        if (DOMAIN_POLYHEDRA.is_within(value, s->states.data[s->at[location].data[i]].value)) return true;
    return false;
}

/* A derivation along the path to the query. */
static bool derive(symbolic *s, const invgen_step *tau, const u32_vec *from, derivation *out)
{
    derivation_tree *tree = derivation_tree_new(s->p->h, s->limits, s->counters);
    u32_vec nodes, states;
    u32_vec_init(&nodes);
    u32_vec_init(&states);
    uint32_t first = derivation_tree_add(tree, 0, tau->t.clause);
    for (uint32_t j = 0; j < from->size; j++) {
        u32_vec_push(&nodes, first + j);
        u32_vec_push(&states, from->data[j]);
    }
    while (nodes.size) {
        const symbolic_state *x = &s->states.data[u32_vec_pop(&states)];
        first = derivation_tree_add(tree, u32_vec_pop(&nodes), s->p->steps.data[x->step].t.clause);
        for (uint32_t j = 0; j < x->from.size; j++) {
            u32_vec_push(&nodes, first + j);
            u32_vec_push(&states, x->from.data[j]);
        }
    }
    smt_result r = derivation_tree_solve(tree, &(derivation_tree_limits){.seconds = DERIVATION_SECONDS}, out);
    u32_vec_release(&nodes);
    u32_vec_release(&states);
    derivation_tree_free(tree);
    return r == SMT_SAT;
}

/* Takes the step from the states; takes these over. True if it is a query's, and has a derivation. */
static bool take(symbolic *s, uint32_t index, u32_vec *from, derivation *out)
{
    const invgen_step *tau = &s->p->steps.data[index];
    void *value = image(s, tau, from);
    bool failed = false;
    if (value && tau->head == INVGEN_NOWHERE) failed = s->derivations++ < MAX_DERIVATIONS && derive(s, tau, from, out);
    if (!value || tau->head == INVGEN_NOWHERE || is_known(s, tau->head, value)) {
        if (value) DOMAIN_POLYHEDRA.free(value);
        u32_vec_release(from);
        return failed;
    }
    symbolic_state made = {.location = tau->head, .step = index, .from = *from, .value = value};
    DOMAIN_POLYHEDRA.rows(value, &made.rows);
    u32_vec_push(&s->at[tau->head], (uint32_t)s->states.size);
    symbolic_state_vec_push(&s->states, made);
    s->taken.data[index]++;
    stats_count(s->counters, invgen_symbolic_states);
    return false;
}

/* From the newest states, or older ones: back tells how far. False if there are none. */
static bool choose(const symbolic *s, const invgen_step *tau, size_t back, u32_vec *from)
{
    for (size_t j = 0; j < tau->body.size; j++) {
        const u32_vec *all = &s->at[tau->body.data[j]];
        if (all->size <= back) return false;
        u32_vec_push(from, all->data[all->size - 1 - back]);
    }
    return true;
}

static bool try_step(symbolic *s, uint32_t index, derivation *out)
{
    const invgen_step *tau = &s->p->steps.data[index];
    bool failed = false;
    for (size_t back = 0; back < (tau->body.size ? 2 : 1) && !failed; back++) {
        if (tau->head != INVGEN_NOWHERE && (s->taken.data[index] >= MAX_OF_STEP || s->at[tau->head].size >= MAX_OF_LOCATION)) break;
        u32_vec from;
        u32_vec_init(&from);
        if (choose(s, tau, back, &from)) failed = take(s, index, &from, out);
        else u32_vec_release(&from);
    }
    return failed;
}

bool invgen_symb(const invgen_program *p, const limits *l, stats *counters, row_vec *rows, derivation *out)
{
    symbolic s = {.p = p, .limits = l, .counters = counters};
    s.at = alloc_zeroed(p->locations.size + 1, sizeof *s.at);
    u32_vec_resize(&s.taken, p->steps.size);
    bool failed = false;
    for (int round = 0; round < ROUNDS; round++)
        for (uint32_t i = 0; i < p->steps.size && !failed && !limits_is_over(l); i++) failed = try_step(&s, i, out);
    for (size_t i = 0; i < s.states.size; i++) {
        symbolic_state *x = &s.states.data[i];
        polar_of(x->rows.data, x->rows.size, p->locations.data[x->location].n, MAX_ROWS, &rows[x->location]);
        state_release(x);
    }
    for (size_t i = 0; i < p->locations.size; i++) u32_vec_release(&s.at[i]);
    free(s.at);
    u32_vec_release(&s.taken);
    symbolic_state_vec_release(&s.states);
    return failed;
}

#ifndef ENGINE_INTERLA_SESSION_H
#define ENGINE_INTERLA_SESSION_H

/* What the rules of interla share: the annotation, and the path that is being executed.
 *
 * The path is a stack of nodes (the paper's queries). A node is a location in an activation (a frame) with a symbolic state: `env`
 * gives its parameters as terms over input symbols; the constraint is `path`. After a call has returned, its nodes stay below those
 * that follow: the stack is the whole execution, and going back into the callee goes on with the search for another exit.
 * A frame of a call has symbols for the results that it may return. What makes a result bad, the paper's negated post-condition, is
 * the rest of the calling edge and the negated annotation of the return location, in terms of those symbols, and the same of all
 * callers. The rest of the edge is asserted when the call is entered; the annotation changes, so it is a part of every check.
 *
 * Times-to-live are handed to a call by value: it begins with what its caller has left, less a turn if it recurs, and what it uses
 * up is not missing after it has returned. So a summary need not speak of the times-to-live at the exit.
 *
 * The witness is a model of the constraint of the whole stack: a check that it satisfies needs no solver. */

#include "engine/engine.h"
#include "engine/interla/graph.h"
#include "engine/interla/labels.h"
#include "engine/interla/path.h"
#include "itp/itp.h"
#include "smt/smt.h"
#include "term/dag.h"
#include "term/eval.h"

typedef enum interla_step { INTERLA_BY_EDGE, INTERLA_BY_CALL, INTERLA_BY_RETURN } interla_step;

typedef struct interla_frame {
    uint32_t kind;
    uint32_t caller; /* frame */
    uint32_t node, edge; /* that call; of MAIN: INTERLA_NONE */
    uint32_t results; /* offset in terms */
    uint32_t locals; /* of the calling edge; offset in terms */
    uint32_t args; /* of the return location, in terms of the results; offset in terms */
    uint32_t tau; /* offset in taus: its own times-to-live, which begin as the caller's are */
} interla_frame;
VEC_DECLARE(interla_frame_vec, interla_frame);

typedef struct interla_node {
    uint32_t location, frame;
    interla_step step; /* how it was reached ... */
    uint32_t edge, parent; /* ... over which edge of which node */
    uint32_t env; /* offset in terms */
    uint32_t locals; /* of the edge; offset in terms */
    uint32_t slot; /* of the node below: what it did to get here */
    uint32_t fate; /* offset in fates: one for each edge out, and one for leaving the exit */
    uint32_t spent; /* loop whose time-to-live was used up, or INTERLA_NONE */
    uint32_t n_free; /* turns of loops up to here that used up nothing */
    enum { INTERLA_UNASKED, INTERLA_FORCED, INTERLA_CHOICE } choice; /* is there more than one edge out that its values do not exclude? */
    /* To go back: sizes before this node. */
    uint32_t n_terms, n_path, n_inputs, n_frames;
    bool has_branched; /* a child has been left already */
} interla_node;
VEC_DECLARE(interla_node_vec, interla_node);

/* Of an edge at a node: the label that blocks it, or one of these. */
enum {
    INTERLA_OPEN = UINT32_MAX,
    INTERLA_LEADS_ON = UINT32_MAX - 1, /* of a probe: a goal may be reached */
    INTERLA_EXHAUSTED = UINT32_MAX - 2, /* tried, without learning */
    INTERLA_BLOCKED = UINT32_MAX - 3 /* blocked; its label is chosen when those of the other edges are known */
};
static inline bool interla_fate_is_label(uint32_t fate) { return fate < INTERLA_BLOCKED; }

typedef struct interla {
    const horn *h;
    const engine_context *context;
    term_store *ts;
    stats *stats;
    result *out;
    interla_graph graph;
    interla_labels labels;
    smt *follower; /* of the path */
    smt *scratch; /* no assertions */
    itp *itp;
    bool learns;
    bool is_over; /* out of time, or the one goal that was asked for is reached */
    /* Disjuncts of a label are dropped where one of them suffices. Labels that keep them block more; those that do not are more likely
     * to be inductive. So the first round keeps them. */
    bool splits;
    size_t probes; /* not 0: the top of the stack is a probe of at most so many nodes, which reaches no goals */
    bool was_cut, had_doubts; /* this round: by a time-to-live; a question was not decided, or no label found */
    uint32_t max_free; /* so many turns of loops on a path may be free */
    /* the path */
    interla_node_vec nodes;
    interla_frame_vec frames;
    interla_path path;
    term_vec terms;
    u32_vec fates;
    u32_vec taus; /* by frame and loop */
    u32_vec cut; /* by loop: the label of what is cut off, or INTERLA_NONE */
    uint32_t n_inputs; /* on the path; their names depend on their number, so that paths share terms */
    uint32_t always; /* the label `true` */
    uint32_t doubt; /* `true`, for this round: of edges of which nothing is known in the end */
    uint32_t doubts; /* the loop in its bound, which is none: its time-to-live is different in each round */
    evaluator *witness;
    interla_path near; /* scratch: the path with some inputs as in the witness */
    /* goals */
    bool *is_open; /* by edge */
    size_t n_open, n_reached, n_proved;
    /* scratch */
    substitution *inst; /* symbols of a node and an edge -> terms over inputs */
    substitution *at_target; /* parameters of a target -> terms */
    uint64_t beat;
} interla;

static inline bool interla_is_among(const term_vec *list, term t)
{
    for (size_t i = 0; i < list->size; i++)
        if (term_is_equal(list->data[i], t)) return true;
    return false;
}
static inline interla_node *interla_top(interla *s) { return &s->nodes.data[s->nodes.size - 1]; }
static inline const interla_edge *interla_edge_at(const interla *s, uint32_t e) { return &s->graph.edges.data[e]; }
static inline uint32_t interla_kind_at(const interla *s, const interla_node *n) { return s->frames.data[n->frame].kind; }
/* The e-th thing to do at a node is its e-th edge out, or after those: to leave the exit. */
static inline bool interla_is_exit(const interla *s, const interla_node *n)
{
    uint32_t kind = interla_kind_at(s, n);
    return kind != INTERLA_MAIN && n->location == s->graph.kinds.data[kind].exit;
}

/* ---- session.c ---- */
void interla_session_init(interla *s, const horn *h, const engine_context *context, result *out);
void interla_session_release(interla *s);
/* Out of time, or everything is known. */
bool interla_is_over(interla *s);

/* Appends what must hold for a result of the frame to be bad, in all callers. */
void interla_obligations(interla *s, uint32_t frame, term_vec *out);
/* Makes s->inst translate from the node's parameters and its kind's results to terms over inputs. */
void interla_enter_state(interla *s, const interla_node *n);
/* Also from these symbols, to new inputs, which are appended to s->terms. */
void interla_add_inputs(interla *s, const term_vec *symbols);
/* Makes s->at_target translate from the parameters of the location to args, and the results of the kind to `results` (NULL: to
 * themselves). */
void interla_enter_target(interla *s, uint32_t location, const term *args, uint32_t kind, const term *results);
/* Is the label's claim about times-to-live met in the frame? */
static inline bool interla_holds_now(const interla *s, uint32_t frame, uint32_t label)
{
    return interla_bounds_hold(&s->labels, interla_label_get(&s->labels, label)->bounds, s->taus.data + s->frames.data[frame].tau);
}
/* The time-to-live of a loop (not INTERLA_NONE). */
static inline uint32_t *interla_tau(interla *s, uint32_t frame, uint32_t loop) { return &s->taus.data[s->frames.data[frame].tau + loop]; }
/* Uses up a turn of a loop (INTERLA_NONE: nothing), and gives it back. */
static inline void interla_spend(interla *s, uint32_t frame, uint32_t loop)
{
    if (loop != INTERLA_NONE) --*interla_tau(s, frame, loop);
}
static inline void interla_refund(interla *s, uint32_t frame, uint32_t loop)
{
    if (loop != INTERLA_NONE) ++*interla_tau(s, frame, loop);
}
/* The loop whose time-to-live an edge of a node on the stack uses up, or INTERLA_NONE. A turn without any choice (since the last visit, values
 * alone decided every branch) is free, up to a limit: it takes one step for each of its blocks, now and in every longer round. */
uint32_t interla_turn(interla *s, uint32_t node, uint32_t edge);
/* The fate of an edge of which nothing is known in the end. What is learnt from it holds for this round only. */
uint32_t interla_doubt(interla *s);
void interla_show_progress(interla *s);

/* ---- feasible.c ---- */
/* Is the path with these parts (terms over inputs) feasible? Asks the terms themselves, the witness, then a solver; SMT_SAT leaves a
 * witness of it all. */
smt_result interla_feasible(interla *s, const term *parts, size_t n);

/* ---- learn.c ---- */
/* LEARN, LEARNC: a label for an edge that blocks the node on top, given that its target (with all callers' obligations) is blocked;
 * `because` is the target's label that does it, or INTERLA_NONE. Returns a label; if none is found, a doubt. */
uint32_t interla_learn(interla *s, uint32_t node, uint32_t edge, uint32_t because);
/* The same for an edge that was blocked at once, if nothing but conjuncts are needed that block other edges of the node; otherwise
 * INTERLA_OPEN. */
uint32_t interla_learn_known(interla *s, uint32_t node, uint32_t edge, const term_vec *known);
uint32_t interla_learn_call(interla *s, uint32_t node, uint32_t edge);
uint32_t interla_learn_exit(interla *s, uint32_t node);

/* ---- check.c ---- */
/* NULL, or which of these is broken: edges fit their ends and calls, labels are about their places and bounds about loops, the stack leads back,
 * the open goals are counted. For debug builds. */
const char *interla_check(const interla *s);

/* ---- search.c ---- */
/* Runs from the initial state, with these times-to-live, until the stack is empty or the session is over. Returns the label of
 * INIT, or INTERLA_NONE (interrupted, or nothing is learnt). */
uint32_t interla_search(interla *s, uint32_t tau);

/* ---- strengthen.c ---- */
/* Fig. 3: the labels without their bounds, as far as they are inductive. True if INIT's is among them. */
bool interla_strengthen(interla *s);

/* ---- abstract.c ---- */
/* The other strengthening that the paper mentions, predicate abstraction: the strongest inductive conjunction of the labels' conjuncts at
 * each location. Fills `invariant` by location; appends the edges of open queries that it excludes. */
void interla_abstract(interla *s, term_vec *invariant, u32_vec *proved);

/* ---- proof.c ---- */
/* The annotation (labels without bounds) as an interpretation of the predicates. `main` by location replaces the labels of MAIN unless it
 * is NULL. */
void interla_read_model(interla *s, const term_vec *main, model *out);
/* The derivation that the stack is; its last node is at GOAL. False if a value cannot be evaluated. */
bool interla_read_derivation(interla *s, derivation *out);

#endif

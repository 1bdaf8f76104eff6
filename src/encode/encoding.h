#ifndef ENCODE_ENCODING_H
#define ENCODE_ENCODING_H

/* The inside of an encoding, for src/encode only. */

#include "encode/cut_points.h"
#include "encode/encode.h"
#include "encode/inline_calls.h"
#include "encode/liveness.h"

typedef enum pred_kind { PRED_ENTRY, PRED_POINT, PRED_EXIT } pred_kind;

/* What the arguments of a predicate are: a variable's symbol stands for its value at that place, its old symbol (encoding_old)
 * for its value at the procedure's entry. For an exit, in(f) comes first, then the results, then modified(f). */
typedef struct pred_code {
    pred_kind kind;
    proc proc;
    uint32_t block; /* PRED_POINT */
    bool is_loop_head;
    term_vec args;
} pred_code;
VEC_DECLARE(pred_code_vec, pred_code);

typedef enum clause_kind {
    CLAUSE_START, /* the fact that the program's entry is called */
    CLAUSE_CALL, /* a call at the place `from` gives the callee's entry */
    CLAUSE_SEGMENT, /* from one place to another; if there is a call at `from`, it is done first, and its summary is the second atom */
    CLAUSE_QUERY /* ... to a CHECK that fails */
} clause_kind;

/* A place in a procedure: before a statement of a block, or block = number of blocks for the exit. */
typedef struct position {
    uint32_t block, index;
} position;

typedef struct clause_code {
    clause_kind kind;
    proc proc;
    position from, to;
} clause_code;
VEC_DECLARE(clause_code_vec, clause_code);

typedef struct proc_code {
    cut_points cuts;
    u32_vec points; /* by cut point: its predicate */
    pred entry, exit;
    bool is_called; /* so that it has an exit */
    term_vec symbols; /* by variable number */
} proc_code;

typedef struct input_code {
    term symbol;
    const stmt *asked_by;
} input_code;
VEC_DECLARE(input_code_vec, input_code);

typedef struct old_code {
    proc proc;
    term variable;
} old_code;
VEC_DECLARE(old_code_vec, old_code);

struct encoding {
    inlined source;
    const program *p; /* what is encoded: the program after inlining */
    term_store *ts;
    encode_options options;
    call_graph *calls;
    liveness *live;
    horn *h;
    proc_code *procs; /* by procedure; empty for those that are not reached */
    pred_code_vec preds; /* by predicate */
    clause_code_vec clauses; /* by clause */
    horn *places; /* over the same predicates: queries for the goals' places */
    u32_vec place_goals; /* by clause of places */
    bool *is_placeless; /* by goal: the decision that leads there was not found */
    u64_map old; /* procedure, variable -> symbol for its value at the procedure's entry */
    u32_map old_index; /* and back: symbol -> index in olds */
    old_code_vec olds;
    u32_map after; /* variable -> the symbol for its value after a call */
    u64_map input_of; /* address of an INPUT or HAVOC statement -> index in inputs */
    u32_map input_index; /* symbol -> index in inputs */
    input_code_vec inputs;
};

term encoding_old(encoding *e, proc f, term variable); /* made on first use */
/* NULL if it is no such symbol. */
const old_code *encoding_find_old(const encoding *e, term symbol);
term encoding_after(encoding *e, term variable);
/* The symbol for the value that the statement asks for. */
term encoding_input(encoding *e, const stmt *s);
/* TERM_NONE if it has none. */
term encoding_find_after(const encoding *e, term variable);
term encoding_find_input(const encoding *e, const stmt *s);
/* low <= value <= high; either may be TERM_NONE. */
term encoding_in_range(const encoding *e, term value, term low, term high);
/* The range of the value that an INPUT or HAVOC asks for. */
void encoding_input_range(const encoding *e, const stmt *s, term *low, term *high);

/* The clauses of all segments of a procedure. False if the limits are over. */
bool segment_encode(encoding *e, proc f);

#endif

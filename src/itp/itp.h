#ifndef ITP_ITP_H
#define ITP_ITP_H

/* Craig interpolation, above any solver: from models, cores and certificates rather than from a solver's proofs.
 *
 * For A & B unsatisfiable an interpolant I has:  A => I,  I & B is unsatisfiable,  I speaks only of symbols of both A and B.
 * A *tree* has a formula F_v at each node and an interpolant I_v at each node but the root:
 *   F_v & (I_c for all children c of v)  =>  I_v,   for the root:  F_root & (I_c for all children c) is unsatisfiable,
 *   I_v speaks only of symbols that occur both in the subtree of v and outside of it.
 * A path is a tree in which every node has one child, a pair a path of two.
 *
 * Sorts: Int, Real, Bool, uninterpreted functions and sorts, arrays, bit-vectors. Whoever asks has given the symbols of different places
 * different names (SSA); what is shared is read off the formulas.
 *
 * Nothing is guessed: a result that cannot be shown to be an interpolant is ITP_UNKNOWN with a reason, and counted. */

#include "base/limits.h"
#include "base/stats.h"
#include "smt/smt.h"
#include "term/term.h"

typedef struct itp itp;

typedef enum itp_result {
    ITP_FOUND, /* out[] is filled */
    ITP_SAT, /* the conjunction has a model: itp_value reads it */
    ITP_UNKNOWN /* neither was found within the limits; itp_why_unknown */
} itp_result;

typedef struct itp_options {
    bool check; /* a fresh solver checks every interpolant before it is given out; one that fails is ITP_UNKNOWN and an assertion */
    bool quantifiers; /* quantified interpolants are allowed, where nothing else is found */
    /* L_k of the 2006 paper: only atoms x - y <= c, x <= c, -x <= c (and =), where |c| is at most k = language, or at most that far from one of the
     * `constants` (not negative; borrowed); over the integers < instead of <=, too. Negative = any atom. If no interpolant in L_k is found the answer is ITP_UNKNOWN: the
     * caller raises k. */
    int64_t language;
    const int64_t *constants;
    size_t n_constants;
    double seconds; /* for one request; 0 = what the limits leave */
} itp_options;
#define ITP_OPTIONS_DEFAULT ((itp_options){.language = -1, .seconds = 10})

/* `limit` and `counters` are borrowed and must outlive it; `counters` may be NULL. */
itp *itp_new(term_store *ts, const limits *limit, stats *counters, const itp_options *options);
void itp_free(itp *i);
/* From now on in this language (itp_options). */
void itp_set_language(itp *i, int64_t language);

/* Atoms worth trying first where they fit the place: over the symbols that are shared there. May be empty. */
typedef struct itp_hints {
    const term *atoms;
    size_t n;
} itp_hints;

itp_result itp_pair(itp *i, term a, term b, const itp_hints *hints, term *out);
/* n parts; out and hints (may be NULL) have n - 1: between part k and part k + 1. */
itp_result itp_path(itp *i, const term *parts, size_t n, const itp_hints *hints, term *out);
typedef struct itp_node {
    term formula;
    uint32_t parent; /* greater than its own number; of the last node (the root): any */
} itp_node;
itp_result itp_tree(itp *i, const itp_node *nodes, size_t n, const itp_hints *hints, term *out);

term itp_value(itp *i, term t); /* after ITP_SAT, as smt_value */
const char *itp_why_unknown(const itp *i);

/* Is `out` an interpolation of the tree? Asked of a fresh solver. NULL: yes; otherwise what does not hold, or could not be
 * decided. For tests and for itp_options.check. */
const char *itp_check(term_store *ts, const itp_node *nodes, size_t n, const term *out, const limits *limit);

#endif

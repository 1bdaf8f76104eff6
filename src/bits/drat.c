#include "bits/drat.h"

#include "base/map.h"

#include <limits.h>
#include <stdlib.h>

typedef struct watch {
    uint32_t clause;
    int blocker; /* another literal of it: if that is true there is nothing to do */
} watch;
VEC_DECLARE(watch_vec, watch);

/* A clause is the index of its length in `literals`, which its literals follow; the first two are watched. */
typedef struct drat {
    int_vec literals;
    watch_vec *watches; /* by index of the literal that has become false */
    signed char *value; /* by index: 1 true, -1 false */
    uint32_t *reason; /* by variable: the clause that made it so, or NO_CLAUSE */
    int_vec trail;
    size_t propagated;
    u64_map first; /* hash of a clause -> one with it */
    u32_map next; /* clause -> another one with the same hash, + 1 */
    unsigned char *mark; /* by index */
    int_vec clause; /* that is being read */
    size_t variables;
    bool is_refuted;
} drat;

enum { DELETED = -1 };
#define NO_CLAUSE UINT32_MAX

static size_t index_of(int literal) { return literal > 0 ? 2 * (size_t)literal : 2 * (size_t)-literal + 1; }
static int value_of(const drat *d, int literal) { return d->value[index_of(literal)]; }

static void assign(drat *d, int literal, uint32_t reason)
{
    assert(literal && !value_of(d, literal) && (size_t)abs(literal) <= d->variables);
    d->value[index_of(literal)] = 1;
    d->value[index_of(-literal)] = -1;
    d->reason[abs(literal)] = reason;
    int_vec_push(&d->trail, literal);
}

static void undo(drat *d, size_t size)
{
    assert(size <= d->trail.size);
    while (d->trail.size > size) {
        int literal = int_vec_pop(&d->trail);
        d->value[index_of(literal)] = d->value[index_of(-literal)] = 0;
    }
    d->propagated = size;
}

/* Makes another literal of the clause watched instead of the false one. False: there is none. */
static bool move_watch(drat *d, uint32_t clause)
{
    assert(d->literals.data[clause] >= 2 && value_of(d, d->literals.data[clause + 2]) < 0); /* the second is the false one */
    int n = d->literals.data[clause], *lits = d->literals.data + clause + 1;
    for (int i = 2; i < n; i++) {
        if (value_of(d, lits[i]) < 0) continue;
        int t = lits[1];
        lits[1] = lits[i];
        lits[i] = t;
        watch_vec_push(&d->watches[index_of(lits[1])], (watch){clause, lits[0]});
        return true;
    }
    return false;
}

/* False on a conflict. */
static bool visit_watches(drat *d, int falsified)
{
    watch_vec *list = &d->watches[index_of(falsified)];
    size_t kept = 0, i = 0;
    bool ok = true;
    while (i < list->size) {
        watch w = list->data[i++];
        if (d->literals.data[w.clause] == DELETED) continue;
        if (value_of(d, w.blocker) > 0) {
            list->data[kept++] = w;
            continue;
        }
        int *lits = d->literals.data + w.clause + 1;
        if (lits[0] == falsified) {
            lits[0] = lits[1];
            lits[1] = falsified;
        }
        assert(lits[1] == falsified); /* it is watched */
        if (value_of(d, lits[0]) <= 0 && move_watch(d, w.clause)) continue;
        list->data[kept++] = (watch){w.clause, lits[0]};
        if (value_of(d, lits[0]) < 0) {
            ok = false;
            break;
        }
        if (!value_of(d, lits[0])) assign(d, lits[0], w.clause);
    }
    while (i < list->size) list->data[kept++] = list->data[i++];
    list->size = kept;
    return ok;
}

static bool propagate(drat *d)
{
    while (d->propagated < d->trail.size)
        if (!visit_watches(d, -d->trail.data[d->propagated++])) return false;
    return true;
}

/* ---- finding a clause to delete ---- */

static uint64_t hash_of(const int *lits, size_t n)
{
    uint64_t sum = n;
    for (size_t i = 0; i < n; i++) sum += map_hash_u64((uint64_t)index_of(lits[i]));
    return sum;
}

static bool has_same(drat *d, uint32_t clause, const int_vec *lits)
{
    if (d->literals.data[clause] != (int)lits->size) return false;
    for (size_t i = 0; i < lits->size; i++) d->mark[index_of(lits->data[i])] = 1;
    bool same = true;
    for (size_t i = 0; i < lits->size; i++) same &= d->mark[index_of(d->literals.data[clause + 1 + i])];
    for (size_t i = 0; i < lits->size; i++) d->mark[index_of(lits->data[i])] = 0;
    return same;
}

static bool is_reason(const drat *d, uint32_t clause)
{
    for (int i = 0; i < d->literals.data[clause]; i++) {
        int literal = d->literals.data[clause + 1 + (uint32_t)i];
        if (value_of(d, literal) > 0 && d->reason[abs(literal)] == clause) return true;
    }
    return false;
}

/* What a unit rests on stays, as other checkers have it: fewer clauses prove less. */
static void delete_clause(drat *d)
{
    const uint32_t *first = u64_map_find(&d->first, hash_of(d->clause.data, d->clause.size));
    for (uint32_t at = first ? *first + 1 : 0; at;) {
        uint32_t clause = at - 1;
        if (has_same(d, clause, &d->clause)) {
            if (!is_reason(d, clause)) d->literals.data[clause] = DELETED;
            return;
        }
        const uint32_t *next = u32_map_find(&d->next, clause);
        at = next ? *next : 0;
    }
}

/* ---- adding ---- */

static void store_clause(drat *d)
{
    assert(d->clause.size >= 2);
    uint32_t at = (uint32_t)d->literals.size;
    int_vec_push(&d->literals, (int)d->clause.size);
    int_vec_append(&d->literals, d->clause.data, d->clause.size);
    bool added;
    uint32_t *first = u64_map_put(&d->first, hash_of(d->clause.data, d->clause.size), &added);
    if (!added) *u32_map_put(&d->next, at, NULL) = *first + 1;
    *first = at;
    for (int i = 0; i < 2; i++) watch_vec_push(&d->watches[index_of(d->clause.data[i])], (watch){at, d->clause.data[1 - i]});
}

/* Literals that are not false come first. */
static size_t sort_clause(drat *d)
{
    size_t open = 0;
    for (size_t i = 0; i < d->clause.size; i++) {
        int literal = d->clause.data[i];
        if (value_of(d, literal) < 0) continue;
        d->clause.data[i] = d->clause.data[open];
        d->clause.data[open++] = literal;
    }
    return open;
}

static void add_clause(drat *d)
{
    size_t open = sort_clause(d);
    uint32_t at = (uint32_t)d->literals.size;
    if (d->clause.size > 1) store_clause(d);
    if (!open) d->is_refuted = true;
    else if (open == 1 && !value_of(d, d->clause.data[0])) assign(d, d->clause.data[0], d->clause.size > 1 ? at : NO_CLAUSE);
    if (!d->is_refuted && !propagate(d)) d->is_refuted = true;
}

/* Does the clause follow by unit propagation? */
static bool follows(drat *d)
{
    size_t size = d->trail.size;
    bool conflict = false;
    for (size_t i = 0; i < d->clause.size && !conflict; i++) {
        int v = value_of(d, d->clause.data[i]);
        conflict = v > 0;
        if (!v) assign(d, -d->clause.data[i], NO_CLAUSE);
    }
    conflict = conflict || !propagate(d);
    assert(d->trail.size >= size);
    undo(d, size);
    return conflict;
}

static bool read_literal(const unsigned char **at, const unsigned char *end, uint64_t *out)
{
    *out = 0;
    for (unsigned shift = 0; *at < end && shift < 40; shift += 7) {
        unsigned char byte = *(*at)++;
        *out |= (uint64_t)(byte & 127) << shift;
        if (!(byte & 128)) return true;
    }
    return false;
}

/* Reads a clause of the proof. False if it is none. */
static bool read_clause(drat *d, const unsigned char **at, const unsigned char *end)
{
    int_vec_clear(&d->clause);
    for (uint64_t code; read_literal(at, end, &code);) {
        if (!code) return true;
        uint64_t variable = code >> 1;
        if (!variable || variable > d->variables) return false;
        int_vec_push(&d->clause, code & 1 ? -(int)variable : (int)variable);
    }
    return false;
}

static drat_verdict check_proof(drat *d, const unsigned char *at, size_t size, const limits *limit)
{
    enum { OFTEN = 256 };
    const unsigned char *end = at + size;
    for (size_t n = 0; at < end && !d->is_refuted; n++) {
        if (n % OFTEN == 0 && limits_is_over(limit)) return DRAT_OUT_OF_TIME;
        unsigned char what = *at++;
        if ((what != 'a' && what != 'd') || !read_clause(d, &at, end)) return DRAT_INVALID;
        if (what == 'd') {
            delete_clause(d);
        } else {
            if (!follows(d)) return DRAT_INVALID;
            add_clause(d);
        }
    }
    return d->is_refuted ? DRAT_VALID : DRAT_INVALID;
}

static void read_problem(drat *d, const int_vec *clauses)
{
    for (size_t i = 0; i < clauses->size && !d->is_refuted; i++) {
        int literal = clauses->data[i];
        if (literal) {
            int_vec_push(&d->clause, literal);
            continue;
        }
        add_clause(d);
        int_vec_clear(&d->clause);
    }
}

drat_verdict drat_check(const int_vec *clauses, const unsigned char *proof, size_t size, const limits *limit)
{
    drat d = {0};
    for (size_t i = 0; i < clauses->size; i++)
        if ((size_t)abs(clauses->data[i]) > d.variables) d.variables = (size_t)abs(clauses->data[i]);
    size_t indices = 2 * d.variables + 2;
    d.watches = alloc_zeroed(indices, sizeof *d.watches);
    d.value = alloc_zeroed(indices, 1);
    d.mark = alloc_zeroed(indices, 1);
    d.reason = alloc_zeroed(d.variables + 1, sizeof *d.reason);
    read_problem(&d, clauses);
    drat_verdict v = d.is_refuted ? DRAT_VALID : check_proof(&d, proof, size, limit);
    for (size_t i = 0; i < indices; i++) watch_vec_release(&d.watches[i]);
    free(d.watches);
    free(d.value);
    free(d.mark);
    free(d.reason);
    int_vec_release(&d.literals);
    int_vec_release(&d.trail);
    int_vec_release(&d.clause);
    u64_map_release(&d.first);
    u32_map_release(&d.next);
    return v;
}

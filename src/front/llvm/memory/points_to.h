#ifndef FRONT_LLVM_POINTS_TO_H
#define FRONT_LLVM_POINTS_TO_H

/* Unification-based, field-sensitive points-to sets: the solver behind memory.h. It knows nothing of LLVM.
 *
 * A *slot* stands for the values that one variable, or one cell of memory, may hold. It has at most one target: a node and an
 * offset. Unifying two slots makes their targets one. Slots may be integers: they simply never get a target unless an address
 * flows into them. The offset is exact, or known up to a multiple of the slot's *step* (0: exact): after p + 4 * i the step is
 * 4, after p ^ q it is 1.
 *
 * A *node* is a set of objects with one common numbering of offsets. Merging nodes aligns the numberings so that the two targets
 * that caused it coincide. Offsets count modulo the node's stride (0: they are exact), which divides the step of every slot that
 * is dereferenced. Two different offsets for one slot make its step divide the difference. Stride 1: nothing is known of
 * offsets.
 *
 * Accesses make *cells*, which are kept disjoint: an access that overlaps a cell without being equal to it makes one cell of
 * both, flagged PT_BYTES. An access that does not fit the stride makes the stride 1. Each cell has a slot for what is stored
 * there.
 *
 * Invariants, for every root node (pt_check): cells are sorted, disjoint and not empty; with a stride s every cell lies within
 * [0, s). All rules are monotone and sound in any order. */

#include "base/vec.h"

typedef struct pt_slot {
    uint32_t id;
} pt_slot;
typedef struct pt_node {
    uint32_t id;
} pt_node;
#define PT_NO_SLOT ((pt_slot){UINT32_MAX})
#define PT_NO_OBJECT UINT32_MAX

typedef struct pt_target {
    pt_node node;
    int64_t offset;
} pt_target;

enum { PT_ACCESSED = 1, PT_BYTES = 2, PT_NOT_POINTER = 4 };

typedef struct pt_cell {
    int64_t offset;
    uint64_t size;
    pt_slot contents; /* PT_NO_SLOT until somebody asks */
    uint32_t flags;
    uint32_t tag; /* for the user */
} pt_cell;
VEC_DECLARE(pt_cell_vec, pt_cell);

typedef enum pt_kind { PT_GLOBAL, PT_LOCAL, PT_HEAP, PT_FUNCTION, PT_EXTERNAL } pt_kind;

typedef struct pt_object {
    void *value;
    uint64_t size; /* UINT64_MAX if unknown */
    pt_node node; /* where it was added, at offset 0: not a root */
    pt_kind kind;
    uint32_t next; /* in the same root node, or PT_NO_OBJECT */
} pt_object;
VEC_DECLARE(pt_object_vec, pt_object);

typedef struct pt_node_data {
    uint32_t parent;
    int64_t shift; /* an offset here is that offset plus shift in the parent */
    uint64_t stride;
    pt_cell_vec cells;
    uint32_t first_object, last_object;
    uint32_t version; /* grows with every change of cells or stride */
    bool is_external; /* it may hold objects that the program did not make */
    bool is_pointed; /* pt_point was called for it */
    bool is_unknown; /* what is stored in it was not stored by the program alone */
} pt_node_data;
VEC_DECLARE(pt_node_vec, pt_node_data);

typedef struct pt_slot_data {
    uint32_t parent, rank;
    pt_target target;
    uint64_t step; /* only with a target */
    uint32_t first_derived, last_derived; /* edges: slots that hold something computed from this one */
    bool has_target;
    bool is_fixed; /* holds exactly its target: it is never merged with another slot */
    bool is_dereferenced;
} pt_slot_data;
VEC_DECLARE(pt_slot_vec, pt_slot_data);

typedef struct pt_edge {
    pt_slot to;
    int64_t offset;
    uint64_t step;
    uint32_t next;
} pt_edge;
VEC_DECLARE(pt_edge_vec, pt_edge);

/* `length` bytes are copied from what `from` points to, to what `to` points to. */
typedef struct pt_copy {
    pt_target to, from;
    uint64_t length;
    uint32_t to_seen, from_seen; /* versions at the last visit */
    uint32_t visits;
} pt_copy;
VEC_DECLARE(pt_copy_vec, pt_copy);

typedef struct pt_pending {
    pt_slot a, b; /* to be unified, or b is PT_NO_SLOT: `a` gets this target */
    pt_target target;
    uint64_t step;
} pt_pending;
VEC_DECLARE(pt_pending_vec, pt_pending);

typedef struct points_to {
    pt_node_vec nodes;
    pt_slot_vec slots;
    pt_object_vec objects;
    pt_edge_vec edges;
    pt_copy_vec copies;
    pt_pending_vec pending;
    uint64_t changes; /* grows whenever something was merged, added or made coarser */
} points_to;

void pt_init(points_to *pt);
void pt_release(points_to *pt);

/* ---- constraints ---- */
pt_slot pt_new_slot(points_to *pt);
pt_slot pt_new_fixed(points_to *pt, pt_target target); /* a value that is exactly this address */
pt_node pt_new_node(points_to *pt);
/* An object whose address is offset 0 of a node just made. */
void pt_add_object(points_to *pt, pt_node n, pt_kind kind, void *value, uint64_t size);
void pt_unify(points_to *pt, pt_slot a, pt_slot b); /* either may be PT_NO_SLOT: nothing happens */
/* `to` may hold from + offset + any multiple of step (step 1: anything computed from it). One way: nothing flows back. */
void pt_derive(points_to *pt, pt_slot from, pt_slot to, int64_t offset, uint64_t step);
void pt_join(points_to *pt, pt_target a, pt_target b);
pt_target pt_dereference(points_to *pt, pt_slot s); /* makes a node without objects if nothing is known of the slot so far */
void pt_point(points_to *pt, pt_slot s); /* the slot has a target, known or not; it need not be dereferenced */
void pt_index(points_to *pt, pt_node n, uint64_t stride); /* some multiple of stride is added to an offset into the node */
/* size > 0 bytes are read or written, or (without PT_ACCESSED) just known to be a cell */
void pt_access(points_to *pt, pt_target t, uint64_t size, uint32_t flags);
pt_slot pt_contents(points_to *pt, pt_target t, uint64_t size, uint32_t flags); /* pt_access, and the slot of what is stored */
/* The nodes stay apart, but have equal cells within the two ranges, whose slots are unified. Cells that stick out of the range
 * become bytes. If the strides do not let single cells be told apart that way, they are made equal. With to = from this says that
 * the range is filled with bytes of one value. */
void pt_add_copy(points_to *pt, pt_slot to, pt_slot from, uint64_t length);
void pt_solve(points_to *pt);

/* ---- looking; no constraint may be pending ---- */
pt_target pt_resolve(const points_to *pt, pt_target t); /* the root node; the offset normalised by its stride */
uint64_t pt_step_of(const points_to *pt, pt_slot s); /* 0: its offset is exact */
bool pt_target_of(const points_to *pt, pt_slot s, pt_target *out); /* resolved; false if nothing flows into the slot */
pt_cell *pt_find_cell(const points_to *pt, pt_target resolved, uint64_t size); /* that holds all of these bytes; or NULL */
bool pt_is_root(const points_to *pt, pt_node n);
const char *pt_check(const points_to *pt); /* NULL, or which invariant does not hold */

#endif

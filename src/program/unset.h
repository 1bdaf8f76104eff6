#ifndef PROGRAM_UNSET_H
#define PROGRAM_UNSET_H

/* What a run finds in memory that nothing has set, and gets from outside, in the order of its UNSET statements: the bytes that the
 * objects of the compiled program must begin with for the same to happen there. */

#include "base/map.h"
#include "program/unset_info.h"

/* `count` cells of `size` bytes, each `stride` after the one before, hold the number high * 2^64 + low. */
typedef struct unset_piece {
    uint64_t offset, stride, count;
    uint32_t size;
    bool is_unknown; /* a floating-point number, which the run says nothing about */
    bool is_foreign; /* an address in the node's foreign memory */
    uint32_t node;
    uint64_t low, high;
} unset_piece;
VEC_DECLARE(unset_piece_vec, unset_piece);

typedef struct unset_object {
    uint32_t site;
    bool exists, is_argv;
    unset_role role; /* UNSET_CHANGE: an unseen function changes memory. What it changes follows, object by object: */
    size_t changes; /* this is nothing new, but what it stores in that object, or foreign memory: its index + 1 */
    bool changes_foreign;
    uint64_t address, size; /* if they matter */
    const unset_layout *layout; /* if unseen functions may change it */
    bool is_past; /* another one has its place now */
    size_t first, count; /* its pieces; what they leave out is any value, or not changed */
} unset_object;
VEC_DECLARE(unset_object_vec, unset_object);

/* Memory that is no object of the program, found through a pointer from outside: the bytes at addresses from `low` to before `high`, of
 * the run, of a node. Pieces count from `low`. */
typedef struct unset_foreign {
    uint32_t node;
    uint64_t address, low, high;
    bool is_fixed; /* it must be there in the compiled program, too */
    unset_role role; /* of what the pointer was found in: unseen functions may change what they have given to the program */
    size_t pointee; /* program_pointees */
    size_t first, count; /* its pieces */
} unset_foreign;
VEC_DECLARE(unset_foreign_vec, unset_foreign);

/* A pointer in an unset object, or in foreign memory, to an object of the program. */
typedef struct unset_own {
    bool in_foreign;
    unset_role role; /* of the holder */
    size_t holder; /* of the objects, or of the foreign ones */
    uint64_t offset; /* in it */
    uint64_t address; /* of the run */
    size_t target; /* of the objects; as many as there are if it is none of them */
} unset_own;
VEC_DECLARE(unset_own_vec, unset_own);

typedef struct unset_list {
    unset_object_vec objects;
    unset_foreign_vec foreign; /* as they were found */
    unset_piece_vec pieces;
    unset_own_vec own;
    u64_map latest; /* address -> index + 1 of the object that is there, if unseen functions may change it */
    struct value *before; /* what an unseen function is about to change */
    size_t n_before;
    size_t cells; /* looked at */
    bool is_cut; /* there were too many: the list ends early */
} unset_list;
void unset_list_init(unset_list *l);
void unset_list_release(unset_list *l);

bool unset_list_has_unknowns(const unset_list *l); /* are there floating-point numbers that the run says nothing about? */

/* Finds the targets of own pointers, when the run is over. */
void unset_list_finish(unset_list *l);

/* The i-th argument of the program, if the run has looked at it: appended. */
void unset_argument(const unset_list *l, size_t i, uint32_t pointer_size, text *out);

struct value; /* value.h */
struct machine; /* machine.h */
/* `args` are the values of the statement's arguments; the machine has those of the globals. Of a large object only the beginning is kept. */
void unset_record(unset_list *l, const struct machine *m, const unset_info *info, const struct value *args);

#endif

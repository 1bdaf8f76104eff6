#ifndef FRONT_LLVM_MEMORY_H
#define FRONT_LLVM_MEMORY_H

/* Where pointers may point, and what memory is made of.
 *
 * A unification-based points-to analysis over one LLVM module (flow- and context-insensitive; all functions, globals with
 * initialisers, calls, function pointers, memcpy). Every pointer value has a *node* (a class of objects that may be reached
 * through the same pointers) and an offset into it: a constant, or unknown up to a multiple of the node's *stride* (the gcd of
 * everything ever multiplied by a variable index into it; 0 if there is no such index). Accesses of a node fall into *cells*:
 * (offset modulo stride, size in bytes). If accesses overlap without being equal (a union, a cast, memcpy between different
 * layouts), they are one cell of *bytes*, as long as all of them; the node's other cells stay as they are. If an access does not
 * fit the stride, all of the node is bytes (the stride is 1). Nodes that are copied to each other by memcpy with a fixed length
 * have the same cells there.
 *
 * A *region* is what becomes of a cell:
 *   REGION_VARIABLE  one object (at a time: a global, or a local that recursion cannot double), no variable index: the cell is a
 *                    plain variable. A local of a recursive function is one only if its address goes nowhere: each activation has
 *                    its own
 *   REGION_ARRAY     an array from addresses to values, all of one size
 *   REGION_BYTES     (cells of bytes) an array from addresses to bytes 0..255, little endian
 * Accesses through different regions never alias. A function pointer's node also has the set of functions it may point to.
 *
 * This holds for runs in which every access is within the object its pointer was made from, and an integer that is used as an
 * address was computed from a pointer (or is not the address of an object of the program). Functions without a body are assumed
 * to change no memory and to call nothing back, but for the library's (memory_calls.c); what they return points to memory of
 * their own. A pointer that was never set has regions, too: of memory that belongs to no object. */

#include "base/text.h"
#include "base/vec.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct memory memory;
typedef struct region {
    uint32_t id;
} region;
#define REGION_NONE ((region){UINT32_MAX})
typedef enum region_kind { REGION_VARIABLE, REGION_ARRAY, REGION_BYTES } region_kind;

typedef struct region_info {
    region_kind kind;
    uint32_t size; /* bytes of one value; 1 for REGION_BYTES */
    bool is_pointer; /* every value ever stored or loaded has pointer type */
    LLVMValueRef object; /* REGION_VARIABLE: the global, alloca or parameter passed by value (byval) it is part of */
    uint64_t offset; /* REGION_VARIABLE: where in the object */
    LLVMValueRef array; /* REGION_ARRAY: the only object, if all of it is an array of such values with this stride; or NULL */
    uint64_t stride;
    const char *name; /* for people: "g.next", "heap@main:12.data", made of the objects' names and field offsets; owned by memory */
} region_info;

/* `layout` belongs to the module, in which variable arguments are ordinary memory (variadic.h). Functions reachable from `entry` only are looked at (NULL: all). */
memory *memory_analyse(LLVMModuleRef module, LLVMTargetDataRef layout, LLVMValueRef entry);
void memory_free(memory *m);

size_t memory_region_count(const memory *m);
const region_info *memory_region(const memory *m, region r);
/* The region that a load or store of `size` bytes through this pointer operand (in this function) touches. For a cell of bytes
 * it is its REGION_BYTES whatever the size. REGION_NONE if the pointer can point to nothing known (null, an integer), or no load
 * or store in the program is like that. The members of a struct that is loaded or stored as a whole are found by
 * memory_cells_of. */
region memory_access(const memory *m, LLVMValueRef pointer, uint64_t size);
/* All regions of the node the pointer points into: what a memcpy, memset, free or an unknown function given the pointer may
 * touch; `reachable` also follows pointers stored in memory. */
void memory_regions_of(const memory *m, LLVMValueRef pointer, bool reachable, u32_vec *out);
/* For memcpy, memset, and structs loaded as a whole: the cells of the node. Offsets are those from where the pointer points to:
 * modulo the stride if there is one, else below zero (as a large number) for cells before it. Library functions on strings
 * access bytes with stride 1; memcmp does, too, unless the node is a row of cells of one size. */
typedef struct memory_cell {
    region region;
    uint64_t offset, size;
} memory_cell;
VEC_DECLARE(memory_cell_vec, memory_cell);
uint64_t memory_cells_of(const memory *m, LLVMValueRef pointer, memory_cell_vec *out); /* returns the stride, 0 if none */
/* Where pointers point to: in a node, so many bytes from its start. */
typedef struct memory_place {
    uint32_t node;
    int64_t offset;
} memory_place;
bool memory_place_of(const memory *m, LLVMValueRef pointer, memory_place *out); /* false if it points to nothing known */
bool memory_place_in(const memory *m, region r, memory_place *out); /* for the pointers that are stored in a region */
uint64_t memory_cells_at(const memory *m, memory_place where, memory_cell_vec *out); /* as memory_cells_of */

/* The functions a called pointer may be and that take so many arguments: `*count` of them, the first `max` in `out`. False if
 * that is not all: an unknown one may be called, too. */
bool memory_callees(const memory *m, LLVMValueRef called, size_t n_args, LLVMValueRef *out, size_t max, size_t *count);
bool memory_has_other_callees(const memory *m, LLVMValueRef call); /* through a pointer: it may also be a function that takes other arguments */
/* An alloca or global that is never address-taken beyond loads and stores of whole cells: all of its regions are variables. Does
 * this object need an address at all? */
bool memory_needs_address(const memory *m, LLVMValueRef object);

/* ---- nodes, for those who follow which object a pointer was made from ---- */
typedef enum memory_kind { MEMORY_GLOBAL, MEMORY_LOCAL, MEMORY_HEAP, MEMORY_FUNCTION, MEMORY_FOREIGN } memory_kind;
typedef struct memory_object {
    LLVMValueRef value; /* the global, alloca, parameter, call or function it stands for; NULL: unknown */
    memory_kind kind;
} memory_object;
VEC_DECLARE(memory_object_vec, memory_object);
#define MEMORY_NO_NODE UINT32_MAX
size_t memory_node_count(const memory *m);
uint32_t memory_node_of(const memory *m, LLVMValueRef v); /* where it points into; MEMORY_NO_NODE if no address flows into it */
uint32_t memory_node_in(const memory *m, region r); /* where what is stored in the region points into */
uint32_t memory_node_around(const memory *m, region r); /* the region is part of it */
/* The objects that a pointer into the node may point to; true if it may also be memory that the program did not make. */
bool memory_node_objects(const memory *m, uint32_t node, memory_object_vec *out);
/* The address is used in nothing but loads, stores and copies of fixed parts: it goes nowhere. */
bool memory_stays_local(LLVMValueRef object);
/* The address is surely that of a byte of an object, not of one just past it (or it is null): how far from the object's start. False if
 * that is not known. */
bool memory_is_inside(const memory *m, LLVMValueRef v, int64_t *from_start);
/* Nothing is ever accessed through this pointer, or through copies of it. */
bool memory_is_only_compared(LLVMValueRef v);

/* ---- the outside: what functions that nobody has seen can reach (unseen.h) ---- */
void memory_outside_regions(const memory *m, u32_vec *out);
bool memory_is_outside(const memory *m, LLVMValueRef object); /* a function or global: its address is known there */

void memory_print(text *out, const memory *m); /* --print-regions */

#endif

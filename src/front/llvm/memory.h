#ifndef FRONT_LLVM_MEMORY_H
#define FRONT_LLVM_MEMORY_H

/* Where pointers may point, and what memory is made of.
 *
 * A unification-based points-to analysis over one LLVM module (flow- and context-insensitive; all functions, globals with
 * initialisers, calls, function pointers, memcpy). Every pointer value has a *node* (a class of objects that may be reached through
 * the same pointers) and an offset into it: a constant, or unknown up to a multiple of the node's *stride* (the gcd of
 * everything ever multiplied by a variable index into it; 0 if there is no such index). Accesses of a node fall into *cells*: (offset
 * modulo stride, size in bytes). If two cells of a node overlap without being equal (a union, a cast, memcpy between
 * different layouts), the whole node is *raw*: bytes.
 *
 * A *region* is what becomes of a cell:
 *   REGION_VARIABLE  one object, no variable index: the cell is a plain variable
 *   REGION_ARRAY     an array from addresses to values, all of one size
 *   REGION_BYTES     (raw nodes) an array from addresses to bytes 0..255, little endian
 * Accesses through different regions never alias. A function pointer's node also has the set of functions it may point to. */

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
    LLVMValueRef object; /* REGION_VARIABLE: the global or alloca it is part of */
    uint64_t offset; /* REGION_VARIABLE: where in the object */
    const char *name; /* for people: "g.next", "heap@main:12.data", made of the objects' names and field offsets; owned by memory */
} region_info;

/* `layout` belongs to the module. Functions reachable from `entry` only are looked at (NULL: all). */
memory *memory_analyse(LLVMModuleRef module, LLVMTargetDataRef layout, LLVMValueRef entry);
void memory_free(memory *m);

size_t memory_region_count(const memory *m);
const region_info *memory_region(const memory *m, region r);
/* The region that a load or store of `size` bytes through this pointer operand (in this function) touches. For a raw node it is its
 * REGION_BYTES whatever the size. REGION_NONE if the pointer can point to nothing known (null, an integer). */
region memory_access(const memory *m, LLVMValueRef pointer, uint64_t size);
/* All regions of the node the pointer points into: what a memcpy, memset, free or an unknown function given the pointer may
 * touch; `reachable` also follows pointers stored in memory. */
void memory_regions_of(const memory *m, LLVMValueRef pointer, bool reachable, u32_vec *out);
/* For memcpy/memset on nodes that are not raw: the cells of a node, as pairs offset (modulo stride), size. */
typedef struct memory_cell {
    region region;
    uint64_t offset, size;
} memory_cell;
VEC_DECLARE(memory_cell_vec, memory_cell);
uint64_t memory_cells_of(const memory *m, LLVMValueRef pointer, memory_cell_vec *out); /* returns the stride, 0 if none */
/* The functions a called pointer may be. `complete` tells whether that is all (false: an unknown one may be called, too). */
bool memory_callees(const memory *m, LLVMValueRef called, size_t n_args, LLVMValueRef *out, size_t max, size_t *count);
/* An alloca or global that is never address-taken beyond loads and stores of whole cells: all of its regions are variables. Does this
 * object need an address at all? */
bool memory_needs_address(const memory *m, LLVMValueRef object);

void memory_print(text *out, const memory *m); /* --print-regions */

#endif

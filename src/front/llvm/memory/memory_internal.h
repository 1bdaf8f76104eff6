#ifndef FRONT_LLVM_MEMORY_INTERNAL_H
#define FRONT_LLVM_MEMORY_INTERNAL_H

/* What the files of memory.h share.
 *   memory_scan.c     instructions and constants to constraints
 *   memory_calls.c    calls: direct, through pointers, of library functions
 *   memory_assembly.c inline assembly
 *   memory_regions.c  from nodes and cells to regions
 *   memory.c          the fixed point, queries
 * A value of struct or array type (a "register") has a slot whose target is a node of its own; the cells of that node are the
 * members. They are not PT_ACCESSED, so no region comes of them. */

#include "base/arena.h"
#include "base/map.h"
#include "front/llvm/memory/memory.h"
#include "front/llvm/memory/points_to.h"

VEC_DECLARE(value_vec, LLVMValueRef);

/* What a function without a body does to pointers; see memory_calls.c. */
typedef struct library_effect library_effect;

typedef struct memory_function {
    LLVMValueRef value;
    pt_slot result; /* what it returns */
    pt_target address; /* the node that stands for the function itself */
    const library_effect *effect; /* NULL if it has a body, or nothing is known of it */
    bool is_queued, is_recursive;
} memory_function;
VEC_DECLARE(memory_function_vec, memory_function);

typedef struct indirect_call {
    LLVMValueRef call;
    pt_slot callee;
    uint32_t caller; /* index of a memory_function */
    uint32_t representative; /* the first of all calls with as many arguments through pointers into its node */
} indirect_call;
VEC_DECLARE(indirect_call_vec, indirect_call);

typedef struct call_edge {
    uint32_t caller, callee;
} call_edge;
VEC_DECLARE(call_edge_vec, call_edge);
VEC_DECLARE(slot_vec, pt_slot);
/* How a library function that is built in goes through memory. */
typedef enum byte_use {
    USED_LOOSELY, /* what is there matters little: nothing is known of what it reads or writes unless the memory is bytes anyway */
    USED_AS_STRING, /* byte by byte */
    USED_AS_BLOCK /* byte by byte, or by larger units if the memory is a row of them */
} byte_use;
typedef struct string_slot {
    pt_slot slot;
    byte_use use;
} string_slot;
VEC_DECLARE(string_slot_vec, string_slot);
/* The distance of two addresses: left - right. */
typedef struct distance_slot {
    pt_slot left, right, result;
    bool is_linked;
} distance_slot;
VEC_DECLARE(distance_slot_vec, distance_slot);
typedef struct outside_slot {
    pt_slot slot;
    uint32_t const_levels; /* prototypes.h */
} outside_slot;
VEC_DECLARE(outside_slot_vec, outside_slot);

typedef struct assembly_site {
    LLVMValueRef call;
    pt_slot values; /* the addresses that it may hand on */
} assembly_site;
VEC_DECLARE(assembly_site_vec, assembly_site);
VEC_DECLARE(region_info_vec, region_info);

struct memory {
    LLVMModuleRef module;
    LLVMTargetDataRef layout;
    unsigned byval; /* the attribute */
    uint64_t pointer_size;
    points_to pt;
    u64_map slots; /* from values */
    u64_map function_ids;
    memory_function_vec functions;
    value_vec constants; /* met, their operands not yet looked at */
    u32_vec queue; /* functions to look at */
    indirect_call_vec indirect_calls;
    u64_map linked; /* pairs of an indirect call and a function */
    call_edge_vec calls; /* direct ones; in the end, all */
    assembly_site_vec assemblies;
    slot_vec from_integers; /* pointers made of integers */
    distance_slot_vec distances;
    string_slot_vec strings; /* pointers that a library function reads or writes as a string */
    bool has_outside, has_shared; /* unseen functions may change memory; variables that are not the program's own are known to be there */
    outside_slot_vec outside; /* what functions that nobody has seen get, return and pass to callbacks */
    slot_vec outside_given; /* of these: what they return and pass on */
    u32_map outside_nodes; /* in the end: all nodes that can be reached from there -> what is const of them, as in outside_slot */
    pt_target wild; /* what integers of unknown origin point to */
    bool has_wild;
    region_info_vec regions;
    u32_vec region_nodes; /* the root node of each region */
    slot_vec region_contents; /* what is stored in each region, or PT_NO_SLOT */
    arena names;
};

static inline uint64_t value_key(LLVMValueRef v) { return (uint64_t)(uintptr_t)v; }

/* ---- memory_scan.c ---- */
/* PT_NO_SLOT for constants that hold no address. */
pt_slot memory_slot(memory *m, LLVMValueRef v);
void memory_bind(memory *m, LLVMValueRef v, pt_slot s); /* v is what s holds */
void memory_derive_all(memory *m, LLVMValueRef user, unsigned n_operands); /* the result is computed from the first operands */
pt_target memory_new_object(memory *m, pt_kind kind, LLVMValueRef value, uint64_t size);
void memory_scan_function(memory *m, uint32_t function);
void memory_settle_constants(memory *m);
/* Follows constant offsets from a global or function. False if `v` is no such address. */
bool memory_constant_address(const memory *m, LLVMValueRef v, LLVMValueRef *base, int64_t *offset);

bool memory_constant_integer(const memory *m, LLVMValueRef v, int64_t *out); /* also offsetof written by hand */

/* ---- memory_calls.c ---- */
uint32_t memory_function_id(memory *m, LLVMValueRef function);
LLVMValueRef memory_strip_alias(LLVMValueRef v);
void memory_scan_call(memory *m, uint32_t caller, LLVMValueRef call);
void memory_link_indirect(memory *m); /* one round: calls through pointers reach the functions known so far */
void memory_link_outside(memory *m); /* one round: calls through pointers that may lead to functions that are not known */
bool memory_takes(LLVMValueRef function, unsigned n_args); /* can it be called with so many arguments? */

/* ---- memory_outside.c ---- */
void memory_pass_outside(memory *m, LLVMValueRef call, LLVMValueRef function); /* the arguments; function: which is called, or NULL */
void memory_get_from_outside(memory *m, LLVMValueRef value);
void memory_open_outside(memory *m); /* one round */
void memory_list_outside(memory *m);

/* ---- memory_assembly.c ---- */
void memory_scan_assembly(memory *m, LLVMValueRef call);
void memory_link_assemblies(memory *m); /* one round: what the addresses that they are given lead to, so far */

/* ---- memory_regions.c ---- */
void memory_build_regions(memory *m);

/* ---- memory_print.c ---- */
const char *memory_name_region(memory *m, pt_node root, const pt_cell *c); /* kept in m->names */

#endif

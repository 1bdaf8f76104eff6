#ifndef FRONT_LLVM_EMITTER_H
#define FRONT_LLVM_EMITTER_H

/* The function at hand: values of its instructions, and the statements that are made of them. */

#include "base/arena.h"
#include "front/llvm/translate/scalar.h"
#include "program/program.h"

typedef struct translator translator;

#define MAX_DEPENDENCIES 8
typedef struct value_entry {
    value value; /* leaves NULL: not translated yet */
    uint32_t position; /* in its function */
    uint32_t last_use; /* position; of a pending value */
    uint32_t dependencies[MAX_DEPENDENCIES]; /* ids of mutable symbols */
    uint32_t n_dependencies;
} value_entry;
MAP_DECLARE(value_map, LLVMValueRef, value_entry, hash_pointer, MAP_EQ_PLAIN);
VEC_DECLARE(llvm_block_vec, LLVMBasicBlockRef);

typedef struct block_entry {
    block block;
    bool has_block;
    bool decides; /* it ends in a choice between two ways, which is made in: */
    block decision;
    uint32_t stamp, access_stamp; /* of reads_unset */
    uint32_t first_access;
    bool first_is_load, writes;
} block_entry;
MAP_DECLARE(block_map, LLVMBasicBlockRef, block_entry, hash_pointer, MAP_EQ_PLAIN);

/* A failure is reported here. */
typedef struct failure {
    LLVMBasicBlockRef block;
    goal goal;
    place place;
} failure;
VEC_DECLARE(failure_vec, failure);

typedef struct phi_edge {
    LLVMValueRef phi;
    LLVMBasicBlockRef from;
} phi_edge;
static inline uint64_t hash_edge(phi_edge e) { return map_hash_mix(hash_pointer(e.phi), hash_pointer(e.from)); }
#define EDGE_EQ(a, b) ((a).phi == (b).phi && (a).from == (b).from)
MAP_DECLARE(edge_map, phi_edge, LLVMValueRef, hash_edge, EDGE_EQ);

typedef struct pending_link {
    LLVMValueRef value;
    uint32_t next; /* index + 1 */
} pending_link;
VEC_DECLARE(pending_link_vec, pending_link);

typedef struct emitter {
    value_map values;
    block_map blocks;
    edge_map incoming; /* what phis take */
    object_map redeclared; /* allocas whose declaration is not in the first block: the block */
    llvm_block_vec todo;
    LLVMBasicBlockRef source; /* the block at hand */
    failure_vec failures;
    arena scratch;
    uint32_t stamp;
    uint64_t budget;
    object_map shadows, always_set; /* if uninitialised values are checked: conditions (ids of terms) by instruction; locals that nothing reads before they are set */

    /* values of the block at hand that mention mutable variables */
    u32_map pending_heads; /* symbol -> index + 1 in links */
    pending_link_vec links;
    llvm_value_vec pending, pending_globals;
} emitter;

/* ---- translate_value.c ---- */
value translate_value(translator *t, LLVMValueRef v);
scalar translate_scalar(translator *t, LLVMValueRef v);
cint translate_int(translator *t, LLVMValueRef v);
term translate_condition(translator *t, LLVMValueRef v);
term translate_address(translator *t, LLVMValueRef v); /* of a pointer: its unsigned value */
/* The value of an instruction; `reads` is the mutable variable it reads besides its operands (or TERM_NONE). */
void translate_define(translator *t, LLVMValueRef inst, const scalar *leaves, size_t n, term reads);
void translate_define_int(translator *t, LLVMValueRef inst, cint c, term reads);
void translate_define_bool(translator *t, LLVMValueRef inst, term condition, term reads);
void translate_define_unknown(translator *t, LLVMValueRef inst);
cint scalar_as_int(translator *t, scalar s);
term cint_is_set(translator *t, cint c); /* it is not 0 */
scalar scalar_of_int(cint c);
scalar scalar_of_bool(term condition);
scalar scalar_of_var(const translator *t, term symbol);
bool type_is_float(LLVMTypeRef type); /* of any format */
bool type_is_unknown(LLVMTypeRef type); /* a floating-point format other than float and double */
bool type_is_aggregate(LLVMTypeRef type); /* a struct, array or vector: its leaves are those of its parts */
uint64_t type_length(LLVMTypeRef aggregate); /* how many parts */
uint64_t type_stride(const translator *t, LLVMTypeRef type); /* bytes from one element of an array or vector to the next */
void type_leaves(translator *t, LLVMTypeRef type, leaf_vec *out);
uint32_t type_width(const translator *t, LLVMTypeRef type); /* of an integer, pointer, float or double */
/* How the value of an instruction is used: 1 signed, -1 unsigned, 0 nothing says. */
int value_usage(LLVMValueRef v);
void translate_forget_pending(translator *t); /* at the end of a block */

/* ---- translate_emit.c ---- */
/* A temporary of the procedure at hand for a scalar of this type: SCALAR_UNKNOWN needs none. */
scalar translate_temp(translator *t, const char *hint, LLVMTypeRef type, bool is_signed);
term translate_temp_int(translator *t, const char *hint, uint32_t width, bool is_signed);
term translate_temp_bool(translator *t, const char *hint);
void translate_assign(translator *t, term target, term v);
void translate_assign_scalar(translator *t, scalar target, scalar v);
void translate_assign_value(translator *t, scalar target, scalar v); /* without the origin; target is no SCALAR_UNKNOWN */
void translate_havoc(translator *t, term target, const char *name);
void translate_input(translator *t, term target, const char *name);
void translate_input_within(translator *t, term target, const char *name, int64_t low, int64_t high); /* low > high: as the type has it */
void translate_havoc_within(translator *t, term target, const char *name, int64_t low, int64_t high);
void translate_note(translator *t, const char *what, cint v); /* for the replay: see run_note */
void translate_exit(translator *t, LLVMValueRef status); /* the run ends */
/* A fresh temporary that holds any value. */
scalar translate_any(translator *t, const char *why, LLVMTypeRef type, bool is_signed);
cint translate_any_int(translator *t, const char *why, uint32_t width, bool is_signed);
void translate_assume(translator *t, term condition);
void translate_add(translator *t, stmt s); /* at the place at hand */
void translate_assumption(translator *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Moves the value of an instruction to temporaries. */
void translate_save(translator *t, value_entry *e, LLVMValueRef inst);
/* Saves the pending values that mention this variable (TERM_NONE: any global one), which is about to change. */
void translate_retire(translator *t, term symbol);
void translate_retire_all(translator *t); /* before a loop inside of a block */

/* A function of the library that is no more than an operation: what C leaves open there is the caller's mistake. */
bool translate_is_bare_arithmetic(const char *function);

/* ---- translate_op.c ---- */
/* The amount that a shift has in the source: clang makes it as wide as what is shifted, and so may cut it. A cast that was written stays. */
LLVMValueRef translate_written_amount(LLVMValueRef shift);
cint translate_binary(translator *t, LLVMOpcode op, cint a, cint b, bool nsw, bool is_signed);
term translate_compare(translator *t, LLVMIntPredicate predicate, cint a, cint b);
bool translate_arithmetic(translator *t, LLVMValueRef inst); /* false: no such instruction */
cint translate_cast(translator *t, LLVMOpcode op, cint a, uint32_t width, bool is_signed);

/* ---- translate_float.c ---- */
void float_plan_instruction(translator *t, LLVMValueRef inst);
void float_plan(translator *t);
void float_note_any(translator *t);
bool float_is_operation(LLVMOpcode op);
/* The operation of the instruction on scalars, or on one element of each vector. */
scalar float_operation(translator *t, LLVMValueRef inst, const scalar *operands);
void translate_float(translator *t, LLVMValueRef inst);
bool float_intrinsic(translator *t, LLVMValueRef call, const char *name); /* `name` without "llvm."; false: it is not known */
scalar float_constant(translator *t, LLVMValueRef v);
scalar float_returned(translator *t, scalar s, LLVMTypeRef type);

/* ---- translate_vector.c ---- */
bool translate_vector(translator *t, LLVMValueRef inst); /* an operation on vectors; false: it is none */
bool vector_is_involved(LLVMValueRef inst);

#endif

#ifndef FRONT_LLVM_REPLAY_SITES_H
#define FRONT_LLVM_REPLAY_SITES_H

/* Places of the compiled program that a replay and a test have to know: where memory appears that nothing has set, and where goals are covered. */

#include "base/vec.h"
#include "front/llvm/memory/memory.h"
#include "front/llvm/module/module.h"
#include "front/llvm/translate/scalar.h"
#include "program/unset_info.h"

typedef struct translator translator;

/* Where, in the compiled program, something appears that nothing has set: by this number UNSET statements refer to it. */
typedef enum site_kind {
    SITE_LOCAL, /* an alloca is executed */
    SITE_DECLARED, /* control passes the declaration of a local variable: `where` is the call of llvm.dbg.declare */
    SITE_ALLOCATED, /* a call of malloc or its kin has returned */
    SITE_RESULT, /* a function without a body is called, and returns a value */
    SITE_STRUCT, /* ... and returns a struct where its first parameter points to */
    SITE_PARAMETER, /* of the entry */
    SITE_GLOBAL, /* that is only declared */
    SITE_ADDRESS, /* a number that the program takes for an address, as of a device; `where` is the constant */
    SITE_OWN, /* nothing unset: a global of the program that unseen functions may change */
    SITE_CHANGE, /* unseen functions change memory */
    SITE_GIVEN /* what they call back, and with which arguments; `where` is the call of latch.any in latch.effects */
} site_kind;
typedef struct unset_site {
    site_kind kind;
    LLVMValueRef where; /* instruction, function, parameter, global or constant */
    c_type type; /* of an object, if the source tells */
    bool is_const;
} unset_site;
VEC_DECLARE(unset_site_vec, unset_site);

VEC_DECLARE(memory_place_vec, memory_place);
static inline uint64_t memory_place_hash(memory_place p) { return map_hash_mix(p.node, (uint64_t)p.offset); }
#define MEMORY_PLACE_EQ(a, b) ((a).node == (b).node && (a).offset == (b).offset)
MAP_DECLARE(place_map, memory_place, uint32_t, memory_place_hash, MEMORY_PLACE_EQ);

/* Where, in the compiled program, a goal is covered: at the start of the block `to`; where control goes from `from` to `to`; at a call; at a
 * call whose first argument is false. */
typedef struct cover_site {
    LLVMBasicBlockRef from, to; /* from: NULL at the start of a block */
    LLVMValueRef call; /* NULL: at a block */
    bool if_false;
    goal goal;
} cover_site;
VEC_DECLARE(cover_site_vec, cover_site);
typedef struct cover_key {
    LLVMBasicBlockRef from, to;
} cover_key;
static inline uint64_t hash_cover(cover_key k) { return map_hash_mix(hash_pointer(k.from), hash_pointer(k.to)); }
#define COVER_EQ(a, b) ((a).from == (b).from && (a).to == (b).to)
MAP_DECLARE(cover_map, cover_key, uint32_t, hash_cover, COVER_EQ);

typedef struct replay_sites {
    unset_site_vec sites;
    object_map result_sites; /* function -> site */
    uint32_t change_site; /* + 1, of all changes by unseen functions */
    place_map pointee_ids; /* index in pointees */
    memory_place_vec pointees;

    cover_site_vec covers;
    cover_map cover_at; /* blocks and edges -> goal */
    object_map cover_calls; /* call -> goal */
} replay_sites;

/* ---- translate_unset.c ---- */
/* Statements that tell a replay what an object, or what a function without a body returns, holds here. */
void unset_local(translator *t, LLVMValueRef alloca_inst);
void unset_declared(translator *t, LLVMValueRef declaration, LLVMValueRef variable);
/* `is_set`: the memory is cleared. */
void unset_allocated(translator *t, LLVMValueRef call, term address, term size, term exists, bool is_set);
void unset_result(translator *t, LLVMValueRef call, const char *name, const scalar *leaves, const leaf_vec *types);
void unset_struct(translator *t, LLVMValueRef call, const char *name, LLVMValueRef to, uint64_t size); /* returned by its first argument */
void unset_given(translator *t, LLVMValueRef call); /* of latch.any: what an unseen function chooses */
void unset_outside(translator *t, const u32_vec *regions, unset_role role); /* what an unseen function can reach, before and after it changes that */
void unset_pointer(translator *t, LLVMValueRef load, term loaded); /* from among bytes */
void unset_parameters(translator *t); /* of the entry, at its start */
void unset_globals(translator *t);
void unset_addresses(translator *t); /* what is at addresses that the program has as numbers */
void unset_pointees(translator *t); /* after all of them */

/* ---- cover.c ---- */
bool cover_plan(translator *t); /* makes the goals that options->covers asks for; false: a diagnostic */
void cover_release(translator *t);
bool cover_has_edge(const translator *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
/* Statements: control passes here. */
void cover_block(translator *t, LLVMBasicBlockRef b);
void cover_edge(translator *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to);
void cover_call(translator *t, LLVMValueRef call);
/* The goal, if it has been made, is violated by the call (if its first argument is false). */
void cover_failure(translator *t, LLVMValueRef call, bool if_false, goal g);

#endif

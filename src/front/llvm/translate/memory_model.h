#ifndef FRONT_LLVM_MEMORY_MODEL_H
#define FRONT_LLVM_MEMORY_MODEL_H

/* Memory as variables of the program: addresses of objects, regions and what is read from them and written to them, where pointers come from, which objects
 * are gone. */

#include "front/llvm/translate/address_flow.h"
#include "front/llvm/translate/plan.h"
#include "program/unset_info.h"

VEC_DECLARE(address_range_vec, address_range);

typedef struct memory_model {
    object_map addresses;
    uint64_t next_address;
    term heap_end; /* TERM_NONE until it is used */
    term heap_sizes; /* from addresses of objects on the heap to how many bytes were asked for; TERM_NONE until it is used */
    term live_blocks; /* how many blocks of the heap there are; TERM_NONE until it is used */
    u32_map mutable_globals; /* symbols that calls may change */
    address_flow *flow;
    u32_map freed, any_freed; /* node -> symbol: see translate_observed.c */
    /* what was never set, if that is checked: by region, TERM_NONE until it is used */
    term *region_shadows, *region_stains;
} memory_model;

/* ---- translate_address.c ---- */
/* Objects of the program begin far enough from null that a pointer from outside, of which a solver knows no more than that something is
 * there, mostly does not point into one by accident. */
enum { LEAST_ADDRESS = 4096, FIRST_ADDRESS = 1 << 20 };
uint64_t address_next(const translator *t); /* beyond all objects so far */
uint64_t address_of_object(translator *t, LLVMValueRef object, uint64_t size);
term address_of_gep(translator *t, LLVMValueRef gep); /* instruction or constant */
/* A new object of this many bytes (unsigned): its address. */
term address_allocate(translator *t, const char *hint, cint size);
term address_heap_sizes(translator *t);
/* The object and the constant offset a pointer is made of; NULL if there is no such thing. */
LLVMValueRef address_base(const translator *t, LLVMValueRef pointer, bool *is_constant, int64_t *offset);
uint64_t address_object_size(const translator *t, LLVMValueRef object); /* 0 if unknown */

/* ---- translate_origin.c ---- */
node_info *origin_node(translator *t, LLVMValueRef v); /* NULL if no address flows into it */
/* Where objects are that the program made and that a pointer into the node may point to; true: there may be others, which are placed when they
 * appear. */
bool origin_ranges(const translator *t, uint32_t node, address_range_vec *out);
bool origin_is_carried(translator *t, LLVMValueRef v); /* its node does not tell its origin */
bool origin_is_passed(translator *t, LLVMValueRef param); /* as parameters of their own, for each of its leaves that is a pointer */
size_t origin_size(const translator *t); /* how many terms an origin is: 0 if none is followed */
origin origin_nowhere(const translator *t);
origin origin_foreign(const translator *t, term address); /* nowhere if it is null */
origin origin_from(const translator *t, term low, term size);
origin origin_of_object(translator *t, LLVMValueRef object, uint64_t size); /* one with a constant address */
origin origin_of_scalar(const translator *t, scalar s);
origin origin_of_value(translator *t, LLVMValueRef v); /* of a pointer */
scalar origin_put(scalar s, origin o);
term origin_var(translator *t, proc owner); /* one of its two parts */
origin origin_new(translator *t, sort s, proc owner); /* variables: of sort Int, or arrays */
origin origin_saved(translator *t, origin o); /* in temporaries, unless they are numbers */
origin origin_choose(translator *t, term c, origin a, origin b);
void origin_assign(translator *t, origin target, origin v);
void origin_push(origin o, term_vec *out);
origin origin_at(const translator *t, const term *from);
void origin_leaf_vars(translator *t, LLVMTypeRef type, proc owner, term_vec *out); /* for each leaf that is a pointer */
/* In memory. */
bool origin_is_stored(translator *t, region r); /* the region has origins beside it */
origin origin_blank(translator *t, region r, sort s); /* of pointers that were never set */
origin origin_read(translator *t, region r, term address, term loaded); /* `loaded`: the pointer itself, or TERM_NONE */
origin origin_updated(translator *t, region r, origin from, term address, origin v);
/* Which objects are gone. */
term origin_is_alive(translator *t, node_info *n, term low);
term origin_is_writable(translator *t, const node_info *n, term low);
term origin_is_from_heap(translator *t, node_info *n, term low);
void origin_end(translator *t, node_info *n, term low);
void origin_begin(translator *t, LLVMValueRef object, term low); /* the alloca, parameter or call of malloc; at a new address */
void origin_enter(translator *t); /* the function at hand */
void origin_leave(translator *t);
void origin_scope(translator *t, LLVMValueRef call); /* llvm.lifetime.start or .end */
void origin_restore(translator *t, LLVMValueRef call); /* llvm.stackrestore */

/* ---- translate_memory.c ---- */
void memory_renew(translator *t, LLVMValueRef variable); /* a local variable whose address may change gets a new one */
/* An array that holds anything whenever it is declared must not show what it held before: a small one is filled with any
 * values, another one gets a new address. */
enum { MAX_FILLED = 64 };
region_use *memory_use(translator *t, region r); /* with its variable */
void memory_set_initial_origin(translator *t, const region_use *u, origin o);
void translate_load(translator *t, LLVMValueRef inst);
void translate_store(translator *t, LLVMValueRef inst);
void translate_alloca(translator *t, LLVMValueRef inst);
void translate_prologue(translator *t);
void translate_declare(translator *t, LLVMValueRef variable); /* control passes the declaration of a local variable */
/* The bytes at an address (which a REGION_VARIABLE does not need), in the region's representation. */
cint region_read(translator *t, region r, term address, uint32_t bytes);
/* The region's variable with these bytes changed; `from` is its value before. */
term region_updated(translator *t, region r, term from, term address, uint32_t bytes, scalar v);
term region_byte(translator *t, cint v, uint32_t index); /* 0 is the lowest; a number 0 .. 255 */
void region_havoc(translator *t, region r, const char *why);

/* ---- translate_block.c: memcpy, memset and their kin ---- */
/* The cells in [0, size) from a pointer, by their distance from it. False if they are too many. */
bool memory_cells_within(translator *t, LLVMValueRef pointer, uint64_t size, memory_cell_vec *out);
/* Loads and stores of structs and arrays in registers. */
void translate_load_aggregate(translator *t, LLVMValueRef inst, LLVMValueRef pointer);
void translate_store_aggregate(translator *t, LLVMValueRef pointer, LLVMTypeRef type, value v);
void translate_copy(translator *t, LLVMValueRef to, LLVMValueRef from, LLVMValueRef size);
/* The same to another function's parameter, at an address the caller knows. */
void translate_copy_to(translator *t, LLVMValueRef to, term to_address, LLVMValueRef from, uint64_t size);
void translate_fill(translator *t, LLVMValueRef to, cint byte, LLVMValueRef size);
void translate_fill_at(translator *t, LLVMValueRef to, term to_address, cint byte, LLVMValueRef size);
void memory_havoc_all(translator *t, LLVMValueRef pointer, const char *why);
/* After what is not followed ("a copy of ..."): any values, with the assumption. */
void memory_forget(translator *t, LLVMValueRef to, const char *what);
void memory_fill(translator *t, LLVMValueRef to, term to_address, cint byte, uint64_t size); /* to_address: as in translate_copy_to */
cint memory_repeated(translator *t, cint byte, uint64_t size); /* so many of the byte as one unsigned number */
void memory_havoc_object(translator *t, LLVMValueRef pointer, uint64_t size, const char *why);

/* ---- translate_init.c ---- */
void translate_initial_values(translator *t);
/* The bytes of a constant string a pointer points to; false if it is none. */
bool constant_string(const translator *t, LLVMValueRef pointer, text *out);

/* ---- translate_observed.c: addresses as numbers ---- */
/* `v` as the machine has it if it is an address; otherwise as it is. */
bool observed_is_address(translator *t, LLVMValueRef v); /* of an object of the program, perhaps */
cint observed_number(translator *t, LLVMValueRef v, cint c);
cint observed_pointer(translator *t, LLVMValueRef v, cint c); /* the same, of a pointer, too */
/* True: *equal is whether the two are equal (the predicate is one of equality). False: *a and *b are to be compared. */
bool observed_comparison(translator *t, LLVMIntPredicate predicate, LLVMValueRef left, LLVMValueRef right, cint *a, cint *b, term *equal);
/* True: *out is the result. False: it is that of *a and *b. */
bool observed_operation(translator *t, LLVMValueRef inst, LLVMOpcode op, cint *a, cint *b, cint *out);
cint observed_masked_pointer(translator *t, LLVMValueRef pointer, LLVMValueRef mask); /* their bits in common */
void observed_freed(translator *t, LLVMValueRef pointer, term unless);
void observed_allocated(translator *t, LLVMValueRef call, term address);

#endif

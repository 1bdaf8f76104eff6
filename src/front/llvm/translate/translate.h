#ifndef FRONT_LLVM_TRANSLATE_H
#define FRONT_LLVM_TRANSLATE_H

/* From LLVM to the program representation: what the files translate*.c share.
 *
 * An LLVM value is a list of scalars (its leaves: more than one only for structs, arrays and vectors in registers). A scalar is an exact
 * integer (pointers are unsigned addresses; of float and double it is the bit pattern), a condition (i1), or unknown (long double and other formats).
 *
 * A scalar is a term over program variables. Variables are of two kinds: *mutable* ones (regions of memory, the heap's end), which
 * stores and calls change, and temporaries, which hold the value of one instruction: by dominance a term over temporaries is
 * right wherever LLVM lets the value be used. So a value whose term mentions mutable variables is *pending*: before one of them is
 * written, it is saved in a temporary if it is used later in its block; one that is used in other blocks is saved at once. */

#include "base/arena.h"
#include "base/map.h"
#include "front/llvm/translate/address_flow.h"
#include "front/llvm/c_front.h"
#include "front/llvm/translate/cint.h"
#include "front/llvm/memory/memory.h"
#include "front/llvm/module/module.h"

/* Where a pointer comes from: the object [low, high) it was made from, wherever it points now. Origins are followed only if bounds or
 * pointers are checked (`high` only for bounds, otherwise it is TERM_NONE). An origin is always one of
 *   nowhere   low = high = 0: null, a pointer that was never set, a number
 *   foreign   low = 1, high beyond all addresses: memory that the program did not make (and that is an assumption of the verdict)
 *   object    the first byte of an object of the program's, and the one past its last
 * It is carried along with the pointer: in scalars, in temporaries, parameters and results of their own, and beside the regions of
 * memory that hold pointers (an array indexed by the same address; for bytes, by that of the pointer's first byte). Terms of origins
 * are over temporaries and numbers only.
 *
 * The points-to analysis saves most of this. If a node has one object, whose address is constant, then the origin of every pointer
 * into it is that object (NODE_FIXED), and nothing is carried: an access is within it, or wrong. The same holds for nodes
 * without objects, and of functions (NODE_EMPTY). An origin that is not true can be no reason for a wrong SAFE: what is proved
 * is that the address accessed lies in [low, high), which is an object of the pointer's node that is there.
 *
 * Addresses are never given out twice: a local variable that may be gone while there are pointers to it (translate_escape.c) has a
 * new one each time. A node where objects end (freed, scope left, function returned) has an array `alive` from `low`. */
typedef struct origin {
    term low, high;
} origin;

typedef enum scalar_kind { SCALAR_INT, SCALAR_BOOL, SCALAR_UNKNOWN } scalar_kind;
typedef struct scalar {
    scalar_kind kind;
    cint number; /* SCALAR_BOOL: its value is a Bool term */
    bool has_origin; /* false: nowhere */
    origin origin;
} scalar;
typedef struct value {
    const scalar *leaves;
    size_t n;
} value;

/* A scalar of an aggregate type. */
typedef struct leaf {
    LLVMTypeRef type;
    uint64_t offset;
} leaf;
VEC_DECLARE(leaf_vec, leaf);

#define MAX_DEPENDENCIES 8
typedef struct value_entry {
    value value; /* leaves NULL: not translated yet */
    uint32_t position; /* in its function */
    uint32_t last_use; /* position; of a pending value */
    uint32_t dependencies[MAX_DEPENDENCIES]; /* ids of mutable symbols */
    uint32_t n_dependencies;
} value_entry;
static inline uint64_t hash_pointer(const void *p) { return map_hash_u64((uint64_t)(uintptr_t)p); }
MAP_DECLARE(value_map, LLVMValueRef, value_entry, hash_pointer, MAP_EQ_PLAIN);
MAP_DECLARE(object_map, LLVMValueRef, uint64_t, hash_pointer, MAP_EQ_PLAIN);
VEC_DECLARE(llvm_value_vec, LLVMValueRef);
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

typedef struct function_info {
    LLVMValueRef function;
    proc proc;
    bool is_recursive, is_called; /* by a function of the program */
    u32_vec regions; /* of its allocas: plain variables, and arrays that are local to it */
    u32_vec callees, callers; /* indices of functions; callers only if origins are followed */
} function_info;
VEC_DECLARE(function_vec, function_info);

enum { OBJECT_GLOBAL = 1, OBJECT_LOCAL = 2, OBJECT_HEAP = 4, OBJECT_UNKNOWN = 8, OBJECT_ARGUMENT = 16 }; /* OBJECT_ARGUMENT: what the system gives main */
typedef struct region_use {
    uint32_t user; /* function that accesses it: index + 1; 0 = none */
    bool several_users;
    uint32_t owner; /* function of all of its allocas: index + 1 */
    bool several_owners;
    uint8_t objects; /* set of OBJECT_... */
    uint32_t n_objects;
    bool is_stored; /* by a store instruction */
    bool is_blurred; /* a library function may write it as a whole */
    bool reads_integers; /* and floating-point numbers that are known */
    bool holds_floats, reads_bits; /* float or double is stored; something else is loaded */
    bool keeps_bools; /* only 0 and 1 are ever stored */
    int votes; /* > 0: signed */
    bool is_local, is_unset; /* is_unset: may be read before it is written */
    term symbol; /* TERM_NONE until it is used */
    bool is_signed, is_declared; /* is_declared: as the source says */
    uint32_t width;
    bool has_origin; /* of the pointers in it */
    origin origin;
} region_use;

typedef enum node_kind { NODE_UNSEEN, NODE_EMPTY, NODE_FIXED, NODE_MIXED } node_kind;
typedef struct node_info {
    uint32_t id;
    node_kind kind;
    LLVMValueRef object; /* NODE_FIXED */
    bool is_freed; /* by some call of free */
    uint32_t first_holder; /* region that holds pointers into it: index + 1 */
    bool is_foreign, is_own; /* may be memory that the program did not make; may be an object that it made */
    bool has_heap, is_unmodelled; /* is_unmodelled: some of it comes from a library function that is not modelled */
    bool ends; /* an object may be gone while there are pointers to it */
    bool marks_stack; /* `alive` tells objects on the stack, which must not be freed */
    term alive; /* TERM_NONE until it is used */
} node_info;

typedef struct pending_link {
    LLVMValueRef value;
    uint32_t next; /* index + 1 */
} pending_link;
VEC_DECLARE(pending_link_vec, pending_link);

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
VEC_DECLARE(address_range_vec, address_range);

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

typedef struct translator {
    term_store *ts;
    program *p;
    const c_module *cm;
    memory *mem;
    const c_front_options *options;
    diag *error;
    uint32_t pointer_bits;

    /* the plan: made once */
    function_vec functions;
    object_map function_index; /* index + 1 */
    region_use *regions;
    size_t n_regions;
    LLVMValueRef entry;
    block first; /* of the entry procedure: what globals hold at the start */

    node_info *nodes; /* of the points-to analysis; only if origins are followed */
    object_map moving; /* allocas that may have several addresses */
    object_map ending; /* local variables that may be gone while there are pointers to them */
    uint32_t *next_holder; /* by region */
    u64_map users; /* node << 32 | function: how it uses pointers into the node */

    /* addresses */
    object_map addresses;
    uint64_t next_address;
    term heap_end; /* TERM_NONE until it is used */
    term heap_sizes; /* from addresses of objects on the heap to how many bytes were asked for; TERM_NONE until it is used */
    term live_blocks; /* how many blocks of the heap there are; TERM_NONE until it is used */
    u32_map mutable_globals; /* symbols that calls may change */
    address_flow *flow;
    u32_map freed, any_freed; /* node -> symbol: see translate_observed.c */

    /* the function at hand */
    uint32_t current; /* its index */
    proc proc;
    block at;
    place here;
    uint32_t position;
    bool ended; /* nothing after this point of the block is reached */
    bool in_library; /* the instruction at hand is not the program's own */
    bool trusts_arithmetic; /* and what it computes is right, whatever the program passes */
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

    unset_site_vec sites;
    object_map result_sites; /* function -> site */
    uint32_t change_site; /* + 1, of all changes by unseen functions */
    place_map pointee_ids; /* index in pointees */
    memory_place_vec pointees;

    struct {
        bool nans_are_seen; /* the program can tell NaNs from each other */
        bool rounds_otherwise; /* it may change how results are rounded */
    } floats;

    cover_site_vec covers;
    cover_map cover_at; /* blocks and edges -> goal */
    object_map cover_calls; /* call -> goal */

    /* what was never set, if that is checked: by region, TERM_NONE until it is used; of the function at hand, conditions (ids of terms) by
     * instruction, and locals that nothing reads before it is set */
    term *region_shadows, *region_stains;
    object_map shadows, always_set;

    /* values of the block at hand that mention mutable variables */
    u32_map pending_heads; /* symbol -> index + 1 in links */
    pending_link_vec links;
    llvm_value_vec pending, pending_globals;
} translator;

static inline bool translate_failed(const translator *t) { return t->error->message != NULL; }
static inline bool translate_checks(const translator *t, goal_kind k) { return (t->options->checks >> k) & 1u; }
static inline bool translate_tracks(const translator *t) { return translate_checks(t, GOAL_BOUNDS) || translate_checks(t, GOAL_POINTER); }
/* The program cannot be translated: diagnostic at the place at hand. */
void translate_refuse(translator *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* ---- translate.c ---- */
bool translate_module(translator *t);
/* Nothing after this point of the block is reached. */
void translate_end_run(translator *t);

/* ---- translate_outside.c ---- */
/* What unseen functions can reach at this call gets any values: here, or by the procedure of `latch.effects`. */
void outside_changes(translator *t, LLVMValueRef call);
void outside_call(translator *t, LLVMValueRef call, proc effects);
void outside_note_pointers(translator *t); /* what is assumed of those that are there at the start */
void outside_note_linker(translator *t); /* what only the linker or the loader knows is a doubt */

/* ---- translate_plan.c ---- */
bool plan_make(translator *t);
void plan_release(translator *t);
uint32_t plan_function(const translator *t, LLVMValueRef function); /* index + 1, 0 if it is not in the program */
/* The candidates of a called pointer, in the order of the module; true if those are all. */
bool plan_callees(const translator *t, LLVMValueRef call, llvm_value_vec *out);
bool plan_is_dynamic_alloca(LLVMValueRef alloca_inst);
LLVMValueRef plan_declared(LLVMValueRef inst); /* by a call of llvm.dbg.declare; NULL if it is none */
bool plan_is_allocator(const char *name);
const char *plan_callee_name(LLVMValueRef inst); /* "" if it calls no function by name */
bool plan_is_lifetime(LLVMValueRef user); /* a call that marks the scope of a local variable */
bool plan_has_lifetime(LLVMValueRef variable);
uint32_t plan_owner(const translator *t, LLVMValueRef object); /* function of an alloca or parameter passed by value: index + 1, or 0 */
/* Whether a load of this plain local variable can see the value from before any store, by its uses in the control-flow graph. */
bool plan_reads_unset(translator *t, LLVMValueRef alloca_inst);
/* The instruction stores a value in the whole of the variable. */
bool plan_sets(const translator *t, LLVMValueRef inst, LLVMValueRef alloca_inst);

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

/* ---- translate_escape.c ---- */
void escape_plan(translator *t);
void escape_release(translator *t);
bool escape_is_unreturning(const translator *t, uint32_t function); /* the run ends where it returns */
bool escape_is_passed_on(LLVMValueRef object); /* its address is stored, passed or returned */
bool escape_has_inner_scope(LLVMValueRef object); /* which ends elsewhere than where the function returns */
bool escape_is_restored(LLVMValueRef object, LLVMValueRef restore); /* an array of variable size whose scope ends by this llvm.stackrestore */
bool escape_ends(const translator *t, LLVMValueRef object); /* it may be gone while there are pointers to it */
bool escape_may_dangle(const translator *t, LLVMValueRef object); /* the same, whatever is checked; if pointers to locals are compared */

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

/* ---- translate_call.c ---- */
void translate_call(translator *t, LLVMValueRef call);
void translate_define_results(translator *t, LLVMValueRef call, const term *results, size_t n);
void translate_unknown_call(translator *t, LLVMValueRef call, const char *name);
bool translate_is_byval(const translator *t, LLVMValueRef function, unsigned index, uint64_t *size); /* an object of the callee's */
/* Leaves of a type as variables: parameters, results. `sign` as by value_usage. */
void translate_leaf_vars(translator *t, LLVMTypeRef type, const char *hint, const char *source_name, int sign, proc owner,
                         term_vec *out);

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

/* ---- translate_assembly.c ---- */
void translate_assembly(translator *t, LLVMValueRef call); /* also asm goto, up to the jump */

/* ---- translate_libc.c ---- */
/* A call of a library function: what exactly it reads and writes is not known. */
void translate_note_unchecked(translator *t, LLVMValueRef call, const char *name);
bool translate_library(translator *t, LLVMValueRef call, const char *name); /* false: nothing is known of it */
/* A call of a function of the real library that has no model: what it touches, allocates and frees is not known. */
void library_unmodelled(translator *t, LLVMValueRef call, LLVMValueRef function);
bool translate_intrinsic(translator *t, LLVMValueRef call, const char *name);
void translate_any_result(translator *t, LLVMValueRef call, const char *name); /* what the real library computes: no input */
bool library_is_failure(const char *name);
bool library_is_modelled(const char *name); /* translate_library knows it */
bool call_is_modelled(LLVMValueRef function); /* by name, although it has a body */
bool library_allocates(const char *name); /* what it returns is an object that is modelled */
bool library_allocates_product(const char *name); /* of its two arguments */
/* No object is larger: with 32 bits, half of the address space; with 64, all of it that a process gets. */
#define MOST_BYTES(bits) ((bits) == 32 ? (int64_t)INT32_MAX : (INT64_C(1) << 47) - 1)
/* Strings are shorter than that; two of them fit into one object. */
#define LONGEST_STRING(bits) (MOST_BYTES(bits) / 2 - 1)

/* ---- translate_primitive.c: what the library's code asks for (lib/libc/latch.h) ---- */
bool translate_primitive(translator *t, LLVMValueRef call, const char *name); /* false: it is none */
bool primitive_is_one(const char *name);

/* ---- translate_string.c: false if the memory is not made of bytes, or the types are not the library's ---- */
bool string_length(translator *t, LLVMValueRef call);
bool string_compare(translator *t, LLVMValueRef call, const char *name);
bool string_copy(translator *t, LLVMValueRef call, const char *name);
bool memory_fill_loop(translator *t, LLVMValueRef to, cint byte, cint size);
bool memory_copy_loop(translator *t, LLVMValueRef to, LLVMValueRef from, cint size);

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

/* ---- translate_argument.c: of main ---- */
bool argument_is_main(const translator *t); /* runs begin there */
int64_t argument_first_address(const translator *t); /* no object of the program is here or above */
void argument_assume_call(translator *t, const term_vec *params); /* what the system calls it with */
void argument_assume_strings(translator *t, term argc, term argv);
void argument_assume_loaded(translator *t, region r, term loaded); /* from argv: null, or a string */

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

/* ---- translate_uninit.c ---- */
void uninit_enter(translator *t); /* the function at hand */
void uninit_leave(translator *t);
void uninit_before(translator *t, LLVMValueRef inst); /* it is translated */
void uninit_after(translator *t, LLVMValueRef inst);
void uninit_looks_at(translator *t, LLVMValueRef pointer); /* a library function, at the memory there: whether it was set is not checked */
void uninit_edge(translator *t, LLVMBasicBlockRef from, LLVMBasicBlockRef to);

/* ---- translate_leak.c ---- */
void leak_allocated(translator *t, term exists); /* a new block, unless the allocation failed */
void leak_freed(translator *t, LLVMValueRef pointer, term unless);
void leak_call(translator *t, const char *name); /* of a function without a body */
void leak_gap(translator *t); /* what a library function allocates or frees here is not followed */
void leak_end(translator *t); /* the program ends here */

/* ---- translate_check.c ---- */
void check_goal(translator *t, goal_kind k, term condition, const char *format, ...) __attribute__((format(printf, 4, 5)));
/* An assertion that fails whenever it is reached; for `stated` see goal_info. */
void check_failure(translator *t, goal_kind k, const char *message, const char *stated);
void check_mark_decisions(translator *t); /* at the end of a function */
/* The condition under which the behaviour is defined: a goal if the kind is checked, otherwise assumed. */
void check_defined(translator *t, goal_kind k, term condition, const char *what);
void check_access(translator *t, LLVMValueRef pointer, uint64_t size);
void check_writable(translator *t, LLVMValueRef pointer); /* no string literal or other constant */
void check_block(translator *t, LLVMValueRef pointer, term size); /* where size is not 0 */
/* The same in two steps, for loops: what the pointer says, once; and each range. */
typedef struct checked {
    LLVMValueRef pointer;
    LLVMValueRef object; /* known on the spot, and so alive; or NULL */
    node_info *node; /* NULL: none */
    origin origin;
} checked;
checked check_begin(translator *t, LLVMValueRef pointer, term unless);
void check_range(translator *t, const checked *a, term address, term size, term unless);
void check_call(translator *t, term address); /* of a function through a pointer */
/* free(pointer), unless nothing is to be done. */
void check_free(translator *t, LLVMValueRef pointer, term unless);
/* The run comes to something that is not modelled ("setjmp"): unless that is proved never to happen, nothing is SAFE. Ends the run. */
void check_limit(translator *t, const char *what);
void check_gap(translator *t, const char *what); /* if bounds or pointers are checked */
/* Unless pointers are checked, or nothing is accessed. */
void check_assume_not_null(translator *t, LLVMValueRef pointer, term unless);
/* A pointer from outside points to nothing of the program's: no test could make it do that. For programs that are tested only. */
void check_assume_foreign(translator *t, term address);

#endif

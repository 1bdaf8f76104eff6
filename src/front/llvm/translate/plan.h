#ifndef FRONT_LLVM_PLAN_H
#define FRONT_LLVM_PLAN_H

/* What is found out about the module before a statement is made: which functions there are, what each region of memory holds and who uses it, and which
 * objects pointers may lead to. */

#include "front/llvm/memory/memory.h"
#include "front/llvm/translate/scalar.h"

typedef struct translator translator;

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

typedef struct translation_plan {
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
} translation_plan;

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

/* ---- translate_escape.c ---- */
void escape_plan(translator *t);
void escape_release(translator *t);
bool escape_is_unreturning(const translator *t, uint32_t function); /* the run ends where it returns */
bool escape_is_passed_on(LLVMValueRef object); /* its address is stored, passed or returned */
bool escape_has_inner_scope(LLVMValueRef object); /* which ends elsewhere than where the function returns */
bool escape_is_restored(LLVMValueRef object, LLVMValueRef restore); /* an array of variable size whose scope ends by this llvm.stackrestore */
bool escape_ends(const translator *t, LLVMValueRef object); /* it may be gone while there are pointers to it */
bool escape_may_dangle(const translator *t, LLVMValueRef object); /* the same, whatever is checked; if pointers to locals are compared */

#endif

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


#include "front/llvm/c_front.h"
#include "front/llvm/translate/emitter.h"
#include "front/llvm/translate/memory_model.h"
#include "front/llvm/translate/replay_sites.h"

struct translator {
    term_store *ts;
    program *p;
    const c_module *cm;
    memory *mem;
    const c_front_options *options;
    diag *error;
    uint32_t pointer_bits;

    translation_plan plan; /* made once */
    memory_model model;
    emitter emit;
    replay_sites replay;
    struct {
        bool nans_are_seen; /* the program can tell NaNs from each other */
        bool rounds_otherwise; /* it may change how results are rounded */
    } floats;

    /* where the translation is */
    uint32_t current; /* index of the function */
    proc proc;
    block at;
    place here;
    uint32_t position;
    bool ended; /* nothing after this point of the block is reached */
    bool in_library; /* the instruction at hand is not the program's own */
    bool trusts_arithmetic; /* and what it computes is right, whatever the program passes */
};

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

/* ---- translate_call.c ---- */
void translate_call(translator *t, LLVMValueRef call);
void translate_define_results(translator *t, LLVMValueRef call, const term *results, size_t n);
void translate_unknown_call(translator *t, LLVMValueRef call, const char *name);
bool translate_is_byval(const translator *t, LLVMValueRef function, unsigned index, uint64_t *size); /* an object of the callee's */
/* Leaves of a type as variables: parameters, results. `sign` as by value_usage. */
void translate_leaf_vars(translator *t, LLVMTypeRef type, const char *hint, const char *source_name, int sign, proc owner,
                         term_vec *out);

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
/* Ends of the run: by exit with the first argument, by abort. */
void call_exit(translator *t, LLVMValueRef call, const char *name);
void call_abort(translator *t, LLVMValueRef call, const char *name);
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

/* ---- translate_argument.c: of main ---- */
bool argument_is_main(const translator *t); /* runs begin there */
int64_t argument_first_address(const translator *t); /* no object of the program is here or above */
void argument_assume_call(translator *t, const term_vec *params); /* what the system calls it with */
void argument_assume_strings(translator *t, term argc, term argv);
void argument_assume_loaded(translator *t, region r, term loaded); /* from argv: null, or a string */

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

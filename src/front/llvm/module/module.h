#ifndef FRONT_LLVM_MODULE_H
#define FRONT_LLVM_MODULE_H

/* C files to one LLVM module, and what the module's debug information says about the source.
 *
 * .c and .i files are compiled by clang-19 (-O0 -g -fno-discard-value-names -emit-llvm, no optimisation), .bc and .ll are read as
 * they are; several are linked. clang's own messages are passed on unchanged in the diagnostic; nothing is written beside the
 * user's files (a scratch folder is removed again). */

#include "base/diag.h"
#include "base/limits.h"
#include "front/llvm/library/libc_link.h"
#include "front/llvm/module/original.h"
#include "program/program.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

typedef struct c_module {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout; /* the module's */
    struct debug_info *debug;
    /* After c_module_keep_original: the program without what is added to it, and what corresponds to what. Otherwise NULL. */
    LLVMModuleRef original;
    originals *originals;
    bool shows_library; /* places in the library's code are its own, not those of the program's calls */
} c_module;

typedef struct c_module_options {
    uint32_t bits; /* 32 or 64 */
    const char *const *flags; /* passed on to the compiler: -I, -D, -std ... */
    size_t n_flags;
    uint32_t checks; /* set of 1 << goal_kind: clang adds its own checks for some of them (sanitizer_goals.h) */
    limits limits;
    /* clang computes constant expressions, and where C leaves one undefined (1 / 0, 1 << 40, INT_MAX + 1) nothing of that is left in the
     * module: with this set such a program is refused. */
    bool refuse_undefined_constants;
    bool describes_calls; /* debug information about functions that are called and not defined: the code is another one then (prototypes.h) */
    text *past_ends; /* if not NULL: gets clang's warnings of indices that are past the end of an array: of such a constant one in a static object nothing is left */
    bool marks_scopes; /* calls of llvm.lifetime.start and .end where the scopes of local variables begin and end */
} c_module_options;

/* False and *error filled if a file cannot be read, compiled or linked. The dialect is that of dialect.h. */
bool c_module_load(c_module *out, const char *const *files, size_t n, const c_module_options *options, diag *error);
void c_module_release(c_module *m);
/* Before anything is added that is not the program's own. */
void c_module_keep_original(c_module *m);
/* Puts the C library into the module where the program calls it (libc_link.h); variable arguments must have been lowered. */
bool c_module_link_library(c_module *m, const libc_options *options, diag *error);
LLVMModuleRef c_module_source(const c_module *m); /* the program alone */
bool c_module_is_own(const c_module *m, LLVMValueRef instruction); /* of the program, not of the library */

/* ---- debug information; all strings live as long as the module ---- */
/* File names are as the user gave them; those in .bc and .ll files that are relative to another folder have it before them. */
place c_module_place(const c_module *m, LLVMValueRef instruction); /* file NULL if unknown */
/* The function of the library that the program called, for an instruction of the library's code; NULL if that is not known. */
const char *c_module_library_function(const c_module *m, LLVMValueRef instruction);
place c_module_function_place(const c_module *m, LLVMValueRef function);

LLVMMetadataRef c_module_scope_around(const c_module *m, LLVMMetadataRef scope); /* of a block: the one around it, or the function; else NULL */

/* What the source calls a variable (an alloca or a global), and its type: followed through typedefs, const, volatile. */
typedef struct c_type {
    enum { C_INTEGER, C_POINTER, C_FLOAT, C_STRUCT, C_ARRAY, C_UNKNOWN } kind;
    uint32_t bits;
    bool is_signed; /* of C_INTEGER; plain char as the target has it; _Bool and enums without negative values: false */
    LLVMMetadataRef node; /* the debug type without typedefs and qualifiers, or NULL */
} c_type;
const char *c_module_variable_name(const c_module *m, LLVMValueRef variable); /* NULL if the source has none (a temporary) */
place c_module_variable_place(const c_module *m, LLVMValueRef variable);
c_type c_module_variable_type(const c_module *m, LLVMValueRef variable);
/* The return type (index 0) or the type of parameter index - 1 of a function. C_UNKNOWN for functions that are not defined: clang
 * says nothing about them (but see prototypes.h). */
c_type c_module_signature_type(const c_module *m, LLVMValueRef function, size_t index);
/* The type of the member of a struct, union (its first that fits) or array type at a byte offset, down to a scalar; and its path
 * for people: ".next", "[2].x" appended to `path` (may be NULL). C_UNKNOWN if no member begins there, or it is a bit-field (it
 * shares its bytes with others; the path is that of the first one). */
c_type c_module_member_type(const c_module *m, c_type type, uint64_t offset, text *path);
/* Bit 0: what the pointer points to is const; bit 1: what the pointers there point to is; and so on. */
uint32_t c_module_const_levels(const c_module *m, c_type pointer);
bool c_module_variable_is_const(const c_module *m, LLVMValueRef variable);
bool c_module_member_is_const(const c_module *m, c_type type, uint64_t offset); /* the byte is part of a member that is declared const */
c_type c_module_pointee_type(const c_module *m, c_type pointer); /* C_UNKNOWN if it is none */

#endif

#ifndef FRONT_LLVM_MODULE_H
#define FRONT_LLVM_MODULE_H

/* C files to one LLVM module, and what the module's debug information says about the source.
 *
 * .c and .i files are compiled by clang-19 (-O0 -g -fno-discard-value-names -emit-llvm, no optimisation), .bc and .ll are read as
 * they are; several are linked. clang's own messages are passed on unchanged in the diagnostic; nothing is written beside the
 * user's files (a scratch folder is removed again). */

#include "base/diag.h"
#include "base/limits.h"
#include "program/program.h"

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

typedef struct c_module {
    LLVMContextRef context;
    LLVMModuleRef module;
    LLVMTargetDataRef layout; /* the module's */
    struct debug_info *debug;
} c_module;

typedef struct c_module_options {
    uint32_t bits; /* 32 or 64 */
    const char *const *flags; /* passed on to the compiler: -I, -D, -std ... */
    size_t n_flags;
    limits limits;
    /* clang computes constant expressions, and where C leaves one undefined (1 / 0, 1 << 40, INT_MAX + 1) nothing of that is left in the
     * module: with this set such a program is refused. */
    bool refuse_undefined_constants;
    bool marks_scopes; /* calls of llvm.lifetime.start and .end where the scopes of local variables begin and end */
} c_module_options;

/* False and *error filled if a file cannot be read, compiled or linked. Older dialects go through: -std=gnu99 -fgnu89-inline, implicit
 * declarations and int/pointer conversions as warnings, deep brackets. */
bool c_module_load(c_module *out, const char *const *files, size_t n, const c_module_options *options, diag *error);
void c_module_release(c_module *m);

/* ---- debug information; all strings live as long as the module ---- */
/* File names are as the user gave them; those in .bc and .ll files that are relative to another folder have it before them. */
place c_module_place(const c_module *m, LLVMValueRef instruction); /* file NULL if unknown */
place c_module_function_place(const c_module *m, LLVMValueRef function);

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
 * says nothing about them. */
c_type c_module_signature_type(const c_module *m, LLVMValueRef function, size_t index);
/* The type of the member of a struct, union (its first that fits) or array type at a byte offset, down to a scalar; and its path
 * for people: ".next", "[2].x" appended to `path` (may be NULL). C_UNKNOWN if no member begins there, or it is a bit-field (it
 * shares its bytes with others; the path is that of the first one). */
c_type c_module_member_type(const c_module *m, c_type type, uint64_t offset, text *path);
c_type c_module_pointee_type(const c_module *m, c_type pointer); /* C_UNKNOWN if it is none */

#endif

#include "front/llvm/library/libc_link.h"

#include "base/vec.h"

#include <llvm-c/BitReader.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <string.h>

VEC_DECLARE(llvm_values, LLVMValueRef);

/* ---- the bitcode ---- */

#define EMBED(symbol, file) \
    __asm__(".section .rodata\n" \
            ".balign 16\n" #symbol ":\n" \
            ".incbin \"" file "\"\n" #symbol "_end:\n" \
            ".byte 0\n" \
            ".previous\n"); \
    extern const char symbol[], symbol##_end[]
EMBED(latch_libc_32, LATCH_LIBC_32);
EMBED(latch_libc_64, LATCH_LIBC_64);

static LLVMMemoryBufferRef built_in_library(uint32_t bits)
{
    const char *start = bits == 32 ? latch_libc_32 : latch_libc_64, *end = bits == 32 ? latch_libc_32_end : latch_libc_64_end;
    return LLVMCreateMemoryBufferWithMemoryRange(start, (size_t)(end - start), "libc", 0);
}

/* Lazily: functions have bodies when the linker takes them, and most programs call few. */
static LLVMModuleRef open_library(LLVMContextRef context, uint32_t bits)
{
    LLVMModuleRef module = NULL;
    return LLVMGetBitcodeModuleInContext2(context, built_in_library(bits), &module) ? NULL : module;
}

static LLVMModuleRef parse_library(LLVMContextRef context, const libc_options *options, diag *error)
{
    LLVMMemoryBufferRef buffer = NULL;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    bool failed = options->file && LLVMCreateMemoryBufferWithContentsOfFile(options->file, &buffer, &message);
    if (!options->file) buffer = built_in_library(options->bits);
    if (failed || LLVMParseIRInContext(context, buffer, &module, &message)) {
        diag_set(error, options->file, 0, 0, "the C library cannot be read: %s", message);
        module = NULL;
    }
    LLVMDisposeMessage(message);
    if (module) LLVMSetIsNewDbgInfoFormat(module, false);
    return module;
}

/* ---- what is needed ---- */

static bool is_wanted(LLVMModuleRef module, LLVMValueRef (*find)(LLVMModuleRef, const char *), LLVMValueRef candidate, const char *except)
{
    size_t length;
    const char *name = LLVMGetValueName2(candidate, &length);
    if (LLVMIsDeclaration(candidate) || (except && strcmp(except, name) == 0)) return false;
    LLVMValueRef known = find(module, name);
    return known && LLVMIsDeclaration(known);
}

/* What the program asks for keeps its name; the rest of the library is its own affair, and goes unless that uses it. */
static bool keep_wanted(LLVMModuleRef library, LLVMModuleRef module, const char *except)
{
    bool any = false;
    for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f)) {
        bool wanted = is_wanted(module, LLVMGetNamedFunction, f, except);
        if (!wanted && !LLVMIsDeclaration(f)) LLVMSetLinkage(f, LLVMInternalLinkage);
        any |= wanted;
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(library); g; g = LLVMGetNextGlobal(g)) {
        bool wanted = is_wanted(module, LLVMGetNamedGlobal, g, NULL);
        if (!wanted && !LLVMIsDeclaration(g)) LLVMSetLinkage(g, LLVMInternalLinkage);
        any |= wanted;
    }
    return any;
}

/* Where the program has its own strlen, the library does not call that one: it has its own, too. (Only malloc and its kin are the program's.)
 * NULL if f is not such a function. */
static LLVMValueRef own_form(LLVMModuleRef library, LLVMModuleRef module, LLVMValueRef f)
{
    char form[64];
    const char *name = LLVMGetValueName(f);
    LLVMValueRef other = LLVMGetNamedFunction(module, name);
    if (!LLVMIsDeclaration(f) || !other || LLVMIsDeclaration(other)) return NULL;
    snprintf(form, sizeof form, "latch_c_%s", name);
    LLVMValueRef own = LLVMGetNamedFunction(library, form);
    return own && !LLVMIsDeclaration(own) ? own : NULL;
}

static bool needs_own_forms(LLVMModuleRef library, LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f))
        if (own_form(library, module, f)) return true;
    return false;
}

static void use_own_forms(LLVMModuleRef library, LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(library); f; f = LLVMGetNextFunction(f)) {
        LLVMValueRef own = own_form(library, module, f);
        if (own) LLVMReplaceAllUsesWith(f, own);
    }
}

static bool run_passes(LLVMModuleRef module, const char *passes, diag *error)
{
    LLVMPassBuilderOptionsRef options = LLVMCreatePassBuilderOptions();
    LLVMErrorRef failed = LLVMRunPasses(module, passes, NULL, options);
    LLVMDisposePassBuilderOptions(options);
    if (!failed) return true;
    char *message = LLVMGetErrorMessage(failed);
    diag_set(error, NULL, 0, 0, "the C library cannot be put into the program: %s", message);
    LLVMDisposeErrorMessage(message);
    return false;
}

/* ---- copies at calls ---- */

static void list_defined(LLVMModuleRef module, llvm_values *out)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (!LLVMIsDeclaration(f)) llvm_values_push(out, f);
}

/* The program's own functions stay functions, whatever they say of themselves. `own`: those that had a body before the library came. */
static bool inline_library(LLVMModuleRef module, const llvm_values *own, diag *error)
{
    unsigned kind = LLVMGetEnumAttributeKindForName("alwaysinline", 12);
    for (size_t i = 0; i < own->size; i++)
        LLVMRemoveEnumAttributeAtIndex(own->data[i], (LLVMAttributeIndex)LLVMAttributeFunctionIndex, kind);
    return run_passes(module, "always-inline", error);
}

/* ---- linking ---- */

static bool link_into(LLVMModuleRef module, LLVMModuleRef library, diag *error)
{
    llvm_values own;
    llvm_values_init(&own);
    list_defined(module, &own);
    bool ok = !LLVMLinkModules2(module, library); /* which disposes of the library */
    if (!ok && !error->message) diag_set(error, NULL, 0, 0, "the C library cannot be linked with the program");
    ok = ok && inline_library(module, &own, error) && run_passes(module, "globaldce", error);
    llvm_values_release(&own);
    return ok;
}

/* What of the lazily read library is wanted, read now, in a module of its own; NULL if nothing is. */
static LLVMModuleRef take_wanted(LLVMModuleRef lazy, LLVMModuleRef module, const libc_options *options, diag *error)
{
    if (!keep_wanted(lazy, module, options->except)) {
        LLVMDisposeModule(lazy);
        return NULL;
    }
    assert(!needs_own_forms(lazy, module)); /* their uses are not there yet */
    LLVMModuleRef part = LLVMModuleCreateWithNameInContext("libc", LLVMGetModuleContext(module));
    LLVMSetIsNewDbgInfoFormat(part, false);
    if (!LLVMLinkModules2(part, lazy)) return part; /* which disposes of the other */
    if (!error->message) diag_set(error, NULL, 0, 0, "the C library cannot be read");
    LLVMDisposeModule(part);
    return NULL;
}

bool libc_is_called(LLVMModuleRef module, const libc_options *options, LLVMModuleRef *library, diag *error)
{
    LLVMModuleRef lazy = options->file ? NULL : open_library(LLVMGetModuleContext(module), options->bits);
    if (lazy && !needs_own_forms(lazy, module)) {
        *library = take_wanted(lazy, module, options, error);
        return *library != NULL;
    }
    if (lazy) LLVMDisposeModule(lazy); /* other forms are for bodies that are there */
    *library = parse_library(LLVMGetModuleContext(module), options, error);
    if (*library) use_own_forms(*library, module);
    if (!*library || keep_wanted(*library, module, options->except)) return *library != NULL;
    LLVMDisposeModule(*library);
    *library = NULL;
    return false;
}

bool libc_link(LLVMModuleRef module, LLVMModuleRef library, diag *error)
{
    if (run_passes(library, "globaldce,function(mem2reg)", error)) return link_into(module, library, error);
    LLVMDisposeModule(library);
    return false;
}

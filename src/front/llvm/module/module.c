#include "front/llvm/module/module.h"

#include "base/map.h"
#include "front/llvm/module/clang.h"
#include "front/llvm/library/comparator.h"
#include "front/llvm/module/debug_info.h"
#include "front/llvm/library/format.h"
#include "front/llvm/library/observed_inputs.h"

#include <errno.h>
#include <llvm-c/Analysis.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef enum file_kind { FILE_C, FILE_IR, FILE_OTHER } file_kind;

static file_kind kind_of_file(const char *name)
{
    const char *dot = strrchr(name, '.');
    if (!dot) return FILE_OTHER;
    if (!strcmp(dot, ".c") || !strcmp(dot, ".i")) return FILE_C;
    return !strcmp(dot, ".bc") || !strcmp(dot, ".ll") ? FILE_IR : FILE_OTHER;
}

static bool check_file(const char *name, diag *error)
{
    struct stat s;
    if (kind_of_file(name) == FILE_OTHER)
        diag_set(error, name, 0, 0, "not a file of C: the name must end in .c, .i, .bc or .ll");
    else if (stat(name, &s) != 0 || access(name, R_OK) != 0)
        diag_set(error, name, 0, 0, "cannot be read: %s", strerror(errno));
    else if (S_ISDIR(s.st_mode))
        diag_set(error, name, 0, 0, "is a folder");
    else if (s.st_size == 0 && kind_of_file(name) == FILE_IR)
        diag_set(error, name, 0, 0, "is empty");
    else
        return true;
    return false;
}

/* ---- reading ---- */

/* LLVM ends the process on an error that no one listens to. */
static void keep_error(LLVMDiagnosticInfoRef info, void *context)
{
    if (LLVMGetDiagInfoSeverity(info) != LLVMDSError) return;
    char *message = LLVMGetDiagInfoDescription(info);
    diag_set(context, NULL, 0, 0, "%s", message);
    LLVMDisposeMessage(message);
}

/* With the messages of LLVM, which for .ll files have file, line and column of their own. */
static LLVMModuleRef parse(LLVMContextRef context, const char *file, const char *source, diag *error)
{
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module = NULL;
    char *message = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(file, &buffer, &message)) {
        diag_set(error, source, 0, 0, "cannot be read: %s", message);
    } else if (LLVMParseIRInContext(context, buffer, &module, &message)) {
        size_t length = strlen(message);
        while (length && message[length - 1] == '\n') message[--length] = '\0';
        diag_set(error, NULL, 0, 0, "%s", message);
        module = NULL;
    }
    LLVMDisposeMessage(message);
    if (module) LLVMSetIsNewDbgInfoFormat(module, true); /* modules are linked in one form */
    return module;
}

/* For modules that others made. */
static bool check_module(LLVMModuleRef module, const char *source, uint32_t bits, diag *error)
{
    char *message = NULL;
    unsigned pointer = LLVMPointerSize(LLVMGetModuleDataLayout(module)) * 8;
    bool broken = LLVMVerifyModule(module, LLVMReturnStatusAction, &message);
    if (broken)
        diag_set(error, source, 0, 0, "not well-formed: %s", message);
    else if (pointer != bits)
        diag_set(error, source, 0, 0, "was compiled for %u bits, not %u; give the right --arch", pointer, bits);
    LLVMDisposeMessage(message);
    return !broken && pointer == bits;
}

static LLVMModuleRef load_file(LLVMContextRef context, const scratch *s, const char *source, const c_module_options *options,
                               diag *error)
{
    if (!check_file(source, error)) return NULL;
    bool is_c = kind_of_file(source) == FILE_C;
    char *compiled = NULL;
    if (is_c && !clang_compile(s, source, options, &compiled, error)) return NULL;
    LLVMModuleRef module = parse(context, is_c ? compiled : source, source, error);
    free(compiled);
    if (module && !is_c && !check_module(module, source, options->bits, error)) {
        LLVMDisposeModule(module);
        return NULL;
    }
    return module;
}

/* ---- linking ---- */

static bool is_strong_definition(LLVMValueRef value)
{
    return !LLVMIsDeclaration(value) && LLVMGetLinkage(value) == LLVMExternalLinkage;
}

/* Who defines what, by name. */
typedef struct owners {
    LLVMContextRef context;
    const char *const *files;
    string_map of; /* to the index of the file */
} owners;

/* The names of a linked module go with it; the context's strings stay. */
static const char *keep_name(LLVMContextRef context, LLVMValueRef value)
{
    size_t length;
    unsigned kept_length;
    const char *name = LLVMGetValueName2(value, &length);
    return LLVMGetMDString(LLVMMetadataAsValue(context, LLVMMDStringInContext2(context, name, length)), &kept_length);
}

/* Notes whose definition it is; false if another file has one already. */
static bool claim(owners *o, LLVMValueRef value, uint32_t file, diag *error)
{
    if (!is_strong_definition(value)) return true;
    bool added;
    const char *name = keep_name(o->context, value);
    uint32_t *first = string_map_put(&o->of, name, &added);
    if (added) {
        *first = file;
        return true;
    }
    place where = debug_info_definition_place(value);
    const char *here = where.file ? where.file : o->files[file];
    diag_set(error, here, where.line, where.column, "`%s' is defined here and in %s", name, o->files[*first]);
    return false;
}

static bool claim_all(owners *o, LLVMModuleRef module, uint32_t file, diag *error)
{
    bool ok = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f && ok; f = LLVMGetNextFunction(f)) ok = claim(o, f, file, error);
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g && ok; g = LLVMGetNextGlobal(g)) ok = claim(o, g, file, error);
    return ok;
}

static bool link_module(c_module *out, LLVMModuleRef next, const char *source, diag *error)
{
    if (!out->module) {
        out->module = next;
        return true;
    }
    if (!LLVMLinkModules2(out->module, next)) return true;
    diag_set(error, source, 0, 0, "cannot be linked with the files before it");
    return false;
}

static bool load_files(c_module *out, const scratch *s, const char *const *files, size_t n, const c_module_options *options,
                       diag *error)
{
    owners o = {.context = out->context, .files = files};
    string_map_init(&o.of);
    bool ok = true;
    for (uint32_t i = 0; i < n && ok; i++) {
        LLVMModuleRef next = load_file(out->context, s, files[i], options, error);
        ok = next && claim_all(&o, next, i, error);
        if (ok)
            ok = link_module(out, next, files[i], error);
        else if (next)
            LLVMDisposeModule(next);
    }
    string_map_release(&o.of);
    return ok;
}

bool c_module_load(c_module *out, const char *const *files, size_t n, const c_module_options *options, diag *error)
{
    assert(options->bits == 32 || options->bits == 64);
    *out = (c_module){.context = LLVMContextCreate()};
    scratch s = {NULL};
    LLVMContextSetDiagnosticHandler(out->context, keep_error, error);
    if (n == 0) diag_set(error, NULL, 0, 0, "no file given");
    bool ok = n > 0 && scratch_init(&s, error) && load_files(out, &s, files, n, options, error);
    scratch_release(&s);
    LLVMContextSetDiagnosticHandler(out->context, NULL, NULL);
    if (!ok) {
        c_module_release(out);
        return false;
    }
    out->layout = LLVMGetModuleDataLayout(out->module);
    out->debug = debug_info_new(out->context, out->module);
    return true;
}

void c_module_keep_original(c_module *m)
{
    if (!m->original) m->originals = originals_new(m->module, &m->original);
}

/* Functions without a body that may be the library's. */
static bool calls_others(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        if (LLVMIsDeclaration(f) && !LLVMGetIntrinsicID(f) && strncmp(name, "__VERIFIER_", 11) != 0) return true;
    }
    for (LLVMValueRef g = LLVMGetFirstGlobal(module); g; g = LLVMGetNextGlobal(g))
        if (LLVMIsDeclaration(g)) return true;
    return false;
}

static void use_other_form(LLVMModuleRef module, const char *name, const char *form)
{
    LLVMValueRef f = LLVMGetNamedFunction(module, name);
    if (f && LLVMIsDeclaration(f)) LLVMReplaceAllUsesWith(f, LLVMAddFunction(module, form, LLVMGlobalGetValueType(f)));
}

bool c_module_link_library(c_module *m, const libc_options *options, diag *error)
{
    LLVMModuleRef library;
    if (!calls_others(m->module)) return true;
    c_module_keep_original(m);
    observed_inputs_choose_forms(m->module);
    format_expand(m->module, m->layout);
    comparator_choose_forms(m->module);
    if (options->forgets_contents) use_other_form(m->module, "realloc", "latch_c_realloc");
    LLVMContextSetDiagnosticHandler(m->context, keep_error, error);
    if (libc_is_called(m->module, options, &library, error)) {
        libc_link(m->module, library, error);
        debug_info_free(m->debug);
        m->debug = debug_info_new(m->context, m->module);
    }
    LLVMContextSetDiagnosticHandler(m->context, NULL, NULL);
    return error->message == NULL;
}

LLVMModuleRef c_module_source(const c_module *m) { return m->original ? m->original : m->module; }

bool c_module_is_own(const c_module *m, LLVMValueRef instruction) { return original_instruction(m->originals, instruction) != NULL; }

void c_module_release(c_module *m)
{
    debug_info_free(m->debug);
    originals_free(m->originals);
    if (m->original) LLVMDisposeModule(m->original);
    if (m->module) LLVMDisposeModule(m->module);
    if (m->context) LLVMContextDispose(m->context);
    *m = (c_module){0};
}

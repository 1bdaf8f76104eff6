#include "front/llvm/module/undefined_inline.h"

#include "base/real_library.h"

#include <stdlib.h>
#include <string.h>

static bool is_undefined(LLVMValueRef f)
{
    size_t length;
    const char *name = LLVMGetValueName2(f, &length);
    bool is_called = LLVMIsDeclaration(f) && LLVMGetFirstUse(f) && !LLVMGetIntrinsicID(f);
    return is_called && strncmp(name, "__VERIFIER_", 11) != 0 && !real_library_has(name);
}

static bool has_undefined(LLVMModuleRef module)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(module); f; f = LLVMGetNextFunction(f))
        if (is_undefined(f)) return true;
    return false;
}

/* Finds one that is undefined in m, and defined in the other module. */
static bool compare(const c_module *m, const c_module *other, diag *error)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) {
        size_t length;
        const char *name = LLVMGetValueName2(f, &length);
        LLVMValueRef body = is_undefined(f) ? LLVMGetNamedFunction(other->module, name) : NULL;
        if (!body || LLVMIsDeclaration(body)) continue;
        place at = c_module_function_place(other, body);
        diag_set(error, at.file, at.line, 0, "the inline function `%s` has no external definition; make it `static inline`", name);
        return true;
    }
    return false;
}

bool undefined_inline_is_called(const c_module *m, const char *const *files, size_t n, const c_module_options *options, bool is_gnu89, diag *error)
{
    if (!has_undefined(m->module)) return false;
    const char **flags = alloc_zeroed(options->n_flags + 1, sizeof *flags);
    for (size_t i = 0; i < options->n_flags; i++) flags[i] = options->flags[i];
    flags[options->n_flags] = is_gnu89 ? "-fno-gnu89-inline" : "-fgnu89-inline";
    c_module_options changed = *options;
    changed.flags = flags;
    changed.n_flags++;
    diag ignored; /* the other dialect may define a function twice */
    diag_init(&ignored);
    c_module other;
    bool found = false;
    if (c_module_load(&other, files, n, &changed, &ignored)) {
        found = compare(m, &other, error);
        c_module_release(&other);
    }
    diag_release(&ignored);
    free(flags);
    return found;
}

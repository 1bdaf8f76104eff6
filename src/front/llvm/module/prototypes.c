#include "front/llvm/module/prototypes.h"

#include "front/llvm/library/unseen.h"

#include <stdlib.h>
#include <string.h>

static const char LEVELS[] = "latch-const-levels";
#define NOT_SAID UINT32_MAX

static uint32_t said_levels(LLVMValueRef function, unsigned index)
{
    LLVMAttributeRef a = LLVMGetStringAttributeAtIndex(function, index + 1, LEVELS, sizeof LEVELS - 1);
    unsigned length;
    return a ? (uint32_t)strtoul(LLVMGetStringAttributeValue(a, &length), NULL, 10) : NOT_SAID;
}

uint32_t prototype_const_levels(LLVMValueRef function, unsigned index)
{
    uint32_t levels = said_levels(function, index);
    return levels == NOT_SAID ? 0 : levels;
}

static void set_levels(const c_module *m, LLVMValueRef function, unsigned index, uint32_t levels)
{
    text value;
    text_init(&value);
    text_printf(&value, "%u", levels);
    LLVMAddAttributeAtIndex(function, index + 1, LLVMCreateStringAttribute(m->context, LEVELS, sizeof LEVELS - 1, value.data, (unsigned)value.size));
    text_release(&value);
}

static bool has_pointers(LLVMValueRef function)
{
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(function, i))) == LLVMPointerTypeKind) return true;
    return false;
}

static bool is_asked_for(LLVMValueRef function) { return unseen_has_effects(function) && has_pointers(function); }

/* The parameters are those of the source, one by one: no struct is among them, which may be none, one or several. */
static bool is_plain(const c_module *m, LLVMValueRef function, unsigned skipped)
{
    unsigned n = LLVMCountParams(function) - skipped;
    for (unsigned i = 0; i < n; i++) {
        c_type type = c_module_signature_type(m, function, i + 1);
        if (type.kind != C_INTEGER && type.kind != C_POINTER && type.kind != C_FLOAT) return false;
    }
    return c_module_signature_type(m, function, n + 1).node == NULL;
}

/* What this file says about the parameter. */
static uint32_t levels_in(const c_module *m, LLVMValueRef function, unsigned index)
{
    unsigned sret = LLVMGetEnumAttributeKindForName("sret", 4);
    unsigned skipped = LLVMCountParams(function) && LLVMGetEnumAttributeAtIndex(function, 1, sret) ? 1 : 0;
    if (index < skipped || index >= LLVMCountParams(function) || !is_plain(m, function, skipped)) return 0;
    return c_module_const_levels(m, c_module_signature_type(m, function, index - skipped + 1));
}

/* Const is what is const in all files that have the function. */
static void read_file(const c_module *m, const c_module *file)
{
    size_t length;
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) {
        LLVMValueRef here = is_asked_for(f) ? LLVMGetNamedFunction(file->module, LLVMGetValueName2(f, &length)) : NULL;
        for (unsigned i = 0; here && i < LLVMCountParams(f); i++) set_levels(m, f, i, said_levels(f, i) & levels_in(file, here, i));
    }
}

static void clear_levels(const c_module *m)
{
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f))
        for (unsigned i = 0; i < LLVMCountParams(f); i++) LLVMRemoveStringAttributeAtIndex(f, i + 1, LEVELS, sizeof LEVELS - 1);
}

void prototypes_read(c_module *m, const char *const *files, size_t n, const c_module_options *options)
{
    bool is_needed = false, ok = true;
    for (LLVMValueRef f = LLVMGetFirstFunction(m->module); f; f = LLVMGetNextFunction(f)) is_needed |= is_asked_for(f);
    c_module_options how = *options;
    how.checks = 0;
    how.marks_scopes = how.refuse_undefined_constants = false;
    how.describes_calls = true;
    for (size_t i = 0; i < n && is_needed && ok; i++) {
        c_module file;
        diag ignored;
        diag_init(&ignored);
        const char *dot = strrchr(files[i], '.');
        bool is_source = dot && (!strcmp(dot, ".c") || !strcmp(dot, ".i"));
        ok = is_source && c_module_load(&file, &files[i], 1, &how, &ignored);
        if (ok) read_file(m, &file);
        if (ok) c_module_release(&file);
        diag_release(&ignored);
    }
    if (!ok) clear_levels(m);
}

#include "front/llvm/module/startup.h"

#include "base/alloc.h"
#include "base/vec.h"

#include <stdlib.h>
#include <string.h>

/* A function of llvm.global_ctors or llvm.global_dtors. */
typedef struct automatic {
    uint64_t priority;
    size_t index; /* in the list */
    LLVMValueRef function;
} automatic;
VEC_DECLARE(automatic_vec, automatic);
static const char CONSTRUCTORS[] = "llvm.global_ctors", DESTRUCTORS[] = "llvm.global_dtors";

static int compare_automatic(const void *a, const void *b)
{
    const automatic *x = a, *y = b;
    if (x->priority != y->priority) return x->priority < y->priority ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static void add_section_entry(LLVMValueRef value, uint64_t priority, automatic_vec *out)
{
    for (int i = 0; LLVMIsAConstantArray(value) && i < LLVMGetNumOperands(value); i++) add_section_entry(LLVMGetOperand(value, (unsigned)i), priority, out);
    if (LLVMIsAFunction(value)) automatic_vec_push(out, (automatic){priority, out->size, value});
}

/* Pointers to functions that the program has put into such a section itself. Those without a number come last. */
static void list_section(const c_module *m, const char *section, uint64_t priority, automatic_vec *out)
{
    size_t length = strlen(section);
    for (LLVMValueRef g = LLVMGetFirstGlobal(m->module); g; g = LLVMGetNextGlobal(g)) {
        const char *name = LLVMGetSection(g);
        if (!name || strncmp(name, section, length) != 0 || LLVMIsDeclaration(g)) continue;
        if (name[length] && name[length] != '.') continue;
        add_section_entry(LLVMGetInitializer(g), name[length] == '.' ? strtoull(name + length + 1, NULL, 10) : priority, out);
    }
}

/* Constructors in their order; destructors are called in the reverse one. */
static void list_automatic(const c_module *m, const char *name, automatic_vec *out)
{
    enum { FIRST = 0, DEFAULT = 65535 };
    bool is_start = strcmp(name, CONSTRUCTORS) == 0;
    if (is_start) list_section(m, ".preinit_array", FIRST, out);
    LLVMValueRef list = LLVMGetNamedGlobal(m->module, name), all = list ? LLVMGetInitializer(list) : NULL;
    for (unsigned i = 0; all && LLVMIsAConstantArray(all) && i < (unsigned)LLVMGetNumOperands(all); i++) {
        LLVMValueRef entry = LLVMGetOperand(all, i), function = LLVMGetOperand(entry, 1);
        if (!LLVMIsAFunction(function)) continue;
        automatic_vec_push(out, (automatic){LLVMConstIntGetZExtValue(LLVMGetOperand(entry, 0)), out->size, function});
    }
    list_section(m, is_start ? ".init_array" : ".fini_array", DEFAULT, out);
    if (out->size) qsort(out->data, out->size, sizeof *out->data, compare_automatic);
}

static bool is_called(const c_module *m, const char *name)
{
    LLVMValueRef f = LLVMGetNamedFunction(m->module, name);
    return f && LLVMIsDeclaration(f) && LLVMGetFirstUse(f);
}

static void call(LLVMBuilderRef b, LLVMValueRef function) { LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, NULL, 0, ""); }

static LLVMBuilderRef begin_body(c_module *m, LLVMValueRef function)
{
    LLVMBuilderRef b = LLVMCreateBuilderInContext(m->context);
    LLVMPositionBuilderAtEnd(b, LLVMAppendBasicBlockInContext(m->context, function, "entry"));
    return b;
}

static void define_destructors(c_module *m)
{
    automatic_vec all;
    automatic_vec_init(&all);
    list_automatic(m, DESTRUCTORS, &all);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), NULL, 0, 0);
    LLVMBuilderRef b = begin_body(m, LLVMAddFunction(m->module, "latch_run_destructors", type));
    for (size_t i = all.size; i-- > 0;) call(b, all.data[i].function);
    LLVMBuildRetVoid(b);
    LLVMDisposeBuilder(b);
    automatic_vec_release(&all);
}

/* The library's form of a function that ends the run, for the calls of the program, too. */
static LLVMValueRef use_library_form(c_module *m, const char *name, const char *form)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(m->context), type = LLVMFunctionType(LLVMVoidTypeInContext(m->context), &i32, 1, 0);
    LLVMValueRef f = LLVMAddFunction(m->module, form, type);
    if (is_called(m, name)) LLVMReplaceAllUsesWith(LLVMGetNamedFunction(m->module, name), f);
    return f;
}

static bool has_end(c_module *m)
{
    static const char *const NAMES[] = {"atexit", "on_exit", "at_quick_exit"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (is_called(m, NAMES[i])) return true;
    automatic_vec all;
    automatic_vec_init(&all);
    list_automatic(m, DESTRUCTORS, &all);
    bool any = all.size > 0;
    automatic_vec_release(&all);
    return any;
}

/* The real start-up gives constructors what it gives main. What main does not have is any value. */
static void call_constructor(LLVMBuilderRef b, LLVMValueRef function, LLVMValueRef start, bool is_main)
{
    LLVMValueRef args[3];
    unsigned n = 0, most = is_main ? LLVMCountParams(start) : 0;
    for (; n < most && n < 3 && n < LLVMCountParams(function); n++) {
        args[n] = LLVMGetParam(start, n);
        if (LLVMTypeOf(args[n]) != LLVMTypeOf(LLVMGetParam(function, n))) break;
    }
    LLVMBuildCall2(b, LLVMGlobalGetValueType(function), function, args, n, "");
}

static LLVMValueRef call_entry(c_module *m, LLVMBuilderRef b, LLVMValueRef start, LLVMValueRef entry)
{
    unsigned n = LLVMCountParams(entry), byval = LLVMGetEnumAttributeKindForName("byval", 5);
    LLVMValueRef *args = alloc_zeroed(n + 1, sizeof *args);
    if (n) LLVMGetParams(start, args);
    LLVMValueRef result = LLVMBuildCall2(b, LLVMGlobalGetValueType(entry), entry, args, n, "");
    for (unsigned i = 0; i < n; i++) {
        LLVMAttributeRef a = LLVMGetEnumAttributeAtIndex(entry, i + 1, byval);
        if (!a) continue;
        LLVMAttributeRef copy = LLVMCreateTypeAttribute(m->context, byval, LLVMGetTypeAttributeValue(a));
        LLVMAddAttributeAtIndex(start, i + 1, copy);
        LLVMAddCallSiteAttribute(result, i + 1, copy);
    }
    free(args);
    return result;
}

/* main's result is the status; any other entry just returns. */
static void end_body(c_module *m, LLVMBuilderRef b, LLVMValueRef result, bool is_main)
{
    LLVMTypeRef i32 = LLVMInt32TypeInContext(m->context);
    if (is_main && LLVMGetNamedFunction(m->module, "latch_c_exit")) {
        LLVMValueRef status = LLVMTypeOf(result) == i32 ? result : LLVMConstInt(i32, 0, 0), f = LLVMGetNamedFunction(m->module, "latch_c_exit");
        LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, &status, 1, "");
        LLVMBuildUnreachable(b);
    } else if (LLVMGetTypeKind(LLVMTypeOf(result)) == LLVMVoidTypeKind) {
        LLVMBuildRetVoid(b);
    } else {
        LLVMBuildRet(b, result);
    }
}

LLVMValueRef startup_add(c_module *m, LLVMValueRef entry)
{
    size_t length;
    bool is_main = strcmp(LLVMGetValueName2(entry, &length), "main") == 0, ends = has_end(m);
    automatic_vec constructors;
    automatic_vec_init(&constructors);
    list_automatic(m, CONSTRUCTORS, &constructors);
    if (constructors.size || ends) {
        c_module_keep_original(m);
        if (ends) {
            define_destructors(m);
            use_library_form(m, "exit", "latch_c_exit");
            use_library_form(m, "quick_exit", "latch_c_quick_exit");
        }
        LLVMValueRef start = LLVMAddFunction(m->module, "start of the program", LLVMGlobalGetValueType(entry));
        LLVMBuilderRef b = begin_body(m, start);
        for (size_t i = 0; i < constructors.size; i++) call_constructor(b, constructors.data[i].function, start, is_main);
        end_body(m, b, call_entry(m, b, start, entry), is_main);
        LLVMDisposeBuilder(b);
        entry = start;
    }
    automatic_vec_release(&constructors);
    return entry;
}

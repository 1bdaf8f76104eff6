#include "front/llvm/c_front.h"

#include "front/llvm/library/allocation_sizes.h"
#include "front/llvm/module/atomic_lower.h"
#include "front/llvm/module/constant_overflow.h"
#include "front/llvm/translate/evaluation_order.h"
#include "front/llvm/instrument/instrument.h"
#include "front/llvm/library/own_memory.h"
#include "front/llvm/module/prototypes.h"
#include "front/llvm/translate/sanitizer_goals.h"
#include "front/llvm/module/startup.h"
#include "front/llvm/translate/translate.h"
#include "front/llvm/module/undefined_inline.h"
#include "front/llvm/library/unseen.h"
#include "front/llvm/module/variadic.h"

static LLVMValueRef find_entry(const c_module *cm, const char *name, diag *error)
{
    LLVMValueRef entry = LLVMGetNamedFunction(cm->module, name);
    if (entry && !LLVMIsDeclaration(entry)) return entry;
    if (entry) diag_set(error, NULL, 0, 0, "the function `%s`, where runs begin, is only declared: add the file that defines it", name);
    else diag_set(error, NULL, 0, 0, "there is no function `%s` for runs to begin in: define it, or name another one by --entry", name);
    return NULL;
}

/* A variable that is only declared holds any value at the start: those that are asked for become such. */
static bool open_globals(const c_module *cm, const char *list, diag *error)
{
    text name;
    text_init(&name);
    bool ok = true;
    for (const char *at = list ? list : ""; *at && ok;) {
        size_t length = strcspn(at, ",");
        text_clear(&name);
        text_add(&name, at, length);
        LLVMValueRef global = LLVMGetNamedGlobal(cm->module, name.data);
        ok = global && !LLVMIsGlobalConstant(global);
        if (!ok) diag_set(error, NULL, 0, 0, "there is no global variable `%s` that can change", name.data);
        if (ok && !LLVMIsDeclaration(global)) {
            LLVMSetInitializer(global, NULL);
            LLVMSetLinkage(global, LLVMExternalLinkage);
        }
        at += length + (at[length] == ',');
    }
    text_release(&name);
    return ok;
}

static void translator_init(translator *t, term_store *ts, const c_module *cm, const c_front_options *options, diag *error)
{
    *t = (translator){.ts = ts, .cm = cm, .options = options, .error = error, .model = {.heap_end = TERM_NONE, .heap_sizes = TERM_NONE, .live_blocks = TERM_NONE}};
    t->pointer_bits = 8 * LLVMPointerSize(cm->layout);
    t->p = program_new(ts);
}

static void translator_release(translator *t)
{
    plan_release(t);
    object_map_release(&t->model.addresses);
    u32_map_release(&t->model.mutable_globals);
    u32_map_release(&t->model.freed);
    u32_map_release(&t->model.any_freed);
    u32_map_release(&t->emit.pending_heads);
    pending_link_vec_release(&t->emit.links);
    llvm_value_vec_release(&t->emit.pending);
    llvm_value_vec_release(&t->emit.pending_globals);
    llvm_block_vec_release(&t->emit.todo);
    failure_vec_release(&t->emit.failures);
    cover_release(t);
    unset_site_vec_release(&t->replay.sites);
    object_map_release(&t->replay.result_sites);
    place_map_release(&t->replay.pointee_ids);
    memory_place_vec_release(&t->replay.pointees);
    memory_free(t->mem);
}

/* And nothing calls main. */
static bool starts_at_main(const c_module *cm, const c_front_options *options)
{
    LLVMValueRef main = LLVMGetNamedFunction(c_module_source(cm), "main");
    return strcmp(options->entry, "main") == 0 && main && !LLVMGetFirstUse(main);
}

static program *translate(term_store *ts, c_module *cm, const c_front_options *options, diag *error)
{
    LLVMValueRef entry = find_entry(cm, options->entry, error);
    if (!entry || !open_globals(cm, options->input_globals, error)) return NULL;
    /* declarations as instructions, in their place */
    LLVMSetIsNewDbgInfoFormat(cm->module, 0);
    variadic_lower(cm->module, cm->layout);
    atomic_lower(cm->module);
    cm->shows_library = options->trace_library;
    own_memory_lower(cm);
    entry = startup_add(cm, entry);
    if (!c_module_link_library(cm, &(libc_options){.bits = options->bits, .except = options->covered_call, .file = options->library, .forgets_contents = !(options->checks >> GOAL_ASSERT & 1) && !options->covers}, error)) return NULL;
    LLVMSetIsNewDbgInfoFormat(cm->module, 0);
    allocation_sizes_mark(cm->module, starts_at_main(cm, options));
    allocation_failures_set_errno(cm->module, options->malloc_may_fail || options->covers);
    translator t;
    translator_init(&t, ts, cm, options, error);
    t.plan.entry = entry;
    if (!options->unseen_is_pure) unseen_mark_calls(cm);
    do {
        memory_free(t.mem);
        t.mem = memory_analyse(cm->module, cm->layout, entry);
    } while (unseen_add_callbacks(cm, t.mem));
    if (options->regions) memory_print(options->regions, t.mem);
    bool ok = plan_make(&t) && translate_module(&t);
    if (ok) evaluation_order_note(&t);
    if (ok && options->replay) instrument_module(&t, options->replay);
    translator_release(&t);
    assert(!ok || !program_check(t.p));
    if (ok) return t.p;
    program_free(t.p);
    return NULL;
}

static program *load(term_store *ts, const char *const *files, size_t n, const c_front_options *options, text *warnings, diag *error)
{
    assert(options->bits == 32 || options->bits == 64);
    c_module cm;
    uint32_t arithmetic = UINT32_C(1) << GOAL_OVERFLOW | UINT32_C(1) << GOAL_DIV | UINT32_C(1) << GOAL_SHIFT;
    c_module_options module_options = {.bits = options->bits, .flags = options->flags, .n_flags = options->n_flags, .checks = options->checks, .limits = options->limits,
                                       .refuse_undefined_constants = (options->checks & arithmetic) != 0,
                                       .past_ends = options->checks >> GOAL_BOUNDS & 1 ? warnings : NULL,
                                       .marks_scopes = (options->checks >> GOAL_POINTER & 1) != 0};
    if (!c_module_load(&cm, files, n, &module_options, error)) return NULL;
    bool checks_constants = (options->checks >> GOAL_OVERFLOW & 1) != 0;
    bool lacks_inline = undefined_inline_is_called(&cm, files, n, &module_options, options->is_gnu89, error);
    if (lacks_inline && options->lacks_inline) *options->lacks_inline = true;
    if (lacks_inline || (checks_constants && !constant_overflow_check(files, n, &module_options, error))) {
        c_module_release(&cm);
        return NULL;
    }
    if (!options->unseen_is_pure) prototypes_read(&cm, files, n, &module_options);
    bool has_unchecked = (options->checks >> GOAL_CONVERSION & 1) && sanitizer_goals_updates_atomically(cm.module);
    program *p = translate(ts, &cm, options, error);
    if (p) sanitizer_goals_gaps(p, cm.module, files, n, options->checks);
    if (p && has_unchecked) program_set_gap(p, (place){.file = files[0]}, "conversions in updates of atomic variables are not checked");
    c_module_release(&cm);
    return p;
}

/* A warning begins with FILE:LINE:COLUMN. */
static void note_past_end(program *p, const char *file, const char *warnings)
{
    const char *end = strstr(warnings, ": warning: "), *column = end, *line;
    if (!end || !strstr(end, "[-Warray-bounds]")) return;
    while (column > warnings && column[-1] != ':') column--;
    for (line = column - 1; line > warnings && line[-1] != ':';) line--;
    place where = {.file = file, .line = (unsigned)strtoul(line, NULL, 10), .column = (unsigned)strtoul(column, NULL, 10)};
    program_set_gap(p, where, "the compiler has computed an index past the end of its array");
}

program *c_front_load(term_store *ts, const char *const *files, size_t n, const c_front_options *options, diag *error)
{
    text warnings;
    text_init(&warnings);
    program *p = load(ts, files, n, options, &warnings, error);
    if (p) note_past_end(p, files[0], warnings.data);
    text_release(&warnings);
    return p;
}

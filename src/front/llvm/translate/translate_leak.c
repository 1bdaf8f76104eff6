/* Memory that is still allocated when the program ends (--check leak). A ghost variable counts the blocks that malloc and its kin have
 * given and that were not freed: it is 0 where main returns and where exit is called. What the count cannot tell is a gap: memory
 * that library functions allocate by themselves, and calls of free that may be for such memory. */

#include "front/llvm/translate/translate.h"

static term live_blocks(translator *t)
{
    if (!term_is_none(t->model.live_blocks)) return t->model.live_blocks;
    var_info info = {.owner = PROC_NONE, .place = t->here, .low = TERM_NONE, .high = TERM_NONE};
    t->model.live_blocks = program_add_var(t->p, "allocated_blocks", sort_int(t->ts), &info);
    program_set_initial(t->p, t->model.live_blocks, term_mk_int(t->ts, 0));
    return t->model.live_blocks;
}

static void add_blocks(translator *t, term condition, int64_t n)
{
    term live = live_blocks(t), change = term_mk_ite(t->ts, condition, term_mk_int(t->ts, n), term_mk_int(t->ts, 0));
    translate_assign(t, live, term_mk_add2(t->ts, live, change));
}

void leak_allocated(translator *t, term exists)
{
    if (translate_checks(t, GOAL_LEAK)) add_blocks(t, exists, 1);
}

/* Blocks that are counted, or what free must not be given: that is another check. */
static bool is_counted(const translator *t, LLVMValueRef pointer)
{
    uint32_t node = memory_node_of(t->mem, pointer);
    if (node == MEMORY_NO_NODE) return true;
    memory_object_vec objects;
    memory_object_vec_init(&objects);
    bool ok = !memory_node_objects(t->mem, node, &objects);
    for (size_t i = 0; i < objects.size; i++) {
        memory_object o = objects.data[i];
        bool is_foreign = o.kind == MEMORY_FOREIGN || (o.kind == MEMORY_GLOBAL && LLVMIsDeclaration(o.value));
        ok = ok && !is_foreign && !(o.kind == MEMORY_HEAP && !library_allocates(plan_callee_name(o.value)));
    }
    memory_object_vec_release(&objects);
    return ok;
}

void leak_freed(translator *t, LLVMValueRef pointer, term unless)
{
    if (!translate_checks(t, GOAL_LEAK)) return;
    if (!is_counted(t, pointer)) program_set_gap(t->p, t->here, "whether the program allocated what is freed is not known");
    if (!translate_checks(t, GOAL_POINTER)) translate_assumption(t, "`free` gets what `malloc` and its kin have given, and each block once");
    term null = term_mk_eq(t->ts, translate_address(t, pointer), term_mk_int(t->ts, 0));
    add_blocks(t, term_mk_not(t->ts, term_mk_or2(t->ts, unless, null)), -1);
}

void leak_gap(translator *t)
{
    if (translate_checks(t, GOAL_LEAK)) program_set_gap(t->p, t->here, "what a library function allocates or frees is not followed");
}

void leak_call(translator *t, const char *name)
{
    static const char *const ALLOCATING[] = {"strdup", "strndup", "wcsdup", "asprintf", "vasprintf", "getline", "getdelim", "__getdelim",
                                             "open_memstream", "open_wmemstream", "realpath", "getcwd", "get_current_dir_name",
                                             "canonicalize_file_name", "scandir", "posix_memalign", "pvalloc", "reallocarray", "tempnam",
                                             "getaddrinfo", "__strdup", "__strndup", "cfree"};
    for (size_t i = 0; i < sizeof ALLOCATING / sizeof *ALLOCATING; i++)
        if (strcmp(name, ALLOCATING[i]) == 0) leak_gap(t);
}

void leak_end(translator *t)
{
    if (!translate_checks(t, GOAL_LEAK)) return;
    /* what runs behind main is no line of the source, nor is the end of `exit` where it calls handlers */
    LLVMValueRef entry = LLVMGetNamedFunction(t->cm->module, t->options->entry);
    bool is_library = c_module_function_place(t->cm, t->plan.functions.data[t->current].function).in_library;
    if ((!t->here.file || is_library) && entry) t->here = c_module_function_place(t->cm, entry);
    term none = term_mk_eq(t->ts, live_blocks(t), term_mk_int(t->ts, 0));
    check_goal(t, GOAL_LEAK, none, "memory is still allocated when the program ends");
}

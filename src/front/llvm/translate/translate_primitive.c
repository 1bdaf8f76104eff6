/* What the library's code asks of the analysis (lib/libc/latch.h). */

#include "front/llvm/translate/translate.h"
#include "front/llvm/library/unseen.h"

typedef void primitive_fn(translator *t, LLVMValueRef call, const char *name);
typedef struct primitive {
    const char *name; /* or what it begins with */
    bool is_prefix;
    primitive_fn *run;
} primitive;

static LLVMValueRef arg(LLVMValueRef call, unsigned i) { return LLVMGetOperand(call, i); }

static bool is_unsigned(const char *name)
{
    static const char *const NAMES[] = {"latch_any_unsigned", "latch_any_ulong", "latch_any_ullong", "latch_any_bool"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (strcmp(NAMES[i], name) == 0) return true;
    return false;
}

/* The name that a user knows: the library's second form of a function is latch_c_NAME. */
static const char *plain_name(const char *function)
{
    static const char SECOND[] = "latch_c_", OWN[] = "latch_";
    if (strncmp(function, SECOND, sizeof SECOND - 1) == 0) return function + sizeof SECOND - 1;
    return strncmp(function, OWN, sizeof OWN - 1) == 0 ? function + sizeof OWN - 1 : function;
}

static void any(translator *t, LLVMValueRef call, const char *name)
{
    text by;
    text_init(&by);
    const char *function = c_module_library_function(t->cm, call);
    text_printf(&by, PROGRAM_COARSE "%s", function ? plain_name(function) : "a function of the library");
    scalar s = translate_any(t, by.data, LLVMTypeOf(call), !is_unsigned(name));
    if (!translate_failed(t)) translate_define(t, call, &s, 1, TERM_NONE);
    text_release(&by);
}

/* Ranges that every such input is in. */
static void input_range(const char *name, int64_t *low, int64_t *high)
{
    static const struct {
        const char *name;
        int64_t low, high;
    } RANGES[] = {{"latch_input_stdin", -1, 255}, {"latch_input_file", -1, 255}, {"latch_input_open", 0, 1}, {"latch_input_end", 0, 1}, {"latch_input_getenv", 0, 1}, {"latch_input_variable", 0, 255},
                  {"latch_input_rand", 0, INT32_MAX}, {"latch_input_pid", 2, 4194303}};
    for (size_t i = 0; i < sizeof RANGES / sizeof *RANGES; i++) {
        if (strcmp(RANGES[i].name, name) != 0) continue;
        *low = RANGES[i].low;
        *high = RANGES[i].high;
    }
}

static void input(translator *t, LLVMValueRef call, const char *name)
{
    int64_t low = 0, high = -1;
    input_range(name, &low, &high);
    scalar s = translate_temp(t, name, LLVMTypeOf(call), true);
    if (translate_failed(t)) return;
    translate_input_within(t, s.number.value, name, low, high);
    translate_define(t, call, &s, 1, TERM_NONE);
}

static void assume(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    translate_assume(t, translate_condition(t, arg(call, 0)));
}

static void limit(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    text what;
    text_init(&what);
    if (!constant_string(t, arg(call, 0), &what)) text_adds(&what, "a function of the library");
    check_limit(t, what.data);
    text_release(&what);
}

static void assumption(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    text what;
    text_init(&what);
    if (constant_string(t, arg(call, 0), &what)) translate_assumption(t, "%s", what.data);
    text_release(&what);
}

/* The program's mistake, not the library's: a goal, if it is asked for. Otherwise the run ends, as everywhere. */
static void require_bounds(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    term holds = translate_condition(t, arg(call, 0));
    text what;
    text_init(&what);
    if (!constant_string(t, arg(call, 1), &what)) text_adds(&what, "a function of the library gets a wrong argument");
    check_defined(t, GOAL_BOUNDS, holds, what.data);
    text_release(&what);
}

static void looks_at(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    uninit_looks_at(t, arg(call, 0));
}

static void heap_size(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    term size = term_mk_select(t->ts, address_heap_sizes(t), translate_address(t, arg(call, 0)));
    term saved = translate_temp_int(t, "size", t->pointer_bits, false);
    translate_assign(t, saved, size);
    scalar s = scalar_of_var(t, saved);
    translate_define(t, call, &s, 1, TERM_NONE);
}

/* The replay finds it in what the run has printed. */
static void stream(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    translate_note(t, "stream", translate_int(t, arg(call, 0)));
}

static void seed(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    translate_note(t, PROGRAM_SEED, translate_int(t, arg(call, 0)));
}

static void change(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    outside_changes(t, call);
}

static void given(translator *t, LLVMValueRef call, const char *name)
{
    (void)t;
    (void)call;
    (void)name;
}

static void any_of_outside(translator *t, LLVMValueRef call, const char *name)
{
    translate_any_result(t, call, name);
    unset_given(t, call);
}

/* What a call of printf or scanf touches if its format is not known, or asks for other arguments. */
static void unknown_format(translator *t, LLVMValueRef call, const char *name)
{
    (void)call;
    check_gap(t, "what a format that is not known, or does not fit its arguments, leads to is not checked");
    if (strcmp(name, "latch_scan_unchecked") == 0) leak_gap(t); /* %ms */
}

static const primitive PRIMITIVES[] = {
    {UNSEEN_EFFECTS, false, change}, {UNSEEN_CHANGE, false, change}, {UNSEEN_ANY, true, any_of_outside}, {UNSEEN_GIVEN, false, given},
    {"latch_any_", true, any}, {"latch_input_", true, input}, {"latch_assume", false, assume}, {"latch_assumption", false, assumption}, {"latch_exit", false, call_exit},
    {"latch_abort", false, call_abort}, {"latch_limit", false, limit}, {"latch_heap_size", false, heap_size}, {"latch_stream", false, stream}, {"latch_seed", false, seed},
    {"latch_format_unchecked", false, unknown_format}, {"latch_scan_unchecked", false, unknown_format},
    {"latch_require_bounds", false, require_bounds}, {"latch_looks_at", false, looks_at},
};

static const primitive *find_primitive(const char *name)
{
    for (size_t i = 0; i < sizeof PRIMITIVES / sizeof *PRIMITIVES; i++) {
        const primitive *p = &PRIMITIVES[i];
        if (p->is_prefix ? !strncmp(name, p->name, strlen(p->name)) : !strcmp(name, p->name)) return p;
    }
    return NULL;
}

bool primitive_is_one(const char *name) { return find_primitive(name) != NULL; }

bool translate_primitive(translator *t, LLVMValueRef call, const char *name)
{
    /* the program may have functions of such names */
    const primitive *p = c_module_is_own(t->cm, call) ? NULL : find_primitive(name);
    if (p) p->run(t, call, name);
    return p != NULL;
}

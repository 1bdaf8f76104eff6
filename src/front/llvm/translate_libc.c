/* Functions of the library that are known by name: what they do, or the least that can be said of them. */

#include "front/llvm/translate.h"

#include <ctype.h>

typedef void model_fn(translator *t, LLVMValueRef call, const char *name);
typedef struct model {
    const char *name;
    unsigned n_args; /* at least */
    model_fn *run;
} model;

static LLVMValueRef arg(LLVMValueRef call, unsigned i) { return LLVMGetOperand(call, i); }
static bool is_pointer(LLVMValueRef v) { return LLVMGetTypeKind(LLVMTypeOf(v)) == LLVMPointerTypeKind; }

static bool has_uses(LLVMValueRef call) { return LLVMGetFirstUse(call) != NULL; }

/* Any value of the call's type; it is no input: the compiled program computes it by itself. */
static void any_result(translator *t, LLVMValueRef call, const char *name)
{
    if (!has_uses(call)) return;
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, LLVMTypeOf(call), &leaves);
    scalar *out = arena_alloc(&t->scratch, (leaves.size + 1) * sizeof *out);
    for (size_t i = 0; i < leaves.size; i++) out[i] = translate_any(t, name, leaves.data[i].type, value_usage(call) >= 0);
    if (!translate_failed(t)) translate_define(t, call, out, leaves.size, TERM_NONE);
    leaf_vec_release(&leaves);
}

/* ---- ends of the run ---- */

static void model_abort(translator *t, LLVMValueRef call, const char *name)
{
    (void)call;
    (void)name;
    translate_end_run(t);
}

static void model_exit(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    stmt s = {.kind = STMT_EXIT, .target = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE, .callee = PROC_NONE};
    s.value = cint_as(t->ts, translate_int(t, arg(call, 0)), true).value;
    translate_add(t, s);
    translate_end_run(t);
}

/* The third argument of __assert_fail and its kin. In a preprocessed file without line markers it is not where the call is. */
static uint32_t stated_line(LLVMValueRef call)
{
    LLVMValueRef line = LLVMGetNumArgOperands(call) > 2 ? LLVMIsAConstantInt(arg(call, 2)) : NULL;
    return line ? (uint32_t)LLVMConstIntGetZExtValue(line) : 0;
}

static void model_failure(translator *t, LLVMValueRef call, const char *name)
{
    text expression, message;
    text_init(&expression);
    text_init(&message);
    bool known = LLVMGetNumArgOperands(call) > 0 && is_pointer(arg(call, 0)) && constant_string(t, arg(call, 0), &expression);
    if (known) text_printf(&message, "assertion `%s' failed", expression.data);
    else text_printf(&message, "call of `%s`", name);
    goal next = {(uint32_t)program_goal_count(t->p)};
    if (translate_checks(t, GOAL_ASSERT)) check_failure(t, message.data, stated_line(call));
    cover_failure(t, call, false, next);
    text_release(&expression);
    text_release(&message);
    translate_end_run(t);
}

static void model_assert(translator *t, LLVMValueRef call, const char *name)
{
    term holds = translate_condition(t, arg(call, 0));
    goal next = {(uint32_t)program_goal_count(t->p)};
    if (translate_checks(t, GOAL_ASSERT)) check_goal(t, GOAL_ASSERT, holds, "assertion of `%s` failed", name);
    else translate_assume(t, holds);
    cover_failure(t, call, true, next);
    any_result(t, call, name);
}

static void model_assume(translator *t, LLVMValueRef call, const char *name)
{
    translate_assume(t, translate_condition(t, arg(call, 0)));
    any_result(t, call, name);
}

static void model_refused(translator *t, LLVMValueRef call, const char *name)
{
    (void)call;
    translate_refuse(t, "`%s` is not supported: threads and jumps between functions are outside of what can be checked", name);
}

/* ---- the heap ---- */

static cint pointer_sized(translator *t, LLVMValueRef v)
{
    cint c = cint_as(t->ts, translate_int(t, v), false);
    if (c.width < t->pointer_bits) c = cint_zext(t->ts, c, t->pointer_bits, false);
    return c.width > t->pointer_bits ? cint_trunc(t->ts, c, t->pointer_bits, false) : c;
}

static void define_pointer(translator *t, LLVMValueRef call, term address, term size)
{
    scalar s = scalar_of_int(cint_of_term(address, t->pointer_bits, false));
    if (translate_tracks(t)) s = origin_put(s, origin_saved(t, origin_from(t, address, size)));
    translate_define(t, call, &s, 1, TERM_NONE);
}

/* The new object, or null where that is looked at. Returns whether that is so. */
static term define_allocated(translator *t, LLVMValueRef call, term address, cint size, bool is_set)
{
    if (!translate_checks(t, GOAL_POINTER) && !t->options->covers) {
        translate_assumption(t, "memory allocation never fails");
        define_pointer(t, call, address, size.value);
        unset_allocated(t, call, address, size.value, term_true(t->ts), is_set);
        return term_false(t->ts);
    }
    term fails = translate_any(t, "allocation fails", LLVMInt1TypeInContext(t->cm->context), false).number.value;
    term result = translate_temp_int(t, "allocated", t->pointer_bits, false), zero = term_mk_int(t->ts, 0);
    translate_assign(t, result, term_mk_ite(t->ts, fails, zero, address));
    define_pointer(t, call, result, term_mk_ite(t->ts, fails, zero, size.value));
    if (translate_tracks(t)) origin_begin(t, call, address);
    unset_allocated(t, call, address, size.value, term_mk_not(t->ts, fails), is_set);
    return fails;
}

static void model_malloc(translator *t, LLVMValueRef call, const char *name)
{
    cint size = pointer_sized(t, arg(call, LLVMGetNumArgOperands(call) - 1));
    define_allocated(t, call, address_allocate(t, name, size), size, false);
}

static void model_calloc(translator *t, LLVMValueRef call, const char *name)
{
    cint n = pointer_sized(t, arg(call, 0)), each = pointer_sized(t, arg(call, 1));
    cint size = cint_mul(t->ts, n, each, false, true);
    term address = address_allocate(t, name, size);
    int64_t bytes;
    bool known = term_kind_of(t->ts, size.value) == TERM_NUM && rat_to_int64(term_number(t->ts, size.value), &bytes);
    define_allocated(t, call, address, size, true);
    if (known) {
        LLVMTypeRef word = LLVMInt64TypeInContext(t->cm->context);
        translate_fill_at(t, call, address, cint_of_int(t->ts, 0, 8, false), LLVMConstInt(word, (uint64_t)bytes, 0));
    } else {
        translate_assumption(t, "memory from `calloc` of a size that is not constant is taken to hold any values");
    }
}

static void model_realloc(translator *t, LLVMValueRef call, const char *name)
{
    translate_assumption(t, "memory from `realloc` is taken to hold any values");
    cint size = pointer_sized(t, arg(call, 1));
    term fails = define_allocated(t, call, address_allocate(t, name, size), size, false);
    /* without a size, the old object is gone in any case */
    term keeps = term_mk_not(t->ts, term_mk_eq(t->ts, size.value, term_mk_int(t->ts, 0)));
    check_free(t, arg(call, 0), term_mk_and2(t->ts, fails, keeps));
}

static void model_free(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    if (LLVMGetNumArgOperands(call) && is_pointer(arg(call, 0))) check_free(t, arg(call, 0), term_false(t->ts));
    else check_gap(t, "what is freed is no pointer");
}

/* ---- blocks of memory ---- */

static void define_first_argument(translator *t, LLVMValueRef call)
{
    scalar s = translate_scalar(t, arg(call, 0));
    if (is_pointer(call) && s.kind == SCALAR_INT) translate_define(t, call, &s, 1, TERM_NONE);
}

static void model_memcpy(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    define_first_argument(t, call);
    translate_copy(t, arg(call, 0), arg(call, 1), arg(call, 2));
}

static void model_memset(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    define_first_argument(t, call);
    translate_fill(t, arg(call, 0), translate_int(t, arg(call, 1)), arg(call, 2));
}

/* What exactly such a function reads and writes is not known. */
static void note_unchecked(translator *t, LLVMValueRef call, const char *name)
{
    bool touches = false;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        text ignored;
        text_init(&ignored);
        LLVMValueRef a = arg(call, i);
        const node_info *n = translate_tracks(t) && is_pointer(a) ? origin_node(t, a) : NULL;
        touches = touches || (n && n->kind != NODE_EMPTY && !(n->is_foreign && !n->is_own) && !constant_string(t, a, &ignored));
        text_release(&ignored);
    }
    if (!touches) return;
    text what;
    text_init(&what);
    text_printf(&what, "the memory that `%s` touches is not checked", name);
    check_gap(t, what.data);
    text_release(&what);
}

/* Fills what its pointer arguments point to with anything. */
static void model_writer(translator *t, LLVMValueRef call, const char *name)
{
    translate_assumption(t, "`%s` is taken to store any values where its arguments point to", name);
    note_unchecked(t, call, name);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        text ignored;
        text_init(&ignored);
        if (is_pointer(arg(call, i)) && !constant_string(t, arg(call, i), &ignored)) memory_havoc_all(t, arg(call, i), name);
        text_release(&ignored);
    }
    any_result(t, call, name);
}

/* Strings: only the ones that are constants are looked at. */
static void model_strlen(translator *t, LLVMValueRef call, const char *name)
{
    text string;
    text_init(&string);
    uint32_t width = LLVMGetIntTypeWidth(LLVMTypeOf(call));
    if (constant_string(t, arg(call, 0), &string)) {
        translate_define_int(t, call, cint_of_int(t->ts, (int64_t)string.size, width, false), TERM_NONE);
    } else if (!string_length(t, call)) {
        note_unchecked(t, call, name);
        translate_assumption(t, "`%s` is taken to return any value", name);
        any_result(t, call, name);
    }
    text_release(&string);
}

static void model_strcmp(translator *t, LLVMValueRef call, const char *name)
{
    if (string_compare(t, call, name)) return;
    note_unchecked(t, call, name);
    translate_assumption(t, "`%s` is taken to return any value", name);
    any_result(t, call, name);
}

static void model_strcpy(translator *t, LLVMValueRef call, const char *name)
{
    if (string_copy(t, call, name)) define_first_argument(t, call);
    else model_writer(t, call, name);
}

/* Reads at most: any result. */
static void model_reader(translator *t, LLVMValueRef call, const char *name)
{
    note_unchecked(t, call, name);
    translate_assumption(t, "`%s` is taken to return any value", name);
    any_result(t, call, name);
}

/* ---- output ---- */

static void model_quiet(translator *t, LLVMValueRef call, const char *name)
{
    note_unchecked(t, call, name);
    any_result(t, call, name);
}

static void add_output(translator *t, const char *format, const term_vec *args)
{
    stmt s = {.kind = STMT_OUTPUT, .target = TERM_NONE, .value = TERM_NONE, .low = TERM_NONE, .high = TERM_NONE, .callee = PROC_NONE};
    s.name = format;
    s.args = args->data;
    s.n_args = args->size;
    translate_add(t, s);
}

static void add_escaped(text *out, const char *string)
{
    for (; *string; string++) {
        if (*string == '%') text_addc(out, '%');
        text_addc(out, *string);
    }
}

/* A conversion's argument: strings become part of the format, what is not known becomes a question mark. */
static const char *add_conversion(translator *t, const char *from, LLVMValueRef call, unsigned *next, text *format, term_vec *args)
{
    const char *end = from + 1;
    while (*end && !isalpha((unsigned char)*end) && *end != '%') {
        if (*end == '*' && *next < LLVMGetNumArgOperands(call)) term_vec_push(args, translate_int(t, arg(call, (*next)++)).value);
        end++;
    }
    while (*end && strchr("hlLqjzt", *end)) end++;
    if (!*end) return end;
    text string;
    text_init(&string);
    bool has_arg = *end != '%' && *next < LLVMGetNumArgOperands(call);
    scalar v = has_arg ? translate_scalar(t, arg(call, *next)) : (scalar){.kind = SCALAR_UNKNOWN};
    if (*end == '%') text_adds(format, "%%");
    else if (*end == 's' && has_arg && constant_string(t, arg(call, *next), &string)) add_escaped(format, string.data);
    else if (*end == 's' || v.kind == SCALAR_UNKNOWN) text_addc(format, '?');
    else {
        text_add(format, from, (size_t)(end - from) + 1);
        term_vec_push(args, cint_as(t->ts, scalar_as_int(t, v), *end == 'd' || *end == 'i').value);
    }
    if (has_arg) ++*next;
    text_release(&string);
    return end + 1;
}

static void model_printf(translator *t, LLVMValueRef call, const char *name)
{
    text given, format;
    term_vec args;
    text_init(&given);
    text_init(&format);
    term_vec_init(&args);
    if (constant_string(t, arg(call, 0), &given)) {
        unsigned next = 1;
        for (const char *c = given.data; *c;) {
            if (*c == '%') c = add_conversion(t, c, call, &next, &format, &args);
            else text_addc(&format, *c++);
        }
        add_output(t, format.data, &args);
    }
    note_unchecked(t, call, name);
    any_result(t, call, name);
    text_release(&given);
    text_release(&format);
    term_vec_release(&args);
}

static void model_puts(translator *t, LLVMValueRef call, const char *name)
{
    text given, format;
    term_vec none;
    text_init(&given);
    text_init(&format);
    term_vec_init(&none);
    if (constant_string(t, arg(call, 0), &given)) {
        add_escaped(&format, given.data);
        text_addc(&format, '\n');
        add_output(t, format.data, &none);
    }
    note_unchecked(t, call, name);
    any_result(t, call, name);
    text_release(&given);
    text_release(&format);
}

static void model_putchar(translator *t, LLVMValueRef call, const char *name)
{
    term_vec args;
    term_vec_init(&args);
    term_vec_push(&args, translate_int(t, arg(call, 0)).value);
    add_output(t, "%c", &args);
    any_result(t, call, name);
    term_vec_release(&args);
}

static void model_abs(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    cint a = cint_as(t->ts, translate_int(t, arg(call, 0)), true), zero = cint_of_int(t->ts, 0, a.width, true);
    check_defined(t, GOAL_OVERFLOW, cint_sub_defined(t->ts, zero, a), "signed overflow in an absolute value");
    term negative = cint_slt(t->ts, a, zero);
    translate_define_int(t, call, cint_ite(t->ts, negative, cint_sub(t->ts, zero, a, true, true), a), TERM_NONE);
}

static const model MODELS[] = {
    {"__assert_fail", 0, model_failure}, {"__assert", 0, model_failure}, {"__assert_rtn", 0, model_failure},
    {"__assert_perror_fail", 0, model_failure}, {"reach_error", 0, model_failure}, {"__VERIFIER_error", 0, model_failure},
    {"__VERIFIER_assert", 1, model_assert}, {"__VERIFIER_assume", 1, model_assume}, {"assume_abort_if_not", 1, model_assume},
    {"abort", 0, model_abort}, {"exit", 1, model_exit}, {"_exit", 1, model_exit}, {"_Exit", 1, model_exit}, {"quick_exit", 1, model_exit},
    {"pthread_create", 0, model_refused}, {"thrd_create", 0, model_refused}, {"fork", 0, model_refused}, {"setjmp", 0, model_refused},
    {"_setjmp", 0, model_refused}, {"sigsetjmp", 0, model_refused}, {"__sigsetjmp", 0, model_refused}, {"longjmp", 0, model_refused},
    {"_longjmp", 0, model_refused}, {"siglongjmp", 0, model_refused}, {"signal", 0, model_refused}, {"sigaction", 0, model_refused},
    {"malloc", 1, model_malloc}, {"valloc", 1, model_malloc}, {"aligned_alloc", 2, model_malloc}, {"memalign", 2, model_malloc},
    {"calloc", 2, model_calloc}, {"realloc", 2, model_realloc}, {"free", 0, model_free}, {"cfree", 0, model_free},
    {"memcpy", 3, model_memcpy}, {"memmove", 3, model_memcpy}, {"__memcpy_chk", 3, model_memcpy}, {"__memmove_chk", 3, model_memcpy},
    {"memset", 3, model_memset}, {"__memset_chk", 3, model_memset},
    {"strlen", 1, model_strlen}, {"strcmp", 2, model_strcmp}, {"strncmp", 3, model_strcmp}, {"memcmp", 3, model_strcmp},
    {"strcpy", 2, model_strcpy}, {"strncpy", 3, model_strcpy}, {"strcat", 2, model_strcpy}, {"strncat", 3, model_writer},
    {"__strcpy_chk", 2, model_strcpy}, {"sprintf", 1, model_writer}, {"snprintf", 1, model_writer}, {"swprintf", 1, model_writer},
    {"vsprintf", 1, model_writer}, {"vsnprintf", 1, model_writer}, {"scanf", 1, model_writer}, {"__isoc99_scanf", 1, model_writer},
    {"__isoc99_sscanf", 1, model_writer}, {"__isoc99_fscanf", 1, model_writer}, {"__isoc23_scanf", 1, model_writer},
    {"__isoc23_sscanf", 1, model_writer}, {"__isoc23_fscanf", 1, model_writer}, {"sscanf", 1, model_writer}, {"fscanf", 1, model_writer},
    {"fgets", 1, model_writer}, {"gets", 1, model_writer}, {"fread", 1, model_writer}, {"read", 1, model_writer},
    {"getline", 1, model_writer},
    {"qsort", 1, model_writer}, {"strtol", 1, model_writer}, {"strtoul", 1, model_writer}, {"time", 1, model_writer},
    {"strchr", 1, model_reader}, {"strrchr", 1, model_reader}, {"strstr", 1, model_reader}, {"memchr", 1, model_reader},
    {"atoi", 1, model_reader}, {"atol", 1, model_reader}, {"strcasecmp", 1, model_reader}, {"strncasecmp", 1, model_reader},
    {"printf", 1, model_printf}, {"puts", 1, model_puts}, {"putchar", 1, model_putchar}, {"fprintf", 0, model_quiet},
    {"vprintf", 0, model_quiet}, {"vfprintf", 0, model_quiet}, {"fputs", 0, model_quiet}, {"fputc", 0, model_quiet},
    {"putc", 0, model_quiet},
    {"fflush", 0, model_quiet}, {"fwrite", 0, model_quiet}, {"perror", 0, model_quiet}, {"fclose", 0, model_quiet},
    {"abs", 1, model_abs}, {"labs", 1, model_abs}, {"llabs", 1, model_abs},
};

static const model *find_model(const char *name)
{
    for (size_t i = 0; i < sizeof MODELS / sizeof *MODELS; i++) {
        if (strcmp(MODELS[i].name, name) == 0) return &MODELS[i];
    }
    return NULL;
}

bool library_allocates(const char *name)
{
    const model *m = find_model(name);
    return m && (m->run == model_malloc || m->run == model_calloc || m->run == model_realloc);
}

bool library_is_failure(const char *name)
{
    const model *m = find_model(name);
    return m && m->run == model_failure;
}

bool translate_library(translator *t, LLVMValueRef call, const char *name)
{
    const model *m = find_model(name);
    if (!m || LLVMGetNumArgOperands(call) < m->n_args) return false;
    m->run(t, call, name);
    /* a declaration may differ from the real one */
    const value_entry *e = value_map_find(&t->values, call);
    if (has_uses(call) && !e->value.leaves && !translate_failed(t)) any_result(t, call, name);
    return true;
}

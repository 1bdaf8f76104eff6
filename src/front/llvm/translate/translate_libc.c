/* Functions of the library that are known by name: what they do, or the least that can be said of them. */

#include "front/llvm/library/allocation_sizes.h"
#include "front/llvm/translate/span.h"
#include "front/llvm/translate/translate.h"

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
void translate_any_result(translator *t, LLVMValueRef call, const char *name)
{
    if (!has_uses(call)) return;
    leaf_vec leaves;
    leaf_vec_init(&leaves);
    type_leaves(t, LLVMTypeOf(call), &leaves);
    scalar *out = arena_alloc(&t->emit.scratch, (leaves.size + 1) * sizeof *out);
    for (size_t i = 0; i < leaves.size; i++) {
        out[i] = translate_any(t, name, leaves.data[i].type, value_usage(call) >= 0);
        bool is_address = LLVMGetTypeKind(leaves.data[i].type) == LLVMPointerTypeKind;
        if (is_address && translate_tracks(t)) out[i] = origin_put(out[i], origin_foreign(t, out[i].number.value));
    }
    if (!translate_failed(t)) translate_define(t, call, out, leaves.size, TERM_NONE);
    leaf_vec_release(&leaves);
}

/* ---- ends of the run ---- */

void call_abort(translator *t, LLVMValueRef call, const char *name)
{
    (void)call;
    (void)name;
    check_failure(t, GOAL_ABORT, "call of `abort`", NULL);
    translate_end_run(t);
}

void call_exit(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    translate_exit(t, arg(call, 0));
}

/* What __assert_fail and its kin are told, in the words of the harness of a replay (validate/harness.c): the expression, and the place, which are the second
 * and third argument of all of them. In a preprocessed file without line markers that is not where the call is. False if it is not constant. */
static bool add_stated(const translator *t, LLVMValueRef call, const char *name, text *out)
{
    unsigned n = LLVMGetNumArgOperands(call), expression = strcmp(name, "__assert_rtn") == 0 ? 3 : 0;
    LLVMValueRef line = n > 2 && n > expression && is_pointer(arg(call, 1)) ? LLVMIsAConstantInt(arg(call, 2)) : NULL;
    if (!line) return false;
    bool known = true;
    if (strcmp(name, "__assert_perror_fail") == 0) text_adds(out, "assert_perror");
    else known = is_pointer(arg(call, expression)) && constant_string(t, arg(call, expression), out);
    text_adds(out, " at ");
    known = known && constant_string(t, arg(call, 1), out);
    text_printf(out, ":%u", (unsigned)LLVMConstIntGetZExtValue(line));
    return known;
}

static void model_failure(translator *t, LLVMValueRef call, const char *name)
{
    text expression, message, stated;
    text_init(&expression);
    text_init(&message);
    text_init(&stated);
    bool known = LLVMGetNumArgOperands(call) > 0 && is_pointer(arg(call, 0)) && constant_string(t, arg(call, 0), &expression);
    if (known) text_printf(&message, "assertion `%s' failed", expression.data);
    else text_printf(&message, "call of `%s`", name);
    goal next = {(uint32_t)program_goal_count(t->p)};
    /* a failing assertion aborts the program */
    bool only_aborts = !translate_checks(t, GOAL_ASSERT) && strncmp(name, "__assert", 8) == 0;
    check_failure(t, only_aborts ? GOAL_ABORT : GOAL_ASSERT, message.data, add_stated(t, call, name, &stated) ? stated.data : NULL);
    cover_failure(t, call, false, next);
    text_release(&expression);
    text_release(&message);
    text_release(&stated);
    translate_end_run(t);
}

static void model_assert(translator *t, LLVMValueRef call, const char *name)
{
    term holds = translate_condition(t, arg(call, 0));
    goal next = {(uint32_t)program_goal_count(t->p)};
    if (translate_checks(t, GOAL_ASSERT)) check_goal(t, GOAL_ASSERT, holds, "assertion of `%s` failed", name);
    else translate_assume(t, holds);
    cover_failure(t, call, true, next);
    translate_any_result(t, call, name);
}

static void model_assume(translator *t, LLVMValueRef call, const char *name)
{
    translate_assume(t, translate_condition(t, arg(call, 0)));
    translate_any_result(t, call, name);
}

static void model_limit(translator *t, LLVMValueRef call, const char *name)
{
    (void)call;
    text what;
    text_init(&what);
    text_printf(&what, "`%s`", name);
    check_limit(t, what.data);
    text_release(&what);
}

/* ---- the heap ---- */

static void define_pointer(translator *t, LLVMValueRef call, term address, term size)
{
    scalar s = scalar_of_int(cint_of_term(address, t->pointer_bits, false));
    if (translate_tracks(t)) s = origin_put(s, origin_saved(t, origin_from(t, address, size)));
    translate_define(t, call, &s, 1, TERM_NONE);
}

/* How much is asked for. Whoever asks for more than any object has, or for a product that no size_t holds, gets null in every run. */
typedef struct request {
    term too_large;
    cint size; /* 0 if it is too large */
} request;

/* Functions of the library that pass on what they are asked for. What others allocate is about as large as what is there already. */
static bool is_chosen_by_program(const translator *t, LLVMValueRef call)
{
    static const char *const NAMES[] = {"realloc", "reallocarray", "posix_memalign", "getcwd"};
    const char *function = t->in_library ? c_module_library_function(t->cm, call) : NULL;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES && function; i++)
        if (strcmp(function, NAMES[i]) == 0) return true;
    return !function;
}

static request requested(translator *t, LLVMValueRef call, term too_large, term asked)
{
    if (allocation_size_is_bounded(call)) too_large = term_false(t->ts);
    if (!is_chosen_by_program(t, call)) {
        translate_assume(t, term_mk_not(t->ts, too_large));
        too_large = term_false(t->ts);
    }
    bool is_never = term_is_equal(too_large, term_false(t->ts));
    term size = is_never ? asked : term_mk_ite(t->ts, too_large, term_mk_int(t->ts, 0), asked);
    return (request){too_large, cint_of_term(size, t->pointer_bits, false)};
}

static span most_bytes(translator *t) { return span_of_num(term_mk_int(t->ts, MOST_BYTES(t->pointer_bits))); }

static cint pointer_sized(translator *t, LLVMValueRef v)
{
    cint c = translate_int(t, v);
    if (c.width < t->pointer_bits) return cint_zext(t->ts, c, t->pointer_bits, c.is_signed);
    return c.width > t->pointer_bits ? cint_trunc(t->ts, c, t->pointer_bits, c.is_signed) : c;
}

/* As a signed number, a size of half of the address space or more is below 0. */
static term is_beyond(translator *t, cint size)
{
    span s = cint_span(t->ts, size);
    term is_over = span_relate(t->ts, SPAN_LT, most_bytes(t), s);
    return size.is_signed ? term_mk_or2(t->ts, is_over, span_relate(t->ts, SPAN_LT, s, span_of_num(term_mk_int(t->ts, 0)))) : is_over;
}

static request requested_bytes(translator *t, LLVMValueRef call)
{
    cint size = pointer_sized(t, arg(call, LLVMGetNumArgOperands(call) - 1));
    return requested(t, call, is_beyond(t, size), size.value);
}

/* Whatever the numbers of a product that fits: if one is beyond the limit, the other is 0. */
static request requested_product(translator *t, LLVMValueRef call)
{
    cint n = pointer_sized(t, arg(call, 0)), each = pointer_sized(t, arg(call, 1));
    span count = cint_span(t->ts, n), bytes = cint_span(t->ts, each), product = span_mul(t->ts, count, bytes), zero = span_of_num(term_mk_int(t->ts, 0));
    term n_fails = term_mk_and2(t->ts, is_beyond(t, n), term_mk_not(t->ts, span_relate(t->ts, SPAN_EQ, bytes, zero)));
    term each_fails = term_mk_and2(t->ts, is_beyond(t, each), term_mk_not(t->ts, span_relate(t->ts, SPAN_EQ, count, zero)));
    term is_over = span_relate(t->ts, SPAN_LT, most_bytes(t), product);
    return requested(t, call, term_mk_or2(t->ts, term_mk_or2(t->ts, n_fails, each_fails), is_over), product.t);
}

static bool may_fail(const translator *t) { return t->options->malloc_may_fail || t->options->covers; }

/* The new object, or null if it is too large or allocation may fail; tests are made for both. */
static void define_allocated(translator *t, LLVMValueRef call, term address, request r, bool is_set)
{
    observed_allocated(t, call, address);
    term_store *ts = t->ts;
    term fails = r.too_large, result = address, size = r.size.value;
    if (!may_fail(t)) translate_assumption(t, "memory allocation never fails");
    if (may_fail(t) || !term_is_equal(r.too_large, term_false(ts))) {
        if (may_fail(t)) {
            fails = translate_temp_bool(t, "fails");
            translate_havoc(t, fails, "allocation fails");
            translate_assign(t, fails, term_mk_or2(ts, fails, r.too_large));
        }
        result = translate_temp_int(t, "allocated", t->pointer_bits, false);
        term zero = term_mk_int(ts, 0);
        translate_assign(t, result, term_mk_ite(ts, fails, zero, address));
        size = term_mk_ite(ts, fails, zero, size);
    }
    define_pointer(t, call, result, size);
    origin_begin(t, call, address);
    leak_allocated(t, term_mk_not(ts, fails));
    unset_allocated(t, call, address, r.size.value, term_mk_not(ts, fails), is_set);
}

static void model_malloc(translator *t, LLVMValueRef call, const char *name)
{
    request r = requested_bytes(t, call);
    define_allocated(t, call, address_allocate(t, name, r.size), r, false);
}

static void model_calloc(translator *t, LLVMValueRef call, const char *name)
{
    request r = requested_product(t, call);
    term address = address_allocate(t, name, r.size);
    define_allocated(t, call, address, r, true);
    int64_t bytes;
    cint zero = cint_of_int(t->ts, 0, 8, false);
    bool known = term_kind_of(t->ts, r.size.value) == TERM_NUM && rat_to_int64(term_number(t->ts, r.size.value), &bytes);
    if (known) {
        LLVMTypeRef word = LLVMInt64TypeInContext(t->cm->context);
        translate_fill_at(t, call, address, zero, LLVMConstInt(word, (uint64_t)bytes, 0));
    } else if (may_fail(t) || !memory_fill_loop(t, call, zero, r.size)) {
        translate_assumption(t, "memory from `calloc` of a size that is not constant is taken to hold any values");
    }
}

static void model_free(translator *t, LLVMValueRef call, const char *name)
{
    (void)name;
    if (LLVMGetNumArgOperands(call) && is_pointer(arg(call, 0))) {
        check_free(t, arg(call, 0), term_false(t->ts));
        leak_freed(t, arg(call, 0), term_false(t->ts));
    } else {
        check_gap(t, "what is freed is no pointer");
    }
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

void translate_note_unchecked(translator *t, LLVMValueRef call, const char *name)
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

/* Functions like warnx: the last parameter that is declared is the format, and what one that is not known asks for, nobody has checked. */
static bool has_unknown_format(const translator *t, LLVMValueRef call, LLVMValueRef function)
{
    unsigned n = LLVMCountParams(function);
    if (!LLVMIsFunctionVarArg(LLVMGlobalGetValueType(function)) || n == 0 || LLVMGetNumArgOperands(call) < n) return false;
    text ignored;
    text_init(&ignored);
    bool is_known = constant_string(t, arg(call, n - 1), &ignored);
    text_release(&ignored);
    return !is_known;
}

static void note_unknown_format(translator *t, const char *name)
{
    text what;
    text_init(&what);
    text_printf(&what, "what `%s` touches, as its format says, is not checked", name);
    check_gap(t, what.data);
    text_release(&what);
}

/* Functions like verrx call exit, and so destructors, which they have no address of. */
static bool may_exit(LLVMValueRef function, const char *name)
{
    unsigned noreturn = LLVMGetEnumAttributeKindForName("noreturn", 8);
    if (LLVMGetEnumAttributeAtIndex(function, (LLVMAttributeIndex)LLVMAttributeFunctionIndex, noreturn)) return true;
    return strcmp(name, "error") == 0 || strcmp(name, "error_at_line") == 0 || strncmp(name, "argp_", 5) == 0;
}

void library_unmodelled(translator *t, LLVMValueRef call, LLVMValueRef function)
{
    size_t length;
    const char *name = LLVMGetValueName2(function, &length);
    if (may_exit(function, name) && LLVMGetNamedGlobal(t->cm->module, "llvm.global_dtors")) {
        model_limit(t, call, name);
        return;
    }
    if (has_unknown_format(t, call, function)) note_unknown_format(t, name);
    bool has_pointers = is_pointer(call);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) has_pointers = has_pointers || is_pointer(arg(call, i));
    if (has_pointers) leak_gap(t);
}

/* Fills what its pointer arguments point to with anything. */
static void model_writer(translator *t, LLVMValueRef call, const char *name)
{
    translate_assumption(t, "`%s` is taken to store any values where its arguments point to", name);
    translate_note_unchecked(t, call, name);
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++) {
        text ignored;
        text_init(&ignored);
        if (is_pointer(arg(call, i)) && !constant_string(t, arg(call, i), &ignored)) memory_havoc_all(t, arg(call, i), name);
        text_release(&ignored);
    }
    translate_any_result(t, call, name);
}

/* Of functions that look at all that they get, but at nothing if a third argument is 0: not null, and not gone. */
static void check_operands(translator *t, LLVMValueRef call, const char *name)
{
    unsigned n = LLVMGetNumArgOperands(call);
    term nothing = n > 2 ? term_mk_eq(t->ts, translate_int(t, arg(call, 2)).value, term_mk_int(t->ts, 0)) : term_false(t->ts);
    for (unsigned i = 0; i < n; i++)
        if (is_pointer(arg(call, i))) check_begin(t, arg(call, i), nothing);
    translate_note_unchecked(t, call, name);
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
        check_operands(t, call, name);
        translate_assumption(t, "`%s` is taken to return any value", name);
        translate_any_result(t, call, name);
    }
    text_release(&string);
}

static void model_strcmp(translator *t, LLVMValueRef call, const char *name)
{
    if (string_compare(t, call, name)) return;
    check_operands(t, call, name);
    translate_assumption(t, "`%s` is taken to return any value", name);
    translate_any_result(t, call, name);
}

static void model_strcpy(translator *t, LLVMValueRef call, const char *name)
{
    if (string_copy(t, call, name)) {
        define_first_argument(t, call);
        return;
    }
    check_operands(t, call, name);
    model_writer(t, call, name);
}

/* ---- output ---- */

static void model_quiet(translator *t, LLVMValueRef call, const char *name)
{
    translate_note_unchecked(t, call, name);
    translate_any_result(t, call, name);
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
    else if (*end == 's' || v.kind == SCALAR_UNKNOWN || strchr("aAeEfFgG", *end)) text_addc(format, '?');
    else {
        text_add(format, from, (size_t)(end - from) + 1);
        term_vec_push(args, cint_as(t->ts, scalar_as_int(t, v), *end == 'd' || *end == 'i').value);
    }
    if (has_arg) ++*next;
    text_release(&string);
    return end + 1;
}

static bool stores_count(const char *format)
{
    for (const char *c = strchr(format, '%'); c; c = strchr(c, '%')) {
        c++;
        c += strspn(c, "-+ #'0123456789.*$hlLqjztI");
        if (*c == 'n') return true;
        c += *c != '\0';
    }
    return false;
}

/* Whether the format is known, and %n is not in it: then nothing of the program changes. */
static bool only_prints(const translator *t, LLVMValueRef call, unsigned i)
{
    text format;
    text_init(&format);
    bool is_known = LLVMGetNumArgOperands(call) > i && constant_string(t, arg(call, i), &format) && !stores_count(format.data);
    text_release(&format);
    return is_known;
}

/* Whether a string somewhere in this constant would store with %n as a format. */
static bool constant_stores_count(LLVMValueRef constant)
{
    if (LLVMIsAConstantDataSequential(constant)) {
        size_t length;
        if (!LLVMIsConstantString(constant)) return false;
        text string;
        text_init(&string);
        const char *data = LLVMGetAsString(constant, &length);
        for (size_t i = 0; i < length; i++) text_addc(&string, data[i] ? data[i] : ' ');
        bool stores = string.size > 0 && stores_count(string.data);
        text_release(&string);
        return stores;
    }
    if (!LLVMIsAConstantStruct(constant) && !LLVMIsAConstantArray(constant)) return false;
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
        if (constant_stores_count(LLVMGetOperand(constant, (unsigned)i))) return true;
    return false;
}

/* The format of vprintf and its kin is seldom a constant, and what %n stores to is in a list that nobody looks into: no string of the program must have it. */
static void check_list(translator *t, LLVMValueRef call, const char *name)
{
    for (LLVMValueRef g = LLVMGetFirstGlobal(t->cm->module); g; g = LLVMGetNextGlobal(g)) {
        /* formats of calls that are taken apart have no use any more */
        if (!LLVMGetFirstUse(g) || !LLVMGetInitializer(g) || !constant_stores_count(LLVMGetInitializer(g))) continue;
        model_limit(t, call, name);
        return;
    }
    translate_assumption(t, "the format of `%s` has no %%n", name);
}

static void model_quiet_list(translator *t, LLVMValueRef call, const char *name)
{
    check_list(t, call, name);
    model_quiet(t, call, name);
}

static void model_list_writer(translator *t, LLVMValueRef call, const char *name)
{
    check_list(t, call, name);
    model_writer(t, call, name);
}

static void model_fprintf(translator *t, LLVMValueRef call, const char *name)
{
    if (only_prints(t, call, 1)) model_quiet(t, call, name);
    else model_writer(t, call, name);
}

static void model_printf(translator *t, LLVMValueRef call, const char *name)
{
    if (!only_prints(t, call, 0)) {
        model_writer(t, call, name);
        return;
    }
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
    translate_note_unchecked(t, call, name);
    translate_any_result(t, call, name);
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
    check_operands(t, call, name);
    translate_any_result(t, call, name);
    text_release(&given);
    text_release(&format);
}

static void model_putchar(translator *t, LLVMValueRef call, const char *name)
{
    term_vec args;
    term_vec_init(&args);
    term_vec_push(&args, translate_int(t, arg(call, 0)).value);
    add_output(t, "%c", &args);
    translate_any_result(t, call, name);
    term_vec_release(&args);
}

static const model MODELS[] = {
    {"__assert_fail", 0, model_failure}, {"__assert", 0, model_failure}, {"__assert_rtn", 0, model_failure},
    {"__assert_perror_fail", 0, model_failure}, {"reach_error", 0, model_failure}, {"__VERIFIER_error", 0, model_failure},
    {"__VERIFIER_assert", 1, model_assert}, {"__VERIFIER_assume", 1, model_assume}, {"assume_abort_if_not", 1, model_assume},
    {"abort", 0, call_abort}, {"exit", 1, call_exit}, {"_exit", 1, call_exit}, {"_Exit", 1, call_exit}, {"quick_exit", 1, call_exit},
    {"pthread_create", 0, model_limit}, {"vfork", 0, model_limit}, {"clone", 0, model_limit}, {"getcontext", 0, model_limit},
    {"setcontext", 0, model_limit}, {"makecontext", 0, model_limit}, {"swapcontext", 0, model_limit}, {"fopencookie", 0, model_limit},
    {"sigset", 0, model_limit}, {"bsd_signal", 0, model_limit}, {"sysv_signal", 0, model_limit}, {"__sysv_signal", 0, model_limit}, {"timer_create", 0, model_limit},
    {"pthread_atfork", 0, model_limit}, {"register_printf_function", 0, model_limit}, {"register_printf_specifier", 0, model_limit}, {"thrd_create", 0, model_limit}, {"fork", 0, model_limit}, {"setjmp", 0, model_limit},
    {"_setjmp", 0, model_limit}, {"sigsetjmp", 0, model_limit}, {"__sigsetjmp", 0, model_limit}, {"longjmp", 0, model_limit},
    {"_longjmp", 0, model_limit}, {"siglongjmp", 0, model_limit}, {"__longjmp_chk", 0, model_limit}, {"sigaction", 0, model_limit},
    /* what these change, models of other functions rely on, or use later */
    {"uselocale", 0, model_limit}, {"initstate", 0, model_limit}, {"setstate", 0, model_limit},
    {"aio_read", 0, model_limit}, {"aio_read64", 0, model_limit}, {"lio_listio", 0, model_limit}, {"lio_listio64", 0, model_limit},
    {"register_printf_modifier", 0, model_limit}, {"register_printf_type", 0, model_limit},
    {"malloc", 1, model_malloc}, {"valloc", 1, model_malloc}, {"aligned_alloc", 2, model_malloc}, {"memalign", 2, model_malloc},
    {"calloc", 2, model_calloc}, {"free", 0, model_free}, {"cfree", 0, model_free}, {"memcpy", 3, model_memcpy}, {"memmove", 3, model_memcpy},
    {"memset", 3, model_memset}, {"strlen", 1, model_strlen}, {"strcmp", 2, model_strcmp}, {"strncmp", 3, model_strcmp}, {"memcmp", 3, model_strcmp},
    {"strcpy", 2, model_strcpy}, {"strncpy", 3, model_strcpy}, {"strcat", 2, model_strcpy}, {"sprintf", 1, model_writer},
    {"snprintf", 1, model_writer}, {"swprintf", 1, model_writer}, {"vsprintf", 1, model_list_writer}, {"vsnprintf", 1, model_list_writer},
    {"scanf", 1, model_writer}, {"__isoc99_scanf", 1, model_writer}, {"__isoc99_sscanf", 1, model_writer}, {"__isoc99_fscanf", 1, model_writer},
    {"__isoc23_scanf", 1, model_writer}, {"__isoc23_sscanf", 1, model_writer}, {"__isoc23_fscanf", 1, model_writer}, {"sscanf", 1, model_writer},
    {"fscanf", 1, model_writer}, {"printf", 1, model_printf}, {"puts", 1, model_puts}, {"putchar", 1, model_putchar}, {"fprintf", 0, model_fprintf},
    {"vprintf", 0, model_quiet_list}, {"vfprintf", 0, model_quiet_list},
};

static const model *find_model(const char *name)
{
    for (size_t i = 0; i < sizeof MODELS / sizeof *MODELS; i++) {
        if (strcmp(MODELS[i].name, name) == 0) return &MODELS[i];
    }
    return NULL;
}

bool library_is_modelled(const char *name) { return find_model(name) != NULL; }

bool library_allocates(const char *name)
{
    const model *m = find_model(name);
    return m && (m->run == model_malloc || m->run == model_calloc);
}

bool library_allocates_product(const char *name)
{
    const model *m = find_model(name);
    return m && m->run == model_calloc;
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
    const value_entry *e = value_map_find(&t->emit.values, call);
    if (has_uses(call) && !e->value.leaves && !translate_failed(t)) translate_any_result(t, call, name);
    return true;
}
